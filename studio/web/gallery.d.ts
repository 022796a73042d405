/** The texts and positions of the chapters; build.mjs makes the module of agents/levels and tests/data/logics.tsv. */
declare module 'gallery' {
  /** title, idea, and what is shown: the logic, a position, the player without it and the one with it. */
  export const CHAPTERS: {
    title: string;
    idea: string;
    logic: string;
    position: string;
    without: string;
    player: string;
  }[];
  /** [sentence, FEN, player without, its moves, player with, its moves]. */
  export const GALLERY: string[][];
}
