/* The memory of positions of players that search: a file of `agentchess memory export` that people open, used or not, and how much it was of use. */
import {format, h, patch, set} from './dom.js';

/** @typedef {import('./main.js').Studio} Studio */

const SEARCHING = /^(homeostatic|search)\b/;
const NAMED = /,memory=([^,~]*)|(?<=:)memory=([^,~]*),?/;
const HEADER = 'game,position,depth,move,';

/** Whether @text is a memory, or a store that has not been exported. @param {string} text */
export const isMemory = (text) => text.startsWith(HEADER) || text.startsWith('SQLite format 3');

/** @param {string} player @returns {string} the memory that it names; "": none */
export function memoryOf(player) {
  const [, later, first] = NAMED.exec(player) ?? [];
  return SEARCHING.test(player) ? (later ?? first ?? '') : '';
}

/** @param {string} player @returns {string} */
const withoutMemory = (player) => player.replace(NAMED, '').replace(/:$/, '');

/** @param {string} player @param {string} name "": none @returns {string} */
export function withMemory(player, name) {
  if (!SEARCHING.test(player)) return player;
  const bare = withoutMemory(player);
  return name ? `${bare}${bare.includes(':') ? ',' : ':'}memory=${name}` : bare;
}

/** What people see of it, among the options of a game. */
export class MemoryField {
  /** @param {{studio: Studio, lanes: () => import('./lane.js').Lane[], players: () => string[], change: (players: string[]) => void, choose: () => void}} page */
  constructor(page) {
    this.page = page;
    this.use = {asked: 0, found: 0};
    this.box = h('input', {type: 'checkbox', onchange: () => this.turn(this.box.checked)});
    this.told = h('span', {class: 'caption'});
    this.element = h(
      'p',
      {class: 'actions memory'},
      h('label', {}, this.box, ' Memory of positions'),
      h(
        'button',
        {
          onclick: () => page.choose(),
          title: 'A file written by agentchess memory export; you can also drop it here',
        },
        'Open a memory …',
      ),
      this.told,
    );
  }

  /** What is open: its name, "" for nothing, and how many positions it has. */
  get memory() {
    return this.page.studio.memory;
  }

  /** All players that search have what is open, or no memory. @param {boolean} on */
  turn(on) {
    this.page.change(this.page.players().map((player) => withMemory(player, on ? this.memory.name : '')));
  }

  /** Opens the text of a file; what is wrong in it is an error, and what was open stays.
   * @param {string} file its name @param {string} text */
  async open(file, text) {
    if (!text.startsWith(HEADER))
      throw new Error(
        `${file} is a memory in SQLite format: export it with 'agentchess memory export' and open the exported file.`,
      );
    const name = file.replace(/[^\w.-]+/g, '-');
    patch(this.told, `Opening ${name} …`);
    try {
      for (const lane of this.page.lanes()) Object.assign(this.memory, await lane.prepare('memory_open', name, text));
    } finally {
      this.show();
    }
    this.use = {asked: 0, found: 0};
    this.turn(true);
    this.show();
  }

  /** @param {{asked: number, found: number} | undefined} use of one answer */
  note(use) {
    if (!use) return;
    this.use = {asked: this.use.asked + use.asked, found: this.use.found + use.found};
    this.show();
  }

  show() {
    const {
      use: {asked, found},
      memory: {name, positions},
    } = this;
    const players = this.page.players();
    const used = players.map(memoryOf).find(Boolean) ?? '';
    set(this.element, {hidden: !players.some((player) => SEARCHING.test(player))});
    this.box.checked = used !== '';
    set(this.box, {disabled: !name && !used});
    const open = name
      ? `${name}: ${format(positions)} ${positions === 1 ? 'position' : 'positions'}`
      : 'no memory is open';
    patch(this.told, `${open}${asked ? `; ${format(found)} of ${format(asked)} lookups found` : ''}`);
  }
}
