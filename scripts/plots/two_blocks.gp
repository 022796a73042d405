# blocks.gp for two runs: FIRST[k] and SECOND[k] are the indices, from 0, of what stands in panel k,
# of player number hero, or of all if it is 0.

load 'two_tables.gp'
array FIRST[BLOCKS]
array SECOND[BLOCKS]
panels = 0
seen = 0
do for [b = 1:BLOCKS] {
    if ((hero == 0 || BLOCK_player[b] == hero) && partner(b) > 0) {
        if (hero == 0 || int(seen / PAGE_PANELS) == page) {
            panels = panels + 1
            FIRST[panels] = b - 1
            SECOND[panels] = partner(b) - 1
        }
        seen = seen + 1
    }
}
in_time = exists('column_seconds') && BLOCK_ms_per_space[1] > 0
x_column = in_time ? column_seconds : column_move
stats $rows using x_column name 'X' nooutput
stats $SECOND_rows using x_column name 'SECOND_X' nooutput
LAST = X_max > SECOND_X_max ? X_max : SECOND_X_max
x_text = in_time ? 'time of the game (s)' : 'move number'
by_text = in_time ? 'over time' : 'by move number'
paced(name, b) = name.(paces ? sprintf(', %d ms', BLOCK_ms_per_space[b + 1]) : '')
larger(a, b) = a > b ? a : b
lesser(a, b) = a < b ? a : b
longest_title = hero ? 0 : 24
do for [k = 1:(hero ? panels : 0)] {
    longest_title = larger(longest_title, 8 + strlen(paced(TEXT[BLOCK_opponent[FIRST[k] + 1]], FIRST[k])))
}
