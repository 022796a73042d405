/* The page "play": a game of people and players, in any mixture. */
import {Board, live} from './board.js';
import {leftAfterMove, sayTime} from './clock.js';
import {h, letDropFiles, patch, set} from './dom.js';
import {letDrag} from './drag.js';
import {geometryOf} from './geometry.js';
import {movesTyped} from './notation.js';
import {Controls} from './play-controls.js';
import {askNewGame, askPromotion, tell, tellKeys} from './play-dialogs.js';
import {PERSON, PlayGame, sayCaptured, USUAL} from './play-game.js';
import {PlayOptions} from './play-options.js';
import {playersOf, Seats, sayPlayer, showRoundBoard} from './play-seats.js';
import {SetUp} from './play-setup.js';
import {PlayTexts} from './play-texts.js';
import {Thinking} from './play-thinking.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';

/** @typedef {import('./main.js').Studio} Studio */

const TICK_MS = 100;
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
    /** Parts that are made once. @type {any} */
    this.controls = this.options = this.texts = null;
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
    /** Captures of antichess that are shown since another move was refused. @type {any[]} */
    this.compulsory = [];
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
    this.thinking = new Thinking(this);
    this.setUp = new SetUp(this);
    this.build(main);
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
    this.thinking.lane.close();
    document.removeEventListener('keydown', this.press, true);
    document.removeEventListener('keyup', this.release, true);
    document.body.classList.remove('disco');
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
        'reason',
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
    const stage = h('div', {class: 'stage'});
    this.winner = h('p', {class: 'winner', hidden: true});
    const left = h('div', {class: 'left'}, this.parts.far, stage, this.parts.near);
    this.board = new Board(stage, {
      choose: (/** @type {string} */ square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
    });
    stage.append(this.winner);
    letDrag(this.board, {
      mayLift: (square) => this.mayLift(square),
      lift: (square) => this.select(square),
      drop: (from, to) => this.showing.after(() => this.drop(from, to)),
    });
    left.append(this.parts.play, this.parts.thought, this.parts.palette);
    this.seats = new Seats(this.parts);
    this.texts = new PlayTexts(this, this.parts.texts);
    this.controls = new Controls(this);
    this.options = new PlayOptions(this, this.parts.options);
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
          h(
            'section',
            {class: 'card'},
            this.parts.standing,
            this.parts.reason,
            this.parts['game-actions'],
            this.parts.hint,
            this.parts.cheer,
            this.parts.why,
          ),
          h('section', {class: 'card'}, h('h2', {}, 'Moves'), this.parts.moves),
          h('section', {class: 'card'}, this.parts['players-of'], this.parts.options, this.parts.texts),
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
    this.thinking.carryOn();
    await this.thinking.showReason(isNewest);
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
      near: game.name === 'threechess' ? null : turned,
      change: (/** @type {number} */ side, /** @type {string} */ text) =>
        this.store.set({players: game.players.map((old, i) => (i === side ? text : old)).join('~'), paused: ''}),
    });
    const {ending} = game;
    const isOver = Boolean(ending) && ply === game.last;
    set(this.winner, {hidden: !isOver});
    if (ending) this.winner.textContent = ending.winner === null ? 'Draw' : `${game.sides[ending.winner]} wins`;
    this.seats.show({
      sides: game.sides,
      turn: this.free ? this.free.turn : position.turn,
      isOver,
      winner: ply === game.last ? (ending?.winner ?? null) : null,
      captured: game.capturedAt(ply).map(sayCaptured),
      left: ply === game.last ? this.left() : game.leftAt(ply),
    });
    this.showStatus();
    this.controls.show();
    this.controls.showMoves();
    this.setUp.showPalette();
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
        `${side}: ${sayPlayer(game.players[i]).slice(0, 18)}`,
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
          : this.thinking.subject
            ? `${sayPlayer(game.players[game.turn])} is thinking`
            : game.last === 0 && game.name !== 'chess'
              ? game.known.summary
              : '';
    patch(
      this.parts.standing,
      h('p', {class: `turn${ending ? ' over' : ''}`}, text),
      h('p', {class: 'caption'}, soft || '\u00a0'),
    );
  }

  /** @param {PlayGame | null} before */
  announce(before) {
    const {game} = this;
    if (!game) return;
    const isOn = before && before.name === game.name && before.opening === game.opening;
    const last = game.line[game.last - 1];
    if (isOn && game.last === before.last + 1 && last) {
      this.live.textContent = `${game.sides[last.turn]} plays ${this.written(last.next)}. ${game.ending ? game.ending.words : `${game.sides[game.turn]} to move.`}`;
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

  /** @param {number} ply @param {string} player */
  watchLink(ply, player) {
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

  /** A move as the game writes it: in antichess as "e2-e4". @param {{move: string, san: string}} next @returns {string} */
  written({move, san}) {
    return this.game?.name === 'antichess' ? move : san;
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
    const captures = this.compulsory.map((move) => this.written(move)).join(' or ');
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
    if (this.free) return this.setUp.put(square);
    if (!this.isPersonsTurn()) return this.sayWhyNot();
    const from = this.from;
    if (from && from !== square && this.movePiece(from, square)) return;
    const mayLift = this.mayLift(square);
    this.select(from !== square && mayLift ? square : '');
    const piece = this.position.pieces.find((/** @type {any} */ at) => at.square === square);
    if (!from && piece && !mayLift)
      this.refuse(
        `The ${piece.type} on ${square} is of ${this.game?.sides[piece.side]}: it is the turn of ${this.game?.sides[this.position.turn]}.`,
      );
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
          : `It is the turn of ${game.sides[game.turn]}.`;
    patch(this.parts.hint, h('p', {}, this.live.textContent));
  }

  playTyped() {
    const text = this.controls.typed.value;
    if (!text.trim()) return;
    if (!this.isPersonsTurn()) return this.sayWhyNot();
    const found = movesTyped(text, this.position.moves);
    if (found.length === 1) {
      this.controls.typed.value = '';
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
    this.thinking.stop();
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
    if (on) this.thinking.stop();
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
    this.thinking.stop();
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
      i: () => this.thinking.hint(),
      w: () => this.thinking.why(),
      m: () => this.thinking.moveNow(),
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
