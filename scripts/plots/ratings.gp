# The ratings of all players with their intervals; of two runs side by side, with the same player at 0.

# Of a bound only one end is there. 1: only a lower bound is there, -1: only an upper one, 0: an
# interval, or none.
bound(x) = is('rating_kind', 'at-least') ? 1 : is('rating_kind', 'at-most') ? -1 : 0
is_known(x) = !is('rating_kind', 'unknown')
rating(x) = !is_known(0) ? NaN : \
    has('rating') ? column('rating') : bound(0) > 0 ? column('low') : column('high')
low(x) = has('low') ? column('low') : rating(0)
high(x) = has('high') ? column('high') : rating(0)
GIVEN = 0
UNKNOWN = 0
tell(x) = (GIVEN = GIVEN + is('rating_kind', 'given'), UNKNOWN = UNKNOWN + !is_known(0), \
    is_known(0) ? note(strcol('player')) : 0)
stats 'table.csv' using (tell(0)) nooutput
least = 1e6
most = -1e6
stats 'table.csv' using (widen(low(0)) + widen(high(0))) nooutput
if (two) {
    stats 'second.csv' using (tell(0)) nooutput
    stats 'second.csv' using (widen(low(0)) + widen(high(0))) nooutput
}
# Whether one rating per player explains all results of a run.
fit_text = ''
fit_of(run) = column('freedom') > 0 && column('p') < 0.01 ? sprintf( \
    ' One rating per player does not explain %s (fit: p %s).', run, \
    column('p') < 0.0001 ? '< 0.0001' : sprintf('= %.4f', column('p'))) : ''
stats 'fit.csv' using (fit_text = fit_of(two ? 'run '.cut(label, 24) : 'these results'), 0) nooutput
if (two) {
    stats 'second_fit.csv' using (fit_text = fit_text.fit_of('run '.cut(second_label, 24)), 0) nooutput
}
most_letters = 64 # all of a name: those of a sweep begin alike
row_height = two ? 26 : 22
load 'names.gp'
least_width = left + 200

title_text = two ? 'Ratings in two runs' : 'Ratings of the players'
x_text = 'rating (Elo)'
caption_text = 'Point: the maximum-likelihood estimate. Bar: its 95 % interval. Arrow: no limit on '. \
    'this side.'.(GIVEN > 0 ? ' Point without a bar: a fixed rating.' : ''). \
    (UNKNOWN > 0 ? ' Players that cannot be rated are left out.' : ''). \
    (two ? ' One player has rating 0 in both runs.' : '').fit_text
if (!two) legends = 0
legend_boxes = 0
load 'panels.gp'

margin = 0.1 * (most - least) + 5
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
with_bar(x) = bound(0) == 0 && high(0) > low(0) ? rating(0) : NaN
without_bar(x) = bound(0) == 0 && high(0) == low(0) ? rating(0) : NaN
open_ended(x) = bound(0) != 0 ? rating(0) : NaN
FILES = two ? 'table.csv second.csv' : 'table.csv'
y(i) = place_of(strcol('player')) + (two ? (i - 1.5) * 0.3 : 0)
array SHAPE[2] = [7, 5]
plot for [i = 1:words(FILES)] word(FILES, i) using (with_bar(0)):(y(i)):(low(0)):(high(0)) \
        with xerrorbars linestyle i dashtype 11 pointtype SHAPE[i] pointsize 0.6 linewidth 1.2 notitle, \
    for [i = 1:words(FILES)] word(FILES, i) using (without_bar(0)):(y(i)) with points \
        linestyle (two ? i : 5) pointtype SHAPE[i] pointsize 0.6 notitle, \
    for [i = 1:words(FILES)] word(FILES, i) using (open_ended(0)):(y(i)):(bound(0) * margin * 0.8):(0) \
        with vectors linestyle (two ? i : 2) linewidth 1.2 dashtype 11 notitle, \
    for [i = 1:words(FILES)] word(FILES, i) using (open_ended(0)):(y(i)) with points \
        linestyle (two ? i : 2) pointtype 5 pointsize 0.5 notitle
unset multiplot
