# The values of each parameter of a tuning (parameters.csv, tuning.csv): one panel per parameter, in
# steps from its start.

stats 'parameters.csv' using (add_name(strcol('parameter'))) nooutput
panels = NAMES
array LABEL[NAMES]
stats 'parameters.csv' using (LABEL[int(column(0)) + 1] = plain(strcol('parameter')).' '. \
    strcol('start').' → '.strcol('tuned'), 0) nooutput
title_text = 'Parameters during the tuning'
x_text = 'iteration'
y_text = 'steps from the start'
caption_text = 'Line: value of the parameter after each iteration, in steps from its start. '. \
    'After its name: the initial and the tuned value.'
stats 'run.csv' using (run_numbers = sprintf(': %s games, %s per iteration and pairing, seed %s.', \
    strcol('games'), strcol('pairing_games'), strcol('seed')), 0) nooutput
legends = 0
legend_boxes = 0
longest_title = 0
do for [i = 1:NAMES] { longest_title = larger_of(longest_title, strlen(LABEL[i])) }
load 'panels.gp'

stats 'tuning.csv' using (column('way')) name 'WAY' nooutput
stats 'tuning.csv' using (column('iteration')) name 'ITERATION' nooutput
set xrange [0:ITERATION_max]
set xtics ITERATION_max <= 1000 ? step(ITERATION_max) : 10 ** floor(log10(ITERATION_max))
set yrange [lesser_of(WAY_min, -1) * 1.05:larger_of(WAY_max, 1) * 1.05]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title cut(LABEL[panel], title_letters) offset 0,-0.8
    # Each iteration has a row for every parameter.
    plot 0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        'tuning.csv' every NAMES::panel - 1 using (column('iteration')):(column('way')) \
            with lines linestyle 1 notitle
}
unset multiplot
