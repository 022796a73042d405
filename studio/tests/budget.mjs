/* What the studio costs, measured on this machine; an idle one says more. Build it first:

     studio/tests/budget */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';

import {launch, MISSING, open, PAGE} from './browser.mjs';
import {LOGICS, loadCore, run} from './program.mjs';

const print = (what, value, budget) => console.log(`${what.padEnd(58)} ${String(value).padStart(12)}   ${budget}`);
const share = (times, part) => times.sort((a, b) => a - b)[Math.floor(times.length * part)];
const kb = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;

print('what', 'measured', 'wanted');
const site = path.dirname(PAGE);
/* A first visit of any page fetches all of it: the core, one script, one style. */
const files = ['index.html', 'studio.js', 'studio.css', 'core.wasm'].map((name) =>
  fs.readFileSync(path.join(site, name)),
);
const packed = (/** @type {(bytes: Buffer) => Buffer} */ pack) => files.map((bytes) => pack(bytes).length);
const sum = (/** @type {number[]} */ sizes) => kb(sizes.reduce((a, b) => a + b));
const gzip = packed((bytes) => zlib.gzipSync(bytes, {level: 9}));
print('the site and a first visit, gzip', sum(gzip), '300 KB');
print('  of that the core', kb(gzip[3]), '');
print('the same, brotli', sum(packed((bytes) => zlib.brotliCompressSync(bytes))), '');
print('the one file', kb(fs.statSync(PAGE).size), '470 KB');

/** Processor time so far, in ms: that of others does not count. */
const spent = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
};

const core = await loadCore();
const times = [];
for (let i = 0; i < 1000; i++) {
  const begun = spent();
  core.ask('explain', 'chess', LOGICS[i % LOGICS.length][1], '', 'level:7', i);
  times.push(spent() - begun);
}
print('a decision with all messages, processor time, 95 of 100', `${share(times, 0.95).toFixed(2)} ms`, '2 ms');
const starts = [];
for (let i = 0; i < 300; i++) {
  const begun = spent();
  core.ask('explain', 'chess', '', '', 'level:7', i);
  starts.push(spent() - begun);
}
print('the same at the start of a game', `${share(starts, 0.95).toFixed(2)} ms`, '2 ms');

const spec = '[players]\nA=level:7\nB=level:5\n',
  settings = 'experiment.games=2000';
core.ask('match_rows', spec, settings, 1, 100);
const begun = spent();
core.ask('match_rows', spec, settings, 1, 1000);
const rate = (1000 / (spent() - begun)) * 1000;
const native = Number(run('match', 'level:7', 'level:5', '--games', '1000', '--jobs', '1').match(/games\/s (\d+)/)[1]);
print(
  'games a second of processor time and worker',
  rate.toFixed(0),
  `500, or half of native: ${(native / 2).toFixed(0)}`,
);

if (MISSING) {
  console.log(`The rest needs a browser: ${MISSING}.`);
} else {
  const browser = await launch();
  const page = await open('#/agents?ply=0', {ready: '.side .decision .move'});
  print(
    'first paint',
    `${(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN)).toFixed(0)} ms`,
    '300 ms',
  );
  const plies = await page.evaluate(async () => {
    const taken = [];
    let last = '';
    const original = window.requestAnimationFrame;
    for (let ply = 1; ply <= 20; ply++) {
      const from = performance.now();
      history.replaceState(null, '', `#/agents?ply=${ply}`);
      dispatchEvent(new HashChangeEvent('hashchange'));
      while (
        document.querySelector('.plies output')?.textContent === last ||
        !document.querySelector('.plies output')?.textContent?.startsWith(`${ply} `)
      )
        await new Promise((resolve) => original(resolve));
      last = document.querySelector('.plies output')?.textContent ?? '';
      taken.push(performance.now() - from);
    }
    return taken;
  });
  print('from a key to the whole page of the next ply, half of them', `${share(plies, 0.5).toFixed(0)} ms`, '');
  await browser.close();
}
