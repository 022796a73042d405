# letters: how many the longest of NAME[1] .. NAME[NAMES] has, but no more than most_letters, where
# names stand at the left of their rows.

letters = 1
do for [i = 1:NAMES] {
    letters = strlen(NAME[i]) > letters ? strlen(NAME[i]) : letters
}
letters = letters > most_letters ? most_letters : letters
