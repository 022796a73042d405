#include "experiments/spec/factors.h"

#include <string.h>

#include "agents/beyond/logic_text.h"
#include "agents/logic.h"
#include "agents/random.h"
#include "experiments/tools/error.h"

#define FACTORS_STREAM (UINT64_C(3) << 61) /* of the chance of designs; no job has that number */

void factors_clear(Factors *factors)
{
    for (int i = 0; i < factors->count; i++) {
        g_free(factors->factor[i].key);
        g_strfreev(factors->factor[i].values);
    }
    g_free(factors->design);
    g_free(factors->chosen);
    *factors = (Factors){0};
}

/* Appends @text, or the integers of "1..7". */
static bool append_values(GPtrArray *values, const char *text, GError **error)
{
    g_auto(GStrv) ends = g_strsplit(text, "..", -1);
    gint64 low, high;

    if (g_strv_length(ends) != 2 ||
        !g_ascii_string_to_signed(ends[0], 10, G_MININT32, G_MAXINT32, &low, NULL) ||
        !g_ascii_string_to_signed(ends[1], 10, G_MININT32, G_MAXINT32, &high, NULL)) {
        g_ptr_array_add(values, g_strdup(text));
        return true;
    }
    if (high < low || high - low >= FACTORS_MAX_VALUES)
        return experiments_fail(error, "'%s' is not an ascending range of at most %d integers",
                                text, FACTORS_MAX_VALUES);
    for (gint64 value = low; value <= high; value++)
        g_ptr_array_add(values, g_strdup_printf("%" G_GINT64_FORMAT, value));
    return true;
}

static bool check_values(const SpecFactor *factor, GError **error)
{
    if (factor->count < 2 || factor->count > FACTORS_MAX_VALUES)
        return experiments_fail(error,
                                "a factor requires 2 to %d values, such as 'off; on', not %d",
                                FACTORS_MAX_VALUES, factor->count);
    for (int i = 0; i < factor->count; i++) {
        if (*factor->values[i] == '\0')
            return experiments_fail(error, "a value is empty");
        for (int j = 0; j < i; j++)
            if (g_str_equal(factor->values[i], factor->values[j]))
                return experiments_fail(error, "'%s' is given twice", factor->values[i]);
    }
    return true;
}

bool factors_add(Factors *factors, const char *key, const char *values, GError **error)
{
    g_auto(GStrv) words = g_strsplit(values, ";", -1);
    SpecFactor *factor = &factors->factor[factors->count];
    GPtrArray *list;
    bool good = true;

    if (factors->count == FACTORS_MAX)
        return experiments_fail(error, "there are more than %d factors", FACTORS_MAX);
    list = g_ptr_array_new();
    for (int i = 0; good && words[i] != NULL; i++)
        good = append_values(list, g_strstrip(words[i]), error);
    factor->key = g_strdup(key);
    factor->count = (int)list->len;
    g_ptr_array_add(list, NULL);
    factor->values = (char **)g_ptr_array_free(list, FALSE);
    factors->count++;
    return good && check_values(factor, error);
}

static bool fail_cells(GError **error)
{
    return experiments_fail(error,
                            "there are more than %d cells: remove some factors, or set "
                            "design = one-at-a-time or random N",
                            FACTORS_MAX_CELLS);
}

static void set_cells(Factors *factors, int cells)
{
    g_assert(cells > 0 && cells <= FACTORS_MAX_CELLS);
    factors->cells = cells;
    factors->chosen = g_new0(uint8_t, (gsize)cells * FACTORS_MAX);
}

static bool make_all(Factors *factors, GError **error)
{
    int cells = 1;

    for (int i = 0; i < factors->count; i++) {
        cells *= factors->factor[i].count;
        if (cells > FACTORS_MAX_CELLS)
            return fail_cells(error);
    }
    set_cells(factors, cells);
    for (int cell = 0; cell < cells; cell++)
        for (int i = factors->count - 1, rest = cell; i >= 0; i--) {
            factors->chosen[cell * factors->count + i] = (uint8_t)(rest % factors->factor[i].count);
            rest /= factors->factor[i].count;
        }
    return true;
}

static bool make_one_at_a_time(Factors *factors, GError **error)
{
    int cells = 1;

    for (int i = 0; i < factors->count; i++)
        cells += factors->factor[i].count - 1;
    if (cells > FACTORS_MAX_CELLS)
        return fail_cells(error);
    set_cells(factors, cells);
    for (int i = 0, cell = 1; i < factors->count; i++)
        for (int value = 1; value < factors->factor[i].count; value++, cell++)
            factors->chosen[cell * factors->count + i] = (uint8_t)value;
    return true;
}

/* Whether the combination of @cell is that of a cell before it. */
static bool is_repeated(const Factors *factors, int cell)
{
    const gsize size = (gsize)factors->count;

    for (int i = 0; i < cell; i++)
        if (memcmp(&factors->chosen[(gsize)i * size], &factors->chosen[(gsize)cell * size], size) ==
            0)
            return true;
    return false;
}

static bool make_random(Factors *factors, guint64 cells, guint64 seed, GError **error)
{
    Random random = random_for_job(seed, FACTORS_STREAM);
    guint64 all = 1;

    for (int i = 0; i < factors->count && all < cells; i++)
        all *= (guint64)factors->factor[i].count;
    if (cells > all)
        return experiments_fail(
            error, "N is greater than the number of combinations, %" G_GUINT64_FORMAT, all);
    set_cells(factors, (int)cells);
    for (int cell = 0; cell < factors->cells; cell++)
        do
            for (int i = 0; i < factors->count; i++)
                factors->chosen[cell * factors->count + i] =
                    (uint8_t)random_below(&random, (uint32_t)factors->factor[i].count);
        while (is_repeated(factors, cell));
    return true;
}

bool factors_make_cells(Factors *factors, const char *design, guint64 seed, GError **error)
{
    static const char random[] = "random ";
    guint64 cells;

    g_free(factors->design);
    factors->design = g_strdup(design);
    if (g_str_equal(design, "full"))
        return make_all(factors, error);
    if (g_str_equal(design, "one-at-a-time"))
        return make_one_at_a_time(factors, error);
    if (g_str_has_prefix(design, random) &&
        g_ascii_string_to_unsigned(design + strlen(random), 10, 2, FACTORS_MAX_CELLS, &cells, NULL))
        return make_random(factors, cells, seed, error);
    return experiments_fail(error,
                            "'%s' is not full, one-at-a-time or random N, with N from 2 to %d",
                            design, FACTORS_MAX_CELLS);
}

const char *factor_name(const SpecFactor *factor)
{
    return strrchr(factor->key, '.') + 1;
}

static bool is_switch(const SpecFactor *factor)
{
    for (int i = 0; i < factor->count; i++)
        if (!g_str_equal(factor->values[i], "on") && !g_str_equal(factor->values[i], "off"))
            return false;
    return true;
}

bool factors_are_switches(const Factors *factors)
{
    if (factors->count == 0 || !g_str_equal(factors->design, "full"))
        return false;
    for (int i = 0; i < factors->count; i++)
        if (!g_str_has_prefix(factors->factor[i].key, "player.") || factors->factor[i].count != 2)
            return false;
    return true;
}

/* "move-attack" is ma, "position" pos. */
static void append_initials(GString *text, const char *name)
{
    if (strpbrk(name, "-_") == NULL) {
        g_string_append_len(text, name, (gssize)MIN(strlen(name), 3));
        return;
    }
    for (const char *c = name; *c != '\0'; c++)
        if (c == name || c[-1] == '-' || c[-1] == '_')
            g_string_append_c(text, *c);
}

static void append_value(GString *text, const SpecFactor *factor, int value, bool initials)
{
    const bool on_or_off = is_switch(factor);

    g_string_append(text, !on_or_off ? " " : g_str_equal(factor->values[value], "on") ? "+" : "-");
    if (initials)
        append_initials(text, factor_name(factor));
    else
        g_string_append(text, factor_name(factor));
    if (!on_or_off) {
        g_autofree char *base = g_path_get_basename(factor->values[value]);
        g_string_append_printf(text, " %s", base);
    }
}

char *factor_value_name(const SpecFactor *factor, int value)
{
    GString *text = g_string_new(NULL);

    append_value(text, factor, value, false);
    return g_strchug(g_string_free(text, FALSE));
}

static char *write_name(const Factors *factors, int cell, const char *name, bool initials)
{
    GString *text = g_string_new(name);

    for (int i = 0; i < factors->count; i++) {
        const SpecFactor *factor = &factors->factor[i];
        const int value = factors_chosen(factors, cell, i);
        if (value != 0 || !is_switch(factor))
            append_value(text, factor, value, initials);
    }
    g_strdelimit(text->str, ":;[]=#", ' '); /* of values that are players or paths */
    return g_string_free(text, FALSE);
}

char *factors_player_name(const Factors *factors, int cell, const char *name, size_t max_length)
{
    size_t longest = 0;

    for (int i = 0; i < factors->cells; i++) {
        g_autofree char *other = write_name(factors, i, name, false);
        longest = MAX(longest, strlen(other));
    }
    return write_name(factors, cell, name, longest > max_length);
}

/* The text of a level with @logic on or off. A level that is no level stays as it is, for the error
 * that its player then is. */
static char *set_logic(const char *text, Logic logic, bool on)
{
    static const char level[] = "level:";
    LogicSet set;
    g_autofree char *changed = NULL;

    if (!logic_set_parse(text + strlen(level), &set, NULL))
        return g_strdup(text);
    set.logics = (set.logics & ~(1U << logic)) | (uint32_t)on << logic;
    changed = logic_set_format(&set);
    return g_strconcat(level, changed, NULL);
}

char *factors_variant_name(const Factors *factors, int cell)
{
    GString *name = g_string_new(NULL);

    for (int i = 0; i < factors->count; i++) {
        const int value = factors_chosen(factors, cell, i);
        g_autofree char *text = factor_value_name(&factors->factor[i], value);
        if (value > 0)
            g_string_append_printf(name, "%s%s", name->len > 0 ? " " : "", text);
    }
    if (name->len == 0 && factors->count > 0)
        g_string_append(name, "reference");
    return g_string_free(name, factors->count == 0);
}

char *factors_set_option(const char *text, const char *option, const char *value)
{
    const char *colon = strchr(text, ':');
    g_auto(GStrv) options = g_strsplit(colon != NULL ? colon + 1 : "", ",", -1);
    g_autofree char *name = colon != NULL ? g_strndup(text, (gsize)(colon - text)) : g_strdup(text);
    g_autofree char *begin = g_strconcat(option, "=", NULL);
    g_autoptr(GPtrArray) changed = g_ptr_array_new();
    g_autofree char *ours = g_strconcat(begin, value, NULL), *list = NULL;
    bool is_first;
    Reading reading;
    Logic logic;

    if (g_str_has_prefix(text, "level:") && logic_find_name(NAMES_OF_LOGICS, option, &logic) &&
        logic != 0 && (g_str_equal(value, "on") || g_str_equal(value, "off")))
        return set_logic(text, logic, g_str_equal(value, "on"));
    /* A level is first where it has no name, and readings follow it; in a team it is last. */
    is_first = options[0] != NULL && strchr(options[0], '=') != NULL &&
               !logic_find_name(NAMES_OF_READINGS, option, &reading);
    if (is_first)
        g_ptr_array_add(changed, ours);
    for (int i = 0; options[i] != NULL; i++)
        if (!g_str_has_prefix(options[i], begin))
            g_ptr_array_add(changed, options[i]);
    if (!is_first)
        g_ptr_array_add(changed, ours);
    g_ptr_array_add(changed, NULL);
    list = g_strjoinv(",", (char **)changed->pdata);
    return g_strconcat(name, ":", list, NULL);
}

char *factors_format(const Factors *factors)
{
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "design=%s\n", factors->design);
    for (int i = 0; i < factors->count; i++) {
        g_autofree char *values = g_strjoinv("; ", factors->factor[i].values);
        g_string_append_printf(text, "%s=%s\n", factors->factor[i].key, values);
    }
    return g_string_free(text, FALSE);
}
