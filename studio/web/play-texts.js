/* Games and positions as texts and files, in and out: FEN, PGN, saved games of antichess, memories of positions. */
import {readAntichess, writeAntichess} from './antichess-file.js';
import {writeClocks} from './clock.js';
import {fileButton, h, patch, save, set} from './dom.js';
import {gamePgn, isPosition, openGame, readPgn, textOf} from './pgn.js';
import {askNewGame} from './play-dialogs.js';
import {PERSON, USUAL} from './play-game.js';
import {isMemory} from './play-memory.js';

export class PlayTexts {
  /** @param {import('./play.js').PlayPage} page @param {HTMLElement} element */
  constructor(page, element) {
    this.page = page;
    this.element = element;
    /** Fields. @type {any} */
    this.fen = this.pgn = this.games = this.file = null;
    /** @type {any[]} games of files that were opened */
    this.opened = [];
    this.build();
  }

  /** Shows the position and the game, but where people are writing. @param {string} position */
  show(position) {
    if (document.activeElement !== this.fen) this.fen.value = position;
    if (document.activeElement !== this.pgn) this.pgn.value = this.pgnText();
  }

  /** Texts that people change: made once, filled when the game changes. */
  build() {
    this.fen = h('input', {'aria-label': 'Position', class: 'wide', spellcheck: 'false'});
    this.pgn = h('textarea', {'aria-label': 'Game as PGN', rows: 8, spellcheck: 'false'});
    this.games = h('select', {
      'aria-label': 'Opened games',
      hidden: true,
      onchange: () => this.readGame(this.opened[this.games.value]),
    });
    const {input: file, element} = fileButton('Open a file', 'Open a file …', {
      accept: '.pgn,.fen,.txt,.epd,.xml,.csv',
      onchange: async () => {
        if (file.files?.[0]) await this.openFile(file.files[0]);
        file.value = '';
      },
    });
    this.file = file;
    this.element.append(
      h(
        'details',
        {},
        h('summary', {}, 'Position and game as text, files, set-up'),
        h(
          'form',
          {
            class: 'actions',
            onsubmit: (/** @type {any} */ event) => {
              event.preventDefault();
              this.setUp(this.fen.value);
            },
          },
          this.fen,
          h('button', {}, 'Play from this position'),
          h(
            'button',
            {type: 'button', onclick: () => this.page.showing.after(() => this.page.setUp.toggle())},
            'Set up on the board',
          ),
        ),
        this.pgn,
        h(
          'p',
          {class: 'actions'},
          h('button', {onclick: () => this.openText(this.pgn.value)}, 'Open this text'),
          h(
            'button',
            {onclick: () => save(this.page.game?.fileName() ?? 'game.pgn', this.pgn.value, 'application/x-chess-pgn')},
            'Save PGN',
          ),
          element,
          this.games,
        ),
      ),
    );
  }

  pgnText() {
    const {game} = this.page;
    if (!game) return '';
    return gamePgn(this.page.studio, game);
  }

  /** @param {string} text */
  async setUp(text) {
    const {game} = this.page;
    if (!game) return;
    try {
      const found = await this.page.ask('position', game.name, text.trim(), '');
      this.page.studio.pgn = null;
      this.page.begin({
        game: game.name === 'chess' ? '' : game.name,
        players: game.players.join('~'),
        position: found.position,
        flip: this.page.store.state.flip,
      });
    } catch (error) {
      this.page.showProblem(error);
    }
  }

  /** @param {File} file */
  async openFile(file) {
    const text = await textOf(file);
    if (isMemory(text)) await this.openMemory(file.name, text);
    else await this.openText(text, true);
  }

  /** @param {string} name @param {string} text */
  async openMemory(name, text) {
    try {
      await this.page.options.memory.open(name, text);
      this.page.thinking.failed = '';
      this.page.update();
    } catch (error) {
      this.page.showProblem(error);
    }
  }

  /** A game or a position; what is damaged is told, and the running game goes on. Games of files are kept in a list.
   * @param {string} text @param {boolean} [isFile] */
  async openText(text, isFile = false) {
    if (/^\ufeff?\s*</.test(text)) return this.loadAntichess(text);
    if (isPosition(text)) return this.setUp(text);
    const games = readPgn(text);
    if (isFile) this.listGames(games);
    if (games.length) await this.readGame(games[0]);
    else
      this.page.showProblem(
        new Error(isFile ? 'This file contains no game, position or memory.' : 'There is no game in this text.'),
      );
  }

  /** @param {import('./pgn.js').PgnGame[]} games that were opened last */
  listGames(games) {
    const before = this.opened.length;
    this.opened.push(...games);
    set(this.games, {hidden: this.opened.length < 2});
    this.games.replaceChildren(
      ...this.opened.map(({tags, result}, i) =>
        h(
          'option',
          {value: i},
          `${i + 1}: ${tags.White ?? tags.Blue ?? '?'} – ${tags.Black ?? tags.Green ?? '?'} ${result}`,
        ),
      ),
    );
    this.games.value = String(before);
  }

  /** @param {import('./pgn.js').PgnGame} read */
  async readGame(read) {
    const {game, studio} = this.page;
    try {
      const {link, fault} = await openGame(studio, 'play', read, game?.name);
      const isSame = (link.game || 'chess') === game?.name;
      this.page.begin({...link, players: isSame ? (game?.players.join('~') ?? '') : '', paused: '1'});
      if (fault) this.page.showing.after(() => this.page.showProblem(new Error(fault)));
    } catch (error) {
      this.page.showProblem(error);
    }
  }

  /** A saved game of antichess, as `agentchess antichess-text` has them; it ends a pause. */
  async saveAntichess() {
    const {game} = this.page;
    if (!game) return;
    /* The format knows games in which both sides have a clock or none. */
    const isTimed = game.budgets.every((budget) => budget !== null);
    const round = (/** @type {(number | null)[]} */ times) => times.map((ms) => Math.round(ms ?? 0));
    const moves = game.moves.join(' ');
    try {
      save(
        'game.xml',
        writeAntichess(
          await this.page.ask('line', 'antichess', '', moves),
          await this.page.ask('position', 'antichess', '', moves),
          isTimed
            ? {
                budgets: round(game.budgets.map((budget) => budget?.ms ?? 0)),
                times: round(game.times.slice(0, game.last)),
                left: round(this.page.left()),
              }
            : null,
        ),
        'application/xml',
      );
    } catch (error) {
      this.page.showProblem(error);
    }
    this.page.pause(false);
  }

  /** @param {string} text */
  async loadAntichess(text) {
    this.page.pause(false);
    try {
      const {moves, times, spent} = await readAntichess(text, (name, ...values) => this.page.ask(name, ...values));
      askNewGame(this.page.main, {
        catalogue: this.page.studio.catalogue,
        levels: this.page.levels,
        game: 'antichess',
        players: this.page.game?.players.slice(0, 2) ?? [PERSON, USUAL],
        clock: '',
        seed: '1',
        title: 'Load game',
        isLoaded: true,
        start: (chosen) =>
          this.page.begin({
            ...chosen,
            moves: moves.join('.'),
            seed: '1',
            ...(times
              ? {
                  clock: writeClocks(times.budgets.map((ms) => ({ms, increment: 0}))),
                  times: times.times.join('.'),
                  spent: String(spent),
                }
              : {}),
          }),
      });
    } catch (error) {
      patch(
        this.page.parts.hint,
        h(
          'p',
          {class: 'wrong', role: 'alert'},
          `This is not a saved game: ${/** @type {any} */ (error).message}. The game continues.`,
        ),
      );
    }
  }
}
