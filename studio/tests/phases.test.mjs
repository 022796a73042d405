/* The phases of a conversation, bubbles, and games as texts: what needs no browser. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {overlap, placeBubble} from '../web/bubbles.js';
import {endsOf, geometryOf} from '../web/geometry.js';
import {reasonOf, sayChance, sayMessage} from '../web/messages.js';
import {phasesOf} from '../web/phases.js';
import {LOGICS, loadCore} from './program.mjs';

const core = await loadCore();

/** @param {string} fen @param {string} player @param {string} [game] @param {string} [moves] */
function talk(fen, player, game = 'chess', moves = '') {
  const position = core.askJson('position', game, fen, moves);
  const explanation = core.askJson('explain', game, fen, moves, player, 1);
  const geometry = geometryOf(game, 0);
  const sans = new Map(position.moves.map(({move, san}) => [move, san]));
  const names = new Map(position.pieces.map(({square, type}) => [square, `${type} ${square}`]));
  const ends = (code) => endsOf(geometry, code);
  const source = {
    explanation,
    position,
    san: (code) => sans.get(code) ?? code,
    ends,
    piece: (square) => names.get(square),
  };
  return {explanation, position, source, ...phasesOf(source)};
}
const say = (phase) => phase.sentence.map((part) => part.agent?.replace(' ', ' on ') ?? part).join('');

const QUEEN = '2b1kbnr/1p1pppnp/rQp5/8/p7/2P2P2/3PP1PP/R1B1KBNR w - - 0 1';

test('the queen asks, the rook offers, the master decides', () => {
  const {phases, chat, explanation, source} = talk(QUEEN, 'level:7');
  assert.deepEqual(
    phases.map(({name}) => name),
    ['order', 'reports', 'threat', 'request', 'offers', 'consultation', 'candidates', 'decision'],
  );
  const of = (name) => phases.find((phase) => phase.name === name);
  assert.equal(say(of('reports')), '12 agents are safe; the queen on b6 would lose 900 to the rook on a6.');
  assert.equal(
    say(of('request')),
    'The queen on b6 would lose 900 to the rook on a6 and asks all other agents for help.',
  );
  assert.equal(
    say(of('offers')),
    'The rook on a1 offers Rb1: it defends or shields the queen on b6, and 400 is still lost.',
  );
  assert.deepEqual(of('offers').bubbles, [
    {square: 'a1', text: 'Rb1 defends you', more: '400 is still lost.', tone: 'offer'},
  ]);
  assert.equal(of('threat').badges.b6, '−900');
  assert.deepEqual(of('decision').sentence, reasonOf(explanation, source)[0]);
  assert.ok(chat.some(({who, text}) => who === 'rook a1' && text === 'Rb1 defends you: 400 is still lost.'));
});

test('no phase that takes place is empty, in any game and at any level', () => {
  const players = ['level:1', 'level:5', 'level:8', 'level:11', 'level:13', 'search:depth=2', 'march'];
  const some = [...LOGICS.map(([, fen]) => ['chess', fen]), ['antichess', ''], ['threechess', '']];
  some.forEach(([game, fen], i) => {
    const player = game === 'chess' ? players[i % players.length] : 'level:7';
    const {phases, explanation, source} = talk(fen, player, game);
    const shown = phases.filter(({bubbles}) => bubbles.length);
    assert.equal(shown.at(-1).name, 'decision');
    for (const phase of phases) {
      assert.ok(say(phase).length > 10, `${player} at ${fen}: ${phase.name}`);
      assert.doesNotMatch(say(phase), /undefined|null|NaN|\[object/);
      for (const {square, text} of phase.bubbles) {
        assert.ok(text);
        assert.ok(!square || source.piece(square) !== undefined, `${player} at ${fen}: ${phase.name} at ${square}`);
      }
    }
    for (const message of explanation.messages ?? [])
      assert.doesNotMatch(sayMessage(message, source.san), /undefined|null|\[object/);
  });
});

test('a team shows what it does not see, what is too far to be heard, what is lost, and its vote', () => {
  const fen = '6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1';
  const lossy = talk(fen, 'team:sight=5,hearing=3,message-loss=60,report-loss=30,level=7');
  const lines = ({chat}, name) => chat.filter(({who}) => who === name).map(({text}) => text);
  assert.ok(lines(lossy, 'king g1').includes('I do not see the king on g8 and the queen on h8.'));
  assert.ok(lines(lossy, 'queen h5').includes('My report does not reach the master.'));
  assert.ok(lines(lossy, 'all').includes('Too far to hear it: king g1 and queen h5.'));
  assert.match(say(lossy.phases[1]), /1 report is lost\. 1 agent does not see all opponents\.$/);
  const voted = talk(fen, 'team:sight=5,hearing=3,decision=vote,level=7');
  const vote = voted.phases.find(({name}) => name === 'votes');
  assert.equal(say(vote), 'The agents vote in place of the master: Rxd6 has 700 and Rg5+ has 400.');
  assert.deepEqual(vote.bubbles, [{square: 'd5', text: 'Rxd6: 700', tone: 'offer'}]);
  assert.deepEqual(lines(voted, 'Rg5+'), ['400: rook d5 400.']);
});

test('what is said of a worth unfolds into parts that add up to it', () => {
  for (const [, fen, , , player] of LOGICS) {
    const {chat} = talk(fen, `level:${player}`);
    for (const {worth, parts} of chat.flatMap(({worths}) => worths))
      if (parts?.length)
        assert.equal(
          parts.reduce((sum, {amount}) => sum + amount, 0),
          worth,
        );
  }
});

test('moves are written as people write them', () => {
  for (const [, fen, , , player] of LOGICS) {
    const {phases, chat, explanation} = talk(fen, `level:${player}`);
    const said = [...phases.map(say), ...chat.map(({text}) => text)].join(' ');
    if (!explanation.messages.some(({kind}) => kind === 'expect'))
      assert.doesNotMatch(said, /\b[a-h][1-8][a-h][1-8]q?\b/, said);
  }
});

test('chance is stated with its shares', () => {
  const ends = (code) => [code.slice(0, 2), code.slice(2)];
  const shares = (list) => ({move: list[0][0], shares: list.map(([move, share]) => ({move, share}))});
  const five = ['a2a3', 'b2b3', 'c2c3', 'd2d3', 'e2e3'].map((move) => [move, 0.2]);
  assert.equal(sayChance(shares(five), ends), '1 of 5 agents, each 20 %');
  assert.equal(sayChance(shares([['a2a3', 1]]), ends), 'share 100 %');
  assert.equal(
    sayChance(
      shares([
        ['a2a3', 0.5],
        ['a2a4', 0.5],
      ]),
      ends,
    ),
    '1 of 2 moves of one agent, each 50 %',
  );
  assert.equal(
    sayChance(
      shares([
        ['a2a3', 0.25],
        ['a2a4', 0.25],
        ['b2b3', 0.5],
      ]),
      ends,
    ),
    '1 of 2 agents, each 50 %; 1 of its 2 moves: share 25 %',
  );
  assert.equal(
    sayChance(
      shares([
        ['a2a3', 0.7],
        ['b2b3', 0.3],
      ]),
      ends,
    ),
    '1 of 2 moves, share 70 %',
  );
});

test('a bubble stands beside its agent and hides nothing that it speaks of', () => {
  const board = {x: 0, y: 0, width: 374, height: 374};
  const square = (column, row) => ({x: column * 46.75, y: row * 46.75, width: 46.75, height: 46.75});
  for (let column = 0; column < 8; column++)
    for (let row = 0; row < 8; row++) {
      const own = square(column, row),
        attacker = square((column + 3) % 8, row);
      const anchor = {x: own.x + 23, y: own.y + 23};
      const {rect, hidden} = placeBubble({width: 170, height: 42}, anchor, {
        board,
        kept: [own, attacker],
        pieces: [],
        taken: [],
      });
      assert.equal(hidden, 0);
      assert.equal(overlap(rect, own) + overlap(rect, attacker), 0);
      assert.ok(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= 374 && rect.y + rect.height <= 374);
      const again = placeBubble({width: 170, height: 42}, anchor, {board, kept: [own], pieces: [], taken: [rect]});
      assert.equal(overlap(again.rect, rect), 0);
    }
});
