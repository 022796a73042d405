/* What players think on the page "play": their moves, ideas, and why they played as they did. */
import {h, patch} from './dom.js';
import {endsOf, geometryOf} from './geometry.js';
import {markParts, reasonOf} from './messages.js';
import {movesTyped} from './notation.js';
import {PERSON, USUAL} from './play-game.js';
import {WAIT} from './play-options.js';
import {sayPlayer} from './play-seats.js';
import {explainMove} from './play-why.js';

export class Thinking {
  /** @param {import('./play.js').PlayPage} page */
  constructor(page) {
    this.page = page;
    /** What a worker thinks about; "": nothing. */
    this.subject = '';
    this.failed = '';
    /** @type {any} the latest message of a search */
    this.latest = null;
    this.lane = page.studio.openLane();
    this.lane.onHear = (text) => this.receive(JSON.parse(text));
    /** The decision whose reason is shown. */
    this.explained = '';
  }

  carryOn() {
    const {page} = this;
    const {game} = page;
    if (!game) return;
    const player = game.players[game.turn];
    const key = this.thoughtOf(player);
    const mayGoOn = game.ending || page.isPaused ? [] : [key, this.thoughtOf('idea'), this.thoughtOf('now')];
    if (this.subject && !mayGoOn.includes(this.subject)) this.stop();
    const wants = !game.ending && !page.isPaused && player !== PERSON;
    if (wants && !this.subject && this.failed !== key) this.think(key, player, (reply) => this.takeReply(reply));
  }

  /** What is thought about the position, and by whom or what for. @param {string} what @returns {string} */
  thoughtOf(what) {
    const {page} = this;
    return JSON.stringify([what, page.game?.lineTo(page.game.last), page.game?.seed]);
  }

  stop() {
    const {page} = this;
    this.subject = '';
    this.lane.stop('stopped');
    page.showStatus();
  }

  /** @param {string} key @param {string} player @param {(reply: any) => void} receive */
  async think(key, player, receive) {
    const {page} = this;
    const {game} = page;
    if (!game) return;
    const began = performance.now();
    this.subject = key;
    this.latest = null;
    patch(page.parts.thought);
    page.showStatus();
    try {
      const reply = await this.lane.askJson('reply', ...game.lineTo(game.last), player, game.seedAt(game.last));
      const wait = Number(page.store.state.wait ?? WAIT) * 1000 - (performance.now() - began);
      if (wait > 0 && game.last > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.subject !== key) return;
      this.subject = '';
      this.showMetric(reply.worth);
      page.options.memory.note(reply.memory);
      receive(reply);
    } catch (error) {
      if (this.subject !== key) return;
      this.subject = '';
      this.failed = key;
      page.showProblem(error);
      page.showStatus();
    }
  }

  /** @param {any} reply */
  takeReply(reply) {
    const {page} = this;
    const {game} = page;
    if (!game || !page.isCurrent()) return;
    if (reply.choice === 'move') page.play(reply.move);
    else page.store.set({ended: reply.choice === 'resignation' ? `resignation:${game.turn}` : 'draw-claim'});
  }

  /** What a player that searches is thinking of. @param {any} thought */
  receive(thought) {
    if (!this.subject) return;
    this.latest = thought.line.length || !this.latest ? thought : {...thought, line: this.latest.line};
    const best = this.latest.line.length ? `best so far ${this.latest.line.slice(0, 6).join(' ')}` : '';
    const at =
      thought.kind === 'considering'
        ? `${thought.move}, ${thought.number} of ${thought.count}, ${thought.replies} replies`
        : thought.kind === 'remembered'
          ? `from the memory: depth ${thought.depth}`
          : `depth ${thought.depth}`;
    this.showThought(`${at}; ${thought.nodes.toLocaleString()} positions; ${best}`, thought.worth);
  }

  /** @param {string} text @param {string} worth */
  showThought(text, worth) {
    const {page} = this;
    patch(page.parts.thought, h('p', {class: 'caption'}, text), this.metric(worth));
  }

  /** @param {string} worth */
  showMetric(worth) {
    const {page} = this;
    if (worth) page.parts.thought.lastElementChild?.replaceWith(this.metric(worth));
  }

  /** @param {string} worth @returns {HTMLElement} */
  metric(worth) {
    return h(
      'p',
      {class: 'caption', title: 'Positive values favour the first side'},
      worth ? `Position metric: ${worth}` : '\u00a0',
    );
  }

  /** Who is asked for ideas: a player at the table, or the usual one. */
  adviser() {
    const {page} = this;
    return page.game?.players.find((player) => player !== PERSON) ?? USUAL;
  }

  hint() {
    const {page} = this;
    const {game} = page;
    if (!game || game.ending || !game.isPerson(game.turn) || this.subject) return;
    this.think(this.thoughtOf('idea'), this.adviser(), (reply) => {
      page.idea = page.position.moves.find((/** @type {any} */ {move}) => move === reply.move) ?? null;
      const text = page.idea
        ? `${sayPlayer(this.adviser())} would play ${page.written(page.idea)}.`
        : `${sayPlayer(this.adviser())} would ${reply.choice === 'resignation' ? 'resign' : 'claim a draw'}.`;
      patch(page.parts.hint, h('p', {}, text));
      page.live.textContent = text;
      page.show();
    });
  }

  /** The best that was found so far; if no player thinks, one moves for the person. */
  moveNow() {
    const {page} = this;
    const {game} = page;
    if (!game || game.ending) return;
    if (!this.subject) return void this.think(this.thoughtOf('now'), this.adviser(), (reply) => this.takeReply(reply));
    const found =
      this.latest?.line[0] && page.ply === game.last ? movesTyped(this.latest.line[0], page.position.moves)[0] : null;
    if (!found) return;
    this.stop();
    page.play(found.move);
  }

  /** A decision of agents in the game, with its position and how its moves are written. @param {number} ply */
  async decisionAt(ply) {
    const {page} = this;
    const game = /** @type {import('./play-game.js').PlayGame} */ (page.game);
    const player = game.players[game.line[ply].turn];
    /* A search thinks again where it can be stopped. */
    const lane = hasAgents(player) ? page.studio.lane : this.lane;
    const [explanation, {moves}] = await Promise.all([
      lane.askJson('explain', ...game.lineTo(ply), player, game.seedAt(ply)),
      page.ask('position', ...game.lineTo(ply)),
    ]);
    const sans = new Map(moves.map((/** @type {any} */ {move, san}) => [move, san]));
    const geometry = geometryOf(game.name, 0);
    return {
      game,
      player,
      explanation,
      position: null,
      piece: (/** @type {string} */ square) => square,
      san: (/** @type {string} */ code) => sans.get(code) ?? code,
      ends: (/** @type {string} */ code) => endsOf(geometry, code),
    };
  }

  /** Shows the reason of the last move that agents played before the ply that is shown. @param {() => boolean} isNewest */
  async showReason(isNewest) {
    const {page} = this;
    const {game, ply} = page;
    if (!game) return;
    let at = ply - 1;
    while (at >= 0 && ply - at <= game.sides.length && !hasAgents(game.players[game.line[at].turn])) at--;
    const isShown = at >= 0 && ply - at <= game.sides.length;
    const key = isShown ? JSON.stringify([game.lineTo(at + 1), game.players, game.seed]) : '';
    if (key === this.explained) return;
    if (!isShown) {
      this.explained = '';
      return patch(page.parts.reason);
    }
    const decision = await this.decisionAt(at);
    if (!isNewest()) return;
    this.explained = key;
    const {next} = game.line[at];
    if (decision.explanation.move !== next.move) return patch(page.parts.reason);
    patch(
      page.parts.reason,
      h(
        'p',
        {class: 'reason'},
        h('b', {}, `${sayPlayer(decision.player)} played ${page.written(next)}: `),
        markParts(reasonOf(decision.explanation, decision)[0]),
      ),
    );
  }

  async why() {
    const {page} = this;
    const {game, ply} = page;
    const at = ply - 1;
    if (!game || at < 0) return;
    const {turn, next} = game.line[at];
    const player = game.players[turn];
    const san = page.written(next);
    if (player === PERSON) {
      const question = `What would ${sayPlayer(USUAL)} have played?`;
      return patch(
        page.parts.why,
        h('p', {}, `${san} was a person’s move. `, h('a', {href: page.watchLink(at, USUAL)}, question)),
      );
    }
    try {
      const decision = await this.decisionAt(at);
      if (page.game !== game) return;
      if (decision.explanation.move !== next.move)
        patch(
          page.parts.why,
          h(
            'p',
            {},
            `${sayPlayer(player)} would have played ${decision.san(decision.explanation.move)} instead of ${san}.`,
          ),
        );
      else patch(page.parts.why, explainMove(san, decision, page.watchLink(at, player)));
    } catch (error) {
      page.showProblem(error);
    }
  }
}

/** @param {string} player */
const hasAgents = (player) => /^(level|team)/.test(player);
