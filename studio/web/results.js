/* The page "results": the folder of a run, from the cross table to a game to what was said in it. */
import {h, format, patch, table} from './dom.js';
import {crossTable} from './experiment.js';
import {drawBands} from './bands.js';
import {cellsOf, linesOf, runs, takeEmbedded, takeFiles} from './runs.js';
import {Totals} from './totals.js';
import {write} from './store.js';

const ROWS = 50;
const NEEDED = ['game', 'white', 'black', 'result', 'termination', 'plies'];

/** Games of a run, a column an array, so that a million fit. */
export class Games {
  /** @param {{name: string}[]} players */
  constructor(players) {
    this.players = players;
    this.count = 0;
    /** @type {string[]} */
    this.words = [];
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    this.columns = Object.fromEntries(NEEDED.map((name) => [name, new Uint32Array(1024)]));
    this.totals = new Totals(players.length);
  }

  /** @param {string} word @returns {number} */
  number(word) {
    let number = this.numbers.get(word);
    if (number === undefined) {
      number = this.words.push(word) - 1;
      this.numbers.set(word, number);
    }
    return number;
  }

  /** @param {Record<string, string>} row */
  add(row) {
    if (this.count === this.columns.game.length)
      for (const name of NEEDED) {
        const larger = new Uint32Array(2 * this.count);
        larger.set(this.columns[name]);
        this.columns[name] = larger;
      }
    for (const name of NEEDED)
      this.columns[name][this.count] = name === 'game' || name === 'plies' ? Number(row[name]) : this.number(row[name]);
    this.count++;
    this.totals.add(`,,${row.white},${row.black},,,${row.result},${row.termination}`, this);
  }

  /** @param {number} i @returns {Record<string, string>} */
  row(i) {
    return Object.fromEntries(NEEDED.map((name) => [name, name === 'game' || name === 'plies' ? String(this.columns[name][i]) : this.words[this.columns[name][i]]]));
  }

  /** The games that fit, in order: numbers of rows. @param {Record<string, string>} wanted @param {string} order @returns {Uint32Array} */
  select({player, opponent, result, termination}, order) {
    const {white, black, result: ended, termination: how, plies} = this.columns;
    const word = (/** @type {string} */ text) => (text ? this.numbers.get(text) ?? -1 : undefined);
    const [a, b, c, d] = [player, opponent, result, termination].map(word);
    const found = new Uint32Array(this.count);
    let count = 0;
    for (let i = 0; i < this.count; i++) {
      const has = (/** @type {number | undefined} */ one, /** @type {number | undefined} */ other) => (one === undefined || white[i] === one) && (other === undefined || black[i] === other);
      if ((has(a, b) || has(b, a)) && (c === undefined || ended[i] === c) && (d === undefined || how[i] === d)) found[count++] = i;
    }
    const fits = found.subarray(0, count);
    if (order) fits.sort((i, j) => (order === 'short' ? plies[i] - plies[j] : plies[j] - plies[i]));
    return fits;
  }
}

/** Reads games.csv. @param {import('./runs.js').Run} run @param {(count: number) => void} tell @returns {Promise<Games>} */
export async function readGames(run, tell) {
  const open = run.files.get('games.csv');
  if (!open) throw new Error(`${run.name} has no games.csv: the run did not record its games.`);
  const games = new Games(run.players);
  /** @type {string[] | null} */
  let head = null;
  let line = 0;
  for await (const lines of linesOf(await open())) {
    for (const text of lines) {
      line++;
      if (!head) {
        head = cellsOf(text);
        const missing = NEEDED.filter((name) => !head?.includes(name));
        if (missing.length) throw new Error(`${run.name}: games.csv has no column ${missing.join(', ')}. The page shows games of two sides with turns.`);
        continue;
      }
      const cells = cellsOf(text);
      if (cells.length !== head.length) throw new Error(`${run.name}: games.csv, line ${line}: ${cells.length} cells instead of ${head.length}.`);
      games.add(Object.fromEntries(head.map((name, i) => [name, cells[i]])));
    }
    tell(games.count);
  }
  return games;
}

class ResultsPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.store = studio.store;
    this.turn = 0;
    /** @type {Map<string, Games>} */
    this.known = new Map();
    this.problem = h('div');
    this.status = h('p', {role: 'status'});
    this.body = h('div', {class: 'result'});
    this.list = h('p', {class: 'actions'});
    this.main = main;
    this.drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      if (event.type === 'drop' && event.dataTransfer) this.dropped(event.dataTransfer);
    };
    main.addEventListener('dragover', this.drop);
    main.addEventListener('drop', this.drop);
    main.append(h('h1', {}, 'Results'), this.problem, h('p', {}, 'Open the folder of a run, or drop it here. Nothing leaves this page.'),
      h('p', {class: 'field'}, h('label', {for: 'folder'}, 'Folder of a run'), h('input', {id: 'folder', type: 'file', webkitdirectory: true, multiple: true,
        onchange: (/** @type {any} */ event) => this.chosen(event.target)})),
      h('p', {class: 'field'}, h('label', {for: 'files'}, 'or its files'), h('input', {id: 'files', type: 'file', multiple: true,
        onchange: (/** @type {any} */ event) => this.chosen(event.target)})), this.list, this.status, this.body);
    this.endListening = this.store.listen(() => this.update());
    this.begin();
  }

  end() {
    this.turn++;
    this.endListening();
    this.main.removeEventListener('dragover', this.drop);
    this.main.removeEventListener('drop', this.drop);
  }

  async begin() {
    for (const wrong of await takeEmbedded()) this.complain(wrong);
    this.update();
  }

  /** @param {string} text */
  complain(text) {
    this.problem.append(h('p', {class: 'wrong', role: 'alert'}, text));
  }

  /** A folder that is dropped is a directory of entries. @param {DataTransfer} transfer */
  async dropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    /** @type {File[]} */
    const files = [];
    const fileOf = (/** @type {any} */ entry) => new Promise((resolve, reject) => entry.file(resolve, reject));
    for (const entry of entries) {
      if (entry?.isFile) files.push(/** @type {File} */ (await fileOf(entry)));
      else if (entry) for (const inner of await new Promise((/** @type {(list: any[]) => void} */ resolve, reject) => /** @type {any} */ (entry).createReader().readEntries(resolve, reject)))
        if (inner.isFile) files.push(/** @type {File} */ (await fileOf(inner)));
    }
    this.take(files);
  }

  /** The same files can be chosen again, when they have changed. @param {HTMLInputElement} input */
  chosen(input) {
    const files = [...(input.files ?? [])];
    input.value = '';
    this.take(files);
  }

  /** @param {File[]} files */
  async take(files) {
    this.problem.replaceChildren();
    try {
      const run = await takeFiles(files);
      this.known.delete(run.name);
      if (this.store.state.run === run.name) this.update();
      else this.store.set({run: run.name, first: ''});
    } catch (error) {
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  async update() {
    const turn = ++this.turn;
    const {state} = this.store;
    patch(this.list, [...runs.keys()].map((name) => h('a', {class: 'button', href: write({page: 'results', run: name}), 'aria-current': name === state.run ? 'true' : null}, name)));
    const run = runs.get(state.run ?? '') ?? (state.run ? undefined : [...runs.values()][0]);
    if (!run) {
      patch(this.body);
      this.status.textContent = state.run ? `The run ${state.run} is not open here: choose its folder.` : '';
      return;
    }
    try {
      let games = this.known.get(run.name);
      if (!games) {
        games = await readGames(run, (count) => { if (turn === this.turn) this.status.textContent = `${format(count)} games read …`; });
        this.known.set(run.name, games);
      }
      if (turn === this.turn) this.draw(run, games);
    } catch (error) {
      if (turn !== this.turn) return;
      patch(this.body);
      this.status.textContent = '';
      this.problem.replaceChildren();
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {import('./runs.js').Run} run @param {Games} games */
  draw(run, games) {
    this.status.textContent = `${run.name}: ${format(games.count)} games of ${run.game}, seed ${run.seed}`;
    const {state} = this.store;
    const plan = {players: run.players};
    const filter = {player: state.player ?? '', opponent: state.opponent ?? '', result: state.result ?? '', termination: state.how ?? ''};
    const order = state.order ?? '';
    const fits = games.select(filter, order);
    const first = Math.min(Math.max(Number(state.first) || 0, 0), Math.max(fits.length - 1, 0));
    const choose = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[]} */ values) => h('label', {}, `${label} `,
      h('select', {onchange: (/** @type {any} */ event) => this.store.set({run: run.name, [name]: event.target.value, first: ''})},
        h('option', {value: ''}, 'any'), values.map((value) => h('option', {value, selected: value === (state[name] ?? '')}, value))));
    const names = run.players.map(({name}) => name);
    const rows = [...fits.subarray(first, first + ROWS)].map((i) => {
      const row = games.row(i);
      return h('tr', {}, h('td', {}, h('a', {href: write({page: 'agents', run: run.name, number: row.game, ply: 0})}, row.game)),
        [row.white, row.black, row.result, row.termination, row.plies].map((cell) => h('td', {}, cell)));
    });
    const how = [...games.totals.terminations].sort((a, b) => b[1] - a[1]);
    patch(this.body, crossTable(plan, games.totals), drawBands(plan, games.totals),
      h('h2', {}, 'How games ended'), table('How games ended', ['termination', 'games', 'share'], how.map(([name, count]) => h('tr', {}, h('td', {}, name), h('td', {class: 'number'}, format(count)),
        h('td', {class: 'number'}, `${(count / games.count * 100).toFixed(1)} %`)))),
      h('h2', {}, 'Games'), h('p', {class: 'actions'}, choose('player', 'Player', names), choose('opponent', 'against', names), choose('result', 'result', ['1-0', '0-1', '1/2-1/2']),
        choose('how', 'ended by', how.map(([name]) => name)), choose('order', 'first the', ['short', 'long'])),
      h('p', {class: 'actions'}, h('button', {disabled: first === 0, onclick: () => this.store.set({run: run.name, first: Math.max(first - ROWS, 0) || ''})}, 'Previous'),
        h('button', {disabled: first + ROWS >= fits.length, onclick: () => this.store.set({run: run.name, first: first + ROWS})}, 'Next'),
        h('output', {}, fits.length ? `${format(first + 1)} to ${format(Math.min(first + ROWS, fits.length))} of ${format(fits.length)}` : 'No game is like that.')),
      h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Games'}, table('Games; each opens with every message', ['game', 'white', 'black', 'result', 'termination', 'plies'], rows)));
  }
}

/** @type {import('./main.js').Page} */
export const results = {
  name: 'results',
  title: 'Results',
  show(main, studio) {
    const page = new ResultsPage(main, studio);
    return () => page.end();
  },
};
