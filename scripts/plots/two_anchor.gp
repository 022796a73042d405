# Prints a player that both runs have, whose rating is to be 0 in both: that of the first run if it can
# be, or else its best. Nothing if there is none.

set datafile separator ','
load 'table.gp'
load 'second.gp'
shared(i) = int(sum [k = 1:SECOND_TEXTS_player] (TEXT[i] eq SECOND_TEXT[k]))
anchor = 0
do for [i = TEXTS_player:1:-1] {
    if (shared(i)) { anchor = i }
}
stats $rows using (TEXT[$3] eq 'given' && shared($1) ? (anchor = int($1)) : 0) nooutput
set print '-'
if (anchor > 0) { print TEXT[anchor] }
