/* Preloaded into a program: the call number FAIL_AT of the kind FAIL_CALL (write, sync or rename)
 * fails, and all after it, as on a disk that is full or broken. Only calls on regular files and
 * folders count. FAIL_COUNT names a file that gets a byte for each call of that kind. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ssize_t (*Write)(int fd, const void *data, size_t size);
typedef int (*Sync)(int fd);
typedef int (*Rename)(const char *from, const char *to);

static atomic_int calls;

static void *next_of(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

static bool is_on_disk(int fd)
{
    struct stat info;

    return fstat(fd, &info) == 0 && (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode));
}

static void count(void)
{
    const char *path = getenv("FAIL_COUNT");
    const int fd = path != NULL ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;

    if (fd >= 0) {
        ((Write)next_of("write"))(fd, "x", 1);
        close(fd);
    }
}

/* Whether this call of @kind is one that fails; then errno is @code. */
static bool fails(const char *kind, int code)
{
    const char *wanted = getenv("FAIL_CALL"), *at = getenv("FAIL_AT");

    if (wanted == NULL || strcmp(wanted, kind) != 0)
        return false;
    count();
    if (at == NULL || atomic_fetch_add(&calls, 1) + 1 < atoi(at))
        return false;
    errno = code;
    return true;
}

ssize_t write(int fd, const void *data, size_t size)
{
    return is_on_disk(fd) && fails("write", ENOSPC) ? -1
                                                    : ((Write)next_of("write"))(fd, data, size);
}

int fsync(int fd)
{
    return fails("sync", EIO) ? -1 : ((Sync)next_of("fsync"))(fd);
}

int fdatasync(int fd)
{
    return fails("sync", EIO) ? -1 : ((Sync)next_of("fdatasync"))(fd);
}

int rename(const char *from, const char *to)
{
    return fails("rename", EIO) ? -1 : ((Rename)next_of("rename"))(from, to);
}
