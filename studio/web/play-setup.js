/* Positions set up by hand: the pieces to choose from, below the board. */
import {h, patch} from './dom.js';
import {writePosition} from './notation.js';

const TYPES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'];

export class SetUp {
  /** @param {import('./play.js').PlayPage} page */
  constructor(page) {
    this.page = page;
  }

  toggle() {
    const {page} = this;
    page.free = page.free
      ? null
      : {
          on: new Map(page.position.pieces.map((/** @type {any} */ {square, type, side}) => [square, {type, side}])),
          turn: page.position.turn,
          piece: null,
        };
    page.keepClock();
    page.show();
    page.thinking.carryOn();
  }

  /** @param {string} square */
  put(square) {
    const {page} = this;
    const {free} = page;
    if (!free) return;
    if (free.piece) free.on.set(square, free.piece);
    else free.on.delete(square);
    this.change();
  }

  change() {
    const {page} = this;
    const {game, free} = page;
    if (!game || !free) return;
    page.texts.fen.value = writePosition(game.name, free.on, free.turn, game.known.start.split(' ')[2] !== '-');
    page.showBoard();
    this.showPalette();
  }

  showPalette() {
    const {page} = this;
    const {game, free} = page;
    if (!free || !game) return patch(page.parts.palette);
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
      page.parts.palette,
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
              this.change();
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
                this.change();
              },
            },
            game.sides.map((side, i) => h('option', {value: i, selected: i === free.turn}, side)),
          ),
        ),
        h('button', {onclick: () => page.texts.setUp(page.texts.fen.value)}, 'Play from this position'),
        h('button', {onclick: () => this.toggle()}, 'Back to the game'),
      ),
    );
    if (focus) [...page.parts.palette.querySelectorAll('button')].find((entry) => entry.textContent === focus)?.focus();
  }
}
