/* Writes members of JSON objects: all files and lines in JSON are made with it, but the tables of
 * reports, whose numbers have the decimals of their CSV (report_cells_append_json()). */
#pragma once

#include <json-glib/json-glib.h>
#include <stdbool.h>
#include <stdint.h>

void json_add_text(JsonBuilder *json, const char *name, const char *value);
void json_add_number(JsonBuilder *json, const char *name, int64_t value);
void json_add_double(JsonBuilder *json, const char *name, double value);
void json_add_flag(JsonBuilder *json, const char *name, bool value);

/* A list of @texts, NULL-terminated. */
void json_add_texts(JsonBuilder *json, const char *name, const char *const *texts);

/* Begins the value of the member @name, a list or an object. */
void json_begin_list(JsonBuilder *json, const char *name);
void json_begin_object(JsonBuilder *json, const char *name);

/* What @json has built, on one line, or with one member per line; real numbers have as
 * few digits as give the same number. Owner: the caller. */
char *json_finish_line(JsonBuilder *json);
char *json_finish_indented(JsonBuilder *json);
