# Lengths of the games of each player, by result.

stats 'table.csv' using (note(strcol('player'))) nooutput
panels = NAMES
stats 'table.csv' using (column('below') + column('games')) name 'GAMES' nooutput
stats 'table.csv' using (column('to')) name 'LENGTH' nooutput
stats 'table.csv' using (UNIT = strcol('unit'), 0) nooutput
WIDTH = LENGTH_min

title_text = 'Lengths of the games of each player'
x_text = 'length ('.UNIT.')'
y_text = 'games'
caption_text = WIDTH == 1 ? 'Games of the same length, stacked.' : \
    sprintf('Games grouped by length in steps of %d %s, stacked.', WIDTH, UNIT)
legends = 3
array LEGEND[3] = ['won', 'drawn', 'lost']
array LEGEND_STYLE[3] = [1, 6, 2]
legend_boxes = 1
if (GAMES_max >= 1000) left = 70 # four digits
load 'panels.gp'

set xrange [0:LENGTH_max]
set xtics step(LENGTH_max)
set yrange [0:GAMES_max * 1.05]
if (GAMES_max < 5) set ytics 1
is_of(panel, r) = is('player', NAME[panel]) && is('result', LEGEND[r]) && column('games') > 0
top(x) = column('below') + column('games')
do for [panel = 1:panels] {
    load 'panel.gp'
    if (GAMES_max >= 10000 && (panel - 1) % columns == 0) {
        set format y '%.0s%c' # 20k
    }
    set title short(NAME[panel], title_letters) offset 0,-0.8
    plot for [r = 1:3] 'table.csv' using ((column('from') + column('to')) / 2): \
        (is_of(panel, r) ? top(0) : NaN):(column('from')):(column('to')):(column('below')):(top(0)) \
        with boxxyerror fillcolor rgb colour(LEGEND_STYLE[r]) \
        fillstyle pattern fill(LEGEND_STYLE[r]) border linecolor rgb '#000000' linewidth 0.4 notitle
}
unset multiplot
