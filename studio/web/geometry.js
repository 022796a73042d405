/* Where the squares of a board are: polygons, in units of about a square. */

/** @typedef {{x: number, y: number}} Point
 * @typedef {{name: string, corners: Point[], centre: Point, dark: boolean, section: number}} Square
 * @typedef {{squares: Square[], byName: Map<string, Square>, width: number, height: number,
 *   letters: number, labels: {text: string, x: number, y: number}[]}} Geometry */

const COLUMNS = 'abcdefgh';

/** @param {Point[]} corners @returns {Point} */
const middle = (corners) => ({
  x: corners.reduce((sum, {x}) => sum + x, 0) / corners.length,
  y: corners.reduce((sum, {y}) => sum + y, 0) / corners.length,
});

/** @param {Omit<Geometry, 'byName'>} geometry @returns {Geometry} */
const index = (geometry) => ({...geometry, byName: new Map(geometry.squares.map((square) => [square.name, square]))});

/** @param {boolean} flipped @returns {Geometry} */
export function of64(flipped) {
  const squares = [];
  const labels = [];
  for (let i = 0; i < 64; i++) {
    const column = i % 8;
    const row = i >> 3;
    const x = flipped ? 7 - column : column;
    const y = flipped ? row : 7 - row;
    const corners = [
      {x, y},
      {x: x + 1, y},
      {x: x + 1, y: y + 1},
      {x, y: y + 1},
    ];
    squares.push({
      name: COLUMNS[column] + (row + 1),
      corners,
      centre: middle(corners),
      dark: (column + row) % 2 === 0,
      section: 0,
    });
  }
  for (let i = 0; i < 8; i++) {
    labels.push({text: COLUMNS[flipped ? 7 - i : i], x: i + 0.93, y: 7.95});
    labels.push({text: String(flipped ? i + 1 : 8 - i), x: 0.07, y: i + 0.2});
  }
  return index({squares, width: 8, height: 8, letters: 2, labels});
}

const SECTIONS = 'BGR';
const SIDE = 5.2;

/** @param {Point} a @param {Point} b @param {number} share @returns {Point} */
const between = (a, b, share) => ({x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share});

/** The corners of a cell in a quadrangle: @across of the way along its first edge, @along of the
 * way to the opposite one.
 * @param {Point[]} quad @param {number} across @param {number} along @returns {Point} */
const place = ([a, b, c, d], across, along) => between(between(a, b, across), between(d, c, across), along);

/** A hexagon of three sections: row 1 at every other edge, the seams from the middle of the others
 * to the centre. @turned: which section is at the bottom.
 * @param {number} turned @returns {Geometry} */
export function of96(turned) {
  const centre = {x: SIDE, y: (SIDE * Math.sqrt(3)) / 2};
  /** @param {number} i @returns {Point} corner i of the hexagon */
  const corner = (i) => ({
    x: centre.x + SIDE * Math.cos((Math.PI / 3) * i),
    y: centre.y + SIDE * Math.sin((Math.PI / 3) * i),
  });
  const squares = [];
  const labels = [];
  for (let section = 0; section < 3; section++) {
    /* The edge of section 0 is at the bottom, from its left corner (2) to its right one (1). */
    const left = 2 + 2 * (section - turned + 3);
    const [before, a, b, after] = [left + 1, left, left - 1, left - 2].map(corner);
    const back = between(a, b, 0.5);
    const halves = [
      [a, back, centre, between(before, a, 0.5)],
      [back, b, between(b, after, 0.5), centre],
    ];
    for (let column = 0; column < 8; column++)
      for (let row = 0; row < 4; row++) {
        const quad = halves[column >> 2];
        const c = column % 4;
        const corners = [
          [c, row],
          [c + 1, row],
          [c + 1, row + 1],
          [c, row + 1],
        ].map(([across, along]) => place(quad, across / 4, along / 4));
        squares.push({
          name: SECTIONS[section] + COLUMNS[column].toUpperCase() + (row + 1),
          corners,
          centre: middle(corners),
          dark: (column + row) % 2 === 0,
          section,
        });
      }
    for (let column = 0; column < 8; column++) {
      const at = place(halves[column >> 2], ((column % 4) + 0.5) / 4, -0.085);
      labels.push({text: COLUMNS[column].toUpperCase(), ...at});
    }
    for (let row = 0; row < 4; row++)
      labels.push({text: String(row + 1), ...place(halves[0], -0.085, (row + 0.5) / 4)});
  }
  return index({squares, width: 2 * SIDE, height: 2 * centre.y, letters: 3, labels});
}

/** @param {string} game @param {number} turned side at the bottom @returns {Geometry} */
export function geometryOf(game, turned) {
  return game === 'threechess' ? of96(turned) : of64(turned === 1);
}

/** The squares that a move in coordinates leaves and enters; antichess writes "e2-e4".
 * @param {Geometry} geometry @param {string} code @returns {[string, string]} */
export function endsOf({letters}, code) {
  const ends = code.replace('-', '');
  return [ends.slice(0, letters), ends.slice(letters, 2 * letters)];
}
