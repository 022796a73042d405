/* The texts that a run writes: what each finished game adds to the files that grow with the games,
 * and the tables that are made from the totals at the end. */
#pragma once

#include <stddef.h>

#include "board/pgn.h"
#include "experiments/play/match.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tally/totals.h"

/* The files that grow. */
typedef enum {
    RECORDS_GAMES,
    RECORDS_MATERIAL,
    RECORDS_PGN,
    RECORDS_EVENTS,
    RECORDS_FINDINGS,
    RECORDS_PROGRAMS,
    RECORDS_ITERATIONS, /* of a tuning, which has no other */
    RECORDS_TUNING,
    RECORDS_FILE_COUNT
} RecordsFile;

extern const char *const RECORDS_FILE_NAMES[RECORDS_FILE_COUNT];

/* Whether the spec wants the file. */
bool records_wants_file(const Spec *spec, RecordsFile file);

/* Whether the file of that name grows with the games; whether the spec wants a table of that name,
 * which is written when the run ends. */
bool records_file_grows(const char *name);
bool records_wants_table(const Spec *spec, const char *name);

/* Appends what @file begins with, before the first game. */
void records_append_head(const Spec *spec, RecordsFile file, GString *text);

/* Appends what the game of @record adds to @file. */
void records_append_game(const Spec *spec, RecordsFile file, const MatchRecord *record,
                         GString *text);

/* Appends the whole of such a table. */
void records_append_table(const Spec *spec, const char *name, const Totals *totals, GString *text);

/* A table that a contest writes, into the file of its name. Its rows are about a RunRow: a game if
 * the file grows with the games, else a part of the totals. */
typedef struct {
    const Table *table;
    size_t wanted; /* the offset of its switch, a bool, in Spec; 0: it is always wanted */
} RecordsEntry;

/* The tables of the contest of @spec, or of its tuning. */
const RecordsEntry *records_entries(const Spec *spec);

/* Appends to @text the rows of @table about @row, with the cells of its factors. */
void records_append_rows(GString *text, const Table *table, const RunRow *row);

/* The factors whose values the rows of @table end with, a column for each; NULL: there are none.
 * Rows that refer to a game have none, because the game's row has them. */
const Factors *records_factors(const Spec *spec, const Table *table);

/* The column of @factor, whose name is its key: integers or numbers if all its values are. */
Column records_factor_column(const SpecFactor *factor);

#define RECORDS_SWITCH(name) offsetof(Spec, record.name)

/* In what the PGN of contests with turns differs. */
typedef struct {
    /* The result in the format of PGN, which has no third side. */
    const char *(*result)(const MatchRecord *record);

    /* Tags behind the result; NULL: none. */
    void (*append_tags)(GString *pgn, const Spec *spec, const MatchRecord *record);

    /* Appends the number before ply @i, from 0, which is played in @state, and whatever stands
     * before that number. */
    void (*append_number)(const MatchRecord *record, int i, const GameState *state,
                          PgnMoves *moves);
} RecordsPgn;

/* The files of a contest. */
struct ContestRecords {
    const RecordsEntry *entries; /* games.csv first; an entry without a table ends them */
    const RecordsPgn *pgn;       /* NULL: the games cannot be written as PGN */

    /* The result of a game, for people. Owner: the caller. */
    char *(*describe_result)(const Spec *spec, const MatchRecord *record);
};

/* Member of ContestRecords for two-player games. */
char *records_describe_result(const Spec *spec, const MatchRecord *record);

/* Reports of players and their programs in programs.log: appends lines (NULL: none), each of which
 * has an end, after four spaces; and the short name, and in parentheses the text if it has more. */
void programs_log_append_words(GString *log, const char *words);
void programs_log_append_player(GString *log, const SpecPlayer *player);

/* Appends the first @plies moves of a game in SAN, with their numbers, as PGN has them. */
void records_append_moves(const Spec *spec, const MatchRecord *record, int plies, PgnMoves *moves);
