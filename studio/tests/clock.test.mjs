/* Clocks and texts of games, without a browser. */
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {makePgn} from 'chessops/pgn';
import {writeAntichess} from '../web/antichess-file.js';
import {leftAfterMove, leftOf, parseClocks, sayTime, writeClocks} from '../web/clock.js';
import {movesTyped, writePosition} from '../web/notation.js';
import {gamePgn, isPosition, openGame, readPgn, textOf, writePgn, writeTree} from '../web/pgn.js';
import {folder, loadCore, OFTEN, PROGRAM} from './program.mjs';

test('clocks are read as they are written', () => {
  for (const text of ['300+2~60', '300~-', '0.5~1', '60~60~60+1'])
    assert.equal(writeClocks(parseClocks(text, text.split('~').length)), text);
  assert.deepEqual(parseClocks('nonsense', 2), [null, null]);
  assert.equal(writeClocks(parseClocks('', 2)), '');
  assert.equal(writeClocks(parseClocks('5', 2)), '5~5');
});

test('what is left follows from what was left after each ply', () => {
  const budgets = parseClocks('300~-', 2);
  assert.deepEqual(leftOf(budgets, [0, 1, 0], [299000, 0, 250000]), [250000, null]);
  assert.equal(leftAfterMove({ms: 1, increment: 2000}, 5000, 1500), 5500);
  assert.deepEqual([299000, 3601000, 9950, 0].map(sayTime), ['4:59', '1:00:01', '0:09.9', '0:00.0']);
});

test('PGN: comments, variations, glyphs, escaped lines, several games', () => {
  const games = readPgn(
    '\ufeff% escaped\r\n[White "a \\"b\\""]\r\n\r\n1.e4 {x (y} e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3! $3 ; end\r\nNc6 1/2-1/2\n\n1. d4 d5 *',
  );
  assert.deepEqual(
    games.map(({words, result}) => [words.join(' '), result]),
    [
      ['e4 e5 Nf3 Nc6', '1/2-1/2'],
      ['d4 d5', '*'],
    ],
  );
  assert.equal(games[0].tags.White, 'a "b"');
  for (const text of ['', '(((', '{', '[', ')', '1.', '"', '[A "']) assert.ok(Array.isArray(readPgn(text)));
});

test('what is written is read again', () => {
  const sans = Array.from({length: 90}, (_, i) => (i % 2 ? 'Nf6' : 'O-O-O'));
  const text = writePgn({
    tags: {White: 'a\\b"c', Black: '<b>'},
    sans,
    sides: 2,
    first: 1,
    number: 7,
    comment: 'so {it} ends',
    result: '0-1',
  });
  assert.ok(text.split('\n').every((line) => line.length <= 79));
  assert.match(text, /^7\.\.\. O-O-O 8\. Nf6/m);
  const [game] = readPgn(text);
  assert.deepEqual([game.tags.White, game.tags.Black, game.words, game.result], ['a\\b"c', '<b>', sans, '0-1']);
});

/** Numbers that are the same at each run. @param {number} seed */
function* chance(seed) {
  for (let state = seed * 2654435761 + 1; ; ) yield (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** A file as people and programs write them, and what it has: tags; then moves, glyphs, comments and brackets in order.
 * @param {number} seed @param {string[]} sans @param {string} fen @param {number} first ply of the first move */
function filed(seed, sans, fen, first) {
  const draw = chance(seed);
  const is = (/** @type {number} */ share) => /** @type {number} */ (draw.next().value) < share;
  const eol = ['\n', '\r\n', '\r'][seed % 3];
  const result = ['1-0', '0-1', '1/2-1/2', '*'][seed % 4];
  /** @type {string[]} */
  const has = [];
  /** What is written for a word that the file has. @param {string} word @param {string} [text] */
  const put = (word, text = word) => {
    has.push(word);
    return text;
  };
  const comment = (/** @type {string} */ text) =>
    is(0.2) ? `${put(`{${text}}`, `; ${text}`)}${eol}` : put(`{${text}}`, is(0.5) ? `{${text}}` : `{ ${text} }`);
  /** The page writes the main line, whose moves it knows, in its own way. @param {string} san @param {number} depth */
  const written = (san, depth) => {
    if (depth === 0 && is(0.2))
      return put(san, /^[a-h]\d/.test(san) ? `P${san.replace('=', '')}` : san.replace(/[x+#=]/g, ''));
    return put(san, is(0.3) ? san.replace(/O/g, '0') : san);
  };
  const moves = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ depth) => {
    const words = [];
    for (let ply = from; ply < to; ply++) {
      const number = `${1 + ((first + ply) >> 1)}${(first + ply) % 2 ? '...' : '.'}`;
      if (ply === from && is(0.3)) words.push(comment(`before ${ply}, "quoted" [%clk 0:0${ply % 10}:00]`));
      words.push(`${is(0.8) ? number : ''}${is(0.5) ? ' ' : ''}${written(sans[ply], depth)}`);
      if (is(0.1)) words.push(put('$5', ' !?').slice(is(0.5) ? 0 : 1));
      if (is(0.05)) words.push(put('$18', ' +-'));
      if (is(0.1)) words.push(put(`$${1 + (ply % 139)}`));
      if (is(0.15)) words.push(comment(`a comment (with 50 % of [brackets]) on ${ply}; 1. e4 ${seed} é ½ ♞`));
      if (is(0.05)) words.push(`${eol}%put this away (${eol}`);
      if (is(0.05)) words.push(put(`{in${'\n'}${'\n'}paragraphs]}`, `{in${eol}${eol}paragraphs]}`));
      /* One of the first move of a variation is as good beside it, and is written there. */
      while (depth < 4 && (depth === 0 || ply > from) && is(0.1))
        words.push(
          `${put('(')}${moves(ply, Math.min(ply + 4, to), depth + 1)}${is(0.2) ? put('--', ' Z0') : ''}${put(')', is(0.5) ? ' )' : ')')}`,
        );
    }
    return words.join(is(0.3) ? eol : ' ');
  };
  const tags = [
    ['Event', `Cup "${seed}"`],
    ['White', `Müller, A. ${seed}`],
    ['Black', 'Ō\\Neil'],
    ['White_Elo', '2500'],
    ['Annotator', ''],
    ['Result', result],
    ...(fen
      ? [
          ['SetUp', '1'],
          ['FEN', fen],
        ]
      : []),
  ];
  const quoted = (/** @type {string} */ value) => value.replace(/[\\"]/g, '\\$&');
  const head = tags.map(([name, value]) =>
    is(0.1) ? `[ ${name}  "${quoted(value)}" ]` : `[${name} "${quoted(value)}"]`,
  );
  const start = seed % 4 ? '' : comment('at the beginning');
  const text = `${seed % 5 ? '' : '\ufeff'}${head.join(is(0.1) ? ' ' : eol)}${eol}${is(0.8) ? eol : ''}${start}${moves(0, sans.length, 0)}${is(0.8) ? ` ${result}` : ''}${is(0.8) ? eol : ''}`;
  return {text, tags, has, result};
}

/** What a text that the page has written has, read by other means than the page's. @param {string} text */
function lexed(text) {
  const tags = [...text.matchAll(/^\[(\w+) "(.*)"\]$/gm)].map(([, name, value]) => [
    name,
    value.replace(/\\(.)/g, '$1'),
  ]);
  const moves = text.slice(text.indexOf(']\n\n') + 3).trimEnd();
  const words = [...moves.matchAll(/\{[^}]*\}|[()]|[^\s(){}]+/g)].map(([word]) =>
    word.replace(/^\{\s*|\s*\}$/g, (mark) => mark.trim()),
  );
  return {tags, result: words.at(-1), has: words.slice(0, -1).filter((word) => !/^\d+\.+$/.test(word))};
}

test('files come back with the same tags, moves, comments, glyphs and variations', async () => {
  const core = await loadCore();
  const spec = '[players]\nA=random\nB=random\n',
    settings = 'experiment.games=200\nrules.max-plies=60\nopenings.random-plies=0';
  for (let seed = 1; seed <= (OFTEN ? 200 : 50); seed++) {
    const {moves} = core.askJson('match_game', spec, settings, seed);
    const skipped = seed % 3 === 0 ? seed % 30 : 0;
    const fen = skipped ? core.askJson('position', 'chess', '', moves.slice(0, skipped).join(' ')).position : '';
    const line = core.askJson('line', 'chess', fen, moves.slice(skipped).join(' '));
    const sans = line.slice(0, -1).map((/** @type {any} */ {next}) => next.san);
    const {text, ...had} = filed(seed, sans, fen, skipped);
    const [read, ...more] = readPgn(text);
    assert.equal(more.length, 0, text);
    const studio = {
      catalogue: {games: [{name: 'chess', sides: ['White', 'Black']}]},
      lane: {askJson: async (/** @type {any[]} */ ...asked) => core.askJson(...asked)},
    };
    const {link, fault} = await openGame(/** @type {any} */ (studio), 'agents', read);
    assert.deepEqual([link.position, fault], [fen, ''], text);
    const ours = {
      name: 'chess',
      sides: ['White', 'Black'],
      players: ['human', 'level:7'],
      names: [],
      opening: fen,
      line,
    };
    const written = gamePgn(studio, {...ours, line: [...line.slice(0, -1), {...line.at(-1), termination: 'none'}]});
    assert.deepEqual(lexed(written), had, text);
  }
});

const WHOLE = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7';

/** Damages to the token Bb5 of WHOLE, of forty kinds: what stands in its place. @type {string[]} */
const DAMAGES = [
  ...['Zz', 'Qh9', 'Bb9', 'Bi5', 'bb5', 'BB5', 'Bb', 'B5', 'B', 'b', '5', 'Bb55', 'Bbb5', 'B b5', 'Bb5Nc6', 'Bb5a6'],
  ...['Lb5', 'Fb5', 'ab5', 'Bb5=Q', 'Bb5??x', 'Bb5_', '-Bb5', '@b5', 'Bb5,', 'Bb5}a6', "Bb5'", '"Bb5"', '<Bb5>'],
  ...['Bb5\u0001', '\ufffdb5', 'B\u00e95', '\u{1f3c1}', 'Вb5', 'Ｂb5', 'Kb5', 'Qb5', 'Bc8', 'e5', 'O-O-O'],
];

test('openGame opens no damaged game as another one', async () => {
  const core = await loadCore();
  const studio = /** @type {any} */ ({
    catalogue: core.askJson('catalogue'),
    lane: {askJson: async (/** @type {any[]} */ ...asked) => core.askJson(...asked)},
  });
  const moves = (await openGame(studio, 'watch', readPgn(WHOLE)[0])).link.moves.split('.');
  assert.equal(DAMAGES.length, 40);
  assert.equal(moves.length, 10);
  for (const damage of DAMAGES) {
    const games = readPgn(WHOLE.replace('Bb5', damage));
    assert.equal(games.length, 1, damage);
    const {link, fault} = await openGame(studio, 'watch', games[0]);
    const open = link.moves.split('.');
    assert.deepEqual(open, moves.slice(0, open.length), damage);
    assert.ok(open.length < moves.length, damage);
    assert.match(fault, /^Game 1, move 3 of (White|Black): '.+' is not a (legal )?move\. The game is open/u, damage);
  }
});

test('openGame ends a damaged game at the token that is no move, and says where that is', async () => {
  const core = await loadCore();
  const studio = /** @type {any} */ ({
    catalogue: core.askJson('catalogue'),
    lane: {askJson: async (/** @type {any[]} */ ...asked) => core.askJson(...asked)},
  });
  for (const [text, moves, place, saved] of [
    [
      '1. e4 e5 2. Qh9 Zz 3. Nf3 *',
      'e2e4.e7e5',
      "Game 1, move 2 of White: 'Qh9' is not a move.",
      '1. e4 e5 { Qh9 } { Zz } *',
    ],
    [
      '1. e4 e5 2. Nf3 Nf3 3. d4 *',
      'e2e4.e7e5.g1f3',
      "Game 1, move 2 of Black: 'Nf3' is not a legal move.",
      '1. e4 e5 2. Nf3 *',
    ],
    ['1. e5 *', '', "Game 1, move 1 of White: 'e5' is not a legal move.", '*'],
    ['[White "A"]\n\n1. Sf3 Sf6 *', '', "Game 1, move 1 of White: 'Sf3' is not a move.", '{ Sf3 } { Sf6 } *'],
    ['1. e4 e5 (1... c5 2. Qh9 Nc6) 2. Nf3 *', 'e2e4.e7e5.g1f3', '', '1. e4 e5 ( 1... c5 { Qh9 } ) 2. Nf3 *'],
    [
      '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 30"]\n\n30... Kd8 31. e4 Kd9 *',
      'e8d8.e2e4',
      "Game 1, move 31 of Black: 'Kd9' is not a move.",
      '30... Kd8 31. e4 { Kd9 } *',
    ],
    [
      '1.e4 e5 2.Ng1-f3 Nb8c6 3.Bb5 a6 4.Bxc6 dxc6 5.O-O f6! 6.d4 exd4 7.Nxd4 c5++ 8.Nb3 Qxd1 1-0',
      'e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5c6.d7c6.e1g1.f7f6.d2d4.e5d4.f3d4.c6c5.d4b3.d8d1',
      '',
      null,
    ],
  ]) {
    const [read] = readPgn(String(text));
    const {link, fault} = await openGame(studio, 'agents', read);
    assert.equal(link.moves, moves, String(text));
    assert.equal(fault, place && `${place} The game is open up to there.`, String(text));
    if (saved !== null)
      assert.ok(
        makePgn(studio.pgn)
          .replace(/^\[.*\]\n*/gm, '')
          .replace(/\s+/g, ' ')
          .trim() === saved,
        makePgn(studio.pgn),
      );
  }
  await assert.rejects(
    openGame(studio, 'agents', readPgn('[Variant "Atomic"]\n\n1. e4 *')[0]),
    /the variant 'Atomic', which the studio does not play/,
  );
});

test('files in Latin-1 and UTF-8 have the same names', async () => {
  const text = '[White "Müller"]\n\n1. e4 {schön} *';
  assert.equal(await textOf(new Blob([text])), text);
  assert.equal(await textOf(new Blob([Buffer.from(text, 'latin1')])), text);
});

test('another continuation becomes the main line, and that of the file a variation', () => {
  const [{tree}] = readPgn('[White "A"]\n\n1. e4 {good} e5 2. Nf3 {usual} Nc6 *');
  assert.match(
    writeTree(tree, ['e4', 'e5', 'f4', 'exf4'], '*'),
    /1\. e4 \{ good \} e5 2\. f4 \( 2\. Nf3 \{ usual \} 2?\.* ?Nc6 \) 2\.\.\. exf4 \*/,
  );
  assert.match(writeTree(tree, ['e4'], '1-0'), /1\. e4 \{ good \} 1-0/);
  for (const [text, is] of [
    ['8/8/8/8/8/8/8/8 w - - 0 1', true],
    ['1. e4 e5', false],
    [`${'.'.repeat(96)} B`, true],
    ['[Event "a/b/c"]', false],
  ])
    assert.equal(isPosition(String(text)), is);
});

test('the initial positions are written as the core writes them', async () => {
  const core = await loadCore();
  for (const {name, start} of core.askJson('catalogue').games) {
    const {pieces, turn} = core.askJson('position', name, '', '');
    const on = new Map(pieces.map(({square, type, side}) => [square, {type, side}]));
    assert.equal(writePosition(name, on, turn, start.split(' ')[2] !== '-'), start);
  }
});

test('moves as people type them', async () => {
  const core = await loadCore();
  const {moves} = core.askJson('position', 'chess', 'r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1', '');
  const typed = (text) => movesTyped(text, moves).map(({move}) => move);
  assert.deepEqual(typed('0-0'), ['e1g1']);
  assert.deepEqual(typed('e1-c1'), ['e1c1']);
  assert.deepEqual(typed('b8=Q+'), ['b7b8q']);
  assert.deepEqual(typed('bxa8=n'), ['b7a8n']);
  assert.deepEqual(typed('Qd4'), []);
  const three = core.askJson('position', 'threechess', '', '').moves;
  assert.deepEqual(
    movesTyped('bd2 bd4', three).map(({move}) => move),
    ['BD2BD4'],
  );
});

test('a reply has the chance of its explanation, and is heard', async () => {
  const core = await loadCore();
  const heard = [];
  core.onHear = (text) => heard.push(JSON.parse(text));
  for (const player of ['level:1', 'level:7', 'random', 'search:depth=2', 'homeostatic:depth=2'])
    for (const seed of [1, 2, 3]) {
      const reply = core.askJson('reply', 'chess', '', 'e2e4', player, seed);
      assert.equal(reply.choice, 'move');
      assert.equal(reply.move, core.askJson('explain', 'chess', '', 'e2e4', player, seed).move);
    }
  assert.ok(heard.some(({kind, line}) => kind === 'depth' && line.length));
  assert.ok(heard.some(({kind, move, number, count}) => kind === 'considering' && move && number <= count));
  assert.equal(
    core.askJson('reply', 'chess', '7k/8/6K1/8/8/8/8/1Q6 w - - 0 1', '', 'search:depth=3', 1).worth.slice(0, 4),
    'mate',
  );
});

test('games of antichess are written as antichess-text writes them, and read by it', async (t) => {
  const core = await loadCore();
  const at = folder(t);
  const type = (...lines) =>
    execFileSync(PROGRAM, ['antichess-text'], {
      cwd: at,
      input: `${lines.join('\n')}\nQuitGame\n`,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const written = (moves, times) =>
    writeAntichess(
      core.askJson('line', 'antichess', '', moves),
      core.askJson('position', 'antichess', '', moves),
      times,
    );
  const games = [
    ['0', '0', []],
    ['300000', '60000', []],
    ['300000', '60000', ['e2-e4 1500', 'd7-d5 20000', 'e4-d5 31'], [298500, 40000, 298469], [298469, 40000]],
    ['0', '0', ['e2-e4 1', 'd7-d5 1']],
  ];
  for (const [i, [white, black, moves, times = [], left = [300000, 60000]]] of games.entries()) {
    const budgets = [Number(white), Number(black)];
    type(`StartNewGame human ${white} human ${black}`, ...moves.map((move) => `MakeMove ${move}`), `SaveGame ${i}.xml`);
    assert.equal(
      written(moves.map((move) => move.split(' ')[0]).join(' '), white === '0' ? null : {budgets, times, left}),
      fs.readFileSync(path.join(at, `${i}.xml`), 'utf8'),
    );
  }
  for (const [name, moves, left, end] of [
    ['late', 'e2e4', [0, 6000], '<gameOver winner="black" description="timeExpired"/>'],
    ['mated', 'f2f3 e7e5 g2g4 d8h4', [4000, 5500], '<gameOver winner="black" description="checkmate"/>'],
  ]) {
    const count = moves.split(' ').length;
    const times = Array.from({length: count}, (_, ply) => (ply < count - 2 ? [5000, 6000][ply % 2] : left[ply % 2]));
    const text = written(moves, {budgets: [5000, 6000], times, left});
    fs.writeFileSync(path.join(at, `${name}.xml`), text);
    assert.ok(text.includes(end), text);
    assert.match(type(`LoadGame ${name}.xml`), /Game loaded/, text);
  }
});
