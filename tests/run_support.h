/* What the tests of experiments share: specs as text, folders for runs, and their files. */
#pragma once

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "experiments/run/runner.h"

static const ProvenanceProgram TEST_PROGRAM = {"1.0", "test"};

/* A folder that is empty; remove_folder() removes it. Owner: the caller. */
static inline char *make_folder(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("agentchess-XXXXXX", &error);

    g_assert_no_error(error);
    return folder;
}

/* Removes a folder, which holds only files or folders of files. */
static inline void remove_folder(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_file_test(path, G_FILE_TEST_IS_DIR) && !g_file_test(path, G_FILE_TEST_IS_SYMLINK))
            remove_folder(path);
        else
            g_unlink(path);
    }
    g_rmdir(folder);
}

/* The content of a file, NULL if there is none. Owner: the caller. */
static inline char *read_file(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    char *text = NULL;

    g_file_get_contents(path, &text, NULL, NULL);
    return text;
}

static inline void write_file(const char *folder, const char *name, const char *text)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

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

static inline int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the files in @folder, sorted, with a blank between them. Owner: the caller. */
static inline char *list_files(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
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
