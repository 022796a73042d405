/* What the players that look ahead do with a memory of positions. */
#include "players/search/player_search.h"
#include "players/search/search.h"

#include <sqlite3.h>

#include "players/search/search_memory.h"

#include "tests/memory_support.h"
#include "tests/test.h"

#define PLIES 24

/* A player at a table, and what it thinks. */
typedef struct {
    char *path;
    MemoryWarnings *warnings;
    Memories *memories;
    Player *player;
    ThinkingLimits limits;
    uint64_t nodes; /* of the move under way */
    int remembered; /* moves from the memory */
} Table;

static void listen(const Thought *thought, void *data)
{
    Table *table = data;

    if (thought->kind == THOUGHT_REMEMBERED)
        table->remembered++;
    else
        table->nodes = thought->nodes;
}

/* Seats the player @text, which uses the memory of the table. */
static void table_seat(Table *table, const char *text)
{
    g_autofree char *full = g_strdup_printf("%s,memory=%s", text, table->path);
    g_autoptr(GError) error = NULL;

    table->player = player_new(full, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(player_fits(table->player, &GAME_CHESS, table->memories, &error));
    g_assert_no_error(error);
}

/* A table of a player @text with the memory @name in @folder, made anew with connections of its
 * own. The caller clears it. */
static void table_open(Table *table, const char *folder, const char *name, const char *text)
{
    PositionMemoryOptions options = {.warn = memory_warnings_add};

    *table = (Table){.path = g_build_filename(folder, name, NULL),
                     .warnings = memory_warnings_new(),
                     .limits = {.listen = listen, .data = table}};
    options.warn_data = table->warnings;
    options.query_ms = 1000;
    options.flush_ms = 1000;
    table->memories = memories_new(&options);
    table_seat(table, text);
}

static PositionMemory *memory_at(const Table *table)
{
    return memories_get(table->memories, table->path, NULL);
}

static void table_clear(Table *table)
{
    g_clear_pointer(&table->player, player_free);
    g_clear_pointer(&table->memories, memories_free);
    g_clear_pointer(&table->warnings, memory_warnings_free);
    g_free(table->path);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Table, table_clear)

static GameLine *line_at(const Game *game, const char *text)
{
    const DrawRules rules = {0};
    const GameState state = text != NULL ? memory_state(game, text) : game->start();
    GameLine *line = game_line_new(game, &rules);

    game_line_start(line, &state);
    return line;
}

/* What the player at the table chooses. */
static Choice ask(const Table *table, const GameLine *line, Random *random)
{
    return player_choose(table->player, &(PlayerCall){.line = line,
                                                      .random = random,
                                                      .limits = &table->limits,
                                                      .memories = table->memories});
}

/* Plays the player against itself and appends its moves. How many nodes it looked at. */
static uint64_t play_game(Table *table, const Game *game, GArray *moves)
{
    g_autoptr(GameLine) line = line_at(game, NULL);
    Random random = random_for_job(7, 1);
    uint64_t nodes = 0;

    for (int ply = 0; ply < PLIES; ply++) {
        Choice choice;
        table->nodes = 0;
        choice = ask(table, line, &random);
        nodes += table->nodes;
        g_array_append_val(moves, choice.move);
        game_line_play(line, choice.move);
    }
    return nodes;
}

static GArray *moves_new(void)
{
    return g_array_new(FALSE, TRUE, sizeof(Move));
}

static void test_a_game_that_was_played_before_costs_no_search(const void *data)
{
    const Game *game = data;
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GArray) first = moves_new(), second = moves_new();
    uint64_t first_nodes, second_nodes;
    {
        g_auto(Table) table;
        table_open(&table, folder, "m.db", "homeostatic:depth=3,deepening=on");
        first_nodes = play_game(&table, game, first);
        g_assert_true(position_memory_write(memory_at(&table), NULL));
    }
    g_auto(Table) table;
    table_open(&table, folder, "m.db", "homeostatic:depth=3,deepening=on");
    second_nodes = play_game(&table, game, second);
    g_assert_cmpmem(first->data, first->len * sizeof(Move), second->data,
                    second->len * sizeof(Move));
    g_test_message("%" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT " nodes, %d moves remembered",
                   first_nodes, second_nodes, table.remembered);
    g_assert_cmpuint(first_nodes, >, 1000);
    g_assert_cmpuint(second_nodes, <, first_nodes / 4);
    g_assert_cmpint(table.remembered, >, PLIES / 2);
}

static uint64_t evaluation_of(const Table *table, const Game *game)
{
    return search_memory_evaluation(player_search_settings(table->player), game, true);
}

/* Whether the memory knows what the player itself would find where @line stands. */
static bool knows(const Table *table, const GameLine *line, int min_depth, MemoryEntry *out_finding)
{
    const PositionQuestion question = {.evaluation = evaluation_of(table, line->game),
                                       .wanted = MEMORY_WANTED_EXACT(min_depth)};
    Move ignored;

    return position_memory_find(memory_at(table), line->game, &line->state, &question, out_finding,
                                &ignored);
}

/* Stores that @move is best where @line stands, worth @metric_cp to White. */
static void teach(const Table *table, const GameLine *line, const char *move, int depth,
                  int metric_cp)
{
    const MemoryEntry finding = {
        .depth = depth,
        .bound = BOUND_EXACT,
        .evaluation = evaluation_of(table, line->game),
        .metric_cp = metric_cp,
        .nodes = 1,
        .player = "teacher",
    };

    position_memory_store(memory_at(table), line->game, &line->state, &finding,
                          memory_move(line->game, &line->state, move));
    g_assert_true(position_memory_write(memory_at(table), NULL));
}

static Choice choose(const Table *table, const GameLine *line)
{
    Random random = random_for_job(1, 1);

    return ask(table, line, &random);
}

TEST(only_a_search_as_deep_is_taken)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
    const Move taught = memory_move(&GAME_CHESS, &line->state, "a2a3");
    g_auto(Table) table;

    table_open(&table, folder, "m.db", "homeostatic:depth=2");
    teach(&table, line, "a2a3", 1, 0);
    choose(&table, line);
    g_assert_cmpint(table.remembered, ==, 0);
    position_memory_write(memory_at(&table), NULL);
    teach(&table, line, "a2a3", 3, 0); /* deeper than what the player has stored itself */
    g_assert_cmpuint(choose(&table, line).move, ==, taught);
    g_assert_cmpint(table.remembered, ==, 1);
}

TEST(in_a_position_that_stood_before_the_player_searches)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
    MemoryTally before, after;
    g_auto(Table) table;

    table_open(&table, folder, "m.db", "search:depth=1,hash=1");
    teach(&table, line, "a2a3", 9, 0);
    choose(&table, line);
    g_assert_cmpint(table.remembered, ==, 1);
    for (char **field;
         (field = NEXT_ROW("in a position that stood before the player searches")) != NULL;)
        game_line_play(line, memory_move(&GAME_CHESS, &line->state, field[0]));
    before = position_memory_counts(memory_at(&table));
    choose(&table, line);
    position_memory_write(memory_at(&table), NULL);
    after = position_memory_counts(memory_at(&table));
    g_assert_cmpint(table.remembered, ==, 1);
    g_assert_cmpuint(after.asked, ==, before.asked);
    g_assert_cmpuint(after.stored, ==, before.stored);
}

TEST(near_the_fifty_moves_the_player_searches)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) far = line_at(&GAME_CHESS, "7k/8/8/8/8/8/8/R3K3 w - - 96 90");
    g_autoptr(GameLine) near = line_at(&GAME_CHESS, "7k/8/8/8/8/8/8/R3K3 w - - 97 90");
    g_auto(Table) table;

    table_open(&table, folder, "m.db", "search:depth=3,hash=1");
    teach(&table, far, "e1d1", 9, 500);
    choose(&table, near);
    g_assert_cmpint(table.remembered, ==, 0);
    choose(&table, far);
    g_assert_cmpint(table.remembered, ==, 1);
}

/* A player limited by nodes or time goes on where the memory ends. */
TEST(who_does_not_know_its_depth_begins_where_the_memory_ends)
{
    static const char *const texts[] = {"search:nodes=3000,hash=1", "search:movetime=30,hash=1"};

    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(Folder) folder = make_folder();
        g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
        MemoryEntry first = {0}, second = {0};
        g_auto(Table) table;

        table_open(&table, folder, "m.db", texts[i]);
        choose(&table, line);
        g_assert_true(position_memory_write(memory_at(&table), NULL));
        g_assert_cmpint(table.remembered, ==, 0);
        g_assert_true(knows(&table, line, 1, &first));
        g_assert_cmpstr(first.player, ==, texts[i]);
        choose(&table, line);
        g_assert_true(position_memory_write(memory_at(&table), NULL));
        g_assert_cmpint(table.remembered, ==, 1);
        g_assert_true(knows(&table, line, first.depth, &second));
        teach(&table, line, "a2a3", 59, 30);
        g_assert_cmpuint(choose(&table, line).move, ==,
                         memory_move(&GAME_CHESS, &line->state, "a2a3"));
    }
}

/* What the search finds about the positions below is found again under another root. */
TEST(nodes_are_found_again)
{
    enum { DEPTH = 7, DEPTH_MOST = 12 };
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
    uint64_t nodes, found = 0;
    int depth = DEPTH;
    g_auto(Table) table;

    table_open(&table, folder, "m.db", "search:depth=7,hash=1,quiescence=off");
    choose(&table, line);
    nodes = table.nodes;
    g_assert_true(position_memory_write(memory_at(&table), NULL));
    g_assert_cmpuint(position_memory_counts(memory_at(&table)).stored, >, 20);
    /* A search does not wait for what it asks: one that is over before the store has answered finds
     * the root alone. Each search is deeper than what the last one has left at the root, so it does
     * search, and the deepest take seconds. */
    for (; depth < DEPTH_MOST && found <= (uint64_t)table.remembered; depth++) {
        g_autofree char *text = g_strdup_printf("search:depth=%d,hash=1,quiescence=off", depth + 1);

        player_free(table.player);
        table_seat(&table, text);
        table.nodes = 0;
        choose(&table, line);
        g_assert_true(position_memory_write(memory_at(&table), NULL));
        g_assert_cmpint(table.remembered, ==, depth + 1 - DEPTH);
        found = position_memory_counts(memory_at(&table)).found;
    }
    g_assert_cmpuint(found, >, table.remembered);
    g_test_message("%" G_GUINT64_FORMAT " nodes to depth %d, then %" G_GUINT64_FORMAT
                   " to depth %d, %" G_GUINT64_FORMAT " found",
                   nodes, DEPTH, table.nodes, depth, found);
}

TEST(what_another_evaluation_found_is_not_taken)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
    {
        g_auto(Table) table;
        table_open(&table, folder, "m.db", "homeostatic:depth=3");
        teach(&table, line, "a2a3", 5, 0);
    }
    for (char **field; (field = NEXT_ROW("what another evaluation found is not taken")) != NULL;) {
        g_auto(Table) table;
        table_open(&table, folder, "m.db", field[0]);
        choose(&table, line);
        g_assert_cmpint(table.remembered, ==, 0);
    }
    {
        g_auto(Table) table;
        table_open(&table, folder, "m.db", "homeostatic:depth=2,shuffle=off,deepening=on");
        choose(&table, line);
        g_assert_cmpint(table.remembered, ==, 1);
    }
}

TEST_ROWS(what_is_stored_is_what_was_found)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, field[0]);
    MemoryEntry finding = {0};
    g_auto(Table) table;
    Move move;

    table_open(&table, folder, "m.db", field[1]);
    move = choose(&table, line).move;
    g_assert_true(position_memory_write(memory_at(&table), NULL));
    g_assert_true(knows(&table, line, 0, &finding));
    g_assert_cmpuint(memory_move(&GAME_CHESS, &line->state, finding.move), ==, move);
    g_assert_cmpint(finding.depth, ==, atoi(field[3]));
    if (ABS(atoi(field[2])) > 30000)
        g_assert_cmpint(finding.metric_cp, ==, atoi(field[2]));
    else
        g_assert_cmpint(ABS(finding.metric_cp - atoi(field[2])), <, 50);
}

TEST(a_mate_that_is_remembered_is_resigned)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1");

    for (int i = 0; i < 2; i++) {
        g_auto(Table) table;
        table_open(&table, folder, "m.db", "homeostatic:depth=3");
        g_assert_cmpint(choose(&table, line).kind, ==, CHOICE_RESIGNATION);
        g_assert_cmpint(table.remembered, ==, i);
    }
}

/* Pawns that hold each other keep both kings on their ranks: a deep search is soon done. */
#define LOCKED "k7/p1p1p1p1/P1P1P1P1/8/8/p1p1p1p1/P1P1P1P1/K7 w - - 0 1"

TEST(a_hit_counts_as_a_fast_move_for_the_pace)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GameLine) start = line_at(&GAME_CHESS, NULL);
    g_autoptr(GameLine) locked = line_at(&GAME_CHESS, LOCKED);
    g_auto(Table) table;

    table_open(&table, folder, "m.db", "homeostatic:pace=600s..1200s");
    teach(&table, start, "a2a3", 60, 0);
    teach(&table, locked, "a1b1", 10, 0);
    choose(&table, locked);
    g_assert_cmpint(table.remembered, ==, 1);
    for (int i = 0; i < 8; i++)
        choose(&table, start);
    g_assert_cmpint(table.remembered, ==, 9);
    choose(&table, locked); /* further ahead by now than depth 10 */
    g_assert_cmpint(table.remembered, ==, 9);
}

/* Others can neither read nor write any more. */
static void spoil(sqlite3 *other)
{
    sqlite3_busy_timeout(other, 10000);
    g_assert_cmpint(sqlite3_exec(other, "DROP TABLE agentchess_position", NULL, NULL, NULL), ==,
                    SQLITE_OK);
}

TEST(a_store_that_is_down_costs_one_warning_and_no_move)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GArray) here = moves_new(), there = moves_new();
    g_auto(Table) good;
    sqlite3 *other = NULL;

    table_open(&good, folder, "good.db", "homeostatic:depth=2");
    play_game(&good, &GAME_CHESS, here);
    {
        g_autofree char *path = g_build_filename(folder, "m.db", NULL);
        g_auto(Table) down;
        table_open(&down, folder, "m.db", "homeostatic:depth=2");
        g_assert_cmpint(sqlite3_open(path, &other), ==, SQLITE_OK);
        spoil(other);
        play_game(&down, &GAME_CHESS, there);
        memory_warnings_assert_one(down.warnings, "m.db': ");
        g_assert_cmpint(down.remembered, ==, 0);
    }
    sqlite3_close(other);
    g_assert_cmpmem(here->data, here->len * sizeof(Move), there->data, there->len * sizeof(Move));
    g_assert_cmpuint(memory_warnings_count(good.warnings), ==, 0);
}

TEST(a_store_that_can_never_work_is_refused_before_the_game)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "m.db", NULL);
    g_autofree char *text = g_strdup_printf("homeostatic:depth=2,memory=%s", path);
    g_autoptr(Memories) memories = memories_new(NULL);
    g_autoptr(Player) player = player_new(text, NULL, NULL);
    g_autoptr(GError) error = NULL;

    g_assert_true(player_fits(player, &GAME_CHESS, NULL, NULL)); /* as long as it is not asked */
    g_assert_true(g_file_set_contents(path, "Once upon a time", -1, NULL));
    g_assert_false(player_fits(player, &GAME_CHESS, memories, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_MISSING);
    g_assert_nonnull(strstr(error->message, "m.db': file is not a database"));
}

TEST_ROWS(the_text_names_the_memory_but_no_password)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, &error);
    g_autofree char *described = NULL;
    g_assert_no_error(error);
    described = player_describe(player);
    g_assert_cmpstr(described, ==, field[1]);
    g_assert_nonnull(strstr(field[0], player_search_memory(player))); /* which has the password */
}

/* How far a player has gone. */
typedef struct {
    int depth;
    uint64_t nodes;
    int64_t time_ms;
} Reach;

static void note_reach(const Thought *thought, void *data)
{
    Reach *reach = data;

    if (thought->kind == THOUGHT_DEPTH)
        *reach = (Reach){thought->depth, thought->nodes, thought->time_ms};
}

TEST(the_least_of_all_limits_holds)
{
    static const struct {
        const char *text;
        ThinkingLimits limits;
        Reach most;
    } cases[] = {
        {"search:depth=1", {.clock_ms = 60000}, {1, 400, 1000}},
        {"search:depth=2", {.infinite = true}, {2, 10000, 60000}},
        {"search:depth=5", {.depth = 2}, {2, 10000, 60000}},
        {"search:depth=2", {.nodes = 100000}, {2, 10000, 60000}},
        {"search:nodes=1000", {.clock_ms = 60000}, {60, 1000, 1000}},
        {"search:nodes=1000", {.depth = 60}, {60, 1000, 1000}},
        {"search:nodes=100000000", {.nodes = 1000}, {60, 1000, 1000}},
        {"search:movetime=50", {.clock_ms = 36000000}, {60, G_MAXINT64, 1000}},
        {"search:movetime=50", {.depth = 60}, {60, G_MAXINT64, 1000}},
        {"search:depth=60", {.movetime_ms = 50}, {60, G_MAXINT64, 1000}},
        {"search", {.depth = 2}, {2, 10000, 60000}},
        {"homeostatic:depth=2", {.movetime_ms = 3600000}, {2, 100000, 60000}},
        {"homeostatic:depth=2", {.clock_ms = 3600000}, {2, 100000, 60000}},
        {"homeostatic:depth=60", {.movetime_ms = 50}, {60, G_MAXINT64, 1000}},
        {"homeostatic:depth=60", {.clock_ms = 500}, {60, G_MAXINT64, 1000}},
        {"homeostatic:pace=1m..2m", {.clock_ms = 500}, {60, G_MAXINT64, 1000}},
        {"homeostatic", {.depth = 2}, {2, 100000, 60000}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Player) player = player_new(cases[i].text, NULL, NULL);
        g_autoptr(GameLine) line = line_at(&GAME_CHESS, NULL);
        ThinkingLimits limits = cases[i].limits;
        Random random = random_for_job(1, 1);
        Reach reach = {0};
        PlayerCall call;
        limits.listen = note_reach;
        limits.data = &reach;
        call = (PlayerCall){.line = line, .random = &random, .limits = &limits};
        g_assert_cmpuint(player_choose(player, &call).move, !=, MOVE_NONE);
        g_test_message("case %zu", i);
        g_assert_cmpint(reach.depth, <=, cases[i].most.depth);
        g_assert_cmpuint(reach.nodes, <=, cases[i].most.nodes);
        g_assert_cmpint(reach.time_ms, <=, cases[i].most.time_ms);
    }
}

TEST_ROWS(a_text_with_a_bad_memory_is_refused_without_the_password)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(player_new(field[0], NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
    g_assert_nonnull(strstr(error->message, field[1]));
    g_assert_null(strstr(error->message, "secret"));
}

TEST_CASES()
{
    g_test_add_data_func("/player-search/a-game-that-was-played-before-costs-no-search/chess",
                         &GAME_CHESS, test_a_game_that_was_played_before_costs_no_search);
    g_test_add_data_func("/player-search/a-game-that-was-played-before-costs-no-search/antichess",
                         &GAME_ANTICHESS, test_a_game_that_was_played_before_costs_no_search);
}
