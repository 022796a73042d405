# Many small diagrams side by side with the same axes, so that they can be compared, and one title,
# one legend and one caption around them. Before it is loaded:
#
#   panels           how many
#   title_text, x_text, y_text
#   caption_text     what stands below them, and below that the run
#   legends          how many of LEGEND[], 0: none; LEGEND_STYLE[], lines or, if legend_boxes, fills
#   longest_title    letters of the longest title of a panel, if that may be a long one
#   from_zero        of curves, which may have a y-axis for each panel: whether it begins at 0
#   left, panel_height, least_width, columns_wanted   unless the usual ones will do
#
# Then for panel = 1 .. panels: load 'panel.gp', set title of no more than title_letters (titled() cuts
# it), plot.

own_scales = each_scale && exists('from_zero')
columns = exists('columns_wanted') ? columns_wanted : panels <= 1 ? 1 : panels <= 4 ? 2 : panels <= 9 ? 3 : ceil(sqrt(panels))
rows = ceil(panels / real(columns))
width = columns == 1 ? 400 : columns <= 3 ? 600 : 215 * columns
if (!exists('left')) left = 58
if (exists('longest_title')) {
    most_title = longest_title > 64 ? 64 : longest_title
    title_width = left + 20 + columns * (7.2 * most_title + 22)
    width = title_width > width ? title_width : width
}
if (exists('least_width')) width = least_width > width ? least_width : width

legend_letters = 0
do for [i = 1:legends] {
    legend_letters = strlen(LEGEND[i]) > legend_letters ? strlen(LEGEND[i]) : legend_letters
}
legend_step = 44 + 6.7 * legend_letters
legends_a_row = floor((width - 20) / legend_step) < 1 ? 1 : floor((width - 20) / legend_step)
legends_a_row = legends_a_row > legends ? legends : legends_a_row
legend_rows = legends > 0 ? ceil(legends / real(legends_a_row)) : 0

# The caption in lines that fit, and the run, or the two runs, each on a line.
array CAPTION[40]
caption = 0
line = ''
do for [w in caption_text] {
    if (strlen(line.' '.w) > letters_across(width)) {
        caption = caption + 1
        CAPTION[caption] = line
        line = ''
    }
    line = line eq '' ? w : line.' '.w
}
if (line ne '') {
    caption = caption + 1
    CAPTION[caption] = line
}
if (two) {
    room(numbers) = letters_across(width) - 5 - strlen(numbers)
    CAPTION[caption + 1] = 'Run '.cut(label, room(first_numbers)).first_numbers.'.'
    CAPTION[caption + 2] = 'Run '.cut(second_label, room(second_numbers)).second_numbers.'.'
    caption = caption + 2
} else {
    caption = caption + 1
    CAPTION[caption] = run_text(letters_across(width))
}

head = with_title ? 44 : 24
if (!with_caption) caption = 0
foot = 54 + 15 * legend_rows + 13 * caption
if (!exists('panel_height')) panel_height = columns == 1 ? 210 : columns == 2 ? 170 : 140
height = head + foot + rows * panel_height
title_letters = int(((width - left - 20) / columns - 22) / 7.)
titled(name) = strlen('against '.plain(name)) <= title_letters ? 'against '.plain(name) : \
    short(name, title_letters)

load 'page.gp'

at_x(points) = points / real(width)
at_y(points) = points / real(height)
set multiplot layout rows,columns \
    margins at_x(left), at_x(width - 20), at_y(foot), at_y(height - head) spacing at_x(own_scales ? 44 : 22), at_y(26)

# Drawn with the first panel.
if (with_title) set label at screen 0.5, at_y(height - 15) center font larger title_text
set label at screen at_x(14), at_y((foot + height - head) / 2.) center rotate by 90 y_text
set label at screen at_x((left + width - 20) / 2.), at_y(foot - 34) center x_text
do for [i = 1:legends] {
    legend_x = 12 + legend_step * ((i - 1) % legends_a_row)
    legend_y = foot - 56 - 15 * ((i - 1) / legends_a_row)
    set label at screen at_x(legend_x + 28), at_y(legend_y) left LEGEND[i]
    if (legend_boxes) {
        set object rectangle from screen at_x(legend_x), at_y(legend_y - 5) \
            to screen at_x(legend_x + 22), at_y(legend_y + 5) \
            fillcolor rgb colour(LEGEND_STYLE[i]) fillstyle pattern fill(LEGEND_STYLE[i]) \
            border linecolor rgb '#000000' linewidth 0.5
    } else {
        set arrow from screen at_x(legend_x), at_y(legend_y) \
            to screen at_x(legend_x + 22), at_y(legend_y) nohead linestyle LEGEND_STYLE[i]
    }
}
do for [i = 1:caption] {
    set label at screen at_x(10), at_y(13 * (caption - i) + 9) left font smaller CAPTION[i]
}
