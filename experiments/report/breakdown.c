#include "experiments/report/breakdown.h"

#include <string.h>

#include "board/game.h"
#include "experiments/report/standings.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/line_reader.h"

#define SHARE_DECIMALS 4

const char *const BREAKDOWN_NAMES[BREAKDOWN_COUNT] = {
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

/* How a factor divides games. */
typedef struct {
    int (*count)(const Spec *spec);
    const char *(*name)(const Spec *spec, int level);
    int (*level_of)(const Spec *spec, const PlayedGame *game);
    bool keeps_pairs;  /* both games of a pair are at one level */
    bool is_condition; /* it is fixed before the game */
} Factor;

static int count_sets(const Spec *spec)
{
    return spec->openings.positions.sets != NULL ? (int)spec->openings.positions.sets->len : 0;
}

static const char *name_set(const Spec *spec, int level)
{
    return g_array_index(spec->openings.positions.sets, OpeningSet, level).name;
}

static int set_of(const Spec *spec, const PlayedGame *game)
{
    return openings_set_of(&spec->openings.positions, game->opening);
}

static int count_colours(const Spec *spec)
{
    (void)spec;
    return 2;
}

static const char *name_colour(const Spec *spec, int level)
{
    (void)spec;
    return level == 0 ? "White" : "Black";
}

static int colour_of(const Spec *spec, const PlayedGame *game)
{
    (void)spec;
    return game->first_is_white ? 0 : 1;
}

static int count_terminations(const Spec *spec)
{
    (void)spec;
    return TERMINATION_COUNT;
}

static const char *name_termination(const Spec *spec, int level)
{
    (void)spec;
    return termination_name((Termination)level);
}

static int termination_of(const Spec *spec, const PlayedGame *game)
{
    (void)spec;
    return (int)game->termination;
}

static const Factor FACTORS[BREAKDOWN_COUNT] = {
    [BREAKDOWN_OPENING_SET] = {count_sets, name_set, set_of, true, true},
    [BREAKDOWN_COLOUR] = {count_colours, name_colour, colour_of, false, true},
    [BREAKDOWN_TERMINATION] = {count_terminations, name_termination, termination_of, false, false},
};

/* The columns of games.csv that count. */
enum { GAME, PAIRING, OPENING, RESULT, TERMINATION, COLUMN_COUNT };
static const char *const COLUMN_NAMES[COLUMN_COUNT] = {"game", "pairing", "opening", "result",
                                                       "termination"};

/* Finds the columns in @names; -1: missing. */
static void find_columns(char **names, int *out_column)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        out_column[i] = -1;
        for (int j = 0; names[j] != NULL; j++)
            if (g_str_equal(names[j], COLUMN_NAMES[i]))
                out_column[i] = j;
    }
}

static const char *get_cell(char **cells, int column)
{
    return column >= 0 && column < (int)g_strv_length(cells) ? cells[column] : "";
}

static bool read_number(const char *text, int64_t most, int64_t *out_number)
{
    gint64 number;
    const bool good = g_ascii_string_to_signed(text, 10, 0, most, &number, NULL);

    *out_number = good ? number : 0;
    return good;
}

static bool read_game(const Spec *spec, char **cells, const int *column, PlayedGame *out_game)
{
    int64_t number, pairing, opening = 0;
    const char *result = get_cell(cells, column[RESULT]);
    const int points = result_parse(result, strlen(result));

    if (!read_number(get_cell(cells, column[GAME]), G_MAXINT64, &number) || number == 0 ||
        !read_number(get_cell(cells, column[PAIRING]), spec->pairing_count, &pairing) ||
        pairing == 0 || points < 0 ||
        (column[OPENING] >= 0 &&
         !read_number(get_cell(cells, column[OPENING]), G_MAXINT64, &opening)))
        return false;
    out_game->pairing = (int)pairing - 1;
    out_game->game = (number - 1) % (int64_t)spec->games + 1;
    out_game->first_is_white = out_game->game % 2 == 1;
    out_game->half_points = out_game->first_is_white ? points : 2 - points;
    out_game->opening = (uint64_t)opening;
    out_game->termination = termination_parse(get_cell(cells, column[TERMINATION]));
    return true;
}

static void add_game(const Factor *factor, const Spec *spec, const PlayedGame *game, Count *counts)
{
    const int level = factor->level_of(spec, game);
    Count *count = &counts[game->pairing * factor->count(spec) + level];

    if (level < 0)
        return;
    count->score.wins += game->half_points == 2;
    count->score.draws += game->half_points == 1;
    count->score.losses += game->half_points == 0;
    if (factor->keeps_pairs)
        pair_counts_add(&count->pairs, game->game, game->half_points);
}

static bool count_games(const ResultsRun *run, const Factor *factor, Count *counts, GError **error)
{
    g_autoptr(GInputStream) file = gzip_open(run->folder, "games.csv", error);
    g_autofree char *path = g_build_filename(run->folder, "games.csv", NULL);
    g_autoptr(LineReader) lines = file != NULL ? line_reader_new(file, path) : NULL;
    g_autoptr(GError) fault = NULL;
    int column[COLUMN_COUNT];
    char *text;

    if (file == NULL)
        return false;
    for (int line = 1; (text = line_reader_next(lines, NULL, &fault)) != NULL; line++) {
        g_auto(GStrv) cells = csv_split(text);
        PlayedGame game;
        if (line == 1)
            find_columns(cells, column);
        else if (read_game(run->spec, cells, column, &game))
            add_game(factor, run->spec, &game, counts);
        else
            return experiments_fail(error, "%s:%d: '%s' is no game of the run", path, line, text);
    }
    if (fault != NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return fault == NULL;
}

static int64_t games_of(StatisticsScore score)
{
    return score.wins + score.losses + score.draws;
}

static Estimate elo_of(const Count *count)
{
    const Scores pairs = scores_of_pairs(&count->pairs), games = scores_of_games(count->score);

    return elo_pairing(scores_units(&pairs) > 0 ? &pairs : &games).elo;
}

static void add_cells(Breakdown *breakdown, const Spec *spec, int pairing, const Count *counts)
{
    const Factor *factor = &FACTORS[breakdown->factor];
    const int levels = factor->count(spec);

    for (int level = 0; level < levels; level++) {
        const BreakdownCell cell = {pairing_row_of(spec, pairing), factor->name(spec, level),
                                    counts[level].score, elo_of(&counts[level])};
        if (games_of(cell.score) > 0)
            g_array_append_val(breakdown->cells, cell);
    }
    for (int a = 0; a < levels && factor->is_condition; a++)
        for (int b = a + 1; b < levels; b++) {
            BreakdownInteraction interaction = {{.pairing = pairing_row_of(spec, pairing)},
                                                factor->name(spec, a),
                                                factor->name(spec, b)};
            interaction.lead.difference =
                estimate_difference(elo_of(&counts[a]), elo_of(&counts[b]));
            interaction.lead.p = estimate_p(interaction.lead.difference);
            if (games_of(counts[a].score) > 0 && games_of(counts[b].score) > 0)
                g_array_append_val(breakdown->interactions, interaction);
        }
}

Breakdown *breakdown_new(const ResultsRun *run, BreakdownFactor factor, GError **error)
{
    const Spec *spec = run->spec;
    const int levels = FACTORS[factor].count(spec);
    g_autofree Count *counts = g_new0(Count, (gsize)spec->pairing_count * (gsize)MAX(levels, 1));
    Breakdown *breakdown;

    if (levels == 0) {
        experiments_fail(error, "%s has no sets of openings ([openings] sets)", run->folder);
        return NULL;
    }
    if (!count_games(run, &FACTORS[factor], counts, error))
        return NULL;
    breakdown = g_new(Breakdown, 1);
    breakdown->factor = factor;
    breakdown->cells = g_array_new(FALSE, FALSE, sizeof(BreakdownCell));
    breakdown->interactions = g_array_new(FALSE, FALSE, sizeof(BreakdownInteraction));
    for (int i = 0; i < spec->pairing_count; i++)
        add_cells(breakdown, spec, i, &counts[i * levels]);
    pairing_rows_adjust(breakdown->interactions);
    return breakdown;
}

void breakdown_free(Breakdown *breakdown)
{
    g_array_unref(breakdown->cells);
    g_array_unref(breakdown->interactions);
    g_free(breakdown);
}

static const BreakdownCell *cell_of(const MetricsRow *row)
{
    return row->own;
}

static const BreakdownInteraction *interaction_of(const MetricsRow *row)
{
    return row->own;
}

static void write_level(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, cell_of(row)->level);
}

static void write_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, games_of(cell_of(row)->score));
}

static void write_wins(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, cell_of(row)->score.wins);
}

static void write_losses(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, cell_of(row)->score.losses);
}

static void write_draws(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, cell_of(row)->score.draws);
}

static void write_score(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, standings_share(cell_of(row)->score), SHARE_DECIMALS);
}

static void write_elo(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, cell_of(row)->elo);
}

static void write_elo_kind(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, estimate_kind_name(cell_of(row)->elo.kind));
}

static void write_elo_low(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_low(csv, cell_of(row)->elo);
}

static void write_elo_high(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_high(csv, cell_of(row)->elo);
}

#define PACE "in time milliseconds that a piece needs for a space; else empty"

static const MetricsColumn CELLS[] = {
    {"player", METRICS_STRING, "", "short name of a player", pairing_row_write_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", pairing_row_write_opponent},
    {"level", METRICS_STRING, "",
     "level of the factor: the set of the opening, the player's colour, or how games ended",
     write_level},
    {"games", METRICS_INTEGER, "games", "games they played there", write_games},
    {"wins", METRICS_INTEGER, "games", "games the player won", write_wins},
    {"losses", METRICS_INTEGER, "games", "games the opponent won", write_losses},
    {"draws", METRICS_INTEGER, "games", "games nobody won", write_draws},
    {"score", METRICS_NUMBER, "0..1", "points the player made of each", write_score},
    {"elo", METRICS_NUMBER, "Elo", "lead of the player there; empty if unlimited", write_elo},
    {"elo_kind", METRICS_STRING, "", "as in the table of pairings", write_elo_kind},
    {"elo_low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound", write_elo_low},
    {"elo_high", METRICS_NUMBER, "Elo", "upper end of it", write_elo_high},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, pairing_row_write_pace},
};

const MetricsTable METRICS_BREAKDOWN = {
    .file = "agentchess report --by --csv",
    .row = "a pairing at a level of the factor",
    .columns = CELLS,
    .column_count = G_N_ELEMENTS(CELLS),
};

static void write_first(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, interaction_of(row)->first);
}

static void write_second(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, interaction_of(row)->second);
}

static const MetricsColumn INTERACTIONS[] = {
    {"player", METRICS_STRING, "", "short name of a player", pairing_row_write_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", pairing_row_write_opponent},
    {"first", METRICS_STRING, "", "a level of the factor", write_first},
    {"second", METRICS_STRING, "", "another one", write_second},
    {"difference", METRICS_NUMBER, "Elo",
     "by how much more the player leads at the first than at the second",
     difference_row_write_value},
    {"kind", METRICS_STRING, "",
     "interval; at-least, at-most: only that bound is there; unknown: nothing tells",
     difference_row_write_kind},
    {"low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound",
     difference_row_write_low},
    {"high", METRICS_NUMBER, "Elo", "upper end of it", difference_row_write_high},
    {"p", METRICS_NUMBER, "0..1", "how probable so great a difference is if there is none",
     difference_row_write_p},
    {"p_holm", METRICS_NUMBER, "0..1", "the same after Holm: of all rows together",
     difference_row_write_holm},
    {"ms_per_space", METRICS_INTEGER, "ms", PACE, pairing_row_write_pace},
};

const MetricsTable METRICS_INTERACTIONS = {
    .file = "agentchess report --by --csv --table=interactions",
    .row = "two levels of the factor in a pairing",
    .columns = INTERACTIONS,
    .column_count = G_N_ELEMENTS(INTERACTIONS),
};

static ReportTable cells_table(const Breakdown *breakdown)
{
    const char *const head[] = {
        "",  BREAKDOWN_NAMES[breakdown->factor], "games", "W-L-D", "score", "Elo", "95 % interval",
        NULL};
    ReportTable table = report_table_new(head);

    for (guint i = 0; i < breakdown->cells->len; i++) {
        const BreakdownCell *cell = &g_array_index(breakdown->cells, BreakdownCell, i);
        g_autofree char *label = NULL;
        char *cells[] = {
            pairing_row_label(&cell->pairing),
            g_strdup(cell->level),
            report_format_count(games_of(cell->score)),
            g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                            cell->score.wins, cell->score.losses, cell->score.draws),
            report_format_share(standings_share(cell->score)),
            report_format_value(cell->elo, report_format_difference),
            report_format_interval(cell->elo, report_format_difference),
            NULL,
        };
        label = g_strdup_printf("%s, %s", cells[0], cell->level);
        if (FACTORS[breakdown->factor].is_condition)
            report_append_sentence(table.below, label, cell->elo, report_format_difference);
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    return table;
}

static ReportTable interactions_table(const Breakdown *breakdown)
{
    static const char *const head[] = {"",  "first",   "second", "difference", "95 % interval",
                                       "p", "p, Holm", NULL};
    ReportTable table = report_table_new(head);

    for (guint i = 0; i < breakdown->interactions->len; i++) {
        const BreakdownInteraction *row =
            &g_array_index(breakdown->interactions, BreakdownInteraction, i);
        char *cells[] = {
            pairing_row_label(&row->lead.pairing),
            g_strdup(row->first),
            g_strdup(row->second),
            report_format_value(row->lead.difference, report_format_difference),
            report_format_interval(row->lead.difference, report_format_difference),
            report_format_p(row->lead.p),
            report_format_p(row->lead.holm),
            NULL,
        };
        report_append_sentence(table.below, cells[0], row->lead.difference,
                               report_format_difference);
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    return table;
}

static char *report_for_people(const Breakdown *breakdown, bool markdown)
{
    g_autofree char *title = g_strdup_printf("Pairings by %s, seen from the first player",
                                             BREAKDOWN_NAMES[breakdown->factor]);
    g_auto(ReportTable) cells = cells_table(breakdown);
    g_auto(ReportTable) interactions = interactions_table(breakdown);
    GString *text = g_string_new(NULL);

    report_table_append(text, title, &cells, markdown);
    if (breakdown->interactions->len > 0)
        report_table_append(text, "By how much more the first player leads", &interactions,
                            markdown);
    return g_string_free(text, FALSE);
}

char *breakdown_report(const Breakdown *breakdown, ReportFormat format, bool interactions)
{
    const ReportRows tables[] = {
        {BREAKDOWN_NAMES[breakdown->factor], &METRICS_BREAKDOWN, breakdown->cells},
        {"interactions", &METRICS_INTERACTIONS, breakdown->interactions},
        {NULL},
    };

    if (format != REPORT_TEXT && format != REPORT_MARKDOWN)
        return report_rows_format(format == REPORT_JSON || !interactions ? tables : &tables[1],
                                  format);
    return report_for_people(breakdown, format == REPORT_MARKDOWN);
}
