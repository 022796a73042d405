/* The board of asynchronous chess: pieces that stand, and pieces that move between two spaces. */
import {SIDES, seenBy} from './async-chronicle.js';
import {sayPieces} from './play-game.js';

/** @typedef {import('./async-chronicle.js').Chronicle} Chronicle */

const KINDS = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

export class AsyncBoard {
  /** @param {import('./async.js').AsyncPage} page */
  constructor(page) {
    this.page = page;
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  /** The only person sees no paths of opponents, unless the rules show them or all is over.
   * @param {Chronicle} chronicle @param {number} count */
  visibleWorld(chronicle, count) {
    const {page} = this;
    const world = chronicle.worldAfter(count);
    return page.people.length === 1 && !chronicle.rules.see_paths && !chronicle.over
      ? seenBy(world, page.people[0])
      : world;
  }

  /** @param {number} count of events */
  draw(count) {
    const {page} = this;
    const chronicle = /** @type {Chronicle} */ (page.chronicle);
    page.drawn = count;
    page.world = this.visibleWorld(chronicle, count);
    if (page.commands.from && !page.world.has(page.commands.from)) page.commands.from = '';
    const pieces = [...page.world.values()];
    /** @type {Record<string, string>} */
    const marks = {};
    for (const {square, underWay, to} of pieces)
      if (underWay) marks[square] = to ? `on its way to ${to}` : 'on its way';
    if (page.commands.from) {
      for (const square of page.commands.reach) marks[square] = 'can move here';
      marks[page.commands.from] = 'chosen';
    }
    page.board.show({pieces, sides: SIDES, marks, arrows: this.arrows()});
    const {over, end} = chronicle;
    const isOver = Boolean(over) && page.time >= end;
    page.seats.show({
      sides: SIDES,
      turn: -1,
      isOver,
      winner: isOver ? (over?.winner ?? null) : null,
      captured: chronicle
        .killsAt(page.time)
        .map((kills) => sayPieces(KINDS.map((kind) => [kind, kills.get(kind) ?? 0])).replace('captured', 'killed')),
      left: [null, null],
    });
  }

  /** Where pieces go, and in how many seconds they are there. */
  arrows() {
    const {page} = this;
    return [...page.world.values()].flatMap((piece) =>
      piece.to
        ? [{kind: 'move', from: piece.square, to: piece.to, text: page.texts.sayLeft(page.chronicle?.arrival(piece))}]
        : [],
    );
  }

  /** Pieces under way stand between two spaces; who wants no motion sees them step. */
  glide() {
    const {page} = this;
    if (this.isStill || !page.board.geometry) return;
    for (const piece of page.world.values()) {
      const way = page.chronicle?.progress(piece, page.time);
      const element = page.board.drawn.get(piece.square)?.element;
      const [here, next] = [piece.square, way?.next ?? ''].map((name) => page.board.geometry?.byName.get(name)?.centre);
      if (way && element && here && next)
        page.board.put(element, {
          ...piece,
          at: {x: here.x + (next.x - here.x) * way.share, y: here.y + (next.y - here.y) * way.share},
        });
    }
  }
}
