/* What runs in a worker: a core that answers one question after the other. */
import {Core, CoreError} from './core.js';
import {readGames} from './games.js';

/** Answers {id, name, values}, and {id, run} (its games), with {id, answer} or {id, error}, and says {heard} meanwhile; the first message is the core. */
export function work() {
  /** @type {Promise<Core>} */
  let core;
  self.onmessage = async ({data}) => {
    if (data.bytes) {
      core = Core.load(data.bytes);
      core.then(
        (loaded) => {
          loaded.onHear = (heard) => self.postMessage({heard});
        },
        () => {},
      );
      return;
    }
    const {id, name, values, run, isPrepared} = data;
    try {
      if (run) return await answerGames(id, run);
      const asked = isPrepared ? (await core).prepare(name, ...values) : (await core).ask(name, ...values);
      self.postMessage({id, answer: asked});
    } catch (error) {
      const isKnown = run || error instanceof CoreError;
      self.postMessage({
        id,
        error: isKnown ? /** @type {Error} */ (error).message : `The core cannot be queried: ${error}`,
      });
    }
  };
}

/** Reads the games of a run, and gives its columns away instead of copying them.
 * @param {number} id @param {any} run */
async function answerGames(id, run) {
  const games = await readGames(run, (heard) => self.postMessage({heard}));
  self.postMessage({id, answer: games}, {transfer: games.buffers()});
}
