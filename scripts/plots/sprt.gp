# The path of a sequential test: the log-likelihood ratio after each pair of games, between the limits at
# which a hypothesis is accepted.

stats 'table.csv' using (column('games')) name 'GAMES' nooutput
stats 'table.csv' using (column('log_ratio')) name 'RATIO' nooutput
stats 'table.csv' using (column('upper')) name 'UPPER' nooutput
stats 'table.csv' using (column('lower')) name 'LOWER' nooutput
stats 'table.csv' using (hypotheses = sprintf('H0: the first player leads by %g Elo, H1: by %g Elo (%s).', \
    column('elo0'), column('elo1'), strcol('scale')), decision = strcol('decision'), 0) nooutput
panels = 1
title_text = 'Path of the sequential test'
x_text = 'games'
y_text = 'log-likelihood ratio, H1 to H0'
caption_text = 'Line: log-likelihood ratio after each pair of games. '.hypotheses. \
    (decision eq 'continue' ? ' Neither hypothesis is accepted.' : '')
legends = 0
legend_boxes = 0
load 'panels.gp'

most = larger_of(RATIO_max, UPPER_max) * 1.25
least = lesser_of(RATIO_min, LOWER_min) * 1.25
set xrange [0:GAMES_max]
set yrange [least:most]
panel = 1
load 'panel.gp'
set label 'H1 is accepted' at graph 0.02, first UPPER_max offset 0,0.6 font smaller
set label 'H0 is accepted' at graph 0.02, first LOWER_min offset 0,-0.7 font smaller
plot UPPER_max linestyle 2 dashtype 12 notitle, LOWER_min linestyle 2 dashtype 12 notitle, \
    0 linecolor rgb '#404040' linewidth 0.5 notitle, \
    'table.csv' using (column('games')):(column('log_ratio')) with lines linestyle 1 notitle
unset multiplot
