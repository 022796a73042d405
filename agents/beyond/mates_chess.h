/* Mates on a board of 64 squares, at once or by a few checks.
 *
 * Source: thesis, section 6, third point, which says that the agents miss them. */
#pragma once

#include "agents/percept.h"

/* Whether the side to move has no more than @most legal moves, maybe none, and can be mated after
 * each, as by mates_within(). */
bool mates_whatever(const Position *pos, int most, int moves);

/* Whether the side to move gives mate with its next @moves moves or sooner, by checks alone,
 * whatever is answered. With more than two moves left only checks with at most two answers are
 * followed, and pawns become queens but for the last move: mates of other kinds are not found, nor
 * those after a draw by the fifty-move rule. */
bool mates_within(const Position *pos, int moves);

/* PerceptBoard.find_mates: the actions that begin the soonest mate, as by mates_within(). */
int mates_find(const Percept *percept, int moves, int out_actions[static PERCEPT_MAX_ACTIONS]);
