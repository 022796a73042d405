/* The page "results": from a run's folder to what was said before a ply. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {cellsOf, linesOf} from '../web/runs.js';
import {MISSING, eventually, findings, open, settled, useBrowser} from './browser.mjs';
import {folder, run} from './program.mjs';

test('cells of CSV', () => {
  assert.deepEqual(cellsOf('a,,c'), ['a', '', 'c']);
  assert.deepEqual(cellsOf('"a,b","say ""x""",'), ['a,b', 'say "x"', '']);
});

test('lines, wherever the file is cut', async () => {
  const bytes = new TextEncoder().encode('één\ntwo\n\nlast');
  for (let size = 1; size <= bytes.length; size++) {
    const parts = [];
    for (let at = 0; at < bytes.length; at += size) parts.push(bytes.slice(at, at + size));
    const lines = [];
    for await (const some of linesOf(new Blob(parts).stream())) lines.push(...some);
    assert.deepEqual(lines, ['één', 'two', '', 'last']);
  }
});

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();

  const play = (home, ...more) => run('match', 'level:7', 'level:5', '--games', '30', '--seed', '4', '--output', home, ...more);

  test('a run in the page: cross table, games, a game, what was said', async (t) => {
    const home = path.join(folder(t), 'first');
    play(home, '--set', 'openings.random-plies=4', '--set', 'rules.max-plies=120');
    run('studio', home, '--no-open');
    const file = path.join(home, 'studio.html');
    const page = await open('#/results', {file, ready: '.result table'});
    const [, , , wins, losses, draws] = fs.readFileSync(path.join(home, 'pairings.csv'), 'utf8').split('\n')[1].split(',');
    await eventually(async () => assert.equal(await page.textContent('.result tbody tr:nth-child(1) td:nth-child(3)'), `${wins}–${losses}–${draws}`));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.selectOption('select >> nth=2', '1-0');
    await page.waitForFunction(() => location.hash.includes('result=1-0'));
    const rows = fs.readFileSync(path.join(home, 'games.csv'), 'utf8').trim().split('\n').slice(1).map((row) => row.split(','));
    await eventually(async () => assert.match(await page.textContent('.result output'), new RegExp(`of ${rows.filter((row) => row[6] === '1-0').length}$`)));
    const [number, , , , , , , , plies] = rows.find((row) => row[6] === '1-0');
    await page.click(`td a:text-is("${number}")`);
    await page.waitForSelector('.decision .move');
    await settled(page);
    await eventually(async () => assert.equal(await page.textContent('.play output'), `0 / ${plies}`));
    await eventually(async () => assert.match(await page.textContent('.of'), new RegExp(`first, game ${number}, seed 4`)));
    const again = await open(await page.evaluate(() => location.hash), {file, ready: '.decision .move'});
    await eventually(async () => assert.equal(await again.textContent('.moves'), await page.textContent('.moves')));
    assert.deepEqual(page.complaints, []);
  });

  test('files that are chosen, packed or not', async (t) => {
    const home = path.join(folder(t), 'packed');
    const ini = path.join(path.dirname(home), 'packed.ini');
    fs.writeFileSync(ini, '[experiment]\ngames=30\nseed=4\n[players]\nA=level:7\nB=level:5\n');
    run('run', ini, '--output', home, '--gzip');
    const page = await open('#/results');
    await page.setInputFiles('#files', fs.readdirSync(home).map((name) => path.join(home, name)));
    await page.waitForSelector('.result table');
    await eventually(async () => assert.match(await page.textContent('[role=status]'), /30 games of chess, seed 4/));
  });

  test('hostile names and damaged files are told, and nothing is run', async (t) => {
    const home = folder(t);
    const evil = '<img src=x onerror=alert(1)>';
    const page = await open('#/results');
    const give = async (json, csv) => {
      fs.writeFileSync(path.join(home, 'run.json'), json);
      if (csv !== undefined) fs.writeFileSync(path.join(home, 'games.csv'), csv);
      await page.setInputFiles('#files', fs.readdirSync(home).map((name) => path.join(home, name)));
    };
    const good = JSON.stringify({seed: 1, spec: {experiment: {game: 'chess'}, players: {[evil]: evil, B: 'level:1'}}});
    for (const [json, csv, wrong] of [['{', undefined, 'damaged'], ['{}', undefined, 'does not tell'], [good, undefined, 'no games.csv'], [good, 'a,b\n1,2\n', 'no column'],
      [good, 'game,white,black,result,termination,plies\n1,2\n', 'line 2'], [good, 'game,white,black,result,termination,plies\n1,X,Y,1-0,checkmate,3\n', 'names players']]) {
      await give(json, csv);
      await page.waitForFunction((text) => document.querySelector('.wrong')?.textContent?.includes(text), wrong)
        .catch(async () => assert.fail(`${wrong}: ${await page.textContent('main')}`));
    }
    await give(good, `game,white,black,result,termination,plies\n1,${evil},B,1-0,${evil},3\n`);
    await page.waitForSelector('.result table');
    await eventually(async () => assert.equal(await page.locator('main img').count(), 0));
    assert.deepEqual(page.complaints, []);
  });

  test('many games are read without holding up the page', async (t) => {
    const home = folder(t);
    const rows = Array.from({length: 300000}, (_, i) => `${i + 1},1,${i % 2 ? 'B,A' : 'A,B'},0,1,${['1-0', '0-1', '1/2-1/2'][i % 3]},checkmate,${i % 200},,0,0,\n`);
    fs.writeFileSync(path.join(home, 'games.csv'), `game,pairing,white,black,opening,seed,result,termination,plies,bare_king,material_white,material_black,reason\n${rows.join('')}`);
    fs.writeFileSync(path.join(home, 'run.json'), JSON.stringify({seed: 1, spec: {experiment: {game: 'chess'}, players: {A: 'level:2', B: 'level:1'}}}));
    const page = await open('#/results');
    await page.setInputFiles('#files', ['run.json', 'games.csv'].map((name) => path.join(home, name)));
    await page.waitForSelector('.result table');
    await eventually(async () => assert.match(await page.textContent('.result output'), /^1 to 50 of 300,000$/));
    await page.click('text=Next');
    await page.waitForFunction(() => document.querySelector('.result output')?.textContent?.startsWith('51 to 100'));
  });
}
