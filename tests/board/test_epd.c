#include "board/epd.h"

#include <string.h>

#include "board/fen.h"
#include "tests/data_path.h"
#include "tests/test.h"

/* Two kings, and a white rook that can go along the first rank. */
#define ROOK "4k3/8/8/8/8/8/8/R3K3 w - - "

static EpdRecord record_from(const char *text)
{
    g_autoptr(GError) error = NULL;
    EpdRecord record = {.position = position_start()};

    epd_parse(text, &record, &error);
    g_assert_no_error(error);
    return record;
}

/* "e2e4 g1f3", as they come. Owner: the caller. */
static char *codes_of(const EpdMoves *moves)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; i < moves->count; i++) {
        char code[MOVE_TEXT_SIZE];
        move_format(moves->move[i], code);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", code);
    }
    return g_string_free(text, FALSE);
}

static void assert_refused(const char *text, BoardError code, const char *words)
{
    g_autoptr(GError) error = NULL;
    EpdRecord record, before;

    memset(&record, 0xa5, sizeof record);
    memcpy(&before, &record, sizeof record);
    g_assert_false(epd_parse(text, &record, &error));
    g_assert_error(error, BOARD_ERROR, (int)code);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s': '%s' does not say '%s'", text, error->message, words);
    g_assert_cmpmem(&record, sizeof record, &before, sizeof before);
}

TEST(a_record_is_a_position_and_operations)
{
    g_auto(EpdRecord) record =
        record_from(ROOK "acd 5; bm Ra8+ Kd2; am Ra1b1 ; c0 \"one; two\"; fmvn 12; hmvc 3;"
                         "id \"A test, 1\"; draw_offer;");
    g_autofree char *best = codes_of(&record.best), *avoid = codes_of(&record.avoid);
    char fen[FEN_TEXT_SIZE];

    fen_format(&record.position, fen);
    g_assert_cmpstr(fen, ==, ROOK "3 12");
    g_assert_cmpstr(best, ==, "a1a8 e1d2");
    g_assert_cmpstr(avoid, ==, "a1b1");
    g_assert_cmpstr(record.id, ==, "A test, 1");
    g_assert_cmpstr(record.castling_dropped, ==, "");
}

TEST(operations_may_be_missing)
{
    g_auto(EpdRecord) four = record_from("4k3/8/8/8/8/8/8/R3K3 w - -");
    g_auto(EpdRecord) six = record_from(ROOK "7 9 id x;");

    g_assert_null(four.id);
    g_assert_cmpint(four.best.count + four.avoid.count, ==, 0);
    g_assert_cmpint(six.position.halfmove_clock, ==, 7);
    g_assert_cmpint(six.position.fullmove_number, ==, 9);
    g_assert_cmpstr(six.id, ==, "x");
}

TEST_ROWS(moves_are_read_as_files_have_them)
{
    g_autofree char *text = g_strdup_printf("%sbm %s;", field[0], field[1]);

    g_auto(EpdRecord) record = record_from(text);
    g_autofree char *codes = codes_of(&record.best);
    if (!g_str_equal(codes, field[2]))
        g_test_fail_printf("'%s' is read as '%s'", field[1], codes);
}

TEST(records_are_read_as_files_have_them)
{
    static const char *const texts[] = {
        ROOK "bm Ra8",
        ROOK "bm Ra8; ",
        "\xef\xbb\xbf" ROOK "bm Ra8",
        "\t4k3/8/8/8/8/8/8/R3K3  w\t-   - \t bm\tRa8 ;; \r\n",
        "4k3/8/8/8/8/8/8/R3K3 w - -; bm Ra8",
        "4k3/8/8/8/8/8/8/R3K3 w - -;bm Ra8;",
        ROOK "0 bm Ra8;",
        ROOK "0 0; bm Ra8;",
        ROOK "fmvn 0; hmvc 0; bm Ra8;",
        "4k3/8/8/8/8/8/8/R3K3  w\tKQ - bm Ra8;",
        "4k3/8/8/8/8/8/8/R3K3 w HAha - bm Ra8;",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_auto(EpdRecord) record = record_from(texts[i]);
        g_autofree char *best = codes_of(&record.best);
        char fen[FEN_TEXT_SIZE];
        fen_format(&record.position, fen);
        g_assert_cmpstr(best, ==, "a1a8");
        g_assert_cmpstr(fen, ==, i < 9 ? ROOK "0 1" : "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    }
}

TEST_ROWS(castling_letters_without_king_or_rook_are_dropped)
{
    g_auto(EpdRecord) record = record_from(field[0]);
    char fen[FEN_TEXT_SIZE];
    fen_format(&record.position, fen);
    g_assert_cmpstr(fen, ==, field[2]);
    g_assert_cmpstr(record.castling_dropped, ==, field[1]);
}

TEST_ROWS(what_cannot_be_read_is_refused)
{
    assert_refused(field[0], BOARD_ERROR_SYNTAX, field[1]);
}

TEST_ROWS(what_the_rules_forbid_is_refused)
{
    assert_refused(field[0], BOARD_ERROR_RULES, field[1]);
}

TEST(a_move_solves_if_it_is_best_and_not_to_be_avoided)
{
    g_auto(EpdRecord) best = record_from(ROOK "bm Ra8 Rb1;");
    g_auto(EpdRecord) avoid = record_from(ROOK "am Ra8;");
    g_auto(EpdRecord) both = record_from(ROOK "bm Ra8 Rb1; am Rb1;");
    const Move a8 = best.best.move[0], b1 = best.best.move[1];
    const Move c1 = move_make(SQUARE_A1, SQUARE_C1, MOVE_QUIET);

    g_assert_true(epd_record_is_solved_by(&best, a8));
    g_assert_true(epd_record_is_solved_by(&best, b1));
    g_assert_false(epd_record_is_solved_by(&best, c1));
    g_assert_false(epd_record_is_solved_by(&avoid, a8));
    g_assert_true(epd_record_is_solved_by(&avoid, b1));
    g_assert_true(epd_record_is_solved_by(&both, a8));
    g_assert_false(epd_record_is_solved_by(&both, b1));
    g_assert_false(epd_record_is_solved_by(&both, c1));
}

typedef struct {
    const char *file;
    int records;
} SharedSuite;

static const SharedSuite SHARED_SUITES[] = {
    {"epd/WAC.epd", 300}, {"epd/ECM.epd", 879}, {"epd/ECE3.epd", 1797}, {"epd/BK.epd", 24}};

static void test_every_record_of_a_suite_is_read(const void *data)
{
    const SharedSuite *suite = data;
    g_auto(GStrv) lines = shared_data_lines(suite->file);

    if (lines == NULL)
        return;
    g_assert_cmpint((int)g_strv_length(lines), ==, suite->records);
    for (char **line = lines; *line != NULL; line++) {
        g_auto(EpdRecord) record = record_from(g_strstrip(*line));
        g_assert_cmpint(record.best.count, >, 0);
        g_assert_nonnull(record.id);
        g_assert_cmpstr(record.castling_dropped, ==, "");
    }
}

TEST_CASES()
{
    for (size_t i = 0; i < G_N_ELEMENTS(SHARED_SUITES); i++) {
        g_autofree char *path =
            g_strdup_printf("/epd/every-record-is-read/%s", SHARED_SUITES[i].file);
        g_test_add_data_func(path, &SHARED_SUITES[i], test_every_record_of_a_suite_is_read);
    }
}
