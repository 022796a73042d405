# Prints a player that both runs have, whose rating is to be 0 in both: that of the first run if it can
# be, or else its best. Nothing if there is none.

anchor = ''
stats 'second.csv' using (note(strcol('player'))) nooutput
is_better(x) = place_of(strcol('player')) > 0 && (anchor eq '' || is('rating_kind', 'given'))
stats 'table.csv' using (is_better(0) ? (anchor = strcol('player'), 0) : 0) nooutput
set print '-'
if (anchor ne '') { print anchor }
