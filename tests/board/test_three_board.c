#include "board/three_board.h"

#include <string.h>

#include "tests/data_path.h"
#include "tests/test.h"

static ThreeSquare square(const char *name)
{
    const ThreeSquare sq = three_square_parse(name);

    g_assert_cmpint(sq, !=, THREE_SQUARE_NONE);
    return sq;
}

/* The squares of @set by name, in their order. Owner: the caller. */
static char *names(ThreeSet set)
{
    GString *text = g_string_new(NULL);

    for (int s = 0; s < THREE_COLOR_COUNT; s++)
        for (uint32_t rest = set.section[s]; rest; rest &= rest - 1) {
            char name[THREE_SQUARE_TEXT_SIZE];
            three_square_format(three_square_first(s, rest), name);
            g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", name);
        }
    return g_string_free(text, FALSE);
}

static void assert_names(ThreeSet set, const char *expected)
{
    g_autofree char *text = names(set);

    g_assert_cmpstr(text, ==, expected);
}

static int parity(ThreeSquare sq)
{
    return (three_square_row(sq) + three_square_column(sq)) % 2;
}

TEST(squares_are_named_by_section_column_and_row)
{
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        char name[THREE_SQUARE_TEXT_SIZE];
        three_square_format(sq, name);
        g_assert_cmpint(three_square_parse(name), ==, sq);
        g_assert_cmpint(three_square_at(three_square_section(sq), three_square_column(sq),
                                        three_square_row(sq)),
                        ==, sq);
    }
    g_assert_cmpint(square("BA1"), ==, 0);
    g_assert_cmpint(square("BA4"), ==, 3);
    g_assert_cmpint(square("BB1"), ==, 4);
    g_assert_cmpint(square("RH4"), ==, 95);
}

TEST_ROWS(no_other_text_names_a_square)
{
    g_assert_cmpint(three_square_parse(field[0]), ==, THREE_SQUARE_NONE);
}

TEST(neighbours_are_those_of_the_published_table)
{
    static const char *const directions[] = {"FORWARD", "BACKWARD", "LEFT", "RIGHT"};
    g_auto(GStrv) lines = shared_data_lines("threechess/threechess-neighbours.csv");

    if (lines == NULL)
        return;
    g_assert_cmpuint(g_strv_length(lines), ==, 1 + 4 * THREE_SQUARE_COUNT);
    for (int i = 1; lines[i] != NULL; i++) {
        g_auto(GStrv) field = g_strsplit(lines[i], ",", -1);
        ThreeDirection direction = THREE_FORWARD;
        while (direction < THREE_DIRECTION_COUNT && strcmp(directions[direction], field[1]) != 0)
            direction++;
        g_assert_cmpint(three_neighbour(square(field[0]), direction), ==,
                        g_str_equal(field[2], "-") ? THREE_SQUARE_NONE : square(field[2]));
    }
}

TEST(the_seams_join_row_four_to_row_four_in_reverse)
{
    for (int section = 0; section < THREE_COLOR_COUNT; section++)
        for (int column = 0; column < THREE_COLUMNS; column++) {
            const ThreeSquare sq = three_square_at(section, column, 3);
            const ThreeSquare over = three_neighbour(sq, THREE_FORWARD);
            const int other = (section + (column < 4 ? 1 : 2)) % 3;
            g_assert_cmpint(over, ==, three_square_at(other, 7 - column, 3));
            g_assert_cmpint(three_neighbour(over, THREE_FORWARD), ==, sq);
        }
}

TEST(six_squares_lie_in_a_ring_round_the_centre)
{
    static const char *const ring[] = {"BD4", "GE4", "GD4", "RE4", "RD4", "BE4"};

    for (size_t i = 0; i < 6; i++) {
        const ThreeSquare sq = square(ring[i]), next = square(ring[(i + 1) % 6]);
        g_assert_cmpint(three_neighbour(sq, i % 2 == 0 ? THREE_FORWARD : THREE_LEFT), ==, next);
        g_assert_cmpint(three_neighbour(next, i % 2 == 0 ? THREE_FORWARD : THREE_RIGHT), ==, sq);
    }
}

TEST_ROWS(the_two_ways_round_a_corner_part_at_the_centre)
{
    g_assert_cmpint(three_step(PIECE_BISHOP, THREE_BLUE, field[0], square("BD4"), false), ==,
                    square(field[1]));
}

TEST(directions_are_mirrored_behind_a_seam)
{
    const ThreeSquare sq = square("GE4");

    g_assert_cmpint(three_step(PIECE_ROOK, THREE_BLUE, "F", square("BD4"), false), ==, sq);
    g_assert_cmpint(three_step(PIECE_ROOK, THREE_BLUE, "F", sq, false), ==, square("BD4"));
    g_assert_cmpint(three_step(PIECE_ROOK, THREE_BLUE, "F", sq, true), ==, square("GE3"));
    g_assert_cmpint(three_step(PIECE_ROOK, THREE_BLUE, "L", sq, true), ==, square("GF4"));
    g_assert_cmpint(three_step(PIECE_KNIGHT, THREE_BLUE, "FFL", square("BD4"), false), ==,
                    square("GF3"));
    g_assert_cmpint(three_step(PIECE_ROOK, THREE_BLUE, "B", square("BA1"), false), ==,
                    THREE_SQUARE_NONE);
}

TEST(a_pawn_sees_every_section_but_its_own_mirrored)
{
    const ThreeSquare sq = square("GE3");

    g_assert_cmpint(three_step(PIECE_PAWN, THREE_GREEN, "F", sq, false), ==, square("GE4"));
    g_assert_cmpint(three_step(PIECE_PAWN, THREE_BLUE, "F", sq, false), ==, square("GE2"));
    /* not mirrored back if both reasons hold */
    g_assert_cmpint(three_step(PIECE_PAWN, THREE_BLUE, "F", sq, true), ==, square("GE2"));
}

/* The way of a slider, longer than three_ray() would tell; how many squares. */
static int walk(PieceType type, const char *word, ThreeSquare from, ThreeSquare out_way[32])
{
    ThreeSquare sq = from;
    int count = 0;

    while (count < 32) {
        sq = three_step(type, THREE_BLUE, word, sq,
                        three_square_section(sq) != three_square_section(from));
        if (sq == THREE_SQUARE_NONE)
            break;
        out_way[count++] = sq;
    }
    return count;
}

static void check_way(PieceType type, const char *word, ThreeSquare from)
{
    ThreeSquare way[32], ray[THREE_RAY_MAX];
    const int count = walk(type, word, from, way);
    ThreeSet seen = {{0}};
    int crossings = 0;

    three_set_add(&seen, from);
    g_assert_cmpint(count, <=, THREE_RAY_MAX);
    g_assert_cmpint(three_ray(type, word, from, ray), ==, count);
    for (int i = 0; i < count; i++) {
        const ThreeSquare before = i > 0 ? way[i - 1] : from;
        g_assert_cmpint(ray[i], ==, way[i]);
        g_assert_false(three_set_has(&seen, way[i]));
        three_set_add(&seen, way[i]);
        crossings += three_square_section(way[i]) != three_square_section(before);
    }
    g_assert_cmpint(crossings, <=, 1);
}

TEST(a_ray_has_at_most_seven_squares_and_crosses_at_most_one_seam)
{
    for (PieceType type = PIECE_BISHOP; type <= PIECE_QUEEN; type++)
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
            for (const char *const *word = three_words(type); *word != NULL; word++)
                check_way(type, *word, sq);
}

/* Everywhere a piece gets to from @sq on an empty board, by its words. */
static ThreeSet reach(PieceType type, ThreeSquare sq)
{
    ThreeSet set = {{0}};

    for (const char *const *word = three_words(type); *word != NULL; word++) {
        ThreeSquare way[32];
        const int count = walk(type, *word, sq, way);
        for (int i = 0; i < (piece_is_slider(type) ? count : MIN(count, 1)); i++)
            three_set_add(&set, way[i]);
    }
    return set;
}

TEST(bishops_keep_to_their_shade_and_knights_change_it)
{
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        const ThreeSet bishop = reach(PIECE_BISHOP, sq), knight = reach(PIECE_KNIGHT, sq);
        for (ThreeSquare to = 0; to < THREE_SQUARE_COUNT; to++) {
            if (three_set_has(&bishop, to))
                g_assert_cmpint(parity(to), ==, parity(sq));
            if (three_set_has(&knight, to))
                g_assert_cmpint(parity(to), !=, parity(sq));
        }
    }
}

TEST(pieces_reach_as_many_squares_as_published)
{
    static const struct {
        PieceType type;
        int most;
    } cases[] = {{PIECE_ROOK, 14},
                 {PIECE_BISHOP, 17},
                 {PIECE_QUEEN, 31},
                 {PIECE_KNIGHT, 10},
                 {PIECE_KING, 9}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        int most = 0;
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++)
            most = MAX(most, three_set_count(reach(cases[i].type, sq)));
        g_assert_cmpint(most, ==, cases[i].most);
    }
    assert_names(THREE_KING_STEPS[square("BD4")], "BC3 BC4 BD3 BE3 BE4 GD4 GE4 GF4 RD4");
}

TEST(tables_are_what_the_words_say)
{
    const ThreeSet nothing = {{0}};

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        const ThreeSet rook = three_attacks_rook(sq, &nothing);
        const ThreeSet bishop = three_attacks_bishop(sq, &nothing);
        const struct {
            PieceType type;
            ThreeSet set;
        } cases[] = {
            {PIECE_ROOK, rook},
            {PIECE_BISHOP, bishop},
            {PIECE_QUEEN, three_set_union(rook, bishop)},
            {PIECE_KNIGHT, THREE_KNIGHT_STEPS[sq]},
            {PIECE_KING, THREE_KING_STEPS[sq]},
        };
        g_assert_true(three_set_is_empty(three_set_common(rook, bishop)));
        for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
            g_autofree char *expected = names(reach(cases[i].type, sq));
            assert_names(cases[i].set, expected);
        }
    }
}

TEST(sliders_stop_at_the_first_piece_and_see_each_other)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int i = 0; i < 200; i++) {
        ThreeSet occupied = {{0}}, rook[THREE_SQUARE_COUNT], bishop[THREE_SQUARE_COUNT];
        for (int s = 0; s < THREE_COLOR_COUNT; s++)
            occupied.section[s] = g_rand_int(rand) & (i % 2 ? g_rand_int(rand) : UINT32_MAX);
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
            rook[sq] = three_attacks_rook(sq, &occupied);
            bishop[sq] = three_attacks_bishop(sq, &occupied);
        }
        for (ThreeSquare a = 0; a < THREE_SQUARE_COUNT; a++)
            for (ThreeSquare b = 0; b < a; b++) {
                g_assert_true(three_set_has(&rook[a], b) == three_set_has(&rook[b], a));
                g_assert_true(three_set_has(&bishop[a], b) == three_set_has(&bishop[b], a));
            }
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
            ThreeSet slow = {{0}};
            for (const char *const *word = three_words(PIECE_QUEEN); *word != NULL; word++) {
                ThreeSquare way[32];
                const int count = walk(PIECE_QUEEN, *word, sq, way);
                for (int j = 0; j < count; j++) {
                    three_set_add(&slow, way[j]);
                    if (three_set_has(&occupied, way[j]))
                        break;
                }
            }
            g_autofree char *expected = names(slow);
            assert_names(three_set_union(rook[sq], bishop[sq]), expected);
        }
    }
}

TEST(pawns_at_the_seam_capture_on_one_to_three_squares)
{
    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++)
        for (int column = 0; column < THREE_COLUMNS; column++) {
            const int captures = column == 0 || column == 7   ? 1
                                 : column == 3 || column == 4 ? 3
                                                              : 2;
            const ThreeSquare sq = three_square_at((int)color, column, 3);
            g_assert_cmpint(three_set_count(THREE_PAWN_CAPTURES[color][sq]), ==, captures);
        }
    assert_names(THREE_PAWN_CAPTURES[THREE_BLUE][square("BD4")], "GD4 GF4 RD4");
    assert_names(THREE_PAWN_CAPTURES[THREE_BLUE][square("BE4")], "GE4 RC4 RE4");
    assert_names(THREE_PAWN_ADVANCE[THREE_BLUE][square("BE4")], "RD4");
}

TEST(a_pawn_behind_a_seam_goes_to_row_one_and_never_comes_back)
{
    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++)
        for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
            const ThreeSet to =
                three_set_union(THREE_PAWN_ADVANCE[color][sq], THREE_PAWN_CAPTURES[color][sq]);
            if (three_square_section(sq) == (int)color)
                continue;
            g_assert_true(three_set_is_empty(to) == (three_square_row(sq) == 0));
            for (ThreeSquare other = 0; other < THREE_SQUARE_COUNT; other++)
                if (three_set_has(&to, other)) {
                    g_assert_cmpint(three_square_section(other), ==, three_square_section(sq));
                    g_assert_cmpint(three_square_row(other), ==, three_square_row(sq) - 1);
                }
        }
}
