#include "experiments/report/comparison.h"

#include "experiments/report/places.h"
#include "experiments/report/report.h"
#include "experiments/report/standings.h"
#include "experiments/tools/error.h"

PairingRow pairing_row_of(const Spec *spec, int index)
{
    const SpecPairing *pairing = &spec->pairings[index];

    return (PairingRow){spec->players[pairing->player].name, spec->players[pairing->opponent].name,
                        pairing->ms_per_space};
}

static DifferenceRow *difference_at(const GArray *rows, guint i)
{
    return (gpointer)(rows->data + i * g_array_get_element_size((GArray *)rows));
}

void difference_rows_test(GArray *rows)
{
    for (guint i = 0; i < rows->len; i++)
        difference_at(rows, i)->p = estimate_p(difference_at(rows, i)->difference);
    statistics_holm_of(rows, offsetof(DifferenceRow, p), offsetof(DifferenceRow, holm));
}

void pairing_row_fill(TableRows *rows, const PairingRow *pairing)
{
    row_text(rows, pairing->player);
    row_text(rows, pairing->opponent);
}

void pairing_row_fill_pace(TableRows *rows, const PairingRow *pairing)
{
    if (pairing->ms_per_space > 0)
        row_count(rows, (int64_t)pairing->ms_per_space);
    else
        row_empty(rows);
}

void difference_row_fill(TableRows *rows, const DifferenceRow *difference)
{
    row_estimate(rows, difference->difference);
    row_real(rows, difference->p);
    row_real(rows, difference->holm);
}

static const Column COLUMNS[] = {
    COLUMNS_OF_PAIRING("short name of a player in the first run"),
    {"first_games", TABLE_COUNT, "games", "games of the pairing in the first run",
     .heading = "games 1"},
    {"second_games", TABLE_COUNT, "games", "games of the pairing in the second run",
     .heading = "games 2"},
    {"first_elo", TABLE_REAL, "Elo",
     "Elo lead of the player in the first run, in a sequential test corrected for the stopping "
     "rule; "
     "empty if it is infinite or unknown",
     2, "Elo 1", VIEW_LEAD},
    {"second_elo", TABLE_REAL, "Elo", "as `first_elo`, in the second run", 2, "Elo 2", VIEW_LEAD},
    COLUMNS_OF_DIFFERENCE("difference", "kind", "difference",
                          "lead in the second run minus lead in the first run"),
    COLUMN_OF_PACE,
};

/* A pairing that both runs have, seen from its first player in the first run. */
typedef struct {
    DifferenceRow lead; /* that in the second run minus that in the first; names of the first */
    int64_t games[2];
    Estimate elo[2];
} ComparisonRow;

static void fill_row(TableRows *rows, gconstpointer what)
{
    const ComparisonRow *comparison = what;

    pairing_row_fill(rows, &comparison->lead.pairing);
    row_count(rows, comparison->games[0]);
    row_count(rows, comparison->games[1]);
    row_value(rows, comparison->elo[0]);
    row_value(rows, comparison->elo[1]);
    difference_row_fill(rows, &comparison->lead);
    pairing_row_fill_pace(rows, &comparison->lead.pairing);
}

const Table TABLE_COMPARISON = {
    .name = "comparison",
    TABLE("agentchess compare", "a pairing that occurs in both runs", COLUMNS, fill_row)};

static bool has_player(const Spec *spec, const char *text)
{
    return spec_count_players(spec, spec->player_count, text) > 0;
}

/* Whether player @a of @first and player @b of @second have only the short name in common, and
 * neither of them is in the other run. */
static bool has_same_name(const Spec *first, int a, const Spec *second, int b)
{
    return g_str_equal(first->players[a].name, second->players[b].name) &&
           !has_player(second, first->players[a].text) &&
           !has_player(first, second->players[b].text);
}

/* Whether player @a of @first is player @b of @second. Players with the same text are matched in
 * their order, and players that only one run has by their short names. */
static bool is_same(const Spec *first, int a, const Spec *second, int b)
{
    const char *text = first->players[a].text;

    if (g_str_equal(text, second->players[b].text))
        return spec_count_players(first, a, text) == spec_count_players(second, b, text);
    return has_same_name(first, a, second, b);
}

/* By how much players of @run are better than others. Owner: the caller; a GArray of PlacesLead. */
static GArray *leads_of(const ResultsRun *run, GError **error)
{
    g_autoptr(Places) places = places_are_of(run) ? places_new(run, error) : NULL;
    GArray *leads;

    if (places_are_of(run))
        return places != NULL ? g_array_ref(places->leads) : NULL;
    leads = g_array_new(FALSE, FALSE, sizeof(PlacesLead));
    for (int i = 0; i < run->totals->count; i++) {
        const PairingTotals *totals = &run->totals->pairings[i];
        const SpecPairing *of = &run->spec->pairings[i];
        const PlacesLead lead = {
            .lead.pairing = pairing_row_of(run->spec, i),
            .lead.difference = spec_sprt(run->spec) != NULL
                                   ? standings_correct(totals, spec_sprt(run->spec)).elo
                                   : standings_evaluate_in(run->spec, totals).elo,
            .games = pairing_totals_games(totals),
            .player = of->player,
            .opponent = of->opponent,
        };
        g_array_append_val(leads, lead);
    }
    return leads;
}

/* Compares @here, of @first, with the lead of the same players among @there, of @second; false:
 * there is none. */
static bool compare_lead(const PlacesLead *here, const Spec *first, const GArray *there,
                         const Spec *second, ComparisonRow *out_row)
{
    for (guint i = 0; i < there->len; i++) {
        const PlacesLead *lead = &g_array_index(there, PlacesLead, i);
        const bool is_turned = is_same(first, here->player, second, lead->opponent) &&
                               is_same(first, here->opponent, second, lead->player);
        const Estimate elo = estimate_transform(lead->lead.difference, is_turned ? -1 : 1, 0);
        if (here->lead.pairing.ms_per_space != lead->lead.pairing.ms_per_space ||
            (!is_turned && !(is_same(first, here->player, second, lead->player) &&
                             is_same(first, here->opponent, second, lead->opponent))))
            continue;
        *out_row = (ComparisonRow){
            .lead = {here->lead.pairing, estimate_difference(elo, here->lead.difference), 0, 0},
            .games = {here->games, lead->games},
            .elo = {here->lead.difference, elo},
        };
        return true;
    }
    return false;
}

/* Owner: a GArray of ComparisonRow, the caller's. */
static GArray *compare_runs(const ResultsRun *first, const ResultsRun *second, GError **error)
{
    g_autoptr(GArray) rows = g_array_new(FALSE, FALSE, sizeof(ComparisonRow));
    g_autoptr(GArray) here = leads_of(first, error);
    g_autoptr(GArray) there = here != NULL ? leads_of(second, error) : NULL;
    const bool comparable = first->spec->contest->sides == second->spec->contest->sides;

    if (there == NULL)
        return NULL;
    for (guint i = 0; comparable && i < here->len; i++) {
        ComparisonRow row;
        if (compare_lead(&g_array_index(here, PlacesLead, i), first->spec, there, second->spec,
                         &row))
            g_array_append_val(rows, row);
    }
    if (rows->len == 0)
        return experiments_fail(error, "'%s' and '%s' have no pairing in common", first->folder,
                                second->folder);
    difference_rows_test(rows);
    return g_steal_pointer(&rows);
}

#define LEVEL 0.05

/* Which players are others in the second run, under the same short name. */
static void note_namesakes(GPtrArray *notes, const Spec *first, const Spec *second)
{
    for (int i = 0; i < first->player_count; i++)
        for (int j = 0; j < second->player_count; j++)
            if (has_same_name(first, i, second, j))
                g_ptr_array_add(notes,
                                g_strdup_printf("%s is %s in the first run and %s in the second",
                                                first->players[i].name, first->players[i].text,
                                                second->players[j].text));
}

static void note_repeats(GPtrArray *notes, const ResultsRun *run)
{
    g_autofree char *repeats = report_repeated_games(run->spec, run->totals);
    g_auto(GStrv) lines = g_strsplit(repeats, "\n", -1);

    for (int i = 0; *repeats != '\0' && *lines[i] != '\0'; i++)
        g_ptr_array_add(notes, g_strdup_printf("'%s': %s", run->folder, lines[i]));
}

/* Notes that the lead in @run is corrected, and what its games say. */
static void note_correction(GPtrArray *notes, const ResultsRun *run, int number)
{
    const EloPairing fixed = spec_sprt(run->spec) != NULL
                                 ? standings_evaluate(&run->totals->pairings[0])
                                 : (EloPairing){.superiority = 0.5};
    g_autofree char *share = format_share(fixed.share.value);
    g_autofree char *elo = format_value(fixed.elo, format_difference);

    if (spec_sprt(run->spec) != NULL)
        g_ptr_array_add(notes, g_strdup_printf("run %d is a sequential test with the score %s, Elo "
                                               "%s; Elo %d is corrected for the stopping rule",
                                               number, share, elo, number));
}

/* Which pairings are of a player with itself. */
static void note_same_players(GPtrArray *notes, const Spec *spec)
{
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *of = &spec->pairings[i];
        if (spec_players_are_same(spec, of->player, of->opponent))
            g_ptr_array_add(notes, g_strdup_printf("%s and %s are the same player: differences "
                                                   "between them are due to chance",
                                                   spec->players[of->player].name,
                                                   spec->players[of->opponent].name));
    }
}

/* @rows in @format. Owner: the caller. */
static char *write_report(const ResultsRun *first, const ResultsRun *second, const GArray *rows,
                          TableFormat format)
{
    g_autoptr(TableReport) report = table_report_new(NULL);
    char *note = results_note_difference(first, second);
    g_autofree char *title =
        g_strdup_printf("Change of the first player's lead from run 1, '%s', to run 2, '%s'",
                        first->folder, second->folder);
    TablePart *part = table_report_add(report, title, table_rows_of(&TABLE_COMPARISON, rows));
    int different = 0;

    if (note != NULL)
        g_ptr_array_add(report->notes, note);
    note_namesakes(report->notes, first->spec, second->spec);
    results_add_notes(first, report->notes);
    results_add_notes(second, report->notes);
    note_repeats(report->notes, first);
    note_repeats(report->notes, second);
    note_same_players(report->notes, first->spec);
    note_correction(report->notes, first, 1);
    note_correction(report->notes, second, 2);
    for (guint i = 0; i < rows->len; i++)
        different += g_array_index(rows, ComparisonRow, i).lead.holm < LEVEL;
    table_part_explain(part, 1);
    g_string_append_printf(
        part->below, "pairings that differ at a family-wise error rate of 5 %% (Holm): %d of %u\n",
        different, rows->len);
    return table_report_write(report, format);
}

char *comparison_report(const ResultsRun *first, const ResultsRun *second, TableFormat format,
                        GError **error)
{
    g_autoptr(GArray) rows = NULL;

    if (g_str_equal(first->spec->identity, second->spec->identity))
        return experiments_fail(error,
                                "'%s' and '%s' are the same experiment with the same seed: their "
                                "games are not independent, so the runs cannot be compared",
                                first->folder, second->folder);
    rows = compare_runs(first, second, error);
    return rows != NULL ? write_report(first, second, rows, format) : NULL;
}
