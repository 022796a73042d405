#include <math.h>
#include <stdlib.h>

#include "argued_line.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "players/player_kinds.h"

#include "tests/test.h"

#define MOVES_ASKED 2

/* A number of the environment: QUESTIONS of a game, DRAWS in each position. */
static int number_of(const char *name, int standard)
{
    const char *text = g_getenv(name);

    return text != NULL ? atoi(text) : standard;
}

/* What was drawn in a position. */
typedef struct {
    Move move[GAME_MAX_MOVES];
    int times[GAME_MAX_MOVES], count, draws;
} Drawn;

static void draw(Player *player, const GameLine *line, uint64_t seed, int draws, Drawn *out_drawn)
{
    Random random = random_for_job(seed, 1);

    *out_drawn = (Drawn){.draws = draws};
    out_drawn->count = line->game->moves(&line->state, out_drawn->move);
    for (int i = 0; i < draws; i++) {
        const PlayerCall call = {.line = line, .random = &random};
        const Move move = player_choose(player, &call).move;
        for (int j = 0; j < out_drawn->count; j++)
            out_drawn->times[j] += out_drawn->move[j] == move;
    }
}

/* The agent's last report, or NULL. */
static const Message *report_of(const GPtrArray *messages, AgentName agent)
{
    for (guint i = messages->len; i-- > 0;) {
        const Message *message = messages->pdata[i];
        if (message->kind == MESSAGE_REPORT && message->has_actions &&
            message->sender.square == agent.square)
            return message;
    }
    return NULL;
}

static bool has(const Move *moves, int count, Move move)
{
    for (int i = 0; moves != NULL && i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static bool has_row(const Message *decision, const FateWorth *row)
{
    for (int i = 0; i < decision->candidate_count; i++)
        if (decision->candidates[i].kind == row->kind &&
            decision->candidates[i].worth == row->worth)
            return true;
    return false;
}

/* Whether @messages, of one draw, say the same of what agents and the master make of @move. */
static bool is_confirmed(const GPtrArray *messages, Move move, const Fate *fate)
{
    const Message *report = report_of(messages, fate->reported.agent);
    const bool is_disregarded =
        report != NULL && has(report->disregarded, report->disregarded_count, move);
    const bool is_reported =
        report != NULL && (has(report->attack.equals, report->attack.equal_count, move) ||
                           has(report->move.equals, report->move.equal_count, move));

    switch (fate->step) {
    case FATE_MATE:
        return report == NULL;
    case FATE_CONSULTED:
        return is_disregarded;
    case FATE_REPORT:
        return report != NULL && !is_disregarded && !is_reported;
    case FATE_COMPARISON:
        return is_reported;
    case FATE_CHOICE:
        return has_row(messages->pdata[messages->len - 1], &fate->rival);
    default:
        return true;
    }
}

/* What it is worth without its place. */
static int profit_of(const FateWorth *worth)
{
    int profit = worth->worth;

    for (int i = 0; i < worth->parts.count; i++)
        if (worth->parts.part[i].kind == PART_PLACE)
            profit -= worth->parts.part[i].amount;
    return profit;
}

static bool is_attack(const FateWorth *worth)
{
    return worth->kind == CANDIDATE_ATTACK;
}

static bool is_answer(const FateWorth *worth)
{
    return worth->kind == CANDIDATE_ATTACK_REQUEST || worth->kind == CANDIDATE_DEFENCE_REQUEST;
}

/* Whether what is said of the choice between @row and @rival is true of their worths. */
static bool is_preferred(const Fate *fate)
{
    const FateWorth *row = &fate->weighed, *rival = &fate->rival;

    switch (fate->preference) {
    case PREFERENCE_WORTH:
        return row->worth < rival->worth;
    case PREFERENCE_KIND:
        return row->worth == rival->worth && row->kind != rival->kind;
    case PREFERENCE_PLAN:
        return row->worth == rival->worth && row->kind == rival->kind;
    case PREFERENCE_THREAT:
        return profit_of(row) <= fate->worst_loss && row->agent.square != fate->worst.square;
    case PREFERENCE_READING:
        return profit_of(row) >= fate->worst_loss && !is_attack(row);
    case PREFERENCE_NO_NEED:
        return is_answer(row) && profit_of(rival) >= fate->worst_loss;
    case PREFERENCE_SURE:
        return is_answer(rival) && row->kind == CANDIDATE_PLANNED_MOVE;
    case PREFERENCE_ATTACK:
        return is_attack(rival) && !is_attack(row) && profit_of(rival) > 0;
    case PREFERENCE_EVEN:
        return is_attack(rival) && !is_attack(row) && profit_of(rival) == 0;
    default:
        return is_attack(rival) != is_attack(row) && profit_of(rival) >= profit_of(row);
    }
}

static bool is_argued(const Fate *fate)
{
    const FateWorth *rival = &fate->rival;

    switch (fate->step) {
    case FATE_CONSULTED:
        return fate->loss > 0;
    case FATE_REPORT:
        return rival->move == MOVE_NONE || rival->worth >= fate->reported.worth;
    case FATE_COMPARISON:
    case FATE_IMAGINATION:
        return rival->worth >= fate->reported.worth;
    case FATE_CHOICE:
        return is_preferred(fate);
    case FATE_REFUSAL:
        return fate->objection != OBJECTION_NONE &&
               objection_weight(fate->kept_objection) <= objection_weight(fate->objection);
    default:
        return true;
    }
}

static void fail(const GameLine *line, int level, Move move, const Fate *fate, const char *what)
{
    g_autofree char *position = line->game->write_state(&line->state);
    char text[GAME_MOVE_TEXT_SIZE];

    line->game->format_move_code(move, text);
    g_test_fail_printf("%s: %s, level %d, %s: %s, share %.6f, %s", line->game->name, position,
                       level, text, FATE_STEP_NAMES[fate->step], fate->share, what);
}

/* Standard deviations from what is expected that no draw of millions exceeds. */
#define FAR 5.5

/* Asks why not of a move; returns the step at which it was lost, FATE_COUNT if agents cannot
 * suggest it. */
static FateStep ask(const Player *player, const GameLine *line, int level, const Drawn *drawn,
                    int i, const GPtrArray *messages)
{
    const Move move = drawn->move[i];
    const double draws = drawn->draws, times = drawn->times[i];
    const Message *decision = messages->pdata[messages->len - 1];
    FateOtherwise otherwise;
    double expected;
    Fate fate;

    if (!player->kind->follow(player, &(PlayerCall){.line = line}, move, decision->worst, &fate,
                              &otherwise))
        return FATE_COUNT;
    expected = fate.share * draws;
    if ((fate.step == FATE_DRAW) != (fate.share > 0))
        fail(line, level, move, &fate, "the step and the share differ");
    if (fabs(times - expected) > FAR * sqrt(expected * (1 - fate.share)) + (fate.share > 0 ? 3 : 0))
        fail(line, level, move, &fate, "draws fall otherwise");
    if (!is_confirmed(messages, move, &fate))
        fail(line, level, move, &fate, "messages say otherwise");
    if (!is_argued(&fate))
        fail(line, level, move, &fate, "this is no reason");
    if ((otherwise.levels >> level & 1) != (fate.share > 0))
        fail(line, level, move, &fate, "its own level says otherwise");
    return fate.step;
}

/* Asks of some moves in a position; returns of how many. */
static int ask_in(const GameLine *line, int level, uint64_t seed, int draws, int *steps)
{
    g_autofree char *name = g_strdup_printf("level:%d", level);
    g_autoptr(Player) player = player_new(name, NULL, NULL);
    g_autoptr(GPtrArray) messages = messages_new();
    const Recorder recorder = {messages_keep, messages};
    Random random = random_for_job(seed, 2);
    const int first = (int)random_below(&random, GAME_MAX_MOVES);
    Drawn drawn;
    int asked = 0;

    draw(player, line, seed, draws, &drawn);
    player_choose(player, &(PlayerCall){.line = line, .random = &random, .recorder = &recorder});
    for (int i = 0; i < drawn.count && asked < MOVES_ASKED; i++) {
        const FateStep step = ask(player, line, level, &drawn, (first + i) % drawn.count, messages);
        if (step == FATE_COUNT)
            continue;
        steps[step]++;
        asked++;
    }
    return asked;
}

/* Set AGENTCHESS_QUESTIONS to the number of positions in each game, and AGENTCHESS_DRAWS. Those
 * that look ahead draw less often. */
TEST(what_became_of_a_move_agrees_with_draws)
{
    static const Game *const games[] = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS};
    const int positions = number_of("AGENTCHESS_QUESTIONS", LEVEL_COUNT);
    const int draws = number_of("AGENTCHESS_DRAWS", 40);
    int steps[FATE_COUNT] = {0}, asked = 0;

    for (size_t game = 0; game < G_N_ELEMENTS(games); game++)
        for (int i = 0; i < positions; i++) {
            const int level = 1 + i % LEVEL_COUNT;
            Random random = random_for_job(21, (uint64_t)i + 1);
            g_autoptr(GameLine) line = argued_line(games[game], &random);
            asked +=
                ask_in(line, level, 1000 + (uint64_t)i, level < 12 ? draws : draws / 20, steps);
        }
    for (int i = 0; i < FATE_COUNT; i++)
        g_test_message("%s: %d", FATE_STEP_NAMES[i], steps[i]);
    g_test_message("%d questions", asked);
    g_assert_cmpint(steps[FATE_REPORT], >, 0);
    g_assert_cmpint(steps[FATE_COMPARISON], >, 0);
    g_assert_cmpint(steps[FATE_CHOICE], >, 0);
    g_assert_cmpint(steps[FATE_DRAW], >, 0);
}
