/* Events that can be counted in a game: what the agents of a player do, and what happens to them:
 * the thesis' figures 3.3 and 3.5 and its tables 3.8 and 3.9.
 *
 * A move-attack is planned when the played move was chosen with an attack planned from its
 * destination. It is performed when the same piece, with the player's next move, captures one of
 * the pieces that it was planned on; a victim that has moved meanwhile still counts.
 *
 * A captured piece was reported as threatened, or not, in its player's decision just before. A
 * piece that moved by that decision had reported about the square it left, not about the square on
 * which it is captured: it is counted separately.
 *
 * Agents that look ahead expect an answer to what they do; it comes if the opponent's next move is
 * that one.
 *
 * Source: thesis, sections 3.1.2, 3.1.4, 3.2.2 and 3.2.5. What the thesis leaves open is settled
 *          above. */
#pragma once

#include "experiments/play/match.h"

/* The first ones belong to the player that moves, the last ones to its opponent. */
typedef enum {
    EVENT_DECISION,              /* agents decide */
    EVENT_THREAT,                /* one of them is the most threatened */
    EVENT_ATTACK_REQUEST,        /* another agent captures an attacker of it, as it has asked */
    EVENT_DEFENCE_REQUEST,       /* another agent defends or shields it, as it has asked */
    EVENT_OWN_MOVE,              /* it moves away itself */
    EVENT_OWN_ATTACK,            /* it captures something itself */
    EVENT_OFFER_REJECTED,        /* it was offered help, but something else is done */
    EVENT_PLAN,                  /* a move-attack is planned */
    EVENT_PLAN_ON_KING,          /* a move-attack on the king, which cannot be performed */
    EVENT_PLAN_PERFORMED,        /* the one planned with the move before is performed */
    EVENT_REPLY,                 /* the opponent moves after a decision of agents */
    EVENT_CAPTURED,              /* and captures an agent that had reported a threat */
    EVENT_CAPTURED_UNTHREATENED, /* one that had not */
    EVENT_MOVER_CAPTURED,        /* the one just moved, which had reported a threat */
    EVENT_MOVER_CAPTURED_UNTHREATENED, /* the one just moved, which had not */
    EVENT_EXPECTED,                    /* agents had imagined what the opponent moves, */
    EVENT_EXPECTED_CAME,               /* and it moves so */
    EVENT_KIND_COUNT
} EventKind;

/* "attack-request", ...; NULL for events that happen at every other ply or oftener and are only
 * counted. */
extern const char *const EVENT_NAMES[EVENT_KIND_COUNT];

/* Bit k is set if there is an event of kind k. */
typedef uint32_t EventSet;

/* The data of a side's last decision. Pieces are named by their present squares. */
typedef struct {
    bool has_reported;
    Bitboard threatened;
    Bitboard moved;
    Bitboard planned_on;
    Square planner;
    Move expected; /* the opponent's next move, as imagined, or MOVE_NONE */
} EventsSide;

/* A walk through a two-player game, ply by ply; {0} is its beginning. */
typedef struct {
    EventsSide side[GAME_MAX_SIDES];
} EventsWalk;

/* The events of the next ply, side by side. */
typedef struct {
    EventSet of[GAME_MAX_SIDES];
} EventsOfPly;

EventsOfPly events_next(EventsWalk *walk, const MatchPly *ply);

/* The squares that an event of the kind is about: those of a plan, or the square of the captured
 * piece. */
Bitboard event_squares(EventKind kind, const MatchPly *ply);

/* Counts of the agents of a player in each game: the columns of requests.csv, move_attacks.csv and
 * threats.csv, by their names. The squares of a game's counts are added up, too, so that a mean
 * over games has an interval: events within a game are correlated, so their sum over games has no
 * variance of its own. */
#define PER_GAME_COUNT 15

/* The first quantity of each of these tables. */
enum { PER_GAME_REQUESTS = 0, PER_GAME_MOVE_ATTACKS = 7, PER_GAME_THREATS = 10 };

typedef struct {
    const char *name; /* "own_moves" */
    EventSet kinds;   /* any of these is one */
} PerGameQuantity;

extern const PerGameQuantity PER_GAME[PER_GAME_COUNT];

/* How many of @quantity there are, by how many there are of each kind. */
int64_t per_game_sum(const PerGameQuantity *quantity,
                     const int64_t counts[static EVENT_KIND_COUNT]);
