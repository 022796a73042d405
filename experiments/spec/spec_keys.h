/* The keys of a spec as a table, from which come the reading, the defaults, the resolved text and
 * the documentation. */
#pragma once

#include "experiments/spec/spec.h"

typedef enum {
    SPEC_TEXT,
    SPEC_FILE,   /* a path; relative to the folder of the spec, from --set to the present one */
    SPEC_FILES,  /* several, with ; between */
    SPEC_NUMBER, /* from min to max */
    SPEC_REAL,   /* a decimal number, from low to high; ten digits of it count */
    SPEC_SWITCH, /* on|off */
    SPEC_CHOICE  /* one of choices */
} SpecValueType;

typedef struct {
    const char *group, *key;
    SpecValueType type;
    size_t offset;        /* of the member of Spec */
    const char *standard; /* the default, as text; "" is none */
    const char *meaning;  /* one line */
    uint64_t min, max;
    double low, high;
    const char *choices[9]; /* NULL-terminated, in the order of the member's values */
    bool omits_standard;    /* written only if it says something else: what was a spec before there
                               was the key stays the same one */
} SpecKey;

/* All keys in the order of the groups; [players], whose keys are names, is none of them. */
extern const SpecKey SPEC_KEYS[];
extern const size_t SPEC_KEY_COUNT;

/* Whether the member is a text of its own. */
static inline bool spec_key_is_text(const SpecKey *key)
{
    return key->type == SPEC_TEXT || key->type == SPEC_FILE || key->type == SPEC_FILES;
}

/* The key of that name, or NULL. */
const SpecKey *spec_key_find(const char *group, const char *key);

/* What may stand behind @key, for people: "on|off", "1..1000000000". Owner: the caller. */
char *spec_key_values(const SpecKey *key);
