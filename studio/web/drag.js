/* Pieces that are dragged with a mouse or pen; a finger taps, as dragging scrolls the page. */

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
    if (!held?.element) return;
    const {square, element} = held;
    held = null;
    element.classList.remove('dragged');
    board.put(element, {square, type: '', side: 0});
    const to =
      event.type === 'pointerup' ? squareOf(document.elementFromPoint(event.clientX, event.clientY)) : undefined;
    if (to && to !== square) on.drop(square, to);
  };
  board.svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    const square = squareOf(event.target);
    held = null;
    if (!square || event.button !== 0 || event.pointerType === 'touch' || !on.mayLift(square)) return;
    held = {square, x: event.clientX, y: event.clientY, element: null};
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  });
}
