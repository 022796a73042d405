/* The columns of every table that is written or printed: name, type, unit, meaning, and the
 * function that writes a cell. Header lines and datapackage.json come from here, and
 * results/README.md is tested against it. */
#pragma once

#include "experiments/numbers/statistics.h"
#include "experiments/play/match.h"
#include "experiments/tally/seats.h"
#include "experiments/tally/times.h"
#include "experiments/tally/totals.h"

/* How often a player solved a position of a test suite. */
typedef struct {
    const char *file; /* name of the suite's file, without its folder */
    int line;
    const char *id; /* NULL: none */
    const char *player;
    int draws;    /* how often the player decided */
    double share; /* the share of the draws that solve the position */
} MetricsSuiteAnswer;

typedef struct Standings Standings;

/* Of events.csv: what happened at the ply, and to whom. */
typedef struct {
    EventKind kind;
    int side;
} MetricsEvent;

/* Of the tables of seats: the sums of @player, a number in Spec.players, on @side. */
typedef struct {
    const SeatTotals *totals;
    int player, side;
} MetricsSeat;

/* Of the tables of pairings: the pairing's sums. */
typedef struct {
    const PairingTotals *totals;
    const TimeTotals *times; /* only of a game in time */
    bool reversed;           /* the row is the opponent's */
} MetricsSums;

/* Of the tables of move numbers: a point of a curve. */
typedef struct {
    int move;                    /* from 1; in time the step */
    StatisticsEstimate estimate; /* material_mean.csv: of the difference over the games running, */
    StatisticsEstimate all;      /* and over all games */
    int64_t events[EVENT_KIND_COUNT]; /* requests.csv, move_attacks.csv, threats.csv: how many of a
                                         kind */
    int quantity;                     /* events_per_game.csv: which of PER_GAME */
} MetricsCurve;

/* What a row is made from. Only the parts that its table needs are set. */
typedef struct {
    const Spec *spec;
    const MatchRecord *record; /* games.csv, material.csv: the game */
    int ply;                   /* material.csv: the ply, from 1; in time the change, from 0 */
    int pairing;
    MetricsEvent event;
    MetricsSeat seat;
    MetricsSums sums;
    MetricsCurve curve;
    gconstpointer own;               /* what another contest adds up */
    const MetricsSuiteAnswer *suite; /* suites.csv */
    const Standings *standings;      /* of a report: all of it, */
    int place;                       /* the place in the ratings, from 0, */
    Termination termination;         /* and how games ended */
} MetricsRow;

/* What the cells of a column are, unless they are empty. */
typedef enum { METRICS_STRING, METRICS_INTEGER, METRICS_NUMBER } MetricsType;

typedef struct {
    const char *name;
    MetricsType type;
    const char *unit; /* "" for names and numbers without one */
    const char *meaning;
    void (*write)(GString *csv, const MetricsRow *row); /* NULL: its table has rows of texts */
} MetricsColumn;

#define METRICS_KEY_MAX 4

typedef struct MetricsTable MetricsTable;
struct MetricsTable {
    const char *file;
    const char *row; /* what a row is */
    /* Columns whose cells no two rows have in common; then NULL. */
    const char *key[METRICS_KEY_MAX + 1];
    const char *of; /* " of three": stands behind the file's name to tell it from the file of other
                       games; NULL: nothing */
    /* The table that has these cells as its key; NULL: none. */
    const MetricsTable *refers_to;
    const MetricsColumn *columns;
    size_t column_count;
};

extern const MetricsTable METRICS_GAMES;
extern const MetricsTable METRICS_MATERIAL;
extern const MetricsTable METRICS_MATERIAL_MEAN;
extern const MetricsTable METRICS_PAIRINGS;
extern const MetricsTable METRICS_REQUESTS;
extern const MetricsTable METRICS_MOVE_ATTACKS;
extern const MetricsTable METRICS_EVENTS_PER_GAME;
extern const MetricsTable METRICS_EXPECTATIONS;
extern const MetricsTable METRICS_THREATS;
extern const MetricsTable METRICS_EVENTS;
extern const MetricsTable METRICS_GAMES_OF_THREE;
extern const MetricsTable METRICS_MATERIAL_OF_THREE;
extern const MetricsTable METRICS_MATERIAL_MEAN_OF_THREE;
extern const MetricsTable METRICS_SEATS;
extern const MetricsTable METRICS_GAMES_IN_TIME;
extern const MetricsTable METRICS_MATERIAL_IN_TIME;
extern const MetricsTable METRICS_MATERIAL_MEAN_IN_TIME;
extern const MetricsTable METRICS_PAIRINGS_IN_TIME;
extern const MetricsTable METRICS_COMMANDS;
extern const MetricsTable METRICS_SUITES; /* of `agentchess suite`, not of a run */

void metrics_append_header(GString *csv, const MetricsTable *table);
void metrics_append_row(GString *csv, const MetricsTable *table, const MetricsRow *row);

/* The result of a game of two sides: "1-0", "0-1" or "1/2-1/2". */
const char *metrics_result(const MatchRecord *record);

/* The points of a game of three sides: "Blue 1, Green -1, Red 0". Owner: the caller. */
char *metrics_points(const Spec *spec, const MatchRecord *record);
