/* A decision as a conversation: the phases of the thesis' figures 2.2a to 2.2c, and in each who says what, as bubbles
   on the board, as lines of a chat, and as one sentence. It knows no page. */
import {worth} from './decision.js';
import {
  badge,
  counted,
  isCheck,
  kindOf,
  listed,
  reasonOf,
  sayLost,
  sayThreat,
  sayUnheard,
  sayUnseen,
  spoken,
  squareOf,
} from './messages.js';
import {proposalsOf} from './parts.js';

/** What an agent says at its square; "" is the master's.
 * @typedef {{square: string, text: string, more?: string, tone?: string}} Bubble
 * @typedef {{who: string, square: string, text: string, phase: string, worths: any[]}} Line what is valued, with its parts
 * @typedef {string | {agent: string}} Part of a sentence: a text, or an agent, "rook d5"
 * @typedef {{name: string, title: string, sentence: Part[], bubbles: Bubble[], speakers: string[],
 *   badges: Record<string, string>, arrows: import('./board.js').Arrow[]}} Phase a phase without bubbles does not take place
 * @typedef {{explanation: any, position: any, san: (code: string) => string, ends: (code: string) => [string, string],
 *   piece: (square: string) => string}} Source piece: the agent on a square, "rook d5" */

const BUBBLES = 4;
export const CHAT = 6; /* lines of one phase */
const UNASKED = 'No agent is asked to report: the side to move can mate at once.';

/** All that a decision's messages tell, made ready once. */
class Conversation {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.explanation = source.explanation;
    this.messages = this.explanation.messages ?? [];
    this.reports = this.explanation.reports ?? [];
    this.worst = this.explanation.worst_threat ?? '';
    this.threat =
      this.reports.find((/** @type {any} */ {from}) => from === this.worst) ??
      (this.worst ? {from: this.worst, loss: this.explanation.worst_loss} : undefined);
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
    const {source, explanation} = this;
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
    const own = consults.find(({action}) => action === explanation.move);
    const asked = [...(own ? [{code: explanation.move, answer: worstOf(explanation.move)}] : []), ...costly];
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
    const {source, explanation} = this;
    const rows = [...(explanation.candidates ?? [])].sort(
      (a, b) => Number(b.move === explanation.move) - Number(a.move === explanation.move) || b.worth - a.worth,
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
        tone: own[0].move === explanation.move ? 'decision' : '',
      })),
      badges: this.worstBadge(),
      arrows: rows
        .slice(0, 2 * BUBBLES)
        .map(({move}) => this.arrow(move === explanation.move ? 'decision' : 'move', move)),
      sentence: [
        rows.length === 1
          ? `The master has one candidate: ${source.san(rows[0].move)}, worth ${worth(rows[0].worth)}.`
          : `${explanation.votes ? 'The team votes on' : 'The master compares'} ${rows.length} candidates${rows.length > 4 ? ', among them ' : ': '}${listed(rows.slice(0, 4).map(({move, worth: net}) => `${source.san(move)} (${worth(net)})`))}.`,
      ],
    });
  }

  /** Where a team votes: the moves with the sums of their scores, and the agents that decide between them. */
  votes() {
    const {source, explanation} = this;
    if (!explanation.votes) return;
    const moves = (explanation.candidates ?? []).filter((/** @type {any} */ {move}) =>
      explanation.votes.some((/** @type {any} */ vote) => vote.move === move),
    );
    for (const {move, worth: sum} of moves.slice(0, CHAT)) {
      const scores = explanation.votes.filter((/** @type {any} */ vote) => vote.move === move);
      this.say(
        'votes',
        source.san(move),
        `${worth(sum)}: ${listed(scores.map((/** @type {any} */ {agent, score}) => `${agent} ${worth(score)}`))}.`,
      );
    }
    const own = explanation.votes
      .filter((/** @type {any} */ {move}) => move === explanation.move)
      .sort((/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.score) - Math.abs(a.score));
    this.add('votes', 'Vote', {
      bubbles: own.slice(0, BUBBLES).map((/** @type {any} */ {agent, score}) => ({
        square: squareOf(agent),
        text: `${source.san(explanation.move)}: ${worth(score)}`,
        tone: score > 0 ? 'offer' : 'threat',
      })),
      badges: this.worstBadge(),
      arrows: [this.arrow('decision', explanation.move)],
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
    const best = this.explanation.move;
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
    const {source, explanation} = this;
    this.say(
      'decision',
      explanation.reports?.length ? 'master' : 'player',
      `${explanation.san} is played.`,
      ...[explanation.played ?? []].flat(),
    );
    const square = source.ends(explanation.move)[0];
    this.add('decision', 'Decision', {
      bubbles: [
        {
          square,
          text: `${explanation.san}!`,
          tone: 'decision',
        },
      ],
      badges: this.worstBadge(),
      arrows: [this.arrow('decision', explanation.move)],
      speakers: [square],
      sentence: reasonOf(explanation, source)[0],
    });
  }

  thoughts() {
    const {explanation, source} = this;
    const lines = explanation.thoughts ?? [];
    for (const text of lines.slice(-2 * CHAT)) this.say('thoughts', 'player', text);
    if (lines.length)
      this.add('thoughts', 'Thoughts', {
        bubbles: [{square: source.ends(explanation.move)[0], text: lines.at(-1), tone: 'offer'}],
        arrows: [this.arrow('move', explanation.move)],
        sentence: [
          `The player decides without agents. It prints ${counted(lines.length, 'line')}; the last: ${lines.at(-1)}.`,
        ],
      });
  }
}

/** @param {Source} source @returns {{phases: Phase[], chat: Line[]}} */
export function phasesOf(source) {
  const conversation = new Conversation(source);
  if (conversation.messages.length) {
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
      conversation[phase]();
  } else {
    conversation.thoughts();
  }
  conversation.decision();
  return {phases: conversation.phases, chat: conversation.chat};
}
