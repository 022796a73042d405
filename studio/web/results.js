/* The page "results": the folder of a run, from the cross table to a game to what was said in it. */

import {csvOf, saveButtons} from './data-table.js';
import {fileButton, format, h, letDropFiles, patch, table} from './dom.js';
import {Games} from './games.js';
import {
  attacksTable,
  commandsTable,
  materialFigure,
  readCurves,
  requestsFigure,
  threatsFigure,
} from './results-figures.js';
import {card, comparisonCard, endsTable, reportCards} from './results-report.js';
import {openEmbedded, openFiles, runs, streamOf} from './runs.js';
import {write} from './store.js';

const ROWS = 50;
/** Of games of three the core reads games.csv; a larger file is left out. */
const MOST_BYTES = 1 << 26;

/** A run: its players, games (null: not recorded), what the core says of its results (null: why not is @fault), and curves.
 * @typedef {{players: {name: string, text: string}[], games: Games | null, answer: import('./results-report.js').Answer | null, fault: string, curves: any, figures: Map<string, any[]>}} RunData */

export class ResultsPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.store = studio.store;
    this.turn = 0;
    this.studio = studio;
    this.goesToGames = false;
    /** Whether what was opened last was refused: then no run is shown until one is chosen. */
    this.isRefused = false;
    /** @type {Map<string, Promise<RunData>>} */
    this.data = new Map();
    this.problem = h('div');
    this.status = h('p', {role: 'status'});
    this.parts = Object.fromEntries(
      ['standings', 'figures', 'games-of'].map((name) => [name, h('div', {class: `cards ${name}`})]),
    );
    this.body = h('div', {class: 'result', hidden: true}, Object.values(this.parts));
    this.list = h('p', {class: 'actions', role: 'group', 'aria-label': 'Runs'});
    this.endDropping = letDropFiles((dropped) => this.openDropped(dropped));
    const onchange = (/** @type {any} */ event) => this.openChosen(event.target);
    main.append(
      h('h1', {}, 'Results'),
      this.problem,
      h('p', {}, 'Open the folder of a run, or drop it here. Your files stay in this browser.'),
      h(
        'p',
        {class: 'actions'},
        fileButton('Folder of a run', 'Open a folder …', {
          id: 'folder',
          webkitdirectory: true,
          multiple: true,
          onchange,
        }).element,
        fileButton('Files of a run', 'Open its files …', {id: 'files', multiple: true, onchange}).element,
      ),
      this.list,
      this.status,
      this.body,
    );
    this.endListening = this.store.listen(() => this.update());
    this.begin();
  }

  end() {
    this.turn++;
    this.endListening();
    this.endDropping();
  }

  async begin() {
    for (const fault of await openEmbedded()) this.showFault(fault);
    this.update();
  }

  /** @param {string} text */
  showFault(text) {
    this.problem.append(h('p', {class: 'wrong', role: 'alert'}, text));
  }

  /** A folder that is dropped is a directory of entries. @param {DataTransfer} transfer */
  async openDropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    this.open((await Promise.all(entries.map((entry) => filesIn(entry)))).flat());
  }

  /** The same files can be chosen again, when they have changed. @param {HTMLInputElement} input */
  openChosen(input) {
    const files = [...(input.files ?? [])].map((file) => ({path: file.webkitRelativePath || file.name, file}));
    input.value = '';
    this.open(files);
  }

  /** @param {{path: string, file: File}[]} files */
  async open(files) {
    this.problem.replaceChildren();
    this.isRefused = false;
    try {
      const opened = await openFiles(files);
      for (const {name} of opened) this.data.delete(name);
      if (!opened.length || opened.some(({name}) => name === this.store.state.run)) this.update();
      else this.store.set({run: opened[0].name, first: '', with: ''});
    } catch (error) {
      this.isRefused = true;
      this.update();
      this.showFault(/** @type {Error} */ (error).message);
    }
  }

  /** The run that the link names, or the first one. */
  current() {
    const {run} = this.store.state;
    return this.isRefused ? undefined : (runs.get(run ?? '') ?? (run ? undefined : [...runs.values()][0]));
  }

  async update() {
    const turn = ++this.turn;
    const {state} = this.store;
    const run = this.current();
    const choose = () => {
      this.isRefused = false;
      this.problem.replaceChildren();
      this.update();
    };
    patch(
      this.list,
      [...runs.keys()].map((name) =>
        h(
          'a',
          {
            class: 'button',
            href: write({page: 'results', run: name}),
            'aria-current': name === run?.name ? 'true' : null,
            onclick: choose,
          },
          name,
        ),
      ),
      run &&
        runs.size > 1 &&
        this.choose(
          run,
          'with',
          'Compare with',
          [...runs.keys()].filter((name) => name !== run.name),
          'none',
        ),
    );
    if (!run) {
      this.body.hidden = true;
      this.status.textContent =
        state.run && !this.isRefused ? `The run ${state.run} is not open here: choose its folder.` : '';
      return;
    }
    try {
      const data = await this.read(run);
      const comparison = await this.compare(run);
      if (turn === this.turn) this.draw(run, data, comparison);
    } catch (error) {
      if (turn !== this.turn) return;
      this.body.hidden = true;
      this.status.textContent = '';
      this.problem.replaceChildren();
      this.showFault(/** @type {Error} */ (error).message);
    }
  }

  /** The card of the comparison with the other run that the link names. @param {import('./runs.js').Run} run */
  async compare(run) {
    const other = runs.get(this.store.state.with ?? '');
    if (!other || other === run) return null;
    const title = `From ${run.name} to ${other.name}`;
    try {
      return comparisonCard(await this.studio.lane.askJson('report_comparison', run.text, other.text), title);
    } catch (error) {
      return card(title, h('p', {class: 'wrong', role: 'alert'}, /** @type {Error} */ (error).message));
    }
  }

  /** Reads a run, once. @param {import('./runs.js').Run} run @returns {Promise<RunData>} */
  read(run) {
    const data = this.data.get(run.name) ?? this.readAnew(run);
    this.data.set(run.name, data);
    data.catch(() => this.data.delete(run.name));
    return data;
  }

  /** @param {import('./runs.js').Run} run @returns {Promise<RunData>} */
  async readAnew(run) {
    const players = await this.studio.lane.askJson('match_plan', run.spec, '').then(
      (plan) => plan.players,
      () => run.players,
    );
    const games = await this.readGames(run, players);
    const [answer, fault] = await this.askReport(run, games).then(
      (found) => [found, ''],
      (error) => [null, String(error.message)],
    );
    return {players, games, answer, fault, curves: await readCurves(run), figures: new Map()};
  }

  /** @param {import('./runs.js').Run} run @param {Games | null} games */
  async askReport(run, games) {
    const file = games?.kind.name === 'three' ? run.files.get('games.csv') : undefined;
    const csv = file && file.blob.size < MOST_BYTES ? await new Response(streamOf(file)).text() : '';
    return this.studio.lane.askJson('report_run', run.text, csv);
  }

  /** In a worker. @param {import('./runs.js').Run} run @param {{name: string}[]} players @returns {Promise<Games | null>} null: the run did not record them */
  async readGames(run, players) {
    const file = run.files.get('games.csv');
    if (!file) return null;
    const lane = this.studio.openLane();
    lane.onHear = (count) => {
      this.status.textContent = `${format(Number(count))} games read …`;
    };
    try {
      return Games.from(await lane.read({name: run.name, file, players: players.map(({name}) => name)}));
    } finally {
      lane.close();
    }
  }

  /** A link to games: those of players, at a pace. @param {import('./runs.js').Run} run */
  linkOf(run) {
    return (/** @type {Record<string, string>} */ {text, ...filter}) =>
      h(
        'a',
        {
          href: write({
            ...this.store.state,
            run: run.name,
            result: '',
            how: '',
            first: '',
            player: '',
            opponent: '',
            pace: '',
            ...filter,
          }),
          onclick: () => {
            this.goesToGames = true;
          },
        },
        text,
      );
  }

  /** @param {import('./runs.js').Run} run @param {RunData} data @param {any} comparison */
  draw(run, {players, games, answer, fault, curves, figures}, comparison) {
    const count = games?.count ?? answer?.games ?? 0;
    this.status.textContent = `${run.name}: ${format(count)} games of ${run.game}, seed ${run.seed}`;
    const linkTo = games ? this.linkOf(run) : (/** @type {Record<string, string>} */ {text}) => text;
    const terminations = games ? Object.fromEntries(games.terminations) : (answer?.terminations ?? {});
    patch(
      this.parts.standings,
      comparison,
      answer ? reportCards(players, answer, linkTo) : card('Conclusion', h('p', {class: 'wrong'}, fault)),
      Object.keys(terminations).length > 0 && card('How games ended', endsTable(terminations, count, linkTo)),
    );
    this.showCurves(
      run,
      players.map(({name}) => name),
      games?.kind.name === 'three',
      curves,
      figures,
      linkTo,
    );
    patch(
      this.parts['games-of'],
      games
        ? this.gamesOf(
            run,
            games,
            players.map(({name}) => name),
            Object.keys(terminations),
          )
        : h(
            'p',
            {},
            'The run did not record its games. To record them, set games = on in [record] and play the run again.',
          ),
    );
    this.body.hidden = false;
    if (!this.goesToGames) return;
    this.goesToGames = false;
    this.body.querySelector('.games')?.scrollIntoView();
    this.body.querySelector('.games')?.focus({preventScroll: true});
  }

  /** The curves of a player. @param {import('./runs.js').Run} run @param {string[]} names @param {boolean} isOfThree @param {any} curves @param {Map<string, any[]>} figures @param {any} linkTo */
  showCurves(run, names, isOfThree, curves, figures, linkTo) {
    const withCurves = names.filter((name) => curves.material.some((/** @type {any} */ {player}) => player === name));
    this.parts.figures.replaceChildren();
    if (!withCurves.length) return;
    const {of = ''} = this.store.state;
    const hero = withCurves.includes(of) ? of : withCurves[0];
    if (!figures.has(hero)) {
      const inTime = curves.material.some((/** @type {any} */ {pace}) => pace !== '');
      figures.set(
        hero,
        [
          ['Material', materialFigure(curves.material, hero, isOfThree, inTime, linkTo)],
          ['Requests', requestsFigure(curves.requests, hero, linkTo)],
          ['Threats', threatsFigure(curves.threats, hero, linkTo)],
          ['Move-attacks', attacksTable(curves.attacks, hero)],
          ['Commands', commandsTable(curves.commands, hero)],
        ].flatMap(([title, figure]) => (figure ? [card(`${title} of ${hero}`, figure)] : [])),
      );
    }
    /* They stay as they are, with the numbers that are unfolded. */
    this.parts.figures.replaceChildren(
      this.choose(run, 'of', 'Curves of', withCurves.slice(1), withCurves[0]),
      .../** @type {any[]} */ (figures.get(hero)),
    );
  }

  /** A choice that the link remembers. @param {import('./runs.js').Run} run @param {string} name @param {string} label @param {string[]} values @param {string} usual what stands for none of them */
  choose(run, name, label, values, usual) {
    const state = this.store.state[name] ?? '';
    return h(
      'label',
      {class: 'choice'},
      `${label} `,
      h(
        'select',
        {
          'data-choice': name,
          onchange: (/** @type {any} */ event) =>
            this.store.set({run: run.name, [name]: event.target.value, first: ''}),
        },
        h('option', {value: ''}, usual),
        values.map((value) => h('option', {value, selected: value === state}, value)),
      ),
    );
  }

  /** @param {import('./runs.js').Run} run @param {Games} games @param {string[]} names @param {string[]} how */
  gamesOf(run, games, names, how) {
    const {state} = this.store;
    const {kind} = games;
    const order = state.order ?? '';
    const found = games.select(
      {
        player: state.player ?? '',
        opponent: state.opponent ?? '',
        result: state.result ?? '',
        termination: state.how ?? '',
        pace: state.pace ?? '',
      },
      order,
    );
    const first = Math.min(Math.max(Math.trunc(Number(state.first)) || 0, 0), Math.max(found.length - 1, 0));
    const paces = [...games.paces].sort((a, b) => a - b).map(String);
    const cellsOf = (/** @type {number} */ i) => {
      const {game, seats, result, termination, length, pace} = games.row(i);
      return [game, ...seats, result, termination, length, ...(paces.length > 1 ? [pace] : [])];
    };
    const rows = [...found.subarray(first, first + ROWS)].map((i) => {
      const [game, ...cells] = cellsOf(i);
      const isInTime = kind.name === 'time';
      const link = isInTime
        ? write({page: 'async', run: run.name, number: game})
        : write({page: 'watch', run: run.name, number: game, ply: 0});
      return h(
        'tr',
        {},
        h('td', {}, h('a', {href: link}, String(game))),
        cells.map((cell, column) =>
          typeof cell === 'number'
            ? h(
                'td',
                {class: 'number'},
                isInTime && column === kind.sides.length + 2 ? format(cell / 1000, 2) : String(cell),
              )
            : h('td', {}, cell),
        ),
      );
    });
    const choose = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[]} */ values) =>
      this.choose(run, name, label, values, 'any');
    /** The columns, and what they are called in the link. @type {[string, string][]} */
    const columns = [
      ['game', 'game'],
      ...kind.sides.map((side) => /** @type {[string, string]} */ ([side, side])),
      ['result', kind.result.length > 1 ? 'points' : 'result'],
      ['termination', 'termination'],
      ['length', kind.name === 'time' ? 'seconds' : 'plies'],
      ...(paces.length > 1 ? [/** @type {[string, string]} */ (['pace', 'ms per space'])] : []),
    ];
    const sortHead = ([name, text] = ['', '']) =>
      h(
        'button',
        {
          type: 'button',
          class: 'sort',
          onclick: () => this.store.set({run: run.name, order: order === name ? `-${name}` : name, first: ''}),
        },
        text,
      );
    const sorted = columns.findIndex(([name]) => name === order.replace('-', ''));
    const list = table(
      'Games; each link shows all messages',
      columns.map((column) => sortHead(column)),
      rows,
    );
    list
      .querySelectorAll('thead th')
      [sorted]?.setAttribute('aria-sort', order.startsWith('-') ? 'descending' : 'ascending');
    return h(
      'section',
      {class: 'card wide'},
      h('h2', {class: 'games', tabindex: -1}, 'Games'),
      h(
        'div',
        {class: 'filters'},
        choose('player', 'Player', names),
        choose('opponent', kind.name === 'three' ? 'with' : 'against', names),
        choose('result', kind.result.length > 1 ? 'points' : 'result', [...games.results].sort()),
        choose('how', 'ended by', how),
        paces.length > 1 ? choose('pace', 'ms per space', paces) : null,
      ),
      h(
        'p',
        {class: 'actions'},
        h(
          'button',
          {
            disabled: first === 0,
            onclick: () => this.store.set({run: run.name, first: Math.max(first - ROWS, 0) || ''}),
          },
          'Previous',
        ),
        h(
          'button',
          {disabled: first + ROWS >= found.length, onclick: () => this.store.set({run: run.name, first: first + ROWS})},
          'Next',
        ),
        h(
          'output',
          {},
          found.length
            ? `${format(first + 1)} to ${format(Math.min(first + ROWS, found.length))} of ${format(found.length)}`
            : 'No game matches.',
        ),
      ),
      h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Games'}, list),
      saveButtons(`Games of ${run.name}`, () =>
        csvOf(
          columns.map(([name, text]) => (name === 'length' && kind.name === 'time' ? 'time_ms' : text)),
          Array.from(found, cellsOf),
        ),
      ),
    );
  }
}

/** The files of what was dropped, those of folders in folders too. @param {any} entry @returns {Promise<{path: string, file: File}[]>} */
async function filesIn(entry) {
  if (entry.isFile)
    return [{path: entry.fullPath, file: await new Promise((resolve, reject) => entry.file(resolve, reject))}];
  const reader = entry.createReader(),
    found = [];
  for (;;) {
    /* it tells a hundred at a time */
    const some = await new Promise((/** @type {(list: any[]) => void} */ resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (!some.length) return (await Promise.all(found.map(filesIn))).flat();
    found.push(...some);
  }
}
