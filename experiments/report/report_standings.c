#include "experiments/report/report_standings.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "experiments/report/report.h"
#include "experiments/tools/csv.h"

const char *const REPORT_TABLE_NAMES[METRICS_REPORT_COUNT] = {
    [METRICS_REPORT_PAIRINGS] = "pairings",
    [METRICS_REPORT_RATINGS] = "ratings",
    [METRICS_REPORT_TERMINATIONS] = "terminations",
};

#define ELO_DECIMALS 1
#define SHARE_DECIMALS 3

/* A text is a head, rows of the same length, and sentences below them. */
typedef struct {
    GPtrArray *rows; /* of GStrv, the head first */
    GString *below;
} Table;

static Table table_new(char **head)
{
    const Table table = {g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev),
                         g_string_new(NULL)};

    g_ptr_array_add(table.rows, head);
    return table;
}

static void table_clear(Table *table)
{
    g_ptr_array_unref(table->rows);
    g_string_free(table->below, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)

/* "+12.3": a difference. Owner: the caller. */
static char *format_difference(double value)
{
    g_autofree char *text = csv_format_fixed(value, ELO_DECIMALS);
    const bool positive = *text != '-' && strpbrk(text, "123456789") != NULL;

    return g_strconcat(positive ? "+" : "", text, NULL);
}

static char *format_rating(double value)
{
    return csv_format_fixed(value, ELO_DECIMALS);
}

static char *format_share(double value)
{
    return csv_format_fixed(value, SHARE_DECIMALS);
}

/* How a number is written. Owner: the caller. */
typedef char *(*Format)(double value);

/* "+12.3", ">= +12.3", "?". Owner: the caller. */
static char *format_value(Estimate estimate, Format format)
{
    g_autofree char *number = NULL;

    if (estimate.kind == ESTIMATE_UNKNOWN)
        return g_strdup("?");
    if (estimate_has_value(estimate.kind))
        return format(estimate.value);
    number = format(estimate.kind == ESTIMATE_AT_LEAST ? estimate.low : estimate.high);
    return g_strconcat(estimate.kind == ESTIMATE_AT_LEAST ? ">= " : "<= ", number, NULL);
}

/* "+1.2 to +3.4", or "". Owner: the caller. */
static char *format_interval(Estimate estimate, Format format)
{
    g_autofree char *low = NULL, *high = NULL;

    if (!estimate_has_low(estimate.kind) || !estimate_has_high(estimate.kind))
        return g_strdup("");
    low = format(estimate.low);
    high = format(estimate.high);
    return g_strconcat(low, " to ", high, NULL);
}

static bool needs_sentence(EstimateKind kind)
{
    return kind != ESTIMATE_INTERVAL && kind != ESTIMATE_GIVEN;
}

/* "A - B: >= +120.3, no result limits it from above". */
static void append_sentence(GString *text, const char *label, Estimate estimate, Format format)
{
    g_autofree char *value = format_value(estimate, format);

    if (needs_sentence(estimate.kind))
        g_string_append_printf(text, "%s: %s, %s\n", label, value,
                               estimate_kind_sentence(estimate.kind));
}

/* Owner: the caller. */
static char *format_count(int64_t count)
{
    return g_strdup_printf("%" G_GINT64_FORMAT, count);
}

/* The share of the points; "" without games. Owner: the caller. */
static char *format_score(StatisticsScore score)
{
    return score.wins + score.losses + score.draws > 0 ? format_share(standings_share(score))
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

/* A copy of the array, not of the texts, which it takes. Owner: the caller. */
static char **cells_of(char *const *cells, size_t count)
{
    return g_memdup2(cells, count * sizeof *cells);
}

static char **head_of(const char *const *head)
{
    return g_strdupv((char **)head);
}

static Table pairings_table(const Standings *standings)
{
    static const char *const head[] = {"",      "games",         "W-L-D",       "score",
                                       "Elo",   "95 % interval", "superiority", "White",
                                       "Black", "pairs",         NULL};
    Table table = table_new(head_of(head));

    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *pairing = pool_pairing(standings->pool, i);
        const PairingTotals *totals = &pairing->totals;
        const EloPairing *elo = &standings->pairings[i];
        const Scores pairs = scores_of_pairs(&totals->pairs);
        char *cells[] = {
            format_label(standings, pairing),
            format_count(pairing_totals_games(totals)),
            format_results(totals),
            format_score((StatisticsScore){totals->wins, totals->losses, totals->draws}),
            format_value(elo->elo, format_difference),
            format_interval(elo->elo, format_difference),
            format_share(elo->superiority),
            format_score(totals->as[TOTALS_WHITE]),
            format_score(totals->as[TOTALS_BLACK]),
            format_count(scores_units(&pairs)),
            NULL,
        };
        append_sentence(table.below, cells[0], elo->elo, format_difference);
        g_ptr_array_add(table.rows, cells_of(cells, G_N_ELEMENTS(cells)));
    }
    return table;
}

/* "White's advantage: +12.3 (+1.2 to +23.4)". */
static void append_quantity(GString *text, const char *name, Estimate estimate, Format format)
{
    g_autofree char *value = format_value(estimate, format);
    g_autofree char *interval = format_interval(estimate, format);

    g_string_append_printf(text, "%s: %s", name, value);
    if (*interval != '\0')
        g_string_append_printf(text, " (%s)", interval);
    if (estimate.kind == ESTIMATE_GIVEN)
        g_string_append(text, ", as the colours of the games do not tell");
    else if (needs_sentence(estimate.kind))
        g_string_append_printf(text, ", %s", estimate_kind_sentence(estimate.kind));
    g_string_append_c(text, '\n');
}

static void append_terms(GString *text, const Standings *standings)
{
    g_autofree char *rating = format_rating(standings->anchor_rating);

    g_string_append_printf(text, "Points of Elo; %s is laid down as %s",
                           pool_player(standings->pool, standings->anchor)->name, rating);
    if (standings->resamples > 0)
        g_string_append_printf(text, "; intervals of %d resamples", standings->resamples);
    g_string_append_c(text, '\n');
    append_quantity(text, "White's advantage", standings->white_advantage, format_difference);
    append_quantity(text, "Draws of equal players", standings->draw_share, format_share);
}

static Table ratings_table(const Standings *standings)
{
    static const char *const head[] = {"", "rating", "95 % interval", "games", "score", NULL};
    Table table = table_new(head_of(head));

    for (guint i = 0; i < standings->pool->players->len; i++) {
        const StandingsPlayer *player = &standings->players[i];
        const char *name = pool_player(standings->pool, player->player)->name;
        const StatisticsScore score = player->score;
        char *cells[] = {
            g_strdup(name),
            format_value(player->rating, format_rating),
            format_interval(player->rating, format_rating),
            format_count(score.wins + score.losses + score.draws),
            format_score(score),
            NULL,
        };
        append_sentence(table.below, name, player->rating, format_rating);
        g_ptr_array_add(table.rows, cells_of(cells, G_N_ELEMENTS(cells)));
    }
    append_terms(table.below, standings);
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
        g_autofree char *count = format_count(pairing->totals.terminations[end]);
        if (occurred[end])
            g_strv_builder_add(cells, count);
    }
    return g_strv_builder_end(cells);
}

static Table terminations_table(const Standings *standings)
{
    bool occurred[TERMINATION_COUNT] = {false};
    Table table;

    find_terminations(standings, occurred);
    table = table_new(terminations_head(occurred));
    for (int i = 0; i < (int)standings->pool->pairings->len; i++)
        g_ptr_array_add(table.rows,
                        terminations_row(standings, pool_pairing(standings->pool, i), occurred));
    return table;
}

static void append_pairing_row(GString *csv, const MetricsTable *table, MetricsRow *row)
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

/* Each table: how people see it, and its rows for programs, of each pairing or
 * of each player. */
static const struct {
    const char *title;
    Table (*make)(const Standings *standings);
    void (*append_rows)(GString *csv, const MetricsTable *table, MetricsRow *row);
} TABLES[METRICS_REPORT_COUNT] = {
    [METRICS_REPORT_PAIRINGS] = {"Pairings, seen from the first player", pairings_table,
                                 append_pairing_row},
    [METRICS_REPORT_RATINGS] = {"Ratings of all players together", ratings_table, NULL},
    [METRICS_REPORT_TERMINATIONS] = {"How the games ended", terminations_table,
                                     append_termination_rows},
};

/* The rows of a table as CSV. */
static void append_csv_rows(GString *csv, const Standings *standings, MetricsReport table)
{
    MetricsRow row = {.standings = standings};

    if (TABLES[table].append_rows == NULL) {
        for (; row.place < (int)standings->pool->players->len; row.place++)
            metrics_append_row(csv, METRICS_REPORTS[table], &row);
        return;
    }
    for (; row.pairing < (int)standings->pool->pairings->len; row.pairing++)
        TABLES[table].append_rows(csv, METRICS_REPORTS[table], &row);
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

static void append_text_table(GString *text, const char *title, const Table *table)
{
    g_string_append_printf(text, "%s\n", title);
    report_append_rows(text, table->rows);
    g_string_append(text, table->below->str);
}

static void append_markdown_table(GString *text, const char *title, const Table *table)
{
    g_auto(GStrv) sentences = g_strsplit(table->below->str, "\n", -1);

    g_string_append_printf(text, "### %s\n\n", title);
    report_cells_append_markdown(text, table->rows);
    for (int i = 0; sentences[i] != NULL && *sentences[i] != '\0'; i++)
        g_string_append_printf(text, "%s* %s\n", i == 0 ? "\n" : "", sentences[i]);
}

static void append_table(GString *text, const Standings *standings, MetricsReport number,
                         bool markdown)
{
    g_auto(Table) table = TABLES[number].make(standings);

    if (text->len > 0)
        g_string_append_c(text, '\n');
    if (markdown)
        append_markdown_table(text, TABLES[number].title, &table);
    else
        append_text_table(text, TABLES[number].title, &table);
}

static char *report_for_people(const Standings *standings, const bool *tables, bool markdown)
{
    GString *text = g_string_new(NULL);
    const GPtrArray *notes = standings->pool->notes;

    for (guint i = 0; i < notes->len; i++)
        g_string_append_printf(text, "%sNote: %s\n", markdown ? "* " : "", (char *)notes->pdata[i]);
    for (MetricsReport number = 0; number < METRICS_REPORT_COUNT; number++)
        if (tables[number])
            append_table(text, standings, number, markdown);
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
