/* Three players in turn. */
#include "experiments/play/match.h"
#include "experiments/report/report_seats.h"
#include "experiments/run/records.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tables/run_tables.h"

#define SIDES 3

static bool check_format(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    return spec->format == SPEC_ROUND_ROBIN || spec->format == SPEC_RANDOM_SEATS ||
           spec_reader_fail(reader, "experiment", "format",
                            "%s has three sides: the format must be round-robin or random-seats",
                            spec->game_name);
}

/* The original calls no draw, but an experiment may. Moves without capture are not counted. */
static bool check_rules(const SpecReader *reader)
{
    Spec *spec = reader->spec;
    const char *repetition = spec_reader_get(reader, "rules", "repetition");

    if (spec->rules.of == SPEC_RULES_THREECHESS && repetition == NULL)
        spec->rules.draws.repetition = false;
    return contest_turns_read_rules(reader, spec->rules.of != SPEC_RULES_OWN);
}

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {
    {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0},
};

static const RecordsEntry ENTRIES[] = {
    {&TABLE_GAMES_OF_THREE, RECORDS_SWITCH(games)},
    {&TABLE_MATERIAL_OF_THREE, RECORDS_SWITCH(material)},
    {&TABLE_MATERIAL_MEAN_OF_THREE, RECORDS_SWITCH(material_mean)},
    {&TABLE_SEATS, RECORDS_SWITCH(pairings)},
    {NULL},
};

static const char *pgn_result(G_GNUC_UNUSED const MatchRecord *record)
{
    return "*";
}

static void append_points_tag(GString *pgn, const Spec *spec, const MatchRecord *record)
{
    g_autofree char *points = run_points(spec, record);

    pgn_append_tag(pgn, "Points", points);
}

static void append_number(G_GNUC_UNUSED const MatchRecord *record, int i,
                          G_GNUC_UNUSED const GameState *state, PgnMoves *moves)
{
    if (i % SIDES == 0)
        pgn_moves_append_number(moves, (unsigned)i / SIDES + 1, false, false);
}

static const RecordsPgn PGN = {
    .result = pgn_result,
    .append_tags = append_points_tag,
    .append_number = append_number,
};

static const ContestRecords RECORDS = {
    .entries = ENTRIES,
    .pgn = &PGN,
    .describe_result = run_points,
};

const Contest CONTEST_THREE = {
    .name = "three",
    .sides = SIDES,
    .check_format = check_format,
    .check_rules = check_rules,
    .strays = CONTEST_TURNS_STRAYS,
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
    .play = &PLAY_IN_TURNS,
    .tally = &TALLY_OF_SEATS,
    .records = &RECORDS,
    .result_rows = report_seat_rows,
};
