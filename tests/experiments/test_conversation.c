/* Conversations on file: what they say is enough to come to every decision again. */
#include "agents/agent.h"
#include "agents/beyond/logic_weights.h"
#include "agents/logics.h"
#include "agents/message_members.h"
#include "data_path.h"
#include "experiments/run/conversation.h"
#include "experiments/run/message_json.h"
#include "experiments/tools/error.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/number_list.h"
#include "master/beyond/decision.h"
#include "players/level/player_level.h"
#include "players/player_kinds.h"
#include "tests/message_reader.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define LEVELS                                                                            \
    "[players]\nL1=level:1\nL2=level:2\nL3=level:3\nL4=level:4\nL5=level:5\nL6=level:6\n" \
    "L7=level:7\nL8=level:8\n[experiment]\nformat=pairs\npairs=L1:L2;L3:L4;L5:L6;L7:L8\n"

#define LEVELS_THAT_IMAGINE                                                                   \
    "[players]\nL1=level:1\nL2=level:2\nL3=level:3\nL4=level:4\nL12=level:12\nL13=level:13\n" \
    "[experiment]\nformat=pairs\npairs=L1:L2;L2:L3;L3:L4;L12:L13\n"

#define LEVELS_BY_WORTHS                                    \
    "[players]\nL11=level:11\nL12=level:12\nL13=level:13\n" \
    "[experiment]\nformat=pairs\npairs=L11:L12;L12:L13\n"

#define LEVELS_WITH_EXCHANGES                                                 \
    "[players]\nL9=level:9\nL10=level:10\n[experiment]\nformat=pairs\npairs=" \
    "L9:L10\n"

#define LEVELS_THAT_REFUSE                                                              \
    "[players]\nL1=level:1\nL2=level:2\nL3=level:3\nL4=level:4\nL7=level:7+mate-hunt\n" \
    "[experiment]\nformat=pairs\npairs=L1:L2;L2:L3;L3:L4;L7:L1\nseed=14\n"

#define LEVELS_OF_THREE \
    "[players]\nL4=level:4\nL6=level:6\nL7=level:7\n[experiment]\ngame=threechess\n"

/* All that was said on the way to one decision. */
typedef struct {
    const LogicSet *logics;
    const GPtrArray *messages; /* of Message */
    const Message *decision;
} Talk;

static const Message *message_at(const Talk *talk, guint i)
{
    return talk->messages->pdata[i];
}

static bool is_same_agent(AgentName a, AgentName b)
{
    return a.square == b.square;
}

/* The last message of @kind, of @sender unless that is AGENT_ALL; NULL if there is none. */
static const Message *last_of(const Talk *talk, MessageKind kind, AgentName sender)
{
    for (guint i = talk->messages->len; i-- > 0;) {
        const Message *message = message_at(talk, i);
        if (message->kind == kind &&
            (is_same_agent(sender, AGENT_ALL) || is_same_agent(sender, message->sender)))
            return message;
    }
    return NULL;
}

static bool is_last_report(const Talk *talk, const Message *message)
{
    return message->kind == MESSAGE_REPORT &&
           last_of(talk, MESSAGE_REPORT, message->sender) == message;
}

static bool has(const Talk *talk, Logic logic)
{
    return logic_is_on(talk->logics, logic);
}

static bool is_anybody_threatened(const Talk *talk)
{
    return talk->decision->is_threatened;
}

/* The greatest loss reported is that of the most threatened agent. */
static Bitboard check_most_threatened(const Talk *talk)
{
    const Message *own;
    Bitboard threatened = 0;
    int greatest = 0;

    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *report = message_at(talk, i);
        if (report->kind != MESSAGE_REPORT)
            continue;
        greatest = MAX(greatest, report->loss);
        if (report->loss > 0)
            threatened |= bitboard_of((Square)report->sender.square);
    }
    g_assert_cmpint(is_anybody_threatened(talk), ==, greatest > 0);
    g_assert_cmpint(talk->decision->loss, ==, greatest);
    own = last_of(talk, MESSAGE_REPORT, talk->decision->worst);
    if (is_anybody_threatened(talk))
        g_assert_cmpint(own->loss, ==, greatest);
    return threatened;
}

/* The greatest loss that an agent answered to @action; -1 if none was asked. */
static int greatest_answer(const Talk *talk, Move action)
{
    int greatest = -1;

    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *message = message_at(talk, i);
        if (message->kind == MESSAGE_CONSULT && message->action == action)
            greatest = MAX(greatest, 0);
        if (message->kind == MESSAGE_ANSWER && message->action == action)
            greatest = MAX(greatest, message->loss);
    }
    return greatest;
}

static bool is_attack(Move move)
{
    return move_is_capture(move) || move_is_promotion(move);
}

static bool holds_move(const Move *moves, int count, Move move)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool is_one_of(const Proposal *proposal, Move move)
{
    return proposal->move == move ||
           (proposal->equals != NULL && holds_move(proposal->equals, proposal->equal_count, move));
}

/* The first report with actions of the agent that the consultation at @i asked. */
static const Message *report_after(const Talk *talk, guint i)
{
    const AgentName sender = message_at(talk, i)->sender;

    for (; i < talk->messages->len; i++)
        if (message_at(talk, i)->kind == MESSAGE_REPORT && message_at(talk, i)->has_actions &&
            is_same_agent(message_at(talk, i)->sender, sender))
            return message_at(talk, i);
    return NULL;
}

/* What leaves another agent worse off is disregarded, unless it is an attack that pays. */
static void check_consultations(const Talk *talk)
{
    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *consult = message_at(talk, i);
        const Message *report;
        bool disregarded;
        if (consult->kind != MESSAGE_CONSULT)
            continue;
        report = report_after(talk, i);
        g_assert_nonnull(report);
        disregarded = holds_move(report->disregarded, report->disregarded_count, consult->action);
        if (disregarded)
            g_assert_cmpint(greatest_answer(talk, consult->action), >, 0);
        else if (!is_attack(consult->action))
            g_assert_cmpint(greatest_answer(talk, consult->action), ==, 0);
        if (disregarded && is_last_report(talk, report))
            g_assert_true(!is_one_of(&report->attack, consult->action) &&
                          !is_one_of(&report->move, consult->action));
    }
    g_assert_cmpint(last_of(talk, MESSAGE_CONSULT, AGENT_ALL) != NULL, ==,
                    has(talk, LOGIC_DEFENCE_CONSIDERATION));
}

/* A planned attack is a hope: it never counts for more than 0 where nets are compared. */
static int net_of_move(const Proposal *move)
{
    return MIN(0, move->worth);
}

static bool exists(const Proposal *proposal)
{
    return proposal->move != MOVE_NONE;
}

/* Whether @request is for defence if it should be. Of what the agent disregards no worth is
 * reported: a restricted request depends on it, too. */
static bool wants_defence(const Talk *talk, const Message *request)
{
    const Message *own = last_of(talk, MESSAGE_REPORT, talk->decision->worst);
    const bool all_lose = (!exists(&own->attack) || own->attack.worth < 0) &&
                          (!exists(&own->move) || net_of_move(&own->move) < 0);

    return has(talk, LOGIC_DEFENCE_REQUEST) ||
           (has(talk, LOGIC_RESTRICTED_DEFENCE_REQUEST) && all_lose &&
            (own->disregarded_count == 0 || request->wants_defence));
}

static int rank_of_offer(const Proposal *offer)
{
    return 2 * offer->worth + (offer->kind == CANDIDATE_ATTACK_REQUEST);
}

/* Where the last request is: agents are asked once more if all that they suggest is refused. */
static guint last_request(const Talk *talk)
{
    guint i = talk->messages->len - 1;

    while (message_at(talk, i)->kind != MESSAGE_REQUEST)
        i--;
    return i;
}

/* The solution is one of the best offers, and they are its equals. */
static void check_solution(const Talk *talk, const Message *solution)
{
    const guint first = last_request(talk);
    int best = G_MININT, equals = 0;

    for (guint i = first; i < talk->messages->len; i++)
        if (message_at(talk, i)->kind == MESSAGE_OFFER)
            best = MAX(best, rank_of_offer(&message_at(talk, i)->proposal));
    for (guint i = first; i < talk->messages->len; i++) {
        const Message *offer = message_at(talk, i);
        if (offer->kind != MESSAGE_OFFER)
            continue;
        g_assert_cmpint(holds_move(solution->proposal.equals, solution->proposal.equal_count,
                                   offer->proposal.move),
                        ==, rank_of_offer(&offer->proposal) == best);
        equals += rank_of_offer(&offer->proposal) == best;
    }
    g_assert_cmpint(exists(&solution->proposal), ==, equals > 0);
    g_assert_cmpint(solution->proposal.equal_count, ==, equals);
    if (equals == 0)
        return;
    g_assert_cmpint(rank_of_offer(&solution->proposal), ==, best);
    g_assert_true(holds_move(solution->proposal.equals, equals, solution->proposal.move));
}

/* The best offer, or none. */
static Proposal check_requests(const Talk *talk)
{
    const Message *request = last_of(talk, MESSAGE_REQUEST, AGENT_ALL);
    const Message *solution = last_of(talk, MESSAGE_SOLUTION, AGENT_ALL);
    const bool asks = is_anybody_threatened(talk) &&
                      (has(talk, LOGIC_ATTACK_REQUEST) || has(talk, LOGIC_DEFENCE_REQUEST));

    g_assert_cmpint(request != NULL, ==, asks);
    g_assert_cmpint(solution != NULL, ==, asks);
    if (request == NULL || solution == NULL)
        return (Proposal){.move = MOVE_NONE};
    g_assert_true(is_same_agent(request->sender, talk->decision->worst));
    g_assert_cmpint(request->wants_attack, ==, has(talk, LOGIC_ATTACK_REQUEST));
    g_assert_cmpint(request->wants_defence, ==, wants_defence(talk, request));
    check_solution(talk, solution);
    return solution->proposal;
}

static int rank_of(const Talk *talk, const Proposal *proposal)
{
    return 2 * proposal->worth +
           (proposal->kind == CANDIDATE_PLANNED_MOVE && has(talk, LOGIC_MOVE_ATTACK));
}

/* Whether @row is one of the best attacks, or moves, of the agents but @except; if so, *@out_worth
 * is what it was reported to be worth. Without any there must be no such row: *@out_any is false.
 */
static bool is_best_of_all(const Talk *talk, bool attacks, AgentName except, const Proposal *row,
                           int *out_worth, bool *out_any)
{
    bool found = false;
    int best = 0;

    *out_any = false;
    for (int pass = 0; pass < 2; pass++)
        for (guint i = 0; i < talk->messages->len; i++) {
            const Message *report = message_at(talk, i);
            const Proposal *proposal = attacks ? &report->attack : &report->move;
            if (!is_last_report(talk, report) || is_same_agent(report->sender, except) ||
                !exists(proposal))
                continue;
            if (pass == 0 && (!*out_any || rank_of(talk, proposal) > best))
                best = rank_of(talk, proposal);
            *out_any = true;
            if (pass == 1 && row != NULL && is_one_of(proposal, row->move) &&
                proposal->kind == row->kind && rank_of(talk, proposal) == best) {
                *out_worth = proposal->worth;
                found = true;
            }
        }
    return found;
}

/* The rows of the decision, one after the other, as what they must be. */
typedef struct {
    const Talk *talk;
    int next;
    Proposal attack, move; /* the best ones, worth what was reported */
} Rows;

static const Proposal *next_row(const Rows *rows)
{
    return rows->next < rows->talk->decision->candidate_count
               ? &rows->talk->decision->candidates[rows->next]
               : NULL;
}

/* The next row, if there must be one, is the best attack or move of all but @except. */
static Proposal take_best(Rows *rows, bool attacks, AgentName except)
{
    const Proposal *row = next_row(rows);
    Proposal best = {.move = MOVE_NONE};
    bool any, is_best;
    int worth = 0;

    is_best = is_best_of_all(rows->talk, attacks, except, row, &worth, &any);
    if (!any)
        return best;
    g_assert_true(is_best);
    if (row != NULL)
        best = *row;
    best.worth = worth;
    rows->next++;
    return best;
}

static void take(Rows *rows, const Proposal *expected, int worth)
{
    const Proposal *row = next_row(rows);

    if (!exists(expected))
        return;
    g_assert_nonnull(row);
    if (row == NULL)
        return;
    g_assert_true(is_one_of(expected, row->move));
    g_assert_cmpint(row->kind, ==, expected->kind);
    g_assert_cmpint(row->worth, ==, worth);
    rows->next++;
}

static bool is_better_than_own(const Proposal *solution, const Message *own)
{
    return exists(solution) && (!exists(&own->attack) || solution->worth > own->attack.worth) &&
           (!exists(&own->move) || solution->worth > net_of_move(&own->move));
}

static void assert_played(const Talk *talk, const Proposal *expected)
{
    g_assert_true(is_one_of(expected, talk->decision->proposal.move));
    g_assert_cmpint(talk->decision->proposal.kind, ==, expected->kind);
}

static bool prefers_attack(const Proposal *attack, const Proposal *move)
{
    if (!exists(attack) || !exists(move))
        return exists(attack);
    if (attack->worth >= 0)
        return attack->worth > 0 || move->worth < 0;
    return move->worth <= attack->worth;
}

/* Levels 1 to 3, and every level when no agent is threatened. */
static void check_compensation(const Talk *talk, const Proposal *solution)
{
    const Message *own = last_of(talk, MESSAGE_REPORT, talk->decision->worst);
    Rows rows = {.talk = talk};
    const Proposal attack = take_best(&rows, true, AGENT_ALL);
    const Proposal move = take_best(&rows, false, AGENT_ALL);
    const Proposal *candidate = prefers_attack(&attack, &move) ? &attack : &move;

    if (is_anybody_threatened(talk)) {
        take(&rows, &own->attack, own->attack.worth);
        take(&rows, &own->move, own->move.worth);
        if (candidate->worth <= talk->decision->loss) {
            if (exists(&move) && move.worth > talk->decision->loss)
                candidate = &move;
            else if (exists(&own->attack) || exists(&own->move))
                candidate = prefers_attack(&own->attack, &own->move) ? &own->attack : &own->move;
        }
    }
    g_assert_false(exists(solution)); /* no level asks before it weighs nets */
    g_assert_cmpint(rows.next, ==, talk->decision->candidate_count);
    g_assert_cmpint(talk->decision->proposal.equal_count, ==, 1);
    assert_played(talk, candidate);
}

/* Whether row @a goes before row @b. */
static bool is_before(const Proposal *a, const Proposal *b)
{
    return a->worth > b->worth || (a->worth == b->worth && a->kind < b->kind);
}

/* No row is better than the chosen one, and as many as reported are equal to it. */
static void check_choice(const Talk *talk)
{
    const Message *decision = talk->decision;
    int equals = 0;
    bool found = false;

    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        g_assert_false(is_before(row, &decision->proposal));
        equals += !is_before(&decision->proposal, row);
        found |= row->move == decision->proposal.move && row->kind == decision->proposal.kind &&
                 row->worth == decision->proposal.worth;
    }
    g_assert_true(found);
    g_assert_cmpint(decision->proposal.equal_count, ==, equals);
}

/* Level 4 on, with a most threatened agent. A safe check is planned on the king, and is known by
 * what it is worth. */
static void check_nets(const Talk *talk, const Proposal *solution)
{
    const int loss = talk->decision->loss;
    const Message *own = last_of(talk, MESSAGE_REPORT, talk->decision->worst);
    Rows rows = {.talk = talk};
    const Proposal attack = take_best(&rows, true, talk->decision->worst);
    Proposal move;

    if (exists(&attack))
        g_assert_cmpint(talk->decision->candidates[0].worth, ==, attack.worth - loss);
    take(&rows, &own->attack, own->attack.worth);
    take(&rows, &own->move, net_of_move(&own->move));
    move = take_best(&rows, false, talk->decision->worst);
    if (exists(&move))
        g_assert_cmpint(talk->decision->candidates[rows.next - 1].worth, ==,
                        move.worth > PIECE_KING_VALUE / 2 ? 0 : net_of_move(&move) - loss);
    if (is_better_than_own(solution, own))
        take(&rows, solution, solution->worth);
    g_assert_cmpint(rows.next, ==, talk->decision->candidate_count);
    check_choice(talk);
}

/* What the counters hold must be in the messages, too. */
static void check_deliberation(const Talk *talk, Bitboard threatened, const Proposal *solution,
                               const Deliberation *deliberation)
{
    const Proposal *played = &talk->decision->proposal;

    g_assert_true(deliberation->has_reasoned);
    g_assert_cmpint(deliberation->kind, ==, played->kind);
    g_assert_cmphex(deliberation->threatened, ==, threatened);
    g_assert_cmpint(deliberation->is_own, ==,
                    is_anybody_threatened(talk) &&
                        move_from(played->move) == talk->decision->worst.square);
    g_assert_cmpint(deliberation->rejects_offer, ==,
                    exists(solution) && !is_one_of(solution, played->move));
    if (played->kind != CANDIDATE_PLANNED_MOVE)
        g_assert_cmphex(deliberation->planned_on, ==, 0);
}

/* What @row is worth by the messages: as imagined last, or as its agent reported it last. INT_MIN:
 * it is not the best of any agent. */
static int worth_told(const Talk *talk, const Proposal *row)
{
    const bool looks_ahead = has(talk, LOGIC_LOOK_AHEAD);

    for (guint i = talk->messages->len; i-- > 0;) {
        const Message *message = message_at(talk, i);
        const Proposal *const best[] = {&message->attack, &message->move};
        if (looks_ahead && message->kind == MESSAGE_EXPECT && message->action == row->move)
            return message->proposal.worth;
        for (int j = 0; !looks_ahead && is_last_report(talk, message) && j < 2; j++)
            if (exists(best[j]) && is_one_of(best[j], row->move))
                return best[j]->worth;
    }
    return INT_MIN;
}

static bool is_refused(const Talk *talk, Move move)
{
    for (guint i = 0; i < talk->messages->len; i++)
        if (message_at(talk, i)->kind == MESSAGE_REFUSE && message_at(talk, i)->action == move)
            return true;
    return false;
}

/* Levels 11 to 13: the candidates are what was reported, or imagined, best first, and one of the
 * best is played. */
static void check_worths(const Talk *talk)
{
    const Message *decision = talk->decision;
    const Proposal *best = &decision->candidates[0], *played = &decision->proposal;
    const int margin = logic_weights(talk->logics)->of[LOGIC_WEIGHT_MARGIN];

    if (played->worth == WORTH_OF_MATE || is_refused(talk, played->move))
        return;
    g_assert_cmpint(worth_told(talk, best), ==, best->worth);
    g_assert_cmpint(played->worth, >=, best->worth - margin);
    for (int i = 0; i < decision->candidate_count; i++) {
        const Proposal *row = &decision->candidates[i];
        const int told = worth_told(talk, row);
        g_assert_cmpint(row->worth, <=, best->worth);
        if (told != INT_MIN)
            g_assert_cmpint(row->worth, ==, told);
        if (row->move == played->move)
            g_assert_cmpint(row->worth, ==, played->worth);
    }
    for (guint i = 0; !has(talk, LOGIC_LOOK_AHEAD) && i < talk->messages->len; i++) {
        const Message *report = message_at(talk, i);
        if (!is_last_report(talk, report))
            continue;
        g_assert_true(!exists(&report->attack) || report->attack.worth <= best->worth);
        g_assert_true(!exists(&report->move) || report->move.worth <= best->worth);
    }
}

/* Whether an agent has reported @row among its best, or offered it. */
static bool is_suggested(const Talk *talk, const Proposal *row, const Proposal *solution)
{
    if (exists(solution) && row->kind == solution->kind && is_one_of(solution, row->move))
        return true;
    for (guint i = 0; i < talk->messages->len; i++) {
        const Message *report = message_at(talk, i);
        if (is_last_report(talk, report) &&
            (is_one_of(&report->attack, row->move) || is_one_of(&report->move, row->move)))
            return true;
    }
    return false;
}

/* Levels 9 and 10: what is refused is not played unless all of it is. */
static void check_refusals(const Talk *talk, const Proposal *solution)
{
    const Message *decision = talk->decision;

    for (int i = 0; i < decision->candidate_count; i++)
        if (!is_refused(talk, decision->candidates[i].move))
            g_assert_true(is_suggested(talk, &decision->candidates[i], solution));
    if (is_anybody_threatened(talk) && !is_refused(talk, decision->proposal.move))
        check_choice(talk);
}

static void check_talk(const char *player, const GPtrArray *messages, Move move,
                       const Deliberation *deliberation)
{
    g_autoptr(Player) level = player_new(player, NULL, NULL);
    Talk talk = {.logics = player_level_logics(level), .messages = messages};
    Bitboard threatened;
    Proposal solution;

    talk.decision = last_of(&talk, MESSAGE_DECISION, AGENT_ALL);
    g_assert_nonnull(talk.decision);
    g_assert_true(message_at(&talk, messages->len - 1) == talk.decision);
    g_assert_cmpuint(talk.decision->proposal.move, ==, move);
    g_assert_cmphex(talk.decision->logics, ==, talk.logics->logics);
    for (guint i = 0; i < messages->len; i++) {
        const Proposal *reported = &message_at(&talk, i)->move;
        if (message_at(&talk, i)->kind == MESSAGE_REPORT && exists(reported))
            g_assert_cmpint(reported->kind == CANDIDATE_PLANNED_MOVE, ==,
                            reported->planned_count > 0);
    }
    if (has(&talk, LOGIC_WHOLE_THREAT) || has(&talk, LOGIC_LOOK_AHEAD)) {
        check_worths(&talk);
        return;
    }
    if (talk.decision->proposal.worth == WORTH_OF_MATE) {
        g_assert_null(last_of(&talk, MESSAGE_REPORT, AGENT_ALL));
        return;
    }
    threatened = check_most_threatened(&talk);
    check_consultations(&talk);
    solution = check_requests(&talk);
    if (has(&talk, LOGIC_MATE_HUNT))
        check_refusals(&talk, &solution);
    else if (is_anybody_threatened(&talk) && has(&talk, LOGIC_THREAT_MOVE))
        check_nets(&talk, &solution);
    else
        check_compensation(&talk, &solution);
    check_deliberation(&talk, threatened, &solution, deliberation);
}

/* Comes to all decisions of a game again; how many there were. */
static int check_game(const char *text, const MatchRecord *record)
{
    g_auto(Reader) reader = reader_begin(text);
    g_autoptr(GPtrArray) messages = g_ptr_array_new_with_free_func((GDestroyNotify)message_free);
    int decisions = 0;

    while (reader_next(&reader)) {
        if (reader.kind == NULL)
            g_ptr_array_add(messages, g_steal_pointer(&reader.message));
        if (g_strcmp0(reader.kind, "move") != 0)
            continue;
        g_assert_cmpuint(reader.move, ==, record->ply[reader.plies].move);
        if (messages->len > 0) {
            check_talk(reader.players[record->ply[reader.plies].side], messages, reader.move,
                       &record->ply[reader.plies].deliberation);
            decisions++;
        }
        g_ptr_array_set_size(messages, 0);
    }
    g_assert_cmpint(reader.plies, ==, record->plies);
    return decisions;
}

static void check_games(const char *text_of_spec)
{
    g_autoptr(Spec) spec = spec_of(text_of_spec);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) text = g_string_new(NULL);

    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        g_string_truncate(text, 0);
        conversation_append_game(spec, match, number, record, text);
        g_assert_cmpint(check_game(text->str, record), ==, record->plies);
    }
}

TEST(every_decision_can_be_come_to_again)
{
    check_games(LEVELS "games=1\n");
}

TEST(so_can_those_of_masters_that_refuse)
{
    check_games(LEVELS_WITH_EXCHANGES "games=2\n");
}

TEST(so_can_those_of_masters_that_compare_worths)
{
    check_games(LEVELS_BY_WORTHS "games=1\n");
}

TEST(a_game_with_others_can_be_told_too)
{
    g_autoptr(Spec) spec = spec_of("[players]\nL7=level:7\nchance=random\n[experiment]\ngames=1\n"
                                   "[openings]\nrandom-plies=3\n");
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    g_autoptr(GString) text = g_string_new(NULL);
    int decisions = 0;

    conversation_append_game(spec, match, 1, record, text);
    for (int i = 0; i < record->plies; i++)
        decisions += record->ply[i].deliberation.has_reasoned;
    g_assert_cmpint(check_game(text->str, record), ==, decisions);
    g_assert_cmpint(decisions, <, record->plies);
}

static void assert_same_deliberation(const Deliberation *a, const Deliberation *b)
{
    g_assert_cmpint(a->has_reasoned, ==, b->has_reasoned);
    g_assert_cmpint(a->is_own, ==, b->is_own);
    g_assert_cmpint(a->rejects_offer, ==, b->rejects_offer);
    g_assert_cmpint(a->kind, ==, b->kind);
    g_assert_cmphex(a->threatened, ==, b->threatened);
    g_assert_cmphex(a->planned_on, ==, b->planned_on);
}

TEST(the_game_is_the_one_without_listeners)
{
    g_autoptr(Spec) spec = spec_of(LEVELS "games=1\n");
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) told = match_record_new();
    g_autoptr(MatchRecord) played = match_record_new();
    g_autoptr(GString) text = g_string_new(NULL);

    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        conversation_append_game(spec, match, number, told, text);
        match_play(match, number, played);
        g_assert_cmpint(told->plies, ==, played->plies);
        for (int i = 0; i < MIN(told->plies, played->plies); i++) {
            g_assert_cmpuint(told->ply[i].move, ==, played->ply[i].move);
            assert_same_deliberation(&told->ply[i].deliberation, &played->ply[i].deliberation);
        }
    }
}

/* The conversation of level 7 with level 8. Owner: the caller. */
static GString *tell_game(const char *players, int games, int plies)
{
    g_autofree char *limited =
        g_strdup_printf("%sgames=%d\n[rules]\nmax-plies=%d", players, games, plies);
    g_autoptr(Spec) spec = spec_of(limited);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    GString *text = g_string_new(NULL);

    conversation_append_game(spec, match, 4, record, text);
    return text;
}

/* The kinds of messages of a game, each of which is read as it was written. */
static int read_again(const char *players, int games, int plies)
{
    g_autoptr(GString) text = tell_game(players, games, plies);
    g_auto(Reader) reader = reader_begin(text->str);
    int seen = 0;

    while (reader_next(&reader)) {
        g_autoptr(JsonBuilder) json = json_builder_new();
        g_autofree char *again = NULL, *whole = NULL;
        if (reader.kind != NULL)
            continue;
        json_builder_begin_object(json);
        json_add_number(json, "game", 4);
        json_add_number(json, "ply", reader.plies + 1);
        message_json_add(json, reader.rules, reader.message);
        json_builder_end_object(json);
        again = json_finish_line(json);
        whole = g_strdup(reader.lines[reader.line - 1]);
        if (reader.message->kind == MESSAGE_DECISION) /* the agent that acts, and its kind */
            strcpy(g_strrstr(whole, ",\"agent\":"), "}");
        g_assert_cmpstr(again, ==, whole);
        seen |= 1 << reader.message->kind;
    }
    return seen;
}

TEST(messages_are_read_as_they_were_written)
{
    const int imagined = 1 << MESSAGE_IMAGINE | 1 << MESSAGE_EXPECT;
    const int of_thesis = read_again(LEVELS, 1, 30);
    const int of_all =
        of_thesis | read_again(LEVELS_THAT_IMAGINE, 1, 6) | read_again(LEVELS_THAT_REFUSE, 1, 200);

    g_assert_cmpint(of_thesis & imagined, ==, 0);
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++)
        if ((of_all & 1 << kind) == 0)
            g_test_fail_printf("in these games no agent has said '%s'", MESSAGE_KIND_NAMES[kind]);
}

TEST(messages_of_three_players_have_the_names_of_their_board)
{
    const int of_thesis = read_again(LEVELS_OF_THREE, 6, 60);

    g_assert_cmpint(of_thesis & 1 << MESSAGE_REQUEST, !=, 0);
    g_assert_cmpint(of_thesis & 1 << MESSAGE_ANSWER, !=, 0);
    g_assert_cmpint(of_thesis & 1 << MESSAGE_DECISION, !=, 0);
}

TEST(every_member_is_explained)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "experiments", "messages.md", NULL);
    g_auto(GStrv) lines = lines_of_file(path);

    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        g_autofree char *name = g_strdup_printf("`%s`", MESSAGE_KIND_NAMES[kind]);
        const char *row = NULL;
        for (char **line = lines; *line != NULL && row == NULL; line++)
            if (g_str_has_prefix(*line, "| `") && strstr(*line, name) != NULL &&
                strstr(*line, name) < strstr(*line + 2, "|"))
                row = *line;
        if (row == NULL)
            g_test_fail_printf("experiments/messages.md has no line | %s | ... |", name);
        for (int i = 0; row != NULL && i < MESSAGE_MEMBERS.count; i++) {
            const Member *member = &MESSAGE_MEMBERS.rows[i];
            g_autofree char *quoted = g_strdup_printf("`%s`", member->name);
            if (member_is_of(member, (unsigned)kind) && strstr(row, quoted) == NULL)
                g_test_fail_printf("of %s experiments/messages.md does not explain %s", name,
                                   quoted);
        }
    }
}

TEST(a_file_is_written_whole_or_not_at_all)
{
    g_autoptr(Spec) spec = spec_of(LEVELS "games=2\n[rules]\nmax-plies=6\n");
    g_autoptr(GArray) games = number_list_parse("3,1-2", schedule_count(spec), NULL);
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "m.jsonl", NULL);
    const bool never = false, now = true;
    ConversationOptions options = {spec, games, NULL, path, &now};
    g_autofree char *files = NULL, *text = NULL, *old = NULL;
    bool stopped = false;

    g_assert_true(conversation_write(&options, &stopped, NULL));
    g_assert_true(stopped);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, "");
    options.stop = &never;
    g_assert_true(conversation_write(&options, &stopped, NULL));
    g_assert_false(stopped);
    text = read_file(folder, "m.jsonl");
    g_assert_true(g_str_has_prefix(text, "{\"game\":1,\"ply\":0,"));
    g_assert_nonnull(strstr(text, "\n{\"game\":2,\"ply\":0,"));
    g_assert_nonnull(strstr(text, "\n{\"game\":3,\"ply\":6,\"kind\":\"end\","));
    g_assert_null(strstr(text, "\n{\"game\":4,"));
    options.stop = &now;
    g_assert_true(conversation_write(&options, &stopped, NULL));
    old = read_file(folder, "m.jsonl");
    g_assert_cmpstr(old, ==, text);
}

TEST(only_a_conversation_is_replaced)
{
    g_autoptr(Spec) spec = spec_of(LEVELS "games=2\n[rules]\nmax-plies=6\n");
    g_autoptr(GArray) games = number_list_parse("1", schedule_count(spec), NULL);
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "games.csv", NULL);
    g_autofree char *text = NULL;
    const bool never = false;
    const ConversationOptions options = {spec, games, NULL, path, &never};
    g_autoptr(GError) error = NULL;
    bool stopped;

    g_assert_true(conversation_can_replace(path));
    write_file(folder, "games.csv", "game,");
    g_assert_false(conversation_can_replace(path));
    g_assert_false(conversation_write(&options, &stopped, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    text = read_file(folder, "games.csv");
    g_assert_cmpstr(text, ==, "game,");
    write_file(folder, "games.csv", "{\"game\":1,\"ply\":0,\"kind\":\"start\"}\n");
    g_assert_true(conversation_write(&options, &stopped, NULL));
}

TEST(a_game_that_the_run_tells_otherwise_is_refused)
{
    g_autoptr(Spec) spec = spec_of(LEVELS "games=2\n[rules]\nmax-plies=6\n");
    g_autoptr(GArray) games = number_list_parse("1-3", schedule_count(spec), NULL);
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "m.jsonl", NULL);
    const bool never = false;
    const ConversationOptions options = {spec, games, folder, path, &never};
    g_autoptr(GError) error = NULL;
    g_autofree char *files = NULL;
    bool stopped;

    write_file(folder, "games.csv",
               "game,pairing\n1,1,L1,L2,0,1,1/2-1/2,ply-limit,6,,3900,3900\n"
               "2,1,L2,L1,0,1,1-0,checkmate,6,,3900,3900\n");
    g_assert_false(conversation_write(&options, &stopped, &error));
    g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    if (error != NULL && strstr(error->message, "differs from its row") == NULL)
        g_test_fail_printf("%s", error->message);
    files = list_files(folder);
    g_assert_cmpstr(files, ==, "games.csv");
}
