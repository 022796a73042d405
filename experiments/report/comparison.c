#include "experiments/report/comparison.h"

#include "experiments/report/standings.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

#define ELO_DECIMALS 2
#define P_DECIMALS 6

static const ComparisonRow *row_of(const MetricsRow *row)
{
    return row->own;
}

static void append_estimate(GString *csv, bool known, double value)
{
    if (known)
        csv_append_fixed(csv, value, ELO_DECIMALS);
}

static void write_player(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row_of(row)->player);
}

static void write_opponent(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, row_of(row)->opponent);
}

static void write_first_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row_of(row)->games[0]);
}

static void write_second_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row_of(row)->games[1]);
}

static void write_first_elo(GString *csv, const MetricsRow *row)
{
    const Estimate elo = row_of(row)->elo[0];

    append_estimate(csv, estimate_has_value(elo.kind), elo.value);
}

static void write_second_elo(GString *csv, const MetricsRow *row)
{
    const Estimate elo = row_of(row)->elo[1];

    append_estimate(csv, estimate_has_value(elo.kind), elo.value);
}

static void write_difference(GString *csv, const MetricsRow *row)
{
    const Estimate difference = row_of(row)->difference;

    append_estimate(csv, estimate_has_value(difference.kind), difference.value);
}

static void write_kind(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, estimate_kind_name(row_of(row)->difference.kind));
}

static void write_low(GString *csv, const MetricsRow *row)
{
    const Estimate difference = row_of(row)->difference;

    append_estimate(csv, estimate_has_low(difference.kind), difference.low);
}

static void write_high(GString *csv, const MetricsRow *row)
{
    const Estimate difference = row_of(row)->difference;

    append_estimate(csv, estimate_has_high(difference.kind), difference.high);
}

static void write_p(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row_of(row)->p, P_DECIMALS);
}

static void write_holm(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row_of(row)->holm, P_DECIMALS);
}

static void write_pace(GString *csv, const MetricsRow *row)
{
    if (row_of(row)->ms_per_space > 0)
        csv_append_number(csv, row_of(row)->ms_per_space);
}

static const MetricsColumn COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player in the first run", write_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", write_opponent},
    {"first_games", METRICS_INTEGER, "games", "games they played in the first run",
     write_first_games},
    {"second_games", METRICS_INTEGER, "games", "in the second", write_second_games},
    {"first_elo", METRICS_NUMBER, "Elo", "lead of the player in the first run; empty if unlimited",
     write_first_elo},
    {"second_elo", METRICS_NUMBER, "Elo", "in the second", write_second_elo},
    {"difference", METRICS_NUMBER, "Elo", "the second less the first", write_difference},
    {"kind", METRICS_STRING, "",
     "interval; at-least, at-most: only that bound is there; unknown: nothing tells", write_kind},
    {"low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound", write_low},
    {"high", METRICS_NUMBER, "Elo", "upper end of it", write_high},
    {"p", METRICS_NUMBER, "0..1", "how probable so great a difference is if there is none",
     write_p},
    {"p_holm", METRICS_NUMBER, "0..1", "the same after Holm: of all pairings together", write_holm},
    {"ms_per_space", METRICS_INTEGER, "ms",
     "in time milliseconds that a piece needs for a space; else empty", write_pace},
};

const MetricsTable METRICS_COMPARISON = {
    .file = "agentchess report --compare --csv",
    .row = "a pairing that both runs have",
    .columns = COLUMNS,
    .column_count = G_N_ELEMENTS(COLUMNS),
};

/* Whether player @a of @first is player @b of @second. Players with the same text are matched in
 * their order. */
static bool is_same(const Spec *first, int a, const Spec *second, int b)
{
    int before = 0;

    if (!g_str_equal(first->players[a].text, second->players[b].text))
        return false;
    for (int i = 0; i < a; i++)
        before += g_str_equal(first->players[i].text, first->players[a].text);
    for (int i = 0; i < b; i++)
        before -= g_str_equal(second->players[i].text, second->players[b].text);
    return before == 0;
}

/* The pairing of @second that is pairing @index of @first, or -1. */
static int find_pairing(const Spec *first, int index, const Spec *second, bool *out_reversed)
{
    const SpecPairing *here = &first->pairings[index];

    for (int i = 0; i < second->pairing_count; i++) {
        const SpecPairing *there = &second->pairings[i];
        if (here->ms_per_space != there->ms_per_space)
            continue;
        *out_reversed = is_same(first, here->player, second, there->opponent) &&
                        is_same(first, here->opponent, second, there->player);
        if (*out_reversed || (is_same(first, here->player, second, there->player) &&
                              is_same(first, here->opponent, second, there->opponent)))
            return i;
    }
    return -1;
}

static Estimate elo_of(const PairingTotals *totals, bool reversed)
{
    const Scores scores = standings_scores(totals);

    return estimate_transform(elo_pairing(&scores).elo, reversed ? -1 : 1, 0);
}

static void adjust(GArray *rows)
{
    g_autofree double *p = g_new(double, rows->len);

    for (guint i = 0; i < rows->len; i++)
        p[i] = g_array_index(rows, ComparisonRow, i).p;
    statistics_holm(p, rows->len);
    for (guint i = 0; i < rows->len; i++)
        g_array_index(rows, ComparisonRow, i).holm = p[i];
}

GArray *comparison_new(const ResultsRun *first, const ResultsRun *second, GError **error)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ComparisonRow));

    if (g_str_equal(first->spec->identity, second->spec->identity)) {
        experiments_fail(error,
                         "%s and %s are the same experiment with the same seed: nothing can "
                         "differ but by chance of machines",
                         first->folder, second->folder);
        return NULL;
    }
    for (int i = 0; i < first->spec->pairing_count; i++) {
        const SpecPairing *pairing = &first->spec->pairings[i];
        const PairingTotals *here = &first->totals->pairings[i], *there;
        ComparisonRow row = {.ms_per_space = pairing->ms_per_space};
        bool reversed = false;
        const int other = find_pairing(first->spec, i, second->spec, &reversed);
        if (other < 0)
            continue;
        there = &second->totals->pairings[other];
        row.player = first->spec->players[pairing->player].name;
        row.opponent = first->spec->players[pairing->opponent].name;
        row.games[0] = pairing_totals_games(here);
        row.games[1] = pairing_totals_games(there);
        row.elo[0] = elo_of(here, false);
        row.elo[1] = elo_of(there, reversed);
        row.difference = estimate_difference(row.elo[1], row.elo[0]);
        row.p = estimate_p(row.difference);
        g_array_append_val(rows, row);
    }
    if (rows->len == 0) {
        experiments_fail(error, "%s and %s have no pairing of the same players", first->folder,
                         second->folder);
        return NULL;
    }
    adjust(rows);
    return g_steal_pointer(&rows);
}

static char *format_label(const ComparisonRow *row)
{
    return row->ms_per_space > 0 ? g_strdup_printf("%s - %s, %" G_GUINT64_FORMAT " ms", row->player,
                                                   row->opponent, row->ms_per_space)
                                 : g_strdup_printf("%s - %s", row->player, row->opponent);
}

#define LEVEL 0.05

/* The report; notes on other differences come first. */
static char *report_for_people(const ResultsRun *first, const ResultsRun *second,
                               const GArray *rows, bool markdown)
{
    static const char *const head[] = {"",           "games",         "Elo", "games",   "Elo",
                                       "difference", "95 % interval", "p",   "p, Holm", NULL};
    g_auto(ReportTable) table = report_table_new(head);
    g_autofree char *note = spec_text_difference_of_games(first->spec->resolved, first->folder,
                                                          second->spec->resolved, second->folder);
    g_autofree char *title = g_strdup_printf(
        "%s against %s: by how much more the first player leads", second->folder, first->folder);
    GString *text = g_string_new(NULL);
    int different = 0;

    if (note != NULL)
        g_string_append_printf(text, "%sNote: not all games were played alike: %s\n",
                               markdown ? "* " : "", note);
    for (guint i = 0; i < rows->len; i++) {
        const ComparisonRow *row = &g_array_index(rows, ComparisonRow, i);
        char *cells[] = {
            format_label(row),
            report_format_count(row->games[0]),
            report_format_value(row->elo[0], report_format_difference),
            report_format_count(row->games[1]),
            report_format_value(row->elo[1], report_format_difference),
            report_format_value(row->difference, report_format_difference),
            report_format_interval(row->difference, report_format_difference),
            report_format_p(row->p),
            report_format_p(row->holm),
            NULL,
        };
        different += row->holm < LEVEL;
        report_append_sentence(table.below, cells[0], row->difference, report_format_difference);
        report_table_add(&table, cells, G_N_ELEMENTS(cells));
    }
    g_string_append_printf(table.below,
                           "%d of %u pairings differ, with an error of 5 %% for all together "
                           "(Holm)\n",
                           different, rows->len);
    report_table_append(text, title, &table, markdown);
    return g_string_free(text, FALSE);
}

char *comparison_report(const ResultsRun *first, const ResultsRun *second, const GArray *rows,
                        ReportFormat format)
{
    const ReportRows tables[] = {{"comparison", &METRICS_COMPARISON, rows}, {NULL}};

    if (format != REPORT_TEXT && format != REPORT_MARKDOWN)
        return report_rows_format(tables, format);
    return report_for_people(first, second, rows, format == REPORT_MARKDOWN);
}
