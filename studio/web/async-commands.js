/* Commands of people in asynchronous chess: a piece is chosen, then where it goes. */
import {ACCEPTED, SIDES} from './async-chronicle.js';

const LETTERS = /** @type {Record<string, string>} */ ({
  pawn: 'P',
  knight: 'N',
  bishop: 'B',
  rook: 'R',
  queen: 'Q',
  king: 'K',
});

export class Commands {
  /** @param {import('./async.js').AsyncPage} page */
  constructor(page) {
    this.page = page;
    /** The square chosen. */
    this.from = '';
    /** Where its piece can go. @type {string[]} */
    this.reach = [];
  }

  /** @param {number} side @param {string} from @param {string} to */
  async command(side, from, to) {
    const {page} = this;
    const {chronicle} = page;
    if (!chronicle || !page.people.includes(side))
      return page.say(page.people.length ? 'That piece is not yours.' : 'No side is played by a person.');
    if (chronicle.over) return page.say('The game is over.');
    const ms = Math.max(Math.ceil(page.time), page.known) + 1;
    await page.advance(chronicle, ms - 1, 1e6);
    await page.ask('async_command', `${ms} ${'wb'[side]} ${from} ${to}`);
    const known = await page.advance(chronicle, ms, 1e6);
    if (chronicle !== page.chronicle) return;
    page.known = Math.max(page.known, known);
    page.time = Math.max(page.time, ms);
    const answered = [...chronicle.answers]
      .reverse()
      .find((answer) => answer.side === side && answer.from === from && answer.to === to);
    const answer = answered?.answer ?? 'the game is over';
    if (answer !== ACCEPTED) return page.say(`${from} to ${to} is refused: ${answer}.`);
    page.say(`${from} goes to ${to}.`);
    page.issued = [...page.issued, `${ms}${'wb'[side]}${from}${to}`];
    page.store.set({commands: page.issued.join('.'), at: ''});
  }

  /** @param {string} square */
  async choose(square) {
    const {page} = this;
    const piece = page.world.get(square);
    const isOwn = piece && page.people.includes(piece.side);
    if (this.from && this.from !== square && (this.reach.includes(square) || !isOwn)) {
      const {from} = this;
      const side = page.world.get(from).side;
      this.from = '';
      page.drawn = -1;
      return this.command(side, from, square);
    }
    const isNew = this.from !== square;
    this.from = '';
    page.drawn = -1;
    if (!isNew) return;
    if (!piece) return page.say('There is no piece on this square.');
    if (!isOwn)
      return page.say(page.people.length ? 'That piece is not yours.' : `${SIDES[piece.side]}’s ${piece.type}.`);
    if (piece.underWay) return page.say(`${square}: the piece is moving and cannot receive a command.`);
    return this.select(square);
  }

  /** Takes up a piece of a person, and shows where it may go. @param {string} square */
  async select(square) {
    const {page} = this;
    const {type, side} = page.world.get(square);
    const letter = LETTERS[type];
    this.from = square;
    this.reach = [];
    page.drawn = -1;
    const reach = JSON.parse(
      await page.studio.lane.ask('async_reach', side === 0 ? letter : letter.toLowerCase(), square),
    );
    if (this.from !== square) return;
    this.reach = reach;
    page.drawn = -1;
  }

  /** @param {string} square @returns {boolean} whether a person may send that piece off */
  mayLift(square) {
    const {page} = this;
    const piece = page.world.get(square);
    return Boolean(piece && !piece.underWay && page.people.includes(piece.side));
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const {page} = this;
    const side = page.world.get(from)?.side;
    this.from = '';
    page.drawn = -1;
    if (side !== undefined) return this.command(side, from, to);
  }

  commandTyped() {
    const {page} = this;
    const found = /^\s*([a-h][1-8])\s*-?\s*([a-h][1-8])\s*$/i.exec(page.typed.value);
    if (!page.typed.value.trim()) return;
    if (!found) return page.say(`'${page.typed.value}' is not a command such as e2 e4.`);
    const [, from, to] = found.map((text) => text.toLowerCase());
    const side = page.world.get(from)?.side;
    page.typed.value = '';
    return this.command(side !== undefined && page.people.includes(side) ? side : page.people[0], from, to);
  }
}
