#include "experiments/run/run_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "experiments/run/checkpoint.h"
#include "experiments/run/provenance.h"
#include "experiments/tools/error.h"

/* The only files of a run that was killed before its first checkpoint. */
static bool is_working_file(const char *name)
{
    return g_str_equal(name, FOLDER_LOCK) || g_str_equal(name, FOLDER_CHECKPOINT FOLDER_NEW);
}

static bool holds_only_working_files(GDir *dir)
{
    const char *name;

    while ((name = g_dir_read_name(dir)) != NULL)
        if (!is_working_file(name))
            return false;
    return true;
}

#define HEAD_SIZE 64

/* Whether the file @name begins with @head: other programs may have files of the same name. */
static bool begins_with(const char *path, const char *name, const char *head)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    const int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const size_t size = strlen(head);
    char found[HEAD_SIZE];
    const bool ours = size <= sizeof found && fd >= 0 && read(fd, found, size) == (ssize_t)size &&
                      memcmp(found, head, size) == 0;

    if (fd >= 0)
        close(fd);
    return ours;
}

bool folder_inspect(const char *path, FolderState *out_state, GError **error)
{
    g_autoptr(GDir) dir = NULL;

    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        *out_state = FOLDER_MISSING;
        return true;
    }
    if (!g_file_test(path, G_FILE_TEST_IS_DIR))
        return experiments_fail(error, "'%s' is a file, not the folder of a run", path);
    errno = 0;
    dir = g_dir_open(path, 0, NULL);
    if (dir == NULL)
        return folder_fail("read the folder", path, "", error);
    if (begins_with(path, FOLDER_CHECKPOINT, CHECKPOINT_MAGIC) ||
        begins_with(path, FOLDER_CHECKPOINT_BEFORE, CHECKPOINT_MAGIC))
        *out_state = FOLDER_UNFINISHED;
    else if (begins_with(path, FOLDER_RUN, PROVENANCE_HEAD))
        *out_state = FOLDER_FINISHED;
    else
        *out_state = holds_only_working_files(dir) ? FOLDER_EMPTY : FOLDER_FOREIGN;
    return true;
}
