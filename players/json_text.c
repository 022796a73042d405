#include "players/json_text.h"

#include <string.h>

#include "board/text_lines.h"

/* The reason why the parser must not read @line, in words; NULL: it may. The parser would go as
 * deep as it is led, until its stack is full; and it would read what is no JSON: comments, single
 * quotes, assignments, and no more than the last of several values. */
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
            return "text follows the end of the object";
        if (strchr("'/=;", *line) != NULL)
            return "it contains a character that is allowed only in strings";
        in_text = *line == '"';
        depth += (*line == '{' || *line == '[') - (*line == '}' || *line == ']');
        has_ended = has_ended || ((*line == '}' || *line == ']') && depth <= 0);
        if (depth > depth_max)
            return "it is nested too deeply";
    }
    return NULL;
}

/* Of several members with one name json-glib keeps the last. */
typedef struct {
    GHashTable *members; /* of each object: how many members were read */
    char *repeated;      /* the first name that an object has twice; NULL: none */
} Names;

static void count_member(G_GNUC_UNUSED JsonParser *parser, JsonObject *object, const char *name,
                         Names *names)
{
    const guint count = GPOINTER_TO_UINT(g_hash_table_lookup(names->members, object)) + 1;

    g_hash_table_insert(names->members, object, GUINT_TO_POINTER(count));
    if (count > json_object_get_size(object) && names->repeated == NULL)
        names->repeated = g_strdup(name);
}

static JsonNode *parse_text(const char *text, GError **error)
{
    g_autoptr(JsonParser) parser = json_parser_new_immutable();
    g_autoptr(GHashTable) members = g_hash_table_new(NULL, NULL);
    g_autoptr(GError) fault = NULL;
    Names names = {.members = members};
    g_autofree char *repeated = NULL;
    JsonNode *root;
    bool good;

    g_signal_connect(parser, "object-member", G_CALLBACK(count_member), &names);
    good = json_parser_load_from_data(parser, text, -1, &fault);
    repeated = names.repeated;
    if (!good)
        return board_fail_syntax(error, "invalid JSON: %s", fault->message);
    if (repeated != NULL)
        return board_fail_syntax(error, "invalid JSON: an object has the member '%s' twice",
                                 repeated);
    root = json_parser_get_root(parser);
    return root != NULL && JSON_NODE_HOLDS_OBJECT(root)
               ? json_node_ref(root)
               : board_fail_syntax(error, "the text is not a JSON object");
}

JsonNode *json_text_read(const char *text, int depth_max, GError **error)
{
    const char *form = form_fault(text, depth_max);

    if (!g_utf8_validate(text, -1, NULL))
        return board_fail_syntax(error, "the text is not UTF-8");
    return form != NULL ? board_fail_syntax(error, "invalid JSON: %s", form)
                        : parse_text(text, error);
}
