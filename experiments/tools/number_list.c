#include "experiments/tools/number_list.h"

#include <string.h>

#include "experiments/tools/error.h"

/* Reads "7" or "10-12". */
static bool parse_range(char *text, uint64_t max, NumberRange *out_range)
{
    char *dash = strchr(text, '-');
    guint64 first, last;

    if (dash != NULL)
        *dash = '\0';
    if (!g_ascii_string_to_unsigned(g_strstrip(text), 10, 1, max, &first, NULL))
        return false;
    last = first;
    if (dash != NULL &&
        !g_ascii_string_to_unsigned(g_strstrip(dash + 1), 10, first, max, &last, NULL))
        return false;
    *out_range = (NumberRange){first, last};
    return true;
}

static int compare_ranges(gconstpointer a, gconstpointer b)
{
    const NumberRange *x = a, *y = b;

    return (x->first > y->first) - (x->first < y->first);
}

/* Makes one of ranges that touch each other. */
static void merge_ranges(GArray *list)
{
    guint kept = 0;

    g_array_sort(list, compare_ranges);
    for (guint i = 1; i < list->len; i++) {
        NumberRange *last = &g_array_index(list, NumberRange, kept);
        const NumberRange next = g_array_index(list, NumberRange, i);
        if (next.first > last->last + 1)
            g_array_index(list, NumberRange, ++kept) = next;
        else
            last->last = MAX(last->last, next.last);
    }
    g_array_set_size(list, kept + 1);
}

GArray *number_list_parse(const char *text, uint64_t max, GError **error)
{
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(NumberRange));
    g_auto(GStrv) parts = g_strsplit(text, ",", -1);

    for (int i = 0; parts[i] != NULL; i++) {
        g_autofree char *part = g_strdup(parts[i]);
        NumberRange range;
        if (!parse_range(part, max, &range))
            return experiments_fail_usage(
                error,
                "'%s' is neither a whole number from 1 to %" G_GUINT64_FORMAT
                " nor an ascending range of such numbers",
                parts[i], max);
        g_array_append_val(list, range);
    }
    if (list->len == 0)
        return experiments_fail_usage(error, "the list contains no number");
    merge_ranges(list);
    return g_steal_pointer(&list);
}

uint64_t number_list_count(const GArray *list)
{
    uint64_t count = 0;

    for (guint i = 0; i < list->len; i++) {
        const NumberRange *range = &g_array_index(list, NumberRange, i);
        count += range->last - range->first + 1;
    }
    return count;
}
