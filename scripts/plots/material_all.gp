# The mean difference of material by move number, or over time, of every player against all
# opponents.

load 'table.gp'
NAMES = TEXTS_opponent
load 'blocks.gp'
least = -1.0
most = 1.0
do for [k = 1:panels] {
    stats $rows index BLOCK[k] using (column(column_mean_all) / 100) \
        name 'MEAN' nooutput
    least = MEAN_min < least ? MEAN_min : least
    most = MEAN_max > most ? MEAN_max : most
}
panels = NAMES

title_text = 'Material of each player '.by_text
y_text = 'mean difference (pawns)'
caption_text = 'Mean of the player''s material minus the opponent''s over all games, those that have ended as '. \
    'they ended, a line an opponent. Drawn while at least a tenth of the games last. With '. \
    'intervals: material_PLAYER.'
legends = NAMES
array LEGEND[NAMES]
array LEGEND_STYLE[NAMES]
do for [i = 1:NAMES] {
    LEGEND[i] = 'against '.short(TEXT[i], 20)
    LEGEND_STYLE[i] = i
}
legend_boxes = 0
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [floor(least):ceil(most)]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(TEXT[panel], 24) offset 0,-0.8
    blocks = ''
    do for [b = 1:BLOCKS] {
        blocks = BLOCK_player[b] == panel ? blocks.' '.b : blocks
    }
    plot 0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        for [b in blocks] $rows index int(b) - 1 using \
            x_column:(column(column_mean_all) / 100) with lines linestyle BLOCK_opponent[int(b)] notitle
}
unset multiplot
