/* The page "play", as people meet it. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import {test} from 'node:test';

import {dragByFinger, eventually, findings, MISSING, open, PHONE, refuses, settled, useBrowser} from './browser.mjs';
import {memoryTable} from './program.mjs';

if (MISSING) {
  test('the page in Chromium', {skip: MISSING}, () => {});
} else {
  useBrowser();

  const TURN = '.standing .turn';
  const hash = (page) => page.evaluate(() => decodeURIComponent(location.hash));
  const has = (page, part) => page.waitForFunction((text) => decodeURIComponent(location.hash).includes(text), part);
  const until = (page, place, text) =>
    page.waitForFunction(([where, what]) => document.querySelector(where)?.textContent?.includes(what), [place, text]);
  const square = (name) => `.square[data-square="${name}"]`;
  const begin = (fragment, options = {}) => open(fragment, {ready: TURN, ...options});
  const button = async (page, name) => {
    const place = `.game-actions button:text-is("${name}")`;
    await page.waitForSelector(place, {state: 'attached'});
    if (!(await page.isVisible(place))) await page.click('.menu summary');
    await page.click(place);
  };
  const complete = (page) => assert.deepEqual(page.complaints, []);

  test('a game by clicks: a player answers, and the link restores all of it', async () => {
    const page = await begin('#/play?wait=0');
    await page.click(square('e2'));
    await eventually(async () =>
      assert.deepEqual(
        await page.$$eval('[data-mark="can move here"]', (cells) => cells.map((cell) => cell.dataset.square).sort()),
        ['e3', 'e4'],
      ),
    );
    await page.click(square('e4'));
    await has(page, 'moves=e2e4.');
    await until(page, TURN, 'White to move');
    const moves = await page.textContent('.moves');
    const again = await begin(await hash(page));
    await eventually(async () => assert.equal(await again.textContent('.moves'), moves));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    complete(page);
  });

  test('a piece is dragged; one that may not go there goes back', async () => {
    const page = await begin('#/play?players=human~human');
    await page.dragAndDrop(square('g1'), square('f3'));
    await has(page, 'moves=g1f3');
    await settled(page);
    await page.dragAndDrop(square('d7'), square('d2'));
    await settled(page);
    await eventually(async () => assert.match(await hash(page), /moves=g1f3$/));
    await eventually(async () => assert.match(await page.getAttribute(square('d7'), 'aria-label'), /Black pawn/));
    complete(page);
  });

  test('by keys alone: a move, take back, hint, why, pause, new game', async () => {
    const page = await begin('#/play?wait=0');
    await page.focus(square('d2'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await has(page, 'moves=d2d4.');
    await until(page, TURN, 'White to move');
    await page.keyboard.press('w');
    await until(page, '.why h2', 'Why');
    await eventually(async () => assert.match(await page.textContent('.why'), /Watch the conversation/));
    await page.keyboard.press('i');
    await until(page, '.hint', 'Level 7 would play');
    await eventually(async () => assert.equal(await page.locator('.arrow.decision').count(), 1));
    await page.keyboard.press('u');
    await page.waitForFunction(() => !location.hash.includes('moves='));
    await page.keyboard.press('p');
    await has(page, 'paused=1');
    await page.keyboard.press('p');
    await page.waitForFunction(() => !location.hash.includes('paused'));
    await page.keyboard.press('f');
    await has(page, 'flip=1');
    await page.keyboard.press('n');
    await eventually(async () => assert.ok(await page.isVisible('dialog')));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.keyboard.press('Escape');
    complete(page);
  });

  test('why names the very decision that was played, and the page of the agents shows it', async () => {
    const page = await begin('#/play?players=level:7~level:5&wait=0.2&seed=5&paused=1&moves=');
    await button(page, 'Resume');
    await page.waitForFunction(() => (location.hash.match(/moves=([^&]*)/)?.[1] ?? '').split('.').length >= 12);
    await button(page, 'Pause');
    await has(page, 'paused=1');
    await settled(page);
    const last = Number((await page.textContent('.play output')).split('/')[1]);
    for (const back of [0, 1, 2]) {
      await page.click(`.moves li:nth-child(${last - back}) a`);
      await until(page, '.play output', `${last - back} / ${last}`);
      const san = await page.textContent('.moves [aria-current]');
      await button(page, 'Why?');
      await until(page, '.why', `Why ${san}?`);
    }
    const san = await page.textContent('.moves [aria-current]');
    await page.click('.why a');
    await page.waitForFunction(() => location.hash.startsWith('#/watch'));
    await until(page, '.decision .move', san);
    complete(page);
  });

  test('the reason of the last move that agents played heads the page', async () => {
    const page = await begin('#/play?wait=0');
    assert.equal(await page.isVisible('.reason p'), false);
    for (const [from, to] of ['e2e4', 'g1f3'].map((move) => [move.slice(0, 2), move.slice(2)])) {
      await page.click(square(from));
      await page.click(square(to));
      await page.waitForFunction((code) => location.hash.includes(`${code}.`), from + to);
      await settled(page);
      await until(page, TURN, 'White to move');
      const san = await page.textContent('.list a.newest');
      await until(page, '.reason p', `Level 7 played ${san}: `);
    }
    await page.click(square('a7'));
    await until(page, '.hint', 'The pawn on a7 is of Black: it is the turn of White.');
    assert.deepEqual(await findings(page), []);
    complete(page);
  });

  test('promotion asks for the piece', async () => {
    const page = await begin('#/play?players=human~human&position=7k/P7/8/8/8/8/8/K7+w+-+-+0+1');
    await page.click(square('a7'));
    await page.click(square('a8'));
    await page.click('dialog button:has-text("a knight")');
    await has(page, 'moves=a7a8n');
    complete(page);
  });

  test('the end is told in words, in a window and on the page', async () => {
    const page = await begin('#/play?players=human~human&moves=f2f3.e7e5.g2g4');
    await page.fill('[aria-label="Move"]', 'd8-h4');
    await page.keyboard.press('Enter');
    await until(page, 'dialog', 'Black wins: checkmate.');
    await page.click('dialog button');
    assert.equal(await page.textContent('.winner'), 'Black wins');
    await eventually(async () => assert.equal(await page.textContent(TURN), 'Black wins: checkmate.'));
    await eventually(async () =>
      assert.match(
        await page.inputValue('[aria-label="Game as PGN"]'),
        /\[Result "0-1"\][\s\S]*2\. g4 Qh4# \{Black wins: checkmate\.\} 0-1/,
      ),
    );
    complete(page);
  });

  test('resignation, draw, and a clock that runs out', async () => {
    const page = await begin('#/play?players=human~human&moves=e2e4');
    await button(page, 'Resign');
    await until(page, TURN, 'Black resigns: White wins.');
    const drawn = await begin('#/play?players=human~human&moves=e2e4');
    await button(drawn, 'Agree on a draw');
    await until(drawn, TURN, 'A draw: both sides agreed.');
    const timed = await begin('#/play?players=human~human&clock=1~60');
    await until(timed, TURN, 'White’s time is up: Black wins.');
    const kept = await begin('#/play?players=human~human&clock=300%2B2&moves=e2e4.e7e5&times=299000.280000&paused=1');
    await eventually(async () =>
      assert.deepEqual(await kept.$$eval('.clock', (clocks) => clocks.map((clock) => clock.textContent)), [
        '4:40',
        '4:59',
      ]),
    );
    await button(kept, 'Take back');
    await until(kept, '.seat-1 .clock', '5:00');
    const untimed = await begin('#/play?wait=0&clock=300&moves=e2e4');
    await has(untimed, 'times=300000.');
    await until(untimed, TURN, 'White to move');
    complete(timed);
  });

  test('a search thinks aloud, is stopped, and moves at once when told', async () => {
    const page = await begin('#/play?players=human~search:depth=30');
    await page.click(square('e2'));
    await page.click(square('e4'));
    await until(page, '.thought', 'best so far');
    await eventually(async () => assert.match(await page.textContent('.thought'), /positions.*Position metric: -?\d/));
    await page.keyboard.press('m');
    await page.waitForFunction(() => /moves=e2e4\.\w+/.test(location.hash));
    await page.click(square('d2'));
    await page.click(square('d4'));
    await has(page, '.d2d4');
    await until(page, '.standing .caption', 'is thinking');
    await page.keyboard.press('u');
    await page.waitForFunction(() => !location.hash.includes('d2d4'));
    await until(page, TURN, 'White to move');
    await eventually(async () => assert.match(await hash(page), /moves=e2e4\.\w+(&|$)/));
    complete(page);
  });

  test('a memory is opened, used, turned off, and asked for again by the link', async (t) => {
    const table = memoryTable(t);
    const row = table.split('\n').find((line) => line.includes(',exact,')) ?? '';
    const [, position, , move] = row.split(',');
    const [, side] = position.split(' ');
    const players = side === 'w' ? 'search:depth=2~human' : 'human~search:depth=2';
    const page = await begin(
      `#/play?wait=0&paused=1&players=${players}&position=${encodeURIComponent(`${position} 0 1`)}`,
    );
    const put = (target, name, text) =>
      target.setInputFiles('[aria-label="Open a file"]', {name, mimeType: 'text/csv', buffer: Buffer.from(text)});
    await put(page, 'm.csv', table.replace(/,exact,/, ',<img onerror=alert(1)>,'));
    await until(page, '.problem', "bound is '<img onerror=alert(1)>', not upper, lower or exact");
    await put(page, 'a memory,1~.csv', table);
    await has(page, 'search:depth=2,memory=a-memory-1-.csv');
    await until(page, '.memory', `a-memory-1-.csv: ${table.trimEnd().split('\n').length - 1} positions`);
    await page.keyboard.press('p');
    await has(page, `moves=${move}`);
    await until(page, '.memory', '1 of 1 lookups found');
    const link = await hash(page);
    await page.click('.options summary');
    await page.click('.memory input');
    await page.waitForFunction(() => !location.hash.includes('memory='));
    await page.click('.memory input');
    await has(page, 'memory=a-memory-1-.csv');
    complete(page);

    const other = await begin(link.replace(/&moves=[^&]*/, ''));
    await until(other, '.problem', "the memory 'a-memory-1-.csv' is not open in this page");
    await other.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'a-memory-1-.csv'));
      for (const kind of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
    }, table);
    await has(other, `moves=${move}`);
    await put(other, 'm.db', 'SQLite format 3\0');
    await until(other, '.problem', "m.db is a memory in SQLite format: export it with 'agentchess memory export'");
    complete(other);
  });

  test('antichess: the pieces that must take, while the blank is held', async () => {
    const page = await begin('#/play?game=antichess&players=human~human&moves=e2e4.d7d5');
    await page.focus(square('a1'));
    await page.keyboard.down(' ');
    await page.waitForSelector('.board.held');
    await eventually(async () =>
      assert.deepEqual(
        await page.$$eval('[data-mark="can move"]', (cells) => cells.map((cell) => cell.dataset.square)),
        ['e4'],
      ),
    );
    await page.keyboard.up(' ');
    await eventually(async () => assert.equal(await page.locator('[data-mark="can move"]').count(), 0));
    await page.keyboard.down('h');
    await eventually(async () => assert.ok(await page.isVisible('.cheers')));
    await page.keyboard.up('h');
    await eventually(async () => assert.equal(await page.locator('.cheers').count(), 0));
    complete(page);
  });

  test('antichess: a refused move names the compulsory captures and marks them', async () => {
    const page = await begin('#/play?game=antichess&players=human~human&moves=e2e4.d7d5');
    const marked = () => page.$$eval('.square[data-mark^=can]', (all) => all.map(({dataset}) => dataset.square).sort());
    await page.fill('[aria-label=Move]', 'Nf3');
    await page.keyboard.press('Enter');
    await until(page, '.hint', "'Nf3' is not a legal move. A capture is compulsory: e4-d5.");
    assert.deepEqual(await marked(), ['d5', 'e4']);
    await page.click(square('b1'));
    await until(page, '.hint', 'The knight on b1 has no legal move. A capture is compulsory: e4-d5.');
    await page.click(square('e4'));
    await page.click(square('e5'));
    await until(page, '.hint', 'e4-e5 is not a legal move. A capture is compulsory: e4-d5.');
    await page.click(square('e4'));
    await page.click(square('d5'));
    await until(page, TURN, 'Black to move');
    assert.deepEqual(await marked(), []);
    complete(page);
  });

  test('antichess: a game is saved and loaded; what is damaged leaves the game alone', async () => {
    const page = await begin(
      '#/play?game=antichess&players=human~human&moves=e2e4.d7d5&clock=300~60&times=299000.50000&paused=1',
    );
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save game')]);
    const text = fs.readFileSync(await file.path());
    await page.waitForFunction(() => !location.hash.includes('paused'));
    const other = await begin('#/play');
    const put = (buffer) =>
      other.setInputFiles('[aria-label="Open a file"]', {name: 'game.xml', mimeType: 'application/xml', buffer});
    for (const [from, to, said] of [
      ['e2-e4', '<img>', 'not well-formed'],
      ['</game>', '', 'not well-formed'],
      ['e2-e4', 'e2-e5', 'e2-e5'],
      ['<pieces>', '<other>', 'not well-formed'],
      [/ *<square id="a8".*\n/, '', "31 elements 'square' instead of 32"],
      ['id="a8" side="black"', 'id="a8" side="white"', "'side' of 'square' is 'white' instead of 'black'"],
      ['time="299000"', 'time="301000"', 'move 1: the clock shows more than before'],
      [/ time="50000"/, '', "'time' of 'move' is 'null' instead of '0'"],
      ['</game>', '<gameOver winner="white" description="checkmate"/></game>', "'gameOver' instead of 0"],
      ['6170-spring-2007', '6170', "'ruleset' of 'game'"],
    ]) {
      await put(Buffer.from(String(text).replace(from, to)));
      await until(other, '.hint', said);
      assert.match(await other.textContent('.hint'), /This is not a saved game: .*The game continues/);
    }
    await eventually(async () => assert.ok(!(await hash(other)).includes('antichess')));
    await put(
      Buffer.from(
        `\ufeff<?xml version="1.0"?><!-- <x> -->${String(text).replace('</game>', '<other a="&lt;">text<![CDATA[<<]]></other></game>')}`,
      ),
    );
    await other.selectOption('dialog [aria-label="Black is played by"]', 'level:4');
    await other.click('dialog button:has-text("Load game")');
    await has(other, 'moves=e2-e4.d7-d5');
    await eventually(async () => assert.match(await hash(other), /game=antichess/));
    await eventually(async () => assert.match(await hash(other), /players=human~level:4/));
    await eventually(async () => assert.equal(await other.textContent('.seat-1 .clock'), '0:50'));
    await eventually(async () => assert.match(await other.textContent('.seat-0 .clock'), /^[34]:\d\d$/));
    /* Chromium styles its own report of text that is not XML, which the policy of the page forbids. */
    assert.deepEqual(
      other.complaints.filter((text) => !text.startsWith('Applying inline style')),
      [],
    );
  });

  test('three-player chess of one to three people, with labels turned to their sides', async () => {
    const page = await begin('#/play?game=threechess&players=human~level:7~greedy&wait=0');
    await eventually(async () => assert.equal(await page.locator('.square').count(), 96));
    await eventually(async () => assert.equal(await page.locator('.round text').count(), 3));
    await page.fill('[aria-label="Move"]', 'BD2 BD4');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (location.hash.match(/moves=([^&]*)/)?.[1] ?? '').split('.').length === 3);
    await until(page, TURN, 'Blue to move');
    await page.focus('.game-actions button');
    await page.keyboard.press('f');
    await has(page, 'flip=1');
    await page.keyboard.press('ArrowLeft');
    await has(page, 'ply=2');
    await eventually(async () => assert.equal(await page.locator('.arrow.move').count(), 1));
    await eventually(async () => assert.deepEqual(await findings(page), []));
    complete(page);

    const timed = await begin('#/play?game=threechess&players=human~human~human&clock=100&paused=1');
    await eventually(async () =>
      assert.deepEqual(await timed.$$eval('.round text', (texts) => texts.map((text) => text.textContent)), [
        'Blue: a person, 1:40',
        'Green: a person, 1:40',
        'Red: a person, 1:40',
      ]),
    );
    await timed.keyboard.press('p');
    await until(timed, '.round .active', 'Blue: a person, 1:39');
    complete(timed);
  });

  test('a new game: who plays, with which clock; another player by its string', async () => {
    const page = await begin('#/play');
    await button(page, 'New game');
    await page.selectOption('dialog select >> nth=0', 'antichess');
    await page.selectOption('dialog [aria-label="White is played by"]', 'random');
    await page.selectOption('dialog [aria-label="Black is played by"]', 'human');
    await page.fill('dialog .minutes >> nth=1', '5');
    await page.click('dialog button:has-text("New game")');
    await has(page, 'game=antichess');
    await eventually(async () => assert.match(await hash(page), /players=random~human/));
    await eventually(async () => assert.match(await hash(page), /clock=-~300/));
    await eventually(async () => assert.match(await hash(page), /flip=1/));
    await page.selectOption('.chooser-1 select', '…');
    await page.fill('.chooser-1 input', 'level:2');
    await page.keyboard.press('Enter');
    await has(page, 'players=random~level:2');
    complete(page);
  });

  test('positions and games in and out', async () => {
    const page = await begin('#/play?players=human~human&moves=e2e4');
    await page.click('text=Position and game as text');
    await page.fill(
      '[aria-label="Game as PGN"]',
      '[White "<img src=x onerror=alert(1)>"]\n\n1. d4 {a (comment)} d5 (1... Nf6 2. c4) 2. c4!? $1 e6 *',
    );
    await page.click('text=Open this text');
    await has(page, 'moves=d2d4.d7d5.c2c4.e7e6');
    await page.fill('[aria-label="Game as PGN"]', '1. d4 d5 2. Kd8 *');
    await page.click('text=Open this text');
    await until(page, '.wrong', "Game 1, move 2 of White: 'Kd8' is not a legal move. The game is open up to there.");
    await eventually(async () => assert.match(await hash(page), /moves=d2d4\.d7d5&/));
    await page.fill('[aria-label="Position"]', '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1');
    await page.click('.texts button:has-text("Play from this position")');
    await until(page, TURN, 'Black to move');
    await page.click('text=Set up on the board');
    await page.click('.palette button:has-text("White queen")');
    await page.click(square('d1'));
    await page.selectOption('.palette select', '0');
    await eventually(async () =>
      assert.equal(await page.inputValue('[aria-label="Position"]'), '4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1'),
    );
    await eventually(async () => assert.deepEqual(await findings(page), []));
    await page.click('.palette button:has-text("Play from this position")');
    await until(page, TURN, 'White to move');
    await page.setInputFiles('[aria-label="Open a file"]', {
      name: '<b>.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from('[White "A"]\n\n1. e4 1-0\n\n[White "<img src=x onerror=alert(1)>"]\n\n1. c4 c5 0-1\n'),
    });
    await has(page, 'moves=e2e4');
    await page.selectOption('[aria-label="Opened games"]', '1');
    await has(page, 'moves=c2c4.c7c5');
    await page.setInputFiles('[aria-label="Open a file"]', {
      name: 'third.pgn',
      mimeType: 'text/plain',
      buffer: Buffer.from('1. d3 *'),
    });
    await has(page, 'moves=d2d3');
    await eventually(async () => assert.equal(await page.locator('[aria-label="Opened games"] option').count(), 3));
    await page.selectOption('[aria-label="Opened games"]', '1');
    await has(page, 'moves=c2c4.c7c5');
    await eventually(async () => assert.equal(await page.locator('option img').count(), 0));
    complete(page);
  });

  test('a free board of three', async () => {
    const page = await begin('#/play?game=threechess&players=human~human~human');
    await page.click('text=Position and game as text');
    await page.click('text=Set up on the board');
    await page.click('text=Clear the board');
    for (const [piece, at] of [
      ['Blue king', 'BE1'],
      ['Green king', 'GE1'],
      ['Red king', 'RE1'],
      ['Red rook', 'RA1'],
    ]) {
      await page.click(`.palette button:has-text("${piece}")`);
      await page.click(square(at));
    }
    await page.click('.palette button:has-text("Play from this position")');
    await has(page, 'position=');
    await page.waitForFunction(() => document.querySelectorAll('.piece').length === 4);
    complete(page);
  });

  test('what is wrong in a link is a sentence, never markup', () =>
    refuses(
      [
        '#/play?position=nonsense',
        '#/play?game=checkers',
        '#/play?moves=e2e5',
        '#/play?players=%3Cimg+src=x+onerror=alert(1)%3E~human',
        '#/play?players=engine:stockfish~human',
      ],
      TURN,
    ));

  test('captures are told in words', async () => {
    const page = await begin('#/play?players=human~human&moves=e2e4.d7d5.e4d5.d8d5.b1c3.d5g2.f1g2.h7h5.g2b7');
    await eventually(async () =>
      assert.equal(await page.textContent('.seat-0 .taken'), 'captured a queen and 2 pawns'),
    );
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => assert.equal(await page.textContent('.seat-0 .taken'), 'captured a queen and a pawn'));
    assert.equal(await page.textContent('.seat-1 .taken'), 'captured 2 pawns');
    const three = await begin('#/play?game=threechess&players=human~human~human');
    await eventually(async () => assert.equal(await three.textContent('.seat-0 .taken'), ''));
    complete(page);
  });

  test('the bounds of a pace, colours and contrast are in the link', async () => {
    const page = await begin('#/play?players=human~homeostatic:pace=1s..2m', {
      viewport: {width: 360, height: 740},
      colorScheme: 'dark',
    });
    await page.click('text=Options');
    const bound = (text) => page.locator(`input[aria-label*="${text}"]`);
    await eventually(async () =>
      assert.deepEqual([await bound('below').inputValue(), await bound('above').inputValue()], ['1', '120']),
    );
    await bound('below').fill('0.5');
    await page.keyboard.press('Tab');
    await has(page, 'homeostatic:pace=500ms..120000ms');
    await settled(page);
    await page.selectOption('select:has(option:text-is("blue"))', 'blue');
    await has(page, 'colours=blue');
    await page.selectOption('select:has(option:text-is("high"))', 'high');
    await has(page, 'contrast=high');
    await settled(page);
    const again = await begin(await hash(page));
    await eventually(async () =>
      assert.deepEqual(
        [await again.getAttribute('svg.board', 'data-colours'), await again.getAttribute('svg.board', 'data-contrast')],
        ['blue', 'high'],
      ),
    );
    await eventually(async () => assert.deepEqual(await findings(page), []));
    complete(page);
  });

  test('narrow and dark', async () => {
    for (const game of ['chess', 'threechess']) {
      const page = await begin(`#/play?game=${game}&clock=300`, {
        viewport: {width: 360, height: 740},
        colorScheme: 'dark',
      });
      await page.click('text=Options');
      await page.click('text=Position and game as text');
      await settled(page);
      await eventually(async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360)));
      await eventually(async () => assert.deepEqual(await findings(page), []));
    }
  });

  test('a finger drags and taps', async () => {
    const page = await open('#/play?players=human~human', PHONE);
    await settled(page);
    await dragByFinger(page, 'e2', 'e4');
    await page.waitForFunction(() => location.hash.includes('moves=e2e4'));
    await settled(page);
    await page.tap('[data-square="e7"]');
    await settled(page);
    await page.tap('[data-square="e5"]');
    await page.waitForFunction(() => location.hash.includes('moves=e2e4.e7e5'));
    assert.deepEqual(page.complaints, []);
  });
}
