#include "experiments/report/published_draws.h"

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

/* Adds a row of games.csv, if it is such a draw. */
static bool add_row(const Spec *spec, const CsvTable *games, int row, PublishedBaredCount *counts,
                    GError **error)
{
    const char *bare = csv_table_text(games, row, "bare_king"), *player;
    int64_t pairing;

    if (*bare == '\0' || !g_str_equal(csv_table_text(games, row, "result"), RESULT_DRAW))
        return true;
    if (!csv_table_number(games, row, "pairing", 1, spec->pairing_count, &pairing, error))
        return false;
    player = spec->players[spec->pairings[pairing - 1].player].name;
    if (g_str_equal(csv_table_text(games, row, bare), player))
        counts[pairing - 1].players++;
    else
        counts[pairing - 1].opponents++;
    return true;
}

/* The counts of all pairings of @run. Owner: the caller. */
static PublishedBaredCount *count(const ResultsRun *run, GError **error)
{
    g_autofree char *path = g_build_filename(run->folder, "games.csv", NULL);
    g_autofree PublishedBaredCount *counts = g_new0(PublishedBaredCount, run->spec->pairing_count);
    g_autoptr(CsvTable) games = NULL;

    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return g_steal_pointer(&counts);
    games = csv_table_read(run->folder, "games.csv", error);
    if (games == NULL)
        return NULL;
    for (int i = 0; i < run->spec->pairing_count; i++)
        counts[i].known = true;
    for (int row = 1; row <= csv_table_last(games); row++)
        if (!add_row(run->spec, games, row, counts, error))
            return NULL;
    return g_steal_pointer(&counts);
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
