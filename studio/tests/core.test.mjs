/* The core answers with the bytes of the program. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {CoreError} from '../web/core.js';
import {endsOf, geometryOf} from '../web/geometry.js';
import {isReplaced} from '../web/parts.js';
import {CHAT, phasesOf} from '../web/phases.js';
import {DATA, folder, LOGICS, loadCore, memoryStore, memoryTable, OFTEN, run, runWith} from './program.mjs';

const core = await loadCore();
const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];
const switches = (player, game = 'chess') => core.askJson('switches', game, player);

/** Positions of chess, hundreds of them if they are to be had. */
function positions() {
  const own = LOGICS.map((row) => row[1]);
  const more = DATA
    ? fs
        .readFileSync(path.join(DATA, 'agent-logic-decisions.tsv'), 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t')[0])
        .filter(Boolean)
    : [];
  return [...new Set([...own, ...more])];
}

/** As `agentchess moves` prints them: one a line, sorted. */
const movesOf = (game, position = '', moves = '') =>
  core
    .askJson('position', game, position, moves)
    .moves.map(({move}) => `${move}\n`)
    .sort()
    .join('');

function explains(game, position, player, seed = 1) {
  const native = run(
    'explain',
    '--format=json',
    '--messages',
    '--game',
    game,
    '--player',
    player,
    '--seed',
    String(seed),
    ...(position ? ['--position', position] : []),
  );
  assert.deepEqual(core.askJson('explain', game, position, '', player, seed), JSON.parse(native));
}

/** The same of many, [game, position, player, seed], with one start of the program.
 * @param {[string, string, string, (number|bigint)?][]} cases */
function explainsAll(cases) {
  const questions = cases.map(([game, position, player, seed = 1]) => {
    const where = position ? `,"position":"${position}"` : '';
    return `{"explain":{"game":"${game}"${where},"player":"${player}","seed":${seed}}}\n`;
  });
  const answers = runWith(questions.join(''), 'ask').trimEnd().split('\n');
  assert.equal(answers.length, cases.length);
  for (const [i, [game, position, player, seed = 1]] of cases.entries())
    assert.deepEqual(
      core.askJson('explain', game, position, '', player, seed),
      JSON.parse(answers[i]).explain,
      questions[i],
    );
}

test('explain where each logic and reading decides', () => {
  explainsAll(
    LOGICS.flatMap(([, fen, one, , other]) => [
      ['chess', fen, `level:${one}`],
      ['chess', fen, `level:${other}`, 9223372036854775807n],
    ]),
  );
  explains('chess', LOGICS[0][1], `level:${LOGICS[0][4]}`, 18446744073709551615n);
});

test('explain with each reading the other way round', () => {
  const {readings} = switches('level:7');
  explainsAll(readings.map(({switched}) => ['chess', LOGICS[6][1], switched]));
  for (const {name, switched} of readings) assert.match(switched, new RegExp(name));
});

test('explain in other games and of players that search', () => {
  explainsAll(
    LEVELS.flatMap((level) => [
      ['antichess', '', `level:${level},losing-wins=on`],
      ['threechess', '', `level:${level}`],
    ]),
  );
  explains('antichess', '', 'level:7,losing-wins=on');
  explains('threechess', '', 'level:7');
  explains('chess', '', 'homeostatic:depth=3');
  explains('chess', LOGICS[0][1], 'search:depth=4');
});

if (OFTEN)
  test('explain in hundreds of positions', () => {
    explainsAll(positions().map((fen, i) => ['chess', fen, `level:${(i % 8) + 1}`, i]));
  });

/** Positions of chess of test suites. */
function suites() {
  const at = DATA ? path.join(DATA, 'epd') : '';
  const lines = at
    ? fs.readdirSync(at).flatMap((name) => fs.readFileSync(path.join(at, name), 'utf8').split('\n'))
    : [];
  return lines.filter((line) => line.includes(' bm ')).map((line) => `${line.split(' ').slice(0, 4).join(' ')} 0 1`);
}

/** What `explain --parts` prints: the logics that decide, the replaced ones, the most threatened agent and the candidates. @param {string} text */
function namedIn(text) {
  const deciders = /decided by (.*)\n$/.exec(text)?.[1] ?? '';
  const head = text.split('\n\n')[0].replaceAll('\n', ' ');
  const candidates = /\nCandidates.*\n([\s\S]*?)\n\n/.exec(text)?.[1] ?? '';
  return {
    deciders: deciders.replace(/ \([^)]*\)/g, ''),
    replaced: [...head.matchAll(/ replaces ([^;]*)/g)].flatMap(([, list]) => list.split(/,\s+/)).sort(),
    worst: /\(most threatened: (\w+ \w+),/.exec(text)?.[1] ?? '',
    candidates: [...candidates.matchAll(/^ {2}([a-h][1-8]\S*) +/gm)].map(([, move]) => move).sort(),
  };
}

test('the page names what explain names: logics that decide or are replaced, the most threatened agent, candidates', () => {
  const all = [...positions(), ...suites().filter((_, i) => i % 5 === 0)];
  const every = OFTEN ? 1 : Math.ceil(all.length / 40);
  const code = (/** @type {string} */ move) => move;
  const ends = (/** @type {string} */ move) => endsOf(geometryOf('chess', 0), move);
  for (const [i, fen] of all.entries()) {
    if (i % every || movesOf('chess', fen) === '') continue;
    const player = `level:${(i % 13) + 1}`;
    const named = namedIn(run('explain', '--parts', '--player', player, '--fen', fen));
    const explanation = core.askJson('explain', 'chess', fen, '', player, 1);
    const position = core.askJson('position', 'chess', fen, '');
    const {chat} = phasesOf({explanation, position, san: code, ends, piece: code});
    const worst = chat.find(({text}) => text.startsWith('You are the most threatened agent'))?.text ?? '';
    const moves = chat.filter(({phase}) => phase === 'candidates').flatMap(({worths}) => worths.map(({move}) => move));
    const shown = {
      deciders: explanation.decided_by.map((/** @type {any} */ {logic}) => logic).join(', '),
      replaced: switches(player)
        .logics.filter(isReplaced)
        .map((/** @type {any} */ {name}) => name)
        .sort(),
      worst: /agent, (\w+) on (\w+)/.exec(worst)?.slice(1).join(' ') ?? '',
      candidates: moves.length < CHAT ? moves.sort() : named.candidates,
    };
    assert.deepEqual(shown, named, `${player} at ${fen}`);
    for (const move of moves) assert.ok(named.candidates.includes(move), `${move} of ${player} at ${fen}`);
  }
});

test('moves', () => {
  for (const fen of positions().slice(0, OFTEN ? Infinity : 10))
    assert.equal(movesOf('chess', fen), run('moves', '--fen', fen));
  for (const game of ['chess', 'antichess', 'threechess']) assert.equal(movesOf(game), run('moves', '--game', game));
  assert.equal(movesOf('chess', '', 'e4 e5 Nf3'), run('moves', '--play', 'e4', 'e5', 'Nf3'));
});

const spec = (a, b, c) => `[players]\nA=${a}\nB=${b}\n${c ? `C=${c}\n` : ''}`;

/** The rows of games.csv of the first @games games, ours and the program's. */
function comparesGames(t, a, b, games, ...settings) {
  const out = path.join(folder(t), 'run');
  run('match', a, b, '--games', String(games), '--output', out, ...settings.flatMap((setting) => ['--set', setting]));
  const said = [`experiment.games=${games}`, ...settings].join('\n');
  assert.equal(
    core.askJson('match_plan', spec(a, b), said).head + core.ask('match_rows', spec(a, b), said, 1, games),
    fs.readFileSync(path.join(out, 'games.csv'), 'utf8'),
  );
}

test('whole games of all levels', (t) => {
  const games = OFTEN ? 200 : 2;
  for (const level of LEVELS) comparesGames(t, `level:${level}`, `level:${9 - level}`, games);
  comparesGames(t, 'level:7', 'march', games, 'experiment.seed=9', 'openings.random-plies=4');
});

test('whole games of other games and players', (t) => {
  comparesGames(t, 'level:7,losing-wins=on', 'random', 4, 'experiment.game=antichess');
  comparesGames(t, 'homeostatic:depth=2', 'search:depth=2', 2);
  comparesGames(
    t,
    'async-master:level=7,think_ms=200',
    'async-patient',
    2,
    'experiment.game=async',
    'async.time-limit-ms=60000',
  );
  comparesGames(
    t,
    'async-pieces:level=5,think_ms=100',
    'async-random',
    2,
    'experiment.game=async',
    'async.time-limit-ms=60000',
  );
});

test('whole games with a memory of positions', (t) => {
  const store = memoryStore(t),
    table = run('memory', 'export', store);
  assert.throws(
    () => core.ask('reply', 'chess', '', '', `search:depth=3,memory=${store}`, 1),
    /not open in this page.*memory export/,
  );
  const {positions} = JSON.parse(core.prepare('memory_open', store, table));
  assert.equal(positions, table.trimEnd().split('\n').length - 1);
  const player = `search:depth=3,memory=${store}`;
  comparesGames(t, player, 'random', 2, 'rules.max-plies=40', 'experiment.seed=4');
  const [, position, , move] = (table.split('\n').find((row) => row.includes(',exact,')) ?? '').split(',');
  explains('chess', `${position} 0 1`, player);
  const ask = () => core.askJson('reply', 'chess', `${position} 0 1`, '', player, 1);
  assert.deepEqual([ask().move, ask().memory], [move, {asked: 1, found: 1}]);
  core.restart('a trap');
  assert.deepEqual([ask().move, ask().memory], [move, {asked: 1, found: 1}]);
  const lines = [`[players]\nA=${player}\nB=random\n`, 'experiment.memory=live'];
  assert.throws(() => core.ask('match_plan', ...lines), /memory = live requires the program/);
});

test('what is no memory is refused with its line, and the open one stays', (t) => {
  const store = 'm.db',
    table = memoryTable(t);
  core.prepare('memory_open', store, table);
  const [head, first] = table.split('\n');
  for (const [text, told] of [
    ['', /^m\.csv:1: the header is not/],
    [`${head}\n${first}`, /^m\.csv:2: the last line is incomplete/],
    [`${head}\n${first}\n${first.replace(/[0-9a-f]$/, (end) => (end === '0' ? '1' : '0'))}\n`, /^m\.csv:3: key is/],
    [`${head}\nchess,<img onerror=alert(1)>\n`, /^m\.csv:2: the number of cells is 2, not 11/],
  ])
    assert.throws(() => core.prepare('memory_open', 'm.csv', text), {message: told});
  assert.ok(core.askJson('reply', 'chess', '', '', `search:depth=3,memory=${store}`, 1).memory.asked > 0);
});

/** Compares what was said and played in @games games with `run --messages-file`, line by line. */
function comparesMessages(t, players, games, ...settings) {
  const home = folder(t),
    ini = path.join(home, 'match.ini'),
    file = path.join(home, 'messages.jsonl');
  const text = `[players]\n${players.map((player, i) => `${'ABC'[i]}=${player}\n`).join('')}`;
  const said = [`experiment.games=${games}`, ...settings];
  fs.writeFileSync(ini, text);
  run(
    'run',
    ini,
    ...said.flatMap((setting) => ['--set', setting]),
    '--messages-file',
    file,
    '--output',
    path.join(home, 'run'),
  );
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const kindOf = (line) => JSON.parse(line).kind;
  const {games: all} = core.askJson('match_plan', text, said.join('\n'));
  const messages = [],
    moves = [],
    ends = [];
  for (let number = 1; number <= all; number++) {
    const game = core.askJson('match_game', text, said.join('\n'), number);
    moves.push(...game.moves.map((move, i) => [number, i + 1, move]));
    ends.push([number, game.termination]);
    for (let ply = 1; ply <= game.moves.length; ply++)
      for (const message of core.askJson('match_explain', text, said.join('\n'), number, ply).messages)
        messages.push({game: number, ply, ...message});
  }
  assert.ok(messages.length > 100 || players.includes('greedy'));
  const sent = lines.filter((line) => !['start', 'move', 'end'].includes(kindOf(line)));
  /* The file names the agent that acts beside the message of the decision. */
  assert.deepEqual(
    messages,
    sent.map((line) => JSON.parse(line)).map(({agent, piece, ...message}) => message),
  );
  assert.deepEqual(
    moves,
    lines
      .filter((line) => kindOf(line) === 'move')
      .map((line) => JSON.parse(line))
      .map(({game, ply, move}) => [game, ply, move]),
  );
  assert.deepEqual(
    ends,
    lines
      .filter((line) => kindOf(line) === 'end')
      .map((line) => JSON.parse(line))
      .map(({game, termination}) => [game, termination]),
  );
}

test('every message of whole games', (t) => {
  comparesMessages(t, ['level:7', 'level:8'], OFTEN ? 10 : 1);
  comparesMessages(t, ['level:13', 'level:5'], 1, `rules.max-plies=${OFTEN ? 400 : 40}`);
  comparesMessages(t, ['level:7', 'level:5,losing-wins=on'], OFTEN ? 10 : 1, 'experiment.game=antichess');
});

test('the messages before a ply are the same whatever was asked for before', () => {
  const text = spec('level:7', 'level:8');
  const at = (number, ply) => core.ask('match_explain', text, 'experiment.games=2', number, ply);
  const wanted = [at(1, 1), at(1, 2), at(1, 9)];
  assert.equal(at(1, 2), wanted[1]);
  assert.equal(at(1, 2), wanted[1]);
  assert.notEqual(at(2, 9), wanted[2]);
  assert.equal(at(1, 9), wanted[2]);
  core.ask('match_game', text, 'experiment.games=2', 1);
  assert.equal(at(1, 1), wanted[0]);
  assert.throws(() => at(1, 1000), /game 1 has no ply 1000/);
  assert.equal(at(1, 9), wanted[2]);
});

test('every message of whole games of three', (t) => {
  const three = (players, games, ...more) => comparesMessages(t, players, games, 'experiment.game=threechess', ...more);
  const plies = `rules.max-plies=${OFTEN ? 400 : 24}`;
  three(['level:7', 'level:5', 'level:1'], OFTEN ? 20 : 1, plies);
  three(['level:8', 'level:13', 'random'], 1, `rules.max-plies=${OFTEN ? 60 : 9}`);
  three(['level:4', 'maxn:depth=2', 'greedy'], 1, 'rules.rules=threechess', 'rules.time-limit-ms=60000', plies);
});

test('a line tells each ply', () => {
  const line = core.askJson('line', 'chess', '', 'e4 d5 exd5');
  assert.deepEqual(
    line.map((ply) => ply.next?.san),
    ['e4', 'd5', 'exd5', undefined],
  );
  assert.deepEqual(line[3].material, [4000, 3900]);
  assert.equal(line[3].position, 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2');
});

test('two settings differ where no draw is common', () => {
  const [, fen, one, , other] = LOGICS[6];
  assert.deepEqual(core.askJson('differences', 'chess', fen, '', `level:${one}`, `level:${other}`, 1), [0]);
  assert.deepEqual(core.askJson('differences', 'chess', fen, '', `level:${one}`, `level:${one}`, 1), []);
});

test('what counts is what explanations name, with exact shares; readings of another game are not offered', () => {
  for (const [, fen, one, , other] of LOGICS)
    for (const player of [`level:${one}`, `level:${other}`]) {
      const found = core.askJson('influence', 'chess', fen, '', player);
      const {decided_by: decided, logics} = core.askJson('explain', 'chess', fen, '', player, 1);
      for (const {logic, otherwise, difference} of decided)
        assert.deepEqual(
          found.find(({name}) => name === logic),
          {name: logic, otherwise, difference},
          `${player} at ${fen}`,
        );
      assert.ok(found.every(({difference}) => difference > 0 && difference <= 1 + 1e-9));
      assert.ok(Array.isArray(logics));
    }
  const offered = (game) => switches('level:5', game).readings.some(({name}) => name === 'losing-wins');
  assert.deepEqual([offered('chess'), offered('antichess')], [false, true]);
});

test('a decision without some moves', () => {
  const fen = LOGICS[6][1];
  const excluded = [];
  for (let i = 0; i < 3; i++) {
    const explanation = core.askJson('explain', 'chess', fen, '', 'level:7', 1, excluded.join(' '));
    assert.ok(!excluded.includes(explanation.move));
    excluded.push(explanation.move);
  }
  assert.equal(excluded[0], 'd5c5');
  const all = movesOf('chess', fen).trim().split('\n').join(' ');
  assert.throws(() => core.ask('explain', 'chess', fen, '', 'level:7', 1, all), /every move is excluded/);
  for (const [game, move] of [
    ['antichess', 'a2a3'],
    ['threechess', 'BD2BD4'],
  ])
    assert.ok(core.askJson('explain', game, '', '', 'level:7', 1, move).move);
});

test('what is wrong is a sentence, and the next question is answered', () => {
  const before = core.restarts;
  const wrong = [
    ['position', 'chess', 'nonsense', ''],
    ['position', 'checkers', '', ''],
    ['position', 'chess', '', 'e4 e4'],
    ['explain', 'chess', '', '', 'level:14', 1],
    ['explain', 'chess', '', '', 'engine:stockfish', 1],
    ['explain', 'chess', '', '', 'level:7', 'x'],
    ['explain', 'chess', '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1', '', 'level:7', 1],
    ['explain', 'threechess', '', '', 'march', 1],
    ['match_plan', '[unknown]', ''],
    ['match_plan', 'A=1', ''],
    ['match_rows', spec('level:1', 'level:2'), '', 1, 1e6],
    ['match_plan', spec('level:1', 'level:2\0'), ''],
  ];
  for (const question of wrong) {
    assert.throws(() => core.ask(...question), CoreError);
    assert.equal(core.askJson('reply', 'chess', LOGICS[6][1], '', 'level:7', 1).move, 'd5c5');
  }
  assert.equal(core.restarts, before);
});

test('a trap, or no memory left, ends one question only', () => {
  const before = core.restarts;
  const real = core.questions.position;
  core.questions = {
    ...core.questions,
    position: () => {
      core.questions.core_room(0xfffffff0);
      return real();
    },
  };
  assert.throws(() => core.ask('position', 'chess', '', ''), /memory/);
  assert.equal(core.restarts, before + 1);
  assert.equal(core.askJson('reply', 'chess', LOGICS[6][1], '', 'level:7', 1).move, 'd5c5');
});

test('long questions leave no memory behind', () => {
  for (let i = 0; i < 20; i++) core.ask('explain', 'chess', '', '', 'level:7', i);
  const before = core.memory.buffer.byteLength;
  for (let i = 0; i < 100; i++) core.ask('explain', 'chess', '', '', 'level:7', i);
  assert.equal(core.memory.buffer.byteLength, before);
});
