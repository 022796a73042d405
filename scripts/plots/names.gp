# One diagram with a row for each of NAME[1] .. NAME[NAMES], which are shown with most_letters. Loaded
# before panels.gp; row_height is that of a row.

letters = 1
do for [i = 1:NAMES] { letters = larger_of(letters, strlen(plain(NAME[i]))) }
letters = lesser_of(letters, most_letters)
panels = 1
left = 22 + 7.5 * letters
panel_height = row_height * NAMES + 16
y_text = ''
set yrange [NAMES + 0.6:0.4]
set ytics ()
do for [i = 1:NAMES] {
    set ytics add (tic(short(NAME[i], letters)) i)
}
