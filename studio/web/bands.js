/* Scores with their intervals, as bars. */
import {drawIntervals} from './figures.js';
import {wilson} from './totals.js';

/** @param {any} plan @param {import('./totals.js').Totals} totals @returns {any} */
export function drawBands(plan, totals) {
  const rows = plan.players.map((/** @type {any} */ {name}, /** @type {number} */ i) => {
    const {points, games} = totals.points(i);
    const [low, high] = wilson(games ? points / games : 0.5, games);
    return {name, value: games ? points / games : undefined, low, high};
  });
  return drawIntervals(
    {
      label: 'Scores with their 95 % intervals; the numbers are in the cross table',
      caption: 'Score of each player with its 95 % interval.',
      even: 0.5,
      ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${share * 100} %`]),
    },
    rows,
  );
}
