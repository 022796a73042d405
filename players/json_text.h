/* Objects of JSON from other programs, read as strictly as RFC 8259 permits. */
#pragma once

#include <json-glib/json-glib.h>

/* The object in @text, which is nested no deeper than @depth_max; none of its objects has two
 * members with the same name.
 *
 * Errors: BOARD_ERROR_SYNTAX.
 * Owner:  the caller, json_node_unref().
 * Source: T. Bray, The JavaScript Object Notation (JSON) Data Interchange Format, RFC 8259, 2017;
 *         section 4 leaves open what repeated names mean. */
JsonNode *json_text_read(const char *text, int depth_max, GError **error);
