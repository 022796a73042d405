/* The options that a session offers for a player with agents: each logic and each reading. */
#pragma once

#include <glib.h>

#include "agents/logics.h"

/* How the protocol writes an option that is on or off: @before, its name, and one of the others. */
typedef struct {
    const char *before, *on, *off;
} AgentOptionForm;

static inline void agent_options_check_switch(const GQueue *said, const AgentOptionForm *form,
                                              const char *name, bool on)
{
    g_autofree char *line = g_strconcat(form->before, name, on ? form->on : form->off, NULL);

    if (g_queue_find_custom((GQueue *)said, line, (GCompareFunc)g_strcmp0) == NULL)
        g_test_fail_printf("'%s' is not said", line);
}

/* All of @level are among the lines @said; look-ahead is a number and no matter of this. */
static inline void agent_options_check(const GQueue *said, const AgentOptionForm *form, int level)
{
    const LogicSet set = logic_set_of_level(level);

    for (Logic logic = 0; logic < LOGIC_COUNT; logic++)
        if (logic != LOGIC_LOOK_AHEAD)
            agent_options_check_switch(said, form, LOGICS[logic].name, logic_is_on(&set, logic));
    for (Reading reading = 0; reading < READING_COUNT; reading++)
        agent_options_check_switch(said, form, READINGS[reading].name,
                                   reading_is_on(&set, reading));
}
