/* The page "agents", as people meet it. */
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';

import {MISSING, findings, launch, open} from './browser.mjs';
import {LOGICS} from './program.mjs';

const DECIDED = '.decision .move';
const FIGURE = '#/agents?position=6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1+w+-+-+0+1&player=level:7&other=level:6';

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser.close());

  const hash = (page) => page.evaluate(() => location.hash);
  const said = (page, place = DECIDED) => page.textContent(place);
  const settle = (page, check, value) => page.waitForFunction(check, value, {timeout: 15000});
  const until = (page, place, text) => settle(page, ([where, what]) =>
    document.querySelector(where)?.textContent?.includes(what), [place, text]);

  test('it begins with a game under way, and with nothing to complain of', async () => {
    const page = await open(browser, '', {ready: DECIDED});
    assert.match(await page.textContent('.players'), /White level:7.*Black level:5/);
    assert.match(await page.textContent('.play output'), /^20 \/ /);
    assert.deepEqual(await findings(page), []);
    assert.deepEqual(page.complaints, []);
  });

  test('figure 4.1: two settings side by side, each with its move', async () => {
    const page = await open(browser, FIGURE, {ready: '.second'});
    assert.equal(await said(page), 'Rxc5');
    assert.match(await said(page, '.second'), /level:6: Rxd6 instead of Rxc5/);
    assert.equal(await page.locator('.arrow.decision').count(), 1);
    assert.equal(await page.locator('.arrow.other').count(), 1);
    assert.match(await page.textContent('li.differs label'), /defence-consideration/);
    await until(page, '.decides', 'defence-consideration');
    await page.click('[data-switch="defence-consideration"]');
    await until(page, DECIDED, 'Rxd6');
    assert.match(await hash(page), /player=level:6/);
  });

  test('every position of the gallery is decided as its source says', async () => {
    const page = await open(browser, '#/agents?gallery=on', {ready: '.gallery li'});
    assert.equal(await page.locator('.gallery li').count(), LOGICS.length);
    for (const i of [0, 6, 9, LOGICS.length - 1]) {
      const [, fen, , , player, moves] = LOGICS[i];
      await page.click(`.gallery li:nth-child(${i + 1}) a`);
      await settle(page, (text) => document.querySelector('.switches code')?.textContent === text, `level:${player}`);
      await page.click('.decision button:has-text("How often?")');
      await until(page, '.shares', 'draws');
      const shares = (await said(page, '.shares')).match(/[a-h][1-8][a-h][1-8]q?/g);
      assert.deepEqual(shares, moves.split(' '), fen);
    }
    assert.deepEqual(page.complaints, []);
  });

  test('an example is opened from its switch', async () => {
    const page = await open(browser, '', {ready: DECIDED});
    await page.click('[aria-label="Example of attack-request"]');
    await settle(page, () => location.hash.includes('position='));
    await until(page, '.decides', 'attack-request');
  });

  test('keys alone go through a game, its agents, messages and levels', async () => {
    const page = await open(browser, '#/agents?ply=4', {ready: DECIDED});
    const press = async (key, part) => {
      await page.keyboard.press(key);
      await settle(page, (text) => decodeURIComponent(location.hash).includes(text), part);
    };
    await press('ArrowRight', 'ply=5');
    await press('ArrowLeft', 'ply=4');
    await press('Home', 'ply=0');
    await press('n', 'ply=');
    assert.ok(Number((await hash(page)).match(/ply=(\d+)/)[1]) > 0);
    await press('3', 'player=level:3');
    await press(']', 'agent=');
    await press('.', 'step=1');
    await press('t', 'threats');
    await press('x', 'exclude=');
    const excluded = (await hash(page)).match(/exclude=(\w+)/)[1];
    await until(page, '.decision', 'Excluded');
    assert.notEqual(await page.textContent('.candidates tr.chosen td'), excluded);
    await press('Enter', 'moves=');
    await press('f', 'flip=1');
    await page.keyboard.press('?');
    assert.ok(await page.isVisible('dialog.keys'));
    await page.keyboard.press('Escape');
    assert.deepEqual(page.complaints, []);
  });

  test('the board is one stop, squares are named, and a move is made by keys', async () => {
    const page = await open(browser, '#/agents?game=chess&position=&moves=e2e4', {ready: DECIDED});
    assert.equal(await page.locator('.board [tabindex="0"]').count(), 1);
    await page.focus('.board [aria-label^="d7,"]');
    assert.equal(await page.getAttribute('.board [tabindex="0"]', 'aria-label'), 'd7, Black pawn');
    await page.keyboard.press('Enter');
    await settle(page, () => document.querySelector('.board [aria-label^="d5,"]')?.getAttribute('data-mark') === 'may go here');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settle(page, () => location.hash.includes('e2e4.d7d5'));
  });

  test('a link restores what was seen', async () => {
    const link = '#/agents?match=level:7~level:5&seed=3&number=2&ply=30&show=threats&agent=e1&player=level:8-defence-consideration';
    const page = await open(browser, link, {ready: DECIDED});
    const again = await open(browser, await hash(page), {ready: DECIDED});
    assert.equal(await again.textContent('.right'), await page.textContent('.right'));
    assert.match(await again.textContent('.switches code'), /^level:8-defence-consideration$/);
  });

  test('the next difference is in this game or in one that follows', async () => {
    const page = await open(browser, '#/agents?match=level:2~level:1&ply=0&player=level:2&other=level:1', {ready: DECIDED});
    await page.click('text=Next difference');
    await settle(page, () => /ply=[1-9]/.test(location.hash) || /number=/.test(location.hash));
    await until(page, '.second', 'instead of');
  });

  test('antichess and three-player chess', async () => {
    for (const game of ['antichess', 'threechess']) {
      const players = game === 'threechess' ? 'level:7~level:5~level:3' : 'level:7,losing-wins=on~level:1';
      const page = await open(browser, `#/agents?game=${game}&match=${players}&ply=6`, {ready: DECIDED});
      assert.equal(await page.locator('.square').count(), game === 'threechess' ? 96 : 64);
      await page.keyboard.press('f');
      assert.deepEqual(await findings(page), []);
      assert.deepEqual(page.complaints, []);
    }
  });

  test('what is wrong in a link is a sentence, never markup', async () => {
    for (const link of ['#/agents?position=nonsense', '#/agents?player=%3Cimg+src=x+onerror=alert(1)%3E', '#/agents?game=checkers&moves=e2e4',
      '#/agents?match=level:7~engine:stockfish', '#/agents?moves=e2e4.e2e4', '#/agents?ply=%3Cb%3E&number=0']) {
      const page = await open(browser, link, {ready: '.wrong'});
      assert.equal(await page.locator('.wrong img').count(), 0);
      await page.click('.wrong a');
      await page.waitForSelector(DECIDED);
      assert.deepEqual(page.complaints, []);
    }
  });

  test('narrow, dark, and large letters', async () => {
    const page = await open(browser, '#/agents?ply=9', {ready: DECIDED, viewport: {width: 360, height: 740}, colorScheme: 'dark'});
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
    assert.deepEqual(await findings(page), []);
  });
}
