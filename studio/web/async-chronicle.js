/* A game of asynchronous chess as the lines of its recording tell it (app/async-server.md): the world at any of its times. */

/** @typedef {{square: string, side: number, type: string, underWay: boolean, to?: string, due?: number}} TimedPiece
 * @typedef {Map<string, TimedPiece>} World
 * @typedef {{time: number, words: string, isIncident: boolean}} Note
 * @typedef {{before: number, time: number, side: number, from: string, to: string, answer: string}} Answered: before which event */

export const SIDES = ['White', 'Black'];
export const ACCEPTED = 'accepted';
const COLOURS = ['white', 'black'];
const TYPES = /** @type {Record<string, string>} */ ({
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
});
const KEPT = 32; /* a world is kept after so many events */

/** @param {unknown} condition @param {string} sentence */
function need(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** @param {any} text @returns {string} */
function squareOf(text) {
  need(/^[a-h][1-8]$/.test(text), `'${text}' is not a square`);
  return text;
}

/** @param {any} told @returns {TimedPiece} */
function pieceOf({square, colour, piece, under_way: underWay, to, due_ms: due}) {
  const side = COLOURS.indexOf(colour);
  need(side >= 0 && Object.values(TYPES).includes(piece), `'${colour} ${piece}' is not a piece`);
  return {
    square: squareOf(square),
    side,
    type: piece,
    underWay: Boolean(underWay),
    ...(to === undefined ? {} : {to: squareOf(to), due: Number(due)}),
  };
}

/** A world as board/async_world.h writes it. @param {string} text @returns {{time: number, world: World}} */
function worldOf(text) {
  const [time, , ...pieces] = text.split(' ');
  const world = new Map(
    pieces.map((word) => {
      const [, letter, square, to, due] = /^([PNBRQKpnbrqk])([a-h][1-8])(?:([a-h][1-8])@(\d+))?$/.exec(word) ?? [];
      need(letter, `'${word}' is not a piece of a position`);
      const type = TYPES[letter.toLowerCase()];
      return [
        square,
        {
          square,
          type,
          side: letter === letter.toLowerCase() ? 1 : 0,
          underWay: Boolean(to),
          ...(to ? {to, due: Number(due)} : {}),
        },
      ];
    }),
  );
  return {time: Number(time), world};
}

/** The space after @from on the way to @to: the next of a straight line, @to itself if there is none.
 * @param {string} from @param {string} to @returns {string} */
export function nextSpace(from, to) {
  const [dx, dy] = [to.charCodeAt(0) - from.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return to;
  return String.fromCharCode(from.charCodeAt(0) + Math.sign(dx), from.charCodeAt(1) + Math.sign(dy));
}

/** @param {number} ms @returns {string} minutes and seconds */
export const sayMs = (ms) => `${Math.floor(ms / 60000)}:${((ms % 60000) / 1000).toFixed(1).padStart(4, '0')}`;

/** @param {TimedPiece} piece */
const name = ({side, type, square}) => `${SIDES[side]}’s ${type} ${square}`;

export class Chronicle {
  /** @param {any} head the first line */
  constructor(head) {
    need(
      head?.type === 'game' && head.rules?.ms_per_space && typeof head.start === 'string',
      "a recording must begin with the message 'game'",
    );
    this.head = head;
    this.rules = head.rules;
    const {time, world} = worldOf(head.start);
    this.start = time;
    /** @type {{time: number, event: any}[]} */
    this.events = [];
    /** Worlds after 0, KEPT, 2 KEPT, ... events. @type {World[]} */
    this.kept = [world];
    this.world = world;
    /** @type {Answered[]} */
    this.answers = [];
    /** @type {Note[]} */
    this.notes = [];
    /** What was killed. @type {{time: number, side: number, type: string}[]} */
    this.killed = [];
    /** @type {{winner: number | null, reason: string} | null} */
    this.over = null;
    /** Why it was cut short; "": it was not. */
    this.cut = '';
  }

  /** The time of the last event. */
  get end() {
    return this.events.length ? this.events[this.events.length - 1].time : this.start;
  }

  /** Hears the next line. @param {any} line */
  add(line) {
    need(!this.cut && line && typeof line === 'object', 'it is not a line of a recording');
    if (line.type === 'event') this.takeEvent(line);
    else if (line.type === 'answer') this.takeAnswer(line);
    else {
      need(line.type === 'bye', `'${line.type}' is not a line of a recording`);
      this.cut = String(line.reason ?? 'it was cut short');
    }
  }

  /** @param {any} line */
  takeAnswer({time_ms: time, colour, from, to, answer}) {
    this.answers.push({
      before: this.events.length,
      time: Number(time),
      side: COLOURS.indexOf(colour),
      from: squareOf(from),
      to: squareOf(to),
      answer: String(answer),
    });
  }

  /** @param {any} event */
  takeEvent(event) {
    const time = Number(event.time_ms);
    need(time >= this.end, `the time ${event.time_ms} ms is earlier than that of the previous event, ${this.end} ms`);
    const before = this.world;
    this.world = after(before, event);
    this.note(time, before, event);
    this.events.push({time, event});
    if (this.events.length % KEPT === 0) this.kept.push(this.world);
    if (event.over)
      this.over = {
        winner: event.over.winner ? COLOURS.indexOf(event.over.winner) : null,
        reason: String(event.over.reason),
      };
  }

  /** What people would like to hear of it. @param {number} time @param {World} before @param {any} event */
  note(time, before, {entered, stopped, killed}) {
    const tell = (/** @type {string} */ words, /** @type {boolean} */ isIncident) =>
      this.notes.push({time, words, isIncident});
    for (const square of killed) {
      const victim = before.get(square);
      const killer = entered
        .map((/** @type {any} */ {from, to}) => ({piece: before.get(from), to}))
        .find(
          (/** @type {any} */ {piece, to}) =>
            piece &&
            piece.side !== victim?.side &&
            (to === square || (victim?.to && to === nextSpace(square, victim.to))),
        );
      if (victim) this.killed.push({time, side: victim.side, type: victim.type});
      if (victim) tell(`${name(victim)} is killed${killer ? ` by ${name(killer.piece)}` : ''}`, true);
    }
    for (const {from, to} of entered) {
      const [old, now] = [before.get(from), this.world.get(to)];
      if (old && now && old.type !== now.type) tell(`${name(old)} becomes a ${now.type}`, true);
    }
    for (const square of stopped) {
      const piece = before.get(square);
      if (piece && !killed.includes(square))
        tell(`${name(piece)} is stopped on its way${piece.to ? ` to ${piece.to}` : ''}`, false);
    }
  }

  /** How many events have happened by @time. @param {number} time @returns {number} */
  countAt(time) {
    let low = 0,
      high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.events[middle].time <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The world after so many events. @param {number} count @returns {World} */
  worldAfter(count) {
    if (count >= this.events.length) return this.world;
    const from = Math.floor(count / KEPT);
    let world = this.kept[from];
    for (let i = from * KEPT; i < count; i++) world = after(world, this.events[i].event);
    return world;
  }

  /** What each side has killed of the other by @time, by types. @param {number} time @returns {Map<string, number>[]} */
  killsAt(time) {
    /** @type {Map<string, number>[]} */
    const kills = SIDES.map(() => new Map());
    for (const {time: when, side, type} of this.killed)
      if (when <= time) kills[1 - side].set(type, (kills[1 - side].get(type) ?? 0) + 1);
    return kills;
  }

  /** When a piece under way comes to where it goes, if nothing stops it; null: it is idle, or its path is hidden.
   * @param {TimedPiece} piece @returns {number | null} */
  arrival({square, type, to, due}) {
    if (to === undefined || due === undefined) return null;
    const next = nextSpace(square, to);
    const spaces = Math.max(
      Math.abs(to.charCodeAt(0) - next.charCodeAt(0)),
      Math.abs(to.charCodeAt(1) - next.charCodeAt(1)),
    );
    return due + spaces * this.spaceMs(type);
  }

  /** How long a piece needs for a space. @param {string} type @returns {number} */
  spaceMs(type) {
    return this.rules.ms_per_space[type] * (type === 'knight' ? this.rules.knight_spaces : 1);
  }

  /** Where a piece is at @time: what it has come of the way to the space that it enters next, 0 to 1; null: it is idle, or its path is hidden.
   * @param {TimedPiece} piece @param {number} time @returns {{next: string, share: number} | null} */
  progress({square, type, to, due}, time) {
    if (to === undefined || due === undefined) return null;
    return {next: nextSpace(square, to), share: Math.min(Math.max(1 - (due - time) / this.spaceMs(type), 0), 1)};
  }
}

/** The world after @event. @param {World} world @param {any} event @returns {World} */
function after(world, {entered, killed, pieces}) {
  need(Array.isArray(entered) && Array.isArray(killed) && Array.isArray(pieces), 'the event lacks one of its lists');
  const next = new Map(world);
  for (const square of killed) next.delete(square);
  for (const {from} of entered) next.delete(from);
  for (const told of pieces) next.set(told.square, pieceOf(told));
  return next;
}

/** @param {World} world as one side sees it: where opponents go is hidden @param {number} side @returns {World} */
export const seenBy = (world, side) =>
  new Map(
    [...world].map(([square, {to, due, ...piece}]) => [
      square,
      piece.side === side && to !== undefined ? {...piece, to, due} : piece,
    ]),
  );

/** Reads a recording. @param {string} text @returns {{chronicle: Chronicle, lines: string[]}} */
export function readRecording(text) {
  const lines = text.split('\n').filter((line) => line.trim());
  /** @type {Chronicle | undefined} */
  let chronicle;
  lines.forEach((line, i) => {
    try {
      const told = JSON.parse(line);
      if (chronicle) chronicle.add(told);
      else chronicle = new Chronicle(told);
    } catch (error) {
      throw new Error(`line ${i + 1}: ${/** @type {Error} */ (error).message}`);
    }
  });
  if (!chronicle) throw new Error('it is empty');
  return {chronicle, lines};
}

/** The rules of a recording as settings of a spec, KEY=VALUE. @param {any} rules @returns {string[]} */
export const settingsOf = (rules) => [
  ...Object.entries(rules.ms_per_space).map(([type, ms]) => `${type}-ms=${ms}`),
  `knight-spaces=${rules.knight_spaces}`,
  `head-on=${rules.head_on}`,
  `see-paths=${rules.see_paths ? 'on' : 'off'}`,
  `time-limit-ms=${rules.time_limit_ms}`,
];
