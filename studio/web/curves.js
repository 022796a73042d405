/* The curves of a run, arranged as `agentchess report` arranges them: material_mean.csv as it is,
   of requests.csv and threats.csv five moves taken together. A step of which there is too little
   is left out. */
import {cellsOf, linesOf, streamOf} from './runs.js';

/** Steps of a player against an opponent (of three: on a seat) at a pace.
 * @typedef {{player: string, opponent: string, pace: string, steps: Record<string, number>[]}} Curve */

const LEAST = 2; /* a few games are only noise */
const LEAST_SHARE = 10; /* as is less than a tenth of the first step */
const TOGETHER = 5;

/** @param {import('./runs.js').Run} run @param {string} name @returns {Promise<any[]>} rows by their columns; none without the file */
export async function rowsOf(run, name) {
  const file = run.files.get(name);
  if (!file) return [];
  /** @type {string[] | null} */
  let head = null;
  const rows = [];
  for await (const lines of linesOf(streamOf(file))) {
    for (const line of lines) {
      const cells = cellsOf(line);
      if (head && cells.length !== head.length)
        throw new Error(
          `${run.name}: ${name}, line ${rows.length + 2}: ${cells.length} cells instead of ${head.length}.`,
        );
      if (head) rows.push(Object.fromEntries(head.map((column, i) => [column, cells[i]])));
      else head = cells;
    }
  }
  return rows;
}

/** @param {Record<string, number>[]} steps @param {string} weight @returns {Record<string, number>[]} */
export function enough(steps, weight) {
  return steps.filter(
    (step) => step && step[weight] >= LEAST && LEAST_SHARE * step[weight] >= (steps[0]?.[weight] ?? 0),
  );
}

/** @param {any[]} rows @param {(row: any) => string[]} keyOf player, opponent, pace
 * @param {(curve: Curve, row: any) => void} add @returns {Curve[]} */
function group(rows, keyOf, add) {
  /** @type {Map<string, Curve>} */
  const curves = new Map();
  for (const row of rows) {
    const [player, opponent, pace] = keyOf(row);
    const key = JSON.stringify([player, opponent, pace]);
    if (!curves.has(key)) curves.set(key, {player, opponent, pace, steps: []});
    add(/** @type {Curve} */ (curves.get(key)), row);
  }
  return [...curves.values()];
}

/** Means of material: at x, {mean, low, high, mean_all} in hundredths of a pawn, and running.
 * @param {import('./runs.js').Run} run @returns {Promise<Curve[]>} x is a move, in asynchronous games a second */
export async function materialOf(run) {
  const rows = await rowsOf(run, 'material_mean.csv');
  const curves = group(
    rows,
    (row) => [row.player, row.opponent ?? row.side, row.ms_per_space ?? ''],
    ({steps}, row) => {
      const x = row.time_ms === undefined ? Number(row.move) : Number(row.time_ms) / 1000;
      const numbers = Object.fromEntries(
        ['running', 'mean', 'low', 'high', 'mean_all'].map((name) => [name, Number(row[name] || row.mean)]),
      );
      steps.push({x, ...numbers});
    },
  );
  for (const curve of curves) curve.steps = enough(curve.steps, 'running');
  return curves;
}

/** Counts by move number, five of them a step; those against the opponent "" are against all.
 * @param {import('./runs.js').Run} run @param {string} file @param {string} weight
 * @returns {Promise<Curve[]>} */
export async function countsOf(run, file, weight) {
  const rows = await rowsOf(run, file);
  const add = (/** @type {Curve} */ {steps}, /** @type {any} */ {player, opponent, move, ...counts}) => {
    const number = Math.floor((Number(move) - 1) / TOGETHER);
    steps[number] ??= {x: number * TOGETHER + (TOGETHER + 1) / 2};
    for (const [name, count] of Object.entries(counts))
      steps[number][name] = (steps[number][name] ?? 0) + Number(count);
    void player;
    void opponent;
  };
  const curves = [
    ...group(rows, ({player}) => [player, '', ''], add),
    ...group(rows, ({player, opponent}) => [player, opponent, ''], add),
  ];
  for (const curve of curves) curve.steps = enough(curve.steps, weight);
  return curves;
}
