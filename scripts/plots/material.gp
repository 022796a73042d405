# The mean difference of material by move number, or over time, with its interval: player number hero
# against each opponent (thesis, figures 3.1, 3.2 and 3.4).

load 'table.gp'
load 'blocks.gp'
do for [k = 1:panels] {
    b = BLOCK[k]
    # The interval of the few games that still last may be cut off: it would flatten the rest.
    stats $rows index b using (column(column_low_all) / 100) name 'LOW' nooutput
    stats $rows index b using (column(column_high_all) / 100) name 'HIGH' nooutput
    stats $rows index b using (column(column_mean) / 100) name 'LASTING' nooutput
    LOW_min = LASTING_min < LOW_min ? LASTING_min : LOW_min
    HIGH_max = LASTING_max > HIGH_max ? LASTING_max : HIGH_max
    least = k == 1 || LOW_min < least ? LOW_min : least
    most = k == 1 || HIGH_max > most ? HIGH_max : most
}
least = least > -1 ? -1 : least
most = most < 1 ? 1 : most

title_text = 'Material of '.short(TEXT[hero], 24).' '.by_text
y_text = 'difference (pawns)'
caption_text = 'Thick: mean of the player''s material minus the opponent''s in all games, those that '. \
    'have ended as they ended. Thin: in those that still last, while a tenth do. Both with 95 % intervals.'
legends = 0
legend_boxes = 0
longest_title = 0
do for [k = 1:panels] {
    own = 8 + strlen(opponent(BLOCK[k]))
    longest_title = own > longest_title ? own : longest_title
}
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [floor(least):ceil(most)]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = BLOCK[panel]
    set title titled(opponent(b)) offset 0,-0.8
    plot $rows index b \
            using x_column:(column(column_low) / 100):(column(column_high) / 100) with filledcurves \
            fillcolor rgb colour(6) fillstyle transparent solid 0.3 noborder notitle, \
        '' index b using x_column:(column(column_low_all) / 100):(column(column_high_all) / 100) \
            with filledcurves \
            fillcolor rgb colour(6) fillstyle transparent solid 0.5 noborder notitle, \
        0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        $rows index b using x_column:(column(column_mean) / 100) with lines \
            linecolor rgb colour(1) linewidth 0.5 notitle, \
        $rows index b using x_column:(column(column_mean_all) / 100) with lines \
            linecolor rgb colour(1) linewidth 1.8 notitle
}
unset multiplot
