/* Standings, and what is printed of them. */
#include "experiments/report/report_standings.h"

#include <json-glib/json-glib.h>
#include <math.h>

#include "tests/run_support.h"
#include "tests/test.h"

#define TWO "[players]\nA=level:7\nB=level:1\n"
#define THREE "[players]\nA=level:7\nB=level:1\nC=random\n"

/* Results of a pairing: of its first player with White and with Black, and by pairs. */
typedef struct {
    StatisticsScore white, black;
    int64_t pairs[5];
} Games;

/* Two players that differ little, one that won everything, and two that drew everything. */
static const Games EVEN = {{5, 3, 2}, {3, 4, 3}, {1, 2, 3, 3, 1}};
static const Games WON = {{5, 0, 0}, {5, 0, 0}, {0, 0, 0, 0, 5}};
static const Games DRAWN = {{0, 0, 5}, {0, 0, 5}, {0, 0, 5, 0, 0}};
static const Games SINGLE = {{1, 0, 0}, {0, 0, 0}, {0}};
static const Games NONE = {{0}, {0}, {0}};

static PairingTotals totals_of(const Games *games)
{
    PairingTotals totals = {
        .score = statistics_add(games->white, games->black),
        .as = {games->white, games->black},
    };

    totals.terminations[TERMINATION_CHECKMATE] = totals.score.wins + totals.score.losses;
    totals.terminations[TERMINATION_STALEMATE] = totals.score.draws;
    memcpy(totals.pairs.pairs, games->pairs, sizeof games->pairs);
    return totals;
}

/* The pool of one run, whose pairings have @games. Owner: the caller. */
static Pool *pool_of(const char *text, const Games *const *games)
{
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
    ResultsRun *run = g_new0(ResultsRun, 1);
    g_autoptr(GError) error = NULL;
    Pool *pool;

    g_ptr_array_add(runs, run);
    run->folder = g_strdup("r");
    run->spec = spec_of(text);
    run->totals = totals_new_for(run->spec);
    for (int i = 0; i < run->totals->count; i++) {
        const PairingTotals results = totals_of(games[i]);
        pairing_totals_pool(&run->totals->pairings[i], &results, false);
    }
    pool = pool_new(runs, &error);
    g_assert_no_error(error);
    return pool;
}

static const StandingsOptions DEFAULTS = {.anchor = POOL_NOBODY};

static char *report_of(const char *text, const Games *const *games, TableFormat format)
{
    g_autoptr(Pool) pool = pool_of(text, games);
    g_autoptr(Standings) standings = standings_new(pool, &DEFAULTS);

    return report_standings(standings, format, REPORT_TABLE_COUNT);
}

static void assert_says(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        g_test_fail_printf("'%s' is not in:\n%s", words, text);
}

TEST(a_pairing_is_judged_by_pairs_of_games)
{
    g_autoptr(Pool) pool = pool_of(TWO, (const Games *const[]){&EVEN});
    g_autoptr(Standings) standings = standings_new(pool, &DEFAULTS);
    const Scores pairs = {5, {1, 2, 3, 3, 1}};
    const EloPairing expected = elo_pairing(&pairs);

    g_assert_cmpint(standings->pairings[0].elo.kind, ==, ESTIMATE_INTERVAL);
    g_assert_cmpfloat(standings->pairings[0].elo.low, ==, expected.elo.low);
    g_assert_cmpfloat(standings->pairings[0].superiority, ==, expected.superiority);
}

TEST(without_pairs_it_is_judged_by_games)
{
    const PairingTotals single = totals_of(&SINGLE);
    const Scores scores = pairing_totals_scores(&single);

    g_assert_cmpint(scores.values, ==, 3);
    g_assert_cmpint(scores_units(&scores), ==, 1);
}

/* The likelihood of two players without draws has its maximum where the scores are met. */
TEST(ratings_are_those_of_the_games_with_both_colours)
{
    static const Games games = {{75, 25, 0}, {75, 25, 0}, {10, 0, 30, 0, 60}};
    g_autoptr(Pool) pool = pool_of(TWO, (const Games *const[]){&games});
    const StandingsOptions options = {.anchor = 1, .anchor_rating = 1000};
    g_autoptr(Standings) standings = standings_new(pool, &options);

    g_assert_cmpint(standings->players[0].player, ==, 0);
    g_assert_cmpfloat_with_epsilon(standings->players[0].rating.value, 1000 + ELO_PER_NAT * log(3),
                                   1e-3);
    g_assert_cmpfloat_with_epsilon(standings->white_advantage.value, 0, 1e-6);
    g_assert_cmpint(standings->players[1].rating.kind, ==, ESTIMATE_GIVEN);
    g_assert_cmpfloat(standings->players[1].rating.value, ==, 1000);
}

/* Half of the games drawn and White with an advantage: the model alone would say something else. */
TEST(two_players_have_one_figure)
{
    static const Games games = {{120, 60, 220}, {60, 90, 250}, {10, 60, 180, 110, 40}};
    g_autoptr(Pool) pool = pool_of(TWO, (const Games *const[]){&games});
    g_autoptr(Standings) standings = standings_new(pool, &DEFAULTS);
    const StandingsPlayer *other = &standings->players[standings->players[0].player == 0];
    const Estimate elo = standings->pairings[0].elo;

    g_assert_cmpint(standings->anchor, ==, 0);
    g_assert_cmpint(other->player, ==, 1);
    g_assert_cmpfloat_with_epsilon(other->rating.value, -elo.value, 1e-9);
    g_assert_cmpfloat_with_epsilon(other->rating.low, -elo.high, 1e-9);
    g_assert_cmpfloat_with_epsilon(other->rating.high, -elo.low, 1e-9);
}

/* Of three on a line of equal steps, the ratings have the scale of the pairings. */
TEST(ratings_have_the_scale_of_the_pairings)
{
    static const Games near = {{500, 300, 200}, {500, 300, 200}, {0}};
    static const Games far = {{599, 216, 185}, {599, 216, 185}, {0}};
    g_autoptr(Pool) pool = pool_of(THREE, (const Games *const[]){&near, &far, &near});
    g_autoptr(Standings) standings = standings_new(pool, &DEFAULTS);
    const double far_elo = standings->pairings[1].elo.value;

    g_assert_cmpfloat_with_epsilon(
        standings->players[0].rating.value - standings->players[2].rating.value, far_elo, 4);
}

static const Games BETTER = {{60, 20, 20}, {60, 20, 20}, {5, 10, 20, 30, 35}};
static const Games WORSE = {{20, 60, 20}, {20, 60, 20}, {35, 30, 20, 10, 5}};

TEST(report_names_a_cycle)
{
    const Games *const cycle[] = {&BETTER, &WORSE, &BETTER};
    const Games *const line[] = {&BETTER, &BETTER, &BETTER};
    g_autofree char *text = report_of(THREE, cycle, TABLE_FORMAT_TEXT);
    g_autofree char *other = report_of(THREE, line, TABLE_FORMAT_TEXT);
    g_autofree char *json = report_of(THREE, cycle, TABLE_FORMAT_JSON);

    assert_says(text, "\nThe players form a cycle: A > B > C > A; ");
    assert_says(text, "\nWarning: one rating per player does not explain these results");
    assert_says(text, "\nResiduals of the ratings, largest first\n");
    assert_says(json, "\"cycle\": \"A > B > C > A\"");
    g_assert_null(strstr(other, "cycle"));
    g_assert_nonnull(strstr(other, "\nFit: Pearson's statistic "));
}

/* B, which has lost everything, has the first place in the list and as many games as the others. */
TEST(the_anchor_is_one_by_whom_others_can_be_rated)
{
    static const char spec[] = "[players]\nB=level:1\nA=level:7\nC=random\n";
    static const Games lost = {{0, 5, 0}, {0, 5, 0}, {5, 0, 0, 0, 0}};
    g_autoptr(Pool) pool = pool_of(spec, (const Games *const[]){&lost, &lost, &EVEN});
    g_autoptr(Standings) standings = standings_new(pool, &DEFAULTS);

    g_assert_cmpint(standings->anchor, ==, 1);
    g_assert_cmpint(standings->players[2].player, ==, 0);
    g_assert_cmpint(standings->players[2].rating.kind, ==, ESTIMATE_AT_MOST);
}

TEST(resamples_are_the_same_for_a_seed)
{
    static const Games games = {{50, 30, 20}, {40, 35, 25}, {10, 20, 30, 30, 10}};
    g_autoptr(Pool) pool = pool_of(TWO, (const Games *const[]){&games});
    StandingsOptions options = {.anchor = 0, .resamples = 200, .seed = 3};
    g_autoptr(Standings) one = standings_new(pool, &options), two = standings_new(pool, &options);
    g_autoptr(Standings) other = NULL;

    options.seed = 4;
    other = standings_new(pool, &options);
    g_assert_cmpfloat(one->players[1].rating.low, ==, two->players[1].rating.low);
    g_assert_cmpfloat(one->players[1].rating.low, !=, other->players[1].rating.low);
    g_assert_cmpint(one->players[1].rating.kind, ==, ESTIMATE_INTERVAL);
}

TEST(what_was_all_won_has_a_bound_and_a_sentence)
{
    g_autofree char *text = report_of(TWO, (const Games *const[]){&WON}, TABLE_FORMAT_TEXT);

    assert_says(text, "\nA - B     10  10-0-0  1.000  >= +182.7");
    assert_says(text, "\nA - B: >= +182.7 (no result limits the value from above)\n");
}

TEST(what_was_all_drawn_has_bounds_and_a_sentence)
{
    g_autofree char *text = report_of(TWO, (const Games *const[]){&DRAWN}, TABLE_FORMAT_TEXT);

    assert_says(text, "\nA - B     10  0-0-10  0.500  0.0  -92.0 to +92.0        0.500");
    assert_says(text, "\nA - B: 0.0 (all pairs of games or, without pairs, all games gave the "
                      "same points, so the interval is conservative)\n");
}

TEST(a_report_has_its_tables_aligned)
{
    g_autofree char *text = report_of(TWO, (const Games *const[]){&EVEN}, TABLE_FORMAT_TEXT);

    assert_says(text, "Pairings, from the first player's point of view\n"
                      "       games  W-L-D  score    Elo     95 % interval  superiority  White  "
                      "Black  pairs\n"
                      "A - B     20  8-7-5  0.525  +17.4  ");
    assert_says(text, "\n\nRatings of all players together\n");
    assert_says(text, "\nElo; A is fixed at 0.0\nWhite's advantage: ");
}

TEST(markdown_has_the_same_cells)
{
    g_autofree char *text = report_of(TWO, (const Games *const[]){&WON}, TABLE_FORMAT_MARKDOWN);

    assert_says(text, "### Pairings, from the first player's point of view\n\n"
                      "|  | games | W-L-D | score | Elo | 95 % interval | superiority | White | "
                      "Black | pairs |\n"
                      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
                      "| A - B | 10 | 10-0-0 | 1.000 | >= +182.7 |  | ");
    assert_says(text, "\n\n* A - B: >= +182.7 (no result limits the value from above)\n");
}

/* Every value of every row is a text, a number or null. */
static void assert_plain(JsonArray *rows)
{
    for (guint i = 0; i < json_array_get_length(rows); i++) {
        g_autoptr(GList) values = json_object_get_values(json_array_get_object_element(rows, i));
        for (GList *value = values; value != NULL; value = value->next)
            g_assert_true(JSON_NODE_HOLDS_VALUE(value->data) || JSON_NODE_HOLDS_NULL(value->data));
    }
}

TEST(json_is_json_and_has_all_tables)
{
    g_autofree char *text =
        report_of(THREE, (const Games *const[]){&EVEN, &WON, &NONE}, TABLE_FORMAT_JSON);
    g_autoptr(JsonParser) parser = json_parser_new();
    g_autoptr(GError) error = NULL;
    JsonObject *root, *second;

    json_parser_load_from_data(parser, text, -1, &error);
    g_assert_no_error(error);
    if (error != NULL)
        return;
    root = json_node_get_object(json_parser_get_root(parser));
    for (int i = 0; i < REPORT_TABLE_COUNT; i++)
        assert_plain(json_object_get_array_member(root, REPORT_TABLES[i].name));
    second = json_array_get_object_element(json_object_get_array_member(root, "pairings"), 1);
    g_assert_cmpstr(json_object_get_string_member(second, "elo_kind"), ==, "at-least");
    g_assert_true(json_object_get_null_member(second, "elo"));
    g_assert_cmpint(json_object_get_int_member(second, "wins"), ==, 10);
    g_assert_cmpfloat(json_object_get_double_member(second, "score"), ==, 1);
}

/* Whatever was played, and in whichever form. */
TEST(nothing_is_ever_infinite_or_no_number)
{
    static const Games *const kinds[] = {&EVEN, &WON, &DRAWN, &SINGLE, &NONE};
    static const size_t count = G_N_ELEMENTS(kinds);

    for (size_t i = 0; i < count * count * count; i++) {
        const TableFormat format = (TableFormat)(i % (TABLE_FORMAT_MARKDOWN + 1));
        const Games *const games[] = {kinds[i % count], kinds[i / count % count],
                                      kinds[i / count / count]};
        g_autofree char *text = report_of(THREE, games, format);
        g_autofree char *lower = g_ascii_strdown(text, -1);
        g_assert_false(g_regex_match_simple("\\b(nan|inf)\\b", lower, 0, 0));
        g_assert_false(g_regex_match_simple("[0-9]{9}", text, 0, 0));
    }
}
