/* `agentchess studio`: the page, alone or with runs in it. */
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';
import zlib from 'node:zlib';

import {folder, PROGRAM, run} from './program.mjs';

const studio = (...args) => spawnSync(PROGRAM, ['studio', '--no-open', ...args], {encoding: 'utf8'});

test('it says where the page is, and writes a copy', (t) => {
  const {stdout, status} = studio();
  assert.equal(status, 0);
  const page = fs.readFileSync(stdout.trimEnd(), 'utf8');
  assert.ok(page.length < 470_000, `${page.length} bytes`);
  const copy = path.join(folder(t), 'copy.html');
  assert.equal(studio('--output', copy).stdout, `${copy}\n`);
  assert.equal(fs.readFileSync(copy, 'utf8'), page.replace('<!-- runs -->', ''));
});

test('a run is in it, its name as text', (t) => {
  const home = path.join(folder(t), '<img src=x>"');
  run('match', 'level:1', 'level:2', '--games', '4', '--output', home);
  const {stdout, status} = studio(home);
  assert.equal(status, 0);
  assert.equal(stdout, `${path.join(home, 'studio.html')}\n`);
  const page = fs.readFileSync(path.join(home, 'studio.html'), 'utf8');
  const [, name, data] = page.match(/class="run" data-run="([^"]*)" data-file="games.csv">([^<]*)</);
  assert.equal(name, '&lt;img src=x&gt;&quot;');
  assert.equal(
    zlib.gunzipSync(Buffer.from(data, 'base64')).toString(),
    fs.readFileSync(path.join(home, 'games.csv'), 'utf8'),
  );
});

test('what is no run is told, and nothing is written', (t) => {
  const home = folder(t);
  const {stderr, status} = studio(home);
  assert.equal(status, 1);
  assert.match(stderr, /contains no finished run/);
  assert.deepEqual(fs.readdirSync(home), []);
  assert.equal(studio('--output', path.join(home, 'no', 'x.html')).status, 1);
});
