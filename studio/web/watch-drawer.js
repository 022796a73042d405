/* What is below the conversation: the game and its moves, all switches, two players side by side, and the tables. */
import {drawCurve} from './curve.js';
import {LAYERS, worth} from './decision.js';
import {fileButton, h, patch, save, table} from './dom.js';
import {openText} from './game-texts.js';
import {percent, squareOf} from './messages.js';
import {showMoves} from './moves.js';
import {isReplaced, unfolds} from './parts.js';
import {gamePgn, textOf} from './pgn.js';
import {write} from './store.js';

const PARTS = ['game', 'switches', 'compare', 'agents', 'candidates'];

export class WatchDrawer {
  /** @param {import('./watch.js').WatchPage} page */
  constructor(page) {
    this.page = page;
    /** @type {Record<string, any>} */
    this.parts = Object.fromEntries(PARTS.map((name) => [name, h('div', {class: name})]));
    this.text = h('textarea', {
      'aria-label': 'Position or game: FEN or PGN',
      rows: 3,
      spellcheck: 'false',
      placeholder: 'FEN or PGN',
    });
    const {input, element} = fileButton('File with a position or game', 'Open a file …', {
      accept: '.pgn,.fen,.txt,.epd',
      onchange: async () => {
        if (input.files?.[0]) await this.open(await textOf(input.files[0]));
        input.value = '';
      },
    });
    this.texts = h(
      'div',
      {class: 'texts'},
      h('h2', {}, 'Your position or game'),
      h('p', {class: 'caption'}, 'Paste FEN or PGN, open a file, or drop one on the page.'),
      this.text,
      h(
        'p',
        {class: 'actions'},
        h('button', {onclick: () => this.open(this.text.value)}, 'Show it'),
        element,
        h('button', {onclick: () => this.save()}, 'Save PGN'),
      ),
    );
    /** @type {any} */
    this.view = {};
    this.element = h(
      'details',
      {class: 'drawer', open: Boolean(page.store.state.drawer)},
      h('summary', {}, 'Your own position, the game, logics, levels, comparison, tables'),
      h(
        'div',
        {class: 'shelves'},
        h('div', {}, this.texts, this.parts.game, this.parts.compare),
        h('div', {}, this.parts.switches),
        h('div', {class: 'broad'}, this.parts.agents, this.parts.candidates),
      ),
    );
  }

  /** @param {string} text */
  async open(text) {
    try {
      const fault = await openText(this.page.studio, 'watch', text);
      this.text.value = '';
      if (fault) this.page.showing.after(() => this.page.showProblem(new Error(fault)));
    } catch (error) {
      this.page.showProblem(error);
    }
  }

  save() {
    const {game, studio} = this.page;
    if (game) save(game.fileName(), gamePgn(studio, game), 'application/x-chess-pgn');
  }

  /** @param {any} view */
  show(view) {
    const {explanation, second, switches} = view;
    this.view = view;
    if (this.page.store.state.drawer) this.element.open = true;
    this.showGame(view);
    this.showCompare(view);
    this.showSwitches(switches);
    this.showAgents(explanation, second);
    this.showCandidates(explanation);
  }

  /** @param {any} view */
  showGame({game, ply}) {
    const {page} = this;
    const last = game.line.length - 1;
    const layers = (page.store.state.show ?? '').split(',');
    const curve = this.parts.game.querySelector('.curve') ?? h('div', {class: 'curve'});
    const moves = this.parts.game.querySelector('.moves') ?? h('div', {class: 'moves'});
    drawCurve(curve, game, ply, (/** @type {number} */ at) => page.go(at));
    patch(
      this.parts.game,
      h('h2', {}, 'The game'),
      h(
        'div',
        {class: 'play'},
        h(
          'label',
          {},
          h('span', {class: 'hidden'}, 'Ply'),
          h('input', {
            type: 'range',
            min: 0,
            max: last,
            value: ply,
            oninput: (/** @type {any} */ event) => page.go(Number(event.target.value)),
          }),
        ),
        h(
          'button',
          {
            onclick: () => page.showing.after(() => page.incidents.goTo(1)),
            title: 'Capture, request or difference (n)',
          },
          'Next incident',
        ),
        h('button', {onclick: () => page.showing.after(() => page.nextGame()), disabled: !game.isOfMatch}, 'Next game'),
      ),
      curve,
      moves,
      h('p', {class: 'ending'}, game.ending),
      h(
        'p',
        {class: 'layers'},
        h('span', {}, 'Arrows '),
        Object.entries(LAYERS).map(([name, [key, text]]) =>
          h(
            'button',
            {
              class: `layer ${name}`,
              'aria-pressed': layers.includes(name) ? 'true' : 'false',
              title: `${text} (${key})`,
              onclick: () => page.toggleLayer(name),
            },
            text,
          ),
        ),
      ),
    );
    const range = this.parts.game.querySelector('input');
    if (range) range.value = String(ply);
    showMoves(moves, {line: game.line, ply, sides: game.sides.length, link: (at) => page.link({ply: at, step: ''})});
  }

  /** @param {any} switches */
  showSwitches(switches) {
    const {page} = this;
    const {others} = this.view;
    const row = (/** @type {string} */ list) => (/** @type {any} */ entry, /** @type {number} */ i) => {
      const other = others?.[list]?.[i];
      return h(
        'li',
        {class: `${other && other.on !== entry.on ? 'differs' : ''}${isReplaced(entry) ? ' replaced' : ''}`},
        h(
          'label',
          {title: entry.summary},
          h('input', {
            type: 'checkbox',
            checked: entry.on,
            disabled: entry.switched === switches.player,
            'data-switch': entry.name,
            onchange: () => page.set({player: entry.switched}),
          }),
          ` ${entry.name}`,
        ),
        page.side.influenceOf(entry, list === 'logics'),
        h('small', {}, entry.summary),
      );
    };
    patch(
      this.parts.switches,
      h('h2', {}, 'Logics ', h('code', {}, switches.player)),
      switches.logics
        ? [page.side.levels(switches), h('ul', {class: 'switches'}, switches.logics.map(row('logics')))]
        : h('p', {}, 'This player has no logics to switch.'),
      switches.readings
        ? h(
            'details',
            {},
            h('summary', {}, 'Readings: interpretations of ambiguous passages of the thesis'),
            h('ul', {class: 'switches'}, switches.readings.map(row('readings'))),
          )
        : null,
      h('p', {}, h('a', {href: write({page: 'learn'})}, 'A small position for every logic')),
    );
  }

  /** @param {any} view */
  showCompare({player, other}) {
    const {page} = this;
    patch(
      this.parts.compare,
      h('h2', {}, 'A second player for comparison'),
      h(
        'p',
        {},
        h('label', {for: 'other'}, 'Compare with '),
        h('input', {
          id: 'other',
          value: other,
          placeholder: 'level:5',
          size: 24,
          spellcheck: 'false',
          onchange: (/** @type {any} */ event) => page.set({other: event.target.value.trim()}),
        }),
        other
          ? [
              h(
                'button',
                {onclick: () => page.showing.after(() => page.incidents.nextDifference())},
                'Next difference',
              ),
              h('button', {onclick: () => page.set({player: other, other: player})}, 'Swap'),
              h('button', {onclick: () => page.set({other: ''})}, 'Close'),
            ]
          : h('button', {onclick: () => page.set({other: 'level:5'})}, 'Compare'),
        page.incidents.search ? h('button', {onclick: () => page.incidents.stop()}, 'Stop') : null,
        h('output', {}, page.incidents.found),
      ),
    );
  }

  /** @param {string} text */
  report(text) {
    const place = this.parts.compare.querySelector('output');
    if (place) place.textContent = text;
  }

  /** @param {any} explanation @param {any} second */
  showAgents(explanation, second) {
    if (!explanation?.reports?.length) return patch(this.parts.agents);
    const {page} = this;
    const others = new Map((second?.reports ?? []).map((/** @type {any} */ report) => [report.from, report]));
    const proposal = (/** @type {any} */ made) => {
      const count = made?.equals?.length ?? made?.equal_count;
      const text = made && `${page.san(made.move)} ${worth(made.worth)}${count > 1 ? ` (1 of ${count})` : ''}`;
      return made ? unfolds(text, [made], page.san) : '–';
    };
    const rows = explanation.reports.map((/** @type {any} */ report) => {
      const square = squareOf(report.from),
        other = others.get(report.from);
      const cell = (/** @type {string} */ name, /** @type {any} */ value) =>
        h(
          'td',
          {class: other && JSON.stringify(other[name]) !== JSON.stringify(report[name]) ? 'differs' : null},
          value,
        );
      return h(
        'tr',
        {'data-agent': square, class: square === page.store.state.agent ? 'chosen' : null},
        h('th', {scope: 'row'}, page.agentButton(report.from)),
        cell('attackers', report.attackers || '–'),
        cell('cheapest_attacker', report.attackers ? worth(report.cheapest_attacker) : '–'),
        cell('defended', report.defended ? 'yes' : 'no'),
        cell('loss', report.loss ? worth(report.loss) : '–'),
        cell('best_attack', proposal(report.best_attack)),
        cell('best_move', proposal(report.best_move)),
        cell('disregarded', report.disregarded?.length ? report.disregarded.length : '–'),
      );
    });
    patch(
      this.parts.agents,
      h('h2', {}, 'Reports'),
      h(
        'div',
        {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Reports'},
        table(
          'Reports of the agents; values in hundredths of a pawn',
          ['agent', 'attackers', 'cheapest', 'defended', 'loss', 'best attack', 'best move', 'disregarded'],
          rows,
        ),
      ),
    );
  }

  /** @param {any} explanation */
  showCandidates(explanation) {
    const {page} = this;
    const shares = new Map((explanation?.shares ?? []).map((/** @type {any} */ {move, share}) => [move, share]));
    const rows = (explanation?.candidates ?? []).map((/** @type {any} */ candidate) => {
      const {move, kind, worth: value} = candidate;
      return h(
        'tr',
        {class: move === explanation.move ? 'chosen' : null},
        h('td', {}, page.san(move)),
        h('td', {}, kind),
        h('td', {class: 'number'}, unfolds(worth(value), [candidate], page.san)),
        h('td', {class: 'number'}, shares.has(move) ? percent(shares.get(move)) : '–'),
      );
    });
    for (const {kind, action, reason} of explanation?.messages ?? [])
      if (kind === 'refuse')
        rows.push(
          h(
            'tr',
            {},
            h('td', {}, page.san(action)),
            h('td', {}, `refused by the master: ${reason}`),
            h('td', {class: 'number'}, '–'),
            h('td', {class: 'number'}, '–'),
          ),
        );
    patch(
      this.parts.candidates,
      rows.length
        ? [
            h('h2', {}, 'Candidates'),
            h(
              'div',
              {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Candidates'},
              table('Candidates of the master', ['move', 'kind', 'net', 'share'], rows),
            ),
          ]
        : [],
    );
  }
}
