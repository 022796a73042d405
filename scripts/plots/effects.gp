# The effect of each value of a factor, with intervals.

is_value(x) = is('quantity', 'effect')
of(name) = is_value(0) && has(name) ? column(name) : NaN
stats 'table.csv' using (is_value(0) ? note(strcol('of')) : 0) nooutput
least = 0
most = 0
stats 'table.csv' using (widen(of('low')) + widen(of('high'))) nooutput
most_letters = 40
row_height = 26
load 'names.gp'
least_width = left + 220

title_text = 'Effect of each value'
x_text = 'Elo'
caption_text = 'Point: rating difference from the first value of the factor. '. \
    'Bar: its 95 % interval.'
legends = 0
legend_boxes = 0
load 'panels.gp'

margin = 0.05 * (most - least) + 1
set xtics step_of(most - least + 2 * margin)
set xrange [least - margin:most + margin]
set arrow from 0, graph 0 to 0, graph 1 nohead linecolor rgb '#404040' linewidth 0.7
plot 'table.csv' using (of('elo')):(place_of(strcol('of'))):(of('low')):(of('high')) \
    with xerrorbars linestyle 1 pointtype 7 pointsize 0.6 linewidth 1.2 notitle
unset multiplot
