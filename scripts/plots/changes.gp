# The changes from the first run to the second: the difference of the leads of each pairing.

name_of(x) = strcol('player').' - '.strcol('opponent'). \
    (has('ms_per_space') ? ', '.strcol('ms_per_space').' ms' : '')
stats 'table.csv' using (note(name_of(0))) nooutput
is_told(x) = is('kind', 'interval') || is('kind', 'alike')
told(name) = is_told(0) && has(name) ? column(name) : NaN
least = 0
most = 0
stats 'table.csv' using (widen(told('low')) + widen(told('high'))) nooutput
most_letters = 48
row_height = NAMES <= 40 ? 18 : 13
load 'names.gp'
least_width = left + 240

title_text = 'Changes in '.cut(second_label, 24)
x_text = 'lead in '.cut(second_label, 24).' minus lead in '.cut(label, 24).' (Elo)'
least_width = larger_of(least_width, left + 20 + 7.5 * strlen(x_text))
caption_text = 'Bar: 95 % interval of the pairing alone. Filled points: significant after Holm''s '. \
    'correction for all pairings. Pairings without a bar have no finite interval.'
legends = 0
load 'panels.gp'

margin = 0.05 * (most - least) + 1
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
set arrow from 0, graph 0 to 0, graph 1 nohead linecolor rgb '#404040' linewidth 0.7
certain(yes) = (has('p_holm') && column('p_holm') < 0.05) == yes ? told('difference') : NaN
plot for [yes = 0:1] 'table.csv' using (certain(yes)):(place_of(name_of(0))):(told('low')):(told('high')) \
    with xerrorbars linestyle (yes ? 1 : 8) dashtype 11 pointtype 6 + yes pointsize 0.8 \
    linewidth 1.2 notitle
unset multiplot
