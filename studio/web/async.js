/* The page "async": a game of asynchronous chess, played here, of a recording, or of a run. */

import {AsyncBoard} from './async-board.js';
import {Chronicle, readRecording, SIDES, sayMs} from './async-chronicle.js';
import {Commands} from './async-commands.js';
import {Recordings} from './async-recordings.js';
import {AsyncRules} from './async-rules.js';
import {AsyncTexts} from './async-texts.js';
import {Board, live} from './board.js';
import {Game} from './decision.js';
import {fileButton, h, letDropFiles, patch, set} from './dom.js';
import {letDrag} from './drag.js';
import {of64} from './geometry.js';
import {typedField} from './moves.js';
import {tell, tellKeys} from './play-dialogs.js';
import {PERSON} from './play-game.js';
import {playersOf, Seats} from './play-seats.js';
import {problem, Showing} from './showing.js';

const USUAL = [PERSON, 'async-master:level=7'];
const SPEEDS = ['0.25', '0.5', '1', '2', '5', '10', '50'];
const CHUNK = 400; /* instants that are asked for at once */
const LONGEST_STEP_MS = 250; /* of the wall clock between two frames: who looks away misses nothing */
const NUMBERS_MS = 250; /* how often numbers are written anew */
const KEYS = [
  ['p', 'start and stop the clock'],
  ['← →', 'back, forward by one second'],
  ['Home End', 'first, last time'],
  ['n N', 'next, previous incident: a kill, a promotion'],
  ['arrows, Enter on the board', 'choose a piece, then its target square'],
  ['+ −', 'faster, slower'],
  ['f', 'flip the board'],
  ['Escape', 'clear the selection'],
  ['?', 'these keys'],
];

export class AsyncPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    this.store = studio.store;
    this.main = main;
    this.showing = new Showing(main, studio.store);
    this.lane = studio.openLane();
    /** What is asked of the core, one after the other. @type {Promise<any>} */
    this.asked = Promise.resolve();
    this.isAsking = false;
    this.key = '';
    /** Commands of people, "1700we2e4". @type {string[]} */
    this.issued = [];
    /** @type {Chronicle | null} */
    this.chronicle = null;
    /** The time that is seen, and up to which all is known. */
    this.time = this.known = 0;
    this.isRunning = false;
    this.isEnded = false;
    /** How many events are on the board; -1: draw it anew. */
    this.drawn = -1;
    this.shape = '';
    /** @type {Map<string, any>} what is on the board, as it is seen */
    this.world = new Map();
    this.last = 0;
    this.live = live();
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {any} */
    this.board =
      this.seats =
      this.runButton =
      this.slider =
      this.clock =
      this.speed =
      this.typed =
      this.saveButton =
        null;
    this.texts = new AsyncTexts(this);
    this.pieces = new AsyncBoard(this);
    this.recordings = new Recordings(this);
    this.commands = new Commands(this);
    /** @type {any} */
    this.rules = null;
    this.build(main);
    this.endListening = this.store.listen(() => this.update());
    this.endDropping = letDropFiles(({files}) => {
      if (files[0]) void this.recordings.open(files[0]);
    });
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.press, true);
    const frame = (/** @type {number} */ now) => {
      this.request = requestAnimationFrame(frame);
      this.tick(now);
    };
    this.request = requestAnimationFrame(frame);
    this.update();
  }

  end() {
    cancelAnimationFrame(this.request);
    document.removeEventListener('keydown', this.press, true);
    this.showing.end();
    this.endListening();
    this.endDropping();
    this.lane.close();
  }

  /** @param {HTMLElement} main */
  build(main) {
    this.parts = Object.fromEntries(
      [
        'problem',
        'far',
        'near',
        'players-of',
        'play',
        'standing',
        'game-actions',
        'hint',
        'way',
        'notes',
        'rules',
        'verified',
      ].map((name) => [name, h('div', {class: name})]),
    );
    const stage = h('div', {class: 'stage'});
    const left = h('div', {class: 'left gliding'}, this.parts.far, stage, this.parts.near);
    this.board = new Board(stage, {
      choose: (/** @type {string} */ square) => this.showing.after(() => this.commands.choose(square)),
      label: 'Board',
    });
    letDrag(this.board, {
      mayLift: (square) => this.commands.mayLift(square),
      lift: (square) => void this.commands.select(square),
      drop: (from, to) => this.showing.after(() => this.commands.drop(from, to)),
    });
    this.seats = new Seats(this.parts);
    this.buildControls();
    this.rules = new AsyncRules(this);
    left.append(this.parts.play);
    main.append(
      h('h1', {class: 'hidden'}, 'Asynchronous chess'),
      this.parts.problem,
      h(
        'details',
        {class: 'help'},
        h('summary', {}, 'What is this?'),
        h(
          'p',
          {},
          'There are no turns: a player can move any piece at rest at any time. ' +
            'A piece moves from square to square at its own speed, and its player cannot stop it. ' +
            'A piece in its path can move away before it arrives. The side that kills the opponent’s king wins. ' +
            'Start the clock, choose one of your pieces, then its target square.',
        ),
      ),
      h(
        'div',
        {class: 'columns playing'},
        left,
        h(
          'div',
          {class: 'right'},
          h(
            'section',
            {class: 'card'},
            this.parts.standing,
            this.parts['game-actions'],
            this.parts.hint,
            this.parts.verified,
          ),
          h('section', {class: 'card'}, this.parts.way),
          h('section', {class: 'card'}, this.parts.notes),
          h('section', {class: 'card'}, this.parts['players-of'], this.parts.rules),
        ),
      ),
      this.live,
    );
  }

  buildControls() {
    const at = (/** @type {() => void} */ action) => () => this.showing.inOrder(action);
    this.runButton = h('button', {class: 'go', title: '(p)', onclick: at(() => this.run(!this.isRunning))}, 'Start');
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: 1,
      value: 0,
      step: 1,
      oninput: (/** @type {any} */ event) => this.seek(Number(event.target.value)),
    });
    this.clock = h('output', {class: 'clock'});
    this.speed = h(
      'select',
      {onchange: () => this.store.set({speed: this.speed.value === '1' ? '' : this.speed.value})},
      SPEEDS.map((speed) => h('option', {value: speed}, `${speed} ×`)),
    );
    const {input, form} = typedField('Command', () => this.showing.after(() => this.commands.commandTyped()), {
      placeholder: 'e2 e4',
    });
    this.typed = input;
    const {input: file, element} = fileButton('Open a recording', 'Open a recording …', {
      onchange: async () => {
        if (file.files?.[0]) await this.recordings.open(file.files[0]);
        file.value = '';
      },
    });
    this.parts.play.append(
      this.runButton,
      h('label', {}, h('span', {class: 'hidden'}, 'Time'), this.slider),
      this.clock,
      h('label', {class: 'of'}, 'Speed ', this.speed),
      h('button', {title: '(f)', onclick: at(() => this.flip())}, 'Flip'),
      form,
    );
    this.saveButton = h('button', {onclick: () => this.recordings.save()}, 'Save recording');
    this.parts['game-actions'].append(
      h(
        'p',
        {class: 'actions'},
        h('button', {onclick: at(() => this.rules.newGame())}, 'New game'),
        this.saveButton,
        element,
      ),
    );
  }

  /* What the link says. */

  get players() {
    const players = (this.store.state.players ?? '').split('~').filter(Boolean);
    return this.isShown
      ? SIDES.map((_, side) => String(this.chronicle?.head[side === 0 ? 'white' : 'black'] ?? ''))
      : USUAL.map((usual, side) => players[side] ?? usual);
  }

  /** Whether the game was played elsewhere: it is looked at only. */
  get isShown() {
    return Boolean(this.store.state.run || this.store.state.recording);
  }

  /** The sides that are people's. @returns {number[]} */
  get people() {
    return this.isShown ? [] : [0, 1].filter((side) => this.players[side] === PERSON);
  }

  /** @returns {string[]} KEY=VALUE */
  get settings() {
    return (this.store.state.rules ?? '').split('~').filter(Boolean);
  }

  update() {
    this.showing.begin(this);
  }

  /** @param {() => boolean} isNewest */
  async load(isNewest) {
    const {state} = this.store;
    const {players, rules, seed, start, run, recording, number} = state;
    const key = JSON.stringify([
      players,
      rules,
      seed,
      start,
      run,
      recording,
      number,
      this.isShown && this.recordings.opened?.name,
    ]);
    const commands = (state.commands ?? '').split('.').filter(Boolean);
    if (key !== this.key || commands.join('.') !== this.issued.join('.')) {
      this.key = '';
      const begun = await this.begin(commands);
      if (!isNewest()) return;
      this.key = key;
      this.issued = commands;
      Object.assign(this, begun);
      this.isRunning = this.isEnded = false;
      this.commands.from = '';
      patch(this.parts.hint);
    }
    patch(this.parts.problem);
    this.show();
  }

  /** @param {string[]} commands @returns {Promise<{chronicle: Chronicle, time: number, known: number}>} */
  async begin(commands) {
    const {state} = this.store;
    const at = Number(state.at ?? 0) || 0;
    if (state.recording) {
      if (this.recordings.opened?.name !== state.recording)
        throw new Error(`The recording ${state.recording} is not open here: choose its file.`);
      return {
        chronicle: this.recordings.opened.chronicle,
        time: Math.min(at, this.recordings.opened.chronicle.end),
        known: this.recordings.opened.chronicle.end,
      };
    }
    if (state.run) {
      const spec = await Game.specIn(state, Number(state.number ?? 1));
      const {chronicle} = readRecording(
        await this.studio.lane.ask('match_recording', spec.text, spec.settings, state.number ?? 1),
      );
      return {chronicle, time: Math.min(at, chronicle.end), known: chronicle.end};
    }
    const players = this.players.map((player) => (player === PERSON ? '' : player));
    const head = await this.ask(
      'async_begin',
      this.settings.join('\n'),
      state.start ?? '',
      state.seed ?? 1,
      ...players,
      ...this.players.map((player) => (player === PERSON ? 'a person' : player)),
    );
    const chronicle = new Chronicle(JSON.parse(head));
    const orders = commands.map((text) => {
      const [, ms, side, from, to] = /^(\d{1,12})([wb])([a-h][1-8])([a-h][1-8])$/.exec(text) ?? [];
      if (!ms) throw new Error(`'${text}' is not a command such as 1700we2e4.`);
      return {ms: Number(ms), text: `${ms} ${side} ${from} ${to}`};
    });
    await this.ask('async_command', orders.map(({text}) => text).join('\n'));
    const time = this.people.length ? Math.max(at, ...orders.map(({ms}) => ms)) : at;
    return {chronicle, time, known: await this.advance(chronicle, Math.min(time, chronicle.rules.time_limit_ms), 1e6)};
  }

  /* What the core answers. */

  /** @param {string} name @param {...any} values @returns {Promise<string>} after what was asked before */
  ask(name, ...values) {
    const answer = this.asked.then(() => this.lane.ask(name, ...values));
    this.asked = answer.catch(() => {});
    return answer;
  }

  /** Plays what happens up to @until, but not more than @count instants. @param {Chronicle} chronicle @param {number} until @param {number} count
   * @returns {Promise<number>} the time up to which all is known */
  async advance(chronicle, until, count) {
    const [next, ...lines] = (await this.ask('async_advance', until, count)).split('\n');
    for (const line of lines) if (line) chronicle.add(JSON.parse(line));
    return next === 'never'
      ? chronicle.rules.time_limit_ms
      : Math.min(Math.max(until, chronicle.end), Number(next) - 1);
  }

  /** Games of people go on with their clock, others are heard as fast as they are played. */
  async pump() {
    const {chronicle} = this;
    if (!chronicle || !this.key || this.isShown || this.isAsking || chronicle.over) return;
    const goal = this.people.length
      ? Math.min(Math.floor(this.time), chronicle.rules.time_limit_ms)
      : chronicle.rules.time_limit_ms;
    if (goal <= this.known) return;
    this.isAsking = true;
    try {
      const known = await this.advance(chronicle, goal, CHUNK);
      if (chronicle === this.chronicle) this.known = Math.max(this.known, known);
    } catch (error) {
      if (chronicle === this.chronicle) this.showProblem(error);
    }
    this.isAsking = false;
  }

  /* What is seen. */

  /** @param {any} error */
  showProblem(error) {
    this.isRunning = false;
    patch(this.parts.problem, problem(error, 'async'));
  }

  show() {
    const {state} = this.store;
    const turned = Number(state.flip ?? 0);
    if (this.shape !== `${turned}`) this.board.shape(of64(turned === 1));
    this.shape = `${turned}`;
    this.drawn = -1;
    this.speed.value = SPEEDS.includes(state.speed) ? state.speed : '1';
    set(this.saveButton, {disabled: this.isShown});
    const {players} = this;
    this.seats.make({
      sides: SIDES,
      players,
      near: turned,
      choices: this.isShown ? players : playersOf(this.studio.catalogue, 'async', []),
      change: (/** @type {number} */ side, /** @type {string} */ text) =>
        this.begins({players: players.map((old, i) => (i === side ? text : old)).join('~')}),
    });
    this.rules.show(this.settings, state.seed ?? '1');
    this.draw();
  }

  /** @param {number} now */
  tick(now) {
    const passed = Math.min(now - this.last, LONGEST_STEP_MS) * (Number(this.store.state.speed ?? 1) || 1);
    const {chronicle} = this;
    this.last = now;
    if (!chronicle || !this.key) return;
    if (this.isRunning) this.time = Math.min(this.time + passed, this.lastTime());
    this.pump();
    this.draw();
    if (chronicle.over && this.isRunning && this.time >= chronicle.end) this.announceEnd();
  }

  /** Up to where time can go. */
  lastTime() {
    const {chronicle} = this;
    if (!chronicle) return 0;
    if (this.isShown || chronicle.over) return chronicle.end;
    return this.people.length ? chronicle.rules.time_limit_ms : this.known;
  }

  sayEnding() {
    const {over, end, cut} = /** @type {Chronicle} */ (this.chronicle);
    if (over)
      return `${over.winner === null ? 'A draw' : `${SIDES[over.winner]} wins`}: ${over.reason} at ${sayMs(end)}.`;
    return cut ? `The game was cut short: ${cut}.` : '';
  }

  announceEnd() {
    this.run(false);
    if (this.isEnded) return;
    this.isEnded = true;
    this.live.textContent = this.sayEnding();
    if (this.people.length) tell(this.main, 'The game is over', h('p', {}, this.sayEnding()));
  }

  draw() {
    const {chronicle} = this;
    if (!chronicle) return;
    const count = chronicle.countAt(this.time);
    const isNew = count !== this.drawn;
    if (isNew) this.pieces.draw(count);
    this.pieces.glide();
    if (isNew || performance.now() - this.texts.shownAt > NUMBERS_MS || !this.isRunning) this.texts.show();
  }

  /** @param {string} text */
  say(text) {
    this.live.textContent = text;
    patch(this.parts.hint, h('p', {}, text));
  }

  /* What people do. */

  /** @param {Record<string, any>} changes */
  begins(changes) {
    this.store.set({commands: '', at: '', run: '', recording: '', number: '', ...changes}, false);
  }

  /** @param {boolean} on */
  run(on) {
    const {chronicle} = this;
    if (!chronicle) return;
    /* A game of people goes on from where it is, whatever was looked at. */
    if (on && this.people.length) this.time = Math.max(this.time, this.known);
    if (on && !this.people.length && this.time >= this.lastTime() && (chronicle.over || this.isShown))
      this.time = chronicle.start;
    this.isRunning = on;
    if (!on) this.store.set({at: Math.round(this.time) || ''});
    this.drawn = -1;
  }

  /** @param {number} time */
  seek(time) {
    this.time = Math.min(Math.max(time, 0), Math.max(this.people.length ? this.known : this.lastTime(), 0));
    this.isRunning = false;
    this.drawn = -1;
    this.store.set({at: Math.round(this.time) || ''});
  }

  /** @param {number} by */
  incident(by) {
    const times = (this.chronicle?.notes ?? []).filter(({isIncident}) => isIncident).map(({time}) => time);
    const next = by > 0 ? times.find((time) => time > this.time) : times.reverse().find((time) => time < this.time);
    if (next === undefined) this.say('There is no further incident.');
    else this.seek(next);
  }

  flip() {
    this.store.set({flip: this.store.state.flip ? '' : 1});
  }

  /** @param {number} by */
  faster(by) {
    const at = SPEEDS.indexOf(this.speed.value) + by;
    if (SPEEDS[at]) this.store.set({speed: SPEEDS[at] === '1' ? '' : SPEEDS[at]});
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || this.main.querySelector('dialog[open]')) return;
    if (target.matches('input:not([type=checkbox]):not([type=range]), select, textarea')) return;
    if (event.key.startsWith('Arrow') && (target.closest('.board') || target.matches('input'))) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      p: () => this.run(!this.isRunning),
      ArrowLeft: () => this.seek(this.time - 1000),
      ArrowRight: () => this.seek(this.time + 1000),
      Home: () => this.seek(0),
      End: () => this.seek(Infinity),
      n: () => this.incident(1),
      N: () => this.incident(-1),
      '+': () => this.faster(1),
      '-': () => this.faster(-1),
      f: () => this.flip(),
      Escape: () => {
        this.commands.from = '';
        this.drawn = -1;
      },
      '?': () => tellKeys(this.main, KEYS),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    if (this.key) this.showing.inOrder(keys[event.key]);
    else this.showing.after(keys[event.key]);
  }
}
