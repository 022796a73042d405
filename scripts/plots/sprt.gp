# The path of a sequential test: the logarithm of the ratio of likelihoods after each pair of games,
# between the limits at which a hypothesis is accepted.

load 'table.gp'
panels = 1
title_text = 'Path of the sequential test'
x_text = 'games'
y_text = 'log ratio, H1 to H0'
caption_text = 'Line: logarithm of the ratio of likelihoods after each pair of games. Dashed: at or '. \
    'above the upper limit H1 is accepted, at or below the lower one H0.'
legends = 0
legend_boxes = 0
load 'panels.gp'

stats $rows using column_games name 'GAMES' nooutput
stats $rows using column_log_ratio name 'RATIO' nooutput
stats $rows using column_upper name 'UPPER' nooutput
stats $rows using column_lower name 'LOWER' nooutput
most = (RATIO_max > UPPER_max ? RATIO_max : UPPER_max) * 1.1
least = (RATIO_min < LOWER_min ? RATIO_min : LOWER_min) * 1.1
set xrange [0:GAMES_max]
set yrange [least:most]
panel = 1
load 'panel.gp'
plot UPPER_max linestyle 2 dashtype 12 notitle, LOWER_min linestyle 2 dashtype 12 notitle, \
    0 linecolor rgb '#404040' linewidth 0.5 notitle, \
    $rows using column_games:column_log_ratio with lines linestyle 1 notitle
unset multiplot
