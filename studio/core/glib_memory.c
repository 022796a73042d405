/* Memory, errors, time and files, of which there are none: the part of GLib's stand-in beside texts
 * and collections. */
#include <glib.h>
#include <time.h>

/* The page reads the reason when the call has trapped. */
const char *stand_in_death = NULL;

void stand_in_die(const char *text)
{
    stand_in_death = text;
    __builtin_trap();
}

gsize stand_in_bytes(gsize count, gsize size)
{
    gsize bytes;

    if (__builtin_mul_overflow(count, size, &bytes))
        stand_in_die("the page is out of memory");
    return bytes;
}

static gpointer have(gpointer memory, gsize size)
{
    if (memory == NULL && size > 0)
        stand_in_die("the page is out of memory");
    return memory;
}

gpointer g_malloc(gsize size)
{
    return size > 0 ? have(malloc(size), size) : NULL;
}

gpointer g_malloc0(gsize size)
{
    return size > 0 ? have(calloc(1, size), size) : NULL;
}

gpointer g_realloc(gpointer memory, gsize size)
{
    if (size > 0)
        return have(realloc(memory, size), size);
    free(memory);
    return NULL;
}

gpointer g_aligned_alloc0(gsize count, gsize size, gsize alignment)
{
    const gsize bytes = stand_in_bytes(count, size);
    const gsize whole = (bytes + alignment - 1) / alignment * alignment;
    gpointer memory = have(aligned_alloc(alignment, whole), whole);

    return memset(memory, 0, whole);
}

gpointer g_memdup2(gconstpointer memory, gsize size)
{
    return memory != NULL && size > 0 ? memcpy(g_malloc(size), memory, size) : NULL;
}

/* Errors. */

GError *g_error_new_valist(GQuark domain, int code, const char *format, va_list args)
{
    GError *error = g_new(GError, 1);

    *error = (GError){domain, code, g_strdup_vprintf(format, args)};
    return error;
}

void g_set_error(GError **error, GQuark domain, int code, const char *format, ...)
{
    va_list args;

    if (error == NULL)
        return;
    va_start(args, format);
    *error = g_error_new_valist(domain, code, format, args);
    va_end(args);
}

void g_propagate_error(GError **error, GError *cause)
{
    if (error != NULL)
        *error = cause;
    else
        g_error_free(cause);
}

void g_prefix_error(GError **error, const char *format, ...)
{
    va_list args;
    char *prefix, *message;

    if (error == NULL || *error == NULL)
        return;
    va_start(args, format);
    prefix = g_strdup_vprintf(format, args);
    va_end(args);
    message = g_strconcat(prefix, (*error)->message, NULL);
    free(prefix);
    free((*error)->message);
    (*error)->message = message;
}

void g_error_free(GError *error)
{
    free(error->message);
    free(error);
}

/* Time. */

gint64 g_get_monotonic_time(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* Files: there are none. */

const char *g_strerror(G_GNUC_UNUSED int number)
{
    return "a page in a browser has no files";
}

char *g_path_get_basename(const char *path)
{
    const char *slash = strrchr(path, '/');

    return g_strdup(slash != NULL ? slash + 1 : path);
}

gboolean g_shell_parse_argv(G_GNUC_UNUSED const char *text, G_GNUC_UNUSED int *out_count,
                            G_GNUC_UNUSED char ***out_words, GError **error)
{
    g_set_error(error, STAND_IN_OTHER, 0, "a page in a browser cannot start programs");
    return FALSE;
}
