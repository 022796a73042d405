/* The parts of GLib that the program uses, for a machine without GLib: WebAssembly in a browser.
 * Only functions that are called there are defined, in glib_*.c. Others, which are named only in
 * code that the page never calls, are declared, so that the sources compile unchanged, and the
 * linker drops them.
 *
 * Everything means what https://docs.gtk.org/glib says of the same name. There are no threads and
 * no files. Where GLib would end the program the call traps, and the page starts the core again. */
#pragma once

#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int gboolean;
typedef unsigned guint;
typedef unsigned char guchar;
typedef size_t gsize;
typedef ptrdiff_t gssize;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef uint32_t guint32;
typedef uint32_t gunichar;
typedef long glong;
typedef void *gpointer;
#define GINT_TO_POINTER(number) ((gpointer)(intptr_t)(number))
#define GPOINTER_TO_INT(pointer) ((int)(intptr_t)(pointer))
#define GUINT_TO_POINTER(number) ((gpointer)(uintptr_t)(number))
#define GPOINTER_TO_UINT(pointer) ((guint)(uintptr_t)(pointer))
typedef const void *gconstpointer;
typedef guint32 GQuark;
typedef char **GStrv;
typedef void (*GDestroyNotify)(gpointer data);
typedef int (*GCompareFunc)(gconstpointer a, gconstpointer b);
typedef int (*GCompareDataFunc)(gconstpointer a, gconstpointer b, gpointer data);
typedef guint (*GHashFunc)(gconstpointer key);
typedef gboolean (*GEqualFunc)(gconstpointer a, gconstpointer b);

#define TRUE 1
#define FALSE 0
#undef MIN
#undef MAX
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define ABS(a) ((a) < 0 ? -(a) : (a))
#define CLAMP(x, low, high) ((x) > (high) ? (high) : (x) < (low) ? (low) : (x))

#define G_MININT INT_MIN
#define G_MAXINT INT_MAX
#define G_MAXUINT UINT_MAX
#define G_MAXDOUBLE DBL_MAX
#define G_SQRT2 1.4142135623730951
#define G_MAXINT32 INT32_MAX
#define G_MAXINT64 INT64_MAX
#define G_MAXUINT16 UINT16_MAX
#define G_MININT32 INT32_MIN
#define G_MININT64 INT64_MIN
#define G_MAXUINT64 UINT64_MAX
#define G_GINT64_FORMAT "lld"
#define G_GINT64_MODIFIER "ll"
#define G_GUINT64_FORMAT "llu"
#define G_GSIZE_FORMAT "zu"
#define G_USEC_PER_SEC 1000000
#define G_ASCII_DTOSTR_BUF_SIZE 39

#define G_STRUCT_MEMBER(Type, structure, offset) (*(Type *)(void *)((char *)(structure) + (offset)))
#define G_N_ELEMENTS(array) (sizeof(array) / sizeof((array)[0]))
#define G_STATIC_ASSERT(condition) _Static_assert(condition, #condition)
#define G_GNUC_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define G_GNUC_UNUSED __attribute__((unused))
#define G_GNUC_NORETURN __attribute__((noreturn))

/* Ends the call with @text as the reason. */
G_GNUC_NORETURN void stand_in_die(const char *text);

#define STAND_IN_TEXT(x) #x
#define STAND_IN_LINE(x) STAND_IN_TEXT(x)
#define g_assert_not_reached() stand_in_die(__FILE__ ":" STAND_IN_LINE(__LINE__) ": never reached")
#ifdef NDEBUG
#define g_assert(condition) ((void)0)
#else
#define g_assert(condition) \
    ((condition) ? (void)0 : stand_in_die(__FILE__ ":" STAND_IN_LINE(__LINE__) ": " #condition))
#endif

/* Clean-up at the end of a scope. */
#define G_DEFINE_AUTOPTR_CLEANUP_FUNC(Type, clear)                         \
    typedef Type *stand_in_pointer_##Type;                                 \
    G_GNUC_UNUSED static inline void stand_in_autoptr_##Type(Type **place) \
    {                                                                      \
        if (*place != NULL)                                                \
            (clear)(*place);                                               \
    }
#define G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Type, clear)                  \
    G_GNUC_UNUSED static inline void stand_in_auto_##Type(Type *place) \
    {                                                                  \
        (clear)(place);                                                \
    }
#define G_DEFINE_AUTO_CLEANUP_FREE_FUNC(Type, clear, none)             \
    G_GNUC_UNUSED static inline void stand_in_auto_##Type(Type *place) \
    {                                                                  \
        if (*place != (none))                                          \
            (clear)(*place);                                           \
    }
#define g_autoptr(Type) __attribute__((cleanup(stand_in_autoptr_##Type))) stand_in_pointer_##Type
#define g_auto(Type) __attribute__((cleanup(stand_in_auto_##Type))) Type
#define g_autofree __attribute__((cleanup(stand_in_autofree)))

static inline void stand_in_autofree(void *place)
{
    free(*(void **)place);
}

/* Memory. None left: the call traps. */
gpointer g_malloc(gsize size);
gpointer g_malloc0(gsize size);
gpointer g_realloc(gpointer memory, gsize size);
gpointer g_aligned_alloc0(gsize count, gsize size, gsize alignment);
gpointer g_memdup2(gconstpointer memory, gsize size);
gsize stand_in_bytes(gsize count, gsize size); /* of an array; traps when it is too large */
#define g_free free
#define g_aligned_free free
#define g_new(Type, count) ((Type *)g_malloc(stand_in_bytes(count, sizeof(Type))))
#define g_new0(Type, count) ((Type *)g_malloc0(stand_in_bytes(count, sizeof(Type))))
#define g_renew(Type, memory, count) \
    ((Type *)g_realloc(memory, stand_in_bytes(count, sizeof(Type))))
#define g_steal_pointer(place)                                        \
    ({                                                                \
        __typeof__(place) stand_in_place = (place);                   \
        __typeof__(*stand_in_place) stand_in_value = *stand_in_place; \
        *stand_in_place = NULL;                                       \
        stand_in_value;                                               \
    })
#define g_clear_pointer(place, clear)                                 \
    do {                                                              \
        __typeof__(place) stand_in_place = (place);                   \
        __typeof__(*stand_in_place) stand_in_value = *stand_in_place; \
        *stand_in_place = NULL;                                       \
        if (stand_in_value != NULL)                                   \
            (clear)(stand_in_value);                                  \
    } while (0)

/* Errors. */
typedef struct {
    GQuark domain;
    int code;
    char *message;
} GError;

/* A domain is the address of its name. */
#define G_DEFINE_QUARK(NAME, name)         \
    GQuark name##_quark(void)              \
    {                                      \
        static const char QUARK[] = #NAME; \
        return (GQuark)(uintptr_t)QUARK;   \
    }
#define STAND_IN_OTHER ((GQuark)1) /* all domains that the page never asks for */
#define G_FILE_ERROR STAND_IN_OTHER
enum { G_FILE_ERROR_NOENT = 4 };

void g_set_error(GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
GError *g_error_new_valist(GQuark domain, int code, const char *format, va_list args);
void g_propagate_error(GError **error, GError *cause);
void g_prefix_error(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
void g_error_free(GError *error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GError, g_error_free)

/* Characters and texts. */
#define g_ascii_isdigit(c) ((unsigned char)(c) - '0' < 10u)
#define g_ascii_isupper(c) ((unsigned char)(c) - 'A' < 26u)
#define g_ascii_isalpha(c) (((unsigned char)(c) | 32) - 'a' < 26u)
#define g_ascii_isalnum(c) (g_ascii_isalpha(c) || g_ascii_isdigit(c))
#define g_ascii_iscntrl(c) ((unsigned char)(c) < 32 || (unsigned char)(c) == 127)
#define g_ascii_isspace(c) ((c) != '\0' && strchr(" \t\n\r\f", (c)) != NULL)
#define g_ascii_toupper toupper /* the C library here has one locale, that of C */
#define g_ascii_tolower tolower
char *g_ascii_strdown(const char *text, gssize length);
#define g_ascii_strcasecmp strcasecmp
#define g_ascii_strtoull strtoull
#define g_ascii_strtod strtod
#define g_ascii_formatd(buffer, size, format, number) \
    (snprintf(buffer, size, format, number), buffer)
gboolean g_ascii_string_to_unsigned(const char *text, guint base, guint64 min, guint64 max,
                                    guint64 *out_number, GError **error);
gboolean g_ascii_string_to_signed(const char *text, guint base, gint64 min, gint64 max,
                                  gint64 *out_number, GError **error);

#define g_snprintf snprintf
#define g_vsnprintf vsnprintf
#define g_strlcpy strlcpy
#define g_stpcpy stpcpy
char *g_strdup(const char *text);
char *g_strndup(const char *text, gsize length);
char *g_strdup_printf(const char *format, ...) G_GNUC_PRINTF(1, 2);
char *g_strdup_vprintf(const char *format, va_list args);
char *g_strconcat(const char *first, ...) __attribute__((sentinel));
char *g_strchug(char *text);
char *g_strchomp(char *text);
#define g_strstrip(text) g_strchomp(g_strchug(text))
char *g_strdelimit(char *text, const char *delimiters, char replacement);
int g_strcmp0(const char *a, const char *b);
gboolean g_str_equal(gconstpointer a, gconstpointer b);
guint g_str_hash(gconstpointer text);
gboolean g_str_has_prefix(const char *text, const char *prefix);
gboolean g_str_has_suffix(const char *text, const char *suffix);
GStrv g_strsplit(const char *text, const char *delimiter, int max);
GStrv g_strsplit_set(const char *text, const char *delimiters, int max);
char *g_strjoinv(const char *separator, GStrv texts);
guint g_strv_length(GStrv texts);
GStrv g_strdupv(GStrv texts);
void g_strfreev(GStrv texts);
G_DEFINE_AUTO_CLEANUP_FREE_FUNC(GStrv, g_strfreev, NULL)
gboolean g_utf8_validate(const char *text, gssize length, const char **out_end);
char *g_utf8_make_valid(const char *text, gssize length);
char *g_utf8_next_char(const char *text);
glong g_utf8_strlen(const char *text, gssize length);
gunichar g_utf8_get_char(const char *text); /* only named, as the next */
gboolean g_unichar_isprint(gunichar character);

typedef struct {
    char *str;
    gsize len, allocated_len;
} GString;

GString *g_string_new(const char *text);
#define g_string_sized_new(size) g_string_new(NULL)
char *g_string_free(GString *string, gboolean free_text);
#define g_string_append(string, text) g_string_append_len(string, text, -1)
GString *g_string_assign(GString *string, const char *text);
GString *g_string_append_len(GString *string, const char *text, gssize length);
#define g_string_append_c(string, c) g_string_append_len(string, &(char){c}, 1)
#define g_string_truncate(string, length) \
    g_string_set_size(string, MIN((string)->len, (gsize)(length)))
GString *g_string_set_size(GString *string, gsize length);
#define g_string_printf(string, ...) \
    g_string_append_printf(g_string_set_size(string, 0), __VA_ARGS__)
void g_string_append_printf(GString *string, const char *format, ...) G_GNUC_PRINTF(2, 3);
void g_string_append_vprintf(GString *string, const char *format, va_list args);
static inline void stand_in_string_free(GString *string)
{
    g_string_free(string, TRUE);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GString, stand_in_string_free)

/* Arrays; added elements are always zero, and nothing ends an array. */
typedef struct {
    union {
        char *data;
        gpointer *pdata;
    };
    guint len;
} GArray;
typedef GArray GPtrArray;

#define g_array_new(ends, clear, element_size) g_array_sized_new(ends, clear, element_size, 0)
GArray *g_array_sized_new(gboolean zero_terminated, gboolean clear, guint element_size,
                          guint reserved);
GArray *g_array_ref(GArray *array);
void g_array_unref(GArray *array);
guint g_array_get_element_size(GArray *array);
char *g_array_free(GArray *array, gboolean free_data);
void g_array_set_clear_func(GArray *array, GDestroyNotify clear);
GArray *g_array_set_size(GArray *array, guint length);
GArray *g_array_insert_vals(GArray *array, guint at, gconstpointer values, guint count);
GArray *g_array_remove_range(GArray *array, guint at, guint count);
void g_array_sort(GArray *array, GCompareFunc compare);

void g_qsort_with_data(gconstpointer base, int count, gsize size, GCompareDataFunc compare,
                       gpointer data);
#define g_array_append_vals(array, values, count) \
    g_array_insert_vals(array, (array)->len, values, count)
#define g_array_append_val(array, value) g_array_append_vals(array, &(value), 1)
#define g_array_insert_val(array, at, value) g_array_insert_vals(array, at, &(value), 1)
#define g_array_index(array, Type, i) (((Type *)(void *)(array)->data)[i])
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GArray, g_array_unref)

#define g_ptr_array_new() g_ptr_array_new_with_free_func(NULL)
GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify clear);
void g_ptr_array_add(GPtrArray *array, gpointer element);
#define g_ptr_array_ref g_array_ref
#define g_ptr_array_unref g_array_unref
gpointer *g_ptr_array_steal(GPtrArray *array, gsize *out_count);
gpointer g_ptr_array_remove_index(GPtrArray *array, guint i);
#define g_ptr_array_free(array, free_data) ((gpointer *)(void *)g_array_free(array, free_data))
#define g_ptr_array_index(array, i) ((array)->pdata[i])
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GPtrArray, g_ptr_array_unref)

/* Tables. */
typedef struct StandInHashTable GHashTable;
#define g_hash_table_new(hash, equal) g_hash_table_new_full(hash, equal, NULL, NULL)
GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify clear_key,
                                  GDestroyNotify clear_value);
gboolean g_hash_table_replace(GHashTable *table, gpointer key, gpointer value);
#define g_hash_table_insert g_hash_table_replace
guint g_hash_table_size(GHashTable *table);
#define g_hash_table_contains(table, key) (g_hash_table_lookup(table, key) != NULL)
#define g_hash_table_add(table, key) g_hash_table_replace(table, key, key)
gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key);
typedef struct {
    GHashTable *table;
    guint next;
} GHashTableIter;
void g_hash_table_iter_init(GHashTableIter *iter, GHashTable *table);
gboolean g_hash_table_iter_next(GHashTableIter *iter, gpointer *out_key, gpointer *out_value);
void g_hash_table_unref(GHashTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GHashTable, g_hash_table_unref)
guint g_int64_hash(gconstpointer number);
gboolean g_int64_equal(gconstpointer a, gconstpointer b);

/* Bytes. */
typedef struct StandInBytes GBytes;
GBytes *g_bytes_new(gconstpointer data, gsize size);
#define g_bytes_unref g_free
guint g_bytes_hash(gconstpointer bytes);
gboolean g_bytes_equal(gconstpointer a, gconstpointer b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GBytes, g_bytes_unref)

/* Time. */
gint64 g_get_monotonic_time(void);

/* Files: there are none. */
enum { G_FILE_TEST_EXISTS };
gboolean g_file_test(const char *path, int what);
char *g_build_filename(const char *first, ...) __attribute__((sentinel));
const char *g_strerror(int number);
char *g_path_get_basename(const char *path);
char *g_path_get_dirname(const char *path);
#define g_canonicalize_filename(path, folder) g_strdup(path)
gboolean g_shell_parse_argv(const char *text, int *out_count, char ***out_words, GError **error);

/* Checksums: the page tells no run from another by them. They are "". */
#define g_compute_checksum_for_string(type, text, length) g_strdup("")
#define g_compute_checksum_for_data(type, data, length) g_strdup("")

/* Only named. */
typedef struct StandInVariant GVariant;
typedef const char *GVariantType;
typedef struct {
    int unused;
} GVariantBuilder;
#define G_VARIANT_TYPE(text) (text)
#define G_VARIANT_TYPE_INT64 "x"
#define G_VARIANT_TYPE_UINT32 "u"
#define G_VARIANT_TYPE_UINT64 "t"
GVariant *g_variant_new(const char *format, ...);
void g_variant_get_child(GVariant *variant, gsize i, const char *format, ...);
GVariant *g_variant_new_fixed_array(const char *type, gconstpointer data, gsize count, gsize size);
gconstpointer g_variant_get_fixed_array(GVariant *variant, gsize *out_count, gsize size);
void g_variant_builder_init(GVariantBuilder *builder, const char *type);
void g_variant_builder_add(GVariantBuilder *builder, const char *format, ...);
void g_variant_builder_open(GVariantBuilder *builder, const char *type);
void g_variant_builder_close(GVariantBuilder *builder);
GVariant *g_variant_builder_end(GVariantBuilder *builder);
void g_variant_get(GVariant *variant, const char *format, ...);
gsize g_variant_n_children(GVariant *variant);
GVariant *g_variant_get_child_value(GVariant *variant, gsize i);
void g_variant_unref(GVariant *variant);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GVariant, g_variant_unref)
typedef struct {
    int unused;
} GMutex;

/* There is one thread. */
#define g_mutex_lock(mutex) ((void)(mutex))
#define g_mutex_unlock(mutex) ((void)(mutex))
