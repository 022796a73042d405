/* What the senses of a team ask of a board. */
#pragma once

#include "agents/team.h"

typedef struct {
    TargetSet (*targets)(const Percept *percept); /* all there are */
    int (*steps)(int from, int to);               /* that a king needs on an empty board */
    int (*destination)(Move move);                /* the square where it ends */
    TargetSet (*attackers_of)(const Percept *percept, int square); /* that attack @square now */
    void (*stand_after)(const Percept *percept, int action,
                        Exposure out_exposures[static PERCEPT_MAX_AGENTS]); /* team_stand_after() */
} TeamBoard;

extern const TeamBoard TEAM_BOARD_OF64, TEAM_BOARD_OF96;
