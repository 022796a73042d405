/* What stands beside the board of the page "watch": the decision with its reason, the conversation, and what would change the decision. */
import {worth} from './decision.js';
import {h, patch, scrollTo} from './dom.js';
import {markParts, percent, reasonOf, sayChance, sayMessage, squareOf} from './messages.js';
import {isReplaced, proposalsOf, unfolds} from './parts.js';
import {sayPlayer} from './play-seats.js';
import {write} from './store.js';

const SWITCHES = 6; /* that are shown beside the board; the drawer has all */

export class WatchSide {
  /** @param {import('./watch.js').WatchPage} page */
  constructor(page) {
    this.page = page;
    this.decision = h('div', {class: 'decision'});
    this.conversation = h('div', {class: 'conversation'});
    this.change = h('div', {class: 'change'});
    this.element = h('div', {class: 'side'}, this.decision, this.conversation, this.change);
    /** @type {any[] | null} what each switch would change */
    this.influence = null;
  }

  /** @param {any} view @param {import('./phases.js').Source} source @param {import('./phases.js').Phase | undefined} phase */
  show(view, source, phase) {
    this.showDecision(view, source);
    this.showConversation(view, phase);
    this.showChange(view);
  }

  /** @param {any} view @param {import('./phases.js').Source} source */
  showDecision({game, ply, explanation, second, other}, source) {
    const {page} = this;
    const last = game.line.length - 1;
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ to) =>
      h(
        'button',
        {'aria-label': label, title: label, disabled: to < 0 || to > last || to === ply, onclick: () => page.go(to)},
        text,
      );
    const title = explanation
      ? h('b', {class: 'move'}, explanation.san)
      : game.isOver(ply)
        ? game.ending
        : 'There is nothing to decide.';
    patch(
      this.decision,
      h(
        'div',
        {class: 'head'},
        h('h2', {class: 'played'}, title),
        h(
          'div',
          {class: 'plies'},
          button('‹', 'Previous ply (,)', ply - 1),
          h('output', {}, `${ply} / ${last}`),
          button('›', 'Next ply (.)', ply + 1),
        ),
      ),
      explanation && this.reason(explanation, source),
      second &&
        h(
          'p',
          {class: `second${second.move === explanation?.move ? '' : ' differs'}`},
          `${sayPlayer(other)} plays `,
          h('b', {class: 'move'}, second.san),
          second.move === explanation?.move ? ' as well.' : ` instead of ${explanation.san}.`,
        ),
    );
  }

  /** Why the move is played; then, small, what chance had to do with it. @param {any} explanation @param {import('./phases.js').Source} source @returns {any[]} */
  reason(explanation, source) {
    const {page} = this;
    const [first, ...more] = reasonOf(explanation, source);
    const chance = sayChance(explanation, source.ends);
    const excluded = (page.store.state.exclude ?? '').split('.').filter(Boolean);
    return [
      h('p', {class: 'reason'}, markParts(first)),
      more.map((sentence) => h('p', {class: 'why'}, markParts(sentence))),
      h(
        'div',
        {class: 'chance'},
        explanation.played ? unfolds(`Net ${worth(explanation.played.worth)}`, [explanation.played], page.san) : null,
        explanation.shares?.length > 1
          ? h(
              'details',
              {class: 'shares'},
              h('summary', {}, `Chance: ${chance}`),
              h(
                'ol',
                {},
                explanation.shares.map((/** @type {any} */ {move, share}) =>
                  h('li', {}, h('b', {}, page.san(move)), ` ${percent(share)}`),
                ),
              ),
            )
          : null,
      ),
      h(
        'p',
        {class: 'actions'},
        h('button', {title: '(Enter)', onclick: () => page.showing.after(() => page.playDecision())}, 'Play this move'),
        h(
          'button',
          {title: '(x)', onclick: () => page.showing.after(() => page.excludeDecision())},
          'Exclude this move',
        ),
        excluded.length
          ? [
              `Excluded: ${excluded.map((code) => page.san(code)).join(' ')} `,
              h('button', {onclick: () => page.set({exclude: ''})}, 'Allow all'),
            ]
          : null,
      ),
    ];
  }

  /** The chat, or all messages of the chosen agent. @param {any} view @param {import('./phases.js').Phase | undefined} phase */
  showConversation({explanation, position}, phase) {
    const {page} = this;
    const {agent} = page.store.state;
    if (agent && explanation) return this.showMessages(agent, explanation, position);
    const name = (/** @type {string} */ who) =>
      who.includes(' ') && squareOf(who) && explanation?.reports
        ? page.agentButton(who)
        : h('span', {class: 'who'}, who);
    patch(
      this.conversation,
      h('h2', {}, 'Conversation'),
      h(
        'ol',
        {class: 'chat', tabindex: 0, 'aria-label': 'Conversation'},
        page.conversation.chat.map((line) =>
          h(
            'li',
            {class: line.phase === phase?.name ? 'now' : null, 'data-phase': line.phase},
            name(line.who),
            unfolds(line.text, line.worths, page.san),
          ),
        ),
      ),
    );
    const list = this.conversation.querySelector('.chat'),
      now = list?.querySelector('.now');
    if (list && now) scrollTo(list, now);
  }

  /** @param {string} agent a square @param {any} explanation @param {any} position */
  showMessages(agent, explanation, position) {
    const piece = position.pieces.find((/** @type {any} */ {square}) => square === agent);
    const own = (explanation.messages ?? []).filter((/** @type {any} */ {from, to}) =>
      [squareOf(from), squareOf(to)].includes(agent),
    );
    patch(
      this.conversation,
      h(
        'div',
        {class: 'head'},
        h('h2', {}, `Messages of the ${piece ? `${piece.type} on ${agent}` : agent}`),
        h('button', {onclick: () => this.page.store.set({agent: ''})}, 'All agents'),
      ),
      own.length
        ? h(
            'ol',
            {class: 'chat', tabindex: 0, 'aria-label': 'Messages'},
            own.map((/** @type {any} */ message) =>
              h(
                'li',
                {class: squareOf(message.from) === agent ? 'own' : null},
                h('span', {class: 'who'}, `${message.from} → ${message.to}`),
                unfolds(sayMessage(message, this.page.san), proposalsOf(message), this.page.san),
              ),
            ),
          )
        : h('p', {}, 'No messages: this is not a piece of the side to move, or the player has no agents.'),
    );
  }

  /** @param {{switches: any}} view */
  showChange({switches}) {
    const {page, influence} = this;
    const head = h(
      'div',
      {class: 'head'},
      h('h2', {}, 'What if?'),
      switches.logics ? h('span', {class: 'caption'}, 'Switch a logic off or on, and see the move change.') : null,
      h(
        'label',
        {},
        'Player ',
        h('input', {
          id: 'player',
          value: page.at?.player ?? '',
          size: 18,
          spellcheck: 'false',
          title: 'For example team:sight=5,hearing=2,level=7',
          onchange: (/** @type {any} */ event) => page.set({player: event.target.value.trim()}),
        }),
      ),
    );
    if (!switches.logics) return patch(this.change, head, h('p', {}, 'This player has no logics to switch.'));
    const found = (/** @type {string} */ name) => influence?.find((/** @type {any} */ entry) => entry.name === name);
    const isLogic = (/** @type {any} */ entry) => switches.logics.includes(entry);
    /* First the logics that are on, then those whose switch changes most. */
    const rank = (/** @type {any} */ entry) =>
      (entry.on && isLogic(entry) ? (entry.replaced_by ? 1 : 2) : 0) + (found(entry.name)?.difference ?? 0);
    const shown = [...switches.logics, ...switches.readings]
      .filter((entry) => entry.switched !== switches.player && (found(entry.name) || (entry.on && isLogic(entry))))
      .sort((a, b) => rank(b) - rank(a))
      .slice(0, SWITCHES);
    patch(
      this.change,
      head,
      h(
        'ul',
        {class: 'changes'},
        shown.map((entry) =>
          h(
            'li',
            {class: isReplaced(entry) ? 'replaced' : null},
            h(
              'label',
              {},
              h('input', {
                type: 'checkbox',
                checked: entry.on,
                'data-change': entry.name,
                onchange: () => page.set({player: entry.switched}),
              }),
              ` ${entry.name}`,
            ),
            h('small', {title: entry.summary}, entry.summary),
            this.influenceOf(entry, isLogic(entry)),
          ),
        ),
      ),
      this.levels(switches),
    );
  }

  /** What would be played instead. @param {any} entry a switch @param {boolean} isLogic not a reading */
  influenceOf(entry, isLogic) {
    const {page} = this;
    const found = this.influence?.find((/** @type {any} */ {name}) => name === entry.name);
    const share = found && percent(found.difference);
    const says = () => {
      if (found)
        return found.otherwise === page.explanation?.move
          ? `shares differ by ${share}`
          : [h('b', {}, page.san(found.otherwise)), ' would be played'];
      if (isReplaced(entry)) return `replaced by ${entry.replaced_by}`;
      if (!this.influence) return '';
      return ['same move', isLogic ? [' · ', chapterLink(entry.name)] : ''];
    };
    return h(
      'span',
      {
        class: `influence${found ? ' changes-it' : ''}`,
        'data-influence': entry.name,
        title: found ? `${share} of the decisions differ when it is ${entry.on ? 'off' : 'on'}` : null,
      },
      says(),
    );
  }

  /** @param {any} switches */
  levels(switches) {
    const {page} = this;
    return h(
      'p',
      {class: 'levels', role: 'group', 'aria-label': 'Levels'},
      'Level ',
      switches.levels.map((/** @type {any} */ {name, on, player}) =>
        h('button', {'aria-pressed': on ? 'true' : 'false', onclick: () => page.set({player})}, name),
      ),
      page.store.state.player && page.game?.isOfMatch
        ? h('button', {onclick: () => page.set({player: ''})}, 'as played')
        : null,
    );
  }

  /** @param {() => boolean} isNewest @param {any} at */
  async showInfluence(isNewest, {game, ply, player}) {
    this.influence = await this.page.ask('influence', ...game.lineTo(ply), player);
    const switches = await this.page.ask('switches', game.name, player);
    if (!isNewest()) return;
    this.showChange({switches});
    this.page.drawer.showSwitches(switches);
  }
}

/** The chapter in which a logic decides. @param {string} name */
const chapterLink = (name) =>
  h('a', {href: write({page: 'learn', chapter: name}), 'aria-label': `where ${name} matters`}, 'where it matters');
