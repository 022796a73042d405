/* What agents on a board of 64 squares know of the board after their actions: their percept's
 * answers to what the logics beyond table 2.1 ask. The functions of the same names in percept.h are
 * described there. */
#pragma once

#include "agents/percept.h"

/* Turns the exposures of @percept into those of exchanges and fills in the places, as its options
 * say. All else must have been perceived. */
void foresight_perceive(Percept *percept);

int foresight_threatened_after(const Percept *percept, int action, int bearable,
                               Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
Exposure foresight_exposure_after(const Percept *percept, int agent, int action);
Exposure foresight_exposure_of_plan(const Percept *percept, int action, int target);
void foresight_outlook(const Percept *percept, int action, const OutlookInterest *interest,
                       Outlook *out_outlook);
void foresight_find_place(Percept *percept, int action);
bool foresight_imagine(const Percept *percept, int action, Percept *out_percept);
void foresight_again(const Percept *percept, const PerceptOptions *options, Percept *out_percept);
bool foresight_mates(const Percept *percept, int action);
int foresight_find_mates(const Percept *percept, int moves, int most, int *out_actions);
bool foresight_allows_mate(const Percept *percept, int action, int moves);
bool foresight_stalemates(const Percept *percept, int action);
uint64_t foresight_key_after(const Percept *percept, int action);
bool foresight_lets_repeat(const Percept *percept, int action);
int foresight_balance(const Percept *percept);
int foresight_side(const Percept *percept);
