# The curves of table.csv by move number, or in time, each a group: of player hero against each
# opponent, PAGE_PANELS of them from page on, or, if hero is '', of every player against all. CURVE[1]
# .. CURVE[panels] are the groups; along is the column in which they run, last the last place there. Of
# two runs only the curves that both have are taken; SECOND_FROM[] and SECOND_TO[] are the rows of
# second.csv that belong to CURVE[].

# Who is met in a curve, no opponent being all of them; at several paces (paces = 1) with the pace.
paced(name) = paces ? name.', '.strcol('ms_per_space').' ms' : name
of(x) = hero eq '' ? (has('opponent') ? '' : strcol('player')) : \
    is('player', hero) && has('opponent') ? paced(strcol('opponent')) : ''
stats 'table.csv' using (group(of(0))) nooutput
array CURVE[GROUPS]
panels = 0
seen = 0
if (two) {
    array SECOND_FROM[GROUPS]
    array SECOND_TO[GROUPS]
}
do for [g = 1:GROUPS] {
    if (GROUP[g] ne '') {
        if (two) {
            from = -1
            stats 'second.csv' using (of(0) eq GROUP[g] ? (from = from < 0 ? column(0) : from, \
                to = column(0), 0) : 0) nooutput
            is_shared = from >= 0
        } else {
            is_shared = 1
        }
        if (is_shared) {
            if (hero eq '' || int(seen / PAGE_PANELS) == page) {
                panels = panels + 1
                CURVE[panels] = g
                if (two) {
                    SECOND_FROM[panels] = int(from)
                    SECOND_TO[panels] = int(to)
                }
            }
            seen = seen + 1
        }
    }
}
stats 'table.csv' using (has('move') ? 0 : 1) name 'TIME' nooutput
along = TIME_max > 0 ? 'seconds' : 'move'
# Rows of all opponents are drawn apart from those of each.
place(x) = has('opponent') == (hero ne '') ? column(along) : NaN
stats 'table.csv' using (place(0)) name 'X' nooutput
last = X_max
if (two) {
    stats 'second.csv' using (place(0)) name 'X' nooutput
    last = larger_of(last, X_max)
}
x_text = along eq 'seconds' ? 'time of the game (s)' : 'move number'
by_text = along eq 'seconds' ? 'over time' : 'by move number'
longest_title = hero eq '' ? 24 : 0
do for [k = 1:(hero eq '' ? 0 : panels)] {
    longest_title = larger_of(longest_title, 8 + strlen(plain(GROUP[CURVE[k]])))
}
title_of(k) = hero eq '' ? short(GROUP[CURVE[k]], 24) : titled(GROUP[CURVE[k]])
set xrange [0:last]
set xtics step(last)
