#include "experiments/match.h"

#include "board/three_clock.h"

/* Longer than nearly every game, so that memory is taken once. */
#define INITIAL_CAPACITY 1024

MatchRecord *match_record_new(void)
{
    MatchRecord *record = g_new0(MatchRecord, 1);

    record->capacity = INITIAL_CAPACITY;
    record->ply = g_new(MatchPly, record->capacity);
    match_times_init(&record->times);
    record->findings = g_array_new(FALSE, FALSE, sizeof(MemoryEntry));
    return record;
}

void match_record_free(MatchRecord *record)
{
    g_free(record->ply);
    match_times_clear(&record->times);
    g_array_unref(record->findings);
    g_free(record);
}

struct Match {
    const Spec *spec;
    RunMemoryTable memory;
    Player **players;  /* as in the spec */
    GameLine *line;    /* NULL: the game is one in time */
    MatchAsync *async; /* NULL: it is not */
    Random random;
    Player *side[GAME_MAX_SIDES]; /* who plays it in the present game */
    MatchClock clock;
    ThreeClocks clocks; /* only with a limit of time */
};

static int64_t monotonic_us(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time();
}

static bool has_clocks(const Match *match)
{
    return match->spec->time_limit_ms > 0;
}

const int64_t *match_left_ms(const Match *match)
{
    return has_clocks(match) ? match->clocks.left_ms : NULL;
}

static void set_player(Match *match, int number, Player *player)
{
    match->players[number] = player;
    player->memories = match->memory.all;
    player->left_ms = match_left_ms(match);
}

void match_seat(Match *match, int number, Player *player)
{
    player_free(match->players[number]);
    set_player(match, number, player);
}

void match_set_clock(Match *match, const MatchClock *clock)
{
    match->clock = *clock;
}

/* Seats player number @i. */
static bool seat_player(Match *match, int i, GError **error)
{
    Player *player = player_new(match->spec->players[i].given, match->spec->engines, error);

    if (player == NULL)
        return false;
    set_player(match, i, player);
    return (match->spec->contest->is_for(match->spec, player->kind) ||
            player_kind_refuse(player->kind, match->spec->game_name, error)) &&
           player_check(player, error);
}

Match *match_new(const Spec *spec, RunMemory *memory, GError **error)
{
    g_autoptr(Match) match = g_new0(Match, 1);

    match->spec = spec;
    match->clock.now_us = monotonic_us;
    if (spec->contest == &CONTEST_TIME)
        match->async = match_async_new();
    else
        match->line = game_line_new(spec->game, &spec->rules);
    match->players = g_new0(Player *, (size_t)spec->player_count);
    if (memory != NULL)
        match->memory = run_memory_table(memory);
    for (int i = 0; i < spec->player_count; i++)
        if (!seat_player(match, i, error))
            return NULL;
    return g_steal_pointer(&match);
}

void match_free(Match *match)
{
    for (int i = 0; i < match->spec->player_count; i++)
        g_clear_pointer(&match->players[i], player_free);
    g_free(match->players);
    run_memory_table_clear(&match->memory);
    g_clear_pointer(&match->line, game_line_free);
    g_clear_pointer(&match->async, match_async_free);
    g_free(match);
}

const char *match_title(const Match *match, int player)
{
    const Player *asked = match->players[player];

    return asked->kind->title != NULL ? asked->kind->title(asked) : NULL;
}

const GameLine *match_line(const Match *match)
{
    return match->line;
}

const AsyncGame *match_game_in_time(const Match *match)
{
    return match->async != NULL ? match_async_game(match->async) : NULL;
}

uint64_t match_draw_seed(const Match *match)
{
    return match_async_seed(match->async);
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

/* Moves what the players have found into @record, instead of what it had. */
static void take_findings(Match *match, MatchRecord *record)
{
    if (match->memory.collects == NULL)
        return;
    g_array_unref(record->findings);
    record->findings = position_memory_take_new(match->memory.collects);
}

/* The game that @side gives up, in one way or another. Of two opponents neither is the winner. */
static GameOutcome given_up(Termination termination, int side, int sides)
{
    return (GameOutcome){termination, sides == 2 ? 1 - side : GAME_NOBODY, side};
}

/* How the game stands by its rules. In the original nothing ends a game whose side to move cannot,
 * and whatever it answers is illegal. */
static void note_outcome(const Match *match, MatchRecord *record)
{
    const GameLine *line = match->line;

    record->outcome = game_line_outcome(line);
    if (record->outcome.termination != TERMINATION_STALEMATE ||
        match->spec->rules_of != SPEC_RULES_THREECHESS)
        return;
    record->outcome = given_up(TERMINATION_FORFEIT, game_line_turn(line), line->game->sides);
    g_strlcpy(record->reason, "it has no legal move", sizeof record->reason);
}

static void begin_line(Match *match, MatchRecord *record)
{
    record->opening = schedule_opening(match->spec, &record->job, match->line);
    game_line_start(match->line, &record->opening);
    note_material(match->line, record, record->opening_material);
    note_outcome(match, record);
    match->clocks = three_clocks_start((int64_t)match->spec->time_limit_ms);
}

void match_begin(Match *match, uint64_t number, MatchRecord *record)
{
    const Job job = schedule_job(match->spec, number);

    record->job = job;
    record->plies = 0;
    record->outcome = game_outcome_even(TERMINATION_NONE);
    record->reason[0] = '\0';
    record->bare_side = MATCH_NO_SIDE;
    take_findings(match, record); /* of a game that was not played to its end */
    g_array_set_size(record->findings, 0);
    match->random = schedule_random(match->spec, &job);
    for (int side = 0; side < match->spec->contest->sides; side++)
        match->side[side] = match->players[job.player[side]];
    if (match->async != NULL)
        match_async_begin(match->async, match->spec, &job, match->side, &match->random,
                          &record->times);
    else
        begin_line(match, record);
}

static void note_ply(const GameLine *line, int side, const Choice *choice, MatchRecord *record)
{
    MatchPly *ply;

    if ((size_t)record->plies == record->capacity) {
        record->capacity *= 2;
        record->ply = g_renew(MatchPly, record->ply, record->capacity);
    }
    ply = &record->ply[record->plies++];
    ply->move = choice->move;
    ply->side = (uint8_t)side;
    ply->deliberation = choice->deliberation;
    note_material(line, record, ply->material);
}

int match_record_forfeiter(const MatchRecord *record)
{
    return record->outcome.termination == TERMINATION_FORFEIT ? record->outcome.loser
                                                              : MATCH_NO_SIDE;
}

int match_record_points(const MatchRecord *record, int side)
{
    const GameOutcome *outcome = &record->outcome;

    if (outcome->termination == TERMINATION_FORFEIT)
        return side == outcome->loser ? MATCH_FORFEIT_POINTS : 1;
    return (side == outcome->winner) - (side == outcome->loser);
}

/* How the game ends when @side of @sides chooses no move. */
static GameOutcome outcome_of_choice(const Choice *choice, int side, int sides)
{
    switch (choice->kind) {
    case CHOICE_RESIGNATION:
        return given_up(TERMINATION_RESIGNATION, side, sides);
    case CHOICE_DRAW_CLAIM:
        return game_outcome_even(TERMINATION_DRAW_CLAIM);
    case CHOICE_FAILURE:
        return given_up(TERMINATION_FORFEIT, side, sides);
    case CHOICE_MOVE:
        break;
    }
    g_assert_not_reached();
}

/* By the clock of the table, if the game has clocks. */
static int64_t read_us(const Match *match)
{
    return has_clocks(match) ? match->clock.now_us(match->clock.data) : 0;
}

/* To the nearest millisecond, so that less than half of one is free. More than any clock can show
 * is as good as that. */
static int rounded_ms(int64_t us)
{
    return (int)MIN((us + 500) / 1000, G_MAXINT32);
}

/* Takes @us off the clock of the side to move, which has chosen @move, a legal one; whether it was
 * in time, else the game is over and the move is not to be made. */
static bool charge(Match *match, Move move, int64_t us, GameOutcome *out_outcome)
{
    ThreePosition after = match->line->state.three;
    ThreeResult result;

    if (three_clocks_play(&match->clocks, &after, three_move_from(move), three_move_to(move),
                          rounded_ms(us)) != THREE_TIMED_OUT)
        return true;
    result = three_clocks_result(&match->clocks, &after);
    *out_outcome = (GameOutcome){TERMINATION_TIME, result.winner, result.loser};
    return false;
}

/* Plays a ply of the game with turns that goes on; false if there is none, as its player ends it.
 */
static bool play_ply(Match *match, MatchRecord *record, const Recorder *recorder)
{
    GameLine *line = match->line;
    const int side = game_line_turn(line);
    Choice choice;
    int64_t begun_us, taken_us;

    if (has_clocks(match) && match->side[side]->kind->get_ready != NULL)
        match->side[side]->kind->get_ready(match->side[side]);
    begun_us = read_us(match);
    choice = player_choose(match->side[side], line, &match->random, recorder);
    taken_us = read_us(match) - begun_us;
    if (choice.kind != CHOICE_MOVE) {
        record->outcome = outcome_of_choice(&choice, side, line->game->sides);
        g_strlcpy(record->reason, choice.reason != NULL ? choice.reason : "",
                  sizeof record->reason);
        return false;
    }
    if (has_clocks(match) && !charge(match, choice.move, taken_us, &record->outcome))
        return false;
    game_line_play(line, choice.move);
    note_ply(line, side, &choice, record);
    note_outcome(match, record);
    return true;
}

bool match_step(Match *match, MatchRecord *record, const Recorder *recorder)
{
    if (record->outcome.termination != TERMINATION_NONE)
        return false;
    if (match->async == NULL)
        return play_ply(match, record, recorder);
    record->outcome = match_async_step(match->async, &record->times);
    return true;
}

void match_play(Match *match, uint64_t number, MatchRecord *record)
{
    match_begin(match, number, record);
    while (match_step(match, record, NULL))
        ;
    take_findings(match, record);
}
