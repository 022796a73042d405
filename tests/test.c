#include "tests/test.h"

#include <string.h>

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
