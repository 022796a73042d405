/* Texts of people: typed moves, positions set up by hand. What is legal only the core
   knows: it is asked with the words that are read here. */

/** The legal moves that a typed text may mean: "Nf3", "g1f3", "g1-f3", "BD2 BD4".
 * @param {string} text @param {any[]} moves @returns {any[]} */
export function movesTyped(text, moves) {
  const plain = (/** @type {string} */ word) => word.replace(/[\s\-+#=!?]/g, '').replace(/0/g, 'O');
  const typed = plain(text.trim().replace(/^\d+\.+/, ''));
  const as = (/** @type {(word: string) => string} */ change) =>
    moves.filter(({move, san}) => [plain(san), move].some((word) => change(word) === change(typed)));
  const same = as((word) => word);
  return same.length ? same : as((word) => word.toLowerCase());
}

const LETTERS = /** @type {Record<string, string>} */ ({
  pawn: 'p',
  knight: 'n',
  bishop: 'b',
  rook: 'r',
  queen: 'q',
  king: 'k',
});

/** @param {Map<string, {type: string, side: number}>} on @param {string} square @param {string[][]} letters */
const letterOn = (on, square, letters) => {
  const piece = on.get(square);
  return piece ? letters[piece.side]['pnbrqk'.indexOf(LETTERS[piece.type])] : '';
};

/** Castling that the squares of kings and rooks allow. @param {Map<string, {type: string, side: number}>} on */
function castlingOf(on) {
  const stands = (/** @type {string} */ square, /** @type {string} */ type, /** @type {number} */ side) =>
    on.get(square)?.type === type && on.get(square)?.side === side;
  const rights = [
    ['K', 'h1'],
    ['Q', 'a1'],
    ['k', 'h8'],
    ['q', 'a8'],
  ]
    .filter(([, corner], i) => stands(i < 2 ? 'e1' : 'e8', 'king', i >> 1) && stands(corner, 'rook', i >> 1))
    .map(([right]) => right);
  return rights.join('') || '-';
}

/** A position set up by hand, as the game writes it. @param {string} game
 * @param {Map<string, {type: string, side: number}>} on @param {number} turn @param {boolean} castles */
export function writePosition(game, on, turn, castles) {
  if (game === 'threechess') {
    const letters = [[...'PNBRQK'], [...'pnbrqk'], [...'123456']];
    const squares = [...'BGR'].flatMap((section) =>
      [...'ABCDEFGH'].flatMap((column) => [1, 2, 3, 4].map((row) => section + column + row)),
    );
    return `${squares.map((square) => letterOn(on, square, letters) || '.').join('')} ${'BGR'[turn]}`;
  }
  const letters = [[...'PNBRQK'], [...'pnbrqk']];
  const rows = [8, 7, 6, 5, 4, 3, 2, 1].map((row) =>
    [...'abcdefgh']
      .map((column) => letterOn(on, column + row, letters) || '1')
      .join('')
      .replace(/1+/g, (empty) => String(empty.length)),
  );
  return `${rows.join('/')} ${'wb'[turn]} ${castles ? castlingOf(on) : '-'} - 0 1`;
}
