#include "app/terminal/option.h"

#include <string.h>

#include "board/text_lines.h"
#include "experiments/tools/error.h"

bool option_read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                        uint64_t *out_number, GError **error)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(text, 10, min, max, &number, NULL))
        return experiments_fail_usage(error,
                                      "%s is '%s', not a whole number from %" G_GUINT64_FORMAT
                                      " to %" G_GUINT64_FORMAT,
                                      what, text, (guint64)min, (guint64)max);
    *out_number = number;
    return true;
}

/* A number that need not be whole, written with digits and at most one point. */
static bool read_real(const char *what, const char *text, const Option *option, GError **error)
{
    char *end;
    const double number = g_ascii_strtod(text, &end);

    if (*text == '\0' || text[strspn(text, "0123456789.")] != '\0' || *end != '\0' ||
        number < option->low || number > option->high)
        return experiments_fail_usage(error, "%s is '%s', not a number from %g to %.0f", what, text,
                                      option->low, option->high);
    *option->real = number;
    return true;
}

static bool read_choice(const char *what, const char *text, const char *const *choices,
                        int *out_choice, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    g_autofree char *question = nearest_question_among(text, choices);

    for (int i = 0; choices[i] != NULL; i++) {
        if (g_str_equal(choices[i], text)) {
            *out_choice = i;
            return true;
        }
        g_string_append_printf(names, "%s%s",
                               i == 0                   ? ""
                               : choices[i + 1] != NULL ? ", "
                                                        : " or ",
                               choices[i]);
    }
    return experiments_fail_usage(error, "%s is '%s', not %s%s", what, text, names->str, question);
}

static void append_text(char ***texts, char *text)
{
    const guint count = *texts != NULL ? g_strv_length(*texts) : 0;

    *texts = g_renew(char *, *texts, count + 2);
    (*texts)[count] = text;
    (*texts)[count + 1] = NULL;
}

static bool read_value(const Option *option, char *text, GError **error)
{
    g_autofree char *what = g_strconcat("--", option->name, NULL);

    if (option->file == NULL && !g_utf8_validate(text, -1, NULL))
        return experiments_fail_usage(error, "%s is not UTF-8", what);
    if (option->number != NULL)
        return option_read_number(what, text, option->min, option->max, option->number, error);
    if (option->real != NULL)
        return read_real(what, text, option, error);
    if (option->choice != NULL)
        return read_choice(what, text, option->choices, option->choice, error);
    if (option->texts != NULL)
        append_text(option->texts, text);
    else
        *(option->text != NULL ? option->text : option->file) = text;
    return true;
}

static bool is_long(const char *word)
{
    return g_str_has_prefix(word, "--");
}

/* The option that @word, "--games=4", "--games" or "-g4", gives; NULL: none. */
static const Option *find_option(const Option *options, const char *word)
{
    const size_t length = strcspn(word, "=");

    for (const Option *option = options; option->name != NULL; option++)
        if (is_long(word) ? strlen(option->name) == length - 2 &&
                                strncmp(option->name, word + 2, length - 2) == 0
                          : option->letter != 0 && option->letter == word[1])
            return option;
    return NULL;
}

/* The text after the name of the option in its own word; NULL: none. */
static const char *own_value(const char *word)
{
    const char *equals = strchr(word, '=');

    if (is_long(word))
        return equals != NULL ? equals + 1 : NULL;
    return word[2] != '\0' ? word + 2 : NULL;
}

static bool refuse_unknown(const Option *options, const char *word, GError **error)
{
    const char *name = word + strspn(word, "-");
    Nearest nearest = nearest_to(name, (int)strcspn(name, "="));
    g_autofree char *question = NULL;

    for (; options->name != NULL; options++)
        nearest_try(&nearest, options->name);
    question = nearest.word != NULL ? g_strdup_printf("; did you mean '--%s'?", nearest.word)
                                    : g_strdup("");
    return experiments_fail_usage(error,
                                  "there is no option '%.*s'; '%s --help' lists the options%s",
                                  (int)strcspn(word, "="), word, g_get_prgname(), question);
}

/* How the value is called: "N", "text|csv"; NULL: there is none. Owner: the caller. */
static char *value_name(const Option *option)
{
    if (option->value == NULL && option->choices != NULL)
        return g_strjoinv("|", (char **)option->choices);
    return g_strdup(option->value);
}

/* Reads the option that words[@i] gives, with its value; "-rz" is two switches. *@used, 1 before,
 * is how many words it has. */
static bool read_option(const Option *options, char **words, int i, int *used, GError **error)
{
    const Option *option = find_option(options, words[i]);
    const char *value = own_value(words[i]);

    if (option == NULL)
        return refuse_unknown(options, words[i], error);
    if (option->on != NULL && value != NULL && is_long(words[i]))
        return experiments_fail_usage(error, "--%s takes no value", option->name);
    if (option->on != NULL) {
        *option->on = true;
        if (value != NULL) { /* the next letter */
            words[i]++;
            words[i][0] = '-';
            return read_option(options, words, i, used, error);
        }
        return true;
    }
    if (value != NULL)
        return read_value(option, words[i] + (value - words[i]), error);
    if (words[i + 1] == NULL) {
        g_autofree char *name = value_name(option);
        return experiments_fail_usage(error, "--%s requires a value: --%s %s", option->name,
                                      option->name, name);
    }
    *used = 2;
    return read_value(option, words[i + 1], error);
}

bool options_read(const Option *options, int *count, char **words, GError **error)
{
    int kept = 1, i = 1;

    while (i < *count && !g_str_equal(words[i], "--")) {
        int used = 1;

        if (words[i][0] != '-' || words[i][1] == '\0')
            words[kept++] = words[i];
        else if (!read_option(options, words, i, &used, error))
            return false;
        i += used;
    }
    for (i++; i < *count; i++)
        words[kept++] = words[i];
    words[kept] = NULL;
    *count = kept;
    return true;
}

/* "-g, --games=N". Owner: the caller. */
static char *format_option(const Option *option)
{
    const char letter[] = {'-', option->letter, ',', ' ', '\0'};
    g_autofree char *value = value_name(option);

    return g_strconcat(option->letter != 0 ? letter : "", "--", option->name,
                       value != NULL ? "=" : "", value, NULL);
}

void options_append_help(const Option *options, GString *help)
{
    size_t width = 0;

    for (const Option *option = options; option->name != NULL; option++) {
        g_autofree char *text = format_option(option);
        width = MAX(width, strlen(text));
    }
    for (const Option *option = options; option->name != NULL; option++) {
        g_autofree char *text = format_option(option);
        g_string_append_printf(help, "  %-*s  %s\n", (int)width, text, option->meaning);
    }
}
