#include "experiments/run/forecast.h"

#include <math.h>
#include <time.h>

#include "experiments/play/match.h"
#include "experiments/tools/error.h"

/* Multiples of it, less their whole part, lie evenly in 0 to 1 however many there are. */
#define GOLDEN_RATIO 0.61803398874989485

/* Games and time tried so far. */
typedef struct {
    Match *match;
    const Spec *spec;
    MatchRecord *record;
    Forfeits *forfeits;
    int64_t end_us;
    uint64_t over; /* games */
} Trial;

/* Seconds, since some instant, that trying has taken: of the processor, so that a machine that is
 * busy otherwise does not count; but external programs are waited for. */
static double seconds_spent(const Spec *spec)
{
    struct timespec now;

    clock_gettime(spec_has_programs(spec) ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool is_time_over(const Trial *trial)
{
    return g_get_monotonic_time() >= trial->end_us;
}

static void note_end(Trial *trial)
{
    if (trial->forfeits != NULL && trial->record->interruption == NULL)
        forfeits_add(trial->forfeits, trial->record, trial->spec->contest->sides);
}

/* Plays the first moves of a game of @player, one of each side. */
static void ask_player(Trial *trial, const JobRange *range, int player)
{
    const int sides = trial->spec->contest->sides;
    uint64_t number;

    for (number = range->first; number <= range->last; number++) {
        const Job job = schedule_job(trial->spec, number);
        if (job_seats(&job, sides, player))
            break;
    }
    if (number > range->last)
        return;
    match_begin(trial->match, number, trial->record);
    for (int i = 0; i < sides; i++)
        if (!match_step(trial->match, trial->record, NULL)) {
            note_end(trial);
            return;
        }
}

static void try_game(Trial *trial, uint64_t number)
{
    match_begin(trial->match, number, trial->record);
    while (match_step(trial->match, trial->record, NULL))
        if (is_time_over(trial))
            return;
    note_end(trial);
    trial->over++;
}

static bool is_interrupted(const Trial *trial)
{
    return trial->record->interruption != NULL;
}

static void try_games(Trial *trial, const JobRange *range, uint64_t most)
{
    const double count = (double)(range->last + 1 - range->first);

    for (uint64_t i = 0; i < most && !is_time_over(trial) && !is_interrupted(trial); i++) {
        const double place = (double)i * GOLDEN_RATIO - floor((double)i * GOLDEN_RATIO);
        try_game(trial, range->first + (uint64_t)(place * count));
    }
}

bool forecast_make(const Spec *spec, const ForecastOptions *options, Forecast *out_forecast,
                   GError **error)
{
    const JobRange range = schedule_shard(spec, options->shard);
    const uint64_t games = MIN(range.last + 1 - range.first, schedule_games(spec));
    const int processors = (int)g_get_num_processors();
    Forecast forecast = {
        .games = games,
        .is_most = spec->format == SPEC_SPRT || spec->format == SPEC_RACE,
        .jobs = MAX(1, MIN(options->jobs, processors)),
    };
    g_autoptr(Match) match = match_new(spec, NULL, error);
    g_autoptr(MatchRecord) record = match_record_new();
    Trial trial = {match, spec, record, options->forfeits, 0, 0};
    double began, spent;

    if (match == NULL)
        return false;
    for (int i = 0; i < spec->player_count && !is_interrupted(&trial); i++)
        if (spec->players[i].command != NULL)
            ask_player(&trial, &range, i);
    began = seconds_spent(spec);
    trial.end_us = g_get_monotonic_time() + (int64_t)(options->seconds * G_USEC_PER_SEC);
    try_games(&trial, &range, MIN(options->most_games, games));
    spent = seconds_spent(spec) - began;
    if (is_interrupted(&trial))
        return match_record_fail(record, error);
    forecast.tried = trial.over;
    forecast.is_least = games > 0 && trial.over == 0;
    /* With the time of a game that was broken off, or long games would count for too little. */
    forecast.seconds = spent / (double)MAX(trial.over, 1) * (double)games / (double)forecast.jobs;
    *out_forecast = forecast;
    return true;
}

/* With two digits that count. */
static double round_roughly(double value)
{
    const double scale = value < 10 ? 1 : pow(10, floor(log10(value)) - 1);

    return fmax(1, round(value / scale) * scale);
}

static void append_roughly(GString *text, double seconds)
{
    static const struct {
        double seconds; /* that one of them has */
        const char *name;
    } units[] = {{86400, "days"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t unit = 0;

    while (unit + 1 < G_N_ELEMENTS(units) && seconds < 2 * units[unit].seconds)
        unit++;
    g_string_append_printf(text, "%.0f %s", round_roughly(seconds / units[unit].seconds),
                           units[unit].name);
}

char *forecast_format(const Forecast *forecast)
{
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%" G_GUINT64_FORMAT " game%s, %s", forecast->games,
                           plural_ending(forecast->games),
                           forecast->is_least  ? "more than "
                           : forecast->is_most ? "at most about "
                                               : "about ");
    append_roughly(text, forecast->seconds);
    g_string_append_printf(text, " on %d thread%s (%" G_GUINT64_FORMAT " sample game%s)",
                           forecast->jobs, plural_ending(forecast->jobs), forecast->tried,
                           plural_ending(forecast->tried));
    return g_string_free(text, FALSE);
}
