/* Material in games that are being played, added up while they come, as material_mean.csv has it. */
import {enough} from './curves.js';

/** One move number in games of a pairing, as the core's match_material answers. @typedef {[running: number, sum: number, squares: number, ended: number, endedSum: number]} Step */

/** The quantile 0.975 of Student's distribution, to a thousandth from four degrees of freedom on.
 *
 * Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 26.7.5.
 * @param {number} freedom @returns {number} */
export function studentQuantile(freedom) {
  const z = 1.959963985;
  if (freedom < 4) return [NaN, 12.7062, 4.3027, 3.1824][freedom];
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92160 * freedom ** 4)
  );
}

export class MaterialSums {
  constructor() {
    /** @type {Step[][]} by pairing and move */
    this.pairings = [];
  }

  /** @param {Step[][]} answer */
  add(answer) {
    answer.forEach((steps, pairing) => {
      const sums = (this.pairings[pairing] ??= []);
      steps.forEach((step, move) => {
        const own = (sums[move] ??= [0, 0, 0, 0, 0]);
        step.forEach((number, i) => {
          own[i] += number;
        });
      });
    });
  }

  /** Those of each pairing for its first player. @param {any} plan @returns {import('./curves.js').Curve[]} */
  curves(plan) {
    return plan.pairings.map((/** @type {[number, number]} */ [player, opponent], /** @type {number} */ i) => {
      const steps = this.pairings[i] ?? [];
      const games = steps[0]?.[0] ?? 0;
      let ended = 0;
      return {
        player: plan.players[player].name,
        opponent: plan.players[opponent].name,
        pace: '',
        steps: enough(
          steps.map(([running, sum, squares, , endedSum], move) => {
            const mean = sum / running,
              all = (ended + sum) / games;
            const half =
              running > 1
                ? studentQuantile(running - 1) * Math.sqrt(Math.max(squares - sum * mean, 0) / (running - 1) / running)
                : 0;
            ended += endedSum;
            return {x: move + 1, running, mean, low: mean - half, high: mean + half, mean_all: all};
          }),
          'running',
        ),
      };
    });
  }
}
