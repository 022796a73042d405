/* Arrays and tables: a part of GLib's stand-in. */
#include <glib.h>

typedef struct {
    GArray public;
    guint capacity, element_size;
    guint others; /* references beside the first */
    GDestroyNotify clear_element;
    gboolean is_of_pointers; /* which are what clear_element gets, not where they are */
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
    if (length <= array->capacity)
        return;
    array->capacity = MAX(2 * array->capacity, MAX(length, 8));
    array->public.data =
        g_realloc(array->public.data, stand_in_bytes(array->capacity, array->element_size));
}

GArray *g_array_sized_new(G_GNUC_UNUSED gboolean zero_terminated, G_GNUC_UNUSED gboolean clear,
                          guint element_size, guint reserved)
{
    RealArray *array = g_new0(RealArray, 1);

    array->element_size = element_size;
    reserve(array, reserved);
    return &array->public;
}

void g_array_set_clear_func(GArray *array, GDestroyNotify clear)
{
    real(array)->clear_element = clear;
}

char *g_array_free(GArray *array, gboolean free_data)
{
    char *data = array->data;

    if (free_data) {
        g_array_set_size(array, 0);
        free(data);
        data = NULL;
    }
    free(array);
    return data;
}

guint g_array_get_element_size(GArray *array)
{
    return real(array)->element_size;
}

void g_array_sort(GArray *array, GCompareFunc compare)
{
    qsort(array->data, array->len, real(array)->element_size, compare);
}

GArray *g_array_ref(GArray *array)
{
    real(array)->others++;
    return array;
}

void g_array_unref(GArray *array)
{
    if (real(array)->others > 0)
        real(array)->others--;
    else
        g_array_free(array, TRUE);
}

GArray *g_array_set_size(GArray *array, guint length)
{
    RealArray *self = real(array);

    if (length <= array->len)
        return g_array_remove_range(array, length, array->len - length);
    reserve(self, length);
    memset(element_at(self, array->len), 0, (gsize)(length - array->len) * self->element_size);
    array->len = length;
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
    return array;
}

GArray *g_array_remove_range(GArray *array, guint at, guint count)
{
    RealArray *self = real(array);

    for (guint i = at; self->clear_element != NULL && i < at + count; i++)
        self->clear_element(self->is_of_pointers ? array->pdata[i] : element_at(self, i));
    if (count > 0)
        memmove(element_at(self, at), element_at(self, at + count),
                (gsize)(array->len - at - count) * self->element_size);
    array->len -= count;
    return array;
}

GPtrArray *g_ptr_array_new_with_free_func(GDestroyNotify clear)
{
    GPtrArray *array = g_array_new(FALSE, FALSE, sizeof(gpointer));

    real(array)->clear_element = clear;
    real(array)->is_of_pointers = TRUE;
    return array;
}

void g_ptr_array_add(GPtrArray *array, gpointer element)
{
    g_array_append_val(array, element);
}

gpointer *g_ptr_array_steal(GPtrArray *array, gsize *out_count)
{
    gpointer *elements = array->pdata;

    if (out_count != NULL)
        *out_count = array->len;
    array->pdata = NULL;
    array->len = real(array)->capacity = 0;
    return elements;
}

gpointer g_ptr_array_remove_index(GPtrArray *array, guint i)
{
    gpointer element = array->pdata[i]; /* freed if the array frees its elements */

    g_array_remove_range(array, i, 1);
    return element;
}

typedef struct {
    gpointer key, value;
    bool is_taken;
} Place;

/* A key is in the place that its hash gives, or in the next free one. At most half of the places
 * are taken. */
struct StandInHashTable {
    GHashFunc hash;
    GEqualFunc equal;
    GDestroyNotify clear_key, clear_value;
    Place *places;
    guint count, place_count; /* a power of 2 */
};

#define FIRST_PLACES 16
#define SPREAD 2654435761U /* Source: D. E. Knuth, The Art of Computer Programming, 6.4 */

static guint hash_directly(gconstpointer key)
{
    return GPOINTER_TO_UINT(key);
}

static gboolean equal_directly(gconstpointer a, gconstpointer b)
{
    return a == b;
}

GHashTable *g_hash_table_new_full(GHashFunc hash, GEqualFunc equal, GDestroyNotify clear_key,
                                  GDestroyNotify clear_value)
{
    GHashTable *table = g_new(GHashTable, 1);

    *table =
        (GHashTable){hash != NULL ? hash : hash_directly, equal != NULL ? equal : equal_directly,
                     clear_key, clear_value, .place_count = FIRST_PLACES};
    table->places = g_new0(Place, FIRST_PLACES);
    return table;
}

/* The place of @key, or the free one where it belongs. */
static Place *place_of(const GHashTable *table, gconstpointer key)
{
    guint i = table->hash(key) * SPREAD;

    for (;; i++) {
        Place *place = &table->places[i & (table->place_count - 1)];
        if (!place->is_taken || table->equal(place->key, key))
            return place;
    }
}

static void clear_place(const GHashTable *table, const Place *place)
{
    if (place->is_taken && table->clear_key != NULL)
        table->clear_key(place->key);
    if (place->is_taken && table->clear_value != NULL)
        table->clear_value(place->value);
}

static void grow(GHashTable *table)
{
    Place *before = table->places;
    const guint count = table->place_count;

    table->place_count = 2 * count;
    table->places = g_new0(Place, table->place_count);
    for (guint i = 0; i < count; i++)
        if (before[i].is_taken)
            *place_of(table, before[i].key) = before[i];
    free(before);
}

gboolean g_hash_table_replace(GHashTable *table, gpointer key, gpointer value)
{
    Place *place = place_of(table, key);
    const gboolean is_new = !place->is_taken;

    clear_place(table, place);
    *place = (Place){key, value, true};
    table->count += is_new ? 1 : 0;
    if (2 * table->count > table->place_count)
        grow(table);
    return is_new;
}

gpointer g_hash_table_lookup(GHashTable *table, gconstpointer key)
{
    return place_of(table, key)->value;
}

guint g_hash_table_size(GHashTable *table)
{
    return table->count;
}

void g_hash_table_iter_init(GHashTableIter *iter, GHashTable *table)
{
    *iter = (GHashTableIter){table, 0};
}

gboolean g_hash_table_iter_next(GHashTableIter *iter, gpointer *out_key, gpointer *out_value)
{
    while (iter->next < iter->table->place_count) {
        const Place *place = &iter->table->places[iter->next++];
        if (!place->is_taken)
            continue;
        if (out_key != NULL)
            *out_key = place->key;
        if (out_value != NULL)
            *out_value = place->value;
        return TRUE;
    }
    return FALSE;
}

guint g_int64_hash(gconstpointer number)
{
    const guint64 value = *(const guint64 *)number;

    return (guint)(value ^ value >> 32);
}

gboolean g_int64_equal(gconstpointer a, gconstpointer b)
{
    return *(const guint64 *)a == *(const guint64 *)b;
}

struct StandInBytes {
    gsize size;
    guchar data[];
};

GBytes *g_bytes_new(gconstpointer data, gsize size)
{
    GBytes *bytes = g_malloc(sizeof *bytes + size);

    bytes->size = size;
    memcpy(bytes->data, data, size);
    return bytes;
}

guint g_bytes_hash(gconstpointer bytes)
{
    const GBytes *self = bytes;
    guint hash = 5381;

    for (gsize i = 0; i < self->size; i++)
        hash = 33 * hash + self->data[i];
    return hash;
}

gboolean g_bytes_equal(gconstpointer a, gconstpointer b)
{
    const GBytes *first = a, *second = b;

    return first->size == second->size && memcmp(first->data, second->data, first->size) == 0;
}

void g_hash_table_unref(GHashTable *table)
{
    for (guint i = 0; i < table->place_count; i++)
        clear_place(table, &table->places[i]);
    free(table->places);
    free(table);
}

/* By insertion: it keeps the order of equals, as GLib's does, and what is sorted is short. */
void g_qsort_with_data(gconstpointer base, int count, gsize size, GCompareDataFunc compare,
                       gpointer data)
{
    char *first = (char *)base, *taken = g_malloc(size);

    for (int i = 1; i < count; i++) {
        char *place = first + (gsize)i * size, *here = place;
        while (place > first && compare(place - size, here, data) > 0)
            place -= size;
        memcpy(taken, here, size);
        memmove(place + size, place, (gsize)(here - place));
        memcpy(place, taken, size);
    }
    free(taken);
}
