# How the games of each player end.

load 'names.gp'
most_letters = 24
load 'longest.gp'
panels = 1
left = 22 + 7.5 * letters
panel_height = 22 * NAMES + 10

title_text = 'Ends of the games of each player'
x_text = 'share of the games (%)'
y_text = ''
caption_text = ''
legend_boxes = 1
load 'panels.gp'

set xrange [0:100]
set yrange [NAMES + 0.6:0.4]
unset grid
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(NAME[i], letters)) i)
}
plot for [t = 1:legends] 'ends.csv' index t - 1 using \
    (($2 + $3) / 2):($3 > $2 ? $1 : NaN):2:3:($1 - 0.36):($1 + 0.36) with boxxyerror \
    fillcolor rgb colour(LEGEND_STYLE[t]) fillstyle pattern fill(LEGEND_STYLE[t]) \
    border linecolor rgb '#000000' linewidth 0.4 notitle
unset multiplot
