/* What the program says of the results of a run: who won how often, how much stronger a player is, ratings, how games ended. Every number
   comes from the core, which computes and writes them as `agentchess match` and `agentchess report` do. */
import {csvOf, dataTable} from './data-table.js';
import {format, h} from './dom.js';
import {drawIntervals, ticksOf} from './figures.js';
import {sayPlayer} from './play-seats.js';

/** @typedef {{player: string, opponent: string, [column: string]: any}} Pairing
 * @typedef {{games: number, verdict: string, repeats: string, terminations: Record<string, number>, cross: string[][],
 *   shares: {kind: string, value?: string, low?: string, high?: string}[], report: any}} Answer of the core to report_run */
/** @typedef {(filter: Record<string, string>) => any} LinkTo to the games of players */

const MOST_BARS = 24;
/** So many columns of a cross table fit into a card. */
const MOST_NARROW = 5;

/** @param {string} title @param {...any} children */
export const card = (title, ...children) => h('section', {class: 'card'}, h('h2', {}, title), children);

const minus = (/** @type {string} */ text) => text.replace('-', '−');

/** "12 (3 to 21)", or the bound that there is. @param {any} row @param {string} name @param {string} low @param {string} high @param {string} kind
 * @returns {import('./data-table.js').Cell} */
function estimate(row, name, low, high, kind) {
  const [value, from, to] = [name, low, high].map((key) =>
    row[key] === null ? null : minus(Number(row[key]).toFixed(0)),
  );
  const text =
    row[kind] === 'given'
      ? `${value ?? 0}, fixed`
      : value !== null && from !== null
        ? `${value} (${from} to ${to})`
        : from !== null
          ? `at least ${from}`
          : to !== null
            ? `at most ${to}`
            : '–';
  return {value: row[name] ?? row[low] ?? row[high] ?? '', text};
}

/** Rows of the program as a file. @param {any[]} rows */
const csvOfRows = (rows) => () =>
  csvOf(
    Object.keys(rows[0] ?? {}),
    rows.map((row) => Object.values(row)),
  );

/** @param {{name: string, text: string}} player */
const playerCell = ({name, text}) => ({
  value: name,
  title: text,
  text: text ? [`${name} `, h('small', {}, sayPlayer(text))] : name,
});

/** Wins, losses and draws of each player in its row against that of the column.
 * @param {{name: string, text: string}[]} players @param {Answer} answer @param {LinkTo} linkTo */
function crossTable(players, {report}, linkTo) {
  /** @type {Map<string, number[]>} */
  const cells = new Map();
  for (const {player, opponent, wins, losses, draws} of report.pairings) {
    const add = (/** @type {string} */ key, /** @type {number[]} */ counts) =>
      cells.set(
        key,
        (cells.get(key) ?? [0, 0, 0]).map((count, i) => count + counts[i]),
      );
    add(JSON.stringify([player, opponent]), [wins, losses, draws]);
    if (player !== opponent) add(JSON.stringify([opponent, player]), [losses, wins, draws]);
  }
  const scores = new Map(report.ratings.map((/** @type {any} */ row) => [row.player, row.score]));
  return dataTable(
    'Wins, losses and draws of the player in the row',
    [{head: 'player'}, ...players.map(({name}) => ({head: name, isNumber: true})), {head: 'score', isNumber: true}],
    players.map((player) => [
      playerCell(player),
      ...players.map((other) => {
        const counts = cells.get(JSON.stringify([player.name, other.name]));
        return other.name === player.name || !counts
          ? {value: '', text: other.name === player.name ? '×' : '–'}
          : {
              value: counts.join('-'),
              text: linkTo({
                player: player.name,
                opponent: other.name,
                text: counts.map((count) => format(count)).join('–'),
              }),
            };
      }),
      {value: scores.get(player.name) ?? '', text: scores.get(player.name)?.toFixed(3) ?? '–'},
    ]),
  );
}

/** Each pairing by itself. @param {Answer} answer @param {LinkTo} linkTo */
function pairingsTable({report, shares}, linkTo) {
  const inTime = report.pairings.some((/** @type {any} */ row) => row.ms_per_space !== null);
  return dataTable(
    'Pairings, from the first player’s point of view',
    [
      {head: 'pairing'},
      ...(inTime ? [{head: 'ms per space', isNumber: true}] : []),
      ...['games', 'won–lost–drawn', 'score (95 % interval)', 'Elo (95 % interval)', 'superiority'].map((head) => ({
        head,
        isNumber: true,
      })),
    ],
    report.pairings.map((/** @type {any} */ row, /** @type {number} */ i) => [
      {
        value: `${row.player} - ${row.opponent}`,
        text: linkTo({
          player: row.player,
          opponent: row.opponent,
          pace: row.ms_per_space === null ? '' : String(row.ms_per_space),
          text: `${row.player} – ${row.opponent}`,
        }),
      },
      ...(inTime ? [row.ms_per_space] : []),
      {value: row.games, text: format(row.games)},
      {value: row.wins, text: `${format(row.wins)}–${format(row.losses)}–${format(row.draws)}`},
      {value: row.score ?? '', text: shareOf(shares[i], row)},
      row.corrected_elo === null
        ? estimate(row, 'elo', 'elo_low', 'elo_high', 'elo_kind')
        : estimate(row, 'corrected_elo', 'corrected_low', 'corrected_high', 'corrected_kind'),
      {value: row.superiority, text: (row.corrected_superiority ?? row.superiority).toFixed(3)},
    ]),
    csvOfRows(report.pairings),
  );
}

/** @param {Answer['shares'][0] | undefined} share @param {Pairing} row */
const shareOf = (share, row) =>
  share?.value !== undefined ? `${share.value} (${share.low} to ${share.high})` : (row.score?.toFixed(3) ?? '–');

/** The shares of the points with their intervals, a bar a pairing. @param {Answer} answer */
const sharesFigure = ({report, shares}) =>
  drawIntervals(
    {
      label: 'Scores with their 95 % intervals',
      caption: 'Score of the first player of each pairing with its 95 % interval.',
      even: 0.5,
      ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => [share, `${share * 100} %`]),
    },
    report.pairings.slice(0, MOST_BARS).map((/** @type {Pairing} */ row, /** @type {number} */ i) => ({
      name: `${row.player} – ${row.opponent}${row.ms_per_space ? `, ${row.ms_per_space}` : ''}`,
      ...numbers(shares[i]),
    })),
  );

/** @param {any} share @returns {{value?: number, low?: number, high?: number}} without what an estimate does not have */
const numbers = ({value, low, high}) =>
  Object.fromEntries(
    Object.entries({value, low, high}).flatMap(([name, number]) => (number == null ? [] : [[name, Number(number)]])),
  );

/** @param {any} report @param {string} note */
function ratings(report, note) {
  const rows = report.ratings ?? report.places;
  const order = rows.map((/** @type {any} */ row) => ({
    name: row.player,
    ...numbers({value: row.rating ?? (row.rating_kind === 'given' ? 0 : null), low: row.low, high: row.high}),
  }));
  const all = order.flatMap((/** @type {any} */ row) => [row.value, row.low, row.high]).filter(Number.isFinite);
  const margin = 5 + (Math.max(...all) - Math.min(...all)) * 0.1;
  const ticks = /** @type {[number, string][]} */ (
    ticksOf(Math.min(...all) - margin, Math.max(...all) + margin).map((tick) => [tick, minus(String(tick))])
  );
  const step = ticks.length > 1 ? ticks[1][0] - ticks[0][0] : 1;
  ticks.unshift([ticks[0][0] - step, '']);
  ticks.push([ticks[ticks.length - 1][0] + step, '']);
  const fit = report.fit?.[0];
  const advantage =
    fit && fit.white_advantage_kind === 'interval'
      ? ` White’s advantage: ${/** @type {any} */ (estimate(fit, 'white_advantage', 'white_advantage_low', 'white_advantage_high', 'white_advantage_kind')).text}.`
      : '';
  const cycle = fit?.cycle ? ` The players form a cycle: ${fit.cycle}; ratings cannot show this.` : '';
  return [
    dataTable(
      'Ratings, strongest first',
      [
        {head: 'player'},
        {head: 'Elo (95 % interval)', isNumber: true},
        {head: 'games', isNumber: true},
        ...(report.ratings ? [{head: 'score', isNumber: true}] : []),
      ],
      rows.map((/** @type {any} */ row) => [
        row.player,
        estimate(row, 'rating', 'low', 'high', 'rating_kind'),
        {value: row.games, text: format(row.games)},
        ...(report.ratings ? [{value: row.score ?? '', text: row.score?.toFixed(3) ?? '–'}] : []),
      ]),
      csvOfRows(rows),
    ),
    drawIntervals(
      {
        label: 'Ratings with their 95 % intervals; the numbers are in the table',
        even: 0,
        ticks,
        caption: `Point: the maximum-likelihood estimate; bar: its 95 % interval; dashed: unbounded on that side.${note}${advantage}${cycle}`,
      },
      order,
    ),
  ];
}

/** How games ended. @param {Record<string, number>} terminations @param {number} games @param {LinkTo} linkTo */
export const endsTable = (terminations, games, linkTo) =>
  dataTable(
    'How games ended',
    [{head: 'termination'}, {head: 'games', isNumber: true}, {head: 'share', isNumber: true}],
    Object.entries(terminations)
      .sort(([, a], [, b]) => b - a)
      .map(([how, count]) => [
        {value: how, text: linkTo({how, text: how})},
        {value: count, text: format(count)},
        {value: count / games, text: `${((count / games) * 100).toFixed(1)} %`},
      ]),
  );

/** What the columns of the table of games of three mean. */
const SEATS_CAPTION = 'Points of each player: won 1, lost −1, forfeited −2';

/** The cards of what the core answers about results. @param {{name: string, text: string}[]} players @param {Answer} answer @param {LinkTo} linkTo */
export function reportCards(players, answer, linkTo) {
  const {report, verdict, repeats, cross} = answer;
  const isOfTwo = report?.pairings !== undefined;
  const paces = isOfTwo ? new Set(report.pairings.map((/** @type {Pairing} */ row) => row.ms_per_space)).size : 1;
  const lines = [...verdict.split('\n'), ...repeats.split('\n'), ...(report?.notes ?? [])].filter(Boolean);
  return [
    lines.length > 0 &&
      card(
        'Conclusion',
        h(
          'ul',
          {class: 'conclusion'},
          lines.map((line) => h('li', {}, line)),
        ),
      ),
    isOfTwo
      ? [
          players.length > 2 &&
            h(
              'section',
              {class: players.length > MOST_NARROW ? 'card wide' : 'card'},
              h('h2', {}, 'Cross table'),
              crossTable(players, answer, linkTo),
            ),
          card(
            'Pairings',
            players.length === 2 && h('p', {}, players.map(({name, text}) => `${name}: ${sayPlayer(text)}`).join('; ')),
            pairingsTable(answer, linkTo),
            sharesFigure(answer),
          ),
        ]
      : card(
          'Standings',
          dataTable(
            SEATS_CAPTION,
            cross[0].map((head, i) => ({head: head || 'player', isNumber: i > 0})),
            cross
              .slice(1)
              .map(([name, ...cells]) => [
                {value: name, text: linkTo({player: name, text: name})},
                ...cells.map((cell) =>
                  cell !== '' && Number.isFinite(Number(cell)) ? {value: Number(cell), text: minus(cell)} : cell,
                ),
              ]),
          ),
        ),
    report &&
      (!isOfTwo || players.length > 2) &&
      card('Ratings', ratings(report, paces > 1 ? ' Games at all paces are pooled.' : '')),
  ];
}

/** The changes between two runs. @param {any} comparison what `agentchess compare --format=json` prints @param {string} title */
export const comparisonCard = ({comparison, notes}, title) =>
  card(
    title,
    h('p', {}, 'Lead of the player in the second run minus lead in the first.'),
    notes.length > 0 &&
      h(
        'ul',
        {class: 'conclusion'},
        notes.map((/** @type {string} */ note) => h('li', {}, note)),
      ),
    dataTable(
      'Differences between the runs',
      [
        {head: 'pairing'},
        ...['games 1', 'games 2', 'Elo 1', 'Elo 2', 'difference (95 % interval)', 'p, Holm'].map((head) => ({
          head,
          isNumber: true,
        })),
      ],
      comparison.map((/** @type {any} */ row) => [
        `${row.player} – ${row.opponent}${row.ms_per_space === null ? '' : `, ${row.ms_per_space} ms`}`,
        row.first_games,
        row.second_games,
        ...[row.first_elo, row.second_elo].map((elo) => ({
          value: elo ?? '',
          text: elo === null ? '–' : minus(elo.toFixed(0)),
        })),
        estimate(row, 'difference', 'low', 'high', 'kind'),
        {value: row.p_holm, text: row.p_holm < 0.001 ? '<0.001' : row.p_holm.toFixed(3)},
      ]),
      csvOfRows(comparison),
    ),
  );
