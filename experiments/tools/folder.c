#include "experiments/tools/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiments/tools/error.h"

bool folder_check(const char *path, GError **error)
{
    return g_file_test(path, G_FILE_TEST_IS_DIR) ||
           experiments_fail(error,
                            g_file_test(path, G_FILE_TEST_EXISTS)
                                ? "'%s' is a file, not the folder of a run"
                                : "there is no folder '%s'",
                            path);
}

void *folder_fail(const char *action, const char *path, const char *name, GError **error)
{
    const int cause = errno;

    return experiments_fail(error, "cannot %s '%s%s%s': %s", action, path, *name != '\0' ? "/" : "",
                            name, g_strerror(cause));
}

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *folder_list(const char *path, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    GPtrArray *folders;
    const char *name;

    if (dir == NULL)
        return folder_fail("read the folder", path, "", error);
    folders = g_ptr_array_new_with_free_func(g_free);
    while ((name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *folder = g_build_filename(path, name, NULL);
        if (g_file_test(folder, G_FILE_TEST_IS_DIR))
            g_ptr_array_add(folders, g_steal_pointer(&folder));
    }
    g_ptr_array_sort(folders, compare_texts);
    return folders;
}

bool folder_is_still_there(int fd, const char *path, const char *name)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    struct stat held, present;

    return fstat(fd, &held) == 0 && stat(file, &present) == 0 && held.st_ino == present.st_ino &&
           held.st_dev == present.st_dev;
}

/* A program that is being started holds our locks for a moment, until it is itself: after a run was
 * killed while it started an engine, the lock may be that engine's. */
#define LOCK_TRIES 20
#define LOCK_PAUSE_US 25000

static bool try_lock(int fd)
{
    for (int i = 0; i < LOCK_TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return true;
        if (errno != EWOULDBLOCK)
            return false;
        g_usleep(LOCK_PAUSE_US);
    }
    errno = EWOULDBLOCK;
    return false;
}

int folder_lock(const char *path, GError **error)
{
    g_autofree char *file = g_build_filename(path, FOLDER_LOCK, NULL);

    for (;;) {
        const int fd = open(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (fd < 0) {
            folder_fail("write", path, FOLDER_LOCK, error);
            return -1;
        }
        if (!try_lock(fd)) {
            if (errno == EWOULDBLOCK)
                experiments_fail(
                    error,
                    "another run is using '%s': wait until it ends, or choose another folder",
                    path);
            else
                folder_fail("lock", path, FOLDER_LOCK, error);
            close(fd);
            return -1;
        }
        /* The run that had it may have removed it, and another one made it anew: then the lock is
         * worth nothing. */
        if (folder_is_still_there(fd, path, FOLDER_LOCK))
            return fd;
        close(fd);
    }
}

void folder_unlock(const char *path, int lock)
{
    if (folder_is_still_there(lock, path, FOLDER_LOCK)) /* else it is another run's */
        folder_remove(path, FOLDER_LOCK);
    close(lock);
}

bool folder_is_locked(const char *path)
{
    g_autofree char *file = g_build_filename(path, FOLDER_LOCK, NULL);
    const int fd = open(file, O_RDONLY | O_CLOEXEC);
    const bool locked = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;

    if (fd >= 0)
        close(fd);
    return locked;
}

bool folder_write(int fd, const void *data, size_t size)
{
    const char *rest = data;

    while (size > 0) {
        const ssize_t written = write(fd, rest, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        rest += written;
        size -= (size_t)written;
    }
    return true;
}

bool folder_sync(int fd)
{
    int result;

    do
        result = fdatasync(fd);
    while (result != 0 && errno == EINTR);
    return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* Closes @fd; false, with the errno of the first failure, if that or what was done before fails. */
static bool close_after(int fd, bool good)
{
    const int cause = errno;

    if (close(fd) != 0)
        return false;
    errno = cause;
    return good;
}

bool folder_sync_file(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    const int fd = open(file, O_RDONLY | O_CLOEXEC);

    if (fd < 0 && errno == EACCES && *name == '\0') /* a folder that may be entered, not read */
        return true;
    return (fd >= 0 && close_after(fd, folder_sync(fd))) ||
           folder_fail("sync to disk", path, name, error);
}

int folder_create(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    int fd;

    unlink(file);
    fd = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        folder_fail("write", path, name, error);
    return fd;
}

bool folder_prepare(const char *path, const char *name, const void *data, size_t size,
                    GError **error)
{
    g_autofree char *new_name = g_strconcat(name, FOLDER_NEW, NULL);
    const int fd = folder_create(path, new_name, error);

    if (fd < 0)
        return false;
    if (close_after(fd, folder_write(fd, data, size) && folder_sync(fd)))
        return true;
    folder_fail("write", path, new_name, error);
    folder_remove(path, new_name);
    return false;
}

bool folder_publish(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    g_autofree char *new_file = g_strconcat(file, FOLDER_NEW, NULL);

    return rename(new_file, file) == 0 || folder_fail("write", path, name, error);
}

bool folder_put(const char *path, const char *name, const void *data, size_t size, GError **error)
{
    return folder_prepare(path, name, data, size, error) && folder_publish(path, name, error);
}

void folder_remove(const char *path, const char *name)
{
    g_autofree char *file = g_build_filename(path, name, NULL);

    unlink(file);
}

#define BEGINNING_SIZE 64

bool folder_file_begins(const char *path, const char *name, const char *head)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    const int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const size_t size = strlen(head);
    char found[BEGINNING_SIZE];
    const bool ours = size <= sizeof found && fd >= 0 && read(fd, found, size) == (ssize_t)size &&
                      memcmp(found, head, size) == 0;

    if (fd >= 0)
        close(fd);
    return ours;
}
