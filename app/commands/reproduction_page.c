#include "app/commands/reproduction_page.h"

#include "app/terminal/data.h"
#include "experiments/report/reproduction.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

#define PLAYED "results/reproduction" /* where scripts/reproduce plays */

static bool fail_usage(GError **error, const char *sentence)
{
    g_set_error_literal(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE, sentence);
    return false;
}

static bool read_format(const ReproductionWish *wish, DocumentFormat *out_format, GError **error)
{
    static const struct {
        const char *ending;
        DocumentFormat format;
    } endings[] = {{".md", DOCUMENT_MARKDOWN}, {".html", DOCUMENT_HTML}, {".tex", DOCUMENT_LATEX}};
    const int said = wish->markdown + wish->html + wish->latex;

    if (said > 1)
        return fail_usage(error, "--markdown, --html and --latex cannot be given together");
    *out_format = wish->html ? DOCUMENT_HTML : wish->latex ? DOCUMENT_LATEX : DOCUMENT_MARKDOWN;
    if (said > 0 || wish->output == NULL)
        return true;
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++)
        if (g_str_has_suffix(wish->output, endings[i].ending)) {
            *out_format = endings[i].format;
            return true;
        }
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                "--output is '%s', which does not end with .md, .html or .tex: say --markdown, "
                "--html or --latex",
                wish->output);
    return false;
}

/* Whether results_read() finds something in the folder. */
static bool holds_results(const char *folder)
{
    g_autofree char *run = g_build_filename(folder, FOLDER_RUN, NULL);
    g_autofree char *suites = g_build_filename(folder, "suites.csv", NULL);

    return g_file_test(run, G_FILE_TEST_EXISTS) || g_file_test(suites, G_FILE_TEST_EXISTS);
}

/* The folders that scripts/reproduce has filled. Owner: the caller. */
static GStrv find_played(GError **error)
{
    static const char *const names[] = {"thesis", "external", "suites"};
    g_autoptr(GStrvBuilder) found = g_strv_builder_new();
    g_auto(GStrv) folders = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *folder = g_build_filename(PLAYED, names[i], NULL);
        if (holds_results(folder))
            g_strv_builder_add(found, folder);
    }
    folders = g_strv_builder_end(found);
    if (folders[0] != NULL)
        return g_steal_pointer(&folders);
    fail_usage(error, PLAYED " has no run: name runs, or play them with scripts/reproduce");
    return NULL;
}

/* Writes @text to @path. */
static bool write_page(const char *path, const char *text, GError **error)
{
    g_autoptr(GError) fault = NULL;

    if (g_file_set_contents(path, text, -1, &fault))
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "--output: %s", fault->message);
    return false;
}

char *reproduction_page(const ReproductionWish *wish, char **folders, GError **error)
{
    g_autofree char *published = NULL, *text = NULL;
    g_autofree char *folder = g_path_get_dirname(wish->output != NULL ? wish->output : "page");
    g_auto(GStrv) played = NULL;
    g_autoptr(Results) results = NULL;
    g_autoptr(Document) page = NULL;
    DocumentFormat format;

    if (!read_format(wish, &format, error))
        return NULL;
    played = folders[0] == NULL ? find_played(error) : NULL;
    published = played != NULL || folders[0] != NULL
                    ? data_find(DATA_PUBLISHED, wish->against, error)
                    : NULL;
    if (published == NULL)
        return NULL;
    results = results_read(played != NULL ? played : folders, error);
    page = results != NULL ? reproduction_new(published, results, wish->draws, error) : NULL;
    if (page == NULL)
        return NULL;
    text = document_write(page, format, folder);
    if (wish->output == NULL)
        return g_steal_pointer(&text);
    return write_page(wish->output, text, error) ? g_strdup("") : NULL;
}
