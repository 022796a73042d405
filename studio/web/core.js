/* The core: the program's own code as WebAssembly, asked by texts and answered with texts (answer.h
   has the rules). It runs wherever it is loaded: in a worker of the page, or in Node. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What is wrong, as a sentence of the core. */
export class CoreError extends Error {}

/* What the C library asks of its surroundings. There are no files: of all it could do with them
   only writing is answered, as messages about the end of the core go there. */
const ERRNO_BADF = 8;

/** The reason of a trap that the core itself has not told.
 * @param {unknown} trap @returns {string} */
function reasonOf(trap) {
  const text = String(trap);
  if (text.includes('stack')) return 'stack overflow';
  if (text.includes('out of bounds') || text.includes('memory')) return 'out of memory';
  return text;
}

export class Core {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** How often it had to be started again. */
    this.restarts = 0;
    /** @type {Record<string, (...texts: number[]) => number>} */
    this.questions = {};
    this.memory = new WebAssembly.Memory({initial: 0});
    /** What is asked first whenever it begins anew: [name, values]. @type {[string, (string|number|bigint)[]][]} */
    this.prepared = [];
    /** What is heard while a question is answered, a text. */
    this.onHear = (/** @type {string} */ text) => {
      void text;
    };
    this.start();
  }

  /** @param {BufferSource} bytes of core.wasm @returns {Promise<Core>} */
  static async load(bytes) {
    return new Core(await WebAssembly.compile(bytes));
  }

  /** Begins anew: nothing that went before is known any more. */
  start() {
    /** @type {Record<string, (...values: any[]) => number>} */
    const wasi = {
      /** @param {number} id @param {bigint} _precision @param {number} place */
      clock_time_get: (id, _precision, place) => {
        const ms = id === 0 ? Date.now() : performance.now();
        new DataView(this.memory.buffer).setBigUint64(place, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      /** @param {number} status */
      proc_exit: (status) => {
        throw new Error(`it exited with status ${status}`);
      },
    };
    /** @type {Record<string, Record<string, WebAssembly.ImportValue>>} */
    const imports = {studio: {hear: (/** @type {number} */ place) => this.onHear(this.read(place))}};
    for (const {module, name} of WebAssembly.Module.imports(this.module)) {
      imports[module] ??= {};
      imports[module][name] ??= wasi[name] ?? (() => ERRNO_BADF);
    }
    const instance = new WebAssembly.Instance(this.module, imports);
    this.questions = /** @type {any} */ (instance.exports);
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.questions._initialize();
  }

  /** @param {string} text @returns {number} where it stands */
  write(text) {
    const bytes = encoder.encode(text.replaceAll('\0', '\ufffd'));
    const place = this.questions.core_room(bytes.length + 1);
    const room = new Uint8Array(this.memory.buffer, place, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return place;
  }

  /** @param {number} place @returns {string} the text that stands there */
  read(place) {
    const bytes = new Uint8Array(this.memory.buffer);
    return decoder.decode(bytes.subarray(place, bytes.indexOf(0, place)));
  }

  /** Asks the question of that name. What is wrong, or ends the core, becomes a CoreError; the next
   * question finds a core that works.
   * @param {string} name @param {...(string|number|bigint)} values @returns {string} */
  ask(name, ...values) {
    let answer;
    try {
      const places = values.map((value) => this.write(String(value)));
      answer = this.read(this.questions[name](...places));
      for (const place of places) this.questions.core_free(place);
    } catch (trap) {
      throw this.restart(trap);
    }
    if (this.questions.core_failed()) throw new CoreError(answer);
    return answer;
  }

  /** Asks what later questions hang on: what the core is given with it, it has again after a trap.
   * @param {string} name @param {...(string|number|bigint)} values @returns {string} */
  prepare(name, ...values) {
    const others = this.prepared.filter(([other]) => other !== name);
    const answer = this.ask(name, ...values);
    this.prepared = [...others, [name, values]];
    return answer;
  }

  /** The same where the answer is JSON.
   * @param {string} name @param {...(string|number|bigint)} values @returns {any} */
  askJson(name, ...values) {
    return JSON.parse(this.ask(name, ...values));
  }

  /** @param {unknown} trap @returns {CoreError} */
  restart(trap) {
    const told = this.read(this.questions.core_death());
    this.restarts++;
    this.start();
    const prepared = this.prepared;
    this.prepared = []; /* if one of them is what ends the core, all are forgotten */
    for (const [name, values] of prepared) this.prepare(name, ...values);
    return new CoreError(`The core stopped and was started again: ${told || reasonOf(trap)}.`);
  }
}
