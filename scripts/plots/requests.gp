# What the worst threatened agent does or has done, by move number: player number hero against each
# opponent (thesis, figure 3.3), or, if hero is 0, each player against all.

load 'table.gp'
load 'blocks.gp'
per_cent(part) = column(column_decisions) > 0 ? 100 * part / column(column_decisions) : NaN
larger(a, b) = a > b ? a : b
most = 0
do for [k = 1:panels] {
    stats $rows index BLOCK[k] using (per_cent(larger( \
        larger(column(column_own_moves), column(column_own_attacks)), \
        larger(column(column_attack_requests), column(column_defence_requests))))) \
        name 'SHARE' nooutput
    most = larger(most, SHARE_max)
}
most = most > 0 ? most : 1

title_text = hero ? 'Requests of '.short(TEXT[hero], 24).' by move number' : \
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
longest_title = hero ? 0 : 24
do for [k = 1:(hero ? panels : 0)] {
    own = 8 + strlen(opponent(BLOCK[k]))
    longest_title = own > longest_title ? own : longest_title
}
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [0:most * 1.05]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = BLOCK[panel]
    set title (hero ? titled(opponent(b)) : \
        short(TEXT[BLOCK_player[b + 1]], 24)) offset 0,-0.8
    plot $rows index b using x_column:(column(column_attack_requests_low)): \
            (column(column_attack_requests_high)) with filledcurves fillcolor rgb colour(1) \
            fillstyle transparent solid 0.2 noborder notitle, \
        '' index b using x_column:(column(column_own_moves_low)): \
            (column(column_own_moves_high)) with filledcurves fillcolor rgb colour(2) \
            fillstyle transparent solid 0.2 noborder notitle, \
        '' index b using x_column:(per_cent(column(column_own_moves))) \
            with lines linestyle 2 notitle, \
        '' index b using x_column:(per_cent(column(column_own_attacks))) \
            with lines linestyle 3 notitle, \
        '' index b using x_column:(per_cent(column(column_defence_requests))) \
            with lines linestyle 5 notitle, \
        '' index b using x_column:(per_cent(column(column_attack_requests))) \
            with lines linestyle 1 notitle
}
unset multiplot
