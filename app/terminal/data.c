#include "app/terminal/data.h"

#include <gio/gio.h>
#include <string.h>

#include "board/text_lines.h"
#include "experiments/tools/error.h"

/* Where files of a kind are. */
typedef struct {
    const char *what;      /* in errors */
    const char *contents;  /* after the name, in errors; "" */
    const char *installed; /* their folder in share/agentchess */
    const char *source;    /* their folder in the source tree, or from that of the built program */
    const char *ending;    /* of their names, which may be left out; "" if there is none */
    const char *own_name;  /* of the only one; NULL: there are several */
    const char *advice;    /* after the error that there is none of a name */
} DataPlace;

static const DataPlace PLACES[] = {
    [DATA_SPEC] = {"spec", "", "specs", "experiments/specs", ".ini", NULL,
                   "'agentchess specs' lists the specs of the program"},
    [DATA_PUBLISHED] = {"folder", " with the thesis' tables", "published", "results/published", "",
                        ".",
                        "give the folder of these tables with --tables, such as results/published"},
    [DATA_SUITE] = {"test suite", "", "suites", "tests/data", ".epd", NULL,
                    "a test suite is a file of EPD records"},
    [DATA_STUDIO] = {"page of the studio", "", ".", "studio", ".html", "agentchess-studio",
                     "scripts/studio builds it"},
    [DATA_SCRIPTS] = {"script", "", "scripts", "scripts", ".py", NULL, "it comes with the program"},
    [DATA_EXAMPLE] = {"example", " of an agent", "examples", "examples", ".py", "careful_knight",
                      "it comes with the program"},
};

/* Owner: the caller. */
static char *folder_of_program(void)
{
    g_autofree char *program = g_file_read_link("/proc/self/exe", NULL);

    return g_path_get_dirname(program != NULL ? program : "/proc/-");
}

/* The folder with the program's own files of @place; NULL: there is none. Beside the installed
 * program, or in the source tree of a build. Owner: the caller. */
static char *own_folder(const DataPlace *place)
{
    /* The page is in the build folder, all else in the source tree. */
    const char *up = place == &PLACES[DATA_STUDIO] ? ".." : "../..";
    g_autofree char *folder = folder_of_program();
    g_autofree char *installed =
        g_build_filename(folder, "../share/agentchess", place->installed, NULL);
    g_autofree char *source = g_build_filename(folder, up, place->source, NULL);
    const char *const candidates[] = {installed, source};

    for (size_t i = 0; i < G_N_ELEMENTS(candidates); i++)
        if (g_file_test(candidates[i], G_FILE_TEST_IS_DIR))
            return g_canonicalize_filename(candidates[i], NULL);
    return NULL;
}

/* @name in @folder (NULL: as it is), perhaps with the ending of @place. Owner: the caller. */
static char *find_in(const DataPlace *place, const char *folder, const char *name)
{
    const char *const endings[] = {"", place->ending};
    /* A run of a spec is a folder that may have the spec's name. */
    const GFileTest wrong = *place->ending != '\0' ? G_FILE_TEST_IS_DIR : 0;

    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        g_autofree char *file = g_strconcat(name, endings[i], NULL);
        g_autofree char *path =
            folder != NULL ? g_canonicalize_filename(file, folder) : g_strdup(file);
        if (g_file_test(path, G_FILE_TEST_EXISTS) && !(wrong != 0 && g_file_test(path, wrong)))
            return g_steal_pointer(&path);
    }
    return NULL;
}

/* Always NULL. */
static char *refuse_name(DataKind kind, const char *name, GError **error)
{
    const DataPlace *place = &PLACES[kind];
    g_auto(GStrv) names = data_names(kind);
    g_autofree char *question = NULL;

    if (name == NULL)
        return experiments_fail(error, "there is no %s%s: %s", place->what, place->contents,
                                place->advice);
    question = nearest_question_among(name, (const char *const *)names);
    return experiments_fail(error, "there is no %s '%s'%s; %s%s", place->what, name,
                            place->contents, place->advice, question);
}

char *data_find(DataKind kind, const char *name, GError **error)
{
    const DataPlace *place = &PLACES[kind];
    const char *own_name = name != NULL ? name : place->own_name;
    char *path = name != NULL ? find_in(place, NULL, name) : NULL;

    if (path != NULL)
        return path;
    if (g_str_equal(own_name, place->source))
        own_name = place->own_name;
    else if (g_str_has_prefix(own_name, place->source) && own_name[strlen(place->source)] == '/')
        own_name += strlen(place->source) + 1;
    if (own_name != NULL && !g_path_is_absolute(own_name) && strstr(own_name, "..") == NULL) {
        g_autofree char *folder = own_folder(place);
        path = folder != NULL ? find_in(place, folder, own_name) : NULL;
    }
    return path != NULL ? path : refuse_name(kind, name, error);
}

static int compare_names(const void *a, const void *b, G_GNUC_UNUSED void *data)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GStrv data_names(DataKind kind)
{
    const DataPlace *place = &PLACES[kind];
    g_autofree char *folder = own_folder(place);
    g_autoptr(GDir) dir = folder != NULL ? g_dir_open(folder, 0, NULL) : NULL;
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    GStrv names;

    for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(name, place->ending)) {
            g_autofree char *stem = g_strndup(name, strlen(name) - strlen(place->ending));
            g_strv_builder_add(builder, stem);
        }
    names = g_strv_builder_end(builder);
    g_qsort_with_data(names, (int)g_strv_length(names), sizeof *names, compare_names, NULL);
    return names;
}

char *data_name_pages(const char *text)
{
    g_autofree char *folder = folder_of_program();
    g_autofree char *installed = g_build_filename(folder, "../share/doc/agentchess", NULL);
    g_autofree char *pages = g_canonicalize_filename(installed, NULL);
    g_autofree char *with_folder = g_strconcat(pages, "/\\0", NULL);
    g_autoptr(GRegex) names = g_regex_new("\\b[a-z]+/[\\w/-]+\\.md\\b", 0, 0, NULL);

    return g_file_test(pages, G_FILE_TEST_IS_DIR)
               ? g_regex_replace(names, text, -1, 0, with_folder, 0, NULL)
               : g_strdup(text);
}

void data_offer_scripts(void)
{
    g_autofree char *scripts = own_folder(&PLACES[DATA_SCRIPTS]);
    g_autofree char *examples = own_folder(&PLACES[DATA_EXAMPLE]);
    const char *users = g_getenv("PYTHONPATH");
    g_autofree char *own = scripts != NULL ? g_strjoin(":", scripts, examples, NULL) : NULL;
    g_autofree char *path = users != NULL ? g_strconcat(users, ":", own, NULL) : g_strdup(own);

    if (own != NULL)
        g_setenv("PYTHONPATH", path, TRUE);
}
