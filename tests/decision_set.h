/* What a MasterAgent may decide on in a position, as a text for comparison. */
#pragma once

#include <glib.h>
#include <string.h>

#include "master/beyond/decision.h"
#include "positions.h"

static inline int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What a MasterAgent with @logics decides on in @pos. */
static inline Move decide_in(const Position *pos, const LogicSet *logics, Random *random,
                             const Recorder *recorder, Deliberation *out_deliberation)
{
    Percept percept;

    percept_take_chess(pos, logics, &percept);
    return decision_make(&percept, random, recorder, out_deliberation);
}

/* The moves that @logics may decide on, "d5c5 d5d6", sorted. Owner: the caller. */
static inline char *decision_set(const char *fen, const char *logics_text)
{
    const Position pos = position_of(fen);
    const LogicSet logics = logics_of(logics_text);
    g_autoptr(GPtrArray) moves = g_ptr_array_new_with_free_func(g_free);
    Share shares[PERCEPT_MAX_ACTIONS];
    Percept percept;
    int count;

    percept_take_chess(&pos, &logics, &percept);
    count = decision_list_shares(&percept, shares);
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_format(shares[i].move, text);
        g_ptr_array_add(moves, g_strdup(text));
    }
    g_ptr_array_sort(moves, compare_texts);
    g_ptr_array_add(moves, NULL);
    return g_strjoinv(" ", (char **)moves->pdata);
}
