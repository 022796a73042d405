/* Where something happens in a game, or in the games that follow: captures, requests, and decisions in which two players differ. */
import {Game} from './decision.js';

const SEARCHED = 1000;

export class Incidents {
  /** @param {import('./watch.js').WatchPage} page */
  constructor(page) {
    this.page = page;
    /** How far a search has come. */
    this.found = '';
    /** @type {import('./lane.js').Lane | null} */
    this.search = null;
  }

  /** @param {number} by 1 or -1 */
  async goTo(by) {
    const {page} = this;
    const {game} = page;
    if (!game) return;
    const ply = game.plyOf(page.store.state);
    const plies = new Set(game.captures());
    for (const at of await game.requests((name, ...values) => page.ask(name, ...values))) plies.add(at);
    if (page.store.state.other) for (const at of await this.differences()) plies.add(at);
    const next = [...plies].sort((a, b) => (a - b) * by).find((at) => (at - ply) * by > 0);
    if (next !== undefined) page.go(next);
    else page.live.textContent = 'No further incident in this game.';
  }

  /** @returns {Promise<number[]>} plies */
  async differences() {
    const {page} = this;
    const {game, store} = page;
    if (!game) return [];
    const player = game.playerAt(game.plyOf(store.state), store.state);
    return page.ask('differences', ...game.lineTo(game.moves.length), player, store.state.other, game.seed);
  }

  async nextDifference() {
    const {game, store} = this.page;
    if (!game) return;
    const ply = game.plyOf(store.state);
    const next = (await this.differences()).find((at) => at > ply);
    if (next !== undefined) this.page.go(next);
    else this.searchGames();
  }

  /** Looks for a difference in the games that follow, in a worker of its own. */
  async searchGames() {
    const {page} = this;
    const {state} = page.store;
    const pair = [page.at?.player, state.other];
    const match = {...Game.matchOf(state)};
    this.stop();
    const lane = (this.search = page.studio.openLane());
    try {
      for (let tried = 1; tried <= SEARCHED && this.search === lane; tried++) {
        const number = match.number + tried;
        const {text, settings} = await Game.specIn(state, number);
        const {game, opening, moves} = JSON.parse(await lane.ask('match_game', text, settings, number));
        const plies = JSON.parse(await lane.ask('differences', game, opening, moves.join(' '), ...pair, match.seed));
        if (this.search !== lane) return;
        if (tried % 20 === 0) this.report(`${tried} games searched …`);
        if (plies.length === 0) continue;
        this.stop();
        this.report(`found after ${tried} ${tried === 1 ? 'game' : 'games'}`);
        return page.store.set(
          {
            ...page.fresh(),
            run: state.run,
            match: state.run ? '' : match.players.join('~'),
            game: state.game,
            number,
            seed: state.run ? '' : match.seed,
            player: pair[0],
            other: pair[1],
            ply: plies[0],
          },
          false,
        );
      }
      if (this.search === lane) this.report(`none in ${SEARCHED} games`);
    } catch (error) {
      if (this.search === lane) page.showProblem(error);
    }
    if (this.search === lane) this.stop();
  }

  /** @param {string} text */
  report(text) {
    this.found = text;
    this.page.drawer.report(text);
    this.page.live.textContent = text;
  }

  stop() {
    this.search?.close();
    this.search = null;
  }
}
