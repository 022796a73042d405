#include <stdio.h>

#include "app/commands/commands.h"
#include "experiments/run/checkpoint.h"
#include "experiments/run/integrity.h"
#include "experiments/tools/error.h"

/* Faults are the result of this command, so they go to standard output. */
static bool print_fault(const GError *error)
{
    printf("%s\n", error->message);
    return false;
}

/* Checks all @files, also after one with a fault. */
static bool verify_files(const char *folder, const GPtrArray *files, const char *verdict)
{
    uint64_t bytes = 0;
    bool whole = true;

    for (guint i = 0; i < files->len; i++) {
        g_autoptr(GError) error = NULL;
        FileSummer summer;
        if (!integrity_read(folder, files->pdata[i], &summer, &error))
            whole = print_fault(error);
        bytes += ((const SummedFile *)files->pdata[i])->sum.bytes;
    }
    if (whole)
        printf("%s: %s, %u file%s, %" G_GUINT64_FORMAT " bytes in total\n", folder, verdict,
               files->len, files->len == 1 ? "" : "s", bytes);
    return whole;
}

static bool verify_unfinished(const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Checkpoint) checkpoint = resume_read_checkpoint(folder, &error);
    g_autofree char *verdict = NULL;

    if (checkpoint == NULL)
        return print_fault(error);
    verdict = g_strdup_printf("intact so far, after %" G_GINT64_FORMAT " game%s",
                              totals_games(checkpoint->point.totals),
                              plural_ending(totals_games(checkpoint->point.totals)));
    return verify_files(folder, checkpoint->files, verdict);
}

static bool verify_finished(const char *folder)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Provenance) provenance = provenance_read(folder, &error);
    g_autoptr(GPtrArray) files = NULL;

    if (provenance != NULL)
        files = integrity_list_finished(folder, provenance, &error);
    return files != NULL ? verify_files(folder, files, "intact and finished") : print_fault(error);
}

/* *@out_found: whether @folder holds a run. */
static bool verify_run(const char *folder, bool *out_found)
{
    g_autoptr(GError) error = NULL;
    FolderState state;

    *out_found = true;
    if (!folder_inspect(folder, &state, &error))
        return print_fault(error);
    if (state == FOLDER_UNFINISHED)
        return verify_unfinished(folder);
    if (state == FOLDER_FINISHED)
        return verify_finished(folder);
    *out_found = false;
    return true;
}

/* The run or shard in @path, or those in its folders. */
static bool verify_path(const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) folders = NULL;
    bool found, some = false;
    bool whole = verify_run(path, &found);

    if (found)
        return whole;
    folders = folder_list(path, &error);
    if (folders == NULL)
        return print_fault(error);
    for (guint i = 0; i < folders->len; i++) {
        whole &= verify_run(folders->pdata[i], &found);
        some |= found;
    }
    if (!some)
        printf("'%s' contains no run\n", path);
    return some && whole;
}

int command_verify(const Command *command, int argc, char **argv, G_GNUC_UNUSED GError **error)
{
    bool whole = true;

    command_parse(command, NULL, &argc, argv);
    for (int i = 1; i < argc; i++) {
        g_autoptr(GError) fault = NULL;
        const bool is_there = folder_check(argv[i], &fault);
        if (!is_there)
            command_print_note("%s", fault->message);
        whole &= is_there && verify_path(argv[i]);
    }
    return whole ? STATUS_OK : STATUS_FAILURE;
}
