# The score of a hero by the values of two factors, as a heat map for each opponent and combination of
# the other values.

stats 'table.csv' using (group(strcol('panel')), ACROSS = plain(strcol('across')), \
    DOWN = plain(strcol('down'))) nooutput
stats 'table.csv' using (column('x')) name 'X' nooutput
stats 'table.csv' using (column('y')) name 'Y' nooutput
stats 'table.csv' using (abs(column('score') - 50)) name 'OFF' nooutput
panels = GROUPS
title_text = 'Score by '.ACROSS.' and '.DOWN
x_text = ACROSS
y_text = DOWN
caption_text = 'Wins and half of the draws, as percentages of the games.'
legends = 0
longest_title = 0
do for [i = 1:panels] { longest_title = larger_of(longest_title, strlen(plain(GROUP[i]))) }
left = 72
panel_height = 56 + 22 * lesser_of(int(Y_max), 12)
load 'panels.gp'

load 'diverging.gp'
set border 15
unset grid
unset key
unset colorbox
set tics scale 0
set xrange [0.5:X_max + 0.5]
set yrange [Y_max + 0.5:0.5]
do for [panel = 1:panels] {
    load 'panel.gp'
    set title short(GROUP[panel], larger_of(title_letters, 30)) offset 0,-0.8
    plot 'table.csv' every ::FROM[panel]::TO[panel] using (column('x')):(column('y')): \
            (column('x') - 0.5):(column('x') + 0.5):(column('y') - 0.5):(column('y') + 0.5):(column('score')): \
            xticlabels(short(strcol('x_value'), 12)):yticlabels(short(strcol('y_value'), 12)) \
            with boxxyerror fillstyle solid noborder linecolor palette, \
        '' every ::FROM[panel]::TO[panel] using (column('x')):(column('y')): \
            (sprintf('%.0f', column('score'))):(ink(column('score'))) \
            with labels font smaller textcolor rgb variable
}
unset multiplot
