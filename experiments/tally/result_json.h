/* The result of a pairing in run.json, and functions with which contests write and read theirs. */
#pragma once

#include "experiments/tally/totals.h"
#include "experiments/tools/json_members.h"

/* The members of the result of pairing @pairing, and back: false if something is missing, wrong, or
 * there are not just @more others. */
void result_json_add_pairing(JsonBuilder *json, const Spec *spec, const Totals *totals,
                             int pairing);
bool result_json_read_pairing(JsonObject *object, guint more, PairingTotals *out_totals);

/* Whether both members are texts. */
bool result_json_has_texts(JsonObject *object, const char *first, const char *second);

/* Member @name, from 0 to MATCH_MOST. */
bool result_json_read_count(JsonObject *object, const char *name, int64_t *out_count);
