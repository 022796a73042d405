#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "experiments/play/memory_csv.h"
#include "experiments/report/report.h"
#include "experiments/tools/csv.h"
#include "players/memory/memory_store.h"

#define SECONDS_A_DAY 86400
#define MAX_DAYS 1000000

/* What is asked for on the command line. */
typedef struct {
    const char *store;
    const char *file; /* NULL: standard input */
    bool as_csv;
    int64_t prune[MEMORY_PRUNE_COUNT]; /* the number of each rule; -1: the rule is not asked for */
} Wish;

/* What a word behind "memory" does. */
typedef struct {
    const char *name;
    int max_words; /* the word itself and what stands behind it */
    bool prints_csv, prunes, makes_store;
    bool (*run)(MemoryStore *store, const Wish *wish, GError **error);
} Action;

typedef struct {
    const char *title, *of, *quantity;
} Heading;

static const Heading HEADINGS[MEMORY_BY_COUNT] = {
    [MEMORY_BY_GAME] = {"Entries by game", "game", "game"},
    [MEMORY_BY_DEPTH] = {"Entries by depth, in half moves", "depth", "depth"},
    [MEMORY_BY_PLAYER] = {"Entries by player", "player", "player"},
};

/* The counts by one heading, as rows of two texts. */
typedef struct {
    GPtrArray *rows;
    uint64_t total;
} Counts;

static void add_row(GPtrArray *rows, const char *of, const char *number)
{
    char **row = g_new0(char *, 3);

    row[0] = g_strdup(of);
    row[1] = g_strdup(number);
    g_ptr_array_add(rows, row);
}

static void add_count(const char *of, uint64_t entries, void *data)
{
    Counts *counts = data;
    g_autofree char *number = g_strdup_printf("%" G_GUINT64_FORMAT, entries);

    add_row(counts->rows, of, number);
    counts->total += entries;
}

static void append_csv_row(GString *text, const char *quantity, const char *of, const char *value)
{
    g_string_append_printf(text, "%s,", quantity);
    csv_append_text(text, of);
    g_string_append_printf(text, ",%s\n", value);
}

/* Appends the counts by one heading, if there are any; as a table with a title or as CSV. */
static bool append_counts(GString *text, MemoryStore *store, MemoryBy by, bool as_csv,
                          uint64_t *out_total, GError **error)
{
    const Heading *heading = &HEADINGS[by];
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    Counts counts = {.rows = rows};

    if (!as_csv)
        add_row(rows, heading->of, "entries");
    if (!memory_store_count(store, by, add_count, &counts, error))
        return false;
    *out_total = counts.total;
    if (as_csv) {
        for (guint i = 0; i < rows->len; i++) {
            char **row = rows->pdata[i];
            append_csv_row(text, heading->quantity, row[0], row[1]);
        }
    } else if (rows->len > 1) {
        g_string_append_printf(text, "\n%s\n", heading->title);
        report_append_rows(text, rows);
    }
    return true;
}

static bool print_stats(MemoryStore *store, const Wish *wish, GError **error)
{
    g_autoptr(GString) counts = g_string_new(NULL);
    uint64_t total = 0, bytes;

    for (int by = 0; by < MEMORY_BY_COUNT; by++)
        if (!append_counts(counts, store, (MemoryBy)by, wish->as_csv, &total, error))
            return false;
    if (!memory_store_size(store, &bytes, error))
        return false;
    if (wish->as_csv)
        printf("quantity,of,value\nentries,,%" G_GUINT64_FORMAT "\nbytes,,%" G_GUINT64_FORMAT
               "\n%s",
               total, bytes, counts->str);
    else
        printf("entries %" G_GUINT64_FORMAT "\nbytes %" G_GUINT64_FORMAT "\n%s", total, bytes,
               counts->str);
    return true;
}

static bool print_entry(const MemoryEntry *entry, void *data)
{
    GString *csv = data;

    g_string_truncate(csv, 0);
    memory_csv_append(csv, entry);
    fwrite(csv->str, 1, csv->len, stdout);
    return !ferror(stdout);
}

static bool export_entries(MemoryStore *store, G_GNUC_UNUSED const Wish *wish, GError **error)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    puts(MEMORY_CSV_HEADER);
    return memory_store_each(store, print_entry, csv, error);
}

/* How an import goes. */
typedef struct {
    MemoryStore *store;
    uint64_t read, changed;
} Import;

static bool import_entry(const MemoryEntry *entry, void *data, GError **error)
{
    Import *import = data;
    bool changed;

    if (!memory_store_put(import->store, entry, &changed, error))
        return false;
    import->read++;
    import->changed += changed;
    return true;
}

static bool import_all(MemoryStore *store, FILE *file, const char *name, GError **error)
{
    Import import = {.store = store};

    if (!memory_store_begin(store, error))
        return false;
    if (!memory_csv_read(file, name, import_entry, &import, error) ||
        !memory_store_commit(store, error)) {
        memory_store_rollback(store);
        return false;
    }
    fprintf(stderr,
            "%" G_GUINT64_FORMAT " entries read, %" G_GUINT64_FORMAT
            " of them new to the store or deeper\n",
            import.read, import.changed);
    return true;
}

static bool import_entries(MemoryStore *store, const Wish *wish, GError **error)
{
    FILE *file = wish->file != NULL ? fopen(wish->file, "rb") : stdin;
    bool good;

    if (file == NULL) {
        const int cause = errno;
        g_set_error(error, G_FILE_ERROR, g_file_error_from_errno(cause), "%s: %s", wish->file,
                    g_strerror(cause));
        return false;
    }
    good = import_all(store, file, wish->file != NULL ? wish->file : "standard input", error);
    if (file != stdin)
        fclose(file);
    return good;
}

static const char *const PRUNE_OPTIONS[MEMORY_PRUNE_COUNT] = {
    [MEMORY_PRUNE_BELOW_DEPTH] = "--below-depth",
    [MEMORY_PRUNE_BEFORE] = "--older-than",
    [MEMORY_PRUNE_BEYOND] = "--keep",
};

static bool prune_by_rules(MemoryStore *store, const Wish *wish,
                           uint64_t removed[MEMORY_PRUNE_COUNT], GError **error)
{
    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++) {
        int64_t number = wish->prune[rule];

        if (number < 0)
            continue;
        if (rule == MEMORY_PRUNE_BEFORE)
            number = g_get_real_time() / G_USEC_PER_SEC - number * SECONDS_A_DAY;
        if (!memory_store_prune(store, (MemoryPrune)rule, number, &removed[rule], error))
            return false;
    }
    return true;
}

static void ignore_count(G_GNUC_UNUSED const char *of, uint64_t entries, void *data)
{
    *(uint64_t *)data += entries;
}

static bool prune_entries(MemoryStore *store, const Wish *wish, GError **error)
{
    uint64_t removed[MEMORY_PRUNE_COUNT] = {0}, left = 0;

    if (!memory_store_begin(store, error))
        return false;
    if (!prune_by_rules(store, wish, removed, error) ||
        !memory_store_count(store, MEMORY_BY_GAME, ignore_count, &left, error) ||
        !memory_store_commit(store, error)) {
        memory_store_rollback(store);
        return false;
    }
    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++)
        if (wish->prune[rule] >= 0)
            printf("%s %" G_GINT64_FORMAT " removed %" G_GUINT64_FORMAT "\n", PRUNE_OPTIONS[rule],
                   wish->prune[rule], removed[rule]);
    printf("left %" G_GUINT64_FORMAT "\n", left);
    return true;
}

static const Action ACTIONS[] = {
    {.name = "stats", .max_words = 2, .prints_csv = true, .run = print_stats},
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

static int read_rules(char *const texts[MEMORY_PRUNE_COUNT], Wish *wish)
{
    static const uint64_t max[MEMORY_PRUNE_COUNT] = {
        [MEMORY_PRUNE_BELOW_DEPTH] = MEMORY_MAX_DEPTH + 1,
        [MEMORY_PRUNE_BEFORE] = MAX_DAYS,
        [MEMORY_PRUNE_BEYOND] = G_MAXINT64,
    };

    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++) {
        g_autoptr(GError) error = NULL;
        uint64_t number = 0;

        if (!command_read_number(PRUNE_OPTIONS[rule], texts[rule], 0, max[rule], &number, &error))
            return command_fail(STATUS_USAGE, error);
        wish->prune[rule] = texts[rule] != NULL ? (int64_t)number : -1;
    }
    return STATUS_OK;
}

/* Whether the options and the number of words are those of @action. */
static int check_wish(const Action *action, int words, const Wish *wish)
{
    bool any_rule = false;

    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++) {
        any_rule |= wish->prune[rule] >= 0;
        if (wish->prune[rule] >= 0 && !action->prunes)
            return command_fail_text(STATUS_USAGE, "%s is of prune, not of %s", PRUNE_OPTIONS[rule],
                                     action->name);
    }
    if (wish->as_csv && !action->prints_csv)
        return command_fail_text(STATUS_USAGE, "--csv is of stats, not of %s", action->name);
    if (words < 2)
        return command_fail_text(STATUS_USAGE, "STORE is missing behind %s", action->name);
    if (words > action->max_words)
        return command_fail_text(STATUS_USAGE, "too many words behind %s; '%s --help' explains",
                                 action->name, g_get_prgname());
    if (action->prunes && !any_rule)
        return command_fail_text(STATUS_USAGE,
                                 "prune wants at least one of --below-depth, --older-than, --keep");
    return STATUS_OK;
}

static int run_action(const Action *action, const Wish *wish)
{
    const MemoryStoreOptions options = {.must_exist = !action->makes_store};
    g_autoptr(MemoryStore) store = NULL;
    g_autoptr(GError) error = NULL;

    if (!memory_store_check(wish->store, &error))
        return command_fail(STATUS_USAGE, error);
    store = memory_store_open(wish->store, &options, &error);
    if (store == NULL || !action->run(store, wish, &error))
        return command_fail(STATUS_FAILURE, error);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    g_autofree char *below_depth = NULL, *older_than = NULL, *keep = NULL;
    gboolean as_csv = FALSE;
    const GOptionEntry entries[] = {
        {"csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print stats as CSV", NULL},
        {"below-depth", 0, 0, G_OPTION_ARG_STRING, &below_depth,
         "Prune what was searched less than N half moves deep", "N"},
        {"older-than", 0, 0, G_OPTION_ARG_STRING, &older_than,
         "Prune what was found more than N days ago", "DAYS"},
        {"keep", 0, 0, G_OPTION_ARG_STRING, &keep,
         "Prune all but N: the deepest, and of these the youngest, stay", "N"},
        {NULL},
    };
    const Action *action;
    Wish wish = {0};
    int status;

    if (!command_parse(&COMMAND_MEMORY, entries, &argc, &argv, 1, -1, &status))
        return status;
    action = find_action(argv[1]);
    if (action == NULL)
        return command_fail_text(STATUS_USAGE, "'%s' is none of stats, import, export and prune",
                                 argv[1]);
    wish.as_csv = as_csv;
    status = read_rules((char *const[MEMORY_PRUNE_COUNT]){below_depth, older_than, keep}, &wish);
    if (status == STATUS_OK)
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
    .summary = "Look after a memory of positions",
    .details =
        "A memory keeps what players have found out about positions by searching. STORE is the\n"
        "path of a file, or the URL of a database of PostgreSQL, which many machines can share:\n"
        "postgresql://USER:PASSWORD@MACHINE/DATABASE. It may be in use meanwhile.\n"
        "\n"
        "  stats   how many entries there are, by game, depth and player, and the bytes they "
        "take;\n"
        "          with --csv rows of quantity, of, value\n"
        "  export  prints all entries as CSV, ordered by game and position\n"
        "  import  reads such CSV from FILE, or standard input, and makes the store if there is\n"
        "          none. Of two searches of a position the deeper one stays. If a line is wrong\n"
        "          nothing is imported\n"
        "  prune   removes entries by any of the rules, and says how many each has removed\n"
        "\n"
        "Examples:\n"
        "  agentchess memory stats memory.db\n"
        "  agentchess memory export memory.db >memory.csv\n"
        "  agentchess memory import postgresql://chess@server/chess memory.csv\n"
        "  agentchess memory prune memory.db --below-depth 3 --keep 1000000",
    .run = run,
};
