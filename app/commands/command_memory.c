#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "board/chess.h"
#include "experiments/play/memory_csv.h"
#include "experiments/tables/sheet.h"
#include "experiments/tools/csv.h"
#include "players/memory/memory_store.h"

#define SECONDS_A_DAY 86400
#define MAX_DAYS 1000000

G_DEFINE_AUTOPTR_CLEANUP_FUNC(FILE, fclose)

/* What is asked for on the command line. */
typedef struct {
    const char *store;
    const char *file; /* NULL: standard input */
    const char *fen;  /* of the position to show */
    const char *game; /* the game of that position */
    bool as_csv;
    int64_t prune[MEMORY_PRUNE_COUNT]; /* the number of each rule; -1: the rule is not asked for */
} Wish;

/* What a word behind "memory" does. */
typedef struct {
    const char *name;
    int max_words; /* the word itself and what stands behind it */
    bool prints_csv, prunes, shows, makes_store;
    bool (*run)(MemoryStore *store, const Wish *wish, GError **error);
} Action;

typedef struct {
    const char *title, *of, *quantity;
} Heading;

static const Heading HEADINGS[MEMORY_BY_COUNT] = {
    [MEMORY_BY_GAME] = {"Entries by game", "game", "game"},
    [MEMORY_BY_DEPTH] = {"Entries by depth, in half moves", "depth", "depth"},
    [MEMORY_BY_BOUND] = {"Entries by what the metric says of the true one", "bound", "bound"},
    [MEMORY_BY_EVALUATION] = {"Entries by evaluation", "evaluation", "evaluation"},
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
        sheet_append_aligned(text, rows);
    }
    return true;
}

static void print_number(const char *quantity, uint64_t number, bool as_csv)
{
    printf("%s%s%" G_GUINT64_FORMAT "\n", quantity, as_csv ? ",," : " ", number);
}

static bool print_stats(MemoryStore *store, const Wish *wish, GError **error)
{
    g_autoptr(GString) counts = g_string_new(NULL);
    uint64_t total = 0, bytes;
    MemoryTally tally;

    for (int by = 0; by < MEMORY_BY_COUNT; by++)
        if (!append_counts(counts, store, (MemoryBy)by, wish->as_csv, &total, error))
            return false;
    if (!memory_store_size(store, &bytes, error) || !memory_store_tally(store, &tally, error))
        return false;
    if (wish->as_csv)
        puts("quantity,of,value");
    print_number("entries", total, wish->as_csv);
    print_number("bytes", bytes, wish->as_csv);
    print_number("sessions", tally.sessions, wish->as_csv);
    print_number("asked", tally.asked, wish->as_csv);
    print_number("found", tally.found, wish->as_csv);
    print_number("stored", tally.stored, wish->as_csv);
    print_number("lost", tally.lost, wish->as_csv);
    fputs(counts->str, stdout);
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

/* Adds a finding as a row: depth, bound, metric in pawns, move, positions, when, which player and
 * which evaluation. */
static bool add_finding(const MemoryEntry *entry, void *data)
{
    char time[MEMORY_TIME_SIZE];
    char **row = g_new0(char *, 9);

    memory_time_format(entry->found_at, time);
    row[0] = g_strdup_printf("%d", entry->depth);
    row[1] = g_strdup(memory_bound_name(entry->bound));
    row[2] = csv_format_fixed(entry->metric_cp / 100.0, 2);
    row[3] = g_strdup(entry->move);
    row[4] = g_strdup_printf("%" G_GUINT64_FORMAT, entry->nodes);
    row[5] = g_strdup(time);
    row[6] = g_strdup(entry->player);
    row[7] = g_strdup_printf("%016" G_GINT64_MODIFIER "x", entry->evaluation);
    g_ptr_array_add(data, row);
    return true;
}

static bool print_known_csv(MemoryStore *store, const MemoryEntry *position, GError **error)
{
    g_autoptr(GString) csv = g_string_new(NULL);

    puts(MEMORY_CSV_HEADER);
    return memory_store_each_of(store, position, print_entry, csv, error);
}

static bool show_position(MemoryStore *store, const Wish *wish, GError **error)
{
    static const char *const head[] = {"depth", "bound", "metric",     "move", "positions",
                                       "found", "by",    "evaluation", NULL};
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    g_autoptr(GString) text = g_string_new(NULL);
    const Game *game = game_by_name(wish->game);
    MemoryEntry position = {0};
    GameState state;

    if (game == NULL || !memory_remembers(game))
        return memory_refuse(error, "--game is '%s', not chess or antichess", wish->game);
    state = game->start();
    if (!game_read_state(game, wish->fen, &state, error))
        return false;
    memory_entry_set_position(&position, game, &state);
    if (wish->as_csv)
        return print_known_csv(store, &position, error);
    g_ptr_array_add(rows, g_strdupv((char **)head));
    if (!memory_store_each_of(store, &position, add_finding, rows, error))
        return false;
    printf("%s, %s\n", position.game, position.position);
    if (rows->len == 1) {
        puts("Nothing is known of it.");
        return true;
    }
    sheet_append_aligned(text, rows);
    fputs(text->str, stdout);
    return true;
}

/* How an import goes. */
typedef struct {
    MemoryBatch *batch;
    uint64_t read;
} Import;

static bool import_entry(const MemoryEntry *entry, void *data, GError **error)
{
    Import *import = data;

    import->read++;
    return memory_batch_add(import->batch, entry, error);
}

#define SQLITE_MAGIC "SQLite format 3"

/* Whether the file to read is another memory and not a table. */
static bool is_memory(const char *path)
{
    g_autoptr(FILE) file = path != NULL ? fopen(path, "rb") : NULL;
    char magic[sizeof SQLITE_MAGIC] = "";

    return file != NULL && fread(magic, 1, sizeof magic, file) == sizeof magic &&
           memcmp(magic, SQLITE_MAGIC, sizeof magic) == 0;
}

/* An import from another memory: what goes into the store, and errors. */
typedef struct {
    Import *import;
    GError *error;
} Merging;

static bool import_one(const MemoryEntry *entry, void *data)
{
    Merging *merging = data;

    return memory_entry_check(entry, &merging->error) &&
           import_entry(entry, merging->import, &merging->error);
}

static bool read_memory(const char *path, Import *import, GError **error)
{
    const MemoryStoreOptions options = {.must_exist = true};
    g_autoptr(MemoryStore) other = memory_store_open(path, &options, error);
    Merging merging = {.import = import};

    if (other == NULL || !memory_store_each(other, import_one, &merging, error))
        return false;
    if (merging.error == NULL)
        return true;
    g_propagate_error(error, merging.error);
    return false;
}

static bool read_all(FILE *file, const char *path, Import *import, GError **error)
{
    return is_memory(path) ? read_memory(path, import, error)
                           : memory_csv_read(file, path != NULL ? path : "standard input",
                                             import_entry, import, error);
}

static bool import_all(MemoryStore *store, FILE *file, const char *path, GError **error)
{
    g_autoptr(MemoryBatch) batch = memory_batch_new(store);
    Import import = {.batch = batch};
    uint64_t changed = 0;

    if (!memory_store_begin(store, error))
        return false;
    if (!read_all(file, path, &import, error) || !memory_batch_end(batch, &changed, error) ||
        !memory_store_commit(store, error)) {
        memory_store_rollback(store);
        return false;
    }
    fprintf(stderr,
            "%" G_GUINT64_FORMAT " entries read, %" G_GUINT64_FORMAT
            " of them new to the store or deeper\n",
            import.read, changed);
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
    good = import_all(store, file, wish->file, error);
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
    {.name = "show", .max_words = 2, .prints_csv = true, .shows = true, .run = show_position},
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

#define NO_RULE UINT64_MAX

/* Whether the options and the number of words are those of @action. */
static int check_wish(const Action *action, int words, const Wish *wish)
{
    bool any_rule = false;

    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++) {
        any_rule |= wish->prune[rule] >= 0;
        if (wish->prune[rule] >= 0 && !action->prunes)
            return command_fail_text(STATUS_USAGE, "%s is an option of prune, not of %s",
                                     PRUNE_OPTIONS[rule], action->name);
    }
    if (wish->as_csv && !action->prints_csv)
        return command_fail_text(
            STATUS_USAGE, "--format=csv is an option of stats and show, not of %s", action->name);
    if (wish->fen != NULL && !action->shows)
        return command_fail_text(STATUS_USAGE, "--fen is an option of show, not of %s",
                                 action->name);
    if (wish->fen == NULL && action->shows)
        return command_fail_text(STATUS_USAGE, "show wants --fen FEN, the position");
    if (words < 2)
        return command_fail_text(STATUS_USAGE, "STORE is missing after %s", action->name);
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
    uint64_t rules[MEMORY_PRUNE_COUNT] = {NO_RULE, NO_RULE, NO_RULE};
    static const char *const formats[] = {"text", "csv", NULL};
    Wish wish = {.game = GAME_CHESS.name};
    int format = 0;
    const Option entries[] = {
        {"format", 0, NULL, "Of stats and show (text)", .choice = &format, .choices = formats},
        {"fen", 0, "FEN", "The position to show", .text = &wish.fen},
        {"game", 0, "GAME", "The game of that position (chess)", .text = &wish.game},
        {"below-depth", 0, "N", "Prune entries of searches below N plies",
         .number = &rules[MEMORY_PRUNE_BELOW_DEPTH], .max = MEMORY_MAX_DEPTH + 1},
        {"older-than", 0, "DAYS", "Prune entries older than this",
         .number = &rules[MEMORY_PRUNE_BEFORE], .max = MAX_DAYS},
        {"keep", 0, "N", "Prune all but N entries: the deepest are kept, of these the youngest",
         .number = &rules[MEMORY_PRUNE_BEYOND], .max = G_MAXINT64},
        {NULL},
    };
    const Action *action;
    int status;

    if (!command_parse(&COMMAND_MEMORY, entries, &argc, &argv, 1, -1, &status))
        return status;
    action = find_action(argv[1]);
    if (action == NULL)
        return command_fail_text(
            STATUS_USAGE, "'%s' is not one of stats, show, import, export and prune", argv[1]);
    for (int rule = 0; rule < MEMORY_PRUNE_COUNT; rule++)
        wish.prune[rule] = rules[rule] != NO_RULE ? (int64_t)rules[rule] : -1;
    wish.as_csv = format == 1;
    status = check_wish(action, argc - 1, &wish);
    if (status != STATUS_OK)
        return status;
    wish.store = argv[2];
    wish.file = argc > 3 ? argv[3] : NULL;
    return run_action(action, &wish);
}

const Command COMMAND_MEMORY = {
    .name = "memory",
    .arguments = "stats|show|import|export|prune STORE [FILE]",
    .summary = "Show, fill or prune a memory of positions",
    .run = run,
};
