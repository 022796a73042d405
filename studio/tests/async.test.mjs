/* The page "async": asynchronous games, played, viewed, saved and opened. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {Chronicle, nextSpace, readRecording, seenBy} from '../web/async-chronicle.js';
import {dragByFinger, eventually, findings, MISSING, open, PHONE, refuses, settled, useBrowser} from './browser.mjs';
import {folder, loadCore, run} from './program.mjs';

const SPEC = '[experiment]\ngame=async\ngames=4\nseed=9\n[players]\nA=async-master:level=7\nB=async-patient\n';
const core = await loadCore();

/** A run of asynchronous games, and its game @number as a recording of the program. */
function record(t, number) {
  const home = path.join(folder(t), 'timed');
  const ini = path.join(path.dirname(home), 'timed.ini');
  const file = path.join(path.dirname(home), 'game.jsonl');
  fs.writeFileSync(ini, SPEC);
  run('run', ini, '--output', home);
  run('replay', home, '--game', String(number), '--record', file);
  return {home, file, text: fs.readFileSync(file, 'utf8')};
}

test('a game of a run is the recording that the program writes, byte for byte', (t) => {
  for (const number of [1, 2]) assert.equal(core.ask('match_recording', SPEC, '', number), record(t, number).text);
});

test('commands of people are answered, and what is saved is played again by the program', (t) => {
  const file = path.join(folder(t), 'saved.jsonl');
  const begin = () =>
    core.ask(
      'async_begin',
      'ms-per-space=500\nhead-on=pass',
      '',
      5,
      '',
      'async-master:level=7',
      'a person',
      'async-master:level=7',
    );
  const head = begin();
  core.ask('async_command', '100 w e2 e4\n101 w e2 e3\n102 w e7 e5\n103 w e3 e4\n104 w a1 b2');
  const [next, ...lines] = core.ask('async_advance', 4000, 1000).split('\n');
  assert.match(next, /^\d+$/);
  const answers = lines
    .filter((line) => line.includes('"answer"') && line.includes('"white"'))
    .map((line) => JSON.parse(line).answer);
  assert.deepEqual(answers, [
    'accepted',
    'the piece is under way',
    "the piece is the opponent's",
    'no piece is there',
    'the piece cannot move that way',
  ]);
  fs.writeFileSync(file, core.ask('async_saved'));
  assert.match(run('replay', file), /no side had won/);
  begin();
  core.ask('async_advance', 36000000, 1000000);
  fs.writeFileSync(file, core.ask('async_saved'));
  assert.match(run('replay', file), /black wins: white king killed|time up/);
  assert.ok(core.ask('async_saved').startsWith(head));
});

test('wrong rules, players and commands are told', () => {
  for (const [wrong, ...values] of [
    ['no such key|unknown|cannot', 'none=1', '', 1, '', '', 'a', 'b'],
    ['does not play', '', '', 1, 'level:7', '', 'a', 'b'],
    ['nonsense', '', '', 1, 'nonsense', '', 'a', 'b'],
    ['seed', '', '', 'x', '', '', 'a', 'b'],
    ['.', '', '0 - Ke', 1, '', '', 'a', 'b'],
  ])
    assert.throws(() => core.ask('async_begin', ...values), new RegExp(wrong));
  core.ask('async_begin', '', '', 1, '', '', 'a', 'b');
  assert.throws(() => core.ask('async_command', '5 w e2'), /not a command/);
  assert.throws(() => core.ask('async_advance', 'x', 1), /time/);
  assert.equal(core.ask('async_advance', 3600000, 10).split('\n')[0], 'never');
});

test('a chronicle has the world of any time, and hides what a side does not see', (t) => {
  const {text} = record(t, 1);
  const {chronicle, lines} = readRecording(text);
  let world = chronicle.worldAfter(0);
  assert.equal(world.size, 32);
  for (let i = 1; i <= chronicle.events.length; i++) world = chronicle.worldAfter(i);
  assert.deepEqual(world, chronicle.world);
  assert.ok(chronicle.over);
  const under = chronicle.worldAfter(Math.floor(chronicle.events.length / 2));
  for (const {side, underWay, to} of seenBy(under, 0).values())
    if (underWay) assert.equal(to === undefined, side === 1);
  assert.deepEqual(
    [nextSpace('a1', 'a8'), nextSpace('h8', 'a1'), nextSpace('b1', 'c3'), nextSpace('e2', 'e3')],
    ['a2', 'g7', 'c3', 'e3'],
  );
  const piece = {square: 'a1', type: 'rook', side: 0, underWay: true, to: 'a8', due: 2000};
  assert.deepEqual(new Chronicle(JSON.parse(lines[0])).progress(piece, 1250), {next: 'a2', share: 0.25});
  assert.equal(new Chronicle(JSON.parse(lines[0])).arrival(piece), 2000 + 6 * chronicle.spaceMs('rook'));
  const killed = [0, 1].map((side) =>
    [...chronicle.killsAt(Infinity)[1 - side].values()].reduce((sum, count) => sum + count, 0),
  );
  for (const side of [0, 1])
    assert.equal(killed[side], 16 - [...chronicle.world.values()].filter((one) => one.side === side).length);
  assert.ok(killed[0] + killed[1] > 0 && chronicle.killsAt(0)[0].size === 0);
});

test('damaged recordings are told with their line', (t) => {
  const {text} = record(t, 1);
  const lines = text.trim().split('\n');
  for (const [damaged, wrong] of [
    ['', 'empty'],
    ['{', 'line 1'],
    ['{"type":"event"}', 'line 1'],
    [`${lines[0]}\n{"type":"what"}`, 'line 2'],
    [`${lines[0]}\n<img>`, 'line 2'],
    [`${lines[0]}\n{"type":"event","time_ms":5}`, 'line 2: the event lacks'],
    [[lines[0], lines.at(-1), lines[1], lines[2]].join('\n'), 'line 4|line 3'],
  ])
    assert.throws(() => readRecording(damaged), new RegExp(wrong));
});

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();
  const TURN = '.standing .turn';
  const square = (name) => `.square[data-square="${name}"]`;
  const begin = async (fragment, options = {}) => {
    const page = await open(fragment, {ready: TURN, ...options});
    await settled(page);
    return page;
  };
  const until = (page, place, text) =>
    page.waitForFunction(([where, what]) => document.querySelector(where)?.textContent?.includes(what), [place, text]);
  const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
  const complete = (page) => assert.deepEqual(page.complaints, []);

  test('a piece is sent off by clicks, goes on its way, and the link restores it', async () => {
    const page = await begin('#/async?players=human~async-random');
    await page.click(square('e2'));
    await eventually(async () =>
      assert.deepEqual(
        await page.$$eval('[data-mark="can move here"]', (cells) => cells.map((cell) => cell.dataset.square).sort()),
        ['d3', 'e3', 'e4', 'f3'],
      ),
    );
    await page.click(square('e4'));
    await page.waitForFunction(() => /commands=\d+we2e4/.test(location.hash));
    await until(page, '.way', 'White pawne2e4');
    await eventually(async () =>
      assert.match(await page.getAttribute(square('e2'), 'aria-label'), /White pawn, on its way to e4/),
    );
    await page.click(square('e2'));
    await until(page, '.hint', 'is moving');
    await settled(page);
    const again = await begin(await hash(page));
    await until(again, '.way', 'White pawne2e4');
    assert.deepEqual(await findings(page), []);
    complete(page);
  });

  test('by keys alone: clock, commands, refusals, back and forth', async () => {
    const page = await begin('#/async?players=human~human&rules=ms-per-space=200&speed=10');
    await page.focus(square('b1'));
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-mark="chosen"]');
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.waitForFunction(() => /commands=\d+wb1c3/.test(location.hash));
    await page.keyboard.press('p');
    await until(page, TURN, 'The clock is running');
    await page.waitForSelector(`${square('c3')}[aria-label*="White knight"]`);
    await page.keyboard.press('p');
    await page.waitForFunction(() => /at=\d+/.test(location.hash));
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !/at=/.test(location.hash));
    await page.waitForSelector(`${square('b1')}[aria-label*="White knight"]`);
    await page.keyboard.press('End');
    await page.waitForSelector(`${square('c3')}[aria-label*="White knight"]`);
    await page.fill('[aria-label="Command"]', 'e5 e6');
    await page.keyboard.press('Enter');
    await until(page, '.hint', 'no piece is there');
    await page.fill('[aria-label="Command"]', 'a8 b7');
    await page.keyboard.press('Enter');
    await until(page, '.hint', 'cannot move that way');
    await page.fill('[aria-label="Command"]', 'g8f6');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /bg8f6/.test(location.hash));
    await page.focus('.runs, main');
    await page.keyboard.press('f');
    await page.waitForFunction(() => location.hash.includes('flip=1'));
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    assert.deepEqual(await findings(page), []);
    await page.keyboard.press('Escape');
    complete(page);
  });

  test('pieces stand between spaces while they move, and opponents’ paths are hidden', async () => {
    const page = await begin('#/async?players=human~async-random:pause_ms=100&rules=ms-per-space=60000', {
      reducedMotion: 'no-preference',
    });
    await page.click(square('a2'));
    await page.waitForSelector('[data-mark="chosen"]');
    await page.click(square('a4'));
    await page.waitForFunction(() => /wa2a4/.test(location.hash));
    await page.selectOption('.play select', '50');
    await page.click('button:text-is("Start")');
    /* On its way from a2: neither there nor on a3. */
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.piece')].some((piece) => {
        const [, x, y] = /translate\(([\d.]+)px, ([\d.]+)px\)/.exec(piece.style.transform) ?? [];
        return Math.abs(Number(x) - 0.03) < 1e-6 && Number(y) > 5.1 && Number(y) < 5.95;
      }),
    );
    await page.waitForSelector('[data-mark="on its way"]');
    await page.click('button:text-is("Stop")');
    await settled(page);
    assert.ok(
      (await page.$$eval('.way tbody tr', (rows) => rows.map((row) => row.textContent))).every(
        (text) => text.startsWith('White') || text.includes('?'),
      ),
    );
    complete(page);
  });

  test('a game of players to its end, incidents, and a recording out and in', async (t) => {
    const page = await begin('#/async?players=async-master:level=7~async-patient&seed=3');
    await until(page, '.standing .caption', 'Total time');
    await page.focus('.play button');
    await page.keyboard.press('n');
    await page.waitForFunction(() => /at=\d+/.test(location.hash));
    await until(page, '.notes b', 'killed');
    await page.keyboard.press('End');
    await until(page, TURN, 'king killed');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save recording')]);
    const file = path.join(folder(t), 'game.jsonl');
    fs.copyFileSync(await download.path(), file);
    assert.match(run('replay', file), /king killed/);
    const other = await begin('#/async');
    await other.setInputFiles('[aria-label="Open a recording"]', file);
    await until(other, '.verified', 'replayed; all');
    await other.waitForFunction(() => location.hash.includes('recording=game.jsonl'));
    await settled(other);
    await other.click('button:text-is("Start")');
    await until(other, TURN, 'The clock is running');
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"killed":\["(\w)/, '"killed":["h'));
    await other.setInputFiles('[aria-label="Open a recording"]', file);
    await until(other, '.verified', 'the replay differs');
    fs.writeFileSync(file, '{"type":"<img src=x onerror=alert(1)>"}');
    await other.setInputFiles('[aria-label="Open a recording"]', file);
    await until(other, '.hint', 'is not a recording: line 1');
    assert.equal(await other.locator('main img').count(), 0);
    complete(page);
    complete(other);
  });

  test('another game, by other rules', async () => {
    const page = await begin('#/async?players=human~human');
    await page.click('summary:text-is("Rules")');
    await page.fill('#ms-per-space', '250');
    await page.selectOption('#head-on', 'pass');
    await page.check('#see-paths');
    await page.click('text=New game with these rules');
    await page.waitForFunction(() =>
      decodeURIComponent(location.hash).includes('rules=ms-per-space=250~head-on=pass~see-paths=on'),
    );
    await settled(page);
    await page.selectOption('.chooser-1 select', 'async-pieces:level=7');
    await page.waitForFunction(() => decodeURIComponent(location.hash).includes('players=human~async-pieces:level=7'));
    await settled(page);
    assert.equal(await page.inputValue('#ms-per-space'), '250');
    complete(page);
  });

  test('what is wrong in a link is a sentence, never markup', () =>
    refuses(
      [
        'players=level:7~human',
        'players=%3Cimg+src=x+onerror=alert(1)%3E~human',
        'rules=none=1',
        'commands=x',
        'recording=%3Cimg%3E',
        'start=nonsense',
        'seed=-1',
      ].map((link) => `#/async?${link}`),
      TURN,
    ));

  test('a finger drags and taps, also while the clock goes', async () => {
    const page = await begin('#/async?players=human~human', PHONE);
    await dragByFinger(page, 'g1', 'f3');
    await page.waitForFunction(() => /commands=\d+wg1f3/.test(location.hash));
    await settled(page);
    await page.tap('button:has-text("Start")');
    await page.tap(square('e7'));
    await page.waitForSelector('[data-mark="can move here"]');
    await page.tap(square('e5'));
    await page.waitForFunction(() => /be7e5/.test(location.hash));
    await dragByFinger(page, 'b1', 'c3');
    await page.waitForFunction(() => /wb1c3/.test(location.hash));
    await until(page, '.way', 'White knight');
    complete(page);
  });

  test('narrow and dark', async () => {
    const page = await begin('#/async?players=async-master:level=7~async-random&at=9000', {
      viewport: {width: 360, height: 740},
      colorScheme: 'dark',
    });
    await page.click('summary:text-is("Rules")');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    assert.deepEqual(await findings(page), []);
    complete(page);
  });
}
