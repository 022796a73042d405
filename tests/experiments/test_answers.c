/* Repeated games: which pairs count, in one run and in its parts. */
#include <string.h>

#include "experiments/tally/totals.h"
#include "tests/spec_support.h"
#include "tests/test.h"

#define SEARCHES "[players]\nA=search:depth=1,shuffle=off\nB=search:depth=2,shuffle=off\n"
#define ENGINES "[players]\nA=process:a\nB=process:b\n"
#define LEVELS "[players]\nA=level:1\nB=search:depth=1,shuffle=off\n"

/* A game by its opening, its moves and the half points of the first player. */
typedef struct {
    int opening, moves, half_points;
} Played;

/* Games @from to @to of @games, from 1, of a run of the spec @text. Owner: the caller. */
static Totals *play(const char *text, const Played *games, int from, int to)
{
    g_autoptr(Spec) spec = spec_of(text);
    Totals *totals = totals_new_for(spec);
    MatchRecord *record = match_record_new();

    record->plies = 1;
    memset(record->ply, 0, sizeof *record->ply);
    for (int i = from; i <= to; i++) {
        const Played *game = &games[i - 1];
        const int side = (i - 1) % 2;
        record->job = (Job){.game = (uint64_t)i, .player = {side, 1 - side}, .first_side = side};
        record->opening.chess.key = (uint64_t)game->opening;
        record->ply[0].move = (Move)game->moves;
        record->outcome.termination = TERMINATION_CHECKMATE;
        record->outcome.winner = game->half_points == 1   ? GAME_NOBODY
                                 : game->half_points == 2 ? side
                                                          : 1 - side;
        totals_add(totals, record);
    }
    match_record_free(record);
    return totals;
}

/* Two openings in turn, the second time and the third time as the first. */
static const Played SAME[] = {{1, 1, 2}, {1, 2, 2}, {2, 3, 0}, {2, 4, 1}, {1, 1, 2}, {1, 2, 2},
                              {2, 3, 0}, {2, 4, 1}, {1, 1, 2}, {1, 2, 2}, {2, 3, 0}};
/* The same, but the last whole pair differs in its second game. */
static const Played OTHER[] = {{1, 1, 2}, {1, 2, 2}, {2, 3, 0}, {2, 4, 1}, {1, 1, 2}, {1, 2, 2},
                               {2, 3, 0}, {2, 4, 1}, {1, 1, 2}, {1, 5, 0}, {2, 3, 0}};

static void assert_pairs(const Totals *totals, const int64_t *expected)
{
    const Scores pairs = pairing_totals_pairs(&totals->pairings[0]);

    g_assert_cmpmem(pairs.count, sizeof pairs.count, expected, sizeof pairs.count);
    g_assert_true(pairing_totals_agree(&totals->pairings[0]));
}

TEST(pairing_totals_pairs_counts_a_repeated_pair_once_if_no_player_draws)
{
    g_autoptr(Totals) of_searches = play(SEARCHES, SAME, 1, 11);
    g_autoptr(Totals) of_engines = play(ENGINES, SAME, 1, 11);
    g_autoptr(Totals) of_levels = play(LEVELS, SAME, 1, 11);

    assert_pairs(of_searches, (const int64_t[]){0, 1, 0, 0, 1});
    assert_pairs(of_engines, (const int64_t[]){0, 1, 0, 0, 1});
    assert_pairs(of_levels, (const int64_t[]){0, 2, 0, 0, 3});
    g_assert_cmpint(pairing_totals_repeated(&of_searches->pairings[0]), ==, 7);
    g_assert_cmpint(pairing_totals_repeated(&of_levels->pairings[0]), ==, 0);
}

TEST(pairing_totals_pairs_counts_all_once_an_opening_is_answered_differently)
{
    g_autoptr(Totals) before = play(ENGINES, OTHER, 1, 8);
    g_autoptr(Totals) after = play(ENGINES, OTHER, 1, 11);

    assert_pairs(before, (const int64_t[]){0, 1, 0, 0, 1});
    assert_pairs(after, (const int64_t[]){0, 2, 1, 0, 2});
    g_assert_cmpint(pairing_totals_repeated(&after->pairings[0]), ==, 0);
}

static Totals *store_and_load(const Totals *totals)
{
    g_autoptr(GVariant) stored = g_variant_ref_sink(totals_store(totals));

    return totals_load(stored);
}

static void check_parts(const Played *games)
{
    g_autoptr(Totals) whole = play(ENGINES, games, 1, 11);
    g_autoptr(GVariant) expected = g_variant_ref_sink(totals_store(whole));

    for (int first = 2; first <= 10; first += 2)
        for (int second = first; second <= 10; second += 2) {
            g_autoptr(Totals) sum = play(ENGINES, games, 1, first);
            g_autoptr(Totals) middle = play(ENGINES, games, first + 1, second);
            g_autoptr(Totals) played = play(ENGINES, games, second + 1, 11);
            g_autoptr(Totals) last = store_and_load(played);
            totals_merge(sum, middle);
            totals_merge(sum, last);
            g_assert_cmpint(pairing_totals_repeated(&sum->pairings[0]), ==,
                            pairing_totals_repeated(&whole->pairings[0]));
            g_assert_cmpmem(&sum->pairings[0].repeats, sizeof(TotalsRepeats),
                            &whole->pairings[0].repeats, sizeof(TotalsRepeats));
            g_assert_cmpuint(answers_count(sum->pairings[0].answers), ==,
                             answers_count(whole->pairings[0].answers));
        }
}

TEST(totals_merge_counts_the_pairs_that_the_whole_run_counts)
{
    check_parts(SAME);
    check_parts(OTHER);
}

/* Thirty games without a loss are thirty, not fifteen: they have one opening. */
TEST(pairing_totals_scores_counts_alike_games_of_one_opening)
{
    Played games[30];
    g_autoptr(Totals) one = NULL, many = NULL;
    Scores scores;

    for (int i = 0; i < 30; i++)
        games[i] = (Played){i, i, 2};
    one = play(LEVELS, games, 1, 30);
    many = play(LEVELS "[openings]\nrandom-plies=4\n", games, 1, 30);
    scores = pairing_totals_scores(&one->pairings[0]);
    g_assert_cmpint(scores_units(&scores), ==, 30);
    scores = pairing_totals_scores(&many->pairings[0]);
    g_assert_cmpint(scores_units(&scores), ==, 15);
}
