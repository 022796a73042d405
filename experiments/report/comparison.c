#include "experiments/report/comparison.h"

#include "experiments/report/standings.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"

static const ComparisonRow *row_of(const MetricsRow *row)
{
    return row->own;
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
    pairing_rows_append_value(csv, row_of(row)->elo[0]);
}

static void write_second_elo(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, row_of(row)->elo[1]);
}

static const MetricsColumn COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player in the first run",
     pairing_row_write_player},
    {"opponent", METRICS_STRING, "", "the opponent, likewise", pairing_row_write_opponent},
    {"first_games", METRICS_INTEGER, "games", "games they played in the first run",
     write_first_games},
    {"second_games", METRICS_INTEGER, "games", "in the second", write_second_games},
    {"first_elo", METRICS_NUMBER, "Elo", "lead of the player in the first run; empty if unlimited",
     write_first_elo},
    {"second_elo", METRICS_NUMBER, "Elo", "in the second", write_second_elo},
    {"difference", METRICS_NUMBER, "Elo", "the second less the first", difference_row_write_value},
    {"kind", METRICS_STRING, "",
     "interval; at-least, at-most: only that bound is there; unknown: nothing tells",
     difference_row_write_kind},
    {"low", METRICS_NUMBER, "Elo", "lower end of its 95 % interval, or bound",
     difference_row_write_low},
    {"high", METRICS_NUMBER, "Elo", "upper end of it", difference_row_write_high},
    {"p", METRICS_NUMBER, "0..1", "how probable so great a difference is if there is none",
     difference_row_write_p},
    {"p_holm", METRICS_NUMBER, "0..1", "the same after Holm: of all pairings together",
     difference_row_write_holm},
    {"ms_per_space", METRICS_INTEGER, "ms",
     "in time milliseconds that a piece needs for a space; else empty", pairing_row_write_pace},
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
        const PairingTotals *here = &first->totals->pairings[i], *there;
        ComparisonRow row = {0};
        bool reversed = false;
        const int other = find_pairing(first->spec, i, second->spec, &reversed);
        if (other < 0)
            continue;
        there = &second->totals->pairings[other];
        row.lead.pairing = pairing_row_of(first->spec, i);
        row.games[0] = pairing_totals_games(here);
        row.games[1] = pairing_totals_games(there);
        row.elo[0] = elo_of(here, false);
        row.elo[1] = elo_of(there, reversed);
        row.lead.difference = estimate_difference(row.elo[1], row.elo[0]);
        row.lead.p = estimate_p(row.lead.difference);
        g_array_append_val(rows, row);
    }
    if (rows->len == 0) {
        experiments_fail(error, "%s and %s have no pairing of the same players", first->folder,
                         second->folder);
        return NULL;
    }
    pairing_rows_adjust(rows);
    return g_steal_pointer(&rows);
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
            pairing_row_label(&row->lead.pairing),
            report_format_count(row->games[0]),
            report_format_value(row->elo[0], report_format_difference),
            report_format_count(row->games[1]),
            report_format_value(row->elo[1], report_format_difference),
            report_format_value(row->lead.difference, report_format_difference),
            report_format_interval(row->lead.difference, report_format_difference),
            report_format_p(row->lead.p),
            report_format_p(row->lead.holm),
            NULL,
        };
        different += row->lead.holm < LEVEL;
        report_append_sentence(table.below, cells[0], row->lead.difference,
                               report_format_difference);
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
