/* Why not that move? What sets a legal move apart from the one that a player has chosen, and the
 * decisions of one player from those of another. */
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
    GPtrArray *reasons; /* of char *: sentences, in the order in which a decision is made, then
                           NULL */
} Contrast;

/* Sets @move, legal there, against what @explanation tells that @player, of which it was made, has
 * chosen. Agents say themselves how far each of the two moves comes (master/beyond/fate.h); a
 * player that searches considers with the same chance nothing but each of them, and asks and tells
 * no memory meanwhile. */
void contrast_make(Player *player, const Explanation *explanation, Move move,
                   Contrast *out_contrast);
void contrast_clear(Contrast *contrast);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Contrast, contrast_clear)

/* Both moves with their figures, then the reasons, a line each. Owner: the caller. */
char *contrast_to_text(const Contrast *contrast);

/* Adds the same to the object that @json is building. */
void contrast_add_json(const Contrast *contrast, JsonBuilder *json);

/* Two players on the same position. */
typedef struct {
    const Explanation *explanation[2];
    int count; /* moves on which either may decide, */
    struct {
        Move move;
        double share[2]; /* and how likely each of them does; 1: it has, and its shares are not
                            known */
    } move[2 * GAME_MAX_MOVES];
    double difference; /* how far the shares differ, from 0 to 1 */

    Contrast why_not[2]; /* why each does not play what the other one plays more often; no reasons:
                            they do not differ, or it tells nothing */
    int first;           /* which of the two loses that move at the earlier step */
} Comparison;

/* Compares what @players have decided on, as @explanations tell, which outlive @out_comparison. If
 * @move is one, both say why not that. */
void comparison_make(Player *const players[2], const Explanation *const explanations[2], Move move,
                     Comparison *out_comparison);
void comparison_clear(Comparison *comparison);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparison, comparison_clear)

/* The board, maybe in colour, the shares of both, the first difference, and why not. Owner: the
 * caller. */
char *comparison_to_text(const Comparison *comparison, bool in_color);

/* Adds "players": [both explanations], "shares": [{"move", "san", "shares"}], "difference" and
 * "why_not": [both contrasts] to the object that @json is building. */
void comparison_add_json(const Comparison *comparison, bool all_messages, JsonBuilder *json);
