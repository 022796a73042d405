/* Ways in which players meet: two in turn, three in turn, two asynchronously. All that is
 * particular to one of them stands in its record. Code that plays, schedules, adds up, writes or
 * prints games asks the record, never which game it is.
 *
 * To add one, write a file that fills in a record, as contest_two.c does, and a line in
 * CONTESTS. */
#pragma once

#include "board/async_game.h"
#include "players/player.h"

#define CONTEST_MAX_SIDES 4

typedef struct Contest Contest;
typedef struct ContestPlay ContestPlay;       /* match.h */
typedef struct ContestTally ContestTally;     /* totals.h */
typedef struct ContestRecords ContestRecords; /* records.h */
typedef struct Totals Totals;                 /* totals.h */
typedef struct Spec Spec;
typedef struct SpecReader SpecReader;

/* A key of a spec, or if @key is NULL all keys of a group. */
typedef struct {
    const char *group, *key;
} ContestKey;

struct Contest {
    const char *name; /* "two": stored results name it */
    int sides;

    /* Its only game; NULL: its games are those of GAMES that have as many sides. */
    const TimedGame *own_game;

    /* Whether players of @kind play its own game. */
    bool (*is_for)(const PlayerKind *kind);

    /* The first checks the format for the players of @spec; the second, when pairings are known,
     * checks that the rules end every game. Both say what is wrong. */
    bool (*check_format)(const SpecReader *reader);
    bool (*check_rules)(const SpecReader *reader);

    /* Keys that mean nothing here, then NULLs. */
    const ContestKey *strays;

    const char *no_messages; /* why no messages of agents are recorded; NULL: they are */

    /* All ways to seat the players of a pairing: the side of each. Successive games go through them
     * with the same opening. In the first one the first player has side 0. */
    const uint8_t (*seatings)[CONTEST_MAX_SIDES];
    int seating_count;

    const ContestPlay *play;       /* how a game is played */
    const ContestTally *tally;     /* what a run adds up */
    const ContestRecords *records; /* what it writes */

    /* The rows of the table of results for people, the head first. Owner: the caller; a GPtrArray
     * of GStrv. */
    GPtrArray *(*result_rows)(const Spec *spec, const Totals *totals);
};

extern const Contest CONTEST_TWO, CONTEST_THREE, CONTEST_TIME;

/* All of them, then NULL. */
extern const Contest *const CONTESTS[];

/* The contest that has the game called @name, and the game, NULL if it has no turns. NULL: there is
 * none. */
const Contest *contest_of_game(const char *name, const Game **out_game);

/* The contest called @name, or NULL. */
const Contest *contest_by_name(const char *name);

/* The names of all games. Owner: the caller, of the array. */
GPtrArray *contest_games(void);

/* Whether @player can take part in what @spec plays.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool contest_admits(const Spec *spec, const Player *player, GError **error);

/* The common part of contests with turns, for any number of sides: completes the rules of draws. If
 * @ends, every game ends by another rule; else the rules of draws must end every game, and it is an
 * error if they do not. */
bool contest_turns_read_rules(const SpecReader *reader, bool ends);

/* Keys that games with turns have no use for. */
extern const ContestKey CONTEST_TURNS_STRAYS[];
