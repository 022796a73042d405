#include "experiments/tools/json_members.h"

#include <string.h>

#include "experiments/tools/error.h"

/* What keeps @line from the parser, in words; NULL: nothing does. It would go as deep as it is led,
 * until its stack is full; and it would read what is no JSON: comments, single quotes, assignments,
 * and no more than the last of several values. */
static const char *form_fault(const char *line, int depth_max)
{
    bool in_text = false, has_ended = false;
    int depth = 0;

    for (; *line != '\0'; line++) {
        if (in_text) {
            if (*line == '\\' && line[1] != '\0')
                line++;
            else
                in_text = *line != '"';
            continue;
        }
        if (has_ended && !g_ascii_isspace(*line))
            return "something follows its end";
        if (strchr("'/=;", *line) != NULL)
            return "it has a character that stands in texts alone";
        in_text = *line == '"';
        depth += (*line == '{' || *line == '[') - (*line == '}' || *line == ']');
        has_ended = has_ended || ((*line == '}' || *line == ']') && depth <= 0);
        if (depth > depth_max)
            return "it is nested too deep";
    }
    return NULL;
}

JsonNode *json_line_read(const char *line, int depth_max, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(GError) fault = NULL;
    const char *form = form_fault(line, depth_max);
    JsonNode *root;

    if (!g_utf8_validate(line, -1, NULL)) {
        experiments_fail(error, "it is not UTF-8");
    } else if (form != NULL) {
        experiments_fail(error, "it is not JSON: %s", form);
    } else if (!json_parser_load_from_data(parser, line, -1, &fault)) {
        experiments_fail(error, "it is not JSON: %s", fault->message);
    } else {
        root = json_parser_get_root(parser);
        if (root != NULL && JSON_NODE_HOLDS_OBJECT(root))
            return json_node_ref(root);
        experiments_fail(error, "it is not a JSON object");
    }
    return NULL;
}

bool json_members_fail(const JsonMembers *members, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_propagate_error(members->error, g_error_new_valist(EXPERIMENTS_ERROR,
                                                         EXPERIMENTS_ERROR_FAILED, format, args));
    va_end(args);
    return false;
}

JsonNode *json_members_take(JsonMembers *members, const char *name)
{
    g_assert(members->asked_count < JSON_MEMBERS_MAX);
    members->asked[members->asked_count++] = name;
    return json_object_get_member(members->object, name);
}

const char *json_members_text(JsonMembers *members, const char *name)
{
    JsonNode *node = json_members_take(members, name);

    if (node != NULL && json_node_get_value_type(node) == G_TYPE_STRING)
        return json_node_get_string(node);
    json_members_fail(members, "%s: the text is missing", name);
    return NULL;
}

bool json_members_number(JsonMembers *members, const char *name, int64_t min, int64_t max,
                         int64_t *out_number)
{
    JsonNode *node = json_members_take(members, name);
    gint64 number;

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_INT64)
        return json_members_fail(members, "%s: the whole number is missing", name);
    number = json_node_get_int(node);
    if (number < min || number > max)
        return json_members_fail(members,
                                 "%s: %" G_GINT64_FORMAT " is not from %" G_GINT64_FORMAT
                                 " to %" G_GINT64_FORMAT,
                                 name, number, (gint64)min, (gint64)max);
    *out_number = number;
    return true;
}

bool json_members_flag(JsonMembers *members, const char *name, bool *out_flag)
{
    JsonNode *node = json_members_take(members, name);

    if (node == NULL || json_node_get_value_type(node) != G_TYPE_BOOLEAN)
        return json_members_fail(members, "%s: true or false is missing", name);
    *out_flag = json_node_get_boolean(node);
    return true;
}

bool json_members_name(JsonMembers *members, const char *name, const char *const *names, int count,
                       int *out_place)
{
    const char *text = json_members_text(members, name);

    for (int i = 0; text != NULL && i < count; i++)
        if (g_str_equal(names[i], text)) {
            *out_place = i;
            return true;
        }
    return text != NULL && json_members_fail(members, "%s: there is no '%s'", name, text);
}

JsonArray *json_members_list(JsonMembers *members, const char *name)
{
    JsonNode *node = json_members_take(members, name);

    if (node != NULL && JSON_NODE_HOLDS_ARRAY(node))
        return json_node_get_array(node);
    json_members_fail(members, "%s: the list is missing", name);
    return NULL;
}

bool json_members_object(JsonMembers *members, const char *name, JsonMembers *out_members)
{
    JsonNode *node = json_members_take(members, name);

    if (node == NULL || !JSON_NODE_HOLDS_OBJECT(node))
        return json_members_fail(members, "%s: the object is missing", name);
    *out_members = json_members_of(json_node_get_object(node), members->error);
    return true;
}

static bool is_asked(const JsonMembers *members, const char *name)
{
    for (int i = 0; i < members->asked_count; i++)
        if (g_str_equal(members->asked[i], name))
            return true;
    return false;
}

bool json_members_end(const JsonMembers *members)
{
    JsonObjectIter iter;
    const char *name;

    json_object_iter_init(&iter, members->object);
    while (json_object_iter_next(&iter, &name, NULL))
        if (!is_asked(members, name))
            return json_members_fail(members, "'%s' is a member too many", name);
    return true;
}
