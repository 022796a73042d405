/* Why not that move? What sets a legal move apart from the one that a player has chosen. */
#pragma once

#include <json-glib/json-glib.h>

#include "app/explain/explanation.h"

/* What became of a move on the way to a decision. */
typedef struct {
    Move move;
    AgentName agent;            /* the agent that makes it, if @is_suggested */
    bool is_suggested;          /* agents can suggest it */
    CandidateKind kind;         /* what it is, or would be, as a candidate */
    int profit;                 /* to the agent, in hundredths of a pawn */
    double share;               /* how likely agents are to decide on it, from 0 to 1 */
    int net;                    /* against the worst threat, or as the master imagines it */
    char *worth;                /* to a player that searches, in words; else NULL */
    WorthPart part[PART_COUNT]; /* of the profit, if its agent suggests it */
    int part_count;
} ContrastMove;

typedef struct {
    const Explanation *explanation;
    ContrastMove played, other;
    GPtrArray *reasons; /* of char *: sentences, in the order in which a decision is made */
    bool has_logics;    /* the following are known */
    uint32_t without;   /* logics, a bit for each: without any one of them @other could have been
                           played */
    uint32_t with;      /* logics: with any one of them added it could have been played */
    uint32_t levels;    /* bit N: level N could play it, with the readings of the player */
} Contrast;

/* Sets @move, legal in the last state of @line, against what @explanation tells that @player, of
 * which it was made, has chosen there with @random. Lets the player decide between nothing but each
 * of the two moves, and on all of them with other logics; it asks and tells no memory meanwhile. */
void contrast_make(Player *player, const GameLine *line, const Random *random,
                   const Explanation *explanation, Move move, Contrast *out_contrast);
void contrast_clear(Contrast *contrast);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Contrast, contrast_clear)

/* Both moves with their figures, then the reasons, a line each. Owner: the caller. */
char *contrast_to_text(const Contrast *contrast);

/* Adds the same to the object that @json is building. */
void contrast_add_json(const Contrast *contrast, JsonBuilder *json);
