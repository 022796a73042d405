#include "experiments/schedule.h"

/* Numbers from here on are no jobs: the openings drawn have streams of their own. */
#define FIRST_OPENING_STREAM (UINT64_C(1) << 63)

uint64_t schedule_count(const Spec *spec)
{
    return (uint64_t)spec->pairing_count * spec->games;
}

/* How many jobs stand before part @number, from 0: its share, less the one that would tear the two
 * games of an opening apart. */
static uint64_t jobs_before(const Spec *spec, uint64_t number, uint64_t count)
{
    const uint64_t total = schedule_count(spec);
    const uint64_t before = total * number / count;

    return before < total ? before - before % spec->games % 2 : total;
}

JobRange schedule_shard(const Spec *spec, Shard shard)
{
    return (JobRange){jobs_before(spec, shard.number - 1, shard.count) + 1,
                      jobs_before(spec, shard.number, shard.count)};
}

static uint64_t opening_of_game(const Spec *spec, uint64_t game)
{
    if (spec->openings.count > 0)
        return game / 2 % spec->openings.count + 1;
    return spec->random_plies > 0 ? game / 2 + 1 : 0;
}

Job schedule_job(const Spec *spec, uint64_t number)
{
    const uint64_t game = (number - 1) % spec->games;
    const int pairing = (int)((number - 1) / spec->games);
    const SpecPairing *pair = &spec->pairings[pairing];
    const int first_side = (int)(game % 2);

    return (Job){
        .number = number,
        .pairing = pairing,
        .game = game + 1,
        .player = {first_side == 0 ? pair->player : pair->opponent,
                   first_side == 0 ? pair->opponent : pair->player},
        .first_side = first_side,
        .opening = opening_of_game(spec, game),
    };
}

Random schedule_random(const Spec *spec, const Job *job)
{
    return random_for_job(spec->seed, job->number);
}

/* Plays @plies random moves from the start position; false if the game ended on the way. */
static bool play_random_plies(GameLine *line, uint64_t plies, Random *random)
{
    const GameState start = line->game->start();
    Move moves[GAME_MAX_MOVES];

    game_line_start(line, &start);
    for (uint64_t i = 0; i < plies; i++) {
        const int count = line->game->moves(&line->state, moves);
        game_line_play(line, moves[random_below(random, (uint32_t)count)]);
        if (game_line_outcome(line).termination != TERMINATION_NONE)
            return false;
    }
    return true;
}

/* The limit of plies is the game's and counts from its opening on. */
static GameState draw_opening(const Spec *spec, uint64_t opening, GameLine *line)
{
    Random random = random_for_job(spec->seed, FIRST_OPENING_STREAM + opening);

    line->rules.max_plies = 0;
    while (!play_random_plies(line, spec->random_plies, &random))
        ;
    line->rules.max_plies = spec->rules.max_plies;
    return line->state;
}

GameState schedule_opening(const Spec *spec, const Job *job, GameLine *line)
{
    if (job->opening == 0)
        return spec->game->start();
    if (spec->openings.count > 0)
        return spec->openings.states[job->opening - 1];
    return draw_opening(spec, job->opening, line);
}
