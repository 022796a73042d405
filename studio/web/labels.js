/* Where the labels of arrows stand, so that they can be read: beside their arrow, and apart. */

/** @typedef {import('./geometry.js').Point} Point
 * @typedef {{x: number, y: number, width: number, height: number}} Box x, y: its middle */

/* Sizes of the letters that style.css gives them, in squares. */
const LETTER = 0.145,
  HEIGHT = 0.24;
const ASIDE = 0.2; /* from the arrow to the middle of a short label */
const ALONG = [0.55, 0.42, 0.68, 0.3, 0.8, 0.2, 0.9];

/** @param {Box} a @param {Box} b @returns {number} the area that both cover */
function overlap(a, b) {
  const wide = (a.width + b.width) / 2 - Math.abs(a.x - b.x);
  const high = (a.height + b.height) / 2 - Math.abs(a.y - b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** @param {Box} box @param {{width: number, height: number}} board @returns {number} how far it stands out */
function outside({x, y, width, height}, board) {
  return (
    Math.max(0, width / 2 - x, x + width / 2 - board.width) + Math.max(0, height / 2 - y, y + height / 2 - board.height)
  );
}

/** Places for a label from @from to @to, the best first. @param {Point} from @param {Point} to @param {string} text @returns {Box[]} */
function places(from, to, text) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const [width, height] = [text.length * LETTER + 0.06, HEIGHT];
  /* A wide label stands farther from an arrow that goes up. */
  const far = ASIDE + Math.abs(dy) * Math.max(width / 2 - ASIDE / 2, 0);
  return ALONG.flatMap((share) =>
    [1, -1].map((side) => ({
      x: from.x + dx * length * share - side * dy * far,
      y: from.y + dy * length * share + side * dx * far,
      width,
      height,
    })),
  );
}

/** A place for each label: the first that is free, or else the one that hides least.
 * @param {{from: Point, to: Point, text: string}[]} labels @param {{width: number, height: number}} board @returns {Box[]} */
export function placeLabels(labels, board) {
  /** @type {Box[]} */
  const taken = [];
  for (const {from, to, text} of labels) {
    let best,
      least = Infinity;
    for (const box of places(from, to, text)) {
      const cost = taken.reduce((sum, other) => sum + overlap(box, other), 0) + outside(box, board);
      if (cost < least) [best, least] = [box, cost];
      if (cost === 0) break;
    }
    taken.push(/** @type {Box} */ (best));
  }
  return taken;
}
