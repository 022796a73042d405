/* Worths that unfold into the parts of which they are made. */
import {worth} from './decision.js';
import {h} from './dom.js';

/** @typedef {{move: string, worth: number, parts?: {part: string, amount: number, square?: string}[]}} Proposal */

/** @param {any} message @returns {Proposal[]} all that it values */
export const proposalsOf = ({best_attack, best_move, offer, expected, candidates = []}) =>
  [best_attack, best_move, offer, expected, ...candidates].filter(Boolean);

/** @text, which a click unfolds into the parts of the worth of each of @proposals, as `explain --parts` prints them.
 * @param {any} text @param {Proposal[]} proposals @param {(code: string) => string} san @returns {HTMLElement} */
export function unfolds(text, proposals, san) {
  const made = proposals.filter(({parts}) => parts?.length);
  if (!made.length) return h('span', {}, text);
  return h(
    'details',
    {class: 'worth'},
    h('summary', {}, text),
    made.map(({move, worth: sum, parts}) =>
      h(
        'ul',
        {},
        h('li', {}, h('b', {}, `${san(move)} ${worth(sum)}`)),
        parts?.map(({part, amount, square}) =>
          h('li', {'data-agent': square ?? null}, `${part} ${worth(amount)}${square ? ` (${square})` : ''}`),
        ),
      ),
    ),
  );
}

/** A logic that is on and whose place another one takes. @param {any} entry a switch */
export const isReplaced = (entry) => Boolean(entry.on && entry.replaced_by);
