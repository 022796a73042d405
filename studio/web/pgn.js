/* Games of others as texts: PGN and FEN. A file keeps its tags, comments, variations and glyphs, also when it is played
   on and saved again. What is legal only the core knows: it is asked with the words that are read here. */
import {ChildNode, emptyHeaders, makePgn, parsePgn} from 'chessops/pgn';

/** @typedef {{tags: Record<string, string>, words: string[], result: string, tree: any, unread?: string, number?: number}} PgnGame
 * tree: null for games that chessops does not know; unread: the token at which the main line ends, as it is no move; number: of the game in its text */

const NAMES = ['White', 'Black'];
const LINE_WIDTH = 79;

/** Three-player chess has moves of its own: "BD2 BD4". @param {string} text @returns {PgnGame} */
function readThree(text) {
  const tags = Object.fromEntries(
    [...text.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]$/gm)].map(([, name, value]) => [
      name,
      value.replace(/\\(.)/g, '$1'),
    ]),
  );
  const words = text
    .replace(/^\[.*$/gm, '')
    .replace(/\{[^}]*\}/g, '')
    .split(/\s+/)
    .filter((word) => word && !/^(\d+\.+|\*|[01]-[01]|1\/2-1\/2)$/.test(word));
  return {tags, words, result: tags.Result ?? '*', tree: null};
}

/** The text of a file; older ones are in Latin-1. @param {Blob} file @returns {Promise<string>} */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Evaluations that people write as signs, and the glyphs that chessops reads. @type {Record<string, number>} */
const SIGNS = {
  '+-': 18,
  '-+': 19,
  '+/-': 16,
  '-/+': 17,
  '+/=': 14,
  '=/+': 15,
  '±': 16,
  '∓': 17,
  '⩲': 14,
  '⩱': 15,
  '∞': 13,
  '=': 10,
};
const TAGS = /^\s*\[\s*\w+\s+".*"\s*\]\s*$/;
const TAG = /\[\s*(\w+)\s+"(.*?)"\s*\]\s*(?=\[|$)/g;

/** Tokens that chessops reads. It skips all others without a word, and the moves that follow would be those of another game. */
const TOKEN = new RegExp(
  [
    '(?:[NBKRQP]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[O0o][-–—][O0o](?:[-–—][O0o])?)[+#]*(?![^\\s(){}!?$])',
    '(?:--|Z0|0000|\\*|1[-–—]0|0[-–—]1|1/2[-–—]1/2)(?![^\\s(){}!?$])',
    '\\d+(?:[.…]+|(?=\\s|$))|[.…]+|[()]|[!?]+|\\$\\d+|\\s+',
    '([^\\s(){}!?$]+|[$}])',
  ].join('|'),
  'g',
);
/** Opens a comment that holds a token which is none of these. */
const UNREAD = '\u0000';
/** Stands in it for a brace that closes no comment. */
const BRACE = '\u0001';

/** Movetext without comments to the end of the line, signs and marks that chessops drops; comments in braces as they are.
 * @param {string} line @param {boolean} isInside it begins within a comment */
function tidyMoves(line, isInside) {
  let isOpen = false;
  const text = `${isInside ? '{' : ''}${line}`.replace(/\{[^}]*\}?|;.*|[^{;]+/g, (part) => {
    isOpen = part[0] === '{' && !part.endsWith('}');
    if (part[0] === '{') return part;
    if (part[0] === ';') return `{${part.slice(1).replaceAll('}', ')')}}`;
    return part
      .replace(/(?<=[1-8\s])e\.?p\.?(?=\s|$)/g, '')
      .replace(/(?<=^|[\s\w+#)])([-+/=±∓⩲⩱∞]+)(?=[\s()]|$)/g, (sign) => (SIGNS[sign] ? ` $${SIGNS[sign]}` : sign))
      .replace(TOKEN, (token, unread) => (unread ? `{${UNREAD}${token.replace('}', BRACE)}}` : token));
  });
  return {text: text.slice(Number(isInside)), isOpen};
}

/** What others write and chessops does not read, in the form that it reads: comments to the end of a line, tags with spaces or bare quotes,
 * and lines without text, which end a game after its result or before tags. @param {string} text */
function tidy(text) {
  /** @type {string[]} */
  const lines = [];
  let isInside = false,
    hasMoves = false;
  const end = () => {
    if (hasMoves) lines.push('');
    hasMoves = false;
  };
  for (const line of text.split(/\r\n?|\n/)) {
    if (!isInside && line.startsWith('%')) continue;
    if (!isInside && TAGS.test(line)) {
      end();
      for (const [, name, value] of line.matchAll(TAG))
        lines.push(`[${name} "${value.replace(/\\(["\\])|["\\]/g, (mark, escaped) => `\\${escaped ?? mark}`)}"]`);
    } else if (!isInside && !line.trim()) {
      if (!hasMoves) lines.push('');
      else if (/(?:^|\s)(?:[01]-[01]|1\/2-1\/2|\*)\s*$/.test(lines.at(-1) ?? '')) end();
    } else {
      const made = tidyMoves(line, isInside);
      hasMoves = true;
      isInside = made.isOpen;
      lines.push(made.text);
    }
  }
  return lines.join('\n');
}

/** The token that could not be read, among @comments. @param {string[] | undefined} comments */
const unreadIn = (comments) =>
  comments
    ?.find((comment) => comment.startsWith(UNREAD))
    ?.slice(1)
    .replace(BRACE, '}');

/** Ends each line of @tree where a token could not be read; the token stays as a comment.
 * @param {any} tree @returns {string | undefined} the token at which the main line ends */
function cutLines(tree) {
  const unread = [...tree.moves.mainlineNodes()].reduce(
    (found, {data}) => found ?? unreadIn(data.comments),
    unreadIn(tree.comments),
  );
  /** @type {any[]} */
  const nodes = [tree.moves];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const comments = node === tree.moves ? tree.comments : node.data.comments;
    if (unreadIn(comments) !== undefined) node.children = [];
    node.children = node.children.filter((/** @type {any} */ {data}) => unreadIn(data.startingComments) === undefined);
    comments?.forEach((/** @type {string} */ comment, /** @type {number} */ i) => {
      comments[i] = comment.replace(UNREAD, '').replace(BRACE, ')');
    });
    nodes.push(...node.children);
  }
  return unread;
}

/** The games of a text. @param {string} text @returns {PgnGame[]} */
export function readPgn(text) {
  if (/^\[Variant "threechess"\]$/m.test(text)) return [readThree(text)];
  return parsePgn(tidy(text), emptyHeaders)
    .map((tree, i) => {
      const tags = Object.fromEntries(tree.headers);
      const unread = cutLines(tree);
      const words = [...tree.moves.mainline()].map(({san}) => san);
      return {tags, words, result: tags.Result ?? '*', tree, unread, number: i + 1};
    })
    .filter(({tags, words}) => Object.keys(tags).length || words.length);
}

/** Whether a text is one position, not a game. @param {string} text */
export const isPosition = (text) => /^\s*([1-8pnbrqkPNBRQK]+\/){7}\S+( |\s*$)|^\s*[.\w]{96} [BGR]\s*$/.test(text);

/** @param {string} san */
const plain = (san) => san.replace(/[+#=!?\-x]/g, '').replace(/0/g, 'O');

/** The text of @tree with the main line @sans: what it has of it keeps comments and variations, another continuation becomes the main line
 * and that of the file a variation. @param {any} tree @param {string[]} sans @param {string} result @returns {string} */
export function writeTree(tree, sans, result) {
  const [copy] = parsePgn(makePgn(tree), emptyHeaders);
  let node = /** @type {any} */ (copy.moves);
  for (const san of sans) {
    const at = node.children.findIndex((/** @type {any} */ child) => plain(child.data.san) === plain(san));
    const next = at < 0 ? new ChildNode({san}) : node.children.splice(at, 1)[0];
    node.children.unshift(next);
    node = next;
  }
  if (node !== copy.moves) node.children = [];
  if (result !== '*' || [...tree.moves.mainline()].length !== sans.length) copy.headers.set('Result', result);
  return wrapped(makePgn(copy));
}

/** Movetext in lines of at most 79 characters, as the export format has them, but comments as they are. @param {string} text */
function wrapped(text) {
  const head = /^(?:\[.*\]\n)*/.exec(text)?.[0] ?? '';
  const lines = [''];
  for (const [word] of text.slice(head.length).matchAll(/\{[^}]*\}|[^\s{]+/g)) {
    const line = /** @type {string} */ (lines.at(-1));
    if (line && line.length + 1 + word.length > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return `${head}${head && '\n'}${lines.join('\n')}\n\n`;
}

/** "Carlsen-Caruana.pgn" @param {string[]} names */
export const fileName = (names) =>
  `${
    names
      .filter(Boolean)
      .join('-')
      .replace(/[^\p{L}\p{N}-]+/gu, '_') || 'game'
  }.pgn`;

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
    if (line && line.length + 1 + word.length > LINE_WIDTH) {
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

/** A game as PGN: that of a file that was opened keeps what the file knows. @param {any} studio
 * @param {{name: string, sides: string[], players: string[], names: string[], opening: string, line: any[], ending?: any}} game */
export function gamePgn(studio, {name, sides, players, names, opening, line, ending}) {
  const sans = line.slice(0, -1).map(({next}) => next.san);
  const result = ending?.result ?? resultOf(line.at(-1));
  if (studio.pgn)
    return writeTree(studio.pgn, sans, result === '*' ? (studio.pgn.headers.get('Result') ?? '*') : result);
  const tags = {
    Event: 'AgentChess studio',
    Site: '?',
    Date: '????.??.??',
    Round: '-',
    ...Object.fromEntries(sides.map((side, i) => [side, names[i] || players[i] || '?'])),
    Result: result,
    ...(name === 'chess' ? {} : {Variant: name}),
    ...(opening ? {SetUp: '1', FEN: opening} : {}),
  };
  return writePgn({
    tags,
    sans,
    sides: sides.length,
    first: line[0].turn,
    number: Number(/ (\d+)$/.exec(line[0].position)?.[1] ?? 1),
    comment: ending?.words ?? '',
    result,
  });
}

/** @param {{termination: string, winner: number | null}} standing @returns {string} */
const resultOf = ({termination, winner}) =>
  termination === 'none' ? '*' : winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';

/** The line of @words as far as it is legal: the core accepts each beginning of a legal line.
 * @param {import('./main.js').Studio} studio @param {string} game @param {string} position @param {string[]} words @returns {Promise<any[]>} */
async function legalLine(studio, game, position, words) {
  const ask = (/** @type {number} */ plies) =>
    studio.lane.askJson('line', game, position, words.slice(0, plies).join(' '));
  const whole = await ask(words.length).catch(() => null);
  if (whole) return whole;
  let line = await ask(0);
  for (let illegal = words.length; illegal - line.length > 0; ) {
    const middle = (line.length - 1 + illegal) >> 1;
    const longer = await ask(middle).catch(() => null);
    if (longer) line = longer;
    else illegal = middle;
  }
  return line;
}

/** Opens a game or a position on @page: the link says it, and what only the file knows is kept. A game with a fault is opened up to it.
 * @param {import('./main.js').Studio} studio @param {string} page @param {PgnGame} read @param {string} [usual] the game, if the file names none
 * @returns {Promise<{link: Record<string, string>, fault: string}>} fault: a sentence, or "" */
export async function openGame(studio, page, {tags, words, tree, unread, number}, usual = 'chess') {
  const {games} = studio.catalogue;
  const find = (/** @type {string} */ name) => games.find((/** @type {any} */ entry) => entry.name === name);
  const variant = (tags.Variant ?? usual).toLowerCase();
  const known = find(/^(standard|normal|from position)$/.test(variant) ? 'chess' : variant);
  if (!known) throw new Error(`The game is of the variant '${tags.Variant}', which the studio does not play.`);
  const line = await legalLine(studio, known.name, tags.FEN ?? '', words);
  const illegal = words[line.length - 1];
  const reason = illegal ? `'${illegal}' is not a legal move` : unread ? `'${unread}' is not a move` : '';
  const names = NAMES.map((name) => tags[name] ?? '');
  studio.pgn = tree;
  /* The main line as the core writes it, so that it is found again: others write "Ngf3", "e8Q" and "0-0". */
  const nodes = tree ? [tree.moves, ...tree.moves.mainlineNodes()] : [];
  nodes.slice(1, line.length).forEach((node, ply) => {
    node.data.san = line[ply].next.san;
  });
  if (tree && illegal) nodes[line.length - 1].children = [];
  const link = {
    page,
    game: known.name === 'chess' ? '' : known.name,
    position: tags.FEN ? line[0].position : '',
    moves: line
      .slice(0, -1)
      .map((/** @type {any} */ {next}) => next.move)
      .join('.'),
    names: names.some(Boolean) ? names.join('~') : '',
  };
  return {
    link,
    fault: reason && `Game ${number ?? 1}, ${placeOf(line, known.sides)}: ${reason}. The game is open up to there.`,
  };
}

/** "move 2 of White": of the side to move at the end of @line. @param {any[]} line @param {string[]} sides */
function placeOf(line, sides) {
  const first = Number(/ (\d+)$/.exec(line[0].position)?.[1] ?? 1);
  const {turn} = /** @type {any} */ (line.at(-1));
  return `move ${first + Math.floor((line[0].turn + line.length - 1) / sides.length)} of ${sides[turn]}`;
}
