/* What contests with turns share, whatever the number of sides. */
#pragma once

#include "experiments/spec/contest.h"

/* Their games are those of GAMES that have as many sides as the contest. */
const char *contest_turns_game_name(const Contest *contest, size_t index);
void contest_turns_take_game(Spec *spec, size_t index);

bool contest_turns_is_for(const Spec *spec, const PlayerKind *kind);

/* Fills in the rules of draws. If @ends, every game ends by another rule; else the rules of draws
 * must end every game, and it is an error if they do not. */
bool contest_turns_read_rules(const SpecReader *reader, bool ends, GError **error);

/* Keys that games with turns have no use for. */
extern const ContestKey CONTEST_TURNS_STRAYS[];
