/* The page "experiment": games between players, in as many workers as there are cores. They are the
   very games that `agentchess run` plays with the same spec. */

import {dataTable} from './data-table.js';
import {format, h, patch, save, set} from './dom.js';
import {Games, kindOf} from './games.js';
import {materialFigure, readCurves} from './results-figures.js';
import {card, endsTable, reportCards} from './results-report.js';
import {cellsOf} from './runs.js';
import {write} from './store.js';

const PLAYERS = 'level:7\nlevel:5';
const REDRAW_MS = 250;
/** The core works at most this part of the time on what is shown meanwhile. */
const SHARE_OF_REPORTS = 0.2;
const LISTED = 12;
/** Games that a worker plays at a time: pairs of games stay whole. */
const BATCH = 20;
/** The fields of the form, by the lines of the spec that they are written to; all further ones are players. */
const FIELD_OF_LINE = ['', '', 'game', 'games', 'seed'];
const PLAYERS_LINE = 6;
/** Experiments to begin with, one of each game. @type {[string, string, string[], number][]} */
const EXAMPLES = [
  ['Agents of the thesis', 'chess', ['level:3', 'level:5', 'level:7'], 100],
  ['Homeostatic', 'chess', ['homeostatic:depth=2', 'level:7'], 20],
  ['Antichess', 'antichess', ['level:7,losing-wins=on', 'random'], 100],
  ['Three players', 'threechess', ['level:1', 'level:5', 'level:7'], 10],
  ['Asynchronous', 'async', ['async-master:level=7', 'async-patient', 'async-random'], 20],
];

/** Games 1 to @count, in batches: [first, last], in order.
 * @param {number} count @returns {number[][]} */
export function batches(count) {
  const list = [];
  for (let first = 1; first <= count; first += BATCH) list.push([first, Math.min(first + BATCH - 1, count)]);
  return list;
}

/** Which field of the form an error of the core is about, and what it says there.
 * @param {string} message @param {string[]} settings @returns {{field: string, text: string}} */
export function faultOf(message, settings) {
  const [, line, rest] = /^match, line (\d+): (.*)$/s.exec(message) ?? [];
  if (line) {
    const number = Number(line) - PLAYERS_LINE;
    const text = rest.replace(/^\[\w+\]( [^:]+)?: /, '').replace(/^player '[^']*': /, '');
    return {
      field: FIELD_OF_LINE[Number(line)] ?? 'players',
      text: number > 0 ? `Player ${number}: ${text}` : text,
    };
  }
  const [, setting, why] = /^--set (.*?): (.*)$/s.exec(message) ?? [];
  const at = settings.findIndex((one) => one === setting || one.startsWith(`${setting}=`));
  if (setting) return {field: 'settings', text: `Line ${at + 1}, ${setting}: ${why}`};
  return {field: '', text: message.replace(/^match: /, '')};
}

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
    /** Sums of batches that are still to be added. @type {Map<number, string>} */
    this.batchSums = new Map();
    this.isRunning = false;
    this.turn = 0;
    this.nextReport = 0;
    /** The last game up to which all are added up. */
    this.summed = 0;
    this.summing = Promise.resolve();
    /** @type {any} */
    this.plan = null;
    /** @type {Games | null} what was played */
    this.games = null;
    const {state} = studio.store;
    /** Whether the number of games is the reader's own, which no example changes. */
    this.hasOwnGames = state.games !== undefined;
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
        oninput: (/** @type {any} */ {target}) => {
          if (target.id === 'games') this.hasOwnGames = true;
          if (this.fault.textContent) this.check();
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
    this.fault = h('p', {id: 'fault', class: 'wrong', role: 'alert', hidden: true});
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
      this.fault,
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
    const values = {
      players: players.join('\n'),
      game,
      settings: '',
      ...(this.hasOwnGames ? {} : {games: String(games)}),
    };
    for (const [id, value] of Object.entries(values)) this.form.querySelector(`#${id}`).value = value;
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

  /** What is wrong with the form, beside the field that it is about; "": nothing. @param {string} message */
  showFault(message) {
    const {field, text} = faultOf(message, this.lines('settings'));
    const label = field && this.form.querySelector(`label[for=${field}]`)?.textContent?.split(',')[0];
    this.fault.textContent = text && label ? `${label}. ${text}` : text;
    this.fault.hidden = !text;
    for (const input of this.form.querySelectorAll('input, select, textarea')) {
      const isWrong = text !== '' && input.id === field;
      set(input, {'aria-invalid': isWrong ? 'true' : null, 'aria-describedby': isWrong ? 'fault' : null});
    }
  }

  /** Shows what is wrong now. */
  async check() {
    const turn = this.turn;
    const message = await this.studio.lane.ask('match_plan', this.spec(), this.lines('settings').join('\n')).then(
      () => '',
      (error) => error.message,
    );
    if (turn === this.turn) this.showFault(message);
  }

  async begin() {
    const turn = ++this.turn;
    this.isRunning = false;
    this.close();
    this.rows.clear();
    this.batchSums.clear();
    this.plan = this.games = null;
    this.stopButton.disabled = true;
    this.progress.value = 0;
    this.status.textContent = '';
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
    } catch (error) {
      if (turn === this.turn) this.showFault(/** @type {Error} */ (error).message);
      return;
    }
    if (turn !== this.turn) return;
    this.showFault('');
    const cells = cellsOf(this.plan.head.trim());
    this.games = new Games(
      /** @type {import('./games.js').Kind} */ (kindOf(cells)),
      this.plan.players.map((/** @type {any} */ {name}) => name),
    );
    this.addGame = this.games.adder(cells);
    this.sums = '';
    this.summed = 0;
    this.summing = Promise.resolve();
    this.waiting = batches(this.plan.games);
    this.begun = performance.now();
    this.progress.max = this.plan.games;
    this.go();
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
        const sums = await lane.ask('match_sums');
        if (!this.lanes.includes(lane)) return;
        this.underway.delete(lane);
        this.rows.set(first, rows);
        this.batchSums.set(first, sums);
        for (const row of rows.split('\n')) if (row) this.addGame?.(cellsOf(row));
      } catch (error) {
        if (!this.lanes.includes(lane)) return;
        this.isRunning = false;
        this.close();
        this.stopButton.textContent = 'Continue';
        this.fault.hidden = false;
        this.fault.textContent = `Games ${first} to ${last}: ${/** @type {Error} */ (error).message}`;
        return;
      }
      this.draw();
    }
    this.draw();
  }

  draw() {
    if (!this.games) return;
    const {count} = this.games;
    const isDone = count === this.plan.games;
    if (isDone) {
      this.isRunning = false;
      this.stopButton.disabled = true;
    }
    this.progress.value = count;
    const rate = (count / (performance.now() - (this.begun ?? 0))) * 1000;
    this.status.textContent = `${format(count)} of ${format(this.plan.games)} games${isDone ? ', done' : this.isRunning ? '' : ', stopped'}; ${format(rate)} per second`;
    if (isDone || !this.isRunning || performance.now() > this.nextReport) {
      this.nextReport = Infinity; /* until this one is there */
      this.summing = this.summing.then(() => this.report(this.turn)).catch((error) => console.error(error));
    }
  }

  /** Adds up, in their order, the games of the batches that there are: the sums are those of the run so far. */
  async addSums() {
    const turn = this.turn;
    for (let next; (next = this.batchSums.get(this.summed + 1)); ) {
      const first = this.summed + 1;
      const sums = await this.studio.lane.ask('match_add', this.text ?? '', this.settings ?? '', this.sums ?? '', next);
      if (turn !== this.turn) return;
      this.sums = sums;
      this.batchSums.delete(first);
      this.summed = Math.min(first + BATCH - 1, this.plan.games);
    }
  }

  /** games.csv as far as there are all games. */
  csv() {
    const batches = [...this.rows].filter(([first]) => first <= this.summed).sort(([a], [b]) => a - b);
    return this.plan.head + batches.map(([, rows]) => rows).join('');
  }

  /** Shows what the core says of the games so far. @param {number} turn */
  async report(turn) {
    const begun = performance.now();
    const {lane} = this.studio;
    if (turn !== this.turn) return;
    await this.addSums();
    if (turn !== this.turn || !this.games || !this.summed) return;
    const isOfThree = this.games.kind.name === 'three';
    const asked = [this.text ?? '', this.settings ?? '', this.sums ?? ''];
    const answer = await lane.askJson('match_report', ...asked, isOfThree ? this.csv() : '');
    const material = await lane.ask('match_table', ...asked, 'material_mean.csv');
    const files = new Map([['material_mean.csv', {blob: new Blob([material]), isPacked: false}]]);
    const curves = await readCurves(/** @type {any} */ ({name: 'games', files}));
    if (turn !== this.turn) return;
    this.show(answer, curves.material, isOfThree);
    this.nextReport = performance.now() + Math.max(REDRAW_MS, (performance.now() - begun) / SHARE_OF_REPORTS);
    if (this.summed < this.games.count && !this.isRunning) await this.report(turn);
  }

  /** @param {any} answer @param {import('./curves.js').Curve[]} material @param {boolean} isOfThree */
  show(answer, material, isOfThree) {
    const games = /** @type {Games} */ (this.games);
    const plain = (/** @type {Record<string, string>} */ {text}) => text;
    const isDone = this.summed === this.plan.games;
    const inTime = games.kind.name === 'time';
    patch(
      this.result,
      h(
        'p',
        {class: 'actions'},
        h('button', {disabled: !isDone, onclick: () => save('games.csv', this.csv(), 'text/csv')}, 'Save games.csv'),
        h('button', {onclick: () => save('experiment.ini', this.plan.resolved)}, 'Save the spec'),
        h('span', {}, 'To play it with the program: ', h('code', {}, 'agentchess run experiment.ini')),
      ),
      h(
        'div',
        {class: 'cards'},
        reportCards(this.plan.players, answer, plain),
        card('How games ended', endsTable(Object.fromEntries(games.terminations), games.count, plain)),
        this.plan.players.map((/** @type {any} */ {name}, /** @type {number} */ i) => {
          const figure = materialFigure(material, name, isOfThree, inTime, plain);
          const title = `Material of ${name}`;
          if (!figure) return null;
          return i === 0 ? card(title, figure) : h('details', {class: 'card'}, h('summary', {}, title), figure);
        }),
      ),
      gamesOf(this.plan, games, this.studio),
    );
  }
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
    return [
      {value: game, text: link ? h('a', {href: link}, String(game)) : String(game)},
      ...seats,
      result,
      termination,
      length,
    ];
  });
  const columns = [
    {head: 'game'},
    ...kind.sides.map((head) => ({head})),
    {head: kind.result.length > 1 ? 'points' : 'result'},
    {head: 'how'},
    {head: kind.name === 'time' ? 'ms' : 'plies', isNumber: true},
  ];
  return rows.length ? h('details', {}, h('summary', {}, 'Games'), dataTable('The last games', columns, rows)) : null;
}
