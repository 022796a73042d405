/* Why not that move? What sets a legal move apart from the one that a player has chosen. */
#pragma once

#include <json-glib/json-glib.h>

#include "app/explain/explanation.h"

/* One of two moves. */
typedef struct {
    Move move;
    bool has_fate; /* agents can suggest it, and all of them are heard: */
    Fate fate;
    FateOtherwise otherwise;
    char *worth; /* to a player that searches, in words; else NULL */
} ContrastMove;

typedef struct {
    const Explanation *explanation;
    ContrastMove played, other;
    GPtrArray *reasons; /* of char *: sentences, in the order in which a decision is made */
} Contrast;

/* Sets @move, legal in the last state of @line, against what @explanation tells that @player, of
 * which it was made, has chosen there. Agents say themselves how far each of the two moves comes
 * (master/fate.h); a player that searches considers with @random nothing but each of them, and asks
 * and tells no memory meanwhile. */
void contrast_make(Player *player, const GameLine *line, const Random *random,
                   const Explanation *explanation, Move move, Contrast *out_contrast);
void contrast_clear(Contrast *contrast);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Contrast, contrast_clear)

/* Both moves with their figures, then the reasons, a line each. Owner: the caller. */
char *contrast_to_text(const Contrast *contrast);

/* Adds the same to the object that @json is building. */
void contrast_add_json(const Contrast *contrast, JsonBuilder *json);
