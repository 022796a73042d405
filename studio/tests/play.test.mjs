/* The page "play": games against the players of the page, and among people. */
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {MISSING, findings, launch, open} from './browser.mjs';

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser.close());
  const hash = (page, part) => page.waitForFunction((text) => location.hash.includes(text), part, {timeout: 15000});
  const moves = async (page) => ((await page.evaluate(() => location.hash)).match(/moves=([^&]*)/)?.[1] ?? '').split('.').filter(Boolean);
  const plies = (page, count) => page.waitForFunction((wanted) =>
    (location.hash.match(/moves=([^&]*)/)?.[1] ?? '').split('.').filter(Boolean).length === wanted, count, {timeout: 15000});
  const square = (page, name) => page.locator(`.board [aria-label^="${name},"]`);

  test('click and click, the program answers, take back', async () => {
    const page = await open(browser, '#/play', {ready: '.setup form'});
    await square(page, 'e2').click();
    assert.equal(await square(page, 'e4').getAttribute('data-mark'), 'may go here');
    await square(page, 'e4').click();
    await plies(page, 2);
    assert.equal((await moves(page))[0], 'e2e4');
    await page.click('text=Take back');
    await plies(page, 0);
    await page.click('text=Hint');
    await page.waitForFunction(() => document.querySelector('.hint')?.textContent?.includes('level:7 would play'));
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(page.complaints, []);
  });

  test('why: the same position among the agents', async () => {
    const page = await open(browser, '#/play?moves=e2e4.e7e5', {ready: '.setup form'});
    await page.click('text=Why?');
    await page.waitForSelector('.decision .move');
    assert.match(await page.textContent('.play output'), /^2 \/ 2/);
  });

  test('among people, with promotion and mate', async () => {
    const page = await open(browser, '#/play?players=human~human&position=7k/P7/6K1/8/8/8/8/8+w+-+-+0+1', {ready: '.setup form'});
    await square(page, 'a7').click();
    await square(page, 'a8').click();
    await page.click('text=a8=N');
    await plies(page, 1);
    await page.click('text=Take back');
    await plies(page, 0);
    await page.fill('#typed', 'a8=Q');
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent === 'White wins: checkmate.');
  });

  test('by keys alone', async () => {
    const page = await open(browser, '#/play', {ready: '.setup form'});
    await square(page, 'd2').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await hash(page, 'd2d4');
    await plies(page, 2);
    await page.keyboard.press('u');
    await plies(page, 0);
  });

  test('antichess and three-player chess, typed and by programs', async () => {
    const anti = await open(browser, '#/play?game=antichess&players=human~random', {ready: '.setup form'});
    await anti.fill('#typed', 'e2-e4');
    await anti.press('#typed', 'Enter');
    await anti.waitForFunction(() => location.hash.includes('moves=') || document.querySelector('.status')?.textContent?.includes('move'));
    const three = await open(browser, '#/play?game=threechess&players=human~level:5~greedy', {ready: '.setup form'});
    await three.fill('#typed', 'BD2BD4');
    await three.press('#typed', 'Enter');
    await plies(three, 3);
    assert.deepEqual(await findings(three), []);
    assert.deepEqual(three.complaints, []);
  });

  test('programs among themselves can be paused', async () => {
    const page = await open(browser, '#/play?players=level:7~level:1', {ready: '.setup form'});
    await page.waitForFunction(() => /moves=[^&]*\./.test(location.hash));
    await page.click('text=Pause');
    const before = await moves(page);
    await page.waitForTimeout(900);
    assert.ok((await moves(page)).length - before.length <= 1);
  });

  test('what is wrong is a sentence, never markup', async () => {
    for (const link of ['players=%3Cimg+src=x+onerror=alert(1)%3E~human', 'position=junk', 'game=checkers', 'moves=e2e5']) {
      const page = await open(browser, `#/play?${link}`, {ready: '.wrong'});
      assert.equal(await page.locator('main img').count(), 0);
      assert.deepEqual(page.complaints, []);
    }
    const page = await open(browser, '#/play', {ready: '.setup form'});
    await page.fill('#typed', 'e2e5');
    await page.press('#typed', 'Enter');
    await page.waitForFunction(() => document.querySelector('.status')?.textContent?.includes('e2e5'));
  });
}
