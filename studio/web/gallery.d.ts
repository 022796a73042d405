/** The small positions of tests/data/logics.tsv; build.mjs makes the module:
 * [sentence, FEN, player without, its moves, player with, its moves]. */
declare module 'gallery' {
  export const GALLERY: string[][];
}
