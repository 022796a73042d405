/* What an action on a board of 64 squares does to the agents that do not act: their percept's
 * answers to defence consideration. The functions of the same names in percept.h are described
 * there. */
#pragma once

#include "agents/percept.h"

int bystanders_threatened_after(const Percept *percept, int action, int bearable,
                                Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
void bystanders_unmissed(const Percept *percept, int bearable,
                         ActionSet out_unmissed[static PERCEPT_MAX_AGENTS]);

/* Where captures are thought to their end: */
void bystanders_unmissed_in_exchanges(const Percept *percept, int bearable,
                                      ActionSet out_unmissed[static PERCEPT_MAX_AGENTS]);
void bystanders_assisting_in_exchanges(const Percept *percept, int threatened,
                                       ActionSet out_assisting[static PERCEPT_MAX_AGENTS]);
