/* Questions about results: statistics as the program computes and writes them. */
#include <stddef.h>

#include "experiments/report/comparison.h"
#include "experiments/report/places.h"
#include "experiments/report/pool.h"
#include "experiments/report/report.h"
#include "experiments/report/report_standings.h"
#include "experiments/report/standings.h"
#include "experiments/tools/csv.h"
#include "players/json_text.h"
#include "studio/core/answer.h"
#include "studio/core/results.h"

#define DEPTH_MAX 8

static char *page_games;

char *results_page_games(void)
{
    return page_games;
}

/* The results of the run in run.json, of which @results has the elements. */
static Totals *read_totals(JsonArray *results, const Spec *spec)
{
    g_autoptr(Totals) totals = totals_new(spec->contest, (int)json_array_get_length(results));

    for (int i = 0; i < totals->parts; i++)
        if (!totals_read_result(json_node_get_object(json_array_get_element(results, (guint)i)),
                                totals, i))
            return NULL;
    if (!totals_fit(totals, spec) || !totals_agree(totals))
        return NULL;
    totals_note_spec(totals, spec);
    return g_steal_pointer(&totals);
}

/* The run {"name", "identity", "spec": a text, "results" and perhaps "failures": those of
 * run.json}. Owner: the caller. */
static ResultsRun *read_run(const char *text, GError **error)
{
    g_autoptr(JsonNode) root = json_text_read(text, DEPTH_MAX, error);
    JsonMembers members = json_members_of(json_node_get_object(root), error);
    const char *name = json_members_text(&members, "name");
    const char *identity = json_members_text(&members, "identity");
    JsonArray *results = json_members_list(&members, "results");
    g_autoptr(ResultsRun) run = g_new0(ResultsRun, 1);

    run->folder = g_strdup(name);
    run->spec = spec_parse(json_members_text(&members, "spec"), name, NULL, "", NULL, error);
    if (run->spec == NULL)
        return NULL;
    g_free(run->spec->identity);
    run->spec->identity = g_strdup(identity);
    run->totals = read_totals(results, run->spec);
    if (run->totals == NULL)
        return experiments_fail(error, "the results in '%s' do not match the spec", name);
    if (json_members_has(&members, FORFEITS_MEMBER))
        run->forfeits = forfeits_read(json_members_list(&members, FORFEITS_MEMBER));
    return g_steal_pointer(&run);
}

static void add_real(JsonBuilder *json, const char *name, double value, int decimals)
{
    g_autofree char *text = csv_format_fixed(value, decimals);

    json_add_text(json, name, text);
}

/* The share of the points of each pairing, with as many decimals as `agentchess match` prints. */
static void add_shares(JsonBuilder *json, const Standings *standings)
{
    json_begin_list(json, "shares");
    for (guint i = 0; i < standings->pool->pairings->len; i++) {
        const Estimate *share = &standings->pairings[i].share;
        const EstimateKindFacts *has = &ESTIMATE_KINDS[share->kind];
        json_builder_begin_object(json);
        json_add_text(json, "kind", has->name);
        if (has->has_value)
            add_real(json, "value", share->value, 3);
        if (has->has_low)
            add_real(json, "low", share->low, 3);
        if (has->has_high)
            add_real(json, "high", share->high, 3);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* How often games ended in each way; nothing of games of three, whose seats do not count that. */
static void add_terminations(JsonBuilder *json, const Totals *totals)
{
    json_begin_object(json, "terminations");
    for (int how = TERMINATION_NONE + 1; how < TERMINATION_COUNT; how++) {
        int64_t games = 0;
        for (int i = 0; i < totals->parts; i++)
            games += totals->pairings[i].terminations[how];
        if (games > 0)
            json_add_number(json, termination_name((Termination)how), games);
    }
    json_builder_end_object(json);
}

static void add_table(JsonBuilder *json, const char *name, const GPtrArray *rows)
{
    json_begin_list(json, name);
    for (guint i = 0; i < rows->len; i++) {
        char **cells = rows->pdata[i];
        json_builder_begin_array(json);
        for (; *cells != NULL; cells++)
            json_builder_add_string_value(json, *cells);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

/* Finishes @json, an object, with the member "report", which is JSON already. */
static const char *answer_with(JsonBuilder *json, const char *report)
{
    g_autofree char *object = NULL;

    json_builder_end_object(json);
    object = json_finish_line(json);
    return answer_take(
        g_strdup_printf("%.*s,\"report\":%s}", (int)strlen(object) - 1, object, report));
}

/* The tables of `agentchess report --format=json` on @run; null where there are none. Owner: the
 * caller. */
static char *write_report(const ResultsRun *run, JsonBuilder *json, GError **error)
{
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    g_autoptr(Pool) pool = NULL;
    g_autoptr(Standings) standings = NULL;

    if (places_are_of(run))
        return page_games != NULL ? places_report(run, TABLE_FORMAT_JSON, error) : g_strdup("null");
    g_ptr_array_add(runs, (gpointer)run);
    pool = pool_new(runs, error);
    if (pool == NULL)
        return NULL;
    standings = standings_new(pool, &(StandingsOptions){.anchor = POOL_NOBODY});
    add_shares(json, standings);
    return report_standings(standings, TABLE_FORMAT_JSON, REPORT_TABLE_COUNT);
}

const char *results_answer(const ResultsRun *run, const char *games)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GPtrArray) rows = run->spec->contest->result_rows(run->spec, run->totals);
    g_autofree char *repeats = report_repeated_games(run->spec, run->totals);
    g_autofree char *decision = report_decision(run->spec, run->totals);
    g_autofree char *report = NULL;
    GError *error = NULL;

    json_builder_begin_object(json);
    json_add_number(json, "games", totals_games(run->totals));
    if (run->totals->count == 1) {
        g_autoptr(Forfeits) none = forfeits_new(run->spec->player_count);
        g_autofree char *verdict =
            report_verdict(run->spec, run->totals, run->forfeits != NULL ? run->forfeits : none);
        json_add_text(json, "verdict", verdict);
    } else {
        json_add_text(json, "verdict", decision != NULL ? decision : "");
    }
    json_add_text(json, "repeats", repeats);
    add_terminations(json, run->totals);
    add_table(json, "cross", rows);
    page_games = *games != '\0' ? (char *)games : NULL;
    report = write_report(run, json, &error);
    page_games = NULL;
    return report != NULL ? answer_with(json, report) : answer_fail(error);
}

/* The results of a run, read_run(): {"games", "verdict": lines of `agentchess match`, "repeats",
 * "terminations", "cross": the rows of its table, "shares": of each pairing, "report": the tables
 * of `agentchess report`}. @games is games.csv of games of three, or "". */
QUESTION(report_run) const char *report_run(const char *text, const char *games)
{
    GError *error = NULL;
    g_autoptr(ResultsRun) run = read_run(text, &error);

    if (run == NULL)
        return answer_fail(error);
    return results_answer(run, games);
}

/* What `agentchess compare --format=json` prints of two runs. */
QUESTION(report_comparison)
const char *report_comparison(const char *first_text, const char *second_text)
{
    GError *error = NULL;
    g_autoptr(ResultsRun) first = read_run(first_text, &error);
    g_autoptr(ResultsRun) second = first != NULL ? read_run(second_text, &error) : NULL;
    char *report =
        second != NULL ? comparison_report(first, second, TABLE_FORMAT_JSON, &error) : NULL;

    return report != NULL ? answer_take(report) : answer_fail(error);
}
