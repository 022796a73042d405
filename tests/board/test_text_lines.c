#include "board/text_lines.h"

#include <string.h>

#include "tests/test.h"

/* The lines of @text as "NUMBER:TEXT|...", with ! behind the text of one with a NUL. */
static void assert_cut(const char *text, size_t length, const char *expected)
{
    g_autofree char *copy = g_malloc(length + 1);
    g_autoptr(GString) cut = g_string_new(NULL);
    g_autoptr(GArray) lines = NULL;

    memcpy(copy, text, length);
    copy[length] = '\0';
    lines = text_lines_cut(copy, length);
    for (guint i = 0; i < lines->len; i++) {
        const TextLine *line = &g_array_index(lines, TextLine, i);
        g_string_append_printf(cut, "%d:%s%s|", line->number, line->text, line->has_nul ? "!" : "");
    }
    g_assert_cmpstr(cut->str, ==, expected);
}

#define ASSERT_CUT(text, expected) assert_cut("" text, sizeof(text) - 1, expected)

TEST(lines_end_as_any_system_writes_them)
{
    ASSERT_CUT("one\ntwo\n", "1:one|2:two|");
    ASSERT_CUT("one\r\ntwo\r\n", "1:one|2:two|");
    ASSERT_CUT("one\rtwo\r", "1:one|2:two|");
    ASSERT_CUT("one\n\rtwo", "1:one|3:two|");
    ASSERT_CUT("one\r\r\ntwo", "1:one|3:two|");
    ASSERT_CUT("", "");
    ASSERT_CUT("\r\n", "");
}

TEST(blanks_empty_lines_and_remarks_do_not_count)
{
    ASSERT_CUT(" \t one two\t \n\n \t\n# three\n  # four\nfive", "1:one two|6:five|");
}

TEST(a_mark_before_the_first_line_does_not_count)
{
    ASSERT_CUT("\xef\xbb\xbfone\n\xef\xbb\xbftwo", "1:one|2:\xef\xbb\xbftwo|");
    ASSERT_CUT("\xef\xbb\xbf", "");
    ASSERT_CUT("\xef\xbb\xbf# one", "");
}

/* What is mapped from a file ends without a NUL. */
TEST(a_mark_is_not_looked_for_behind_the_end)
{
    g_assert_cmpuint(text_mark_length("\xef\xbb\xbf", 3), ==, 3);
    g_assert_cmpuint(text_mark_length("\xef\xbb\xbfone", 6), ==, 3);
    g_assert_cmpuint(text_mark_length("\xef\xbb\xbf", 2), ==, 0);
    g_assert_cmpuint(text_mark_length("one", 3), ==, 0);
    g_assert_cmpuint(text_mark_length(NULL, 0), ==, 0);
}

TEST(text_repeated_setting_finds_the_first_repeated_key)
{
    static const char *const once[] = {"a=1", "ab=1", "b", "", NULL};
    static const char *const twice[] = {"a=1", "b=2", "a", "b=2", NULL};

    g_assert_null(text_repeated_setting((char **)once));
    g_assert_cmpstr(text_repeated_setting((char **)twice), ==, "a");
}

TEST(a_nul_spoils_its_line_only)
{
    ASSERT_CUT("one\ntw\0o\nthree", "1:one|2:tw!|3:three|");
    ASSERT_CUT("one\n\0\nthree\0", "1:one|2:!|3:three!|");
    ASSERT_CUT("one\n#\0\nthree", "1:one|3:three|");
}

/* A byte of ISO 8859-1, and the first byte of two. */
TEST(fail_with_quotes_any_bytes_as_utf_8)
{
    static const char *const texts[] = {"K\351", "\303"};

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        board_fail_syntax(&error, "'%s' is not a move", texts[i]);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_true(g_str_has_suffix(error->message, "\357\277\275' is not a move"));
    }
}

TEST(digits_are_digits_alone)
{
    guint64 number = 7;

    for (char **field; (field = NEXT_ROW("digits are digits alone")) != NULL;)
        g_assert_false(text_read_digits(field[0], 9, &number));
    g_assert_cmpuint(number, ==, 7);
    g_assert_true(text_read_digits("008", 9, &number));
    g_assert_cmpuint(number, ==, 8);
    g_assert_true(text_read_digits("10", 9, &number));
    g_assert_cmpuint(number, ==, 9);
    g_assert_true(text_read_digits("99999999999999999999999", G_MAXUINT64, &number));
    g_assert_cmpuint(number, ==, G_MAXUINT64);
}
