/* The page: which one is shown, and what all of them share. In a worker the same file is the core. */

import {AsyncPage} from './async.js';
import {h, patch} from './dom.js';
import {ExperimentPage} from './experiment.js';
import {DOORS, doorOf, home} from './home.js';
import {Lane} from './lane.js';
import {LearnPage} from './learn.js';
import {PlayPage} from './play.js';
import {ResultsPage} from './results.js';
import {Store, write} from './store.js';
import {WatchPage} from './watch.js';
import {work} from './worker.js';

/** A page: its name in links, its title, and what builds it: it fills @main and answers what is to
 * be called when another page comes. `carry` says how other pages are linked to, so that a game goes along; `pgn` is
 * the file that the game is from, as chessops has read it.
 * @typedef {{store: Store, lane: Lane, openLane: () => Lane, catalogue: any, memory: {name: string, positions: number},
 *   pgn: any, carry: (links: Record<string, any>) => void}} Studio
 * @typedef {{name: string, title: string, show: (main: HTMLElement, studio: Studio) => () => void}} Page */

/** @param {string} name @param {string} title @param {new (main: HTMLElement, studio: Studio) => {end: () => void}} Kind @returns {Page} */
const pageOf = (name, title, Kind) => ({
  name,
  title,
  show(main, studio) {
    const page = new Kind(main, studio);
    return () => page.end();
  },
});

/** @type {Page[]} */
const PAGES = [
  home,
  pageOf('watch', 'Watch', WatchPage),
  pageOf('play', 'Play', PlayPage),
  pageOf('async', 'Asynchronous chess', AsyncPage),
  pageOf('learn', 'Learn', LearnPage),
  pageOf('experiment', 'Experiment', ExperimentPage),
  pageOf('results', 'Results', ResultsPage),
];

/** An entry of the navigation, its pages, and the tabs below the header, the first of which it leads to.
 * @typedef {{title: string, link: import('./store.js').State}} Link
 * @type {{title: string, pages: string[], tabs: Link[]}[]} */
const NAVIGATION = [
  {title: 'Watch', pages: ['watch'], tabs: [{title: 'Watch', link: {page: 'watch'}}]},
  {title: 'Play', pages: ['play', 'async'], tabs: [{title: 'Chess', link: {page: 'play'}}, ...DOORS]},
  {title: 'Learn', pages: ['learn'], tabs: [{title: 'Learn', link: {page: 'learn'}}]},
  {
    title: 'Research',
    pages: ['experiment', 'results'],
    tabs: [
      {title: 'Experiment', link: {page: 'experiment'}},
      {title: 'Results', link: {page: 'results'}},
    ],
  },
];
const COPIED_MS = 2000;

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** The core stands in the page, compressed, or beside it. @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function loadBytes() {
  const within = document.getElementById('core')?.textContent;
  if (!within) return new Uint8Array(await (await fetch('core.wasm')).arrayBuffer());
  const stream = new Blob([fromBase64(within.trim())]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A worker runs the very script that this page does. @returns {() => Worker} */
function workerOpener() {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const url = script.src || URL.createObjectURL(new Blob([script.textContent ?? ''], {type: 'text/javascript'}));
  return () => new Worker(url);
}

/** Shows the navigation and its tabs. @param {Store} store @param {Record<string, any>} carried links by which a game goes along */
function showHeader(store, carried) {
  const {state} = store;
  const [entries, actions, tabs] = ['header nav', '.header-actions', '.tabs'].map(
    (place) => /** @type {HTMLElement} */ (document.querySelector(place)),
  );
  const link = (/** @type {string} */ title, /** @type {any} */ to, /** @type {boolean} */ isHere) =>
    h('a', {href: write({...to, large: state.large}), 'aria-current': isHere ? 'page' : null}, title);
  const here = NAVIGATION.find(({pages}) => pages.includes(state.page));
  patch(
    entries,
    NAVIGATION.map((entry) => link(entry.title, carried[entry.pages[0]] ?? entry.tabs[0].link, entry === here)),
  );
  document.documentElement.classList.toggle('large', Boolean(state.large));
  patch(
    actions,
    h(
      'button',
      {class: 'projector', title: 'Large type (l)', onclick: () => project(store)},
      state.large ? 'Leave projector' : 'Projector',
    ),
    h('button', {onclick: (/** @type {any} */ event) => copyLink(event.currentTarget)}, 'Copy link'),
  );
  const tab =
    here?.tabs.find(({title}) => title === doorOf(state)?.title) ??
    here?.tabs.find(({link}) => link.page === state.page);
  const isChoice = here && here.tabs.length > 1;
  tabs.hidden = !isChoice;
  patch(tabs, isChoice ? here.tabs.map((one) => link(one.title, one.link, one === tab)) : []);
}

/** Large type for a projector, or no more. @param {Store} store */
const project = (store) => store.set({large: store.state.large ? '' : 'on'});

/** @param {HTMLElement} button */
async function copyLink(button) {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
    setTimeout(() => patch(button, 'Copy link'), COPIED_MS);
  } catch {
    prompt('The link of this page', location.href);
  }
}

/** @param {() => Worker} open */
async function start(open) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  try {
    const bytes = await loadBytes();
    const lane = new Lane(open, bytes);
    const store = new Store();
    /** @type {Record<string, any>} */
    const links = {};
    let shown = '';
    let end = () => {};
    const showNavigation = () => showHeader(store, links);
    /** @type {Studio} */
    const studio = {
      store,
      lane,
      openLane: () => new Lane(open, bytes, lane.prepared),
      memory: {name: '', positions: 0},
      catalogue: await lane.askJson('catalogue'),
      pgn: null,
      carry(carried) {
        Object.assign(links, carried, {[store.state.page]: store.state});
        showNavigation();
      },
    };
    const show = () => {
      const page = PAGES.find(({name}) => name === store.state.page) ?? PAGES[0];
      showNavigation();
      if (page.name === shown) return;
      end();
      shown = page.name;
      document.title = `${page.title} · AgentChess studio`;
      main.replaceChildren();
      main.className = `page-${page.name}`;
      end = page.show(main, studio);
    };
    store.listen(show);
    document.addEventListener('keydown', (event) => {
      const isTyping = /** @type {HTMLElement} */ (event.target).matches('input, select, textarea');
      if (event.key === 'l' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) project(store);
    });
    show();
  } catch (error) {
    main.replaceChildren(
      h(
        'p',
        {class: 'wrong', role: 'alert'},
        `The studio cannot start: ${error}. It requires a browser of 2023 or later.`,
      ),
    );
  }
}

if (typeof document === 'undefined') work();
else start(workerOpener());
