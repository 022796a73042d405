/* Bubbles over a board: each beside the agent that speaks, measured, and where it hides nothing that it speaks of. */
import {h, patch, s, set} from './dom.js';

/** @typedef {{x: number, y: number, width: number, height: number}} Rect x, y: its upper left corner, in pixels
 * @typedef {import('./phases.js').Bubble} Bubble */

const GRID = 28; /* places a side that are tried */
const COST = {bubble: 60, kept: 20, piece: 0.5, distance: 9, tail: 0.02};

/** @param {Rect} a @param {Rect} b @returns {number} the area that both cover */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** The point of @rect that is nearest to @x, @y. @param {Rect} rect @param {number} x @param {number} y */
const nearest = (rect, x, y) => ({
  x: Math.min(Math.max(x, rect.x), rect.x + rect.width),
  y: Math.min(Math.max(y, rect.y), rect.y + rect.height),
});

/** The best place for a bubble of that size, and what it would cover there of what is to be kept in sight.
 * @param {{width: number, height: number}} size @param {{x: number, y: number} | null} anchor the middle of the agent's square; null: it has none
 * @param {{board: Rect, kept: Rect[], pieces: Rect[], taken: Rect[]}} around @returns {{rect: Rect, hidden: number}} */
export function placeBubble({width, height}, anchor, {board, kept, pieces, taken}) {
  const to = anchor ?? {x: board.width / 2, y: board.height / 2};
  /** @type {{rect: Rect, hidden: number, cost: number} | null} */
  let best = null;
  for (let i = 0; i <= GRID; i++)
    for (let j = 0; j <= GRID; j++) {
      const rect = {x: ((board.width - width) * i) / GRID, y: ((board.height - height) * j) / GRID, width, height};
      const sum = (/** @type {Rect[]} */ list) => list.reduce((all, other) => all + overlap(rect, other), 0);
      const near = nearest(rect, to.x, to.y);
      const hidden = sum(kept) + sum(taken);
      const cost =
        COST.kept * sum(kept) +
        COST.bubble * sum(taken) +
        COST.piece * sum(pieces) +
        COST.distance * Math.hypot(near.x - to.x, near.y - to.y) * (anchor ? 1 : 0.3);
      if (!best || cost < best.cost) best = {rect, hidden, cost};
    }
  return /** @type {{rect: Rect, hidden: number}} */ (best);
}

export class Bubbles {
  /** @param {HTMLElement} stage what the board is in; its first child is the board */
  constructor(stage) {
    this.stage = stage;
    this.tails = s('svg', {class: 'tails', 'aria-hidden': 'true'});
    this.host = h('div', {class: 'bubbles', 'aria-hidden': 'true'});
    stage.append(this.tails, this.host);
    /** @type {{bubbles: Bubble[], kept: string[], badges: string[], pieces: string[], board: import('./board.js').Board} | null} */
    this.shown = null;
    this.observer = new ResizeObserver(() => this.place());
    this.observer.observe(stage);
  }

  end() {
    this.observer.disconnect();
  }

  /** @param {NonNullable<Bubbles['shown']>} shown kept: squares that stay in sight, badges: those with a badge */
  show(shown) {
    this.shown = shown;
    patch(
      this.host,
      shown.bubbles.map(({square, text, more, tone}) =>
        h(
          'p',
          {class: `bubble ${tone ?? ''}${square ? '' : ' master'}`, 'data-agent': square || null},
          square ? null : h('b', {}, 'Master '),
          h('b', {}, text),
          more ? h('span', {}, more) : null,
        ),
      ),
    );
    this.place();
  }

  /** The rectangle of a square, or of the badge at its upper right corner. @param {string} name @param {boolean} [isBadge] @returns {Rect | null} */
  rectOf(name, isBadge = false) {
    const {board} = /** @type {NonNullable<Bubbles['shown']>} */ (this.shown);
    const square = board.geometry?.byName.get(name);
    if (!square) return null;
    const view = board.svg.viewBox.baseVal;
    const scale = board.svg.clientWidth / view.width;
    const at = (/** @type {import('./geometry.js').Point} */ point) => ({
      x: (point.x - view.x) * scale,
      y: (point.y - view.y) * scale,
    });
    const middle = at(square.centre),
      half = 0.44 * scale;
    if (isBadge) return {x: middle.x - half * 0.2, y: middle.y - half * 1.4, width: half * 1.4, height: half * 0.8};
    return {x: middle.x - half, y: middle.y - half, width: 2 * half, height: 2 * half};
  }

  place() {
    if (!this.shown || !this.stage.clientWidth) return;
    const {bubbles, kept, badges, pieces, board} = this.shown;
    const rects = (/** @type {string[]} */ names, isBadge = false) =>
      names.flatMap((name) => this.rectOf(name, isBadge) ?? []);
    const around = {
      board: {x: 0, y: 0, width: board.svg.clientWidth, height: board.svg.clientHeight},
      kept: [...rects([...new Set(kept)]), ...rects(badges, true)],
      pieces: rects(pieces),
      /** @type {Rect[]} */
      taken: [],
    };
    const elements = /** @type {HTMLElement[]} */ ([...this.host.children]);
    set(this.tails, {
      viewBox: `0 0 ${around.board.width} ${around.board.height}`,
      width: around.board.width,
      height: around.board.height,
    });
    const tails = elements.map((element, i) => {
      const square = bubbles[i].square && this.rectOf(bubbles[i].square);
      const anchor = square ? {x: square.x + square.width / 2, y: square.y + square.height / 2} : null;
      const {rect, hidden} = placeBubble({width: element.offsetWidth, height: element.offsetHeight}, anchor, around);
      /* What finds no free place is left to the chat; the first bubble is always there. */
      element.classList.toggle('out', i > 0 && hidden > 0);
      if (i > 0 && hidden > 0) return null;
      element.style.transform = `translate(${Math.round(rect.x)}px, ${Math.round(rect.y)}px)`;
      around.taken.push(rect);
      if (!anchor || !square) return null;
      const end = nearest(rect, anchor.x, anchor.y);
      const length = Math.hypot(end.x - anchor.x, end.y - anchor.y) || 1;
      const share = Math.min(1, (square.width * 0.36) / length);
      return s('line', {
        class: bubbles[i].tone || null,
        x1: anchor.x + (end.x - anchor.x) * share,
        y1: anchor.y + (end.y - anchor.y) * share,
        x2: end.x,
        y2: end.y,
      });
    });
    patch(this.tails, tails);
  }
}
