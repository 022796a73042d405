/* The state of the page is its link: "#/agents?game=chess&ply=2". Code that changes it
   changes the link, code that shows it listens. Nothing of it reaches a server. */

/** @typedef {{page: string, [name: string]: string}} State */

const PAGE = 'home';
/** Pages by their earlier names. @type {Record<string, string>} */
const RENAMED = {agents: 'watch'};

/** @param {string} fragment @returns {State} */
export function parse(fragment) {
  const [path, query = ''] = fragment.replace(/^#?\/?/, '').split('?', 2);
  return {
    ...Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== '')),
    page: RENAMED[path] ?? (path || PAGE),
  };
}

/** What needs no escape in a fragment stays readable.
 * @param {string} value @returns {string} */
const escapeValue = (value) =>
  encodeURIComponent(value).replace(
    /%(3A|2C|2F|20)/g,
    (code) => ({'%3A': ':', '%2C': ',', '%2F': '/', '%20': '+'})[code] ?? code,
  );

/** Without what is empty.
 * @param {Record<string, string | number | undefined | null>} state @returns {string} */
export function write({page, ...rest}) {
  const query = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${name}=${escapeValue(String(value))}`)
    .join('&');
  return `#/${page}${query && `?${query}`}`;
}

export class Store {
  constructor() {
    /** @type {Set<(state: State) => void>} */
    this.listeners = new Set();
    this.state = parse(location.hash);
    addEventListener('hashchange', () => this.apply(parse(location.hash)));
  }

  /** @param {State} state */
  apply(state) {
    if (write(state) === write(this.state)) return;
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }

  /** Changes some of the state; undefined or "" takes a part away. What a reader would not go back
   * to (a step, a selection) replaces the link.
   * @param {Record<string, any>} changes @param {boolean} [replaces] */
  set(changes, replaces = true) {
    const state = /** @type {State} */ (
      Object.fromEntries(
        Object.entries({...this.state, ...changes})
          .filter(([, value]) => value !== undefined && value !== null && value !== '')
          .map(([name, value]) => [name, String(value)]),
      )
    );
    const link = write(state);
    if (replaces) history.replaceState(null, '', link);
    else history.pushState(null, '', link);
    this.apply(state);
  }

  /** @param {(state: State) => void} listener @returns {() => void} ends it */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
