/* The page "async": games which is asynchronous chess, played here, of a recording, or of a run. */
import {ACCEPTED, Chronicle, readRecording, SIDES, sayMs, seenBy, settingsOf} from './async-chronicle.js';
import {Board, live} from './board.js';
import {Game} from './decision.js';
import {fileButton, h, letDropFiles, patch, save, set, table} from './dom.js';
import {letDrag} from './drag.js';
import {of64} from './geometry.js';
import {typedField} from './moves.js';
import {tell, tellKeys} from './play-dialogs.js';
import {PERSON, sayPieces} from './play-game.js';
import {playersOf, Seats} from './play-seats.js';
import {problem, Showing} from './showing.js';

const USUAL = [PERSON, 'async-master:level=7'];
const SPEEDS = ['0.25', '0.5', '1', '2', '5', '10', '50'];
const CHUNK = 400; /* instants that are asked for at once */
const LONGEST_STEP_MS = 250; /* of the wall clock between two frames: who looks away misses nothing */
const TOLD_MS = 250; /* how often numbers are written anew */
const NOTES = 60;
const KINDS = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const LETTERS = /** @type {Record<string, string>} */ ({
  pawn: 'P',
  knight: 'N',
  bishop: 'B',
  rook: 'R',
  queen: 'Q',
  king: 'K',
});
const RULES = [
  ['ms-per-space', 'Milliseconds per space', '1000'],
  ['knight-spaces', 'Spaces per knight’s move', '2'],
  ['time-limit-ms', 'Time limit in milliseconds, after which the game is a draw', '3600000'],
];
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
    /** A recording that was opened. @type {{name: string, chronicle: Chronicle, lines: string[]} | null} */
    this.opened = null;
    /** The time that is seen, and up to which all is known. */
    this.time = this.known = 0;
    this.isRunning = false;
    this.isEnded = false;
    /** How many events are on the board; -1: draw it anew. */
    this.drawn = -1;
    this.shape = '';
    this.from = '';
    /** @type {string[]} */
    this.reach = [];
    /** @type {Map<string, any>} what is on the board, as it is seen */
    this.world = new Map();
    this.told = 0;
    this.last = 0;
    this.isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
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
      this.headOn =
      this.seePaths =
      this.seed =
        null;
    /** @type {{name: string, usual: string, label: string, input: any}[]} */
    this.fields = [];
    /** The newest thing that was told. @type {any} */
    this.heard = null;
    this.build(main);
    this.endListening = this.store.listen(() => this.update());
    this.endDropping = letDropFiles(({files}) => {
      if (files[0]) void this.openRecording(files[0]);
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
      choose: (/** @type {string} */ square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
    });
    letDrag(this.board, {
      mayLift: (square) => this.mayLift(square),
      lift: (square) => void this.take(square),
      drop: (from, to) => this.showing.after(() => this.drop(from, to)),
    });
    this.seats = new Seats(this.parts);
    this.buildControls();
    this.buildRules();
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
    const {input, form} = typedField('Command', () => this.showing.after(() => this.commandTyped()), {
      placeholder: 'e2 e4',
    });
    this.typed = input;
    const {input: file, element} = fileButton('Open a recording', 'Open a recording …', {
      onchange: async () => {
        if (file.files?.[0]) await this.openRecording(file.files[0]);
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
    this.saveButton = h('button', {onclick: () => this.saveRecording()}, 'Save recording');
    this.parts['game-actions'].append(
      h(
        'p',
        {class: 'actions'},
        h('button', {onclick: at(() => this.newGame())}, 'New game'),
        this.saveButton,
        element,
      ),
    );
  }

  buildRules() {
    this.fields = RULES.map(([name, label, usual]) => ({
      name,
      usual,
      input: h('input', {id: name, type: 'number', min: 1, class: 'minutes'}),
      label,
    }));
    this.headOn = h(
      'select',
      {id: 'head-on'},
      h('option', {value: ''}, 'meet: one is killed'),
      h('option', {value: 'pass'}, 'pass each other'),
    );
    this.seePaths = h('input', {id: 'see-paths', type: 'checkbox'});
    this.seed = h('input', {id: 'seed', class: 'minutes', inputmode: 'numeric', pattern: '[0-9]{1,15}'});
    this.parts.rules.append(
      h(
        'details',
        {},
        h('summary', {}, 'Rules'),
        h(
          'form',
          {
            onsubmit: (/** @type {any} */ event) => {
              event.preventDefault();
              this.newGame();
            },
          },
          this.fields.map(({input, label, name}) => h('p', {class: 'field'}, h('label', {for: name}, label), input)),
          h(
            'p',
            {class: 'field'},
            h('label', {for: 'head-on'}, 'Opposing pieces that would exchange spaces'),
            this.headOn,
          ),
          h(
            'p',
            {class: 'actions'},
            this.seePaths,
            h('label', {for: 'see-paths'}, 'Players see the destinations of the opponent’s pieces'),
          ),
          h('p', {class: 'field'}, h('label', {for: 'seed'}, 'Random seed'), this.seed),
          h('p', {class: 'actions'}, h('button', {}, 'New game with these rules')),
        ),
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
      this.isShown && this.opened?.name,
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
      this.from = '';
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
      if (this.opened?.name !== state.recording)
        throw new Error(`The recording ${state.recording} is not open here: choose its file.`);
      return {
        chronicle: this.opened.chronicle,
        time: Math.min(at, this.opened.chronicle.end),
        known: this.opened.chronicle.end,
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
    return {chronicle, time, known: await this.hear(chronicle, Math.min(time, chronicle.rules.time_limit_ms), 1e6)};
  }

  /* What the core tells. */

  /** @param {string} name @param {...any} values @returns {Promise<string>} after what was asked before */
  ask(name, ...values) {
    const answer = this.asked.then(() => this.lane.ask(name, ...values));
    this.asked = answer.catch(() => {});
    return answer;
  }

  /** Hears what happens up to @until, but not more than @count instants. @param {Chronicle} chronicle @param {number} until @param {number} count
   * @returns {Promise<number>} the time up to which all is known */
  async hear(chronicle, until, count) {
    const [next, ...lines] = (await this.ask('async_advance', until, count)).split('\n');
    for (const line of lines) if (line) chronicle.take(JSON.parse(line));
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
      const known = await this.hear(chronicle, goal, CHUNK);
      if (chronicle === this.chronicle) this.known = Math.max(this.known, known);
    } catch (error) {
      if (chronicle === this.chronicle) this.showProblem(error);
    }
    this.isAsking = false;
  }

  /** @param {number} side @param {string} from @param {string} to */
  async command(side, from, to) {
    const {chronicle} = this;
    if (!chronicle || !this.people.includes(side))
      return this.say(this.people.length ? 'That piece is not yours.' : 'No side is played by a person.');
    if (chronicle.over) return this.say('The game is over.');
    const ms = Math.max(Math.ceil(this.time), this.known) + 1;
    await this.hear(chronicle, ms - 1, 1e6);
    await this.ask('async_command', `${ms} ${'wb'[side]} ${from} ${to}`);
    const known = await this.hear(chronicle, ms, 1e6);
    if (chronicle !== this.chronicle) return;
    this.known = Math.max(this.known, known);
    this.time = Math.max(this.time, ms);
    const answered = [...chronicle.answers]
      .reverse()
      .find((answer) => answer.side === side && answer.from === from && answer.to === to);
    const answer = answered?.answer ?? 'the game is over';
    if (answer !== ACCEPTED) return this.say(`${from} to ${to} is refused: ${answer}.`);
    this.say(`${from} goes to ${to}.`);
    this.issued = [...this.issued, `${ms}${'wb'[side]}${from}${to}`];
    this.store.set({commands: this.issued.join('.'), at: ''});
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
    const rules = new Map(this.settings.map((text) => /** @type {[string, string]} */ (text.split('=', 2))));
    for (const {name, input, usual} of this.fields) input.value = rules.get(name) ?? usual;
    this.headOn.value = rules.get('head-on') === 'pass' ? 'pass' : '';
    this.seePaths.checked = rules.get('see-paths') === 'on';
    this.seed.value = state.seed ?? '1';
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
    if (isNew) this.drawWorld(count);
    this.glide();
    if (isNew || performance.now() - this.told > TOLD_MS || !this.isRunning) this.tellNumbers();
  }

  /** The only person sees no paths of opponents, unless the rules show them or all is over.
   * @param {Chronicle} chronicle @param {number} count */
  worldSeen(chronicle, count) {
    const world = chronicle.worldAfter(count);
    return this.people.length === 1 && !chronicle.rules.see_paths && !chronicle.over
      ? seenBy(world, this.people[0])
      : world;
  }

  /** @param {number} count of events */
  drawWorld(count) {
    const chronicle = /** @type {Chronicle} */ (this.chronicle);
    this.drawn = count;
    this.world = this.worldSeen(chronicle, count);
    if (this.from && !this.world.has(this.from)) this.from = '';
    const pieces = [...this.world.values()];
    /** @type {Record<string, string>} */
    const marks = {};
    for (const {square, underWay, to} of pieces)
      if (underWay) marks[square] = to ? `on its way to ${to}` : 'on its way';
    if (this.from) {
      for (const square of this.reach) marks[square] = 'can move here';
      marks[this.from] = 'chosen';
    }
    this.board.show({pieces, sides: SIDES, marks, arrows: this.arrows()});
    const {over, end} = chronicle;
    const isOver = Boolean(over) && this.time >= end;
    this.seats.show({
      sides: SIDES,
      turn: -1,
      isOver,
      winner: isOver ? (over?.winner ?? null) : null,
      captured: chronicle
        .killsAt(this.time)
        .map((kills) => sayPieces(KINDS.map((kind) => [kind, kills.get(kind) ?? 0])).replace('captured', 'killed')),
      left: [null, null],
    });
  }

  /** Where pieces go, and in how many seconds they are there. */
  arrows() {
    return [...this.world.values()].flatMap((piece) =>
      piece.to
        ? [{kind: 'move', from: piece.square, to: piece.to, text: this.sayLeft(this.chronicle?.arrival(piece))}]
        : [],
    );
  }

  /** @param {number | null | undefined} time @returns {string} how long it is until then */
  sayLeft(time) {
    return typeof time === 'number' ? `${Math.max((time - this.time) / 1000, 0).toFixed(1)} s` : '?';
  }

  /** Pieces under way stand between two spaces; who wants no motion sees them step. */
  glide() {
    if (this.isStill || !this.board.geometry) return;
    for (const piece of this.world.values()) {
      const way = this.chronicle?.progress(piece, this.time);
      const element = this.board.drawn.get(piece.square)?.element;
      const [here, next] = [piece.square, way?.next ?? ''].map((name) => this.board.geometry?.byName.get(name)?.centre);
      if (way && element && here && next)
        this.board.put(element, {
          ...piece,
          at: {x: here.x + (next.x - here.x) * way.share, y: here.y + (next.y - here.y) * way.share},
        });
    }
  }

  tellNumbers() {
    const chronicle = /** @type {Chronicle} */ (this.chronicle);
    this.told = performance.now();
    const last = this.people.length ? Math.max(this.time, this.known) : this.lastTime();
    set(this.slider, {max: Math.max(Math.ceil(last), 1), 'aria-valuetext': sayMs(this.time)});
    this.slider.value = String(Math.round(this.time));
    this.clock.textContent = sayMs(this.time);
    this.runButton.textContent = this.isRunning ? 'Stop' : 'Start';
    set(this.runButton, {
      'aria-pressed': this.isRunning ? 'true' : 'false',
      disabled: !this.isRunning && this.time >= this.lastTime() && this.lastTime() > 0 && !this.people.length,
    });
    const isOver = chronicle.over && this.time >= chronicle.end;
    patch(
      this.parts.standing,
      h(
        'p',
        {class: `turn${isOver ? ' over' : ''}`},
        isOver || (chronicle.cut && this.time >= chronicle.end)
          ? this.sayEnding()
          : this.isRunning
            ? 'The clock is running'
            : 'The clock is stopped',
      ),
      h(
        'p',
        {class: 'caption'},
        this.people.length
          ? `You play ${this.people.map((side) => SIDES[side]).join(' and ')}.`
          : this.isShown || chronicle.over
            ? `Total time: ${sayMs(chronicle.end)}.`
            : `Played up to ${sayMs(this.known)}.`,
      ),
    );
    this.board.showArrows(this.arrows());
    this.tellWay();
    this.tellNotes(chronicle);
  }

  /** Pieces under way cannot be commanded before they are there: how long that is. */
  tellWay() {
    const under = [...this.world.values()]
      .filter(({underWay}) => underWay)
      .sort((a, b) => (a.due ?? Infinity) - (b.due ?? Infinity));
    const known = under.filter(({to}) => to);
    patch(
      this.parts.way,
      h('h2', {}, 'Moving pieces'),
      known.length
        ? table(
            'Moving pieces',
            ['piece', 'on', 'to', 'arrives in', 'enters', 'in'],
            known.map((piece) =>
              h(
                'tr',
                {},
                [`${SIDES[piece.side]} ${piece.type}`, piece.square, piece.to].map((cell) => h('td', {}, cell)),
                h('td', {class: 'number'}, this.sayLeft(this.chronicle?.arrival(piece))),
                h('td', {}, this.chronicle?.progress(piece, this.time)?.next ?? '?'),
                h('td', {class: 'number'}, this.sayLeft(piece.due)),
              ),
            ),
          )
        : h('p', {class: 'caption'}, under.length ? 'The opponent’s ways are hidden.' : 'No piece is moving.'),
    );
    this.seats.tell(
      SIDES.map((_, side) => {
        const own = under.filter((piece) => piece.side === side).length,
          all = [...this.world.values()].filter((piece) => piece.side === side).length;
        return `${own} moving, ${all - own} at rest`;
      }),
    );
  }

  /** @param {Chronicle} chronicle */
  tellNotes(chronicle) {
    const notes = chronicle.notes.filter(({time}) => time <= this.time);
    const hidden = Math.max(notes.length - NOTES, 0);
    const isSeen = (/** @type {string} */ words) =>
      !/on its way to/.test(words) ||
      this.people.length !== 1 ||
      chronicle.rules.see_paths ||
      words.startsWith(SIDES[this.people[0]]);
    patch(
      this.parts.notes,
      h('h2', {}, 'Events'),
      h(
        'ol',
        {class: 'thoughts', tabindex: 0, 'aria-label': 'Events'},
        notes
          .slice(hidden)
          .reverse()
          .map(({time, words, isIncident}) =>
            h(
              'li',
              {},
              h('button', {class: 'example', onclick: () => this.seek(time)}, sayMs(time)),
              ' ',
              isIncident ? h('b', {}, words) : isSeen(words) ? words : words.replace(/ on its way to.*/, ''),
            ),
          ),
      ),
    );
    const newest = notes.at(-1);
    if (this.isRunning && newest?.isIncident && newest !== this.heard) this.live.textContent = newest.words;
    this.heard = newest;
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

  newGame() {
    const rules = [
      ...this.fields
        .filter(({input, usual}) => input.value && input.value !== usual)
        .map(({name, input}) => `${name}=${input.value}`),
      this.headOn.value && 'head-on=pass',
      this.seePaths.checked && 'see-paths=on',
    ]
      .filter(Boolean)
      .join('~');
    this.key = '';
    this.begins({
      rules,
      seed: /^\d{1,15}$/.test(this.seed.value) && this.seed.value !== '1' ? this.seed.value : '',
      start: '',
    });
    if (!this.key) this.update();
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

  /** @param {string} square */
  async choose(square) {
    const piece = this.world.get(square);
    const isOwn = piece && this.people.includes(piece.side);
    if (this.from && this.from !== square && (this.reach.includes(square) || !isOwn)) {
      const {from} = this;
      const side = this.world.get(from).side;
      this.from = '';
      this.drawn = -1;
      return this.command(side, from, square);
    }
    const isNew = this.from !== square;
    this.from = '';
    this.drawn = -1;
    if (!isNew) return;
    if (!piece) return this.say('There is no piece on this square.');
    if (!isOwn)
      return this.say(this.people.length ? 'That piece is not yours.' : `${SIDES[piece.side]}’s ${piece.type}.`);
    if (piece.underWay) return this.say(`${square}: the piece is moving and cannot receive a command.`);
    return this.take(square);
  }

  /** Takes up a piece of a person, and shows where it may go. @param {string} square */
  async take(square) {
    const {type, side} = this.world.get(square);
    const letter = LETTERS[type];
    Object.assign(this, {from: square, reach: [], drawn: -1});
    const reach = JSON.parse(
      await this.studio.lane.ask('async_reach', side === 0 ? letter : letter.toLowerCase(), square),
    );
    if (this.from === square) Object.assign(this, {reach, drawn: -1});
  }

  /** @param {string} square @returns {boolean} whether a person may send that piece off */
  mayLift(square) {
    const piece = this.world.get(square);
    return Boolean(piece && !piece.underWay && this.people.includes(piece.side));
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    const side = this.world.get(from)?.side;
    Object.assign(this, {from: '', drawn: -1});
    if (side !== undefined) return this.command(side, from, to);
  }

  commandTyped() {
    const found = /^\s*([a-h][1-8])\s*-?\s*([a-h][1-8])\s*$/i.exec(this.typed.value);
    if (!this.typed.value.trim()) return;
    if (!found) return this.say(`'${this.typed.value}' is not a command such as e2 e4.`);
    const [, from, to] = found.map((text) => text.toLowerCase());
    const side = this.world.get(from)?.side;
    this.typed.value = '';
    return this.command(side !== undefined && this.people.includes(side) ? side : this.people[0], from, to);
  }

  async saveRecording() {
    try {
      save('game.jsonl', await this.ask('async_saved'), 'application/x-ndjson');
    } catch (error) {
      this.showProblem(error);
    }
  }

  /** @param {File} file */
  async openRecording(file) {
    try {
      const {chronicle, lines} = readRecording(await file.text());
      this.opened = {name: file.name, chronicle, lines};
      this.key = '';
      this.begins({recording: file.name, players: '', rules: '', seed: '', start: ''});
      this.update();
      patch(this.parts.verified, h('p', {class: 'caption'}, await this.verify(this.opened)));
    } catch (error) {
      this.say(`${file.name} is not a recording: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /** Plays a recording again by the rules. @param {{name: string, chronicle: Chronicle, lines: string[]}} opened @returns {Promise<string>} */
  async verify({name, chronicle, lines}) {
    const {head, rules, answers, events} = chronicle;
    try {
      /* an instant after the other, as what is commanded in one is not known in the one before */
      const [, seed] = /"seed":(\d+)/.exec(lines[0]) ?? []; /* more digits than a number has here */
      await this.ask(
        'async_begin',
        settingsOf(rules).join('\n'),
        head.start,
        seed,
        '',
        '',
        String(head.white),
        String(head.black),
      );
      const accepted = answers.filter(({answer}) => answer === ACCEPTED);
      let next = 0;
      for (const [i, {time}] of events.entries()) {
        const commands = [];
        for (; next < accepted.length && accepted[next].before === i; next++) commands.push(accepted[next]);
        await this.ask(
          'async_command',
          commands.map(({time: ms, side, from, to}) => `${ms} ${'wb'[side]} ${from} ${to}`).join('\n'),
        );
        await this.ask('async_advance', time, 1e6);
      }
      const again = (await this.ask('async_saved')).split('\n');
      const told = lines.filter((line) => /^\{"type":"event"/.test(line));
      const played = again.filter((line) => /^\{"type":"event"/.test(line));
      const wrong = told.findIndex((line, i) => line !== played[i]);
      return wrong < 0
        ? `${name}: replayed; all ${told.length} events are the same.`
        : `${name}: the replay differs at ${sayMs(JSON.parse(told[wrong]).time_ms)}.`;
    } catch (error) {
      return `'${name}' cannot be replayed: ${/** @type {Error} */ (error).message}.`;
    }
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
        this.from = '';
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
