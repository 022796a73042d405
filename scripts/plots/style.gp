# What all pictures share: colours, lines, fills, words, and the reading of tables. Loaded before a
# picture. The tables are CSV files in the working folder: run.csv says which run it is, table.csv
# what is to be drawn; of two runs second_run.csv and second.csv are those of the other one (two is
# then 1, and the runs are called label and second_label). In texts of tables \001 is a quotation
# mark and \002 a comma, at which gnuplot cuts cells.

# The sizes of other texts than those of 12; LaTeX has sizes of its own.
larger = format eq 'tex' ? '' : ',14'
smaller = format eq 'tex' ? '' : ',11'
set encoding utf8
set datafile separator ','
set datafile columnheaders

# Okabe and Ito's colours, which colour-blind readers can distinguish; every line also has separate
# dashes, for print without colours. Source: https://jfly.uni-koeln.de/color (2002).
array COLOUR[8] = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#000000', '#56B4E9', '#E69F00', \
    '#7F7F7F']
set dashtype 11 (1,0)
set dashtype 12 (9,3)
set dashtype 13 (3,2)
set dashtype 14 (9,3,2,3)
set dashtype 15 (1.5,3)
set dashtype 16 (15,4)
set dashtype 17 (9,3,2,3,2,3)
set dashtype 18 (5,4)
colour(i) = COLOUR[(i - 1) % 8 + 1]
dashes(i) = 11 + (i - 1 + int((i - 1) / 8)) % 8
do for [i = 1:256] {
    set style line i linecolor rgb colour(i) dashtype dashes(i) linewidth 1.4
}
set style line 300 linecolor rgb '#B0B0B0' dashtype 11 linewidth 0.5
set border 3 linecolor rgb '#404040' linewidth 0.7
set tics nomirror out scale 0.5 textcolor rgb '#000000'
set grid linestyle 300

# The original text of a cell.
swap(text, mark, letter) = strstrt(text, mark) == 0 ? text : \
    text[1:strstrt(text, mark) - 1].letter.swap(text[strstrt(text, mark) + 1:], mark, letter)
plain(text) = swap(swap(text, "\001", '"'), "\002", ',')
# A name shortened to a number of letters.
cut(text, letters) = strlen(text) > letters ? text[1:letters - 1].'…' : text
short(name, letters) = cut(plain(name), letters)
# Names of tics are formats.
tic(name) = strstrt(name, '%') == 0 ? name : \
    name[1:strstrt(name, '%')].'%'.tic(name[strstrt(name, '%') + 1:])

larger_of(a, b) = a > b ? a : b
lesser_of(a, b) = a < b ? a : b
# Widens the range from least to most by a value, if it is one: stats FILE using (widen(VALUE)).
widen(value) = value == value ? (least = lesser_of(least, value), most = larger_of(most, value), 0) : 0
is(name, text) = strcol(name) eq text
# Of an empty cell at the end of a row strcol() gives the name of the column.
has(name) = strcol(name) ne '' && strcol(name) ne name
share(part, whole) = column(whole) > 0 ? 100 * column(part) / column(whole) : NaN

# Rows of table.csv that stand together and have one name are group 1 .. GROUPS, from row FROM[] to
# row TO[] (plot 'table.csv' every ::FROM[i]::TO[i]). Read by: stats 'table.csv' using (group(NAME)).
array GROUP[4096]
array FROM[4096]
array TO[4096]
GROUPS = 0
begin_group(name) = (GROUPS = GROUPS + 1, GROUP[GROUPS] = name, FROM[GROUPS] = int(column(0)))
group(name) = (GROUPS > 0 && GROUP[larger_of(GROUPS, 1)] eq name ? 0 : begin_group(name), \
    TO[GROUPS] = int(column(0)), 0)

# Texts in the order in which they are first seen: NAME[1] .. NAME[NAMES]. place_of() is 0 for others.
array NAME[4096]
NAMES = 0
place_of(name) = NAMES == 0 ? 0 : int(sum [i = 1:NAMES] (NAME[i] eq name ? i : 0))
add_name(name) = (NAMES = NAMES + 1, NAME[NAMES] = name, NAMES)
note(name) = place_of(name) > 0 ? place_of(name) : add_name(name)

# Fills of boxes, told apart by their patterns.
array FILL[9] = [3, 1, 2, 4, 5, 6, 7, 0, 1]
fill(i) = FILL[(i - 1) % 9 + 1]

# How many letters of a caption fit beside each other.
letters_across(width) = int((width - 20) / 6.1)
# The last line of every caption: a run with its games and its seed.
numbers_of_run(x) = sprintf(': %s game%s, %s per pairing, seed %s.', strcol('games'), \
    is('games', '1') ? '' : 's', strcol('pairing_games'), strcol('seed'))
numbers_of_two(x) = sprintf(': %s per pairing, seed %s', strcol('pairing_games'), strcol('seed'))
stats 'run.csv' using (run_name = strcol('name'), run_numbers = numbers_of_run(0), \
    first_numbers = numbers_of_two(0), 0) nooutput
run_text(letters) = 'Run '.short(run_name, letters - 4 - strlen(run_numbers)).run_numbers
if (two) {
    stats 'second_run.csv' using (second_numbers = numbers_of_two(0), 0) nooutput
    array LEGEND[2] = [label, second_label]
    array LEGEND_STYLE[2] = [1, 2]
    legends = 2
    legend_boxes = 0
}

# Steps of tics that have room in a small diagram.
step(last) = last <= 8 ? 2 : last <= 20 ? 5 : last <= 40 ? 10 : last <= 80 ? 20 : \
    last <= 200 ? 50 : last <= 500 ? 100 : last <= 1000 ? 200 : 500
# Of a span that may be anything: no more than five steps, each 1, 2 or 5 times a power of ten.
power_of(span) = 10. ** floor(log10(span / 5.))
times_of(times) = times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10
step_of(span) = span > 0 ? power_of(span) * times_of(span / 5. / power_of(span)) : 1
