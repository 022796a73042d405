# The score of every player against every other one, as a heat map.

stats 'table.csv' using (note(strcol('player'))) nooutput
stats 'table.csv' using (abs(column('score') - 50)) name 'OFF' nooutput
cell = NAMES <= 12 ? 30 : NAMES <= 30 ? 22 : 12
letters = 1
do for [i = 1:NAMES] { letters = larger_of(letters, lesser_of(strlen(plain(NAME[i])), 16)) }
left = 40 + 7.5 * letters
top = (with_title ? 60 : 36) + (letters > 4 ? 6 * letters : 10)
side = cell * NAMES < 150 ? 150 : cell * NAMES
width = left + side + 90 < 400 ? 400 : left + side + 90
bottom = with_caption ? 48 : 12
height = top + side + bottom
load 'page.gp'

set lmargin at screen left / width
set rmargin at screen (left + side) / width
set tmargin at screen 1 - top / real(height)
set bmargin at screen bottom / real(height)
unset grid
unset key
set border 15
set tics scale 0
set xrange [0.5:NAMES + 0.5]
set yrange [NAMES + 0.5:0.5]
unset xtics
set x2range [0.5:NAMES + 0.5]
# A list of tics, even with one element, replaces those at round numbers.
set x2tics out rotate by (letters > 4 ? 45 : 0) (tic(short(NAME[1], 16)) 1)
set ytics out (tic(short(NAME[1], 16)) 1)
do for [i = 1:NAMES] {
    set x2tics add (tic(short(NAME[i], 16)) i)
    set ytics add (tic(short(NAME[i], 16)) i)
}
if (with_title) {
    set label at screen 0.5, 1 - 15 / real(height) center font larger 'Score of every pairing'
}
set label at screen (left + side / 2.) / width, 1 - (with_title ? 36 : 12) / real(height) center \
    'opponent'
set label at screen 12 / real(width), (bottom + side / 2.) / height center rotate by 90 'player'
set cblabel 'score of the player (%)'
load 'diverging.gp'
set cbtics 50 - span, span / 2.
if (with_caption) {
    set label at screen 10 / real(width), 22 / real(height) left font smaller \
        'Wins and half of the draws, as percentages of the games.'
    set label at screen 10 / real(width), 9 / real(height) left font smaller \
        run_text(letters_across(width))
}

x(i) = place_of(strcol('opponent'))
y(i) = place_of(strcol('player'))
plot 'table.csv' using (x(0)):(y(0)):(x(0) - 0.5):(x(0) + 0.5):(y(0) - 0.5):(y(0) + 0.5):(column('score')) \
        with boxxyerror fillstyle solid noborder linecolor palette, \
    '' using (x(0)):(NAMES <= 30 ? y(0) : NaN):(sprintf('%.0f', column('score'))):(ink(column('score'))) \
        with labels font smaller textcolor rgb variable
