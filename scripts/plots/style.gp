# What all pictures share: colours, lines, fills, and words. Loaded before a picture. A file NAME.gp
# in the working folder is a table as 'agentchess report --gnuplot' writes it: run.gp says which run
# it is, table.gp what is to be drawn.

load 'run.gp'
# The sizes of other texts than those of 12; LaTeX has sizes of its own.
larger = format eq 'tex' ? '' : ',14'
smaller = format eq 'tex' ? '' : ',11'
set encoding utf8
set datafile separator ','

# Okabe and Ito's colours, told apart by the colour-blind; every line has its own dashes as well,
# for print without colours. Source: https://jfly.uni-koeln.de/color (2002).
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

# A name that fits where there is little room.
short(name, letters) = strlen(name) > letters ? name[1:letters - 1].'…' : name
# Names of tics are formats.
tic(name) = strstrt(name, '%') == 0 ? name : \
    name[1:strstrt(name, '%')].'%'.tic(name[strstrt(name, '%') + 1:])

# Fills of boxes, told apart by their patterns.
array FILL[9] = [3, 1, 2, 4, 5, 6, 7, 0, 1]
fill(i) = FILL[(i - 1) % 9 + 1]

# How many letters of a caption fit beside each other.
letters_across(width) = int((width - 20) / 6.1)
# The last line of every caption.
run_name = TEXT[BLOCK_name[1]]
run_numbers = sprintf(': %d game%s, %d a pairing, seed %d.', BLOCK_games[1], \
    BLOCK_games[1] == 1 ? '' : 's', BLOCK_pairing_games[1], BLOCK_seed[1])
run_text(letters) = 'Run '.short(run_name, letters - 4 - strlen(run_numbers)).run_numbers

# Steps of tics that have room in a small diagram.
step(last) = last <= 8 ? 2 : last <= 20 ? 5 : last <= 40 ? 10 : last <= 80 ? 20 : \
    last <= 200 ? 50 : last <= 500 ? 100 : last <= 1000 ? 200 : 500
# Of a span that may be anything: no more than five steps, each 1, 2 or 5 times a power of ten.
power_of(span) = 10. ** floor(log10(span / 5.))
times_of(times) = times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10
step_of(span) = span > 0 ? power_of(span) * times_of(span / 5. / power_of(span)) : 1
