/* A case of a test is a sentence that is true:
 *
 *     TEST(a_pawn_steps_twice_from_its_own_row)
 *     {
 *         ...
 *     }
 *
 * in tests/board/test_movegen.c is "/movegen/a-pawn-steps-twice-from-its-own-row". It registers
 * itself before main(), which tests/test.c has for all files of a program. */
#pragma once

#include <glib.h>

typedef struct TestCase TestCase;
struct TestCase {
    const char *file, *name; /* name is NULL for what TEST_CASES() adds */
    int line;
    void (*run)(void);
    TestCase *next;
};

void test_register(TestCase *test);

/* Runs the cases of all files linked, in the order of their files and lines, as the options of
 * GLib's tests in @argv ask for; a failed assertion does not end the program. Returns the exit
 * status. */
int tests_run(int argc, char **argv);

#define TEST_REGISTER(function, sentence)                                      \
    __attribute__((constructor)) static void register_##function(void)         \
    {                                                                          \
        static TestCase test = {__FILE__, sentence, __LINE__, function, NULL}; \
        test_register(&test);                                                  \
    }

#define TEST(name)                    \
    static void test_##name(void);    \
    TEST_REGISTER(test_##name, #name) \
    static void test_##name(void)

/* The next row of "[@section]" in the table beside the test, tests/DIR/test_NAME.tsv for the file
 * tests/DIR/test_NAME.c, and NULL behind the last one, after which the section begins anew.
 *
 * Shape:  a row is a line, its fields are separated by tabs and may have the escapes of C; a field
 *         "" is empty; NULL follows the last one. Empty lines and lines that begin with # are
 *         skipped.
 * Errors: the test fails without such a section.
 * Owner:  the row is valid until the next call. */
char **test_next_row(const char *file, const char *section);

#define NEXT_ROW(section) test_next_row(__FILE__, section)

/* A case whose body runs for each row of the section that has its name, with spaces. */
#define TEST_ROWS(name)                                        \
    static void row_##name(char **field);                      \
    TEST(name)                                                 \
    {                                                          \
        for (char **field; (field = NEXT_ROW(#name)) != NULL;) \
            row_##name(field);                                 \
    }                                                          \
    static void row_##name(char **field)

/* The same with the function @run_row as body: TEST_EACH(name, run_row); */
#define TEST_EACH(name, run_row)                               \
    TEST(name)                                                 \
    {                                                          \
        for (char **field; (field = NEXT_ROW(#name)) != NULL;) \
            run_row(field);                                    \
    }                                                          \
    static void test_##name(void)

/* The body adds cases that take data, with g_test_add_data_func() and paths that begin with
 * "/FILE/", once before the first case runs. */
#define TEST_CASES()               \
    static void add_cases(void);   \
    TEST_REGISTER(add_cases, NULL) \
    static void add_cases(void)
