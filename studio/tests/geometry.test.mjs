/* Boards as polygons: what touches on the screen touches on the board. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {arrowsOf} from '../web/decision.js';
import {endsOf, geometryOf, of64} from '../web/geometry.js';
import {placeLabels} from '../web/labels.js';
import {loadCore} from './program.mjs';

const core = await loadCore();

const key = ({x, y}) => `${Math.round(x * 1e6) + 0},${Math.round(y * 1e6) + 0}`;

/** The squares that share two corners with each.
 * @param {any} geometry @returns {Map<string, string[]>} */
function touching({squares}) {
  const corners = new Map(squares.map(({name, corners: of}) => [name, new Set(of.map(key))]));
  return new Map(
    squares.map(({name}) => [
      name,
      squares
        .map((other) => other.name)
        .filter(
          (other) =>
            other !== name && [...corners.get(other)].filter((corner) => corners.get(name).has(corner)).length === 2,
        )
        .sort(),
    ]),
  );
}

test('neighbours of three-player chess share edges, whichever side is at the bottom', () => {
  for (const turned of [0, 1, 2]) {
    const near = touching(geometryOf('threechess', turned));
    for (const {square, neighbours} of core.askJson('three_board'))
      assert.deepEqual(near.get(square), [...neighbours].sort(), square);
  }
});

test('colours alternate, across the seams too', () => {
  for (const game of ['chess', 'threechess']) {
    const geometry = geometryOf(game, 0);
    for (const [name, others] of touching(geometry))
      for (const other of others)
        assert.notEqual(geometry.byName.get(name).dark, geometry.byName.get(other).dark, `${name} ${other}`);
  }
});

test('the bottom is the side asked for', () => {
  const low = (game, turned) =>
    geometryOf(game, turned).squares.reduce((a, b) => (b.centre.y > a.centre.y + 0.01 ? b : a)).name;
  assert.match(low('chess', 0), /1$/);
  assert.match(low('chess', 1), /8$/);
  for (const [turned, letter] of [...'BGR'].entries())
    assert.match(low('threechess', turned), new RegExp(`^${letter}.1$`));
});

test('a1 is dark, and moves name their ends', () => {
  assert.ok(geometryOf('chess', 0).byName.get('a1').dark);
  assert.deepEqual(endsOf(geometryOf('chess', 0), 'e7e8q'), ['e7', 'e8']);
  assert.deepEqual(endsOf(geometryOf('threechess', 0), 'BD2BD4'), ['BD2', 'BD4']);
});

test('arrows are those of what agents report', async () => {
  const core = await loadCore(),
    geometry = geometryOf('chess', 0);
  const explain = (fen, player) => core.askJson('explain', 'chess', fen, '', player, 1);
  const explanation = explain('2b2r2/1p2k1Kp/4p3/1p1p4/1P3R2/1r1P2P1/6P1/5B2 w - - 4 55', 'level:7');
  const layers = ['attacks', 'moves', 'disregarded'];
  const arrows = arrowsOf({
    explanation,
    second: null,
    position: {threats: []},
    geometry,
    layers,
    agent: '',
    san: String,
  });
  const of = (kind) => arrows.filter((arrow) => arrow.kind === kind).map(({from, to, text}) => [from, to, text]);
  assert.deepEqual(of('attack'), [
    ['f4', 'f8', '500'],
    ['g7', 'h7', '100'],
  ]);
  assert.deepEqual(of('move'), [['g7', 'h6', '100']]);
  assert.ok(of('disregarded').length > 10);
});

test('labels of arrows stand apart, on the board', () => {
  const geometry = of64(false),
    at = (name) => geometry.byName.get(name).centre;
  /* Offers on one square from all sides, and both ways along one line. */
  const arrows = [
    ['a1', 'd4'],
    ['h8', 'd4'],
    ['d8', 'd4'],
    ['a4', 'd4'],
    ['g1', 'd4'],
    ['d4', 'a1'],
    ['b4', 'd4'],
    ['d1', 'd4'],
    ['a8', 'a7'],
    ['b8', 'a7'],
  ].map(([from, to]) => ({from: at(from), to: at(to), text: '−1350'}));
  const boxes = placeLabels(arrows, geometry);
  boxes.forEach((box, i) => {
    assert.ok(
      box.x - box.width / 2 >= 0 && box.x + box.width / 2 <= 8 && box.y - box.height / 2 >= 0,
      JSON.stringify(box),
    );
    for (const other of boxes.slice(i + 1))
      assert.ok(
        Math.abs(box.x - other.x) >= (box.width + other.width) / 2 - 1e-9 ||
          Math.abs(box.y - other.y) >= (box.height + other.height) / 2 - 1e-9,
        JSON.stringify([box, other]),
      );
  });
});
