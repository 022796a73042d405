# What each change of a sweep is worth: Shapley values with their intervals.

load 'table.gp'
FIRST = TEXTS_quantity
NAMES = TEXTS_change - FIRST
most_letters = 40
letters = 1
do for [i = 1:NAMES] {
    letters = strlen(TEXT[FIRST + i]) > letters ? strlen(TEXT[FIRST + i]) : letters
}
letters = letters > most_letters ? most_letters : letters
panels = 1
left = 22 + 7.5 * letters
least_width = left + 220
panel_height = 26 * NAMES + 20

title_text = 'What each change is worth'
x_text = 'Elo'
y_text = ''
caption_text = 'Point: Shapley value, the worth of a change on average over all orders of making '. \
    'them. Bar: its 95 % interval.'
legends = 0
legend_boxes = 0
load 'panels.gp'

stats $rows index 0 using (column(column_low)) name 'LOW' nooutput
stats $rows index 0 using (column(column_high)) name 'HIGH' nooutput
least = LOW_min < 0 ? LOW_min : 0
most = HIGH_max > 0 ? HIGH_max : 0
margin = 0.05 * (most - least) + 1
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(TEXT[FIRST + i], letters)) i)
}
set arrow from 0, graph 0 to 0, graph 1 nohead linecolor rgb '#404040' linewidth 0.7
plot $rows index 0 using (column(column_elo)):($0 + 1):(column(column_low)):(column(column_high)) \
    with xerrorbars linestyle 1 pointtype 7 pointsize 0.6 linewidth 1.2 notitle
unset multiplot
