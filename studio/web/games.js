/* The games of a run, a column an array, so that a million fit; read in a worker. */
import {cellsOf, linesOf, streamOf} from './runs.js';

/** What kinds of games.csv there are: who sits where, how long a game is, what tells its result.
 * @typedef {{name: string, sides: string[], length: string, result: string[], more: string[]}} Kind
 * @type {Kind[]} */
const KINDS = [
  {name: 'two', sides: ['white', 'black'], length: 'plies', result: ['result'], more: []},
  {name: 'time', sides: ['white', 'black'], length: 'time_ms', result: ['result'], more: ['ms_per_space']},
  {
    name: 'three',
    sides: ['blue', 'green', 'red'],
    length: 'plies',
    result: ['points_blue', 'points_green', 'points_red'],
    more: [],
  },
];
const COMMON = ['game', 'termination'];
const FIRST_ROOM = 1024;
const RADIX_BITS = 16;
const DIGIT = (1 << RADIX_BITS) - 1;

/** @param {Kind} kind @returns {string[]} the columns that are read */
const neededBy = ({sides, length, result, more}) => [...COMMON, ...sides, length, ...result, ...more];

/** @param {string[]} head @returns {Kind | undefined} */
export const kindOf = (head) => KINDS.find((kind) => neededBy(kind).every((name) => head.includes(name)));

export class Games {
  /** @param {Kind} kind @param {string[]} players */
  constructor(kind, players) {
    this.kind = kind;
    this.players = players;
    this.count = 0;
    /** Words of cells, and their numbers. @type {string[]} */
    this.words = [];
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    /** Those that there are. @type {Set<string>} */
    this.results = new Set();
    /** Milliseconds per space in asynchronous games; 0 with turns. @type {Set<number>} */
    this.paces = new Set();
    /** @type {Record<string, Uint32Array>} */
    this.columns = Object.fromEntries(
      ['game', 'length', 'result', 'termination', 'pace', ...kind.sides].map((name) => [
        name,
        new Uint32Array(FIRST_ROOM),
      ]),
    );
    /** How games ended, and how often. @type {Map<string, number>} */
    this.terminations = new Map();
  }

  /** As a worker has sent them. @param {any} plain @returns {Games} */
  static from(plain) {
    return Object.assign(new Games(plain.kind, []), plain);
  }

  /** What need not be copied to be sent. @returns {ArrayBuffer[]} */
  buffers() {
    return Object.values(this.columns).map(({buffer}) => /** @type {ArrayBuffer} */ (buffer));
  }

  /** @param {string} word @returns {number} */
  number(word) {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.numbers.set(word, number);
    }
    return number;
  }

  grow() {
    for (const [name, column] of Object.entries(this.columns)) {
      this.columns[name] = new Uint32Array(2 * column.length);
      this.columns[name].set(column);
    }
  }

  /** How rows of a file with that head are added. @param {string[]} head
   * @returns {(cells: string[]) => void} */
  adder(head) {
    const {kind} = this;
    const at = (/** @type {string} */ name) => head.indexOf(name);
    const [game, how, length, pace] = [at('game'), at('termination'), at(kind.length), at('ms_per_space')];
    const seats = kind.sides.map(at),
      results = kind.result.map(at);
    const player = new Map(this.players.map((name, i) => [name, i]));
    const seated = (/** @type {string[]} */ cells) =>
      seats.map((seat) => {
        const number = player.get(cells[seat]);
        if (number === undefined) throw new Error(`the run has no player ${cells[seat]}.`);
        return number;
      });
    return (cells) => {
      const i = this.count;
      if (i === this.columns.game.length) this.grow();
      const players = seated(cells),
        points = results.map((result) => cells[result]);
      this.columns.game[i] = Number(cells[game]);
      this.columns.length[i] = Number(cells[length]);
      this.columns.pace[i] = pace < 0 ? 0 : Number(cells[pace]);
      this.columns.result[i] = this.number(points.join(' '));
      this.paces.add(this.columns.pace[i]);
      this.results.add(points.join(' '));
      this.columns.termination[i] = this.number(cells[how]);
      kind.sides.forEach((side, seat) => {
        this.columns[side][i] = players[seat];
      });
      this.count++;
      this.terminations.set(cells[how], (this.terminations.get(cells[how]) ?? 0) + 1);
    };
  }

  /** @param {number} i @returns {{game: number, seats: string[], result: string,
   *   termination: string, length: number, pace: number}} */
  row(i) {
    const {game, length, pace, result, termination} = this.columns;
    return {
      game: game[i],
      seats: this.kind.sides.map((side) => this.players[this.columns[side][i]]),
      result: this.words[result[i]],
      termination: this.words[termination[i]],
      length: length[i],
      pace: pace[i],
    };
  }

  /** Numbers by which rows are sorted by a column: words have their places in the alphabet. @param {string} name @returns {Uint32Array} */
  ranks(name) {
    if (name !== 'result' && name !== 'termination') return this.columns[name];
    const ranks = new Uint32Array(this.words.length);
    [...this.words.keys()]
      .sort((a, b) => (this.words[a] < this.words[b] ? -1 : 1))
      .forEach((word, rank) => {
        ranks[word] = rank;
      });
    return this.columns[name].map((word) => ranks[word]);
  }

  /** The games that fit, in order: numbers of rows.
   * @param {Record<string, string>} wanted @param {string} order a column, after a minus sign from the last to the first @returns {Uint32Array} */
  select({player, opponent, result, termination, pace}, order) {
    const {columns} = this;
    const word = (/** @type {string} */ text) => this.numbers.get(text) ?? -1;
    const seats = this.kind.sides.map((side) => columns[side]);
    /** What a column is to be. @type {[Uint32Array, number][]} */
    const cells = [];
    if (result) cells.push([columns.result, word(result)]);
    if (termination) cells.push([columns.termination, word(termination)]);
    if (pace) cells.push([columns.pace, Number(pace)]);
    const sitting = [player, opponent].filter(Boolean).map((name) => this.players.indexOf(name));
    const found = new Uint32Array(this.count);
    let count = 0;
    for (let i = 0; i < this.count; i++)
      if (cells.every(([column, number]) => column[i] === number) && areSeated(sitting, seats, i)) found[count++] = i;
    const fits = found.slice(0, count);
    const name = order.replace(/^-/, '');
    if (columns[name]) sortBy(fits, this.ranks(name));
    return order.startsWith('-') ? fits.reverse() : fits;
  }
}

/** Whether these players sit at a game, each on a seat of its own.
 * @param {number[]} players none to two @param {Uint32Array[]} seats @param {number} i */
function areSeated([first, second], seats, i) {
  if (first === undefined) return true;
  for (let seat = 0; seat < seats.length; seat++) {
    if (seats[seat][i] !== first) continue;
    if (second === undefined) return true;
    for (let other = 0; other < seats.length; other++) if (other !== seat && seats[other][i] === second) return true;
  }
  return false;
}

/** Puts rows into the order of their @keys, by digits: a million in a blink.
 * @param {Uint32Array} rows @param {Uint32Array} keys */
function sortBy(rows, keys) {
  /** @type {Uint32Array} */
  let from = rows;
  /** @type {Uint32Array} */
  let to = new Uint32Array(rows.length);
  for (let shift = 0; shift < 32; shift += RADIX_BITS) {
    const ends = new Uint32Array((1 << RADIX_BITS) + 1);
    for (let i = 0; i < from.length; i++) ends[((keys[from[i]] >>> shift) & DIGIT) + 1]++;
    for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
    for (let i = 0; i < from.length; i++) to[ends[(keys[from[i]] >>> shift) & DIGIT]++] = from[i];
    [from, to] = [to, from];
  }
}

/** Reads games.csv.
 * @param {{name: string, file: import('./runs.js').Stored, players: string[]}} run
 * @param {(count: number) => void} tell @returns {Promise<Games>} */
export async function readGames({name, file, players}, tell) {
  /** @type {Games | null} */
  let games = null;
  /** @type {string[]} */
  let head = [];
  /** @type {(cells: string[]) => void} */
  let add = () => {};
  let line = 0;
  for await (const lines of linesOf(streamOf(file))) {
    for (const text of lines) {
      const cells = cellsOf(text);
      line++;
      if (!games) {
        const kind = kindOf((head = cells));
        if (!kind) throw new Error(`${name}: games.csv has no column ${missingIn(head).join(', ')}.`);
        games = new Games(kind, players);
        add = games.adder(head);
        continue;
      }
      if (cells.length !== head.length)
        throw new Error(`${name}: games.csv, line ${line}: ${cells.length} cells instead of ${head.length}.`);
      try {
        add(cells);
      } catch (error) {
        throw new Error(`${name}: games.csv, line ${line}: ${/** @type {Error} */ (error).message}`);
      }
    }
    tell(games?.count ?? 0);
  }
  if (!games) throw new Error(`${name}: games.csv is empty.`);
  return games;
}

/** What the likeliest kind of file would have. @param {string[]} head @returns {string[]} */
function missingIn(head) {
  const lists = KINDS.map((kind) => neededBy(kind).filter((name) => !head.includes(name)));
  return lists.reduce((least, list) => (list.length < least.length ? list : least));
}
