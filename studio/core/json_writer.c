/* The stand-in for json-glib: what is built becomes a tree of finished texts. */
#include <json-glib/json-glib.h>

typedef enum { NODE_SCALAR, NODE_OBJECT, NODE_ARRAY } NodeKind;

struct StandInJsonNode {
    NodeKind kind;
    char *name;          /* of a member, escaped; NULL: it is none */
    char *text;          /* of a scalar */
    GPtrArray *children; /* of the others */
};

struct StandInJsonBuilder {
    JsonNode *root;
    GPtrArray *open; /* from the root to where members are added */
    char *name;      /* of the next member */
};

void json_node_unref(JsonNode *node)
{
    free(node->name);
    free(node->text);
    if (node->children != NULL)
        g_ptr_array_unref(node->children);
    free(node);
}

JsonBuilder *json_builder_new(void)
{
    JsonBuilder *json = g_new0(JsonBuilder, 1);

    json->open = g_ptr_array_new();
    return json;
}

void stand_in_json_builder_free(JsonBuilder *json)
{
    if (json->root != NULL)
        json_node_unref(json->root);
    g_ptr_array_unref(json->open);
    free(json->name);
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

static char *escape(const char *raw)
{
    GString *text = g_string_new(NULL);

    append_escaped(text, raw);
    return g_string_free(text, FALSE);
}

void json_builder_set_member_name(JsonBuilder *json, const char *name)
{
    free(json->name);
    json->name = escape(name);
}

static JsonNode *add(JsonBuilder *json, NodeKind kind, char *text)
{
    JsonNode *node = g_new0(JsonNode, 1);

    node->kind = kind;
    node->name = g_steal_pointer(&json->name);
    node->text = text;
    if (kind != NODE_SCALAR)
        node->children = g_ptr_array_new_with_free_func((GDestroyNotify)json_node_unref);
    if (json->open->len > 0)
        g_ptr_array_add(((JsonNode *)json->open->pdata[json->open->len - 1])->children, node);
    else
        json->root = node;
    return node;
}

void json_builder_begin_object(JsonBuilder *json)
{
    g_ptr_array_add(json->open, add(json, NODE_OBJECT, NULL));
}

void json_builder_begin_array(JsonBuilder *json)
{
    g_ptr_array_add(json->open, add(json, NODE_ARRAY, NULL));
}

void json_builder_end_object(JsonBuilder *json)
{
    json->open->len--;
}

void json_builder_end_array(JsonBuilder *json)
{
    json->open->len--;
}

void json_builder_add_string_value(JsonBuilder *json, const char *text)
{
    add(json, NODE_SCALAR, escape(text));
}

void json_builder_add_int_value(JsonBuilder *json, gint64 number)
{
    add(json, NODE_SCALAR, g_strdup_printf("%" G_GINT64_FORMAT, number));
}

void json_builder_add_double_value(JsonBuilder *json, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    add(json, NODE_SCALAR, g_strdup(g_ascii_dtostr(text, sizeof text, number)));
}

void json_builder_add_boolean_value(JsonBuilder *json, gboolean flag)
{
    add(json, NODE_SCALAR, g_strdup(flag ? "true" : "false"));
}

void json_builder_add_null_value(JsonBuilder *json)
{
    add(json, NODE_SCALAR, g_strdup("null"));
}

JsonNode *json_builder_get_root(JsonBuilder *json)
{
    return g_steal_pointer(&json->root);
}

static void append_indent(GString *text, int depth)
{
    for (int i = 0; i < depth; i++)
        g_string_append(text, "  ");
}

static void append_node(GString *text, const JsonNode *node, gboolean pretty, int depth)
{
    const char *brackets = node->kind == NODE_OBJECT ? "{}" : "[]";

    if (pretty)
        append_indent(text, depth);
    if (node->name != NULL)
        g_string_append_printf(text, pretty ? "%s : " : "%s:", node->name);
    if (node->kind == NODE_SCALAR) {
        g_string_append(text, node->text);
        return;
    }
    g_string_append_c(text, brackets[0]);
    for (guint i = 0; i < node->children->len; i++) {
        if (i > 0)
            g_string_append_c(text, ',');
        if (pretty)
            g_string_append_c(text, '\n');
        append_node(text, node->children->pdata[i], pretty, depth + 1);
    }
    if (pretty && node->children->len > 0) {
        g_string_append_c(text, '\n');
        append_indent(text, depth);
    }
    g_string_append_c(text, brackets[1]);
}

char *json_to_string(JsonNode *node, gboolean pretty)
{
    GString *text = g_string_new(NULL);

    append_node(text, node, pretty, 0);
    return g_string_free(text, FALSE);
}
