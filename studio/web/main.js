/* The page: which one is shown, and what all of them share. In a worker the same file is the core. */

import {AgentsPage} from './agents.js';
import {AsyncPage} from './async.js';
import {h, patch} from './dom.js';
import {ExperimentPage} from './experiment.js';
import {DOORS, doorOf, home} from './home.js';
import {Lane} from './lane.js';
import {LearnPage} from './learn.js';
import {PlayPage} from './play.js';
import {ResultsPage} from './results.js';
import {Store, write} from './store.js';
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
  pageOf('agents', 'Agents', AgentsPage),
  pageOf('play', 'Play', PlayPage),
  pageOf('async', 'Asynchronous', AsyncPage),
  pageOf('learn', 'Learn', LearnPage),
  pageOf('experiment', 'Experiment', ExperimentPage),
  pageOf('results', 'Results', ResultsPage),
];

/** What is in the navigation: its title, how it is linked to, and whether a state is there.
 * @type {[string, import('./store.js').State, (state: import('./store.js').State) => boolean][]} */
const NAVIGATION = [
  ['Start', {page: 'home'}, ({page}) => page === 'home'],
  ['Agents', {page: 'agents'}, ({page}) => page === 'agents'],
  ['Play', {page: 'play'}, (state) => state.page === 'play' && !doorOf(state)],
  ...DOORS.map(
    ({title, link}) =>
      /** @type {[string, import('./store.js').State, (state: import('./store.js').State) => boolean]} */ ([
        title,
        link,
        (state) => doorOf(state)?.title === title,
      ]),
  ),
  ['Learn', {page: 'learn'}, ({page}) => page === 'learn'],
  ['Experiment', {page: 'experiment'}, ({page}) => page === 'experiment'],
  ['Results', {page: 'results'}, ({page}) => page === 'results'],
];

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

/** @param {() => Worker} open */
async function start(open) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const nav = /** @type {HTMLElement} */ (document.querySelector('nav'));
  try {
    const bytes = await loadBytes();
    const lane = new Lane(open, bytes);
    const store = new Store();
    /** @type {Record<string, any>} */
    const links = {};
    let shown = '';
    let end = () => {};
    const showNavigation = () =>
      patch(
        nav,
        NAVIGATION.map(([title, link, isHere]) => {
          const carried = ['Agents', 'Play'].includes(title) && links[link.page];
          return h('a', {href: write(carried || link), 'aria-current': isHere(store.state) ? 'page' : null}, title);
        }),
      );
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
      nav.querySelector('[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'center'});
    };
    store.listen(show);
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
