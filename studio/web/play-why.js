/* Why a player moved as it did: what was said, and which logic decided it. */

import {worth} from './decision.js';
import {h, table} from './dom.js';

const SAID = 40; /* messages, candidates shown; the agents' page has all of them */

/** @param {string} san @param {string} who @param {any} told as `explain` answers @param {any[]} influence
 * @param {string} link to the page of the agents @returns {any[]} */
export function explainMove(san, who, told, influence, link) {
  const parts = [h('h2', {}, `Why ${san}?`)];
  const {played} = told;
  parts.push(
    h(
      'p',
      {},
      `${who} played `,
      h('b', {class: 'move'}, san),
      played ? `: ${played.kind}, net ${worth(played.worth)}.` : '.',
    ),
  );
  if (told.worst_threat)
    parts.push(h('p', {}, `Most threatened: ${told.worst_threat} would lose ${worth(told.worst_loss)}.`));
  if (influence.length)
    parts.push(
      h(
        'p',
        {class: 'decides'},
        `Decided by ${influence.map(({name}) => name).join(', ')}. Switching any one of these logics leads to another move.`,
      ),
    );
  else if (told.candidates?.length) parts.push(h('p', {class: 'decides'}, 'No single logic was decisive.'));
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
                ? `${said.offer.move} ${worth(said.offer.worth)}`
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
              h('td', {}, entry.move),
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
  parts.push(h('p', {}, h('a', {href: link}, 'All messages on the page Agents')));
  return parts;
}
