/* Games with turns as a match plays them: ply by ply, with clocks if the spec has them. */
#include <string.h>

#include "board/threechess.h"
#include "experiments/play/match.h"
#include "players/search/player_search.h"
#include "players/search/search.h"

#define DOUBTFUL_MS 10 /* shorter delays are usual, and no program needs them */

typedef struct {
    const Spec *spec; /* whose rules the present game has */
    GameLine *line;
    int64_t left_ms[THREE_COLOR_COUNT]; /* only with a limit of time */
} LineTable;

static gpointer table_new(const Spec *spec)
{
    LineTable *table = g_new0(LineTable, 1);

    table->line = game_line_new(spec->game, &spec->rules.draws);
    return table;
}

static void table_free(gpointer own)
{
    LineTable *table = own;

    game_line_free(table->line);
    g_free(table);
}

const GameLine *match_line(const Match *match)
{
    const LineTable *table = match_own(match, &PLAY_IN_TURNS);

    return table != NULL ? table->line : NULL;
}

static bool has_clocks(const LineTable *table)
{
    return table->spec->rules.time_limit_ms > 0;
}

/* Only one side can lose material by a ply, so after the opening no two are first. */
static int bare_side_of(const Game *game, const int32_t *material)
{
    int bare = MATCH_NO_SIDE;

    for (int side = 0; side < game->sides; side++)
        if (material[side] == 0) {
            if (bare != MATCH_NO_SIDE)
                return MATCH_NO_SIDE;
            bare = side;
        }
    return bare;
}

static void note_material(const GameLine *line, MatchRecord *record, int32_t *out_material)
{
    int material[GAME_MAX_SIDES] = {0};

    line->game->material(&line->state, material);
    for (int side = 0; side < GAME_MAX_SIDES; side++)
        out_material[side] = material[side];
    if (record->bare_side == MATCH_NO_SIDE)
        record->bare_side = bare_side_of(line->game, out_material);
}

/* The game that @side gives up, in one way or another. Of two opponents neither is the winner. */
static GameOutcome given_up(Termination termination, int side, int sides)
{
    return (GameOutcome){termination, sides == 2 ? 1 - side : GAME_NOBODY, side};
}

/* How the game stands by its rules. In the original nothing ends a game whose side to move cannot,
 * and whatever it answers is illegal. */
static void note_outcome(const LineTable *table, MatchRecord *record)
{
    const GameLine *line = table->line;

    record->outcome = game_line_outcome(line);
    if (record->outcome.termination != TERMINATION_STALEMATE ||
        table->spec->rules.of != SPEC_RULES_THREECHESS)
        return;
    record->outcome = given_up(TERMINATION_FORFEIT, game_line_turn(line), line->game->sides);
    g_strlcpy(record->reason, "had no legal move", sizeof record->reason);
}

static void begin(gpointer own, MatchSeats *seats, MatchRecord *record)
{
    LineTable *table = own;

    table->spec = spec_of_pairing(seats->spec, record->job.pairing);
    table->line->rules = table->spec->rules.draws;
    record->opening = schedule_opening(seats->spec, &record->job, table->line);
    game_line_start(table->line, &record->opening);
    note_material(table->line, record, record->opening_material);
    note_outcome(table, record);
    for (int side = 0; side < THREE_COLOR_COUNT; side++)
        table->left_ms[side] = (int64_t)table->spec->rules.time_limit_ms;
}

/* Moves of three-player chess do not tell: whatever they enter may have stood there. */
static bool can_change_material(const Game *game, Move move)
{
    return game->sides > 2 || move_is_capture(move) || move_is_promotion(move);
}

static void note_ply(const GameLine *line, int side, const Choice *choice, MatchRecord *record)
{
    const int32_t *before;
    MatchPly *ply;

    if ((size_t)record->plies == record->capacity) {
        record->capacity *= 2;
        record->ply = g_renew(MatchPly, record->ply, record->capacity);
    }
    ply = &record->ply[record->plies++];
    ply->move = choice->move;
    ply->side = (uint8_t)side;
    ply->deliberation = choice->deliberation;
    before = record->plies == 1 ? record->opening_material : ply[-1].material;
    if (can_change_material(line->game, choice->move))
        note_material(line, record, ply->material);
    else
        memcpy(ply->material, before, sizeof ply->material);
}

static void note_fault(const Choice *choice, MatchFaults *faults)
{
    if (choice->reason == NULL || faults->count++ > 0)
        return;
    g_strlcpy(faults->reason, choice->reason, sizeof faults->reason);
    faults->words = g_strdup(choice->words);
}

/* How the game ends when @side of @sides chooses no move. */
static GameOutcome outcome_of_choice(const Choice *choice, int side, int sides)
{
    if (choice->kind == CHOICE_DRAW_CLAIM)
        return game_outcome_even(TERMINATION_DRAW_CLAIM);
    return given_up(choice->kind == CHOICE_RESIGNATION ? TERMINATION_RESIGNATION
                                                       : TERMINATION_FORFEIT,
                    side, sides);
}

/* Whether the player of @side could not be asked, so that @record counts for nothing. */
static bool is_interrupted(const MatchSeats *seats, int side, const Choice *choice,
                           MatchRecord *record)
{
    if (choice->kind == CHOICE_INTERRUPTION)
        record->interruption = g_strdup_printf(
            "%s: %s", seats->spec->players[record->job.player[side]].name, choice->reason);
    return choice->kind == CHOICE_INTERRUPTION;
}

/* By the clock of the table, if the game has clocks. */
static int64_t read_us(const LineTable *table, const MatchClock *clock)
{
    return has_clocks(table) ? clock->now_us(clock->data) : 0;
}

/* The time that the machine has given to this thread, if the game has clocks. */
static int64_t read_busy_us(const LineTable *table, const MatchClock *clock)
{
    return has_clocks(table) && clock->busy_us != NULL ? clock->busy_us(clock->data) : 0;
}

/* Whether @player waits for something else than its own thought: programs, a store. */
static bool waits(const Player *player)
{
    return player->kind->command != NULL ||
           (player->kind->program != NULL && player->kind->program(player) != NULL) ||
           player_search_memory(player) != NULL;
}

/* To the nearest millisecond, so that less than half of one is free. More than any clock can show
 * is as good as that. */
static int rounded_ms(int64_t us)
{
    return (int)MIN((us + 500) / 1000, G_MAXINT32);
}

/* The delay of this program counts in a game with clocks, and if the lack of an answer in time ends
 * the game; such an answer was waited for longer by the delay. */
static void note_delay(const LineTable *table, const Choice *choice, int delay_ms,
                       MatchRecord *record)
{
    if (!has_clocks(table) && !choice->is_late)
        return;
    record->delay_ms = MAX(record->delay_ms, delay_ms);
    record->is_doubtful = choice->is_late && delay_ms >= DOUBTFUL_MS;
}

/* Plays a ply of the game with turns that goes on; false if there is none, as its player ends it.
 */
static bool play_ply(LineTable *table, MatchSeats *seats, MatchRecord *record,
                     const Recorder *recorder)
{
    GameLine *line = table->line;
    const int side = game_line_turn(line);
    Player *player = seats->side[side];
    const PlayerCall call = {
        .line = line,
        .random = &seats->random,
        .recorder = recorder,
        .memories = seats->memories,
        .left_ms = has_clocks(table) ? table->left_ms : NULL,
    };
    Choice choice;
    int64_t begun_us, taken_us, busy_us, left_ms;
    int delay_ms;

    if (has_clocks(table) && player->kind->get_ready != NULL)
        player->kind->get_ready(player);
    busy_us = read_busy_us(table, &seats->clock);
    begun_us = read_us(table, &seats->clock);
    choice = player_choose(player, &call);
    taken_us = read_us(table, &seats->clock) - begun_us;
    if (has_clocks(table) && seats->clock.busy_us != NULL && !waits(player))
        choice.delay_us =
            MAX(taken_us - (read_busy_us(table, &seats->clock) - busy_us), choice.delay_us);
    delay_ms = rounded_ms(choice.delay_us);
    note_delay(table, &choice, delay_ms, record);
    if (is_interrupted(seats, side, &choice, record))
        return false;
    if (choice.kind != CHOICE_MOVE) {
        record->outcome = outcome_of_choice(&choice, side, line->game->sides);
        g_strlcpy(record->reason, choice.reason != NULL ? choice.reason : "",
                  sizeof record->reason);
        record->words = g_strdup(choice.words);
        return false;
    }
    note_fault(&choice, &record->faults[side]);
    left_ms = table->left_ms[side];
    if (has_clocks(table))
        record->outcome =
            three_clock_charge(table->left_ms, &line->state.three, rounded_ms(taken_us));
    if (record->outcome.termination != TERMINATION_NONE) {
        record->is_doubtful = rounded_ms(taken_us) - delay_ms <= left_ms;
        return false;
    }
    game_line_play(line, choice.move);
    note_ply(line, side, &choice, record);
    note_outcome(table, record);
    return true;
}

/* Tells all players how the game has ended, until one of them cannot be told. */
static void end_game(const LineTable *table, MatchSeats *seats, MatchRecord *record)
{
    for (int side = 0; side < table->line->game->sides; side++) {
        Player *player = seats->side[side];
        Choice choice;
        if (player->kind->end_game == NULL)
            continue;
        choice = player->kind->end_game(player, table->line, side, &record->outcome);
        if (is_interrupted(seats, side, &choice, record))
            return;
        note_fault(&choice, &record->end_faults[side]);
    }
}

static bool step(gpointer own, MatchSeats *seats, MatchRecord *record, const Recorder *recorder)
{
    const bool has_played = play_ply(own, seats, record, recorder);

    if (record->outcome.termination != TERMINATION_NONE)
        end_game(own, seats, record);
    return has_played;
}

const ContestPlay PLAY_IN_TURNS = {
    .own_new = table_new,
    .own_free = table_free,
    .begin = begin,
    .step = step,
};
