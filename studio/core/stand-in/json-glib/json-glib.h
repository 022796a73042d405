/* The part of json-glib that the program needs: see glib.h beside it. Texts are byte for byte as
 * json-glib 1.6 writes them on one line. */
#pragma once

#include <glib.h>

typedef struct _JsonBuilder JsonBuilder;
typedef unsigned long GType;

/* A value that was read, or the text of what was built. */
typedef struct _JsonObject {
    GType type;
    char *text;        /* of a string, without quotes; a number, or what was built, as it is */
    GPtrArray *names;  /* of members */
    GPtrArray *values; /* of members or elements */
} JsonNode;
typedef JsonNode JsonObject;
typedef struct _JsonArray {
    JsonNode node;
} JsonArray;

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
void json_node_unref(JsonNode *node);
JsonNode *json_node_alloc(void);
JsonNode *json_node_init_string(JsonNode *node, const char *text);
void stand_in_json_builder_free(JsonBuilder *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonBuilder, stand_in_json_builder_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(JsonNode, json_node_unref)

/* What was read. */
typedef struct {
    JsonObject *object;
    guint next;
} JsonObjectIter;
#define G_TYPE_INVALID ((GType)0)
#define G_TYPE_STRING ((GType)1)
#define G_TYPE_INT64 ((GType)2)
#define G_TYPE_BOOLEAN ((GType)3)
#define G_TYPE_DOUBLE ((GType)4)
#define STAND_IN_OBJECT ((GType)5)
#define STAND_IN_ARRAY ((GType)6)
#define json_object_iter_init_ordered json_object_iter_init
#define json_object_iter_next_ordered json_object_iter_next
#define JSON_NODE_HOLDS_ARRAY(node) (json_node_get_array(node) != NULL)
#define JSON_NODE_HOLDS_OBJECT(node) (json_node_get_object(node) != NULL)
JsonObject *json_node_get_object(JsonNode *node);
JsonArray *json_node_get_array(JsonNode *node);
GType json_node_get_value_type(JsonNode *node);
const char *json_node_get_string(JsonNode *node);
gint64 json_node_get_int(JsonNode *node);
double json_node_get_double(JsonNode *node);
gboolean json_node_get_boolean(JsonNode *node);
guint json_array_get_length(JsonArray *array);
JsonNode *json_array_get_element(JsonArray *array, guint i);
gint64 json_object_get_int_member_with_default(JsonObject *object, const char *name, gint64 value);
gboolean json_object_has_member(JsonObject *object, const char *name);
JsonNode *json_object_get_member(JsonObject *object, const char *name);
void json_object_iter_init(JsonObjectIter *iter, JsonObject *object);
gboolean json_object_iter_next(JsonObjectIter *iter, const char **out_name, JsonNode **out_node);
