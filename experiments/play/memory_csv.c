#include "experiments/play/memory_csv.h"

#include <errno.h>
#include <string.h>

#include "experiments/tools/csv.h"

#define KEY_DIGITS 16

enum {
    COLUMN_GAME,
    COLUMN_POSITION,
    COLUMN_DEPTH,
    COLUMN_MOVE,
    COLUMN_BOUND,
    COLUMN_METRIC,
    COLUMN_NODES,
    COLUMN_FOUND_AT,
    COLUMN_PLAYER,
    COLUMN_EVALUATION,
    COLUMN_KEY,
    COLUMN_COUNT
};

const char MEMORY_CSV_HEADER[] =
    "game,position,depth,move,bound,metric_cp,nodes,found_at,player,evaluation,key";

void memory_csv_append(GString *csv, const MemoryEntry *entry)
{
    char time[MEMORY_TIME_SIZE];

    memory_time_format(entry->found_at, time);
    csv_append_text(csv, entry->game);
    g_string_append_c(csv, ',');
    csv_append_text(csv, entry->position);
    g_string_append_c(csv, ',');
    csv_append_signed(csv, entry->depth);
    g_string_append_c(csv, ',');
    csv_append_text(csv, entry->move);
    g_string_append_printf(csv, ",%s,", memory_bound_name(entry->bound));
    csv_append_signed(csv, entry->metric_cp);
    g_string_append_c(csv, ',');
    csv_append_number(csv, entry->nodes);
    g_string_append_printf(csv, ",%s,", time);
    csv_append_text(csv, entry->player);
    g_string_append_printf(csv, ",%016" G_GINT64_MODIFIER "x,%016" G_GINT64_MODIFIER "x\n",
                           entry->evaluation, entry->key);
}

static bool read_text(const char *what, const char *cell, char *out_text, size_t size,
                      GError **error)
{
    return g_strlcpy(out_text, cell, size) < size ||
           memory_refuse(error, "%s '%s' is longer than %d bytes", what, cell, (int)size - 1);
}

static bool read_number(const char *what, const char *cell, int64_t min, int64_t max,
                        int64_t *out_number, GError **error)
{
    return g_ascii_string_to_signed(cell, 10, min, max, out_number, NULL) ||
           memory_refuse(error,
                         "%s is '%s', not a whole number from %" G_GINT64_FORMAT
                         " to %" G_GINT64_FORMAT,
                         what, cell, min, max);
}

static bool read_key(const char *what, const char *cell, uint64_t *out_key, GError **error)
{
    return (strlen(cell) == KEY_DIGITS &&
            g_ascii_string_to_unsigned(cell, 16, 0, G_MAXUINT64, out_key, NULL)) ||
           memory_refuse(error, "%s is '%s', not %d hexadecimal digits", what, cell, KEY_DIGITS);
}

static bool read_bound(const char *cell, Bound *out_bound, GError **error)
{
    *out_bound = memory_bound_of(cell);
    return *out_bound != BOUND_NONE ||
           memory_refuse(error, "bound is '%s', not upper, lower or exact", cell);
}

static bool read_cells(char **cells, MemoryEntry *entry, GError **error)
{
    int64_t depth, metric, nodes;

    if (!read_text("game", cells[COLUMN_GAME], entry->game, sizeof entry->game, error) ||
        !read_text("position", cells[COLUMN_POSITION], entry->position, sizeof entry->position,
                   error) ||
        !read_number("depth", cells[COLUMN_DEPTH], 0, MEMORY_MAX_DEPTH, &depth, error) ||
        !read_text("move", cells[COLUMN_MOVE], entry->move, sizeof entry->move, error) ||
        !read_bound(cells[COLUMN_BOUND], &entry->bound, error) ||
        !read_number("metric_cp", cells[COLUMN_METRIC], -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC,
                     &metric, error) ||
        !read_number("nodes", cells[COLUMN_NODES], 0, G_MAXINT64, &nodes, error) ||
        !memory_time_parse(cells[COLUMN_FOUND_AT], &entry->found_at, error) ||
        !read_text("player", cells[COLUMN_PLAYER], entry->player, sizeof entry->player, error) ||
        !read_key("evaluation", cells[COLUMN_EVALUATION], &entry->evaluation, error) ||
        !read_key("key", cells[COLUMN_KEY], &entry->key, error))
        return false;
    entry->depth = (int)depth;
    entry->metric_cp = (int)metric;
    entry->nodes = (uint64_t)nodes;
    return true;
}

/* There is only one way to write a row, so that nothing is misread. */
static bool check_form(const char *line, const MemoryEntry *entry, GError **error)
{
    g_autoptr(GString) again = g_string_new(NULL);

    memory_csv_append(again, entry);
    g_string_truncate(again, again->len - 1);
    return g_str_equal(again->str, line) ||
           memory_refuse(error, "the row must be written '%s'", again->str);
}

bool memory_csv_parse(const char *line, MemoryEntry *out_entry, GError **error)
{
    g_auto(GStrv) cells = NULL;
    MemoryEntry entry = {0};
    guint count;

    if (!g_utf8_validate(line, -1, NULL))
        return memory_refuse(error, "the row is not UTF-8");
    cells = csv_split(line);
    count = g_strv_length(cells);
    if (count != COLUMN_COUNT)
        return memory_refuse(error, "the row has %u cells, not %d", count, COLUMN_COUNT);
    if (!read_cells(cells, &entry, error) || !memory_entry_check(&entry, error) ||
        !check_form(line, &entry, error))
        return false;
    *out_entry = entry;
    return true;
}

#define MAX_LINE 4096 /* longer than any correct row */

/* The next line without its end; NULL with or, at the end of the file, without an error. */
static const char *next_line(FILE *file, char *line, GError **error)
{
    size_t length = 0;
    int c;

    while ((c = getc(file)) != EOF && c != '\n') {
        if (c == '\0' || length == MAX_LINE - 1) {
            memory_refuse(error,
                          c == '\0' ? "the line has a NUL character" : "the line is too long");
            return NULL;
        }
        line[length++] = (char)c;
    }
    if (ferror(file)) {
        memory_refuse(error, "it cannot be read: %s", g_strerror(errno));
        return NULL;
    }
    if (c == EOF && length > 0) {
        memory_refuse(error, "the last line is incomplete: the file is truncated");
        return NULL;
    }
    line[length] = '\0';
    return c != EOF ? line : NULL;
}

static bool read_line(FILE *file, char *line, bool is_first, MemoryCsvVisit visit, void *data,
                      bool *out_more, GError **error)
{
    MemoryEntry entry;
    GError *fault = NULL;

    *out_more = next_line(file, line, &fault) != NULL;
    if (fault != NULL) {
        g_propagate_error(error, fault);
        return false;
    }
    if (is_first)
        return (*out_more && g_str_equal(line, MEMORY_CSV_HEADER)) ||
               memory_refuse(error, "the header is not '%s'", MEMORY_CSV_HEADER);
    return !*out_more || (memory_csv_parse(line, &entry, error) && visit(&entry, data, error));
}

bool memory_csv_read(FILE *file, const char *name, MemoryCsvVisit visit, void *data, GError **error)
{
    char line[MAX_LINE];
    bool more = true;

    for (unsigned number = 1; more; number++)
        if (!read_line(file, line, number == 1, visit, data, &more, error)) {
            g_prefix_error(error, "%s:%u: ", name, number);
            return false;
        }
    return true;
}
