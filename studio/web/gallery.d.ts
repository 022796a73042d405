/** The small positions of tests/data/logics.tsv; bundle.mjs writes gallery.js:
 * [sentence, FEN, player without, its moves, player with, its moves]. */
export const GALLERY: string[][];
