/* What the page "results" shows of a run besides its games and conclusions: curves of material, requests
   and threats, as `agentchess report` and scripts/plot show them. */

import {countsOf, materialOf, rowsOf} from './curves.js';
import {dataTable} from './data-table.js';
import {format} from './dom.js';
import {drawPanels} from './figures.js';

/** @typedef {import('./curves.js').Curve} Curve
 * @typedef {import('./runs.js').Run} Run */

const PAWN = 100;
const FEW = 20; /* of fewer pieces captured a share says nothing */

const REQUESTS = [
  ['own_moves', 'moves itself'],
  ['own_attacks', 'captures itself'],
  ['defence_requests', 'defence request performed'],
  ['attack_requests', 'attack request performed'],
];

const share = (/** @type {number} */ part, /** @type {number} */ whole) => (whole > 0 ? (100 * part) / whole : NaN);
const shareOfMany = (/** @type {number} */ part, /** @type {number} */ whole) =>
  whole >= FEW ? (100 * part) / whole : NaN;

/** @type {[string, (step: any) => number][]} */
const THREATS = [
  ['of the pieces captured', ({unthreatened, captured}) => shareOfMany(unthreatened, captured)],
  [
    'of those that had not just moved',
    (at) => shareOfMany(at.unthreatened - at.movers_unthreatened, at.captured - at.movers),
  ],
  ['of the opponent’s replies', ({unthreatened, replies}) => share(unthreatened, replies)],
];

/** All curves of a run. @param {Run} run */
export async function readCurves(run) {
  const [material, requests, threats, attacks, commands] = await Promise.all([
    materialOf(run),
    countsOf(run, 'requests.csv', 'decisions'),
    countsOf(run, 'threats.csv', 'replies'),
    rowsOf(run, 'move_attacks.csv'),
    rowsOf(run, 'commands.csv'),
  ]);
  return {material, requests, threats, attacks, commands};
}

/** @param {Curve[]} curves @param {string} hero */
const of = (curves, hero) => curves.filter(({player, opponent}) => player === hero && opponent !== hero);

/** The title of a panel: a link to the games. @param {Curve} curve @param {boolean} isWithPace
 * @param {(filter: Record<string, string>) => any} linkTo */
function titled({player, opponent, pace}, isWithPace, linkTo) {
  if (!opponent) return 'against all';
  return linkTo({
    player,
    opponent,
    pace: isWithPace ? pace : '',
    text: `against ${opponent}${isWithPace ? `, ${pace} ms` : ''}`,
  });
}

/** @param {Curve} curve @param {boolean} isDifference */
function materialLines({steps}, isDifference) {
  const dots = (/** @type {string} */ name) => steps.map((step) => ({x: step.x, y: step[name] / PAWN}));
  return isDifference
    ? [
        {name: 'games in progress', kind: 'thin', dots: dots('mean')},
        {name: 'all games', kind: 'thick', dots: dots('mean_all')},
      ]
    : [{name: 'mean', kind: 'thick', dots: dots('mean')}];
}

const bandOf = (/** @type {Curve} */ {steps}) =>
  steps.map(({x, low, high}) => ({x, low: low / PAWN, high: high / PAWN}));

/** Curves of material: of two sides the difference of @hero to each opponent, of three each player on its seats.
 * @param {Curve[]} curves @param {string} hero @param {boolean} isOfThree @param {boolean} inTime @param {(filter: Record<string, string>) => any} linkTo */
export function materialFigure(curves, hero, isOfThree, inTime, linkTo) {
  const mine = curves.filter(({player}) => player === hero);
  if (!mine.length) return null;
  const isWithPace = new Set(mine.map(({pace}) => pace)).size > 1;
  const x = inTime ? 'time of the game (s)' : isOfThree ? 'round' : 'move number';
  const panels = mine.map((curve) => ({
    title: isOfThree ? `as ${curve.opponent}` : titled(curve, isWithPace, linkTo),
    lines: materialLines(curve, !isOfThree),
    band: bandOf(curve),
  }));
  return drawPanels(
    isOfThree
      ? {
          label: `Material of ${hero}`,
          x,
          y: 'Own material (pawns)',
          range: [0, 1],
          legend: [['thick', 'mean']],
          caption:
            'Mean over the games in progress, with its 95 % interval, as long as at least a tenth of the games are in progress.',
        }
      : {
          label: `Material of ${hero}`,
          x,
          y: 'Difference of material (pawns)',
          range: [-1, 1],
          legend: [
            ['thick', 'all games'],
            ['thin', 'games in progress'],
          ],
          caption:
            'Thick: mean of the player’s material minus the opponent’s over all games; a game that has ended counts with its last difference. ' +
            'Thin: mean over the games in progress, with its 95 % interval, as long as at least a tenth of the games are in progress.',
        },
    panels,
  );
}

/** @param {Curve[]} curves @param {string} hero @param {(filter: Record<string, string>) => any} linkTo */
export function requestsFigure(curves, hero, linkTo) {
  const panels = of(curves, hero).map((curve) => ({
    title: titled(curve, false, linkTo),
    lines: REQUESTS.map(([name, text], i) => ({
      name: text,
      kind: `line-${i}`,
      dots: curve.steps.map((step) => ({x: step.x, y: share(step[name], step.decisions)})),
    })),
  }));
  return panels.length
    ? drawPanels(
        {
          label: `Requests of ${hero}`,
          x: 'move number',
          y: 'Share of decisions (%)',
          range: [0, 1],
          legend: REQUESTS.map(([, text], i) => [`line-${i}`, text]),
          caption:
            'Actions for the most threatened agent, in steps of five moves; steps with fewer than a tenth of the decisions of the first step are omitted.',
        },
        panels,
      )
    : null;
}

/** @param {Curve[]} curves @param {string} hero @param {(filter: Record<string, string>) => any} linkTo */
export function threatsFigure(curves, hero, linkTo) {
  const panels = of(curves, hero).map((curve) => ({
    title: titled(curve, false, linkTo),
    lines: THREATS.map(([text, value], i) => ({
      name: text,
      kind: `line-${i}`,
      dots: curve.steps.map((step) => ({x: step.x, y: value(step)})),
    })),
  }));
  return panels.length
    ? drawPanels(
        {
          label: `Wrong threat estimates of ${hero}`,
          x: 'move number',
          y: 'Captured without a reported loss (%)',
          range: [0, 100],
          legend: THREATS.map(([text], i) => [`line-${i}`, text]),
          caption:
            'Captured pieces that had reported no loss, in steps of five moves; shares of fewer than twenty pieces are omitted. ' +
            'The report of a piece that had just moved refers to its previous square.',
        },
        panels,
      )
    : null;
}

const number = (/** @type {string} */ text) => ({value: Number(text), text: format(Number(text))});

/** @param {string[]} heads all but the first of numbers */
const columnsOf = ([first, ...heads]) => [{head: first}, ...heads.map((head) => ({head, isNumber: true}))];

/** Move-attacks planned and performed by @hero. @param {any[]} rows @param {string} hero */
export function attacksTable(rows, hero) {
  const mine = rows.filter(({player}) => player === hero);
  return mine.length
    ? dataTable(
        `Move-attacks planned and performed by ${hero}`,
        columnsOf(['against', 'games', 'planned', 'on the king', 'performed', 'share']),
        mine.map((row) => {
          const part = share(Number(row.performed), Number(row.planned));
          return [
            row.opponent,
            ...['games', 'planned', 'planned_on_king', 'performed'].map((name) => number(row[name])),
            {value: part / 100, text: Number.isFinite(part) ? `${part.toFixed(1)} %` : '–'},
          ];
        }),
      )
    : null;
}

/** Outcome of commands in asynchronous games. @param {any[]} rows @param {string} hero */
export function commandsTable(rows, hero) {
  const mine = rows.filter(({player}) => player === hero);
  const columns = ['ms_per_space', 'games', 'commands', 'refused', 'stopped', 'kills', 'killed'];
  return mine.length
    ? dataTable(
        `Outcome of commands of ${hero}`,
        columnsOf([
          'against',
          'ms per space',
          'games',
          'commands',
          'refused',
          'stopped on the way',
          'opponents killed',
          'own killed',
        ]),
        mine.map((row) => [row.opponent, ...columns.map((name) => number(row[name]))]),
      )
    : null;
}
