#include "experiments/run/tuning_files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "experiments/run/datapackage.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

#define PROGRAM_LINE "# program "
#define IDENTITY_LINE "# identity "

struct TuningFiles {
    const Spec *spec;
    char *folder;
    int lock;
    int iterations, tuning; /* the files that grow; -1: not open */
    GPtrArray *names;       /* of the files that describe the tuning, in the order of writing */
    bool were_finished;
};

/* All that a tuning writes. The spec is removed last: until then the folder is one of ours. */
static const char *const OUR_FILES[] = {
    FOLDER_RUN,       FOLDER_DATAPACKAGE,    "parameters.csv", "tuning.csv",
    "iterations.csv", TUNING_CHECK_OPENINGS, TUNING_SPEC,
};

/* What tuning.ini holds. Owner: the caller. */
static char *write_spec(const Spec *spec, const ProvenanceProgram *program)
{
    g_autofree char *name = resume_name_program(program);

    return g_strdup_printf(PROGRAM_LINE "%s\n" IDENTITY_LINE "%s\n\n%s", name, spec->identity,
                           spec->resolved);
}

static bool has(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS);
}

/* Whether the folder holds only what a tuning leaves that was killed before it had begun. */
static bool is_empty(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
        if (!g_str_equal(name, FOLDER_LOCK) && !g_str_equal(name, TUNING_SPEC FOLDER_NEW))
            return false;
    return true;
}

/* Whether a tuning may begin, go on or start again in @folder. */
static bool check_state(const char *folder, JournalMode mode, GError **error)
{
    if (g_file_test(folder, G_FILE_TEST_EXISTS) && !g_file_test(folder, G_FILE_TEST_IS_DIR))
        return experiments_fail(error, "'%s' is a file, not the folder of a tuning", folder);
    if (!has(folder, TUNING_SPEC))
        return is_empty(folder) ||
               experiments_fail(error,
                                "%s contains files, but no tuning: choose an empty or a new folder",
                                folder);
    if (mode != JOURNAL_BEGIN)
        return true;
    if (folder_is_locked(folder))
        return experiments_fail(error, "another tuning is using %s", folder);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE,
                "%s contains %s tuning: --resume %s, --force starts again", folder,
                has(folder, FOLDER_RUN) ? "a finished" : "an unfinished",
                has(folder, FOLDER_RUN) ? "shows it" : "continues it");
    return false;
}

/* The rest of the line of @text that begins with @head, or "". Owner: the caller. */
static char *get_line(const char *text, const char *head)
{
    const char *line = strstr(text, head);

    return line != NULL ? g_strndup(line + strlen(head), strcspn(line + strlen(head), "\n"))
                        : g_strdup("");
}

/* The tuning in the folder must be the same as this one, by the same program. */
static bool check_same(const TuningFiles *files, const ProvenanceProgram *program, GError **error)
{
    g_autofree char *path = g_build_filename(files->folder, TUNING_SPEC, NULL);
    g_autofree char *here = resume_name_program(program);
    g_autofree char *text = text_file_read(path, NULL, error);
    g_autofree char *identity = text != NULL ? get_line(text, IDENTITY_LINE) : NULL;
    g_autofree char *there = text != NULL ? get_line(text, PROGRAM_LINE) : NULL;

    return text != NULL &&
           resume_check_identity(files->spec, files->folder, identity, text, error) &&
           resume_check_program(files->folder, there, here, error);
}

/* The whole lines of iterations.csv but its head. */
static char **read_rows(const TuningFiles *files, GError **error)
{
    g_autofree char *path = g_build_filename(files->folder, TABLE_ITERATIONS.file, NULL);
    g_autoptr(GStrvBuilder) rows = g_strv_builder_new();
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;

    if (!has(files->folder, TABLE_ITERATIONS.file))
        return g_strv_builder_end(rows);
    text = text_file_read(path, NULL, error);
    if (text == NULL)
        return NULL;
    lines = g_strsplit(text, "\n", -1);
    for (int i = 1; lines[0] != NULL && lines[i] != NULL && lines[i + 1] != NULL; i++)
        g_strv_builder_add(rows, lines[i]);
    return g_strv_builder_end(rows);
}

static void remove_files(const char *folder)
{
    for (size_t i = 0; i < G_N_ELEMENTS(OUR_FILES); i++) {
        g_autofree char *unfinished = g_strconcat(OUR_FILES[i], FOLDER_NEW, NULL);
        folder_remove(folder, unfinished);
        folder_remove(folder, OUR_FILES[i]);
    }
}

bool tuning_files_write(TuningFiles *files, const char *name, const char *text, GError **error)
{
    if (!folder_prepare(files->folder, name, text, strlen(text), error) ||
        !folder_publish(files->folder, name, error))
        return false;
    if (!g_ptr_array_find_with_equal_func(files->names, name, g_str_equal, NULL))
        g_ptr_array_add(files->names, g_strdup(name));
    return true;
}

static bool open_locked(TuningFiles *files, JournalMode mode, const ProvenanceProgram *program,
                        char ***out_rows, GError **error)
{
    g_autofree char *text = write_spec(files->spec, program);

    if (!check_state(files->folder, mode, error)) /* again: another tuning may just have begun */
        return false;
    if (mode == JOURNAL_FORCE)
        remove_files(files->folder);
    if (has(files->folder, TUNING_SPEC)) {
        if (!check_same(files, program, error))
            return false;
    } else if (!tuning_files_write(files, TUNING_SPEC, text, error)) {
        return false;
    }
    g_ptr_array_set_size(files->names, 0); /* the spec is described by run.json */
    files->were_finished = has(files->folder, FOLDER_RUN);
    *out_rows = read_rows(files, error);
    return *out_rows != NULL;
}

TuningFiles *tuning_files_open(const Spec *spec, const char *folder, JournalMode mode,
                               const ProvenanceProgram *program, char ***out_rows, GError **error)
{
    g_autoptr(TuningFiles) files = NULL;
    int lock;

    if (!check_state(folder, mode, error))
        return NULL;
    if (g_mkdir_with_parents(folder, 0777) != 0) {
        folder_fail("make the folder", folder, "", error);
        return NULL;
    }
    lock = folder_lock(folder, error);
    if (lock < 0)
        return NULL;
    files = g_new(TuningFiles, 1);
    *files = (TuningFiles){
        .spec = spec,
        .folder = g_strdup(folder),
        .lock = lock,
        .iterations = -1,
        .tuning = -1,
        .names = g_ptr_array_new_with_free_func(g_free),
    };
    return open_locked(files, mode, program, out_rows, error) ? g_steal_pointer(&files) : NULL;
}

static void close_file(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void tuning_files_close(TuningFiles *files)
{
    close_file(&files->iterations);
    close_file(&files->tuning);
    folder_unlock(files->folder, files->lock);
    g_ptr_array_unref(files->names);
    g_free(files->folder);
    g_free(files);
}

bool tuning_files_were_finished(const TuningFiles *files)
{
    return files->were_finished;
}

/* Writes what the file holds so far, and opens it for more. */
static bool begin_file(TuningFiles *files, const char *name, const GString *text, int *out_fd,
                       GError **error)
{
    g_autofree char *path = g_build_filename(files->folder, name, NULL);

    if (!tuning_files_write(files, name, text->str, error))
        return false;
    *out_fd = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    return *out_fd >= 0 || folder_fail("write", files->folder, name, error);
}

bool tuning_files_begin(TuningFiles *files, const GString *iterations, const GString *tuning,
                        GError **error)
{
    return begin_file(files, TABLE_TUNING.file, tuning, &files->tuning, error) &&
           begin_file(files, TABLE_ITERATIONS.file, iterations, &files->iterations, error);
}

static bool append(TuningFiles *files, const char *name, int fd, const GString *text,
                   GError **error)
{
    if (!folder_is_still_there(fd, files->folder, name))
        return experiments_fail(error, "%s/%s was removed or replaced during the tuning",
                                files->folder, name);
    return folder_write(fd, text->str, text->len) ||
           folder_fail("write", files->folder, name, error);
}

/* The row that counts comes last. */
bool tuning_files_append(TuningFiles *files, const GString *iteration, const GString *tuning,
                         GError **error)
{
    return append(files, TABLE_TUNING.file, files->tuning, tuning, error) &&
           append(files, TABLE_ITERATIONS.file, files->iterations, iteration, error);
}

static bool sum_files(const TuningFiles *files, GPtrArray *out_sums, GError **error)
{
    for (guint i = 0; i < files->names->len; i++) {
        const char *name = files->names->pdata[i];
        FileSummer summer;
        FileSum sum;
        file_summer_init(&summer);
        if (!file_summer_read(&summer, files->folder, name, G_MAXUINT64, error))
            return false;
        sum = file_summer_sum(&summer);
        g_ptr_array_add(out_sums, summed_file_new(name, &sum, false));
    }
    return true;
}

bool tuning_files_finish(TuningFiles *files, const ProvenanceRun *run, GError **error)
{
    g_autoptr(GPtrArray) sums = g_ptr_array_new_with_free_func((GDestroyNotify)summed_file_free);
    g_autofree char *package = NULL, *provenance = NULL;
    ProvenanceRun sealed = *run;
    FileSum sum;

    close_file(&files->iterations);
    close_file(&files->tuning);
    if (!sum_files(files, sums, error))
        return false;
    package = datapackage_write(files->spec, sums);
    sum = file_sum_of(package, strlen(package));
    sealed.package_sha256 = sum.sha256;
    provenance = provenance_write(files->spec, &sealed);
    return tuning_files_write(files, FOLDER_DATAPACKAGE, package, error) &&
           tuning_files_write(files, FOLDER_RUN, provenance, error);
}
