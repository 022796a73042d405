/* Tables and figures that a reader can sort and save. */
import {h, patch, save} from './dom.js';

/** A cell: what is shown, and its value, by which rows are sorted and which the file has.
 * @typedef {string | number | {value: string | number, text?: any, title?: string}} Cell
 * @typedef {{head: string, isNumber?: boolean}} Column */

const valueIn = (/** @type {any} */ cell) => (typeof cell === 'object' ? cell.value : cell);
const textIn = (/** @type {any} */ cell) => (typeof cell === 'object' ? (cell.text ?? cell.value) : cell);

/** How the reader has sorted tables, by their captions: a column, and 1 or -1. @type {Map<string, [number, number]>} */
const orders = new Map();

/** A row of CSV (RFC 4180); an apostrophe before what a spreadsheet would take for a formula, as the program writes it.
 * @param {any[]} cells @returns {string} */
const rowOf = (cells) =>
  `${cells
    .map((cell) => String(cell ?? '').replace(/^'*[=+@\t\r]|^'*-(?![\d.])/, "'$&"))
    .map((text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join(',')}\n`;

/** @param {any[]} head @param {any[][]} rows @returns {string} */
export const csvOf = (head, rows) => [head, ...rows].map(rowOf).join('');

/** @param {string} text @returns {string} a name for a file */
const fileName = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** @param {string} caption @param {string} type @param {() => void} onclick */
const saveButton = (caption, type, onclick) =>
  h('button', {type: 'button', 'aria-label': `Save ${caption} as ${type}`, onclick}, type);

/** @param {string} caption @param {() => string} csv @param {boolean} [hasPicture] whether the figure in which the buttons are can be saved, too */
export const saveButtons = (caption, csv, hasPicture = false) =>
  h(
    'p',
    {class: 'save'},
    saveButton(caption, 'CSV', () => save(`${fileName(caption)}.csv`, csv(), 'text/csv')),
    hasPicture &&
      h(
        'button',
        {
          type: 'button',
          'aria-label': `Save ${caption} as SVG`,
          onclick: (/** @type {any} */ {target}) =>
            save(`${fileName(caption)}.svg`, svgOf(target.closest('figure'), caption), 'image/svg+xml'),
        },
        'SVG',
      ),
  );

/** A table whose columns sort and that saves itself.
 * @param {string} caption @param {Column[]} columns @param {Cell[][]} rows the first cell of each is its head
 * @param {() => string} [csv] what is saved instead of the table @returns {any[]} */
export function dataTable(caption, columns, rows, csv) {
  const compare = (/** @type {any} */ a, /** @type {any} */ b) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), undefined, {numeric: true});
  const sorted = () => {
    const [column, sign] = orders.get(caption) ?? [-1, 1];
    return column < 0 ? rows : [...rows].sort((a, b) => sign * compare(valueIn(a[column]), valueIn(b[column])));
  };
  const sort = (/** @type {number} */ i, /** @type {any} */ target) => {
    const [column, sign] = orders.get(caption) ?? [-1, 1];
    orders.set(caption, [i, column === i ? -sign : columns[i].isNumber ? -1 : 1]);
    patch(target.closest('table'), ...parts());
  };
  const parts = () => [
    h('caption', {}, caption),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        columns.map(({head, isNumber}, i) => {
          const [column, sign] = orders.get(caption) ?? [-1, 1];
          return h(
            'th',
            {
              scope: 'col',
              class: isNumber ? 'number' : null,
              'aria-sort': column === i ? (sign > 0 ? 'ascending' : 'descending') : null,
            },
            h(
              'button',
              {type: 'button', class: 'sort', onclick: (/** @type {any} */ {target}) => sort(i, target)},
              head,
            ),
          );
        }),
      ),
    ),
    h(
      'tbody',
      {},
      sorted().map((cells) =>
        h(
          'tr',
          {},
          cells.map((cell, i) =>
            i === 0
              ? h('th', {scope: 'row', title: /** @type {any} */ (cell)?.title ?? null}, textIn(cell))
              : h('td', {class: columns[i].isNumber ? 'number' : null}, textIn(cell)),
          ),
        ),
      ),
    ),
  ];
  return [
    h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption}, h('table', {}, parts())),
    saveButtons(
      caption,
      csv ??
        (() =>
          csvOf(
            columns.map(({head}) => head),
            sorted().map((cells) => cells.map(valueIn)),
          )),
    ),
  ];
}

const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-size',
  'font-family',
  'text-anchor',
];
const GAP = 26;

/** The drawing in @figure, whose panels stand below each other with their titles, as a file of its own.
 * @param {Element} figure @param {string} caption @returns {string} */
export function svgOf(figure, caption) {
  const {color, backgroundColor} = getComputedStyle(document.body);
  const panels = [...figure.querySelectorAll('svg[viewBox]')].filter((svg) => !svg.closest('.legend'));
  let height = 0,
    width = 0;
  const parts = panels.map((svg) => {
    const copy = /** @type {Element} */ (svg.cloneNode(true));
    const shown = [...svg.querySelectorAll('*')];
    [...copy.querySelectorAll('*')].forEach((element, i) => {
      const style = getComputedStyle(shown[i]);
      for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
      element.removeAttribute('class');
    });
    const [, , wide, high] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'text');
    title.textContent = svg.closest('.panel')?.querySelector('h3')?.textContent ?? caption;
    for (const [name, value] of Object.entries({
      x: 4,
      y: height + 18,
      fill: color,
      'font-size': 13,
      'font-family': 'sans-serif',
    }))
      title.setAttribute(name, String(value));
    for (const [name, value] of Object.entries({x: 0, y: height + GAP, width: wide, height: high}))
      copy.setAttribute(name, String(value));
    height += high + GAP;
    width = Math.max(width, wide);
    const writer = new XMLSerializer();
    return writer.serializeToString(title) + writer.serializeToString(copy);
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${backgroundColor}"/>${parts.join('')}</svg>\n`;
}
