#include "experiments/play/match.h"

#include "experiments/tools/error.h"

/* Longer than nearly every game, so that memory is taken once. */
#define INITIAL_CAPACITY 1024
#define INITIAL_CHANGES 64

MatchRecord *match_record_new(void)
{
    MatchRecord *record = g_new0(MatchRecord, 1);

    record->capacity = INITIAL_CAPACITY;
    record->ply = g_new(MatchPly, record->capacity);
    record->times.changes = g_array_sized_new(FALSE, FALSE, sizeof(MatchChange), INITIAL_CHANGES);
    record->findings = g_array_new(FALSE, FALSE, sizeof(RunFinding));
    return record;
}

static void clear_faults(MatchFaults *faults)
{
    for (int side = 0; side < CONTEST_MAX_SIDES; side++) {
        g_free(faults[side].words);
        faults[side] = (MatchFaults){.count = 0};
    }
}

void match_record_free(MatchRecord *record)
{
    clear_faults(record->faults);
    clear_faults(record->end_faults);
    g_free(record->ply);
    g_free(record->words);
    g_free(record->interruption);
    g_array_unref(record->times.changes);
    g_array_unref(record->findings);
    g_free(record);
}

struct Match {
    MatchSeats seats;
    RunMemoryTable memory;
    Player **players; /* as in the spec */
    gpointer own;     /* what the contest plays at */
};

static int64_t monotonic_us(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time();
}

static const ContestPlay *play_of(const Match *match)
{
    return match->seats.spec->contest->play;
}

gpointer match_own(const Match *match, const ContestPlay *play)
{
    return play_of(match) == play ? match->own : NULL;
}

void match_seat(Match *match, int number, Player *player)
{
    player_free(match->players[number]);
    match->players[number] = player;
}

void match_set_clock(Match *match, const MatchClock *clock)
{
    match->seats.clock = *clock;
}

/* Seats player number @i. */
static bool seat_player(Match *match, int i, GError **error)
{
    Player *player =
        player_new(match->seats.spec->players[i].given, match->seats.spec->engines, error);

    if (player == NULL)
        return false;
    match->players[i] = player;
    return contest_admits(match->seats.spec, player, error) &&
           player_check(player, match->memory.all, error);
}

bool match_check_programs(const Spec *spec, GError **error)
{
    for (int i = 0; i < spec->player_count; i++) {
        g_autoptr(Player) player = NULL;
        if (spec->players[i].command == NULL)
            continue;
        player = player_new(spec->players[i].given, spec->engines, error);
        if (player == NULL || !player_check(player, NULL, error))
            return false;
    }
    return true;
}

bool match_check_replay(const Spec *spec, uint64_t number, GError **error)
{
    const Job job = schedule_job(spec, number);

    if (spec->rules.time_limit_ms > 0)
        return experiments_fail(error,
                                "game %" G_GUINT64_FORMAT
                                " cannot be replayed: it was played with clocks "
                                "([rules] time-limit-ms); if recorded, its moves are in games.pgn",
                                number);
    for (int side = 0; side < spec->contest->sides; side++) {
        const SpecPlayer *player = &spec->players[job.player[side]];
        if (player->depends_on_machine)
            return experiments_fail(
                error,
                "game %" G_GUINT64_FORMAT " cannot be replayed: the moves of %s (%s) are "
                "not determined by the seed; if recorded, they are in games.pgn",
                number, player->name, player->text);
    }
    return true;
}

Match *match_new(const Spec *spec, RunMemory *memory, GError **error)
{
    g_autoptr(Match) match = g_new0(Match, 1);

    match->seats.spec = spec;
    match->seats.clock.now_us = monotonic_us;
    match->own = spec->contest->play->own_new(spec);
    match->players = g_new0(Player *, (size_t)spec->player_count);
    if (memory != NULL)
        match->memory = run_memory_table(memory);
    match->seats.memories = match->memory.all;
    for (int i = 0; i < spec->player_count; i++)
        if (!seat_player(match, i, error))
            return NULL;
    return g_steal_pointer(&match);
}

void match_free(Match *match)
{
    for (int i = 0; i < match->seats.spec->player_count; i++)
        g_clear_pointer(&match->players[i], player_free);
    g_free(match->players);
    run_memory_table_clear(&match->memory);
    play_of(match)->own_free(match->own);
    g_free(match);
}

const char *match_title(const Match *match, int player)
{
    const Player *asked = match->players[player];

    return asked->kind->title != NULL ? asked->kind->title(asked) : NULL;
}

/* Moves what the players have found into @record, instead of what it had. */
static void take_findings(Match *match, MatchRecord *record)
{
    g_array_set_size(record->findings, 0);
    run_memory_table_take(&match->memory, record->findings);
}

void match_begin(Match *match, uint64_t number, MatchRecord *record)
{
    const Job job = schedule_job(match->seats.spec, number);

    record->job = job;
    record->plies = 0;
    record->outcome = game_outcome_even(TERMINATION_NONE);
    record->reason[0] = '\0';
    g_clear_pointer(&record->words, g_free);
    g_clear_pointer(&record->interruption, g_free);
    clear_faults(record->faults);
    clear_faults(record->end_faults);
    record->bare_side = MATCH_NO_SIDE;
    record->delay_ms = MATCH_NO_DELAY;
    record->is_doubtful = false;
    take_findings(match, record); /* of a game that was not played to its end */
    g_array_set_size(record->findings, 0);
    match->seats.random = schedule_random(match->seats.spec, &job);
    for (int side = 0; side < match->seats.spec->contest->sides; side++)
        match->seats.side[side] = match->players[job.player[side]];
    play_of(match)->begin(match->own, &match->seats, record);
}

int match_record_forfeiter(const MatchRecord *record)
{
    return record->outcome.termination == TERMINATION_FORFEIT ? record->outcome.loser
                                                              : MATCH_NO_SIDE;
}

bool match_record_fail(const MatchRecord *record, GError **error)
{
    return experiments_fail(error, "game %" G_GUINT64_FORMAT " cannot be played: %s",
                            record->job.number, record->interruption);
}

int match_record_faults(const MatchRecord *record)
{
    int count = 0;

    for (int side = 0; side < CONTEST_MAX_SIDES; side++)
        count += record->faults[side].count;
    return count;
}

int match_record_points(const MatchRecord *record, int side)
{
    const GameOutcome *outcome = &record->outcome;

    if (outcome->termination == TERMINATION_FORFEIT)
        return side == outcome->loser ? MATCH_FORFEIT_POINTS : 1;
    return (side == outcome->winner) - (side == outcome->loser);
}

bool match_step(Match *match, MatchRecord *record, const Recorder *recorder)
{
    return record->outcome.termination == TERMINATION_NONE && record->interruption == NULL &&
           play_of(match)->step(match->own, &match->seats, record, recorder);
}

bool match_play(Match *match, uint64_t number, MatchRecord *record)
{
    match_begin(match, number, record);
    while (match_step(match, record, NULL))
        ;
    take_findings(match, record);
    return record->interruption == NULL;
}
