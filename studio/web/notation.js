/* Games as texts of people: PGN, typed moves, positions set up by hand. What is legal only the core
   knows: it is asked with the words that are read here. */

/** @typedef {{tags: Record<string, string>, words: string[], result: string}} PgnGame */

const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'];
const WIDTH = 79;

/** The games of a text. Dropped are comments, glyphs, variations, escaped lines and move numbers.
 * Source: PGN specification (Edwards, 1994), sections 4 to 11.
 * @param {string} text @returns {PgnGame[]} */
export function readPgn(text) {
  /** @type {PgnGame[]} */
  const games = [];
  /** @type {PgnGame} */
  let game = {tags: {}, words: [], result: '*'};
  let depth = 0;
  let hasEnded = false;
  const next = () => {
    if (Object.keys(game.tags).length || game.words.length || hasEnded) games.push(game);
    game = {tags: {}, words: [], result: '*'};
    depth = 0;
    hasEnded = false;
  };
  const lexer =
    /\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]|\{[^}]*(?:\}|$)|;[^\n]*|^%[^\n]*|[()]|\$\d+|[^\s()[\]{};]+|./gmsu;
  for (const [token, name, value] of text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .matchAll(lexer)) {
    if (name !== undefined) {
      if (game.words.length || hasEnded) next();
      game.tags[name] ??= value.replace(/\\(.)/g, '$1');
    } else if (token === '(') {
      depth++;
    } else if (token === ')') {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && /^[^\s{;%$]/.test(token)) {
      if (hasEnded) next();
      if (RESULTS.includes(token)) {
        game.result = token;
        hasEnded = true;
        continue;
      }
      const word = token.replace(/^\d+\.*/, '').replace(/[!?]+$/, '');
      if (word && word !== 'e.p.') game.words.push(word);
    }
  }
  next();
  return games;
}

/** @param {string} text @returns {string} */
const quote = (text) => text.replace(/[\\"]/g, '\\$&').replace(/\s+/g, ' ');

/** @param {{tags: Record<string, string>, sans: string[], sides: number, first: number, number: number,
 *   comment: string, result: string}} game @returns {string} */
export function writePgn({tags, sans, sides, first, number, comment, result}) {
  const words = sans.flatMap((san, ply) => {
    const side = (first + ply) % sides;
    const turn = number + Math.floor((first + ply) / sides);
    if (side === 0) return [`${turn}.`, san];
    return ply === 0 ? [`${turn}...`, san] : [san];
  });
  const lines = [];
  let line = '';
  for (const word of [...words, ...(comment ? [`{${comment.replaceAll('}', ')')}}`] : []), result]) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return `${Object.entries(tags)
    .map(([name, value]) => `[${name} "${quote(value)}"]\n`)
    .join('')}\n${[...lines, line].join('\n')}\n\n`;
}

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
