/* What a page shows comes from a worker, later than the link changes. What people do in between is meant for what they are about to see: it waits for that. */
import {h, set} from './dom.js';
import {write} from './store.js';

/** What went wrong, and the way back to the beginning of @page.
 * @param {any} error @param {string} page */
export function problem(error, page) {
  return h(
    'p',
    {class: 'wrong', role: 'alert'},
    String(error.message ?? error),
    ' ',
    h('a', {href: write({page})}, 'Begin again'),
  );
}

export class Showing {
  /** @param {HTMLElement} main says in `data-shown` which link it shows @param {import('./store.js').Store} store */
  constructor(main, store) {
    this.main = main;
    this.store = store;
    this.turn = 0;
    /** What is being shown. @type {Promise<void>} */
    this.shown = Promise.resolve();
    /** What is being done. @type {Promise<void>} */
    this.done = Promise.resolve();
    this.waiting = 0;
  }

  /** Shows something new; what was begun before asks whether it is still the newest. If it still is when it fails, the page shows why.
   * @param {{load: (isNewest: () => boolean) => Promise<void>, showProblem: (error: any) => void}} page */
  begin(page) {
    const turn = ++this.turn;
    set(this.main, {'aria-busy': 'true'});
    const link = write(this.store.state);
    const isNewest = () => turn === this.turn;
    this.shown = page
      .load(isNewest)
      .catch((error) => {
        if (isNewest()) page.showProblem(error);
      })
      .finally(() => {
        if (isNewest()) set(this.main, {'aria-busy': null, 'data-shown': link});
      });
  }

  /** Does @action when all is shown and what was asked for before is done. @param {() => any} action */
  after(action) {
    this.waiting++;
    this.done = this.done
      .then(async () => {
        for (let seen; seen !== this.shown; ) await (seen = this.shown);
        if (this.turn >= 0) await action();
      })
      .catch((error) => {
        console.error(error);
      })
      .finally(() => {
        this.waiting--;
      });
  }

  /** Does @action at once, but not before what waits. @param {() => void} action */
  inOrder(action) {
    if (this.waiting) this.after(action);
    else action();
  }

  /** Another page comes: what waits is forgotten. */
  end() {
    this.turn = -Infinity;
    set(this.main, {'aria-busy': null, 'data-shown': null});
  }
}
