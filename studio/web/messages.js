/* Messages, moves and reasons in words. */
import {worth} from './decision.js';
import {h} from './dom.js';

/** @typedef {import('./phases.js').Part} Part
 * @typedef {import('./phases.js').Source} Source */

const KING = 100000; /* what costs more is a king */

/** The square of an agent's name, "rook d5". @param {string} name @returns {string} */
export const squareOf = (name) => / (\S+\d)$/.exec(name)?.[1] ?? '';

/** @param {string} name "rook d5" @returns {string} */
export const kindOf = (name) => name.split(' ')[0];

/** "rook on d5". @param {string} name @returns {string} */
export const spoken = (name) => name.replace(' ', ' on ');

/** @param {number} count @param {string} one @param {string} [many] */
export const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string[]} texts @returns {string} "a, b and c" */
export const listed = (texts) => [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');

/** A share as a reader reads it. @param {number} share @returns {string} */
export const percent = (share) => `${share > 0 && share < 0.01 ? '<1' : Math.round(share * 100)} %`;

export const isCheck = (/** @type {number} */ loss) => loss > KING;

/** What is drawn at the end: "1 of 5 agents, each 20 %". @param {any} explanation @param {Source['ends']} ends @returns {string} */
export function sayChance(explanation, ends) {
  const shares = explanation.shares ?? [];
  if (shares.length < 2) return shares.length ? 'share 100 %' : '';
  /** @type {Map<string, number[]>} */
  const agents = new Map();
  for (const {move, share} of shares) agents.set(ends(move)[0], [...(agents.get(ends(move)[0]) ?? []), share]);
  const sums = [...agents.values()].map((own) => own.reduce((sum, share) => sum + share, 0));
  const own = agents.get(ends(explanation.move)[0]) ?? [];
  const isEven = (/** @type {number[]} */ list) => Math.max(...list) - Math.min(...list) < 1e-6;
  const mine = shares.find((/** @type {any} */ {move}) => move === explanation.move)?.share ?? 0;
  if (sums.length > 1 && isEven(sums))
    return `1 of ${sums.length} agents, each ${percent(sums[0])}${own.length > 1 ? `; 1 of its ${own.length} moves: share ${percent(mine)}` : ''}`;
  if (sums.length === 1 && isEven(own)) return `1 of ${own.length} moves of one agent, each ${percent(mine)}`;
  return `1 of ${shares.length} moves, share ${percent(mine)}`;
}

/** Why that: "a move with a planned attack on the bishop on c8". @param {any} explanation @param {Source} source @returns {Part[]} */
function sayKind({played, worst_threat: worst, reports}, {ends, explanation}) {
  if (!played) return [];
  if (played.kind === 'attack request') return ['it captures an attacker of the ', {agent: worst}];
  if (played.kind === 'defence request') return ['it defends or shields the ', {agent: worst}];
  if (!/planned/.test(played.kind)) return [`${/^[aeiou]/.test(played.kind) ? 'an' : 'a'} ${played.kind}`];
  const report = reports.find((/** @type {any} */ {from}) => squareOf(from) === ends(explanation.move)[0]);
  const targets = report?.best_move?.move === explanation.move ? (report.best_move.planned_on ?? []) : [];
  return ['a move with a planned attack', ...(targets[0] ? [' on the ', {agent: targets[0]}] : [])];
}

/** Why the move is played, in sentences. @param {any} explanation @param {Source} source @returns {Part[][]} */
export function reasonOf(explanation, source) {
  if (explanation.reason) return explanation.reason.map((/** @type {string} */ sentence) => [sentence]);
  const [first, ...rest] = sayKind(explanation, source);
  if (typeof first !== 'string') return [[`${explanation.san} is played.`]];
  return [[first.startsWith('it ') ? `I${first.slice(1)}` : `It is ${first}`, ...rest, '.']];
}

/** @param {Part[]} parts @returns {any[]} */
export const markParts = (parts) =>
  parts.map((part) => (typeof part === 'string' ? part : h('b', {}, spoken(part.agent))));

/** @param {Part[]} parts @returns {string} */
export const sayParts = (parts) => parts.map((part) => (typeof part === 'string' ? part : spoken(part.agent))).join('');

/** What attacks an agent takes from it. @param {any} report @returns {string} */
export function sayThreat({attacked_by: attackers = [], attackers: count, loss, defended}) {
  const who = attackers.length
    ? `The ${kindOf(attackers[0])}${count > 1 ? ` and ${counted(count - 1, 'other')}` : ''}`
    : 'An opponent';
  const takes = count > 1 ? 'take' : 'takes';
  if (isCheck(loss)) return `I am in check from the ${kindOf(attackers[0] ?? 'piece ')}.`;
  if (loss > 0) return `${who} ${takes} me: ${worth(loss)}.`;
  if (count > 0) return `${who} ${count > 1 ? 'attack' : 'attacks'} me${defended ? ', but I am defended' : ''}.`;
  return 'I am safe.';
}

/** What an agent of a team does not see. @param {string[]} unseen @returns {string} */
export const sayUnseen = (unseen) => `I do not see ${listed(unseen.map((name) => `the ${spoken(name)}`))}.`;

/** Which agents of a team a message does not reach. @param {any} message @returns {string} */
export const sayUnheard = ({unheard_by: far = [], lost_to: lost = []}) =>
  [far.length && ` Too far to hear it: ${listed(far)}.`, lost.length && ` Not received by: ${listed(lost)}.`]
    .filter(Boolean)
    .join('');

/** @param {boolean | undefined} lost */
export const sayLost = (lost) => (lost ? ' (lost)' : '');

/** @param {any} report @returns {string} the loss as a badge says it */
export const badge = ({loss}) => (isCheck(loss) ? 'check' : `−${worth(loss)}`);

/** A message in plain words, for the list of all that an agent said and heard.
 * @param {any} message @param {Source['san']} san @returns {string} */
export function sayMessage(message, san) {
  return `${sayContent(message, san)}${message.unseen ? ` ${sayUnseen(message.unseen)}` : ''}${sayUnheard(message)}${sayLost(message.lost)}`;
}

/** @param {any} message @param {Source['san']} san @returns {string} */
function sayContent(message, san) {
  const made = (/** @type {any} */ proposal) =>
    proposal ? `${san(proposal.move)} (${worth(proposal.worth)})` : 'none';
  const {kind} = message;
  if (kind === 'order') return message.may_ask ? 'Ask the others for help.' : 'Report your position.';
  if (kind === 'report')
    return `${sayThreat(message)}${'best_attack' in message ? ` Best attack ${made(message.best_attack)}, best move ${made(message.best_move)}.` : ''}${
      message.disregarded?.length ? ` I disregard ${listed(message.disregarded.map(san))}.` : ''
    }`;
  if (kind === 'request')
    return `Who can ${[message.wants_attack && 'take one of my attackers', message.wants_defence && 'defend or shield me'].filter(Boolean).join(', or ')}?`;
  if (kind === 'offer' || kind === 'solution')
    return message.offer
      ? `${kind === 'offer' ? 'I can play' : 'The best offer is'} ${made(message.offer)}.`
      : 'There is no offer.';
  if (kind === 'consult') return `What do you lose if I play ${san(message.action)}?`;
  if (kind === 'answer') return `After ${san(message.action)} I would lose ${worth(message.loss)}.`;
  if (kind === 'imagine') return `Suppose ${san(message.action)}.`;
  if (kind === 'expect')
    return `After ${san(message.action)}: ${message.expected ? `${message.expected.move} (${worth(message.expected.worth)})` : 'nothing'}.`;
  if (kind === 'refuse') return `${san(message.action)} is refused: ${message.reason}.`;
  return message.played ? `${san(message.played.move)} is played.` : kind;
}
