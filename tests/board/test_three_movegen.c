
#include <stdlib.h>

#include "board/three_position.h"
#include "tests/data_path.h"
#include "tests/test.h"
#include "tests/three_support.h"

/* The moves that are listed are those of all pairs of squares that are legal, in that order. */
static void check_moves(const ThreePosition *pos)
{
    Move moves[THREE_MAX_MOVES];
    const int count = three_sorted_moves(pos, moves);
    int found = 0;

    for (ThreeSquare from = 0; from < THREE_SQUARE_COUNT; from++)
        for (ThreeSquare to = 0; to < THREE_SQUARE_COUNT; to++)
            if (three_movegen_is_legal(pos, from, to)) {
                g_assert_cmpint(found, <, count);
                g_assert_cmpuint(moves[MIN(found, count - 1)], ==, three_move_make(from, to));
                found++;
            }
    g_assert_cmpint(found, ==, count);
    g_assert_true(three_movegen_any(pos) == (count > 0));
}

TEST(moves_of_games_are_those_that_are_legal)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < 8; game++) {
        ThreePosition pos = three_position_start();
        for (int ply = 0; ply < 150; ply++) {
            Move moves[THREE_MAX_MOVES];
            const int count = three_movegen_moves(&pos, moves);
            check_moves(&pos);
            if (count == 0)
                break;
            three_position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

TEST(moves_of_any_arrangement_are_those_that_are_legal)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(2);

    for (int i = 0; i < 600; i++) {
        const ThreePosition pos = three_scatter(rand, 5 + i % 90);
        check_moves(&pos);
    }
}

/* The destinations by name, in their order. Owner: the caller. */
static char *destinations(const ThreePosition *pos, ThreeSquare from)
{
    const ThreeSet set = three_movegen_destinations(pos, from);
    GString *text = g_string_new(NULL);

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        if (three_set_has(&set, sq)) {
            char name[THREE_SQUARE_TEXT_SIZE];
            three_square_format(sq, name);
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", name);
        }
    return g_string_free(text, FALSE);
}

/* Surrounds the piece on @from with pawns of another colour. */
static void place_opponents(ThreePosition *pos, ThreeSquare from)
{
    const ThreeColor opponent = three_color_next(three_piece_color(pos->piece_at[from]));

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
        if (sq != from)
            three_position_place(pos, opponent, PIECE_PAWN, sq);
}

TEST(pieces_reach_what_the_published_table_says)
{
    g_auto(GStrv) lines = shared_data_lines("threechess/threechess-reach.csv");

    if (lines == NULL)
        return;
    g_assert_cmpuint(g_strv_length(lines), ==, 1 + 18 * THREE_SQUARE_COUNT);
    for (int i = 1; lines[i] != NULL; i++) {
        g_auto(GStrv) field = g_strsplit(lines[i], ",", -1);
        g_autofree char *text =
            g_strdup_printf("%s %s%s%s", field[1], field[1], field[0], field[2]);
        const ThreeSquare from = three_square_parse(field[2]);
        ThreePosition pos = three_arrange(text);
        g_autofree char *alone = destinations(&pos, from);
        g_autofree char *surrounded = NULL;
        place_opponents(&pos, from);
        surrounded = destinations(&pos, from);
        g_assert_cmpstr(alone, ==, field[3]);
        g_assert_cmpstr(surrounded, ==, field[4]);
    }
}

/* Of the arrangement in the row, what is on a square reaches these squares. */
static void check_destinations(char **field)
{
    const ThreePosition pos = three_arrange(field[0]);
    g_autofree char *found = destinations(&pos, three_square_parse(field[1]));

    g_assert_cmpstr(found, ==, field[2]);
}

TEST_EACH(a_pawn_steps_twice_only_from_its_own_second_row_over_empty_squares, check_destinations);
TEST_EACH(a_pawn_captures_sideways_and_is_blocked_ahead, check_destinations);
TEST_EACH(castling_asks_only_what_stands_in_the_first_row, check_destinations);
TEST_EACH(a_slider_needs_one_of_two_ways_over_the_centre, check_destinations);
TEST_EACH(a_king_may_walk_into_attack_and_no_other_piece_may_be_moved, check_destinations);

/* Sequences of moves; a captured king ends them. */
static uint64_t perft(const ThreePosition *pos, int depth, uint64_t *captures, uint64_t *crossings)
{
    Move moves[THREE_MAX_MOVES];
    const bool over = three_position_winner(pos) != THREE_NOBODY;
    const int count = over ? 0 : three_movegen_moves(pos, moves);
    uint64_t nodes = 0;

    for (int i = 0; i < count; i++) {
        const ThreeSquare from = three_move_from(moves[i]), to = three_move_to(moves[i]);
        ThreePosition next = *pos;
        if (depth == 1) {
            nodes++;
            *captures += pos->piece_at[to] != PIECE_NONE;
            *crossings += three_square_section(from) != three_square_section(to);
            continue;
        }
        three_position_play(&next, moves[i]);
        nodes += perft(&next, depth - 1, captures, crossings);
    }
    return nodes;
}

TEST(trees_from_the_start_have_as_many_leaves_as_published)
{
    const ThreePosition pos = three_position_start();

    for (char **field;
         (field = NEXT_ROW("trees from the start have as many leaves as published")) != NULL;) {
        uint64_t captures = 0, crossings = 0;
        g_assert_cmpuint(perft(&pos, atoi(field[0]), &captures, &crossings), ==,
                         g_ascii_strtoull(field[1], NULL, 0));
        g_assert_cmpuint(captures, ==, g_ascii_strtoull(field[2], NULL, 0));
        g_assert_cmpuint(crossings, ==, g_ascii_strtoull(field[3], NULL, 0));
    }
}

/* Lines that end on @sq, on each of which one piece at most can reach it. */
static int lines_to(ThreeSquare sq)
{
    const ThreeLines *lines = &THREE_LINES[sq];
    int count = 0;

    for (int i = 0; i < THREE_LINE_COUNT; i++) {
        const int behind =
            i < THREE_LINES_OVER_SEAMS ? (lines->next[i] != 0) + (lines->previous[i] != 0) : 0;
        count += behind > 0 ? behind : lines->near[i] != 0;
    }
    return count;
}

static int compare_down(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* As many moves as pieces could make at most, or as the squares left to them could receive, those
 * that receive most. Lines and knight's steps lead both ways (test_three_board.c). */
TEST(no_arrangement_has_more_moves_than_the_array_holds)
{
    int received[THREE_SQUARE_COUNT], most = 0;

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        g_assert_cmpint(lines_to(sq), <=, 9);
        g_assert_cmpint(three_set_count(THREE_KNIGHT_STEPS[sq]), <=, 10);
        received[sq] = lines_to(sq) + three_set_count(THREE_KNIGHT_STEPS[sq]);
        for (ThreeSquare other = 0; other < THREE_SQUARE_COUNT; other++)
            g_assert_true(three_set_has(&THREE_KNIGHT_STEPS[sq], other) ==
                          three_set_has(&THREE_KNIGHT_STEPS[other], sq));
    }
    qsort(received, THREE_SQUARE_COUNT, sizeof *received, compare_down);
    for (int pieces = 0; pieces <= THREE_SQUARE_COUNT; pieces++) {
        int made = 31 * pieces, entered = 0;
        for (int i = 0; i < THREE_SQUARE_COUNT - pieces; i++)
            entered += received[i];
        most = MAX(most, MIN(made, entered));
    }
    g_test_message("at most %d moves", most);
    g_assert_cmpint(most, <=, THREE_MAX_MOVES);
}
