# The mean difference of material by move number, or over time, of every player against all
# opponents: one panel per player, one line per opponent.

stats 'table.csv' using (note(strcol('player'))) nooutput
stats 'table.csv' using (note(strcol('opponent'))) nooutput
SEPARATOR = "\003"
stats 'table.csv' using (group(strcol('player').SEPARATOR.strcol('opponent'))) nooutput
player_of(g) = GROUP[g][1:strstrt(GROUP[g], SEPARATOR) - 1]
opponent_of(g) = GROUP[g][strstrt(GROUP[g], SEPARATOR) + 1:]
stats 'table.csv' using (has('move') ? 0 : 1) name 'TIME' nooutput
along = TIME_max > 0 ? 'seconds' : 'move'
stats 'table.csv' using (column(along)) name 'X' nooutput
pawns(name) = column(name) / 100
stats 'table.csv' using (pawns('mean_all')) name 'MEAN' nooutput
panels = NAMES

title_text = 'Material of each player '.(along eq 'seconds' ? 'over time' : 'by move number')
x_text = along eq 'seconds' ? 'time of the game (s)' : 'move number'
y_text = 'mean difference (pawns)'
caption_text = 'Mean of the player''s material minus the opponent''s over all games, one line per '. \
    'opponent; games that have ended count with their last difference. Lines end when fewer than a '. \
    'tenth of the games are in progress. material_PLAYER shows intervals.'
legends = NAMES
array LEGEND[NAMES]
array LEGEND_STYLE[NAMES]
do for [i = 1:NAMES] {
    LEGEND[i] = 'against '.short(NAME[i], 20)
    LEGEND_STYLE[i] = i
}
legend_boxes = 0
from_zero = 0
load 'panels.gp'

set xrange [0:X_max]
set xtics step(X_max)
set yrange [floor(lesser_of(MEAN_min, -1)):ceil(larger_of(MEAN_max, 1))]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(NAME[panel], 24) offset 0,-0.8
    curves = ''
    do for [g = 1:GROUPS] {
        curves = player_of(g) eq NAME[panel] ? curves.' '.g : curves
    }
    plot 0 linecolor rgb '#404040' linewidth 0.5 notitle, \
        for [g in curves] 'table.csv' every ::FROM[int(g)]::TO[int(g)] using \
            (column(along)):(pawns('mean_all')) with lines linestyle place_of(opponent_of(int(g))) notitle
}
unset multiplot
