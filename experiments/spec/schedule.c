#include "experiments/spec/schedule.h"

/* The openings drawn have streams of their own, and so have the seats. */
#define FIRST_OPENING_STREAM (UINT64_C(1) << 63)
#define FIRST_SEATS_STREAM (UINT64_C(1) << 62)

/* A sequential test of players that must repeat their games ends with its last opening. */
uint64_t schedule_count(const Spec *spec)
{
    const uint64_t all = (uint64_t)spec->pairing_count * spec->games;
    const uint64_t openings = spec_openings(spec);

    return spec->format == SPEC_SPRT && openings > 0 && spec_must_repeat(spec, &spec->pairings[0])
               ? MIN(all, 2 * openings)
               : all;
}

uint64_t schedule_games(const Spec *spec)
{
    return spec->format == SPEC_RACE
               ? (uint64_t)MIN(spec->player_count, spec->pairing_count) * spec->games
               : schedule_count(spec);
}

/* How many games in a row share an opening: as many as there are ways to seat the players. */
static uint64_t games_of_opening(const Spec *spec)
{
    return (uint64_t)spec->contest->seating_count;
}

/* The place of a job: its pairing and game, from 0, and how many games of its opening stand before
 * it in its round. */
typedef struct {
    int pairing;
    uint64_t game, within;
} Place;

/* The job behind the first @before ones. In each round every pairing plays an opening in all
 * seatings; what is left of its games makes a last, shorter round. */
static Place place_of_job(const Spec *spec, uint64_t before)
{
    const uint64_t pairings = (uint64_t)spec->pairing_count, opening = games_of_opening(spec);
    const uint64_t in_rounds = spec->games / opening * opening;
    const bool is_last = before >= pairings * in_rounds;
    const uint64_t earlier = is_last ? in_rounds : before / (pairings * opening) * opening;
    const uint64_t of_pairing = is_last ? spec->games - in_rounds : opening;
    const uint64_t in_round = before - pairings * earlier;

    return (Place){
        .pairing = (int)(in_round / of_pairing),
        .game = earlier + in_round % of_pairing,
        .within = in_round % of_pairing,
    };
}

uint64_t schedule_number(const Spec *spec, int pairing, uint64_t game)
{
    const uint64_t pairings = (uint64_t)spec->pairing_count, opening = games_of_opening(spec);
    const uint64_t in_rounds = spec->games / opening * opening, before = game - 1;
    const bool is_last = before >= in_rounds;
    const uint64_t earlier = is_last ? in_rounds : before / opening * opening;
    const uint64_t of_pairing = is_last ? spec->games - in_rounds : opening;

    return pairings * earlier + (uint64_t)pairing * of_pairing + before - earlier + 1;
}

/* How many jobs stand before part @number, from 0: its share, less those that would tear the
 * games of an opening apart. */
static uint64_t jobs_before(const Spec *spec, uint64_t number, uint64_t count)
{
    const uint64_t total = schedule_count(spec);
    const uint64_t before = total * number / count;

    return before < total ? before - place_of_job(spec, before).within : total;
}

JobRange schedule_shard(const Spec *spec, Shard shard)
{
    return (JobRange){jobs_before(spec, shard.number - 1, shard.count) + 1,
                      jobs_before(spec, shard.number, shard.count)};
}

static uint64_t opening_of_game(const Spec *spec, int pairing, uint64_t game)
{
    const uint64_t index = game / games_of_opening(spec);
    const SpecOpenings *openings = &spec_of_pairing(spec, pairing)->openings;

    if (openings->positions.count > 0)
        return openings_turn(&openings->positions, spec->tuning.first_opening + index);
    return openings->random_plies > 0 ? index + 1 : 0;
}

/* All ways to seat the players of a pairing, one after the other. */
static void seat_pairing(const Contest *contest, const SpecPairing *pairing, uint64_t game,
                         Job *job)
{
    const uint8_t *seat = contest->seatings[game % (uint64_t)contest->seating_count];

    job->first_side = seat[0];
    for (int i = 0; i < contest->sides; i++)
        job->player[seat[i]] = pairing->players[i];
}

/* Any players, none twice. */
static void seat_by_lot(const Spec *spec, uint64_t number, Job *job)
{
    Random random = random_for_job(spec->seed, FIRST_SEATS_STREAM + number);

    for (int side = 0; side < spec->contest->sides; side++)
        do
            job->player[side] = (int)random_below(&random, (uint32_t)spec->player_count);
        while (job_seats(job, side, job->player[side]));
}

Job schedule_job(const Spec *spec, uint64_t number)
{
    const Place place = place_of_job(spec, number - 1);
    Job job = {
        .number = number,
        .pairing = place.pairing,
        .game = place.game + 1,
        .opening = opening_of_game(spec, place.pairing, place.game),
    };

    if (spec->format == SPEC_RANDOM_SEATS)
        seat_by_lot(spec, number, &job);
    else
        seat_pairing(spec->contest, &spec->pairings[place.pairing], place.game, &job);
    return job;
}

/* Whether the chance of a game depends on the name of @player: the sides that an iteration of a
 * tuning compares shall differ in nothing else, so a game of the one side against an opponent and
 * that of the other draw the same random numbers. */
static bool names_chance(const Spec *spec, int player)
{
    return spec->format != SPEC_RANDOM_SEATS &&
           (spec->format != SPEC_TUNE || player < spec->named_count);
}

/* A stream for the games of @pairing, by the names of its players: it stays the same, whoever else
 * plays. */
static uint64_t stream_of_pairing(const Spec *spec, const SpecPairing *pairing)
{
    uint64_t stream = 0;

    for (int side = 0; side < spec->contest->sides; side++) {
        if (!names_chance(spec, pairing->players[side]))
            continue;
        for (const char *name = spec->players[pairing->players[side]].name; *name != '\0'; name++)
            stream = splitmix_mix(stream + SPLITMIX_STEP + (unsigned char)*name);
        stream = splitmix_mix(stream + SPLITMIX_STEP); /* "AB", "C" differ from "A", "BC" */
    }
    return stream;
}

Random schedule_random(const Spec *spec, const Job *job)
{
    const uint64_t stream = stream_of_pairing(spec, &spec->pairings[job->pairing]);
    Random pairing = random_for_job(spec->seed, stream);
    const bool shares_opening = spec->format == SPEC_TUNE && spec->named_count == 0;

    return random_for_job(random_next(&pairing), shares_opening ? (job->game + 1) / 2 : job->game);
}

/* Plays @plies random moves from the initial position; false if the game ended on the way. */
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
    while (!play_random_plies(line, spec->openings.random_plies, &random))
        ;
    line->rules.max_plies = spec->rules.draws.max_plies;
    return line->state;
}

GameState schedule_opening(const Spec *spec, const Job *job, GameLine *line)
{
    spec = spec_of_pairing(spec, job->pairing);
    if (job->opening == 0)
        return spec->game->start();
    if (spec->openings.positions.count > 0)
        return spec->openings.positions.states[job->opening - 1];
    return draw_opening(spec, job->opening, line);
}
