#include "experiments/report/breakdown.h"

#include <string.h>

#include "board/game.h"
#include "experiments/report/standings.h"
#include "experiments/spec/schedule.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

const char *const BREAKDOWN_NAMES[BREAKDOWN_COUNT + 1] = {
    [BREAKDOWN_OPENING_SET] = "opening-set",
    [BREAKDOWN_COLOUR] = "colour",
    [BREAKDOWN_TERMINATION] = "termination",
};

/* A pairing at a level of the factor. */
typedef struct {
    PairingRow pairing;
    const char *level;
    StatisticsScore score; /* of the first player */
    Estimate elo;          /* by pairs of games if the factor does not separate them */
} LevelCell;

/* Two levels of the factor in a pairing. */
typedef struct {
    DifferenceRow lead; /* that at the first level minus that at the second */
    const char *first, *second;
} Interaction;

static int count_levels(BreakdownFactor factor, const Spec *spec)
{
    const GArray *sets = spec->openings.positions.sets;

    return factor == BREAKDOWN_COLOUR        ? 2
           : factor == BREAKDOWN_TERMINATION ? TERMINATION_COUNT
           : sets != NULL                    ? (int)sets->len
                                             : 0;
}

static const char *name_level(BreakdownFactor factor, const Spec *spec, int level)
{
    if (factor == BREAKDOWN_COLOUR)
        return level == 0 ? "White" : "Black";
    return factor == BREAKDOWN_TERMINATION
               ? termination_name((Termination)level)
               : g_array_index(spec->openings.positions.sets, OpeningSet, level).name;
}

/* Whether the factor is fixed before the game. Otherwise it selects games by their outcome, and a
 * rating of these games would say nothing about the players. */
static bool is_condition(BreakdownFactor factor)
{
    return factor != BREAKDOWN_TERMINATION;
}

/* A count in progress. */
typedef struct {
    BreakdownFactor factor;
    const Spec *spec;
    int levels;
    PairingTotals *counts; /* by pairing and level; only scores and pairs of games */
    const Totals *totals;
} Counting;

/* The level of a game in games.csv; -1: none. */
static int level_of(const Counting *counting, const CsvTable *row, bool first_is_white,
                    int64_t opening)
{
    if (counting->factor == BREAKDOWN_COLOUR)
        return first_is_white ? 0 : 1;
    return counting->factor == BREAKDOWN_TERMINATION
               ? (int)termination_parse(csv_table_text(row, 1, "termination"))
               : openings_set_of(&counting->spec->openings.positions, (uint64_t)opening);
}

static bool add_game(const CsvTable *row, gpointer data, GError **error)
{
    const Counting *counting = data;
    const Spec *spec = counting->spec;
    int64_t number, pairing, opening = 0, game;
    bool first_is_white;
    int of_white, level, half_points;
    PairingTotals *count;

    if (!csv_table_number(row, 1, "game", 1, G_MAXINT64, &number, error) ||
        !csv_table_number(row, 1, "pairing", 1, spec->pairing_count, &pairing, error) ||
        (*csv_table_text(row, 1, "opening") != '\0' &&
         !csv_table_number(row, 1, "opening", 0, G_MAXINT64, &opening, error)) ||
        !csv_table_result(row, 1, &of_white, error))
        return false;
    game = (int64_t)schedule_job(spec, (uint64_t)number).game;
    first_is_white = game % 2 == 1;
    half_points = first_is_white ? of_white : 2 - of_white;
    level = level_of(counting, row, first_is_white, opening);
    if (level < 0)
        return true;
    count = &counting->counts[(pairing - 1) * counting->levels + level];
    count->openings = spec_openings(spec) != 1;
    statistics_score_add(&count->score, half_points);
    if (counting->factor == BREAKDOWN_OPENING_SET) /* both games of a pair are at one level */
        pair_counts_add(&count->pairs, game, half_points);
    return true;
}

static const Column CELLS[] = {
    COLUMNS_OF_PAIRING("short name of a player"),
    {"level", TABLE_TEXT, "",
     "value of the property: an opening set, a colour of the player, or a termination",
     .heading = "value"},
    {"games", TABLE_COUNT, "games", "games of the pairing with this value", .heading = "games"},
    {"wins", TABLE_COUNT, "games", "games the player won", .heading = "W-L-D", .view = VIEW_SCORE},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "drawn games"},
    {"score", TABLE_REAL, "0..1", "mean points of the player per game", 4, "score", VIEW_SHARE},
    {"elo", TABLE_REAL, "Elo",
     "Elo lead of the player in these games; empty if it is infinite or if the property is the "
     "termination, which selects games by their outcome",
     2, "Elo", VIEW_LEAD, true},
    {"elo_kind", TABLE_TEXT, "",
     "as in the table `pairings`; also `unknown` if the property is the termination"},
    COLUMNS_OF_ENDS("elo_low", "elo_high", "Elo", LOWER_END, 2),
    COLUMN_OF_PACE,
};

static void fill_cell(TableRows *rows, gconstpointer what)
{
    const LevelCell *cell = what;

    pairing_row_fill(rows, &cell->pairing);
    row_text(rows, cell->level);
    row_count(rows, statistics_count(cell->score));
    row_score(rows, cell->score);
    row_real(rows, standings_share(cell->score));
    row_estimate(rows, cell->elo);
    pairing_row_fill_pace(rows, &cell->pairing);
}

const Table TABLE_BREAKDOWN = {
    .name = "breakdown",
    TABLE("agentchess compare --by",
          "a pairing, restricted to the games with one value of the property in `--by`", CELLS,
          fill_cell)};

static const Column INTERACTIONS[] = {
    COLUMNS_OF_PAIRING("short name of a player"),
    {"first", TABLE_TEXT, "", "a value of the property", .heading = "first"},
    {"second", TABLE_TEXT, "", "another value of the property", .heading = "second"},
    COLUMNS_OF_DIFFERENCE(
        "difference", "kind", "difference",
        "the player's Elo lead with the first value minus its lead with the second value"),
    COLUMN_OF_PACE,
};

static void fill_interaction(TableRows *rows, gconstpointer what)
{
    const Interaction *interaction = what;

    pairing_row_fill(rows, &interaction->lead.pairing);
    row_text(rows, interaction->first);
    row_text(rows, interaction->second);
    difference_row_fill(rows, &interaction->lead);
    pairing_row_fill_pace(rows, &interaction->lead.pairing);
}

const Table TABLE_INTERACTIONS = {.name = "interactions",
                                  TABLE("agentchess compare --by --interactions",
                                        "a pairing with two values of the property", INTERACTIONS,
                                        fill_interaction)};

static void add_cells(const Counting *counting, int pairing, GArray *cells)
{
    const BreakdownFactor factor = counting->factor;
    const PairingTotals *counts = &counting->counts[pairing * counting->levels];

    /* Which of the games in games.csv repeat others is unknown. */
    const bool is_rated =
        is_condition(factor) && pairing_totals_repeated(&counting->totals->pairings[pairing]) == 0;

    for (int i = 0; i < counting->levels; i++) {
        const LevelCell cell = {pairing_row_of(counting->spec, pairing),
                                name_level(factor, counting->spec, i), counts[i].score,
                                is_rated ? standings_evaluate_in(counting->spec, &counts[i]).elo
                                         : (Estimate){.kind = ESTIMATE_UNKNOWN}};
        if (statistics_count(cell.score) > 0)
            g_array_append_val(cells, cell);
    }
}

/* Appends each two of @cells from @first on, which are of one pairing. */
static void compare_cells(const GArray *cells, guint first, GArray *interactions)
{
    for (guint i = first; i < cells->len; i++)
        for (guint j = i + 1; j < cells->len; j++) {
            const LevelCell *a = &g_array_index(cells, LevelCell, i),
                            *b = &g_array_index(cells, LevelCell, j);
            const Interaction interaction = {
                {a->pairing, .difference = estimate_difference(a->elo, b->elo)},
                a->level,
                b->level,
            };
            g_array_append_val(interactions, interaction);
        }
}

/* @cells and @interactions in @format. Owner: the caller. */
static char *write_report(const ResultsRun *run, BreakdownFactor factor, const GArray *cells,
                          const GArray *interactions, TableFormat format, bool only_interactions)
{
    g_autoptr(TableReport) report = table_report_new(NULL);
    g_autofree char *title = g_strdup_printf(
        "Pairings by %s, from the first player's point of view", BREAKDOWN_NAMES[factor]);
    TablePart *part = table_report_add(report, title, table_rows_of(&TABLE_BREAKDOWN, cells));

    results_add_notes(run, report->notes);
    if (is_condition(factor))
        table_part_explain(part, 2);
    part = table_report_add(
        report, "First player's lead with the first value minus its lead with the second",
        table_rows_of(&TABLE_INTERACTIONS, interactions));
    part->is_hidden = interactions->len == 0;
    table_part_explain(part, 1);
    if (format == TABLE_FORMAT_CSV && only_interactions)
        return table_format(part->rows, format);
    return table_report_write(report, format);
}

char *breakdown_report(const ResultsRun *run, BreakdownFactor factor, TableFormat format,
                       bool interactions, GError **error)
{
    const int levels = count_levels(factor, run->spec), pairings = run->spec->pairing_count;
    g_autofree PairingTotals *counts =
        g_new0(PairingTotals, (gsize)pairings * (gsize)MAX(levels, 1));
    const Counting counting = {factor, run->spec, levels, counts, run->totals};
    g_autoptr(GArray) cells = g_array_new(FALSE, FALSE, sizeof(LevelCell));
    g_autoptr(GArray) differences = g_array_new(FALSE, FALSE, sizeof(Interaction));

    if (levels == 0) {
        results_lack(run, "--by=opening-set", "opening sets ([openings] sets)", error);
        return NULL;
    }
    if ((!run->spec->record.games && !results_lack_file(run->folder, "games.csv", error)) ||
        !results_each_game(run, add_game, (gpointer)&counting, error))
        return NULL;
    for (int i = 0; i < pairings; i++) {
        const guint first = cells->len;
        add_cells(&counting, i, cells);
        if (is_condition(factor))
            compare_cells(cells, first, differences);
    }
    difference_rows_test(differences);
    return write_report(run, factor, cells, differences, format, interactions);
}
