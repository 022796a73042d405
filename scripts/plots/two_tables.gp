# A table of both runs, and the block of the second that block b of the first has as its partner: that
# of the same names. 0: it has none.

load 'table.gp'
load 'second.gp'
has_opponent = exists('BLOCK_opponent')
same_pace(b, k) = !exists('BLOCK_ms_per_space') || \
    sprintf('%g', BLOCK_ms_per_space[b]) eq sprintf('%g', SECOND_BLOCK_ms_per_space[k])
same(b, k) = TEXT[BLOCK_player[b]] eq SECOND_TEXT[SECOND_BLOCK_player[k]] && \
    (!has_opponent || TEXT[BLOCK_opponent[b]] eq SECOND_TEXT[SECOND_BLOCK_opponent[k]]) && \
    same_pace(b, k)
partner(b) = int(sum [k = 1:SECOND_BLOCKS] (same(b, k) ? k : 0))
