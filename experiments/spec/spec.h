/* An experiment, read from a text of groups and keys (board/ini.h), and checked as a whole before
 * the first game.
 *
 * spec_text.h has the keys. */
#pragma once

#include "board/async_world.h"
#include "board/game.h"
#include "experiments/numbers/sprt.h"
#include "experiments/spec/contest.h"
#include "experiments/spec/factors.h"
#include "experiments/spec/openings.h"
#include "experiments/spec/tuning.h"
#include "players/engine_settings.h"

#define SPEC_MAX_PLAYERS 256
#define SPEC_MAX_NAME 64 /* bytes of a short name */

typedef enum {
    SPEC_ROUND_ROBIN,
    SPEC_GAUNTLET,
    SPEC_PAIRS,
    SPEC_SPRT,
    SPEC_RANDOM_SEATS,
    SPEC_TUNE,
    SPEC_RACE
} SpecFormat;

/* How memories of positions are used. */
typedef enum { SPEC_MEMORY_OFF, SPEC_MEMORY_FROZEN, SPEC_MEMORY_LIVE } SpecMemory;

typedef struct {
    char *name;              /* short, as in the tables: "L7" */
    char *text;              /* in full, as player_describe() says it: "level:7" */
    char *given;             /* the text that names it, perhaps with a password: not to be written
                              * anywhere */
    char *memory;            /* the memory of positions that it names, perhaps with a password;
                              * NULL: none */
    char *command;           /* the command line of the external program that it starts; NULL: it
                              * starts none */
    bool depends_on_machine; /* the same seed need not give the same games */
    bool draws_nothing;      /* as far as is known, from the random numbers of a game */
} SpecPlayer;

/* Players that meet, as numbers in Spec.players. The first one has side 0 in the first game. */
typedef struct {
    union {
        struct {
            int player, opponent;
        };
        int players[CONTEST_MAX_SIDES]; /* of all sides */
    };
    int cell;              /* of the factors; 0 without factors */
    uint64_t ms_per_space; /* how fast pieces are; only in an asynchronous game */
} SpecPairing;

/* The rules of a game of three. */
typedef enum {
    SPEC_RULES_OWN,       /* as [rules] says */
    SPEC_RULES_THREECHESS /* those of the original program: a side without a legal move loses as by
                             an illegal one, and only draws that [rules] names are called */
} SpecRulesOf;

/* The rules of an asynchronous game. Units: milliseconds. */
typedef struct {
    uint64_t ms_per_space; /* for pieces of a type that @rules have 0 for */
    AsyncRules rules;
} SpecAsync;

#define SPEC_MAX_TIME_STEPS 100000 /* of material_mean.csv up to the limit of time */

/* The files to write, one switch each. */
typedef struct {
    bool games, material, material_mean, pairings, pgn, requests, move_attacks, threats, events,
        events_per_game, expectations;
    bool commands;
    uint64_t time_step_ms; /* of the mean material curve of asynchronous games */
} SpecRecord;

/* Below, the texts and numbers of keys come first in each part, then what was made of them. */

/* When a game with turns ends. */
typedef struct {
    DrawRules draws;
    bool draw_claims;
    int of;                 /* a SpecRulesOf */
    uint64_t time_limit_ms; /* of each side for a whole game; 0: there are no clocks */
} SpecRules;

/* How games begin. */
typedef struct {
    char *file, *sets, *sha256;
    uint64_t plies, random_plies;
    bool strict;
    Openings positions; /* count 0: none from a file */
} SpecOpenings;

/* Only this module and the contests may change it. The numbers are within the bounds of their
 * keys. */
struct Spec {
    char *name;
    char *game_name;
    const Contest *contest;
    const Game *game;              /* NULL: it has no turns */
    const char *const *side_names; /* of the contest's sides */

    SpecPlayer *players; /* in the order of the text; with factors first those that are the same in
                            all cells, then for each cell its own */
    int player_count;
    int named_count;    /* those that the text names; with factors those that all cells share */
    Engines *engines;   /* of the text */
    int memory;         /* a SpecMemory */
    const char *frozen; /* SPEC_MEMORY_FROZEN: the memory that players name; NULL: none does */

    int format; /* a SpecFormat */
    char *hero, *pairs;
    /* The pairings of a cell follow each other, in the same order in all cells. */
    Factors factors;
    char *factors_players; /* with factors: the lines of [players], before any value is set */
    Spec **cells;          /* with factors: each cell as an experiment of its own; else NULL */
    /* Only with SPEC_TUNE: players named_count and named_count + 1 are the two sides of an
     * iteration. They meet each other, or if the text names players first the one and then the
     * other meets each of those. */
    Tuning tuning;
    Sprt sprt;             /* only with SPEC_SPRT */
    SpecPairing *pairings; /* SPEC_RANDOM_SEATS: one, without particular players */
    int pairing_count;
    uint64_t games; /* games of each pairing; SPEC_SPRT and SPEC_RACE: at most */
    uint64_t seed;
    uint64_t max_forfeits; /* in a row; 0: any number */

    SpecRules rules;
    SpecAsync async; /* of an asynchronous game */
    SpecOpenings openings;
    SpecRecord record;

    char *resolved; /* a text from which the same experiment can be read again */
    char *identity; /* SHA-256 of everything that games and files depend on: equal for equal runs */
};

/* How players of a tuning are called: the sides of an iteration, and those of the check. */
#define SPEC_PLUS "plus"
#define SPEC_MINUS "minus"
#define SPEC_TUNED "tuned"
#define SPEC_START "start"

/* The number of the player with the short name @name, or -1. */
int spec_find_player(const Spec *spec, const char *name);

/* Whether two players decide alike because their settings are the same: in full their texts are
 * equal, "level:7" and "level:6+defence-consideration". Other players may still decide alike. */
bool spec_players_are_same(const Spec *spec, int player, int other);

/* How many of the first @count players have the text @text. */
int spec_count_players(const Spec *spec, int count, const char *text);

/* Frees what @player holds. */
void spec_player_clear(SpecPlayer *player);

/* The experiment whose rules and openings the games of pairing @pairing of @spec have: that of its
 * cell, or @spec itself without factors. Its players and pairings have other numbers. */
static inline const Spec *spec_of_pairing(const Spec *spec, int pairing)
{
    return spec->cells != NULL ? spec->cells[spec->pairings[pairing].cell] : spec;
}

/* Whether the games of a pairing may repeat earlier ones: no player is known to draw from the
 * random numbers of the game. And whether they must: neither player depends on anything else. */
static inline bool spec_may_repeat(const Spec *spec, const SpecPairing *pairing)
{
    return spec->players[pairing->player].draws_nothing &&
           spec->players[pairing->opponent].draws_nothing;
}

static inline bool spec_must_repeat(const Spec *spec, const SpecPairing *pairing)
{
    return spec_may_repeat(spec, pairing) && !spec->players[pairing->player].depends_on_machine &&
           !spec->players[pairing->opponent].depends_on_machine;
}

/* How many openings the games of @spec, of one cell, have in turn; 0: they are drawn without
 * end. */
static inline uint64_t spec_openings(const Spec *spec)
{
    if (spec->openings.positions.count > 0)
        return (uint64_t)spec->openings.positions.count;
    return spec->openings.random_plies > 0 ? 0 : 1;
}

/* The sequential test that ends the games; NULL: none does. */
static inline const Sprt *spec_sprt(const Spec *spec)
{
    return spec->format == SPEC_SPRT ? &spec->sprt : NULL;
}

/* Whether external programs play, which a run starts. */
bool spec_has_programs(const Spec *spec);

/* The rules of a pairing of asynchronous games. */
AsyncRules spec_async_rules(const Spec *spec, const SpecPairing *pairing);

/* Reads the file @path. @settings, NULL or NULL-terminated, are texts GROUP.KEY=VALUE that override
 * the file.
 *
 * Errors: G_FILE_ERROR; EXPERIMENTS_ERROR_FAILED, "FILE: [group] key: sentence";
 *         EXPERIMENTS_ERROR_USAGE, something wrong in @settings. */
Spec *spec_load(const char *path, const char *const *settings, GError **error);

/* Reads @text. @source names it in errors, @folder is where its files are (NULL: here), @name is
 * its default name.
 *
 * Errors: as spec_load(). */
Spec *spec_parse(const char *text, const char *source, const char *folder, const char *name,
                 const char *const *settings, GError **error);

/* The spec in the text of @reader. Errors: as spec_parse(). Owner: the caller. */
Spec *spec_of_ini(const SpecReader *reader);

/* The match of @player and @opponent, the words PLAYER and OPPONENT of a command line.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE, "OPPONENT: sentence". */
Spec *spec_of_match(const char *player, const char *opponent, const char *const *settings,
                    GError **error);

void spec_free(Spec *spec);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Spec, spec_free)
