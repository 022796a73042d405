#include "board/fen.h"

#include <string.h>

#include "board/movegen.h"
#include "tests/data_path.h"
#include "tests/test.h"

/* Reads and writes @text, which must be a FEN as this program writes it. */
static void assert_round_trip(const char *text)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();
    char written[FEN_TEXT_SIZE];

    fen_parse(text, &pos, &error);
    g_assert_no_error(error);
    g_assert_cmpint(fen_format(&pos, written), ==, (int)strlen(text));
    g_assert_cmpstr(written, ==, text);
    g_assert_cmpstr(position_fault(&pos), ==, NULL);
}

/* @text is read, and written as @written. */
static void assert_written(const char *text, const char *written)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_empty();
    char again[FEN_TEXT_SIZE];

    fen_parse(text, &pos, &error);
    g_assert_no_error(error);
    fen_format(&pos, again);
    g_assert_cmpstr(again, ==, written);
}

/* @text is refused with @code and a sentence with @words in it; nothing else happens. */
static void assert_refused(const char *text, BoardError code, const char *words)
{
    g_autoptr(GError) error = NULL;
    Position pos, before;

    memset(&pos, 0xa5, sizeof pos);
    memcpy(&before, &pos, sizeof pos);
    g_assert_false(fen_parse(text, &pos, &error));
    g_assert_error(error, BOARD_ERROR, (int)code);
    if (error != NULL && strstr(error->message, words) == NULL) {
        g_test_message("'%s': '%s' does not say '%s'", text, error->message, words);
        g_test_fail();
    }
    g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    g_assert_false(fen_parse(text, &pos, NULL));
}

TEST(own_positions_are_written_as_they_are_read)
{
    g_auto(GStrv) lines = data_lines("chess.perft");
    int count = 0;

    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) word = g_strsplit(*line, " ", -1);
        if (!g_str_equal(word[0] != NULL ? word[0] : "", "epd"))
            continue;
        if (g_str_equal(word[4], "-")) /* others may have no legal capture */
            assert_round_trip(*line + 4);
        count++;
    }
    g_assert_cmpint(count, >, 40);
}

TEST(positions_are_written_as_they_are_read)
{
    static const char *const texts[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pp1ppppp/8/2pP4/8/8/PPP1PPPP/RNBQKBNR w KQkq c6 0 2",
        "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1",
        "r3k3/8/8/8/8/8/8/4K2R w Kq - 99 65535",
        "8/8/8/4k3/8/8/8/K7 b - - 65535 1",
        "4k2r/7P/8/8/8/8/8/R3K3 w Q - 100 51",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        assert_round_trip(texts[i]);
}

TEST(every_shared_opening_is_written_as_it_is_read)
{
    g_auto(GStrv) lines = shared_data_lines("openings/noob_2moves.epd");

    if (lines == NULL)
        return;
    for (char **line = lines; *line != NULL; line++)
        assert_round_trip(*line);
    g_assert_cmpuint(g_strv_length(lines), ==, 7314);
}

TEST(every_shared_decision_is_about_a_position_that_can_be_read)
{
    g_auto(GStrv) lines = shared_data_lines("agent-logic-decisions.tsv");

    if (lines == NULL)
        return;
    for (char **line = lines + 1; *line != NULL; line++) {
        g_auto(GStrv) field = g_strsplit(*line, "\t", -1);
        assert_round_trip(field[0]);
    }
}

TEST(every_position_along_random_games_is_read_as_it_is_written)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < 30; game++) {
        Position pos = position_start();
        for (int ply = 0; ply < 200; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            char text[FEN_TEXT_SIZE];
            Position read = position_empty();
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
            fen_format(&pos, text);
            g_assert_true(fen_parse(text, &read, NULL));
            g_assert_cmphex(read.key, ==, pos.key);
            assert_round_trip(text);
        }
    }
}

TEST(without_counters_they_are_0_and_1)
{
    assert_written("4k3/8/8/8/8/8/8/4K2R b K -", "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
}

TEST(what_other_programs_write_is_read)
{
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K2R b K - 7", "4k3/8/8/8/8/8/8/4K2R b K - 7 1"},
        {"4k3/8/8/8/8/8/8/4K2R b K - 0 0", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
        {"4k3/8/8/8/8/8/8/4K2R b K - 65536 70000", "4k3/8/8/8/8/8/8/4K2R b K - 65535 65535"},
        {"4k3/8/8/8/8/8/8/4K2R b K - 0 99999999999999999999", "4k3/8/8/8/8/8/8/4K2R b K - 0 65535"},
        {"  4k3/8/8/8/8/8/8/4K2R \t b  K\t-  3   4\r\n", "4k3/8/8/8/8/8/8/4K2R b K - 3 4"},
        {"\xef\xbb\xbf"
         "4k3/8/8/8/8/8/8/4K2R b K - 3 4",
         "4k3/8/8/8/8/8/8/4K2R b K - 3 4"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_written(cases[i].text, cases[i].written);
}

TEST(an_en_passant_square_without_a_legal_capture_is_dropped)
{
    static const struct {
        const char *text, *written;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
         "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
        {"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"},
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r2k/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
        {"4r2k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "4r2k/8/8/3pP3/8/8/8/3K4 w - d6 0 1"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_written(cases[i].text, cases[i].written);
}

TEST(a_wrong_number_of_fields_is_refused)
{
    static const char board[] = "4k3/8/8/8/8/8/8/4K3";
    static const struct {
        const char *fields, *words;
    } cases[] = {
        {"", "this one has 1"},
        {" w", "this one has 2"},
        {" w -", "this one has 3"},
        {"  w   - ", "this one has 3"},
        {" w - - 0 1 x", "this one has 7"},
        {"\vw - -", "this one has 3"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strconcat(board, cases[i].fields, NULL);
        assert_refused(text, BOARD_ERROR_SYNTAX, cases[i].words);
    }
    assert_refused("", BOARD_ERROR_SYNTAX, "this one has 0");
}

TEST(a_field_that_cannot_be_read_is_named)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "fewer than 8 ranks"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "more than 8 ranks"},
        {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "more than 8 ranks"},
        {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1, '4K2', has fewer than 8 squares"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8, '4k4', has more than 8 squares"},
        {"4k3/8/8p/8/8/8/8/4K3 w - - 0 1", "rank 6, '8p', has more than 8 squares"},
        {"4k3/8/44/8/8/8/8/4K3 w - - 0 1", "rank 6, '44', has two digits in a row"},
        {"4k3/8//8/8/8/8/4K3 w - - 0 1", "rank 6, '', has fewer than 8 squares"},
        {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' is not a piece or a digit"},
        {"4k3/0pppppppp/8/8/8/8/8/4K3 w - - 0 1", "'0' is not a piece or a digit"},
        {"4k3/ppppxppp/8/8/8/8/8/4K3 w - - 0 1", "'x' is not a piece or a digit"},
        {"4k3/pppp\xc3\xb6ppp/8/8/8/8/8/4K3 w - - 0 1", "'\xc3\xb6' is not a piece or a digit"},
        {"4k3/pppp\xc3/8/8/8/8/8/4K3 w - - 0 1", "'\xc3' is not a piece or a digit"},
        {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move is 'W'"},
        {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move is 'white'"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", "castling rights are 'kqKQ'"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "castling rights are 'KK'"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", "castling rights are 'K-'"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", "castling rights are 'KH'"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w GBgb - 0 1", "castling rights are 'GBgb'"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e 0 1", "en-passant square is 'e'"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e66 0 1", "en-passant square is 'e66'"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - i6 0 1", "en-passant square is 'i6'"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e9 0 1", "en-passant square is 'e9'"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w -  0 1", "en-passant square is '0'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock is 'x'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock is '-1'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove clock is '+1'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "halfmove clock is '1.5'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - \v0 1", "halfmove clock is '\v0'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1;", "fullmove number is '1;'"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_refused(cases[i].text, BOARD_ERROR_SYNTAX, cases[i].words);
}

TEST(a_position_that_no_game_has_is_refused)
{
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black does not have exactly one king"},
        {"k7/8/8/8/8/8/8/KK6 w - - 0 1", "White does not have exactly one king"},
        {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on the first or last rank"},
        {"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"},
        {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "the side not to move is in check"},
        {"8/8/8/8/8/8/8/4Kk2 w - - 0 1", "the side not to move is in check"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has more than 8 pawns"},
        {"4k3/pppppppp/8/8/8/8/q7/3qK3 b - - 0 1", "Black has more pieces"},
        {"r3k2r/8/8/8/8/8/8/R3K3 w K - 0 1", "castling right K"},
        {"r3k2r/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling right Q"},
        {"r3k1r1/8/8/8/8/8/8/4K2R w Kk - 0 1", "castling right k"},
        {"r2k3r/8/8/8/8/8/8/4K2R w Kq - 0 1", "castling right q"},
        {"4k3/8/8/8/8/8/8/R2K3R w Q - 0 1", "castling right Q"},
        {"4k2R/8/8/8/8/8/8/4K3 b k - 0 1", "castling right k"},
        /* En passant: no pawn there, a piece in its place, a pawn of the wrong side, the wrong
         * rank, a piece on the square passed over or on the one the pawn came from. */
        {"4k3/8/8/3P4/8/8/8/4K3 w - e6 0 1", "the en-passant square e6"},
        {"4k3/8/8/3Pr3/8/8/8/3K4 w - e6 0 1", "the en-passant square e6"},
        {"4k3/8/8/3PP3/8/8/8/4K3 w - e6 0 1", "the en-passant square e6"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 b - e6 0 1", "the en-passant square e6"},
        {"4k3/8/3P4/4p3/8/8/8/4K3 w - e7 0 1", "the en-passant square e7"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e3 0 1", "the en-passant square e3"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e5 0 1", "the en-passant square e5"},
        {"4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1", "the en-passant square e5"},
        {"4k3/8/8/3pP3/8/8/8/4K3 b - e4 0 1", "the en-passant square e4"},
        {"3k4/8/8/8/8/8/8/3K4 w - e8 0 1", "the en-passant square e8"},
        {"3k4/8/8/8/8/8/8/3K4 b - e1 0 1", "the en-passant square e1"},
        {"4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "the en-passant square e6"},
        {"4k3/4n3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "the en-passant square e6"},
        {"4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", "the en-passant square e3"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_refused(cases[i].text, BOARD_ERROR_RULES, cases[i].words);
}

TEST(a_position_with_more_moves_than_any_game_has_is_refused)
{
    assert_refused("QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/Q5RB/QQQQKBRk w - - 0 1", BOARD_ERROR_RULES,
                   "White has more pieces");
}

TEST(what_stands_behind_the_record_is_left)
{
    static const struct {
        const char *text, *rest;
        int halfmove_clock, fullmove_number;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - -", "", 0, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - ", "", 0, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 7", "", 3, 7},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 7  ", "", 3, 7},
        {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"A 1\";", "bm Kd2; id \"A 1\";", 0, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 7 bm Kd2;", "bm Kd2;", 3, 7},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25", ";D1 5 ;D2 25", 0, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - ;D1 5", ";D1 5", 0, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 7; D1 5", "; D1 5", 3, 7},
        {"4k3/8/8/8/8/8/8/4K3 w - -; D1 5", "; D1 5", 0, 1},
        {" 4k3/8/8/8/8/8/8/4K3\tw  - -  3  7\tD1 5 ", "D1 5 ", 3, 7},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5", "", 5, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5 x", "x", 5, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5 6x", "6x", 5, 1},
        {"4k3/8/8/8/8/8/8/4K3 w - - 5 6 7", "7", 5, 6},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        Position pos = position_empty();
        const char *rest = "nothing";
        fen_parse_prefix(cases[i].text, &pos, &rest, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(rest, ==, cases[i].rest);
        g_assert_cmpint(pos.halfmove_clock, ==, cases[i].halfmove_clock);
        g_assert_cmpint(pos.fullmove_number, ==, cases[i].fullmove_number);
    }
}

TEST(a_bad_record_before_operations_is_refused)
{
    static const struct {
        const char *text;
        BoardError code;
    } cases[] = {
        {"", BOARD_ERROR_SYNTAX},
        {"4k3/8/8/8/8/8/8/4K3 w - ; - 0 1", BOARD_ERROR_SYNTAX},
        {"4k3/8/8/8/8/8/8/4K3 w -  bm Kd2;", BOARD_ERROR_SYNTAX},
        {"4k3/8/8/8/8/8/8/4K3 w  - bm Kd2;", BOARD_ERROR_SYNTAX},
        {"4k3/8/8/8/8/8/8/4K3 w -", BOARD_ERROR_SYNTAX},
        {"4k3/8/8/8/8/8/8/4KK2 w - - bm Kd2;", BOARD_ERROR_RULES},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        Position pos = position_empty();
        const Position before = pos;
        const char *rest = NULL;
        g_assert_false(fen_parse_prefix(cases[i].text, &pos, &rest, &error));
        g_assert_error(error, BOARD_ERROR, (int)cases[i].code);
        g_assert_null(rest);
        g_assert_cmpmem(&pos, sizeof pos, &before, sizeof before);
    }
}

/* Kings may have been taken in some games; chess says that one is missing. */
TEST(a_board_may_lack_a_king_but_chess_may_not)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/8 w - - 0 1";
    g_autoptr(GError) error = NULL;
    Position pos;

    g_assert_true(fen_parse_board(fen, &pos, NULL));
    g_assert_false(fen_parse_board("4k3/8/8/8/8/8/8/K6K w - - 0 1", &pos, NULL));
    g_assert_false(fen_parse(fen, &pos, &error));
    g_assert_error(error, BOARD_ERROR, BOARD_ERROR_RULES);
    g_assert_cmpstr(error->message, ==, "White does not have exactly one king");
}
