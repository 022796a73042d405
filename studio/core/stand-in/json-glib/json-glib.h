/* The part of json-glib that the program writes with: see glib.h beside it. A builder and its
 * texts, byte for byte as json-glib 1.6 writes them on one line; nothing is read. */
#pragma once

#include <glib.h>

typedef struct StandInJsonBuilder JsonBuilder;
typedef GString JsonNode;
typedef struct StandInJsonObject JsonObject;
typedef struct StandInJsonArray JsonArray;

JsonBuilder *json_builder_new(void);
void json_builder_begin_object(JsonBuilder *json);
void json_builder_end_object(JsonBuilder *json);
void json_builder_begin_array(JsonBuilder *json);
void json_builder_end_array(JsonBuilder *json);
void json_builder_set_member_name(JsonBuilder *json, const char *name);
void json_builder_add_string_value(JsonBuilder *json, const char *text);
void json_builder_add_int_value(JsonBuilder *json, gint64 number);
void json_builder_add_double_value(JsonBuilder *json, double number);
void json_builder_add_boolean_value(JsonBuilder *json, gboolean flag);
void json_builder_add_null_value(JsonBuilder *json);

/* The text that has been built, complete. Owner: the caller, as in json-glib. */
JsonNode *json_builder_get_root(JsonBuilder *json);
char *json_to_string(JsonNode *node, gboolean pretty);
#define json_node_unref stand_in_string_free
void stand_in_json_builder_free(JsonBuilder *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonBuilder, stand_in_json_builder_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonNode, json_node_unref)

/* Only named. */
typedef struct StandInJsonParser JsonParser;
typedef struct {
    int unused;
} JsonObjectIter;
typedef unsigned long GType;
#define G_TYPE_INVALID ((GType)0)
#define G_TYPE_STRING ((GType)1)
#define G_TYPE_INT64 ((GType)2)
#define G_TYPE_BOOLEAN ((GType)3)
#define G_TYPE_DOUBLE ((GType)4)
#define JSON_NODE_HOLDS_ARRAY(node) (json_node_get_array(node) != NULL)
#define JSON_NODE_HOLDS_OBJECT(node) (json_node_get_object(node) != NULL)
JsonParser *json_parser_new_immutable(void);
gboolean json_parser_load_from_data(JsonParser *parser, const char *text, gssize length,
                                    GError **error);
JsonNode *json_parser_get_root(JsonParser *parser);
void stand_in_json_parser_free(JsonParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonParser, stand_in_json_parser_free)
JsonNode *json_node_ref(JsonNode *node);
JsonObject *json_node_get_object(JsonNode *node);
JsonArray *json_node_get_array(JsonNode *node);
GType json_node_get_value_type(JsonNode *node);
const char *json_node_get_string(JsonNode *node);
gint64 json_node_get_int(JsonNode *node);
double json_node_get_double(JsonNode *node);
gboolean json_node_get_boolean(JsonNode *node);
gboolean json_object_has_member(JsonObject *object, const char *name);
JsonNode *json_object_get_member(JsonObject *object, const char *name);
void json_object_iter_init(JsonObjectIter *iter, JsonObject *object);
gboolean json_object_iter_next(JsonObjectIter *iter, const char **out_name, JsonNode **out_node);
