/* A board of any geometry, with pieces anywhere and arrows that can be clicked. It knows no game.

   Focus is one and roves: the arrow keys go to the next square in their direction, Enter and the
   blank choose it. */
import {h, patch, s, set} from './dom.js';
import {placeLabels} from './labels.js';
import {PIECES} from './pieces.js';

/** @typedef {import('./geometry.js').Geometry} Geometry
 * @typedef {import('./geometry.js').Point} Point
 * @typedef {{square: string, type: string, side: number, at?: Point}} Piece
 * @typedef {{kind: string, from: string, to: string, text?: string, agent?: string, key?: string,
 *   lit?: boolean}} Arrow
 * @typedef {{pieces: Piece[], sides: string[], arrows?: Arrow[], marks?: Record<string, string>,
 *   badges?: Record<string, string>, speakers?: Set<string> | null}} View speakers: whose pieces are ringed */

const DIRECTIONS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

export class Board {
  /** @param {Element} host @param {{choose?: (square: string) => void,
   *   point?: (arrow: Arrow | null) => void, pick?: (arrow: Arrow) => void, label?: string}} [on] */
  constructor(host, on = {}) {
    this.on = on;
    this.layers = {
      squares: s('g'),
      labels: s('g', {class: 'labels', 'aria-hidden': 'true'}),
      pieces: s('g', {class: 'pieces', 'aria-hidden': 'true'}),
      arrows: s('g', {'aria-hidden': 'true'}),
    };
    this.svg = s(
      'svg',
      {
        class: 'board',
        role: 'group',
        'aria-label': on.label ?? 'Board',
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
      },
      this.layers.squares,
      this.layers.labels,
      this.layers.pieces,
      this.layers.arrows,
    );
    host.append(this.svg);
    /** @type {Map<string, any>} */
    this.cells = new Map();
    /** @type {Map<string, any>} */
    this.drawn = new Map();
    /** The widest circle on each square. @type {Map<string, number>} */
    this.room = new Map();
    this.focus = '';
  }

  /** @param {Geometry} geometry */
  shape(geometry) {
    this.geometry = geometry;
    const {squares, labels, width, height} = geometry;
    const edge = geometry.letters === 3 ? 0.45 : 0;
    set(this.svg, {
      class: geometry.letters === 3 ? 'board three' : 'board',
      viewBox: `${-edge} ${-edge} ${width + 2 * edge} ${height + 2 * edge}`,
    });
    this.cells.clear();
    this.room = new Map(squares.map(({name, corners, centre}) => [name, roomIn(corners, centre)]));
    this.layers.squares.replaceChildren(
      ...squares.map((square) => {
        const cell = s(
          'g',
          {
            role: 'button',
            tabindex: -1,
            class: 'square',
            'data-square': square.name,
            onclick: () => this.choose(square.name),
            onfocus: () => this.rove(square.name),
          },
          s('polygon', {
            points: square.corners.map(({x, y}) => `${x},${y}`).join(' '),
            class: square.dark ? 'dark' : 'light',
            'data-section': square.section,
          }),
        );
        this.cells.set(square.name, cell);
        return cell;
      }),
    );
    this.layers.labels.replaceChildren(...labels.map(({text, x, y}) => s('text', {x, y}, text)));
    for (const piece of this.drawn.values()) piece.element.remove();
    this.drawn.clear();
    this.rove(this.cells.has(this.focus) ? this.focus : squares[0].name);
  }

  /** @param {string} square */
  rove(square) {
    if (this.cells.has(this.focus)) set(this.cells.get(this.focus), {tabindex: -1});
    this.focus = square;
    set(this.cells.get(square), {tabindex: 0});
  }

  /** @param {string} square */
  choose(square) {
    this.rove(square);
    this.on.choose?.(square);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const direction = DIRECTIONS[/** @type {keyof typeof DIRECTIONS} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey || !this.geometry) return;
    if (event.key === 'Enter' || event.key === ' ') {
      this.choose(this.focus);
    } else if (direction) {
      const next = this.nextSquare(direction);
      if (next) this.cells.get(next).focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest square that lies in that direction.
   * @param {number[]} direction @returns {string | undefined} */
  nextSquare([dx, dy]) {
    const here = this.geometry?.byName.get(this.focus)?.centre;
    let best,
      least = Infinity;
    for (const {name, centre} of this.geometry?.squares ?? []) {
      if (!here || name === this.focus) continue;
      const [x, y] = [centre.x - here.x, centre.y - here.y];
      const ahead = x * dx + y * dy;
      const aside = Math.abs(x * dy - y * dx);
      if (ahead > 0.2 && aside < ahead * 1.2 && ahead + 2 * aside < least) [best, least] = [name, ahead + 2 * aside];
    }
    return best;
  }

  /** @param {View} view */
  show({pieces, sides, arrows = [], marks = {}, badges = {}, speakers = null}) {
    this.showPieces(pieces);
    this.showArrows(arrows, badges);
    for (const [square, {element}] of this.drawn) element.classList.toggle('ringed', speakers?.has(square) ?? false);
    const on = new Map(pieces.map((piece) => [piece.square, piece]));
    for (const [name, cell] of this.cells) {
      const piece = on.get(name);
      const mark = marks[name];
      const what = piece ? `${sides[piece.side]} ${piece.type}` : 'empty';
      set(cell, {'aria-label': `${name}, ${what}${mark ? `, ${mark}` : ''}`, 'data-mark': mark});
    }
  }

  /** A piece that has gone elsewhere keeps its element, so that it glides.
   * @param {Piece[]} pieces */
  showPieces(pieces) {
    const gone = new Map(this.drawn);
    const fresh = [];
    for (const piece of pieces) {
      const known = gone.get(piece.square);
      if (known && known.type === piece.type && known.side === piece.side) {
        gone.delete(piece.square);
        this.put(known.element, piece);
      } else {
        fresh.push(piece);
      }
    }
    for (const square of gone.keys()) this.drawn.delete(square);
    for (const piece of fresh) {
      const from = [...gone].find(([, {type, side}]) => type === piece.type && side === piece.side);
      if (from) gone.delete(from[0]);
      const element = from ? from[1].element : this.draw(piece);
      this.drawn.set(piece.square, {...piece, element});
      this.put(element, piece);
    }
    for (const {element} of gone.values()) element.remove();
  }

  /** @param {Piece} piece @returns {any} */
  draw({type, side}) {
    const {body, detail} = PIECES[type];
    const three = this.geometry?.letters === 3;
    const element = s(
      'g',
      {class: `piece ${three ? `three-${side}` : `side-${side}`}`},
      s('circle', {class: 'ring', cx: 50, cy: 50, r: 48}),
      s('path', {d: body}),
      detail && s('path', {d: detail, class: 'detail'}),
    );
    this.layers.pieces.append(element);
    return element;
  }

  /** @param {any} element @param {Piece} piece */
  put(element, {square, at}) {
    const place = at ?? this.geometry?.byName.get(square)?.centre;
    if (!place || (!at && element.classList.contains('dragged'))) return;
    const size = 0.94 * (at ? 1 : (this.room.get(square) ?? 1));
    element.style.transform = `translate(${place.x - size / 2}px, ${place.y - size / 2}px) scale(${size / 100})`;
  }

  /** @param {Arrow[]} arrows @param {Record<string, string>} [badges] */
  showArrows(arrows, badges = {}) {
    patch(
      this.layers.arrows,
      arrows.map((arrow, i) => this.drawArrow(arrow, i)),
      this.drawLabels(arrows),
      Object.entries(badges).map(([square, text]) => this.drawBadge(square, text)),
    );
    for (const badge of this.layers.arrows.querySelectorAll('.badge')) {
      const [plate, text] = badge.children;
      const width = text.getComputedTextLength() + 0.16;
      const right = Number(text.getAttribute('data-right'));
      set(text, {x: right - width / 2});
      set(plate, {x: right - width, width});
    }
  }

  /** A word at the upper right corner of a square; its plate is as wide as the word. @param {string} square @param {string} text */
  drawBadge(square, text) {
    const at = this.geometry?.byName.get(square)?.centre;
    if (!at) return null;
    const [right, top] = [at.x + 0.52, Math.max(at.y - 0.6, 0.02)];
    return s(
      'g',
      {class: text === '✓' ? 'badge safe' : 'badge'},
      s('rect', {y: top, height: 0.27, rx: 0.09}),
      s('text', {y: top + 0.205, 'data-right': Math.min(right, this.geometry?.width ?? right)}, text),
    );
  }

  /** They stand over all arrows. @param {Arrow[]} arrows @returns {any[]} */
  drawLabels(arrows) {
    const {geometry} = this;
    const centre = (/** @type {string} */ name) => geometry?.byName.get(name)?.centre;
    const labels = arrows.flatMap((arrow) => {
      const [from, to, text] = [centre(arrow.from), centre(arrow.to), arrow.text];
      return geometry && from && to && text ? [{arrow, from, to, text}] : [];
    });
    const boxes = geometry ? placeLabels(labels, geometry) : [];
    return labels.map(({arrow, text}, i) =>
      s(
        'text',
        {
          class: `label ${arrow.kind}${arrow.lit ? ' lit' : ''}`,
          x: boxes[i].x,
          y: boxes[i].y + 0.08,
          ...this.listenersOf(arrow),
        },
        text,
      ),
    );
  }

  /** An arrow and its label answer alike. @param {Arrow} arrow */
  listenersOf(arrow) {
    return {
      onmouseenter: () => this.on.point?.(arrow),
      onmouseleave: () => this.on.point?.(null),
      onclick: () => this.on.pick?.(arrow),
    };
  }

  /** @param {Arrow} arrow @param {number} i @returns {any} */
  drawArrow(arrow, i) {
    const from = this.geometry?.byName.get(arrow.from)?.centre;
    const to = this.geometry?.byName.get(arrow.to)?.centre;
    if (!from || !to || arrow.from === arrow.to) return s('g');
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const thick = arrow.kind === 'decision' || arrow.kind === 'other' ? 0.17 : 0.07;
    const head = Math.min(2.2 * thick + 0.1, 0.36 * length);
    const tip = {x: to.x - dx * 0.18, y: to.y - dy * 0.18};
    const neck = {x: tip.x - dx * head, y: tip.y - dy * head};
    const wing = head * 0.55;
    return s(
      'g',
      {class: `arrow ${arrow.kind}${arrow.lit ? ' lit' : ''}`, 'data-i': i, ...this.listenersOf(arrow)},
      s('line', {x1: from.x + dx * 0.2, y1: from.y + dy * 0.2, x2: neck.x, y2: neck.y, 'stroke-width': thick}),
      s('polygon', {
        points:
          `${tip.x},${tip.y} ${neck.x - dy * wing},${neck.y + dx * wing} ` +
          `${neck.x + dy * wing},${neck.y - dx * wing}`,
      }),
    );
  }
}

/** The diameter of the widest circle round the centre of a square; at most 1. @param {Point[]} corners @param {Point} centre */
const roomIn = (corners, centre) =>
  Math.min(
    1,
    ...corners.map((a, i) => {
      const b = corners[(i + 1) % corners.length];
      const twice = (b.x - a.x) * (centre.y - a.y) - (b.y - a.y) * (centre.x - a.x);
      return (2 * Math.abs(twice)) / Math.hypot(b.x - a.x, b.y - a.y);
    }),
  );

/** Where sentences are read aloud that are not looked at. */
export const live = () => h('p', {class: 'hidden', role: 'status', 'aria-live': 'polite'});
