#include "experiments/tools/json_writer.h"

#include <string.h>

void json_add_text(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value);
}

void json_add_number(JsonBuilder *json, const char *name, int64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, value);
}

void json_add_flag(JsonBuilder *json, const char *name, bool value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_boolean_value(json, value);
}

void json_add_double(JsonBuilder *json, const char *name, double value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_double_value(json, value);
}

void json_add_texts(JsonBuilder *json, const char *name, const char *const *texts)
{
    json_begin_list(json, name);
    for (; *texts != NULL; texts++)
        json_builder_add_string_value(json, *texts);
    json_builder_end_array(json);
}

void json_begin_list(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
}

void json_begin_object(JsonBuilder *json, const char *name)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
}

/* Appends the number at the beginning of @json, and returns what follows it. */
static const char *append_number(GString *text, const char *json)
{
    static const char *const FORMATS[] = {"%.15g", "%.16g", "%.17g"};
    const size_t length = strspn(json, "-+.0123456789eE");
    const double number = g_ascii_strtod(json, NULL);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];

    if (memchr(json, '.', length) == NULL) {
        g_string_append_len(text, json, (gssize)length);
        return json + length;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(FORMATS); i++) {
        g_ascii_formatd(digits, sizeof digits, FORMATS[i], number);
        if (g_ascii_strtod(digits, NULL) == number) /* never inf or nan: JSON has none */
            break;
    }
    g_string_append(text, digits);
    if (strpbrk(digits, ".e") == NULL)
        g_string_append(text, ".0");
    return json + length;
}

/* @json, in which json-glib has written each real number with 17 digits, with as few digits as give
 * the same number: 0.05, not 0.050000000000000003. */
static char *shorten_numbers(const char *json)
{
    GString *text = g_string_sized_new(strlen(json));
    bool is_quoted = false;

    while (*json != '\0') {
        if (!is_quoted && (g_ascii_isdigit(*json) || *json == '-')) {
            json = append_number(text, json);
            continue;
        }
        if (*json == '"')
            is_quoted = !is_quoted;
        else if (*json == '\\') /* only in texts */
            g_string_append_c(text, *json++);
        g_string_append_c(text, *json++);
    }
    return g_string_free(text, FALSE);
}

static char *finish(JsonBuilder *json, bool is_indented)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *text = json_to_string(root, is_indented);

    return shorten_numbers(text);
}

char *json_finish_line(JsonBuilder *json)
{
    return finish(json, false);
}

char *json_finish_indented(JsonBuilder *json)
{
    return finish(json, true);
}
