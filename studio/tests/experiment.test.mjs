/* The page "experiment": the very games of the program. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {batches, faultOf} from '../web/experiment.js';
import {eventually, findings, MISSING, open, useBrowser} from './browser.mjs';
import {folder, run} from './program.mjs';

test('every game is in one batch', () => {
  for (const count of [1, 19, 20, 21, 1000])
    assert.deepEqual(
      batches(count).flatMap(([first, last]) => Array.from({length: last - first + 1}, (_, i) => first + i)),
      Array.from({length: count}, (_, i) => i + 1),
    );
});

test('errors are about the fields of the form', () => {
  for (const [message, field, text] of [
    ["match, line 8: [players] B: player 'level:2,x=y': there is no 'x'", 'players', "Player 2: there is no 'x'"],
    ['match, line 6: [players]: chess requires 2 players, not 1', 'players', 'chess requires 2 players, not 1'],
    ["match, line 4: [experiment] seed: 'x' is no number", 'seed', "'x' is no number"],
    ['--set rules.none=1: there is no such key', 'settings', 'Line 2, rules.none=1: there is no such key'],
    ['match: [tune] player: it is missing', '', '[tune] player: it is missing'],
    ['', '', ''],
  ])
    assert.deepEqual(faultOf(message, ['rules.max-plies=3', 'rules.none=1']), {field, text});
});

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();
  const done = (page) =>
    page.waitForFunction(() => document.querySelector('[role=status]')?.textContent?.includes('done'));

  test('its games.csv is that of the program, whatever number of workers plays', async (t) => {
    const home = path.join(folder(t), 'run');
    run('match', 'level:7', 'level:5', '--games', '60', '--seed', '5', '--output', home);
    const page = await open('#/experiment?players=level:7~level:5&games=60&seed=5');
    await page.click('button.go');
    await done(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save games.csv')]);
    assert.equal(fs.readFileSync(await download.path(), 'utf8'), fs.readFileSync(path.join(home, 'games.csv'), 'utf8'));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    assert.deepEqual(page.complaints, []);
  });

  test('the spec it saves plays the same games natively', async (t) => {
    const home = folder(t);
    const page = await open('#/experiment?players=level:1~level:2~level:3&games=6&run=on&settings=rules.max-plies=80');
    await done(page);
    const save = async (text) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.click(`text=${text}`)]);
      return fs.readFileSync(await download.path(), 'utf8');
    };
    fs.writeFileSync(path.join(home, 'experiment.ini'), await save('Save the spec'));
    run('run', path.join(home, 'experiment.ini'), '--output', path.join(home, 'run'));
    assert.equal(await save('Save games.csv'), fs.readFileSync(path.join(home, 'run/games.csv'), 'utf8'));
  });

  test('a worker that is killed is told, and the games go on with the same bytes', async (t) => {
    const home = path.join(folder(t), 'run');
    run('match', 'level:7', 'level:8', '--games', '600', '--seed', '2', '--output', home);
    const page = await open('#/experiment?players=level:7~level:8&games=600&seed=2');
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      let left = 3;
      Worker.prototype.postMessage = function (message, ...more) {
        post.call(this, message, ...more);
        if (message.name === 'match_rows' && left-- === 0)
          this.dispatchEvent(new ErrorEvent('error', {message: 'killed', cancelable: true}));
      };
    });
    await page.click('button.go');
    await page.waitForSelector('.wrong:not([hidden])');
    await eventually(async () =>
      assert.match(
        await page.textContent('.wrong'),
        /^Games \d+ to \d+: The worker failed and was started again: killed/,
      ),
    );
    await page.click('text=Continue');
    await done(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save games.csv')]);
    assert.equal(fs.readFileSync(await download.path(), 'utf8'), fs.readFileSync(path.join(home, 'games.csv'), 'utf8'));
  });

  test('all five games, and nothing to complain of', async () => {
    const page = await open('#/experiment', {viewport: {width: 390, height: 844}});
    for (const [i, sides] of [
      [2, 2],
      [3, 3],
      [4, 2],
    ]) {
      await page.click(`[aria-label="Examples"] button >> nth=${i}`);
      await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent?.includes('done'));
      await page.waitForSelector('.result tbody tr');
      await page.click('summary >> text=Games');
      await eventually(async () =>
        assert.equal(await page.locator('[aria-label="The last games"] tbody tr >> nth=0 >> td').count(), 3 + sides),
      );
      await eventually(async () => assert.deepEqual(await findings(page), []));
      assert.ok(
        await page.evaluate(
          () => document.documentElement.scrollWidth <= 390 && document.documentElement.scrollHeight <= 4000,
        ),
      );
    }
    assert.deepEqual(page.complaints, []);
  });

  test('an error is that of a field, goes when it is mended, and an example keeps the number of games', async () => {
    const page = await open('#/experiment?players=level:1~level:2,x=y&games=7&run=on', {ready: '#fault:not([hidden])'});
    await eventually(async () => assert.match(await page.textContent('[role=alert]'), /^Players. Player 2: .*'x'/));
    assert.equal(await page.getAttribute('#players', 'aria-invalid'), 'true');
    assert.equal(await page.locator('.result > *').count(), 0);
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.fill('#players', 'level:1\nlevel:2');
    await page.waitForSelector('#fault', {state: 'hidden'});
    assert.equal(await page.getAttribute('#players', 'aria-invalid'), null);
    await page.click('[aria-label="Examples"] button >> nth=0');
    await done(page);
    assert.equal(await page.inputValue('#games'), '7');
    await eventually(async () => assert.match(await page.textContent('[role=status]'), /^21 of 21 games/));
    assert.deepEqual(page.complaints, []);
  });

  test('it stops and goes on', async () => {
    const page = await open('#/experiment?players=level:7~level:8&games=4000&run=on');
    await page.waitForFunction(() => /[1-9]\d* of/.test(document.querySelector('[role=status]')?.textContent ?? ''));
    await page.click('text=Stop');
    await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent?.includes('stopped'));
    const stopped = await page.getAttribute('progress', 'value');
    await page.waitForTimeout(300);
    assert.equal(await page.getAttribute('progress', 'value'), stopped);
    await page.click('text=Continue');
    await page.waitForFunction((value) => Number(document.querySelector('progress')?.value) > Number(value), stopped);
  });

  test('what is wrong is a sentence', async () => {
    for (const link of [
      'players=level:99~level:1',
      'players=level:1',
      'players=engine:x~level:1',
      'players=level:1~level:2&settings=rules.none=1',
      'players=%3Cimg+src=x+onerror=alert(1)%3E~level:1',
    ]) {
      const page = await open(`#/experiment?${link}&run=on`, {ready: '.wrong:not([hidden])'});
      await eventually(async () => assert.ok((await page.textContent('.wrong')).length > 10));
      assert.doesNotMatch(await page.textContent('.wrong'), /--set|match, line/);
      await eventually(async () => assert.equal(await page.locator('main img').count(), 0));
      assert.deepEqual(page.complaints, []);
    }
  });
}
