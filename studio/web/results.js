/* The page "results": the folder of a run, from the cross table to a game to what was said in it. */

import {drawBands} from './bands.js';
import {rowsOf} from './curves.js';
import {fileButton, format, h, letDropFiles, patch, table} from './dom.js';
import {crossTable} from './experiment.js';
import {Games} from './games.js';
import {
  attacksTable,
  commandsTable,
  materialFigure,
  ratingsSection,
  readCurves,
  requestsFigure,
  seatsTable,
  threatsFigure,
} from './results-figures.js';
import {runs, streamOf, takeEmbedded, takeFiles} from './runs.js';
import {write} from './store.js';
import {SeatTotals, Totals} from './totals.js';

const ROWS = 50;

/** What is known of a run: its players, games (null: not recorded), what they add up to, and curves.
 * @typedef {{plan: {players: {name: string, text: string}[]}, games: Games | null, totals: Totals | SeatTotals, curves: any, ratings: any, figures: Map<string, any[]>}} Known */

export class ResultsPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.store = studio.store;
    this.turn = 0;
    this.studio = studio;
    this.goesToGames = false;
    /** @type {Map<string, Promise<Known>>} */
    this.known = new Map();
    this.problem = h('div');
    this.status = h('p', {role: 'status'});
    this.parts = Object.fromEntries(
      ['standings', 'ratings', 'curves', 'figures', 'ends', 'games-of'].map((name) => [name, h('div', {class: name})]),
    );
    this.body = h('div', {class: 'result', hidden: true}, Object.values(this.parts));
    this.list = h('p', {class: 'actions'});
    this.main = main;
    this.endDropping = letDropFiles((dropped) => this.dropped(dropped));
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
          onchange: (/** @type {any} */ event) => this.chosen(event.target),
        }).element,
        fileButton('Files of a run', 'Open its files …', {
          id: 'files',
          multiple: true,
          onchange: (/** @type {any} */ event) => this.chosen(event.target),
        }).element,
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
    this.take((await Promise.all(entries.map((entry) => filesIn(entry)))).flat());
  }

  /** The same files can be chosen again, when they have changed. @param {HTMLInputElement} input */
  chosen(input) {
    const files = [...(input.files ?? [])].map((file) => ({path: file.webkitRelativePath || file.name, file}));
    input.value = '';
    this.take(files);
  }

  /** @param {{path: string, file: File}[]} files */
  async take(files) {
    this.problem.replaceChildren();
    try {
      const taken = await takeFiles(files);
      for (const {name} of taken) this.known.delete(name);
      if (!taken.length || taken.some(({name}) => name === this.store.state.run)) this.update();
      else this.store.set({run: taken[0].name, first: ''});
    } catch (error) {
      this.update();
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  async update() {
    const turn = ++this.turn;
    const {state} = this.store;
    patch(
      this.list,
      [...runs.keys()].map((name) =>
        h(
          'a',
          {
            class: 'button',
            href: write({page: 'results', run: name}),
            'aria-current': name === state.run ? 'true' : null,
          },
          name,
        ),
      ),
    );
    const run = runs.get(state.run ?? '') ?? (state.run ? undefined : [...runs.values()][0]);
    if (!run) {
      this.body.hidden = true;
      this.status.textContent = state.run ? `The run ${state.run} is not open here: choose its folder.` : '';
      return;
    }
    try {
      const known = await this.know(run);
      if (turn === this.turn) this.draw(run, known);
    } catch (error) {
      if (turn !== this.turn) return;
      this.body.hidden = true;
      this.status.textContent = '';
      this.problem.replaceChildren();
      this.complain(/** @type {Error} */ (error).message);
    }
  }

  /** Reads a run, once. @param {import('./runs.js').Run} run @returns {Promise<Known>} */
  know(run) {
    const known = this.known.get(run.name) ?? this.learn(run);
    this.known.set(run.name, known);
    known.catch(() => this.known.delete(run.name));
    return known;
  }

  /** @param {import('./runs.js').Run} run @returns {Promise<Known>} */
  async learn(run) {
    const players = await this.studio.lane.askJson('match_plan', run.spec, '').then(
      (plan) => plan.players,
      () => run.players,
    );
    const games = await this.readGames(run, players);
    const totals = games ? games.totals : await totalsOf(run, players);
    return {
      plan: {players},
      games,
      totals,
      curves: await readCurves(run),
      ratings: await readRatings(run),
      figures: new Map(),
    };
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

  /** @param {import('./runs.js').Run} run @param {Known} known */
  draw(run, {plan, games, totals, curves, ratings, figures}) {
    this.status.textContent = `${run.name}: ${format(totals.games)} games of ${run.game}, seed ${run.seed}`;
    const names = plan.players.map(({name}) => name);
    const linkTo = games ? this.linkOf(run) : (/** @type {Record<string, string>} */ {text}) => text;
    const how = [...totals.terminations].sort((a, b) => b[1] - a[1]);
    const standings =
      totals instanceof Totals
        ? [crossTable(plan, totals, linkTo), drawBands(plan, totals)]
        : [h('h2', {}, 'Standings'), seatsTable(names, totals, linkTo)];
    const rated = ratings
      ? ratingsSection(ratings, (games?.paces.size ?? 1) > 1 ? 'Games at all paces are pooled. ' : '')
      : totals instanceof Totals && names.length > 1
        ? [
            h(
              'p',
              {},
              `This page contains no ratings. "agentchess studio" with the folder of the run, or "agentchess report", computes them.`,
            ),
          ]
        : null;
    const ends = how.length
      ? [
          h('h2', {}, 'How games ended'),
          table(
            'How games ended',
            ['termination', 'games', 'share'],
            how.map(([name, count]) =>
              h(
                'tr',
                {},
                h('td', {}, name),
                h('td', {class: 'number'}, format(count)),
                h('td', {class: 'number'}, `${((count / totals.games) * 100).toFixed(1)} %`),
              ),
            ),
          ),
        ]
      : null;
    patch(this.parts.standings, standings);
    patch(this.parts.ratings, rated && [h('h2', {}, 'Ratings'), rated]);
    this.showCurves(run, names, totals, curves, figures, linkTo);
    patch(this.parts.ends, ends);
    patch(
      this.parts['games-of'],
      games
        ? this.gamesOf(
            run,
            games,
            names,
            how.map(([name]) => name),
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

  /** The curves of a player. @param {import('./runs.js').Run} run @param {string[]} names @param {Totals | SeatTotals} totals @param {any} curves @param {Map<string, any[]>} figures @param {any} linkTo */
  showCurves(run, names, totals, curves, figures, linkTo) {
    const withCurves = names.filter((name) => curves.material.some((/** @type {any} */ {player}) => player === name));
    patch(this.parts.curves);
    this.parts.figures.replaceChildren();
    if (!withCurves.length) return;
    const {of = ''} = this.store.state;
    const hero = withCurves.includes(of) ? of : withCurves[0];
    if (!figures.has(hero)) {
      const inTime = curves.material.some((/** @type {any} */ {pace}) => pace !== '');
      figures.set(
        hero,
        [
          ['Material', materialFigure(curves.material, hero, totals instanceof SeatTotals, inTime, linkTo)],
          ['Requests', requestsFigure(curves.requests, hero, linkTo)],
          ['Threats', threatsFigure(curves.threats, hero, linkTo)],
          ['Move-attacks', attacksTable(curves.attacks, hero)],
          ['Commands', commandsTable(curves.commands, hero)],
        ].flatMap(([title, figure]) => (figure ? [h('h2', {}, title, ' of ', hero), figure] : [])),
      );
    }
    patch(this.parts.curves, h('h2', {}, 'Curves'), this.choose(run, 'of', 'Of', withCurves.slice(1), withCurves[0]));
    /* They stay as they are, with the numbers that are unfolded. */
    this.parts.figures.replaceChildren(.../** @type {any[]} */ (figures.get(hero)));
  }

  /** A choice that the link remembers. @param {import('./runs.js').Run} run @param {string} name @param {string} label @param {string[]} values @param {string} usual what stands for none of them */
  choose(run, name, label, values, usual) {
    const state = this.store.state[name] ?? '';
    return h(
      'p',
      {class: 'actions'},
      h(
        'label',
        {},
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
      ),
    );
  }

  /** @param {import('./runs.js').Run} run @param {Games} games @param {string[]} names @param {string[]} how */
  gamesOf(run, games, names, how) {
    const {state} = this.store;
    const {kind} = games;
    const order = state.order ?? '';
    const fits = games.select(
      {
        player: state.player ?? '',
        opponent: state.opponent ?? '',
        result: state.result ?? '',
        termination: state.how ?? '',
        pace: state.pace ?? '',
      },
      order,
    );
    const first = Math.min(Math.max(Math.trunc(Number(state.first)) || 0, 0), Math.max(fits.length - 1, 0));
    const paces = [...games.paces].sort((a, b) => a - b).map(String);
    const rows = [...fits.subarray(first, first + ROWS)].map((i) => {
      const {game, seats, result, termination, length, pace} = games.row(i);
      const link =
        kind.name === 'time'
          ? write({page: 'async', run: run.name, number: game})
          : write({page: 'watch', run: run.name, number: game, ply: 0});
      return h(
        'tr',
        {},
        h('td', {}, h('a', {href: link}, String(game))),
        [...seats, result, termination].map((cell) => h('td', {}, cell)),
        h('td', {class: 'number'}, kind.name === 'time' ? format(length / 1000, 2) : String(length)),
        paces.length > 1 ? h('td', {class: 'number'}, String(pace)) : null,
      );
    });
    const choose = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string[]} */ values) =>
      this.choose(run, name, label, values, 'any');
    const head = [
      'game',
      ...kind.sides,
      kind.result.length > 1 ? 'points' : 'result',
      'termination',
      kind.name === 'time' ? 'seconds' : 'plies',
      ...(paces.length > 1 ? ['ms per space'] : []),
    ];
    return [
      h('h2', {class: 'games', tabindex: -1}, 'Games'),
      h(
        'div',
        {class: 'filters'},
        choose('player', 'Player', names),
        choose('opponent', kind.name === 'three' ? 'with' : 'against', names),
        choose('result', kind.result.length > 1 ? 'points' : 'result', [...games.results].sort()),
        choose('how', 'ended by', how),
        paces.length > 1 ? choose('pace', 'ms per space', paces) : null,
        choose('order', 'show first', ['short', 'long']),
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
          {disabled: first + ROWS >= fits.length, onclick: () => this.store.set({run: run.name, first: first + ROWS})},
          'Next',
        ),
        h(
          'output',
          {},
          fits.length
            ? `${format(first + 1)} to ${format(Math.min(first + ROWS, fits.length))} of ${format(fits.length)}`
            : 'No game matches.',
        ),
      ),
      h(
        'div',
        {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Games'},
        table('Games; each link shows all messages', head, rows),
      ),
    ];
  }
}

/** The ratings of the run, computed by the program as `agentchess report --format=json` does.
 * @param {import('./runs.js').Run} run @returns {Promise<any>} null: there are none */
async function readRatings(run) {
  const file = run.files.get('ratings.json');
  return file ? JSON.parse(await new Response(streamOf(file)).text()) : null;
}

/** What pairings.csv adds up to, for a run that did not record its games. Colours are not told.
 * @param {import('./runs.js').Run} run @param {{name: string}[]} players @returns {Promise<Totals>} */
async function totalsOf(run, players) {
  const totals = new Totals(players.length);
  const of = (/** @type {string} */ name) => players.findIndex((player) => player.name === name);
  const rows = await rowsOf(run, 'pairings.csv');
  if (!rows.length)
    throw new Error(
      `${run.name} has neither games.csv nor pairings.csv: set games = on in [record] and play the run again.`,
    );
  for (const {player, opponent, wins, losses, draws} of rows) {
    const [i, j] = [of(player), of(opponent)];
    if (i >= 0 && j >= 0 && i < j) totals.addScore(i, j, [wins, draws, losses].map(Number));
  }
  return totals;
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
