/* Pieces that are dragged with a mouse, a pen or a finger; where no piece may be lifted a finger scrolls the page. */

const FAR = 4; /* pixels: less is a click */

/** @param {import('./board.js').Board} board @param {{mayLift: (square: string) => boolean,
 *   lift: (square: string) => void, drop: (from: string, to: string) => void}} on */
export function letDrag(board, on) {
  /** @type {{square: string, x: number, y: number, element: any} | null} */
  let held = null;
  /** @param {EventTarget | null} target @returns {string | undefined} */
  const squareOf = (target) =>
    /** @type {HTMLElement | null} */ (/** @type {Element | null} */ (target)?.closest?.('.square'))?.dataset.square;
  const move = (/** @type {PointerEvent} */ event) => {
    if (!held) return;
    if (!held.element) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < FAR) return;
      on.lift(held.square);
      held.element = board.drawn.get(held.square)?.element;
      held.element?.classList.add('dragged');
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.svg.getScreenCTM().inverse());
    if (held.element) board.put(held.element, {square: held.square, type: '', side: 0, at});
  };
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    const dropped = held;
    held = null;
    if (!dropped?.element) return;
    const {square, element} = dropped;
    element.classList.remove('dragged');
    board.put(element, {square, type: '', side: 0});
    const to =
      event.type === 'pointerup' ? squareOf(document.elementFromPoint(event.clientX, event.clientY)) : undefined;
    if (to && to !== square) on.drop(square, to);
  };
  const keepPage = (/** @type {TouchEvent} */ event) => {
    if (held) event.preventDefault();
  };
  board.svg.addEventListener('touchmove', keepPage, {passive: false});
  board.svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    const square = squareOf(event.target);
    held = null;
    if (!square || event.button !== 0 || !on.mayLift(square)) return;
    held = {square, x: event.clientX, y: event.clientY, element: null};
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });
}
