#include "experiments/play/memory_csv.h"

#include <errno.h>
#include <string.h>

#include "board/members.h"
#include "experiments/tools/csv.h"

#define KEY_DIGITS 16

typedef enum { CELL_TEXT, CELL_NUMBER, CELL_BOUND, CELL_TIME, CELL_KEY } CellType;

/* How each of MEMORY_MEMBERS is written. */
static const CellType CELLS[MEMORY_MEMBER_COUNT] = {
    CELL_TEXT,   CELL_TEXT, CELL_NUMBER, CELL_TEXT, CELL_BOUND, CELL_NUMBER,
    CELL_NUMBER, CELL_TIME, CELL_TEXT,   CELL_KEY,  CELL_KEY,
};

const char MEMORY_CSV_HEADER[] =
    "game,position,depth,move,bound,metric_cp,nodes,found_at,player,evaluation,key";

static void append_cell(GString *csv, size_t column, const MemoryEntry *entry)
{
    const Member *member = &MEMORY_MEMBERS[column];
    const void *value = member_at(member, entry);
    char time[MEMORY_TIME_SIZE];

    switch (CELLS[column]) {
    case CELL_TEXT:
        csv_append_text(csv, value);
        break;
    case CELL_NUMBER:
        csv_append_signed(csv, member_load(value, member->size));
        break;
    case CELL_BOUND:
        g_string_append(csv, MEMORY_BOUND_NAMES[*(const Bound *)value]);
        break;
    case CELL_TIME:
        memory_time_format(*(const int64_t *)value, time);
        g_string_append(csv, time);
        break;
    case CELL_KEY:
        g_string_append_printf(csv, "%016" G_GINT64_MODIFIER "x", *(const uint64_t *)value);
        break;
    }
}

void memory_csv_append(GString *csv, const MemoryEntry *entry)
{
    for (size_t i = 0; i < MEMORY_MEMBER_COUNT; i++) {
        append_cell(csv, i, entry);
        g_string_append_c(csv, i + 1 < MEMORY_MEMBER_COUNT ? ',' : '\n');
    }
}

static bool read_cell(const char *cell, size_t column, MemoryEntry *entry, GError **error)
{
    const Member *member = &MEMORY_MEMBERS[column];
    const char *name = member->name;
    const size_t size = member->size;
    const int64_t min = member->min, max = member->max;
    void *value = member_at(member, entry);
    int64_t number;

    switch (CELLS[column]) {
    case CELL_TEXT:
        return g_strlcpy(value, cell, size) < size ||
               memory_refuse(error, "%s '%s' is longer than %zu bytes", name, cell, size - 1);
    case CELL_NUMBER:
        if (!g_ascii_string_to_signed(cell, 10, min, max, &number, NULL))
            return memory_refuse(error,
                                 "%s is '%s', not a whole number from %" G_GINT64_FORMAT
                                 " to %" G_GINT64_FORMAT,
                                 name, cell, min, max);
        member_store(number, value, size);
        return true;
    case CELL_BOUND:
        number = text_place(cell, MEMORY_BOUND_NAMES, G_N_ELEMENTS(MEMORY_BOUND_NAMES));
        *(Bound *)value = (Bound)number;
        return number > BOUND_NONE ||
               memory_refuse(error, "bound is '%s', not upper, lower or exact", cell);
    case CELL_TIME:
        return memory_time_parse(cell, value, error);
    case CELL_KEY:
        return (strlen(cell) == KEY_DIGITS &&
                g_ascii_string_to_unsigned(cell, 16, 0, G_MAXUINT64, value, NULL)) ||
               memory_refuse(error, "%s is '%s', not %d hexadecimal digits", name, cell,
                             KEY_DIGITS);
    }
    g_assert_not_reached();
}

/* There is only one way to write a row, so that nothing is misread. */
static bool check_form(const char *line, const MemoryEntry *entry, GError **error)
{
    g_autoptr(GString) again = g_string_new(NULL);

    memory_csv_append(again, entry);
    g_string_truncate(again, again->len - 1);
    return g_str_equal(again->str, line) ||
           memory_refuse(error, "the row must be written as '%s'", again->str);
}

bool memory_csv_parse(const char *line, MemoryEntry *out_entry, GError **error)
{
    g_auto(GStrv) cells = NULL;
    MemoryEntry entry = {0};

    if (!g_utf8_validate(line, -1, NULL))
        return memory_refuse(error, "the row is not UTF-8");
    cells = csv_split(line);
    if (g_strv_length(cells) != MEMORY_MEMBER_COUNT)
        return memory_refuse(error, "the number of cells is %u, not %d", g_strv_length(cells),
                             MEMORY_MEMBER_COUNT);
    for (size_t i = 0; i < MEMORY_MEMBER_COUNT; i++)
        if (!read_cell(cells[i], i, &entry, error))
            return false;
    if (!memory_entry_check(&entry, error) || !check_form(line, &entry, error))
        return false;
    *out_entry = entry;
    return true;
}

#define MAX_LINE 4096 /* longer than any correct row */

/* The next line without its end; NULL with or, at the end of the file, without an error. */
static const char *next_line(FILE *file, char *line, GError **error)
{
    char *end;

    if (fgets(line, MAX_LINE, file) == NULL) {
        if (ferror(file))
            memory_refuse(error, "it cannot be read: %s", g_strerror(errno));
        return NULL;
    }
    end = strchr(line, '\n');
    if (end != NULL) {
        *end = '\0';
        return line;
    }
    memory_refuse(error, strlen(line) == MAX_LINE - 1 ? "the line is too long"
                         : feof(file) && *line != '\0'
                             ? "the last line is incomplete: the file is truncated"
                             : "the line contains a NUL character");
    return NULL;
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
