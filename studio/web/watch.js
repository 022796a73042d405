/* The page "watch": a position, and the conversation that leads to the decision: the phases of the thesis' figures
   2.2a to 2.2c on the board, in words, and as a chat. */
import {Board, live} from './board.js';
import {Bubbles} from './bubbles.js';
import {arrowsOf, Game, LAYERS} from './decision.js';
import {h, patch} from './dom.js';
import {letDropGames} from './game-texts.js';
import {endsOf, geometryOf} from './geometry.js';
import {markParts, sayParts, squareOf} from './messages.js';
import {phasesOf} from './phases.js';
import {tellKeys} from './play-dialogs.js';
import {sayPlayer} from './play-seats.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';
import {WatchDrawer} from './watch-drawer.js';
import {Incidents} from './watch-incidents.js';
import {WatchSide} from './watch-side.js';

/** @typedef {import('./main.js').Studio} Studio */

const PHASE_MS = 1900;
const EXPECTED = 8; /* answers that are named as people name moves */
const KEYS = [
  ['← →', 'previous, next phase'],
  [', .', 'previous, next ply'],
  ['Home End', 'first, last ply'],
  ['space', 'play and pause'],
  ['n N', 'next, previous incident: capture, request, difference'],
  ['1 … 8', 'level'],
  ['l', 'large type, for a projector'],
  ['[ ]', 'previous, next agent and its messages'],
  ['Enter', 'play the chosen move'],
  ['x', 'exclude the chosen move and decide again'],
  ['a m q t d', 'arrows: attacks, moves, requests, threats, disregarded'],
  ['f', 'flip the board'],
  ['?', 'these keys'],
];

export class WatchPage {
  /** @param {HTMLElement} main @param {Studio} studio */
  constructor(main, studio) {
    this.main = main;
    this.studio = studio;
    this.store = studio.store;
    this.showing = new Showing(main, studio.store);
    this.timer = 0;
    this.shape = '';
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {any} the game, ply, player and other that are shown */
    this.at = null;
    /** @type {any} where it stands */
    this.position = null;
    /** @type {any} what was said before the next ply, or null */
    this.explanation = null;
    /** @type {{phases: import('./phases.js').Phase[], chat: import('./phases.js').Line[]}} */
    this.conversation = {phases: [], chat: []};
    /** @type {Game | null} */
    this.game = null;
    /** @type {any} */
    this.board = null;
    /** @type {any} */
    this.bubbles = null;
    /** @type {any} */
    this.drawer = null;
    /** @type {any} */
    this.side = null;
    /** @type {any} */
    this.live = null;
    /** A move as people write it. */
    this.san = (/** @type {string} */ code) => code;
    this.incidents = new Incidents(this);
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.build(main);
    this.endListening = this.store.listen(() => this.update());
    this.endDropping = letDropGames((text) => this.drawer.open(text));
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.press);
    if (Object.keys(this.store.state).length === 1 && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      this.run(true);
    this.update();
  }

  end() {
    this.run(false);
    this.showing.end();
    this.endListening();
    this.endDropping();
    this.incidents.stop();
    this.bubbles.end();
    document.removeEventListener('keydown', this.press);
  }

  /** @param {string} name @param {...any} values @returns {Promise<any>} asked once only */
  ask(name, ...values) {
    const key = JSON.stringify([name, ...values]);
    if (this.known.size > 3000) this.known.clear();
    if (!this.known.has(key)) {
      const answer = this.studio.lane.askJson(name, ...values);
      this.known.set(key, answer);
      answer.catch(() => this.known.delete(key));
    }
    return /** @type {Promise<any>} */ (this.known.get(key));
  }

  /** @param {HTMLElement} main */
  build(main) {
    const names = ['problem', 'far', 'near', 'steps', 'sentence'];
    this.parts = Object.fromEntries(names.map((name) => [name, h('div', {class: name})]));
    this.live = live();
    const stage = h('div', {class: 'stage'});
    this.board = new Board(stage, {
      choose: (square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
      point: (arrow) => this.light(arrow?.agent ?? null),
      pick: (arrow) => this.store.set({agent: arrow.agent === this.store.state.agent ? '' : arrow.agent}),
    });
    this.bubbles = new Bubbles(stage);
    const {problem: wrong, far, near, steps, sentence} = this.parts;
    this.side = new WatchSide(this);
    this.drawer = new WatchDrawer(this);
    main.append(
      h('h1', {class: 'hidden'}, 'Watch the agents'),
      wrong,
      h('div', {class: 'watching'}, h('div', {class: 'scene'}, far, stage, near, steps, sentence), this.side.element),
      this.drawer.element,
      this.live,
    );
  }

  /** What is asked of the core: a game of a match, or a line of one's own. */
  async loadGame() {
    const source = Game.sourceOf(this.store.state);
    if (this.game && this.game.source === source) return this.game;
    return Game.load(this.store.state, (name, ...values) => this.ask(name, ...values), this.studio.catalogue);
  }

  update() {
    this.showing.begin(this);
  }

  /** @param {() => boolean} isNewest */
  async load(isNewest) {
    const {state} = this.store;
    const game = await this.loadGame();
    if (!isNewest()) return;
    this.game = game;
    const ply = game.plyOf(state);
    const at = {game, ply, player: game.playerAt(ply, state), other: state.other ?? ''};
    const [position, explanation, second, switches, others] = await Promise.all([
      this.ask('position', ...game.lineTo(ply)),
      game.isOver(ply) ? null : game.explain(ply, state, (name, ...values) => this.ask(name, ...values)),
      game.isOver(ply) || !at.other ? null : this.ask('explain', ...game.lineTo(ply), at.other, game.seedAt(ply)),
      this.ask('switches', game.name, at.player),
      at.other ? this.ask('switches', game.name, at.other) : null,
    ]);
    if (explanation) await this.nameAnswers(explanation, game, ply);
    if (!isNewest()) return;
    Object.assign(this, {at, position, explanation});
    patch(this.parts.problem);
    const sans = new Map(position.moves.map((/** @type {any} */ {move, san}) => [move, san]));
    this.san = (/** @type {string} */ code) => sans.get(code) ?? code;
    this.show({...at, position, explanation, second, switches, others, san: this.san});
    this.studio.carry(game.carried(ply, state));
    if (explanation?.shares)
      this.side.showInfluence(isNewest, at).catch((/** @type {any} */ error) => {
        if (isNewest()) this.showProblem(error);
      });
  }

  /** What opponents are expected to answer is a move of another position: there it is named.
   * @param {any} explanation @param {Game} game @param {number} ply */
  async nameAnswers(explanation, game, ply) {
    const answers = (explanation.messages ?? []).filter(
      (/** @type {any} */ {kind, expected}) => kind === 'expect' && expected && !expected.san,
    );
    await Promise.all(
      answers.slice(0, EXPECTED).map(async (/** @type {any} */ {action, expected}) => {
        const [name, opening, moves] = game.lineTo(ply);
        const {moves: legal} = await this.ask('position', name, opening, `${moves} ${action}`);
        expected.san = legal.find((/** @type {any} */ {move}) => move === expected.move)?.san;
      }),
    );
  }

  /** @param {any} error */
  showProblem(error) {
    this.run(false);
    patch(this.parts.problem, problem(error, 'watch'));
  }

  /** The phase that is shown: that of the link, or the decision. @returns {import('./phases.js').Phase | undefined} */
  get phase() {
    const {phases} = this.conversation;
    return phases.find(({name, bubbles}) => name === this.store.state.step && bubbles.length) ?? phases.at(-1);
  }

  /** @param {any} view */
  show(view) {
    const {game, position, explanation, second, san} = view;
    const {state} = this.store;
    const shape = `${game.name} ${state.flip ?? ''}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.board.shape(geometryOf(game.name, Number(state.flip ?? 0)));
    }
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.board.geometry);
    const names = new Map(position.pieces.map((/** @type {any} */ {square, type}) => [square, `${type} ${square}`]));
    const ends = (/** @type {string} */ code) => endsOf(geometry, code);
    const source = {
      explanation,
      position,
      san,
      ends,
      piece: (/** @type {string} */ square) => names.get(square) ?? square,
    };
    this.conversation = explanation ? phasesOf(source) : {phases: [], chat: []};
    const {phase} = this;
    const layers = (state.show ?? '').split(',').filter(Boolean);
    const more = arrowsOf({explanation, second, position, geometry, layers, agent: state.agent ?? '', san});
    const arrows = [...more, ...(phase?.arrows ?? [])];
    const badges = phase?.badges ?? {};
    this.board.show({
      pieces: position.pieces,
      sides: game.sides,
      marks: this.marks(view, phase),
      arrows,
      badges,
      speakers: phase ? new Set([...phase.speakers, ...(state.agent ? [state.agent] : [])]) : null,
    });
    const loud = Object.keys(badges).filter((square) => badges[square] !== '✓');
    this.bubbles.show({
      bubbles: phase?.bubbles ?? [],
      kept: [
        ...(phase?.bubbles.map(({square}) => square).filter(Boolean) ?? []),
        ...loud,
        ...(phase?.arrows ?? []).flatMap(({from, to}) => [from, to]),
      ],
      badges: Object.keys(badges),
      pieces: position.pieces.map((/** @type {any} */ {square}) => square),
      board: this.board,
    });
    this.showBars(view);
    this.showSteps();
    this.showSentence(view, phase);
    this.side.show(view, source, phase);
    this.drawer.show(view);
    this.live.textContent = phase ? sayParts(phase.sentence) : game.ending;
  }

  /** @param {any} view @param {import('./phases.js').Phase | undefined} phase @returns {Record<string, string>} */
  marks({game, ply, explanation, position}, phase) {
    /** @type {Record<string, string>} */
    const marks = {};
    const last = game.line[ply - 1]?.next;
    if (last) marks[last.from] = marks[last.to] = 'last move';
    const isTold = phase && !['order', 'reports'].includes(phase.name);
    if (explanation?.worst_threat && isTold) marks[squareOf(explanation.worst_threat)] = 'most threatened';
    const {agent} = this.store.state;
    if (agent) marks[agent] = 'chosen';
    for (const move of position.moves) if (move.from === agent) marks[move.to] ??= 'can move here';
    return marks;
  }

  /** The players: the nearest one below the board, the others above. @param {any} view */
  showBars({game, ply, position, player}) {
    const near = Number(this.store.state.flip ?? 0) % game.sides.length;
    const bar = (/** @type {number} */ side) => {
      const isActive = position.turn === side && !game.isOver(ply);
      return h(
        'span',
        {class: `player${isActive ? ' active' : ''}`},
        `${game.sides[side]} `,
        h('b', {}, sayPlayer(game.names[side] || (isActive ? player : ''))),
        isActive ? h('span', {class: 'turn-of'}, 'to move') : null,
      );
    };
    const far = game.sides.flatMap((/** @type {string} */ _, /** @type {number} */ side) =>
      side === near ? [] : [bar(side)],
    );
    patch(this.parts.far, h('p', {class: 'players'}, far, h('span', {class: 'of'}, game.title)));
    patch(this.parts.near, h('p', {class: 'players'}, bar(near)));
  }

  showSteps() {
    const {phases} = this.conversation;
    const at = this.phase ? phases.indexOf(this.phase) : -1;
    patch(
      this.parts.steps,
      h(
        'button',
        {
          class: 'run',
          'aria-label': this.timer ? 'Pause' : 'Play',
          title: 'Play and pause (space)',
          onclick: () => this.run(!this.timer),
        },
        this.timer ? '❚❚' : '▶',
      ),
      h(
        'ol',
        {'aria-label': 'Phases of the conversation'},
        phases.map(({name, title, bubbles, sentence}, i) =>
          h(
            'li',
            {class: `${i <= at ? 'said' : ''}${i === at ? ' now' : ''}`},
            h(
              'button',
              {
                'data-step': name,
                'aria-current': i === at ? 'step' : null,
                disabled: !bubbles.length,
                title: bubbles.length ? null : sayParts(sentence),
                onclick: () => this.set({step: name}),
              },
              title,
            ),
          ),
        ),
      ),
    );
  }

  /** @param {any} view @param {import('./phases.js').Phase | undefined} phase */
  showSentence({game, ply, explanation}, phase) {
    const text = phase
      ? markParts(phase.sentence)
      : [game.isOver(ply) ? game.ending : explanation ? '' : 'There is nothing to decide.'];
    patch(this.parts.sentence, h('p', {'data-phase': phase?.name}, text));
  }

  /** @param {string} name of an agent, "rook d5" @returns {HTMLElement} */
  agentButton(name) {
    const square = squareOf(name);
    return h(
      'button',
      {
        class: 'agent',
        'data-agent': square,
        'aria-pressed': this.store.state.agent === square ? 'true' : 'false',
        onmouseenter: () => this.light(square),
        onmouseleave: () => this.light(null),
        onclick: () => this.store.set({agent: this.store.state.agent === square ? '' : square}),
      },
      name,
    );
  }

  /** @param {string | null} square */
  light(square) {
    for (const element of document.querySelectorAll('.lit')) element.classList.remove('lit');
    if (!square) return;
    for (const element of document.querySelectorAll(`[data-agent="${CSS.escape(square)}"]`))
      element.classList.add('lit');
    this.board.cells.get(square)?.classList.add('lit');
  }

  /* What people do. */

  /** @param {Record<string, any>} changes */
  set(changes) {
    this.run(false);
    this.store.set(changes);
  }

  /** Goes on with a phase that takes place, in this ply or the next one. @param {number} by 1 or -1 @returns {boolean} whether there is one */
  step(by) {
    const {phases} = this.conversation;
    const at = this.phase ? phases.indexOf(this.phase) : -1;
    for (let i = at + by; i >= 0 && i < phases.length; i += by)
      if (phases[i].bubbles.length) {
        this.store.set({step: phases[i].name});
        return true;
      }
    const ply = (this.game?.plyOf(this.store.state) ?? 0) + by;
    if (!this.game || ply < 0 || ply >= this.game.line.length) return false;
    this.store.set({ply, step: by > 0 ? 'order' : '', exclude: '', agent: ''});
    return true;
  }

  /** @param {Record<string, any>} changes @returns {string} */
  link(changes) {
    return write(/** @type {any} */ ({...this.store.state, ...changes}));
  }

  /** @param {number} ply */
  go(ply) {
    this.set({ply: Math.min(Math.max(ply, 0), (this.game?.line.length ?? 1) - 1), exclude: ''});
  }

  /** Plays phase after phase, ply after ply, and of a match game after game. @param {boolean} on */
  run(on) {
    if (on === Boolean(this.timer)) return;
    clearInterval(this.timer);
    this.timer = on
      ? Number(
          setInterval(
            () =>
              this.showing.after(() => {
                if (!this.timer || this.step(1)) return;
                if (this.game?.isOfMatch) this.showNextGame();
                else this.run(false);
              }),
            PHASE_MS,
          ),
        )
      : 0;
    if (this.game && this.parts.steps.firstChild) this.showSteps();
  }

  showNextGame() {
    const match = Game.matchOf(this.store.state);
    this.store.set({
      ply: 0,
      step: 'order',
      agent: '',
      exclude: '',
      number: match.number + 1,
      match: this.store.state.run ? '' : match.players.join('~'),
    });
  }

  nextGame() {
    this.run(false);
    this.showNextGame();
  }

  /** @param {string} name */
  toggleLayer(name) {
    const layers = (this.store.state.show ?? '').split(',').filter(Boolean);
    const next = layers.includes(name) ? layers.filter((layer) => layer !== name) : [...layers, name];
    this.store.set({show: next.join(',')});
  }

  /** All of the state taken away. */
  fresh() {
    return Object.fromEntries(Object.keys(this.store.state).map((name) => [name, name === 'page' ? 'watch' : '']));
  }

  /** A move goes on from here, as a line of one's own. @param {string} move */
  playMove(move) {
    const {
      game,
      at,
      store: {state},
    } = this;
    if (!game || game.isOver(at.ply)) return;
    this.run(false);
    this.store.set(
      {
        ...this.fresh(),
        ...game.linkOf(),
        player: state.player ?? game.playerAt(at.ply, {}),
        other: state.other,
        moves: [...game.moves.slice(0, at.ply), move].join('.'),
        ply: at.ply + 1,
        flip: state.flip,
        large: state.large,
      },
      false,
    );
  }

  playDecision() {
    if (this.explanation) this.playMove(this.explanation.move);
  }

  excludeDecision() {
    const excluded = (this.store.state.exclude ?? '').split('.').filter(Boolean);
    if (this.explanation) this.set({exclude: [...excluded, this.explanation.move].join('.'), player: this.at?.player});
  }

  /** @param {string} square */
  choose(square) {
    const {agent} = this.store.state;
    const {position} = this;
    const move = agent && position?.moves.find((/** @type {any} */ {from, to}) => from === agent && to === square);
    const isPiece = position?.pieces.some((/** @type {any} */ piece) => piece.square === square);
    if (move) this.playMove(move.move);
    else this.set({agent: square === agent || !isPiece ? '' : square});
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping =
      target.matches('input:not([type=checkbox]):not([type=range]), select, textarea') ||
      this.main.querySelector('dialog[open]');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
    if (['Enter', ' '].includes(event.key) && target.matches('button, a, summary, input')) return;
    const letter = Object.entries(LAYERS).find(([, [key]]) => key === event.key)?.[0];
    const ply = (/** @type {number} */ by) => () => this.go((this.game?.plyOf(this.store.state) ?? 0) + by);
    /* What asks the link alone is done at once, what asks what is shown when it is shown. */
    /** @type {Record<string, () => any>} */
    const atOnce = {
      ',': ply(-1),
      '.': ply(1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      '?': () => tellKeys(this.main, KEYS),
      ' ': () => this.run(!this.timer),
      f: () => this.store.set({flip: (Number(this.store.state.flip ?? 0) + 1) % (this.game?.sides.length ?? 2) || ''}),
    };
    /** @type {Record<string, () => any>} */
    const later = {
      ArrowLeft: () => this.stepByHand(-1),
      ArrowRight: () => this.stepByHand(1),
      n: () => this.incidents.goTo(1),
      N: () => this.incidents.goTo(-1),
      '[': () => this.nextAgent(-1),
      ']': () => this.nextAgent(1),
      Enter: () => this.playDecision(),
      x: () => this.excludeDecision(),
      Escape: () => this.store.set({agent: ''}),
    };
    const quick = letter ? () => this.toggleLayer(letter) : atOnce[event.key];
    const slow = later[event.key] ?? (/^[1-9]$/.test(event.key) ? () => this.level(event.key) : null);
    if (!quick && !slow) return;
    event.preventDefault();
    if (quick && this.game) this.showing.inOrder(quick);
    else this.showing.after(quick ?? slow);
  }

  /** @param {number} by */
  stepByHand(by) {
    this.run(false);
    this.step(by);
  }

  /** @param {string} name */
  async level(name) {
    const switches = await this.ask('switches', this.at?.game.name, this.at?.player);
    const level = switches.levels?.find((/** @type {any} */ entry) => entry.name === name);
    if (level) this.set({player: level.player});
  }

  /** @param {number} by */
  nextAgent(by) {
    const names = (this.explanation?.reports ?? []).map((/** @type {any} */ report) => squareOf(report.from));
    if (!names.length) return;
    const at = names.indexOf(this.store.state.agent);
    this.store.set({agent: names[(at + by + names.length + (at < 0 && by < 0 ? 1 : 0)) % names.length]});
  }
}
