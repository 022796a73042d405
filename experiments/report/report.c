#include "experiments/report/report.h"

#include <math.h>

#include "experiments/numbers/elo.h"
#include "experiments/report/standings.h"
#include "experiments/tables/table_text.h"
#include "experiments/tools/csv.h"

/* Rows of empty cells; row 0 and column 0 are for the names. */
static GPtrArray *rows_new(int rows, int columns)
{
    GPtrArray *texts = sheet_new(NULL);

    for (int row = 0; row <= rows; row++) {
        g_ptr_array_add(texts, g_new0(char *, (gsize)columns + 2));
        for (int column = 0; column <= columns; column++)
            ((char **)texts->pdata[row])[column] = g_strdup("");
    }
    return texts;
}

/* Takes @cell. */
static void set_cell(const GPtrArray *rows, int row, int column, char *cell)
{
    char **texts = rows->pdata[row];

    g_free(texts[column]);
    texts[column] = cell;
}

/* The rows are the cells of the factors, by their heroes if they have one; the columns the pairings
 * of each. */
static GPtrArray *cell_rows(const Spec *spec, const Totals *totals)
{
    const Spec *first = spec->cells[0];
    const bool has_hero = *spec->hero != '\0';
    const int cells = spec->factors.cells, columns = first->pairing_count;
    GPtrArray *rows = rows_new(cells, columns);

    for (int i = 0; i < columns; i++) {
        const char *player = first->players[first->pairings[i].player].name;
        const char *opponent = first->players[first->pairings[i].opponent].name;
        set_cell(rows, 0, i + 1,
                 has_hero ? g_strdup(opponent) : format_pairing(player, opponent, 0));
    }
    for (int cell = 0; cell < cells; cell++)
        set_cell(rows, cell + 1, 0,
                 has_hero ? g_strdup(spec->players[spec->named_count + cell].name)
                          : factors_variant_name(&spec->factors, cell));
    for (int i = 0; i < spec->pairing_count; i++)
        set_cell(rows, i / columns + 1, i % columns + 1, format_score(totals->pairings[i].score));
    return rows;
}

GPtrArray *report_pairing_rows(const Spec *spec, const Totals *totals)
{
    const int players = spec->player_count;
    GPtrArray *rows;

    if (spec->cells != NULL)
        return cell_rows(spec, totals);
    rows = rows_new(players, players);
    for (int i = 0; i < players; i++) {
        set_cell(rows, 0, i + 1, g_strdup(spec->players[i].name));
        set_cell(rows, i + 1, 0, g_strdup(spec->players[i].name));
        set_cell(rows, i + 1, i + 1, g_strdup("X"));
    }
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pairing = &spec->pairings[i];
        set_cell(rows, pairing->player + 1, pairing->opponent + 1,
                 format_score(totals->pairings[i].score));
        set_cell(rows, pairing->opponent + 1, pairing->player + 1, g_strdup("-"));
    }
    return rows;
}

char *report_cross_table(const Spec *spec, const Totals *totals)
{
    g_autoptr(GPtrArray) rows = spec->contest->result_rows(spec, totals);
    GString *text = g_string_new(NULL);

    sheet_append_aligned(text, rows);
    return g_string_free(text, FALSE);
}

static void append_repeats(GString *text, const Spec *spec, const PairingTotals *totals)
{
    g_string_append_printf(
        text,
        "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
        " games count, and the others repeat them, because neither player "
        "is known to choose at random%s",
        pairing_totals_games(totals) - pairing_totals_repeated(totals),
        pairing_totals_games(totals),
        spec_openings(spec) == 1 ? "; openings.random-plies=4 varies the openings" : "");
}

char *report_repeats(const Spec *spec, const Totals *totals, int pairing)
{
    const PairingTotals *of = &totals->pairings[pairing];
    const Spec *cell = spec_of_pairing(spec, pairing);
    const int64_t openings = cell->openings.positions.count;
    GString *text = g_string_new(NULL);

    g_string_append_printf(text,
                           "%s against %s: ", spec->players[spec->pairings[pairing].player].name,
                           spec->players[spec->pairings[pairing].opponent].name);
    if (pairing_totals_repeated(of) > 0)
        append_repeats(text, cell, of);
    else if (openings > 0 && pairing_totals_games(of) > 2 * openings)
        g_string_append_printf(text,
                               "all %" G_GINT64_FORMAT
                               " openings were played more than once: the intervals hold for "
                               "these openings, not for others",
                               openings);
    else
        g_string_truncate(text, 0);
    return g_string_free(text, FALSE);
}

char *report_repeated_games(const Spec *spec, const Totals *totals)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; i < totals->count; i++) {
        g_autofree char *repeats = report_repeats(spec, totals, i);
        if (*repeats != '\0')
            g_string_append_printf(text, "%s\n", repeats);
    }
    return g_string_free(text, FALSE);
}

/* "0:07", "12:34", "100:00:00". */
static void append_duration(GString *text, double seconds)
{
    const int64_t whole = (int64_t)seconds;

    if (whole >= 3600)
        g_string_append_printf(text, "%" G_GINT64_FORMAT ":%02d:%02d", whole / 3600,
                               (int)(whole / 60 % 60), (int)(whole % 60));
    else
        g_string_append_printf(text, "%d:%02d", (int)(whole / 60), (int)(whole % 60));
}

static void append_score(GString *text, const Spec *spec, const RunnerProgress *progress)
{
    const SpecPairing *pairing = &spec->pairings[progress->pairing];
    g_autofree char *score = format_score(progress->score);

    g_string_append_printf(text, "  %s - %s %s", spec->players[pairing->player].name,
                           spec->players[pairing->opponent].name, score);
}

char *report_progress(const Spec *spec, const RunnerProgress *progress)
{
    GString *text = g_string_new(NULL);
    const uint64_t played = progress->done - progress->done_before;
    const double rate = progress->seconds > 0 ? (double)played / progress->seconds : 0;

    g_string_append_printf(text, "%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " games",
                           progress->done, progress->total);
    if (played > 0 && rate > 0) {
        g_string_append_printf(text, "  %.*f games/s  ", rate < 10 ? 1 : 0, rate);
        append_duration(text, (double)(progress->total - progress->done) / rate);
        g_string_append(text, " left");
        if (spec->contest->tally->by_pairing)
            append_score(text, spec, progress);
    }
    return g_string_free(text, FALSE);
}

/* "NAME value [low, high]SUFFIX", or the bound that there is. */
static void append_estimate(GString *text, const char *name, Estimate estimate, int decimals,
                            const char *suffix)
{
    const EstimateKindFacts *has = &ESTIMATE_KINDS[estimate.kind];
    g_autofree char *value = csv_format_fixed(estimate.value, decimals);
    g_autofree char *low = csv_format_fixed(estimate.low, decimals);
    g_autofree char *high = csv_format_fixed(estimate.high, decimals);

    if (has->has_value)
        g_string_append_printf(text, "%s %s [%s, %s]%s\n", name, value, low, high, suffix);
    else if (has->has_low || has->has_high)
        g_string_append_printf(text, "%s at %s %s%s\n", name, has->has_low ? "least" : "most",
                               has->has_low ? low : high, suffix);
}

/* The raw score first, whatever is made of it. */
static void append_score_and_elo(GString *text, const PairingTotals *totals,
                                 const EloPairing *pairing, const char *suffix)
{
    if (pairing->share.kind == ESTIMATE_UNKNOWN)
        g_string_append_printf(text, "score %.3f\n", standings_share(totals->score));
    append_estimate(text, "score", pairing->share, 3, suffix);
    append_estimate(text, "elo", pairing->elo, 0, suffix);
}

#define MOST_GAMES 1e7 /* that are worth playing for an answer */

/* Points of rating that may be worth telling apart where neither leads. */
#define SMALL_LEAD 20

/* Few games say little about how far others spread: no less is taken for granted than if every
 * second one were drawn. Units: half an interval times the root of the games. */
#define LEAST_SPREAD 0.7

/* About how many games tell a share from 1/2 that is @lead away from it, where @games tell what is
 * @reach away. */
static double games_needed(int64_t games, double reach, double lead)
{
    const double spread = fmax(reach * sqrt((double)games), LEAST_SPREAD);

    return 10 * ceil(spread / lead * (spread / lead) / 10);
}

#define LEAST_UNITS 5 /* pairs of games, or games, from which a verdict comes */

/* Games of a player with itself tell nothing about strength, whatever they score. */
static bool append_sameness(GString *text, const Spec *spec, const char *before)
{
    const SpecPairing *pairing = &spec->pairings[0];

    if (!spec_players_are_same(spec, pairing->player, pairing->opponent))
        return false;
    g_string_append_printf(text, "%sboth players are the same: differences are due to chance\n",
                           before);
    return true;
}

static const char *const PLAYERS[] = {"player", "opponent"};

/* No verdict comes from scores that say nothing about a player. */
static bool append_failure(GString *text, const Forfeits *forfeits)
{
    for (int i = 0; i < forfeits->count; i++) {
        g_autofree char *failure = forfeits_describe(forfeits, i);
        if (!forfeits_void_score(forfeits, i))
            continue;
        g_string_append_printf(text, "verdict none; the %s failed: %s\n", PLAYERS[i], failure);
        return true;
    }
    return false;
}

static void append_verdict(GString *text, const Estimate *share, const PairingTotals *totals)
{
    const int64_t games = pairing_totals_games(totals), repeated = pairing_totals_repeated(totals);
    const Scores scores = pairing_totals_scores(totals);
    const double lead = fabs(share->value - 0.5);
    const double reach =
        share->value > 0.5 ? share->value - share->low : share->high - share->value;
    const double needed = lead > 0 ? games_needed(games, reach, lead) : INFINITY;
    const bool is_enough = scores_units(&scores) >= LEAST_UNITS;

    if (is_enough && share->low > 0.5)
        g_string_append(text, "verdict the player is stronger\n");
    else if (is_enough && share->high < 0.5)
        g_string_append(text, "verdict the opponent is stronger\n");
    else if (repeated > 0)
        g_string_append_printf(
            text,
            "verdict undecided; %" G_GINT64_FORMAT
            " games count, and more games from the same openings would repeat them\n",
            games - repeated);
    else if (needed < MOST_GAMES)
        g_string_append_printf(
            text,
            "verdict undecided; at this score, about %.0f games would be needed to "
            "decide\n",
            needed);
    else
        g_string_append_printf(text,
                               "verdict undecided, and the score is even so far; about %.0f games "
                               "would be needed to detect a lead of %d Elo\n",
                               games_needed(games, reach, elo_to_share(SMALL_LEAD) - 0.5),
                               SMALL_LEAD);
}

static char *describe_race(const Spec *spec, const Totals *totals)
{
    g_autoptr(GArray) pairs = totals_race(totals, spec);
    guint undecided = 0, certain = 0;

    for (guint i = 0; i < pairs->len; i++) {
        undecided += g_array_index(pairs, RacePair, i).need > 0;
        certain += g_array_index(pairs, RacePair, i).is_certain;
    }
    return g_strdup_printf(
        "race: after %" G_GINT64_FORMAT
        " games, %u of %u pairs of players need more games for an order; the order "
        "of %u is certain at the 5 %% level, all rounds allowed for\n",
        totals_games(totals), undecided, pairs->len, certain);
}

static char *describe_sprt(const Spec *spec, const PairingTotals *totals)
{
    static const char *const words[] = {
        [SPRT_CONTINUE] = "no decision",
        [SPRT_ACCEPT_H0] = "H0 is accepted",
        [SPRT_ACCEPT_H1] = "H1 is accepted",
    };
    GString *text = g_string_new(NULL);
    const Scores scores = pairing_totals_pairs(totals);
    const SprtState state = sprt_state(&spec->sprt, &scores);
    const EloPairing fixed = standings_evaluate(totals),
                     corrected = sprt_pairing(&spec->sprt, &scores);
    g_autofree char *ratio = csv_format_fixed(state.log_ratio, 2);
    g_autofree char *lower = csv_format_fixed(state.lower, 2);
    g_autofree char *upper = csv_format_fixed(state.upper, 2);
    g_autofree char *superiority = csv_format_fixed(corrected.superiority, 3);
    const bool is_exhausted = state.decision == SPRT_CONTINUE &&
                              2 * spec_openings(spec) == (uint64_t)pairing_totals_games(totals) &&
                              spec_must_repeat(spec, &spec->pairings[0]);
    g_autofree char *distinct =
        pairing_totals_repeated(totals) > 0
            ? g_strdup_printf(", of which %" G_GINT64_FORMAT " count",
                              pairing_totals_games(totals) - pairing_totals_repeated(totals))
            : g_strdup(is_exhausted ? ", and more games would repeat these" : "");
    g_autofree char *suffix = g_strconcat(", superiority ", superiority, NULL);

    g_string_append_printf(
        text,
        "sprt: %s after %" G_GINT64_FORMAT " games%s: log-likelihood ratio %s, limits %s and %s\n",
        words[state.decision], pairing_totals_games(totals), distinct, ratio, lower, upper);
    append_score_and_elo(text, totals, &fixed, ", the interval is that of a fixed number of games");
    append_estimate(text, "elo corrected for the stopping rule", corrected.elo, 0, suffix);
    append_sameness(text, spec, "");
    return g_string_free(text, FALSE);
}

char *report_verdict(const Spec *spec, const Totals *totals, const Forfeits *forfeits)
{
    const PairingTotals *pairing = &totals->pairings[0];
    const EloPairing judged = standings_evaluate(pairing);
    GString *text = g_string_new(NULL);

    if (pairing_totals_games(pairing) == 0)
        return g_string_free(text, FALSE);
    for (int i = 0; i < forfeits->count; i++) {
        g_autofree char *failure = forfeits_describe(forfeits, i);
        if (failure != NULL)
            g_string_append_printf(text, "%s-failures %s\n", PLAYERS[i], failure);
    }
    if (spec_sprt(spec) != NULL) {
        g_autofree char *sprt = describe_sprt(spec, pairing);
        g_string_append(text, sprt);
        append_failure(text, forfeits);
        return g_string_free(text, FALSE);
    }
    append_score_and_elo(text, pairing, &judged,
                         pairing_totals_repeated(pairing) > 0 ? ", of the games that count" : "");
    if (!append_failure(text, forfeits) && !append_sameness(text, spec, "verdict none; "))
        append_verdict(text, &judged.share, pairing);
    return g_string_free(text, FALSE);
}

char *report_decision(const Spec *spec, const Totals *totals)
{
    if (spec->format == SPEC_RACE)
        return describe_race(spec, totals);
    return spec_sprt(spec) != NULL ? describe_sprt(spec, &totals->pairings[0]) : NULL;
}
