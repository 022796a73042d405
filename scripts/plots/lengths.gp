# How long the games of each player are, and how they end for him.

load 'table.gp'
panels = TEXTS_player
stats $rows using (column(column_below) + column(column_games)) name 'GAMES' nooutput
stats $rows using column_to name 'LENGTH' nooutput
UNIT = TEXT[BLOCK_unit[1]]
LONGEST = LENGTH_max
WIDTH = LENGTH_min

title_text = 'Lengths of the games of each player'
x_text = 'length ('.UNIT.')'
y_text = 'games'
caption_text = WIDTH == 1 ? 'Games of the same length, one on the other.' : \
    sprintf('Games whose length lies in the same %d %s, one on the other.', WIDTH, UNIT)
legends = 3
array LEGEND[3] = ['won', 'drawn', 'lost']
array LEGEND_STYLE[3] = [1, 6, 2]
legend_boxes = 1
if (GAMES_max >= 1000) left = 70 # four digits
load 'panels.gp'

set xrange [0:LONGEST]
set xtics step(LONGEST)
set yrange [0:GAMES_max * 1.05]
if (GAMES_max < 5) set ytics 1
do for [panel = 1:panels] {
    load 'panel.gp'
    if (GAMES_max >= 10000 && (panel - 1) % columns == 0) {
        set format y '%.0s%c' # 20k
    }
    set title short(TEXT[panel], title_letters) offset 0,-0.8
    plot for [r = 1:3] $rows index 3 * (panel - 1) + r - 1 using \
        (($4 + $5) / 2):($6 > 0 ? $7 + $6 : NaN):4:5:7:($7 + $6) with boxxyerror \
        fillcolor rgb colour(LEGEND_STYLE[r]) fillstyle pattern fill(LEGEND_STYLE[r]) \
        border linecolor rgb '#000000' linewidth 0.4 notitle
}
unset multiplot
