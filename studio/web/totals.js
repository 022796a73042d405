/* What games add up to, from rows of games.csv. */

const BATCH = 20;

/** Games 1 to @count, in batches: [first, last], in order.
 * @param {number} count @returns {number[][]} */
export function batches(count) {
  const list = [];
  for (let first = 1; first <= count; first += BATCH) list.push([first, Math.min(first + BATCH - 1, count)]);
  return list;
}

/** The two-sided 95 % interval of a share, as Wilson has it.
 *
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of
 * the American Statistical Association 22, 1927.
 * @param {number} share 0 to 1 @param {number} count @returns {[number, number]} */
export function wilson(share, count) {
  if (count === 0) return [0, 1];
  const z = 1.959964;
  const middle = (share + z * z / (2 * count)) / (1 + z * z / count);
  const half = z / (1 + z * z / count) * Math.sqrt(share * (1 - share) / count + z * z / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @typedef {{wins: number, losses: number, draws: number}} Cell */

export class Totals {
  /** @param {number} players */
  constructor(players) {
    this.games = 0;
    /** @type {Cell[][]} */
    this.cells = Array.from({length: players}, () => Array.from({length: players}, () => ({wins: 0, losses: 0, draws: 0})));
    /** @type {Map<string, number>} */
    this.terminations = new Map();
  }

  /** @param {number} i @param {number} j @returns {Cell} of player i against j */
  cell(i, j) {
    return this.cells[i][j];
  }

  /** Adds rows of a game of two sides. @param {string} rows @param {{players: {name: string}[]}} plan */
  add(rows, plan) {
    const number = new Map(plan.players.map(({name}, i) => [name, i]));
    for (const row of rows.split('\n')) {
      if (row === '') continue;
      const [, , white, black, , , result, how] = row.split(',');
      const [i, j] = [number.get(white), number.get(black)];
      if (i === undefined || j === undefined) throw new Error(`games.csv names players that the run has not: ${row}`);
      this.games++;
      this.terminations.set(how, (this.terminations.get(how) ?? 0) + 1);
      const kind = result === '1-0' ? 'wins' : result === '0-1' ? 'losses' : 'draws';
      const other = kind === 'wins' ? 'losses' : kind === 'losses' ? 'wins' : 'draws';
      this.cells[i][j][kind]++;
      this.cells[j][i][other]++;
    }
  }

  /** Points of a player and how many games it had. @param {number} i @returns {{points: number, games: number}} */
  points(i) {
    const all = this.cells[i].reduce((sum, {wins, losses, draws}) => ({points: sum.points + wins + draws / 2, games: sum.games + wins + losses + draws}), {points: 0, games: 0});
    return all;
  }

  /** "57.1 % (52.0 to 62.0)". The interval is Wilson's of the mean score: a little wide where many games are draws.
   * @param {number} i @returns {string} */
  score(i) {
    const {points, games} = this.points(i);
    if (games === 0) return '–';
    const [low, high] = wilson(points / games, games).map((share) => (share * 100).toFixed(1));
    return `${(points / games * 100).toFixed(1)} % (${low} to ${high})`;
  }
}
