/* What is written beside the board of asynchronous chess: the clock, the moving pieces, and what has happened. */
import {SIDES, sayMs} from './async-chronicle.js';
import {h, patch, set, table} from './dom.js';

/** @typedef {import('./async-chronicle.js').Chronicle} Chronicle */

const NOTES = 60;

export class AsyncTexts {
  /** @param {import('./async.js').AsyncPage} page */
  constructor(page) {
    this.page = page;
    this.shownAt = 0;
    /** The newest event that was read aloud. @type {any} */
    this.latest = null;
  }

  /** @param {number | null | undefined} time @returns {string} how long it is until then */
  sayLeft(time) {
    const {page} = this;
    return typeof time === 'number' ? `${Math.max((time - page.time) / 1000, 0).toFixed(1)} s` : '?';
  }

  show() {
    const {page} = this;
    const chronicle = /** @type {Chronicle} */ (page.chronicle);
    this.shownAt = performance.now();
    const last = page.people.length ? Math.max(page.time, page.known) : page.lastTime();
    set(page.slider, {max: Math.max(Math.ceil(last), 1), 'aria-valuetext': sayMs(page.time)});
    page.slider.value = String(Math.round(page.time));
    page.clock.textContent = sayMs(page.time);
    page.runButton.textContent = page.isRunning ? 'Stop' : 'Start';
    set(page.runButton, {
      'aria-pressed': page.isRunning ? 'true' : 'false',
      disabled: !page.isRunning && page.time >= page.lastTime() && page.lastTime() > 0 && !page.people.length,
    });
    const isOver = chronicle.over && page.time >= chronicle.end;
    patch(
      page.parts.standing,
      h(
        'p',
        {class: `turn${isOver ? ' over' : ''}`},
        isOver || (chronicle.cut && page.time >= chronicle.end)
          ? page.sayEnding()
          : page.isRunning
            ? 'The clock is running'
            : 'The clock is stopped',
      ),
      h(
        'p',
        {class: 'caption'},
        page.people.length
          ? `You play ${page.people.map((side) => SIDES[side]).join(' and ')}.`
          : page.isShown || chronicle.over
            ? `Total time: ${sayMs(chronicle.end)}.`
            : `Played up to ${sayMs(page.known)}.`,
      ),
    );
    page.board.showArrows(page.pieces.arrows());
    this.showWay();
    this.showNotes(chronicle);
  }

  /** Pieces under way cannot be commanded before they are there: how long that is. */
  showWay() {
    const {page} = this;
    const under = [...page.world.values()]
      .filter(({underWay}) => underWay)
      .sort((a, b) => (a.due ?? Infinity) - (b.due ?? Infinity));
    const known = under.filter(({to}) => to);
    patch(
      page.parts.way,
      h('h2', {}, 'Moving pieces'),
      known.length
        ? table(
            'Moving pieces',
            ['piece', 'on', 'to', 'arrives in', 'enters', 'in'],
            known.map((piece) =>
              h(
                'tr',
                {},
                [`${SIDES[piece.side]} ${piece.type}`, piece.square, piece.to].map((cell) => h('td', {}, cell)),
                h('td', {class: 'number'}, this.sayLeft(page.chronicle?.arrival(piece))),
                h('td', {}, page.chronicle?.progress(piece, page.time)?.next ?? '?'),
                h('td', {class: 'number'}, this.sayLeft(piece.due)),
              ),
            ),
          )
        : h('p', {class: 'caption'}, under.length ? 'The opponent’s ways are hidden.' : 'No piece is moving.'),
    );
    page.seats.tell(
      SIDES.map((_, side) => {
        const own = under.filter((piece) => piece.side === side).length,
          all = [...page.world.values()].filter((piece) => piece.side === side).length;
        return `${own} moving, ${all - own} at rest`;
      }),
    );
  }

  /** @param {Chronicle} chronicle */
  showNotes(chronicle) {
    const {page} = this;
    const notes = chronicle.notes.filter(({time}) => time <= page.time);
    const hidden = Math.max(notes.length - NOTES, 0);
    const isSeen = (/** @type {string} */ words) =>
      !/on its way to/.test(words) ||
      page.people.length !== 1 ||
      chronicle.rules.see_paths ||
      words.startsWith(SIDES[page.people[0]]);
    patch(
      page.parts.notes,
      h('h2', {}, 'Events'),
      h(
        'ol',
        {class: 'thoughts', tabindex: 0, 'aria-label': 'Events'},
        notes
          .slice(hidden)
          .reverse()
          .map(({time, words, isIncident}) =>
            h(
              'li',
              {},
              h('button', {class: 'example', onclick: () => page.seek(time)}, sayMs(time)),
              ' ',
              isIncident ? h('b', {}, words) : isSeen(words) ? words : words.replace(/ on its way to.*/, ''),
            ),
          ),
      ),
    );
    const newest = notes.at(-1);
    if (page.isRunning && newest?.isIncident && newest !== this.latest) page.live.textContent = newest.words;
    this.latest = newest;
  }
}
