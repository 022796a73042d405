/* Runs that the page has been given: in the page itself, or as files of a reader. */

/** @typedef {{name: string, spec: string, text: string, game: string, seed: string, players: {name: string, text: string}[],
 *   files: Map<string, Stored>}} Run
 * @typedef {{blob: Blob, isPacked: boolean}} Stored a file of a run */

import {sha256} from './sha256.js';

/** The run that comes with the page: the internal tests of the thesis. */
const THESIS = 'the-thesis';

/** Those that were opened, by their names. @type {Map<string, Run>} */
export const runs = new Map();

/** What stands in a file, unpacked. @param {Stored} file @returns {ReadableStream<any>} */
export const streamOf = ({blob, isPacked}) =>
  isPacked
    ? /** @type {ReadableStream<any>} */ (blob.stream()).pipeThrough(new DecompressionStream('gzip'))
    : blob.stream();

/** Lines of a file, a list of them at a time, so that the page is not held up.
 * @param {ReadableStream<any>} stream @returns {AsyncGenerator<string[]>} */
export async function* linesOf(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  if (rest) yield [rest];
}

/** The cells of a line of CSV (RFC 4180), without the apostrophe before what a spreadsheet would
 * take for a formula. @param {string} line @returns {string[]} */
export function cellsOf(line) {
  const cells = [];
  if (!line.includes('"')) cells.push(...line.split(','));
  else
    for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
      cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  return line.includes("'") ? cells.map((cell) => cell.replace(/^'('*[=+\-@\t\r])/, '$1')) : cells;
}

/** How many games of an unfinished run are there. @param {Map<string, Stored>} files @returns {Promise<string>} */
async function gamesSoFar(files) {
  const [games, checkpoint] = [files.get('games.csv'), files.get('checkpoint')];
  let count = -1; /* the head */
  if (games) for await (const lines of linesOf(streamOf(games))) count += lines.length;
  const all = /^games=(\d+)$/m.exec((await checkpoint?.blob.slice(0, 1 << 16).text()) ?? '')?.[1];
  if (count < 0) return '';
  return ` ${count} games are finished${all ? `, of ${all} per pairing` : ''}.`;
}

/** @param {string} name @param {Map<string, Stored>} files @returns {Promise<string>} */
async function whyNoRun(name, files) {
  const part = /shard-(\d+)-of-(\d+)$/.exec(name);
  if (part)
    return `'${name}' is shard ${part[1]} of ${part[2]} of a run: merge all shards with 'agentchess merge' and open the result.`;
  if (files.has('checkpoint'))
    return `'${name}' is unfinished:${await gamesSoFar(files)} Wait until it ends, or continue it with 'agentchess run --resume', then open it.`;
  return `'${name}' contains no finished run.`;
}

/** Whether the text of run.json is as it was written: its hash is that of itself with zeros in the place of its digits. A run of the program
 * has one. @param {string} text @param {any} written */
async function isSealed(text, written) {
  if (written.program === undefined && written.hash === undefined) return true;
  const at = text.lastIndexOf('"hash" : "sha256:');
  const digits = /sha256:([0-9a-f]{64})"/.exec(text.slice(Math.max(at, 0)))?.[1] ?? '';
  const sealed = text.slice(0, at) + text.slice(at).replace(digits, '0'.repeat(64));
  return at >= 0 && digits !== '' && (await sha256(new Blob([sealed]).stream())) === digits;
}

/** The files whose sums datapackage.json has, whose own sum run.json has: one that does not match is refused with its name.
 * @param {string} name @param {Map<string, Stored>} files @param {any} written run.json */
async function check(name, files, written) {
  const changed = (/** @type {string} */ file) =>
    new Error(`'${name}/${file}' was changed after the run wrote it: restore it from a copy.`);
  const expected = written.datapackage_sha256;
  if (expected === undefined) return;
  const datapackage = files.get('datapackage.json');
  if (!datapackage) throw new Error(`'${name}/datapackage.json' is missing: it contains the checksums of the files.`);
  if ((await sha256(datapackage.blob.stream())) !== expected) throw changed('datapackage.json');
  const {resources} = JSON.parse(await datapackage.blob.text());
  for (const {path, hash} of resources) {
    const file = files.get(path.replace(/\.gz$/, ''));
    if (
      file &&
      `sha256:${await sha256(path.endsWith('.gz') || !file.isPacked ? file.blob.stream() : streamOf(file))}` !== hash
    )
      throw changed(path);
  }
}

/** The spec of run.json as a text. @param {Record<string, Record<string, string>>} spec */
const specOf = (spec) =>
  Object.entries(spec)
    .map(
      ([group, keys]) =>
        `[${group}]\n${Object.entries(keys)
          .map(([key, value]) => `${key}=${value}\n`)
          .join('')}`,
    )
    .join('\n');

/** What the core is asked about the results of a run. @param {string} name @param {any} written run.json @returns {string} */
export const textOfRun = (name, {identity = '', spec, results = [], failures}) =>
  JSON.stringify({name, identity, spec: specOf(spec), results, failures});

/** A run of its files. @param {string} name @param {Map<string, Stored>} files @param {boolean} isChecked @returns {Promise<Run>} */
async function read(name, files, isChecked) {
  const file = files.get('run.json');
  if (!file) throw new Error(await whyNoRun(name, files));
  const text = await new Response(streamOf(file)).text();
  let written;
  try {
    written = JSON.parse(text);
  } catch {
    throw new Error(`${name}: run.json is damaged.`);
  }
  if (!(await isSealed(text, written)))
    throw new Error(`'${name}/run.json' was changed after the run wrote it: restore it from a copy.`);
  if (isChecked) await check(name, files, written);
  const {spec} = written;
  if (typeof spec !== 'object' || typeof spec?.players !== 'object' || typeof spec.experiment !== 'object')
    throw new Error(`${name}: run.json does not describe the experiment.`);
  return {
    name,
    spec: specOf(spec),
    text: textOfRun(name, written),
    game: String(spec.experiment.game),
    seed: String(written.seed),
    files,
    players: Object.entries(spec.players).map(([player, named]) => ({name: player, text: String(named)})),
  };
}

/** @param {string} name @param {Map<string, Stored>} files @param {boolean} [isChecked] */
async function open(name, files, isChecked = false) {
  const run = await read(name, files, isChecked);
  runs.set(name, run);
  return run;
}

/** @param {string} text in base64 @returns {Stored} */
const packed = (text) => ({blob: new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))]), isPacked: true});

/** Opens the runs that stand in the page, and last the one of the thesis, which stands in it or beside it. @returns {Promise<string[]>} what was wrong with some */
export async function openEmbedded() {
  /** @type {Map<string, Map<string, Stored>>} */
  const found = new Map();
  for (const element of document.querySelectorAll('script.run')) {
    const {run = '', file = ''} = /** @type {HTMLElement} */ (element).dataset;
    if (!found.has(run)) found.set(run, new Map());
    found.get(run)?.set(file, packed(element.textContent ?? ''));
  }
  const wrong = [];
  try {
    if (!found.has(THESIS) && !runs.has(THESIS)) {
      const shipped = await (await fetch('thesis.json')).json();
      found.set(THESIS, new Map(Object.entries(shipped).map(([file, text]) => [file, packed(String(text))])));
    }
  } catch {
    wrong.push('The run of the thesis is missing: thesis.json must be in the folder of this page.');
  }
  for (const [name, files] of found) {
    if (runs.has(name)) continue;
    try {
      await open(name, files);
    } catch (error) {
      wrong.push(/** @type {Error} */ (error).message);
    }
  }
  return wrong;
}

/** Opens the runs that chosen or dropped files are of: each folder with a run.json is one, or the one folder there is. A folder in which
 * something is wrong is an error, and the others are open.
 * @param {{path: string, file: File}[]} list path: where it stands, from the folder that was chosen @returns {Promise<Run[]>} */
export async function openFiles(list) {
  /** @type {Map<string, Map<string, Stored>>} */
  const folders = new Map();
  for (const {path, file} of list) {
    const folder = path.split('/').filter(Boolean).slice(0, -1).join('/');
    if (!folders.has(folder)) folders.set(folder, new Map());
    folders.get(folder)?.set(file.name.replace(/\.gz$/, ''), {blob: file, isPacked: file.name.endsWith('.gz')});
  }
  const finished = [...folders].filter(([, files]) => files.has('run.json'));
  const found = finished.length ? finished : [...folders].slice(0, 1);
  const opened = await Promise.allSettled(
    found.map(([folder, files]) => open(folder.split('/').pop() || 'run', files, true)),
  );
  const wrong = opened.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  if (wrong.length) throw new Error(wrong.join(' '));
  return opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
