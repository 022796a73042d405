/* The stand-in for json-glib's reader: of texts that the page has written itself, so that nothing
 * in them is wrong. */
#include <json-glib/json-glib.h>

#include "players/json_text.h"

static JsonNode *node_new(GType type)
{
    JsonNode *node = g_new0(JsonNode, 1);

    node->type = type;
    node->names = g_ptr_array_new_with_free_func(g_free);
    node->values = g_ptr_array_new_with_free_func((GDestroyNotify)json_node_unref);
    return node;
}

void json_node_unref(JsonNode *node)
{
    g_ptr_array_unref(node->names);
    g_ptr_array_unref(node->values);
    g_free(node->text);
    g_free(node);
}

JsonNode *json_node_alloc(void)
{
    return node_new(G_TYPE_INVALID);
}

JsonNode *json_node_init_string(JsonNode *node, const char *text)
{
    node->type = G_TYPE_STRING;
    node->text = g_strdup(text);
    return node;
}

/* The text after the quote at @at; @at moves behind its end. The page escapes nothing but quotes,
 * backslashes and control characters. Owner: the caller. */
static char *read_text(const char **at)
{
    static const char ESCAPED[] = "bfnrt", MEANT[] = "\b\f\n\r\t";
    GString *text = g_string_new(NULL);

    for (++*at; **at != '"'; ++*at) {
        const char *escaped = **at == '\\' ? strchr(ESCAPED, *++*at) : NULL;
        if (**at == 'u' && (*at)[-1] == '\\') {
            const char digits[] = {(*at)[1], (*at)[2], (*at)[3], (*at)[4], '\0'};
            g_string_append_c(text, (char)strtol(digits, NULL, 16));
            *at += 4;
        } else {
            g_string_append_c(text, escaped != NULL ? MEANT[escaped - ESCAPED] : **at);
        }
    }
    ++*at;
    return g_string_free(text, FALSE);
}

static JsonNode *read_value(const char **at)
{
    const char first = **at;
    JsonNode *node;

    if (first == '"') {
        node = node_new(G_TYPE_STRING);
        node->text = read_text(at);
    } else if (first == '{' || first == '[') {
        node = node_new(first == '{' ? STAND_IN_OBJECT : STAND_IN_ARRAY);
        ++*at;
        while (**at != '}' && **at != ']') {
            if (first == '{') {
                g_ptr_array_add(node->names, read_text(at));
                ++*at; /* the colon */
            }
            g_ptr_array_add(node->values, read_value(at));
            *at += **at == ',';
        }
        ++*at;
    } else {
        const size_t length = strcspn(*at, ",]}");
        node = node_new(strchr("tf", first) != NULL ? G_TYPE_BOOLEAN
                        : first == 'n'              ? G_TYPE_INVALID
                                                    : G_TYPE_INT64);
        node->text = g_strndup(*at, length);
        if (node->type == G_TYPE_INT64 && strpbrk(node->text, ".eE") != NULL)
            node->type = G_TYPE_DOUBLE;
        *at += length;
    }
    return node;
}

JsonNode *json_text_read(const char *text, G_GNUC_UNUSED int depth_max,
                         G_GNUC_UNUSED GError **error)
{
    return read_value(&text);
}

GType json_node_get_value_type(JsonNode *node)
{
    return node->type;
}

const char *json_node_get_string(JsonNode *node)
{
    return node->text;
}

gint64 json_node_get_int(JsonNode *node)
{
    return strtoll(node->text, NULL, 10);
}

double json_node_get_double(JsonNode *node)
{
    return strtod(node->text, NULL);
}

gboolean json_node_get_boolean(JsonNode *node)
{
    return *node->text == 't';
}

JsonObject *json_node_get_object(JsonNode *node)
{
    return node->type == STAND_IN_OBJECT ? node : NULL;
}

JsonArray *json_node_get_array(JsonNode *node)
{
    return node->type == STAND_IN_ARRAY ? (JsonArray *)node : NULL;
}

guint json_array_get_length(JsonArray *array)
{
    return array->node.values->len;
}

JsonNode *json_array_get_element(JsonArray *array, guint i)
{
    return array->node.values->pdata[i];
}

JsonNode *json_object_get_member(JsonObject *object, const char *name)
{
    for (guint i = 0; i < object->names->len; i++)
        if (g_str_equal(object->names->pdata[i], name))
            return object->values->pdata[i];
    return NULL;
}

gboolean json_object_has_member(JsonObject *object, const char *name)
{
    return json_object_get_member(object, name) != NULL;
}

gint64 json_object_get_int_member_with_default(JsonObject *object, const char *name, gint64 value)
{
    JsonNode *node = json_object_get_member(object, name);

    return node != NULL ? json_node_get_int(node) : value;
}

void json_object_iter_init(JsonObjectIter *iter, JsonObject *object)
{
    *iter = (JsonObjectIter){object, 0};
}

gboolean json_object_iter_next(JsonObjectIter *iter, const char **out_name, JsonNode **out_node)
{
    if (iter->next == iter->object->names->len)
        return FALSE;
    *out_name = iter->object->names->pdata[iter->next];
    if (out_node != NULL)
        *out_node = iter->object->values->pdata[iter->next];
    iter->next++;
    return TRUE;
}
