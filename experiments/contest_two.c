/* Two players in turn, on 64 squares. */
#include "experiments/contest_turns.h"
#include "experiments/spec_reader.h"

#define SIDES 2

static const char *game_name(size_t index)
{
    return contest_turns_game_name(SIDES, index);
}

static void take_game(Spec *spec, size_t index)
{
    contest_turns_take_game(spec, SIDES, index);
}

/* What only three sides have. */
static bool check_rules(const SpecReader *reader, GError **error)
{
    const Spec *spec = reader->spec;

    if (spec->rules_of != SPEC_RULES_OWN)
        return spec_reader_fail(reader, error, "rules", "rules",
                                "threechess has three sides, and %s has its own rules alone",
                                spec->game_name);
    if (spec->time_limit_ms > 0)
        return spec_reader_fail(reader, error, "rules", "time-limit-ms",
                                "only games of three sides have clocks, and %s has two",
                                spec->game_name);
    return contest_turns_read_rules(reader, spec->fifty_moves, error);
}

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {{0, 1}, {1, 0}};

const Contest CONTEST_TWO = {
    .name = "two",
    .kind = "a game with turns",
    .sides = SIDES,
    .game_name = game_name,
    .take_game = take_game,
    .is_for = contest_turns_is_for,
    .check_format = spec_check_format_of_two,
    .check_rules = check_rules,
    .strays = CONTEST_TURNS_STRAYS,
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
};
