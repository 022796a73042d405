#include "master/deciders.h"

#include "master/foresight.h"

static bool is_among(const Proposal *proposal, Move move)
{
    for (int i = 0; proposal->equals != NULL && i < proposal->equal_count; i++)
        if (proposal->equals[i] == move)
            return true;
    return proposal->move == move;
}

/* What was said before a decision, and the decision. */
typedef struct {
    const GPtrArray *messages;
    const Message *decision;
} Talk;

static const Message *message_at(const Talk *talk, guint i)
{
    return talk->messages->pdata[i];
}

static bool is_worst_threatened(const Talk *talk, const Message *report)
{
    return talk->decision->is_threatened && report->sender.square == talk->decision->worst.square;
}

/* Whether lots were drawn between @one and @other, two best attacks or two best moves: of equal
 * worth, and of one kind if that counts. */
static bool is_drawn_alike(const Talk *talk, const Proposal *one, const Proposal *other)
{
    const bool plans_go_first = talk->decision->logics >> LOGIC_MOVE_ATTACK & 1;

    return one->move != MOVE_NONE && other->move != MOVE_NONE && one->worth == other->worth &&
           (one->kind == other->kind || !plans_go_first);
}

/* Whether some agent could as well have come to the candidate with @move where @reporter did with
 * its best attack or its best move. */
static bool could_be_reported(const Talk *talk, const Message *reporter, bool is_attack, Move move)
{
    const Proposal *found = is_attack ? &reporter->attack : &reporter->move;

    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *report = message_at(talk, i);
        const Proposal *other = is_attack ? &report->attack : &report->move;
        if (messages_is_last_report(talk->messages, i) &&
            is_worst_threatened(talk, report) == is_worst_threatened(talk, reporter) &&
            is_drawn_alike(talk, other, found) && is_among(other, move))
            return true;
    }
    return false;
}

/* Whether the candidates are all that lots were drawn among: they are mates, or weighed by one
 * figure. */
static bool is_by_foresight(const Message *decision)
{
    return decision->logics & FORESIGHT_LOGICS || decision->proposal.worth == SUGGESTION_MATE;
}

/* Whether @row, a candidate that was as good as any, could have been @move. */
static bool could_be_candidate(const Talk *talk, const Proposal *row, Move move)
{
    if (is_by_foresight(talk->decision))
        return row->move == move;
    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *message = message_at(talk, i);
        if (message->kind == MESSAGE_SOLUTION && message->proposal.move == row->move &&
            message->proposal.kind == row->kind && is_among(&message->proposal, move))
            return true;
        if (messages_is_last_report(talk->messages, i) &&
            ((message->attack.move == row->move && could_be_reported(talk, message, true, move)) ||
             (message->move.move == row->move && could_be_reported(talk, message, false, move))))
            return true;
    }
    return row->move == move;
}

/* Whether the rows of the table were equal, so that lots decided between them. */
static bool is_as_good(const Message *decision, const Proposal *row)
{
    const Proposal *played = &decision->proposal;

    /* There the first rows are those that lots are drawn among. */
    if (is_by_foresight(decision))
        return row - decision->candidates < played->equal_count;
    return row->move == played->move ||
           (played->equal_count > 1 && row->kind == played->kind && row->worth == played->worth);
}

static bool could_be_decided(const Talk *talk, Move move)
{
    const Message *decision = talk->decision;

    for (int i = 0; i < decision->candidate_count; i++)
        if (is_as_good(decision, &decision->candidates[i]) &&
            could_be_candidate(talk, &decision->candidates[i], move))
            return true;
    return false;
}

bool deciders_reach(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                    DecidersDecide decide, Move *out_decided)
{
    Random chance = *random;
    g_autoptr(GPtrArray) messages = messages_new();
    const Recorder recorder = {messages_keep, messages};
    Talk talk = {.messages = messages};

    *out_decided = decide(percept, logics, &chance, &recorder);
    talk.decision = message_at(&talk, messages->len - 1);
    return could_be_decided(&talk, move);
}

/* The same board as agents with @logics perceive it. */
static void perceive_again(const Percept *percept, const LogicSet *logics, Percept *out_percept)
{
    PerceptOptions options = master_percept_options(logics);
    Move moves[PERCEPT_MAX_ACTIONS];

    for (int i = 0; i < percept->action_count; i++)
        moves[i] = percept->actions[i].move;
    options.captures_are_forced = percept->options.captures_are_forced;
    percept_again(percept, &options, out_percept);
    percept_keep_moves(out_percept, moves, percept->action_count);
    out_percept->past = percept->past;
    out_percept->interruption = percept->interruption;
}

int deciders_find(const Percept *percept, const LogicSet *logics, const Random *random, Move move,
                  DecidersDecide decide, Decider out_deciders[static LOGIC_COUNT])
{
    int count = 0;

    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet without = *logics;
        Percept again;
        Move otherwise;
        if (!logic_is_on(logics, logic))
            continue;
        without.logics &= ~(1U << logic);
        perceive_again(percept, &without, &again);
        if (!deciders_reach(&again, &without, random, move, decide, &otherwise))
            out_deciders[count++] = (Decider){logic, otherwise};
    }
    return count;
}
