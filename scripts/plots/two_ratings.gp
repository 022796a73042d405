# The ratings of the players of two runs, with the same player at 0.

load 'table.gp'
load 'second.gp'
# The place of each name of the second run: beside that of the first, or below all.
array PLACE[SECOND_ROWS]
array NAME[ROWS + SECOND_ROWS]
NAMES = ROWS
do for [i = 1:ROWS] { NAME[i] = TEXT[i] }
do for [k = 1:SECOND_ROWS] {
    PLACE[k] = int(sum [i = 1:ROWS] (TEXT[i] eq SECOND_TEXT[k] ? i : 0))
    if (PLACE[k] == 0) {
        NAMES = NAMES + 1
        NAME[NAMES] = SECOND_TEXT[k]
        PLACE[k] = NAMES
    }
}
letters = 1
do for [i = 1:NAMES] {
    letters = strlen(NAME[i]) > letters ? strlen(NAME[i]) : letters
}
letters = letters > 64 ? 64 : letters
panels = 1
left = 22 + 7.5 * letters
least_width = left + 200
panel_height = 26 * NAMES + 10

title_text = 'Ratings in two runs'
x_text = 'rating (points)'
y_text = ''
caption_text = 'Point: the rating that makes all results of a run most probable. Bar: its 95 % interval. '. \
    'An arrow: nothing limits it there. The ratings of both runs are counted from the same player.'
load 'panels.gp'

bound(name) = name eq 'at-least' ? 1 : name eq 'at-most' ? -1 : 0
rating(name) = name eq 'unknown' ? NaN : valid(2) ? column(2) : bound(name) > 0 ? column(4) : column(5)
low(name) = valid(4) ? column(4) : rating(name)
high(name) = valid(5) ? column(5) : rating(name)
stats $rows using (low(TEXT[$3])) name 'LOW' nooutput
stats $rows using (high(TEXT[$3])) name 'HIGH' nooutput
stats $SECOND_rows using (low(SECOND_TEXT[$3])) name 'LOW2' nooutput
stats $SECOND_rows using (high(SECOND_TEXT[$3])) name 'HIGH2' nooutput
least = LOW_min < LOW2_min ? LOW_min : LOW2_min
most = HIGH_max > HIGH2_max ? HIGH_max : HIGH2_max
margin = 0.1 * (most - least) + 5
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(NAME[i], letters)) i)
}
closed(name) = bound(name) == 0 ? rating(name) : NaN
open_ended(name) = bound(name) != 0 ? rating(name) : NaN
plot $rows using (closed(TEXT[$3])):($0 + 0.85):(low(TEXT[$3])):(high(TEXT[$3])) with xerrorbars \
        linestyle 1 dashtype 11 pointtype 7 pointsize 0.6 linewidth 1.2 notitle, \
    $SECOND_rows using (closed(SECOND_TEXT[$3])):(PLACE[int($0) + 1] + 0.15): \
        (low(SECOND_TEXT[$3])):(high(SECOND_TEXT[$3])) with xerrorbars \
        linestyle 2 dashtype 11 pointtype 5 pointsize 0.6 linewidth 1.2 notitle, \
    $rows using (open_ended(TEXT[$3])):($0 + 0.85):(bound(TEXT[$3]) * margin * 0.8):(0) \
        with vectors linestyle 1 linewidth 1.2 dashtype 11 notitle, \
    $SECOND_rows using (open_ended(SECOND_TEXT[$3])):(PLACE[int($0) + 1] + 0.15): \
        (bound(SECOND_TEXT[$3]) * margin * 0.8):(0) with vectors linestyle 2 linewidth 1.2 \
        dashtype 11 notitle
unset multiplot
