/* Cells that the tables of several kinds of games share. */
#pragma once

#include "experiments/record/metrics.h"

/* The short name of the player of @side in the game of @row. */
void cell_append_side_name(GString *csv, const MetricsRow *row, int side);

/* @part over @whole; an empty cell if there is no whole. */
void cell_append_share(GString *csv, int64_t part, int64_t whole);

/* Cells of a game; of a ply in it; of a move number. */
void cell_game(GString *csv, const MetricsRow *row);
void cell_pairing(GString *csv, const MetricsRow *row);
void cell_white(GString *csv, const MetricsRow *row);
void cell_black(GString *csv, const MetricsRow *row);
void cell_seed(GString *csv, const MetricsRow *row);
void cell_result(GString *csv, const MetricsRow *row);
void cell_termination(GString *csv, const MetricsRow *row);
void cell_ply(GString *csv, const MetricsRow *row);
void cell_move(GString *csv, const MetricsRow *row);

/* Cells of a pairing, seen from one of its players. */
void cell_player(GString *csv, const MetricsRow *row);
void cell_opponent(GString *csv, const MetricsRow *row);
void cell_games(GString *csv, const MetricsRow *row);
void cell_wins(GString *csv, const MetricsRow *row);
void cell_losses(GString *csv, const MetricsRow *row);
void cell_draws(GString *csv, const MetricsRow *row);

/* Cells of a mean curve; those that need two games are empty if there is only one. */
void cell_running(GString *csv, const MetricsRow *row);
void cell_mean(GString *csv, const MetricsRow *row);
void cell_sd(GString *csv, const MetricsRow *row);
void cell_low(GString *csv, const MetricsRow *row);
void cell_high(GString *csv, const MetricsRow *row);
void cell_mean_all(GString *csv, const MetricsRow *row);
void cell_low_all(GString *csv, const MetricsRow *row);
void cell_high_all(GString *csv, const MetricsRow *row);
