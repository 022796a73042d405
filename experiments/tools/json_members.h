/* Members of JSON objects, read strictly: each has its type and range, and a member that was not
 * asked for is an error. Structs with a table of members (board/members.h) are written and read as
 * objects. */
#pragma once

#include <json-glib/json-glib.h>

#include "board/members.h"
#include "experiments/tools/error.h"

/* Writing: all files and lines in JSON but the tables of reports, whose numbers have the decimals
 * of their CSV (table_text.h). */

void json_add_text(JsonBuilder *json, const char *name, const char *value);
void json_add_number(JsonBuilder *json, const char *name, int64_t value);
void json_add_double(JsonBuilder *json, const char *name, double value);
void json_add_flag(JsonBuilder *json, const char *name, bool value);

/* A list of @texts, NULL-terminated. */
void json_add_texts(JsonBuilder *json, const char *name, const char *const *texts);

/* Begins the value of the member @name, a list or an object. */
void json_begin_list(JsonBuilder *json, const char *name);
void json_begin_object(JsonBuilder *json, const char *name);

/* The text that @json has built, on one line without its end, or as lines, a member each; real
 * numbers have as few digits as give the same number. Owner: the caller. */
char *json_finish_line(JsonBuilder *json);
char *json_finish_indented(JsonBuilder *json);

/* Reading. */

/* json_text_read(). Errors: EXPERIMENTS_ERROR_FAILED. Owner: the caller, json_node_unref(). */
JsonNode *json_line_read(const char *line, int depth_max, GError **error);

/* No object of ours has more members. */
#define JSON_MEMBERS_MAX 32

/* A reader of one object. Its errors are EXPERIMENTS_ERROR_FAILED and begin with the name of the
 * member. */
typedef struct {
    JsonObject *object;
    const char *asked[JSON_MEMBERS_MAX];
    int asked_count;
    GError **error;
} JsonMembers;

static inline JsonMembers json_members_of(JsonObject *object, GError **error)
{
    return (JsonMembers){.object = object, .error = error};
}

#define json_members_fail(members, ...) experiments_fail((members)->error, __VA_ARGS__)

/* Whether there is a member @name, which is then still to be read. */
static inline bool json_members_has(const JsonMembers *members, const char *name)
{
    return json_object_has_member(members->object, name);
}

/* NULL: there is no such text. */
const char *json_members_text(JsonMembers *members, const char *name);

/* Reads one of @count names as its place among them. */
bool json_members_name(JsonMembers *members, const char *name, const char *const *names, int count,
                       int *out_place);

/* NULL: there is no such list. */
JsonArray *json_members_list(JsonMembers *members, const char *name);

/* The members of the object @name; false: there is no such object. */
bool json_members_object(JsonMembers *members, const char *name, JsonMembers *out_members);

/* Whether all members have been asked for. */
bool json_members_end(const JsonMembers *members);

/* Adds the members of @object, a struct of @table and @kind (0: it has none), to the object that
 * @json is building. @context is that of its words. */
void json_members_write(JsonBuilder *json, const MemberTable *table, unsigned kind,
                        const void *object, const void *context);

/* Reads them into @object, all zero before; other members are left to json_members_end(). The table
 * must have no lists and no MEMBER_IF_FLAG.
 *
 * Errors: the first member that is wrong.
 * Owner:  strings belong to the JSON. */
bool json_members_read(JsonMembers *members, const MemberTable *table, unsigned kind, void *object);
