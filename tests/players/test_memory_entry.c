#include "tests/memory_support.h"
#include "tests/test.h"

static void assert_refused(const MemoryEntry *entry, const char *words)
{
    g_autoptr(GError) error = NULL;

    g_assert_false(memory_entry_check(entry, &error));
    g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_message("'%s' does not say '%s'", error->message, words);
    g_assert_true(error != NULL && strstr(error->message, words) != NULL);
}

TEST(the_position_is_the_fen_without_its_counters)
{
    const GameState state = memory_state(&GAME_CHESS, KIWIPETE);
    const GameState later = memory_state(
        &GAME_CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 17 65535");
    MemoryEntry entry, other;

    g_assert_true(memory_entry_set_position(&entry, &GAME_CHESS, &state));
    g_assert_true(memory_entry_set_position(&other, &GAME_CHESS, &later));
    g_assert_cmpstr(entry.game, ==, "chess");
    g_assert_cmpstr(entry.position, ==,
                    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    g_assert_cmpstr(other.position, ==, entry.position);
    g_assert_cmpuint(other.key, ==, entry.key);
}

TEST(turn_rights_and_en_passant_tell_positions_apart)
{
    static const char *const fens[] = {
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQk - 0 1", "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"};

    for (size_t i = 0; i < G_N_ELEMENTS(fens); i++)
        for (size_t j = 0; j < i; j++) {
            const MemoryEntry a = memory_entry_of(fens[i], "", 1);
            const MemoryEntry b = memory_entry_of(fens[j], "", 1);
            g_assert_cmpstr(a.position, !=, b.position);
        }
}

TEST(only_chess_and_antichess_are_remembered)
{
    for (size_t i = 0; i < GAME_COUNT; i++) {
        const GameState state = GAMES[i]->start();
        MemoryEntry entry;
        g_assert_cmpint(memory_entry_set_position(&entry, GAMES[i], &state), ==,
                        GAMES[i]->sides == 2);
    }
}

TEST(a_move_is_read_only_as_programs_write_it)
{
    const GameState state = memory_state(&GAME_CHESS, "7k/P7/8/8/8/8/8/K3R3 w - - 0 1");

    for (char **field; (field = NEXT_ROW("a move is read only as programs write it")) != NULL;) {
        MemoryEntry entry = {.bound = BOUND_EXACT, .player = "random"};
        Move move = MOVE_NONE;
        g_strlcpy(entry.move, field[0], sizeof entry.move);
        g_test_message("%s", field[0]);
        g_assert_cmpint(memory_entry_read(&entry, &GAME_CHESS, &state, &move, NULL), ==,
                        g_str_equal(field[1], "true"));
        g_assert_cmpint(move != MOVE_NONE, ==, g_str_equal(field[1], "true"));
    }
}

/* In antichess the capture is forced. */
TEST(a_move_must_be_legal_in_the_game_of_the_entry)
{
    const GameState state = memory_state(&GAME_ANTICHESS, "7k/8/8/3p4/4P3/8/8/K7 w - - 0 1");
    MemoryEntry entry = {.depth = 1, .bound = BOUND_EXACT, .move = "e4-e5", .player = "random"};

    memory_entry_set_position(&entry, &GAME_ANTICHESS, &state);
    assert_refused(&entry, "'e4-e5' is not a legal move");
    g_strlcpy(entry.move, "e4-d5", sizeof entry.move);
    g_assert_true(memory_entry_check(&entry, NULL));
    g_strlcpy(entry.game, "chess", sizeof entry.game);
    g_strlcpy(entry.move, "e4e5", sizeof entry.move);
    g_assert_true(memory_entry_check(&entry, NULL));
}

TEST(an_entry_that_does_not_hold_together_is_refused)
{
    const MemoryEntry good = memory_entry_of(KIWIPETE, "e2a6", 3);
    MemoryEntry entry;

    g_assert_true(memory_entry_check(&good, NULL));
#define REFUSE(change, words) entry = good, (change), assert_refused(&entry, (words))
    REFUSE(g_strlcpy(entry.game, "go", 9), "game is 'go'");
    REFUSE(g_strlcpy(entry.game, "threechess", 16), "game is 'threechess'");
    REFUSE(entry.position[0] = 'x', "'x3k2r/");
    REFUSE(g_strlcat(entry.position, " 0 1", sizeof entry.position), "must be written as 'r3k2r/");
    REFUSE(entry.key ^= 1, "key is ");
    REFUSE(g_strlcpy(entry.move, "e2a7", 9), "move 'e2a7'");
    REFUSE(entry.depth = -1, "depth is -1");
    REFUSE(entry.depth = MEMORY_MAX_DEPTH + 1, "depth is 1001");
    REFUSE(entry.metric_cp = MEMORY_MAX_METRIC + 1, "metric_cp is 1000001");
    REFUSE(entry.nodes = UINT64_MAX, "nodes is -1");
    REFUSE(entry.found_at = -1, "found_at is -1");
    REFUSE(entry.player[0] = '\0', "player is empty");
    REFUSE(entry.player[0] = '\n', "control character");
    REFUSE(entry.player[0] = (char)0xff, "not valid UTF-8");
#undef REFUSE
}

TEST(times_are_read_as_they_are_written)
{
    static const struct {
        const char *text;
        int64_t time_s;
    } cases[] = {{"1970-01-01T00:00:00Z", 0},
                 {"2024-05-01T12:30:00Z", 1714566600},
                 {"9999-12-31T23:59:59Z", MEMORY_MAX_TIME}};

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        char text[MEMORY_TIME_SIZE];
        int64_t time_s = -1;
        memory_time_format(cases[i].time_s, text);
        g_assert_cmpstr(text, ==, cases[i].text);
        g_assert_true(memory_time_parse(text, &time_s, NULL));
        g_assert_cmpint(time_s, ==, cases[i].time_s);
    }
    for (char **field; (field = NEXT_ROW("times are read as they are written")) != NULL;) {
        g_autoptr(GError) error = NULL;
        int64_t time_s;
        g_assert_false(memory_time_parse(field[0], &time_s, &error));
        g_assert_error(error, MEMORY_ERROR, MEMORY_ERROR_REFUSED);
    }
}

/* A bound that reaches just as far as it is wanted is enough. */
TEST(a_bound_is_of_use_from_the_wanted_metric_on)
{
    MemorySnapshot *snapshot = memory_snapshot_new();

    for (Bound bound = BOUND_UPPER; bound <= BOUND_LOWER; bound++) {
        MemoryEntry entry = memory_entry_of(KIWIPETE, "e2a6", 3);
        entry.bound = bound;
        entry.metric_cp = 50;
        g_hash_table_remove_all(snapshot);
        memory_snapshot_add(&entry, snapshot);
        for (int cp = 49; cp <= 51; cp++) {
            const MemoryWanted wanted = {3, cp, cp};
            MemoryEntry found = entry;
            g_assert_cmpint(memory_snapshot_find(snapshot, &found, &wanted), ==,
                            bound == BOUND_LOWER ? cp <= 50 : cp >= 50);
        }
    }
    g_hash_table_unref(snapshot);
}
