#include "experiments/run/run_rows.h"

#include "experiments/run/records.h"
#include "experiments/tools/gzip.h"

RunRows run_rows_open(const char *folder)
{
    RunRows rows = {0};
    g_autoptr(GInputStream) bytes = NULL;

    if (folder == NULL)
        return rows;
    rows.path = g_build_filename(folder, TABLE_GAMES.file, NULL);
    bytes = gzip_open(folder, TABLE_GAMES.file, NULL);
    if (bytes != NULL)
        rows.lines = line_reader_new(bytes, rows.path);
    return rows;
}

void run_rows_close(RunRows *rows)
{
    g_clear_pointer(&rows->path, g_free);
    g_clear_pointer(&rows->lines, line_reader_free);
}

/* Goes on to the row of game @number; NULL if there is none. Valid until the next call. */
static const char *find(RunRows *rows, uint64_t number)
{
    const char *row;

    while (rows->lines != NULL && (row = line_reader_next(rows->lines, NULL, NULL)) != NULL)
        if (g_ascii_isdigit(*row) && g_ascii_strtoull(row, NULL, 10) == number)
            return row;
    return NULL;
}

RunRowsVerdict run_rows_compare(RunRows *rows, const Spec *spec, const MatchRecord *record,
                                char **out_row)
{
    const RunRow metrics = {.spec = spec, .record = record};
    const char *there = find(rows, record->job.number);
    g_autoptr(GString) here = g_string_new(NULL);

    *out_row = NULL;
    if (there == NULL)
        return RUN_ROWS_MISSING;
    table_append_row(here, records_games_table(spec), &metrics);
    g_string_truncate(here, here->len - 1); /* its line end */
    if (g_str_equal(there, here->str))
        return RUN_ROWS_SAME;
    *out_row = g_strdup(there);
    return RUN_ROWS_OTHER;
}
