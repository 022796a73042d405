/* Scores with their intervals, as bars. */
import {h, s} from './dom.js';
import {wilson} from './totals.js';

const WIDTH = 600, ROW = 26, LEFT = 120;

/** @param {any} plan @param {import('./totals.js').Totals} totals @returns {any} */
export function drawBands(plan, totals) {
  const x = (/** @type {number} */ share) => LEFT + share * (WIDTH - LEFT - 12);
  const rows = plan.players.map((/** @type {any} */ {name}, /** @type {number} */ i) => {
    const {points, games} = totals.points(i);
    const [low, high] = wilson(games ? points / games : 0.5, games);
    const y = i * ROW + ROW / 2;
    return s('g', {}, s('text', {x: LEFT - 8, y: y + 4, 'text-anchor': 'end'}, name),
      s('line', {class: 'interval', x1: x(low), x2: x(high), y1: y, y2: y}), games ? s('circle', {cx: x(points / games), cy: y, r: 5}) : null);
  });
  const height = plan.players.length * ROW;
  return h('figure', {class: 'bands'}, s('svg', {viewBox: `0 0 ${WIDTH} ${height + 18}`, role: 'img', 'aria-label': 'Scores with their 95 % intervals; the numbers are in the cross table'},
    [0, 0.25, 0.5, 0.75, 1].map((share) => s('g', {}, s('line', {class: share === 0.5 ? 'even' : 'grid', x1: x(share), x2: x(share), y1: 0, y2: height}),
      s('text', {x: x(share), y: height + 14, 'text-anchor': 'middle'}, `${share * 100} %`))), rows), h('figcaption', {}, 'Score of each player with its 95 % interval.'));
}
