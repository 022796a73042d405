/* Asynchronous contests of two players, whose pieces move whenever they are commanded. */
#include "board/async_game.h"
#include "experiments/play/match.h"
#include "experiments/report/report.h"
#include "experiments/run/records.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tables/run_tables.h"

static bool is_for(const PlayerKind *kind)
{
    return kind->act != NULL;
}

/* Such a game ends at the limit of time. */
static bool check_rules(const SpecReader *reader)
{
    const Spec *spec = reader->spec;

    for (int i = 0; i < spec->pairing_count; i++) {
        const AsyncRules rules = spec_async_rules(spec, &spec->pairings[i]);
        const char *fault = async_rules_fault(&rules);
        if (fault != NULL)
            return spec_reader_fail(reader, "async", NULL, "%s", fault);
    }
    if ((uint64_t)spec->async.rules.time_limit_ms / spec->record.time_step_ms >=
        SPEC_MAX_TIME_STEPS)
        return spec_reader_fail(reader, "record", "time-step-ms",
                                "the time limit is longer than %d steps of %" G_GUINT64_FORMAT
                                " ms: increase time-step-ms",
                                SPEC_MAX_TIME_STEPS, spec->record.time_step_ms);
    return true;
}

static const ContestKey STRAYS[] = {
    {"rules", NULL},
    {"openings", NULL},
    {"record", "events"},
    {NULL, NULL},
};

static const uint8_t SEATINGS[][CONTEST_MAX_SIDES] = {{0, 1}, {1, 0}};

static const RecordsEntry ENTRIES[] = {
    {&TABLE_GAMES_IN_TIME, RECORDS_SWITCH(games)},
    {&TABLE_MATERIAL_IN_TIME, RECORDS_SWITCH(material)},
    {&TABLE_MATERIAL_MEAN_IN_TIME, RECORDS_SWITCH(material_mean)},
    {&TABLE_PAIRINGS_IN_TIME, RECORDS_SWITCH(pairings)},
    {&TABLE_COMMANDS, RECORDS_SWITCH(commands)},
    {NULL},
};

static const ContestRecords RECORDS = {
    .entries = ENTRIES,
    .describe_result = records_describe_result,
};

const Contest CONTEST_TIME = {
    .name = "time",
    .sides = COLOR_COUNT,
    .own_game = &ASYNC_CHESS,
    .is_for = is_for,
    .check_format = spec_check_format_of_two,
    .check_rules = check_rules,
    .strays = STRAYS,
    .no_messages = "messages are written only for games with turns, not for asynchronous chess",
    .seatings = SEATINGS,
    .seating_count = G_N_ELEMENTS(SEATINGS),
    .play = &PLAY_IN_TIME,
    .tally = &TALLY_OF_TIMES,
    .records = &RECORDS,
    .result_rows = report_pairing_rows,
};
