/* Elements. Texts become text nodes, never markup: names in files may be anything. */

const SVG = 'http://www.w3.org/2000/svg';

/** The listeners of elements, one for each kind of event, so that patch() can hand them over.
 * @type {WeakMap<Node, Map<string, (event: any) => void>>} */
const listeners = new WeakMap();

/** @param {Element} element @param {string} kind @param {(event: any) => void} listener */
function listen(element, kind, listener) {
  const known = listeners.get(element) ?? new Map();
  listeners.set(element, known);
  if (!known.has(kind)) element.addEventListener(kind, (event) => known.get(kind)?.(event));
  known.set(kind, listener);
}

/** @param {Element} element @param {Record<string, any>} properties */
export function set(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) listen(element, name.slice(2), value);
    else if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/** @param {Element} element @param {Record<string, any>} properties @param {any[]} children @returns {any} */
function fill(element, properties, children) {
  set(element, properties);
  element.append(...visible(children));
  return element;
}

/** @param {any[]} children @returns {any[]} those that are to be seen */
const visible = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** Gives @host these children. What stands there already and is of the same kind is updated: focus, scrolling, a slider being drawn,
 * a press of the mouse that has begun are not lost when the page shows something new.
 * @param {Element} host @param {...any} children */
export function patch(host, ...children) {
  const old = [...host.childNodes];
  const wanted = visible(children);
  wanted.forEach((child, i) => {
    const node = child instanceof Node ? child : document.createTextNode(String(child));
    if (!old[i]) host.append(node);
    else if (!update(old[i], node)) old[i].replaceWith(node);
  });
  for (const node of old.slice(wanted.length)) node.remove();
}

/** @param {any} old @param {any} node @returns {boolean} whether @old is now like @node */
function update(old, node) {
  if (old === node) return true;
  if (old.nodeType !== node.nodeType || old.nodeName !== node.nodeName || old.type !== node.type) return false;
  if (old instanceof Text) {
    if (old.data !== node.data) old.data = node.data;
    return true;
  }
  /* Whether a part is unfolded is for people to say. */
  for (const {name} of [...old.attributes]) if (!node.hasAttribute(name) && name !== 'open') old.removeAttribute(name);
  for (const {name, value} of node.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const known = listeners.get(old);
  for (const kind of known?.keys() ?? []) known?.set(kind, () => {});
  for (const [kind, listener] of listeners.get(node) ?? []) listen(old, kind, listener);
  patch(old, ...node.childNodes);
  if ('checked' in node) old.checked = node.checked;
  if ('value' in node && old.value !== node.value && (old !== document.activeElement || old.type === 'range'))
    old.value = node.value;
  return true;
}

/** An HTML element; properties that begin with "on" are listeners.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...any} children
 * @returns {any} */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for SVG.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...any} children
 * @returns {any} */
export function s(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** A table that need not be seen to be read: head cells, rows of cells; a head stands over numbers as they stand.
 * @param {string} caption @param {string[]} head @param {any[]} rows @returns {HTMLElement} */
export function table(caption, head, rows) {
  return h(
    'table',
    {},
    h('caption', {}, caption),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        head.map((name, i) =>
          h('th', {scope: 'col', class: rows.flat()[0]?.children?.[i]?.className === 'number' ? 'number' : null}, name),
        ),
      ),
    ),
    h('tbody', {}, rows),
  );
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

/** A button that opens files: the field itself is there for keys and readers of screens.
 * @param {string} label what the field is called @param {string} text on the button @param {Record<string, any>} properties of the field
 * @returns {{input: HTMLInputElement, element: HTMLElement}} */
export function fileButton(label, text, properties) {
  const input = h('input', {type: 'file', 'aria-label': label, ...properties});
  return {input, element: h('label', {class: 'file'}, input, h('span', {'aria-hidden': 'true'}, text))};
}

/** Files may be dropped anywhere on the page. @param {(dropped: DataTransfer) => void} receive @returns {() => void} ends it */
export function letDropFiles(receive) {
  const listener = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') receive(event.dataTransfer);
  };
  const kinds = /** @type {('dragover' | 'drop')[]} */ (['dragover', 'drop']);
  for (const kind of kinds) document.addEventListener(kind, listener);
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, listener);
  };
}

/** @param {number} number @param {number} [digits] @returns {string} as the reader writes numbers */
export function format(number, digits = 0) {
  return number.toLocaleString(undefined, {minimumFractionDigits: digits, maximumFractionDigits: digits});
}

/** Scrolls @list so that @element within it is in the middle, or begins at the top if it is the larger one. @param {Element} list @param {Element} element */
export function scrollTo(list, element) {
  const [outer, inner] = [list, element].map((box) => box.getBoundingClientRect());
  list.scrollTop += inner.top - outer.top - list.clientTop - Math.max(0, (list.clientHeight - inner.height) / 2);
}
