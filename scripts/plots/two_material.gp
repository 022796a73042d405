# The mean difference of material over all games, of player number hero against each opponent, in two
# runs.

load 'two_blocks.gp'
least = -1
most = 1
do for [k = 1:panels] {
    stats $rows index FIRST[k] using (column(column_low_all) / 100) name 'LOW' nooutput
    stats $rows index FIRST[k] using (column(column_high_all) / 100) name 'HIGH' nooutput
    stats $SECOND_rows index SECOND[k] using (column(column_low_all) / 100) name 'LOW2' nooutput
    stats $SECOND_rows index SECOND[k] using (column(column_high_all) / 100) name 'HIGH2' nooutput
    least = lesser(least, lesser(LOW_min, LOW2_min))
    most = larger(most, larger(HIGH_max, HIGH2_max))
}

title_text = 'Material of '.short(TEXT[hero], 24).' '.by_text.' in two runs'
y_text = 'difference (pawns)'
caption_text = 'Mean of the player''s material minus the opponent''s in all games, those that have '. \
    'ended as they ended, with its 95 % interval.'
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [floor(least):ceil(most)]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = FIRST[panel]
    k = SECOND[panel]
    set title titled(paced(TEXT[BLOCK_opponent[b + 1]], b)) offset 0,-0.8
    plot $rows index b using x_column:(column(column_low_all) / 100): \
            (column(column_high_all) / 100) with filledcurves fillcolor rgb colour(1) \
            fillstyle transparent solid 0.25 noborder notitle, \
        $SECOND_rows index k using x_column:(column(column_low_all) / 100): \
            (column(column_high_all) / 100) with filledcurves fillcolor rgb colour(2) \
            fillstyle transparent solid 0.25 noborder notitle, \
        0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        $rows index b using x_column:(column(column_mean_all) / 100) with lines linestyle 1 notitle, \
        $SECOND_rows index k using x_column:(column(column_mean_all) / 100) with lines \
            linestyle 2 notitle
}
unset multiplot
