#include "experiments/spec/tuning.h"

#include <string.h>

#include "experiments/tools/error.h"

static void clear_parameter(gpointer parameter)
{
    g_free(((TuningParameter *)parameter)->name);
}

static bool read_whole(const char *text, int64_t *out_number)
{
    return g_ascii_string_to_signed(text, 10, -TUNING_MOST, TUNING_MOST, out_number, NULL);
}

static char *format_step(double step)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];

    return g_strdup(g_ascii_formatd(digits, sizeof digits, "%.10g", step));
}

/* Ten digits of it count, as they are what is written. */
static bool read_step(const char *text, double *out_step)
{
    g_autofree char *digits = NULL;
    char *end;
    double step;

    if (strspn(text, "0123456789.") != strlen(text) || *text == '\0')
        return false;
    step = g_ascii_strtod(text, &end);
    if (*end != '\0' || !(step > 0 && step <= (double)TUNING_MOST))
        return false;
    digits = format_step(step);
    *out_step = g_ascii_strtod(digits, NULL);
    return true;
}

static bool check_parameter(const TuningParameter *parameter, GError **error)
{
    if (parameter->low >= parameter->high)
        return experiments_fail(error,
                                "the lowest value, %" G_GINT64_FORMAT
                                ", must be less than the highest, %" G_GINT64_FORMAT "",
                                parameter->low, parameter->high);
    if (parameter->start < parameter->low || parameter->start > parameter->high)
        return experiments_fail(error,
                                "the start, %" G_GINT64_FORMAT ", is not between %" G_GINT64_FORMAT
                                " and %" G_GINT64_FORMAT,
                                parameter->start, parameter->low, parameter->high);
    if (parameter->step > (double)(parameter->high - parameter->low))
        return experiments_fail(error, "the step is larger than the range of the parameter");
    return true;
}

bool tuning_add(Tuning *tuning, const char *name, const char *text, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    TuningParameter found = {0};

    for (int i = 0; parts[i] != NULL; i++)
        g_strstrip(parts[i]);
    if (g_strv_length(parts) != 4 || !read_whole(parts[0], &found.start) ||
        !read_whole(parts[1], &found.low) || !read_whole(parts[2], &found.high) ||
        !read_step(parts[3], &found.step))
        return experiments_fail(
            error, "'%s' is not START; LOW; HIGH; STEP: three whole numbers and a number above 0",
            text);
    if (strpbrk(name, ",{}") != NULL)
        return experiments_fail(error, "the name of a parameter must not contain ',', '{' or '}'");
    if (!check_parameter(&found, error))
        return false;
    if (tuning->parameter == NULL) {
        tuning->parameter = g_array_new(FALSE, FALSE, sizeof found);
        g_array_set_clear_func(tuning->parameter, clear_parameter);
    }
    if (tuning_count(tuning) == TUNING_MAX_PARAMETERS)
        return experiments_fail(error, "there are more than %d parameters", TUNING_MAX_PARAMETERS);
    found.name = g_strdup(name);
    g_array_append_val(tuning->parameter, found);
    return true;
}

char *tuning_format(const TuningParameter *parameter)
{
    g_autofree char *step = format_step(parameter->step);

    return g_strdup_printf("%" G_GINT64_FORMAT "; %" G_GINT64_FORMAT "; %" G_GINT64_FORMAT "; %s",
                           parameter->start, parameter->low, parameter->high, step);
}

int64_t *tuning_values(const Tuning *tuning, TuningPoint point)
{
    int64_t *values = g_new(int64_t, (gsize)tuning_count(tuning));

    for (int i = 0; i < tuning_count(tuning); i++) {
        const TuningParameter *parameter = tuning_parameter(tuning, i);
        values[i] = point == TUNING_START ? parameter->start
                    : point == TUNING_LOW ? parameter->low
                                          : parameter->high;
    }
    return values;
}

char *tuning_player(const Tuning *tuning, const int64_t *values)
{
    GString *text = g_string_new(tuning->player);

    for (int i = 0; i < tuning_count(tuning); i++) {
        const char *name = tuning_parameter(tuning, i)->name;
        g_autofree char *place = g_strdup_printf("{%s}", name);
        g_autofree char *value = g_strdup_printf("%" G_GINT64_FORMAT, values[i]);
        if (strstr(tuning->player, place) != NULL) {
            g_auto(GStrv) parts = g_strsplit(text->str, place, -1);
            g_autofree char *filled = g_strjoinv(value, parts);
            g_string_assign(text, filled);
        } else {
            g_string_append_printf(text, "%c%s=%s", strchr(text->str, ':') != NULL ? ',' : ':',
                                   name, value);
        }
    }
    return g_string_free(text, FALSE);
}

bool tuning_player_sets(const Tuning *tuning, const char *name)
{
    g_autofree char *setting = g_strdup_printf("%s=", name);
    const char *text = tuning->player;

    while ((text = strstr(text, setting)) != NULL) {
        const bool begins = text > tuning->player && (text[-1] == ':' || text[-1] == ',');
        text += strlen(setting);
        if (begins && *text != '{')
            return true;
    }
    return false;
}

void tuning_clear(Tuning *tuning)
{
    g_clear_pointer(&tuning->parameter, g_array_unref);
}
