#include <string.h>

#include "agents/random.h"
#include "experiments/spec/spec_text.h"

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

static void set_number(GKeyFile *file, const char *group, const char *key, uint64_t number)
{
    g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);

    g_key_file_set_value(file, group, key, text);
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

static void set_openings(GKeyFile *file, const char *openings)
{
    g_autofree char *path = g_canonicalize_filename(openings, NULL);

    g_key_file_set_value(file, "openings", "file", path);
    g_key_file_set_value(file, "openings", "sha256", "");
    g_key_file_remove_key(file, "openings", "plies", NULL);
}

Spec *spec_tuning_check(const Spec *spec, const int64_t *tuned, const char *openings,
                        GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autofree int64_t *start = tuning_values(&spec->tuning, TUNING_START);
    g_autofree char *tuned_player = tuning_player(&spec->tuning, tuned);
    g_autofree char *start_player = tuning_player(&spec->tuning, start);
    g_autofree char *pairs = list_pairs(spec);
    g_autofree char *name = g_strdup_printf("%.*s-check", SPEC_MAX_NAME - 6, spec->name);
    g_autofree char *text = NULL;

    g_key_file_load_from_data(file, spec->resolved, strlen(spec->resolved),
                              G_KEY_FILE_KEEP_TRANSLATIONS, NULL);
    g_key_file_remove_group(file, "tune", NULL);
    g_key_file_remove_group(file, SPEC_PARAMETERS, NULL);
    g_key_file_set_value(file, "experiment", "name", name);
    g_key_file_set_value(file, "experiment", "format", "pairs");
    g_key_file_set_value(file, "experiment", "pairs", pairs);
    set_number(file, "experiment", "games", spec->tuning.check_games);
    set_number(file, "experiment", "seed", seed_of(spec, CHECK_SEED_STREAM));
    g_key_file_set_value(file, SPEC_PLAYERS, SPEC_TUNED, tuned_player);
    g_key_file_set_value(file, SPEC_PLAYERS, SPEC_START, start_player);
    if (openings != NULL)
        set_openings(file, openings);
    text = g_key_file_to_data(file, NULL, NULL);
    return spec_parse(text, "the check", NULL, name, NULL, error);
}
