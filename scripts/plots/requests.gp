# What the worst threatened agent does or has done, by move number: player hero against each opponent
# (thesis, figure 3.3), or, if hero is '', each player against all.

load 'curves.gp'
least = 0.
most = 1.
do for [k = 1:panels] {
    b = CURVE[k]
    do for [name in 'attack_requests_high own_moves_high'] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(column(name))) nooutput
    }
    do for [name in 'own_attacks defence_requests'] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(share(name, 'decisions'))) nooutput
    }
}

title_text = hero ne '' ? 'Requests of '.short(hero, 24).' by move number' : \
    'Requests of each player by move number'
y_text = 'share of decisions (%)'
caption_text = 'What is done about the worst threatened agent, five moves taken together. '. \
    'Drawn while there are a tenth of the decisions of the first five moves. '. \
    'Bands: 95 % intervals of attack requests and own moves.'
legends = 4
array LEGEND[4] = ['attack request performed', 'moves itself', 'captures itself', \
    'defence request performed']
array LEGEND_STYLE[4] = [1, 2, 3, 5]
legend_boxes = 0
load 'panels.gp'

set yrange [0:lesser_of(most * 1.02, 100)]
set ytics step_of(most)
array LINE[4] = ['own_moves', 'own_attacks', 'defence_requests', 'attack_requests']
array LINE_STYLE[4] = [2, 3, 5, 1]
array BAND[2] = ['attack_requests', 'own_moves']
do for [panel = 1:panels] {
    load 'panel.gp'
    b = CURVE[panel]
    set title title_of(panel) offset 0,-0.8
    plot for [i = 1:2] 'table.csv' every ::FROM[b]::TO[b] using \
            (column(along)):(column(BAND[i].'_low')):(column(BAND[i].'_high')) with filledcurves \
            fillcolor rgb colour(i) fillstyle transparent solid 0.2 noborder notitle, \
        for [i = 1:4] '' every ::FROM[b]::TO[b] using (column(along)):(share(LINE[i], 'decisions')) \
            with lines linestyle LINE_STYLE[i] notitle
}
unset multiplot
