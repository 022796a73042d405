#include <errno.h>
#include <stdio.h>

#include "app/commands/commands.h"
#include "experiments/play/memory_csv.h"
#include "experiments/play/run_memory.h"
#include "players/memory/memory_store.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

/* What is asked for on the command line. */
typedef struct {
    const char *store;
    const char *file;     /* NULL: standard input */
    uint64_t below_depth; /* 0: not given */
} Wish;

/* What a word behind "memory" does. */
typedef struct {
    const char *name;
    int max_words; /* the word itself and what stands behind it */
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

    puts(MEMORY_CSV_HEADER);
    return memory_store_each(store, print_entry, csv, error);
}

static bool import_all(MemoryStore *store, FILE *file, const char *name, GError **error)
{
    uint64_t read, kept;

    if (!memory_store_begin(store, error) ||
        !run_memory_import(store, file, name, 0, &read, &kept, error) ||
        !memory_store_commit(store, error))
        return false; /* closing the store undoes what is not committed */
    fprintf(stderr,
            "%" G_GUINT64_FORMAT " entries read, %" G_GUINT64_FORMAT
            " of them new to the store or deeper\n",
            read, kept);
    return true;
}

static bool import_entries(MemoryStore *store, const Wish *wish, GError **error)
{
    g_autoptr(FILE) file = wish->file != NULL ? fopen(wish->file, "rb") : NULL;

    if (wish->file == NULL)
        return import_all(store, stdin, "standard input", error);
    if (file == NULL) {
        const int cause = errno;
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(cause), "%s: %s", wish->file,
                    g_strerror(cause));
        return false;
    }
    return import_all(store, file, wish->file, error);
}

static bool prune_entries(MemoryStore *store, const Wish *wish, GError **error)
{
    uint64_t removed;

    if (!memory_store_begin(store, error) ||
        !memory_store_prune(store, wish->below_depth, &removed, error) ||
        !memory_store_commit(store, error))
        return false;
    printf("removed %" G_GUINT64_FORMAT "\n", removed);
    return true;
}

static const Action ACTIONS[] = {
    {.name = "stats", .max_words = 2, .run = print_stats},
    {.name = "import", .max_words = 3, .makes_store = true, .run = import_entries},
    {.name = "export", .max_words = 2, .run = export_entries},
    {.name = "prune", .max_words = 2, .prunes = true, .run = prune_entries},
};

static const Action *find_action(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(ACTIONS); i++)
        if (g_str_equal(ACTIONS[i].name, name))
            return &ACTIONS[i];
    return NULL;
}

/* Whether the options and the number of words are those of @action. */
static int check_wish(const Action *action, int words, const Wish *wish)
{
    if (words < 2)
        return command_fail_text(STATUS_USAGE, "STORE is missing after %s", action->name);
    if (words > action->max_words)
        return command_fail_text(STATUS_USAGE, "too many arguments after %s; see '%s --help'",
                                 action->name, g_get_prgname());
    if (action->prunes != (wish->below_depth > 0))
        return command_fail_text(STATUS_USAGE,
                                 "prune requires --below-depth; other actions do not accept it");
    return STATUS_OK;
}

static int run_action(const Action *action, const Wish *wish)
{
    g_autoptr(MemoryStore) store = NULL;
    g_autoptr(GError) error = NULL;

    if (!memory_store_check(wish->store, &error))
        return command_fail(STATUS_USAGE, error);
    store = memory_store_open(wish->store, !action->makes_store, 0, &error);
    if (store == NULL || !action->run(store, wish, &error))
        return command_fail(STATUS_FAILURE, error);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    Wish wish = {0};
    const Option entries[] = {
        {"below-depth", 0, "N", "Prune entries of searches below N plies",
         .number = &wish.below_depth, .min = 1, .max = MEMORY_MAX_DEPTH + 1},
        {NULL},
    };
    const Action *action;
    int status;

    if (!command_parse(&COMMAND_MEMORY, entries, &argc, &argv, 1, -1, &status))
        return status;
    action = find_action(argv[1]);
    if (action == NULL)
        return command_fail_text(STATUS_USAGE, "'%s' is not one of stats, import, export and prune",
                                 argv[1]);
    status = check_wish(action, argc - 1, &wish);
    if (status != STATUS_OK)
        return status;
    wish.store = argv[2];
    wish.file = argc > 3 ? argv[3] : NULL;
    return run_action(action, &wish);
}

const Command COMMAND_MEMORY = {
    .name = "memory",
    .arguments = "stats|import|export|prune STORE [FILE]",
    .summary = "Describe, fill or prune a memory of positions",
    .run = run,
};
