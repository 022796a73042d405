# The ratings of all players with their intervals.

load 'names.gp'
most_letters = 24
load 'longest.gp'
panels = 1
left = 22 + 7.5 * letters
panel_height = 22 * NAMES + 10

title_text = 'Ratings of the players'
x_text = 'rating (points)'
y_text = ''
caption_text = 'Point: the rating that makes all results most probable. Bar: its 95 % interval. '. \
    'An arrow: nothing limits it there.'. \
    (GIVEN > 0 ? ' A point without a bar: a rating that was laid down.' : ''). \
    (UNKNOWN > 0 ? ' Players of whom no result tells are left out.' : '')
legends = 0
legend_boxes = 0
load 'panels.gp'

stats 'ratings.csv' using 3 name 'LOW' nooutput
stats 'ratings.csv' using 4 name 'HIGH' nooutput
margin = 0.1 * (HIGH_max - LOW_min) + 5
set xrange [LOW_min - margin:HIGH_max + margin]
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(NAME[i], letters)) i)
}
plot 'ratings.csv' using ($5 == 0 && $4 > $3 ? $2 : NaN):1:3:4 with xerrorbars linestyle 1 \
        pointtype 7 pointsize 0.6 linewidth 1.2 notitle, \
    '' using ($5 == 0 && $4 == $3 ? $2 : NaN):1 with points linestyle 5 pointtype 7 \
        pointsize 0.6 notitle, \
    '' using ($5 != 0 ? $2 : NaN):1:($5 * margin * 0.8):(0) with vectors linestyle 2 \
        linewidth 1.2 dashtype 11 notitle, \
    '' using ($5 != 0 ? $2 : NaN):1 with points linestyle 2 pointtype 5 pointsize 0.5 notitle
unset multiplot
