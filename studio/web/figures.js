/* Figures of a run: curves in panels beside each other, and numbers with their intervals. */
import {csvOf, saveButtons} from './data-table.js';
import {h, s} from './dom.js';

/** @typedef {{x: number, y: number}} Dot
 * @typedef {{name: string, kind: string, dots: Dot[]}} Line kind: its class
 * @typedef {{title: any, lines: Line[], band?: {x: number, low: number, high: number}[]}} Panel */

const WIDTH = 280,
  HEIGHT = 170,
  LEFT = 34,
  BOTTOM = 24,
  TOP = 6,
  RIGHT = 8;
const TICKS = 4;

/** Round numbers between two. @param {number} low @param {number} high @returns {number[]} */
export function ticksOf(low, high) {
  const rough = (high - low) / TICKS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) ticks.push(i * step);
  return ticks;
}

/** Numbers as short as they are. @param {number} number @returns {string} */
const short = (number) => String(Number(number.toPrecision(6))).replace('-', '−');

/** @param {{label: string, x: string, y: string, caption: string, range: [number, number],
 *   legend?: [string, string][]}} on range: y has at least that; legend: kinds and what they are
 * @param {Panel[]} panels @returns {any} */
export function drawPanels({label, x: xText, y: yText, caption, range, legend = []}, panels) {
  const dots = panels
    .flatMap(({lines, band = []}) => [
      ...lines.flatMap((line) => line.dots),
      ...band.flatMap(({x, low, high}) => [
        {x, y: low},
        {x, y: high},
      ]),
    ])
    .filter(({y}) => Number.isFinite(y));
  const low = dots.reduce((least, {y}) => Math.min(least, y), range[0]);
  const high = dots.reduce((most, {y}) => Math.max(most, y), range[1]);
  const last = dots.reduce((most, dot) => Math.max(most, dot.x), 1);
  const x = (/** @type {number} */ value) => LEFT + (value / last) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const path = (/** @type {Dot[]} */ points) =>
    points.map((dot) => `${x(dot.x).toFixed(1)},${y(dot.y).toFixed(1)}`).join(' ');
  const axes = () => [
    ticksOf(low, high).map((tick) => [
      s('line', {class: tick === 0 ? 'zero' : 'grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(tick), y2: y(tick)}),
      s('text', {x: LEFT - 5, y: y(tick) + 4, 'text-anchor': 'end'}, short(tick)),
    ]),
    ticksOf(0, last).map((tick) =>
      s('text', {x: x(tick), y: HEIGHT - BOTTOM + 16, 'text-anchor': 'middle'}, short(tick)),
    ),
  ];
  const panel = (/** @type {Panel} */ {title, lines, band = []}) =>
    h(
      'div',
      {class: 'panel'},
      h('h3', {}, title),
      s(
        'svg',
        {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true'},
        axes(),
        band.length
          ? s('polygon', {
              class: 'band',
              points: `${path(band.map((at) => ({x: at.x, y: at.high})))} ${path(band.map((at) => ({x: at.x, y: at.low})).reverse())}`,
            })
          : null,
        lines.map(({kind, dots: points}) =>
          runsOf(points).map((run) => s('polyline', {class: kind, points: path(run)})),
        ),
      ),
      numbers(label, xText, lines),
    );
  return h(
    'figure',
    {class: 'panels', role: 'group', 'aria-label': label},
    h(
      'p',
      {class: 'legend'},
      legend.map(([kind, text]) =>
        h(
          'span',
          {},
          s('svg', {viewBox: '0 0 28 8', 'aria-hidden': 'true'}, s('polyline', {class: kind, points: '1,4 27,4'})),
          ` ${text}`,
        ),
      ),
    ),
    h('div', {class: 'grid'}, panels.map(panel)),
    h('figcaption', {}, `${yText} by ${xText}. ${caption}`),
    saveButtons(label, () => csvOfPanels(xText, panels), true),
  );
}

/** The numbers of all panels: a row a point, with the ends of its interval if there is one. @param {string} xText @param {Panel[]} panels */
const csvOfPanels = (xText, panels) =>
  csvOf(
    ['panel', 'line', xText, 'value', 'low', 'high'],
    panels.flatMap(({title, lines, band = []}) =>
      lines.flatMap(({name, kind, dots}) =>
        dots.map(({x, y}) => {
          const ends = kind === 'thick' && lines.length > 1 ? undefined : band.find((at) => at.x === x);
          return [title.textContent ?? title, name, x, Number.isFinite(y) ? y : '', ends?.low, ends?.high];
        }),
      ),
    ),
  );

/** A line is broken where a number is missing. @param {Dot[]} dots @returns {Dot[][]} */
function runsOf(dots) {
  /** @type {Dot[][]} */
  const runs = [[]];
  for (const dot of dots) {
    if (Number.isFinite(dot.y)) runs[runs.length - 1].push(dot);
    else runs.push([]);
  }
  return runs.filter((run) => run.length);
}

/** What the lines of a panel say, as a table: made when it is unfolded.
 * @param {string} label @param {string} xText @param {Line[]} lines @returns {any} */
function numbers(label, xText, lines) {
  const host = h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${label}: numbers`});
  return h(
    'details',
    {
      ontoggle: (/** @type {any} */ {target}) => {
        if (!target.open) return;
        const at = [...new Set(lines.flatMap(({dots}) => dots.map(({x}) => x)))].sort((a, b) => a - b);
        const rows = at.map((x) =>
          h(
            'tr',
            {},
            h('th', {scope: 'row', class: 'number'}, short(x)),
            lines.map(({dots}) => {
              const dot = dots.find((one) => one.x === x);
              return h(
                'td',
                {class: 'number'},
                dot && Number.isFinite(dot.y) ? dot.y.toFixed(2).replace('-', '−') : '–',
              );
            }),
          ),
        );
        target.lastElementChild.replaceChildren(
          h(
            'table',
            {},
            h(
              'thead',
              {},
              h(
                'tr',
                {},
                [xText, ...lines.map(({name}) => name)].map((text) => h('th', {scope: 'col'}, text)),
              ),
            ),
            h('tbody', {}, rows),
          ),
        );
      },
    },
    h('summary', {}, 'Numbers'),
    host,
  );
}

const ROW = 26,
  NAMES = 120,
  ALL = 600,
  END = 28;

/** Numbers with their intervals, a row each; a row without one of its ends is open there.
 * @param {{label: string, caption: string, ticks: [number, string][], even?: number}} on
 * @param {{name: string, value?: number, low?: number, high?: number}[]} rows @returns {any} */
export function drawIntervals({label, caption, ticks, even}, rows) {
  const [least, most] = [ticks[0][0], ticks[ticks.length - 1][0]];
  const x = (/** @type {number} */ value) =>
    NAMES + ((Math.min(Math.max(value, least), most) - least) / (most - least || 1)) * (ALL - NAMES - END);
  const height = rows.length * ROW;
  return h(
    'figure',
    {class: 'bands'},
    s(
      'svg',
      {viewBox: `0 0 ${ALL} ${height + 18}`, role: 'img', 'aria-label': label},
      ticks.map(([value, text]) =>
        s(
          'g',
          {},
          s('line', {class: value === even ? 'even' : 'grid', x1: x(value), x2: x(value), y1: 0, y2: height}),
          s('text', {x: x(value), y: height + 14, 'text-anchor': 'middle'}, text),
        ),
      ),
      rows.map(({name, value, low, high}, i) => {
        const y = i * ROW + ROW / 2;
        const isOpen = value === undefined && (low !== undefined || high !== undefined);
        const from = isOpen ? (low ?? least) : low,
          to = isOpen ? (high ?? most) : high;
        return s(
          'g',
          {},
          s('text', {x: NAMES - 8, y: y + 4, 'text-anchor': 'end'}, name.length > 16 ? `${name.slice(0, 15)}…` : name),
          from !== undefined && to !== undefined
            ? s('line', {class: isOpen ? 'interval open' : 'interval', x1: x(from), x2: x(to), y1: y, y2: y})
            : null,
          value !== undefined ? s('circle', {cx: x(value), cy: y, r: 5}) : null,
        );
      }),
    ),
    h('figcaption', {}, caption),
    saveButtons(
      label.split(';')[0],
      () =>
        csvOf(
          ['name', 'value', 'low', 'high'],
          rows.map(({name, value, low, high}) => [name, value, low, high]),
        ),
      true,
    ),
  );
}
