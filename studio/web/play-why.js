/* Why a player moved as it did: what was said, and which logic decided it. */

import {worth} from './decision.js';
import {h, table} from './dom.js';
import {markParts, reasonOf} from './messages.js';

const DECIDERS = 3;
const SAID = 40; /* messages, candidates shown; the page "watch" has all of them */

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
  const requests = (explanation.requests ?? []).slice(0, SAID);
  if (requests.length)
    parts.push(
      table(
        'Requests and offers',
        ['message', 'from', 'to', 'about'],
        requests.map((/** @type {any} */ said) =>
          h(
            'tr',
            {},
            h('td', {}, said.kind),
            h('td', {}, said.from),
            h('td', {}, said.to),
            h(
              'td',
              {},
              said.offer
                ? `${san(said.offer.move)} ${worth(said.offer.worth)}`
                : said.loss === undefined
                  ? ''
                  : `loss ${worth(said.loss)}`,
            ),
          ),
        ),
      ),
    );
  const candidates = (explanation.candidates ?? []).slice(0, SAID);
  if (candidates.length)
    parts.push(
      h(
        'div',
        {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Candidates'},
        table(
          'Candidates of the master',
          ['move', 'kind', 'net'],
          candidates.map((/** @type {any} */ entry) =>
            h(
              'tr',
              {class: entry.move === explanation.move ? 'chosen' : null},
              h('td', {}, san(entry.move)),
              h('td', {}, entry.kind),
              h('td', {class: 'number'}, worth(entry.worth)),
            ),
          ),
        ),
      ),
    );
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
