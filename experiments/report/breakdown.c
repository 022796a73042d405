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

/* The counts of a pairing at a level. */
typedef struct {
    StatisticsScore score;
    PairCounts pairs;
} Count;

/* A game in games.csv. */
typedef struct {
    int pairing;         /* from 0 */
    int64_t game;        /* of its pairing, from 1 */
    int half_points;     /* of the first player */
    bool first_is_white; /* the first player has White */
    uint64_t opening;
    Termination termination;
} PlayedGame;

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

/* -1: no level. */
static int level_of(BreakdownFactor factor, const Spec *spec, const PlayedGame *game)
{
    if (factor == BREAKDOWN_COLOUR)
        return game->first_is_white ? 0 : 1;
    return factor == BREAKDOWN_TERMINATION
               ? (int)game->termination
               : openings_set_of(&spec->openings.positions, game->opening);
}

/* Whether the factor is fixed before the game. Otherwise it selects games by their outcome, and a
 * rating of these games would say nothing about the players. */
static bool is_condition(BreakdownFactor factor)
{
    return factor != BREAKDOWN_TERMINATION;
}

static bool read_game(const Spec *spec, const CsvTable *row, PlayedGame *out_game, GError **error)
{
    int64_t number, pairing, opening = 0;
    const char *result = csv_table_text(row, 1, "result");
    const int points = result_parse(result, strlen(result));

    if (!csv_table_number(row, 1, "game", 1, G_MAXINT64, &number, error) ||
        !csv_table_number(row, 1, "pairing", 1, spec->pairing_count, &pairing, error) ||
        (*csv_table_text(row, 1, "opening") != '\0' &&
         !csv_table_number(row, 1, "opening", 0, G_MAXINT64, &opening, error)))
        return false;
    if (points < 0)
        return csv_table_fail(row, 1, error, "result is '%s', not 1-0, 0-1 or 1/2-1/2", result);
    out_game->pairing = (int)pairing - 1;
    out_game->game = (int64_t)schedule_job(spec, (uint64_t)number).game;
    out_game->first_is_white = out_game->game % 2 == 1;
    out_game->half_points = out_game->first_is_white ? points : 2 - points;
    out_game->opening = (uint64_t)opening;
    out_game->termination = termination_parse(csv_table_text(row, 1, "termination"));
    return true;
}

/* What is being counted. */
typedef struct {
    BreakdownFactor factor;
    const Spec *spec;
    Count *counts; /* by pairing and level */
} Counting;

static bool add_game(const CsvTable *row, gpointer data, GError **error)
{
    const Counting *counting = data;
    PlayedGame game = {0};
    Count *count;
    int level;

    if (!read_game(counting->spec, row, &game, error))
        return false;
    level = level_of(counting->factor, counting->spec, &game);
    if (level < 0)
        return true;
    count =
        &counting->counts[game.pairing * count_levels(counting->factor, counting->spec) + level];
    count->score.wins += game.half_points == 2;
    count->score.draws += game.half_points == 1;
    count->score.losses += game.half_points == 0;
    if (counting->factor == BREAKDOWN_OPENING_SET) /* both games of a pair are at one level */
        pair_counts_add(&count->pairs, game.game, game.half_points);
    return true;
}

static Estimate elo_of(const Count *count)
{
    const Scores pairs = scores_of_pairs(&count->pairs), games = scores_of_games(count->score);

    return elo_pairing(scores_units(&pairs) > 0 ? &pairs : &games).elo;
}

static void add_cells(Breakdown *breakdown, const Spec *spec, int pairing, const Count *counts)
{
    const BreakdownFactor factor = breakdown->factor;
    const int levels = count_levels(factor, spec);

    for (int level = 0; level < levels; level++) {
        const BreakdownCell cell = {
            pairing_row_of(spec, pairing), name_level(factor, spec, level), counts[level].score,
            is_condition(factor) ? elo_of(&counts[level]) : (Estimate){.kind = ESTIMATE_UNKNOWN}};
        if (statistics_count(cell.score) > 0)
            g_array_append_val(breakdown->cells, cell);
    }
    for (int a = 0; a < levels && is_condition(factor); a++)
        for (int b = a + 1; b < levels; b++) {
            BreakdownInteraction interaction = {{.pairing = pairing_row_of(spec, pairing)},
                                                name_level(factor, spec, a),
                                                name_level(factor, spec, b)};
            interaction.lead.difference =
                estimate_difference(elo_of(&counts[a]), elo_of(&counts[b]));
            interaction.lead.p = estimate_p(interaction.lead.difference);
            if (statistics_count(counts[a].score) > 0 && statistics_count(counts[b].score) > 0)
                g_array_append_val(breakdown->interactions, interaction);
        }
}

Breakdown *breakdown_new(const ResultsRun *run, BreakdownFactor factor, GError **error)
{
    const Spec *spec = run->spec;
    const int levels = count_levels(factor, spec);
    g_autofree Count *counts = g_new0(Count, (gsize)spec->pairing_count * (gsize)MAX(levels, 1));
    Breakdown *breakdown;

    if (levels == 0) {
        experiments_fail(error, "%s has no opening sets ([openings] sets)", run->folder);
        return NULL;
    }
    if (!csv_table_each(run->folder, "games.csv", add_game, &(Counting){factor, spec, counts},
                        error))
        return NULL;
    breakdown = g_new(Breakdown, 1);
    breakdown->factor = factor;
    breakdown->cells = g_array_new(FALSE, FALSE, sizeof(BreakdownCell));
    breakdown->interactions = g_array_new(FALSE, FALSE, sizeof(BreakdownInteraction));
    for (int i = 0; i < spec->pairing_count; i++)
        add_cells(breakdown, spec, i, &counts[i * levels]);
    statistics_holm_of(breakdown->interactions, offsetof(BreakdownInteraction, lead.p),
                       offsetof(BreakdownInteraction, lead.holm));
    return breakdown;
}

void breakdown_free(Breakdown *breakdown)
{
    g_array_unref(breakdown->cells);
    g_array_unref(breakdown->interactions);
    g_free(breakdown);
}

#define PACE "in asynchronous chess, the milliseconds per space; otherwise empty"

static const Column CELLS[] = {
    {"player", TABLE_TEXT, "", "short name of a player", .heading = "", .view = VIEW_PAIRING},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"level", TABLE_TEXT, "",
     "level of the factor: the opening set, the player's colour, or the termination",
     .heading = "value"},
    {"games", TABLE_COUNT, "games", "games they played at this level", .heading = "games"},
    {"wins", TABLE_COUNT, "games", "games the player won", .heading = "W-L-D", .view = VIEW_SCORE},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "drawn games"},
    {"score", TABLE_REAL, "0..1", "mean points of the player per game", 4, "score", VIEW_SHARE},
    {"elo", TABLE_REAL, "Elo",
     "Elo lead of the player at this level; empty if unlimited, and for terminations, which select "
     "games by their outcome",
     2, "Elo", VIEW_LEAD, true},
    {"elo_kind", TABLE_TEXT, "", "as in the table of pairings"},
    {"elo_low", TABLE_REAL, "Elo", "lower end of its 95 % interval, or bound", 2},
    {"elo_high", TABLE_REAL, "Elo", "upper end of that interval", 2},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
};

static void fill_cell(TableRow *row, gconstpointer what)
{
    const BreakdownCell *cell = what;

    pairing_row_fill(row, &cell->pairing);
    row_text(row, cell->level);
    row_count(row, statistics_count(cell->score));
    row_score(row, cell->score);
    row_real(row, standings_share(cell->score));
    row_estimate(row, cell->elo);
    pairing_row_fill_pace(row, &cell->pairing);
}

const Table TABLE_BREAKDOWN = {
    .name = "breakdown",
    .file = "agentchess compare --by",
    .row = "a pairing at a level of the factor",
    .fill = fill_cell,
    TABLE_COLUMNS(CELLS),
};

static const Column INTERACTIONS[] = {
    {"player", TABLE_TEXT, "", "short name of a player", .heading = "", .view = VIEW_PAIRING},
    {"opponent", TABLE_TEXT, "", "short name of the opponent"},
    {"first", TABLE_TEXT, "", "a level of the factor", .heading = "first"},
    {"second", TABLE_TEXT, "", "another level of the factor", .heading = "second"},
    {"difference", TABLE_REAL, "Elo",
     "the player's Elo lead at the first level minus its lead at the second", 2, "difference",
     VIEW_LEAD, true},
    {"kind", TABLE_TEXT, "",
     "interval; at-least, at-most: there is only that bound; unknown: the results do not determine "
     "it"},
    {"low", TABLE_REAL, "Elo", "lower end of its 95 % interval, or bound", 2},
    {"high", TABLE_REAL, "Elo", "upper end of that interval", 2},
    {"p", TABLE_REAL, "0..1",
     "probability of a difference at least this large if the true difference is 0", 6, "p", VIEW_P},
    {"p_holm", TABLE_REAL, "0..1", "p with Holm's correction for all rows", 6, "p, Holm", VIEW_P},
    {"ms_per_space", TABLE_COUNT, "ms", PACE},
};

static void fill_interaction(TableRow *row, gconstpointer what)
{
    const BreakdownInteraction *interaction = what;

    pairing_row_fill(row, &interaction->lead.pairing);
    row_text(row, interaction->first);
    row_text(row, interaction->second);
    difference_row_fill(row, &interaction->lead);
    pairing_row_fill_pace(row, &interaction->lead.pairing);
}

const Table TABLE_INTERACTIONS = {
    .name = "interactions",
    .file = "agentchess compare --by --interactions",
    .row = "a pair of levels of the factor in a pairing",
    .fill = fill_interaction,
    TABLE_COLUMNS(INTERACTIONS),
};

char *breakdown_report(const Breakdown *breakdown, TableFormat format, bool interactions)
{
    g_autoptr(TableReport) report = table_report_new();
    g_autofree char *title =
        g_strdup_printf("Pairings by %s, from the first player's point of view",
                        BREAKDOWN_NAMES[breakdown->factor]);
    TableRows *leads = table_rows_of(&TABLE_INTERACTIONS, breakdown->interactions);
    TablePart *part;

    if (format == TABLE_FORMAT_CSV && interactions) {
        table_report_add(report, NULL, leads, G_MAXUINT);
        return table_report_write(report, format);
    }
    part = table_report_add(report, title, table_rows_of(&TABLE_BREAKDOWN, breakdown->cells),
                            G_MAXUINT);
    for (guint i = 0; is_condition(breakdown->factor) && i < breakdown->cells->len; i++) {
        const BreakdownCell *cell = &g_array_index(breakdown->cells, BreakdownCell, i);
        g_autofree char *pairing = pairing_row_label(&cell->pairing);
        g_autofree char *label = g_strdup_printf("%s, %s", pairing, cell->level);
        sheet_append_sentence(part->sheet.below, label, cell->elo, format_difference);
    }
    part = table_report_add(report, "Change of the first player's lead", leads, G_MAXUINT);
    part->is_hidden = breakdown->interactions->len == 0;
    for (guint i = 0; i < breakdown->interactions->len; i++)
        difference_row_explain(
            part->sheet.below,
            &g_array_index(breakdown->interactions, BreakdownInteraction, i).lead);
    return table_report_write(report, format);
}
