/* Ways in which players meet: two in turn, three in turn, two in time. All that is particular to
 * one of them stands in its record, and whoever plays, schedules, adds up, writes or prints games
 * asks the record, never which game it is.
 *
 * One more is a file that fills in a record, as contest_two.c does, and a line in CONTESTS. */
#pragma once

#include "players/player.h"

#define CONTEST_MAX_SIDES 4

typedef struct Contest Contest;
typedef struct ContestPlay ContestPlay;       /* match.h */
typedef struct ContestTally ContestTally;     /* totals.h */
typedef struct ContestRecords ContestRecords; /* records.h */
typedef struct ContestReport ContestReport;   /* report.h */
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

    /* The name of its game number @index, from 0; NULL behind the last one. */
    const char *(*game_name)(size_t index);

    /* Lets @spec have that game: fills in game and side_names. */
    void (*take_game)(Spec *spec, size_t index);

    /* Whether players of @kind can take part in what @spec plays. */
    bool (*is_for)(const Spec *spec, const PlayerKind *kind);

    /* Whether the players of @spec have the format they want; then, when pairings are known,
     * whether the rules are such that every game ends. Both say what is wrong. */
    bool (*check_format)(const SpecReader *reader, GError **error);
    bool (*check_rules)(const SpecReader *reader, GError **error);

    /* Keys that mean nothing here; behind them NULLs. */
    const ContestKey *strays;

    bool has_plies;          /* games are plies, one after the other, on a board */
    const char *no_messages; /* why agents tell nothing that is recorded; NULL: they do */
    bool has_paces; /* pieces need time for a space, and pairings may meet at several paces */

    /* All ways to seat the players of a pairing: the side of each. Games in a row go through them,
     * and have one opening. The first player sits on side 0 in the first one. */
    const uint8_t (*seatings)[CONTEST_MAX_SIDES];
    int seating_count;

    const ContestPlay *play;       /* how a game is played */
    const ContestTally *tally;     /* what a run adds up */
    const ContestRecords *records; /* what it writes */
    const ContestReport *report;   /* what people are told of the results */
};

extern const Contest CONTEST_TWO, CONTEST_THREE, CONTEST_TIME;

/* All of them; behind them NULL. */
extern const Contest *const CONTESTS[];

/* The game called @name: its contest, and its number there. NULL: there is none. */
const Contest *contest_of_game(const char *name, size_t *out_index);

/* The contest called @name, or NULL. */
const Contest *contest_by_name(const char *name);

/* The names of all games, for a reader that has mistyped one: "chess, async". Owner: the caller. */
char *contest_list_games(void);
