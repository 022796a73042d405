/* The page "watch" and the start page, as people meet them. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {eventually, findings, goTo, MISSING, open, PHONE, refuses, settled, useBrowser} from './browser.mjs';
import {LOGICS} from './program.mjs';

const DECIDED = '.side .decision .move';
const FIGURE = '#/agents?position=6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1+w+-+-+0+1&player=level:7&other=level:6';
const QUEEN = '#/agents?position=2b1kbnr/1p1pppnp/rQp5/8/p7/2P2P2/3PP1PP/R1B1KBNR+w+-+-+0+1&player=level:7';
const SIZES = [
  [1440, 900],
  [1024, 768],
  [390, 844],
];

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();

  const hash = (page) => page.evaluate(() => location.hash);
  const said = (page, place = DECIDED) => page.textContent(place);
  const settle = (page, check, value) => page.waitForFunction(check, value);
  const until = (page, place, text) =>
    settle(page, ([where, what]) => document.querySelector(where)?.textContent?.includes(what), [place, text]);

  test('five doors, one click each, and nothing to complain of', async () => {
    const page = await open('', {ready: '.door'});
    await eventually(async () => assert.equal(await page.locator('.door').count(), 5));
    await eventually(async () => assert.equal((await page.locator('.door .piece').count()) > 120, true));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    for (const [i, part] of ['watch', 'homeostatic', 'game=antichess', 'game=threechess', 'async'].entries()) {
      await goTo(page, '#/');
      await page.click(`.door >> nth=${i}`, {position: {x: 20, y: 20}});
      await settle(page, (text) => location.hash.includes(text), part);
      await settled(page);
      assert.equal(await page.locator('header [aria-current]').count(), 1);
    }
    assert.deepEqual(page.complaints, []);
  });

  test('a phone shows all four entries; old links lead to Watch, and a link is copied', async () => {
    const page = await open('#/agents?ply=3', {
      ready: DECIDED,
      ...PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const entries = await page.$$eval('header nav a', (all) =>
      all.map((entry) => [entry.textContent, entry.getBoundingClientRect().right <= innerWidth]),
    );
    assert.deepEqual(entries, [
      ['Watch', true],
      ['Play', true],
      ['Learn', true],
      ['Research', true],
    ]);
    assert.equal(await page.textContent('header [aria-current]'), 'Watch');
    await page.click('text=Copy link');
    await page.waitForSelector('text=Copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.evaluate(() => location.href));
    await page.click('header >> text=Learn');
    await page.waitForSelector('.chapter .pair');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'Learn');
    for (const [entry, tabs] of [
      ['Play', ['Chess', 'Homeostatic opponent', 'Antichess', 'Three players', 'Asynchronous chess']],
      ['Research', ['Experiment', 'Results']],
    ]) {
      await page.click(`header >> text=${entry}`);
      await eventually(async () =>
        assert.deepEqual(await page.$$eval('.tabs a', (all) => all.map((tab) => tab.textContent)), tabs),
      );
      for (const tab of tabs) {
        await page.click(`.tabs >> text="${tab}"`);
        await until(page, '.tabs [aria-current]', tab);
        await page.waitForSelector('main h1', {state: 'attached'});
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), tab);
      }
    }
    assert.deepEqual(page.complaints, []);
  });

  test('agents go on speaking on the start page and on their own', async () => {
    const hears = async (link, place) => {
      const page = await open(link, {ready: place, reducedMotion: 'no-preference'});
      await page.evaluate((where) => {
        globalThis.heard = new Set();
        const note = () => globalThis.heard.add(document.querySelector(where)?.textContent);
        new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
      }, place);
      await settle(page, () => globalThis.heard.size > 4);
      assert.deepEqual(page.complaints, []);
    };
    await Promise.all([hears('', '.said'), hears('#/agents', '.sentence')]);
  });

  test('every step of the conversation is in one view at three sizes, and its bubbles hide nothing that they speak of', async () => {
    for (const [width, height] of SIZES) {
      const page = await open(QUEEN, {
        ready: DECIDED,
        viewport: {width, height},
        colorScheme: width === 1024 ? 'dark' : 'light',
      });
      /* All of them where there is least room. */
      for (const link of [QUEEN, '#/agents?ply=20', ...(width < 500 ? [FIGURE, '#/agents?ply=31'] : [])]) {
        await goTo(page, link);
        await settled(page);
        const steps = await page.$$eval('.steps li button:not([disabled])', (all) =>
          all.map((button) => button.dataset.step),
        );
        assert.ok(steps.length >= 3, link);
        for (const step of steps) {
          await goTo(page, `${link}&step=${step}`);
          await settled(page);
          const wrong = await page.evaluate(() => {
            const rect = (/** @type {Element} */ element) => element.getBoundingClientRect();
            const bubbles = [...document.querySelectorAll('.bubble:not(.out)')];
            const meets = (a, b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            const stage = rect(document.querySelector('.stage'));
            /* A square is as large as the piece on it. */
            const pieceOf = (name) => {
              const {left, right, top, bottom, width} = rect(document.querySelector(`[data-square="${name}"] polygon`));
              return {
                left: left + width * 0.1,
                right: right - width * 0.1,
                top: top + width * 0.1,
                bottom: bottom - width * 0.1,
              };
            };
            const own = bubbles.flatMap((bubble) => (bubble.dataset.agent ? [pieceOf(bubble.dataset.agent)] : []));
            const plates = [...document.querySelectorAll('.badge:not(.safe) rect')];
            return [
              ...(bubbles.length ? [] : ['no bubble']),
              ...['.stage', '.steps', '.sentence p']
                .filter(
                  (place) =>
                    rect(document.querySelector(place)).bottom > innerHeight ||
                    rect(document.querySelector(place)).top < 0,
                )
                .map((place) => `${place} is out of view`),
              ...(document.querySelector('.sentence p').textContent.length > 10 ? [] : ['no sentence']),
              ...bubbles
                .filter(
                  (bubble) =>
                    rect(bubble).left < stage.left - 1 ||
                    rect(bubble).right > stage.right + 1 ||
                    bubble.scrollWidth > bubble.clientWidth,
                )
                .map(() => 'a bubble is cut'),
              ...[...own, ...plates.map(rect)]
                .filter((what) => bubbles.some((bubble) => meets(rect(bubble), what)))
                .map(() => 'a bubble hides what it speaks of'),
            ];
          });
          assert.deepEqual(wrong, [], `${link} ${step} at ${width}`);
        }
      }
      await eventually(async () => assert.deepEqual(await findings(page), []));
      assert.ok(await page.evaluate((most) => document.documentElement.scrollWidth <= most, width));
      assert.deepEqual(page.complaints, []);
    }
  });

  test('figure 4.1: two settings side by side, each with its move', async () => {
    const page = await open(FIGURE, {ready: '.second'});
    await eventually(async () => assert.equal(await said(page), 'Rxc5'));
    await eventually(async () => assert.match(await said(page, '.second'), /Level 6 plays Rxd6 instead of Rxc5/));
    await until(page, '[data-influence="defence-consideration"]', 'Rxd6 would be played');
    await page.click('[data-change="defence-consideration"]');
    await until(page, DECIDED, 'Rxd6');
    await eventually(async () => assert.match(await hash(page), /player=level:6/));
  });

  test('worths unfold into their parts, and a logic that another one replaces is marked', async () => {
    const page = await open('#/agents?ply=20&player=level:11&drawer=on', {ready: '.worth'});
    await settled(page);
    for (const place of ['.chance', '.chat [data-phase="candidates"]', '.agents tbody', '.candidates tbody']) {
      assert.equal(await page.locator(`${place} .worth li >> nth=1`).isVisible(), false);
      await page.click(`${place} .worth summary >> nth=0`);
      await eventually(async () =>
        assert.match(await page.textContent(`${place} .worth li >> nth=1`), /^[a-z ]+ −?\d+( \([a-h][1-8]\))?$/),
      );
    }
    assert.equal(await page.textContent('.switches .replaced [data-influence="backup"]'), 'replaced by whole-threat');
    assert.equal(await page.locator('.switches .replaced').count(), 6);
    await eventually(async () => assert.deepEqual(await findings(page), []));
  });

  test('keys alone go through phases, plies, agents and levels', async () => {
    const page = await open('#/agents?ply=4', {ready: DECIDED});
    await settled(page);
    const press = async (key, part) => {
      await page.keyboard.press(key);
      await settle(page, (text) => decodeURIComponent(location.hash).includes(text), part);
      await settled(page);
    };
    await press('ArrowLeft', 'step=candidates');
    await press('ArrowRight', 'step=decision');
    await press('ArrowRight', 'ply=5&step=order');
    await press('ArrowRight', 'step=reports');
    await press('.', 'ply=6');
    await press(',', 'ply=5');
    await press('l', 'large=on');
    assert.ok(
      await page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('.bubble')).fontSize) >= 20),
    );
    for (const place of ['.players', '.reason', '.chat', '.projector']) assert.ok(await page.isVisible(place), place);
    await page.keyboard.press('l');
    await settle(page, () => !location.hash.includes('large'));
    await press('Home', 'ply=0');
    await page.keyboard.press('n');
    await settle(page, () => /ply=[1-9]/.test(location.hash));
    await press('3', 'player=level:3');
    await press(']', 'agent=');
    await until(page, '.conversation', 'Messages of the');
    await press('Escape', 'player');
    await press('t', 'threats');
    await press('x', 'exclude=');
    await until(page, '.side .decision', 'Excluded');
    await press('Enter', 'moves=');
    await press('f', 'flip=1');
    await page.keyboard.press(' ');
    await page.waitForSelector('[aria-label="Pause"]');
    await page.keyboard.press(' ');
    await page.waitForSelector('[aria-label="Play"]');
    await page.keyboard.press('?');
    await eventually(async () => assert.ok(await page.isVisible('dialog .keys')));
    assert.deepEqual(page.complaints, []);
  });

  test('keys pressed before the page has drawn are not lost', async () => {
    const page = await open('#/agents?game=chess&position=&player=level:7&moves=e2e4.e7e5', {ready: DECIDED});
    for (const key of ['2', ']', 'Enter', 'Enter', 'x']) await page.keyboard.press(key);
    await settle(page, () => location.hash.includes('exclude='));
    await settled(page);
    const {moves, player, ply} = Object.fromEntries(new URLSearchParams((await hash(page)).split('?')[1]));
    assert.equal(moves.split('.').length, 4);
    assert.deepEqual([player, ply], ['level:2', '4']);
  });

  test('the board is one stop, squares are named, and a move is made by keys', async () => {
    const page = await open('#/agents?game=chess&position=&moves=e2e4', {ready: DECIDED});
    await eventually(async () => assert.equal(await page.locator('.board [tabindex="0"]').count(), 1));
    await page.focus('.board [aria-label^="d7,"]');
    await page.keyboard.press('Enter');
    await settle(
      page,
      () => document.querySelector('.board [aria-label^="d5,"]')?.getAttribute('data-mark') === 'can move here',
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await settle(page, () => location.hash.includes('e2e4.d7d5'));
  });

  test('a link restores what was seen', async () => {
    const link =
      '#/agents?match=level:7~level:5&seed=3&number=2&ply=30&step=reports&agent=e1&player=level:8-defence-consideration&drawer=on';
    const page = await open(link, {ready: DECIDED});
    await until(page, '.changes', 'same move');
    const again = await open(await hash(page), {ready: DECIDED});
    for (const part of ['.side', '.sentence', '.shelves'])
      await eventually(async () => assert.equal(await again.textContent(part), await page.textContent(part)));
  });

  test('the next difference is in this game or in one that follows', async () => {
    const page = await open('#/agents?match=level:2~level:1&ply=0&player=level:2&other=level:1&drawer=on', {
      ready: DECIDED,
    });
    await page.click('text=Next difference');
    await settle(page, () => /ply=[1-9]/.test(location.hash) || /number=/.test(location.hash));
    await until(page, '.second', 'instead of');
  });

  test('antichess and three-player chess, and a reading of another game is not offered', async () => {
    for (const game of ['antichess', 'threechess']) {
      const players = game === 'threechess' ? 'level:7~level:5~level:3' : 'level:7,losing-wins=on~level:1';
      const page = await open(`#/agents?game=${game}&match=${players}&ply=6&drawer=on`, {ready: DECIDED});
      await eventually(async () =>
        assert.equal(await page.locator('.square').count(), game === 'threechess' ? 96 : 64),
      );
      assert.equal(await page.locator('[data-switch="losing-wins"]').count(), game === 'antichess' ? 1 : 0);
      await page.keyboard.press('f');
      await settle(page, () => location.hash.includes('flip=1'));
      await settled(page);
      await eventually(async () => assert.deepEqual(await findings(page), []));
      assert.deepEqual(page.complaints, []);
    }
  });

  test('a PGN file is shown, played on, carried to Play, and saved with all that it had', async () => {
    const text =
      '[Event "Match"]\n[White "Anna Muzychuk"]\n[Black "Ju Wenjun"]\n[Result "*"]\n\n{A start} 1. e4 $1 e5 {sound} (1... c5 2. Nf3) 2. Nf3 *\n';
    const page = await open(`${QUEEN}&drawer=on`, {ready: DECIDED});
    await page.fill('[aria-label="Position or game: FEN or PGN"]', text);
    await page.click('text=Show it');
    await until(page, '.scene', 'Anna Muzychuk');
    await page.keyboard.press('End');
    await settle(page, () => location.hash.includes('ply=3'));
    await settled(page);
    await page.focus('main');
    await page.keyboard.press('Enter');
    await settle(page, () => /moves=e2e4\.e7e5\.g1f3\.\w+/.test(location.hash));
    await settled(page);
    await page.click('nav >> text=Play');
    await settled(page);
    await settle(page, () => /#\/play.*moves=e2e4\.e7e5\.g1f3\.\w+/.test(location.hash));
    const saved = await page.inputValue('[aria-label="Game as PGN"]');
    assert.match(
      saved,
      /\[White "Anna Muzychuk"\][\s\S]*\{ A start \} 1\. e4 \$1 (1\.\.\. )?e5 \{ sound \} \( 1\.\.\. c5 2\. Nf3 \) 2\. Nf3 \w+ \*/,
    );
    await page.click('nav >> text=Watch');
    await settle(page, () => /#\/watch.*moves=e2e4\.e7e5\.g1f3\.\w+/.test(location.hash));
    await goTo(page, '#/agents?drawer=on');
    await settled(page);
    await page.fill('[aria-label="Position or game: FEN or PGN"]', LOGICS[0][1]);
    await page.click('text=Show it');
    await settle(page, () => location.hash.includes('position=4k3'));
    assert.deepEqual(page.complaints, []);
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
    await goTo(page, '#/agents?ply=4');
    await until(page, '.wrong', 'The worker failed and was started again: killed');
    await goTo(page, '#/agents?ply=5');
    await page.waitForFunction(
      () =>
        !document.querySelector('.wrong') && document.querySelector('.plies output')?.textContent?.startsWith('5 /'),
    );
    assert.deepEqual(page.complaints, []);
  });

  test('what is wrong in a link is a sentence, never markup', () =>
    refuses(
      [
        '#/agents?position=nonsense',
        '#/agents?player=%3Cimg+src=x+onerror=alert(1)%3E',
        '#/agents?game=checkers&moves=e2e4',
        '#/agents?match=level:7~engine:stockfish',
        '#/agents?moves=e2e4.e2e4',
        '#/agents?ply=%3Cb%3E&number=0',
      ],
      DECIDED,
    ));

  test('the conversation is scrolled to what is said now, at three sizes', async () => {
    const position = '6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1+w+-+-+0+1';
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ]) {
      const page = await open(`#/agents?position=${position}&player=level:7&step=order`, {
        ready: DECIDED,
        viewport: {width, height},
      });
      const steps = await page.$$eval('.chat [data-phase]', (all) => [
        ...new Set(all.map(({dataset}) => dataset.phase)),
      ]);
      assert.ok(steps.length > 5);
      for (const step of steps) {
        await goTo(page, `#/agents?position=${position}&player=level:7&step=${step}`);
        await settled(page);
        const [from, to, height] = await page.$eval('.chat', (list) => {
          const now = list.querySelector('.now');
          if (!now) return [0, 0, 1]; /* a phase without bubbles is skipped */
          const box = now.getBoundingClientRect();
          const top = list.getBoundingClientRect().top + list.clientTop;
          return [box.top - top, box.bottom - top, list.clientHeight];
        });
        assert.ok(
          from > -1 && (to < height + 1 || to - from > height),
          `${step} at ${width}: ${from} to ${to} of ${height}`,
        );
      }
    }
  });

  test('chapters for every level and logic, in each of which the decision changes', async () => {
    const page = await open('#/learn', {ready: '.chapter .pair'});
    const titles = await page.$$eval('.chapters a', (all) => all.map(({textContent}) => textContent));
    assert.ok(titles.length >= 15);
    for (const [i, title] of titles.entries()) {
      await goTo(page, `#/learn?chapter=${i + 1}`);
      await settled(page);
      assert.equal(await said(page, '.chapter h2'), title);
      const [before, after] = await page.$$eval('.pair .answer', (all) => all.map(({textContent}) => textContent));
      assert.notEqual(before, after, title);
      const taught = titles.slice(0, i + 1);
      const choices = await page.$$eval('.question', (all) =>
        all.map((one) => [...one.querySelectorAll('[data-choice]')].map(({textContent}) => textContent)),
      );
      assert.equal(choices.length > 0, taught.length > 2, title);
      for (const names of choices) assert.equal(new Set(names).size, Math.min(taught.length, 3), title);
      assert.doesNotMatch(
        (await page.locator('.question').allTextContents()).join(' '),
        /level:/,
        'the answer is not shown',
      );
    }
    const question = page.locator('.question').first();
    for (let tries = 0; !(await question.locator('a').count()); tries++) {
      assert.ok(tries < 2);
      await question.locator('[data-choice]:enabled').first().click();
      await eventually(async () => assert.match(await question.locator('> .answer').textContent(), /^(Yes, |It is )/));
    }
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.click('text=Show the conversation');
    await page.waitForSelector(DECIDED);
    assert.deepEqual(page.complaints, []);
  });
}
