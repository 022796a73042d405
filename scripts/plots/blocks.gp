# The curves of player number hero (0: of all): BLOCK[1] .. BLOCK[panels] are their indices in
# $rows, from 0. x_column is where they stand, by move number or in time; LAST the last such place.

# Of many curves a picture has those of one page, from 0.

array BLOCK[BLOCKS]
panels = 0
seen = 0
do for [b = 1:BLOCKS] {
    if (hero == 0 || BLOCK_player[b] == hero) {
        if (hero == 0 || int(seen / PAGE_PANELS) == page) {
            panels = panels + 1
            BLOCK[panels] = b - 1
        }
        seen = seen + 1
    }
}
in_time = exists('column_seconds') && BLOCK_ms_per_space[1] > 0
x_column = in_time ? column_seconds : column_move
stats $rows using x_column name 'X' nooutput
LAST = X_max
x_text = in_time ? 'time of the game (s)' : 'move number'
by_text = in_time ? 'over time' : 'by move number'
# Who is met in a curve; at several paces (paces = 1) with the pace.
opponent(index) = TEXT[BLOCK_opponent[index + 1]].(paces ? \
    sprintf(', %d ms', BLOCK_ms_per_space[index + 1]) : '')
