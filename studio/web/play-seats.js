/* Who sits where: names, clocks, captures, whose turn it is, who has won. */
import {sayTime} from './clock.js';
import {h, s, set} from './dom.js';
import {PERSON} from './play-game.js';

const CHESS = [
  'search:depth=2',
  'search:depth=4',
  'search:nodes=20000',
  'homeostatic',
  'homeostatic:depth=3',
  'homeostatic:pace=2s..10s',
  'team:sight=5,hearing=2,level=7',
  'mcts:playouts=300',
  'greedy',
  'random',
];
const IN_TIME = [
  'async-master:level=7',
  'async-master:level=4',
  'async-pieces:level=7',
  'async-patient',
  'async-random',
];
const THREE = ['maxn:depth=2', 'maxn:depth=3', 'paranoid:depth=2', 'greedy', 'random'];

/** Who can be asked to play @game. @param {any} catalogue @param {string} game @param {string[]} levels @returns {string[]} */
export function playersOf(catalogue, game, levels) {
  const plays = (/** @type {string} */ text) =>
    catalogue.players.some((/** @type {any} */ {name, games}) => name === text.split(':')[0] && games.includes(game));
  const own = game === 'antichess' ? ['level:7,losing-wins=on'] : [];
  return [PERSON, ...[...own, ...levels, ...new Set([...CHESS, ...THREE, ...IN_TIME])].filter(plays)];
}

/** A player as people name it: "Level 7 -defence-request". @param {string} text @returns {string} */
export const sayPlayer = (text) =>
  text === PERSON
    ? 'a person'
    : text.replace(/^level:(\d+)([-+].*)?/, (_, level, rest) => `Level ${level}${rest ? ` ${rest}` : ''}`);

/** Chooses a player: one of those at hand, or any as the program has them.
 * @param {{label: string, value: string, players: string[], change: (text: string) => void}} seat @returns {HTMLElement} */
export function playerField({label, value, players, change}) {
  const OTHER = '\u2026';
  const isKnown = players.includes(value);
  const text = h('input', {
    'aria-label': `${label}: player string`,
    value,
    size: 22,
    spellcheck: 'false',
    hidden: isKnown,
    onchange: (/** @type {any} */ event) => event.target.value.trim() && change(event.target.value.trim()),
  });
  const select = h(
    'select',
    {
      'aria-label': `${label} is played by`,
      onchange: (/** @type {any} */ event) => {
        set(text, {hidden: event.target.value !== OTHER});
        if (event.target.value !== OTHER) change(event.target.value);
        else text.focus();
      },
    },
    players.map((name) => h('option', {value: name, selected: name === value}, sayPlayer(name))),
    h('option', {value: OTHER, selected: !isKnown}, 'another …'),
  );
  return h('span', {class: 'player-field'}, select, text);
}

/** A bar per side, made once, and the fields in which players are chosen: what changes with every tick is set into them. */
export class Seats {
  /** @param {Record<string, HTMLElement>} hosts above the board, below it, and of the fields */
  constructor({far, near, 'players-of': fields}) {
    this.hosts = {far, near, fields};
    this.made = '';
    /** @type {any[]} */
    this.rows = [];
  }

  /** @param {{sides: string[], players: string[], choices: string[], near: number | null, change: (side: number, text: string) => void}} table near: who sits below the board; null: sides are named round the board */
  make({sides, players, choices, near, change}) {
    const made = JSON.stringify([sides, players, choices, near]);
    if (made === this.made) return;
    this.made = made;
    const people = players.filter((player) => player === PERSON).length;
    this.rows = sides.map((side, i) => {
      const row = {
        name: h('b', {class: 'name'}, side),
        clock: h('span', {class: 'clock'}),
        taken: h('span', {class: 'taken'}),
      };
      const who = players[i] === PERSON && people === 1 ? 'you' : sayPlayer(players[i]);
      return {...row, line: h('p', {class: `seat seat-${i}`}, row.name, h('span', {}, who), row.taken, row.clock)};
    });
    const lines = this.rows.map(({line}) => line);
    this.hosts.far.replaceChildren(...lines.filter((_, i) => i !== near));
    this.hosts.near.replaceChildren(...lines.filter((_, i) => i === near));
    set(this.hosts.far, {hidden: near === null});
    this.hosts.fields.replaceChildren(
      h('h2', {}, 'Players'),
      ...sides.map((side, i) =>
        h(
          'p',
          {class: `chooser chooser-${i}`},
          h('span', {}, side),
          playerField({label: side, value: players[i], players: choices, change: (text) => change(i, text)}),
        ),
      ),
    );
  }

  /** @param {{sides: string[], turn: number, isOver: boolean, winner: number | null, captured: string[], left: (number | null)[]}} now captured: in words */
  show({sides, turn, isOver, winner, captured, left}) {
    this.rows.forEach(({name, line, taken}, i) => {
      line.classList.toggle('active', !isOver && turn === i);
      name.textContent = `${sides[i]}${winner === i ? ' – won' : ''}`;
      taken.textContent = captured[i];
    });
    this.tick(left);
  }

  /** Where there are no clocks: something else of each side. @param {string[]} texts */
  tell(texts) {
    this.rows.forEach(({clock}, i) => {
      clock.textContent = texts[i];
      clock.classList.add('caption');
    });
  }

  /** @param {(number | null)[]} left */
  tick(left) {
    this.rows.forEach(({clock}, i) => {
      const ms = left[i];
      clock.textContent = ms === null || ms === undefined ? '' : sayTime(ms);
      clock.classList.toggle('low', ms !== null && ms < 20000);
    });
  }
}

const MARGIN = 1.15;
const LABEL = 28; /* letters that an edge of the board has room for */
const LABEL_LENGTH = 5.4;

/** A label a side round a board of three, turned to its player.
 * @param {import('./board.js').Board} board @param {number} turned @param {string[]} texts @param {number} active */
export function showRoundBoard(board, turned, texts, active) {
  const {width, height} = /** @type {import('./geometry.js').Geometry} */ (board.geometry);
  board.svg.querySelector('.round')?.remove();
  set(board.svg, {viewBox: `${-MARGIN / 2} ${-MARGIN} ${width + MARGIN} ${height + 2 * MARGIN}`});
  const far = height / 2 + 0.72;
  board.svg.append(
    s(
      'g',
      {class: 'round', 'aria-hidden': 'true'},
      texts.map((text, side) => {
        const turn = ((side - turned + 3) % 3) * 120;
        const angle = ((90 + turn) * Math.PI) / 180;
        const [x, y] = [width / 2 + far * Math.cos(angle), height / 2 + far * Math.sin(angle)];
        return s(
          'text',
          {
            x,
            y,
            transform: `rotate(${turn} ${x} ${y})`,
            class: `of-${side}${side === active ? ' active' : ''}`,
            textLength: text.length > LABEL ? LABEL_LENGTH : null,
            lengthAdjust: 'spacingAndGlyphs',
          },
          text,
        );
      }),
    ),
  );
}
