#include "experiments/report/pool.h"

#include "experiments/report/report.h"
#include "experiments/tables/run_tables.h"
#include "experiments/tools/csv_table.h"
#include "experiments/tools/error.h"

/* The player of that name, as index + 1; AMBIGUOUS if several are. */
#define AMBIGUOUS GINT_TO_POINTER(-1)

/* How far it has come. */
typedef struct {
    Pool *pool;
    GHashTable *called; /* names and texts */
    const ResultsRun *run;
    int *players;    /* of the run: their indices in the pool */
    bool met_before; /* some of them */
} Pooling;

static void clear_player(gpointer data)
{
    PoolPlayer *player = data;

    g_free(player->name);
    g_free(player->text);
}

void pool_free(Pool *pool)
{
    g_array_unref(pool->players);
    g_array_unref(pool->pairings);
    g_ptr_array_unref(pool->notes);
    g_hash_table_unref(pool->keys);
    g_free(pool);
}

static char *player_key(const char *text, int same)
{
    return g_strdup_printf("player %d %s", same, text);
}

/* The index in @array of what has @key, which is taken; if nothing has it, that of @new. */
static guint find_or_add(Pool *pool, char *key, GArray *array, gconstpointer new)
{
    gpointer index = g_hash_table_lookup(pool->keys, key);

    if (index == NULL) {
        g_array_append_vals(array, new, 1);
        index = GUINT_TO_POINTER(array->len);
    }
    g_hash_table_replace(pool->keys, key, index);
    return GPOINTER_TO_UINT(index) - 1;
}

int pool_add_player(Pool *pool, const char *name, const char *text, int same)
{
    const guint index =
        find_or_add(pool, player_key(text, same), pool->players, &(PoolPlayer){.same = same});
    PoolPlayer *player = &g_array_index(pool->players, PoolPlayer, index);

    if (player->text == NULL)
        *player = (PoolPlayer){g_strdup(name), g_strdup(text), same};
    return (int)index;
}

PoolPairing *pool_add_pairing(Pool *pool, int player, int opponent, uint64_t ms_per_space)
{
    const PoolPairing new = {.player = player, .opponent = opponent, .ms_per_space = ms_per_space};
    char *key = g_strdup_printf("%d %d %" G_GUINT64_FORMAT, MIN(player, opponent),
                                MAX(player, opponent), ms_per_space);
    const guint index = find_or_add(pool, key, pool->pairings, &new);

    return &g_array_index(pool->pairings, PoolPairing, index);
}

static void add_note(Pool *pool, char *note)
{
    g_ptr_array_add(pool->notes, note);
}

static void note_call(GHashTable *called, const char *name, int player)
{
    gpointer owner = g_hash_table_lookup(called, name), index = GINT_TO_POINTER(player + 1);

    g_hash_table_insert(called, g_strdup(name),
                        owner == NULL || owner == index ? index : AMBIGUOUS);
}

/* How many players of @spec before @player have its text. */
static int count_same(const Spec *spec, int player)
{
    return spec_count_players(spec, player, spec->players[player].text);
}

static int find_player(const Pool *pool, const char *text, int same)
{
    g_autofree char *key = player_key(text, same);

    return GPOINTER_TO_INT(g_hash_table_lookup(pool->keys, key)) - 1; /* POOL_NOBODY: none */
}

static int add_player(Pooling *pooling, int index)
{
    const SpecPlayer *player = &pooling->run->spec->players[index];
    const int found = pool_add_player(pooling->pool, player->name, player->text,
                                      count_same(pooling->run->spec, index));

    note_call(pooling->called, player->name, found);
    note_call(pooling->called, player->text, found);
    return found;
}

static void add_pairing(Pooling *pooling, int index)
{
    const SpecPairing *pairing = &pooling->run->spec->pairings[index];
    const int player = pooling->players[pairing->player];
    const int opponent = pooling->players[pairing->opponent];
    const guint before = pooling->pool->pairings->len;
    PoolPairing *sum = pool_add_pairing(pooling->pool, player, opponent, pairing->ms_per_space);

    pooling->met_before |= pooling->pool->pairings->len == before;
    sum->sprt = sum->player == player && pairing_totals_games(&sum->totals) == 0
                    ? spec_sprt(pooling->run->spec)
                    : NULL;
    pairing_totals_pool(&sum->totals, &pooling->run->totals->pairings[index],
                        sum->player != player);
}

bool pool_check_size(const Pool *pool, GError **error)
{
    return pool->players->len <= SPEC_MAX_PLAYERS ||
           experiments_fail(error,
                            "there are %u players, more than the %d that can be rated together",
                            pool->players->len, SPEC_MAX_PLAYERS);
}

static bool add_run(Pooling *pooling, GError **error)
{
    const Spec *spec = pooling->run->spec;
    g_autofree int *players = g_new(int, (size_t)spec->player_count);

    pooling->players = players;
    if (spec->format == SPEC_RACE && !pooling->pool->is_race)
        add_note(
            pooling->pool,
            g_strdup("the games of a race depend on earlier results: intervals of ratings, "
                     "White's advantage and pairings are wider, so that they hold all the same"));
    pooling->pool->is_race |= spec->format == SPEC_RACE;
    for (int i = 0; i < spec->player_count; i++)
        players[i] = add_player(pooling, i);
    for (int i = 0; i < spec->pairing_count; i++)
        add_pairing(pooling, i);
    return pool_check_size(pooling->pool, error);
}

static bool has_machine_players(const Spec *spec)
{
    for (int i = 0; i < spec->player_count; i++)
        if (spec->players[i].depends_on_machine)
            return true;
    return false;
}

/* Runs of one identity have the same games, unless a machine has a say in them. */
static bool check_twice(const ResultsRun *run, const ResultsRun *before, GError **error)
{
    if (!g_str_equal(run->spec->identity, before->spec->identity) || has_machine_players(run->spec))
        return true;
    return experiments_fail(
        error, "'%s' has the same experiment and seed as '%s': its games would count twice",
        run->folder, before->folder);
}

/* Notes in what the games of the run differ from those of the first one, and in what they do not
 * but should. */
static void note_games(const Pooling *pooling, const ResultsRun *before)
{
    const ResultsRun *run = pooling->run;
    char *difference = results_note_difference(before, run);

    if (difference != NULL)
        add_note(pooling->pool, difference);
    else if (pooling->met_before && run->spec->seed == before->spec->seed)
        add_note(pooling->pool,
                 g_strdup_printf("'%s' has the same seed as '%s': some games may count twice",
                                 run->folder, before->folder));
}

static void note_repeats(Pool *pool, const ResultsRun *run)
{
    for (int i = 0; i < run->totals->count; i++) {
        char *repeats = report_repeats(run->spec, run->totals, i);
        if (*repeats != '\0')
            add_note(pool, repeats);
        else
            g_free(repeats);
    }
}

/* Ratings know of one strength a player. */
static void note_paces(Pool *pool)
{
    for (guint i = 1; i < pool->pairings->len; i++)
        if (pool_pairing(pool, (int)i)->ms_per_space != pool_pairing(pool, 0)->ms_per_space) {
            add_note(pool, g_strdup("the ratings combine pairings at different paces "
                                    "(ms-per-space); the table of pairings lists them separately"));
            return;
        }
}

/* Pairings of a player with itself; players of PGN files have no settings. */
static void note_same_players(Pool *pool)
{
    for (int i = 0; i < (int)pool->pairings->len; i++) {
        const PoolPairing *of = pool_pairing(pool, i);
        const PoolPlayer *player = pool_player(pool, of->player);
        const PoolPlayer *opponent = pool_player(pool, of->opponent);
        if (g_str_equal(player->text, opponent->text))
            add_note(pool, g_strdup_printf("%s and %s are the same player, %s: differences between "
                                           "them are due to chance",
                                           player->name, opponent->name, player->text));
    }
}

/* Notes by what other names players go in @run. */
static void note_names(Pool *pool, const ResultsRun *run)
{
    for (int i = 0; i < run->spec->player_count; i++) {
        const SpecPlayer *player = &run->spec->players[i];
        const int found = find_player(pool, player->text, count_same(run->spec, i));
        const PoolPlayer *pooled = pool_player(pool, found);
        if (!g_str_equal(pooled->name, player->name) &&
            !g_str_has_prefix(pooled->name, pooled->text))
            add_note(pool,
                     g_strdup_printf("%s of %s is shown as %s: both names denote the player %s",
                                     player->name, run->folder, pooled->name, player->text));
    }
}

/* Gives players whose short name could be another player's their text. */
static void name_players(Pool *pool, GHashTable *called)
{
    for (int i = 0; i < (int)pool->players->len; i++) {
        PoolPlayer *player = &g_array_index(pool->players, PoolPlayer, i);
        if (g_hash_table_lookup(called, player->name) == GINT_TO_POINTER(i + 1))
            continue;
        g_free(player->name);
        player->name = player->same == 0
                           ? g_strdup(player->text)
                           : g_strdup_printf("%s #%d", player->text, player->same + 1);
    }
}

static bool add_doubt(const CsvTable *table, gpointer data, G_GNUC_UNUSED GError **error)
{
    int64_t *count = data;

    *count += g_str_equal(csv_table_text(table, 1, "doubtful"), "1");
    return true;
}

/* Says how many games of @run were lost on time while agentchess itself was late. */
static void note_doubts(Pool *pool, const ResultsRun *run)
{
    int64_t count = 0;

    if (run->spec->rules.time_limit_ms == 0 && !spec_has_programs(run->spec))
        return; /* nothing can be lost on time */
    if (results_each_game(run, add_doubt, &count, NULL) && count > 0)
        add_note(pool, g_strdup_printf("%s: %" G_GINT64_FORMAT
                                       " game%s lost on time while agentchess itself "
                                       "was late, see the columns delay and doubtful of games.csv",
                                       run->folder, count, count == 1 ? " was" : "s were"));
}

static bool add_runs(Pool *pool, const GPtrArray *runs, GError **error)
{
    g_autoptr(GHashTable) called = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < runs->len; i++) {
        Pooling pooling = {.pool = pool, .called = called, .run = runs->pdata[i]};
        for (guint j = 0; j < i; j++)
            if (!check_twice(pooling.run, runs->pdata[j], error))
                return false;
        if (!add_run(&pooling, error))
            return false;
        if (i > 0)
            note_games(&pooling, runs->pdata[0]);
    }
    for (guint i = 0; i < runs->len; i++) {
        results_add_notes(runs->pdata[i], pool->notes);
        note_doubts(pool, runs->pdata[i]);
        note_repeats(pool, runs->pdata[i]);
    }
    note_paces(pool);
    name_players(pool, called);
    note_same_players(pool);
    for (guint i = 0; i < runs->len; i++)
        note_names(pool, runs->pdata[i]);
    return true;
}

Pool *pool_new_empty(void)
{
    Pool *pool = g_new0(Pool, 1);

    pool->players = g_array_new(FALSE, FALSE, sizeof(PoolPlayer));
    g_array_set_clear_func(pool->players, clear_player);
    pool->pairings = g_array_new(FALSE, FALSE, sizeof(PoolPairing));
    pool->notes = g_ptr_array_new_with_free_func(g_free);
    pool->keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return pool;
}

Pool *pool_new(const GPtrArray *runs, GError **error)
{
    g_autoptr(Pool) pool = pool_new_empty();

    if (runs->len == 0)
        return experiments_fail(error,
                                "the folders contain no finished run, only results of test suites");
    return add_runs(pool, runs, error) ? g_steal_pointer(&pool) : NULL;
}

int pool_find(const Pool *pool, const char *name)
{
    for (int i = 0; i < (int)pool->players->len; i++)
        if (g_str_equal(pool_player(pool, i)->name, name))
            return i;
    return find_player(pool, name, 0);
}
