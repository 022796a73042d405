/* A game to look at, and what a decision in it looks like as arrows. */
import {endsOf} from './geometry.js';
import {fileName} from './pgn.js';
import {openEmbedded, runs} from './runs.js';

/** @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {import('./board.js').Arrow} Arrow
 * @typedef {(name: string, ...values: any[]) => Promise<any>} Ask */

/** Arrows that can be asked for: their key and what they are. */
export const LAYERS = {
  attacks: ['a', 'attacks'],
  moves: ['m', 'moves with a planned attack'],
  requests: ['q', 'requests and offers'],
  threats: ['t', 'threats'],
  disregarded: ['d', 'disregarded'],
};
const DEFAULT_MATCH = 'level:7~level:5';
const DEFAULT_PLAYER = 'level:7';
const FIRST_PLY = 20; /* where the first page begins: under way, not at the start */
const KING = 500000,
  MATE = 1500000;

/** Hundredths of a pawn as people read them. @param {number} value @returns {string} */
export function worth(value) {
  if (Math.abs(value) > KING) return (value > 0 ? '' : '−') + (Math.abs(value) > MATE ? 'mate' : 'king');
  return String(value).replace('-', '−');
}

/** The square of an agent's name, "rook d5". @param {string} name @returns {string} */
export const agentSquare = (name) => name.split(' ').at(-1) ?? '';

const TERMINATIONS = {checkmate: 'checkmate', stalemate: 'stalemate', none: ''};

export class Game {
  /** Which game a state speaks of; the same text: the same game. @param {any} state @returns {string} */
  static sourceOf(state) {
    const {match, number, moves, position, game, seed, run, players, names} = state;
    return JSON.stringify([match, number, moves, position, game, seed, run, players, names]);
  }

  /** @param {any} state */
  static matchOf(state) {
    return {
      players: (state.match || DEFAULT_MATCH).split('~'),
      number: Number(state.number ?? 1),
      seed: state.seed ?? '1',
      game: state.game ?? 'chess',
    };
  }

  /** The spec that game @number is of: that of a run, or of a match.
   * @param {any} state @param {number} number */
  static async specIn(state, number) {
    if (!state.run) return Game.specOf({...Game.matchOf(state), number});
    if (!runs.has(state.run)) await openEmbedded();
    const run = runs.get(state.run);
    if (!run) throw new Error(`The run ${state.run} is not open here: choose its folder among the results.`);
    return {text: run.spec, settings: ''};
  }

  /** The spec of such a match, as `agentchess match` has it, long enough for game @number.
   * @param {{players: string[], number: number, seed: string | number, game: string}} match */
  static specOf({players, number, seed, game}) {
    const games = Math.max(1000, number + (number % 2));
    return {
      text: `[players]\n${players.map((player, i) => `${'ABCDEFGH'[i]}=${player}\n`).join('')}`,
      settings: `experiment.games=${games}\nexperiment.seed=${seed}${game === 'chess' ? '' : `\nexperiment.game=${game}`}`,
    };
  }

  /** @param {any} state @param {Ask} ask @param {any} catalogue @returns {Promise<Game>} */
  static async load(state, ask, catalogue) {
    const game = new Game();
    game.source = Game.sourceOf(state);
    game.isOfMatch = !state.moves && !state.position && !(state.game && !state.match && !state.run);
    game.name = state.game ?? 'chess';
    game.seed = state.seed ?? '1';
    game.opening = state.position ?? '';
    game.moves = (state.moves ?? '').split('.').filter(Boolean);
    if (game.isOfMatch) {
      const match = Game.matchOf(state);
      game.spec = await Game.specIn(state, match.number);
      game.number = match.number;
      const played = await ask('match_game', game.spec.text, game.spec.settings, match.number);
      Object.assign(game, {
        name: played.game,
        opening: played.opening,
        moves: played.moves,
        players: played.players,
        played,
      });
      if (state.run) game.seed = runs.get(state.run)?.seed ?? game.seed;
      game.title = `${state.run ? `${state.run}, ` : ''}game ${match.number}, seed ${game.seed}`;
    }
    const known = catalogue.games.find((/** @type {any} */ {name}) => name === game.name);
    if (!known) throw new Error(`There is no game '${game.name}' with turns.`);
    game.sides = known.sides;
    const [players, names] = [state.players, state.names].map((text) => (text ?? '').split('~'));
    game.isPlayed = Boolean(state.players);
    game.players ??= known.sides.map((/** @type {string} */ _, /** @type {number} */ side) => players[side] || '');
    game.names = known.sides.map(
      (/** @type {string} */ _, /** @type {number} */ side) => names[side] || game.players[side],
    );
    game.line = await ask('line', ...game.lineTo(game.moves.length));
    game.ending = game.sayEnding();
    return game;
  }

  constructor() {
    this.source = '';
    this.name = '';
    this.title = 'your own line';
    this.isOfMatch = false;
    /** It was played on the page "play": each ply has a seed of its own. */
    this.isPlayed = false;
    /** @type {string[]} of those who play */
    this.names = [];
    this.number = 0;
    this.opening = '';
    this.seed = '1';
    this.ending = '';
    /** @type {{text: string, settings: string} | null} */
    this.spec = null;
    /** @type {any} */
    this.played = null;
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} */
    this.sides = [];
    /** @type {any} */
    this.players = null;
    /** @type {any[]} */
    this.line = [];
  }

  sayEnding() {
    const {termination, winner, reason} = this.played ?? this.line[this.line.length - 1];
    if (termination === 'none') return '';
    const how = /** @type {Record<string, string>} */ (TERMINATIONS)[termination] || termination.replaceAll('-', ' ');
    return `${winner === null ? 'A draw' : `${this.sides[winner]} wins`}: ${how}${reason ? ` (${reason})` : ''}.`;
  }

  /** The arguments of a question about the line up to @ply. @param {number} ply @returns {string[]} */
  lineTo(ply) {
    return [this.name, this.opening, this.moves.slice(0, ply).join(' ')];
  }

  /** @param {any} state @returns {number} */
  plyOf(state) {
    const last = this.line.length - 1;
    if (state.ply === undefined) return this.isOfMatch ? Math.min(FIRST_PLY, last) : last;
    return Math.min(Math.max(Math.trunc(Number(state.ply)) || 0, 0), last);
  }

  /** Whether there is nothing to decide: a line that a draw ended can be thought on. @param {number} ply @returns {boolean} */
  isOver(ply) {
    const drawn = ['fifty-moves', 'repetition', 'insufficient-material', 'none'];
    return ply === this.line.length - 1 && (this.played !== null || !drawn.includes(this.line[ply].termination));
  }

  /** Who decides before the next ply: as set, or as played. @param {number} ply @param {any} state @returns {string} */
  playerAt(ply, state) {
    const player = this.players[this.line[ply].turn];
    return state.player || (player && player !== 'human' ? player : DEFAULT_PLAYER);
  }

  /** What was said before the next ply. As played, it is that of the game itself, with its chance.
   * @param {number} ply @param {any} state @param {Ask} ask */
  explain(ply, state, ask) {
    if (this.spec && !state.player && !state.exclude)
      return ask('match_explain', this.spec.text, this.spec.settings, this.number, ply + 1);
    const player = this.playerAt(ply, state);
    if (state.exclude)
      return ask('explain', ...this.lineTo(ply), player, this.seedAt(ply), state.exclude.replaceAll('.', ' '));
    return ask('explain', ...this.lineTo(ply), player, this.seedAt(ply));
  }

  /** The seed of the decision before the next ply. @param {number} ply */
  seedAt(ply) {
    return this.isPlayed ? Number(this.seed) + ply : this.seed;
  }

  /** What a link to a line of one's own has of it. */
  linkOf() {
    const {name, opening, seed} = this;
    return {game: name === 'chess' ? '' : name, position: opening, seed};
  }

  /** Links to this game on other pages. @param {number} ply @param {any} state */
  carried(ply, state) {
    const players = this.players.every(Boolean) ? this.players.join('~') : '';
    const moves = this.moves.join('.');
    return {
      play: {
        page: 'play',
        ...this.linkOf(),
        moves,
        players,
        names: state.names,
        ply: ply === this.moves.length ? '' : ply,
        paused: 1,
      },
    };
  }

  fileName() {
    return fileName(this.names);
  }

  /** @returns {number[]} the plies before which something is captured next */
  captures() {
    const sum = (/** @type {number[]} */ material) => material.reduce((all, side) => all + side, 0);
    return this.line
      .slice(0, -1)
      .flatMap((_, ply) => (sum(this.line[ply + 1].material) < sum(this.line[ply].material) ? [ply] : []));
  }

  /** @param {Ask} ask @returns {Promise<number[]>} */
  async requests(ask) {
    return this.spec ? ask('match_requests', this.spec.text, this.spec.settings, this.number) : [];
  }
}

/** The arrows that were asked for besides those of the phase.
 * @param {{explanation: any, second: any, position: any, geometry: Geometry, layers: string[], agent: string, san: (code: string) => string}} view
 * @returns {Arrow[]} */
export function arrowsOf({explanation, second, position, geometry, layers, agent}) {
  /** @type {Arrow[]} */
  const arrows = [];
  const add = (/** @type {string} */ kind, /** @type {string} */ code, /** @type {string} */ text = '') => {
    const [from, to] = endsOf(geometry, code);
    arrows.push({kind, from, to, text, agent: from});
  };
  const isWanted = (/** @type {string} */ square) => !agent || agent === square;
  if (layers.includes('threats'))
    for (const [from, to] of position.threats) if (isWanted(to)) arrows.push({kind: 'threat', from, to, agent: to});
  if (!explanation) return arrows;
  for (const report of explanation.reports ?? []) {
    if (!isWanted(agentSquare(report.from))) continue;
    if (layers.includes('disregarded'))
      for (const code of report.disregarded ?? []) add('disregarded', code, agent ? whoLoses(explanation, code) : '✗');
    const {best_attack: attack, best_move: move} = report;
    if (layers.includes('moves') && move && /planned/.test(move.kind)) add('move', move.move, worth(move.worth));
    if (layers.includes('attacks') && attack) add('attack', attack.move, worth(attack.worth));
  }
  if (layers.includes('requests'))
    for (const {kind, offer} of explanation.requests ?? [])
      if (kind === 'offer' && offer) add('offer', offer.move, worth(offer.worth));
  if (second && second.move !== explanation.move) add('other', second.move);
  return arrows;
}

/** The agent that would lose most by an action that is disregarded. @param {any} explanation @param {string} code @returns {string} */
function whoLoses(explanation, code) {
  const answers = (explanation.messages ?? [])
    .filter((/** @type {any} */ message) => message.kind === 'answer' && message.action === code && message.loss > 0)
    .sort((/** @type {any} */ a, /** @type {any} */ b) => b.loss - a.loss);
  return answers.length ? `✗ ${answers[0].from}` : '✗';
}
