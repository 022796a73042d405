/* How a search is set: its parts, each on or off, its weights and its limits, as text and back:
 * "depth=6,null-move=off,quiescence=truncated". */
#pragma once

#include <glib.h>

#include "players/evaluation.h"
#include "players/pace.h"

/* The parts of a search. */
typedef enum {
    SEARCH_DEEPENING,  /* depth by depth, each ordering the moves of the next */
    SEARCH_TABLE,      /* a transposition table */
    SEARCH_ORDERING,   /* move of the table, captures, killers, history first */
    SEARCH_SCOUT,      /* moves behind the first are only asked whether they are better */
    SEARCH_NULL_MOVE,  /* what stays good after a pass is not searched on */
    SEARCH_REDUCTIONS, /* late moves are searched less deep first */
    SEARCH_PRUNING,    /* near the horizon, what is hopelessly behind or ahead is let go */
    SEARCH_EXTENSIONS, /* checks are searched half a move deeper, and the first behind the horizon
                        */
    SEARCH_ASPIRATION, /* each depth expects about the score of the last one */
    SEARCH_PIECE_SQUARES, /* evaluation_phased() instead of evaluation_plain() */
    SEARCH_MATE_DISTANCE, /* a nearer mate is a better one */
    SEARCH_CLOCK,         /* the time left on the clock limits the search */
    SEARCH_SHUFFLE,       /* moves that are equal are chosen from by lot */
    SEARCH_RESIGN,        /* a forced mate against it ends the game */
    SEARCH_PART_COUNT
} SearchPart;

typedef struct {
    const char *name;    /* "null-move" */
    const char *summary; /* for people */
} SearchPartInfo;

extern const SearchPartInfo SEARCH_PARTS[SEARCH_PART_COUNT];

/* What is searched behind the horizon. */
typedef enum {
    QUIESCENCE_OFF,
    QUIESCENCE_TRUNCATED, /* one capture or two after a capture, so that the last is the opponent's
                           */
    QUIESCENCE_FULL,      /* captures as long as there are any that pay, and ways out of check */
    QUIESCENCE_COUNT
} Quiescence;

#define SEARCH_MAX_DEPTH 60   /* half moves */
#define SEARCH_MAX_HASH 65536 /* mebibytes */

typedef struct {
    uint32_t parts; /* bits by SearchPart */
    Quiescence quiescence;
    int weight[WEIGHT_COUNT]; /* of evaluation_plain() */
    int hash_mebibytes;       /* of the transposition table */

    /* How far is searched; 0 where it is not limited so. One of them at least is not 0. */
    int depth; /* half moves */
    uint64_t nodes;
    int64_t movetime_ms;
    PaceBounds pace; /* {0, 0}: none; then no other limit is set */
} SearchSettings;

static inline bool search_settings_has(const SearchSettings *settings, SearchPart part)
{
    return settings->parts >> part & 1;
}

/* What a kind of player begins with. A limit of it counts unless another one is set. */
extern const SearchSettings SEARCH_SETTINGS_HOMEOSTATIC;
extern const SearchSettings SEARCH_SETTINGS_SEARCH;

/* Reads @text, KEY=VALUE with commas between, into @settings, which hold @defaults first.
 *
 * Errors: G_OPTION_ERROR_UNKNOWN_OPTION, G_OPTION_ERROR_BAD_VALUE. */
bool search_settings_parse(const char *text, const SearchSettings *defaults,
                           SearchSettings *out_settings, GError **error);

/* Whether @text sets a limit, so that no default counts.
 *
 * Errors: as search_settings_parse(). */
bool search_settings_sets_limit(const char *text, bool *out_sets, GError **error);

/* The text of what is not as in @defaults, always in the same order; "" if nothing is. Owner: the
 * caller. */
char *search_settings_format(const SearchSettings *settings, const SearchSettings *defaults);
