# Scores over the last factor: one panel per opponent and pace, one line per combination of the other
# values, and its crossings of the score 0.5.

SEPARATOR = "\003"
stats 'table.csv' using (AXIS = strcol('choice'), note(strcol('line'))) nooutput
LINES = NAMES
whom(x) = 'against '.plain(strcol('opponent')). \
    (has('ms_per_space') ? ', '.strcol('ms_per_space').' ms per space' : '')
stats 'table.csv' using (group(whom(0).SEPARATOR.strcol('line'))) nooutput
panels = GROUPS / LINES
stats 'table.csv' using (column('x')) name 'X' nooutput
span = X_max > X_min ? X_max - X_min : 1

in_ms = strlen(AXIS) > 3 && AXIS[strlen(AXIS) - 2:] eq '_ms'
choice = AXIS eq '' ? 'choice' : plain(AXIS)

title_text = 'Score by '.choice
x_text = choice.(in_ms ? ' (milliseconds)' : '')
y_text = 'score (points per game)'
caption_text = 'Point: wins and half of the draws, as a share of the games. Bar: its 95 % interval. '. \
    'Points with the same '.choice.' are side by side. '. \
    'Heavy line: score 0.5. Circle: crossing of this line, interpolated linearly between points, '. \
    'with its 95 % interval; the numbers are the crossings'. \
    (in_ms ? ' in ms.' : '.')
legends = LINES > 1 ? LINES : 0
array LEGEND[LINES]
array LEGEND_STYLE[LINES]
do for [i = 1:LINES] {
    LEGEND[i] = short(NAME[i], 24)
    LEGEND_STYLE[i] = i
}
legend_boxes = 0
left = 70
panel_height = panels == 1 ? 260 : 220
load 'panels.gp'

# Told apart without colours: lines by their dashes, points by their shapes.
array SHAPE[8] = [7, 5, 9, 11, 13, 6, 4, 8]
shape(i) = SHAPE[(i - 1) % 8 + 1]
beside(i) = (i - (LINES + 1) / 2.) * 0.008 * span
set xrange [X_min - 0.05 * span:X_max + 0.05 * span]
set yrange [-0.02:1.02]
set ytics 0.25
# Where a line crosses the score 0.5, one place after the other.
place(x) = sprintf(x >= 100 ? '%.0f' : '%.3g', x)
add_place(x) = (places = places.(places eq '' ? '' : ', ').place(x), 0)
do for [panel = 1:panels] {
    load 'panel.gp'
    first = (panel - 1) * LINES
    set title cut(GROUP[first + 1][1:strstrt(GROUP[first + 1], SEPARATOR) - 1], 44) offset 0,-0.8
    do for [i = 1:LINES] {
        places = ''
        stats 'table.csv' every ::FROM[first + i]::TO[first + i] using \
            (has('crossing') ? add_place(column('crossing')) : 0) nooutput
        place_text = places eq '' ? '' : (LINES > 1 ? short(NAME[i], 16).': ' : '').places
        set label 100 + i place_text at graph 0.98, 0.99 - 0.068 * i right font smaller
    }
    plot 0.5 linecolor rgb '#404040' linewidth 1.2 notitle, \
        for [i = 1:LINES] 'table.csv' every ::FROM[first + i]::TO[first + i] using \
            (column('x') + beside(i)):(column('score')) with lines linestyle i linewidth 1 notitle, \
        for [i = 1:LINES] '' every ::FROM[first + i]::TO[first + i] using \
            (column('x') + beside(i)):(column('score')):(column('low')):(column('high')) \
            with yerrorbars linestyle i dashtype 11 linewidth 0.9 pointtype -1 pointsize 0 notitle, \
        for [i = 1:LINES] '' every ::FROM[first + i]::TO[first + i] using \
            (column('x') + beside(i)):(column('score')) with points linestyle i pointtype shape(i) \
            pointsize 0.35 notitle, \
        for [i = 1:LINES] '' every ::FROM[first + i]::TO[first + i] using (column('crossing')):(0.5): \
            (column('crossing_low')):(column('crossing_high')) with xerrorbars \
            linestyle i dashtype 11 linewidth 1.6 pointtype -1 pointsize 0 notitle, \
        for [i = 1:LINES] '' every ::FROM[first + i]::TO[first + i] using (column('crossing')):(0.5) \
            with points linecolor rgb colour(i) pointtype 6 pointsize 0.8 linewidth 1.2 notitle
}
unset multiplot
