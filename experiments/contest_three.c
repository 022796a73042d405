/* Three players in turn. */
#include "experiments/contest_turns.h"
#include "experiments/spec_reader.h"

#define SIDES 3

static const char *game_name(size_t index)
{
    return contest_turns_game_name(SIDES, index);
}

static void take_game(Spec *spec, size_t index)
{
    contest_turns_take_game(spec, SIDES, index);
}

static bool check_format(const SpecReader *reader, GError **error)
{
    const Spec *spec = reader->spec;

    return spec->format == SPEC_ROUND_ROBIN || spec->format == SPEC_RANDOM_SEATS ||
           spec_reader_fail(reader, error, "experiment", "format",
                            "%s has three sides: the format is round-robin or random-seats",
                            spec->game_name);
}

/* The original calls no draw, but an experiment may. Nobody counts moves without capture. */
static bool check_rules(const SpecReader *reader, GError **error)
{
    Spec *spec = reader->spec;
    g_autofree char *repetition = spec_reader_get(reader, "rules", "repetition");

    if (spec->rules_of == SPEC_RULES_THREECHESS && repetition == NULL)
        spec->repetition = false;
    return contest_turns_read_rules(reader, spec->rules_of != SPEC_RULES_OWN, error);
}

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {
    {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0},
};

const Contest CONTEST_THREE = {
    .name = "three",
    .kind = "a game with turns",
    .sides = SIDES,
    .game_name = game_name,
    .take_game = take_game,
    .is_for = contest_turns_is_for,
    .check_format = check_format,
    .check_rules = check_rules,
    .strays = CONTEST_TURNS_STRAYS,
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
};
