/* The options of a game: what is shown and heard, how players think, how the board looks. */
import {h, set} from './dom.js';
import {PERSON} from './play-game.js';
import {MemoryField} from './play-memory.js';

/** How long the page waits between moves, so that people see them, in seconds. */
export const WAIT = '0.4';
const PACE = /pace=(\d+(?:ms|s|m))\.\.(\d+(?:ms|s|m))/;
const USUAL_PACE = ['', '30s', '200s']; /* of the applet */
/** How the board looks: its choices, the usual one first. @type {Record<string, string[]>} */
const LOOKS = {colours: ['Colours', 'brown', 'green', 'blue', 'grey'], contrast: ['Contrast', 'usual', 'low', 'high']};

export class PlayOptions {
  /** @param {import('./play.js').PlayPage} page @param {HTMLElement} element */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    /** @type {Record<string, any>} */
    this.looks = {};
    /** @type {any[]} */
    this.boxes = [];
    /** @type {any} */
    this.waits = this.depth = this.pace = null;
    this.memory = new MemoryField({
      studio: page.studio,
      lanes: () => [page.studio.lane, page.thinking.lane],
      players: () => page.game?.players ?? [],
      change: (players) => page.store.set({players: players.join('~')}),
      choose: () => page.texts.file.click(),
    });
    this.build();
  }

  build() {
    const box = (
      /** @type {string} */ text,
      /** @type {() => boolean} */ isOn,
      /** @type {(on: boolean) => void} */ change,
    ) => {
      const input = h('input', {type: 'checkbox', onchange: () => change(input.checked)});
      return {
        label: h('label', {}, input, ` ${text}`),
        show: () => {
          input.checked = isOn();
        },
      };
    };
    this.boxes = [
      box(
        'Show possible moves',
        () => this.page.store.state.possible !== 'off',
        (on) => this.page.store.set({possible: on ? '' : 'off'}),
      ),
      box(
        'Sound',
        () => this.page.store.state.sound === 'on',
        (on) => this.page.store.set({sound: on ? 'on' : ''}),
      ),
      box(
        'Disco',
        () => document.body.classList.contains('disco'),
        (on) => document.body.classList.toggle('disco', on),
      ),
      box(
        'Auto-play',
        () => !this.page.game?.players.includes(PERSON),
        (on) => this.autoPlay(on),
      ),
    ];
    this.waits = h(
      'select',
      {onchange: () => this.page.store.set({wait: this.waits.value === WAIT ? '' : this.waits.value})},
      ['0', WAIT, '1', '2', '5'].map((seconds) => h('option', {value: seconds}, seconds)),
    );
    this.depth = h(
      'span',
      {class: 'actions'},
      h('span'),
      h('button', {onclick: () => this.deepen(-1)}, 'one less'),
      h('button', {onclick: () => this.deepen(1)}, 'one more'),
    );
    this.pace = this.buildPace();
    this.element.append(
      h(
        'details',
        {},
        h('summary', {}, 'Options'),
        h(
          'p',
          {class: 'actions'},
          this.boxes.map(({label}) => label),
          h('label', {}, 'Seconds between moves ', this.waits),
          this.depth,
          this.pace,
        ),
        h(
          'p',
          {class: 'actions'},
          Object.entries(LOOKS).map(([name, [label, ...values]]) =>
            h(
              'label',
              {},
              `${label} `,
              (this.looks[name] = h(
                'select',
                {
                  onchange: (/** @type {any} */ event) =>
                    this.page.store.set({[name]: event.target.value === values[0] ? '' : event.target.value}),
                },
                values.map((value) => h('option', {value}, value)),
              )),
            ),
          ),
        ),
        this.memory.element,
      ),
    );
  }

  /** The bounds of a player's pace, in seconds. */
  buildPace() {
    const bound = (/** @type {string} */ label) =>
      h('input', {'aria-label': label, type: 'number', min: 0, step: 'any', class: 'minutes'});
    const [least, most] = [
      bound('Pace: search deeper below this time in seconds'),
      bound('Pace: search less deeply above this time in seconds'),
    ];
    const change = () => {
      if (least.checkValidity() && most.checkValidity()) this.keepPace(Number(least.value), Number(most.value));
    };
    least.onchange = most.onchange = change;
    return h('span', {class: 'actions'}, h('span'), least, ' to ', most, ' seconds per move');
  }

  /** @param {number} least @param {number} most in seconds; the greater one counts last */
  keepPace(least, most) {
    const side = this.pacedSide();
    const ms = [Math.min(least, most), Math.max(least, most)].map((seconds) => `${Math.round(seconds * 1000)}ms`);
    const change = (/** @type {string} */ player) =>
      PACE.test(player)
        ? player.replace(PACE, `pace=${ms.join('..')}`)
        : `${player}${player.includes(':') ? ',' : ':'}pace=${ms.join('..')}`;
    if (side >= 0 && Math.max(least, most) > 0)
      this.page.store.set({
        players: this.page.game?.players.map((player, i) => (i === side ? change(player) : player)).join('~'),
      });
    else this.show();
  }

  /** The first side whose player keeps a pace. @returns {number} */
  pacedSide() {
    return (
      this.page.game?.players.findIndex(
        (player) => player.startsWith('homeostatic') && !/(depth|nodes)=/.test(player),
      ) ?? -1
    );
  }

  showPace() {
    const side = this.pacedSide();
    set(this.pace, {hidden: side < 0});
    if (side < 0) return;
    const [, ...bounds] = PACE.exec(this.page.game?.players[side] ?? '') ?? USUAL_PACE;
    const seconds = bounds.map(
      (text) => parseFloat(text) * (text.endsWith('ms') ? 0.001 : text.endsWith('m') ? 60 : 1),
    );
    this.pace.firstElementChild.textContent = `${this.page.game?.sides[side]}’s pace`;
    this.pace.querySelectorAll('input').forEach((/** @type {any} */ input, /** @type {number} */ i) => {
      if (input !== document.activeElement) input.value = String(seconds[i]);
    });
  }

  /** Colours and contrast of the board. */
  showLooks() {
    for (const [name, [, usual, ...others]] of Object.entries(LOOKS)) {
      const value = others.find((one) => one === this.page.store.state[name]) ?? usual;
      this.looks[name].value = value;
      set(this.page.board.svg, {[`data-${name}`]: value});
    }
  }

  show() {
    const {game} = this.page;
    for (const {show} of this.boxes) show();
    this.waits.value = this.page.store.state.wait ?? WAIT;
    this.showPace();
    this.showLooks();
    this.memory.show();
    const side = this.deepSide();
    set(this.depth, {hidden: side < 0});
    this.depth.firstElementChild.textContent = side < 0 ? '' : `${game?.sides[side]}’s depth`;
  }

  /** The first side whose player has a depth. @returns {number} */
  deepSide() {
    return this.page.game?.players.findIndex((player) => /depth=\d+/.test(player)) ?? -1;
  }

  /** @param {number} by */
  deepen(by) {
    const side = this.deepSide();
    const change = (/** @type {string} */ _, /** @type {string} */ depth) =>
      `depth=${Math.min(Math.max(Number(depth) + by, 1), 20)}`;
    this.page.store.set({
      players: this.page.game?.players
        .map((player, i) => (i === side ? player.replace(/depth=(\d+)/, change) : player))
        .join('~'),
    });
  }

  /** @param {boolean} on */
  autoPlay(on) {
    const {game} = this.page;
    if (!game) return;
    const adviser = this.page.thinking.adviser();
    this.page.store.set({
      players: game.players
        .map((player, i) => (on ? (player === PERSON ? adviser : player) : i === 0 ? PERSON : player))
        .join('~'),
      paused: '',
    });
  }
}
