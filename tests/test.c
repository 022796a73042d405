#include "tests/test.h"

#include <stdbool.h>
#include <string.h>

#include "tests/data_path.h"

static TestCase *registered;

void test_register(TestCase *test)
{
    test->next = registered;
    registered = test;
}

static int compare_places(gconstpointer a, gconstpointer b)
{
    const TestCase *first = *(TestCase *const *)a, *second = *(TestCase *const *)b;
    const int order = strcmp(first->file, second->file);

    return order != 0 ? order : first->line - second->line;
}

/* "/FILE/the-words-of-the-name" of a case in DIR/test_FILE.c. Owner: the caller. */
static char *path_of(const TestCase *test)
{
    g_autofree char *base = g_path_get_basename(test->file);
    char *path = g_strdup_printf("/%s/%s", base + strlen("test_"), test->name);
    char *ending = strstr(path, ".c/");

    memmove(ending, ending + strlen(".c"), strlen(ending + strlen(".c")) + 1);
    return g_strdelimit(path, "_", '-');
}

/* The rows of "[@section]" in the table of @file, without escapes. Owner: the caller. */
static GPtrArray *read_rows(const char *file, const char *section)
{
    g_autofree char *folder = g_path_get_dirname(file), *dir = g_path_get_basename(folder);
    g_autofree char *base = g_path_get_basename(file);
    g_autofree char *name = g_strdup_printf("%.*s.tsv", (int)strlen(base) - 2, base);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, dir, name, NULL);
    g_autofree char *head = g_strdup_printf("[%s]", section);
    g_auto(GStrv) lines = lines_of_file(path);
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    bool inside = false;

    g_strdelimit(head, "_", ' ');
    for (char **line = lines; *line != NULL; line++)
        if (**line == '[') {
            inside = g_str_equal(*line, head);
        } else if (inside && **line != '#' && **line != '\0') {
            char **fields = g_strsplit(*line, "\t", -1);
            for (char **field = fields; *field != NULL; field++) {
                char *text = g_str_equal(*field, "\"\"") ? g_strdup("") : g_strcompress(*field);
                g_free(*field);
                *field = text;
            }
            g_ptr_array_add(rows, fields);
        }
    if (rows->len == 0)
        g_test_fail_printf("%s has no rows of %s", path, head);
    return rows;
}

char **test_next_row(const char *file, const char *section)
{
    static GPtrArray *rows;
    static const char *current, *current_file;
    static guint next;

    if (current != section || current_file != file) {
        g_clear_pointer(&rows, g_ptr_array_unref);
        rows = read_rows(file, section);
        current = section;
        current_file = file;
        next = 0;
    }
    if (next > 0 && g_test_failed())
        g_test_message("[%s]: failed by row %u or before, '%s'", section, next,
                       *(char **)rows->pdata[next - 1]);
    if (next < rows->len)
        return rows->pdata[next++];
    current = NULL;
    return NULL;
}

int tests_run(int argc, char **argv)
{
    g_autoptr(GPtrArray) tests = g_ptr_array_new();

    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    for (TestCase *test = registered; test != NULL; test = test->next)
        g_ptr_array_add(tests, test);
    g_ptr_array_sort(tests, compare_places);
    for (guint i = 0; i < tests->len; i++) {
        const TestCase *test = tests->pdata[i];
        g_autofree char *path = test->name != NULL ? path_of(test) : NULL;

        if (path != NULL)
            g_test_add_func(path, test->run);
        else
            test->run();
    }
    return g_test_run();
}
