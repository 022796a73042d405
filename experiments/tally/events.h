/* What the agents of a player do in a game, and what befalls them, as events that can be counted:
 * the thesis' figures 3.3 and 3.5 and its tables 3.8 and 3.9.
 *
 * A move-attack is planned when the move that is played was chosen with an attack planned from
 * where it goes. It is performed when the same piece captures one of those it was planned on with
 * the next move of the player; one that has moved meanwhile is still the same.
 *
 * A piece that is captured has been reported as threatened, or not, in the decision of its player
 * just before. A piece that has moved with that decision had reported where it stood before it, not
 * where it was captured: it is counted apart.
 *
 * Source: thesis, sections 3.1.2, 3.1.4, 3.2.2 and 3.2.5. What it leaves open is settled above. */
#pragma once

#include "experiments/play/match.h"

/* The first ones belong to the player that moves, the last ones to the opponent of the one that
 * does. */
typedef enum {
    EVENT_DECISION,              /* agents decide */
    EVENT_THREAT,                /* one of them is the worst threatened */
    EVENT_ATTACK_REQUEST,        /* another one captures an attacker of it, as it has asked for */
    EVENT_DEFENCE_REQUEST,       /* another one defends or shields it, as it has asked for */
    EVENT_OWN_MOVE,              /* it moves away itself */
    EVENT_OWN_ATTACK,            /* it captures something itself */
    EVENT_OFFER_REJECTED,        /* it was offered help, and something else is done */
    EVENT_PLAN,                  /* a move-attack is planned */
    EVENT_PLAN_ON_KING,          /* one on the king, which cannot be performed */
    EVENT_PLAN_PERFORMED,        /* that of the move before is performed */
    EVENT_REPLY,                 /* the opponent moves after a decision of agents */
    EVENT_CAPTURED,              /* and captures an agent that had reported a threat */
    EVENT_CAPTURED_UNTHREATENED, /* one that had not */
    EVENT_MOVER_CAPTURED,        /* the one just moved, which had reported a threat */
    EVENT_MOVER_CAPTURED_UNTHREATENED, /* the one just moved, which had not */
    EVENT_KIND_COUNT
} EventKind;

/* "attack-request", ...; NULL for what happens at every other ply and is only counted. */
extern const char *const EVENT_NAMES[EVENT_KIND_COUNT];

/* Bit k is set if there is an event of kind k. */
typedef uint32_t EventSet;

/* What is remembered of the last decision of a side. The pieces are where they stand now. */
typedef struct {
    bool has_reported;
    Bitboard threatened;
    Bitboard moved;
    Bitboard planned_on;
    Square planner;
} EventsSide;

/* A walk through a game of two sides, ply by ply; {0} is its beginning. */
typedef struct {
    EventsSide side[GAME_MAX_SIDES];
} EventsWalk;

/* The events of the next ply, side by side. */
typedef struct {
    EventSet of[GAME_MAX_SIDES];
} EventsOfPly;

EventsOfPly events_next(EventsWalk *walk, const MatchPly *ply);

/* The squares that an event of the kind is about: those of a plan, or that of the piece captured.
 */
Bitboard event_squares(EventKind kind, const MatchPly *ply);
