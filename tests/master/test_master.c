#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "agents/agent.h"
#include "agents/beyond/percept_beyond.h"
#include "agents/logics.h"
#include "agents/message.h"
#include "agents/percept.h"
#include "board/chess.h"
#include "data_path.h"
#include "decision_set.h"

#include "tests/test.h"

/* One line of tests/data/logics.tsv. */
typedef struct {
    int line; /* counted from 1 */
    char **field;
} Row;

enum { ROW_SENTENCE, ROW_FEN, ROW_ONE, ROW_DECISIONS_OF_ONE, ROW_OTHER, ROW_DECISIONS_OF_OTHER };

static void row_free(void *data)
{
    Row *row = data;

    g_strfreev(row->field);
    g_free(row);
}

static bool has_all_fields(const Row *row)
{
    return g_strv_length(row->field) == ROW_DECISIONS_OF_OTHER + 1;
}

/* The rows of the file; those that are damaged, too. Owner: the caller. */
static GPtrArray *read_rows(void)
{
    g_auto(GStrv) lines = data_lines("logics.tsv");
    GPtrArray *rows = g_ptr_array_new_with_free_func(row_free);

    for (int i = 0; lines[i] != NULL; i++) {
        Row *row;
        if (lines[i][0] == '#' || lines[i][0] == '\0')
            continue;
        row = g_new0(Row, 1);
        row->line = i + 1;
        row->field = g_strsplit(lines[i], "\t", -1);
        g_ptr_array_add(rows, row);
    }
    return rows;
}

static void check_decisions(const Row *row, int player)
{
    g_autofree char *decisions = decision_set(row->field[ROW_FEN], row->field[player]);

    if (!g_str_equal(decisions, row->field[player + 1]))
        g_test_fail_printf("tests/data/logics.tsv:%d: %s decides on '%s', not on '%s'", row->line,
                           row->field[player], decisions, row->field[player + 1]);
}

static int shares_in(const Position *pos, const LogicSet *logics,
                     Share out_shares[PERCEPT_MAX_ACTIONS])
{
    Percept percept;

    percept_take_chess(pos, logics, &percept);
    return decision_list_shares(&percept, out_shares);
}

/* How far the shares of the two players of @row differ. */
static double difference_in(const Row *row)
{
    const Position pos = position_of(row->field[ROW_FEN]);
    const LogicSet one = logics_of(row->field[ROW_ONE]), other = logics_of(row->field[ROW_OTHER]);
    Share shares[2][PERCEPT_MAX_ACTIONS];
    const int count = shares_in(&pos, &one, shares[0]);
    const int other_count = shares_in(&pos, &other, shares[1]);

    return shares_difference(shares[0], count, shares[1], other_count);
}

static void test_row(const void *data)
{
    const Row *row = data;

    if (!has_all_fields(row)) {
        g_test_fail_printf("tests/data/logics.tsv:%d: %u fields with tabs between them, not 6: "
                           "sentence, FEN, level, its moves, other level, its moves",
                           row->line, g_strv_length(row->field));
        return;
    }
    check_decisions(row, ROW_ONE);
    check_decisions(row, ROW_OTHER);
    if (difference_in(row) < SHARES_NOTICEABLE)
        g_test_fail_printf("tests/data/logics.tsv:%d: %s and %s decide alike", row->line,
                           row->field[ROW_ONE], row->field[ROW_OTHER]);
}

/* Whether some row shows what the logics of @logics, or else the readings of @readings, change:
 * its players differ in these alone. */
static bool is_shown(const GPtrArray *rows, uint32_t logics, uint32_t readings)
{
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = rows->pdata[i];
        LogicSet one, other;
        if (!has_all_fields(row))
            continue;
        one = logics_of(row->field[ROW_ONE]);
        other = logics_of(row->field[ROW_OTHER]);
        if ((one.logics ^ other.logics) == logics && (one.readings ^ other.readings) == readings)
            return true;
    }
    return false;
}

TEST(each_logic_and_each_reading_has_a_small_position)
{
    g_autoptr(GPtrArray) rows = read_rows();

    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++)
        if (!is_shown(rows, 1U << logic, 0))
            g_test_fail_printf("tests/data/logics.tsv has no position in which the logic '%s' "
                               "changes a decision: add a row with, say, 7 and 7+%s",
                               LOGICS[logic].name, LOGICS[logic].name);
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        if (!is_shown(rows, 0, 1U << reading))
            g_test_fail_printf("tests/data/logics.tsv has no position in which the reading '%s' "
                               "changes a decision: add a row with, say, 7 and 7,%s=%s",
                               READINGS[reading].name, READINGS[reading].name,
                               READINGS[reading].on_by_default ? "off" : "on");
}

static void keep_decision(const Message *message, void *data)
{
    Message **decision = data;

    if (message->kind == MESSAGE_DECISION)
        *decision = message_copy(message);
}

/* How far the shares are said to differ without @logic; 0: it is not named. */
static double difference_told(const Message *decision, Logic logic)
{
    for (int i = 0; i < decision->decider_count; i++)
        if (decision->deciders[i].logic == logic)
            return decision->deciders[i].difference;
    return 0;
}

/* Compares the logics on which a decision of @level in @fen hangs with the shares without each of
 * them. */
static void check_deciders(const char *fen, int level, int *checked)
{
    const Position pos = position_of(fen);
    const LogicSet logics = logic_set_of_level(level);
    Random random = random_for_job(1, 1);
    g_autoptr(Message) decision = NULL;
    const Recorder recorder = {keep_decision, &decision};
    Deliberation deliberation;

    decide_in(&pos, &logics, &random, &recorder, &deliberation);
    g_assert_cmpuint(decision->logics, ==, logics.logics);
    g_assert_cmpfloat(shares_find(decision->shares, decision->share_count, decision->proposal.move),
                      >, 0);
    for (int i = 1; i < decision->decider_count; i++)
        g_assert_cmpfloat(decision->deciders[i - 1].difference, >=,
                          decision->deciders[i].difference);
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        LogicSet without = logics;
        Share others[PERCEPT_MAX_ACTIONS];
        double difference;
        int count;
        if (!logic_is_on(&logics, logic) || logic_replaced_by(logics.logics, logic) != NO_LOGIC)
            continue;
        ++*checked;
        without.logics &= ~(1U << logic);
        count = shares_in(&pos, &without, others);
        difference = shares_difference(decision->shares, decision->share_count, others, count);
        if (difference < SHARES_NOTICEABLE)
            difference = 0;
        if (fabs(difference - difference_told(decision, logic)) > 1e-9)
            g_test_fail_printf("%s at level %d without %s: shares differ by %g, not by %g", fen,
                               level, LOGICS[logic].name, difference,
                               difference_told(decision, logic));
    }
}

TEST(a_decision_hangs_on_what_changes_it)
{
    g_autoptr(GPtrArray) rows = read_rows();
    int checked = 0;

    for (guint i = 0; i < rows->len; i++) {
        const Row *row = rows->pdata[i];
        /* Those that look ahead take their time. */
        const int most = i % 8 == 0 ? LEVEL_COUNT : LEVEL_OF_THESIS_COUNT;
        for (int level = 2; has_all_fields(row) && level <= most; level++)
            check_deciders(row->field[ROW_FEN], level, &checked);
    }
    g_assert_cmpint(checked, >, 500);
}

/* How far @draws decisions are from @shares, those of the actions of @percept: chi-square. */
static double distance_of_draws(const Percept *percept, const Share *shares, int count, int draws)
{
    Random random = random_for_job(2, 1);
    int times[PERCEPT_MAX_ACTIONS] = {0};
    double distance = 0;

    for (int draw = 0; draw < draws; draw++) {
        Deliberation deliberation;
        const Move move = decision_make(percept, &random, NULL, &deliberation);
        for (int i = 0; i < percept->action_count; i++)
            times[i] += percept->actions[i].move == move;
    }
    for (int i = 0; i < percept->action_count; i++) {
        const double expected = shares_find(shares, count, percept->actions[i].move) * draws;
        if (expected > 0)
            distance += (times[i] - expected) * (times[i] - expected) / expected;
        else
            g_assert_cmpint(times[i], ==, 0);
    }
    return distance;
}

/* All levels, and sets in which actions that are equally good to agents are not so to the master.
 */
TEST(draws_fall_as_the_shares_say)
{
    static const char *const sets[] = {"1",
                                       "2",
                                       "3",
                                       "4",
                                       "5",
                                       "6",
                                       "7",
                                       "8",
                                       "9",
                                       "10",
                                       "11",
                                       "12",
                                       "13",
                                       "3+attack-request+position",
                                       "8-move-attack",
                                       "8+position",
                                       "8+double-attack",
                                       "7,one-lot=on"};
    g_autoptr(GPtrArray) rows = read_rows();

    for (size_t set = 0; set < G_N_ELEMENTS(sets); set++) {
        const LogicSet logics = logics_of(sets[set]);
        double distance = 0;
        int freedom = 0;
        for (guint row = set % 3; row < rows->len; row += 3) {
            const Position pos = position_of(((const Row *)rows->pdata[row])->field[ROW_FEN]);
            Share shares[PERCEPT_MAX_ACTIONS];
            double sum = 0;
            Percept percept;
            int count;
            percept_take_chess(&pos, &logics, &percept);
            count = decision_list_shares(&percept, shares);
            distance += distance_of_draws(&percept, shares, count, 250);
            for (int i = 0; i < count; i++)
                sum += shares[i].share;
            freedom += count - 1;
            g_assert_cmpfloat_with_epsilon(sum, 1, 1e-9);
        }
        g_test_message("%s: %.1f for %d degrees of freedom", sets[set], distance, freedom);
        /* Four standard deviations and a little for few degrees of freedom. */
        g_assert_cmpfloat(distance, <, freedom + 4 * sqrt(2.0 * freedom) + 8);
    }
}

static void add_rows(GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const Row *row = rows->pdata[i];
        g_autofree char *sentence = g_strdelimit(g_strdup(row->field[ROW_SENTENCE]), " ", '-');
        g_autofree char *path = g_strconcat("/master/", sentence, NULL);
        g_test_add_data_func(path, row, test_row);
    }
}

static Move decide(const char *fen, int level, uint64_t draw, const Recorder *recorder)
{
    const Position pos = position_of(fen);
    const LogicSet logics = logic_set_of_level(level);
    Random random = random_for_job(1, draw);

    Deliberation deliberation;

    return decide_in(&pos, &logics, &random, recorder, &deliberation);
}

/* What led to the decision of @logics in @fen. */
static Deliberation deliberate(const char *fen, const char *logics)
{
    const Position pos = position_of(fen);
    const LogicSet set = logics_of(logics);
    Random random = random_for_job(1, 1);
    Deliberation deliberation;

    decide_in(&pos, &set, &random, NULL, &deliberation);
    return deliberation;
}

static void count_kinds(const Message *message, void *data)
{
    int *count = data;

    count[message->kind]++;
    if (message->kind == MESSAGE_REQUEST)
        count[MESSAGE_KIND_COUNT] += message->wants_defence;
}

/* The thesis' figure 4.1 with kings added, and the queens and pawns its text speaks of. */
static const char FIGURE_4_1[] = "6kq/8/3np3/2pR3Q/8/2p5/3r4/6K1 w - - 0 1";

TEST(a_recorder_changes_no_decision)
{
    for (int level = 1; level <= LEVEL_COUNT; level++)
        for (uint64_t draw = 1; draw <= 60; draw++) {
            int count[MESSAGE_KIND_COUNT + 1] = {0};
            const Recorder recorder = {count_kinds, count};
            g_assert_cmpuint(decide(FIGURE_4_1, level, draw, NULL), ==,
                             decide(FIGURE_4_1, level, draw, &recorder));
        }
}

/* Without a recorder agents leave out what cannot matter any more; with one they say it all. */
TEST(what_is_left_out_unheard_changes_no_decision)
{
    for (int level = LEVEL_OF_THESIS_COUNT + 1; level <= LEVEL_COUNT; level++) {
        const LogicSet logics = logic_set_of_level(level);

        for (uint64_t game = 1; game <= 12; game++) {
            Random walk = random_for_job(3, game);
            Position pos = position_start();
            Move moves[MOVEGEN_MAX_MOVES];
            int count;

            for (int ply = 0; ply < 90 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
                int kinds[MESSAGE_KIND_COUNT + 1] = {0};
                const Recorder recorder = {count_kinds, kinds};
                Random unheard = random_for_job(game, (uint64_t)ply + 1), heard = unheard;
                Deliberation one, other;

                if (ply % 10 == 9) {
                    g_assert_cmpuint(decide_in(&pos, &logics, &unheard, NULL, &one), ==,
                                     decide_in(&pos, &logics, &heard, &recorder, &other));
                    g_assert_true(memcmp(&unheard, &heard, sizeof heard) == 0);
                    g_assert_cmpuint(one.expected, ==, other.expected);
                    g_assert_true(one.expected == MOVE_NONE ||
                                  logic_is_on(&logics, LOGIC_LOOK_AHEAD));
                }
                position_play(&pos, moves[random_below(&walk, (uint32_t)count)]);
            }
        }
    }
}

/* What level 12 decides on in @pos, if it may choose among @moves alone. Owner: the caller. */
static Message *decision_among(const Position *pos, const Move *moves, int count)
{
    const LogicSet logics = logic_set_of_level(12);
    Random random = random_for_job(1, 1);
    Message *decision = NULL;
    const Recorder recorder = {keep_decision, &decision};
    Deliberation deliberation;
    Percept percept;

    percept_take_chess(pos, &logics, &percept);
    percept_keep_moves(&percept, moves, count);
    decision_make(&percept, &random, &recorder, &deliberation);
    return decision;
}

TEST(what_lots_are_drawn_among_is_imagined_to_its_end)
{
    int several = 0;

    for (uint64_t game = 1; game <= 40; game++) {
        Random walk = random_for_job(5, game);
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;

        for (int ply = 0; ply < 60 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            if (ply % 6 == 5) {
                g_autoptr(Message) decision = decision_among(&pos, moves, count);
                const int drawn = decision->proposal.equal_count;
                for (int i = 0; i < drawn; i++) {
                    const Proposal *row = &decision->candidates[i];
                    g_autoptr(Message) alone = decision_among(&pos, &row->move, 1);
                    g_assert_cmpint(row->worth, ==, alone->candidates[0].worth);
                }
                several += drawn > 1;
            }
            position_play(&pos, moves[random_below(&walk, (uint32_t)count)]);
        }
    }
    g_assert_cmpint(several, >, 0);
}

/* Figures 2.2a, 2.2b and 2.2c. */
TEST(messages_are_those_of_the_levels)
{
    for (int level = 1; level <= LEVEL_OF_THESIS_COUNT; level++) {
        int count[MESSAGE_KIND_COUNT + 1] = {0};
        const Recorder recorder = {count_kinds, count};
        const int agents = 3, asked = level >= 5, looked_at_threat = level >= 7;
        decide(FIGURE_4_1, level, 1, &recorder);
        g_assert_cmpint(count[MESSAGE_ORDER], ==, agents * (1 + looked_at_threat) + asked);
        g_assert_cmpint(count[MESSAGE_REPORT], ==, agents * (1 + looked_at_threat));
        g_assert_cmpint(count[MESSAGE_REQUEST], ==, asked);
        g_assert_cmpint(count[MESSAGE_SOLUTION], ==, asked);
        g_assert_cmpint(count[MESSAGE_DECISION], ==, 1);
        g_assert_cmpint(count[MESSAGE_CONSULT] > 0, ==, level >= 7);
    }
}

/* The queen can step aside without loss: level 7 asks for defence all the same. */
/* Hears agents with @logics and their master in positions of random games. */
static void hear_games(const LogicSet *logics, int games,
                       void (*check)(const Position *pos, const GPtrArray *messages))
{
    for (int game = 1; game <= games; game++) {
        Random random = random_for_job(5, (uint64_t)game);
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;

        for (int ply = 0; ply < 120 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            g_autoptr(GPtrArray) messages = messages_new();
            const Recorder recorder = {messages_keep, messages, .imagined = true};
            Deliberation deliberation;
            if (ply % 8 == 7) {
                decide_in(&pos, logics, &random, &recorder, &deliberation);
                check(&pos, messages);
            }
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

/* Whether an agent has reported @move as its best attack or move, worth @worth. */
static bool is_reported(const GPtrArray *messages, Move move, int worth)
{
    for (guint i = 0; i < messages->len; i++) {
        const Message *report = messages->pdata[i];
        const Proposal *best[] = {&report->attack, &report->move};
        for (int j = 0; j < 2 && report->kind == MESSAGE_REPORT; j++)
            for (int k = 0; k < best[j]->equal_count; k++)
                if (best[j]->equals[k] == move && best[j]->worth == worth)
                    return true;
    }
    return false;
}

static void check_best_is_reported(const Position *pos, const GPtrArray *messages)
{
    const Message *decision = messages->pdata[messages->len - 1];
    const Proposal *best = &decision->candidates[0];
    char fen[FEN_TEXT_SIZE];

    fen_format(pos, fen);
    if (best->worth != WORTH_OF_MATE && !is_reported(messages, best->move, best->worth))
        g_test_fail_printf("%s: no agent reports the best candidate", fen);
}

TEST(a_master_that_compares_worths_decides_on_what_agents_report)
{
    const LogicSet logics = logic_set_of_level(11);

    hear_games(&logics, 8, check_best_is_reported);
}

static void check_sum(const Position *pos, const Message *message, const Proposal *proposal)
{
    g_autofree char *text = NULL;
    char fen[FEN_TEXT_SIZE];
    int sum = 0;

    for (int i = 0; i < proposal->part_count; i++)
        sum += proposal->parts[i].amount;
    if (sum == proposal->worth || (proposal->move == MOVE_NONE && message->kind != MESSAGE_EXPECT))
        return;
    fen_format(pos, fen);
    text = message_format(message, &GAME_CHESS);
    g_test_fail_printf("%s: %s: parts sum to %d, not to %d", fen, text, sum, proposal->worth);
}

static int sums_checked; /* decisions whose messages check_sums() has seen */

static void check_sums(const Position *pos, const GPtrArray *messages)
{
    sums_checked++;
    for (guint i = 0; i < messages->len; i++) {
        const Message *message = messages->pdata[i];
        if (message->kind == MESSAGE_REPORT && message->has_actions) {
            check_sum(pos, message, &message->attack);
            check_sum(pos, message, &message->move);
        } else if (message->kind == MESSAGE_OFFER || message->kind == MESSAGE_SOLUTION ||
                   message->kind == MESSAGE_EXPECT || message->kind == MESSAGE_DECISION) {
            check_sum(pos, message, &message->proposal);
        }
        for (int j = 0; message->kind == MESSAGE_DECISION && j < message->candidate_count; j++)
            check_sum(pos, message, &message->candidates[j]);
    }
}

/* Set AGENTCHESS_GAMES for more of them: 55 have 10,000 decisions at levels 1 to 13. */
TEST(parts_sum_to_each_worth)
{
    const char *text = g_getenv("AGENTCHESS_GAMES");
    const int games = text != NULL ? atoi(text) : 2;

    sums_checked = 0;
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        const LogicSet logics = logic_set_of_level(level);
        hear_games(&logics, games, check_sums);
    }
    g_test_message("%d decisions at levels 1 to %d", sums_checked, LEVEL_COUNT);
    g_assert_cmpint(sums_checked * 55, >=, games * 10000);
    for (char **field; (field = NEXT_ROW("parts sum to each worth")) != NULL;) {
        const LogicSet logics = logics_of(field[0]);
        hear_games(&logics, games, check_sums);
    }
}

/* The place of the question to which the message at @i is the answer. */
static guint question_of(const GPtrArray *messages, guint i)
{
    const Message *expected = messages->pdata[i];
    guint asked = i - 1;

    for (;; asked--) {
        const Message *message = messages->pdata[asked];
        if (message->kind == MESSAGE_IMAGINE && message->line_count == expected->line_count)
            return asked;
    }
}

/* What the action that the message at @i is about was found to be worth, from the messages since
 * it was asked about; sets which answer that is. */
static int rebuild_worth(const GPtrArray *messages, guint i, Move *out_answer)
{
    const Message *expected = messages->pdata[i];
    int sure = 0, best = INT_MIN;

    for (int j = 0; j < expected->proposal.part_count; j++)
        if (expected->proposal.parts[j].kind != PART_IMAGINED)
            sure += expected->proposal.parts[j].amount;
    for (guint j = question_of(messages, i); j < i; j++) {
        const Message *answer = messages->pdata[j];
        if (answer->kind != MESSAGE_EXPECT || answer->line_count != expected->line_count + 1)
            continue;
        g_assert_cmpuint(answer->line[expected->line_count], ==, expected->action);
        if (answer->proposal.worth <= best)
            continue;
        best = answer->proposal.worth;
        *out_answer = answer->action;
    }
    if (best == INT_MIN && expected->candidate_count > 0) {
        best = expected->candidates[0].worth;
        *out_answer = expected->candidates[0].move;
    }
    return best == INT_MIN ? expected->proposal.worth : sure - best;
}

static int boards_rebuilt[2]; /* those imagined after others, and the first ones */

static void check_imagined(const Position *pos, const GPtrArray *messages)
{
    char fen[FEN_TEXT_SIZE];

    fen_format(pos, fen);
    for (guint i = 0; i < messages->len; i++) {
        const Message *expected = messages->pdata[i];
        Move answer = MOVE_NONE;
        int worth;
        if (expected->kind != MESSAGE_EXPECT)
            continue;
        worth = rebuild_worth(messages, i, &answer);
        boards_rebuilt[expected->line_count == 0]++;
        if (worth != expected->proposal.worth || answer != expected->proposal.move)
            g_test_fail_printf("%s: ply %d imagined: worth %d by the messages, not %d", fen,
                               expected->line_count + 1, worth, expected->proposal.worth);
    }
}

TEST(imagined_boards_can_be_rebuilt_from_what_was_told)
{
    static const char *const players[] = {"12", "13", "7+look-ahead", "13,answers=2"};

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        const LogicSet logics = logics_of(players[i]);
        hear_games(&logics, 2, check_imagined);
    }
    g_assert_cmpint(boards_rebuilt[0], >, 500);
    g_assert_cmpint(boards_rebuilt[1], >, 100);
}

/* Positions of games that level 5 plays against itself: all, or those in which an agent is
 * threatened. Owner: the caller. */
static GArray *positions_of_games(int games, bool threatened)
{
    const LogicSet logics = logic_set_of_level(5);
    GArray *positions = g_array_new(FALSE, FALSE, sizeof(Position));

    for (int game = 1; game <= games; game++) {
        Random random = random_for_job(11, (uint64_t)game);
        Position pos = position_start();
        for (int ply = 0; ply < 120 && movegen_any(&pos); ply++) {
            Deliberation deliberation;
            const Move move = decide_in(&pos, &logics, &random, NULL, &deliberation);
            if (ply % 5 == 4 && (!threatened || deliberation.threatened != 0))
                g_array_append_val(positions, pos);
            position_play(&pos, move);
        }
    }
    return positions;
}

/* In how many of @positions, every @step-th, @one and @other decide differently. */
static int count_changed(const GArray *positions, guint step, const LogicSet *one,
                         const LogicSet *other)
{
    const LogicSet *const sets[] = {one, other};
    int changed = 0;

    for (guint i = 0; i < positions->len; i += step) {
        Share shares[2][PERCEPT_MAX_ACTIONS];
        int counts[2];
        for (int j = 0; j < 2; j++)
            counts[j] = shares_in(&g_array_index(positions, Position, i), sets[j], shares[j]);
        changed += shares_difference(shares[0], counts[0], shares[1], counts[1]) > 1e-9;
    }
    return changed;
}

/* Logics of what the most threatened agent asks. */
static bool is_of_requests(Logic logic)
{
    return logic == LOGIC_ATTACK_REQUEST || logic == LOGIC_DEFENCE_REQUEST ||
           logic == LOGIC_RESTRICTED_DEFENCE_REQUEST;
}

/* Of @positions, 1 % must differ. */
static void check_logic(const GArray *positions, int level, Logic logic)
{
    const LogicSet logics = logic_set_of_level(level);
    const guint step = logic_is_on(&logics, LOGIC_LOOK_AHEAD) ? 8 : 1;
    const int count = (int)((positions->len + step - 1) / step);
    LogicSet without = logics;
    int changed;

    if (!logic_is_on(&logics, logic))
        return;
    without.logics &= ~(1U << logic);
    changed = count_changed(positions, step, &logics, &without);
    g_test_message("level %d without %s: %d of %d", level, LOGICS[logic].name, changed, count);
    if (logic_replaced_by(logics.logics, logic) != NO_LOGIC ? changed > 0 : 100 * changed < count)
        g_test_fail_printf("level %d without %s: %d of %d decisions differ", level,
                           LOGICS[logic].name, changed, count);
}

/* Where no agent is threatened none asks for help: logics of requests are tried where one is. */
TEST(each_logic_of_a_level_changes_decisions_or_is_replaced)
{
    g_autoptr(GArray) all = positions_of_games(28, false);
    g_autoptr(GArray) threatened = positions_of_games(56, true);

    for (int level = 1; level <= LEVEL_COUNT; level++)
        for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++)
            check_logic(is_of_requests(logic) ? threatened : all, level, logic);
}

TEST(a_promotion_is_not_put_off)
{
    static const char fen[] = "1K6/6r1/p7/8/PP6/8/4k2p/8 b - - 98 108";

    for (int level = 11; level <= LEVEL_COUNT; level++) {
        g_autofree char *text = g_strdup_printf("%d", level);
        g_autofree char *decisions = decision_set(fen, text);
        g_assert_cmpstr(decisions, ==, "h2h1q");
    }
}

/* The black king has no move: to take the rook that is offered gives the win away. */
TEST(a_side_that_wins_does_not_stalemate)
{
    static const char fen[] = "k7/2Q5/8/8/8/8/6r1/7K w - - 0 1";

    for (int level = 8; level <= LEVEL_COUNT; level++) {
        g_autofree char *text = g_strdup_printf("%d", level);
        g_autofree char *decisions = decision_set(fen, text);
        g_assert_cmpint(strstr(decisions, "h1g2") != NULL, ==, level == 8);
    }
}

TEST(restricted_requests_are_made_only_if_the_own_actions_all_lose)
{
    static const char aside[] = "5k2/8/2n5/8/B2Q4/8/8/6K1 w - - 0 1";
    static const char helpless[] = "6k1/8/8/3p4/r2P4/8/8/6NK w - - 0 1";
    int count[4][MESSAGE_KIND_COUNT + 1] = {{0}};

    decide(aside, 7, 1, &(Recorder){count_kinds, count[0]});
    decide(aside, 8, 1, &(Recorder){count_kinds, count[1]});
    decide(helpless, 7, 1, &(Recorder){count_kinds, count[2]});
    decide(helpless, 8, 1, &(Recorder){count_kinds, count[3]});
    g_assert_cmpint(count[0][MESSAGE_KIND_COUNT], ==, 1);
    g_assert_cmpint(count[1][MESSAGE_KIND_COUNT], ==, 0);
    g_assert_cmpint(count[2][MESSAGE_KIND_COUNT], ==, 1);
    g_assert_cmpint(count[3][MESSAGE_KIND_COUNT], ==, 1);
}

static void count_disregarded(const Message *message, void *data)
{
    int *count = data;

    if (message->kind == MESSAGE_REPORT && message->has_actions)
        count[message->disregarded_count]++;
}

/* The pawn must move and leave the pinned knight undefended. */
TEST(consultation_is_dropped_when_nothing_is_left)
{
    static const char fen[] = "5r1k/8/8/8/8/5Nq1/4P3/5K2 w - - 0 1";
    int count[PERCEPT_MAX_ACTIONS] = {0};
    g_autofree char *decisions = decision_set(fen, "7");

    g_assert_cmpstr(decisions, ==, "e2e3 e2e4");
    decide(fen, 7, 1, &(Recorder){count_disregarded, count});
    g_assert_cmpint(count[2], ==, 1); /* both pawn moves, in the first round of reports */
    g_assert_cmpint(count[0], ==, 5); /* king and knight there, and all three in the second */
}

/* How likely the king is to decide, which has three moves as good as the two of the knight. */
static double share_of_king(const char *player)
{
    const Position pos = position_of("k7/8/8/8/8/8/8/K6N w - - 0 1");
    const LogicSet logics = logics_of(player);
    Share shares[PERCEPT_MAX_ACTIONS];
    double share = 0;
    Percept percept;
    int count;

    percept_take_chess(&pos, &logics, &percept);
    count = decision_list_shares(&percept, shares);
    for (int i = 0; i < count; i++)
        share += move_from(shares[i].move) == 0 ? shares[i].share : 0;
    return share;
}

TEST(the_master_draws_among_agents_or_among_actions)
{
    g_assert_cmpfloat_with_epsilon(share_of_king("1"), 1.0 / 2, 1e-12);
    g_assert_cmpfloat_with_epsilon(share_of_king("1,one-lot=on"), 3.0 / 5, 1e-12);
}

static Bitboard square_set(const char *name)
{
    return bitboard_of(square_at(name[0] - 'a', name[1] - '1'));
}

TEST(it_is_known_who_helped_the_most_threatened_agent)
{
    static const char attacked[] = "5k2/8/2n5/8/B2Q4/8/8/6K1 w - - 0 1";
    static const char undefended[] = "6k1/8/8/3p4/r2P4/8/8/6NK w - - 0 1";
    const Deliberation itself = deliberate(attacked, "4");
    const Deliberation attack = deliberate(attacked, "5");
    const Deliberation defence = deliberate(undefended, "6");

    g_assert_true(itself.threatened != 0 && itself.is_own && !itself.rejects_offer);
    g_assert_cmpint(itself.kind, >=, CANDIDATE_PLANNED_MOVE);
    g_assert_true(attack.threatened != 0 && !attack.is_own && !attack.rejects_offer);
    g_assert_cmpint(attack.kind, ==, CANDIDATE_ATTACK_REQUEST);
    g_assert_true(defence.threatened != 0 && !defence.is_own && !defence.rejects_offer);
    g_assert_cmpint(defence.kind, ==, CANDIDATE_DEFENCE_REQUEST);
}

/* The rook could take the knight that threatens the queen, but the pawn would take the rook. */
TEST(an_offer_that_is_not_taken_is_known)
{
    static const char fen[] = "5k2/1p6/2n5/8/3Q4/8/8/2R3K1 w - - 0 1";

    g_assert_false(deliberate(fen, "4").rejects_offer);
    g_assert_true(deliberate(fen, "5").rejects_offer);
}

TEST(the_agents_that_reported_a_loss_are_known)
{
    static const char fen[] = "6k1/8/8/3p4/r2P4/8/4n3/6NK w - - 0 1";
    const Deliberation foundation = deliberate(fen, "1");

    g_assert_true(foundation.has_reasoned);
    g_assert_cmphex(foundation.threatened, ==, square_set("d4") | square_set("g1"));
    g_assert_cmphex(deliberate("6k1/8/8/8/8/8/8/6NK w - - 0 1", "1").threatened, ==, 0);
}

TEST(it_is_known_whom_a_move_is_planned_to_attack)
{
    static const char queen[] = "6k1/2qp4/8/8/3N4/8/8/6K1 w - - 0 1";
    static const char king[] = "8/6r1/R7/7K/8/8/1k6/8 b - - 0 66";
    const Deliberation on_queen = deliberate(queen, "3");
    const Deliberation on_king = deliberate(king, "2,level-2-hunts-king=on");

    g_assert_cmpint(on_queen.kind, ==, CANDIDATE_PLANNED_MOVE);
    g_assert_cmphex(on_queen.planned_on, ==, square_set("c7"));
    g_assert_cmpint(on_king.kind, ==, CANDIDATE_PLANNED_MOVE);
    g_assert_cmphex(on_king.planned_on, ==, 0);
}

TEST_CASES()
{
    static GPtrArray *rows; /* the cases read them after this */

    rows = read_rows();
    add_rows(rows);
}
