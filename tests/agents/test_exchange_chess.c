#include "agents/beyond/captures_chess.h"
#include "percepts.h"

#include "tests/test.h"

static int gain(const char *fen, Color side, const char *square)
{
    const Arrangement arrangement = arrangement_in(fen, false);

    return exchange_on(&arrangement, side, square_of(square));
}

TEST(what_nobody_defends_is_gained_whole)
{
    g_assert_cmpint(gain("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", COLOR_WHITE, "d5"), ==, 100);
    g_assert_cmpint(gain("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", COLOR_WHITE, "d5"), ==, 0);
}

TEST(nobody_need_begin)
{
    static const char fen[] = "4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1";
    const Arrangement arrangement = arrangement_in(fen, false);

    g_assert_cmpint(gain(fen, COLOR_WHITE, "d5"), ==, 0);
    /* A piece that has to begin loses itself for the pawn. */
    g_assert_cmpint(exchange_begun_by(&arrangement, square_of("d1"), square_of("d5")), ==,
                    100 - 500);
}

TEST(the_cheapest_begins)
{
    /* The pawn takes the knight and is taken. */
    g_assert_cmpint(gain("4k3/8/4p3/3n4/4P3/8/8/3QK3 w - - 0 1", COLOR_WHITE, "d5"), ==, 300);
    g_assert_cmpint(gain("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", COLOR_WHITE, "d5"), ==, 300 - 100);
}

/* Thesis, section 6, first point: "only considering one threatening piece at each square". */
TEST(those_behind_join_in_as_lines_open)
{
    static const char two[] = "3r2k1/8/8/3p4/8/8/3R4/3R2K1 w - - 0 1";
    static const char one[] = "3r2k1/8/8/3p4/8/8/3R4/6K1 w - - 0 1";
    static const char bishop[] = "5k2/1b6/8/3p4/8/8/6Q1/6KB w - - 0 1";

    g_assert_cmpint(gain(two, COLOR_WHITE, "d5"), ==, 100);
    g_assert_cmpint(gain(one, COLOR_WHITE, "d5"), ==, 0);
    /* The queen before the bishop would be taken first. */
    g_assert_cmpint(gain(bishop, COLOR_WHITE, "d5"), ==, 0);
}

TEST(the_pinned_take_only_along_their_pin)
{
    /* The knight before the king cannot take back; without the rook that pins it, it can. */
    g_assert_cmpint(gain("4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", COLOR_WHITE, "d5"), ==, 100);
    g_assert_cmpint(gain("4k3/4n3/8/3p4/8/8/8/3R2K1 w - - 0 1", COLOR_WHITE, "d5"), ==, 0);
    /* The rook on e5 may take the rook that pins it. */
    g_assert_cmpint(gain("4k3/8/8/4r3/8/8/8/4R1K1 b - - 0 1", COLOR_BLACK, "e1"), ==, 500);
    /* Where kings are captured like other pieces, no piece is pinned. */
    {
        const Arrangement taken = arrangement_in("4k3/4n3/8/3p4/8/8/8/3RR1K1 w - - 0 1", true);
        g_assert_cmpint(exchange_on(&taken, COLOR_WHITE, square_of("d5")), ==, 0);
    }
}

TEST(a_pin_ends_with_the_piece_that_pins)
{
    /* The queen takes on d4 and pins the knight no more, which takes it. */
    static const char fen[] = "4k3/8/4n3/8/3pQ3/8/8/6K1 w - - 0 1";
    const Arrangement arrangement = arrangement_in(fen, false);

    g_assert_cmpuint(arrangement.pins.pinned[COLOR_BLACK], ==, bitboard_of(square_of("e6")));
    g_assert_cmpint(gain(fen, COLOR_WHITE, "d4"), ==, 0);
}

TEST(the_king_takes_last_and_only_safely)
{
    g_assert_cmpint(gain("8/8/3k4/3p4/8/8/8/3R2K1 w - - 0 1", COLOR_WHITE, "d5"), ==, 0);
    g_assert_cmpint(gain("8/8/3k4/3p4/8/1B6/8/3R2K1 w - - 0 1", COLOR_WHITE, "d5"), ==, 100);
    g_assert_cmpint(gain("8/8/2k5/3p4/4K3/8/8/8 w - - 0 1", COLOR_WHITE, "d5"), ==, 0);
    g_assert_cmpint(gain("8/8/8/3pk3/8/8/2K5/8 w - - 0 1", COLOR_WHITE, "d5"), ==, 0);
    g_assert_cmpint(gain("6k1/8/8/3p4/4K3/8/8/8 w - - 0 1", COLOR_WHITE, "d5"), ==, 100);
}

TEST(a_pawn_on_the_last_rank_becomes_a_queen)
{
    g_assert_cmpint(gain("1r2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", COLOR_WHITE, "b8"), ==,
                    500 + 900 - 100);
    g_assert_cmpint(gain("rr2k3/2P5/8/8/8/8/8/4K3 w - - 0 1", COLOR_WHITE, "b8"), ==,
                    500 + 900 - 100 - 900);
}

/* The board of @fen seen from the other side. Owner: the caller. */
static char *mirrored(const char *fen)
{
    g_auto(GStrv) fields = g_strsplit(fen, " ", 2);
    g_auto(GStrv) ranks = g_strsplit(fields[0], "/", 8);
    GString *text = g_string_new(NULL);

    for (int i = 7; i >= 0; i--)
        g_string_append_printf(text, "%s%s", ranks[i], i > 0 ? "/" : "");
    for (size_t i = 0; i < text->len; i++)
        text->str[i] = g_ascii_isupper(text->str[i]) ? g_ascii_tolower(text->str[i])
                                                     : g_ascii_toupper(text->str[i]);
    g_string_append(text, " w - - 0 1");
    return g_string_free(text, FALSE);
}

TEST(both_sides_gain_alike)
{
    int gains = 0;

    for (char **field; (field = NEXT_ROW("both sides gain alike")) != NULL;) {
        g_autofree char *other = mirrored(field[0]);
        const Arrangement here = arrangement_in(field[0], false);
        const Arrangement there = arrangement_in(other, false);
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const Color side =
                bitboard_has(here.pos.by_color[COLOR_WHITE], sq) ? COLOR_BLACK : COLOR_WHITE;
            if (!bitboard_has(position_occupied(&here.pos) & ~here.pos.by_type[PIECE_KING], sq))
                continue;
            g_assert_cmpint(exchange_on(&here, side, sq), ==,
                            exchange_on(&there, color_opponent(side), (Square)(sq ^ 56)));
            gains += exchange_on(&here, side, sq) > 0;
        }
    }
    g_assert_cmpint(gains, >, 5);
}
