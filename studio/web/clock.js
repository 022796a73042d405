/* Clocks of a game. What is known is a list: what the side that moved had left after each ply; so a
   game that is taken back or opened again has its clocks as they were. */

/** @typedef {{ms: number, increment: number} | null} Budget null: the side has no clock */

const SECOND = 1000;
const LONGEST = 24 * 3600;

/** "300+2~60~-": seconds of each side and what a move brings; one for all, or "-": none.
 * @param {string} text @param {number} sides @returns {Budget[]} */
export function parseClocks(text, sides) {
  const parts = text ? text.split('~') : [];
  return Array.from({length: sides}, (_, side) => {
    const [, seconds, increment = '0'] =
      /^(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?$/.exec(parts.length > 1 ? (parts[side] ?? '') : (parts[0] ?? '')) ?? [];
    if (seconds === undefined || Number(seconds) === 0) return null;
    return {ms: Math.min(Number(seconds), LONGEST) * SECOND, increment: Math.min(Number(increment), LONGEST) * SECOND};
  });
}

/** @param {Budget[]} budgets @returns {string} */
export function writeClocks(budgets) {
  if (budgets.every((budget) => budget === null)) return '';
  return budgets
    .map((budget) => (budget ? `${budget.ms / SECOND}${budget.increment ? `+${budget.increment / SECOND}` : ''}` : '-'))
    .join('~');
}

/** What each side has left. @param {Budget[]} budgets @param {number[]} movers who made each ply
 * @param {number[]} times what that side had left then @returns {(number | null)[]} */
export function leftOf(budgets, movers, times) {
  const left = budgets.map((budget) => budget?.ms ?? null);
  movers.forEach((side, ply) => {
    if (left[side] !== null && times[ply] !== undefined) left[side] = times[ply];
  });
  return left;
}

/** After a move that took @spent. @param {Budget} budget @param {number} left @param {number} spent */
export const leftAfterMove = (budget, left, spent) => Math.max(0, Math.round(left - spent)) + (budget?.increment ?? 0);

/** "4:59", "1:02:03", and tenths when it gets tight. @param {number} ms @returns {string} */
export function sayTime(ms) {
  const tight = ms < 20 * SECOND;
  const seconds = tight ? Math.floor(ms / 100) / 10 : Math.ceil(ms / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = (seconds % 60).toFixed(tight ? 1 : 0).padStart(tight ? 4 : 2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
