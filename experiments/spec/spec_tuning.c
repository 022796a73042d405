#include <string.h>

#include "agents/random.h"
#include "experiments/spec/spec_text.h"
#include "experiments/spec/spec_tuning.h"

/* The seeds of iterations and of the check come from streams of their own; so do the directions,
 * whose streams are numbered from 1 (spsa.h). */
#define FIRST_SEED_STREAM (UINT64_C(1) << 61)
#define CHECK_SEED_STREAM (UINT64_C(1) << 60)

static uint64_t seed_of(const Spec *spec, uint64_t stream)
{
    Random random = random_for_job(spec->seed, stream);

    return random_next(&random) >> 1; /* a number that all readers of JSON agree on */
}

void spec_tuning_iteration(const Spec *spec, uint64_t iteration, const int64_t *plus,
                           const int64_t *minus, SpecIteration *out_iteration)
{
    SpecIteration *made = out_iteration;
    SpecPlayer *sides = &made->players[spec->named_count];

    made->spec = *spec;
    made->spec.players = made->players;
    made->spec.seed = seed_of(spec, FIRST_SEED_STREAM + iteration);
    made->spec.openings.positions.count -= (size_t)spec->tuning.held_back;
    made->spec.tuning.first_opening = iteration * (spec->games / 2);
    memcpy(made->players, spec->players, sizeof *spec->players * (size_t)spec->player_count);
    sides[0].given = tuning_player(&spec->tuning, plus);
    sides[1].given = tuning_player(&spec->tuning, minus);
}

void spec_iteration_clear(SpecIteration *iteration)
{
    SpecPlayer *sides = &iteration->players[iteration->spec.named_count];

    g_clear_pointer(&sides[0].given, g_free);
    g_clear_pointer(&sides[1].given, g_free);
}

char *spec_tuning_held_back(const Spec *spec)
{
    const size_t count = (size_t)spec->tuning.held_back;
    GString *text;

    if (count == 0)
        return NULL;
    text = g_string_new(NULL);
    for (size_t i = spec->openings.positions.count - count; i < spec->openings.positions.count;
         i++) {
        g_autofree char *state = spec->game->write_state(&spec->openings.positions.states[i]);
        g_string_append_printf(text, "%s\n", state);
    }
    return g_string_free(text, FALSE);
}

static void set_number(GPtrArray *ini, const char *key, uint64_t number)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);

    ini_set(ini, "experiment", key, text);
}

/* The pairings of the check, "tuned:start; tuned:A; start:A". Owner: the caller. */
static char *list_pairs(const Spec *spec)
{
    GString *pairs = g_string_new(SPEC_TUNED ":" SPEC_START);

    for (int i = 0; i < spec->named_count; i++)
        g_string_append_printf(pairs, "; " SPEC_TUNED ":%s; " SPEC_START ":%s",
                               spec->players[i].name, spec->players[i].name);
    return g_string_free(pairs, FALSE);
}

static void set_openings(GPtrArray *ini, const char *openings)
{
    g_autofree char *path = g_canonicalize_filename(openings, NULL);

    ini_set(ini, "openings", "file", path);
    ini_set(ini, "openings", "sha256", "");
    ini_set(ini, "openings", "plies", "0");
}

Spec *spec_tuning_check(const Spec *spec, const int64_t *tuned, const char *openings,
                        GError **error)
{
    g_autoptr(GPtrArray) all = ini_parse(spec->resolved, NULL);
    g_autoptr(GPtrArray) games = ini_copy_without(all, "tune");
    g_autoptr(GPtrArray) ini = ini_copy_without(games, SPEC_PARAMETERS);
    g_autofree int64_t *start = tuning_values(&spec->tuning, TUNING_START);
    g_autofree char *tuned_player = tuning_player(&spec->tuning, tuned);
    g_autofree char *start_player = tuning_player(&spec->tuning, start);
    g_autofree char *pairs = list_pairs(spec);
    g_autofree char *name = g_strdup_printf("%.*s-check", SPEC_MAX_NAME - 6, spec->name);

    ini_set(ini, "experiment", "name", name);
    ini_set(ini, "experiment", "format", "pairs");
    ini_set(ini, "experiment", "pairs", pairs);
    set_number(ini, "games", spec->tuning.check_games);
    set_number(ini, "seed", seed_of(spec, CHECK_SEED_STREAM));
    ini_set(ini, SPEC_PLAYERS, SPEC_TUNED, tuned_player);
    ini_set(ini, SPEC_PLAYERS, SPEC_START, start_player);
    if (openings != NULL)
        set_openings(ini, openings);
    return spec_of_ini(&(SpecReader){"the check", NULL, name, ini, NULL, error});
}
