/* The settings of a search: its parts, each on or off, its weights and its limits, as text and
 * back: "depth=6,null-move=off,quiescence=truncated". */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "players/engine_settings.h"
#include "players/search/evaluation.h"

/* The homeostasis of the homeostatic player: it looks further ahead when it moves too fast, and
 * less far when it moves too slowly, half a move at a time.
 *
 * Source: R. J. Wagner, The homeostatic chess player, rjwagner49.com, 2001 to 2021. The page names
 *         a weighted average over four moves but not the weights; ours are 4, 3, 2, 1, the last
 *         move first. It says how the time of its test of the hardware counts, but not what the
 *         test is. */

/* Units: milliseconds a move. */
typedef struct {
    int64_t lower_ms, upper_ms;
} PaceBounds;

#define PACE_MIN_DEPTH 3 /* half moves */
#define PACE_MOVES 4     /* moves that are remembered */

/* The test of the hardware is a search of the initial position to this depth. */
#define PACE_TEST_DEPTH 3

typedef struct {
    int depth;                    /* half moves that the next move looks ahead */
    int moves;                    /* moves that are remembered so far, up to PACE_MOVES */
    int64_t taken_ms[PACE_MOVES]; /* the last one first */
} Pace;

/* The first pace of a player on a machine where the test took @test_s seconds: the logarithm to
 * base 6 of 1 / @test_s is added to the least depth. */
Pace pace_first(double test_s);

/* The player has taken @taken_ms for a move: its depth rises if the last two moves took less than
 * the lower bound on average, and falls if the last four, weighted, took more than the upper one;
 * while fewer are remembered, those count. It stays between PACE_MIN_DEPTH and @max_depth. */
void pace_note(Pace *pace, PaceBounds bounds, int64_t taken_ms, int max_depth);

/* The parts of a search. */
typedef enum {
    SEARCH_DEEPENING,  /* depth by depth, each depth ordering the moves of the next */
    SEARCH_TABLE,      /* a transposition table */
    SEARCH_ORDERING,   /* the move of the table, captures, killers and history first */
    SEARCH_SCOUT,      /* of moves after the first it is only asked whether they are better */
    SEARCH_NULL_MOVE,  /* a position that stays good after a pass is not searched further */
    SEARCH_REDUCTIONS, /* late moves are searched less deep first */
    SEARCH_PRUNING,    /* near the horizon, positions hopelessly behind or ahead are given up */
    SEARCH_EXTENSIONS, /* checks are searched half a move deeper, and the first behind the horizon
                        */
    SEARCH_ASPIRATION, /* each depth expects a score near that of the depth before */
    SEARCH_PIECE_SQUARES, /* evaluation_phased() instead of evaluation_plain() */
    SEARCH_MATE_DISTANCE, /* a nearer mate is better */
    SEARCH_CLOCK,         /* the time left on the clock limits the search */
    SEARCH_SHUFFLE,       /* equal moves are chosen among at random */
    SEARCH_RESIGN,        /* it resigns when it sees a forced mate against it */
    SEARCH_PART_COUNT
} SearchPart;

/* The search beyond the horizon. */
typedef enum {
    QUIESCENCE_OFF,
    QUIESCENCE_TRUNCATED, /* one or two captures after a capture, so that the opponent makes the
                             last */
    QUIESCENCE_FULL,      /* captures as long as some pay, and ways out of check */
    QUIESCENCE_COUNT
} Quiescence;

#define SEARCH_MAX_DEPTH 60   /* half moves */
#define SEARCH_MAX_HASH 65536 /* mebibytes */

typedef struct {
    bool part[SEARCH_PART_COUNT];
    Quiescence quiescence;
    int weight[WEIGHT_COUNT];     /* of evaluation_plain() */
    Phased figures[FIGURE_COUNT]; /* of evaluation_phased() */
    int hash_mebibytes;           /* of the transposition table */

    /* The limits of the search; 0: no such limit. At least one of them is not 0. */
    int depth; /* half moves */
    uint64_t nodes;
    int64_t movetime_ms;
    PaceBounds pace; /* {0, 0}: none; if set, there is no other limit */
} SearchSettings;

/* The defaults of each kind of player. A default limit counts unless another limit is set. */
extern const SearchSettings SEARCH_SETTINGS_HOMEOSTATIC;
extern const SearchSettings SEARCH_SETTINGS_SEARCH;

/* The settings in the order of their text, but for the pace: limits, parts, quiescence, weights,
 * figures (each for the middle game and then for the end game), and the size of the table. Only
 * parts have a meaning. */
extern const SettingKey SEARCH_KEYS[];
extern const size_t SEARCH_KEY_COUNT;

/* The first weight, and the first figure. */
enum {
    SEARCH_KEY_WEIGHTS = 3 + SEARCH_PART_COUNT + 1,
    SEARCH_KEY_FIGURES = SEARCH_KEY_WEIGHTS + WEIGHT_COUNT
};

/* Reads @text, KEY=VALUE with commas between, into @settings; what @text does not set is as in
 * @defaults. @out_sets_limit, unless it is NULL: whether @text sets a limit, so that no default
 * limit counts.
 *
 * Errors: PLAYER_ERROR_TEXT, a sentence. */
bool search_settings_parse(const char *text, const SearchSettings *defaults,
                           SearchSettings *out_settings, bool *out_sets_limit, GError **error);

/* The text of all settings that differ from @defaults, always in the same order; "" if none does.
 * Owner: the caller. */
char *search_settings_format(const SearchSettings *settings, const SearchSettings *defaults);
