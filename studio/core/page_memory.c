/* The memory of positions that the page has opened: a table of `agentchess memory export`, by the
 * name of its file. It is frozen: players find what it has, and nothing is written into it. */

#include <stdio.h>

#include "experiments/play/memory_csv.h"
#include "experiments/play/run_memory.h"
#include "players/memory/memory_entry.h"
#include "players/memory/memory_store.h"
#include "players/memory/position_memory.h"
#include "studio/core/answer.h"

struct PositionMemory {
    MemorySnapshot *snapshot; /* NULL: none is open */
    MemoryTally tally;        /* since it was opened */
};

struct Memories {
    char *name;
    PositionMemory memory;
};

static Memories page;

Memories *page_memories(void)
{
    return &page;
}

MemoryTally page_memory_tally(void)
{
    return page.memory.tally;
}

static void close_memory(void)
{
    g_clear_pointer(&page.name, g_free);
    g_clear_pointer(&page.memory.snapshot, g_hash_table_unref);
}

/* A table that is being read. */
typedef struct {
    MemorySnapshot *snapshot;
    int64_t positions;
} TableReading;

static bool take_entry(const MemoryEntry *entry, void *data, G_GNUC_UNUSED GError **error)
{
    TableReading *reading = data;

    reading->positions++;
    memory_snapshot_add(entry, reading->snapshot);
    return true;
}

/* Opens the table @csv, which players call @name, instead of the one that was open: {"name",
 * "positions"}. A table with a fault leaves what was open. */
QUESTION(memory_open) const char *memory_open(const char *name, const char *csv)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    TableReading reading = {.snapshot = memory_snapshot_new()};
    FILE *file = fmemopen((char *)csv, strlen(csv), "r");
    GError *error = NULL;
    const bool is_good = memory_csv_read(file, name, take_entry, &reading, &error);

    fclose(file);
    if (!is_good) {
        g_hash_table_unref(reading.snapshot);
        return answer_fail(error);
    }
    close_memory();
    page.name = g_strdup(name);
    page.memory = (PositionMemory){.snapshot = reading.snapshot};
    json_builder_begin_object(json);
    json_add_text(json, "name", name);
    json_add_number(json, "positions", reading.positions);
    json_builder_end_object(json);
    return answer_json(json);
}

bool memory_store_check(const char *where, GError **error)
{
    return *where != '\0' || memory_refuse(error, "memory= must name a file");
}

char *memory_address_mask(const char *where)
{
    return g_strdup(where);
}

char *memory_address_without_password(const char *where)
{
    return g_strdup(where);
}

PositionMemory *memories_get(Memories *memories, const char *where, GError **error)
{
    if (memories->name != NULL && g_str_equal(memories->name, where))
        return &memories->memory;
    memory_refuse(
        error,
        "the memory '%s' is not open in this page: export it with 'agentchess memory export' "
        "to a file of this name, and open the file here",
        where);
    return NULL;
}

bool position_memory_find(PositionMemory *memory, const Game *game, const GameState *state,
                          const PositionQuestion *question, MemoryEntry *out_finding,
                          Move *out_move)
{
    MemoryEntry entry = {.evaluation = question->evaluation};

    if (!memory_entry_set_position(&entry, game, state))
        return false;
    memory->tally.asked++;
    if (!memory_snapshot_find(memory->snapshot, &entry, &question->wanted) ||
        !memory_entry_read(&entry, game, state, out_move, NULL))
        return false;
    *out_finding = entry;
    memory->tally.found++;
    return true;
}

bool position_memory_is_frozen(G_GNUC_UNUSED const PositionMemory *memory)
{
    return true;
}

/* Findings of players are not kept here: only the program stores them. */
void position_memory_store(G_GNUC_UNUSED PositionMemory *memory, G_GNUC_UNUSED const Game *game,
                           G_GNUC_UNUSED const GameState *state,
                           G_GNUC_UNUSED const MemoryEntry *finding, G_GNUC_UNUSED Move move)
{
}

/* A run at a time; its players may have the page's memory as it was opened. */
struct RunMemory {
    const Spec *spec;
};

static RunMemory run;

RunMemory *run_memory_new(const Spec *spec, G_GNUC_UNUSED const RunMemoryOptions *options)
{
    run.spec = spec;
    return &run;
}

bool run_memory_check(RunMemory *memory, G_GNUC_UNUSED const char *folder, GError **error)
{
    for (int i = 0; i < memory->spec->player_count; i++)
        if (memory->spec->memory == SPEC_MEMORY_LIVE && memory->spec->players[i].memory != NULL)
            return memory_refuse(
                error, "memory = live requires the program agentchess: a page in a browser "
                       "cannot store findings; it supports memory = frozen");
    return true;
}

RunMemoryTable run_memory_table(RunMemory *memory)
{
    return (RunMemoryTable){.all = memory->spec->frozen != NULL ? &page : NULL};
}

void run_memory_table_clear(G_GNUC_UNUSED RunMemoryTable *table)
{
}

void run_memory_table_take(G_GNUC_UNUSED RunMemoryTable *table, G_GNUC_UNUSED GArray *findings)
{
}
