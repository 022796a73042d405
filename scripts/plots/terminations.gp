# How the games of each player end.

stats 'table.csv' using (note(strcol('termination'))) nooutput
ENDINGS = NAMES
array ENDING[ENDINGS]
do for [i = 1:ENDINGS] { ENDING[i] = NAME[i] }
NAMES = 0
stats 'table.csv' using (note(strcol('player'))) nooutput
style_of(termination) = sum [t = 1:words(ENDS)] (word(ENDS, t) eq termination ? t : 0)
most_letters = 24
row_height = 22
load 'names.gp'

title_text = 'Terminations of the games of each player'
x_text = 'share of the games (%)'
caption_text = ''
legends = ENDINGS
array LEGEND[legends]
array LEGEND_STYLE[legends]
do for [t = 1:legends] {
    LEGEND[t] = ENDING[t]
    LEGEND_STYLE[t] = style_of(ENDING[t])
}
legend_boxes = 1
load 'panels.gp'

set xrange [0:100]
unset grid
y(x) = place_of(strcol('player'))
left_of(x) = column('below')
right_of(x) = column('below') + column('share')
plot for [t = 1:legends] 'table.csv' using ((left_of(0) + right_of(0)) / 2): \
    (is('termination', ENDING[t]) && column('games') > 0 ? y(0) : NaN): \
    (left_of(0)):(right_of(0)):(y(0) - 0.36):(y(0) + 0.36) with boxxyerror \
    fillcolor rgb colour(LEGEND_STYLE[t]) fillstyle pattern fill(LEGEND_STYLE[t]) \
    border linecolor rgb '#000000' linewidth 0.4 notitle
unset multiplot
