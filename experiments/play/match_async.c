/* Asynchronous games of a match, played instant by instant. */
#include <string.h>

#include "experiments/play/match.h"
#include "players/async/async_table.h"

typedef struct {
    AsyncTable table;
    uint64_t seed; /* of its random draws */
} TimeTable;

int32_t match_times_last_material(const MatchTimes *times, int side)
{
    return match_times_change(times, (int)times->changes->len - 1)->material[side];
}

static gpointer table_new(G_GNUC_UNUSED const Spec *spec)
{
    return g_new0(TimeTable, 1);
}

static void table_free(gpointer data)
{
    TimeTable *own = data;

    g_clear_pointer(&own->table.game, async_game_free);
    g_free(own);
}

static MatchChange material_of(const AsyncWorld *world)
{
    MatchChange now = {.time_ms = world->now_ms};

    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        now.material[side] = async_world_material(world, side);
    return now;
}

/* Notes the material if it has changed or if this is the end, once for each time. */
static void note_material(const AsyncWorld *world, bool is_end, MatchTimes *times)
{
    const MatchChange now = material_of(world);
    MatchChange *last = &g_array_index(times->changes, MatchChange, times->changes->len - 1);

    if (last->time_ms == now.time_ms)
        *last = now;
    else if (is_end || memcmp(last->material, now.material, sizeof now.material) != 0)
        g_array_append_val(times->changes, now);
}

static void begin(gpointer data, MatchSeats *seats, MatchRecord *record)
{
    TimeTable *own = data;
    const Spec *spec = seats->spec;
    const SpecPairing *pairing = &spec->pairings[record->job.pairing];
    const AsyncRules rules = spec_async_rules(spec, pairing);
    const AsyncWorld start = async_world_start();
    const AsyncChance chance = {async_draw_by_seed, &own->seed};
    const MatchChange first = material_of(&start);
    MatchTimes *times = &record->times;

    own->seed = random_next(&seats->random) >> 1; /* a number that all readers of JSON agree on */
    g_clear_pointer(&own->table.game, async_game_free);
    own->table = (AsyncTable){.game = async_game_new(&rules, &start, &chance),
                              .player = {seats->side[COLOR_WHITE], seats->side[COLOR_BLACK]},
                              .random = &seats->random};
    times->ms_per_space = (int64_t)pairing->ms_per_space;
    times->step_ms = (int64_t)spec->record.time_step_ms;
    times->time_ms = 0;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++)
        times->of[side] = (MatchDoings){0};
    g_array_set_size(times->changes, 0);
    g_array_append_val(times->changes, first);
}

static void note_answers(const AsyncGame *game, MatchTimes *times)
{
    for (guint i = 0; i < game->answered->len; i++) {
        const AsyncAnswered *answered = &g_array_index(game->answered, AsyncAnswered, i);
        MatchDoings *doings = &times->of[answered->command.side];
        if (answered->answer == ASYNC_REFUSED_GAME_OVER)
            continue;
        doings->commands++;
        doings->refused += answered->answer != ASYNC_ACCEPTED;
    }
}

/* @before: where the pieces of each side stood before the instant. */
static void note_settled(const AsyncSettled *settled, const Bitboard before[COLOR_COUNT],
                         MatchTimes *times)
{
    if ((settled->stopped | settled->killed) == 0)
        return;
    for (Color side = COLOR_WHITE; side < COLOR_COUNT; side++) {
        times->of[side].stopped +=
            bitboard_count(settled->stopped & ~settled->killed & before[side]);
        times->of[side].killed += bitboard_count(settled->killed & before[side]);
    }
}

static GameOutcome outcome_of(AsyncEnd end)
{
    const Color winner = async_end_winner(end);

    if (winner != COLOR_COUNT)
        return game_outcome_win(TERMINATION_KING_CAPTURE, (int)winner);
    return game_outcome_even(end == ASYNC_GOES_ON   ? TERMINATION_NONE
                             : end == ASYNC_TIME_UP ? TERMINATION_TIME_LIMIT
                                                    : TERMINATION_KING_CAPTURE);
}

/* Whether the instant can have changed the material: something was killed, or something has entered
 * a last rank from the rank before it, as pawns do that become queens. */
static bool touches_material(const AsyncSettled *settled, const Bitboard before[COLOR_COUNT])
{
    const Bitboard last_but_one =
        (before[COLOR_WHITE] & RANK_8 >> 8) | (before[COLOR_BLACK] & RANK_1 << 8);

    return settled->killed != 0 || (settled->entered & last_but_one) != 0;
}

static bool step(gpointer data, G_GNUC_UNUSED MatchSeats *seats, MatchRecord *record,
                 G_GNUC_UNUSED const Recorder *recorder)
{
    TimeTable *own = data;
    const AsyncWorld *world = &own->table.game->world;
    const Bitboard before[COLOR_COUNT] = {world->by_color[COLOR_WHITE],
                                          world->by_color[COLOR_BLACK]};
    const AsyncSettled *settled = &own->table.game->settled;
    bool is_end;

    async_table_advance(&own->table);
    record->outcome = outcome_of((AsyncEnd)world->end);
    is_end = record->outcome.termination != TERMINATION_NONE;
    note_answers(own->table.game, &record->times);
    note_settled(settled, before, &record->times);
    if (is_end || touches_material(settled, before))
        note_material(world, is_end, &record->times);
    record->times.time_ms = world->now_ms;
    return true;
}

const ContestPlay PLAY_IN_TIME = {
    .own_new = table_new,
    .own_free = table_free,
    .begin = begin,
    .step = step,
};

const AsyncGame *match_game_in_time(const Match *match)
{
    const TimeTable *own = match_own(match, &PLAY_IN_TIME);

    return own != NULL ? own->table.game : NULL;
}

uint64_t match_draw_seed(const Match *match)
{
    return ((const TimeTable *)match_own(match, &PLAY_IN_TIME))->seed;
}
