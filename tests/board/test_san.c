#include "board/san.h"

#include <string.h>

#include "board/fen.h"
#include "board/movegen.h"
#include "tests/data_path.h"
#include "tests/test.h"

static Position position_from(const char *fen)
{
    g_autoptr(GError) error = NULL;
    Position pos = position_start();

    fen_parse(fen, &pos, &error);
    g_assert_no_error(error);
    return pos;
}

/* @text names the move @code, in coordinates, in @fen. */
static void assert_names(const char *fen, const char *text, const char *code)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;
    char found[MOVE_TEXT_SIZE];

    san_parse(&pos, text, &move, &error);
    g_assert_no_error(error);
    move_format(move, found);
    g_assert_cmpstr(found, ==, code);
}

/* The move @code is written @san in @fen, and both are read as the same move. */
static void assert_written(const char *fen, const char *code, const char *san)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = MOVE_NONE;
    char text[SAN_TEXT_SIZE] = "";

    if (san_parse(&pos, code, &move, &error))
        g_assert_cmpint(san_format(&pos, move, text), ==, (int)strlen(san));
    g_assert_no_error(error);
    g_assert_cmpstr(text, ==, san);
    assert_names(fen, san, code);
}

static void assert_refused(const char *fen, const char *text, BoardError code)
{
    const Position pos = position_from(fen);
    g_autoptr(GError) error = NULL;
    Move move = 0x1234;

    g_assert_false(san_parse(&pos, text, &move, &error));
    g_assert_error(error, BOARD_ERROR, (int)code);
    g_assert_nonnull(strstr(error->message, text));
    g_assert_cmpuint(move, ==, 0x1234);
}

TEST(moves_are_written_as_the_standard_says)
{
    static const struct {
        const char *fen, *code, *san;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
        /* Captures; a pawn names its file. */
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
        {"4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", "Nxd5"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "dxe6"},
        /* Castling. */
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
        {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"},
        /* Promotions to all four, check and mate. */
        {"8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q"},
        {"8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
        {"8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8b", "a8=B"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "a8=R+"},
        {"1n5k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q#"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
        {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"},
        /* Stalemate is no check. */
        {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "Qf7"},
        /* The check comes from the piece behind. */
        {"4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1", "e2c4", "Bc4+"},
        {"8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6+"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_written(cases[i].fen, cases[i].code, cases[i].san);
}

TEST(a_piece_says_as_much_of_its_square_as_is_needed)
{
    static const struct {
        const char *fen, *code, *san;
    } cases[] = {
        /* By file, even if the ranks differ too. */
        {"6k1/8/8/8/8/8/8/R3K2R w - - 0 1", "a1d1", "Rd1"},
        {"6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"},
        {"6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "h1d1", "Rhd1"},
        {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
        {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2"},
        /* By rank on the same file. */
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"},
        {"4k3/8/8/8/8/1N6/8/1N2K3 w - - 0 1", "b1d2", "N1d2"},
        /* By both with rivals on file and rank. */
        {"1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"},
        {"1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"},
        {"1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"},
        {"1k6/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "b3d2", "Nb3d2"},
        {"1k6/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2"},
        {"1k6/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "b1d2", "N1d2"},
        /* Captures as well. */
        {"4k3/8/3p4/8/8/1N3N2/3p4/1N4K1 w - - 0 1", "b3d2", "Nb3xd2"},
        /* A pinned rival is none; a rival pinned along the line is one. */
        {"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
        {"3k4/3r4/8/3R4/8/8/R7/3K4 w - - 0 1", "a2d2", "Rad2"},
        {"3k4/3r4/8/3R4/8/8/R7/3K4 w - - 0 1", "a2a5", "Ra5"},
        /* In check only those that end it are rivals. */
        {"k3r3/8/8/8/8/6N1/8/2N1K3 w - - 0 1", "g3e2", "Nge2"},
        /* Pieces of the other side are not either. */
        {"6k1/8/8/8/8/8/8/R3K2r w - - 0 1", "e1d2", "Kd2"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_written(cases[i].fen, cases[i].code, cases[i].san);
}

TEST(every_move_of_random_games_is_read_as_it_is_written)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);

    for (int game = 0; game < 40; game++) {
        Position pos = position_start();
        for (int ply = 0; ply < 200; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            g_autoptr(GHashTable) texts =
                g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
            for (int i = 0; i < count; i++) {
                char san[SAN_TEXT_SIZE], code[MOVE_TEXT_SIZE];
                Move read = MOVE_NONE;
                g_assert_cmpint(san_format(&pos, moves[i], san), <, SAN_TEXT_SIZE);
                g_assert_true(san_parse(&pos, san, &read, NULL));
                g_assert_cmphex(read, ==, moves[i]);
                move_format(moves[i], code);
                g_assert_true(san_parse(&pos, code, &read, NULL));
                g_assert_cmphex(read, ==, moves[i]);
                g_assert_true(g_hash_table_add(texts, g_strdup(san)));
            }
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

/* Plays each move of @pos and compares the sign behind it with the board. */
static void check_signs(const Position *pos)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    for (int i = 0; i < count; i++) {
        char san[SAN_TEXT_SIZE];
        const int length = san_format(pos, moves[i], san);
        Position after = *pos;
        char expected = '\0';
        position_play(&after, moves[i]);
        if (position_checkers(&after))
            expected = movegen_any(&after) ? '+' : '#';
        g_assert_cmpint(strchr("+#", san[length - 1]) != NULL ? san[length - 1] : '\0', ==,
                        expected);
    }
}

TEST(check_and_mate_are_those_of_the_board_after_the_move)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(2);
    g_auto(GStrv) lines = data_lines("chess.perft");

    for (char **line = lines; *line != NULL; line++) {
        Position pos;
        if (!g_str_has_prefix(*line, "epd "))
            continue;
        g_assert_true(fen_parse(*line + 4, &pos, NULL));
        for (int ply = 0; ply < 80; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            check_signs(&pos);
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

TEST(what_changes_nothing_is_forgiven)
{
    static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char knights[] = "4k3/8/8/3p4/8/2N3N1/8/4K3 w - - 0 1";
    static const char promotion[] = "1n5k/P7/8/8/8/8/8/4K3 w - - 0 1";
    static const char capture[] = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    static const struct {
        const char *fen, *text, *code;
    } cases[] = {
        {castling, "0-0", "e1g1"},       {castling, "0-0-0", "e1c1"},
        {castling, "O-O+", "e1g1"},      {castling, "O-O-O!?", "e1c1"},
        {castling, "e1g1", "e1g1"},      {knights, "Nd5", "c3d5"},
        {knights, "Nxd5+", "c3d5"},      {knights, "Nxd5#", "c3d5"},
        {knights, "Nxd5!!", "c3d5"},     {knights, "Ncxd5", "c3d5"},
        {knights, "N3xd5", "c3d5"},      {knights, "Nc3d5", "c3d5"},
        {knights, "Nc3xd5", "c3d5"},     {knights, "Nc3-d5", "c3d5"},
        {knights, "c3-d5", "c3d5"},      {knights, "c3xd5", "c3d5"},
        {knights, "Nxb5", "c3b5"},       {promotion, "a8Q", "a7a8q"},
        {promotion, "a8=Q", "a7a8q"},    {promotion, "a8q", "a7a8q"},
        {promotion, "a8=n", "a7a8n"},    {promotion, "ab8R", "a7b8r"},
        {promotion, "axb8=R+", "a7b8r"}, {promotion, "a7xb8=R", "a7b8r"},
        {promotion, "a7b8B", "a7b8b"},   {capture, "ed5", "e4d5"},
        {capture, "exd5", "e4d5"},       {capture, "e4d5", "e4d5"},
        {capture, "e4xd5", "e4d5"},      {capture, "Pe5", "e4e5"},
        {capture, "e4-e5", "e4e5"},      {capture, "e4e5", "e4e5"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_names(cases[i].fen, cases[i].text, cases[i].code);
}

TEST(a_text_that_is_no_move_is_refused)
{
    static const char *const texts[] = {
        "",   " ",   "e",     "e9",   "i4",      "4",    "x",         "e4 ", " e4",  "e4e5e6",
        "Ke", "Xe4", "O",     "O-O-", "O-O-O-O", "--",   "0000",      "e4e", "e4=K", "e8=QQ",
        "N",  "Nx",  "Nf3xx", "e4?x", "1-0",     "e4\n", "\303\2514", "exd", "xd5x", "NN3"};

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
        assert_refused("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", texts[i],
                       BOARD_ERROR_SYNTAX);
}

TEST(a_move_that_is_not_legal_is_refused)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const struct {
        const char *fen, *text;
    } cases[] = {
        {start, "e5"},
        {start, "Nd2"},
        {start, "Ke2"},
        {start, "O-O"},
        {start, "e2e5"},
        {start, "e7e5"},
        {start, "Nbf3"},
        {start, "N2f3"},
        {start, "e4=Q"},
        {start, "exd3"},
        {start, "Ng3"},
        /* A promotion must say to what. */
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"},
        {"7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8"},
        /* Pinned; in check; castling through an attacked square; en passant too late. */
        {"4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Nd5"},
        {"4k3/8/8/8/4r3/2N5/8/4K3 w - - 0 1", "Nd5"},
        {"4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", "O-O"},
        {"4k3/8/8/3Pp3/8/8/8/4K3 w - - 0 1", "dxe6"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_refused(cases[i].fen, cases[i].text, BOARD_ERROR_RULES);
}

TEST(a_text_that_can_be_several_moves_is_refused)
{
    static const struct {
        const char *fen, *text;
    } cases[] = {
        {"6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1"},
        {"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "Raa3"},
        {"1k6/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "Nbd2"},
        {"1k6/8/8/8/8/1N3N2/8/1N2K3 w - - 0 1", "N3d2"},
        {"6k1/8/8/8/8/8/4K3/R6R w - - 0 1", "R1d1"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        assert_refused(cases[i].fen, cases[i].text, BOARD_ERROR_RULES);
}

/* The best moves of one EPD record, "bm Qd1+ Qd2;"; how many were read. */
static int assert_best_moves(const char *line)
{
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) texts = NULL;
    g_autofree char *list = NULL;
    Position pos = position_start();
    const char *rest = "";
    int count = 0;

    fen_parse_prefix(line, &pos, &rest, &error);
    g_assert_no_error(error);
    g_assert_true(g_str_has_prefix(rest, "bm "));
    list = g_strndup(rest + 3, strcspn(rest + 3, ";"));
    texts = g_strsplit(list, " ", -1);
    for (char **text = texts; *text != NULL; text++, count++) {
        g_autoptr(GError) refusal = NULL;
        Move move = MOVE_NONE;
        if (!san_parse(&pos, *text, &move, &refusal)) {
            g_test_message("%s: %s", line, refusal->message);
            g_test_fail();
        }
    }
    return count;
}

static void test_the_best_moves_of_a_suite_are_legal(const void *name)
{
    g_auto(GStrv) lines = shared_data_lines(name);

    if (lines == NULL)
        return;
    for (char **line = lines; *line != NULL; line++)
        g_assert_cmpint(assert_best_moves(*line), >, 0);
}

TEST_CASES()
{
    g_test_add_data_func("/san/the-best-moves-of-WAC-are-legal", "epd/WAC.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-ECM-are-legal", "epd/ECM.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-ECE3-are-legal", "epd/ECE3.epd",
                         test_the_best_moves_of_a_suite_are_legal);
    g_test_add_data_func("/san/the-best-moves-of-BK-are-legal", "epd/BK.epd",
                         test_the_best_moves_of_a_suite_are_legal);
}
