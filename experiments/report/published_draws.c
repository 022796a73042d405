#include "experiments/report/published_draws.h"

#include <gio/gio.h>

#include "board/game.h"
#include "experiments/tools/csv_table.h"

struct PublishedBared {
    GHashTable *runs; /* of ResultsRun: PublishedBaredCount[pairing] */
};

PublishedBared *published_bared_new(void)
{
    PublishedBared *bared = g_new(PublishedBared, 1);

    bared->runs = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    return bared;
}

void published_bared_free(PublishedBared *bared)
{
    if (bared == NULL)
        return;
    g_hash_table_unref(bared->runs);
    g_free(bared);
}

typedef struct {
    const Spec *spec;
    PublishedBaredCount *counts; /* of each pairing */
} Counting;

/* Adds a row of games.csv, if it is such a draw. */
static bool add_row(const CsvTable *row, gpointer data, GError **error)
{
    const Counting *counting = data;
    const Spec *spec = counting->spec;
    const char *bare = csv_table_text(row, 1, "bare_king"), *player;
    int64_t pairing;

    if (*bare == '\0' || !g_str_equal(csv_table_text(row, 1, "result"), RESULT_DRAW))
        return true;
    if (!csv_table_number(row, 1, "pairing", 1, spec->pairing_count, &pairing, error))
        return false;
    player = spec->players[spec->pairings[pairing - 1].player].name;
    if (g_str_equal(csv_table_text(row, 1, bare), player))
        counting->counts[pairing - 1].players++;
    else
        counting->counts[pairing - 1].opponents++;
    return true;
}

/* The counts of all pairings of @run. Owner: the caller. */
static PublishedBaredCount *count(const ResultsRun *run, GError **error)
{
    g_autofree PublishedBaredCount *counts = g_new0(PublishedBaredCount, run->spec->pairing_count);
    g_autoptr(GError) fault = NULL;
    const bool known =
        csv_table_each(run->folder, "games.csv", add_row, &(Counting){run->spec, counts}, &fault);

    for (int i = 0; i < run->spec->pairing_count; i++)
        counts[i].known = known;
    if (known || g_error_matches(fault, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        return g_steal_pointer(&counts);
    g_propagate_error(error, g_steal_pointer(&fault));
    return NULL;
}

bool published_bared_of(PublishedBared *bared, const ResultsRun *run, int pairing,
                        PublishedBaredCount *out_count, GError **error)
{
    PublishedBaredCount *counts = g_hash_table_lookup(bared->runs, run);

    if (counts == NULL) {
        counts = count(run, error);
        if (counts == NULL)
            return false;
        g_hash_table_insert(bared->runs, (gpointer)run, counts);
    }
    *out_count = counts[pairing];
    return true;
}
