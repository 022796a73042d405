/* What games add up to. */

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
 * Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
 * Journal of the American Statistical Association 22, 1927.
 * @param {number} share 0 to 1 @param {number} count @returns {[number, number]} */
export function wilson(share, count) {
  if (count === 0) return [0, 1];
  const z = 1.959964;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @typedef {{wins: number, losses: number, draws: number}} Cell */

const RESULTS = ['1-0', '1/2-1/2', '0-1'];

/** Of two-player games. */
export class Totals {
  /** @param {number} players */
  constructor(players) {
    this.players = players;
    this.games = 0;
    /** By White and Black: what White won, drew and lost. */
    this.results = new Float64Array(players * players * RESULTS.length);
    /** @type {Map<string, number>} */
    this.terminations = new Map();
  }

  /** @param {number} white @param {number} black @param {string} result @param {string} how */
  add(white, black, result, how) {
    const loss = Math.max(RESULTS.indexOf(result), 0);
    this.games++;
    this.terminations.set(how, (this.terminations.get(how) ?? 0) + 1);
    this.results[(white * this.players + black) * RESULTS.length + loss]++;
  }

  /** Adds what one player won, drew and lost against another.
   * @param {number} i @param {number} j @param {number[]} results */
  addScore(i, j, results) {
    const at = (i * this.players + j) * RESULTS.length;
    results.forEach((count, k) => {
      this.results[at + k] += count;
    });
    this.games += results.reduce((sum, count) => sum + count, 0);
  }

  /** @param {number} i with White @param {number} j @returns {number[]} wins, draws, losses */
  asWhite(i, j) {
    const at = (i * this.players + j) * RESULTS.length;
    return [...this.results.subarray(at, at + RESULTS.length)];
  }

  /** @param {number} i @param {number} j @returns {Cell} of player i against j */
  cell(i, j) {
    const [wins, draws, losses] = this.asWhite(i, j);
    const [lost, drawn, won] = i === j ? [0, 0, 0] : this.asWhite(j, i);
    return {wins: wins + won, losses: losses + lost, draws: draws + drawn};
  }

  /** Points of a player and how many games it had.
   * @param {number} i @returns {{points: number, games: number}} */
  points(i) {
    let points = 0,
      games = 0;
    for (let j = 0; j < this.players; j++) {
      const {wins, losses, draws} = this.cell(i, j);
      points += wins + draws / 2;
      games += wins + losses + draws;
    }
    return {points, games};
  }

  /** "57.1 % (52.0 to 62.0)". The interval is Wilson's of the mean score: a little wide where many
   * games are draws.
   * @param {number} i @returns {string} */
  score(i) {
    const {points, games} = this.points(i);
    if (games === 0) return '–';
    const [low, high] = wilson(points / games, games).map((share) => (share * 100).toFixed(1));
    return `${((points / games) * 100).toFixed(1)} % (${low} to ${high})`;
  }
}

const POINTS = ['1', '0', '-1', '-2'];

/** Of three-player games: how often a game brought a player on a seat each of POINTS. */
export class SeatTotals {
  /** @param {number} players */
  constructor(players) {
    this.players = players;
    this.games = 0;
    this.counts = new Float64Array(players * 3 * POINTS.length);
    /** @type {Map<string, number>} */
    this.terminations = new Map();
  }

  /** @param {number[]} players of each side @param {string[]} points @param {string} how */
  add(players, points, how) {
    this.games++;
    this.terminations.set(how, (this.terminations.get(how) ?? 0) + 1);
    players.forEach((player, side) => {
      const at = Math.max(POINTS.indexOf(points[side]), 0);
      this.counts[(player * 3 + side) * POINTS.length + at]++;
    });
  }

  /** @param {number} player @param {number} [side] all, if it is left out
   * @returns {{games: number, wins: number, neither: number, losses: number, forfeits: number,
   *   average: number}} */
  of(player, side) {
    const sums = POINTS.map((_, i) =>
      (side === undefined ? [0, 1, 2] : [side]).reduce(
        (sum, seat) => sum + this.counts[(player * 3 + seat) * POINTS.length + i],
        0,
      ),
    );
    const games = sums.reduce((sum, count) => sum + count, 0);
    const points = sums.reduce((sum, count, i) => sum + count * Number(POINTS[i]), 0);
    const [wins, neither, losses, forfeits] = sums;
    return {games, wins, neither, losses, forfeits, average: games ? points / games : NaN};
  }
}
