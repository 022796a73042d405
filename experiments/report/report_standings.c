#include "experiments/report/report_standings.h"
#include "experiments/tools/error.h"

#include <math.h>

#define SHARE 4 /* decimals */
#define ELO 2
#define P 6

#define PLAYER \
    "short name of a player, or its full name if several players have the same short name"

/* A cell that needs games is empty if there are none. */
static void fill_share(TableRows *rows, StatisticsScore score)
{
    row_share(rows, 2 * score.wins + score.draws, 2 * statistics_count(score));
}

static const Column PAIRINGS_COLUMNS[] = {
    COLUMNS_OF_PAIRING(PLAYER),
    {"games", TABLE_COUNT, "games", "games of the pairing", .heading = "games"},
    {"wins", TABLE_COUNT, "games", "games the player won", .heading = "W-L-D", .view = VIEW_SCORE},
    {"losses", TABLE_COUNT, "games", "games the opponent won"},
    {"draws", TABLE_COUNT, "games", "drawn games"},
    {"score", TABLE_REAL, "0..1", "mean points of the player per game; a draw is half a point",
     SHARE, "score", VIEW_SHARE},
    {"elo", TABLE_REAL, "Elo",
     "rating difference that predicts this score; empty if it is infinite; its interval is that of "
     "a fixed number of games",
     ELO, "Elo", VIEW_LEAD, true},
    {"elo_kind", TABLE_TEXT, "",
     "`interval`: both ends are known; `alike`: both ends are conservative bounds, "
     "because all pairs of games, or all single games, gave the player the same points; "
     "`at-least`: only the lower bound is known, because the player won all games; "
     "`at-most`: only the upper bound is known, because the player lost all games; "
     "`unknown`: there are no games"},
    COLUMNS_OF_ENDS("elo_low", "elo_high", "Elo", LOWER_END, ELO),
    {"superiority", TABLE_REAL, "0..1",
     "probability that the player is stronger, for a fixed number of games", SHARE, "superiority",
     VIEW_SHARE},
    {"white_score", TABLE_REAL, "0..1",
     "score of the player with White; empty if it played no game with White", SHARE, "White",
     VIEW_SHARE},
    {"black_score", TABLE_REAL, "0..1",
     "score of the player with Black; empty if it played no game with Black", SHARE, "Black",
     VIEW_SHARE},
    {"pairs", TABLE_COUNT, "pairs",
     "pairs of games with the same opening and exchanged colours that do not repeat earlier pairs; "
     "`elo`, its interval and `superiority` are computed from pairs, or from single games if there "
     "are no pairs or if all games of one opening gave the same points",
     .heading = "pairs"},
    COLUMN_OF_PACE,
    {"corrected_elo", TABLE_REAL, "Elo",
     "`elo` corrected for the stopping rule of a sequential test; empty without such a test, and "
     "if the test has fewer than two pairs of games",
     ELO},
    {"corrected_kind", TABLE_TEXT, "",
     "as `elo_kind`, for the corrected estimate; empty without a sequential test"},
    COLUMNS_OF_ENDS("corrected_low", "corrected_high", "Elo", LOWER_END, ELO),
    {"corrected_superiority", TABLE_REAL, "0..1",
     "`superiority` corrected for the stopping rule of a sequential test", SHARE},
};

static const char *name_of(const Standings *standings, int player)
{
    return pool_player(standings->pool, player)->name;
}

static PairingRow pairing_of(const Standings *standings, const PoolPairing *pairing)
{
    return (PairingRow){name_of(standings, pairing->player), name_of(standings, pairing->opponent),
                        pairing->ms_per_space};
}

static void fill_corrected(TableRows *rows, bool is_sequential, const EloPairing *corrected)
{
    row_value(rows, corrected->elo);
    row_text(rows, is_sequential ? ESTIMATE_KINDS[corrected->elo.kind].name : NULL);
    row_ends(rows, corrected->elo);
    row_number(rows, corrected->superiority, corrected->elo.kind != ESTIMATE_UNKNOWN);
}

static void fill_pairings(TableRows *rows, gconstpointer what)
{
    const Standings *standings = what;

    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *of = pool_pairing(standings->pool, i);
        const EloPairing *judged = &standings->pairings[i];
        const PairingTotals *totals = &of->totals;
        const PairingRow pairing = pairing_of(standings, of);
        const Scores pairs = pairing_totals_pairs(totals);
        pairing_row_fill(rows, &pairing);
        row_count(rows, pairing_totals_games(totals));
        row_score(rows, totals->score);
        fill_share(rows, totals->score);
        row_estimate(rows, judged->elo);
        row_real(rows, judged->superiority);
        fill_share(rows, totals->as[TOTALS_WHITE]);
        fill_share(rows, totals->as[TOTALS_BLACK]);
        row_count(rows, scores_units(&pairs));
        pairing_row_fill_pace(rows, &pairing);
        fill_corrected(rows, of->sprt != NULL, &standings->corrected[i]);
    }
}

static const Column RATINGS_COLUMNS[] = {
    {"player", TABLE_TEXT, "", PLAYER, .heading = ""},
    {"rating", TABLE_REAL, "Elo", "maximum-likelihood rating from the results of all pairings", ELO,
     "rating", VIEW_RATING, true},
    {"rating_kind", TABLE_TEXT, "",
     "`interval`: both ends are known; `alike`: both ends are conservative bounds, "
     "because all games gave the same points; `given`: the anchor, whose rating is fixed; "
     "`at-least`: only the lower bound is known; `at-most`: only the upper bound is known; "
     "`unknown`: the results do not determine the rating"},
    COLUMNS_OF_ENDS("low", "high", "Elo", LOWER_END, ELO),
    {"games", TABLE_COUNT, "games", "games the player played", .heading = "games"},
    {"score", TABLE_REAL, "0..1", "mean points per game", SHARE, "score", VIEW_SHARE},
};

static void fill_ratings(TableRows *rows, gconstpointer what)
{
    const Standings *standings = what;

    for (guint i = 0; i < standings->pool->players->len; i++) {
        const StandingsPlayer *player = &standings->players[i];
        row_text(rows, name_of(standings, player->player));
        row_estimate(rows, player->rating);
        row_count(rows, statistics_count(player->score));
        fill_share(rows, player->score);
    }
}

#define FIT_ESTIMATE(name, unit, decimals, meaning)                                                \
    COLUMN(name, TABLE_REAL, unit, meaning, decimals),                                             \
        COLUMN(                                                                                    \
            name "_kind", TABLE_TEXT, "",                                                          \
            "`given`: the value is fixed; `unknown`: the games do not determine it; otherwise as " \
            "`rating_kind` in the table `ratings`"),                                               \
        COLUMNS_OF_ENDS(name "_low", name "_high", unit, LOWER_END, decimals)

static const Column FIT_COLUMNS[] = {
    {"freedom", TABLE_COUNT, "", "degrees of freedom; 0: the ratings fit all results exactly"},
    {"pearson", TABLE_REAL, "", "Pearson's statistic of the results and the ratings", 2},
    {"dispersion", TABLE_REAL, "",
     "`pearson` divided by `freedom`, at least 1; the variances of all estimates are multiplied by "
     "it",
     2},
    {"p", TABLE_REAL, "0..1",
     "probability of a statistic at least this large if one rating per player explains all results",
     P},
    FIT_ESTIMATE("white_advantage", "Elo", ELO, "advantage of White, as a rating difference"),
    FIT_ESTIMATE("draw_share", "0..1", SHARE, "predicted share of draws between two equal players"),
    {"anchor", TABLE_TEXT, "", "the player whose rating is fixed"},
    {"anchor_rating", TABLE_REAL, "Elo", "rating of the anchor", ELO},
    {"resamples", TABLE_COUNT, "",
     "number of resamples from which the intervals of the ratings were computed, or 0; "
     "the intervals of this table are always computed from the likelihood"},
    {"cycle", TABLE_TEXT, "",
     "a cycle of players, each significantly stronger than the next, such as A > B > C > A; empty "
     "if there is none"},
};

static void fill_fit(TableRows *rows, gconstpointer what)
{
    const Standings *standings = what;

    row_count(rows, standings->goodness.freedom);
    row_real(rows, standings->goodness.statistic);
    row_real(rows, standings->goodness.dispersion);
    row_real(rows, standings->goodness.p);
    row_estimate(rows, standings->white_advantage);
    row_estimate(rows, standings->draw_share);
    row_text(rows, name_of(standings, standings->anchor));
    row_real(rows, standings->anchor_rating);
    row_count(rows, standings->resamples);
    row_text(rows, standings->cycle);
}

static const Column RESIDUALS_COLUMNS[] = {
    COLUMNS_OF_PAIRING(PLAYER),
    {"games", TABLE_COUNT, "games", "games of the pairing, at all paces", .heading = "games"},
    {"score", TABLE_REAL, "0..1", "mean points of the player per game", SHARE, "score", VIEW_SHARE},
    {"expected", TABLE_REAL, "0..1", "mean points per game that the ratings predict", SHARE,
     "expected", VIEW_SHARE},
    {"elo", TABLE_REAL, "Elo", "rating of the player minus rating of the opponent", ELO,
     "Elo by ratings", VIEW_LEAD},
    {"z", TABLE_REAL, "sd",
     "`score` minus `expected`, in standard deviations of this difference; empty if the ratings "
     "would fit every possible score of this pairing exactly",
     3, "z", VIEW_LEAD},
    {"p", TABLE_REAL, "0..1",
     "probability of a `z` at least this far from 0 if the ratings are correct, with Holm's "
     "correction for all pairings of the table",
     P, "p", VIEW_P},
};

static void fill_residuals(TableRows *rows, gconstpointer what)
{
    const Standings *standings = what;

    for (guint i = 0; i < standings->residuals->len; i++) {
        const RatingsResidual *of = &g_array_index(standings->residuals, RatingsResidual, i);
        row_text(rows, name_of(standings, of->player));
        row_text(rows, name_of(standings, of->other));
        row_count(rows, of->games);
        row_real(rows, of->score);
        row_real(rows, of->expected);
        row_real(rows, of->elo);
        row_number(rows, of->z, of->is_standard);
        row_number(rows, of->p, of->is_standard);
    }
}

static const Column PAIRS_COLUMNS[] = {
    COLUMNS_OF_PAIRING(PLAYER),
    {"pairs", TABLE_COUNT, "pairs", "pairs of games with the same opening and exchanged colours",
     .heading = "pairs"},
    {"points_0", TABLE_COUNT, "pairs", "pairs in which the player scored 0 points", .heading = "0"},
    {"points_half", TABLE_COUNT, "pairs", "pairs in which the player scored 0.5 points",
     .heading = "1/2"},
    {"points_1", TABLE_COUNT, "pairs", "pairs in which the player scored 1 point", .heading = "1"},
    {"points_1_half", TABLE_COUNT, "pairs", "pairs in which the player scored 1.5 points",
     .heading = "3/2"},
    {"points_2", TABLE_COUNT, "pairs", "pairs in which the player scored 2 points", .heading = "2"},
    {"normalized_elo", TABLE_REAL, "normalized Elo",
     "lead of the player in standard deviations of a game's score, times 800 / ln 10; empty if all "
     "pairs gave the same points",
     ELO, "normalized Elo", VIEW_LEAD, true},
    COLUMNS_OF_ENDS("low", "high", "normalized Elo", "lower end of the 95 % interval", ELO),
    {"games_5", TABLE_COUNT, "games",
     "games that show a lead of 5 Elo with a probability of 80 % (the 95 % interval excludes 0), "
     "by "
     "the spread of these pairs; empty without two results that differ",
     .heading = "games for 5 Elo"},
    {"games_10", TABLE_COUNT, "games", "the same for 10 Elo", .heading = "10"},
    {"games_20", TABLE_COUNT, "games", "the same for 20 Elo", .heading = "20"},
    {"games_50", TABLE_COUNT, "games", "the same for 50 Elo", .heading = "50"},
    COLUMN_OF_PACE,
};

/* How many games a lead needs if they scatter as @pairs do. */
static void fill_power(TableRows *rows, const Scores *pairs)
{
    static const double leads[] = {5, 10, 20, 50};
    const bool is_known = scores_units(pairs) > 1 && !scores_are_alike(pairs);
    double moment[5];

    if (is_known)
        scores_moments(pairs, moment);
    for (size_t i = 0; i < G_N_ELEMENTS(leads); i++)
        if (is_known)
            row_count(rows, (int64_t)elo_games_needed(leads[i], sqrt(2 * moment[2])));
        else
            row_empty(rows);
}

static void fill_pairs(TableRows *rows, gconstpointer what)
{
    const Standings *standings = what;

    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *of = pool_pairing(standings->pool, i);
        const PairingRow pairing = pairing_of(standings, of);
        const Scores pairs = pairing_totals_pairs(&of->totals);
        pairing_row_fill(rows, &pairing);
        row_count(rows, scores_units(&pairs));
        for (int half_points = 0; half_points <= 4; half_points++)
            row_count(rows, pairs.count[half_points]);
        row_interval(rows, elo_normalized(&pairs));
        fill_power(rows, &pairs);
        pairing_row_fill_pace(rows, &pairing);
    }
}

const Table REPORT_TABLES[REPORT_TABLE_COUNT] = {
    [REPORT_TABLE_PAIRINGS] = {REPORT_TABLE("pairings",
                                            "a pairing, from the first player's point of view",
                                            PAIRINGS_COLUMNS, fill_pairings)},
    [REPORT_TABLE_RATINGS] = {REPORT_TABLE("ratings", "a player, strongest first", RATINGS_COLUMNS,
                                           fill_ratings)},
    [REPORT_TABLE_FIT] = {REPORT_TABLE("fit", "a fit of the ratings of all players", FIT_COLUMNS,
                                       fill_fit)},
    [REPORT_TABLE_RESIDUALS] = {REPORT_TABLE(
        "residuals", "a pairing, in descending order of the absolute residual", RESIDUALS_COLUMNS,
        fill_residuals)},
    [REPORT_TABLE_PAIRS] = {REPORT_TABLE(
        "pairs", "a pairing, with the number of its pairs of games by points", PAIRS_COLUMNS,
        fill_pairs)},
};

/* "White's advantage: +12.3 (+1.2 to +23.4)". */
static void append_quantity(GString *text, const char *name, Estimate estimate, FormatNumber format)
{
    sheet_append_quantity(text, name, estimate, format);
    if (estimate.kind == ESTIMATE_GIVEN)
        g_string_append(text, ", fixed because the colours of the games do not determine it");
    else if (sheet_needs_sentence(estimate.kind))
        g_string_append_printf(text, " (%s)", ESTIMATE_KINDS[estimate.kind].sentence);
    g_string_append_c(text, '\n');
}

#define UNLIKELY 0.01

/* Whether the model of the ratings holds, and what to do if not. */
static void append_goodness(GString *text, const Standings *standings)
{
    const RatingsGoodness *goodness = &standings->goodness;
    g_autofree char *p = format_p(goodness->p);

    if (goodness->freedom == 0)
        return;
    g_string_append_printf(text,
                           "Fit: Pearson's statistic %.1f on %" G_GINT64_FORMAT
                           " degree%s of freedom, p %s%s; variances are multiplied by %.2f\n",
                           goodness->statistic, goodness->freedom, plural_ending(goodness->freedom),
                           *p == '<' ? "" : "= ", p, goodness->dispersion);
    if (goodness->p < UNLIKELY)
        g_string_append(text, "Warning: one rating per player does not explain these results; to "
                              "compare two players, use their pairing\n");
}

/* Pairings that the ratings, which are of all games, turn round. */
static void append_contradictions(GString *text, const Standings *standings)
{
    if (standings->contradictions > 0)
        g_string_append_printf(text,
                               "In %d of %u pairings the player with the lower rating scored more; "
                               "to compare two players, use their pairing\n",
                               standings->contradictions, standings->residuals->len);
}

static void append_terms(GString *text, const Standings *standings)
{
    g_autofree char *rating = format_rating(standings->anchor_rating);

    g_string_append_printf(text, "Elo; %s is fixed at %s", name_of(standings, standings->anchor),
                           rating);
    if (standings->resamples > 0)
        g_string_append_printf(text, "; intervals from %d resamples", standings->resamples);
    g_string_append_c(text, '\n');
    if (standings->is_enough) {
        append_quantity(text, "White's advantage", standings->white_advantage, format_difference);
        append_quantity(text, "Draws between equal players", standings->draw_share, format_share);
        append_goodness(text, standings);
        append_contradictions(text, standings);
    } else {
        g_string_append_printf(text,
                               "White's advantage, the share of draws and ratings of more than two "
                               "players need %d games per player that were not drawn\n",
                               RATINGS_MIN_DECISIVE);
    }
    if (standings->cycle != NULL)
        g_string_append_printf(
            text, "The players form a cycle: %s; ratings cannot show this, see the pairings\n",
            standings->cycle);
}

/* What sequential tests make of the intervals above. */
static void append_corrections(GString *text, const Standings *standings)
{
    for (int i = 0; i < (int)standings->pool->pairings->len; i++) {
        const PoolPairing *of = pool_pairing(standings->pool, i);
        const EloPairing *corrected = &standings->corrected[i];
        g_autofree char *name = format_pairing(name_of(standings, of->player),
                                               name_of(standings, of->opponent), of->ms_per_space);
        g_autofree char *superiority = format_share(corrected->superiority);
        if (of->sprt == NULL)
            continue;
        g_string_append_printf(text,
                               "%s is a sequential test: Elo, interval and superiority are those "
                               "of a fixed number of games; ",
                               name);
        if (corrected->elo.kind == ESTIMATE_UNKNOWN) {
            g_string_append(text, "nothing corrects them for the stopping rule\n");
            continue;
        }
        sheet_append_quantity(text, "corrected for the stopping rule", corrected->elo,
                              format_difference);
        g_string_append_printf(text, ", superiority %s\n", superiority);
    }
}

static bool has_sequential_test(const Pool *pool)
{
    for (int i = 0; i < (int)pool->pairings->len; i++)
        if (pool_pairing(pool, i)->sprt != NULL)
            return true;
    return false;
}

#define WORST 5 /* residuals that people see */

static void append_residual_terms(GString *text, const Standings *standings)
{
    const guint count = standings->residuals->len;

    g_string_append_printf(text,
                           "z: deviation of a pairing's score from its expectation, in standard "
                           "deviations; p: with Holm's correction for %u pairing%s\n",
                           count, plural_ending(count));
    if (count > WORST)
        g_string_append_printf(text, "--format=csv --table residuals prints all %u pairings\n",
                               count);
}

static const char *const TITLES[REPORT_TABLE_COUNT] = {
    [REPORT_TABLE_PAIRINGS] = "Pairings, from the first player's point of view",
    [REPORT_TABLE_RATINGS] = "Ratings of all players together",
    [REPORT_TABLE_FIT] = "How well the ratings explain the results",
    [REPORT_TABLE_RESIDUALS] = "Residuals of the ratings, largest first",
    [REPORT_TABLE_PAIRS] = "Pairs of games by the points of the first player",
};

/* Whether people see the table unasked. */
static bool is_shown(const Standings *standings, ReportTable table)
{
    switch (table) {
    case REPORT_TABLE_FIT:
    case REPORT_TABLE_PAIRS:
        return false;
    case REPORT_TABLE_RESIDUALS:
        return standings->pool->players->len > 2 && standings->goodness.freedom > 0;
    default:
        return true;
    }
}

/* A table that is not the only one is there for people only if it has something to report. */
static void add_table(TableReport *report, const Standings *standings, ReportTable table,
                      bool is_only)
{
    TableRows *rows = table_rows_new(&REPORT_TABLES[table]);
    TablePart *part = table_report_add(report, TITLES[table], rows);
    GString *below = part->below;

    rows->table->fill(rows, standings);
    part->is_hidden = !is_only && !is_shown(standings, table);
    if (table == REPORT_TABLE_PAIRINGS || table == REPORT_TABLE_RATINGS)
        table_part_explain(part, 1);
    if (table == REPORT_TABLE_PAIRINGS)
        append_corrections(below, standings);
    if (table == REPORT_TABLE_RATINGS)
        append_terms(below, standings);
    if (table == REPORT_TABLE_RATINGS && has_sequential_test(standings->pool))
        g_string_append(below, "The ratings are those of a fixed number of games: they are not "
                               "corrected for the stopping rule\n");
    if (table == REPORT_TABLE_RESIDUALS) {
        part->most = WORST;
        append_residual_terms(below, standings);
    }
}

char *report_standings(const Standings *standings, TableFormat format, ReportTable only)
{
    g_autoptr(TableReport) report = table_report_new(standings->pool->notes);

    for (ReportTable table = 0; table < REPORT_TABLE_COUNT; table++)
        if (only == table || only == REPORT_TABLE_COUNT)
            add_table(report, standings, table, only == table);
    return table_report_write(report, format);
}
