#include "experiments/report/report_standings.h"

#include <string.h>

#include "experiments/report/report_table.h"
#include "experiments/tools/csv.h"

const char *const REPORT_TABLE_NAMES[METRICS_REPORT_COUNT] = {
    [METRICS_REPORT_PAIRINGS] = "pairings",   [METRICS_REPORT_RATINGS] = "ratings",
    [METRICS_REPORT_RESIDUALS] = "residuals", [METRICS_REPORT_ALPHA_RANK] = "alpha-rank",
    [METRICS_REPORT_PAIRS] = "pairs",         [METRICS_REPORT_TERMINATIONS] = "terminations",
};

/* The share of the points; "" without games. Owner: the caller. */
static char *format_score(StatisticsScore score)
{
    return score.wins + score.losses + score.draws > 0 ? report_format_share(standings_share(score))
                                                       : g_strdup("");
}

static char *format_results(const PairingTotals *totals)
{
    return g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                           totals->wins, totals->losses, totals->draws);
}

/* "L5 - L7", in time "L5 - L7, 500 ms". Owner: the caller. */
static char *format_label(const Standings *standings, const PoolPairing *pairing)
{
    g_autofree char *pace =
        pairing->ms_per_space > 0
            ? g_strdup_printf(", %" G_GUINT64_FORMAT " ms", pairing->ms_per_space)
            : g_strdup("");

    return g_strconcat(pool_player(standings->pool, pairing->player)->name, " - ",
                       pool_player(standings->pool, pairing->opponent)->name, pace, NULL);
}

static ReportTable pairings_table(const Standings *standings)
{
    static const char *const head[] = {"",      "games",         "W-L-D",       "score",
                                       "Elo",   "95 % interval", "superiority", "White",
                                       "Black", "pairs",         NULL};
    ReportTable table = report_table_new(head);

    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(standings->pool, i);
        const PairingTotals *totals = &pairing->totals;
        const EloPairing *elo = &standings->pairings[i];
        const Scores pairs = scores_of_pairs(&totals->pairs);
        char *cells[] = {
            format_label(standings, pairing),
            report_format_count(pairing_totals_games(totals)),
            format_results(totals),
            format_score((StatisticsScore){totals->wins, totals->losses, totals->draws}),
            report_format_value(elo->elo, report_format_difference),
            report_format_interval(elo->elo, report_format_difference),
            report_format_share(elo->superiority),
            format_score(totals->as[TOTALS_WHITE]),
            format_score(totals->as[TOTALS_BLACK]),
            report_format_count(scores_units(&pairs)),
            NULL,
        };
        report_append_sentence(table.below, cells[0], elo->elo, report_format_difference);
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    return table;
}

/* "White's advantage: +12.3 (+1.2 to +23.4)". */
static void append_quantity(GString *text, const char *name, Estimate estimate,
                            ReportFormatNumber format)
{
    report_append_quantity(text, name, estimate, format);
    if (estimate.kind == ESTIMATE_GIVEN)
        g_string_append(text, ", as the colours of the games do not tell");
    else if (report_needs_sentence(estimate.kind))
        g_string_append_printf(text, ", %s", estimate_kind_sentence(estimate.kind));
    g_string_append_c(text, '\n');
}

static void append_terms(GString *text, const Standings *standings)
{
    g_autofree char *rating = report_format_rating(standings->anchor_rating);

    g_string_append_printf(text, "Points of Elo; %s is laid down as %s",
                           pool_player(standings->pool, standings->anchor)->name, rating);
    if (standings->resamples > 0)
        g_string_append_printf(text, "; intervals of %d resamples", standings->resamples);
    g_string_append_c(text, '\n');
    append_quantity(text, "White's advantage", standings->white_advantage,
                    report_format_difference);
    append_quantity(text, "Draws of equal players", standings->draw_share, report_format_share);
}

#define UNLIKELY 0.01

/* Whether the model of the ratings holds, and what to do if not. */
static void append_goodness(GString *text, const Standings *standings)
{
    const RatingsGoodness *goodness = &standings->goodness;
    g_autofree char *deviance = report_format_rating(goodness->deviance);
    g_autofree char *p = report_format_p(goodness->p);

    if (goodness->freedom == 0)
        return;
    g_string_append_printf(
        text, "Fit: deviance %s on %" G_GINT64_FORMAT " degree%s of freedom, p %s%s\n", deviance,
        goodness->freedom, goodness->freedom == 1 ? "" : "s", *p == '<' ? "" : "= ", p);
    if (goodness->p < UNLIKELY)
        g_string_append(text, "Warning: one rating a player does not explain these results; of two "
                              "players trust their pairing\n");
}

/* "Preferences are not transitive: L2 beats L3, L3 beats L2". */
static void append_cycle(GString *text, const Standings *standings)
{
    const int count = standings->cycle_count;

    if (count == 0)
        return;
    g_string_append(text, "Preferences are not transitive:");
    for (int i = 0; i < count; i++)
        g_string_append_printf(
            text, "%s %s beats %s", i > 0 ? "," : "",
            pool_player(standings->pool, standings->cycle[i])->name,
            pool_player(standings->pool, standings->cycle[(i + 1) % count])->name);
    g_string_append(text, "; no ratings say that, alpha-rank does\n");
}

static ReportTable ratings_table(const Standings *standings)
{
    static const char *const head[] = {"", "rating", "95 % interval", "games", "score", NULL};
    ReportTable table = report_table_new(head);

    for (guint i = 0; i < standings->pool->players->len; i++) {
        const StandingsPlayer *player = &standings->players[i];
        const char *name = pool_player(standings->pool, player->player)->name;
        const StatisticsScore score = player->score;
        char *cells[] = {
            g_strdup(name),
            report_format_value(player->rating, report_format_rating),
            report_format_interval(player->rating, report_format_rating),
            report_format_count(score.wins + score.losses + score.draws),
            format_score(score),
            NULL,
        };
        report_append_sentence(table.below, name, player->rating, report_format_rating);
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    append_terms(table.below, standings);
    append_goodness(table.below, standings);
    append_cycle(table.below, standings);
    return table;
}

#define WORST 5 /* residuals that people see */

static ReportTable residuals_table(const Standings *standings)
{
    static const char *const head[] = {"",  "games", "score", "expected", "Elo by ratings",
                                       "z", "p",     NULL};
    const int count = (int)standings->residuals->len, shown = MIN(count, WORST);
    ReportTable table = report_table_new(head);

    for (int i = 0; i < shown; i++) {
        const StandingsResidual *residual = standings_residual(standings, i);
        const RatingsResidual *of = &residual->of;
        char *cells[] = {
            g_strconcat(pool_player(standings->pool, of->player)->name, " - ",
                        pool_player(standings->pool, of->other)->name, NULL),
            report_format_count(of->games),
            report_format_share(of->score),
            report_format_share(of->expected),
            report_format_difference(of->elo),
            of->is_standard ? report_format_difference(of->z) : g_strdup(""),
            of->is_standard ? report_format_p(residual->p) : g_strdup(""),
            NULL,
        };
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    g_string_append_printf(table.below,
                           "z: standard deviations that a pairing's score differs from the one "
                           "expected; p: after Holm, for %d pairing%s\n",
                           count, count == 1 ? "" : "s");
    if (shown < count)
        g_string_append_printf(table.below, "All %d: --csv --table residuals\n", count);
    return table;
}

static ReportTable alpha_table(const Standings *standings)
{
    static const char *const head[] = {"", "mass", "95 % interval", NULL};
    const int players = (int)standings->pool->players->len;
    ReportTable table = report_table_new(head);

    for (int i = 0; i < players; i++) {
        const StandingsMass *mass = &standings->masses[i];
        char *cells[] = {
            g_strdup(pool_player(standings->pool, mass->player)->name),
            report_format_value(mass->mass, report_format_share),
            report_format_interval(mass->mass, report_format_share),
            NULL,
        };
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    g_string_append_printf(table.below,
                           "Mass: share of the time that a population plays each, if whoever beats "
                           "it replaces it; intervals of %d resamples\n",
                           standings->mass_resamples);
    return table;
}

static ReportTable pairs_table(const Standings *standings)
{
    static const char *const head[] = {
        "", "pairs", "0", "1/2", "1", "3/2", "2", "normalized Elo", "95 % interval", NULL};
    ReportTable table = report_table_new(head);

    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(standings->pool, i);
        const Scores pairs = scores_of_pairs(&pairing->totals.pairs);
        const Estimate normalized = elo_normalized(&pairs);
        char *cells[] = {
            format_label(standings, pairing),
            report_format_count(scores_units(&pairs)),
            report_format_count(pairs.count[0]),
            report_format_count(pairs.count[1]),
            report_format_count(pairs.count[2]),
            report_format_count(pairs.count[3]),
            report_format_count(pairs.count[4]),
            report_format_value(normalized, report_format_difference),
            report_format_interval(normalized, report_format_difference),
            NULL,
        };
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    return table;
}

/* Which ways to end are those of some game. */
static void find_terminations(const Standings *standings, bool *out_occurred)
{
    for (int i = 0; i < (int)standings->pool->pairings->len; i++)
        for (int end = 0; end < TERMINATION_COUNT; end++)
            out_occurred[end] |= pool_pairing(standings->pool, i)->totals.terminations[end] > 0;
}

static char **terminations_head(const bool *occurred)
{
    g_autoptr(GStrvBuilder) cells = g_strv_builder_new();

    g_strv_builder_add(cells, "");
    for (int end = 0; end < TERMINATION_COUNT; end++)
        if (occurred[end])
            g_strv_builder_add(cells, termination_name((Termination)end));
    return g_strv_builder_end(cells);
}

static char **terminations_row(const Standings *standings, const PoolPairing *pairing,
                               const bool *occurred)
{
    g_autoptr(GStrvBuilder) cells = g_strv_builder_new();
    g_autofree char *label = format_label(standings, pairing);

    g_strv_builder_add(cells, label);
    for (int end = 0; end < TERMINATION_COUNT; end++) {
        g_autofree char *count = report_format_count(pairing->totals.terminations[end]);
        if (occurred[end])
            g_strv_builder_add(cells, count);
    }
    return g_strv_builder_end(cells);
}

static ReportTable terminations_table(const Standings *standings)
{
    bool occurred[TERMINATION_COUNT] = {false};
    g_auto(GStrv) head = NULL;
    ReportTable table;

    find_terminations(standings, occurred);
    head = terminations_head(occurred);
    table = report_table_new((const char *const *)head);
    for (int i = 0; i < (int)standings->pool->pairings->len; i++)
        g_ptr_array_add(table.rows,
                        terminations_row(standings, pool_pairing(standings->pool, i), occurred));
    return table;
}

static void append_one_row(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    metrics_append_row(csv, table, row);
}

static void append_termination_rows(GString *csv, const MetricsTable *table, MetricsRow *row)
{
    const PairingTotals *totals = &pool_pairing(row->standings->pool, row->pairing)->totals;

    for (row->termination = TERMINATION_NONE + 1; row->termination < TERMINATION_COUNT;
         row->termination++)
        if (totals->terminations[row->termination] > 0)
            metrics_append_row(csv, table, row);
}

/* What there is a row of. */
typedef int (*CountRows)(const Standings *standings);

static int count_pairings(const Standings *standings)
{
    return (int)standings->pool->pairings->len;
}

static int count_players(const Standings *standings)
{
    return (int)standings->pool->players->len;
}

static int count_residuals(const Standings *standings)
{
    return (int)standings->residuals->len;
}

static bool never(const Standings *standings)
{
    (void)standings;
    return false;
}

/* Games in PGN do not say it. */
static bool has_terminations(const Standings *standings)
{
    bool occurred[TERMINATION_COUNT] = {false}, any = false;

    find_terminations(standings, occurred);
    for (int end = 0; end < TERMINATION_COUNT; end++)
        any |= occurred[end];
    return any;
}

static bool has_residuals(const Standings *standings)
{
    return count_players(standings) > 2 && standings->goodness.freedom > 0;
}

/* Each table: how people see it, when they see it unasked (NULL: always), and its rows for
 * programs. */
static const struct {
    const char *title;
    ReportTable (*make)(const Standings *standings);
    bool (*tells)(const Standings *standings);
    CountRows count;
    void (*append_rows)(GString *csv, const MetricsTable *table, MetricsRow *row);
} TABLES[METRICS_REPORT_COUNT] = {
    [METRICS_REPORT_PAIRINGS] = {"Pairings, seen from the first player", pairings_table, NULL,
                                 count_pairings, append_one_row},
    [METRICS_REPORT_RATINGS] = {"Ratings of all players together", ratings_table, NULL,
                                count_players, append_one_row},
    [METRICS_REPORT_RESIDUALS] = {"What the ratings do not explain, the worst first",
                                  residuals_table, has_residuals, count_residuals, append_one_row},
    [METRICS_REPORT_ALPHA_RANK] = {"Alpha-rank: who prevails if all may change sides", alpha_table,
                                   standings_have_cycle, count_players, append_one_row},
    [METRICS_REPORT_PAIRS] = {"Pairs of games by the points of the first player", pairs_table,
                              never, count_pairings, append_one_row},
    [METRICS_REPORT_TERMINATIONS] = {"How the games ended", terminations_table, has_terminations,
                                     count_pairings, append_termination_rows},
};

/* The rows of a table as CSV. */
static void append_csv_rows(GString *csv, const Standings *standings, MetricsReport table)
{
    MetricsRow row = {.standings = standings};

    for (int i = 0; i < TABLES[table].count(standings); i++) {
        row.pairing = row.place = i;
        TABLES[table].append_rows(csv, METRICS_REPORTS[table], &row);
    }
}

static void append_csv(GString *text, const Standings *standings, MetricsReport table)
{
    metrics_append_header(text, METRICS_REPORTS[table]);
    append_csv_rows(text, standings, table);
}

/* The rows of a table as cells. Owner: the caller. */
static GPtrArray *split_rows(const Standings *standings, MetricsReport table)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    append_csv_rows(csv, standings, table);
    return report_cells_split(csv->str);
}

static void append_json_table(GString *json, const Standings *standings, MetricsReport table)
{
    g_autoptr(GPtrArray) rows = split_rows(standings, table);

    g_string_append(json, ",\n");
    report_cells_append_json(json, REPORT_TABLE_NAMES[table], METRICS_REPORTS[table], rows);
}

static void append_json_number(GString *json, const char *name, bool known, double number,
                               int decimals)
{
    g_string_append_printf(json, ", \"%s\": ", name);
    if (known)
        csv_append_fixed(json, number, decimals);
    else
        g_string_append(json, "null");
}

static void append_json_estimate(GString *json, const char *name, Estimate estimate, int decimals)
{
    g_string_append_printf(json, ",\n  \"%s\": {\"kind\": \"%s\"", name,
                           estimate_kind_name(estimate.kind));
    append_json_number(json, "value", estimate_has_value(estimate.kind), estimate.value, decimals);
    append_json_number(json, "low", estimate_has_low(estimate.kind), estimate.low, decimals);
    append_json_number(json, "high", estimate_has_high(estimate.kind), estimate.high, decimals);
    g_string_append_c(json, '}');
}

static void append_json_terms(GString *json, const Standings *standings)
{
    g_string_append(json, ",\n  \"anchor\": {\"player\": ");
    report_cells_append_json_text(json, pool_player(standings->pool, standings->anchor)->name);
    append_json_number(json, "rating", true, standings->anchor_rating, 2);
    g_string_append_printf(json, "},\n  \"resamples\": %d", standings->resamples);
    append_json_estimate(json, "white_advantage", standings->white_advantage, 2);
    append_json_estimate(json, "draw_share", standings->draw_share, 4);
    g_string_append(json, ",\n  \"fit\": {\"freedom\": ");
    csv_append_signed(json, standings->goodness.freedom);
    append_json_number(json, "deviance", true, standings->goodness.deviance, 2);
    append_json_number(json, "p", true, standings->goodness.p, 6);
    g_string_append(json, "},\n  \"cycle\": [");
    for (int i = 0; i < standings->cycle_count; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        report_cells_append_json_text(json,
                                      pool_player(standings->pool, standings->cycle[i])->name);
    }
    g_string_append_c(json, ']');
}

static void append_json_notes(GString *json, const GPtrArray *notes)
{
    g_string_append(json, "{\n  \"notes\": [");
    for (guint i = 0; i < notes->len; i++) {
        g_string_append(json, i > 0 ? ", " : "");
        report_cells_append_json_text(json, notes->pdata[i]);
    }
    g_string_append_c(json, ']');
}

static char *report_json(const Standings *standings, const bool *tables)
{
    GString *json = g_string_new(NULL);

    append_json_notes(json, standings->pool->notes);
    if (tables[METRICS_REPORT_RATINGS])
        append_json_terms(json, standings);
    for (MetricsReport table = 0; table < METRICS_REPORT_COUNT; table++)
        if (tables[table])
            append_json_table(json, standings, table);
    g_string_append(json, "\n}\n");
    return g_string_free(json, FALSE);
}

static char *report_csv(const Standings *standings, const bool *tables)
{
    GString *csv = g_string_new(NULL);

    for (MetricsReport table = 0; table < METRICS_REPORT_COUNT; table++)
        if (tables[table])
            append_csv(csv, standings, table);
    return g_string_free(csv, FALSE);
}

static char *report_gnuplot(const Standings *standings, const bool *tables)
{
    for (MetricsReport table = 0; table < METRICS_REPORT_COUNT; table++)
        if (tables[table]) {
            g_autoptr(GPtrArray) rows = split_rows(standings, table);
            return report_cells_gnuplot(METRICS_REPORTS[table], NULL, rows);
        }
    g_assert_not_reached();
}

/* A table that is not asked for by its name stands there only if it has something to say. */
static char *report_for_people(const Standings *standings, const bool *tables, bool markdown)
{
    GString *text = g_string_new(NULL);
    const GPtrArray *notes = standings->pool->notes;
    int wanted = 0;

    for (guint i = 0; i < notes->len; i++)
        g_string_append_printf(text, "%sNote: %s\n", markdown ? "* " : "", (char *)notes->pdata[i]);
    for (MetricsReport number = 0; number < METRICS_REPORT_COUNT; number++)
        wanted += tables[number];
    for (MetricsReport number = 0; number < METRICS_REPORT_COUNT; number++)
        if (tables[number] &&
            (wanted == 1 || TABLES[number].tells == NULL || TABLES[number].tells(standings))) {
            g_auto(ReportTable) table = TABLES[number].make(standings);
            report_table_append(text, TABLES[number].title, &table, markdown);
        }
    return g_string_free(text, FALSE);
}

char *report_standings(const Standings *standings, ReportFormat format,
                       const bool tables[static METRICS_REPORT_COUNT])
{
    switch (format) {
    case REPORT_TEXT:
    case REPORT_MARKDOWN:
        return report_for_people(standings, tables, format == REPORT_MARKDOWN);
    case REPORT_CSV:
        return report_csv(standings, tables);
    case REPORT_JSON:
        return report_json(standings, tables);
    case REPORT_GNUPLOT:
        return report_gnuplot(standings, tables);
    }
    g_assert_not_reached();
}
