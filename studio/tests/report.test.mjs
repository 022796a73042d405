/* Statistics of the page are those of the program, to the printed digit. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {batches} from '../web/experiment.js';
import {textOfRun} from '../web/runs.js';
import {folder, loadCore, run} from './program.mjs';

const players = (/** @type {string[]} */ ...texts) =>
  `[players]\n${texts.map((text, i) => `${String.fromCharCode(65 + i)}=${text}\n`).join('')}`;
const spec = (/** @type {string} */ keys, /** @type {string[]} */ ...texts) =>
  `[experiment]\n${keys.replaceAll(' ', '\n')}\n${players(...texts)}`;
const SPRT = '[sprt]\nelo0=0\nelo1=60\n';

/** Runs of every kind. @type {string[]} */
const RUNS = [
  spec('games=200 seed=1', 'level:7', 'level:5'),
  spec('games=3 seed=2', 'level:7', 'level:5'),
  spec('games=1 seed=2', 'level:3', 'level:5'),
  spec('games=41 seed=3', 'level:1', 'level:7'),
  spec('games=20 seed=4', 'level:7', 'random'),
  spec('games=30 seed=5', 'level:7', 'level:7'),
  spec('games=60 seed=4', 'level:1', 'level:4', 'level:7', 'random'),
  spec('games=12 seed=6', 'level:1', 'level:2', 'level:3', 'level:4', 'level:5', 'level:6', 'level:7', 'level:8'),
  spec('games=4 seed=7', 'level:1', 'level:7', 'random'),
  spec('games=20 seed=8', 'search:depth=1', 'search:depth=2'),
  `${spec('games=40 seed=9', 'search:depth=1', 'search:depth=2')}[openings]\nrandom-plies=4\n`,
  spec('game=antichess games=30 seed=10', 'level:7,losing-wins=on', 'random'),
  spec('game=async games=20 seed=4', 'async-master:level=1', 'async-master:level=7', 'async-random'),
  spec('game=async games=11 seed=5', 'async-patient', 'async-random'),
  spec('game=threechess games=8 seed=4', 'level:1', 'level:5', 'level:7', 'random'),
  spec('game=threechess games=2 seed=5', 'level:1', 'level:5', 'level:7'),
  `${spec('format=sprt games=400 seed=1', 'level:7', 'level:3')}${SPRT}`,
  `${spec('format=sprt games=40 seed=2', 'level:7', 'level:6')}${SPRT}`,
  `${spec('format=sprt games=400 seed=3', 'level:3', 'level:7')}${SPRT}`,
  `${spec('games=10 seed=11', 'level:5', 'level:6', 'level:7')}[rules]\nmax-plies=30\n`,
];

/** A finished run as the page reads it. @param {string} home */
function read(home) {
  const written = JSON.parse(fs.readFileSync(path.join(home, 'run.json'), 'utf8'));
  const games = path.join(home, 'games.csv');
  return {
    text: textOfRun(home, written),
    games: written.spec.experiment.game === 'threechess' ? fs.readFileSync(games, 'utf8') : '',
  };
}

test('20 runs have the figures that the program prints, opened and while they are played', async (t) => {
  const core = await loadCore();
  assert.equal(RUNS.length, 20);
  for (const ini of RUNS) {
    const home = path.join(folder(t), 'run');
    fs.writeFileSync(`${home}.ini`, ini);
    const printed = run('run', `${home}.ini`, '--output', home);
    const expected = JSON.parse(run('report', home, '--format=json'));
    const {text, games} = read(home);
    const opened = core.askJson('report_run', text, games);
    assert.deepEqual(opened.report, expected, ini);
    for (const line of `${opened.repeats}${ini.includes('sprt') ? opened.verdict : ''}`.split('\n'))
      assert.ok(printed.includes(line), `${line} is not in ${printed}`);

    const plan = core.askJson('match_plan', ini, '');
    let sums = '';
    for (const [first, last] of batches(plan.games)) {
      core.ask('match_rows', ini, '', first, last);
      sums = core.ask('match_add', ini, '', sums, core.ask('match_sums'));
    }
    const total = JSON.parse(fs.readFileSync(path.join(home, 'run.json'), 'utf8')).games;
    if (total !== plan.games) continue; /* a sequential test has ended before */
    assert.deepEqual(core.askJson('match_report', ini, '', sums, games), opened, ini);
    for (const name of ['material_mean.csv', 'requests.csv', 'threats.csv', 'pairings.csv']) {
      const file = path.join(home, name);
      if (fs.existsSync(file))
        assert.equal(core.ask('match_table', ini, '', sums, name), fs.readFileSync(file, 'utf8'), `${name} of ${ini}`);
    }
  }
});

test('a match has the three lines of agentchess match', async () => {
  const core = await loadCore();
  for (const [seed, games] of [
    [1, 200],
    [2, 7],
    [3, 61],
  ]) {
    const printed = run('match', 'level:7', 'level:5', '--games', games, '--seed', seed);
    const ini = spec(`games=${games} seed=${seed}`, 'level:7', 'level:5');
    core.ask('match_rows', ini, '', 1, games);
    const {verdict} = core.askJson('match_report', ini, '', core.ask('match_sums'), '');
    const field = (/** @type {string} */ name) => printed.match(new RegExp(`^${name} +(.*)$`, 'm'))?.[1];
    assert.deepEqual(
      verdict.trimEnd().split('\n'),
      ['score', 'elo', 'verdict'].map((name) => `${name} ${field(name)}`),
    );
  }
});

/** What run.json has of 1,200 games. */
const RESULT = {
  player: 'A',
  opponent: 'B',
  wins: 269,
  losses: 215,
  draws: 716,
  draw_wins: 0,
  draw_losses: 0,
  plies: 120000,
  as_white: {wins: 150, losses: 100, draws: 350},
  as_black: {wins: 119, losses: 115, draws: 366},
  pairs: {0: 5, 0.5: 139, 1: 304, 1.5: 101, 2: 51},
  distinct_games: 1200,
  terminations: {checkmate: 484, repetition: 716},
};

test('draws make an interval narrower: 269-215-716', async () => {
  const core = await loadCore();
  const text = JSON.stringify({
    name: 'run',
    identity: 'x',
    spec: spec('name=run games=1200 seed=1', 'level:7', 'level:5'),
    results: [RESULT],
  });
  const {verdict, shares} = core.askJson('report_run', text, '');
  assert.deepEqual(shares, [{kind: 'interval', value: '0.523', low: '0.505', high: '0.540'}]);
  assert.match(verdict, /^score 0\.523 \[0\.505, 0\.540\]\nelo .*\nverdict the player is stronger\n$/);
});

test('two runs are compared as by agentchess compare', async (t) => {
  const core = await loadCore();
  const homes = [1, 2].map((seed) => {
    const home = path.join(folder(t), 'run');
    fs.writeFileSync(`${home}.ini`, spec(`games=40 seed=${seed}`, 'level:1', `level:${4 + seed}`, 'random'));
    run('run', `${home}.ini`, '--output', home);
    return home;
  });
  const [first, second] = homes.map((home) => read(home).text);
  assert.deepEqual(
    core.askJson('report_comparison', first, second),
    JSON.parse(run('compare', ...homes, '--format=json')),
  );
  assert.throws(() => core.ask('report_comparison', first, first), /the same experiment with the same seed/);
});
