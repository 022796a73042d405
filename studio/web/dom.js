/* Elements. Texts become text nodes, never markup: names in files may be anything. */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} element @param {Record<string, any>} properties */
export function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Element} element @param {string} tag @param {Record<string, any>} properties
 * @param {any[]} children @returns {any} */
function fill(element, tag, properties, children) {
  set(element, properties);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined &&
    child !== false));
  return element;
}

/** An HTML element; properties that begin with "on" are listeners.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...any} children
 * @returns {any} */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), tag, properties, children);
}

/** The same for SVG.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...any} children
 * @returns {any} */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), tag, properties, children);
}

/** A table that need not be seen to be read: head cells, rows of cells.
 * @param {string} caption @param {string[]} head @param {any[]} rows @returns {HTMLElement} */
export function table(caption, head, rows) {
  return h('table', {}, h('caption', {}, caption),
    h('thead', {}, h('tr', {}, head.map((name) => h('th', {scope: 'col'}, name)))),
    h('tbody', {}, rows));
}

/** Offers @text as a file.
 * @param {string} name @param {string} text @param {string} [type] */
export function save(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], {type}));
  const link = h('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {number} number @param {number} [digits] @returns {string} as the reader writes numbers */
export function format(number, digits = 0) {
  return number.toLocaleString(undefined, {minimumFractionDigits: digits, maximumFractionDigits: digits});
}
