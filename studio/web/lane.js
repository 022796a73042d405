/* A worker with a core in it, spoken to by promises. */
import {CoreError} from './core.js';

export class Lane {
  /** @param {() => Worker} open @param {Uint8Array} bytes of the core
   * @param {Map<string, any[]>} [prepared] what every worker is given first, shared by lanes: values by the name of the question */
  constructor(open, bytes, prepared = new Map()) {
    this.open = open;
    this.bytes = bytes;
    this.prepared = prepared;
    this.count = 0;
    /** What is heard while a question is answered. */
    this.onHear = (/** @type {string} */ text) => {
      void text;
    };
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.start();
  }

  start() {
    this.worker = this.open();
    this.worker.onmessage = ({data: {id, answer, error, heard}}) => {
      if (heard !== undefined) return this.onHear(heard);
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) asked?.resolve(answer);
      else asked?.reject(new CoreError(error));
    };
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.stop(`The worker failed and was started again: ${event.message}`);
    };
    this.worker.postMessage({bytes: this.bytes});
    for (const [name, values] of this.prepared) this.worker.postMessage({name, values, isPrepared: true});
  }

  /** Ends whatever is being answered, and begins anew. @param {string} why */
  stop(why) {
    this.worker?.terminate();
    for (const {reject} of this.waiting.values()) reject(new CoreError(why));
    this.waiting.clear();
    this.start();
  }

  close() {
    this.worker?.terminate();
    this.waiting.clear();
  }

  /** @param {any} message @returns {Promise<any>} its answer */
  send(message) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.count, {resolve, reject});
      this.worker?.postMessage({id: this.count, ...message});
    });
  }

  /** @param {string} name @param {...(string|number|bigint)} values @returns {Promise<string>} */
  ask(name, ...values) {
    return this.send({name, values: values.map(String)});
  }

  /** Asks what later questions hang on: every worker of this lane, and of those that share what is prepared, is asked it first.
   * @param {string} name @param {...(string|number|bigint)} values @returns {Promise<any>} */
  async prepare(name, ...values) {
    const answer = JSON.parse(await this.send({name, values: values.map(String), isPrepared: true}));
    this.prepared.set(name, values.map(String));
    return answer;
  }

  /** The games of a file of a run, read in the worker; onHear hears how many there are so far.
   * @param {{name: string, file: import('./runs.js').Stored, players: string[]}} run
   * @returns {Promise<any>} for Games.from() */
  read(run) {
    return this.send({run});
  }

  /** @param {string} name @param {...(string|number|bigint)} values @returns {Promise<any>} */
  async askJson(name, ...values) {
    return JSON.parse(await this.ask(name, ...values));
  }
}
