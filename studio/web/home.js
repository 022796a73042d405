/* The start page: five doors, each with a game under way on a small board. */
import {Chronicle, SIDES} from './async-chronicle.js';
import {Board} from './board.js';
import {Bubbles} from './bubbles.js';
import {h, patch, set} from './dom.js';
import {endsOf, geometryOf} from './geometry.js';
import {markParts} from './messages.js';
import {phasesOf} from './phases.js';
import {write} from './store.js';

/** @typedef {import('./main.js').Studio} Studio
 * @typedef {{title: string, words: string, link: import('./store.js').State, game: string, players: string[]}} Door */

/** The games besides that of the thesis, with their players here. @type {Door[]} */
export const DOORS = [
  {
    title: 'Homeostatic opponent',
    words:
      'A search that adapts its depth to a time per move, like R. J. Wagner’s applet. Play against it and follow its search.',
    link: {page: 'play', players: 'human~homeostatic'},
    game: 'chess',
    players: ['homeostatic:depth=2', 'level:5'],
  },
  {
    title: 'Antichess',
    words: 'A side left with only its king wins; captures are forced.',
    link: {page: 'play', game: 'antichess', players: 'human~level:7,losing-wins=on'},
    game: 'antichess',
    players: ['level:7,losing-wins=on', 'search:depth=2'],
  },
  {
    title: 'Three players',
    words: 'Three sides on a board of 96 squares; the side that captures a king wins.',
    link: {page: 'play', game: 'threechess'},
    game: 'threechess',
    players: ['level:7', 'level:5', 'greedy'],
  },
  {
    title: 'Asynchronous chess',
    words: 'There are no turns: any piece can move at any time, space by space.',
    link: {page: 'async'},
    game: 'async',
    players: ['async-master:level=7', 'async-patient'],
  },
];

const THESIS = {
  title: 'The agents of the thesis',
  words: 'Every piece is an agent: it reports threats and asks for help. A master decides. Follow the conversation.',
  link: {page: 'watch'},
};

/** Which of these a state is of. @param {import('./store.js').State} state @returns {Door | undefined} */
export const doorOf = ({page, game = 'chess', players = ''}) =>
  DOORS.find(
    (door) =>
      page === door.link.page &&
      (door.game === 'async' || (door.game === game && (game !== 'chess' || players.includes('homeostatic')))),
  );

const PHASE_MS = 1700;
const MOVE_MS = 1300;
const LONGEST = 160; /* plies, then another game begins */
const SHOWN = ['reports', 'request', 'offers', 'consultation', 'candidates', 'decision'];
const FIRST_PLY = 20;

/** A small board that goes on as long as the page is there. */
class Scene {
  /** @param {Studio} studio @param {HTMLElement} stage @param {string} game */
  constructor(studio, stage, game) {
    this.studio = studio;
    this.board = new Board(stage, {label: 'Board'});
    set(this.board.svg, {inert: true, 'aria-hidden': 'true', class: null});
    this.board.shape(geometryOf(game, 0));
    this.bubbles = new Bubbles(stage);
    this.game = game;
    this.seed = 1;
    /** @type {string[]} */
    this.moves = [];
  }

  end() {
    this.bubbles.end();
  }

  /** @param {any} position @param {import('./phases.js').Phase | null} [phase] */
  draw(position, phase = null) {
    const {sides} = this.studio.catalogue.games.find((/** @type {any} */ {name}) => name === this.game);
    this.board.show({
      pieces: position.pieces,
      sides,
      arrows: phase?.arrows ?? [],
      badges: {},
      speakers: phase ? new Set(phase.speakers) : null,
    });
    if (phase)
      this.bubbles.show({
        bubbles: phase.bubbles.slice(0, 2),
        kept: [
          ...phase.bubbles.slice(0, 2).map(({square}) => square),
          ...phase.arrows.flatMap(({from, to}) => [from, to]),
        ],
        badges: [],
        pieces: position.pieces.map((/** @type {any} */ {square}) => square),
        board: this.board,
      });
  }
}

/** Players move by turns. */
class TurnScene extends Scene {
  /** @param {Studio} studio @param {HTMLElement} stage @param {Door} door */
  constructor(studio, stage, door) {
    super(studio, stage, door.game);
    this.players = door.players;
    this.ms = MOVE_MS;
  }

  async step() {
    const {lane} = this.studio;
    const position = await lane.askJson('position', this.game, '', this.moves.join(' '));
    this.draw(position);
    if (position.termination !== 'none' || this.moves.length >= LONGEST) {
      this.moves = [];
      this.seed++;
      return;
    }
    const seed = this.seed + this.moves.length;
    const {move} = await lane.askJson('reply', this.game, '', this.moves.join(' '), this.players[position.turn], seed);
    if (move) this.moves.push(move);
    else this.moves = [];
  }
}

/** Agents speak, phase by phase. */
class ConversationScene extends Scene {
  /** @param {Studio} studio @param {HTMLElement} stage @param {HTMLElement} words where the sentence stands */
  constructor(studio, stage, words) {
    super(studio, stage, 'chess');
    this.words = words;
    this.ms = PHASE_MS;
    /** @type {any[]} */
    this.waiting = [];
    /** @type {any} */
    this.position = null;
    this.ply = FIRST_PLY - 1;
    this.spec = {text: '[players]\nA=level:7\nB=level:5\n', settings: 'experiment.games=1000'};
    this.number = 1;
  }

  async step() {
    if (!this.waiting.length) await this.nextDecision();
    const phase = this.waiting.shift();
    if (!phase) return;
    this.draw(this.position, phase);
    patch(this.words, markParts(phase.sentence));
  }

  /** The next decision of the game, or of the next game. @returns {Promise<void>} */
  async nextDecision() {
    const {lane} = this.studio;
    const {text, settings} = this.spec;
    const played = await lane.askJson('match_game', text, settings, this.number);
    if (++this.ply >= played.moves.length) {
      this.ply = 0;
      this.number = (this.number % 1000) + 1;
      return this.nextDecision();
    }
    const moves = played.moves.slice(0, this.ply).join(' ');
    const [position, explanation] = await Promise.all([
      lane.askJson('position', 'chess', played.opening, moves),
      lane.askJson('match_explain', text, settings, this.number, this.ply + 1),
    ]);
    const sans = new Map(position.moves.map((/** @type {any} */ {move, san}) => [move, san]));
    const names = new Map(position.pieces.map((/** @type {any} */ {square, type}) => [square, `${type} ${square}`]));
    const {phases} = phasesOf({
      explanation,
      position,
      san: (code) => sans.get(code) ?? code,
      ends: (code) => endsOf(/** @type {any} */ (this.board.geometry), code),
      piece: (square) => names.get(square) ?? square,
    });
    this.position = position;
    this.waiting = phases.filter(({name, bubbles}) => SHOWN.includes(name) && bubbles.length);
  }
}

/** Pieces go at any time. */
class AsyncScene extends Scene {
  /** @param {Studio} studio @param {HTMLElement} stage @param {Door} door */
  constructor(studio, stage, door) {
    super(studio, stage, 'chess');
    this.players = door.players;
    this.lane = studio.openLane();
    this.ms = 250;
    /** @type {Chronicle | null} */
    this.chronicle = null;
    this.time = 0;
  }

  end() {
    super.end();
    this.lane.close();
  }

  async step() {
    if (!this.chronicle || this.chronicle.over) {
      this.chronicle = new Chronicle(
        JSON.parse(await this.lane.ask('async_begin', '', '', this.seed++, ...this.players, ...this.players)),
      );
      this.time = 0;
    }
    this.time += this.ms * 2;
    const [, ...lines] = (await this.lane.ask('async_advance', this.time, 1e6)).split('\n');
    for (const line of lines) if (line) this.chronicle.add(JSON.parse(line));
    this.board.show({pieces: [...this.chronicle.worldAfter(this.chronicle.countAt(this.time)).values()], sides: SIDES});
  }
}

/** @type {import('./main.js').Page} */
export const home = {
  name: 'home',
  title: 'Start',
  show(main, studio) {
    const card = (/** @type {{title: string, words: string, link: any}} */ {title, words, link}, isFirst = false) => {
      const stage = h('div', {class: 'stage'}),
        said = h('p', {class: 'said'});
      const element = h(
        'article',
        {class: isFirst ? 'door first' : 'door'},
        stage,
        h('div', {}, h('h2', {}, h('a', {href: write(link)}, title)), h('p', {}, words), isFirst ? said : null),
      );
      return {element, stage, said};
    };
    const first = card(THESIS, true);
    const others = DOORS.map((door) => ({door, ...card(door)}));
    const pause = h('button', {onclick: () => run(!isRunning)});
    main.append(
      h('h1', {}, 'Chess played by agents that exchange messages'),
      h(
        'p',
        {class: 'actions'},
        pause,
        h('a', {href: write({page: 'learn'})}, 'Learn the eight levels in an hour'),
        h('a', {href: write({page: 'play', players: 'human~level:5'})}, 'Play against level 5'),
        h('a', {href: write({page: 'results'})}, 'Results of the thesis'),
      ),
      h(
        'div',
        {class: 'doors'},
        first.element,
        others.map(({element}) => element),
      ),
    );
    const scenes = [
      new ConversationScene(studio, first.stage, first.said),
      ...others.map(({door, stage}) =>
        door.game === 'async' ? new AsyncScene(studio, stage, door) : new TurnScene(studio, stage, door),
      ),
    ];
    /** @type {Map<Scene, number>} */
    const timers = new Map();
    let isRunning = false,
      isHere = true;
    const go = async (/** @type {any} */ scene) => {
      try {
        await scene.step();
      } catch (error) {
        if (isHere) console.error(error);
        return;
      }
      if (isHere && isRunning) timers.set(scene, Number(setTimeout(() => go(scene), scene.ms)));
    };
    const run = (/** @type {boolean} */ on) => {
      isRunning = on;
      pause.textContent = on ? 'Pause' : 'Continue';
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      for (const scene of scenes) go(scene);
    };
    run(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    set(main, {'data-shown': write(studio.store.state)});
    return () => {
      isHere = isRunning = false;
      for (const timer of timers.values()) clearTimeout(timer);
      for (const scene of scenes) scene.end();
      set(main, {'data-shown': null});
    };
  },
};
