#include <glib/gstdio.h>
#include <stdio.h>

#include "app/commands/commands.h"
#include "app/terminal/screen.h"
#include "experiments/play/memory_csv.h"
#include "experiments/play/run_memory.h"
#include "players/memory/memory_store.h"

/* The command line. */
typedef struct {
    const char *store;
    uint64_t below_depth; /* 0: not given */
} Wish;

/* A word after "memory". */
typedef struct {
    const char *name;
    bool prunes, makes_store;
    bool (*run)(MemoryStore *store, const Wish *wish, GError **error);
} Action;

static void print_figure(const char *quantity, const char *of, uint64_t value,
                         G_GNUC_UNUSED void *data)
{
    printf("%-10s %8" G_GUINT64_FORMAT "%s%s\n", quantity, value, *of != '\0' ? "  " : "", of);
}

static bool print_stats(MemoryStore *store, G_GNUC_UNUSED const Wish *wish, GError **error)
{
    return memory_store_stats(store, print_figure, NULL, error);
}

static void print_entry(const MemoryEntry *entry, void *data)
{
    GString *csv = data;

    g_string_truncate(csv, 0);
    memory_csv_append(csv, entry);
    fwrite(csv->str, 1, csv->len, stdout);
}

static bool export_entries(MemoryStore *store, G_GNUC_UNUSED const Wish *wish, GError **error)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    screen_keep_bytes(true);
    puts(MEMORY_CSV_HEADER);
    return memory_store_each(store, print_entry, csv, error);
}

static bool import_entries(MemoryStore *store, G_GNUC_UNUSED const Wish *wish, GError **error)
{
    uint64_t read, kept;

    if (!memory_store_begin(store, error) ||
        !run_memory_import(store, stdin, "standard input", 0, &read, &kept, error) ||
        !memory_store_commit(store, error))
        return false; /* closing the store undoes what is not committed */
    fprintf(stderr, "entries read: %" G_GUINT64_FORMAT ", stored: %" G_GUINT64_FORMAT "\n", read,
            kept);
    return true;
}

static bool prune_entries(MemoryStore *store, const Wish *wish, GError **error)
{
    uint64_t removed;

    if (!memory_store_begin(store, error) ||
        !memory_store_prune(store, wish->below_depth, &removed, error) ||
        !memory_store_commit(store, error))
        return false;
    printf("entries removed: %" G_GUINT64_FORMAT "\n", removed);
    return true;
}

static const Action ACTIONS[] = {
    {.name = "stats", .run = print_stats},
    {.name = "import", .makes_store = true, .run = import_entries},
    {.name = "export", .run = export_entries},
    {.name = "prune", .prunes = true, .run = prune_entries},
};

static const Action *find_action(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(ACTIONS); i++)
        if (g_str_equal(ACTIONS[i].name, name))
            return &ACTIONS[i];
    return NULL;
}

static int run_action(const Action *action, const Wish *wish, GError **error)
{
    g_autoptr(MemoryStore) store = NULL;
    bool was_there;

    if (action->prunes != (wish->below_depth > 0))
        return command_fail(error, STATUS_USAGE,
                            action->prunes ? "prune requires --below-depth"
                                           : "--below-depth applies only to prune");
    if (!memory_store_check(wish->store, error))
        return STATUS_USAGE;
    was_there = g_file_test(wish->store, G_FILE_TEST_EXISTS);
    store = memory_store_open(wish->store, !action->makes_store, 0, error);
    if (store != NULL && action->run(store, wish, error))
        return STATUS_OK;
    g_clear_pointer(&store, memory_store_free);
    if (!was_there) /* a file that was made for entries which then did not come */
        g_unlink(wish->store);
    return STATUS_FAILURE;
}

int command_memory(const Command *command, int argc, char **argv, GError **error)
{
    Wish wish = {0};
    const Option entries[] = {
        {"below-depth", 0, "N", "Remove the entries with a depth of less than N plies",
         .number = &wish.below_depth, .min = 1, .max = MEMORY_MAX_DEPTH + 1},
        {NULL},
    };
    const Action *action;

    command_parse(command, entries, &argc, argv);
    action = find_action(argv[1]);
    if (action == NULL)
        return command_fail(
            error, STATUS_USAGE,
            "'%s' is not an action; the actions are stats, import, export and prune", argv[1]);
    wish.store = argv[2];
    return run_action(action, &wish, error);
}
