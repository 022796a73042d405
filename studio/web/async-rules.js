/* The rules of a game of asynchronous chess, as a form. */
import {h} from './dom.js';

const RULES = [
  ['ms-per-space', 'Milliseconds per space', '1000'],
  ['knight-spaces', 'Spaces per knight’s move', '2'],
  ['time-limit-ms', 'Time limit in milliseconds, after which the game is a draw', '3600000'],
];

export class AsyncRules {
  /** @param {import('./async.js').AsyncPage} page */
  constructor(page) {
    this.page = page;
    /** @type {{name: string, usual: string, label: string, input: any}[]} */
    this.fields = [];
    /** @type {any} */
    this.headOn = this.seePaths = this.seed = null;
    this.build();
  }

  build() {
    const {page} = this;
    this.fields = RULES.map(([name, label, usual]) => ({
      name,
      usual,
      input: h('input', {id: name, type: 'number', min: 1, class: 'minutes'}),
      label,
    }));
    this.headOn = h(
      'select',
      {id: 'head-on'},
      h('option', {value: ''}, 'meet: one is killed'),
      h('option', {value: 'pass'}, 'pass each other'),
    );
    this.seePaths = h('input', {id: 'see-paths', type: 'checkbox'});
    this.seed = h('input', {id: 'seed', class: 'minutes', inputmode: 'numeric', pattern: '[0-9]{1,15}'});
    page.parts.rules.append(
      h(
        'details',
        {},
        h('summary', {}, 'Rules'),
        h(
          'form',
          {
            onsubmit: (/** @type {any} */ event) => {
              event.preventDefault();
              this.newGame();
            },
          },
          this.fields.map(({input, label, name}) => h('p', {class: 'field'}, h('label', {for: name}, label), input)),
          h(
            'p',
            {class: 'field'},
            h('label', {for: 'head-on'}, 'Opposing pieces that would exchange spaces'),
            this.headOn,
          ),
          h(
            'p',
            {class: 'actions'},
            this.seePaths,
            h('label', {for: 'see-paths'}, 'Players see the destinations of the opponent’s pieces'),
          ),
          h('p', {class: 'field'}, h('label', {for: 'seed'}, 'Random seed'), this.seed),
          h('p', {class: 'actions'}, h('button', {}, 'New game with these rules')),
        ),
      ),
    );
  }

  newGame() {
    const {page} = this;
    const rules = [
      ...this.fields
        .filter(({input, usual}) => input.value && input.value !== usual)
        .map(({name, input}) => `${name}=${input.value}`),
      this.headOn.value && 'head-on=pass',
      this.seePaths.checked && 'see-paths=on',
    ]
      .filter(Boolean)
      .join('~');
    page.key = '';
    page.begins({
      rules,
      seed: /^\d{1,15}$/.test(this.seed.value) && this.seed.value !== '1' ? this.seed.value : '',
      start: '',
    });
    if (!page.key) page.update();
  }

  /** @param {string[]} settings KEY=VALUE @param {string} seed */
  show(settings, seed) {
    const rules = new Map(settings.map((text) => /** @type {[string, string]} */ (text.split('=', 2))));
    for (const {name, input, usual} of this.fields) input.value = rules.get(name) ?? usual;
    this.headOn.value = rules.get('head-on') === 'pass' ? 'pass' : '';
    this.seePaths.checked = rules.get('see-paths') === 'on';
    this.seed.value = seed;
  }
}
