# The thesis' table 3.1 and its prediction from our results: one diagram each for wins, losses and draws.

is_ours(x) = is('table', '3.1')
stats 'table.csv' using (is_ours(0) ? note(strcol('part')) : 0) nooutput
panels = lesser_of(NAMES, 3)
array PART[3]
do for [i = 1:panels] { PART[i] = NAME[i] }
NAMES = 0
stats 'table.csv' using (is_ours(0) ? note(strcol('cell')) : 0) nooutput
parts = panels
most_letters = 24
row_height = 15
load 'names.gp'
panels = parts
least_width = left + 480
columns_wanted = 3

title_text = 'Results of the thesis and our prediction'
x_text = 'share of the games of the first player (%)'
caption_text = 'Point: the thesis, table 3.1. Bar: 95 % prediction interval from our '. \
    'results. Vertical mark: our result.'
legends = 0
legend_boxes = 0
load 'panels.gp'

set xrange [0:100]
set xtics 25
y(panel) = is_ours(0) && is('part', PART[panel]) ? place_of(strcol('cell')) : NaN
do for [panel = 1:panels] {
    load 'panel.gp'
    if (panel == 1) {
        set format y '%g'
    } else {
        set ytics ()
        do for [i = 1:NAMES] { set ytics add ('' i) }
    }
    set title PART[panel] offset 0,-0.8
    plot 'table.csv' using (column('low')):(y(panel)):(column('high') - column('low')):(0) \
            with vectors nohead linecolor rgb colour(6) linewidth 4 notitle, \
        '' using (column('ours')):(y(panel) - 0.3):(0):(0.6) \
            with vectors nohead linecolor rgb colour(1) linewidth 1.5 notitle, \
        '' using (column('thesis')):(y(panel)) \
            with points linecolor rgb colour(2) pointtype 7 pointsize 0.45 notitle
}
unset multiplot
