/* The game that a link of the page "play" speaks of: who sits where, what was played, how it ended. */
import {leftOf, parseClocks} from './clock.js';
import {fileName} from './pgn.js';

/** @typedef {(name: string, ...values: any[]) => Promise<any>} Ask
 * @typedef {{words: string, winner: number | null, loser: number | null, result: string}} Ending */

export const PERSON = 'human';
export const USUAL = 'level:7'; /* player, unless another is named */
const OPPONENTS = ['level:7', 'level:5'];

/** The worth of a piece tells what it is. */
const PIECES = /** @type {[number, string][]} */ ([
  [900, 'queen'],
  [500, 'rook'],
  [350, 'bishop'],
  [300, 'knight'],
  [100, 'pawn'],
]);

/** "captured a rook and 2 pawns". @param {number[]} worths of the pieces @returns {string} */
export const sayCaptured = (worths) =>
  sayPieces(PIECES.map(([worth, name]) => [name, worths.filter((one) => one === worth).length]));

/** @param {[string, number][]} counts of pieces by their names @returns {string} */
export function sayPieces(counts) {
  const parts = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => (count === 1 ? `a ${name}` : `${count} ${name}s`));
  return parts.length ? `captured ${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')}` : '';
}

const WORDS = /** @type {Record<string, string>} */ ({
  checkmate: 'checkmate',
  stalemate: 'stalemate',
  'fifty-moves': 'fifty moves without a capture or a pawn move',
  repetition: 'the same position for the third time',
  'insufficient-material': 'insufficient material',
  'pieces-lost': 'only the king is left',
  'king-capture': 'a king was captured',
});

/** How games of one kind are played by default. @param {any} known a game of the catalogue @returns {string[]} */
export const usualPlayers = (known) => [PERSON, ...OPPONENTS].slice(0, known.sides.length);

export class PlayGame {
  /** @param {any} state @param {Ask} ask @param {any} catalogue @returns {Promise<PlayGame>} */
  static async load(state, ask, catalogue) {
    const known = catalogue.games.find((/** @type {any} */ {name}) => name === (state.game ?? 'chess'));
    if (!known) throw new Error(`There is no game '${state.game}' with turns.`);
    const game = new PlayGame(known, state);
    game.line = await ask('line', ...game.lineTo(game.moves.length));
    return game;
  }

  /** @param {any} known @param {any} state */
  constructor(known, state) {
    this.known = known;
    this.name = /** @type {string} */ (known.name);
    this.sides = /** @type {string[]} */ (known.sides);
    this.opening = state.position ?? '';
    this.moves = (state.moves ?? '').split('.').filter(Boolean);
    const players = (state.players ?? '').split('~').filter(Boolean);
    this.players = usualPlayers(known).map((usual, side) => players[side] ?? usual);
    const names = (state.names ?? '').split('~');
    /** Of those who played, as a file names them. */
    this.names = /** @type {string[]} */ (
      known.sides.map((/** @type {string} */ _, /** @type {number} */ side) => names[side] ?? '')
    );
    this.budgets = parseClocks(state.clock ?? '', this.sides.length);
    this.times = (state.times ?? '').split('.').filter(Boolean).map(Number);
    this.ended = state.ended ?? '';
    this.seed = /^\d{1,15}$/.test(state.seed ?? '') ? Number(state.seed) : 1;
    /** @type {any[]} */
    this.line = [];
  }

  get last() {
    return this.line.length - 1;
  }

  /** @param {number} ply @returns {string[]} the arguments of a question about the line up to @ply */
  lineTo(ply) {
    return [this.name, this.opening, this.moves.slice(0, ply).join(' ')];
  }

  /** The link to the page of the agents. @param {number} ply */
  carried(ply) {
    const {name, opening, moves, players, seed, names} = this;
    return {
      watch: {
        page: 'watch',
        game: name === 'chess' ? '' : name,
        position: opening,
        moves: moves.join('.'),
        players: players.join('~'),
        seed,
        ply,
        names: names.some(Boolean) ? names.join('~') : '',
      },
    };
  }

  /** "Carlsen-Caruana.pgn" */
  fileName() {
    return fileName(this.names.some(Boolean) ? this.names : this.players);
  }

  /** The seed of the decision before ply @ply + 1. @param {number} ply */
  seedAt(ply) {
    return this.seed + ply;
  }

  /** @param {any} state @returns {number} the ply that is looked at */
  plyOf(state) {
    return state.ply === undefined ? this.last : Math.min(Math.max(Math.trunc(Number(state.ply)) || 0, 0), this.last);
  }

  get turn() {
    return /** @type {number} */ (this.line[this.last].turn);
  }

  /** @param {number} side */
  isPerson(side) {
    return this.players[side] === PERSON;
  }

  /** @param {number} ply @returns {(number | null)[]} what each side had left then */
  leftAt(ply) {
    return leftOf(
      this.budgets,
      this.line.slice(0, ply).map(({turn}) => turn),
      this.times,
    );
  }

  /** What each side has captured by ply @ply: worths of pieces. @param {number} ply @returns {number[][]} */
  capturedAt(ply) {
    /** @type {number[][]} */
    const captured = this.sides.map(() => []);
    for (let at = 0; at < ply; at++) {
      const [before, after] = [this.line[at], this.line[at + 1]];
      before.material.forEach((/** @type {number} */ value, /** @type {number} */ side) => {
        if (side !== before.turn && after.material[side] < value)
          captured[before.turn].push(value - after.material[side]);
      });
    }
    return captured;
  }

  /** How it ended; null: it goes on. @returns {Ending | null} */
  get ending() {
    const {termination, winner, loser} = this.line[this.last];
    if (termination !== 'none') {
      const how = WORDS[termination] ?? termination.replaceAll('-', ' ');
      return this.endingOf(winner === null ? `A draw: ${how}.` : `${this.sides[winner]} wins: ${how}.`, winner, loser);
    }
    if (!this.ended) return null;
    const [, how, sideText] = /^([a-z-]+)(?::(\d))?$/.exec(this.ended) ?? [];
    const side = Number(sideText ?? -1);
    if ((how === 'resignation' || how === 'time') && this.sides[side]) {
      const gone = how === 'time' ? `${this.sides[side]}’s time is up` : `${this.sides[side]} resigns`;
      const heir = this.heirOf(side, how);
      return this.endingOf(heir === null ? `${gone}.` : `${gone}: ${this.sides[heir]} wins.`, heir, side);
    }
    if (how === 'draw-claim') return this.endingOf('A draw: the claim was correct.', null, null);
    return this.endingOf(
      how === 'agreed' ? 'A draw: both sides agreed.' : 'The game was ended without a winner.',
      null,
      null,
      how === 'agreed' ? '' : '*',
    );
  }

  /** Of three sides, if one runs out of time, the other that has taken more wins; board/three_clock.h. A resignation tells only the loser.
   * @param {number} loser @param {string} how */
  heirOf(loser, how) {
    if (this.sides.length === 2) return 1 - loser;
    if (how !== 'time') return null;
    const worth = this.capturedAt(this.last).map((pieces) => pieces.reduce((sum, piece) => sum + piece, 0));
    const others = this.sides.map((_, side) => side).filter((side) => side !== loser);
    return worth[others[1]] > worth[others[0]] ? others[1] : others[0];
  }

  /** @param {string} words @param {number | null} winner @param {number | null} loser @param {string} [result] */
  endingOf(words, winner, loser, result) {
    const score = winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';
    return {words, winner, loser, result: result || (this.sides.length === 2 ? score : '*')};
  }
}
