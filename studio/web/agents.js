/* The page "agents": a position, and the conversation that leads to the decision: the phases of the thesis' figures
   2.2a to 2.2c on the board, in words, and as a chat. */
import {AgentsDrawer} from './agents-drawer.js';
import {Board, live} from './board.js';
import {Bubbles} from './bubbles.js';
import {arrowsOf, Game, LAYERS, worth} from './decision.js';
import {h, patch, scrollTo} from './dom.js';
import {letDropGames} from './game-texts.js';
import {endsOf, geometryOf} from './geometry.js';
import {isReplaced, proposalsOf, unfolds} from './parts.js';
import {percent, phasesOf, sayChance, sayDecider, sayKind, sayMessage, spoken, squareOf} from './phases.js';
import {tellKeys} from './play-dialogs.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';

/** @typedef {import('./main.js').Studio} Studio */

const SEARCHED = 1000;
const PHASE_MS = 1900;
const EXPECTED = 8; /* answers that are named as people name moves */
const SWITCHES = 7; /* that are shown beside the board; the drawer has all */
const KEYS = [
  ['← →', 'previous, next phase'],
  [', .', 'previous, next ply'],
  ['Home End', 'first, last ply'],
  ['space', 'play and pause'],
  ['n N', 'next, previous incident: capture, request, difference'],
  ['1 … 8', 'level'],
  ['l', 'large, for a projector'],
  ['[ ]', 'previous, next agent and its messages'],
  ['Enter', 'play the chosen move'],
  ['x', 'exclude the chosen move and decide again'],
  ['a m q t d', 'arrows: attacks, moves, requests, threats, disregarded'],
  ['f', 'flip the board'],
  ['?', 'these keys'],
];

export class AgentsPage {
  /** @param {HTMLElement} main @param {Studio} studio */
  constructor(main, studio) {
    this.main = main;
    this.studio = studio;
    this.store = studio.store;
    this.showing = new Showing(main, studio.store);
    this.timer = 0;
    this.shape = '';
    this.found = '';
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {any} the game, ply, player and other that are shown */
    this.at = null;
    /** @type {any} where it stands */
    this.position = null;
    /** @type {any} what was said before the next ply, or null */
    this.told = null;
    /** @type {{phases: import('./phases.js').Phase[], chat: import('./phases.js').Line[]}} */
    this.talk = {phases: [], chat: []};
    /** @type {import('./lane.js').Lane | null} */
    this.search = null;
    /** @type {Game | null} */
    this.game = null;
    /** @type {any} */
    this.board = null;
    /** @type {any} */
    this.bubbles = null;
    /** @type {any} */
    this.drawer = null;
    /** @type {any} */
    this.live = null;
    /** A move as people write it. */
    this.san = (/** @type {string} */ code) => code;
    /** @type {any[] | null} what each switch would change */
    this.influence = null;
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
    this.search?.close();
    this.bubbles.end();
    document.removeEventListener('keydown', this.press);
    document.body.classList.remove('large');
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
    const names = ['problem', 'title', 'steps', 'sentence', 'decision', 'conversation', 'change'];
    this.parts = Object.fromEntries(names.map((name) => [name, h('div', {class: name})]));
    this.live = live();
    const stage = h('div', {class: 'stage'});
    this.board = new Board(stage, {
      choose: (square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
      point: (arrow) => this.light(arrow?.agent ?? null),
      take: (arrow) => this.store.set({agent: arrow.agent === this.store.state.agent ? '' : arrow.agent}),
    });
    this.bubbles = new Bubbles(stage);
    const {problem: wrong, title, steps, sentence, decision, conversation, change} = this.parts;
    this.drawer = new AgentsDrawer(this);
    main.append(
      h('h1', {class: 'hidden'}, 'The agents of the thesis'),
      wrong,
      h(
        'div',
        {class: 'talk'},
        h('div', {class: 'scene'}, title, stage, steps, sentence),
        h('div', {class: 'side'}, decision, conversation, change),
      ),
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
    const [position, told, second, switches, others] = await Promise.all([
      this.ask('position', ...game.lineTo(ply)),
      game.isOver(ply) ? null : game.explain(ply, state, (name, ...values) => this.ask(name, ...values)),
      game.isOver(ply) || !at.other ? null : this.ask('explain', ...game.lineTo(ply), at.other, game.seedAt(ply)),
      this.ask('switches', game.name, at.player),
      at.other ? this.ask('switches', game.name, at.other) : null,
    ]);
    if (told) await this.nameAnswers(told, game, ply);
    if (!isNewest()) return;
    Object.assign(this, {at, position, told});
    patch(this.parts.problem);
    const sans = new Map(position.moves.map((/** @type {any} */ {move, san}) => [move, san]));
    this.san = (/** @type {string} */ code) => sans.get(code) ?? code;
    this.show({...at, position, told, second, switches, others, san: this.san});
    this.studio.carry(game.carried(ply, state));
    if (told?.shares)
      this.showInfluence(isNewest, at).catch((error) => {
        if (isNewest()) this.showProblem(error);
      });
  }

  /** What opponents are expected to answer is a move of another position: there it is named.
   * @param {any} told @param {Game} game @param {number} ply */
  async nameAnswers(told, game, ply) {
    const answers = (told.messages ?? []).filter(
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
    patch(this.parts.problem, problem(error, 'agents'));
  }

  /** The phase that is shown: that of the link, or the decision. @returns {import('./phases.js').Phase | undefined} */
  get phase() {
    const {phases} = this.talk;
    return phases.find(({name, bubbles}) => name === this.store.state.step && bubbles.length) ?? phases.at(-1);
  }

  /** @param {any} view */
  show(view) {
    const {game, ply, position, told, second, san} = view;
    const {state} = this.store;
    document.body.classList.toggle('large', Boolean(state.large));
    const shape = `${game.name} ${state.flip ?? ''}`;
    if (shape !== this.shape) {
      this.shape = shape;
      this.board.shape(geometryOf(game.name, Number(state.flip ?? 0)));
    }
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.board.geometry);
    const names = new Map(position.pieces.map((/** @type {any} */ {square, type}) => [square, `${type} ${square}`]));
    const ends = (/** @type {string} */ code) => endsOf(geometry, code);
    const source = {told, position, san, ends, piece: (/** @type {string} */ square) => names.get(square) ?? square};
    this.talk = told ? phasesOf(source) : {phases: [], chat: []};
    const {phase} = this;
    const layers = (state.show ?? '').split(',').filter(Boolean);
    const more = arrowsOf({told, second, position, geometry, layers, agent: state.agent ?? '', san});
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
    this.showTitle(view);
    this.showSteps(view);
    this.showSentence(view, phase);
    this.showDecision(view, source);
    this.showConversation(view, phase);
    this.showChange(view);
    this.drawer.show(view);
    this.live.textContent = phase ? sayParts(phase.sentence) : game.ending;
    void ply;
  }

  /** @param {any} view @param {import('./phases.js').Phase | undefined} phase @returns {Record<string, string>} */
  marks({game, ply, told, position}, phase) {
    /** @type {Record<string, string>} */
    const marks = {};
    const last = game.line[ply - 1]?.next;
    if (last) marks[last.from] = marks[last.to] = 'last move';
    const isTold = phase && !['order', 'reports'].includes(phase.name);
    if (told?.worst_threat && isTold) marks[squareOf(told.worst_threat)] = 'most threatened';
    const {agent} = this.store.state;
    if (agent) marks[agent] = 'chosen';
    for (const move of position.moves) if (move.from === agent) marks[move.to] ??= 'can move here';
    return marks;
  }

  /** @param {any} view */
  showTitle({game, ply, position}) {
    patch(
      this.parts.title,
      h(
        'p',
        {class: 'players'},
        game.sides.map((/** @type {string} */ side, /** @type {number} */ i) =>
          h(
            'span',
            {class: `player${position.turn === i && !game.isOver(ply) ? ' active' : ''}`},
            `${side} `,
            h('b', {}, game.names[i] || ''),
          ),
        ),
        h('span', {class: 'of'}, game.title),
      ),
    );
  }

  /** @param {any} view */
  showSteps({told}) {
    const {phases} = this.talk;
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
    void told;
  }

  /** @param {any} view @param {import('./phases.js').Phase | undefined} phase */
  showSentence({game, ply, told}, phase) {
    const text = phase
      ? markParts(phase.sentence)
      : [game.isOver(ply) ? game.ending : told ? '' : 'There is nothing to decide.'];
    patch(this.parts.sentence, h('p', {}, text));
  }

  /** @param {any} view @param {import('./phases.js').Source} source */
  showDecision({game, ply, position, told, second, other, player}, source) {
    const {state} = this.store;
    const last = game.line.length - 1;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ to) =>
      h(
        'button',
        {'aria-label': label, title: label, disabled: to < 0 || to > last || to === ply, onclick: () => this.go(to)},
        text,
      );
    const parts = [];
    if (told) {
      const chance = sayChance(told, source.ends);
      const deciders = told.decided_by ?? [];
      parts.push(
        h('p', {class: 'played'}, h('b', {class: 'move'}, told.san), ' ', h('span', {class: 'chance'}, chance)),
        h(
          'div',
          {class: 'why'},
          markParts(sayKind(told, source)),
          told.played ? [', ', unfolds(`net ${worth(told.played.worth)}`, [told.played], this.san)] : '',
        ),
        told.shares
          ? h(
              'p',
              {class: 'decides'},
              deciders.length
                ? [
                    'Decided by ',
                    deciders.map((/** @type {any} */ decider, /** @type {number} */ i) => {
                      const text = sayDecider(decider, told.move, this.san);
                      return [i ? ', ' : '', h('b', {}, decider.logic), text.slice(decider.logic.length)];
                    }),
                  ]
                : 'No single logic was decisive.',
            )
          : null,
        (told.shares?.length ?? 0) > 1
          ? h(
              'details',
              {class: 'shares'},
              h('summary', {}, `${told.shares.length} moves and their shares`),
              h(
                'ol',
                {},
                told.shares.map((/** @type {any} */ {move, share}) =>
                  h('li', {}, h('b', {}, this.san(move)), ` ${percent(share)}`),
                ),
              ),
            )
          : null,
        h(
          'p',
          {class: 'actions'},
          h(
            'button',
            {title: '(Enter)', onclick: () => this.showing.after(() => this.playDecision())},
            'Play this move',
          ),
          h(
            'button',
            {title: '(x)', onclick: () => this.showing.after(() => this.excludeDecision())},
            'Exclude this move',
          ),
        ),
        state.exclude
          ? h(
              'p',
              {},
              `Excluded: ${state.exclude
                .split('.')
                .map((code) => this.san(code) ?? code)
                .join(' ')} `,
              h('button', {onclick: () => this.set({exclude: ''})}, 'Allow all'),
            )
          : null,
      );
    } else {
      parts.push(h('p', {class: 'played'}, game.isOver(ply) ? game.ending : 'There is nothing to decide.'));
    }
    if (second)
      parts.push(
        h(
          'p',
          {class: `second${second.move === told?.move ? '' : ' differs'}`},
          `${other}: `,
          h('b', {class: 'move'}, second.san),
          second.move === told?.move ? ' – the same' : ` instead of ${told.san} of ${player}`,
        ),
      );
    patch(
      this.parts.decision,
      h(
        'div',
        {class: 'head'},
        h('h2', {}, `${game.sides[position.turn]}’s decision `, h('code', {}, player)),
        h(
          'div',
          {class: 'plies'},
          button('‹', 'Previous ply (,)', ply - 1),
          h('output', {}, `${ply} / ${last}`),
          button('›', 'Next ply (.)', ply + 1),
        ),
      ),
      parts,
    );
  }

  /** The chat, or all that one agent said and heard. @param {any} view @param {import('./phases.js').Phase | undefined} phase */
  showConversation({told, position}, phase) {
    const {agent} = this.store.state;
    const name = (/** @type {string} */ who) =>
      who.includes(' ') && squareOf(who) && told?.reports ? this.agentButton(who) : h('span', {class: 'who'}, who);
    if (agent && told) {
      const piece = position.pieces.find((/** @type {any} */ {square}) => square === agent);
      const own = (told.messages ?? []).filter((/** @type {any} */ {from, to}) =>
        [squareOf(from), squareOf(to)].includes(agent),
      );
      const title = piece ? `${piece.type} on ${agent}` : agent;
      return patch(
        this.parts.conversation,
        h(
          'div',
          {class: 'head'},
          h('h2', {}, `Messages of the ${title}`),
          h('button', {onclick: () => this.store.set({agent: ''})}, 'All agents'),
        ),
        own.length
          ? h(
              'ol',
              {class: 'chat', tabindex: 0, 'aria-label': 'Messages'},
              own.map((/** @type {any} */ message) =>
                h(
                  'li',
                  {class: squareOf(message.from) === agent ? 'own' : null},
                  h('span', {class: 'who'}, `${message.from} → ${message.to}`),
                  unfolds(sayMessage(message, this.san), proposalsOf(message), this.san),
                ),
              ),
            )
          : h('p', {}, 'No messages: this is not a piece of the side to move, or the player has no agents.'),
      );
    }
    patch(
      this.parts.conversation,
      h('h2', {}, 'Conversation'),
      h(
        'ol',
        {class: 'chat', tabindex: 0, 'aria-label': 'Conversation'},
        this.talk.chat.map((line) =>
          h(
            'li',
            {class: line.phase === phase?.name ? 'now' : null, 'data-phase': line.phase},
            name(line.who),
            unfolds(line.text, line.worths, this.san),
          ),
        ),
      ),
    );
    const list = this.parts.conversation.querySelector('.chat'),
      now = list?.querySelector('.now');
    if (list && now) scrollTo(list, now);
  }

  /** @param {any} view */
  showChange({switches}) {
    if (!switches.logics)
      return patch(
        this.parts.change,
        h('h2', {}, 'What would change the decision'),
        h('p', {}, 'This player has no logics to switch.'),
      );
    const entries = [...switches.logics, ...switches.readings];
    const {influence} = this;
    const found = (/** @type {string} */ name) => influence?.find((/** @type {any} */ entry) => entry.name === name);
    const isLogic = (/** @type {any} */ entry) => switches.logics.includes(entry);
    /* First the logics that are on, then those whose switch changes most. */
    const rank = (/** @type {any} */ entry) =>
      (entry.on && isLogic(entry) ? (entry.replaced_by ? 1 : 2) : 0) + (found(entry.name)?.difference ?? 0);
    const shown = entries
      .filter((entry) => entry.switched !== switches.player && (found(entry.name) || (entry.on && isLogic(entry))))
      .sort((a, b) => rank(b) - rank(a))
      .slice(0, SWITCHES);
    patch(
      this.parts.change,
      h('div', {class: 'head'}, h('h2', {}, 'What would change the decision'), h('code', {}, switches.player)),
      this.levels(switches),
      h(
        'ul',
        {class: 'changes'},
        shown.map((entry) =>
          h(
            'li',
            {class: isReplaced(entry) ? 'replaced' : null},
            h(
              'label',
              {title: entry.summary},
              h('input', {
                type: 'checkbox',
                checked: entry.on,
                'data-change': entry.name,
                onchange: () => this.set({player: entry.switched}),
              }),
              ` ${entry.name}`,
            ),
            this.sayInfluence(entry, found(entry.name), isLogic(entry)),
          ),
        ),
      ),
    );
  }

  /** @param {any} entry a switch @param {any} found its influence @param {boolean} isLogic not a reading */
  sayInfluence(entry, found, isLogic) {
    const share = found && percent(found.difference);
    return h(
      'span',
      {
        class: `influence${found ? ' changes-it' : ''}`,
        'data-influence': entry.name,
        title: found
          ? `${share} of the decisions change; the likeliest move is then ${this.san(found.otherwise)}`
          : null,
      },
      found
        ? `${entry.on ? 'off' : 'on'}: ${found.otherwise === this.told?.move ? 'other moves' : this.san(found.otherwise)}, ${share}`
        : isReplaced(entry)
          ? `replaced by ${entry.replaced_by}`
          : this.influence
            ? ['no change', isLogic ? ['; ', whereLink(entry.name)] : '']
            : '',
    );
  }

  /** @param {any} switches */
  levels(switches) {
    const {state} = this.store;
    return h(
      'p',
      {class: 'levels', role: 'group', 'aria-label': 'Levels'},
      'Level ',
      switches.levels.map((/** @type {any} */ {name, on, player}) =>
        h('button', {'aria-pressed': on ? 'true' : 'false', onclick: () => this.set({player})}, name),
      ),
      state.player && this.game?.isOfMatch ? h('button', {onclick: () => this.set({player: ''})}, 'as played') : null,
    );
  }

  /** @param {() => boolean} isNewest @param {any} at */
  async showInfluence(isNewest, {game, ply, player}) {
    this.influence = await this.ask('influence', ...game.lineTo(ply), player);
    const switches = await this.ask('switches', game.name, player);
    if (!isNewest()) return;
    this.showChange({switches});
    this.drawer.showInfluence(switches);
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
    const {phases} = this.talk;
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
    if (this.game && this.parts.steps.firstChild) this.showSteps({});
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
    return Object.fromEntries(Object.keys(this.store.state).map((name) => [name, name === 'page' ? 'agents' : '']));
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
    if (this.told) this.playMove(this.told.move);
  }

  excludeDecision() {
    const excluded = (this.store.state.exclude ?? '').split('.').filter(Boolean);
    if (this.told) this.set({exclude: [...excluded, this.told.move].join('.'), player: this.at?.player});
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

  /** @param {number} by 1 or -1 */
  async toIncident(by) {
    const {game} = this;
    if (!game) return;
    const ply = game.plyOf(this.store.state);
    const plies = new Set(game.captures());
    for (const at of await game.requests((name, ...values) => this.ask(name, ...values))) plies.add(at);
    if (this.store.state.other) for (const at of await this.differences()) plies.add(at);
    const next = [...plies].sort((a, b) => (a - b) * by).find((at) => (at - ply) * by > 0);
    if (next !== undefined) this.go(next);
    else this.live.textContent = 'No further incident in this game.';
  }

  /** @returns {Promise<number[]>} */
  differences() {
    const {game} = this;
    if (!game) return Promise.resolve([]);
    const at = game.plyOf(this.store.state);
    return this.ask(
      'differences',
      ...game.lineTo(game.moves.length),
      game.playerAt(at, this.store.state),
      this.store.state.other,
      game.seed,
    );
  }

  async nextDifference() {
    const {
      game,
      store: {state},
    } = this;
    if (!game) return;
    const ply = game.plyOf(state);
    const next = (await this.differences()).find((at) => at > ply);
    if (next !== undefined) this.go(next);
    else this.searchGames();
  }

  /** Looks for a difference in the games that follow, in a worker of its own. */
  async searchGames() {
    const {
      store: {state},
    } = this;
    const pair = [this.at?.player, state.other];
    const match = {...Game.matchOf(state)};
    this.stopSearch();
    const lane = (this.search = this.studio.openLane());
    try {
      for (let tried = 1; tried <= SEARCHED && this.search === lane; tried++) {
        const number = match.number + tried;
        const said = await Game.specIn(state, number);
        const played = JSON.parse(await lane.ask('match_game', said.text, said.settings, number));
        const plies = JSON.parse(
          await lane.ask(
            'differences',
            played.game,
            played.opening,
            played.moves.join(' '),
            pair[0],
            pair[1],
            match.seed,
          ),
        );
        if (this.search !== lane) return;
        if (tried % 20 === 0) this.tell(`${tried} games searched …`);
        if (plies.length === 0) continue;
        this.stopSearch();
        this.tell(`found after ${tried} ${tried === 1 ? 'game' : 'games'}`);
        return this.store.set(
          {
            ...this.fresh(),
            run: state.run,
            match: state.run ? '' : match.players.join('~'),
            game: state.game,
            number,
            seed: state.run ? '' : match.seed,
            player: pair[0],
            other: pair[1],
            ply: plies[0],
          },
          false,
        );
      }
      if (this.search === lane) this.tell(`none in ${SEARCHED} games`);
    } catch (error) {
      if (this.search === lane) this.showProblem(error);
    }
    if (this.search === lane) this.stopSearch();
  }

  /** @param {string} text */
  tell(text) {
    this.found = text;
    this.drawer.tell(text);
    this.live.textContent = text;
  }

  stopSearch() {
    this.search?.close();
    this.search = null;
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
      l: () => this.store.set({large: this.store.state.large ? '' : 'on'}),
      ' ': () => this.run(!this.timer),
      f: () => this.store.set({flip: (Number(this.store.state.flip ?? 0) + 1) % (this.game?.sides.length ?? 2) || ''}),
    };
    /** @type {Record<string, () => any>} */
    const later = {
      ArrowLeft: () => this.stepByHand(-1),
      ArrowRight: () => this.stepByHand(1),
      n: () => this.toIncident(1),
      N: () => this.toIncident(-1),
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
    const names = (this.told?.reports ?? []).map((/** @type {any} */ report) => squareOf(report.from));
    if (!names.length) return;
    const at = names.indexOf(this.store.state.agent);
    this.store.set({agent: names[(at + by + names.length + (at < 0 && by < 0 ? 1 : 0)) % names.length]});
  }
}

/** The chapter in which a logic decides. @param {string} name */
const whereLink = (name) =>
  h('a', {href: write({page: 'learn', chapter: name}), 'aria-label': `where ${name} decides?`}, 'where?');

/** @param {import('./phases.js').Part[]} parts @returns {any[]} */
const markParts = (parts) => parts.map((part) => (typeof part === 'string' ? part : h('b', {}, spoken(part.agent))));

/** @param {import('./phases.js').Part[]} parts @returns {string} */
const sayParts = (parts) => parts.map((part) => (typeof part === 'string' ? part : spoken(part.agent))).join('');
