/* Any text as an experiment: it is refused with a reason, or its resolved text is the same
 * experiment again. */
#include <string.h>

#include "experiments/spec/schedule.h"
#include "require.h"

/* Every kind of group: more of it are hundreds of players, each read twice. */
#define MAX_SIZE 1000

static void check_resolved(const Spec *spec)
{
    g_autoptr(Spec) again = spec_parse(spec->resolved, "resolved", NULL, "fuzz", NULL, NULL);

    require(again != NULL, "not read as it was written", spec->resolved);
    require(strcmp(again->resolved, spec->resolved) == 0, "written otherwise", spec->resolved);
    require(strcmp(again->identity, spec->identity) == 0, "another experiment", spec->resolved);
}

FUZZ_TEXT(text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = NULL;

    if (strlen(text) > MAX_SIZE || strstr(text, "file") != NULL) /* who knows what it would read */
        return;
    spec = spec_parse(text, "fuzz.ini", NULL, "fuzz", NULL, &error);
    require((spec == NULL) == (error != NULL), "refused without a reason", text);
    if (spec != NULL) {
        require(spec->pairing_count > 0 && schedule_count(spec) > 0, "nothing to play", text);
        check_resolved(spec);
    }
}
