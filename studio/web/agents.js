/* The page "agents": a position, what every agent says, and what the master makes of it. */

import {GALLERY} from 'gallery';
import {Board, live} from './board.js';
import {drawCurve} from './curve.js';
import {agentSquare, arrowsOf, finalReports, Game, worth} from './decision.js';
import {h, patch, set, table} from './dom.js';
import {endsOf, geometryOf} from './geometry.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';

/** @typedef {import('./main.js').Studio} Studio */

const LAYERS = {
  attacks: ['a', 'attacks'],
  moves: ['m', 'moves with a planned attack'],
  requests: ['q', 'requests and offers'],
  threats: ['t', 'threats'],
  disregarded: ['d', 'disregarded'],
};
const SHOWN = 'attacks,requests,moves';
const SEARCHED = 1000;
const RUNNING_MS = 1400;
const KEYS = [
  ['← →', 'ply'],
  ['Home End', 'first, last ply'],
  ['n N', 'next, previous incident: capture, request, difference'],
  ['1 … 8', 'level'],
  ['a m q t d', 'attacks, moves, requests, threats, disregarded'],
  ['[ ]', 'previous, next agent'],
  ['Enter', 'play the decision'],
  ['x', 'exclude the decision and decide again'],
  ['. ,', 'next, previous message'],
  ['f', 'flip the board'],
  ['?', 'these keys'],
];

class AgentsPage {
  /** @param {HTMLElement} main @param {Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    this.store = studio.store;
    this.showing = new Showing(main, studio.store);
    this.timer = 0;
    this.shape = '';
    this.found = '';
    this.readingsOpen = false;
    /** @type {Record<string, any>} */
    this.parts = {};
    /** @type {any} the game, ply, player and other that are shown */
    this.at = null;
    /** @type {any} where it stands */
    this.position = null;
    /** @type {any} what was said before the next ply, or null */
    this.told = null;
    /** @type {import('./lane.js').Lane | null} */
    this.search = null;
    /** @type {Game | null} */
    this.game = null;
    /** @type {any} */
    this.board = null;
    /** @type {any} */
    this.live = null;
    /** @type {any} */
    this.keys = null;
    /** @type {Map<string, Promise<any>>} */
    this.known = new Map();
    this.build(main);
    this.endListening = this.store.listen(() => this.update());
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
    this.search?.close();
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
    this.parts = Object.fromEntries(
      [
        'problem',
        'title',
        'layers',
        'play',
        'curve',
        'moves',
        'switches',
        'decision',
        'agents',
        'requests',
        'candidates',
        'dialogue',
        'compare',
      ].map((name) => [name, h('div', {class: name})]),
    );
    this.live = live();
    const left = h('div', {class: 'left'}, this.parts.title);
    this.board = new Board(left, {
      choose: (square) => this.showing.after(() => this.choose(square)),
      label: 'Board',
      point: (arrow) => this.light(arrow?.agent ?? null),
      take: (arrow) => this.store.set({agent: arrow.agent === this.store.state.agent ? '' : arrow.agent}),
    });
    left.append(this.parts.play, this.parts.layers, this.parts.curve, this.parts.moves);
    this.keys = h(
      'dialog',
      {'aria-label': 'Keys', class: 'keys'},
      h('h2', {}, 'Keys'),
      h(
        'dl',
        {},
        KEYS.map(([key, what]) => [h('dt', {}, key), h('dd', {}, what)]),
      ),
      h('form', {method: 'dialog'}, h('button', {}, 'Close')),
    );
    main.append(
      h('h1', {class: 'hidden'}, 'Agents'),
      this.parts.problem,
      this.help(),
      h(
        'div',
        {class: 'columns'},
        left,
        h(
          'div',
          {class: 'right'},
          this.parts.decision,
          this.parts.switches,
          this.parts.compare,
          this.parts.agents,
          this.parts.requests,
          this.parts.candidates,
          this.parts.dialogue,
        ),
      ),
      this.live,
      this.keys,
    );
  }

  help() {
    return h(
      'details',
      {class: 'help', open: Object.keys(this.store.state).length === 1},
      h('summary', {}, 'What is this?'),
      h(
        'p',
        {},
        'Every piece of the side to move is an agent: it tells the MasterAgent what attacks it, what it would lose, ' +
          'and its best attack and move. The master asks the worst threatened agent to get help, weighs what is offered, and decides. ' +
          'Switch a logic off, and the decision changes at once.',
      ),
      h(
        'p',
        {},
        'Go through a game with ← and →, choose an agent on the board, press ? for all keys. ',
        'The ',
        h('a', {href: write({page: 'agents', gallery: 'on'})}, 'gallery'),
        ' has a small position for every logic: a tour of the thesis.',
      ),
    );
  }

  /** What is asked of the core: a game of a match, or a line of one's own. */
  async loadGame() {
    const source = Game.sourceOf(this.store.state);
    if (this.game && this.game.source === source) return this.game;
    const game = await Game.load(
      this.store.state,
      (name, ...values) => this.ask(name, ...values),
      this.studio.catalogue,
    );
    return game;
  }

  update() {
    this.showing.begin(
      (isNewest) => this.load(isNewest),
      (error) => this.showProblem(error),
    );
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
      game.isOver(ply) || !at.other ? null : this.ask('explain', ...game.lineTo(ply), at.other, game.seed),
      this.ask('switches', game.name, at.player),
      at.other ? this.ask('switches', game.name, at.other) : null,
    ]);
    if (!isNewest()) return;
    Object.assign(this, {at, position, told});
    patch(this.parts.problem);
    this.show({...at, position, told, second, switches, others});
    if (told && !told.thoughts)
      this.showInfluence(isNewest, at).catch((error) => {
        if (isNewest()) this.showProblem(error);
      });
  }

  /** @param {any} error */
  showProblem(error) {
    patch(this.parts.problem, problem(error, 'agents'));
  }

  /** @param {any} view */
  show(view) {
    const {game, ply, position, told, second} = view;
    const {state} = this.store;
    const shape = /** @type {string} */ (`${game.name} ${state.flip ?? ''}`);
    if (shape !== this.shape) {
      this.shape = shape;
      this.board.shape(geometryOf(game.name, Number(state.flip ?? 0)));
    }
    const geometry = /** @type {import('./geometry.js').Geometry} */ (this.board.geometry);
    const layers = (state.show ?? SHOWN).split(',');
    const step = told && state.step ? told.messages[Number(state.step) - 1] : null;
    this.board.show({
      pieces: position.pieces,
      sides: game.sides,
      marks: this.marks(view),
      arrows: arrowsOf({told, second, position, geometry, layers, agent: state.agent ?? '', step}),
    });
    this.showTitle(view);
    this.showPlay(view);
    this.showLayers(layers);
    drawCurve(this.parts.curve, game, ply, (at) => this.go(at));
    this.showMoves(view);
    this.showSwitches(view);
    this.showCompare(view);
    this.showDecision(view);
    this.showAgents(told, second);
    this.showRequests(told, geometry);
    this.showCandidates(told);
    this.showDialogue(told);
    this.live.textContent = `Ply ${ply}. ${told ? `${game.sides[position.turn]} decides ${told.san}` : game.ending}`;
  }

  /** @param {any} view @returns {Record<string, string>} */
  marks({game, ply, told, position}) {
    /** @type {Record<string, string>} */
    const marks = {};
    const last = game.line[ply - 1]?.next;
    if (last) marks[last.from] = marks[last.to] = 'last move';
    if (told?.worst_threat) marks[agentSquare(told.worst_threat)] = 'worst threat';
    const {agent} = this.store.state;
    if (agent) marks[agent] = 'chosen';
    for (const move of position.moves) if (move.from === agent) marks[move.to] ??= 'may go here';
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
            h('b', {}, game.players[i] || '–'),
          ),
        ),
        h('span', {class: 'of'}, game.title),
      ),
    );
  }

  /** @param {any} view */
  showPlay({game, ply}) {
    const last = game.line.length - 1;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ to) =>
      h(
        'button',
        {'aria-label': label, title: label, disabled: to < 0 || to > last || to === ply, onclick: () => this.go(to)},
        text,
      );
    patch(
      this.parts.play,
      button('«', 'First ply (Home)', 0),
      button('‹', 'Previous ply (←)', ply - 1),
      h(
        'button',
        {'aria-pressed': this.timer ? 'true' : 'false', onclick: () => this.run(!this.timer)},
        this.timer ? 'Pause' : 'Run',
      ),
      button('›', 'Next ply (→)', ply + 1),
      button('»', 'Last ply (End)', last),
      h(
        'label',
        {},
        h('span', {class: 'hidden'}, 'Ply'),
        h('input', {
          type: 'range',
          min: 0,
          max: last,
          value: ply,
          oninput: (/** @type {any} */ event) => this.go(Number(event.target.value)),
        }),
      ),
      h('output', {}, `${ply} / ${last}`),
      h(
        'button',
        {onclick: () => this.showing.after(() => this.toIncident(1)), title: 'Capture, request or difference (n)'},
        'Next incident',
      ),
      h('button', {onclick: () => this.showing.after(() => this.nextGame()), disabled: !game.isOfMatch}, 'Next game'),
    );
    const range = this.parts.play.querySelector('input');
    if (range) range.value = String(ply);
  }

  /** @param {string[]} layers */
  showLayers(layers) {
    const buttons = Object.entries(LAYERS).map(([name, [key, text]]) =>
      h(
        'button',
        {
          class: `layer ${name}`,
          'aria-pressed': layers.includes(name) ? 'true' : 'false',
          title: `${text} (${key})`,
          onclick: () => this.toggleLayer(name),
        },
        text,
      ),
    );
    patch(this.parts.layers, h('span', {id: 'arrows-label'}, 'Arrows '), ...buttons);
  }

  /** @param {any} view */
  showMoves({game, ply}) {
    const sides = game.sides.length;
    const first = game.line[0].turn;
    patch(
      this.parts.moves,
      h(
        'ol',
        {'aria-label': 'Moves', class: 'list'},
        game.line.slice(0, -1).map((/** @type {any} */ {next}, /** @type {number} */ i) =>
          h(
            'li',
            {},
            (i + first) % sides === 0 || i === 0
              ? h('span', {class: 'number'}, `${Math.floor((i + first) / sides) + 1}.`)
              : null,
            h(
              'a',
              {
                href: this.link({ply: i + 1, step: ''}),
                'aria-current': i + 1 === ply ? 'step' : null,
                tabindex: i + 1 === ply || (ply === 0 && i === 0) ? 0 : -1,
              },
              next.san,
            ),
          ),
        ),
      ),
      h('p', {class: 'ending'}, game.ending),
    );
    const list = this.parts.moves.firstElementChild,
      now = list?.querySelector('[aria-current]');
    if (list && now)
      list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2; /* the page stays where it is */
  }

  /** @param {any} view */
  showSwitches({game, ply, player, switches, others}) {
    const {state} = this.store;
    const row = (/** @type {any} */ entry, /** @type {number} */ i, /** @type {string} */ list) => {
      const other = others?.[list][i];
      return h(
        'li',
        {class: other && other.on !== entry.on ? 'differs' : null},
        h(
          'label',
          {title: entry.summary},
          h('input', {
            type: 'checkbox',
            checked: entry.on,
            disabled: entry.switched === switches.player,
            'data-switch': entry.name,
            onchange: () => this.set({player: entry.switched}),
          }),
          ` ${entry.name}`,
        ),
        h('small', {title: entry.summary}, entry.summary),
        h('span', {class: 'influence', 'data-influence': entry.name}),
        h(
          'button',
          {
            class: 'example',
            'aria-label': `Example of ${entry.name}`,
            title: 'A small position in which it decides',
            onclick: () => this.openExample(entry.name),
          },
          'example',
        ),
      );
    };
    patch(
      this.parts.switches,
      h('h2', {}, 'Logics ', h('code', {}, player)),
      h(
        'p',
        {class: 'levels', role: 'group', 'aria-label': 'Levels'},
        'Level ',
        (switches.levels ?? []).map((/** @type {any} */ {name, on, player: text}) =>
          h('button', {'aria-pressed': on ? 'true' : 'false', onclick: () => this.set({player: text})}, name),
        ),
        state.player && game.isOfMatch && h('button', {onclick: () => this.set({player: ''})}, 'as played'),
      ),
      switches.logics?.length
        ? h(
            'ul',
            {class: 'switches'},
            switches.logics.map((/** @type {any} */ entry, /** @type {number} */ i) => row(entry, i, 'logics')),
          )
        : h('p', {}, 'This player has no logics to switch.'),
      switches.readings?.length
        ? h(
            'details',
            {
              open: this.readingsOpen,
              ontoggle: (/** @type {any} */ event) => {
                this.readingsOpen = event.target.open;
              },
            },
            h('summary', {}, 'Readings: where the thesis can be read in two ways'),
            h(
              'ul',
              {class: 'switches'},
              switches.readings.map((/** @type {any} */ entry, /** @type {number} */ i) => row(entry, i, 'readings')),
            ),
          )
        : null,
      this.gallery(),
    );
    void ply;
  }

  gallery() {
    return h(
      'details',
      {class: 'gallery', open: Boolean(this.store.state.gallery)},
      h('summary', {}, 'Gallery: every logic where it decides'),
      h(
        'ol',
        {},
        GALLERY.map(([sentence, fen, without, , player]) =>
          h(
            'li',
            {},
            h(
              'a',
              {
                href: write({
                  page: 'agents',
                  position: fen,
                  player: `level:${player}`,
                  other: `level:${without}`,
                  gallery: 'on',
                  seed: this.game?.seed ?? 1,
                }),
              },
              sentence,
            ),
          ),
        ),
      ),
    );
  }

  /** The example whose two players differ in that logic or reading, and in as little else as may be. @param {string} name */
  async openExample(name) {
    let best = null,
      least = Infinity;
    for (const [, fen, one, , two] of GALLERY) {
      const [a, b] = await Promise.all([one, two].map((text) => this.ask('switches', 'chess', `level:${text}`)));
      const differ = ['logics', 'readings']
        .flatMap((list) =>
          a[list].filter((/** @type {any} */ entry, /** @type {number} */ i) => entry.on !== b[list][i].on),
        )
        .map((/** @type {any} */ entry) => entry.name);
      if (differ.includes(name) && differ.length < least)
        [best, least] = [{position: fen, player: `level:${two}`, other: `level:${one}`}, differ.length];
    }
    if (best) this.store.set({...this.fresh(), ...best}, false);
    else this.live.textContent = `There is no example of ${name} yet.`;
  }

  /** What a new game forgets of the state. @returns {Record<string, string>} */
  fresh() {
    return {
      match: '',
      run: '',
      number: '',
      moves: '',
      position: '',
      game: '',
      ply: '',
      player: '',
      other: '',
      agent: '',
      step: '',
      exclude: '',
    };
  }

  /** @param {any} view */
  showCompare({game, ply, player, other}) {
    const input = h('input', {
      id: 'other',
      value: other,
      placeholder: 'level:5',
      size: 24,
      spellcheck: 'false',
      onchange: (/** @type {any} */ event) => this.set({other: event.target.value.trim()}),
    });
    const found = this.found ?? '';
    patch(
      this.parts.compare,
      h(
        'p',
        {},
        h('label', {for: 'other'}, 'Beside it '),
        input,
        other
          ? [
              h('button', {onclick: () => this.showing.after(() => this.nextDifference())}, 'Next difference'),
              h('button', {onclick: () => this.set({player: other, other: player})}, 'Swap'),
              h('button', {onclick: () => this.set({other: ''})}, 'Close'),
            ]
          : h('button', {onclick: () => this.set({other: 'level:5'})}, 'Compare'),
        this.search ? h('button', {onclick: () => this.stopSearch()}, 'Stop') : null,
        h('output', {}, found),
      ),
    );
    void game;
    void ply;
  }

  /** @param {any} view */
  showDecision({game, ply, position, told, second, other, player}) {
    const {state} = this.store;
    const parts = [];
    if (!told) {
      parts.push(h('p', {}, game.isOver(ply) ? game.ending : 'There is nothing to decide.'));
    } else {
      const played = told.played;
      parts.push(
        h(
          'p',
          {class: 'played'},
          h('b', {class: 'move'}, told.san),
          ` ${played ? `${played.kind}, ${worth(played.worth)}` : ''}`,
          played?.equals?.length > 1 || played?.equal_count > 1
            ? h('span', {}, `, 1 of ${played.equals?.length ?? played.equal_count} as good`)
            : null,
        ),
      );
      if (told.worst_threat)
        parts.push(
          h('p', {}, 'Worst threat: ', this.agentButton(told.worst_threat), `, loss ${worth(told.worst_loss)}`),
        );
      parts.push(h('p', {class: 'decides', 'aria-live': 'off'}));
      parts.push(
        h(
          'p',
          {class: 'actions'},
          h('button', {onclick: () => this.showing.after(() => this.playDecision())}, 'Play it (Enter)'),
          h('button', {onclick: () => this.showing.after(() => this.excludeDecision())}, 'Exclude it (x)'),
          h('button', {onclick: () => this.showing.after(() => this.showShares())}, 'How often?'),
          h('output', {class: 'shares'}),
        ),
      );
      if (state.exclude)
        parts.push(
          h(
            'p',
            {},
            `Excluded: ${state.exclude.replaceAll('.', ' ')} `,
            h('button', {onclick: () => this.set({exclude: ''})}, 'Allow all'),
          ),
        );
      if (told.thoughts)
        parts.push(
          h(
            'details',
            {open: true},
            h('summary', {}, 'Thoughts'),
            h(
              'ol',
              {class: 'thoughts'},
              told.thoughts.map((/** @type {string} */ line) => h('li', {}, line)),
            ),
          ),
        );
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
    patch(this.parts.decision, h('h2', {}, `${game.sides[position.turn]}’s decision`), ...parts);
  }

  /** @param {() => boolean} isNewest @param {any} at */
  async showInfluence(isNewest, {game, ply, player}) {
    const influence = await this.ask('influence', ...game.lineTo(ply), player);
    if (!isNewest()) return;
    for (const place of this.parts.switches.querySelectorAll('[data-influence]')) {
      const found = influence.find(
        (/** @type {any} */ {name}) => name === /** @type {HTMLElement} */ (place).dataset.influence,
      );
      place.textContent = found ? `⇄ ${found.otherwise} ${Math.round(100 * found.difference)} %` : '';
      set(place, {title: found ? `Switched, it leads to ${found.otherwise}` : null});
    }
    const said = this.parts.decision.querySelector('.decides');
    const names = influence.map((/** @type {any} */ {name}) => name);
    if (said)
      said.textContent = names.length
        ? `What decides it: ${names.join(', ')}. Each of them switched alone leads to other shares.`
        : 'No single logic decides it: each switched alone leads to the same shares.';
  }

  /** @param {string} name of an agent, "rook d5" @returns {HTMLElement} */
  agentButton(name) {
    const square = agentSquare(name);
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

  /** @param {any} told @param {any} second */
  showAgents(told, second) {
    if (!told?.reports?.length) return patch(this.parts.agents);
    const others = new Map((second ? finalReports(second) : []).map((report) => [report.from, report]));
    const proposal = (/** @type {any} */ made) =>
      made
        ? `${made.move} ${worth(made.worth)}${
            (made.equals?.length ?? made.equal_count) > 1 ? ` (1 of ${made.equals?.length ?? made.equal_count})` : ''
          }`
        : '–';
    const {agent} = this.store.state;
    const rows = finalReports(told).map((report) => {
      const square = agentSquare(report.from);
      const other = others.get(report.from);
      const cell = (/** @type {string} */ name, /** @type {any} */ value) =>
        h(
          'td',
          {class: other && JSON.stringify(other[name]) !== JSON.stringify(report[name]) ? 'differs' : null},
          value,
        );
      return h(
        'tr',
        {'data-agent': square, class: square === agent ? 'chosen' : null},
        h('th', {scope: 'row'}, this.agentButton(report.from)),
        cell('attackers', report.attackers || '–'),
        cell('cheapest_attacker', report.attackers ? worth(report.cheapest_attacker) : '–'),
        cell('defended', report.defended ? 'yes' : 'no'),
        cell('loss', report.loss ? worth(report.loss) : '–'),
        cell('best_attack', proposal(report.best_attack)),
        cell('best_move', proposal(report.best_move)),
        cell('disregarded', report.disregarded?.length ? report.disregarded.length : '–'),
      );
    });
    patch(
      this.parts.agents,
      h('h2', {}, 'Agents'),
      h(
        'div',
        {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Reports'},
        table(
          'What they report; values in hundredths of a pawn',
          ['agent', 'attackers', 'cheapest', 'defended', 'loss', 'best attack', 'best move', 'disregarded'],
          rows,
        ),
      ),
    );
  }

  /** @param {any} told @param {any} geometry */
  showRequests(told, geometry) {
    const rows = (told?.requests ?? []).map((/** @type {any} */ message) => {
      const {kind, from, to, ...rest} = message;
      return h(
        'tr',
        {'data-agent': message.offer ? endsOf(geometry, message.offer.move)[0] : agentSquare(from)},
        h('td', {}, kind),
        h('td', {}, this.agentOrName(from)),
        h('td', {}, this.agentOrName(to)),
        h('td', {}, content(rest)),
      );
    });
    patch(
      this.parts.requests,
      rows.length
        ? [
            h('h2', {}, 'Requests and offers'),
            table('Who asks whom, and who can help', ['message', 'from', 'to', 'content'], rows),
          ]
        : [],
    );
  }

  /** @param {string} name @returns {any} */
  agentOrName(name) {
    return name.includes(' ') ? this.agentButton(name) : name;
  }

  /** @param {any} told */
  showCandidates(told) {
    const rows = (told?.candidates ?? []).map((/** @type {any} */ {move, kind, worth: value}) =>
      h(
        'tr',
        {class: move === told.move ? 'chosen' : null},
        h('td', {}, move),
        h('td', {}, kind),
        h('td', {class: 'number'}, worth(value)),
      ),
    );
    for (const {kind, action, reason} of told?.messages ?? [])
      if (kind === 'refuse')
        rows.push(
          h(
            'tr',
            {},
            h('td', {}, action),
            h('td', {}, `refused by the master: ${reason}`),
            h('td', {class: 'number'}, '–'),
          ),
        );
    /* It stops imagining what it knows to be worse. */
    const imagined = (told?.messages ?? []).some((/** @type {any} */ {kind}) => kind === 'imagine');
    patch(
      this.parts.candidates,
      rows.length
        ? [
            h('h2', {}, 'Candidates'),
            table('What the master chooses from', ['move', 'what it is', 'net'], rows),
            imagined ? h('p', {}, 'Worse ones may be worth less still: nobody imagined them further.') : '',
          ]
        : [],
    );
  }

  /** @param {any} told */
  showDialogue(told) {
    if (!told?.messages?.length) return patch(this.parts.dialogue);
    const step = Number(this.store.state.step ?? 0);
    const said = step > 0 ? told.messages[step - 1] : null;
    patch(
      this.parts.dialogue,
      h('h2', {}, 'Dialogue'),
      h(
        'p',
        {class: 'actions'},
        h(
          'button',
          {
            onclick: () => this.showing.after(() => this.step(-1)),
            disabled: step <= 0,
            'aria-label': 'Previous message',
          },
          '‹',
        ),
        h(
          'button',
          {
            onclick: () => this.showing.after(() => this.step(1)),
            disabled: step >= told.messages.length,
            'aria-label': 'Next message',
          },
          '›',
        ),
        h('output', {}, `${step} / ${told.messages.length} `),
        said
          ? h(
              'span',
              {class: 'said', role: 'status'},
              h('b', {}, `${said.from} → ${said.to}: ${said.kind} `),
              content(
                Object.fromEntries(Object.entries(said).filter(([name]) => !['kind', 'from', 'to'].includes(name))),
              ),
            )
          : 'Go through it message by message, as the thesis’ figures 2.2a to 2.2c do.',
      ),
    );
  }

  /** @param {number} by */
  step(by) {
    const count = this.told?.messages?.length ?? 0;
    const step = Math.min(Math.max(Number(this.store.state.step ?? 0) + by, 0), count);
    this.set({step: step || ''});
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

  /** @param {Record<string, any>} changes @returns {string} */
  link(changes) {
    return write(/** @type {any} */ ({...this.store.state, ...changes}));
  }

  /** @param {number} ply */
  go(ply) {
    this.set({ply: Math.min(Math.max(ply, 0), (this.game?.line.length ?? 1) - 1), step: '', exclude: ''});
  }

  /** @param {boolean} on */
  run(on) {
    clearInterval(this.timer);
    this.timer = on
      ? Number(
          setInterval(() => {
            const ply = this.game?.plyOf(this.store.state) ?? 0;
            if (!this.game || ply + 1 >= this.game.line.length) this.run(false);
            else this.store.set({ply: ply + 1, step: '', exclude: ''});
          }, RUNNING_MS),
        )
      : 0;
    if (this.game) this.update();
  }

  /** @param {string} name */
  toggleLayer(name) {
    const layers = (this.store.state.show ?? SHOWN).split(',').filter(Boolean);
    const next = layers.includes(name) ? layers.filter((layer) => layer !== name) : [...layers, name];
    this.store.set({show: next.join(',') || 'none'});
  }

  /** A move goes on from here, as a line of one's own. @param {string} move */
  playMove(move) {
    const {game, at} = this;
    if (!game || game.isOver(at.ply)) return;
    this.run(false);
    this.store.set(
      {
        ...this.fresh(),
        game: game.name === 'chess' ? '' : game.name,
        position: game.opening,
        player: this.store.state.player ?? game.playerAt(at.ply, {}),
        other: this.store.state.other,
        moves: [...game.moves.slice(0, at.ply), move].join('.'),
        ply: at.ply + 1,
        seed: game.seed,
        flip: this.store.state.flip,
      },
      false,
    );
  }

  playDecision() {
    if (this.told) this.playMove(this.told.move);
  }

  excludeDecision() {
    if (this.told) this.exclude(this.told.move);
  }

  /** @param {string} square */
  choose(square) {
    const {agent} = this.store.state;
    const {position} = this;
    const move = agent && position?.moves.find((/** @type {any} */ {from, to}) => from === agent && to === square);
    if (move) this.playMove(move.move);
    else
      this.set({
        agent:
          square === agent || !position?.pieces.some((/** @type {any} */ piece) => piece.square === square)
            ? ''
            : square,
      });
  }

  /** @param {string} move */
  exclude(move) {
    const excluded = (this.store.state.exclude ?? '').split('.').filter(Boolean);
    this.set({exclude: [...excluded, move].join('.'), player: this.at?.player});
  }

  async showShares() {
    const {game, ply, player} = this.at;
    const shares = await this.studio.lane.ask('decisions', ...game.lineTo(ply), player, game.seed, 200);
    const place = this.parts.decision.querySelector('.shares');
    if (place)
      place.textContent = `of 200 draws: ${shares
        .split(' ')
        .map((share) => {
          const [move, part] = share.split(':');
          return `${move} ${Math.round(Number(part) * 100)} %`;
        })
        .join(', ')}`;
  }

  /** @param {number} by 1 or -1 */
  async toIncident(by) {
    const {game} = this;
    if (!game) return;
    const ply = game.plyOf(this.store.state);
    const plies = new Set(game.captures());
    for (const at of await game.requests((name, ...values) => this.ask(name, ...values))) plies.add(at);
    if (this.store.state.other) for (const at of await this.differences()) plies.add(at);
    const sorted = [...plies].sort((a, b) => (a - b) * by);
    const next = sorted.find((at) => (at - ply) * by > 0);
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
    if (next !== undefined) return this.go(next);
    this.searchGames();
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
    const place = this.parts.compare.querySelector('output');
    if (place) place.textContent = text;
    this.live.textContent = text;
  }

  stopSearch() {
    this.search?.close();
    this.search = null;
  }

  nextGame() {
    const {state} = this.store;
    this.set({
      ply: '',
      step: '',
      agent: '',
      exclude: '',
      number: Game.matchOf(state).number + 1,
      match: state.run ? '' : Game.matchOf(state).players.join('~'),
    });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const isTyping = target.matches('input:not([type=checkbox]):not([type=range]), select, textarea') || this.keys.open;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches('input[type=range]') && event.key.startsWith('Arrow')) return;
    if (event.key === 'Enter' && target.matches('button, a, summary, input')) return;
    const letter = Object.entries(LAYERS).find(([, [key]]) => key === event.key)?.[0];
    const step = (/** @type {number} */ by) => () => this.go((this.game?.plyOf(this.store.state) ?? 0) + by);
    /* What asks the link alone is done at once, what asks what is shown when it is shown. */
    /** @type {Record<string, () => any>} */
    const atOnce = {
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
      '?': () => this.keys.showModal(),
      f: () => this.store.set({flip: (Number(this.store.state.flip ?? 0) + 1) % (this.game?.sides.length ?? 2) || ''}),
    };
    /** @type {Record<string, () => any>} */
    const later = {
      n: () => this.toIncident(1),
      N: () => this.toIncident(-1),
      '[': () => this.nextAgent(-1),
      ']': () => this.nextAgent(1),
      '.': () => this.step(1),
      ',': () => this.step(-1),
      Enter: () => this.playDecision(),
      x: () => this.excludeDecision(),
    };
    const quick = letter ? () => this.toggleLayer(letter) : atOnce[event.key];
    const slow = later[event.key] ?? (/^[1-9]$/.test(event.key) ? () => this.level(event.key) : null);
    if (!quick && !slow) return;
    event.preventDefault();
    if (quick && this.game) this.showing.inOrder(quick);
    else this.showing.after(quick ?? slow);
  }

  /** @param {string} name */
  async level(name) {
    const switches = await this.ask('switches', this.at?.game.name, this.at?.player);
    const level = switches.levels?.find((/** @type {any} */ entry) => entry.name === name);
    if (level) this.set({player: level.player});
  }

  /** @param {number} by */
  nextAgent(by) {
    const names = (this.told?.reports ?? []).map((/** @type {any} */ report) => agentSquare(report.from));
    if (!names.length) return;
    const at = names.indexOf(this.store.state.agent);
    this.store.set({agent: names[(at + by + names.length + (at < 0 && by < 0 ? 1 : 0)) % names.length]});
  }
}

/** The content of a message, whatever it has: "loss 500, offer d5c5 0". @param {Record<string, any>} rest @returns {string} */
function content(rest) {
  return Object.entries(rest)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${say(value)}`)
    .join(', ');
}

/** @param {any} value @returns {string} */
function say(value) {
  if (value === null) return 'none';
  if (value === true || value === false) return value ? 'yes' : 'no';
  if (typeof value === 'number') return worth(value);
  if (Array.isArray(value)) return value.length ? value.map(say).join(' ') : 'none';
  if (typeof value === 'object')
    return `${value.move ?? ''} ${value.worth === undefined ? '' : worth(value.worth)}`.trim();
  return String(value);
}

/** @type {import('./main.js').Page} */
export const agents = {
  name: 'agents',
  title: 'Agents',
  show(main, studio) {
    const page = new AgentsPage(main, studio);
    return () => page.end();
  },
};
