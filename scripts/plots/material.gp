# The mean difference of material by move number, or over time, with its interval: player hero against
# each opponent (thesis, figures 3.1, 3.2 and 3.4).

load 'curves.gp'
pawns(name) = column(name) / 100
# The interval of a few games would flatten all the rest.
LEAST_GAMES = 10
lasting(name) = column('running') >= LEAST_GAMES ? pawns(name) : NaN
least = -1.
most = 1.
do for [k = 1:panels] {
    b = CURVE[k]
    do for [name in 'low_all high_all mean'] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(pawns(name))) nooutput
    }
    do for [name in 'low high'] {
        stats 'table.csv' every ::FROM[b]::TO[b] using (widen(lasting(name))) nooutput
    }
}

title_text = 'Material of '.short(hero, 24).' '.by_text
y_text = 'difference (pawns)'
caption_text = 'Thick: mean of the player''s material minus the opponent''s over all games; games that '. \
    'have ended count with their last difference. Thin: mean over games in progress, if '. \
    'these are at least a tenth of all games. Bands: 95 % intervals, for the thin line only '. \
    sprintf('if at least %d games are in progress.', LEAST_GAMES)
legends = 0
legend_boxes = 0
from_zero = 0
load 'panels.gp'

set yrange [floor(least):ceil(most)]
do for [panel = 1:panels] {
    load 'panel.gp'
    b = CURVE[panel]
    set title title_of(panel) offset 0,-0.8
    plot 'table.csv' every ::FROM[b]::TO[b] using (column(along)):(lasting('low')):(lasting('high')) \
            with filledcurves fillcolor rgb colour(6) fillstyle transparent solid 0.3 noborder notitle, \
        '' every ::FROM[b]::TO[b] using (column(along)):(pawns('low_all')):(pawns('high_all')) \
            with filledcurves fillcolor rgb colour(6) fillstyle transparent solid 0.5 noborder notitle, \
        0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        'table.csv' every ::FROM[b]::TO[b] using (column(along)):(pawns('mean')) with lines \
            linecolor rgb colour(1) linewidth 0.5 notitle, \
        '' every ::FROM[b]::TO[b] using (column(along)):(pawns('mean_all')) with lines \
            linecolor rgb colour(1) linewidth 1.8 notitle
}
unset multiplot
