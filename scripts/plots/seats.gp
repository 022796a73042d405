# Points a game of players of three sides, on all seats and on each.

load 'table.gp'
NAMES = TEXTS_player
most_letters = 24
load 'longest.gp'
panels = 1
left = 22 + 7.5 * letters
least_width = left + 260
panel_height = 40 * NAMES + 20

title_text = 'Points of each player'
x_text = 'points a game'
y_text = ''
caption_text = 'Point: mean of the points of its games. Bar: its 95 % interval. A win brings 1, a '. \
    'loss -1, a forfeit -2.'
legends = 4
array LEGEND[4] = ['all seats', 'Blue', 'Green', 'Red']
array LEGEND_STYLE[4] = [5, 1, 3, 2]
legend_boxes = 0
load 'panels.gp'

array SHAPE[4] = [7, 5, 9, 11]
set xrange [*:*]
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(TEXT[i], letters)) i)
}
plot for [s = 1:4] $rows using (column(column_average)): \
    (int(column(0)) % 4 == s - 1 ? column(column_player) + (s - 2.5) * 0.18 : NaN): \
    (column(column_low)):(column(column_high)) with xerrorbars linestyle LEGEND_STYLE[s] \
    pointtype SHAPE[s] pointsize 0.5 linewidth 1.2 notitle
unset multiplot
