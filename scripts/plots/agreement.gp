# The thesis' table 3.1 and what our results foretell for it: a diagram for wins, losses and draws.

load 'table.gp'
FIRST = TEXTS_table
NAMES = TEXTS_cell - FIRST
array BLOCK[3]
panels = 0
do for [b = 1:BLOCKS] {
    if (TEXT[BLOCK_table[b]] eq '3.1' && panels < 3) {
        panels = panels + 1
        BLOCK[panels] = b - 1
    }
}
stats $rows index BLOCK[1] using column_cell name 'CELL' nooutput
CELLS = int(CELL_records)
letters = 1
do for [i = 1:CELLS] {
    letters = strlen(TEXT[FIRST + i]) > letters ? strlen(TEXT[FIRST + i]) : letters
}
letters = letters > 24 ? 24 : letters
left = 22 + 7.5 * letters
least_width = left + 480
columns_wanted = 3
panel_height = 15 * CELLS + 30

title_text = 'Results of the thesis and those foretold'
x_text = 'share of the games of the first player (%)'
y_text = ''
caption_text = 'Point: the thesis, table 3.1. Bar: where by our results 95 % of such matches lie; '. \
    'upright: our result.'
legends = 0
legend_boxes = 0
load 'panels.gp'

set yrange [CELLS + 0.6:0.4]
set xrange [0:100]
set xtics 25
do for [panel = 1:panels] {
    load 'panel.gp'
    set format y '%g'
    set ytics ()
    do for [i = 1:CELLS] {
        set ytics add (tic(panel == 1 ? short(TEXT[FIRST + i], letters) : '') i)
    }
    set title TEXT[BLOCK_part[BLOCK[panel] + 1]] offset 0,-0.8
    plot $rows index BLOCK[panel] \
            using (column(column_low)):($0 + 1):(column(column_high) - column(column_low)):(0) \
            with vectors nohead linecolor rgb colour(6) linewidth 4 notitle, \
        '' index BLOCK[panel] using (column(column_ours)):($0 + 0.7):(0):(0.6) \
            with vectors nohead linecolor rgb colour(1) linewidth 1.5 notitle, \
        '' index BLOCK[panel] using (column(column_thesis)):($0 + 1) \
            with points linecolor rgb colour(2) pointtype 7 pointsize 0.45 notitle
}
unset multiplot
