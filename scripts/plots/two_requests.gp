# How often attack requests are performed by move number, of each player against all opponents, in two runs.

load 'two_blocks.gp'
per_cent(part) = column(column_decisions) > 0 ? 100 * part / column(column_decisions) : NaN
most = 1
do for [k = 1:panels] {
    stats $rows index FIRST[k] using (column(column_attack_requests_high)) name 'HIGH' nooutput
    stats $SECOND_rows index SECOND[k] using (column(column_attack_requests_high)) name 'HIGH2' nooutput
    most = larger(most, larger(HIGH_max, HIGH2_max))
}

title_text = 'Attack requests performed in two runs'
y_text = 'share of decisions (%)'
caption_text = 'Decisions in which another agent captured an attacker of the worst threatened one, as it had '. \
    'asked for, five moves taken together. Bands: 95 % intervals.'
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [0:lesser(most * 1.05, 100)]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = FIRST[panel]
    k = SECOND[panel]
    set title short(TEXT[BLOCK_player[b + 1]], 24) offset 0,-0.8
    plot $rows index b using x_column:(column(column_attack_requests_low)): \
            (column(column_attack_requests_high)) with filledcurves fillcolor rgb colour(1) \
            fillstyle transparent solid 0.25 noborder notitle, \
        $SECOND_rows index k using x_column:(column(column_attack_requests_low)): \
            (column(column_attack_requests_high)) with filledcurves fillcolor rgb colour(2) \
            fillstyle transparent solid 0.25 noborder notitle, \
        $rows index b using x_column:(per_cent(column(column_attack_requests))) with lines \
            linestyle 1 notitle, \
        $SECOND_rows index k using x_column:(per_cent(column(column_attack_requests))) with lines \
            linestyle 2 notitle
}
unset multiplot
