/* The common part of the tests of experiments: specs as text, and the files of runs. */
#pragma once

#include "experiments/run/runner.h"
#include "tests/folder.h"

static const ProvenanceProgram TEST_PROGRAM = {"1.0", "test"};

/* Replaces the first @old, which must be there, by @new in run.json, and seals it anew. */
static inline void bend_run(const char *folder, const char *text, const char *old, const char *new)
{
    g_autoptr(GString) bent = g_string_new(text);
    g_autofree char *sealed = NULL;

    if (g_string_replace(bent, old, new, 1) != 1)
        g_test_fail_printf("run.json has no '%s'", old);
    sealed = provenance_seal(bent->str);
    write_file(folder, "run.json", sealed);
}

/* Both folders hold the same files with the same bytes, but for run.json. */
static inline void assert_same_files(const char *a, const char *b)
{
    g_autofree char *files = list_files(a);
    g_autofree char *others = list_files(b);
    g_auto(GStrv) names = g_strsplit(files, " ", -1);

    g_assert_cmpstr(files, ==, others);
    for (int i = 0; names[i] != NULL; i++) {
        g_autofree char *ours = read_file(a, names[i]);
        g_autofree char *theirs = read_file(b, names[i]);
        if (!g_str_equal(names[i], "run.json") && g_strcmp0(ours, theirs) != 0)
            g_test_fail_printf("%s differs in %s and %s", names[i], a, b);
    }
}

/* The spec @text says; the test fails if it is wrong. Owner: the caller. */
static inline Spec *spec_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    Spec *spec = spec_parse(text, "test.ini", NULL, "test", NULL, &error);

    g_assert_no_error(error);
    if (spec == NULL)
        g_error("no spec");
    return spec;
}

#define TWO_RANDOM_PLAYERS "[players]\nA=random\nB=random\n"
