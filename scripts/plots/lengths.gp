# How long the games of each player are, and how they end for him.

load 'names.gp'
panels = NAMES
stats 'lengths.csv' using 4 name 'GAMES' nooutput

title_text = 'Lengths of the games of each player'
x_text = 'length ('.UNIT.')'
y_text = 'games'
caption_text = sprintf('Games whose length lies in the same %d %s, one on the other.', WIDTH, UNIT)
legends = 3
array LEGEND[3] = ['won', 'drawn', 'lost']
array LEGEND_STYLE[3] = [1, 6, 2]
legend_boxes = 1
load 'panels.gp'

set xrange [0:LONGEST]
set xtics step(LONGEST)
set yrange [0:GAMES_max * 1.05]
if (GAMES_max < 5) set ytics 1
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(NAME[panel], 24) offset 0,-0.8
    plot for [r = 1:3] 'lengths.csv' index 3 * (panel - 1) + r - 1 using \
        (($1 + $2) / 2):($4 > $3 ? $4 : NaN):1:2:3:4 with boxxyerror \
        fillcolor rgb colour(LEGEND_STYLE[r]) fillstyle pattern fill(LEGEND_STYLE[r]) \
        border linecolor rgb '#000000' linewidth 0.4 notitle
}
unset multiplot
