/* The page "play": a game against any player that runs in the page, or among people. */
import {Board, live} from './board.js';
import {h, save} from './dom.js';
import {geometryOf} from './geometry.js';
import {write} from './store.js';

const HUMAN = 'human';
const THINKING_MS = 350; /* so that a person sees each move of a program */

class PlayPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    this.store = studio.store;
    this.lane = studio.openLane();
    this.turn = 0;
    this.chosen = '';
    this.shape = '';
    /** @type {any} */
    this.position = null;
    /** @type {any[]} */
    this.line = [];
    this.parts = Object.fromEntries(['problem', 'players', 'promotion', 'actions', 'moves', 'setup'].map((name) => [name, h('div', {class: name})]));
    this.live = live();
    this.status = h('p', {class: 'status', role: 'status'});
    const left = h('div', {class: 'left'}, this.parts.players);
    this.board = new Board(left, {choose: (square) => this.choose(square), label: 'Board'});
    left.append(this.parts.promotion, this.parts.actions);
    main.append(h('h1', {class: 'hidden'}, 'Play'), this.parts.problem,
      h('div', {class: 'columns'}, left, h('div', {class: 'right'}, this.status, this.parts.moves, this.parts.setup)), this.live);
    this.endListening = this.store.listen(() => this.update());
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    document.addEventListener('keydown', this.press);
    this.update();
  }

  end() {
    this.turn++;
    this.endListening();
    this.lane.close();
    document.removeEventListener('keydown', this.press);
  }

  /** What the link says of the game. */
  terms() {
    const {state} = this.store;
    const game = this.studio.catalogue.games.find((/** @type {any} */ {name}) => name === (state.game ?? 'chess'));
    if (!game) throw new Error(`There is no game '${state.game}' with turns.`);
    const given = (state.players ?? '').split('~');
    const players = game.sides.map((/** @type {string} */ _, /** @type {number} */ i) => given[i] || (i === 0 ? HUMAN : 'level:7'));
    return {game, players, position: state.position ?? '', moves: (state.moves ?? '').split('.').filter(Boolean), seed: state.seed ?? '1', flip: Number(state.flip ?? 0)};
  }

  /** @param {{game: any, position: string, moves: string[]}} terms @returns {[string, string, string]} */
  asked({game, position, moves}) {
    return [game.name, position, moves.join(' ')];
  }

  async update() {
    const turn = ++this.turn;
    try {
      const terms = this.terms();
      const [position, line] = await Promise.all([this.studio.lane.askJson('position', ...this.asked(terms)), this.studio.lane.askJson('line', ...this.asked(terms))]);
      if (turn !== this.turn) return;
      Object.assign(this, {position, line});
      this.parts.problem.replaceChildren();
      this.draw(terms);
      if (position.termination === 'none' && terms.players[position.turn] !== HUMAN && !this.store.state.pause) await this.answer(turn, terms);
    } catch (error) {
      if (turn !== this.turn) return;
      this.parts.problem.replaceChildren(h('p', {class: 'wrong', role: 'alert'}, String(/** @type {any} */ (error).message ?? error), ' ',
        h('a', {href: write({page: 'play'})}, 'Begin again')));
    }
  }

  /** A program moves. @param {number} turn @param {any} terms */
  async answer(turn, terms) {
    const begun = performance.now();
    const {players, moves, seed} = terms;
    const player = players[this.position.turn];
    this.status.textContent = `${player} is thinking …`;
    const move = await this.lane.ask('choose', ...this.asked(terms), player, seed);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, THINKING_MS - (performance.now() - begun))));
    if (turn !== this.turn) return;
    if (move === 'resign' || move === 'draw') {
      this.status.textContent = move === 'resign' ? `${player} resigns.` : `${player} claims a draw, rightly.`;
      return;
    }
    this.store.set({moves: [...moves, move].join('.')});
  }

  /** @param {any} terms */
  draw(terms) {
    const {game, players, flip} = terms;
    const {position} = this;
    const shape = /** @type {string} */ (`${game.name} ${flip}`);
    if (shape !== this.shape) {
      this.shape = shape;
      this.board.shape(geometryOf(game.name, flip));
    }
    this.board.show({pieces: position.pieces, sides: game.sides, marks: this.marks()});
    const ending = position.termination === 'none' ? '' : `${position.winner === null ? 'A draw' : `${game.sides[position.winner]} wins`}: ${position.termination.replaceAll('-', ' ')}.`;
    this.status.textContent = ending || `${game.sides[position.turn]} to move`;
    const last = this.line.at(-2)?.next;
    this.live.textContent = `${last ? `${last.san}. ` : ''}${this.status.textContent}`;
    this.parts.players.replaceChildren(h('p', {class: 'players'}, game.sides.map((/** @type {string} */ side, /** @type {number} */ i) =>
      h('span', {class: `player${position.turn === i && !ending ? ' active' : ''}`}, `${side} `, h('b', {}, players[i]), ` ${position.material[i] / 100}`))));
    this.drawActions(terms, ending);
    this.drawMoves(terms);
    this.drawSetup(terms);
  }

  /** @returns {Record<string, string>} */
  marks() {
    /** @type {Record<string, string>} */
    const marks = {};
    const last = this.line.at(-2)?.next;
    if (last) marks[last.from] = marks[last.to] = 'last move';
    if (this.chosen) marks[this.chosen] = 'chosen';
    for (const move of this.position.moves) if (move.from === this.chosen) marks[move.to] = 'may go here';
    return marks;
  }

  /** @param {any} terms @param {string} ending */
  drawActions(terms, ending) {
    const {game, moves, position, flip} = terms;
    const canAsk = !ending;
    this.parts.actions.replaceChildren(h('p', {class: 'actions'},
      h('button', {onclick: () => this.begin({})}, 'New game'),
      h('button', {disabled: moves.length === 0, title: 'u', onclick: () => this.takeBack()}, 'Take back'),
      h('button', {disabled: !canAsk, title: 'h', onclick: () => this.hint()}, 'Hint'),
      h('a', {class: 'button', href: write({page: 'agents', game: game.name === 'chess' ? '' : game.name, position, moves: moves.join('.') || (position ? '' : undefined), player: this.adviser(terms)})}, 'Why?'),
      h('button', {onclick: () => this.store.set({pause: this.store.state.pause ? '' : 'on'}), 'aria-pressed': this.store.state.pause ? 'true' : 'false'}, 'Pause'),
      h('button', {title: 'f', onclick: () => this.store.set({flip: (flip + 1) % game.sides.length || ''})}, 'Flip'),
      h('output', {class: 'hint'})));
  }

  /** The player that gives advice: the one that plays, or level 7. @param {any} terms @returns {string} */
  adviser({players}) {
    return players.find((/** @type {string} */ player) => player !== HUMAN) ?? 'level:7';
  }

  /** @param {any} terms */
  drawMoves({game}) {
    const sides = game.sides.length, first = this.line[0].turn;
    this.parts.moves.replaceChildren(h('h2', {}, 'Moves'), h('ol', {class: 'list', 'aria-label': 'Moves'}, this.line.slice(0, -1).map((/** @type {any} */ {next}, /** @type {number} */ i) =>
      h('li', {}, (i + first) % sides === 0 || i === 0 ? h('span', {class: 'number'}, `${Math.floor((i + first) / sides) + 1}.`) : null, next.san))),
    h('form', {class: 'actions', onsubmit: (/** @type {any} */ event) => {
      event.preventDefault();
      this.type(event.target.elements.typed.value.trim());
    }}, h('label', {for: 'typed'}, 'Type a move'), h('input', {id: 'typed', name: 'typed', size: 10, autocomplete: 'off', spellcheck: 'false', placeholder: game.examples.split(',')[0]}), h('button', {}, 'Play')));
  }

  /** @param {any} terms */
  drawSetup({game, players, seed}) {
    if (this.parts.setup.contains(document.activeElement)) return;
    const kinds = this.studio.catalogue.players.filter((/** @type {any} */ kind) => kind.games.includes(game.name));
    const field = (/** @type {string} */ id, /** @type {string} */ label, /** @type {any} */ input) => h('p', {class: 'field'}, h('label', {for: id}, label), input);
    const names = game.sides.map((/** @type {string} */ side, /** @type {number} */ i) => field(`player-${i}`, `${side}: human, or a player`,
      h('input', {id: `player-${i}`, value: players[i], list: 'kinds', spellcheck: 'false'})));
    this.parts.setup.replaceChildren(h('h2', {}, 'Set up'), h('form', {onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      this.setUp();
    }},
    field('game', 'Game', h('select', {id: 'game', onchange: (/** @type {any} */ event) => this.store.set({game: event.target.value, players: '', moves: '', position: '', flip: ''}, false)},
      this.studio.catalogue.games.map((/** @type {any} */ {name, summary}) => h('option', {value: name, selected: name === game.name, title: summary}, name)))), ...names,
    h('datalist', {id: 'kinds'}, h('option', {}, HUMAN), [1, 2, 3, 4, 5, 6, 7, 8].map((level) => h('option', {}, `level:${level}`)), kinds.map((/** @type {any} */ {name, summary}) => name === 'level' ? null : h('option', {label: summary}, name))),
    field('position', game.name === 'chess' ? 'Position (FEN)' : 'Position', h('input', {id: 'position', value: this.position.position, spellcheck: 'false'})),
    field('seed', 'Seed', h('input', {id: 'seed', value: seed, inputmode: 'numeric'})),
    h('p', {class: 'actions'}, h('button', {}, 'Begin here'), h('button', {type: 'button', onclick: () => save('game.txt', this.record())}, 'Save the moves'))));
  }

  /** The game as text: what began it, and the moves. @returns {string} */
  record() {
    return `${this.line[0].position}\n${this.line.slice(0, -1).map((/** @type {any} */ {next}) => next.san).join(' ')}\n`;
  }

  setUp() {
    const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (this.parts.setup.querySelector(`#${id}`)).value.trim();
    const {game} = this.terms();
    const position = value('position');
    const players = game.sides.map((/** @type {any} */ _, /** @type {number} */ i) => value(`player-${i}`) || HUMAN).join('~');
    /** @type {HTMLElement} */ (document.activeElement)?.blur();
    if (position === this.position.position) this.store.set({players, seed: value('seed')});
    else this.begin({players, seed: value('seed'), position});
  }

  /** @param {Record<string, string>} changes */
  begin(changes) {
    this.chosen = '';
    this.store.set({moves: '', position: '', pause: '', ...changes}, false);
  }

  /** Back to where a person had the move. */
  takeBack() {
    const {players, moves} = this.terms();
    let left = moves.length - 1;
    while (left > 0 && players.includes(HUMAN) && players[this.line[left].turn] !== HUMAN) left--;
    this.chosen = '';
    this.store.set({moves: moves.slice(0, left).join('.')});
  }

  async hint() {
    const terms = this.terms();
    const turn = this.turn;
    try {
      const move = await this.lane.ask('choose', ...this.asked(terms), this.adviser(terms), terms.seed);
      if (turn !== this.turn) return;
      const found = this.position.moves.find((/** @type {any} */ legal) => legal.move === move);
      this.parts.actions.querySelector('.hint').textContent = `${this.adviser(terms)} would play ${found?.san ?? move}`;
    } catch (error) {
      this.parts.actions.querySelector('.hint').textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {string} text */
  async type(text) {
    const terms = this.terms();
    if (text === '') return;
    try {
      const line = await this.studio.lane.askJson('line', terms.game.name, terms.position, [...terms.moves, ...text.split(/\s+/)].join(' '));
      this.store.set({moves: line.slice(0, -1).map((/** @type {any} */ {next}) => next.move).join('.')});
    } catch (error) {
      this.status.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {string} square */
  choose(square) {
    const {players, moves} = this.terms();
    const {position} = this;
    if (!position || players[position.turn] !== HUMAN) return;
    const found = position.moves.filter((/** @type {any} */ {from, to}) => from === this.chosen && to === square);
    this.parts.promotion.replaceChildren();
    if (found.length > 1) return this.askPromotion(found, moves);
    if (found.length === 1) {
      this.chosen = '';
      return this.store.set({moves: [...moves, found[0].move].join('.')});
    }
    this.chosen = square !== this.chosen && position.moves.some((/** @type {any} */ {from}) => from === square) ? square : '';
    this.board.show({pieces: position.pieces, sides: this.terms().game.sides, marks: this.marks()});
  }

  /** @param {any[]} found moves that differ in what the pawn becomes @param {string[]} moves */
  askPromotion(found, moves) {
    this.parts.promotion.replaceChildren(h('p', {class: 'actions', role: 'group', 'aria-label': 'Promotion'}, 'Promote: ', found.map((move) =>
      h('button', {onclick: () => {
        this.chosen = '';
        this.parts.promotion.replaceChildren();
        this.store.set({moves: [...moves, move.move].join('.')});
      }}, move.san))));
    this.parts.promotion.querySelector('button').focus();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'u' && this.terms().moves.length) this.takeBack();
    else if (event.key === 'h') this.hint();
    else if (event.key === 'f') this.store.set({flip: (this.terms().flip + 1) % this.terms().game.sides.length || ''});
  }
}

/** @type {import('./main.js').Page} */
export const play = {
  name: 'play',
  title: 'Play',
  show(main, studio) {
    const page = new PlayPage(main, studio);
    return () => page.end();
  },
};
