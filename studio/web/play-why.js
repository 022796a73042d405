/* Why a player moved as it did: what was said, and which logic decided it. */

import {worth} from './decision.js';
import {h, table} from './dom.js';
import {markParts, reasonOf} from './phases.js';

const DECIDERS = 3;
const SAID = 40; /* messages, candidates shown; the page "watch" has all of them */

/** @param {string} written the move @param {import('./phases.js').Source} decision @param {string} link to the page "watch" @returns {any[]} */
export function explainMove(written, decision, link) {
  const {told, san} = decision;
  const parts = [
    h('h2', {}, `Why ${written}?`),
    ...reasonOf(told, decision)
      .slice(1)
      .map((one) => h('p', {}, markParts(one))),
  ];
  if (told.worst_threat)
    parts.push(h('p', {}, `Most threatened: ${told.worst_threat} would lose ${worth(told.worst_loss)}.`));
  for (const {logic, otherwise} of (told.decided_by ?? []).slice(0, DECIDERS))
    if (otherwise !== told.move) parts.push(h('p', {}, `Without ${logic}, ${san(otherwise)} would be played.`));
  const requests = (told.requests ?? []).slice(0, SAID);
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
  const candidates = (told.candidates ?? []).slice(0, SAID);
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
              {class: entry.move === told.move ? 'chosen' : null},
              h('td', {}, san(entry.move)),
              h('td', {}, entry.kind),
              h('td', {class: 'number'}, worth(entry.worth)),
            ),
          ),
        ),
      ),
    );
  if (told.thoughts?.length)
    parts.push(
      h(
        'ol',
        {class: 'thoughts', tabindex: 0, 'aria-label': 'Thoughts'},
        told.thoughts.map((/** @type {string} */ line) => h('li', {}, line)),
      ),
    );
  parts.push(h('p', {}, h('a', {href: link}, 'Watch the conversation')));
  return parts;
}
