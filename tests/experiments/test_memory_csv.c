#include "experiments/play/memory_csv.h"

#include "tests/memory_support.h"
#include "tests/test.h"

#define ROW                                                                 \
    "chess,r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq " \
    "-,3,e2a6,exact,-17,123456,"                                            \
    "2024-05-01T12:30:00Z,search:depth=4,fedcba9876543210,"

/* The row above with its key. Owner: the caller. */
static char *good_row(void)
{
    const MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);

    return g_strdup_printf(ROW "%016" G_GINT64_MODIFIER "x", entry.key);
}

static void assert_refused(const char *line, const char *words)
{
    g_autoptr(GError) error = NULL;
    MemoryEntry entry;

    g_assert_false(memory_csv_parse(line, &entry, &error));
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_message("'%s' does not say '%s'", error->message, words);
    g_assert_true(error != NULL && strstr(error->message, words) != NULL);
}

TEST(a_row_is_read_as_it_was_written)
{
    MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3), again = {0};
    g_autoptr(GString) csv = g_string_new(NULL);
    g_autofree char *row = good_row(), *line = g_strconcat(row, "\n", NULL);

    memory_csv_append(csv, &entry);
    g_assert_cmpstr(csv->str, ==, line);
    g_strlcpy(entry.player, "say \"so\", they said: ö", sizeof entry.player);
    entry.nodes = G_MAXINT64;
    entry.metric_cp = MEMORY_MAX_METRIC;
    g_string_truncate(csv, 0);
    memory_csv_append(csv, &entry);
    g_string_truncate(csv, csv->len - 1);
    g_assert_true(memory_csv_parse(csv->str, &again, NULL));
    g_assert_cmpstr(again.game, ==, entry.game);
    g_assert_cmpuint(again.key, ==, entry.key);
    g_assert_cmpstr(again.position, ==, entry.position);
    g_assert_cmpint(again.depth, ==, entry.depth);
    g_assert_cmpstr(again.move, ==, entry.move);
    g_assert_cmpint(again.metric_cp, ==, entry.metric_cp);
    g_assert_cmpuint(again.nodes, ==, entry.nodes);
    g_assert_cmpint(again.found_at, ==, entry.found_at);
    g_assert_cmpstr(again.player, ==, entry.player);
}

TEST_ROWS(a_row_that_is_wrong_anywhere_is_refused)
{
    g_autofree char *row = good_row();

    g_autoptr(GString) line = g_string_new(row);
    g_assert_cmpuint(g_string_replace(line, field[0], field[1], 1), ==, 1);
    assert_refused(line->str, field[2]);
}

TEST(a_key_is_sixteen_digits_and_that_of_the_position)
{
    g_autofree char *row = good_row(), *shorter = g_strndup(row, strlen(row) - 1);
    g_autofree char *capitals =
        g_strdup_printf(ROW "%016" G_GINT64_MODIFIER "X", memory_entry_of(KIWIPETE, "e2a6", 3).key);

    assert_refused(shorter, "not 16 hexadecimal digits");
    assert_refused(ROW "0000000000000000",
                   "key is 0000000000000000, but the key of the position is ");
    assert_refused(ROW "               1", "not 16 hexadecimal digits");
    assert_refused(capitals, "the row must be written");
}

typedef struct {
    guint count, fail_at;
} Visits;

static bool count_visit(const MemoryEntry *entry, void *data, GError **error)
{
    Visits *visits = data;

    g_assert_cmpint(entry->depth, ==, 3);
    if (++visits->count != visits->fail_at)
        return true;
    g_set_error(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE, "that is enough");
    return false;
}

/* Reads @text as a file; what is wrong, or NULL. Owner: the caller. */
static char *read_text(const char *text, gsize length, Visits *visits)
{
    g_autoptr(GError) error = NULL;
    FILE *file = tmpfile();
    bool good;

    fwrite(text, 1, length, file);
    rewind(file);
    good = memory_csv_read(file, "m.csv", count_visit, visits, &error);
    fclose(file);
    g_assert_cmpint(good, ==, error == NULL);
    return good ? NULL : g_strdup(error->message);
}

static void assert_table(const char *text, gsize length, guint rows, const char *fault)
{
    Visits visits = {0};
    g_autofree char *said = read_text(text, length, &visits);

    g_assert_cmpuint(visits.count, ==, rows);
    if (fault == NULL)
        g_assert_null(said);
    else
        g_assert_cmpstr(said, ==, fault);
}

TEST(a_table_is_read_to_its_end_or_refused_with_the_line)
{
    g_autofree char *row = good_row();
    g_autofree char *good = g_strconcat(MEMORY_CSV_HEADER, "\n", row, "\n", row, "\n", NULL);
    g_autofree char *headless = g_strconcat(row, "\n", NULL);
    g_autofree char *no_header =
        g_strconcat("m.csv:1: the header is not '", MEMORY_CSV_HEADER, "'", NULL);
    g_autofree char *bad = g_strconcat(good, "x\n", row, "\n", NULL);
    g_autofree char *empty_line = g_strconcat(good, "\n", NULL);
    g_autofree char *windows = g_strconcat(MEMORY_CSV_HEADER, "\r\n", NULL);
    g_autofree char *filler = g_strnfill(10000, 'x'), *long_line = g_strconcat(good, filler, NULL);

    assert_table(good, strlen(good), 2, NULL);
    assert_table(good, strlen(MEMORY_CSV_HEADER) + 1, 0, NULL);
    assert_table("", 0, 0, no_header);
    assert_table(headless, strlen(headless), 0, no_header);
    assert_table(windows, strlen(windows), 0, no_header);
    assert_table(good, strlen(good) - 1, 1,
                 "m.csv:3: the last line is incomplete: the file is truncated");
    assert_table(bad, strlen(bad), 2, "m.csv:4: the number of cells is 1, not 11");
    assert_table(empty_line, strlen(empty_line), 2, "m.csv:4: the number of cells is 1, not 11");
    assert_table(good, strlen(good) + 1, 2, "m.csv:4: the line contains a NUL character");
    assert_table(long_line, strlen(long_line), 2, "m.csv:4: the line is too long");
}

TEST(who_is_told_of_entries_may_end_the_reading)
{
    g_autofree char *row = good_row();
    g_autofree char *good =
        g_strconcat(MEMORY_CSV_HEADER, "\n", row, "\n", row, "\n", row, "\n", NULL);
    Visits visits = {.fail_at = 2};
    g_autofree char *said = read_text(good, strlen(good), &visits);

    g_assert_cmpuint(visits.count, ==, 2);
    g_assert_cmpstr(said, ==, "m.csv:3: that is enough");
}
