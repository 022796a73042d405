#include "players/search/transposition.h"

#include "tests/test.h"

static void note(TranspositionTable *table, uint64_t key, int depth, Move move)
{
    transposition_table_note(table, (TranspositionEntry){.key = key,
                                                         .move = move,
                                                         .score = (int16_t)(10 * depth),
                                                         .depth = (int8_t)depth,
                                                         .bound = BOUND_EXACT});
}

TEST(what_is_noted_is_found)
{
    TranspositionTable *table = transposition_table_new(1);

    transposition_table_begin(table, false);
    g_assert_null(transposition_table_find(table, 42));
    g_assert_null(transposition_table_find(table, 0));
    note(table, 42, 5, 17);
    const TranspositionEntry *entry = transposition_table_find(table, 42);
    g_assert_nonnull(entry);
    g_assert_cmpint(entry->score, ==, 50);
    g_assert_cmpint(entry->move, ==, 17);
    g_assert_null(transposition_table_find(table, 43));
    transposition_table_free(table);
}

TEST(a_note_without_a_move_keeps_the_move_known_before)
{
    TranspositionTable *table = transposition_table_new(1);

    transposition_table_begin(table, false);
    note(table, 42, 5, 17);
    note(table, 42, 6, MOVE_NONE);
    g_assert_cmpint(transposition_table_find(table, 42)->depth, ==, 6);
    g_assert_cmpint(transposition_table_find(table, 42)->move, ==, 17);
    transposition_table_free(table);
}

/* Keys that share a bucket, whatever the size of the table. */
static uint64_t same_bucket(int i)
{
    return (uint64_t)i << 48;
}

TEST(the_shallowest_gives_way)
{
    TranspositionTable *table = transposition_table_new(1);

    transposition_table_begin(table, false);
    for (int i = 1; i <= 4; i++)
        note(table, same_bucket(i), i == 3 ? 1 : 9, MOVE_NONE);
    note(table, same_bucket(5), 2, MOVE_NONE);
    g_assert_null(transposition_table_find(table, same_bucket(3)));
    g_assert_nonnull(transposition_table_find(table, same_bucket(1)));
    g_assert_nonnull(transposition_table_find(table, same_bucket(5)));
    transposition_table_free(table);
}

TEST(what_earlier_searches_noted_gives_way_first)
{
    TranspositionTable *table = transposition_table_new(1);

    transposition_table_begin(table, false);
    note(table, same_bucket(1), 60, MOVE_NONE);
    transposition_table_begin(table, false);
    g_assert_nonnull(transposition_table_find(table, same_bucket(1)));
    for (int i = 2; i <= 5; i++)
        note(table, same_bucket(i), 1, MOVE_NONE);
    g_assert_null(transposition_table_find(table, same_bucket(1)));
    g_assert_nonnull(transposition_table_find(table, same_bucket(2)));
    transposition_table_free(table);
}

TEST(a_forgotten_search_is_not_found_however_many_follow)
{
    TranspositionTable *table = transposition_table_new(1);

    transposition_table_begin(table, false);
    note(table, 42, 5, 17);
    for (int i = 0; i < 70000; i++) { /* more than ages can be told apart */
        transposition_table_begin(table, true);
        g_assert_null(transposition_table_find(table, 42));
    }
    note(table, 42, 5, 17);
    g_assert_nonnull(transposition_table_find(table, 42));
    transposition_table_free(table);
}
