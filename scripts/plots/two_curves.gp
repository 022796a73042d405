# Curves of two runs with their intervals: what is 'material' of player hero against each opponent, or
# 'requests' or 'threats' of each player against all opponents.

load 'curves.gp'
y_scale = 1.
if (what eq 'material') {
    title_text = 'Material of '.short(hero, 24).' '.by_text.' in two runs'
    y_text = 'difference (pawns)'
    caption_text = 'Mean of the player''s material minus the opponent''s over all games, with its 95 % '. \
        'interval; games that have ended count with their last difference.'
    y_scale = 100.
    low = 'low_all'
    high = 'high_all'
    middle(x) = column('mean_all') / y_scale
}
if (what eq 'requests') {
    title_text = 'Attack requests performed in two runs'
    y_text = 'share of decisions (%)'
    caption_text = 'Decisions in which another agent captured an attacker of the most threatened agent, '. \
        'at its request, summed over groups of five moves. Bands: 95 % intervals.'
    low = 'attack_requests_low'
    high = 'attack_requests_high'
    middle(x) = share('attack_requests', 'decisions')
}
if (what eq 'threats') {
    title_text = 'Wrong threat estimates in two runs'
    y_text = 'captured unexpectedly (%)'
    caption_text = 'Replies of the opponent that capture a piece that had reported no loss, summed over '. \
        'groups of five moves. Bands: 95 % intervals.'
    low = 'unthreatened_low'
    high = 'unthreatened_high'
    middle(x) = share('unthreatened', 'replies')
}
least = what eq 'material' ? -1. : 0.
most = 1.
do for [k = 1:panels] {
    b = CURVE[k]
    do for [end in 'low high'] {
        name = end eq 'low' ? low : high
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(column(name) / y_scale)) nooutput
        stats 'second.csv' every ::SECOND_FROM[k]::SECOND_TO[k] using \
            (widen(column(name) / y_scale)) nooutput
    }
}
from_zero = what ne 'material'
load 'panels.gp'

if (what eq 'material') {
    set yrange [floor(least):ceil(most)]
} else {
    set yrange [0:lesser_of(most * 1.02, 100)]
    set ytics step_of(most)
}
do for [panel = 1:panels] {
    load 'panel.gp'
    b = CURVE[panel]
    from = SECOND_FROM[panel]
    to = SECOND_TO[panel]
    set title title_of(panel) offset 0,-0.8
    plot 'table.csv' every ::FROM[b]::TO[b] using \
            (column(along)):(column(low) / y_scale):(column(high) / y_scale) with filledcurves \
            fillcolor rgb colour(1) fillstyle transparent solid 0.25 noborder notitle, \
        'second.csv' every ::from::to using \
            (column(along)):(column(low) / y_scale):(column(high) / y_scale) with filledcurves \
            fillcolor rgb colour(2) fillstyle transparent solid 0.25 noborder notitle, \
        0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        'table.csv' every ::FROM[b]::TO[b] using (column(along)):(middle(0)) with lines linestyle 1 notitle, \
        'second.csv' every ::from::to using (column(along)):(middle(0)) with lines linestyle 2 notitle
}
unset multiplot
