/* The program and the core, side by side, for tests: AGENTCHESS_PROGRAM and AGENTCHESS_CORE say
   where they are. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

import {Core} from '../web/core.js';

export const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const BUILD = path.join(ROOT, 'build');
export const PROGRAM = process.env.AGENTCHESS_PROGRAM ?? path.join(BUILD, 'app/agentchess');
const CORE = process.env.AGENTCHESS_CORE ?? path.join(BUILD, 'studio/core/core.wasm');

/** Test material that the repository has not; undefined: it is not here. */
export const DATA = [process.env.AGENTCHESS_DATA ?? path.join(ROOT, '../shared/data')].find((folder) =>
  fs.existsSync(folder),
);

/** More of the same. */
export const OFTEN = Boolean(process.env.AGENTCHESS_OFTEN);

export const loadCore = () => Core.load(fs.readFileSync(CORE));

/** @param {string} input what it reads @param {...string} args @returns {string} what the program prints */
export function runWith(input, ...args) {
  return execFileSync(PROGRAM, args, {input, encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe'});
}

/** @param {...string} args @returns {string} what the program prints */
export const run = (...args) => runWith('', ...args);

/** A folder that is gone when the test has ended.
 * @param {{after: (end: () => void) => void}} test @returns {string} */
export function folder(test) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
  test.after(() => fs.rmSync(made, {recursive: true}));
  return made;
}

/** The small positions in which each logic and reading decides: [sentence, fen, player, moves,
 * player, moves]. */
export const LOGICS = fs
  .readFileSync(path.join(ROOT, 'tests/data/logics.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'));

/** A memory of positions that two games have filled. @param {{after: (end: () => void) => void}} test @returns {string} */
export function memoryStore(test) {
  const store = path.join(folder(test), 'memory.db');
  run(
    'match',
    `search:depth=3,memory=${store}`,
    'random',
    '--games',
    '2',
    '--set',
    'rules.max-plies=40',
    '--seed',
    '4',
  );
  return store;
}

/** Such a memory as a table. @param {{after: (end: () => void) => void}} test @returns {string} */
export const memoryTable = (test) => run('memory', 'export', memoryStore(test));
