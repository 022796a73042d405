/* What runs in a worker: a core that answers one question after the other. */
import {Core, CoreError} from './core.js';

/** Answers {id, name, values} with {id, answer} or {id, error}; the first message is the core. */
export function work() {
  /** @type {Promise<Core>} */
  let core;
  self.onmessage = async ({data}) => {
    if (data.bytes) {
      core = Core.load(data.bytes);
      return;
    }
    const {id, name, values} = data;
    try {
      self.postMessage({id, answer: (await core).ask(name, ...values)});
    } catch (error) {
      const isKnown = error instanceof CoreError;
      self.postMessage({id, error: isKnown ? error.message : `The core cannot be asked: ${error}`});
    }
  };
}
