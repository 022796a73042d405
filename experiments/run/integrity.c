#include "experiments/run/integrity.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/text_file.h"

#define DEPTH_MAX 16 /* no datapackage.json is nested deeper */

/* Reads members "path", "bytes" and "hash" of a resource. */
static bool add_resource(GPtrArray *files, JsonObject *resource)
{
    const char *path = json_object_get_string_member_with_default(resource, "path", NULL);
    const char *hash = json_object_get_string_member_with_default(resource, "hash", NULL);
    FileSum sum = {
        .bytes = (uint64_t)json_object_get_int_member_with_default(resource, "bytes", 0),
    };

    if (path == NULL || hash == NULL || !g_str_has_prefix(hash, FILE_SUM_PREFIX) ||
        strchr(path, '/') != NULL) /* a run has no files elsewhere */
        return false;
    g_strlcpy(sum.sha256, hash + strlen(FILE_SUM_PREFIX), sizeof sum.sha256);
    summed_files_add(files, path, &sum, false);
    return true;
}

static bool add_resources(GPtrArray *files, JsonObject *package)
{
    JsonMembers members = json_members_of(package, NULL);
    JsonArray *resources = json_members_list(&members, "resources");

    for (guint i = 0; resources != NULL && i < json_array_get_length(resources); i++) {
        JsonNode *resource = json_array_get_element(resources, i);
        if (!JSON_NODE_HOLDS_OBJECT(resource) ||
            !add_resource(files, json_node_get_object(resource)))
            return false;
    }
    return resources != NULL;
}

/* The totals, which are for growth alone, have a sum of their own. */
static bool check_totals(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, FOLDER_TOTALS, NULL);
    g_autoptr(Checkpoint) totals = NULL;

    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return true;
    totals = checkpoint_read(folder, FOLDER_TOTALS, error);
    return totals != NULL;
}

GPtrArray *integrity_list_finished(const char *folder, const Provenance *provenance, GError **error)
{
    g_autoptr(GPtrArray) files = summed_files_new();
    g_autofree char *path = g_build_filename(folder, FOLDER_DATAPACKAGE, NULL);
    g_autofree char *text = NULL;
    g_autoptr(JsonNode) package = NULL;
    FileSum sum;
    gsize size;

    if (!check_totals(folder, error))
        return NULL;
    if (provenance->package_sha256 == NULL) /* it wrote only run.json */
        return g_steal_pointer(&files);
    text = text_file_read(path, &size, NULL);
    sum = file_sum_of(text != NULL ? text : "", text != NULL ? size : 0);
    if (!g_str_equal(sum.sha256, provenance->package_sha256)) {
        provenance_fail(path, text == NULL ? "is missing" : PROVENANCE_CHANGED, error);
        return NULL;
    }
    package = json_line_read(text, DEPTH_MAX, NULL);
    if (package == NULL || !add_resources(files, json_node_get_object(package)))
        return experiments_fail(error, "'%s' does not contain the checksums of the files", path);
    summed_files_add(files, FOLDER_DATAPACKAGE, &sum, false);
    return g_steal_pointer(&files);
}

static bool is_there(const char *folder, const SummedFile *file)
{
    g_autofree char *path = g_build_filename(folder, file->name, NULL);
    g_autofree char *compressed = g_strconcat(path, GZIP_END, NULL);

    return g_file_test(path, G_FILE_TEST_EXISTS) ||
           (!file->grows && g_file_test(compressed, G_FILE_TEST_EXISTS));
}

bool integrity_read(const char *folder, const SummedFile *file, FileSummer *out_summer,
                    GError **error)
{
    const uint64_t expected = file->sum.bytes;
    FileSummer own, *summer = out_summer != NULL ? out_summer : &own;
    g_autofree char *path = g_build_filename(folder, file->name, NULL), *fault = NULL;
    FileSum sum;

    file_summer_init(summer);
    if (!is_there(folder, file))
        return provenance_fail(path, "is missing", error);
    if (!file_summer_read(summer, folder, file->name, file->grows ? expected : G_MAXUINT64, error))
        return false;
    sum = file_summer_sum(summer);
    if (file_sum_equal(&sum, &file->sum))
        return true;
    if (sum.bytes != expected)
        fault = g_strdup_printf("has %" G_GUINT64_FORMAT " bytes instead of %" G_GUINT64_FORMAT,
                                sum.bytes, expected);
    return provenance_fail(path, fault != NULL ? fault : PROVENANCE_CHANGED, error);
}

bool integrity_check(const char *folder, const GPtrArray *files, GError **error)
{
    for (guint i = 0; i < files->len; i++)
        if (!integrity_read(folder, files->pdata[i], NULL, error))
            return false;
    return true;
}

bool integrity_check_finished(const char *folder, const Provenance *provenance, GError **error)
{
    g_autoptr(GPtrArray) files = integrity_list_finished(folder, provenance, error);

    return files != NULL && integrity_check(folder, files, error);
}

/* Whether there are no other files than those of a run that was killed before its first checkpoint.
 */
static bool holds_only_working_files(GDir *dir)
{
    const char *name;

    while ((name = g_dir_read_name(dir)) != NULL)
        if (!g_str_equal(name, FOLDER_LOCK) && !g_str_equal(name, FOLDER_CHECKPOINT FOLDER_NEW))
            return false;
    return true;
}

bool folder_inspect(const char *path, FolderState *out_state, GError **error)
{
    g_autoptr(GDir) dir = NULL;

    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        *out_state = FOLDER_MISSING;
        return true;
    }
    if (!folder_check(path, error))
        return false;
    errno = 0;
    dir = g_dir_open(path, 0, NULL);
    if (dir == NULL)
        return folder_fail("read the folder", path, "", error);
    if (folder_file_begins(path, FOLDER_CHECKPOINT, CHECKPOINT_MAGIC) ||
        folder_file_begins(path, FOLDER_CHECKPOINT_BEFORE, CHECKPOINT_MAGIC))
        *out_state = FOLDER_UNFINISHED;
    else if (folder_file_begins(path, FOLDER_RUN, PROVENANCE_HEAD))
        *out_state = FOLDER_FINISHED;
    else
        *out_state = holds_only_working_files(dir) ? FOLDER_EMPTY : FOLDER_FOREIGN;
    return true;
}
