/* The moves of a game, as a list of links, and the field in which moves are typed. */
import {h, patch, scrollTo} from './dom.js';

/** @param {Element} host @param {{line: any[], ply: number, sides: number, link: (ply: number) => string, written?: (next: any) => string}} game */
export function showMoves(host, {line, ply, sides, link, written = ({san}) => san}) {
  const [{turn: first}] = line,
    last = line.length - 1;
  patch(
    host,
    h(
      'ol',
      {'aria-label': 'Moves', class: `list of-${sides}`},
      line.slice(0, -1).map(({turn, next}, i) =>
        h(
          'li',
          {class: `side-of-${turn}`},
          (i + first) % sides === 0 || i === 0
            ? h('span', {class: 'number'}, `${Math.floor((i + first) / sides) + 1}.`)
            : null,
          h(
            'a',
            {
              href: link(i + 1),
              'aria-current': i + 1 === ply ? 'step' : null,
              tabindex: i + 1 === ply || (ply === 0 && i === 0) ? 0 : -1,
              class: i + 1 === last ? 'newest' : null,
            },
            written(next),
          ),
        ),
      ),
    ),
  );
  const list = host.querySelector('.list'),
    now = list?.querySelector('[aria-current]');
  if (list && now) scrollTo(list, now);
}

/** @param {string} label @param {() => void} submit @param {Record<string, any>} [properties] of the field */
export function typedField(label, submit, properties = {}) {
  const input = h('input', {'aria-label': label, size: 8, autocomplete: 'off', spellcheck: 'false', ...properties});
  const onsubmit = (/** @type {any} */ event) => {
    event.preventDefault();
    submit();
  };
  return {input, form: h('form', {class: 'typed', onsubmit}, h('label', {}, `${label} `, input))};
}
