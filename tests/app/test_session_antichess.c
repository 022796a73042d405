#include "app/sessions/session_antichess.h"
#include "board/antichess_file.h"

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
    GQueue *said; /* to its own output */
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

    session_send(&table->output, "! %s", line);
}

static void table_free(Table *table)
{
    antichess_session_free(table->session);
    g_queue_free_full(table->said, g_free);
    g_free(table);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Table, table_free)

/* @player may end with " -s"; @output NULL: its own. */
static Table *table_new(const char *player, const SessionOutput *output)
{
    g_auto(GStrv) words = g_strsplit(player, " ", -1);
    Table *table = g_new0(Table, 1);
    AntichessSessionOptions options = {
        .player = words[0],
        .seed = 1,
        .shows_board = g_strcmp0(words[1], "-s") == 0,
        .complaints = {complain, table},
        .clock = {now_ms, table},
    };
    g_autoptr(GError) error = NULL;

    table->said = g_queue_new();
    table->output = output != NULL ? *output : (SessionOutput){transcript_note, table->said};
    options.replies = table->output;
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

static void *begin(const char *player, const SessionOutput *output)
{
    return table_new(player, output);
}

static void end(void *table)
{
    table_free(table);
}

static const TranscriptTalker ANTICHESS = {begin, feed, end};

/* What is answered to @line, one line behind the other. Owner: the caller. */
static char *ask(Table *table, const char *line)
{
    GString *answer = g_string_new(NULL);

    feed(table, line);
    while (!g_queue_is_empty(table->said)) {
        g_autofree char *next = g_queue_pop_head(table->said);
        g_string_append_printf(answer, "%s\n", next);
    }
    return g_string_free(answer, FALSE);
}

static void assert_answer(Table *table, const char *line, const char *expected)
{
    g_autofree char *answer = ask(table, line);

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

TEST_ROWS(a_player_that_is_none_or_plays_no_antichess_is_refused)
{
    const AntichessSessionOptions options = {.player = field[0]};

    g_autoptr(GError) error = NULL;
    g_assert_null(antichess_session_new(&options, &error));
    g_assert_nonnull(error);
}

TEST(the_page_knows_no_resignation)
{
    g_autoptr(Table) table = table_new("homeostatic:depth=2", NULL);
    int moves = 0;

    feed(table, "StartNewGame computer 0 computer 0");
    for (; moves < 400 && !g_str_has_suffix(g_queue_peek_tail(table->said), "has won"); moves++) {
        feed(table, "GetNextMove");
        feed(table, "MakeNextMove");
    }
    g_assert_cmpint(moves, <, 400);
}

/* Two people play each game of the data; each ends with its line and no other does. */
TEST(known_games_are_played_to_their_ends)
{
    g_autoptr(GArray) lines = antichess_lines();
    g_autoptr(Table) table = table_new("random", NULL);

    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        const char *won = g_str_equal(line->winner, "white")   ? "White Player has won\n"
                          : g_str_equal(line->winner, "black") ? "Black Player has won\n"
                                                               : "Neither Player has won\n";
        assert_answer(table, "StartNewGame human 0 human 0", "New game started\n");
        for (char **move = line->moves; *move != NULL; move++) {
            g_autofree char *command = g_strdup_printf("MakeMove %s 5", *move);
            g_autofree char *answer = g_strconcat(*move, "\n", move[1] == NULL ? won : NULL, NULL);
            assert_answer(table, command, answer);
        }
        assert_answer(table, "PrintBoard", "Input error\n");
    }
}

typedef struct {
    Table *table;
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
    answer = ask(test->table, "LoadGame damaged.xml");
    if (!g_str_has_prefix(answer, "! damaged.xml: ") ||
        !g_str_has_suffix(answer, "\nCorrupt file\n"))
        g_test_fail_printf("'%s' of:\n%.*s", answer, (int)length, text);
    assert_answer(test->table, "PrintBoard", test->before);
    assert_answer(test->table, "MakeNextMove", "First GetNextMove\n");
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
    g_autoptr(Table) table = table_new("random", NULL);
    g_autoptr(AntichessGame) game = antichess_line_play("mated-white", -1, 300000);
    g_autofree char *text = antichess_file_format(game), *before = NULL;
    DamageTest test = {.table = table};

    assert_answer(table, "StartNewGame human 5000 computer 7000", "New game started\n");
    assert_answer(table, "MakeMove e2-e3 10", "e2-e3\n");
    test.before = before = ask(table, "PrintBoard");
    antichess_damage_lines(text, assert_corrupt, &test);
    antichess_damage_attributes(text, assert_corrupt, &test);
    antichess_damage_ends(text, assert_each_11th_corrupt, &test);
    antichess_damage_bytes(text, assert_each_11th_corrupt, &test);
    g_test_message("%d damaged files", test.count);
    g_assert_cmpint(test.count, >, 1000);
}

/* What GetNextMove has answered is not forgotten either. */
TEST(a_damaged_file_leaves_the_answer_as_it_is)
{
    g_autoptr(Table) table = table_new("random", NULL);
    g_autofree char *move = NULL;

    feed(table, "thinking takes 100");
    assert_answer(table, "StartNewGame computer 5000 human 0", "New game started\n");
    move = ask(table, "GetNextMove");
    write_plainly("damaged.xml", "<game", 5);
    g_assert_true(g_str_has_suffix(move, "\n"));
    {
        g_autofree char *answer = ask(table, "LoadGame damaged.xml");
        g_assert_true(g_str_has_suffix(answer, "\nCorrupt file\n"));
    }
    assert_answer(table, "GetNextMove", move);
    assert_answer(table, "GetTime white", "4900\n");
}

/* Two computers play, and after each ply the game is saved and loaded. */
TEST(games_of_computers_are_the_same_saved_and_loaded_at_every_ply)
{
    g_autoptr(Table) table = table_new("level:4,losing-wins=on", NULL);
    int plies = 0;

    feed(table, "thinking takes 10");
    assert_answer(table, "StartNewGame computer 100000 computer 100000", "New game started\n");
    for (bool is_over = false; !is_over; plies++) {
        g_autofree char *before = ask(table, "PrintBoard"), *file = NULL;
        g_autofree char *move = NULL, *played = NULL;
        assert_answer(table, "SaveGame  a game.xml ", "Game saved\n");
        g_assert_true(g_file_get_contents("a game.xml", &file, NULL, NULL));
        g_assert_cmpstr(file, ==, before);
        assert_answer(table, "LoadGame a game.xml", "Game loaded\n");
        assert_answer(table, "PrintBoard", before);
        move = ask(table, "GetNextMove");
        g_assert_true(g_regex_match_simple("^[a-h][1-8]-[a-h][1-8]\n$", move, 0, 0));
        played = ask(table, "MakeNextMove");
        is_over = played[0] != '\0' || plies > 1000;
        if (is_over)
            g_assert_true(g_str_has_suffix(played, " Player has won\n"));
    }
    g_assert_cmpint(plies, >, 10);
}

TEST(what_is_no_regular_file_stays_as_it_is)
{
    g_autoptr(Table) table = table_new("random", NULL);

    g_assert_cmpint(g_mkdir("folder", 0700), ==, 0);
    g_assert_cmpint(mkfifo("pipe", 0600), ==, 0);
    assert_answer(table, "LoadGame folder", "! 'folder' is not a regular file\nCorrupt file\n");
    assert_answer(table, "LoadGame pipe", "! 'pipe' is not a regular file\nCorrupt file\n");
    assert_answer(table, "StartNewGame human 0 human 0", "New game started\n");
    assert_answer(table, "SaveGame folder", "! 'folder' is not a regular file\nInput error\n");
    assert_answer(table, "SaveGame pipe", "! 'pipe' is not a regular file\nInput error\n");
    g_assert_true(g_file_test("folder", G_FILE_TEST_IS_DIR));
    g_assert_false(g_file_test("pipe", G_FILE_TEST_IS_REGULAR));
    g_unlink("pipe");
    g_rmdir("folder");
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
