# Prints the player of both runs whose rating is fixed at 0: the anchor of the first run if it is in
# both, or else the best player. Prints nothing if no player is in both.

anchor = ''
stats 'second.csv' using (note(strcol('player'))) nooutput
is_better(x) = place_of(strcol('player')) > 0 && (anchor eq '' || is('rating_kind', 'given'))
stats 'table.csv' using (is_better(0) ? (anchor = strcol('player'), 0) : 0) nooutput
set print '-'
if (anchor ne '') { print anchor }
