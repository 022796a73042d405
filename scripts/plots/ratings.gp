# The ratings of all players with their intervals.

load 'table.gp'
# Columns 2 to 5 are the rating, its kind, and the ends of its interval, of which a bound has one.
# 1: only a lower bound is there, -1: only an upper one, 0: an interval, or none.
bound(kind) = TEXT[kind] eq 'at-least' ? 1 : TEXT[kind] eq 'at-most' ? -1 : 0
rating(kind) = valid(2) ? column(2) : bound(kind) > 0 ? column(4) : column(5)
low(kind) = valid(4) ? column(4) : rating(kind)
high(kind) = valid(5) ? column(5) : rating(kind)
# The place from the top; those that nothing is known of stand last.
is(kind, name) = TEXT[kind] eq name
place(kind) = is(kind, 'unknown') ? NaN : column(0) + 1
GIVEN = 0
UNKNOWN = 0
stats $rows using (GIVEN = GIVEN + is($3, 'given'), UNKNOWN = UNKNOWN + is($3, 'unknown')) nooutput
NAMES = ROWS - UNKNOWN
most_letters = 64 # all of a name: those of a sweep begin alike
load 'longest.gp'
panels = 1
left = 22 + 7.5 * letters
least_width = left + 200
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

known(kind, value) = is(kind, 'unknown') ? NaN : value
stats $rows using (known($3, low($3))) name 'LOW' nooutput
stats $rows using (known($3, high($3))) name 'HIGH' nooutput
margin = 0.1 * (HIGH_max - LOW_min) + 5
set xtics step_of(HIGH_max - LOW_min + 2 * margin)
set xrange [LOW_min - margin:HIGH_max + margin]
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(TEXT[i], letters)) i)
}
with_bar(kind) = bound(kind) == 0 && high(kind) > low(kind) ? rating(kind) : NaN
without_bar(kind) = bound(kind) == 0 && high(kind) == low(kind) ? rating(kind) : NaN
open_ended(kind) = bound(kind) != 0 ? rating(kind) : NaN
plot $rows using (with_bar($3)):(place($3)):(low($3)):(high($3)) with xerrorbars linestyle 1 \
        pointtype 7 pointsize 0.6 linewidth 1.2 notitle, \
    $rows using (without_bar($3)):(place($3)) with points linestyle 5 pointtype 7 \
        pointsize 0.6 notitle, \
    $rows using (open_ended($3)):(place($3)):(bound($3) * margin * 0.8):(0) with vectors \
        linestyle 2 linewidth 1.2 dashtype 11 notitle, \
    $rows using (open_ended($3)):(place($3)) with points linestyle 2 pointtype 5 pointsize 0.5 \
        notitle
unset multiplot
