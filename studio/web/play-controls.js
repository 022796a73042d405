/* What is clicked while a game is played: one button that leads on, the others in a menu, the steps through the game, and the list of moves. */
import {h, patch, set} from './dom.js';
import {showMoves, typedField} from './moves.js';
import {PERSON} from './play-game.js';

/** @typedef {import('./play-game.js').PlayGame} PlayGame */

export class Controls {
  /** @param {import('./play.js').PlayPage} page */
  constructor(page) {
    this.page = page;
    const step = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => number} */ to) => ({
      element: h(
        'button',
        {'aria-label': label, title: label, onclick: () => page.showing.inOrder(() => page.go(to()))},
        text,
      ),
      to,
    });
    this.steps = [
      step('«', 'First ply (Home)', () => 0),
      step('‹', 'Previous ply (←)', () => page.ply - 1),
      step('›', 'Next ply (→)', () => page.ply + 1),
      step('»', 'Last ply (End)', () => page.game?.last ?? 0),
    ];
    this.plies = h('output');
    const {input, form} = typedField('Move', () => page.showing.after(() => page.playTyped()));
    this.typed = input;
    page.parts.play.append(
      ...this.steps.map(({element}) => element),
      this.plies,
      h('button', {onclick: () => page.flip(), title: '(f)'}, 'Flip'),
      form,
    );
    /** @type {Record<string, {key?: string, does: () => any, may?: (game: PlayGame) => boolean, shows?: (game: PlayGame) => boolean}>} */
    this.actions = {
      Hint: {key: 'i', does: () => page.thinking.hint(), shows: hasPeople},
      'Take back': {key: 'u', does: () => page.takeBack(), may: (game) => game.last > 0},
      'Why?': {key: 'w', does: () => page.thinking.why(), may: () => page.ply > 0},
      'New game': {key: 'n', does: () => page.newGame(), may: () => true},
      Pause: {key: 'p', does: () => page.pause(), shows: () => !page.store.state.paused},
      Resume: {key: 'p', does: () => page.pause(), shows: () => Boolean(page.store.state.paused)},
      'Move now': {key: 'm', does: () => page.thinking.moveNow()},
      Watch: {does: () => page.options.autoPlay(true), shows: hasPeople},
      Resign: {does: () => page.resign(), shows: hasPeople},
      'Agree on a draw': {
        does: () => page.store.set({ended: 'agreed'}),
        shows: (game) => game.sides.length === 2 && game.players.every((player) => player === PERSON),
      },
      'End game': {does: () => page.store.set({ended: 'stopped'})},
      'Save game': {
        does: () => page.texts.saveAntichess(),
        may: () => true,
        shows: (game) => game.name === 'antichess' && !game.opening,
      },
      'Load game': {
        does: () => page.texts.file.click(),
        may: () => true,
        shows: (game) => game.name === 'antichess',
      },
      'Continue from here': {does: () => page.cutTo(page.ply), may: () => true, shows: (game) => page.ply < game.last},
    };
    this.menu = h('details', {class: 'menu'}, h('summary', {}, 'More'));
    this.list = h('div', {class: 'actions'});
    this.menu.append(this.list);
    this.row = h('div', {class: 'actions'});
    page.parts['game-actions'].append(h('div', {class: 'actions'}, this.row, this.menu));
  }

  /** What leads on. @param {PlayGame} game @returns {string} */
  primary(game) {
    const {page} = this;
    if (page.ply < game.last) return 'Continue from here';
    if (game.ending) return 'New game';
    if (page.store.state.paused) return 'Resume';
    if (!hasPeople(game)) return 'Pause';
    return game.isPerson(game.turn) ? 'Hint' : 'Move now';
  }

  show() {
    const {page} = this;
    const {game, ply} = page;
    if (!game) return;
    for (const {element, to} of this.steps) set(element, {disabled: to() < 0 || to() > game.last || to() === ply});
    this.plies.textContent = `${ply} / ${game.last}`;
    set(this.typed, {placeholder: game.known.examples.split(',')[0]});
    const primary = this.primary(game);
    const inRow = [primary, 'Take back', 'Why?'];
    const button = (/** @type {string} */ name) => {
      const {key, does, may = (/** @type {PlayGame} */ now) => !now.ending} = this.actions[name];
      return h(
        'button',
        {
          class: name === primary ? 'go' : null,
          title: key ? `(${key})` : null,
          disabled: !may(game),
          onclick: () => {
            this.menu.open = false;
            page.showing.after(() => void does());
          },
        },
        name,
      );
    };
    patch(this.row, inRow.map(button));
    const others = Object.keys(this.actions).filter((name) => !inRow.includes(name));
    patch(this.list, others.filter((name) => this.actions[name].shows?.(game) ?? true).map(button));
    page.options.show();
  }

  showMoves() {
    const {page} = this;
    const {game, ply} = page;
    if (!game) return;
    showMoves(page.parts.moves, {
      line: game.line,
      ply,
      sides: game.sides.length,
      link: (at) => page.link({ply: at === game.last ? '' : at}),
      written: (next) => page.written(next),
    });
  }
}

/** @param {import('./play-game.js').PlayGame} game */
const hasPeople = (game) => game.players.includes(PERSON);
