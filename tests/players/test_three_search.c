/* The searches against plain ones that know no short cut, and what they see in small positions. */
#include "players/three/three_search.h"

#include "players/player.h"
#include "tests/test.h"
#include "tests/three_support.h"

#define ARRANGEMENTS 150

/* The reference: every move is played, every line followed to its end. */

typedef ThreeValues (*Choose)(const ThreePosition *pos, int depth, int plies, ThreeColor root);

static ThreeValues follow(const ThreePosition *pos, Move move, int depth, int plies,
                          ThreeColor root, Choose choose)
{
    ThreePosition next = *pos;
    int winner;

    three_position_play(&next, move);
    winner = three_position_winner(&next);
    if (winner != THREE_NOBODY) {
        ThreeValues end = {{0}};
        end.side[winner] = THREE_SEARCH_WIN - plies;
        end.side[next.king_taken[winner]] = plies - THREE_SEARCH_WIN;
        return end;
    }
    return depth == 1 ? three_search_values(&next) : choose(&next, depth - 1, plies + 1, root);
}

/* Best for the side to move, then worst for @root, then worst for the side that moves next. */
static ThreeValues choose_maxn(const ThreePosition *pos, int depth, int plies, ThreeColor root)
{
    const ThreeColor us = (ThreeColor)pos->turn, next = three_color_next(us);
    Move moves[THREE_MAX_MOVES];
    const int count = three_movegen_moves(pos, moves);
    ThreeValues best = {{0}};

    for (int i = 0; i < count; i++) {
        const ThreeValues v = follow(pos, moves[i], depth, plies, root, choose_maxn);
        const int own = v.side[us] - best.side[us], roots = best.side[root] - v.side[root];
        if (i == 0 || own > 0 ||
            (own == 0 && (roots > 0 || (roots == 0 && v.side[next] < best.side[next]))))
            best = v;
    }
    return best;
}

/* Best for @root if it is to move, else worst. */
static ThreeValues choose_paranoid(const ThreePosition *pos, int depth, int plies, ThreeColor root)
{
    const int sign = pos->turn == root ? 1 : -1;
    Move moves[THREE_MAX_MOVES];
    const int count = three_movegen_moves(pos, moves);
    ThreeValues best = {{0}};

    for (int i = 0; i < count; i++) {
        const ThreeValues v = follow(pos, moves[i], depth, plies, root, choose_paranoid);
        if (i == 0 || sign * v.side[root] > sign * best.side[root])
            best = v;
    }
    return best;
}

static int compare_moves(const void *a, const void *b)
{
    return *(const Move *)a - *(const Move *)b;
}

/* The lines lead to positions that are worth what was found, unless the game ends before. */
static void assert_lines_lead_to_value(const ThreePosition *pos, int depth,
                                       const ThreeSearch *search)
{
    for (int i = 0; i < search->count; i++) {
        const ThreeLine *line = &search->lines[i];
        ThreePosition end = *pos;
        g_assert_cmpint(line->moves[0], ==, search->moves[i]);
        for (int j = 0; j < line->length; j++)
            three_position_play(&end, line->moves[j]);
        if (three_position_winner(&end) == THREE_NOBODY && line->length == depth)
            g_assert_cmpint(three_search_values(&end).side[pos->turn], ==, search->value);
        else if (three_position_winner(&end) == THREE_NOBODY)
            g_assert_cmpint(search->value, ==, 0);
    }
}

static void assert_agrees(const ThreePosition *pos, int depth, ThreeSearch search, Choose choose)
{
    const ThreeColor us = (ThreeColor)pos->turn;
    Move moves[THREE_MAX_MOVES];
    const int count = three_movegen_moves(pos, moves);
    int best = 0, equals = 0;

    for (int i = 0; i < count; i++) {
        const int value = follow(pos, moves[i], depth, 1, us, choose).side[us];
        if (equals == 0 || value > best) {
            best = value;
            equals = 0;
        }
        if (value == best)
            moves[equals++] = moves[i];
    }
    assert_lines_lead_to_value(pos, depth, &search);
    qsort(moves, (size_t)equals, sizeof *moves, compare_moves);
    qsort(search.moves, (size_t)search.count, sizeof *moves, compare_moves);
    g_assert_cmpint(search.value, ==, best);
    g_assert_cmpmem(search.moves, (size_t)search.count * sizeof(Move), moves,
                    (size_t)equals * sizeof(Move));
    g_assert_cmpuint(search.nodes, >=, (uint64_t)search.count);
}

/* Arrangements in which kings hang, sides have none, pawns promote: whatever the rules allow. */
static void test_both_searches_agree_with_plain_ones(gconstpointer data)
{
    const int depth = GPOINTER_TO_INT(data);
    g_autoptr(GRand) rand = g_rand_new_with_seed((guint32)depth);
    int kings_taken = 0, quiet = 0;

    for (int i = 0; i < ARRANGEMENTS; i++) {
        const ThreePosition pos = three_scatter(rand, g_rand_int_range(rand, 3, 16 - 3 * depth));
        ThreeSearch maxn;
        if (!three_movegen_any(&pos))
            continue;
        maxn = three_search(THREE_SEARCH_MAXN, &pos, depth, NULL);
        assert_agrees(&pos, depth, maxn, choose_maxn);
        assert_agrees(&pos, depth, three_search(THREE_SEARCH_PARANOID, &pos, depth, NULL),
                      choose_paranoid);
        kings_taken += maxn.value > THREE_SEARCH_WIN / 2;
        quiet += ABS(maxn.value) < THREE_SEARCH_WIN / 2;
    }
    g_test_message("%d with a king taken, %d without", kings_taken, quiet);
    g_assert_cmpint(kings_taken, >, 5);
    g_assert_cmpint(quiet, >, 30);
}

TEST(both_searches_agree_with_plain_ones_in_a_game)
{
    GRand *rand = g_rand_new_with_seed(1);
    ThreePosition pos = three_position_start();

    for (int ply = 0; ply < 40 && three_position_winner(&pos) == THREE_NOBODY; ply++) {
        Move moves[THREE_MAX_MOVES];
        const int count = three_movegen_moves(&pos, moves);
        assert_agrees(&pos, 2, three_search(THREE_SEARCH_MAXN, &pos, 2, NULL), choose_maxn);
        assert_agrees(&pos, 2, three_search(THREE_SEARCH_PARANOID, &pos, 2, NULL), choose_paranoid);
        three_position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
    }
    g_rand_free(rand);
}

static void assert_values(const ThreeValues *values, int blue, int green, int red)
{
    g_assert_cmpint(values->side[THREE_BLUE], ==, blue);
    g_assert_cmpint(values->side[THREE_GREEN], ==, green);
    g_assert_cmpint(values->side[THREE_RED], ==, red);
}

TEST(values_are_the_lead_over_the_mean_score)
{
    ThreePosition pos = three_position_start();
    ThreeValues values = three_search_values(&pos);

    assert_values(&values, 0, 0, 0);
    pos = three_arrange("B BKBE1 BQBD1 GKGD1 GRGE1 RKRE1");
    values = three_search_values(&pos);
    assert_values(&values, 3 * 9 - 14, 3 * 5 - 14, -14);
    three_play(&pos, "BD1GE1"); /* a rook lost and a rook taken */
    values = three_search_values(&pos);
    assert_values(&values, 3 * 14 - 14, -14, -14);
}

TEST_ROWS(a_gain_is_what_is_taken_and_what_a_pawn_becomes)
{
    const ThreePosition pos = three_arrange(field[0]);
    Move move = MOVE_NONE;

    g_assert_true(three_text_parse_move(&pos, field[1], &move, NULL));
    g_assert_cmpint(three_search_gain(&pos, move), ==, atoi(field[2]));
}

static bool has_move(const ThreeSearch *search, Move move)
{
    for (int i = 0; i < search->count; i++)
        if (search->moves[i] == move)
            return true;
    return false;
}

TEST_ROWS(what_the_searches_see)
{
    const ThreePosition pos = three_arrange(field[0]);
    const ThreeSearch maxn = three_search(THREE_SEARCH_MAXN, &pos, atoi(field[2]), NULL);
    const ThreeSearch paranoid = three_search(THREE_SEARCH_PARANOID, &pos, atoi(field[2]), NULL);
    Move move = MOVE_NONE;

    g_test_message("%s %s, %d plies", field[0], field[1], atoi(field[2]));
    g_assert_true(three_text_parse_move(&pos, field[1], &move, NULL));
    g_assert_cmpint(has_move(&maxn, move), ==, g_str_equal(field[3], "true"));
    g_assert_cmpint(has_move(&paranoid, move), ==, g_str_equal(field[4], "true"));
}

TEST(a_side_without_a_move_draws)
{
    const ThreePosition pos = three_arrange("R BPBA2 GNBA3 GKGE1 RKRE1");

    g_assert_cmpint(three_search(THREE_SEARCH_MAXN, &pos, 1, NULL).value, ==, 36);
    g_assert_cmpint(three_search(THREE_SEARCH_PARANOID, &pos, 1, NULL).value, ==, 36);
    g_assert_cmpint(three_search(THREE_SEARCH_MAXN, &pos, 2, NULL).value, ==, 0);
    g_assert_cmpint(three_search(THREE_SEARCH_PARANOID, &pos, 2, NULL).value, ==, 0);
}

TEST_CASES()
{
    for (int depth = 1; depth <= 3; depth++) {
        g_autofree char *path =
            g_strdup_printf("/three-search/agrees-with-a-plain-search/depth-%d", depth);
        g_test_add_data_func(path, GINT_TO_POINTER(depth),
                             test_both_searches_agree_with_plain_ones);
    }
}
