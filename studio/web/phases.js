/* A decision as a conversation: the phases of the thesis' figures 2.2a to 2.2c, and in each who says what, as bubbles
   on the board, as lines of a chat, and as one sentence. It knows no page. */
import {worth} from './decision.js';
import {h} from './dom.js';
import {proposalsOf} from './parts.js';

/** What an agent says at its square; "" is the master's.
 * @typedef {{square: string, text: string, more?: string, tone?: string}} Bubble
 * @typedef {{who: string, square: string, text: string, phase: string, worths: any[]}} Line what is valued, with its parts
 * @typedef {string | {agent: string}} Part of a sentence: a text, or an agent, "rook d5"
 * @typedef {{name: string, title: string, sentence: Part[], bubbles: Bubble[], speakers: string[],
 *   badges: Record<string, string>, arrows: import('./board.js').Arrow[]}} Phase a phase without bubbles does not take place
 * @typedef {{told: any, position: any, san: (code: string) => string, ends: (code: string) => [string, string],
 *   piece: (square: string) => string}} Source piece: the agent on a square, "rook d5" */

const BUBBLES = 4;
export const CHAT = 6; /* lines of one phase */
const KING = 100000; /* what costs more is a king */
const UNASKED = 'No agent is asked to report: the side to move can mate at once.';

/** The square of an agent's name, "rook d5". @param {string} name @returns {string} */
export const squareOf = (name) => / (\S+\d)$/.exec(name)?.[1] ?? '';

/** @param {string} name "rook d5" @returns {string} */
const kindOf = (name) => name.split(' ')[0];

/** "rook on d5". @param {string} name @returns {string} */
const spoken = (name) => name.replace(' ', ' on ');

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** @param {string[]} texts @returns {string} "a, b and c" */
const listed = (texts) => [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');

/** A share as a reader reads it. @param {number} share @returns {string} */
export const percent = (share) => `${share > 0 && share < 0.01 ? '<1' : Math.round(share * 100)} %`;

const isCheck = (/** @type {number} */ loss) => loss > KING;

/** What is drawn at the end: "1 of 5 agents, each 20 %". @param {any} told @param {Source['ends']} ends @returns {string} */
export function sayChance(told, ends) {
  const shares = told.shares ?? [];
  if (shares.length < 2) return shares.length ? 'share 100 %' : '';
  /** @type {Map<string, number[]>} */
  const agents = new Map();
  for (const {move, share} of shares) agents.set(ends(move)[0], [...(agents.get(ends(move)[0]) ?? []), share]);
  const sums = [...agents.values()].map((own) => own.reduce((sum, share) => sum + share, 0));
  const own = agents.get(ends(told.move)[0]) ?? [];
  const isEven = (/** @type {number[]} */ list) => Math.max(...list) - Math.min(...list) < 1e-6;
  const mine = shares.find((/** @type {any} */ {move}) => move === told.move)?.share ?? 0;
  if (sums.length > 1 && isEven(sums))
    return `1 of ${sums.length} agents, each ${percent(sums[0])}${own.length > 1 ? `; 1 of its ${own.length} moves: share ${percent(mine)}` : ''}`;
  if (sums.length === 1 && isEven(own)) return `1 of ${own.length} moves of one agent, each ${percent(mine)}`;
  return `1 of ${shares.length} moves, share ${percent(mine)}`;
}

/** Why that: "a move with a planned attack on the bishop on c8". @param {any} told @param {Source} source @returns {Part[]} */
function sayKind({played, worst_threat: worst, reports}, {ends, told}) {
  if (!played) return [];
  if (played.kind === 'attack request') return ['it captures an attacker of the ', {agent: worst}];
  if (played.kind === 'defence request') return ['it defends or shields the ', {agent: worst}];
  if (!/planned/.test(played.kind)) return [`${/^[aeiou]/.test(played.kind) ? 'an' : 'a'} ${played.kind}`];
  const report = reports.find((/** @type {any} */ {from}) => squareOf(from) === ends(told.move)[0]);
  const targets = report?.best_move?.move === told.move ? (report.best_move.planned_on ?? []) : [];
  return ['a move with a planned attack', ...(targets[0] ? [' on the ', {agent: targets[0]}] : [])];
}

/** Why the move is played, in sentences. @param {any} told @param {Source} source @returns {Part[][]} */
export function reasonOf(told, source) {
  const {reason} = told;
  if (reason) return [reason].flat().map((sentence) => [sentence]);
  const [first, ...rest] = sayKind(told, source);
  if (typeof first !== 'string') return [[`${told.san} is played.`]];
  return [[first.startsWith('it ') ? `I${first.slice(1)}` : `It is ${first}`, ...rest, '.']];
}

/** @param {Part[]} parts @returns {any[]} */
export const markParts = (parts) =>
  parts.map((part) => (typeof part === 'string' ? part : h('b', {}, spoken(part.agent))));

/** @param {Part[]} parts @returns {string} */
export const sayParts = (parts) => parts.map((part) => (typeof part === 'string' ? part : spoken(part.agent))).join('');

/** What attacks an agent takes from it. @param {any} report @returns {string} */
function sayThreat({attacked_by: attackers = [], attackers: count, loss, defended}) {
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
const sayUnseen = (unseen) => `I do not see ${listed(unseen.map((name) => `the ${spoken(name)}`))}.`;

/** Which agents of a team a message does not reach. @param {any} message @returns {string} */
const sayUnheard = ({unheard_by: far = [], lost_to: lost = []}) =>
  [far.length && ` Too far to hear it: ${listed(far)}.`, lost.length && ` Not received by: ${listed(lost)}.`]
    .filter(Boolean)
    .join('');

/** @param {boolean | undefined} lost */
const sayLost = (lost) => (lost ? ' (lost)' : '');

/** @param {any} report @returns {string} the loss as a badge says it */
const badge = ({loss}) => (isCheck(loss) ? 'check' : `−${worth(loss)}`);

/** All that a decision's messages tell, made ready once. */
class Talk {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.told = source.told;
    this.messages = this.told.messages ?? [];
    this.reports = this.told.reports ?? [];
    this.worst = this.told.worst_threat ?? '';
    this.threat =
      this.reports.find((/** @type {any} */ {from}) => from === this.worst) ??
      (this.worst ? {from: this.worst, loss: this.told.worst_loss} : undefined);
    /** @type {Line[]} */
    this.chat = [];
    /** @type {Phase[]} */
    this.phases = [];
  }

  /** @param {string} kind @returns {any[]} */
  of(kind) {
    return this.messages.filter((/** @type {any} */ message) => message.kind === kind);
  }

  /** @param {string} name @param {string} title @param {Partial<Phase>} phase */
  add(name, title, phase) {
    const bubbles = phase.bubbles ?? [];
    const speakers = [...new Set([...(phase.speakers ?? []), ...bubbles.map(({square}) => square)])].filter(Boolean);
    this.phases.push({name, title, sentence: [], badges: {}, arrows: [], ...phase, bubbles, speakers});
  }

  /** @param {string} phase @param {string} name "rook d5", "master" @param {string} text @param {...any} worths proposals */
  say(phase, name, text, ...worths) {
    this.chat.push({phase, who: name, square: squareOf(name), text, worths});
  }

  /** @param {string} kind @param {string} code @param {string} [text] @returns {import('./board.js').Arrow} */
  arrow(kind, code, text = '') {
    const [from, to] = this.source.ends(code);
    return {kind, from, to, text, agent: from};
  }

  /** The attackers of the most threatened agent, as arrows. */
  threats() {
    const to = squareOf(this.worst);
    return (this.threat?.attacked_by ?? []).map((/** @type {string} */ name) => ({
      kind: 'threat',
      from: squareOf(name),
      to,
      agent: to,
    }));
  }

  /** The most threatened agent and its attackers: they stay in sight while help is sought. */
  concerned() {
    return [squareOf(this.worst), ...(this.threat?.attacked_by ?? []).map(squareOf)];
  }

  worstBadge() {
    return this.threat ? {[squareOf(this.worst)]: badge(this.threat)} : {};
  }

  order() {
    const names = [...new Set(this.of('order').map(({to}) => to))];
    if (names.length) this.say('order', 'master', 'Report your position.');
    this.add('order', 'Order', {
      bubbles: names.length ? [{square: '', text: `${counted(names.length, 'agent')}: report your position!`}] : [],
      speakers: names.map(squareOf),
      sentence: [
        !names.length
          ? UNASKED
          : `The master orders its ${counted(names.length, 'agent')} to report: what attacks you, what would you lose, what could you do?`,
      ],
    });
  }

  reportsOf() {
    const {reports} = this;
    if (!reports.length) return this.add('reports', 'Reports', {sentence: [UNASKED]});
    const sorted = [...reports].sort((a, b) => b.loss - a.loss || b.attackers - a.attackers);
    const losers = sorted.filter(({loss}) => loss > 0);
    const safe = reports.length - losers.length;
    if (safe) this.say('reports', counted(safe, 'agent'), safe === 1 ? 'I am safe.' : 'We are safe.');
    for (const report of losers.slice(0, CHAT))
      this.say('reports', report.from, sayThreat(report), ...proposalsOf(report));
    for (const report of reports) {
      const {from, unseen = []} = report;
      if (unseen.length > CHAT) this.say('reports', from, `I do not see ${counted(unseen.length, 'opponent')}.`);
      else if (unseen.length) this.say('reports', from, sayUnseen(unseen));
      if (report.lost) this.say('reports', report.from, 'My report does not reach the master.');
    }
    const lost = reports.filter((/** @type {any} */ report) => report.lost);
    const blind = reports.filter((/** @type {any} */ report) => report.unseen);
    const first = losers[0];
    /** @type {Part[]} */
    const sentence = !first
      ? [reports.length === 1 ? 'The only agent is safe.' : `All ${reports.length} agents are safe.`]
      : [
          ...(safe ? [`${counted(safe, 'agent is', 'agents are')} safe; the `] : ['The ']),
          {agent: first.from},
          ...(isCheck(first.loss) ? [' is in check'] : [` would lose ${worth(first.loss)}`]),
          ...(first.attacked_by?.[0]
            ? [isCheck(first.loss) ? ' from the ' : ' to the ', {agent: first.attacked_by[0]}]
            : []),
          losers.length > 1 ? `, and ${counted(losers.length - 1, 'other')} would lose the same or less.` : '.',
        ];
    if (lost.length) sentence.push(` ${counted(lost.length, 'report is', 'reports are')} lost.`);
    if (blind.length) sentence.push(` ${counted(blind.length, 'agent does', 'agents do')} not see all opponents.`);
    this.add('reports', 'Reports', {
      bubbles: (losers.length ? losers : sorted.slice(0, 2)).slice(0, BUBBLES).map((report) => ({
        square: squareOf(report.from),
        text: sayThreat(report),
        tone: report.loss > 0 ? 'threat' : '',
      })),
      speakers: [
        ...reports.map((/** @type {any} */ {from}) => squareOf(from)),
        ...losers.flatMap((/** @type {any} */ {attacked_by: by = []}) => by.map(squareOf)),
      ],
      badges: Object.fromEntries(
        reports.map((/** @type {any} */ report) => [
          squareOf(report.from),
          report.lost ? 'lost' : report.loss > 0 ? badge(report) : '✓',
        ]),
      ),
      arrows: losers.slice(0, BUBBLES).flatMap((/** @type {any} */ {from, attacked_by: by = []}) =>
        by.map((/** @type {string} */ name) => ({
          kind: 'threat',
          from: squareOf(name),
          to: squareOf(from),
          agent: squareOf(from),
        })),
      ),
      sentence,
    });
  }

  mostThreatened() {
    const {threat, worst} = this;
    if (!threat) return this.add('threat', 'Threat', {sentence: ['No agent would lose anything.']});
    const loss = isCheck(threat.loss) ? 'the king' : worth(threat.loss);
    this.say('threat', 'master', `You are the most threatened agent, ${spoken(worst)}: ${loss}.`);
    const by = threat.attacked_by ?? [];
    this.add('threat', 'Threat', {
      bubbles: [{square: squareOf(worst), text: sayThreat(threat), more: 'I am most threatened.', tone: 'threat'}],
      speakers: this.concerned(),
      badges: this.worstBadge(),
      arrows: this.threats(),
      sentence: [
        'The most threatened agent is the ',
        {agent: worst},
        isCheck(threat.loss) ? ': it is in check' : `: it would lose ${loss}`,
        ...(by[0] ? [isCheck(threat.loss) ? ' from the ' : ' to the ', {agent: by[0]}] : []),
        '.',
      ],
    });
  }

  request() {
    const request = this.of('request')[0];
    const {threat, worst} = this;
    if (!request || !threat)
      return this.add('request', 'Request', {
        sentence: ['No agent asks for help: no agent is threatened, or the logics for requests are off.'],
      });
    const attacker = kindOf(threat.attacked_by?.[0] ?? 'attacker ');
    const text =
      request.wants_attack && request.wants_defence
        ? `Who can take the ${attacker}, or defend me?`
        : request.wants_attack
          ? `Who can take the ${attacker}?`
          : 'Who can defend or shield me?';
    this.say('request', worst, text);
    const unheard = sayUnheard(request);
    if (unheard) this.say('request', 'all', unheard.trim());
    this.add('request', 'Request', {
      bubbles: [{square: squareOf(worst), text: 'Who can help?', more: text, tone: 'threat'}],
      speakers: this.concerned(),
      badges: this.worstBadge(),
      arrows: this.threats(),
      sentence: [
        'The ',
        {agent: worst},
        isCheck(threat.loss) ? ' is in check' : ` would lose ${worth(threat.loss)}`,
        ...(threat.attacked_by?.[0]
          ? [isCheck(threat.loss) ? ' from the ' : ' to the ', {agent: threat.attacked_by[0]}]
          : []),
        ` and asks all other agents for help.${unheard}`,
      ],
    });
  }

  offers() {
    const {source, worst} = this;
    if (!this.of('request').length)
      return this.add('offers', 'Offers', {sentence: ['Without a request there are no offers.']});
    const offers = this.of('offer')
      .filter(({offer}) => offer)
      .sort((a, b) => b.offer.worth - a.offer.worth);
    const isAttack = (/** @type {any} */ {kind}) => kind === 'attack request';
    const balance = (/** @type {any} */ {worth: net}, and = '') =>
      net < 0 ? `${worth(-net)} is still lost.` : net > 0 ? `${and}${worth(net)} is gained.` : `${and}nothing is lost.`;
    const what = (/** @type {any} */ offer) => [
      `${source.san(offer.move)} ${isAttack(offer) ? 'takes the attacker' : 'defends you'}`,
      balance(offer),
    ];
    for (const {from, offer, lost} of offers.slice(0, CHAT))
      this.say('offers', from, `${what(offer).join(': ')}${sayLost(lost)}`, offer);
    if (offers.length > CHAT)
      this.say('offers', counted(offers.length - CHAT, 'further offer'), 'no better than these.');
    const solution = this.of('solution')[0]?.offer;
    this.say(
      'offers',
      worst,
      solution ? `Best offer: ${source.san(solution.move)}, ${worth(solution.worth)}.` : 'No agent can help me.',
    );
    const best = solution && offers.find(({offer, lost}) => offer.move === solution.move && !lost);
    const shown = [best, ...offers.filter((offer) => offer !== best)].filter(Boolean);
    /** Each agent offers its best. @type {any[]} */
    const agents = shown
      .filter(({from}, i) => shown.findIndex((other) => other.from === from) === i)
      .slice(0, BUBBLES - 1);
    this.add('offers', 'Offers', {
      bubbles: agents.length
        ? agents.map(({from, offer, lost}) => ({
            square: squareOf(from),
            text: what(offer)[0],
            more: what(offer)[1] + sayLost(lost),
            tone: 'offer',
          }))
        : [{square: squareOf(worst), text: 'No agent can help me.', tone: 'threat'}],
      speakers: this.concerned(),
      badges: this.worstBadge(),
      arrows: [...this.threats(), ...agents.map(({offer}) => this.arrow('offer', offer.move))],
      sentence: best
        ? [
            'The ',
            {agent: best.from},
            ` offers ${source.san(solution.move)}: it ${isAttack(solution) ? 'takes the attacker, ' : 'defends or shields the '}`,
            ...(isAttack(solution) ? [] : [{agent: worst}, ', ']),
            `${solution.worth < 0 ? 'and ' : ''}${balance(solution, 'and ')}`,
            offers.length > 1 ? ` ${counted(offers.length - 1, 'other offer is', 'other offers are')} no better.` : '',
          ]
        : ['No agent can help the ', {agent: worst}, '.'],
    });
  }

  consultation() {
    const {source, told} = this;
    const consults = this.of('consult'),
      answers = this.of('answer').filter(({loss, lost}) => loss > 0 && !lost),
      silent = this.of('answer').filter(({lost}) => lost).length;
    if (!consults.length)
      return this.add('consultation', 'Consultation', {
        sentence: ['No agent consults the others (logic defence-consideration).'],
      });
    const agents = new Set(consults.map(({from}) => from)).size;
    const disregarded = this.reports.flatMap((/** @type {any} */ report) => report.disregarded ?? []);
    const worstOf = (/** @type {string} */ code) =>
      answers.filter(({action}) => action === code).sort((a, b) => b.loss - a.loss)[0];
    const costly = disregarded
      .map((/** @type {string} */ code) => ({code, answer: worstOf(code)}))
      .filter((/** @type {any} */ {answer}) => answer)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => b.answer.loss - a.answer.loss);
    const own = consults.find(({action}) => action === told.move);
    const asked = [...(own ? [{code: told.move, answer: worstOf(told.move)}] : []), ...costly];
    if (!asked.length) asked.push({code: consults[0].action, answer: worstOf(consults[0].action)});
    const name = (/** @type {string} */ code) => source.piece(source.ends(code)[0]);
    const unheard = (/** @type {string} */ code) => sayUnheard(consults.find(({action}) => action === code) ?? {});
    for (const {code, answer} of asked.slice(0, CHAT / 2)) {
      this.say('consultation', name(code), `What do you lose if I play ${source.san(code)}?${unheard(code)}`);
      if (answer) this.say('consultation', answer.from, isCheck(answer.loss) ? 'The king!' : `${worth(answer.loss)}.`);
      else this.say('consultation', 'all', 'Nothing.');
    }
    const shown = asked.slice(0, 1 + Number(!asked[0].answer));
    const [first] = shown;
    /** @type {Bubble[]} */
    const bubbles = [];
    for (const {code, answer} of shown) {
      const square = source.ends(code)[0];
      if (!bubbles.some((bubble) => bubble.square === square))
        bubbles.push({
          square,
          text: `What if I play ${source.san(code)}?`,
          more: answer ? '' : 'No agent would lose anything.',
          tone: 'offer',
        });
      if (answer && !bubbles.some((bubble) => bubble.square === squareOf(answer.from)))
        bubbles.push({
          square: squareOf(answer.from),
          text: isCheck(answer.loss) ? 'The king!' : `I would lose ${worth(answer.loss)}.`,
          tone: 'threat',
        });
    }
    this.add('consultation', 'Consultation', {
      bubbles,
      badges: this.worstBadge(),
      arrows: shown.flatMap(({code, answer}) => [
        this.arrow('move', code),
        ...(answer && squareOf(answer.from) !== source.ends(code)[0]
          ? [{kind: 'speech', from: squareOf(answer.from), to: source.ends(code)[0], agent: squareOf(answer.from)}]
          : []),
      ]),
      sentence: [
        'The ',
        {agent: name(first.code)},
        ` asks what the others would lose after ${source.san(first.code)}: `,
        ...(first.answer
          ? [
              'the ',
              {agent: first.answer.from},
              ` ${isCheck(first.answer.loss) ? 'the king' : worth(first.answer.loss)}. `,
            ]
          : ['nothing. ']),
        disregarded.length
          ? `${counted(disregarded.length, 'action is', 'actions are')} disregarded, because another agent would lose too much.`
          : `${counted(agents, 'agent asks', 'agents ask')} about ${counted(consults.length, 'action')}; none is disregarded.`,
        silent ? ` ${counted(silent, 'answer is', 'answers are')} lost.` : '',
        unheard(first.code),
      ],
    });
  }

  candidates() {
    const {source, told} = this;
    const rows = [...(told.candidates ?? [])].sort(
      (a, b) => Number(b.move === told.move) - Number(a.move === told.move) || b.worth - a.worth,
    );
    if (!rows.length) return this.add('candidates', 'Candidates', {sentence: ['There were no candidates.']});
    for (const row of rows.slice(0, CHAT))
      this.say('candidates', 'master', `${source.san(row.move)}: ${worth(row.worth)}, ${row.kind}.`, row);
    /** @type {Map<string, any[]>} */
    const byAgent = new Map();
    for (const row of rows)
      byAgent.set(source.ends(row.move)[0], [...(byAgent.get(source.ends(row.move)[0]) ?? []), row]);
    this.add('candidates', 'Candidates', {
      bubbles: [...byAgent].slice(0, BUBBLES).map(([square, own]) => ({
        square,
        text: own
          .slice(0, 2)
          .map(({move, worth: net}) => `${source.san(move)}: ${worth(net)}`)
          .join(', '),
        tone: own[0].move === told.move ? 'decision' : '',
      })),
      badges: this.worstBadge(),
      arrows: rows.slice(0, 2 * BUBBLES).map(({move}) => this.arrow(move === told.move ? 'decision' : 'move', move)),
      sentence: [
        rows.length === 1
          ? `The master has one candidate: ${source.san(rows[0].move)}, worth ${worth(rows[0].worth)}.`
          : `${told.votes ? 'The team votes on' : 'The master compares'} ${rows.length} candidates${rows.length > 4 ? ', among them ' : ': '}${listed(rows.slice(0, 4).map(({move, worth: net}) => `${source.san(move)} (${worth(net)})`))}.`,
      ],
    });
  }

  /** Where a team votes: the moves with the sums of their scores, and the agents that decide between them. */
  votes() {
    const {source, told} = this;
    if (!told.votes) return;
    const moves = (told.candidates ?? []).filter((/** @type {any} */ {move}) =>
      told.votes.some((/** @type {any} */ vote) => vote.move === move),
    );
    for (const {move, worth: sum} of moves.slice(0, CHAT)) {
      const scores = told.votes.filter((/** @type {any} */ vote) => vote.move === move);
      this.say(
        'votes',
        source.san(move),
        `${worth(sum)}: ${listed(scores.map((/** @type {any} */ {agent, score}) => `${agent} ${worth(score)}`))}.`,
      );
    }
    const own = told.votes
      .filter((/** @type {any} */ {move}) => move === told.move)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.score) - Math.abs(a.score));
    this.add('votes', 'Vote', {
      bubbles: own.slice(0, BUBBLES).map((/** @type {any} */ {agent, score}) => ({
        square: squareOf(agent),
        text: `${source.san(told.move)}: ${worth(score)}`,
        tone: score > 0 ? 'offer' : 'threat',
      })),
      badges: this.worstBadge(),
      arrows: [this.arrow('decision', told.move)],
      sentence: [
        'The agents vote in place of the master: ',
        `${listed(moves.slice(0, 4).map((/** @type {any} */ {move, worth: sum}) => `${source.san(move)} has ${worth(sum)}`)) || 'all scores are 0'}.`,
      ],
    });
  }

  /** From level 9 on: what the master refuses, from level 12 on: what it imagines. */
  beyond() {
    const {source} = this;
    const refused = this.of('refuse');
    for (const {action, reason} of refused.slice(0, CHAT))
      this.say('refusal', 'master', `Not ${source.san(action)}: ${reason}.`);
    if (refused.length)
      this.add('refusal', 'Refusal', {
        bubbles: refused.slice(0, BUBBLES - 1).map(({action, reason}) => ({
          square: source.ends(action)[0],
          text: `${source.san(action)} is refused:`,
          more: `${reason}.`,
          tone: 'threat',
        })),
        arrows: refused.slice(0, BUBBLES - 1).map(({action}) => this.arrow('disregarded', action, '✗')),
        sentence: [
          `The master refuses ${listed(refused.slice(0, 3).map(({action, reason}) => `${source.san(action)} (${reason})`))}.`,
        ],
      });
    const imagined = this.of('imagine');
    if (!imagined.length) return;
    const best = this.told.move;
    const sorted = [...imagined].sort((a, b) => Number(b.action === best) - Number(a.action === best));
    const expected = (/** @type {string} */ code) => this.of('expect').find(({action}) => action === code);
    const answer = (/** @type {any} */ found) =>
      found?.expected
        ? `The expected answer is ${found.expected.move}: ${worth(found.expected.worth)}.`
        : 'No answer is expected.';
    for (const {action} of sorted.slice(0, CHAT / 2)) {
      this.say('imagination', 'master', `Suppose ${source.san(action)}.`);
      this.say('imagination', expected(action)?.from ?? 'opponents', answer(expected(action)));
    }
    const shown = sorted
      .filter(
        ({action}, i) => sorted.findIndex((other) => source.ends(other.action)[0] === source.ends(action)[0]) === i,
      )
      .slice(0, 2);
    this.add('imagination', 'Imagination', {
      bubbles: shown.map(({action}) => ({
        square: source.ends(action)[0],
        text: `Suppose ${source.san(action)}.`,
        more: answer(expected(action)),
        tone: 'offer',
      })),
      arrows: shown.flatMap(({action}) => [
        this.arrow('move', action),
        ...(expected(action)?.expected ? [this.arrow('threat', expected(action).expected.move)] : []),
      ]),
      sentence: [
        `The master imagines ${counted(imagined.length, 'suggestion')} and the answers of the opponent’s agents. After ${source.san(sorted[0].action)}: ${answer(expected(sorted[0].action)).toLowerCase()}`,
      ],
    });
  }

  decision() {
    const {source, told} = this;
    this.say(
      'decision',
      told.reports?.length ? 'master' : 'player',
      `${told.san} is played.`,
      ...[told.played ?? []].flat(),
    );
    const square = source.ends(told.move)[0];
    this.add('decision', 'Decision', {
      bubbles: [
        {
          square,
          text: `${told.san}!`,
          tone: 'decision',
        },
      ],
      badges: this.worstBadge(),
      arrows: [this.arrow('decision', told.move)],
      speakers: [square],
      sentence: reasonOf(told, source)[0],
    });
  }

  thoughts() {
    const {told, source} = this;
    const lines = told.thoughts ?? [];
    for (const text of lines.slice(-2 * CHAT)) this.say('thoughts', 'player', text);
    if (lines.length)
      this.add('thoughts', 'Thoughts', {
        bubbles: [{square: source.ends(told.move)[0], text: lines.at(-1), tone: 'offer'}],
        arrows: [this.arrow('move', told.move)],
        sentence: [
          `The player decides without agents. It prints ${counted(lines.length, 'line')}; the last: ${lines.at(-1)}.`,
        ],
      });
  }
}

/** @param {Source} source @returns {{phases: Phase[], chat: Line[]}} */
export function phasesOf(source) {
  const talk = new Talk(source);
  if (talk.messages.length) {
    for (const phase of /** @type {const} */ ([
      'order',
      'reportsOf',
      'mostThreatened',
      'request',
      'offers',
      'consultation',
      'candidates',
      'votes',
      'beyond',
    ]))
      talk[phase]();
  } else {
    talk.thoughts();
  }
  talk.decision();
  return {phases: talk.phases, chat: talk.chat};
}

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
