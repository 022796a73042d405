/* The keys of specs: a table, from which come the reading, the defaults, the resolved text and the
 * documentation. */
#pragma once

#include "board/members.h"
#include "experiments/spec/spec.h"

/* Whether a value is a path: relative to the folder of the spec, from --set to the present one. */
typedef enum { SPEC_NO_FILE, SPEC_ONE_FILE, SPEC_SOME_FILES /* with ; between */ } SpecFiles;

typedef struct {
    const char *group;
    Member member;        /* of Spec; its name is the key */
    const char *standard; /* the default, as text; "" is none */
    const char *meaning;  /* one line */
    SpecFiles files;
    bool omits_standard; /* written only if it says something else: what was a spec before there was
                            the key stays the same one */
} SpecKey;

/* All keys in the order of the groups; [players], whose keys are names, is none of them. */
extern const SpecKey SPEC_KEYS[];
extern const size_t SPEC_KEY_COUNT;

/* The key of that name, or NULL. */
const SpecKey *spec_key_find(const char *group, const char *key);

/* Values that @key takes, for people: "on|off", "1..1000000000". Owner: the caller. */
char *spec_key_values(const SpecKey *key);
