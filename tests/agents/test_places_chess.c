#include "agents/beyond/places_chess.h"
#include "percepts.h"

#include "tests/test.h"

/* What each piece attacks. */
static Bitboard *attacks_of(const Position *pos)
{
    static Bitboard attacks[SQUARE_COUNT];

    for (Bitboard rest = position_occupied(pos); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        attacks[sq] = attacks_from(position_type_at(pos, sq), position_color_at(pos, sq), sq,
                                   position_occupied(pos));
    }
    return attacks;
}

/* What the piece on @square has of its place. */
static int worth(const char *fen, const char *square)
{
    const Position pos = position_of(fen);
    const Square sq = square_of(square);
    const Bitboard *attacks = attacks_of(&pos);
    Places places;

    places_take(&pos, attacks, &LOGIC_WEIGHTS_STANDARD, &places);
    return places_worth(&places, &pos, position_color_at(&pos, sq), position_type_at(&pos, sq), sq,
                        attacks[sq]);
}

/* Thesis, section 5: "position evaluation ... completely missed". */
TEST(pieces_want_to_be_where_they_attack_much)
{
    static const char fen[] = "4k3/8/8/8/3N4/8/8/N3K2B w - - 0 1";

    g_assert_cmpint(worth(fen, "d4"), >, worth(fen, "a1") + 20);
    /* Squares that pawns guard do not count. */
    g_assert_cmpint(worth("4k3/8/8/2p1p3/8/1N6/8/4K3 w - - 0 1", "b3"), <,
                    worth("4k3/8/2p1p3/8/8/1N6/8/4K3 w - - 0 1", "b3"));
}

TEST(rooks_want_open_files)
{
    static const char fen[] = "4k3/p7/1p6/8/8/1P6/8/RRR1K3 w - - 0 1";

    g_assert_cmpint(worth(fen, "c1"), >, worth(fen, "a1"));
    g_assert_cmpint(worth(fen, "a1"), >, worth(fen, "b1"));
}

TEST(pawns_beside_or_behind_each_other_are_told_apart)
{
    static const char fen[] = "4k3/8/8/8/8/P2P4/P3P2P/4K3 w - - 0 1";

    g_assert_cmpint(worth(fen, "d3"), >, worth(fen, "a3")); /* doubled and isolated */
    g_assert_cmpint(worth(fen, "e2"), >, worth(fen, "h2") + 4);
}

TEST(the_king_hides_while_queens_are_there_and_comes_out_later)
{
    g_assert_cmpint(worth("rnbqkbnr/8/8/8/8/8/5PPP/RNBQ1RK1 w - - 0 1", "g1"), >,
                    worth("rnbqkbnr/8/8/8/4K3/8/5PPP/RNBQ1R2 w - - 0 1", "e4") + 50);
    g_assert_cmpint(worth("4k3/p7/8/8/8/8/P7/6K1 w - - 0 1", "g1"), <,
                    worth("4k3/p7/8/8/4K3/8/P7/8 w - - 0 1", "e4") - 20);
}

TEST(both_sides_value_places_alike)
{
    static const char white[] = "4k3/8/8/8/3N4/8/5P2/4K3 w - - 0 1";
    static const char black[] = "4k3/5p2/8/3n4/8/8/8/4K3 w - - 0 1";

    g_assert_cmpint(worth(white, "d4"), ==, worth(black, "d5"));
    g_assert_cmpint(worth(white, "f2"), ==, worth(black, "f7"));
    g_assert_cmpint(worth(white, "e1"), ==, worth(black, "e8"));
}

static Move quiet(const char *from, const char *to)
{
    return move_make(square_of(from), square_of(to), MOVE_QUIET);
}

static int gain_of_others(const char *fen, Move move)
{
    const Position pos = position_of(fen);
    Places places;

    places_take(&pos, attacks_of(&pos), &LOGIC_WEIGHTS_STANDARD, &places);
    return places_gain_of_others(&places, &pos, move);
}

TEST(actions_change_the_places_of_other_pieces)
{
    static const char shut_in[] = "4k3/7p/8/8/8/8/1P1P2P1/2B1K3 w - - 0 1";
    static const char rook[] = "4k3/7p/8/8/r7/8/4N3/R3K3 b - - 0 1";
    static const char knight[] = "4k3/8/8/2n5/8/8/5P2/4K3 w - - 0 1";
    static const char far[] = "4k3/8/8/8/8/8/1P6/4K2r w - - 0 1";

    /* A bishop's line opens; a line closes. */
    g_assert_cmpint(gain_of_others(shut_in, quiet("d2", "d3")), >, 10);
    g_assert_cmpint(gain_of_others(shut_in, quiet("b2", "b3")), >, 5);
    g_assert_cmpint(gain_of_others(shut_in, quiet("g2", "g4")), ==, 0);
    /* The opponent's rook sees farther over the square that the rook leaves. */
    g_assert_cmpint(gain_of_others(rook, quiet("a4", "b4")), <, 0);
    /* Pawns and knights gain and lose nothing, whatever the move guards or flees from. */
    g_assert_cmpint(gain_of_others(far, quiet("b2", "b3")), ==, 0);
    g_assert_cmpint(gain_of_others(knight, quiet("f2", "f3")), ==, 0);
    g_assert_cmpint(gain_of_others(knight, quiet("e1", "d1")), ==, 0);
}

static int promotion_gain(const char *fen, Move move)
{
    const Position pos = position_of(fen);
    Places places;

    places_take(&pos, attacks_of(&pos), &LOGIC_WEIGHTS_STANDARD, &places);
    return places_promotion_gain(&places, &pos, move);
}

/* Thesis, section 3.2.6: "good end game logic". */
TEST(passed_pawns_are_worth_more_the_farther_they_come)
{
    static const char free[] = "k7/8/8/4P3/8/8/8/K7 w - - 0 1";
    static const char stopped[] = "k7/5p2/8/4P3/8/8/8/K7 w - - 0 1";

    g_assert_cmpint(promotion_gain(free, quiet("e5", "e6")), >, 15);
    g_assert_cmpint(promotion_gain(stopped, quiet("a1", "b1")), ==, 0); /* none is passed */
}

TEST(a_pawn_passes_as_what_stops_it_is_taken)
{
    static const char fen[] = "k7/5p2/8/4P3/8/8/8/K4R2 w - - 0 1";

    g_assert_cmpint(promotion_gain(fen, move_make(square_of("f1"), square_of("f7"), MOVE_CAPTURE)),
                    >, 20);
}

TEST(a_blocked_pawn_is_worth_less)
{
    /* The rook goes away from before the pawn. */
    static const char fen[] = "k7/4R3/4P3/8/8/8/8/K7 w - - 0 1";

    g_assert_cmpint(promotion_gain(fen, quiet("e7", "h7")), >, 20);
}

static Square unstoppable(const char *fen, Color turn)
{
    const Position pos = position_of(fen);

    return places_unstoppable(&pos, COLOR_WHITE, turn);
}

/* The square rule: with the move the king may be one step farther away. */
TEST(a_king_outside_the_square_does_not_stop_a_pawn)
{
    static const char edge[] = "5k2/8/8/8/P7/8/8/7K w - - 0 1";

    g_assert_cmpint(unstoppable("7k/8/8/8/8/P7/8/7K w - - 0 1", COLOR_WHITE), ==, square_of("a8"));
    g_assert_cmpint(unstoppable("8/8/1k6/8/P7/8/8/7K w - - 0 1", COLOR_WHITE), ==, SQUARE_NONE);
    g_assert_cmpint(unstoppable(edge, COLOR_WHITE), ==, square_of("a8"));
    g_assert_cmpint(unstoppable(edge, COLOR_BLACK), ==, SQUARE_NONE);
    /* A piece can stop it, and so can what stands in its way. */
    g_assert_cmpint(unstoppable("6bk/8/8/8/P7/8/8/7K w - - 0 1", COLOR_WHITE), ==, SQUARE_NONE);
    g_assert_cmpint(unstoppable("7k/N7/8/8/P7/8/8/7K w - - 0 1", COLOR_WHITE), ==, SQUARE_NONE);
}

TEST(other_weights_make_another_worth)
{
    const Position pos = position_of("4k3/8/8/8/3N4/8/8/4K3 w - - 0 1");
    const Square d4 = square_of("d4");
    const Bitboard attacks = attacks_from(PIECE_KNIGHT, COLOR_WHITE, d4, position_occupied(&pos));
    LogicWeights weights = LOGIC_WEIGHTS_STANDARD;
    Places standard, other;

    places_take(&pos, attacks_of(&pos), &LOGIC_WEIGHTS_STANDARD, &standard);
    weights.of[logic_weight_of_place(PIECE_KNIGHT, PLACE_MOBILITY)] += 24;
    weights.of[logic_weight_of_place(PIECE_KNIGHT, PLACE_MOBILITY) + 1] += 24;
    places_take(&pos, attacks_of(&pos), &weights, &other);
    g_assert_cmpint(places_worth(&other, &pos, COLOR_WHITE, PIECE_KNIGHT, d4, attacks), ==,
                    places_worth(&standard, &pos, COLOR_WHITE, PIECE_KNIGHT, d4, attacks) +
                        24 * bitboard_count(attacks));
}

/* What the passed pawn on a4 is worth: what goes with it. */
static int passed_worth(const Position *pos, const LogicWeights *weights)
{
    const Move away = move_make_promotion(square_of("a4"), SQUARE_A8, PIECE_QUEEN, false);
    Places places;

    places_take(pos, attacks_of(pos), weights, &places);
    return -places_promotion_gain(&places, pos, away);
}

/* A pawn that has come three ranks is worth 20, and a quarter more if its way is free. */
TEST(passed_pawns_are_weighed_by_their_weights)
{
    const Position free = position_of("7k/8/8/8/P7/8/8/K7 w - - 0 1");
    const Position blocked = position_of("7k/8/8/n7/P7/8/8/K7 w - - 0 1");
    LogicWeights weights = LOGIC_WEIGHTS_STANDARD;

    weights.of[LOGIC_WEIGHT_PASSED_KINGS] = 0;
    g_assert_cmpint(passed_worth(&free, &weights), ==, 25);
    g_assert_cmpint(passed_worth(&blocked, &weights), ==, 10);
    weights.of[LOGIC_WEIGHT_PASSED_FREE] = 0;
    weights.of[LOGIC_WEIGHT_PASSED_BLOCKED] = LOGIC_WEIGHT_WHOLE;
    weights.of[LOGIC_WEIGHT_PASSED_KINGS] = 1;
    g_assert_cmpint(passed_worth(&free, &weights), ==, 20 + 3 * (7 - 4));
    g_assert_cmpint(passed_worth(&blocked, &weights), ==, 20 + 3 * (7 - 4));
}
