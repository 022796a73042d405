/* Ways in which players meet: two in turn, three in turn, two asynchronously. All that is
 * particular to one of them stands in its record. Code that plays, schedules, adds up, writes or
 * prints games asks the record, never which game it is.
 *
 * To add one, write a file that fills in a record, as contest_two.c does, and a line in
 * CONTESTS. */
#pragma once

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
    const char *kind; /* what its games are, in a sentence: "a game with turns" */
    int sides;

    /* The name of the game number @index of @contest, from 0; NULL after the last one. */
    const char *(*game_name)(const Contest *contest, size_t index);

    /* Makes @spec, which has this contest, play that game: fills in game and side_names. */
    void (*take_game)(Spec *spec, size_t index);

    /* Whether players of @kind can take part in what @spec plays. */
    bool (*is_for)(const Spec *spec, const PlayerKind *kind);

    /* The first checks the format for the players of @spec; the second, when pairings are known,
     * checks that the rules end every game. Both say what is wrong. */
    bool (*check_format)(const SpecReader *reader);
    bool (*check_rules)(const SpecReader *reader);

    /* Keys that mean nothing here, then NULLs. */
    const ContestKey *strays;

    bool has_plies;          /* games are plies, one after the other, on a board; else pieces need
                                time for a space, and pairings may meet at several paces */
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

/* The contest that has the game called @name, and the game's number there. NULL: there is none. */
const Contest *contest_of_game(const char *name, size_t *out_index);

/* The contest called @name, or NULL. */
const Contest *contest_by_name(const char *name);

/* The names of all games. Owner: the caller, of the array. */
GPtrArray *contest_games(void);

/* The common part of contests with turns, for any number of sides. */

/* Their games are those of GAMES that have as many sides as the contest. */
const char *contest_turns_game_name(const Contest *contest, size_t index);
void contest_turns_take_game(Spec *spec, size_t index);

bool contest_turns_is_for(const Spec *spec, const PlayerKind *kind);

/* Fills in the rules of draws. If @ends, every game ends by another rule; else the rules of draws
 * must end every game, and it is an error if they do not. */
bool contest_turns_read_rules(const SpecReader *reader, bool ends);

/* Keys that games with turns have no use for. */
extern const ContestKey CONTEST_TURNS_STRAYS[];
