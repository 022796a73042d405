#include "experiments/report.h"

/* A square table of texts, row by row; row 0 and column 0 hold the names. */
typedef struct {
    guint size;
    char **cells;
} Table;

static char **cell_at(const Table *table, int row, int column)
{
    return &table->cells[(guint)row * table->size + (guint)column];
}

static Table fill_table(const Spec *spec, const Totals *totals)
{
    Table table = {.size = (guint)spec->player_count + 1};

    table.cells = g_new0(char *, (gsize)table.size *table.size + 1);
    for (int i = 0; i < spec->player_count; i++) {
        *cell_at(&table, 0, i + 1) = g_strdup(spec->players[i].name);
        *cell_at(&table, i + 1, 0) = g_strdup(spec->players[i].name);
        *cell_at(&table, i + 1, i + 1) = g_strdup("X");
    }
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pairing = &spec->pairings[i];
        const PairingTotals *result = &totals->pairings[i];
        *cell_at(&table, pairing->player + 1, pairing->opponent + 1) =
            g_strdup_printf("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                            result->wins, result->losses, result->draws);
        *cell_at(&table, pairing->opponent + 1, pairing->player + 1) = g_strdup("-");
    }
    for (guint i = 0; i < table.size * table.size; i++)
        if (table.cells[i] == NULL)
            table.cells[i] = g_strdup("");
    return table;
}

static glong width_of_column(const Table *table, guint column)
{
    glong width = 0;

    for (guint row = 0; row < table->size; row++)
        width = MAX(width, g_utf8_strlen(*cell_at(table, (int)row, (int)column), -1));
    return width;
}

static void append_blanks(GString *text, glong count)
{
    for (; count > 0; count--)
        g_string_append_c(text, ' ');
}

/* Names stand to the left, results to the right. */
static void append_row(GString *text, const Table *table, int row, const glong *widths)
{
    for (int column = 0; column < (int)table->size; column++) {
        const char *cell = *cell_at(table, row, column);
        const glong padding = widths[column] - g_utf8_strlen(cell, -1);

        append_blanks(text, column > 0 ? padding + 2 : 0);
        g_string_append(text, cell);
        append_blanks(text, column == 0 ? padding : 0);
    }
    while (text->str[text->len - 1] == ' ')
        g_string_truncate(text, text->len - 1);
    g_string_append_c(text, '\n');
}

char *report_cross_table(const Spec *spec, const Totals *totals)
{
    Table table = fill_table(spec, totals);
    g_autofree glong *widths = g_new(glong, table.size);
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < table.size; i++)
        widths[i] = width_of_column(&table, i);
    for (int row = 0; row < (int)table.size; row++)
        append_row(text, &table, row, widths);
    g_strfreev(table.cells);
    return g_string_free(text, FALSE);
}

#define BAR_WIDTH 16 /* leaves room for the rest in 80 columns */
#define GREEN "\033[32m"
#define PLAIN "\033[0m"

/* "0:07", "12:34", "100:00:00". */
static void append_duration(GString *text, double seconds)
{
    const int64_t whole = (int64_t)seconds;

    if (whole >= 3600)
        g_string_append_printf(text, "%" G_GINT64_FORMAT ":%02d:%02d", whole / 3600,
                               (int)(whole / 60 % 60), (int)(whole % 60));
    else
        g_string_append_printf(text, "%d:%02d", (int)(whole / 60), (int)(whole % 60));
}

static void append_score(GString *text, const Spec *spec, const RunnerProgress *progress)
{
    const SpecPairing *pairing = &spec->pairings[progress->pairing];

    g_string_append_printf(
        text, "  %s - %s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
        spec->players[pairing->player].name, spec->players[pairing->opponent].name, progress->wins,
        progress->losses, progress->draws);
}

static char *describe_progress(const Spec *spec, const RunnerProgress *progress)
{
    GString *text = g_string_new(NULL);
    const uint64_t played = progress->done - progress->done_before;
    const double rate = progress->seconds > 0 ? (double)played / progress->seconds : 0;

    g_string_append_printf(text, " %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " games",
                           progress->done, progress->total);
    if (played > 0 && rate > 0) {
        g_string_append_printf(text, "  %.*f games/s  ", rate < 10 ? 1 : 0, rate);
        append_duration(text, (double)(progress->total - progress->done) / rate);
        g_string_append(text, " left");
        append_score(text, spec, progress);
    }
    return g_string_free(text, FALSE);
}

char *report_progress(const Spec *spec, const RunnerProgress *progress, int width, bool color)
{
    const int filled = (int)(progress->done * BAR_WIDTH / progress->total);
    g_autofree char *description = describe_progress(spec, progress);
    g_autofree char *fitting = g_utf8_substring(
        description, 0, CLAMP(width - BAR_WIDTH - 2, 0, g_utf8_strlen(description, -1)));
    GString *text = g_string_new("[");

    g_string_append(text, color ? GREEN : "");
    for (int i = 0; i < BAR_WIDTH; i++)
        g_string_append_c(text, i < filled ? '#' : '.');
    g_string_append(text, color ? PLAIN : "");
    g_string_append_printf(text, "]%s", fitting);
    return g_string_free(text, FALSE);
}
