# Prints each player of a table of curves that has some, and before its name how many.

stats 'table.csv' using (note(strcol('player'))) nooutput
PAGE_PANELS = 4096 # all on one page
set print '-'
do for [i = 1:NAMES] {
    hero = NAME[i]
    GROUPS = 0
    load 'curves.gp'
    if (panels > 0) { print sprintf('%d %s', panels, hero) }
}
