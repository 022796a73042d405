#include "experiments/record/metrics_tuning.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

static const MetricsColumn ITERATIONS_COLUMNS[] = {
    {"iteration", METRICS_INTEGER, "", "number of the iteration, from 1", NULL},
    {"games", METRICS_INTEGER, "games", "games played in it", NULL},
    {"plus_wins", METRICS_INTEGER, "games", "games that the side plus won", NULL},
    {"plus_draws", METRICS_INTEGER, "games", "games of it that nobody won", NULL},
    {"plus_losses", METRICS_INTEGER, "games", "games that it lost", NULL},
    {"minus_wins", METRICS_INTEGER, "games",
     "games that the side minus won; without other opponents it is the opponent of plus", NULL},
    {"minus_draws", METRICS_INTEGER, "games", "games of it that nobody won", NULL},
    {"minus_losses", METRICS_INTEGER, "games", "games that it lost", NULL},
    {"gain", METRICS_NUMBER, "steps",
     "how far each parameter went for a slope of one: all games won or lost by moving it a step",
     NULL},
    {"aside", METRICS_NUMBER, "steps", "how far each parameter was moved aside", NULL},
};

const MetricsTable METRICS_ITERATIONS = {
    .file = "iterations.csv",
    .row = "an iteration of the tuning, and what its games ended with",
    .key = {"iteration"},
    COLUMNS(ITERATIONS_COLUMNS),
};

static const MetricsColumn TUNING_COLUMNS[] = {
    {"iteration", METRICS_INTEGER, "", "number of the iteration, from 1", NULL},
    {"parameter", METRICS_STRING, "", "name of the parameter", NULL},
    {"direction", METRICS_INTEGER, "", "the way in which plus was moved aside: 1 up, -1 down",
     NULL},
    {"plus", METRICS_INTEGER, "", "the value that the side plus played with", NULL},
    {"minus", METRICS_INTEGER, "", "the value that the side minus played with", NULL},
    {"value", METRICS_NUMBER, "", "where the parameter stands after the iteration", NULL},
    {"way", METRICS_NUMBER, "steps", "how many of its steps that is above its start", NULL},
};

const MetricsTable METRICS_TUNING = {
    .file = "tuning.csv",
    .row = "a parameter in an iteration",
    .key = {"iteration", "parameter"},
    .refers_to = &METRICS_ITERATIONS,
    COLUMNS(TUNING_COLUMNS),
};

static const MetricsColumn PARAMETERS_COLUMNS[] = {
    {"parameter", METRICS_STRING, "", "name of the parameter", NULL},
    {"start", METRICS_INTEGER, "", "its value at the start", NULL},
    {"low", METRICS_INTEGER, "", "the lowest value it may have", NULL},
    {"high", METRICS_INTEGER, "", "the highest", NULL},
    {"step", METRICS_NUMBER, "", "how far it was moved aside at first", NULL},
    {"value", METRICS_NUMBER, "", "where it stands after the last iteration", NULL},
    {"tuned", METRICS_INTEGER, "", "the same as a whole number: the tuned value", NULL},
};

const MetricsTable METRICS_PARAMETERS = {
    .file = "parameters.csv",
    .row = "a parameter, and what was found for it",
    .key = {"parameter"},
    COLUMNS(PARAMETERS_COLUMNS),
};
