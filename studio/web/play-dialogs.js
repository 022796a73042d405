/* The windows of the page "play": a new game, a promotion, the end, the keys, and texts. */
import {parseClocks, writeClocks} from './clock.js';
import {h} from './dom.js';
import {PERSON, usualPlayers} from './play-game.js';
import {playerField, playersOf} from './play-seats.js';

const SECONDS = 60;

/** Opens a window that is gone when it is closed. @param {HTMLElement} host @param {string} label
 * @param {...any} content @returns {any} */
function openDialog(host, label, ...content) {
  const dialog = h('dialog', {'aria-label': label, onclose: () => dialog.remove()}, h('h2', {}, label), ...content);
  host.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} host @param {string} label @param {...any} content */
export function tell(host, label, ...content) {
  return openDialog(host, label, ...content, h('form', {method: 'dialog'}, h('button', {}, 'Close')));
}

/** @param {HTMLElement} host @param {string[][]} keys each with what it does */
export const tellKeys = (host, keys) =>
  tell(
    host,
    'Keys',
    h(
      'dl',
      {class: 'keys'},
      keys.map(([key, what]) => [h('dt', {}, key), h('dd', {}, what)]),
    ),
  );

/** @param {HTMLElement} host @param {any[]} moves that differ in what the pawn becomes @param {(code: string) => void} choose */
export function askPromotion(host, moves, choose) {
  const dialog = openDialog(
    host,
    'Promote the pawn to',
    h(
      'form',
      {method: 'dialog', class: 'actions'},
      moves.map(({move, san}) => {
        const [, letter] = /=([A-Z])/.exec(san) ?? [];
        const name = {Q: 'a queen', R: 'a rook', B: 'a bishop', N: 'a knight', K: 'a king'}[letter ?? ''] ?? san;
        return h('button', {onclick: () => choose(move)}, name);
      }),
      h('button', {}, 'Cancel'),
    ),
  );
  return dialog;
}

/** Asks for players and clocks of a new game.
 * @param {HTMLElement} host @param {{catalogue: any, levels: string[], game: string, players: string[], clock: string, seed: string, title?: string,
 *   isLoaded?: boolean, start: (state: Record<string, string>) => void}} old */
export function askNewGame(
  host,
  {catalogue, levels, game, players, clock, seed, title = 'New game', isLoaded = false, start},
) {
  const games = catalogue.games;
  const knownOf = (/** @type {string} */ name) =>
    games.find((/** @type {any} */ known) => known.name === name) ?? games[0];
  let chosen = {name: knownOf(game).name, players: [...players]};
  const fields = h('div');
  const show = () => {
    const known = knownOf(chosen.name);
    const budgets = parseClocks(clock, known.sides.length);
    fields.replaceChildren(
      ...known.sides.map((/** @type {string} */ side, /** @type {number} */ i) =>
        h(
          'fieldset',
          {},
          h('legend', {}, side),
          playerField({
            label: side,
            value: chosen.players[i],
            players: playersOf(catalogue, known.name, levels),
            change: (text) => {
              chosen.players[i] = text;
            },
          }),
          !isLoaded &&
            h(
              'label',
              {},
              ' minutes ',
              h('input', {
                class: 'minutes',
                type: 'number',
                min: 0,
                max: 1440,
                step: 'any',
                placeholder: 'no clock',
                value: budgets[i] ? budgets[i].ms / 1000 / SECONDS : '',
              }),
            ),
        ),
      ),
    );
  };
  const increment = h('input', {
    type: 'number',
    min: 0,
    max: 600,
    value: parseClocks(clock, 1)[0]?.increment ? /** @type {any} */ (parseClocks(clock, 1)[0]).increment / 1000 : 0,
  });
  const number = h('input', {class: 'minutes', inputmode: 'numeric', pattern: '[0-9]{1,15}', value: seed});
  const begin = () => {
    const known = knownOf(chosen.name);
    const minutes = [...fields.querySelectorAll('.minutes')].map((field) => Number(/** @type {any} */ (field).value));
    const first = chosen.players.indexOf(PERSON);
    start({
      game: known.name === 'chess' ? '' : known.name,
      players: chosen.players.slice(0, known.sides.length).join('~'),
      flip: first > 0 ? String(first) : '',
      ...(isLoaded
        ? {}
        : {
            seed: number.value,
            clock: writeClocks(
              minutes.map((count) =>
                count > 0 ? {ms: Math.round(count * SECONDS) * 1000, increment: Number(increment.value) * 1000} : null,
              ),
            ),
          }),
    });
  };
  show();
  openDialog(
    host,
    title,
    h(
      'form',
      {method: 'dialog', onsubmit: (/** @type {any} */ event) => event.submitter?.value === 'new' && begin()},
      !isLoaded &&
        h(
          'p',
          {},
          h(
            'label',
            {},
            'Game ',
            h(
              'select',
              {
                onchange: (/** @type {any} */ event) => {
                  chosen = {name: event.target.value, players: usualPlayers(knownOf(event.target.value))};
                  show();
                },
              },
              games.map((/** @type {any} */ {name, summary}) =>
                h('option', {value: name, selected: name === chosen.name, title: summary}, name),
              ),
            ),
          ),
        ),
      fields,
      !isLoaded &&
        h(
          'p',
          {},
          h('label', {}, 'Increment per move ', increment, ' seconds '),
          h('label', {title: 'The same seed and moves give the same answers'}, ' Seed ', number),
        ),
      h(
        'p',
        {class: 'actions'},
        h('button', {value: 'new'}, isLoaded ? 'Load game' : 'New game'),
        h('button', {value: 'cancel', formnovalidate: true}, 'Cancel'),
      ),
    ),
  );
}
