# The way of each parameter of a tuning: a panel a parameter, in its steps from its start.

load 'table.gp'
panels = PARAMETERS
title_text = 'Way of the parameters'
x_text = 'iteration'
y_text = 'steps from the start'
caption_text = 'Line: where the parameter stands after each iteration, in its steps from its '. \
    'start. Behind its name: its value at the start, and the tuned one.'
legends = 0
legend_boxes = 0
label(i) = sprintf('%s %d → %d', NAME[i], FROM[i], TUNED[i])
longest_title = 0
do for [i = 1:PARAMETERS] {
    longest_title = strlen(label(i)) > longest_title ? strlen(label(i)) : longest_title
}
run_numbers = sprintf(': %d games, %d an iteration and pairing, seed %d.', BLOCK_games[1], \
    BLOCK_pairing_games[1], BLOCK_seed[1])
load 'panels.gp'

least = -1.
most = 1.
do for [i = 1:PARAMETERS] {
    stats $rows using (column(i + 1)) name 'WAY' nooutput
    least = WAY_min < least ? WAY_min : least
    most = WAY_max > most ? WAY_max : most
}
stats $rows using 1 name 'ITERATION' nooutput
set xrange [0:ITERATION_max]
set xtics ITERATION_max <= 1000 ? step(ITERATION_max) : 10 ** floor(log10(ITERATION_max))
set yrange [least * 1.05:most * 1.05]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(label(panel), title_letters) offset 0,-0.8
    plot 0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        $rows using 1:(column(panel + 1)) with lines linestyle 1 notitle
}
unset multiplot
