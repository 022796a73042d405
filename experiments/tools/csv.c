#include "experiments/tools/csv.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

int csv_format_number(uint64_t number, char out_text[static CSV_NUMBER_SIZE])
{
    char digits[CSV_NUMBER_SIZE];
    int first = CSV_NUMBER_SIZE;
    int length;

    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    length = CSV_NUMBER_SIZE - first;
    memcpy(out_text, digits + first, (size_t)length);
    return length;
}

void csv_append_number(GString *csv, uint64_t number)
{
    const size_t before = csv->len;

    g_string_set_size(csv, before + CSV_NUMBER_SIZE);
    g_string_set_size(csv, before + (size_t)csv_format_number(number, csv->str + before));
}

void csv_append_signed(GString *csv, int64_t number)
{
    if (number < 0)
        g_string_append_c(csv, '-');
    csv_append_number(csv, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

#define MOST_SCALED 9e18 /* fits int64_t */

void csv_append_fixed(GString *csv, double value, int decimals)
{
    int64_t unit = 1, scaled, fraction;

    for (int i = 0; i < decimals; i++)
        unit *= 10;
    if (fabs(value) * (double)unit >= MOST_SCALED) { /* only in foreign files */
        g_string_append_printf(csv, "%.0f", value);
        return;
    }
    scaled = llround(value * (double)unit);
    if (scaled < 0)
        g_string_append_c(csv, '-');
    scaled = ABS(scaled);
    csv_append_number(csv, (uint64_t)(scaled / unit));
    if (decimals == 0)
        return;
    g_string_append_c(csv, '.');
    fraction = scaled % unit;
    for (int64_t digit = unit / 10; digit > 0; digit /= 10)
        g_string_append_c(csv, (char)('0' + fraction / digit % 10));
}

char *csv_format_fixed(double value, int decimals)
{
    GString *text = g_string_new(NULL);

    csv_append_fixed(text, value, decimals);
    return g_string_free(text, FALSE);
}

/* Whether @text, apart from apostrophes before it, begins as a formula does. */
static bool is_formula(const char *text)
{
    while (*text == '\'')
        text++;
    return *text != '\0' && strchr("=+-@\t\r", *text) != NULL;
}

void csv_append_text(GString *csv, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n") != NULL;

    if (quoted)
        g_string_append_c(csv, '"');
    if (is_formula(text))
        g_string_append_c(csv, '\'');
    if (!quoted) {
        g_string_append(csv, text);
        return;
    }
    for (; *text != '\0'; text++) {
        if (*text == '"')
            g_string_append_c(csv, '"');
        g_string_append_c(csv, *text);
    }
    g_string_append_c(csv, '"');
}

/* Ends @cell, and takes the apostrophe off that keeps it from being a formula. */
static void add_cell(GPtrArray *cells, GString *cell)
{
    g_ptr_array_add(cells, g_strdup(cell->str + (*cell->str == '\'' && is_formula(cell->str))));
    g_string_truncate(cell, 0);
}

char **csv_split(const char *line)
{
    GPtrArray *cells = g_ptr_array_new();
    g_autoptr(GString) cell = g_string_new(NULL);
    bool quoted = false;

    for (; *line != '\0'; line++) {
        if (quoted && line[0] == '"' && line[1] == '"') {
            g_string_append_c(cell, *line++);
        } else if (*line == '"') {
            quoted = !quoted;
        } else if (*line == ',' && !quoted) {
            add_cell(cells, cell);
        } else {
            g_string_append_c(cell, *line);
        }
    }
    add_cell(cells, cell);
    g_ptr_array_add(cells, NULL);
    return (char **)g_ptr_array_free(cells, FALSE);
}
