#include "experiments/json_writer.h"

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

char *json_finish_line(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);

    return json_to_string(root, FALSE);
}

char *json_finish_indented(JsonBuilder *json)
{
    g_autoptr(JsonNode) root = json_builder_get_root(json);

    return json_to_string(root, TRUE);
}
