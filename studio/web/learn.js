/* The page "learn": a chapter for each level and each logic, in which the move changes; its texts are those of the pages on the levels. */
import {CHAPTERS, GALLERY} from 'gallery';
import {Board} from './board.js';
import {h, patch, set} from './dom.js';
import {endsOf, geometryOf} from './geometry.js';
import {percent} from './messages.js';
import {sayPlayer} from './play-seats.js';
import {problem, Showing} from './showing.js';
import {write} from './store.js';

/** @typedef {{sentence: string, position: string, without: string, player: string, differ: string[], isSure: boolean}} Example isSure: no move is decided on by both players */

const QUESTIONS = 3;
const CHOICES = 3;

/** @type {Example[]} differ: the logics and readings in which the players differ */
const EXAMPLES = GALLERY.map(([sentence, position, without, before, player, after]) => ({
  sentence,
  position,
  without: `level:${without}`,
  player: `level:${player}`,
  differ: [],
  isSure: !before.split(' ').some((move) => after.split(' ').includes(move)),
}));

/** Paragraphs of Markdown: emphasis and code are marked, links are their text. @param {string} text @returns {any[]} */
const paragraphs = (text) =>
  text.split(/\n\n+/).map((one) =>
    h(
      'p',
      {},
      one
        .replaceAll('\n', ' ')
        .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
        .map((part) =>
          part.startsWith('**')
            ? h('b', {}, part.slice(2, -2))
            : part.startsWith('`')
              ? h('code', {}, part.slice(1, -1))
              : part,
        ),
    ),
  );

export class LearnPage {
  /** @param {HTMLElement} main @param {import('./main.js').Studio} studio */
  constructor(main, studio) {
    this.studio = studio;
    this.store = studio.store;
    this.showing = new Showing(main, studio.store);
    this.wrong = h('div');
    this.list = h('ol', {class: 'chapters'});
    this.body = h('article', {class: 'chapter'});
    main.append(
      h('h1', {class: 'hidden'}, 'Learn'),
      this.wrong,
      h('div', {class: 'lesson'}, h('nav', {'aria-label': 'Chapters'}, this.list), this.body),
    );
    this.endListening = this.store.listen(() => this.update());
    this.update();
  }

  end() {
    this.showing.end();
    this.endListening();
  }

  update() {
    this.showing.begin(this);
  }

  /** @param {any} error */
  showProblem(error) {
    patch(this.wrong, problem(error, 'learn'));
  }

  /** @param {string} name @param {...any} values @returns {Promise<any>} */
  ask(name, ...values) {
    return this.studio.lane.askJson(name, ...values);
  }

  /** In which logics and readings two players differ. @param {string} one @param {string} other @returns {Promise<string[]>} */
  async differ(one, other) {
    const [a, b] = await Promise.all([one, other].map((player) => this.ask('switches', 'chess', player)));
    return ['logics', 'readings'].flatMap((list) =>
      (b[list] ?? [])
        .filter((/** @type {any} */ entry, /** @type {number} */ i) => (a[list]?.[i]?.on ?? false) !== entry.on)
        .map((/** @type {any} */ {name}) => name),
    );
  }

  /** All chapters: those of the levels, then a chapter for each further logic, of the examples in which it decides. */
  async chapters() {
    if (this.known) return this.known;
    for (const example of EXAMPLES)
      if (!example.differ.length) example.differ = await this.differ(example.without, example.player);
    const {logics} = await this.ask('switches', 'chess', 'level:13');
    const written = new Set(CHAPTERS.map(({logic}) => logic));
    const further = logics
      .filter((/** @type {any} */ {name}) => !written.has(name))
      .flatMap((/** @type {any} */ {name, summary}) => {
        const own = EXAMPLES.filter(({differ}) => differ.length === 1 && differ[0] === name);
        const example = own.find(({isSure}) => isSure) ?? own[0];
        return example
          ? [
              {
                title: `Beyond the thesis: ${name}`,
                idea: `**In other words:** ${summary}.\n\n${sentenceOf(example)}`,
                logic: name,
                position: example.position,
                without: example.without,
                player: example.player,
              },
            ]
          : [];
      });
    this.names = new Set(logics.map((/** @type {any} */ {name}) => name));
    this.known = [...CHAPTERS, ...further];
    return this.known;
  }

  /** @param {string} position @param {string} player */
  async decide(position, player) {
    const [explanation, where] = await Promise.all([
      this.ask('explain', 'chess', position, '', player, 1),
      this.ask('position', 'chess', position, ''),
    ]);
    const sans = new Map(where.moves.map((/** @type {any} */ {move, san}) => [move, san]));
    const shares = explanation.shares ?? [{move: explanation.move, share: 1}];
    return {
      explanation,
      where,
      shares,
      words:
        shares
          .slice(0, 4)
          .map(
            (/** @type {any} */ {move, share}) => `${sans.get(move)}${shares.length > 1 ? ` ${percent(share)}` : ''}`,
          )
          .join(', ') + (shares.length > 4 ? ' …' : ''),
    };
  }

  /** @param {() => boolean} isNewest */
  async load(isNewest) {
    const chapters = await this.chapters();
    const asked = this.store.state.chapter ?? '1';
    const named = chapters.findIndex(({logic}) => logic === asked);
    const at = named >= 0 ? named : Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), chapters.length) - 1;
    const chapter = chapters[at];
    const [before, after] = await Promise.all([
      this.decide(chapter.position, chapter.without),
      this.decide(chapter.position, chapter.player),
    ]);
    const taught = [...new Set(chapters.slice(0, at + 1).map(({logic}) => logic))];
    const quiz = await Promise.all(
      this.questionsFor(chapter, taught).map(async (example) => ({
        example,
        decided: await this.decide(example.position, example.player),
        otherwise: await this.decide(example.position, example.without),
      })),
    );
    if (!isNewest()) return;
    patch(this.wrong);
    patch(
      this.list,
      chapters.map(({title, logic}, i) =>
        h(
          'li',
          {},
          h('a', {href: write({page: 'learn', chapter: i + 1}), 'aria-current': i === at ? 'page' : null}, title),
          title.endsWith(logic) ? null : h('small', {}, ` ${logic}`),
        ),
      ),
    );
    const link = {
      page: 'watch',
      position: chapter.position,
      player: chapter.player,
      other: chapter.without,
      step: after.explanation.messages?.length ? 'reports' : '',
    };
    this.body.replaceChildren(
      h('h2', {}, chapter.title),
      ...paragraphs(chapter.idea),
      h(
        'div',
        {class: 'pair'},
        this.figure(`Without ${chapter.logic}`, chapter.without, before),
        this.figure(`With ${chapter.logic}`, chapter.player, after),
      ),
      h(
        'p',
        {class: 'actions'},
        h('a', {class: 'button', href: write(link)}, 'Show the conversation'),
        at > 0 ? h('a', {href: write({page: 'learn', chapter: at})}, 'Previous') : null,
        at + 1 < chapters.length ? h('a', {href: write({page: 'learn', chapter: at + 2})}, 'Next') : null,
      ),
      ...(quiz.length ? [h('h3', {}, 'Your turn: which logic makes the difference?')] : []),
      ...quiz.map((one) => this.question(taught, one)),
    );
  }

  /** Other positions in which one of the @taught logics decides, those of this chapter's first; none before there is a choice.
   * @param {{logic: string, position: string}} chapter @param {string[]} taught @returns {Example[]} */
  questionsFor({logic, position}, taught) {
    if (taught.length < 2) return [];
    const fitting = EXAMPLES.filter(
      ({position: at, differ, isSure}) =>
        at !== position && differ.length === 1 && isSure && taught.includes(differ[0]),
    );
    const own = fitting.filter(({differ}) => differ[0] === logic);
    const others = fitting.filter(({differ}) => differ[0] !== logic);
    const start = taught.length * 2;
    const rest = others.map((_, i) => others[(start + 5 * i) % others.length]);
    return [...new Set([...own.slice(0, 1), ...rest, ...own])].slice(0, QUESTIONS);
  }

  /** @param {string} title @param {string} player @param {any} decided */
  figure(title, player, {explanation, where, words}) {
    const host = h('div');
    this.draw(host, where, explanation, `${title}: ${words}`);
    return h(
      'figure',
      {},
      h('figcaption', {}, h('b', {}, title), ` ${sayPlayer(player)}`),
      host,
      h('p', {class: 'answer'}, words),
    );
  }

  /** @param {HTMLElement} host @param {any} where @param {any} explanation @param {string} label */
  draw(host, where, explanation, label) {
    const board = new Board(host, {label});
    set(board.svg, {inert: true, role: 'img'});
    const geometry = geometryOf('chess', 0);
    board.shape(geometry);
    const arrows = explanation
      ? (explanation.shares ?? [{move: explanation.move}])
          .slice(0, 4)
          .map((/** @type {any} */ {move}, /** @type {number} */ i) => {
            const [from, to] = endsOf(geometry, move);
            return {kind: i ? 'move' : 'decision', from, to};
          })
      : [];
    board.show({pieces: where.pieces, sides: ['White', 'Black'], arrows});
  }

  /** Two players decide in one position: the logic in which they differ is asked for, and a second try is given.
   * @param {string[]} taught @param {{example: Example, decided: any, otherwise: any}} asked */
  question(taught, {example, decided, otherwise}) {
    const [right] = example.differ;
    const distance = (/** @type {string} */ name) => Math.abs(taught.indexOf(name) - taught.indexOf(right));
    const choices = [...taught]
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, CHOICES)
      .sort();
    const answer = h('p', {class: 'answer', role: 'status'});
    const link = write({page: 'watch', position: example.position, player: example.player, other: example.without});
    let tries = 0;
    const choose = (/** @type {any} */ button, /** @type {string} */ name) => {
      tries++;
      if (name !== right && tries < 2) {
        set(button, {disabled: true});
        return patch(answer, `It is not ${name}. Try once more.`);
      }
      for (const other of button.parentElement.children) set(other, {disabled: true});
      patch(
        answer,
        name === right ? `Yes, ${right}: ` : `It is ${right}: `,
        sentenceOf(example),
        ' ',
        ...(decided.explanation.reason ?? []).slice(0, 1),
        ' ',
        h('a', {href: link}, 'See it'),
      );
    };
    return h(
      'section',
      {class: 'question'},
      h(
        'div',
        {class: 'pair'},
        this.figure('One player', '', otherwise),
        this.figure('The other player, with one logic more', '', decided),
      ),
      h(
        'p',
        {class: 'actions'},
        choices.map((name) =>
          h(
            'button',
            {'data-choice': name, onclick: (/** @type {any} */ event) => choose(event.currentTarget, name)},
            name,
          ),
        ),
      ),
      answer,
    );
  }
}

/** A sentence that says what is seen: bare names of readings are given their words. @param {Example} example @returns {string} */
function sentenceOf({sentence, differ}) {
  return /^reading /.test(sentence)
    ? `The thesis allows two interpretations here; this reading is ${differ[0]}.`
    : `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}
