/* One record a command, mostly in the file of its name: COMMAND_PLAY in command_play.c. */
#pragma once

#include "app/terminal/command.h"

/* What "report --format=json" prints of the run in @folder; NULL: nothing can be said of it. Owner:
 * the caller. */
char *report_as_json(char *folder);

extern const Command COMMAND_ANTICHESS_TEXT;
extern const Command COMMAND_ASK;
extern const Command COMMAND_ASYNC_SERVER;
extern const Command COMMAND_BENCH;
extern const Command COMMAND_DIFF;
extern const Command COMMAND_EFFECTS;
extern const Command COMMAND_EXPLAIN;
extern const Command COMMAND_MATCH;
extern const Command COMMAND_MEMORY;
extern const Command COMMAND_MERGE;
extern const Command COMMAND_MOVES;
extern const Command COMMAND_SHOW;
extern const Command COMMAND_SPECS;
extern const Command COMMAND_STUDIO;
extern const Command COMMAND_PERFT;
extern const Command COMMAND_PLAY;
extern const Command COMMAND_PLAYERS;
extern const Command COMMAND_REPLAY;
extern const Command COMMAND_REPORT;
extern const Command COMMAND_COMPARE;
extern const Command COMMAND_THESIS;
extern const Command COMMAND_RUN;
extern const Command COMMAND_SUITE;
extern const Command COMMAND_TUNE;
extern const Command COMMAND_UCI;
extern const Command COMMAND_VERIFY;
extern const Command COMMAND_XBOARD;
