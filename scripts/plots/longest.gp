# letters: how many the longest of TEXT[1] .. TEXT[NAMES] has, but no more than most_letters, where
# names stand at the left of their rows.

letters = 1
do for [i = 1:NAMES] {
    letters = strlen(TEXT[i]) > letters ? strlen(TEXT[i]) : letters
}
letters = letters > most_letters ? most_letters : letters
