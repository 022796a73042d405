#include "experiments/report/pairing_rows.h"

#include "experiments/numbers/statistics.h"
#include "experiments/tools/csv.h"

#define ELO_DECIMALS 2
#define P_DECIMALS 6

PairingRow pairing_row_of(const Spec *spec, int index)
{
    const SpecPairing *pairing = &spec->pairings[index];

    return (PairingRow){spec->players[pairing->player].name, spec->players[pairing->opponent].name,
                        pairing->ms_per_space};
}

char *pairing_row_label(const PairingRow *pairing)
{
    return pairing->ms_per_space > 0
               ? g_strdup_printf("%s - %s, %" G_GUINT64_FORMAT " ms", pairing->player,
                                 pairing->opponent, pairing->ms_per_space)
               : g_strdup_printf("%s - %s", pairing->player, pairing->opponent);
}

static DifferenceRow *difference_at(GArray *rows, guint i)
{
    return (DifferenceRow *)(void *)(rows->data + i * g_array_get_element_size(rows));
}

void pairing_rows_adjust(GArray *rows)
{
    g_autofree double *p = g_new(double, rows->len);

    for (guint i = 0; i < rows->len; i++)
        p[i] = difference_at(rows, i)->p;
    statistics_holm(p, rows->len);
    for (guint i = 0; i < rows->len; i++)
        difference_at(rows, i)->holm = p[i];
}

void pairing_rows_append_value(GString *csv, Estimate estimate)
{
    if (estimate_has_value(estimate.kind))
        csv_append_fixed(csv, estimate.value, ELO_DECIMALS);
}

void pairing_rows_append_low(GString *csv, Estimate estimate)
{
    if (estimate_has_low(estimate.kind))
        csv_append_fixed(csv, estimate.low, ELO_DECIMALS);
}

void pairing_rows_append_high(GString *csv, Estimate estimate)
{
    if (estimate_has_high(estimate.kind))
        csv_append_fixed(csv, estimate.high, ELO_DECIMALS);
}

void pairing_rows_append_pace(GString *csv, uint64_t ms_per_space)
{
    if (ms_per_space > 0)
        csv_append_number(csv, ms_per_space);
}

static const PairingRow *pairing_of(const MetricsRow *row)
{
    return row->own;
}

static const DifferenceRow *difference_of(const MetricsRow *row)
{
    return row->own;
}

void pairing_row_write_player(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, pairing_of(row)->player);
}

void pairing_row_write_opponent(GString *csv, const MetricsRow *row)
{
    csv_append_text(csv, pairing_of(row)->opponent);
}

void pairing_row_write_pace(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_pace(csv, pairing_of(row)->ms_per_space);
}

void difference_row_write_value(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_value(csv, difference_of(row)->difference);
}

void difference_row_write_kind(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, estimate_kind_name(difference_of(row)->difference.kind));
}

void difference_row_write_low(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_low(csv, difference_of(row)->difference);
}

void difference_row_write_high(GString *csv, const MetricsRow *row)
{
    pairing_rows_append_high(csv, difference_of(row)->difference);
}

void difference_row_write_p(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, difference_of(row)->p, P_DECIMALS);
}

void difference_row_write_holm(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, difference_of(row)->holm, P_DECIMALS);
}
