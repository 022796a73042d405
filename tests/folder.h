/* Folders of a test and the files in them. */
#pragma once

#include <glib/gstdio.h>
#include <string.h>

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

/* A folder that is removed at the end of its scope: g_autoptr(Folder). */
typedef char Folder;

static inline void folder_free(char *folder)
{
    remove_folder(folder);
    g_free(folder);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Folder, folder_free)

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

static inline int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the files in @folder, sorted, with a space between them. Owner: the caller. */
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
