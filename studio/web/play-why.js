/* Why a player moved as it did: what the reason leaves out, and which logic decided. */

import {worth} from './decision.js';
import {h} from './dom.js';
import {markParts, reasonOf} from './messages.js';

const DECIDERS = 3;

/** @param {string} written the move @param {import('./phases.js').Source} decision @param {string} link to the page "watch" @returns {any[]} */
export function explainMove(written, decision, link) {
  const {explanation, san} = decision;
  const parts = [
    h('h2', {}, `Why ${written}?`),
    ...reasonOf(explanation, decision)
      .slice(1)
      .map((one) => h('p', {}, markParts(one))),
  ];
  if (explanation.worst_threat)
    parts.push(h('p', {}, `Most threatened: ${explanation.worst_threat} would lose ${worth(explanation.worst_loss)}.`));
  for (const {logic, otherwise} of (explanation.decided_by ?? []).slice(0, DECIDERS))
    if (otherwise !== explanation.move) parts.push(h('p', {}, `Without ${logic}, ${san(otherwise)} would be played.`));
  if (explanation.thoughts?.length)
    parts.push(
      h(
        'ol',
        {class: 'thoughts', tabindex: 0, 'aria-label': 'Thoughts'},
        explanation.thoughts.map((/** @type {string} */ line) => h('li', {}, line)),
      ),
    );
  parts.push(h('p', {}, h('a', {href: link}, 'Watch the conversation')));
  return parts;
}
