/* The stand-in for json-glib's writer: what is built is at once the text. */
#include <json-glib/json-glib.h>

struct _JsonBuilder {
    GString *text;
    bool is_next; /* the next member or element follows another one */
};

JsonBuilder *json_builder_new(void)
{
    JsonBuilder *json = g_new0(JsonBuilder, 1);

    json->text = g_string_new(NULL);
    return json;
}

void stand_in_json_builder_free(JsonBuilder *json)
{
    g_string_free(json->text, TRUE);
    free(json);
}

static void append_escaped(GString *text, const char *raw)
{
    static const char SPECIAL[] = "\b\f\n\r\t\"\\", LETTERS[] = "bfnrt\"\\";

    g_string_append_c(text, '"');
    for (const char *c = raw; *c != '\0'; c++) {
        const char *special = strchr(SPECIAL, *c);
        if (special != NULL)
            g_string_append_printf(text, "\\%c", LETTERS[special - SPECIAL]);
        else if ((*c > 0 && *c < 0x1f) || *c == 0x7f)
            g_string_append_printf(text, "\\u%.4x", (guint)*c);
        else
            g_string_append_c(text, *c);
    }
    g_string_append_c(text, '"');
}

/* The text to which a name or a value is appended; @is_next as it is after it. */
static GString *begin(JsonBuilder *json, bool is_next)
{
    if (json->is_next)
        g_string_append_c(json->text, ',');
    json->is_next = is_next;
    return json->text;
}

static void end(JsonBuilder *json, char bracket)
{
    g_string_append_c(json->text, bracket);
    json->is_next = true;
}

void json_builder_set_member_name(JsonBuilder *json, const char *name)
{
    append_escaped(begin(json, false), name);
    g_string_append_c(json->text, ':');
}

void json_builder_begin_object(JsonBuilder *json)
{
    g_string_append_c(begin(json, false), '{');
}

void json_builder_begin_array(JsonBuilder *json)
{
    g_string_append_c(begin(json, false), '[');
}

void json_builder_end_object(JsonBuilder *json)
{
    end(json, '}');
}

void json_builder_end_array(JsonBuilder *json)
{
    end(json, ']');
}

void json_builder_add_string_value(JsonBuilder *json, const char *text)
{
    append_escaped(begin(json, true), text);
}

void json_builder_add_int_value(JsonBuilder *json, gint64 number)
{
    g_string_append_printf(begin(json, true), "%" G_GINT64_FORMAT, number);
}

void json_builder_add_double_value(JsonBuilder *json, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append(begin(json, true), g_ascii_formatd(text, sizeof text, "%.17g", number));
    if (strpbrk(text, ".en") == NULL) /* nor nan, inf */
        g_string_append(json->text, ".0");
}

void json_builder_add_boolean_value(JsonBuilder *json, gboolean flag)
{
    g_string_append(begin(json, true), flag ? "true" : "false");
}

void json_builder_add_null_value(JsonBuilder *json)
{
    g_string_append(begin(json, true), "null");
}

JsonNode *json_builder_get_root(JsonBuilder *json)
{
    JsonNode *node = json_node_alloc();

    node->text = g_strdup(json->text->str);
    return node;
}

char *json_to_string(JsonNode *node, G_GNUC_UNUSED gboolean pretty)
{
    GString *text = g_string_new(NULL);

    if (node->type == G_TYPE_STRING)
        append_escaped(text, node->text);
    else
        g_string_append(text, node->text);
    return g_string_free(text, FALSE);
}
