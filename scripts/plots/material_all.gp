# The mean difference of material by move number, or over time, of every player against all
# opponents.

load 'names.gp'
load 'blocks.gp'
least = -1.0
most = 1.0
do for [k = 1:panels] {
    stats file(BLOCK[k]) index BLOCK_INDEX[BLOCK[k]] using (column(column_mean) / 100) \
        name 'MEAN' nooutput
    least = MEAN_min < least ? MEAN_min : least
    most = MEAN_max > most ? MEAN_max : most
}
panels = NAMES

title_text = 'Material of each player '.BY_TEXT
x_text = X_TEXT
y_text = 'mean difference (pawns)'
caption_text = 'Mean of the player''s material minus the opponent''s, a line an opponent. '. \
    'Drawn while at least a tenth of the games last. With intervals: material_PLAYER.'
legends = NAMES
array LEGEND[NAMES]
array LEGEND_STYLE[NAMES]
do for [i = 1:NAMES] {
    LEGEND[i] = 'against '.short(NAME[i], 20)
    LEGEND_STYLE[i] = i
}
legend_boxes = 0
load 'panels.gp'

set xrange [0:LAST]
set xtics step(LAST)
set yrange [floor(least):ceil(most)]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(NAME[panel], 24) offset 0,-0.8
    blocks = ''
    do for [b = 1:BLOCKS] {
        blocks = BLOCK_HERO[b] == panel && BLOCK_ROWS[b] > 0 ? blocks.' '.b : blocks
    }
    plot 0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        for [b in blocks] file(int(b)) index BLOCK_INDEX[int(b)] using \
            1:(column(column_mean) / 100) with lines linestyle BLOCK_OPPONENT[int(b)] notitle
}
unset multiplot
