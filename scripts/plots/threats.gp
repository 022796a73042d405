# How often threats are estimated wrong, by move number: player number hero against each opponent
# (thesis, figure 3.5), or, if hero is 0, each player against all.

load 'table.gp'
load 'blocks.gp'
share(part, whole) = whole > 0 ? 100 * part / whole : NaN
# Of few pieces captured a share says nothing.
share_captured(part, whole) = whole >= 20 ? 100 * part / whole : NaN

title_text = hero ? 'Wrong threat estimates of '.short(TEXT[hero], 24) : \
    'Wrong threat estimates of each player'
y_text = 'captured unforeseen (%)'
caption_text = 'Pieces captured though they had reported no loss, five moves taken together; '. \
    'shares of fewer than twenty pieces are left out. A piece that had just moved had reported '. \
    'where it stood before. Drawn while there are a tenth of the replies to the first five moves. '. \
    'Band: 95 % interval of the share of replies.'
legends = 3
array LEGEND[3] = ['of the pieces captured', 'of those that had not just moved', \
    'of the opponent''s replies']
array LEGEND_STYLE[3] = [2, 3, 1]
legend_boxes = 0
longest_title = hero ? 0 : 24
do for [k = 1:(hero ? panels : 0)] {
    own = 8 + strlen(opponent(BLOCK[k]))
    longest_title = own > longest_title ? own : longest_title
}
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [0:100]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = BLOCK[panel]
    set title (hero ? titled(opponent(b)) : \
        short(TEXT[BLOCK_player[b + 1]], 24)) offset 0,-0.8
    plot $rows index b using x_column:(column(column_unthreatened_low)): \
            (column(column_unthreatened_high)) with filledcurves fillcolor rgb colour(1) \
            fillstyle transparent solid 0.2 noborder notitle, \
        '' index b using \
            x_column:(share_captured(column(column_unthreatened), column(column_captured))) \
            with lines linestyle 2 notitle, \
        '' index b using x_column:(share_captured( \
            column(column_unthreatened) - column(column_movers_unthreatened), \
            column(column_captured) - column(column_movers))) \
            with lines linestyle 3 notitle, \
        '' index b using \
            x_column:(share(column(column_unthreatened), column(column_replies))) \
            with lines linestyle 1 notitle
}
unset multiplot
