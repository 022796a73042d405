/* Links: what is written is read again. */
import assert from 'node:assert/strict';
import {test} from 'node:test';

import {parse, write} from '../web/store.js';

test('what is written is read again, whatever it holds', () => {
  for (const state of [
    {page: 'watch'},
    {
      page: 'watch',
      position: '6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1',
      player: 'level:7-defence-request,even-trade=on',
    },
    {page: 'play', a: '<img src=x onerror=alert(1)>', b: 'a&b=c#d%41+é ~'},
  ])
    assert.deepEqual(parse(write(state)), state);
});

test('the first page needs no name, and what is empty is left out', () => {
  assert.deepEqual(parse(''), {page: 'home'});
  assert.deepEqual(parse('#/watch?game=&ply=3'), {page: 'watch', ply: '3'});
  assert.deepEqual(parse('#/agents?ply=3'), {page: 'watch', ply: '3'}, 'by its earlier name');
  assert.equal(write({page: 'watch', ply: '', player: undefined}), '#/watch');
  assert.equal(write({page: 'watch', player: 'level:7', ply: 0}), '#/watch?player=level:7&ply=0');
});
