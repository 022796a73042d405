#include "players/search/transposition.h"

#include <glib.h>
#include <string.h>

#define BUCKET_SIZE 4

/* A cache line. */
typedef struct {
    TranspositionEntry entry[BUCKET_SIZE];
} Bucket;

struct TranspositionTable {
    Bucket *buckets;
    uint64_t mask;        /* a power of two less one */
    uint16_t age, oldest; /* entries older than that are ignored */
};

TranspositionTable *transposition_table_new(size_t mebibytes)
{
    TranspositionTable *table = g_new0(TranspositionTable, 1);
    uint64_t count = 1;

    while (2 * count * sizeof(Bucket) <= mebibytes << 20)
        count *= 2;
    table->mask = count - 1;
    table->buckets = g_aligned_alloc0(count, sizeof(Bucket), sizeof(Bucket));
    return table;
}

void transposition_table_free(TranspositionTable *table)
{
    g_aligned_free(table->buckets);
    g_free(table);
}

void transposition_table_begin(TranspositionTable *table, bool forgets)
{
    if (table->age == UINT16_MAX) {
        memset(table->buckets, 0, (table->mask + 1) * sizeof(Bucket));
        table->age = 0;
        table->oldest = 0;
    }
    table->age++;
    if (forgets)
        table->oldest = table->age;
}

const TranspositionEntry *transposition_table_find(const TranspositionTable *table, uint64_t key)
{
    const Bucket *bucket = &table->buckets[key & table->mask];

    for (int i = 0; i < BUCKET_SIZE; i++) {
        const TranspositionEntry *entry = &bucket->entry[i];
        if (entry->key == key && entry->bound != BOUND_NONE && entry->age >= table->oldest)
            return entry;
    }
    return NULL;
}

void transposition_table_prefetch(const TranspositionTable *table, uint64_t key)
{
    __builtin_prefetch(&table->buckets[key & table->mask]);
}

/* How much would be lost with @entry: the smaller, the less. */
static int keep_priority(const TranspositionTable *table, const TranspositionEntry *entry)
{
    if (entry->bound == BOUND_NONE || entry->age < table->oldest)
        return -1;
    return entry->depth + (entry->age == table->age ? 256 : 0);
}

void transposition_table_note(TranspositionTable *table, TranspositionEntry entry)
{
    Bucket *bucket = &table->buckets[entry.key & table->mask];
    TranspositionEntry *place = &bucket->entry[0];

    for (int i = 0; i < BUCKET_SIZE; i++) {
        TranspositionEntry *candidate = &bucket->entry[i];
        if (candidate->key == entry.key) {
            if (entry.move == MOVE_NONE && candidate->age >= table->oldest)
                entry.move = candidate->move;
            place = candidate;
            break;
        }
        if (keep_priority(table, candidate) < keep_priority(table, place))
            place = candidate;
    }
    entry.age = table->age;
    *place = entry;
}
