# The blocks of player number hero (0: of all) that have rows: BLOCK[1] .. BLOCK[panels], where
# file(b) has block b as number BLOCK_INDEX[b].

array BLOCK[BLOCKS]
panels = 0
do for [b = 1:BLOCKS] {
    if ((hero == 0 || BLOCK_HERO[b] == hero) && BLOCK_ROWS[b] > 0) {
        panels = panels + 1
        BLOCK[panels] = b
    }
}
file(b) = 'curves_'.BLOCK_HERO[b].'.csv'
