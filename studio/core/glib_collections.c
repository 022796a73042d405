/* Arrays, tables and texts of groups and keys: a part of GLib's stand-in. */
#include <glib.h>

typedef struct {
    GArray public;
    guint capacity, element_size, references;
    gboolean zero_terminated, clear;
    GDestroyNotify clear_element;
} RealArray;

static RealArray *real(GArray *array)
{
    return (RealArray *)array;
}

static char *element_at(const RealArray *array, guint i)
{
    return array->public.data + (gsize)i * array->element_size;
}

static void reserve(RealArray *array, guint length)
{
    const guint wanted = length + array->zero_terminated;

    if (wanted <= array->capacity)
        return;
    array->capacity = MAX(2 * array->capacity, MAX(wanted, 8));
    array->public.data =
        g_realloc(array->public.data, stand_in_bytes(array->capacity, array->element_size));
}

static void end(RealArray *array)
{
    if (array->zero_terminated)
        memset(element_at(array, array->public.len), 0, array->element_size);
}

GArray *g_array_sized_new(gboolean zero_terminated, gboolean clear, guint element_size,
                          guint reserved)
{
    RealArray *array = g_new0(RealArray, 1);

    array->zero_terminated = zero_terminated;
    array->clear = clear;
    array->element_size = element_size;
    array->references = 1;
    reserve(array, reserved);
    end(array);
    return &array->public;
}

GArray *g_array_new(gboolean zero_terminated, gboolean clear, guint element_size)
{
    return g_array_sized_new(zero_terminated, clear, element_size, 0);
}

void g_array_set_clear_func(GArray *array, GDestroyNotify clear)
{
    real(array)->clear_element = clear;
}

char *g_array_free(GArray *array, gboolean free_data)
{
    char *data = NULL;

    if (free_data)
        g_array_set_size(array, 0);
    if (free_data)
        free(array->data);
    else
        data = array->data;
    free(array);
    return data;
}

void g_array_unref(GArray *array)
{
    if (--real(array)->references == 0)
        g_array_free(array, TRUE);
}

GArray *g_array_set_size(GArray *array, guint length)
{
    RealArray *self = real(array);

    if (length < array->len) {
        g_array_remove_range(array, length, array->len - length);
    } else {
        reserve(self, length);
        if (self->clear)
            memset(element_at(self, array->len), 0,
                   (gsize)(length - array->len) * self->element_size);
        array->len = length;
        end(self);
    }
    return array;
}

GArray *g_array_insert_vals(GArray *array, guint at, gconstpointer values, guint count)
{
    RealArray *self = real(array);

    if (count == 0)
        return array;
    reserve(self, array->len + count);
    memmove(element_at(self, at + count), element_at(self, at),
            (gsize)(array->len - at) * self->element_size);
    memcpy(element_at(self, at), values, (gsize)count * self->element_size);
    array->len += count;
    end(self);
    return array;
}

GArray *g_array_append_vals(GArray *array, gconstpointer values, guint count)
{
    return g_array_insert_vals(array, array->len, values, count);
}

GArray *g_array_remove_range(GArray *array, guint at, guint count)
{
    RealArray *self = real(array);

    if (self->clear_element != NULL)
        for (guint i = 0; i < count; i++)
            self->clear_element(element_at(self, at + i));
    if (count > 0)
        memmove(element_at(self, at), element_at(self, at + count),
                (gsize)(array->len - at - count) * self->element_size);
    array->len -= count;
    if (self->capacity > 0)
        end(self);
    return array;
}

typedef struct {
    GPtrArray public;
    guint capacity;
    GDestroyNotify clear;
} RealPtrArray;

GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify clear)
{
    RealPtrArray *array = g_new0(RealPtrArray, 1);

    array->clear = clear;
    return &array->public;
}

GPtrArray *g_ptr_array_new(void)
{
    return g_ptr_array_new_with_free_func(NULL);
}

void g_ptr_array_add(GPtrArray *array, gpointer element)
{
    RealPtrArray *self = (RealPtrArray *)array;

    if (array->len == self->capacity) {
        self->capacity = MAX(2 * self->capacity, 8);
        array->pdata = g_renew(gpointer, array->pdata, self->capacity);
    }
    array->pdata[array->len++] = element;
}

gpointer *g_ptr_array_free(GPtrArray *array, gboolean free_data)
{
    const RealPtrArray *self = (RealPtrArray *)array;
    gpointer *data = array->pdata;

    if (free_data) {
        for (guint i = 0; self->clear != NULL && i < array->len; i++)
            self->clear(data[i]);
        free(data);
        data = NULL;
    }
    free(array);
    return data;
}

void g_ptr_array_unref(GPtrArray *array)
{
    g_ptr_array_free(array, TRUE);
}

/* A table: its entries in the order they came, and where each stands, from the place its hash gives
 * on; -1: nothing. At most half of the places are taken. */
typedef struct {
    gpointer key, value;
} Entry;

struct StandInHashTable {
    GHashFunc hash;
    GEqualFunc equal;
    GDestroyNotify clear_key, clear_value;
    GArray *entries;
    int *places;
    guint place_count; /* a power of 2 */
};

#define FIRST_PLACES 16
#define SPREAD 2654435761U /* Source: D. E. Knuth, The Art of Computer Programming, 6.4 */

static void make_places(GHashTable *table, guint count)
{
    free(table->places);
    table->places = g_malloc(stand_in_bytes(count, sizeof *table->places));
    memset(table->places, -1, count * sizeof *table->places);
    table->place_count = count;
}

GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify clear_key,
                                  GDestroyNotify clear_value)
{
    GHashTable *table = g_new0(GHashTable, 1);

    table->hash = hash;
    table->equal = equal;
    table->clear_key = clear_key;
    table->clear_value = clear_value;
    table->entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    make_places(table, FIRST_PLACES);
    return table;
}

GHashTable *g_hash_table_new(GHashFunc hash, GEqualFunc equal)
{
    return g_hash_table_new_full(hash, equal, NULL, NULL);
}

static Entry *entry_at(const GHashTable *table, int place)
{
    return &g_array_index(table->entries, Entry, place);
}

/* The place of @key, or the free one where it belongs. */
static int *place_of(const GHashTable *table, gconstpointer key)
{
    const guint hash = table->hash != NULL ? table->hash(key) : (guint)(gsize)key;
    guint i = hash * SPREAD;

    for (;; i++) {
        int *place = &table->places[i & (table->place_count - 1)];
        if (*place < 0)
            return place;
        if (table->equal != NULL ? table->equal(entry_at(table, *place)->key, key)
                                 : entry_at(table, *place)->key == key)
            return place;
    }
}

static void clear(GDestroyNotify how, gpointer what)
{
    if (how != NULL)
        how(what);
}

static void grow(GHashTable *table)
{
    make_places(table, 2 * table->place_count);
    for (guint i = 0; i < table->entries->len; i++)
        *place_of(table, entry_at(table, (int)i)->key) = (int)i;
}

gboolean g_hash_table_insert(GHashTable *table, gpointer key, gpointer value)
{
    int *place = place_of(table, key);
    const Entry entry = {key, value};

    if (*place >= 0) {
        clear(table->clear_key, key);
        clear(table->clear_value, entry_at(table, *place)->value);
        entry_at(table, *place)->value = value;
        return FALSE;
    }
    *place = (int)table->entries->len;
    g_array_append_val(table->entries, entry);
    if (2 * table->entries->len > table->place_count)
        grow(table);
    return TRUE;
}

gboolean g_hash_table_add(GHashTable *table, gpointer key)
{
    const int place = *place_of(table, key);

    if (place < 0)
        return g_hash_table_insert(table, key, key);
    clear(table->clear_key, entry_at(table, place)->key);
    *entry_at(table, place) = (Entry){key, key};
    return FALSE;
}

gboolean g_hash_table_contains(GHashTable *table, gconstpointer key)
{
    return *place_of(table, key) >= 0;
}

gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key)
{
    const int place = *place_of(table, key);

    return place >= 0 ? entry_at(table, place)->value : NULL;
}

void g_hash_table_unref(GHashTable *table)
{
    for (guint i = 0; i < table->entries->len; i++) {
        clear(table->clear_key, entry_at(table, (int)i)->key);
        clear(table->clear_value, entry_at(table, (int)i)->value);
    }
    g_array_unref(table->entries);
    free(table->places);
    free(table);
}
