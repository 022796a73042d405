/* The page "results": from a run's folder to what was said before a ply. */
import assert from 'node:assert/strict';
import {File} from 'node:buffer';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {countsOf} from '../web/curves.js';
import {readGames} from '../web/games.js';
import {cellsOf, linesOf, openFiles} from '../web/runs.js';
import {sha256} from '../web/sha256.js';
import {eventually, findings, MISSING, open, settled, useBrowser} from './browser.mjs';
import {folder, run} from './program.mjs';

test('cells of CSV', () => {
  assert.deepEqual(cellsOf('a,,c'), ['a', '', 'c']);
  assert.deepEqual(cellsOf(`'+a,"'=b,c",''-d,'e,-1`), ['+a', '=b,c', "'-d", "'e", '-1']);
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

test('SHA-256, however the stream is cut', async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const bytes = new Uint8Array(size).map((_, i) => i * 7);
    const expected = createHash('sha256').update(bytes).digest('hex');
    assert.equal(await sha256(new Blob([bytes.slice(0, size / 3), bytes.slice(size / 3)]).stream()), expected);
  }
});

test('a run of which a single byte was changed is refused with the name of the file', async (t) => {
  const ini = '[experiment]\ngames=6\nseed=4\n[players]\nA=level:1\nB=level:4\n';
  const homes = [played(t, ini), played(t, ini, '--gzip')];
  let refused = 0;
  for (const [i, home] of homes.entries()) {
    const names = fs.readdirSync(home).filter((name) => name !== 'totals'); // has its own sum; the page does not read it
    const give = (changes = {}) =>
      openFiles(
        names.map((name) => ({
          path: `run/${name}`,
          file: new File([changes[name] ?? fs.readFileSync(path.join(home, name))], name),
        })),
      );
    assert.equal((await give()).length, 1);
    for (let n = 0; n < 50; n++) {
      const name = names[n % names.length];
      const bytes = Buffer.from(fs.readFileSync(path.join(home, name)));
      const at = (n * 7919 + 13 * i) % bytes.length;
      bytes[at] ^= 1 << (n % 7);
      await assert.rejects(give({[name]: bytes}), (error) => error.message.includes(name), `byte ${at} of ${name}`);
      refused++;
    }
    await assert.rejects(
      openFiles(
        names
          .filter((name) => name !== 'datapackage.json')
          .map((name) => ({path: `run/${name}`, file: new File([fs.readFileSync(path.join(home, name))], name)})),
      ),
      /datapackage.json' is missing/,
    );
  }
  assert.equal(refused, 100);
});

/** Games of any kind, played by the program. @param {any} t @param {string} ini @param {...string} more */
function played(t, ini, ...more) {
  const home = path.join(folder(t), 'run');
  fs.writeFileSync(`${home}.ini`, ini);
  run('run', `${home}.ini`, '--output', home, ...more);
  return home;
}

/** A run as the page has it. @param {string} home */
const opened = (home) => ({
  name: 'run',
  files: new Map(
    fs
      .readdirSync(home)
      .map((name) => [name, {blob: new Blob([fs.readFileSync(path.join(home, name))]), isPacked: false}]),
  ),
});

const CHESS = '[experiment]\ngames=40\nseed=4\n[players]\nA=level:1\nB=level:4\nC=level:7\nD=random\n';
const TIME =
  '[experiment]\ngame=async\ngames=20\nseed=4\n[players]\nA=async-master:level=1\nB=async-master:level=7\nC=async-random\n';
const THREE = '[experiment]\ngame=threechess\ngames=8\nseed=4\n[players]\nA=level:1\nB=level:5\nC=level:7\nD=random\n';
const PAIR = '[experiment]\ngames=41\nseed=4\n[players]\nA=level:1\nB=level:5\n';

/** @param {...number} numbers */
const intervalOf = (...numbers) => {
  const [value, low, high] = numbers.map((number) => number.toFixed(0).replace('-', '−'));
  return `${value} (${low} to ${high})`;
};

/** @param {string} csv @returns {any[]} */
function rowsOfText(csv) {
  const [head, ...rows] = csv.trim().split('\n').map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i]])));
}

/** @param {string} home @param {string[]} players */
const gamesOf = (home, players) =>
  readGames({name: 'run', file: opened(home).files.get('games.csv'), players}, () => {});

test('requests and threats are those of the report', async (t) => {
  const home = played(t, CHESS),
    at = opened(home);
  for (const [table, weight, names] of [
    ['requests', 'decisions', ['own_moves', 'own_attacks', 'attack_requests', 'defence_requests']],
    ['threats', 'replies', ['captured', 'unthreatened', 'movers']],
  ]) {
    const curves = await countsOf(at, `${table}.csv`, weight);
    const rows = rowsOfText(run('report', home, '--format=csv', `--table=${table}`));
    assert.ok(rows.length > 20);
    assert.equal(
      curves.reduce((sum, {steps}) => sum + steps.length, 0),
      rows.length,
    );
    for (const row of rows) {
      const step = curves
        .find(({player, opponent}) => player === row.player && (opponent ?? '') === row.opponent)
        .steps.find((one) => one.x === Number(row.move));
      for (const name of [weight, ...names])
        assert.equal(step[name], Number(row[name]), `${name} of ${JSON.stringify(row)}`);
    }
  }
});

test('games that fit, in order', async (t) => {
  const home = played(t, CHESS),
    games = await gamesOf(home, [...'ABCD']);
  const rows = rowsOfText(fs.readFileSync(path.join(home, 'games.csv'), 'utf8'));
  const numbers = (wanted, order = '') => [...games.select(wanted, order)].map((i) => games.row(i).game);
  const fit = (wanted) => rows.filter(wanted).map(({game}) => Number(game));
  assert.deepEqual(
    numbers({}),
    fit(() => true),
  );
  assert.deepEqual(
    numbers({player: 'C'}),
    fit(({white, black}) => white === 'C' || black === 'C'),
  );
  assert.deepEqual(
    numbers({player: 'C', opponent: 'A', result: '1-0'}),
    fit(({white, black, result}) => 'ACA'.includes(white + black) && result === '1-0'),
  );
  assert.deepEqual(numbers({termination: 'checkmate', player: 'D', opponent: 'D'}), []);
  assert.deepEqual(numbers({player: 'unknown'}), []);
  const plies = (order) => [...games.select({}, order)].map((i) => games.row(i).length);
  assert.deepEqual(
    plies('length'),
    rows.map((row) => Number(row.plies)).sort((a, b) => a - b),
  );
  const results = [...games.select({}, 'result')].map((i) => games.row(i).result);
  assert.deepEqual(results, [...results].sort());
  assert.deepEqual(
    plies('-length'),
    rows.map((row) => Number(row.plies)).sort((a, b) => b - a),
  );
});

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();

  const play = (home, ...more) =>
    run('match', 'level:7', 'level:5', '--games', '30', '--seed', '4', '--output', home, ...more);

  test('a run in the page: cross table, games, a game, what was said', async (t) => {
    const home = path.join(folder(t), 'first');
    play(home, '--set', 'openings.random-plies=4', '--set', 'rules.max-plies=120');
    run('studio', home, '--no-open');
    const file = path.join(home, 'studio.html');
    const page = await open('#/results', {file, ready: '.games-of tbody tr'});
    const [, , , wins, losses, draws] = fs
      .readFileSync(path.join(home, 'pairings.csv'), 'utf8')
      .split('\n')[1]
      .split(',');
    await eventually(async () =>
      assert.equal(
        await page.textContent('[aria-label^="Pairings,"] tbody tr:nth-child(1) td:nth-child(3)'),
        `${wins}–${losses}–${draws}`,
      ),
    );
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.selectOption('[data-choice=result]', '1-0');
    await page.waitForFunction(() => location.hash.includes('result=1-0'));
    const rows = fs
      .readFileSync(path.join(home, 'games.csv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((row) => row.split(','));
    await eventually(async () =>
      assert.match(
        await page.textContent('.games-of output'),
        new RegExp(`of ${rows.filter((row) => row[6] === '1-0').length}$`),
      ),
    );
    const [number, , , , , , , , plies] = rows.find((row) => row[6] === '1-0');
    await page.click(`td a:text-is("${number}")`);
    await page.waitForSelector('.side .decision .move');
    await settled(page);
    await eventually(async () => assert.equal(await page.textContent('.plies output'), `0 / ${plies}`));
    await eventually(async () =>
      assert.match(await page.textContent('.of'), new RegExp(`first, game ${number}, seed 4`)),
    );
    const again = await open(await page.evaluate(() => location.hash), {file, ready: '.side .decision .move'});
    await eventually(async () =>
      assert.equal(await again.textContent('.drawer .list'), await page.textContent('.drawer .list')),
    );
    assert.deepEqual(page.complaints, []);
  });

  test('it opens with the run of the thesis, and fits on a phone', async () => {
    const page = await open('#/results', {ready: '.games-of tbody tr', viewport: {width: 390, height: 844}});
    await eventually(async () =>
      assert.match(await page.textContent('[role=status]'), /the-thesis: 2,800 games of chess, seed 1/),
    );
    assert.equal(await page.locator('[aria-label^="Wins, losses"] tbody tr').count(), 8);
    assert.ok(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= 390 && document.documentElement.scrollHeight <= 4000,
      ),
    );
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.click('[aria-label="Games"] a');
    await page.waitForSelector('.side .decision .move');
    assert.deepEqual(page.complaints, []);
  });

  test('files that are chosen, packed or not', async (t) => {
    const home = path.join(folder(t), 'packed');
    const ini = path.join(path.dirname(home), 'packed.ini');
    fs.writeFileSync(ini, '[experiment]\ngames=30\nseed=4\n[players]\nA=level:7\nB=level:5\n');
    run('run', ini, '--output', home, '--gzip');
    const page = await open('#/results');
    await page.setInputFiles(
      '#files',
      fs.readdirSync(home).map((name) => path.join(home, name)),
    );
    await page.waitForSelector('.games-of tbody tr');
    await eventually(async () => assert.match(await page.textContent('[role=status]'), /30 games of chess, seed 4/));
  });

  test('a folder of several runs; what has not ended, and parts, are told', async (t) => {
    const all = folder(t);
    for (const name of ['first', 'second']) fs.renameSync(played(t, PAIR), path.join(all, name));
    fs.mkdirSync(path.join(all, 'begun'));
    fs.writeFileSync(path.join(all, 'begun/checkpoint'), '');
    const page = await open('#/results');
    await page.setInputFiles('#folder', all);
    await page.waitForSelector('.games-of tbody tr');
    await eventually(async () =>
      assert.deepEqual((await page.$$eval('a.button', (links) => links.map((link) => link.textContent))).sort(), [
        'first',
        'second',
        'the-thesis',
      ]),
    );
    await page.setInputFiles('#folder', path.join(all, 'begun'));
    await eventually(async () => assert.match(await page.textContent('.wrong'), /^'begun' is unfinished.*--resume/));
    fs.renameSync(path.join(all, 'begun'), path.join(all, 'shard-2-of-3'));
    await page.setInputFiles('#folder', path.join(all, 'shard-2-of-3'));
    await eventually(async () =>
      assert.match(await page.textContent('.wrong'), /shard 2 of 3 of a run.*agentchess merge/),
    );
    assert.equal(await page.isVisible('.result'), false);
    await page.click('a.button:text-is("first")');
    await page.waitForSelector('.games-of tbody tr');
    assert.equal(await page.locator('.wrong').count(), 0);
    assert.equal(await page.getAttribute('a.button:text-is("first")', 'aria-current'), 'true');
    await page.selectOption('[data-choice=with]', 'second');
    await eventually(async () => assert.match(await page.textContent('.standings .wrong'), /the same experiment/));
    assert.deepEqual(page.complaints, []);
  });

  test('hostile names and damaged files are told, and nothing is run', async (t) => {
    const home = folder(t);
    const evil = '<img src=x onerror=alert(1)>';
    const page = await open('#/results');
    const give = async (json, csv) => {
      fs.writeFileSync(path.join(home, 'run.json'), json);
      if (csv !== undefined) fs.writeFileSync(path.join(home, 'games.csv'), csv);
      await page.setInputFiles(
        '#files',
        fs.readdirSync(home).map((name) => path.join(home, name)),
      );
    };
    const good = JSON.stringify({seed: 1, spec: {experiment: {game: 'chess'}, players: {[evil]: evil, B: 'level:1'}}});
    for (const [json, csv, wrong] of [
      ['{', undefined, 'damaged'],
      ['{}', undefined, 'does not describe'],
      [good, undefined, 'is not a folder name'],
      [good, 'a,b\n1,2\n', 'no column'],
      [good, 'game,white,black,result,termination,plies\n1,2\n', 'line 2'],
      [good, 'game,white,black,result,termination,plies\n1,X,Y,1-0,checkmate,3\n', 'line 2: the run has no player X'],
    ]) {
      await give(json, csv);
      await page
        .waitForFunction((text) => document.querySelector('.wrong')?.textContent?.includes(text), wrong)
        .catch(async () => assert.fail(`${wrong}: ${await page.textContent('main')}`));
    }
    await give(good, `game,white,black,result,termination,plies\n1,${evil},B,1-0,${evil},3\n`);
    await page.waitForSelector('.games-of tbody tr');
    await eventually(async () => assert.equal(await page.locator('main img').count(), 0));
    assert.deepEqual(page.complaints, []);
  });

  test('from a cell to its games, to a game of three and to an asynchronous game', async (t) => {
    const [home, time, three] = [CHESS, TIME, THREE].map((ini) => played(t, ini));
    const report = run('report', home, '--format=json', '--table=ratings');
    const give = async (page, from) => {
      await page.setInputFiles(
        '#files',
        fs.readdirSync(from).map((name) => path.join(from, name)),
      );
      await page.waitForFunction(() => document.querySelector('.games-of tbody tr'));
    };
    const page = await open('#/results', {viewport: {width: 360, height: 800}, colorScheme: 'dark'});
    await give(page, home);
    const table = '[aria-label="Ratings, strongest first"]';
    await eventually(async () => assert.equal(await page.locator(`${table} tbody tr`).count(), 4));
    const [best] = JSON.parse(report).ratings;
    assert.equal(await page.textContent(`${table} tbody tr:nth-child(1) th`), best.player);
    assert.equal(
      await page.textContent(`${table} tbody tr:nth-child(1) td:nth-child(2)`),
      best.rating_kind === 'given' ? '0, fixed' : intervalOf(best.rating, best.low, best.high),
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click('[aria-label="Save Ratings, strongest first as CSV"]'),
    ]);
    assert.equal(
      fs.readFileSync(await download.path(), 'utf8').split('\n')[0],
      run('report', home, '--format=csv', '--table=ratings').split('\n')[0],
    );
    await eventually(async () => assert.equal(await page.locator('.figures .panel').count(), 3 + 4 + 4));
    await page.focus('[aria-label^="Wins, losses"] tbody tr:nth-child(3) td:nth-child(3) a');
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => location.hash.includes('player=C&opponent=B') && document.activeElement?.className === 'games',
    );
    await eventually(async () => assert.match(await page.textContent('.games-of output'), /of 40$/));
    await page.selectOption('[data-choice=of]', 'C');
    await page.waitForFunction(() => document.querySelector('.figures h2')?.textContent === 'Material of C');
    await page.click('.figures summary >> nth=0');
    await page.waitForSelector('.figures td.number');
    await eventually(async () => assert.deepEqual(await findings(page), []));
    assert.deepEqual(page.complaints, []);

    const inTime = await open('#/results');
    await give(inTime, time);
    await eventually(async () => assert.equal(await inTime.locator('.figures .scroll tbody tr').count(), 2));
    await inTime.click('.games-of td a:text-is("2")');
    await inTime.waitForFunction(
      () => location.hash.startsWith('#/async?run=run&number=2') && document.querySelector('main')?.dataset.shown,
    );
    assert.deepEqual(inTime.complaints, []);

    const ofThree = await open('#/results');
    await give(ofThree, three);
    await eventually(async () =>
      assert.equal(await ofThree.locator('[aria-label^="Points of each"] tbody tr').count(), 4),
    );
    await eventually(async () => assert.deepEqual(await findings(ofThree), []));
    await ofThree.click('.games-of td a:text-is("2")');
    await ofThree.waitForSelector('.side .decision .move');
    await ofThree.click('.drawer > summary');
    await eventually(async () => assert.match(await ofThree.textContent('.of'), /run, game 2, seed 4/));
    await settled(ofThree);
    await ofThree.click('.list a >> nth=4');
    await ofThree.waitForFunction(() => location.hash.includes('ply=5'));
    await eventually(async () => assert.ok((await ofThree.locator('.chat li').count()) > 0));
    assert.deepEqual(ofThree.complaints, []);
  });

  test('a run without games.csv is shown by its pairings', async (t) => {
    const home = played(t, CHESS, '--set', 'record.games=off');
    const page = await open('#/results');
    await page.setInputFiles(
      '#files',
      fs.readdirSync(home).map((name) => path.join(home, name)),
    );
    await page.waitForFunction(() =>
      document.querySelector('.games-of')?.textContent?.includes('did not record its games'),
    );
    const [, , , wins, losses, draws] = fs
      .readFileSync(path.join(home, 'pairings.csv'), 'utf8')
      .split('\n')[1]
      .split(',');
    await eventually(async () =>
      assert.equal(
        await page.textContent('[aria-label^="Pairings,"] tbody tr:nth-child(1) td:nth-child(3)'),
        `${wins}–${losses}–${draws}`,
      ),
    );
  });

  test('many games are read without holding up the page', async (t) => {
    const home = folder(t);
    const rows = Array.from(
      {length: 300000},
      (_, i) =>
        `${i + 1},1,${i % 2 ? 'B,A' : 'A,B'},0,1,${['1-0', '0-1', '1/2-1/2'][i % 3]},checkmate,${i % 200},,0,0,\n`,
    );
    fs.writeFileSync(
      path.join(home, 'games.csv'),
      `game,pairing,white,black,opening,seed,result,termination,plies,bare_king,material_white,material_black,reason\n${rows.join('')}`,
    );
    fs.writeFileSync(
      path.join(home, 'run.json'),
      JSON.stringify({seed: 1, spec: {experiment: {game: 'chess'}, players: {A: 'level:2', B: 'level:1'}}}),
    );
    const page = await open('#/results');
    await page.setInputFiles(
      '#files',
      ['run.json', 'games.csv'].map((name) => path.join(home, name)),
    );
    await page.waitForSelector('.games-of tbody tr');
    await eventually(async () => assert.match(await page.textContent('.games-of output'), /^1 to 50 of 300,000$/));
    await page.click('.games-of button:text-is("Next")');
    await page.waitForFunction(() => document.querySelector('.games-of output')?.textContent?.startsWith('51 to 100'));
  });
}
