/* Programs of their own as players: the toy, which checks all it is told, and the example. */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "board/chess.h"
#include "board/threechess.h"
#include "players/player.h"
#include "tests/players/toy_engine.h"
#include "tests/test.h"

#define MAX_PLIES 60
#define PATIENT 20000 /* milliseconds: never waited for unless a test fails */
#define HASTY 300
#define SHORT_LIVES 60
#define MOST_DESCRIPTORS 16 /* more than a program needs */

static const DrawRules RULES = {.max_plies = MAX_PLIES};

/* The player that is the toy with @fault. Owner: the caller. */
static Player *toy_new(const char *fault, int answer_ms)
{
    g_autofree char *text =
        g_strdup_printf("process:answer-ms=%d,toy_engine plain %s", answer_ms, fault);
    g_autoptr(GError) error = NULL;
    Player *player = player_new(text, NULL, &error);

    g_assert_no_error(error);
    return player;
}

/* How a game ends for the player on side 0, and after how many plies. */
typedef struct {
    Choice choice;
    char *reason;
    int plies;
    uint64_t key; /* of the last state */
} End;

static void end_clear(End *end)
{
    g_free(end->reason);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(End, end_clear)

/* A game of the player against those that play any move. */
static End play(Player *player, const Game *game, uint64_t seed)
{
    g_autoptr(GameLine) line = game_line_new(game, &RULES);
    g_autoptr(Player) other = player_new("random", NULL, NULL);
    Random random = random_for_job(seed, 1);
    End end = {.choice.kind = CHOICE_MOVE};

    while (game_line_outcome(line).termination == TERMINATION_NONE) {
        const bool asked = game_line_turn(line) == 0;
        const Choice choice =
            player_choose(asked ? player : other, &(PlayerCall){.line = line, .random = &random});
        if (choice.kind != CHOICE_MOVE) {
            end.choice = choice;
            end.reason = g_strdup(choice.reason);
            break;
        }
        game_line_play(line, choice.move);
    }
    end.plies = line->plies;
    end.key = game->key(&line->state);
    return end;
}

/* Whatever the line says follows from the moves: otherwise the toy ends. */
TEST(every_game_is_played_and_told_rightly)
{
    g_autoptr(Player) player = toy_new("", PATIENT);

    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < GAME_COUNT; i++) {
            g_auto(End) end = play(player, GAMES[i], (uint64_t)round);
            g_assert_cmpstr(end.reason, ==, NULL);
            g_assert_cmpint(end.choice.kind, ==, CHOICE_MOVE);
            g_assert_cmpint(end.plies, >, 10);
        }
}

typedef struct {
    const char *fault;
    ChoiceKind kind;
    const char *reason; /* NULL: there is none */
} Case;

/* The games of one case, played in a thread, as programs are waited for most of the time. */
typedef struct {
    const Case *expected;
    size_t games;
    GThread *thread;
    End ends[2];
} Table;

static const Game *const TABLE_GAMES[2] = {&GAME_THREECHESS, &GAME_CHESS};

static void *play_games(void *data)
{
    Table *table = data;
    const bool waits = strcmp(table->expected->fault, "silent") == 0;
    g_autoptr(Player) player = toy_new(table->expected->fault, waits ? HASTY : PATIENT);

    for (size_t i = 0; i < table->games; i++)
        table->ends[i] = play(player, TABLE_GAMES[i], 1);
    return NULL;
}

/* It happens with the third answer. */
TEST(what_a_program_does_ends_the_game_and_the_next_one_is_played)
{
    static const Case cases[] = {
        {"illegal", CHOICE_FAILURE, "played 'a1a1', which is not a legal move"},
        {"empty", CHOICE_FAILURE, "answered without a move"},
        {"silent", CHOICE_FAILURE, "has not answered for 300 ms"},
        {"die", CHOICE_FAILURE, "has exited with status 3"},
        {"kill", CHOICE_FAILURE, "was killed by signal 9"},
        {"close", CHOICE_FAILURE, "has closed its output"},
        {"flood", CHOICE_FAILURE, "played 'info depth 1 and no end ', which is not a legal move"},
        {"resign", CHOICE_RESIGNATION, NULL},
    };
    Table tables[G_N_ELEMENTS(cases)];

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        tables[i].expected = &cases[i];
        /* A program that has closed its output has a second to end. */
        tables[i].games = strcmp(cases[i].fault, "close") == 0 ? 1 : G_N_ELEMENTS(TABLE_GAMES);
        tables[i].thread = g_thread_new(cases[i].fault, play_games, &tables[i]);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_thread_join(tables[i].thread);
        for (size_t j = 0; j < tables[i].games; j++) {
            g_auto(End) end = tables[i].ends[j];
            g_assert_cmpint(end.choice.kind, ==, cases[i].kind);
            g_assert_cmpint(end.plies, ==, 2 * TABLE_GAMES[j]->sides);
            g_assert_cmpstr(end.reason, ==, cases[i].reason);
        }
    }
}

TEST(a_first_answer_has_time_to_start)
{
    g_autoptr(Player) player = player_new(
        "process:answer-ms=50,sh -c 'sleep 0.2; exec toy_engine plain silent'", NULL, NULL);
    g_auto(End) end = play(player, &GAME_CHESS, 1);

    g_assert_cmpint(end.plies, ==, 4);
    g_assert_cmpstr(end.reason, ==, "has not answered for 50 ms");
}

TEST(what_cannot_be_started_forfeits_nothing)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new("process:no-such-program --quiet", NULL, NULL);
    g_auto(End) end = play(player, &GAME_CHESS, 1);

    g_assert_false(player_fits(player, &GAME_CHESS, NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_MISSING);
    g_assert_cmpstr(error->message, ==,
                    "player 'process:answer-ms=30000,no-such-program --quiet': there is no program "
                    "'no-such-program' on PATH or in /usr/games");
    g_assert_cmpint(end.choice.kind, ==, CHOICE_INTERRUPTION);
    g_assert_cmpstr(end.reason, ==,
                    "the program cannot be started: there is no program 'no-such-program' on PATH "
                    "or in /usr/games");
}

/* Of any step of its start the descriptors may be at an end. */
TEST(without_descriptors_a_program_is_not_asked_and_forfeits_nothing)
{
    const int lowest = dup(STDOUT_FILENO);
    struct rlimit before, few;
    int interruptions = 0;

    close(lowest);
    g_assert_cmpint(getrlimit(RLIMIT_NOFILE, &before), ==, 0);
    few = before;
    for (int more = 0; more < MOST_DESCRIPTORS; more++) {
        g_autoptr(Player) hindered = toy_new("", PATIENT);
        g_auto(End) end = {0};
        few.rlim_cur = (rlim_t)(lowest + more);
        g_assert_cmpint(setrlimit(RLIMIT_NOFILE, &few), ==, 0);
        end = play(hindered, &GAME_CHESS, 1);
        g_assert_cmpint(setrlimit(RLIMIT_NOFILE, &before), ==, 0);
        if (end.choice.kind == CHOICE_MOVE)
            continue;
        interruptions++;
        g_assert_cmpint(end.choice.kind, ==, CHOICE_INTERRUPTION);
        g_assert_true(g_str_has_prefix(end.reason, "the program cannot be started: "));
        end_clear(&end);
        end = play(hindered, &GAME_CHESS, 1);
        g_assert_cmpstr(end.reason, ==, NULL);
    }
    g_assert_cmpint(interruptions, >, 5);
    g_assert_cmpint(interruptions, <, MOST_DESCRIPTORS);
}

/* So soon that it is gone before its number is asked for, once in a while. */
TEST(a_program_that_ends_at_once_forfeits)
{
    g_autoptr(Player) player = player_new("process:true", NULL, NULL);

    for (int i = 0; i < SHORT_LIVES; i++) {
        g_auto(End) end = play(player, &GAME_CHESS, 1);
        g_assert_cmpint(end.choice.kind, ==, CHOICE_FAILURE);
        g_assert_cmpint(end.plies, ==, 0);
        g_assert_cmpstr(end.reason, ==, "has exited with status 0");
    }
}

/* Program and arguments are those of where we are, the program stands elsewhere. */
TEST(a_relative_path_is_meant_from_where_we_are)
{
    g_autofree char *dir = g_dir_make_tmp("agentchess-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(dir, "mine.sh", NULL);
    g_autofree char *inner = g_build_filename(dir, "inner", NULL);
    g_autofree char *here = g_get_current_dir();
    g_autofree char *note = g_build_filename(inner, "note", NULL);

    g_assert_true(g_file_set_contents(path,
                                      "test -d \"$2\" || exit 9\necho x >note\n"
                                      "exec toy_engine plain $1\n",
                                      -1, NULL));
    g_assert_cmpint(g_mkdir(inner, 0700), ==, 0);
    g_assert_cmpint(g_chdir(dir), ==, 0);
    {
        g_autoptr(Player) player = player_new("process:sh mine.sh obey ./inner", NULL, NULL);
        g_autoptr(Player) inside =
            player_new("process:dir=inner,sh ./mine.sh obey inner/", NULL, NULL);
        g_auto(End) end = play(player, &GAME_CHESS, 1);
        g_auto(End) same = play(inside, &GAME_CHESS, 1);
        g_assert_cmpstr(end.reason, ==, NULL);
        g_assert_cmpstr(same.reason, ==, NULL);
    }
    g_assert_false(g_file_test("note", G_FILE_TEST_EXISTS));
    g_assert_cmpint(g_unlink(note), ==, 0);
    g_assert_cmpint(g_rmdir(inner), ==, 0);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_cmpint(g_chdir(here), ==, 0);
    g_assert_cmpint(g_rmdir(dir), ==, 0);
}

/* The example plays by the number it is given, so that the same seed gives the same game. */
TEST(the_example_plays_whole_games_the_same_ones_again)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "scripts", "example-player", NULL);
    g_autofree char *quoted = g_shell_quote(path);
    g_autofree char *text = g_strconcat("process:", quoted, NULL);
    g_autoptr(Player) player = player_new(text, NULL, NULL);
    g_autoptr(Player) again = player_new(text, NULL, NULL);
    g_autoptr(GError) error = NULL;

    for (size_t i = 0; i < GAME_COUNT; i++) {
        g_auto(End) end = {0};
        g_auto(End) same = {0};
        g_auto(End) other = {0};

        if (!player_fits(player, GAMES[i], NULL, &error)) {
            g_test_fail_printf("%s", error->message);
            return;
        }
        end = play(player, GAMES[i], 1);
        same = play(again, GAMES[i], 1);
        other = play(again, GAMES[i], 2);
        g_assert_cmpstr(end.reason, ==, NULL);
        g_assert_cmpint(end.plies, >, 10);
        g_assert_cmpuint(end.key, ==, same.key);
        g_assert_cmpuint(end.key, !=, other.key);
    }
}

TEST_ROWS(texts_of_the_player)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(field[0], NULL, &error);
    g_autofree char *text = player != NULL ? player_describe(player) : g_strdup("");

    g_assert_cmpstr(text, ==, field[1]);
    g_assert_cmpstr(error != NULL ? error->message : NULL, ==, field[2]);
}

TEST_CASES()
{
    toy_engine_add_to_path();
}
