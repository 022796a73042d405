#include "experiments/record/metrics_cells.h"

#include "experiments/tools/csv.h"

void cell_append_side_name(GString *csv, const MetricsRow *row, int side)
{
    csv_append_text(csv, row->spec->players[row->record->job.player[side]].name);
}

static void append_player_name(GString *csv, const MetricsRow *row, bool opponent)
{
    const SpecPairing *pairing = &row->spec->pairings[row->pairing];

    csv_append_text(
        csv,
        row->spec->players[opponent != row->sums.reversed ? pairing->opponent : pairing->player]
            .name);
}

/* Cells that need two games are empty if there is only one. */
static void append_spread(GString *csv, const MetricsRow *row, double value)
{
    if (row->curve.estimate.count > 1)
        csv_append_fixed(csv, value, 2);
}

void cell_append_share(GString *csv, int64_t part, int64_t whole)
{
    if (whole > 0)
        csv_append_fixed(csv, (double)part / (double)whole, 4);
}

void cell_game(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, row->record->job.number);
}

void cell_pairing(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->record->job.pairing + 1);
}

void cell_white(GString *csv, const MetricsRow *row)
{
    cell_append_side_name(csv, row, 0);
}

void cell_black(GString *csv, const MetricsRow *row)
{
    cell_append_side_name(csv, row, 1);
}

void cell_seed(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, row->spec->seed);
}

void cell_result(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, metrics_result(row->record));
}

void cell_termination(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, termination_name(row->record->outcome.termination));
}

void cell_ply(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->ply);
}

void cell_move(GString *csv, const MetricsRow *row)
{
    csv_append_number(csv, (uint64_t)row->curve.move);
}

void cell_player(GString *csv, const MetricsRow *row)
{
    append_player_name(csv, row, false);
}

void cell_opponent(GString *csv, const MetricsRow *row)
{
    append_player_name(csv, row, true);
}

void cell_running(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.estimate.count);
}

void cell_mean(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row->curve.estimate.mean, 2);
}

void cell_sd(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.sd);
}

void cell_low(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.low);
}

void cell_high(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.high);
}

void cell_mean_all(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row->curve.all.mean, 2);
}

void cell_low_all(GString *csv, const MetricsRow *row)
{
    if (row->curve.all.count > 1)
        csv_append_fixed(csv, row->curve.all.low, 2);
}

void cell_high_all(GString *csv, const MetricsRow *row)
{
    if (row->curve.all.count > 1)
        csv_append_fixed(csv, row->curve.all.high, 2);
}

void cell_games(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, pairing_totals_games(row->sums.totals));
}

void cell_wins(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->sums.reversed ? row->sums.totals->losses : row->sums.totals->wins);
}

void cell_losses(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->sums.reversed ? row->sums.totals->wins : row->sums.totals->losses);
}

void cell_draws(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->sums.totals->draws);
}
