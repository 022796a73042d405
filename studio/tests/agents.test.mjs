/* The page "agents", as people meet it. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {eventually, findings, MISSING, open, settled, useBrowser} from './browser.mjs';
import {LOGICS} from './program.mjs';

const DECIDED = '.decision .move';
const FIGURE = '#/agents?position=6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1+w+-+-+0+1&player=level:7&other=level:6';

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();

  const hash = (page) => page.evaluate(() => location.hash);
  const said = (page, place = DECIDED) => page.textContent(place);
  const settle = (page, check, value) => page.waitForFunction(check, value);
  const until = (page, place, text) =>
    settle(page, ([where, what]) => document.querySelector(where)?.textContent?.includes(what), [place, text]);

  test('it begins with a game under way, and with nothing to complain of', async () => {
    const page = await open('', {ready: DECIDED});
    await eventually(async () => assert.match(await page.textContent('.players'), /White level:7.*Black level:5/));
    await eventually(async () => assert.match(await page.textContent('.play output'), /^20 \/ /));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    assert.deepEqual(page.complaints, []);
  });

  test('figure 4.1: two settings side by side, each with its move', async () => {
    const page = await open(FIGURE, {ready: '.second'});
    await eventually(async () => assert.equal(await said(page), 'Rxc5'));
    await eventually(async () => assert.match(await said(page, '.second'), /level:6: Rxd6 instead of Rxc5/));
    await eventually(async () => assert.equal(await page.locator('.arrow.decision').count(), 1));
    await eventually(async () => assert.equal(await page.locator('.arrow.other').count(), 1));
    await eventually(async () => assert.match(await page.textContent('li.differs label'), /defence-consideration/));
    await until(page, '.decides', 'defence-consideration');
    await page.click('[data-switch="defence-consideration"]');
    await until(page, DECIDED, 'Rxd6');
    await eventually(async () => assert.match(await hash(page), /player=level:6/));
  });

  test('every position of the gallery is decided as its source says', async () => {
    const page = await open('#/agents?gallery=on', {ready: '.gallery li'});
    await eventually(async () => assert.equal(await page.locator('.gallery li').count(), LOGICS.length));
    for (const i of [0, 6, 9, LOGICS.length - 1]) {
      const [, fen, , , player, moves] = LOGICS[i];
      await page.click(`.gallery li:nth-child(${i + 1}) a`);
      await settle(page, (text) => new URLSearchParams(location.hash.split('?')[1]).get('position') === text, fen);
      await settled(page);
      assert.equal(await said(page, '.switches code'), `level:${player}`);
      await page.click('.decision button:has-text("How often?")');
      await until(page, '.shares', 'draws');
      const shares = (await said(page, '.shares')).match(/[a-h][1-8][a-h][1-8]q?/g);
      assert.deepEqual(shares, moves.split(' '), fen);
    }
    assert.deepEqual(page.complaints, []);
  });

  test('an example is opened from its switch', async () => {
    const page = await open('', {ready: DECIDED});
    await page.click('[aria-label="Example of attack-request"]');
    await settle(page, () => location.hash.includes('position='));
    await until(page, '.decides', 'attack-request');
  });

  test('agents report their best, and what the master refuses is told', async () => {
    const page = await open(
      '#/agents?game=chess&position=1r4k1/5ppp/8/8/8/8/p4PPP/R5K1 w - - 0 1&player=level:11&show=attacks',
      {ready: DECIDED},
    );
    await until(page, '[aria-label="Reports"]', 'a1a2 179');
    await until(page, '.candidates', 'a1a2refused by the master: mate');
    assert.deepEqual(page.complaints, []);
  });

  test('keys alone go through a game, its agents, messages and levels', async () => {
    const page = await open('#/agents?ply=4', {ready: DECIDED});
    const press = async (key, part) => {
      await page.keyboard.press(key);
      await settle(page, (text) => decodeURIComponent(location.hash).includes(text), part);
      await settled(page);
    };
    await press('ArrowRight', 'ply=5');
    await press('ArrowLeft', 'ply=4');
    await press('Home', 'ply=0');
    await page.keyboard.press('n');
    await settle(page, () => /ply=[1-9]/.test(location.hash));
    await press('3', 'player=level:3');
    await press(']', 'agent=');
    await press('.', 'step=1');
    await press('t', 'threats');
    await press('x', 'exclude=');
    const excluded = (await hash(page)).match(/exclude=(\w+)/)[1];
    await until(page, '.decision', 'Excluded');
    await eventually(async () => assert.notEqual(await page.textContent('.candidates tr.chosen td'), excluded));
    await press('Enter', 'moves=');
    await press('f', 'flip=1');
    await page.keyboard.press('?');
    await eventually(async () => assert.ok(await page.isVisible('dialog.keys')));
    await page.keyboard.press('Escape');
    assert.deepEqual(page.complaints, []);
  });

  test('keys pressed before the page has drawn are not lost', async () => {
    const page = await open('#/agents?game=chess&position=&player=level:7&moves=e2e4.e7e5', {ready: DECIDED});
    for (const key of ['2', ']', '.', '.', '.', 'Enter', 'Enter', 'x']) await page.keyboard.press(key);
    await settle(page, () => location.hash.includes('exclude='));
    await settled(page);
    const {moves, player, ply, exclude} = Object.fromEntries(new URLSearchParams((await hash(page)).split('?')[1]));
    assert.equal(moves.split('.').length, 4);
    assert.deepEqual([player, ply], ['level:2', '4']);
    assert.notEqual(await said(page), exclude);
  });

  test('a press that has begun when the page draws anew is a click', async () => {
    const page = await open('#/agents?ply=9', {ready: DECIDED});
    const box = await page.locator('.layers button:has-text("threats")').boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.keyboard.press('ArrowRight');
    await settle(page, () => location.hash.includes('ply=10'));
    await settled(page);
    await page.mouse.up();
    await settle(page, () => decodeURIComponent(location.hash).includes('requests,moves,threats'));
  });

  test('the board is one stop, squares are named, and a move is made by keys', async () => {
    const page = await open('#/agents?game=chess&position=&moves=e2e4', {ready: DECIDED});
    await eventually(async () => assert.equal(await page.locator('.board [tabindex="0"]').count(), 1));
    await page.focus('.board [aria-label^="d7,"]');
    await eventually(async () =>
      assert.equal(await page.getAttribute('.board [tabindex="0"]', 'aria-label'), 'd7, Black pawn'),
    );
    await page.keyboard.press('Enter');
    await settle(
      page,
      () => document.querySelector('.board [aria-label^="d5,"]')?.getAttribute('data-mark') === 'may go here',
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settle(page, () => location.hash.includes('e2e4.d7d5'));
  });

  test('a link restores what was seen', async () => {
    const link =
      '#/agents?match=level:7~level:5&seed=3&number=2&ply=30&show=threats&agent=e1&player=level:8-defence-consideration';
    const page = await open(link, {ready: DECIDED});
    await until(page, '.decides', 'decide');
    const again = await open(await hash(page), {ready: DECIDED});
    await eventually(async () => assert.equal(await again.textContent('.right'), await page.textContent('.right')));
    await eventually(async () =>
      assert.match(await again.textContent('.switches code'), /^level:8-defence-consideration$/),
    );
  });

  test('the next difference is in this game or in one that follows', async () => {
    const page = await open('#/agents?match=level:2~level:1&ply=0&player=level:2&other=level:1', {ready: DECIDED});
    await page.click('text=Next difference');
    await settle(page, () => /ply=[1-9]/.test(location.hash) || /number=/.test(location.hash));
    await until(page, '.second', 'instead of');
  });

  test('antichess and three-player chess', async () => {
    for (const game of ['antichess', 'threechess']) {
      const players = game === 'threechess' ? 'level:7~level:5~level:3' : 'level:7,losing-wins=on~level:1';
      const page = await open(`#/agents?game=${game}&match=${players}&ply=6`, {ready: DECIDED});
      await eventually(async () =>
        assert.equal(await page.locator('.square').count(), game === 'threechess' ? 96 : 64),
      );
      await page.keyboard.press('f');
      await settle(page, () => location.hash.includes('flip=1'));
      await settled(page);
      await eventually(async () => assert.deepEqual(await findings(page), []));
      assert.deepEqual(page.complaints, []);
    }
  });

  test('a worker that is killed is told, and the page goes on', async () => {
    const page = await open('#/agents?ply=3', {ready: DECIDED});
    await settled(page);
    await page.evaluate(() => {
      const post = Worker.prototype.postMessage;
      let isKilled = false;
      Worker.prototype.postMessage = function (message, ...more) {
        post.call(this, message, ...more);
        if (message.name !== 'match_explain' || isKilled) return;
        isKilled = true;
        this.dispatchEvent(new ErrorEvent('error', {message: 'killed', cancelable: true}));
      };
    });
    const link = (ply) =>
      page.evaluate((at) => {
        location.hash = `#/agents?ply=${at}`;
      }, ply);
    await link(4);
    await page.waitForFunction(() =>
      document.querySelector('.wrong')?.textContent?.includes('The worker failed and was started again: killed'),
    );
    await link(5);
    await page.waitForFunction(
      () => !document.querySelector('.wrong') && document.querySelector('.play output')?.textContent?.startsWith('5 /'),
    );
    await link(4);
    await page.waitForFunction(
      () => !document.querySelector('.wrong') && document.querySelector('.play output')?.textContent?.startsWith('4 /'),
    );
    await page.waitForSelector(DECIDED);
    assert.deepEqual(page.complaints, []);
  });

  test('what is wrong in a link is a sentence, never markup', async () => {
    for (const link of [
      '#/agents?position=nonsense',
      '#/agents?player=%3Cimg+src=x+onerror=alert(1)%3E',
      '#/agents?game=checkers&moves=e2e4',
      '#/agents?match=level:7~engine:stockfish',
      '#/agents?moves=e2e4.e2e4',
      '#/agents?ply=%3Cb%3E&number=0',
    ]) {
      const page = await open(link, {ready: '.wrong'});
      await eventually(async () => assert.equal(await page.locator('.wrong img').count(), 0));
      await page.click('.wrong a');
      await page.waitForSelector(DECIDED);
      assert.deepEqual(page.complaints, []);
    }
  });

  test('narrow, dark, and large letters', async () => {
    const page = await open('#/agents?ply=9', {
      ready: DECIDED,
      viewport: {width: 360, height: 740},
      colorScheme: 'dark',
    });
    await eventually(async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360)));
    await eventually(async () => assert.deepEqual(await findings(page), []));
  });
}
