/* Saved games of antichess: the XML of the 2007 assignment, as the program writes it (board/antichess.h). The core plays
   the moves; here the game is written, and a file is compared with what follows from its moves. */

const SIDES = ['white', 'black'];
/** @type {Record<string, string>} terminations of the core */
const DESCRIPTIONS = {'pieces-lost': 'piecesLost', checkmate: 'checkmate', stalemate: 'stalemate'};
/** Where the elements of a file are, in its order. @type {Record<string, string>} */
const PATHS = {
  game: 'game:root',
  time: ':root > time',
  moveHistory: ':root > moveHistory',
  move: ':root > moveHistory > move',
  pieces: ':root > pieces',
  square: ':root > pieces > square',
  gameOver: ':root > gameOver',
};

/** @typedef {{budgets: number[], times: number[], left: number[]}} Times in ms: of each side, after each ply, and now */

/** From a8 to h1, as a board is read. @param {string} a @param {string} b */
const compareSquares = (a, b) => b[1].localeCompare(a[1]) || a.localeCompare(b);

/** The elements of a file with their attributes; undefined: there is none.
 * @param {any[]} line answer to `line`, from the initial position @param {any} position answer to `position`
 * @param {Times | null} times null: no clocks @returns {Record<string, Record<string, any>[]>} */
function elementsOf(line, {pieces}, times) {
  const {termination, winner} = line[line.length - 1];
  const loser = times ? times.left.indexOf(0) : -1;
  const [initWhite, initBlack] = times?.budgets ?? [];
  const [currentWhite, currentBlack] = times?.left ?? [];
  const end =
    loser >= 0
      ? {winner: SIDES[1 - loser], description: 'timeExpired'}
      : {winner: SIDES[winner], description: DESCRIPTIONS[termination]};
  return {
    game: [{ruleset: '6170-spring-2007'}],
    time: [times ? {timed: true, initWhite, initBlack, currentWhite, currentBlack} : {timed: false}],
    moveHistory: [{}],
    move: line
      .slice(0, -1)
      .map(({turn, next}, ply) => ({side: SIDES[turn], value: next.move, ...(times ? {time: times.times[ply]} : {})})),
    pieces: [{}],
    square: [...pieces]
      .sort((a, b) => compareSquares(a.square, b.square))
      .map(({square, side, type}) => ({id: square, side: SIDES[side], piece: type})),
    gameOver: end.description ? [end] : [],
  };
}

/** The text of a file: see elementsOf(). @param {any[]} line @param {any} position @param {Times | null} times */
export function writeAntichess(line, position, times) {
  const {game, time, move, square, gameOver} = elementsOf(line, position, times);
  const start = (/** @type {string} */ name, /** @type {Record<string, any>} */ attributes) =>
    Object.entries(attributes).reduce(
      (text, [key, value]) => (value === undefined ? text : `${text} ${key}="${value}"`),
      `<${name}`,
    );
  const list = (/** @type {string} */ indent, /** @type {string} */ name, /** @type {any[]} */ elements) =>
    elements.map((attributes) => `${indent}${start(name, attributes)}/>\n`).join('');
  return `${start('game', game[0])}>
${list('  ', 'time', time)}  <moveHistory>
${list('    ', 'move', move)}  </moveHistory>
  <pieces>
${list('    ', 'square', square)}  </pieces>
${list('  ', 'gameOver', gameOver)}</game>
`;
}

/** Elements and attributes of other names are skipped: the format is made to be extended.
 * @param {Document} file @param {Record<string, Record<string, any>[]>} elements */
function compare(file, elements) {
  for (const [name, path] of Object.entries(PATHS)) {
    const found = [...file.querySelectorAll(path)];
    const wanted = elements[name];
    if (found.length !== wanted.length)
      throw new Error(`there are ${found.length} elements '${name}' instead of ${wanted.length}`);
    if (name === 'square')
      found.sort((a, b) => compareSquares(a.getAttribute('id') ?? '  ', b.getAttribute('id') ?? '  '));
    for (const [i, element] of found.entries())
      for (const [key, value] of Object.entries(wanted[i]))
        if (element.getAttribute(key) !== (value === undefined ? null : String(value)))
          throw new Error(`'${key}' of '${name}' is '${element.getAttribute(key)}' instead of '${value}'`);
  }
}

/** What the side to move has thought; clocks that gain time are refused. @param {any[]} line @param {Times} times */
function runClocks(line, {budgets, times, left}) {
  const shown = [...budgets];
  const {turn} = line[line.length - 1];
  times.forEach((ms, ply) => {
    const side = line[ply].turn;
    if (ms > shown[side]) throw new Error(`move ${ply + 1}: the clock shows more than before`);
    shown[side] = ms;
  });
  if (left[turn] > shown[turn] || left[1 - turn] !== shown[1 - turn])
    throw new Error('the clocks do not match the times of the moves');
  return shown[turn] - left[turn];
}

/** The game of a file, and what the side to move has thought. A file that is damaged or says what does not follow from its
 * moves is an error. @param {string} text @param {(name: string, ...values: string[]) => Promise<any>} ask
 * @returns {Promise<{moves: string[], times: Times | null, spent: number}>} */
export async function readAntichess(text, ask) {
  const file = new DOMParser().parseFromString(text.replace(/^\ufeff/, ''), 'application/xml');
  if (file.querySelector('parsererror')) throw new Error('it is not well-formed XML');
  const values = (/** @type {string} */ name, /** @type {string[]} */ keys) =>
    [...file.querySelectorAll(PATHS[name])].flatMap((element) => keys.map((key) => element.getAttribute(key) ?? ''));
  const moves = values('move', ['value']);
  const isTimed = values('time', ['timed'])[0] === 'true';
  const times = {
    budgets: values('time', ['initWhite', 'initBlack']).map(Number),
    times: values('move', ['time']).map(Number),
    left: values('time', ['currentWhite', 'currentBlack']).map(Number),
  };
  const line = await ask('line', 'antichess', '', moves.join(' '));
  const position = await ask('position', 'antichess', '', moves.join(' '));
  compare(file, elementsOf(line, position, isTimed ? times : null));
  return {moves, times: isTimed ? times : null, spent: isTimed ? runClocks(line, times) : 0};
}
