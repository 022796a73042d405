/* The commands that main.c lists, each in the file of its name: command_play() in command_play.c.
 */
#pragma once

#include "app/terminal/command.h"

CommandRun command_agent, command_antichess_text, command_ask, command_async_server, command_bench,
    command_compare, command_diff, command_effects, command_explain, command_match, command_memory,
    command_merge, command_moves, command_perft, command_play, command_players, command_replay,
    command_report, command_run, command_show, command_specs, command_studio, command_suite,
    command_thesis, command_tune, command_uci, command_verify, command_xboard;
