# The frequency of wrong threat estimates, by move number: player hero against each opponent (thesis,
# figure 3.5), or, if hero is '', each player against all.

load 'curves.gp'
# A share of few captured pieces is meaningless.
of_captured(part, whole) = whole >= 20 ? 100 * part / whole : NaN

title_text = hero ne '' ? 'Wrong threat estimates of '.short(hero, 24) : \
    'Wrong threat estimates of each player'
y_text = 'captured unexpectedly (%)'
caption_text = 'Captured pieces that had reported no loss, summed over groups of five moves; shares '. \
    'of fewer than twenty pieces are omitted. A piece that had just moved reported on its previous '. \
    'square. Groups with fewer than a tenth of the replies of the first are omitted. '. \
    'Band: 95 % interval of the share of replies.'
legends = 3
array LEGEND[3] = ['of the pieces captured', 'of those that had not just moved', \
    'of the opponent''s replies']
array LEGEND_STYLE[3] = [2, 3, 1]
legend_boxes = 0
from_zero = 1
load 'panels.gp'

set yrange [0:100]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = CURVE[panel]
    set title title_of(panel) offset 0,-0.8
    plot 'table.csv' every ::FROM[b]::TO[b] using \
            (column(along)):(column('unthreatened_low')):(column('unthreatened_high')) with filledcurves \
            fillcolor rgb colour(1) fillstyle transparent solid 0.2 noborder notitle, \
        '' every ::FROM[b]::TO[b] using \
            (column(along)):(of_captured(column('unthreatened'), column('captured'))) \
            with lines linestyle 2 notitle, \
        '' every ::FROM[b]::TO[b] using (column(along)):(of_captured( \
            column('unthreatened') - column('movers_unthreatened'), \
            column('captured') - column('movers'))) with lines linestyle 3 notitle, \
        '' every ::FROM[b]::TO[b] using (column(along)):(share('unthreatened', 'replies')) \
            with lines linestyle 1 notitle
}
unset multiplot
