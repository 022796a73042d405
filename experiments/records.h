/* The texts a run writes: what each finished game adds to the files that grow with the games, and
 * the tables that are made of the totals at the end. */
#pragma once

#include "board/pgn.h"
#include "experiments/match.h"
#include "experiments/totals.h"

/* The files that grow. */
typedef enum {
    RECORDS_GAMES,
    RECORDS_MATERIAL,
    RECORDS_PGN,
    RECORDS_EVENTS,
    RECORDS_FINDINGS,
    RECORDS_PROGRAMS,
    RECORDS_FILE_COUNT
} RecordsFile;

/* The files made at the end. */
typedef enum {
    RECORDS_MATERIAL_MEAN,
    RECORDS_PAIRINGS,
    RECORDS_REQUESTS,
    RECORDS_MOVE_ATTACKS,
    RECORDS_THREATS,
    RECORDS_COMMANDS,
    RECORDS_TABLE_COUNT
} RecordsTable;

extern const char *const RECORDS_FILE_NAMES[RECORDS_FILE_COUNT];
extern const char *const RECORDS_TABLE_NAMES[RECORDS_TABLE_COUNT];

/* Whether the spec wants the file. */
bool records_wants_file(const Spec *spec, RecordsFile file);
bool records_wants_table(const Spec *spec, RecordsTable table);

/* Appends what stands in @file before the first game. */
void records_append_head(const Spec *spec, RecordsFile file, GString *text);

/* Appends what the game of @record adds to @file. */
void records_append_game(const Spec *spec, RecordsFile file, const MatchRecord *record,
                         GString *text);

/* Appends the first @plies moves of a game in SAN, with their numbers, as PGN has them. */
void records_append_moves(const Spec *spec, const MatchRecord *record, int plies, PgnMoves *moves);

/* Appends the whole of @table. */
void records_append_table(const Spec *spec, RecordsTable table, const Totals *totals,
                          GString *text);
