/* Answers to the logics beyond the thesis on the board of three-player chess, mostly about the
 * board after an action. The members of PerceptBoard with the same names document each. */
#pragma once

#include "agents/percept.h"

/* Thinks exchanges to their end and finds what places are worth, as the options of @percept say. */
void foresight_of96_perceive(Percept *percept);

Exposure foresight_of96_exposure_after(const Percept *percept, int agent, int action);
Exposure foresight_of96_exposure_of_plan(const Percept *percept, int action, int target);
int foresight_of96_threatened_after(const Percept *percept, int action, int bearable,
                                    Threatened out_threatened[static PERCEPT_MAX_AGENTS]);
void foresight_of96_outlook(const Percept *percept, int action, const OutlookInterest *interest,
                            Outlook *out_outlook);
bool foresight_of96_imagine(const Percept *percept, int action, Percept *out_percept);
uint64_t foresight_of96_key_after(const Percept *percept, int action);
int foresight_of96_balance(const Percept *percept);

/* Where @agent stands after @action. */
ThreeSquare percept_of96_square_after(const Percept *percept, int agent, int action);
