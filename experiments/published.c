#include "experiments/published.h"

#include <string.h>

#include "experiments/csv.h"
#include "experiments/error.h"
#include "experiments/statistics.h"

#define INSIDE 0.05 /* outside lie 5 % of the results to be expected */

/* The name that the table has for @player, "Level 7" for "level:7,even-trade=on"; NULL if it is no
 * level. Owner: the caller. */
static char *published_name(const char *player)
{
    return g_str_has_prefix(player, "level:") && g_ascii_isdigit(player[6])
               ? g_strdup_printf("Level %c", player[6])
               : NULL;
}

static bool parse_score(const char *text, StatisticsScore *out_score)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    guint64 games[3];

    if (g_strv_length(words) != 3)
        return false;
    for (int i = 0; i < 3; i++)
        if (!g_ascii_string_to_unsigned(words[i], 10, 0, 1000, &games[i], NULL))
            return false;
    *out_score = (StatisticsScore){(int64_t)games[0], (int64_t)games[1], (int64_t)games[2]};
    return games[0] + games[1] + games[2] > 0 && games[0] + games[1] + games[2] <= 1000;
}

/* The row of @table whose first cell is @name, 0 if there is none. */
static guint row_of(const GPtrArray *table, const char *name)
{
    for (guint row = 1; row < table->len; row++)
        if (g_str_equal(((char **)table->pdata[row])[0], name))
            return row;
    return 0;
}

static bool find_cell(const GPtrArray *table, const char *row_name, const char *column_name,
                      StatisticsScore *out_score)
{
    const guint row = row_of(table, row_name);
    char **header = table->pdata[0], **cells = table->pdata[row];

    for (guint column = 1; row > 0 && header[column] != NULL; column++)
        if (g_str_equal(header[column], column_name))
            return column < g_strv_length(cells) && parse_score(cells[column], out_score);
    return false;
}

/* The match of two players of the spec, seen from the first. */
static bool find_match(const GPtrArray *table, const char *player, const char *opponent,
                       StatisticsScore *out_score)
{
    g_autofree char *first = published_name(player), *second = published_name(opponent);
    StatisticsScore mirrored;

    if (first == NULL || second == NULL)
        return false;
    if (find_cell(table, first, second, out_score))
        return true;
    if (!find_cell(table, second, first, &mirrored))
        return false;
    *out_score = (StatisticsScore){mirrored.losses, mirrored.wins, mirrored.draws};
    return true;
}

static GPtrArray *read_table(const char *folder, GError **error)
{
    g_autofree char *path = g_build_filename(folder, PUBLISHED_TABLE, NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    GPtrArray *table;

    if (!g_file_get_contents(path, &text, NULL, error))
        return NULL;
    table = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++)
        if (**line != '\0')
            g_ptr_array_add(table, csv_split(*line));
    if (table->len == 0)
        g_ptr_array_add(table, csv_split(""));
    return table;
}

static void append_percents(GString *text, const PairingTotals *totals)
{
    const double unit = 100.0 / (double)pairing_totals_games(totals);

    csv_append_fixed(text, (double)totals->wins * unit, 1);
    g_string_append_c(text, '-');
    csv_append_fixed(text, (double)totals->losses * unit, 1);
    g_string_append_c(text, '-');
    csv_append_fixed(text, (double)totals->draws * unit, 1);
}

/* Whether the published result lies inside; the line says so. */
static bool append_comparison(GString *text, const Spec *spec, const SpecPairing *pairing,
                              const PairingTotals *totals, StatisticsScore published)
{
    const StatisticsScore ours = {totals->wins, totals->losses, totals->draws};
    const double agreement = statistics_agreement(ours, published);

    g_string_append_printf(text, "%s %s ", spec->players[pairing->player].name,
                           spec->players[pairing->opponent].name);
    append_percents(text, totals);
    g_string_append_printf(text,
                           " of %" G_GINT64_FORMAT " thesis %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT
                           "-%" G_GINT64_FORMAT " p ",
                           pairing_totals_games(totals), published.wins, published.losses,
                           published.draws);
    csv_append_fixed(text, agreement, 3);
    g_string_append(text, agreement >= INSIDE ? " inside\n" : " outside\n");
    return agreement >= INSIDE;
}

char *published_compare(const char *folder, const Spec *spec, const Totals *totals, GError **error)
{
    g_autoptr(GPtrArray) table = read_table(folder, error);
    g_autoptr(GString) text = g_string_new(NULL);
    int inside = 0, compared = 0;

    if (table == NULL)
        return NULL;
    for (int i = 0; i < spec->pairing_count; i++) {
        const SpecPairing *pairing = &spec->pairings[i];
        StatisticsScore published;
        if (pairing_totals_games(&totals->pairings[i]) == 0 ||
            !find_match(table, spec->players[pairing->player].text,
                        spec->players[pairing->opponent].text, &published))
            continue;
        compared++;
        inside += append_comparison(text, spec, pairing, &totals->pairings[i], published);
    }
    if (compared == 0) {
        g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                    "%s/%s has none of the pairings of the run", folder, PUBLISHED_TABLE);
        return NULL;
    }
    g_string_append_printf(text, "inside the 95 %% region of our results: %d of %d pairings\n",
                           inside, compared);
    return g_strdup(text->str);
}
