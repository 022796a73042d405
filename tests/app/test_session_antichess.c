#include "app/sessions/session_antichess.h"
#include "board/antichess.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/antichess_games.h"
#include "tests/test.h"
#include "tests/transcript.h"

/* A session with a clock of its own. */
typedef struct {
    AntichessSession *session;
    SessionOutput output;
    int64_t now_ms;
    int64_t takes_ms; /* what the computer needs for a move */
} Table;

/* Asked twice for each move of the computer. */
static int64_t now_ms(void *data)
{
    Table *table = data;

    table->now_ms += table->takes_ms;
    return table->now_ms;
}

/* Complaints are said behind a "! ". */
static void complain(const char *line, void *data)
{
    Table *table = data;

    session_say(&table->output, "! %s", line);
}

/* @player may end with " -s". */
static void *begin(const char *player, const SessionOutput *output)
{
    g_auto(GStrv) words = g_strsplit(player, " ", -1);
    Table *table = g_new0(Table, 1);
    const AntichessSessionOptions options = {
        .player = words[0],
        .seed = 1,
        .shows_board = g_strcmp0(words[1], "-s") == 0,
        .replies = *output,
        .complaints = {complain, table},
        .clock = {now_ms, table},
    };
    g_autoptr(GError) error = NULL;

    table->output = *output;
    table->session = antichess_session_new(&options, &error);
    g_assert_no_error(error);
    return table;
}

/* "thinking takes N" is said to the clock. */
static bool feed(void *data, const char *line)
{
    Table *table = data;

    return sscanf(line, "thinking takes %" SCNd64, &table->takes_ms) == 1 ||
           antichess_session_feed(table->session, line);
}

static void end(void *data)
{
    Table *table = data;

    antichess_session_free(table->session);
    g_free(table);
}

static void *begin_named(G_GNUC_UNUSED const char *name, const char *player,
                         G_GNUC_UNUSED uint64_t seed, const SessionOutput *output,
                         G_GNUC_UNUSED const SessionEar *ear, G_GNUC_UNUSED GError **error)
{
    return begin(player, output);
}

static const SessionProtocol ANTICHESS = {begin_named, NULL, feed, end};

/* What is answered to @line, one line behind the other. Owner: the caller. */
static char *ask(Table *table, GQueue *said, const char *line)
{
    GString *answer = g_string_new(NULL);

    feed(table, line);
    while (!g_queue_is_empty(said)) {
        g_autofree char *next = g_queue_pop_head(said);
        g_string_append_printf(answer, "%s\n", next);
    }
    return g_string_free(answer, FALSE);
}

static void assert_answer(Table *table, GQueue *said, const char *line, const char *expected)
{
    g_autofree char *answer = ask(table, said, line);

    if (!g_str_equal(answer, expected))
        g_test_fail_printf("%s: '%s' instead of '%s'", line, answer, expected);
}

/* Saves the first @plies moves of the game @name (-1: all), with 100 seconds each, as @file. */
static void write_game(const char *name, int plies, const char *file)
{
    g_autoptr(AntichessGame) game = antichess_line_play(name, plies, 100000);
    g_autofree char *text = antichess_file_format(game);

    g_assert_true(g_file_set_contents(file, text, -1, NULL));
}

/* A game in which White's first move took too long, as late.xml. */
static void write_late_game(void)
{
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", 1, 1000);
    g_autofree char *text = antichess_file_format(game);

    g_assert_nonnull(strstr(text, "timeExpired"));
    g_assert_true(g_file_set_contents("late.xml", text, -1, NULL));
}

/* NAME.xml is each game of the data, almost-NAME.xml all but its last two moves. */
static void write_games(void)
{
    g_autoptr(GArray) lines = antichess_lines();

    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        g_autofree char *whole = g_strconcat(line->name, ".xml", NULL);
        g_autofree char *almost = g_strconcat("almost-", whole, NULL);
        write_game(line->name, -1, whole);
        write_game(line->name, (int)g_strv_length(line->moves) - 2, almost);
    }
}

TEST(the_session_answers_as_the_transcript_says)
{
    write_games();
    write_late_game();
    transcript_run("antichess.transcript", &ANTICHESS);
}

TEST(a_player_that_is_none_or_plays_no_antichess_is_refused)
{
    static const char *const players[] = {"level:14", "march", "engine:stockfish,depth=1",
                                          "process:cat", ""};

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++) {
        const AntichessSessionOptions options = {.player = players[i]};
        g_autoptr(GError) error = NULL;
        g_assert_null(antichess_session_new(&options, &error));
        g_assert_nonnull(error);
    }
}

TEST(the_page_knows_no_resignation)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("homeostatic:depth=2", &output);
    int moves = 0;

    feed(table, "StartNewGame computer 0 computer 0");
    for (; moves < 400 && !g_str_has_suffix(g_queue_peek_tail(said), "has won"); moves++) {
        feed(table, "GetNextMove");
        feed(table, "MakeNextMove");
    }
    g_assert_cmpint(moves, <, 400);
    g_queue_free_full(said, g_free);
    end(table);
}

/* Two people play each game of the data; each ends with its line and no other does. */
TEST(known_games_are_played_to_their_ends)
{
    g_autoptr(GArray) lines = antichess_lines();
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("random", &output);

    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        const char *won = g_str_equal(line->winner, "white")   ? "White Player has won\n"
                          : g_str_equal(line->winner, "black") ? "Black Player has won\n"
                                                               : "Neither Player has won\n";
        assert_answer(table, said, "StartNewGame human 0 human 0", "New game started\n");
        for (char **move = line->moves; *move != NULL; move++) {
            g_autofree char *command = g_strdup_printf("MakeMove %s 5", *move);
            g_autofree char *answer = g_strconcat(*move, "\n", move[1] == NULL ? won : NULL, NULL);
            assert_answer(table, said, command, answer);
        }
        assert_answer(table, said, "PrintBoard", "Input error\n");
    }
    end(table);
    g_queue_free_full(said, g_free);
}

typedef struct {
    Table *table;
    GQueue *said;
    const char *before; /* the game that is under way, as it is printed */
    int count, others;
} DamageTest;

/* A new file each time: file systems take care that what is overwritten is on the disk, which costs
 * milliseconds. */
static void write_plainly(const char *file, const char *text, size_t length)
{
    FILE *stream;

    g_unlink(file);
    stream = g_fopen(file, "wb");
    if (stream == NULL || fwrite(text, 1, length, stream) != length || fclose(stream) != 0)
        g_error("%s: %s", file, g_strerror(errno));
}

static void assert_corrupt(const char *text, size_t length, void *data)
{
    DamageTest *test = data;
    g_autofree char *answer = NULL;

    test->count++;
    write_plainly("damaged.xml", text, length);
    answer = ask(test->table, test->said, "LoadGame damaged.xml");
    if (!g_str_has_prefix(answer, "! damaged.xml: ") ||
        !g_str_has_suffix(answer, "\nCorrupt file\n"))
        g_test_fail_printf("'%s' of:\n%.*s", answer, (int)length, text);
    assert_answer(test->table, test->said, "PrintBoard", test->before);
    assert_answer(test->table, test->said, "MakeNextMove", "First GetNextMove\n");
}

/* Files take their time; test_antichess_file reads all of these texts. */
static void assert_each_11th_corrupt(const char *text, size_t length, void *data)
{
    DamageTest *test = data;

    if (test->others++ % 11 == 0)
        assert_corrupt(text, length, data);
}

TEST(a_damaged_file_leaves_the_game_as_it_is)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("random", &output);
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game), *before = NULL;
    DamageTest test = {.table = table, .said = said};

    assert_answer(table, said, "StartNewGame human 5000 computer 7000", "New game started\n");
    assert_answer(table, said, "MakeMove e2-e3 10", "e2-e3\n");
    test.before = before = ask(table, said, "PrintBoard");
    antichess_damage_lines(text, assert_corrupt, &test);
    antichess_damage_attributes(text, assert_corrupt, &test);
    antichess_damage_ends(text, assert_each_11th_corrupt, &test);
    antichess_damage_bytes(text, assert_each_11th_corrupt, &test);
    g_test_message("%d damaged files", test.count);
    g_assert_cmpint(test.count, >, 1000);
    end(table);
    g_queue_free_full(said, g_free);
}

/* What GetNextMove has answered is not forgotten either. */
TEST(a_damaged_file_leaves_the_answer_as_it_is)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("random", &output);
    g_autofree char *move = NULL;

    feed(table, "thinking takes 100");
    assert_answer(table, said, "StartNewGame computer 5000 human 0", "New game started\n");
    move = ask(table, said, "GetNextMove");
    write_plainly("damaged.xml", "<game", 5);
    g_assert_true(g_str_has_suffix(move, "\n"));
    {
        g_autofree char *answer = ask(table, said, "LoadGame damaged.xml");
        g_assert_true(g_str_has_suffix(answer, "\nCorrupt file\n"));
    }
    assert_answer(table, said, "GetNextMove", move);
    assert_answer(table, said, "GetTime white", "4900\n");
    end(table);
    g_queue_free_full(said, g_free);
}

/* Two computers play, and after each ply the game is saved and loaded. */
TEST(games_of_computers_are_the_same_saved_and_loaded_at_every_ply)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("level:4,losing-wins=on", &output);
    int plies = 0;

    feed(table, "thinking takes 10");
    assert_answer(table, said, "StartNewGame computer 100000 computer 100000",
                  "New game started\n");
    for (bool is_over = false; !is_over; plies++) {
        g_autofree char *before = ask(table, said, "PrintBoard"), *file = NULL;
        g_autofree char *move = NULL, *played = NULL;
        assert_answer(table, said, "SaveGame  a game.xml ", "Game saved\n");
        g_assert_true(g_file_get_contents("a game.xml", &file, NULL, NULL));
        g_assert_cmpstr(file, ==, before);
        assert_answer(table, said, "LoadGame a game.xml", "Game loaded\n");
        assert_answer(table, said, "PrintBoard", before);
        move = ask(table, said, "GetNextMove");
        g_assert_true(g_regex_match_simple("^[a-h][1-8]-[a-h][1-8]\n$", move, 0, 0));
        played = ask(table, said, "MakeNextMove");
        is_over = played[0] != '\0' || plies > 1000;
        if (is_over)
            g_assert_true(g_str_has_suffix(played, " Player has won\n"));
    }
    g_assert_cmpint(plies, >, 10);
    end(table);
    g_queue_free_full(said, g_free);
}

/* All answers of a game of two computers. Owner: the caller. */
static char *whole_game(uint64_t seed)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("level:3,losing-wins=on", &output);
    const AntichessSessionOptions options = {
        .player = "level:3,losing-wins=on",
        .seed = seed,
        .replies = output,
        .complaints = output,
        .clock = {now_ms, table},
    };
    GString *answers = g_string_new(NULL);

    antichess_session_free(table->session);
    table->session = antichess_session_new(&options, NULL);
    feed(table, "StartNewGame computer 0 computer 0");
    for (int i = 0; i < 40; i++) {
        g_autofree char *move = ask(table, said, "GetNextMove");
        g_string_append(answers, move);
        feed(table, "MakeNextMove");
    }
    end(table);
    g_queue_free_full(said, g_free);
    return g_string_free(answers, FALSE);
}

TEST(the_same_seed_plays_the_same_game)
{
    g_autofree char *first = whole_game(1), *again = whole_game(1), *other = whole_game(2);

    g_assert_cmpstr(first, ==, again);
    g_assert_cmpstr(first, !=, other);
}

TEST(what_is_no_regular_file_stays_as_it_is)
{
    GQueue *said = g_queue_new();
    const SessionOutput output = {transcript_note, said};
    Table *table = begin("random", &output);

    g_assert_cmpint(g_mkdir("folder", 0700), ==, 0);
    g_assert_cmpint(mkfifo("pipe", 0600), ==, 0);
    assert_answer(table, said, "LoadGame folder", "! 'folder' is no regular file\nCorrupt file\n");
    assert_answer(table, said, "LoadGame pipe", "! 'pipe' is no regular file\nCorrupt file\n");
    assert_answer(table, said, "StartNewGame human 0 human 0", "New game started\n");
    assert_answer(table, said, "SaveGame folder", "! 'folder' is no regular file\nInput error\n");
    assert_answer(table, said, "SaveGame pipe", "! 'pipe' is no regular file\nInput error\n");
    g_assert_true(g_file_test("folder", G_FILE_TEST_IS_DIR));
    g_assert_false(g_file_test("pipe", G_FILE_TEST_IS_REGULAR));
    g_unlink("pipe");
    g_rmdir("folder");
    end(table);
    g_queue_free_full(said, g_free);
}

static char *folder;

static void remove_folder(void)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);

    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
    g_clear_pointer(&folder, g_free);
}

/* Games are saved where the program stands: in a folder of its own. */
TEST_CASES()
{
    folder = g_dir_make_tmp("agentchess-test-XXXXXX", NULL);
    if (g_chdir(folder) != 0)
        g_error("%s: %s", folder, g_strerror(errno));
    atexit(remove_folder);
}
