/* Material over a game as a curve: of two sides the difference, of three a line each. */
import {h, s, set} from './dom.js';

const WIDTH = 600,
  HEIGHT = 110,
  EDGE = 6;

/** @param {HTMLElement} host @param {any} game @param {number} ply @param {(ply: number) => void} go */
export function drawCurve(host, game, ply, go) {
  const {line, sides} = game;
  const curves =
    sides.length === 2
      ? [line.map((/** @type {any} */ {material}) => (material[0] - material[1]) / 100)]
      : sides.map((/** @type {any} */ _, /** @type {number} */ side) =>
          line.map((/** @type {any} */ {material}) => material[side] / 100),
        );
  const all = curves.flat();
  const high = Math.max(3, ...all),
    low = sides.length === 2 ? Math.min(-3, ...all) : 0;
  const x = (/** @type {number} */ at) => EDGE + (at / Math.max(line.length - 1, 1)) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ value) => EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const label =
    sides.length === 2
      ? `Material: ${sides[0]} minus ${sides[1]}, in pawns; now ${curves[0][ply]}`
      : `Material of each side, in pawns; now ${curves.map((/** @type {number[]} */ curve, /** @type {number} */ i) => `${sides[i]} ${curve[ply]}`).join(', ')}`;
  const key = game.source + sides.length;
  if (host.dataset.key !== key) {
    host.dataset.key = key;
    const svg = s(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        onclick: (/** @type {MouseEvent} */ event) => {
          const box = svg.getBoundingClientRect();
          go(
            Math.round(
              ((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * (line.length - 1),
            ),
          );
        },
      },
      s('line', {x1: 0, x2: WIDTH, y1: y(0), y2: y(0), class: 'zero'}),
      curves.map((/** @type {number[]} */ curve, /** @type {number} */ i) =>
        s('polyline', {class: `curve-${i}`, points: curve.map((value, at) => `${x(at)},${y(value)}`).join(' ')}),
      ),
      s('line', {class: 'now', y1: 0, y2: HEIGHT}),
    );
    host.replaceChildren(svg, h('p', {class: 'caption'}));
  }
  const svg = /** @type {Element} */ (host.querySelector('svg'));
  set(svg, {'aria-label': label});
  set(/** @type {Element} */ (svg.querySelector('.now')), {x1: x(ply), x2: x(ply)});
  /** @type {HTMLElement} */ (host.querySelector('.caption')).textContent = label;
}
