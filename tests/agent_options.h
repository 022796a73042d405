/* The options that a session offers for a player with agents: the level, each logic, the readings.
 */
#pragma once

#include <glib.h>

#include "agents/logics.h"

/* How the protocol writes a choice that is left to the level: before and behind its name. */
typedef struct {
    const char *before, *of_level, *of_level_ahead;
} AgentOptionForm;

/* Each logic but the foundation is among the lines @said, once, and no reading is one by itself. */
static inline void agent_options_check(const GQueue *said, const AgentOptionForm *form)
{
    for (Logic logic = LOGIC_FOUNDATION + 1; logic < LOGIC_COUNT; logic++) {
        g_autofree char *line =
            g_strconcat(form->before, LOGICS[logic].name,
                        logic == LOGIC_LOOK_AHEAD ? form->of_level_ahead : form->of_level, NULL);
        int times = 0;
        for (const GList *link = said->head; link != NULL; link = link->next)
            times += g_str_equal(link->data, line);
        if (times != 1)
            g_test_fail_printf("'%s' is said %d times", line, times);
    }
    g_assert_cmpuint(g_queue_get_length((GQueue *)said), <, LOGIC_COUNT + 10);
}
