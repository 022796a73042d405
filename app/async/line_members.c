#include "app/async/line_members.h"

#include <string.h>

#include "experiments/tools/json_writer.h"

/* Numbers and places in names are kept in as many bytes as their member of the struct has. */
static int64_t load(const void *value, size_t size)
{
    switch (size) {
    case 1:
        return *(const uint8_t *)value;
    case 4:
        return *(const int32_t *)value;
    default:
        g_assert(size == 8);
        return *(const int64_t *)value;
    }
}

static void store(int64_t number, void *value, size_t size)
{
    switch (size) {
    case 1:
        *(uint8_t *)value = (uint8_t)number;
        break;
    case 4:
        *(int32_t *)value = (int32_t)number;
        break;
    default:
        g_assert(size == 8);
        *(int64_t *)value = number;
    }
}

/* Writing */

static void write_square_value(JsonBuilder *json, Square sq)
{
    char text[3] = "";

    square_format(sq, text);
    json_builder_add_string_value(json, text);
}

void line_write_square(JsonBuilder *json, const char *name, Square sq)
{
    json_builder_set_member_name(json, name);
    write_square_value(json, sq);
}

static void write_squares(JsonBuilder *json, const char *name, Bitboard set)
{
    json_begin_list(json, name);
    for (Bitboard rest = set; rest; rest &= rest - 1)
        write_square_value(json, bitboard_first(rest));
    json_builder_end_array(json);
}

static void write_member(const LineMember *row, const void *value, JsonBuilder *json)
{
    switch (row->type) {
    case LINE_FLAG:
        json_add_flag(json, row->name, *(const bool *)value);
        break;
    case LINE_NUMBER:
        json_add_number(json, row->name, load(value, row->size));
        break;
    case LINE_REAL:
        json_builder_set_member_name(json, row->name);
        json_builder_add_double_value(json, *(const double *)value);
        break;
    case LINE_NAME:
        json_add_text(json, row->name, row->names[load(value, row->size)]);
        break;
    case LINE_TEXT:
        if (!row->may_be_left_out || *(const char *)value != '\0')
            json_add_text(json, row->name, value);
        break;
    case LINE_SQUARE:
        line_write_square(json, row->name, *(const Square *)value);
        break;
    case LINE_SQUARES:
        write_squares(json, row->name, *(const Bitboard *)value);
        break;
    case LINE_OWN:
        row->write(json, row->name, value);
        break;
    }
}

void line_members_write(const LineMember *rows, int count, unsigned kind, const void *object,
                        JsonBuilder *json)
{
    for (int i = 0; i < count; i++)
        if (rows[i].kinds >> kind & 1)
            write_member(&rows[i], (const char *)object + rows[i].offset, json);
}

/* Reading */

static bool read_number(const LineMember *row, JsonMembers *members, void *value)
{
    int64_t number;

    if (!json_members_number(members, row->name, row->min, row->max, &number))
        return false;
    store(number, value, row->size);
    return true;
}

static bool read_real(const LineMember *row, JsonMembers *members, double *out_real)
{
    JsonNode *node = json_members_take(members, row->name);
    const GType type = node != NULL ? json_node_get_value_type(node) : G_TYPE_INVALID;

    if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
        return json_members_fail(members, "%s: the number is missing", row->name);
    *out_real = json_node_get_double(node);
    return (*out_real >= row->low && *out_real <= row->high) ||
           json_members_fail(members, "%s: %g is not from %g to %.0f", row->name, *out_real,
                             row->low, row->high);
}

static bool read_name(const LineMember *row, JsonMembers *members, void *value)
{
    int place;

    if (!json_members_name(members, row->name, row->names, (int)row->max, &place))
        return false;
    store(place, value, row->size);
    return true;
}

static bool read_text(const LineMember *row, JsonMembers *members, char *out_text)
{
    const char *text;

    out_text[0] = '\0';
    if (row->may_be_left_out && !json_members_has(members, row->name))
        return true;
    text = json_members_text(members, row->name);
    if (text == NULL)
        return false;
    if (*text == '\0' || strlen(text) >= row->size)
        return json_members_fail(members, "%s: it must have 1 to %zu bytes", row->name,
                                 row->size - 1);
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at))
        if (!g_unichar_isprint(g_utf8_get_char(at)))
            return json_members_fail(members, "%s: it has characters that cannot be printed",
                                     row->name);
    g_strlcpy(out_text, text, row->size);
    return true;
}

static bool parse_square(const JsonMembers *members, const char *name, const char *text,
                         Square *out_sq)
{
    const Square sq = square_parse(text);

    if (sq == SQUARE_NONE || text[2] != '\0')
        return json_members_fail(members, "%s: '%s' is not a square", name, text);
    *out_sq = sq;
    return true;
}

bool line_read_square(JsonMembers *members, const char *name, Square *out_sq)
{
    const char *text = json_members_text(members, name);

    return text != NULL && parse_square(members, name, text, out_sq);
}

bool line_add_to_set(const JsonMembers *members, const char *name, Square sq, Bitboard *set)
{
    char text[3] = "";

    square_format(sq, text);
    if (bitboard_has(*set, sq))
        return json_members_fail(members, "%s: %s is named twice", name, text);
    *set |= bitboard_of(sq);
    return true;
}

static bool read_squares(JsonMembers *members, const char *name, Bitboard *out_set)
{
    JsonArray *list = json_members_list(members, name);
    Bitboard set = 0;

    for (guint i = 0; list != NULL && i < json_array_get_length(list); i++) {
        JsonNode *node = json_array_get_element(list, i);
        Square sq = 0;
        if (json_node_get_value_type(node) != G_TYPE_STRING)
            return json_members_fail(members, "%s: it has elements that are not squares", name);
        if (!parse_square(members, name, json_node_get_string(node), &sq) ||
            !line_add_to_set(members, name, sq, &set))
            return false;
    }
    *out_set = set;
    return list != NULL;
}

static bool read_member(const LineMember *row, JsonMembers *members, void *value)
{
    switch (row->type) {
    case LINE_FLAG:
        return json_members_flag(members, row->name, value);
    case LINE_NUMBER:
        return read_number(row, members, value);
    case LINE_REAL:
        return read_real(row, members, value);
    case LINE_NAME:
        return read_name(row, members, value);
    case LINE_TEXT:
        return read_text(row, members, value);
    case LINE_SQUARE:
        return line_read_square(members, row->name, value);
    case LINE_SQUARES:
        return read_squares(members, row->name, value);
    case LINE_OWN:
        return row->read(members, row->name, value);
    }
    g_assert_not_reached();
}

bool line_members_read(const LineMember *rows, int count, unsigned kind, JsonMembers *members,
                       void *object)
{
    for (int i = 0; i < count; i++)
        if (rows[i].kinds >> kind & 1 &&
            !read_member(&rows[i], members, (char *)object + rows[i].offset))
            return false;
    return true;
}
