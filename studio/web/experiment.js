/* The page "experiment": games between players, in as many workers as there are cores. They are the
   very games that `agentchess run` plays with the same spec. */

import {drawBands} from './bands.js';
import {format, h, patch, save, table} from './dom.js';
import {Games, kindOf} from './games.js';
import {MaterialSums} from './material.js';
import {materialFigure, seatsTable} from './results-figures.js';
import {cellsOf} from './runs.js';
import {write} from './store.js';
import {batches, Totals} from './totals.js';

const PLAYERS = 'level:7\nlevel:5';
const REDRAW_MS = 250;
const LISTED = 12;
/** Experiments to begin with, one of each game. @type {[string, string, string[], number][]} */
const EXAMPLES = [
  ['Agents of the thesis', 'chess', ['level:3', 'level:5', 'level:7'], 100],
  ['Homeostatic', 'chess', ['homeostatic:depth=2', 'level:7'], 20],
  ['Antichess', 'antichess', ['level:7,losing-wins=on', 'random'], 100],
  ['Three players', 'threechess', ['level:1', 'level:5', 'level:7'], 10],
  ['Asynchronous', 'async', ['async-master:level=7', 'async-patient', 'async-random'], 20],
];

export class ExperimentPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    /** @type {import('./lane.js').Lane[]} */
    this.lanes = [];
    /** The first and the last game that a worker is at. @type {Map<import('./lane.js').Lane, number[]>} */
    this.underway = new Map();
    /** @type {Map<number, string>} rows of games.csv by their first game */
    this.rows = new Map();
    this.isRunning = false;
    this.turn = 0;
    this.drawn = 0;
    /** @type {any} */
    this.plan = null;
    /** @type {Games | null} what was played */
    this.games = null;
    this.material = new MaterialSums();
    const {state} = studio.store;
    const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {any} */ input) =>
      h('p', {class: 'field'}, h('label', {for: name}, label), input);
    this.form = h(
      'form',
      {
        class: 'experiment',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.begin();
        },
      },
      field(
        'players',
        'Players, one per line',
        h(
          'textarea',
          {id: 'players', rows: 3, cols: 24, spellcheck: 'false'},
          (state.players ?? PLAYERS).replaceAll('~', '\n'),
        ),
      ),
      field(
        'game',
        'Game',
        h(
          'select',
          {id: 'game'},
          [...studio.catalogue.games.map((/** @type {any} */ {name}) => name), 'async'].map((name) =>
            h('option', {selected: name === state.game}, name),
          ),
        ),
      ),
      field(
        'games',
        'Games per pairing',
        h('input', {id: 'games', type: 'number', min: 1, max: 100000, value: state.games ?? 100}),
      ),
      field('seed', 'Seed', h('input', {id: 'seed', inputmode: 'numeric', value: state.seed ?? 1})),
      field(
        'settings',
        'Further settings, one GROUP.KEY=VALUE per line',
        h(
          'textarea',
          {id: 'settings', rows: 3, cols: 34, spellcheck: 'false', placeholder: 'rules.max-plies=400'},
          (state.settings ?? '').replaceAll('~', '\n'),
        ),
      ),
      h(
        'p',
        {class: 'actions'},
        h('button', {class: 'go'}, 'Play'),
        (this.stopButton = h('button', {type: 'button', disabled: true, onclick: () => this.toggle()}, 'Stop')),
      ),
    );
    this.progress = h('progress', {'aria-label': 'Games played', value: 0, max: 1});
    this.status = h('p', {role: 'status'});
    this.result = h('div', {class: 'result'});
    main.append(
      h('h1', {}, 'Experiment'),
      h(
        'p',
        {},
        'This page plays the same games as ',
        h('code', {}, 'agentchess run'),
        ' with the same spec and seed. More games per pairing give narrower intervals.',
      ),
      h(
        'p',
        {class: 'actions', role: 'group', 'aria-label': 'Examples'},
        EXAMPLES.map(([title, game, players, games]) =>
          h('button', {onclick: () => this.fill(game, players, games)}, title),
        ),
      ),
      this.form,
      this.progress,
      this.status,
      this.result,
    );
    if (state.run) this.begin();
  }

  end() {
    this.turn++;
    this.isRunning = false;
    this.close();
  }

  /** What the workers were at is played when it goes on. */
  close() {
    for (const lane of this.lanes) lane.close();
    this.waiting?.unshift(...this.underway.values());
    this.underway.clear();
    this.lanes = [];
  }

  /** One of the examples, played. @param {string} game @param {string[]} players @param {number} games */
  fill(game, players, games) {
    const set = (/** @type {string} */ id, /** @type {string} */ text) => {
      this.form.querySelector(`#${id}`).value = text;
    };
    set('players', players.join('\n'));
    set('game', game);
    set('games', String(games));
    set('settings', '');
    this.begin();
  }

  /** @param {string} id @returns {string} */
  value(id) {
    return this.form.querySelector(`#${id}`).value.trim();
  }

  /** @returns {string[]} lines of a field that say something */
  lines(/** @type {string} */ id) {
    return this.value(id)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  }

  /** The spec, as a file for `agentchess run` has it. @returns {string} */
  spec() {
    const players = this.lines('players');
    const names = players.map((_, i) => (players.length <= 26 ? String.fromCharCode(65 + i) : `P${i + 1}`));
    return `[experiment]\ngame=${this.value('game')}\ngames=${this.value('games')}\nseed=${this.value('seed')}\n\n[players]\n${players
      .map((text, i) => `${names[i]}=${text}\n`)
      .join('')}`;
  }

  async begin() {
    const turn = ++this.turn;
    this.isRunning = false;
    this.close();
    this.rows.clear();
    this.say('');
    patch(this.result);
    this.text = this.spec();
    this.settings = this.lines('settings').join('\n');
    this.studio.store.set({
      players: this.lines('players').join('~'),
      game: this.value('game'),
      games: this.value('games'),
      seed: this.value('seed'),
      settings: this.lines('settings').join('~'),
      run: 'on',
    });
    try {
      this.plan = await this.studio.lane.askJson('match_plan', this.text, this.settings);
      this.head = this.plan.head;
    } catch (error) {
      if (turn === this.turn) this.say(/** @type {Error} */ (error).message, true);
      return;
    }
    if (turn !== this.turn) return;
    const cells = cellsOf(this.head.trim());
    this.games = new Games(
      /** @type {import('./games.js').Kind} */ (kindOf(cells)),
      this.plan.players.map((/** @type {any} */ {name}) => name),
    );
    this.addGame = this.games.adder(cells);
    this.material = new MaterialSums();
    this.waiting = batches(this.plan.games);
    this.begun = performance.now();
    this.progress.max = this.plan.games;
    this.go();
  }

  /** @param {string} text @param {boolean} [isWrong] */
  say(text, isWrong = false) {
    this.status.textContent = text;
    this.status.className = isWrong ? 'wrong' : '';
  }

  toggle() {
    if (this.isRunning) {
      this.isRunning = false;
      this.stopButton.textContent = 'Continue';
      this.close();
      this.draw();
    } else {
      this.go();
    }
  }

  go() {
    this.isRunning = true;
    this.stopButton.disabled = false;
    this.stopButton.textContent = 'Stop';
    const cores = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, this.waiting?.length ?? 1));
    while (this.lanes.length < cores) this.lanes.push(this.studio.openLane());
    for (const lane of this.lanes) this.work(lane);
  }

  /** @param {import('./lane.js').Lane} lane */
  async work(lane) {
    while (this.isRunning && this.waiting?.length) {
      const [first, last] = /** @type {number[]} */ (this.waiting.shift());
      this.underway.set(lane, [first, last]);
      try {
        const rows = await lane.ask('match_rows', this.text ?? '', this.settings ?? '', first, last);
        const material = await lane.askJson('match_material');
        if (!this.lanes.includes(lane)) return;
        this.underway.delete(lane);
        this.rows.set(first, rows);
        for (const row of rows.split('\n')) if (row) this.addGame?.(cellsOf(row));
        this.material.add(material);
      } catch (error) {
        if (!this.lanes.includes(lane)) return;
        this.isRunning = false;
        this.close();
        this.stopButton.textContent = 'Continue';
        this.say(`Games ${first} to ${last}: ${/** @type {Error} */ (error).message}`, true);
        return;
      }
      if (performance.now() - this.drawn > REDRAW_MS) this.draw();
    }
    this.draw();
  }

  draw() {
    this.drawn = performance.now();
    if (!this.games) return;
    const {totals} = this.games;
    const {games} = totals;
    const isDone = games === this.plan.games;
    if (isDone) {
      this.isRunning = false;
      this.stopButton.disabled = true;
    }
    this.progress.value = games;
    const rate = (games / (this.drawn - (this.begun ?? 0))) * 1000;
    this.say(
      `${format(games)} of ${format(this.plan.games)} games${isDone ? ', done' : this.isRunning ? '' : ', stopped'}; ${format(rate)} per second`,
    );
    /* Games of three and asynchronous games have no such curves. */
    const material = this.games.kind.name === 'two' ? this.material.curves(this.plan) : [];
    const csv = () =>
      (this.head ?? '') +
      [...this.rows]
        .sort(([a], [b]) => a - b)
        .map(([, rows]) => rows)
        .join('');
    patch(
      this.result,
      totals instanceof Totals
        ? [crossTable(this.plan, totals), drawBands(this.plan, totals)]
        : seatsTable(this.games.players, totals, ({text}) => text),
      h(
        'p',
        {class: 'actions'},
        h('button', {disabled: !isDone, onclick: () => save('games.csv', csv(), 'text/csv')}, 'Save games.csv'),
        h('button', {onclick: () => save('experiment.ini', this.plan.resolved)}, 'Save the spec'),
        h('span', {}, 'To play it with the program: ', h('code', {}, 'agentchess run experiment.ini')),
      ),
      this.plan.players.map((/** @type {any} */ {name}) => {
        const figure = materialFigure(material, name, false, false, ({text}) => text);
        return figure && [h('h2', {}, `Material of ${name}`), figure];
      }),
      gamesOf(this.plan, this.games, this.studio),
    );
  }
}

/** Wins, losses and draws of each player in its row. @param {any} plan @param {Totals} totals
 * @param {(filter: Record<string, string>) => any} [linkTo] to the games of two players */
export function crossTable(plan, totals, linkTo = ({text}) => text) {
  const {players} = plan;
  return h(
    'div',
    {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Cross table'},
    h('h2', {}, 'Cross table'),
    table(
      'Wins, losses and draws of the player in the row',
      ['player', ...players.map((/** @type {any} */ {name}) => name), 'score'],
      players.map((/** @type {any} */ {name, text}, /** @type {number} */ i) =>
        h(
          'tr',
          {},
          h('th', {scope: 'row', title: text}, `${name} `, h('small', {}, text)),
          players.map((/** @type {any} */ _, /** @type {number} */ j) => {
            const {wins, losses, draws} = totals.cell(i, j);
            return h(
              'td',
              {class: 'number'},
              i === j
                ? '×'
                : wins + losses + draws
                  ? linkTo({
                      player: name,
                      opponent: players[j].name,
                      text: `${format(wins)}–${format(losses)}–${format(draws)}`,
                    })
                  : '–',
            );
          }),
          h('td', {class: 'number'}, totals.score(i)),
        ),
      ),
    ),
  );
}

/** The last games, as links where the link can say them: each opens with every message. @param {any} plan @param {Games} games @param {any} studio */
function gamesOf(plan, games, studio) {
  const {kind} = games;
  const hasLinks = kind.name === 'two' && plan.players.length === 2 && studio.store.state.settings === undefined;
  const match = plan.players.map((/** @type {any} */ {text}) => text).join('~');
  const last = Array.from({length: Math.min(LISTED, games.count)}, (_, i) => games.row(games.count - 1 - i));
  const rows = last.map(({game, seats, result, termination, length}) => {
    const link =
      hasLinks &&
      write({
        page: 'watch',
        match,
        game: plan.game === 'chess' ? '' : plan.game,
        seed: plan.seed,
        number: game,
        ply: 0,
      });
    return h(
      'tr',
      {},
      h('td', {}, link ? h('a', {href: link}, String(game)) : String(game)),
      [...seats, result, termination, length].map((cell) => h('td', {}, String(cell))),
    );
  });
  const head = [
    'game',
    ...kind.sides,
    kind.result.length > 1 ? 'points' : 'result',
    'how',
    kind.name === 'time' ? 'ms' : 'plies',
  ];
  return rows.length
    ? h(
        'details',
        {},
        h('summary', {}, 'Games'),
        h(
          'div',
          {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Games'},
          table('The last games', head, rows),
        ),
      )
    : null;
}
