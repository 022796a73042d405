# Points per game of players of three sides, in all seats and in each.

stats 'table.csv' using (note(strcol('player'))) nooutput
most_letters = 24
row_height = 40
load 'names.gp'
least_width = left + 260

title_text = 'Points of each player'
x_text = 'points per game'
caption_text = 'Point: mean points per game. Bar: its 95 % interval. A win counts 1, a loss -1, a '. \
    'forfeit -2.'
legends = 4
array LEGEND[4] = ['all seats', 'Blue', 'Green', 'Red']
array LEGEND_STYLE[4] = [5, 1, 3, 2]
legend_boxes = 0
load 'panels.gp'

array SHAPE[4] = [7, 5, 9, 11]
array SIDE[4] = ['average', 'blue', 'green', 'red']
set xrange [*:*]
plot for [s = 1:4] 'table.csv' using (column(SIDE[s])): \
    (place_of(strcol('player')) + (s - 2.5) * 0.18):(column(SIDE[s].'_low')):(column(SIDE[s].'_high')) \
    with xerrorbars \
    linestyle LEGEND_STYLE[s] pointtype SHAPE[s] pointsize 0.5 linewidth 1.2 notitle
unset multiplot
