# How the games of each player end.

load 'table.gp'
NAMES = TEXTS_player
most_letters = 24
load 'longest.gp'
# A termination has the same fill in all pictures.
ENDS = 'checkmate stalemate fifty-moves repetition insufficient-material ply-limit resignation '. \
    'draw-claim forfeit pieces-lost king-capture time-limit time'
style_of(termination) = sum [t = 1:words(ENDS)] (word(ENDS, t) eq termination ? t : 0)
panels = 1
left = 22 + 7.5 * letters
panel_height = 22 * NAMES + 10

title_text = 'Ends of the games of each player'
x_text = 'share of the games (%)'
y_text = ''
caption_text = ''
legends = BLOCKS
array LEGEND[legends]
array LEGEND_STYLE[legends]
do for [t = 1:legends] {
    LEGEND[t] = TEXT[BLOCK_termination[t]]
    LEGEND_STYLE[t] = style_of(LEGEND[t])
}
legend_boxes = 1
load 'panels.gp'

set xrange [0:100]
set yrange [NAMES + 0.6:0.4]
unset grid
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(TEXT[i], letters)) i)
}
plot for [t = 1:legends] $rows index t - 1 using \
    ($5 + $4 / 2):($3 > 0 ? $1 : NaN):5:($5 + $4):($1 - 0.36):($1 + 0.36) with boxxyerror \
    fillcolor rgb colour(LEGEND_STYLE[t]) fillstyle pattern fill(LEGEND_STYLE[t]) \
    border linecolor rgb '#000000' linewidth 0.4 notitle
unset multiplot
