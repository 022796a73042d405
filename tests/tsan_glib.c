/* Makes GLib's locks visible to ThreadSanitizer, which does not know them because GLib is built
 * without it: preloaded before a program built with -Db_sanitize=thread (meson.build). Threads need
 * nothing: GLib starts and joins them through pthread functions, which ThreadSanitizer intercepts.
 *
 * Source: <sanitizer/tsan_interface.h>. */
#include <dlfcn.h>
#include <glib.h>

/* Weak: other programs that inherit the preloading have no ThreadSanitizer. */
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

/* The definition of GLib that this file hides. */
#define NEXT(name)                 \
    static __typeof__(name) *next; \
    if (next == NULL)              \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

static void acquire(void *address)
{
    if (__tsan_acquire != NULL)
        __tsan_acquire(address);
}

static void release(void *address)
{
    if (__tsan_release != NULL)
        __tsan_release(address);
}

void g_mutex_lock(GMutex *mutex)
{
    NEXT(g_mutex_lock);
    next(mutex);
    acquire(mutex);
}

gboolean g_mutex_trylock(GMutex *mutex)
{
    NEXT(g_mutex_trylock);
    const gboolean is_locked = next(mutex);

    if (is_locked)
        acquire(mutex);
    return is_locked;
}

void g_mutex_unlock(GMutex *mutex)
{
    NEXT(g_mutex_unlock);
    release(mutex);
    next(mutex);
}

void g_cond_wait(GCond *cond, GMutex *mutex)
{
    NEXT(g_cond_wait);
    release(mutex);
    next(cond, mutex);
    acquire(mutex);
}

gboolean g_cond_wait_until(GCond *cond, GMutex *mutex, gint64 end_time)
{
    NEXT(g_cond_wait_until);
    release(mutex);
    const gboolean is_signalled = next(cond, mutex, end_time);

    acquire(mutex);
    return is_signalled;
}

/* Of a box, the last release sees what was done before the others. */
static _Thread_local GDestroyNotify clear_box;

static void acquire_and_clear(gpointer box)
{
    acquire(box);
    if (clear_box != NULL)
        clear_box(box);
}

void g_atomic_rc_box_release_full(gpointer box, GDestroyNotify clear)
{
    NEXT(g_atomic_rc_box_release_full);
    const GDestroyNotify outer = clear_box;

    release(box);
    clear_box = clear;
    next(box, acquire_and_clear);
    clear_box = outer;
}
