/* An experiment as a text says it: a GKeyFile, read and checked whole before the first game.
 *
 * The keys stand in spec_keys.h. */
#pragma once

#include "board/async_world.h"
#include "board/game.h"
#include "experiments/numbers/sprt.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/grid.h"
#include "experiments/spec/openings.h"
#include "experiments/spec/sweep.h"
#include "players/engine/engine_settings.h"

#define SPEC_MAX_PLAYERS 256
#define SPEC_MAX_NAME 64 /* bytes of a short name */

typedef enum {
    SPEC_ROUND_ROBIN,
    SPEC_GAUNTLET,
    SPEC_PAIRS,
    SPEC_SWEEP,
    SPEC_SPRT,
    SPEC_RANDOM_SEATS,
    SPEC_GRID
} SpecFormat;

/* What becomes of memories of positions. */
typedef enum { SPEC_MEMORY_OFF, SPEC_MEMORY_FROZEN, SPEC_MEMORY_LIVE } SpecMemory;

typedef struct {
    char *name;              /* short, as in the tables: "L7" */
    char *text;              /* in full, as player_describe() says it: "level:7" */
    char *given;             /* what names it, maybe with a password: not to be written anywhere */
    char *memory;            /* the memory of positions it names, likewise; NULL: none */
    bool depends_on_machine; /* the same seed need not give the same games */
} SpecPlayer;

/* Players that meet, as numbers in Spec.players. The first one has side 0 in the first game. */
typedef struct {
    int player, opponent;
    int others[CONTEST_MAX_SIDES - 2]; /* as many as the game has sides more than two */
    uint64_t ms_per_space;             /* only in a game in time: how fast pieces are */
} SpecPairing;

/* What a game of three is played by. */
typedef enum {
    SPEC_RULES_OWN,       /* as [rules] says */
    SPEC_RULES_THREECHESS /* those of the original program: who has no move loses as by an illegal
                             one, and no draw is called that [rules] does not name */
} SpecRules;

/* How a game in time is played. Units: milliseconds. */
typedef struct {
    uint64_t ms_per_space;
    uint64_t piece_ms[PIECE_TYPE_COUNT]; /* of pieces of a type; 0: as all */
    uint64_t time_limit_ms, knight_spaces;
    int head_on; /* 0: meet, 1: pass */
    bool see_paths;
} SpecAsync;

#define SPEC_MAX_PACES 16          /* at which a grid is played */
#define SPEC_MAX_TIME_STEPS 100000 /* of material_mean.csv up to the limit of time */

/* What is written; one switch a file. */
typedef struct {
    bool games, material, material_mean, pairings, pgn, requests, move_attacks, threats, events;
    bool commands;
    uint64_t time_step_ms; /* of the mean material curve of games in time */
} SpecRecord;

/* Read it; only this module and the contests write it. The numbers are within the bounds of their
 * keys. */
struct Spec {
    char *name;
    const Contest *contest;
    const Game *game;              /* NULL: it has no turns */
    const char *const *side_names; /* of the contest's sides */
    int format;                    /* a SpecFormat */
    SpecPlayer *players;           /* in the order of the text; then the points of the sweep */
    int player_count;
    int named_count; /* those that the text names */
    Sweep
        sweep; /* only with SPEC_SWEEP: point p meets named player i in pairing p * named_count + i
                */

    /* Only with SPEC_GRID: point p meets named player i at pace k in pairing
     * (p * named_count + i) * pace_count + k. */
    Grid *grid;
    int pace_count;
    uint64_t paces[SPEC_MAX_PACES]; /* milliseconds a space; one of 0 in a game with turns */

    SpecPairing *pairings; /* SPEC_RANDOM_SEATS: one, of nobody in particular */
    int pairing_count;
    uint64_t games; /* of each pairing; SPEC_SPRT: at most */
    Sprt sprt;      /* only with SPEC_SPRT */
    uint64_t seed;
    uint64_t max_forfeits;  /* in a row; 0: any number */
    int memory;             /* a SpecMemory */
    const char *frozen;     /* SPEC_MEMORY_FROZEN: the memory that players name; NULL: none does */
    Engines *engines;       /* of the text */
    DrawRules rules;        /* of a game with turns */
    int rules_of;           /* a SpecRules */
    uint64_t time_limit_ms; /* of each side for a whole game; 0: there are no clocks */
    SpecAsync async;        /* of a game in time */
    Openings openings;      /* count 0: none from a file */
    uint64_t random_plies;
    SpecRecord record;

    char *resolved; /* a text with every key, from which the same experiment can be read again */
    char *identity; /* SHA-256 of all that games and files depend on: equal for equal runs */

    /* As in the text; what they stand for is above. */
    char *game_name, *hero, *pairs, *sweep_base, *sweep_logics, *sweep_readings;
    char *grid_player, *grid_paces;
    char *openings_file, *openings_sets, *openings_sha256;
    uint64_t openings_plies;
    bool fifty_moves, repetition, draw_claims;
    int insufficient_material, fifty_counts;
    uint64_t max_plies;
    char *readings; /* of [readings], as a player of a level has them: ",even-trade=on"; the
                       players' texts have them too */
};

/* Player number @i of @pairing, from 0, one of as many as the game has sides. */
static inline int spec_pairing_player(const SpecPairing *pairing, int i)
{
    return i == 0 ? pairing->player : i == 1 ? pairing->opponent : pairing->others[i - 2];
}

/* Whether programs of others play. */
bool spec_has_programs(const Spec *spec);

/* The rules by which a pairing of a game in time is played. */
AsyncRules spec_async_rules(const Spec *spec, const SpecPairing *pairing);

/* Reads the file @path. @settings, NULL or NULL-terminated, are texts GROUP.KEY=VALUE that prevail
 * over it.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, "FILE: [group] key: sentence";
 *         EXPERIMENTS_ERROR_USAGE, something wrong in @settings. */
Spec *spec_load(const char *path, const char *const *settings, GError **error);

/* Reads @text. @source names it in errors, @folder is where its files are (NULL: here), @name the
 * default of its name.
 *
 * Errors: as spec_load(). */
Spec *spec_parse(const char *text, const char *source, const char *folder, const char *name,
                 const char *const *settings, GError **error);

void spec_free(Spec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Spec, spec_free)
