#include "experiments/tools/json_members.h"

#include <string.h>

#include "board/text_lines.h"
#include "players/json_text.h"

JsonNode *json_line_read(const char *line, int depth_max, GError **error)
{
    g_autoptr(GError) fault = NULL;
    JsonNode *root = json_text_read(line, depth_max, &fault);

    return root != NULL ? root : experiments_fail(error, "%s", fault->message);
}

/* The member @name, NULL if there is none: that is no error yet. */
static JsonNode *take_member(JsonMembers *members, const char *name)
{
    g_assert(members->asked_count < JSON_MEMBERS_MAX);
    members->asked[members->asked_count++] = name;
    return json_object_get_member(members->object, name);
}

/* For a @node, NULL: none, that is not @what. */
static void *fail_type(const JsonMembers *members, const char *name, const JsonNode *node,
                       const char *what)
{
    return node == NULL ? json_members_fail(members, "the member '%s' is missing", name)
                        : json_members_fail(members, "the member '%s' is not %s", name, what);
}

/* The member @name, which must be of @type, in words @what; NULL: it is not. */
static JsonNode *take_value(JsonMembers *members, const char *name, GType type, const char *what)
{
    JsonNode *node = take_member(members, name);

    return node != NULL && json_node_get_value_type(node) == type
               ? node
               : fail_type(members, name, node, what);
}

const char *json_members_text(JsonMembers *members, const char *name)
{
    JsonNode *node = take_value(members, name, G_TYPE_STRING, "a string");

    return node != NULL ? json_node_get_string(node) : NULL;
}

bool json_members_name(JsonMembers *members, const char *name, const char *const *names, int count,
                       int *out_place)
{
    const char *text = json_members_text(members, name);
    const int place = text != NULL ? text_place(text, names, count) : -1;

    if (place >= 0)
        *out_place = place;
    return place >= 0 ||
           (text != NULL && json_members_fail(members, "%s: '%s' is unknown", name, text));
}

JsonArray *json_members_list(JsonMembers *members, const char *name)
{
    JsonNode *node = take_member(members, name);

    if (node != NULL && JSON_NODE_HOLDS_ARRAY(node))
        return json_node_get_array(node);
    return fail_type(members, name, node, "a list");
}

bool json_members_object(JsonMembers *members, const char *name, JsonMembers *out_members)
{
    JsonNode *node = take_member(members, name);

    if (node == NULL || !JSON_NODE_HOLDS_OBJECT(node))
        return fail_type(members, name, node, "an object");
    *out_members = json_members_of(json_node_get_object(node), members->error);
    return true;
}

bool json_members_end(const JsonMembers *members)
{
    JsonObjectIter iter;
    const char *name;

    json_object_iter_init(&iter, members->object);
    while (json_object_iter_next(&iter, &name, NULL))
        if (text_place(name, members->asked, members->asked_count) < 0)
            return json_members_fail(members, "the member '%s' is unknown", name);
    return true;
}

/* Writing a struct by its table */

static void write_word(JsonBuilder *json, const MemberWord *word, const void *value,
                       const void *context)
{
    g_autofree char *text = word->format(value, context);

    json_builder_add_string_value(json, text);
}

static void write_set(JsonBuilder *json, const Member *member, const void *value,
                      const void *context)
{
    const int bits = 8 * (int)member->size;
    const uint64_t set = (uint64_t)member_load(value, member->size);

    json_builder_begin_array(json);
    for (int64_t i = 0; i < bits; i++)
        if (set >> i & 1) {
            int64_t element = 0;
            member_store(i, &element, member->word->size);
            write_word(json, member->word, &element, context);
        }
    json_builder_end_array(json);
}

static void write_object(JsonBuilder *json, const MemberTable *table, const void *object,
                         const void *context)
{
    if (table->is_none != NULL && table->is_none(object)) {
        json_builder_add_null_value(json);
        return;
    }
    json_builder_begin_object(json);
    json_members_write(json, table, 0, object, context);
    json_builder_end_object(json);
}

static void write_list(JsonBuilder *json, const Member *member, const void *object,
                       const void *context)
{
    const char *element = member_list(member, object);
    const int count = *member_count(member, object);

    json_builder_begin_array(json);
    for (int i = 0; i < count; i++, element += member_element_size(member)) {
        if (member->type == MEMBER_WORDS)
            write_word(json, member->word, element, context);
        else
            write_object(json, member->table, element, context);
    }
    json_builder_end_array(json);
}

static void write_value(JsonBuilder *json, const Member *member, const void *object,
                        const void *context)
{
    const void *value = member_at(member, object);

    switch (member->type) {
    case MEMBER_FLAG:
        json_builder_add_boolean_value(json, *(const bool *)value);
        break;
    case MEMBER_NUMBER:
        json_builder_add_int_value(json, member_load(value, member->size));
        break;
    case MEMBER_REAL:
        json_builder_add_double_value(json, *(const double *)value);
        break;
    case MEMBER_NAME:
        json_builder_add_string_value(json, member->names[member_load(value, member->size)]);
        break;
    case MEMBER_TEXT:
        json_builder_add_string_value(json, value);
        break;
    case MEMBER_STRING:
        json_builder_add_string_value(json, *(const char *const *)value);
        break;
    case MEMBER_WORD:
        write_word(json, member->word, value, context);
        break;
    case MEMBER_SET:
        write_set(json, member, value, context);
        break;
    case MEMBER_OBJECT:
        write_object(json, member->table, value, context);
        break;
    case MEMBER_WORDS:
    case MEMBER_OBJECTS:
        write_list(json, member, object, context);
        break;
    }
}

void json_members_write(JsonBuilder *json, const MemberTable *table, unsigned kind,
                        const void *object, const void *context)
{
    for (int i = 0; i < table->count; i++) {
        const Member *member = &table->rows[i];
        if (!member_is_of(member, kind) || !member_is_there(member, object))
            continue;
        json_builder_set_member_name(json, member->name);
        write_value(json, member, object, context);
    }
}

/* Reading it */

static bool read_number(JsonMembers *members, const Member *member, void *value)
{
    JsonNode *node = take_value(members, member->name, G_TYPE_INT64, "a whole number");
    int64_t number;

    if (node == NULL)
        return false;
    number = json_node_get_int(node);
    if (number < member->min || number > member->max)
        return json_members_fail(
            members,
            member->min == member->max ? "%s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT
                                       : "%s is %" G_GINT64_FORMAT
                                         ", not a whole number from %" G_GINT64_FORMAT
                                         " to %" G_GINT64_FORMAT,
            member->name, (gint64)number, (gint64)member->min, (gint64)member->max);
    member_store(number, value, member->size);
    return true;
}

static bool read_flag(JsonMembers *members, const char *name, bool *out_flag)
{
    JsonNode *node = take_value(members, name, G_TYPE_BOOLEAN, "true or false");

    *out_flag = node != NULL && json_node_get_boolean(node);
    return node != NULL;
}

static bool read_real(JsonMembers *members, const Member *member, double *out_real)
{
    JsonNode *node = take_member(members, member->name);
    const GType type = node != NULL ? json_node_get_value_type(node) : G_TYPE_INVALID;

    if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
        return fail_type(members, member->name, node, "a number");
    *out_real = json_node_get_double(node);
    return (*out_real >= member->low && *out_real <= member->high) ||
           json_members_fail(members, "%s is %g, not a number from %g to %.0f", member->name,
                             *out_real, member->low, member->high);
}

static bool read_name(JsonMembers *members, const Member *member, void *value)
{
    int place;

    if (!json_members_name(members, member->name, member->names, (int)member->max, &place))
        return false;
    member_store(place, value, member->size);
    return true;
}

static bool read_text(JsonMembers *members, const Member *member, char *out_text)
{
    const char *text = json_members_text(members, member->name);

    if (text == NULL)
        return false;
    if (*text == '\0' || strlen(text) >= member->size)
        return json_members_fail(members, "%s has %zu bytes, not 1 to %zu", member->name,
                                 strlen(text), member->size - 1);
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (!g_unichar_isprint(g_utf8_get_char(at)))
            return json_members_fail(members, "%s contains characters that cannot be printed",
                                     member->name);
    g_strlcpy(out_text, text, member->size);
    return true;
}

static bool read_word(JsonMembers *members, const Member *member, void *value)
{
    const char *text = json_members_text(members, member->name);
    g_autoptr(GError) fault = NULL;

    return text != NULL && (member->word->parse(text, value, &fault) ||
                            json_members_fail(members, "%s: %s", member->name, fault->message));
}

static bool read_object(JsonMembers *members, const Member *member, void *object)
{
    JsonMembers inner;

    return json_members_object(members, member->name, &inner) &&
           json_members_read(&inner, member->table, 0, object) && json_members_end(&inner);
}

static bool read_value(JsonMembers *members, const Member *member, void *object)
{
    void *value = member_at(member, object);
    const char *text;

    switch (member->type) {
    case MEMBER_FLAG:
        return read_flag(members, member->name, value);
    case MEMBER_NUMBER:
        return read_number(members, member, value);
    case MEMBER_REAL:
        return read_real(members, member, value);
    case MEMBER_NAME:
        return read_name(members, member, value);
    case MEMBER_TEXT:
        return read_text(members, member, value);
    case MEMBER_STRING:
        *(const char **)value = text = json_members_text(members, member->name);
        return text != NULL;
    case MEMBER_WORD:
        return read_word(members, member, value);
    case MEMBER_OBJECT:
        return read_object(members, member, value);
    default:
        g_assert_not_reached(); /* nothing that is read has lists */
    }
}

bool json_members_read(JsonMembers *members, const MemberTable *table, unsigned kind, void *object)
{
    for (int i = 0; i < table->count; i++) {
        const Member *member = &table->rows[i];
        if (member_is_of(member, kind) &&
            (member->presence == MEMBER_ALWAYS || json_members_has(members, member->name)) &&
            !read_value(members, member, object))
            return false;
    }
    return true;
}

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

static char *finish_text(JsonBuilder *json, bool is_indented)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *text = json_to_string(root, is_indented);

    return shorten_numbers(text);
}

char *json_finish_line(JsonBuilder *json)
{
    return finish_text(json, false);
}

char *json_finish_indented(JsonBuilder *json)
{
    g_autofree char *text = finish_text(json, true);

    return g_strconcat(text, "\n", NULL);
}
