#include "players/player_parameters.h"

#include <string.h>

#include "board/text_lines.h"

bool player_parameters_fail(const PlayerKind *kind, const char *parameters, GError **error,
                            const char *format, ...)
{
    g_autofree char *sentence = NULL;
    va_list args;

    va_start(args, format);
    sentence = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT, "player '%s:%s': %s", kind->name,
                parameters, sentence);
    return false;
}

Player *player_parameters_create_none(const PlayerKind *kind, const char *parameters,
                                      GError **error)
{
    Player *player;

    if (*parameters != '\0') {
        g_set_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT,
                    "the player '%s' takes no parameters, not '%s'", kind->name, parameters);
        return NULL;
    }
    player = g_new0(Player, 1);
    player->kind = kind;
    return player;
}

char *player_parameters_describe_none(const Player *player)
{
    return g_strdup(player->kind->name);
}

void player_parameters_free(Player *player)
{
    g_free(player);
}

/* The one of @numbers that @word, "KEY=...", sets, or NULL. */
static const PlayerNumber *find_number(const PlayerNumber *numbers, size_t count, const char *word)
{
    const size_t length = strcspn(word, "=");

    for (size_t i = 0; i < count; i++)
        if (word[length] == '=' && strlen(numbers[i].key) == length &&
            strncmp(numbers[i].key, word, length) == 0)
            return &numbers[i];
    return NULL;
}

static bool read_number(const PlayerKind *kind, const char *parameters, const PlayerNumber *number,
                        const char *text, int64_t *out_value, GError **error)
{
    gint64 value;

    if (!g_ascii_isdigit(*text) ||
        !g_ascii_string_to_signed(text, 10, number->least, number->most, &value, NULL))
        return player_parameters_fail(kind, parameters, error,
                                      "%s is '%s', not a number from %" G_GINT64_FORMAT
                                      " to %" G_GINT64_FORMAT,
                                      number->key, text, number->least, number->most);
    *out_value = value;
    return true;
}

/* The keys of @numbers, for the message about an unknown one. Owner: the caller. */
static char *list_keys(const PlayerNumber *numbers, size_t count)
{
    GString *list = g_string_new(NULL);

    for (size_t i = 0; i < count; i++)
        g_string_append_printf(list, "%s%s=N", i > 0 ? ", " : "", numbers[i].key);
    return g_string_free(list, FALSE);
}

static bool refuse_word(const PlayerKind *kind, const char *parameters, const PlayerNumber *numbers,
                        size_t count, const char *word, GError **error)
{
    g_autofree char *keys = list_keys(numbers, count);
    Nearest nearest = nearest_to(word, (int)strcspn(word, "="));
    g_autofree char *question = NULL;

    for (size_t i = 0; i < count; i++)
        nearest_try(&nearest, numbers[i].key);
    question = nearest_question(&nearest);
    return player_parameters_fail(kind, parameters, error, "'%s' is not one of %s%s", word, keys,
                                  question);
}

static bool check_required(const PlayerKind *kind, const char *parameters,
                           const PlayerNumber *numbers, size_t count, const bool *given,
                           GError **error)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i].is_required && !given[i])
            return player_parameters_fail(kind, parameters, error, "%s=N is needed",
                                          numbers[i].key);
    return true;
}

bool player_parameters_numbers(const PlayerKind *kind, const char *parameters,
                               const PlayerNumber *numbers, size_t count, int64_t *out_values,
                               char **out_rest, GError **error)
{
    g_auto(GStrv) words = g_strsplit(parameters, ",", -1);
    g_autofree int64_t *values = g_new(int64_t, count);
    g_autofree bool *given = g_new0(bool, count);
    g_autoptr(GString) rest = g_string_new(NULL);

    for (size_t i = 0; i < count; i++)
        values[i] = numbers[i].standard;
    for (char **word = words; *word != NULL; word++) {
        const PlayerNumber *number = find_number(numbers, count, *word);
        if (number == NULL && (out_rest == NULL || **word == '\0'))
            return refuse_word(kind, parameters, numbers, count, *word, error);
        if (number == NULL) {
            g_string_append_printf(rest, "%s%s", rest->len > 0 ? "," : "", *word);
            continue;
        }
        if (given[number - numbers])
            return player_parameters_fail(kind, parameters, error, "%s is given twice",
                                          number->key);
        given[number - numbers] = true;
        if (!read_number(kind, parameters, number, *word + strlen(number->key) + 1,
                         &values[number - numbers], error))
            return false;
    }
    if (!check_required(kind, parameters, numbers, count, given, error))
        return false;
    memcpy(out_values, values, count * sizeof *values);
    if (out_rest != NULL)
        *out_rest = g_string_free(g_steal_pointer(&rest), FALSE);
    return true;
}

/* Those of @numbers that are not omitted, the first after @first, the others after commas. */
static void append_numbers(GString *text, char first, const PlayerNumber *numbers, size_t count,
                           const int64_t *values)
{
    for (size_t i = 0; i < count; i++) {
        if (numbers[i].omits_standard && values[i] == numbers[i].standard)
            continue;
        g_string_append_printf(text, "%c%s=%" G_GINT64_FORMAT, first, numbers[i].key, values[i]);
        first = ',';
    }
}

char *player_parameters_describe_numbers(const Player *player, const PlayerNumber *numbers,
                                         size_t count, const int64_t *values)
{
    GString *text = g_string_new(player->kind->name);

    append_numbers(text, ':', numbers, count, values);
    return g_string_free(text, FALSE);
}

#define LEVEL_KEY "level="

bool player_parameters_logics(const PlayerKind *kind, const char *parameters,
                              const PlayerNumber *numbers, size_t count, int64_t *out_values,
                              LogicSet *out_logics, GError **error)
{
    g_autofree int64_t *values = g_new(int64_t, count);
    g_autofree char *rest = NULL;
    g_autoptr(GError) fault = NULL;

    if (!player_parameters_numbers(kind, parameters, numbers, count, values, &rest, error))
        return false;
    if (*rest == '\0')
        return player_parameters_fail(kind, parameters, error, LEVEL_KEY "N is missing");
    if (!g_str_has_prefix(rest, LEVEL_KEY))
        return player_parameters_fail(kind, parameters, error,
                                      "'%s' does not begin with " LEVEL_KEY "N", rest);
    if (!logic_set_parse(rest + strlen(LEVEL_KEY), out_logics, &fault))
        return player_parameters_fail(kind, parameters, error, "%s", fault->message);
    memcpy(out_values, values, count * sizeof *values);
    return true;
}

char *player_parameters_describe_logics(const Player *player, const LogicSet *logics,
                                        const PlayerNumber *numbers, size_t count,
                                        const int64_t *values)
{
    g_autofree char *level = logic_set_format(logics);
    GString *text = g_string_new(NULL);

    g_string_append_printf(text, "%s:" LEVEL_KEY "%s", player->kind->name, level);
    append_numbers(text, ',', numbers, count, values);
    return g_string_free(text, FALSE);
}
