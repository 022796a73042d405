/* The page "play": a game of people and players, in any mixture. */
import {Board, live} from './board.js';
import {leftAfterMove, sayTime} from './clock.js';
import {h, letDropFiles, patch, scrollTo, set} from './dom.js';
import {letDrag} from './drag.js';
import {geometryOf} from './geometry.js';
import {movesTyped, writePosition} from './notation.js';
import {askNewGame, askPromotion, tell, tellKeys} from './play-dialogs.js';
import {PERSON, PlayGame, sayCaptured, USUAL} from './play-game.js';
import {PlayOptions, WAIT} from './play-options.js';
import {playersOf, Seats, showRoundBoard} from './play-seats.js';
import {PlayTexts} from './play-texts.js';
import {explainMove} from './play-why.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';

/** @typedef {import('./main.js').Studio} Studio */

const TICK_MS = 100;
const TYPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];
const KEYS = [
  ['← → Home End', 'back and forth through the game'],
  ['arrows, Enter on the board', 'choose a piece, then its target square'],
  ['n', 'new game'],
  ['u', 'take back'],
  ['i', 'an idea: the move that a player would play'],
  ['w', 'why the last move was played'],
  ['m', 'move now, whichever side is to move'],
  ['p', 'pause'],
  ['f', 'flip the board'],
  ['space, held', 'the last move, and the pieces that can move'],
  ['h, held', 'if you ever feel sad'],
  ['?', 'these keys'],
];

export class PlayPage {
  /** @param {HTMLElement} main @param {Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    this.main = main;
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {any} */
    this.board = null;
    /** @type {any} */
    this.seats = null;
    /** Fields that are made once. @type {any} */
    this.typed = this.plies = this.options = this.texts = null;
    /** @type {any[]} */
    this.steps = this.buttons = [];
    /** @type {any} */
    this.pauseButton = null;
    /** @type {any} */
    this.audio = null;
    this.live = live();
    this.store = studio.store;
    this.showing = new Showing(main, studio.store);
    this.shape = '';
    /** What the labels round a board of three say. */
    this.said = '';
    /** The square chosen. */
    this.from = '';
    /** What a worker thinks about; "": nothing. */
    this.thinking = '';
    this.failed = '';
    /** Captures of antichess that are shown since another move was refused. @type {any[]} */
    this.compulsory = [];
    /** @type {any} the last of what it has said */
    this.heard = null;
    /** @type {any} an idea, as a move */
    this.idea = null;
    this.isHeld = false;
    /** What the side to move has spent before @began, and since when its clock runs. */
    this.spent = Number(this.store.state.spent ?? 0) || 0;
    /** @type {number | null} */
    this.began = null;
    this.clockKey = '';
    /** @type {{on: Map<string, any>, turn: number, piece: any} | null} a position being set up */
    this.free = null;
    /** @type {PlayGame | null} */
    this.game = null;
    /** @type {any} */
    this.position = null;
    this.ply = 0;
    /** @type {string[]} */
    this.levels = [];
    this.build(main);
    this.thinker = studio.openLane();
    this.thinker.onHear = (text) => this.hear(JSON.parse(text));
    this.endListening = this.store.listen(() => this.update());
    this.endDropping = letDropFiles(({files}) => {
      if (files[0]) void this.texts.openFile(files[0]);
    });
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    this.release = (/** @type {KeyboardEvent} */ event) => this.released(event);
    document.addEventListener('keydown', this.press, true);
    document.addEventListener('keyup', this.release, true);
    this.timer = Number(setInterval(() => this.tick(), TICK_MS));
    this.update();
  }

  end() {
    clearInterval(this.timer);
    this.showing.end();
    this.endListening();
    this.endDropping();
    this.thinker.close();
    document.removeEventListener('keydown', this.press, true);
    document.removeEventListener('keyup', this.release, true);
    document.body.classList.remove('disco');
  }

  /** @param {HTMLElement} main */
  build(main) {
    this.parts = Object.fromEntries(
      [
        'problem',
        'seats',
        'play',
        'standing',
        'game-actions',
        'thought',
        'hint',
        'why',
        'palette',
        'moves',
        'texts',
        'options',
        'cheer',
      ].map((name) => [name, h('div', {class: name})]),
    );
    const left = h('div', {class: 'left'}, this.parts.seats);
    this.board = new Board(left, {
      choose: (/** @type {string} */ square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
    });
    letDrag(this.board, {
      mayLift: (square) => this.mayLift(square),
      lift: (square) => this.select(square),
      drop: (from, to) => this.showing.after(() => this.drop(from, to)),
    });
    left.append(this.parts.play, this.parts.thought, this.parts.palette);
    this.seats = new Seats(this.parts.seats);
    this.typed = h('input', {'aria-label': 'Move', size: 10, autocomplete: 'off', spellcheck: 'false'});
    this.texts = new PlayTexts(this, this.parts.texts);
    this.buildControls();
    main.append(
      h('h1', {class: 'hidden'}, 'Play'),
      this.parts.problem,
      h(
        'div',
        {class: 'columns playing'},
        left,
        h(
          'div',
          {class: 'right'},
          this.parts.standing,
          this.parts['game-actions'],
          this.parts.moves,
          this.parts.hint,
          this.parts.cheer,
          this.parts.why,
          this.parts.options,
          this.parts.texts,
        ),
      ),
      this.live,
    );
  }

  /** @param {string} name @param {...any} values */
  ask(name, ...values) {
    return this.studio.lane.askJson(name, ...values);
  }

  update() {
    this.showing.begin(this);
  }

  /** @param {() => boolean} isNewest */
  async load(isNewest) {
    const {state} = this.store;
    if (!this.levels.length)
      this.levels = (await this.ask('switches', 'chess', USUAL)).levels.map((/** @type {any} */ {player}) => player);
    const game = await PlayGame.load(state, (name, ...values) => this.ask(name, ...values), this.studio.catalogue);
    const ply = game.plyOf(state);
    const position = await this.ask('position', ...game.lineTo(ply));
    if (!isNewest()) return;
    const before = this.game;
    Object.assign(this, {game, position, ply});
    patch(this.parts.problem);
    if (before && (before.last !== game.last || before.name !== game.name)) this.clearTurn();
    this.keepClock();
    this.show();
    this.studio.carry(game.carried(ply));
    this.announce(before);
    this.carryOn();
  }

  clearTurn() {
    this.from = '';
    this.compulsory = [];
    this.idea = null;
    patch(this.parts.hint);
    patch(this.parts.why);
  }

  /** @param {any} error */
  showProblem(error) {
    patch(this.parts.problem, problem(error, 'play'));
  }

  /* Clocks. */

  get isPaused() {
    return Boolean(this.store.state.paused) || this.free !== null;
  }

  /** A clock runs from the moment its side is to move. */
  keepClock() {
    const {game} = this;
    if (!game) return;
    const key = JSON.stringify(game.lineTo(game.last));
    if (this.clockKey && key !== this.clockKey) this.spent = 0;
    const isNew = key !== this.clockKey;
    this.clockKey = key;
    const runs = !game.ending && !this.isPaused;
    if (this.began !== null && (isNew || !runs)) {
      if (!isNew) this.spent += performance.now() - this.began;
      this.began = null;
    }
    if (runs && this.began === null) this.began = performance.now();
  }

  elapsed() {
    return this.spent + (this.began === null ? 0 : performance.now() - this.began);
  }

  /** @returns {(number | null)[]} */
  left() {
    const {game} = this;
    if (!game) return [];
    const left = game.leftAt(game.last);
    const own = left[game.turn];
    if (own !== null && !game.ending) left[game.turn] = Math.max(0, own - this.elapsed());
    return left;
  }

  tick() {
    const {game} = this;
    if (!game || game.budgets.every((budget) => budget === null)) return;
    const left = this.left();
    if (this.ply === game.last) this.seats.tick(left);
    this.showRound();
    if (left[game.turn] === 0 && !game.ending && this.isCurrent()) this.store.set({ended: `time:${game.turn}`});
  }

  /** Whether what is shown is what the link says. */
  isCurrent() {
    const {state} = this.store;
    return (
      Boolean(this.game) &&
      this.game?.moves.join('.') === (state.moves ?? '') &&
      this.game?.ended === (state.ended ?? '')
    );
  }

  /* What is seen. */

  show() {
    const {
      game,
      ply,
      position,
      store: {state},
    } = this;
    if (!game) return;
    const turned = Number(state.flip ?? 0);
    const shape = `${game.name} ${turned}`;
    if (shape !== this.shape) this.board.shape(geometryOf(game.name, turned));
    this.shape = shape;
    this.showBoard();
    this.seats.make({
      sides: game.sides,
      players: game.players,
      choices: playersOf(this.studio.catalogue, game.name, this.levels),
      change: (/** @type {number} */ side, /** @type {string} */ text) =>
        this.store.set({players: game.players.map((old, i) => (i === side ? text : old)).join('~'), paused: ''}),
    });
    const {ending} = game;
    this.seats.show({
      sides: game.sides,
      turn: this.free ? this.free.turn : position.turn,
      isOver: Boolean(ending) && ply === game.last,
      winner: ply === game.last ? (ending?.winner ?? null) : null,
      captured: game.capturedAt(ply).map(sayCaptured),
      left: ply === game.last ? this.left() : game.leftAt(ply),
    });
    this.showStatus();
    this.showControls();
    this.showMoves();
    this.showPalette();
    this.texts.show(position.position);
  }

  showBoard() {
    const {game, position} = this;
    if (!game) return;
    const pieces = this.free ? [...this.free.on].map(([square, piece]) => ({square, ...piece})) : position.pieces;
    const arrows = this.idea && !this.free ? [{kind: 'decision', from: this.idea.from, to: this.idea.to}] : [];
    if (game.name === 'threechess' && this.ply > 0 && this.ply < game.last && !this.free)
      arrows.push({kind: 'move', ...this.ends(game.line[this.ply - 1].next)});
    this.board.show({pieces, sides: game.sides, arrows, marks: this.free ? {} : this.marks()});
    this.board.svg.classList.toggle('held', this.isHeld);
    this.showRound();
  }

  /** @param {any} move */
  ends({from, to}) {
    return {from, to};
  }

  /** A label a side round the board of three, drawn anew when what it says changes. */
  showRound() {
    const {game, ply, position} = this;
    if (game?.name !== 'threechess' || !position) return;
    const turned = Number(this.store.state.flip ?? 0);
    const captured = game.capturedAt(ply).map(({length}) => length);
    const left = ply === game.last ? this.left() : game.leftAt(ply);
    const winner = ply === game.last ? game.ending?.winner : null;
    const texts = game.sides.map((side, i) =>
      [
        `${side}: ${game.players[i].slice(0, 18)}`,
        left[i] === null ? '' : sayTime(/** @type {number} */ (left[i])),
        captured[i] ? `captured ${captured[i]} ${captured[i] === 1 ? 'piece' : 'pieces'}` : '',
        winner === i ? 'won' : '',
      ]
        .filter(Boolean)
        .join(', '),
    );
    const active = game.ending ? -1 : position.turn;
    const said = JSON.stringify([turned, texts, active]);
    if (said === this.said && this.board.svg.querySelector('.round')) return;
    this.said = said;
    showRoundBoard(this.board, turned, texts, active);
  }

  /** @returns {Record<string, string>} */
  marks() {
    const {game, ply, position} = this;
    /** @type {Record<string, string>} */
    const marks = {};
    const last = game?.line[ply - 1]?.next;
    if (last) marks[last.from] = marks[last.to] = 'last move';
    if (this.isHeld) for (const {from} of position.moves) marks[from] = 'can move';
    for (const {from, to} of this.compulsory) {
      marks[from] = 'can move';
      marks[to] = 'can move here';
    }
    if (this.from) {
      if (this.store.state.possible !== 'off')
        for (const {from, to} of position.moves) if (from === this.from) marks[to] = 'can move here';
      marks[this.from] = 'chosen';
    }
    return marks;
  }

  showStatus() {
    const {game, ply} = this;
    if (!game) return;
    const {ending} = game;
    const text = this.free
      ? 'Setting up a position'
      : ending && ply === game.last
        ? ending.words
        : `${game.sides[this.position.turn]} to move`;
    const soft = this.free
      ? 'Choose a piece below, then squares.'
      : ply < game.last
        ? `Ply ${ply} of ${game.last}`
        : this.isPaused && !ending
          ? 'Paused'
          : this.thinking
            ? `${game.players[game.turn]} is thinking`
            : '';
    patch(
      this.parts.standing,
      h('p', {class: `turn${ending ? ' over' : ''}`}, text),
      h('p', {class: 'caption'}, soft || '\u00a0'),
    );
  }

  /** What is clicked while pieces move is made once. */
  buildControls() {
    const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => number} */ to) => ({
      element: h(
        'button',
        {'aria-label': label, title: label, onclick: () => this.showing.inOrder(() => this.go(to()))},
        text,
      ),
      to,
    });
    this.steps = [
      step('«', 'First ply (Home)', () => 0),
      step('‹', 'Previous ply (←)', () => this.ply - 1),
      step('›', 'Next ply (→)', () => this.ply + 1),
      step('»', 'Last ply (End)', () => this.game?.last ?? 0),
    ];
    this.plies = h('output');
    this.parts.play.append(
      ...this.steps.map(({element}) => element),
      this.plies,
      h('button', {onclick: () => this.flip(), title: '(f)'}, 'Flip'),
      h(
        'form',
        {
          class: 'typed',
          onsubmit: (/** @type {any} */ event) => {
            event.preventDefault();
            this.showing.after(() => this.playTyped());
          },
        },
        h('label', {}, 'Move ', this.typed),
      ),
    );
    const isOn = (/** @type {PlayGame} */ game) => !game.ending;
    const button = (
      /** @type {string} */ text,
      /** @type {string} */ key,
      /** @type {() => void} */ does,
      /** @type {(game: PlayGame) => boolean} */ may = isOn,
      /** @type {(game: PlayGame) => boolean} */ shows = () => true,
    ) => ({
      element: h('button', {title: key && `(${key})`, onclick: () => this.showing.after(() => void does())}, text),
      may,
      shows,
    });
    this.pauseButton = button('Pause', 'p', () => this.pause());
    this.buttons = [
      button(
        'New game',
        'n',
        () => this.newGame(),
        () => true,
      ),
      button(
        'Take back',
        'u',
        () => this.takeBack(),
        (game) => game.last > 0,
      ),
      button('Hint', 'i', () => this.hint()),
      button(
        'Why?',
        'w',
        () => this.why(),
        () => this.ply > 0,
      ),
      button('Move now', 'm', () => this.moveNow()),
      button(
        'Watch',
        '',
        () => this.options.autoPlay(true),
        isOn,
        (game) => game.players.includes(PERSON),
      ),
      this.pauseButton,
      button(
        'Resign',
        '',
        () => this.resign(),
        (game) => isOn(game) && game.players.includes(PERSON),
      ),
      button(
        'Agree on a draw',
        '',
        () => this.store.set({ended: 'agreed'}),
        isOn,
        (game) => game.sides.length === 2 && game.players.every((player) => player === PERSON),
      ),
      button('End game', '', () => this.store.set({ended: 'stopped'})),
      button(
        'Save game',
        '',
        () => this.texts.saveAntichess(),
        () => true,
        (game) => game.name === 'antichess' && !game.opening,
      ),
      button(
        'Load game',
        '',
        () => this.texts.file.click(),
        () => true,
        (game) => game.name === 'antichess',
      ),
      button(
        'Continue from here',
        '',
        () => this.cutTo(this.ply),
        () => true,
        (game) => this.ply < game.last,
      ),
    ];
    this.parts['game-actions'].append(
      h(
        'p',
        {class: 'actions'},
        this.buttons.map(({element}) => element),
      ),
    );
    this.options = new PlayOptions(this, this.parts.options);
  }

  showControls() {
    const {game, ply} = this;
    if (!game) return;
    for (const {element, to} of this.steps) set(element, {disabled: to() < 0 || to() > game.last || to() === ply});
    this.plies.textContent = `${ply} / ${game.last}`;
    set(this.typed, {placeholder: game.known.examples.split(',')[0]});
    for (const {element, may, shows} of this.buttons) set(element, {disabled: !may(game), hidden: !shows(game)});
    set(this.pauseButton.element, {'aria-pressed': this.store.state.paused ? 'true' : 'false'});
    this.options.show();
  }

  showMoves() {
    const {game, ply} = this;
    if (!game) return;
    const sides = game.sides.length,
      first = game.line[0].turn;
    patch(
      this.parts.moves,
      h(
        'ol',
        {'aria-label': 'Moves', class: 'list'},
        game.line.slice(0, -1).map(({next}, i) =>
          h(
            'li',
            {},
            (i + first) % sides === 0 || i === 0
              ? h('span', {class: 'number'}, `${Math.floor((i + first) / sides) + 1}.`)
              : null,
            h(
              'a',
              {
                href: this.link({ply: i + 1 === game.last ? '' : i + 1}),
                'aria-current': i + 1 === ply ? 'step' : null,
                tabindex: i + 1 === ply || (ply === 0 && i === 0) ? 0 : -1,
                class: i + 1 === game.last ? 'newest' : null,
              },
              next.san,
            ),
          ),
        ),
      ),
    );
    const list = this.parts.moves.firstElementChild,
      now = list?.querySelector('[aria-current]');
    if (list && now) scrollTo(list, now);
  }

  /** @param {PlayGame | null} before */
  announce(before) {
    const {game} = this;
    if (!game) return;
    const isOn = before && before.name === game.name && before.opening === game.opening;
    const last = game.line[game.last - 1];
    if (isOn && game.last === before.last + 1 && last) {
      this.live.textContent = `${game.sides[last.turn]} plays ${last.next.san}. ${game.ending ? game.ending.words : `${game.sides[game.turn]} to move.`}`;
      this.click();
    } else if (game.ending && !before?.ending) {
      this.live.textContent = game.ending.words;
    }
    if (isOn && game.ending && !before.ending && game.last >= before.last)
      tell(this.main, 'The game is over', h('p', {}, game.ending.words));
  }

  click() {
    if (this.store.state.sound !== 'on') return;
    this.audio ??= new AudioContext();
    const tone = this.audio.createOscillator(),
      volume = this.audio.createGain();
    tone.frequency.value = 420;
    volume.gain.setValueAtTime(0.12, this.audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, this.audio.currentTime + 0.08);
    tone.connect(volume).connect(this.audio.destination);
    tone.start();
    tone.stop(this.audio.currentTime + 0.09);
  }

  /* Players. */

  carryOn() {
    const {game} = this;
    if (!game) return;
    const player = game.players[game.turn];
    const key = this.thoughtOf(player);
    const mayGoOn = game.ending || this.isPaused ? [] : [key, this.thoughtOf('idea'), this.thoughtOf('now')];
    if (this.thinking && !mayGoOn.includes(this.thinking)) this.stopThinking();
    const wants = !game.ending && !this.isPaused && player !== PERSON;
    if (wants && !this.thinking && this.failed !== key) this.think(key, player, (reply) => this.takeReply(reply));
  }

  /** What is thought about the position, and by whom or what for. @param {string} what @returns {string} */
  thoughtOf(what) {
    return JSON.stringify([what, this.game?.lineTo(this.game.last), this.game?.seed]);
  }

  stopThinking() {
    this.thinking = '';
    this.thinker.stop('stopped');
    this.showStatus();
  }

  /** @param {string} key @param {string} player @param {(reply: any) => void} take */
  async think(key, player, take) {
    const {game} = this;
    if (!game) return;
    const began = performance.now();
    this.thinking = key;
    this.heard = null;
    patch(this.parts.thought);
    this.showStatus();
    try {
      const reply = await this.thinker.askJson('reply', ...game.lineTo(game.last), player, game.seedAt(game.last));
      const wait = Number(this.store.state.wait ?? WAIT) * 1000 - (performance.now() - began);
      if (wait > 0 && game.last > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.thinking !== key) return;
      this.thinking = '';
      this.showMetric(reply.worth);
      this.options.memory.note(reply.memory);
      take(reply);
    } catch (error) {
      if (this.thinking !== key) return;
      this.thinking = '';
      this.failed = key;
      this.showProblem(error);
      this.showStatus();
    }
  }

  /** @param {any} reply */
  takeReply(reply) {
    const {game} = this;
    if (!game || !this.isCurrent()) return;
    if (reply.choice === 'move') this.play(reply.move);
    else this.store.set({ended: reply.choice === 'resignation' ? `resignation:${game.turn}` : 'draw-claim'});
  }

  /** What a player that searches is thinking of. @param {any} thought */
  hear(thought) {
    if (!this.thinking) return;
    this.heard = thought.line.length || !this.heard ? thought : {...thought, line: this.heard.line};
    const best = this.heard.line.length ? `best so far ${this.heard.line.slice(0, 6).join(' ')}` : '';
    const at =
      thought.kind === 'considering'
        ? `${thought.move}, ${thought.number} of ${thought.count}, ${thought.replies} replies`
        : thought.kind === 'remembered'
          ? `from the memory: depth ${thought.depth}`
          : `depth ${thought.depth}`;
    this.showThought(`${at}; ${thought.nodes.toLocaleString()} positions; ${best}`, thought.worth);
  }

  /** @param {string} text @param {string} worth */
  showThought(text, worth) {
    patch(this.parts.thought, h('p', {class: 'caption'}, text), this.metric(worth));
  }

  /** @param {string} worth */
  showMetric(worth) {
    if (worth) this.parts.thought.lastElementChild?.replaceWith(this.metric(worth));
  }

  /** @param {string} worth @returns {HTMLElement} */
  metric(worth) {
    return h(
      'p',
      {class: 'caption', title: 'Positive values favour the first side'},
      worth ? `Position metric: ${worth}` : '\u00a0',
    );
  }

  /** Who is asked for ideas: a player at the table, or the usual one. */
  adviser() {
    return this.game?.players.find((player) => player !== PERSON) ?? USUAL;
  }

  hint() {
    const {game} = this;
    if (!game || game.ending || !game.isPerson(game.turn) || this.thinking) return;
    this.think(this.thoughtOf('idea'), this.adviser(), (reply) => {
      this.idea = this.position.moves.find((/** @type {any} */ {move}) => move === reply.move) ?? null;
      const text = this.idea
        ? `${this.adviser()} would play ${this.idea.san}.`
        : `${this.adviser()} would ${reply.choice === 'resignation' ? 'resign' : 'claim a draw'}.`;
      patch(this.parts.hint, h('p', {}, text));
      this.live.textContent = text;
      this.show();
    });
  }

  /** The best that was found so far; if no player thinks, one moves for the person. */
  moveNow() {
    const {game} = this;
    if (!game || game.ending) return;
    if (!this.thinking) return void this.think(this.thoughtOf('now'), this.adviser(), (reply) => this.takeReply(reply));
    const found =
      this.heard?.line[0] && this.ply === game.last ? movesTyped(this.heard.line[0], this.position.moves)[0] : null;
    if (!found) return;
    this.stopThinking();
    this.play(found.move);
  }

  async why() {
    const {game, ply} = this;
    const at = ply - 1;
    if (!game || at < 0) return;
    const {turn, next} = game.line[at];
    const player = game.players[turn];
    if (player === PERSON) {
      patch(
        this.parts.why,
        h(
          'p',
          {},
          `${next.san} was a person’s move. `,
          h('a', {href: this.agentsLink(at, USUAL)}, `What would ${USUAL} have played?`),
        ),
      );
      return;
    }
    try {
      /* A search thinks again where it can be stopped. */
      const lane = /^level/.test(player) ? this.studio.lane : this.thinker;
      const told = JSON.parse(await lane.ask('explain', ...game.lineTo(at), player, game.seedAt(at)));
      const influence = /^level/.test(player) ? await this.ask('influence', ...game.lineTo(at), player) : [];
      if (this.game !== game) return;
      if (told.move !== next.move)
        patch(this.parts.why, h('p', {}, `${player} would have played ${told.san} instead of ${next.san}.`));
      else patch(this.parts.why, explainMove(next.san, player, told, influence, this.agentsLink(at, player)));
    } catch (error) {
      this.showProblem(error);
    }
  }

  /** @param {number} ply @param {string} player */
  agentsLink(ply, player) {
    const {game} = this;
    return game
      ? write({
          page: 'watch',
          game: game.name === 'chess' ? '' : game.name,
          position: game.opening || game.known.start,
          moves: game.moves.join('.'),
          ply,
          player,
          seed: String(game.seedAt(ply)),
        })
      : '';
  }

  /* What people do. */

  /** @param {Record<string, any>} changes */
  link(changes) {
    return write(/** @type {any} */ ({...this.store.state, ...changes}));
  }

  /** @param {string} code */
  play(code) {
    const {game} = this;
    if (!game || game.ending || !this.isCurrent()) return;
    const left = game.leftAt(game.last)[game.turn];
    const times = Array.from(
      {length: game.last},
      (_, ply) => game.times[ply] ?? game.leftAt(ply)[game.line[ply].turn] ?? 0,
    );
    if (left !== null && this.elapsed() >= left) return this.store.set({ended: `time:${game.turn}`});
    times[game.last] = left === null ? 0 : leftAfterMove(game.budgets[game.turn], left, this.elapsed());
    const isTimed = game.budgets.some((budget) => budget !== null);
    this.store.set({
      moves: [...game.moves, code].join('.'),
      times: isTimed ? times.join('.') : '',
      spent: '',
      ply: this.ply === game.last ? '' : this.ply,
    });
  }

  /** Whether a person may move now. */
  isPersonsTurn() {
    const {game} = this;
    return Boolean(game) && !game?.ending && !this.isPaused && this.ply === game?.last && game?.isPerson(game.turn);
  }

  /** @param {string} square */
  mayLift(square) {
    return (
      Boolean(this.isPersonsTurn()) &&
      this.position.pieces.some(
        (/** @type {any} */ piece) => piece.square === square && piece.side === this.position.turn,
      )
    );
  }

  /** @param {string} square */
  select(square) {
    this.from = square;
    this.compulsory = [];
    const piece = this.position.pieces.find((/** @type {any} */ at) => at.square === square);
    if (piece && !this.position.moves.some((/** @type {any} */ {from}) => from === square))
      this.refuse(`The ${piece.type} on ${square} has no legal move.`);
    this.showBoard();
  }

  /** Says why a move is refused. @param {string} what */
  refuse(what) {
    const {moves, check} = this.position;
    const isCompulsory =
      this.game?.name === 'antichess' && moves.every((/** @type {any} */ {san}) => san.includes('x'));
    this.compulsory = isCompulsory ? moves : [];
    const captures = this.compulsory.map(({san}) => san).join(' or ');
    const said = `${what}${captures ? ` A capture is compulsory: ${captures}.` : check ? ' The king is in check.' : ''}`;
    patch(this.parts.hint, h('p', {class: 'wrong'}, said));
    this.live.textContent = said;
  }

  /** @param {string} from @param {string} to */
  drop(from, to) {
    this.from = '';
    if (this.movePiece(from, to)) return;
    if (from !== to) this.refuse(`${from}-${to} is not a legal move.`);
    this.showBoard();
  }

  /** @param {string} from @param {string} to @returns {boolean} */
  movePiece(from, to) {
    const moves = this.position.moves.filter((/** @type {any} */ move) => move.from === from && move.to === to);
    if (moves.length === 1) this.play(moves[0].move);
    else if (moves.length) askPromotion(this.main, moves, (code) => this.play(code));
    return moves.length > 0;
  }

  /** @param {string} square */
  choose(square) {
    if (this.free) return this.putFree(square);
    if (!this.isPersonsTurn()) return this.sayWhyNot();
    const from = this.from;
    if (from && from !== square && this.movePiece(from, square)) return;
    const mayLift = this.mayLift(square);
    this.select(from !== square && mayLift ? square : '');
    if (from && !mayLift) {
      this.refuse(`${from}-${square} is not a legal move.`);
      this.showBoard();
    }
  }

  sayWhyNot() {
    const {game} = this;
    if (!game) return;
    this.live.textContent = game.ending
      ? game.ending.words
      : this.isPaused
        ? 'The game is paused.'
        : this.ply < game.last
          ? 'This is an earlier position: continue from here, or go to the last ply.'
          : `It is ${game.players[game.turn]}’s turn.`;
    patch(this.parts.hint, h('p', {}, this.live.textContent));
  }

  playTyped() {
    const text = this.typed.value;
    if (!text.trim()) return;
    if (!this.isPersonsTurn()) return this.sayWhyNot();
    const found = movesTyped(text, this.position.moves);
    if (found.length === 1) {
      this.typed.value = '';
      this.play(found[0].move);
    } else {
      this.refuse(
        found.length
          ? `'${text}' is ambiguous: ${found.map(({san}) => san).join(' or ')}.`
          : `'${text}' is not a legal move.`,
      );
      this.showBoard();
    }
  }

  /** @param {number} ply */
  go(ply) {
    const last = this.game?.last ?? 0;
    const at = Math.min(Math.max(ply, 0), last);
    this.from = '';
    this.store.set({ply: at === last ? '' : at});
  }

  flip() {
    this.store.set({flip: (Number(this.store.state.flip ?? 0) + 1) % (this.game?.sides.length ?? 2) || ''});
  }

  /** What was played later is forgotten. @param {number} ply */
  cutTo(ply) {
    const {game} = this;
    if (!game) return;
    this.stopThinking();
    this.clearTurn();
    this.store.set({
      moves: game.moves.slice(0, ply).join('.'),
      times: game.times.slice(0, ply).join('.'),
      ended: '',
      ply: '',
      spent: '',
    });
  }

  /** To the last turn of a person; without people, one ply, and the game waits. */
  takeBack() {
    const {game} = this;
    if (!game || game.last === 0) return;
    let ply = game.last - 1;
    const hasPeople = game.players.includes(PERSON);
    while (hasPeople && ply > 0 && !game.isPerson(game.line[ply].turn)) ply--;
    const waits = !game.isPerson(game.line[ply].turn);
    this.cutTo(ply);
    if (waits) this.pause(true);
  }

  /** @param {boolean} [on] */
  pause(on = !this.store.state.paused) {
    if (Boolean(this.store.state.paused) === on) return;
    if (on) this.stopThinking();
    this.store.set({paused: on ? 1 : '', spent: on ? Math.round(this.elapsed()) : ''});
  }

  resign() {
    const {game} = this;
    if (!game) return;
    const side = game.isPerson(game.turn) ? game.turn : game.players.indexOf(PERSON);
    if (side >= 0) this.store.set({ended: `resignation:${side}`});
  }

  newGame() {
    const {
      game,
      store: {state},
    } = this;
    askNewGame(this.main, {
      catalogue: this.studio.catalogue,
      levels: this.levels,
      game: game?.name ?? 'chess',
      players: game?.players ?? [PERSON, USUAL],
      clock: state.clock ?? '',
      seed: String((game?.seed ?? 1) + 1000),
      start: (chosen) => this.begin(chosen),
    });
  }

  /** @param {Record<string, string>} chosen */
  begin(chosen) {
    const {possible, sound, wait, seed, colours, contrast} = this.store.state;
    if (!('names' in chosen)) this.studio.pgn = null;
    this.stopThinking();
    this.clearTurn();
    this.free = null;
    this.spent = Number(chosen.spent ?? 0);
    this.clockKey = '';
    this.game = null;
    this.store.set(
      {
        ...Object.fromEntries(Object.keys(this.store.state).map((name) => [name, ''])),
        page: 'play',
        possible,
        sound,
        wait,
        seed,
        colours,
        contrast,
        ...chosen,
      },
      false,
    );
  }

  /* Positions set up by hand. */

  toggleFree() {
    this.free = this.free
      ? null
      : {
          on: new Map(this.position.pieces.map((/** @type {any} */ {square, type, side}) => [square, {type, side}])),
          turn: this.position.turn,
          piece: null,
        };
    this.keepClock();
    this.show();
    this.carryOn();
  }

  /** @param {string} square */
  putFree(square) {
    const {free} = this;
    if (!free) return;
    if (free.piece) free.on.set(square, free.piece);
    else free.on.delete(square);
    this.changeFree();
  }

  changeFree() {
    const {game, free} = this;
    if (!game || !free) return;
    this.texts.fen.value = writePosition(game.name, free.on, free.turn, game.known.start.split(' ')[2] !== '-');
    this.showBoard();
    this.showPalette();
  }

  showPalette() {
    const {game, free} = this;
    if (!free || !game) return patch(this.parts.palette);
    const pick = (/** @type {any} */ piece, /** @type {string} */ text) =>
      h(
        'button',
        {
          'aria-pressed': JSON.stringify(piece) === JSON.stringify(free.piece) ? 'true' : 'false',
          onclick: () => {
            free.piece = piece;
            this.showPalette();
          },
        },
        text,
      );
    const focus = document.activeElement?.closest('.palette') ? document.activeElement.textContent : null;
    patch(
      this.parts.palette,
      game.sides.map((side, i) =>
        h(
          'p',
          {class: 'actions', role: 'group', 'aria-label': side},
          TYPES.map((type) => pick({type, side: i}, `${side} ${type}`)),
        ),
      ),
      h(
        'p',
        {class: 'actions'},
        pick(null, 'Remove'),
        h(
          'button',
          {
            onclick: () => {
              free.on.clear();
              this.changeFree();
            },
          },
          'Clear the board',
        ),
        h(
          'label',
          {},
          'To move ',
          h(
            'select',
            {
              onchange: (/** @type {any} */ event) => {
                free.turn = Number(event.target.value);
                this.changeFree();
              },
            },
            game.sides.map((side, i) => h('option', {value: i, selected: i === free.turn}, side)),
          ),
        ),
        h('button', {onclick: () => this.texts.setUp(this.texts.fen.value)}, 'Play from this position'),
        h('button', {onclick: () => this.toggleFree()}, 'Back to the game'),
      ),
    );
    if (focus) [...this.parts.palette.querySelectorAll('button')].find((entry) => entry.textContent === focus)?.focus();
  }

  /* Keys. */

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || this.main.querySelector('dialog[open]')) return;
    if (target.matches('input:not([type=checkbox]), select, textarea')) return;
    const isOnBoard = Boolean(target.closest('.board'));
    if (event.key === ' ' && (isOnBoard || target === document.body || target === this.main)) {
      event.preventDefault();
      event.stopPropagation();
      if (!this.isHeld) this.hold(true);
      return;
    }
    if (event.key.startsWith('Arrow') && isOnBoard) return;
    const step = (/** @type {number} */ by) => () => this.go((this.game?.plyOf(this.store.state) ?? 0) + by);
    /* What asks the link alone is done at once, what asks the position when it is shown. */
    /** @type {Record<string, () => void>} */
    const atOnce = {
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      p: () => this.pause(),
      f: () => this.flip(),
      h: () => this.cheer(),
      H: () => this.cheer(),
      Escape: () => this.select(''),
      '?': () => tellKeys(this.main, KEYS),
    };
    /** @type {Record<string, () => any>} */
    const later = {
      n: () => this.newGame(),
      u: () => this.takeBack(),
      i: () => this.hint(),
      w: () => this.why(),
      m: () => this.moveNow(),
    };
    const quick = atOnce[event.key],
      slow = later[event.key];
    if (!quick && !slow) return;
    event.preventDefault();
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    if (quick && this.game) this.showing.inOrder(quick);
    else this.showing.after(() => void (quick ?? slow)());
  }

  /** @param {KeyboardEvent} event */
  released(event) {
    if (event.key === ' ' && this.isHeld) this.hold(false);
    if (event.key === 'h' || event.key === 'H') patch(this.parts.cheer);
  }

  /** @param {boolean} on */
  hold(on) {
    this.isHeld = on;
    this.showBoard();
  }

  cheer() {
    patch(this.parts.cheer, h('p', {class: 'cheers'}, '☺ All your pieces believe in you.'));
  }
}
