/* The program as its users meet it. AGENTCHESS_UPDATE_GOLDEN=1 writes the help texts anew. */
#include <glib/gstdio.h>
#include <signal.h>

#include "tests/program.h"
#include "tests/test.h"

#define KIWIPETE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define STALEMATE "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

static void assert_golden(const char *name, const char *text)
{
    g_autofree char *file = g_test_build_filename(G_TEST_DIST, "golden", name, NULL);
    g_autofree char *expected = NULL;
    g_autoptr(GError) error = NULL;

    if (g_strcmp0(g_getenv("AGENTCHESS_UPDATE_GOLDEN"), "1") == 0)
        g_assert_true(g_file_set_contents(file, text, -1, NULL));
    if (!g_file_get_contents(file, &expected, NULL, &error))
        g_test_message("%s; AGENTCHESS_UPDATE_GOLDEN=1 writes it", error->message);
    g_assert_cmpstr(text, ==, expected);
}

/* The names of the commands, from the list in --help. */
static GPtrArray *command_names(void)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "--help");
    const char *list = strstr(result.out, "Commands:\n");
    g_auto(GStrv) line = g_strsplit(list != NULL ? list : "", "\n", -1);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

    for (int i = 1; line[0] != NULL && line[i] != NULL && g_str_has_prefix(line[i], "  "); i++)
        g_ptr_array_add(names, g_strndup(line[i] + 2, strcspn(line[i] + 2, " ")));
    return names;
}

TEST(help_is_as_approved)
{
    g_autoptr(GPtrArray) names = command_names();
    g_auto(ProgramResult) general = PROGRAM_RUN("", "--help");

    g_assert_cmpint(general.status, ==, 0);
    g_assert_cmpstr(general.err, ==, "");
    assert_golden("help.txt", general.out);
    g_assert_cmpuint(names->len, >, 0);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *file = g_strdup_printf("help_%s.txt", (char *)names->pdata[i]);
        g_auto(ProgramResult) result = PROGRAM_RUN("", names->pdata[i], "--help");
        g_assert_cmpint(result.status, ==, 0);
        g_assert_cmpstr(result.err, ==, "");
        assert_golden(file, result.out);
    }
}

TEST(every_command_refuses_an_unknown_option)
{
    g_autoptr(GPtrArray) names = command_names();

    for (guint i = 0; i < names->len; i++) {
        g_auto(ProgramResult) result = PROGRAM_RUN("", names->pdata[i], "--no-such-option");
        program_assert_refused(&result, 2, "--no-such-option");
    }
}

TEST(the_version_is_told)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "--version");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_str_has_prefix(result.out, "agentchess "));
}

TEST(an_unknown_command_is_answered_with_the_nearest)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "preft");
    g_auto(ProgramResult) option = PROGRAM_RUN("", "--verison");
    g_auto(ProgramResult) nothing = program_run_in(NULL, "", (const char *const[]){NULL});

    program_assert_refused(&result, 2, "'perft'");
    program_assert_refused(&option, 2, "--verison");
    program_assert_refused(&nothing, 2, "a command is missing");
}

TEST(what_is_mistyped_is_answered_with_the_nearest)
{
    static const char *const cases[][4] = {
        {"match", "randon", "random", "did you mean 'random'?"},
        {"match", "engine:stokfish,depth=1", "random", "did you mean 'stockfish'?"},
        {"match", "search:dept=3", "random", "did you mean 'depth'?"},
        {"match", "mcts:playout=3", "random", "did you mean 'playouts'?"},
        {"match", "random", "--gmaes=1", "did you mean '--games'?"},
        {"explain", "--player", "level:5+attak-request", "did you mean 'attack-request'?"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = PROGRAM_RUN("", cases[i][0], cases[i][1], cases[i][2]);
        program_assert_refused(&result, 2, cases[i][3]);
    }
}

TEST(a_value_may_follow_its_letter_at_once)
{
    g_auto(ProgramResult) joined = PROGRAM_RUN("", "match", "random", "random", "-g2", "-j1");
    g_auto(ProgramResult) no_number = PROGRAM_RUN("", "match", "random", "random", "-jx");
    g_auto(ProgramResult) unknown = PROGRAM_RUN("", "match", "random", "random", "-x2");
    g_auto(ProgramResult) word = PROGRAM_RUN("", "match", "random", "--", "-j1");

    g_assert_cmpint(joined.status, ==, 0);
    g_assert_nonnull(strstr(joined.out, "\ngames 2\n"));
    program_assert_refused(&no_number, 2, "--jobs");
    program_assert_refused(&unknown, 2, "unknown option -x2");
    program_assert_refused(&word, 2, "'-j1'");
}

TEST(answers_say_what_helps)
{
    g_autofree char *folder = g_dir_make_tmp("agentchess-cli-XXXXXX", NULL);
    g_autofree char *spec = g_build_filename(folder, "spec.ini", NULL);
    g_auto(ProgramResult) no_folder = {0}, missing = {0}, player = {0};

    g_assert_true(g_file_set_contents(spec, "[players]\nA=random\nB=random\n", -1, NULL));
    no_folder = PROGRAM_RUN("", "run", spec, "--output", spec);
    program_assert_refused(&no_folder, 1, "is a file, not the folder of a run");
    missing = PROGRAM_RUN("", "report", "/nowhere/at-all");
    program_assert_refused(&missing, 1, "there is no folder '/nowhere/at-all'");
    player = PROGRAM_RUN("", "match", "random", "async-random");
    program_assert_refused(&player, 2, "OPPONENT: 'async-random' does not play chess");
    g_remove(spec);
    g_rmdir(folder);
}

#define UNQUOTED "8/8/8/4k3/8/8/3PP3/4K3", "w", "-", "-", "0", "1"

TEST(mistakes_are_answered_with_what_was_meant)
{
    static const struct {
        int status;
        const char *words;
        const char *arguments[10];
    } cases[] = {
        {2, "a FEN has spaces", {"explain", "--fen", UNQUOTED}},
        {2, "a FEN has spaces", {"moves", "--fen", UNQUOTED}},
        {2, "a FEN has spaces", {"show", "--fen", UNQUOTED}},
        {2, "a FEN has spaces", {"perft", "3", "--fen", UNQUOTED}},
        {2, "did you mean '--player level:3'?", {"play", "level:3"}},
        {2, "did you mean '--player random'?", {"uci", "random"}},
        {2, "did you mean '--game 17'?", {"replay", ".", "17"}},
        {2, "did you mean '--games 100'?", {"match", "level:1", "level:2", "100"}},
        {2,
         "'level:2' is one word too many for PLAYER OPPONENT",
         {"match", "level:1", "vs", "level:2"}},
        {2, "there is no setting 'foo'\n", {"match", "search:foo=1", "random"}},
        {2, "level is '-1', not 1 to", {"match", "level:-1", "random"}},
        {2, "did you mean 'engine:stockfish,depth=1'?", {"match", "stockfish", "random"}},
        {2, "did you mean 'level:7'?", {"match", "random", "7"}},
        {2, "did you mean 'explain'?", {"help", "explian"}},
        {1, "'/dev/null' is a file", {"match", "random", "random", "-o", "/dev/null"}},
        {1, "there is no folder 'nosuch'", {"verify", "nosuch"}},
        {2, "--games wants a value: --games N", {"match", "random", "random", "--games"}},
        {2, "--resume takes no value", {"match", "random", "random", "--resume=yes"}},
        {2, "--format is 'xml', not text, csv or json", {"effects", ".", "--format=xml"}},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_auto(ProgramResult) result = program_run_in(NULL, "", cases[i].arguments);
        program_assert_refused(&result, cases[i].status, cases[i].words);
    }
}

TEST(help_of_a_command_can_be_asked_in_two_ways)
{
    g_auto(ProgramResult) one = PROGRAM_RUN("", "help", "merge");
    g_auto(ProgramResult) two = PROGRAM_RUN("", "merge", "--help");

    g_assert_cmpint(one.status, ==, 0);
    g_assert_cmpstr(one.out, ==, two.out);
}

TEST(a_script_that_cannot_be_started_is_told_apart)
{
    g_autofree char *folder = g_dir_make_tmp("agentchess-cli-XXXXXX", NULL);
    g_autofree char *script = g_build_filename(folder, "greedy.py", NULL);
    g_auto(ProgramResult) bare = {0}, here = {0};

    g_assert_true(g_file_set_contents(script, "#!/bin/sh\n", -1, NULL));
    bare = program_run_in(folder, "",
                          (const char *const[]){"match", "process:greedy.py", "random", NULL});
    here = program_run_in(folder, "",
                          (const char *const[]){"match", "process:./greedy.py", "random", NULL});
    program_assert_refused(&bare, 1, "did you mean './greedy.py'?");
    program_assert_refused(&here, 1, "'./greedy.py' may not be executed: chmod +x ./greedy.py");
    g_remove(script);
    g_rmdir(folder);
}

TEST(a_full_disk_is_a_failure)
{
    g_autofree char *command =
        g_strdup_printf("%s moves >/dev/full", g_getenv("AGENTCHESS_PROGRAM"));
    const char *const argv[] = {"/bin/sh", "-c", command, NULL};
    int status = 0;

    if (!g_file_test("/dev/full", G_FILE_TEST_EXISTS)) {
        g_test_skip("there is no /dev/full here");
        return;
    }
    g_assert_true(g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               NULL, NULL, &status, NULL));
    g_assert_cmpint(status, ==, 1 << 8);
}

TEST(moves_are_listed_sorted_and_alone)
{
    g_auto(ProgramResult) start = PROGRAM_RUN("", "moves");
    g_auto(ProgramResult) none = PROGRAM_RUN("", "moves", "--fen", STALEMATE);
    g_auto(ProgramResult) some =
        PROGRAM_RUN("", "moves", "--position", "k7/P7/K7/8/8/8/8/7n w - - 0 1");

    g_assert_cmpint(start.status, ==, 0);
    g_assert_cmpstr(start.err, ==, "");
    g_assert_cmpstr(start.out, ==,
                    "a2a3\na2a4\nb1a3\nb1c3\nb2b3\nb2b4\nc2c3\nc2c4\nd2d3\nd2d4\ne2e3\ne2e4\n"
                    "f2f3\nf2f4\ng1f3\ng1h3\ng2g3\ng2g4\nh2h3\nh2h4\n");
    g_assert_cmpint(none.status, ==, 0);
    g_assert_cmpstr(none.out, ==, "");
    g_assert_cmpstr(some.out, ==, "a6a5\na6b5\na6b6\n");
}

TEST(a_position_of_any_game_is_shown)
{
    g_auto(ProgramResult) chess = PROGRAM_RUN("", "show", "--play", "e4", "e5", "Qh5");
    g_auto(ProgramResult) mate = PROGRAM_RUN("", "show", "--play", "f3", "e5", "g4", "Qh4#");
    g_auto(ProgramResult) three = PROGRAM_RUN("", "show", "--game", "threechess");
    g_auto(ProgramResult) wrong = PROGRAM_RUN("", "show", "--play", "e5");

    g_assert_cmpint(chess.status, ==, 0);
    g_assert_nonnull(strstr(chess.out, "  5  . . . . p . . Q\n"));
    g_assert_nonnull(strstr(chess.out,
                            "Black to move\nMaterial White 4000, Black 4000\n"
                            "rnbqkbnr/pppp1ppp/8/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2\n"));
    g_assert_nonnull(strstr(mate.out, "\nBlack has won: checkmate\n"));
    g_assert_nonnull(strstr(three.out, "\nBlue to move\nMaterial Blue 3900, "));
    program_assert_refused(&wrong, 2, "move 1: ");
}

TEST(moves_come_after_those_played)
{
    g_auto(ProgramResult) san = PROGRAM_RUN("", "moves", "--play", "e4", "e5", "Qh5", "Ke7");
    g_auto(ProgramResult) codes =
        PROGRAM_RUN("", "moves", "--play", "e2e4", "e7e5", "d1h5", "e8e7");
    g_auto(ProgramResult) mate = PROGRAM_RUN("", "moves", "--play", "f3", "e5", "g4", "Qh4#");
    g_auto(ProgramResult) promoted =
        PROGRAM_RUN("", "moves", "--play", "a8=N", "--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1");

    g_assert_cmpint(san.status, ==, 0);
    g_assert_cmpstr(san.out, ==, codes.out);
    g_assert_nonnull(strstr(san.out, "h5e5\n"));
    g_assert_cmpint(mate.status, ==, 0);
    g_assert_cmpstr(mate.out, ==, "");
    g_assert_cmpstr(promoted.out, ==, "h8g7\nh8g8\nh8h7\n");
}

TEST(moves_refuses_what_it_cannot_read)
{
    g_auto(ProgramResult) illegal = PROGRAM_RUN("", "moves", "--play", "e4", "e5", "Ke3");
    g_auto(ProgramResult) unreadable = PROGRAM_RUN("", "moves", "--play", "e4", "e9");
    g_auto(ProgramResult) unasked = PROGRAM_RUN("", "moves", "e4");
    g_auto(ProgramResult) fen = PROGRAM_RUN("", "moves", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1");
    g_auto(ProgramResult) both =
        PROGRAM_RUN("", "moves", "--fen", STALEMATE, "--position", STALEMATE);
    g_auto(ProgramResult) game = PROGRAM_RUN("", "moves", "--game", "go");
    g_auto(ProgramResult) value = PROGRAM_RUN("", "moves", "--fen");

    program_assert_refused(&illegal, 2, "move 3: 'Ke3'");
    program_assert_refused(&unreadable, 2, "move 2: 'e9'");
    program_assert_refused(&unasked, 2, "write --play before moves");
    program_assert_refused(&fen, 2, "king");
    program_assert_refused(&both, 2, "--fen and --position");
    program_assert_refused(&game, 2, "no game 'go'");
    program_assert_refused(&value, 2, "--fen");
}

TEST(perft_ends_with_the_nodes)
{
    g_auto(ProgramResult) start = PROGRAM_RUN("", "perft", "4");
    g_auto(ProgramResult) zero = PROGRAM_RUN("", "perft", "0");
    g_auto(ProgramResult) kiwipete = PROGRAM_RUN("", "perft", "3", "--fen", KIWIPETE);
    g_auto(ProgramResult) divided =
        PROGRAM_RUN("", "perft", "--divide", "2", "--fen", "7k/P7/8/8/8/8/8/K7 w - - 0 1");

    g_assert_cmpint(start.status, ==, 0);
    g_assert_cmpstr(start.out, ==, "nodes 197281\n");
    g_assert_cmpstr(zero.out, ==, "nodes 1\n");
    g_assert_cmpstr(kiwipete.out, ==, "nodes 97862\n");
    g_assert_cmpstr(divided.out, ==,
                    "a1a2 3\na1b1 3\na1b2 3\na7a8b 3\na7a8n 3\na7a8q 2\na7a8r 2\nnodes 19\n");
}

TEST(perft_refuses_what_makes_no_sense)
{
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "perft");
    g_auto(ProgramResult) negative = PROGRAM_RUN("", "perft", "--", "-1");
    g_auto(ProgramResult) junk = PROGRAM_RUN("", "perft", "3x");
    g_auto(ProgramResult) huge = PROGRAM_RUN("", "perft", "18446744073709551617");
    g_auto(ProgramResult) two = PROGRAM_RUN("", "perft", "1", "2");
    g_auto(ProgramResult) divided = PROGRAM_RUN("", "perft", "0", "--divide");
    g_auto(ProgramResult) mixed = PROGRAM_RUN("", "perft", "3", "--suite", "x.epd");
    g_auto(ProgramResult) limit = PROGRAM_RUN("", "perft", "3", "--max-nodes", "5");
    g_auto(ProgramResult) count = PROGRAM_RUN("", "perft", "--suite", "x", "--max-nodes", "-5");

    program_assert_refused(&missing, 2, "DEPTH");
    program_assert_refused(&negative, 2, "'-1'");
    program_assert_refused(&junk, 2, "'3x'");
    program_assert_refused(&huge, 2, "'18446744073709551617'");
    program_assert_refused(&two, 2, "one word too many");
    program_assert_refused(&divided, 2, "--divide");
    program_assert_refused(&mixed, 2, "--suite");
    program_assert_refused(&limit, 2, "--max-nodes");
    program_assert_refused(&count, 2, "'-5'");
}

/* Runs perft --suite over @text, with @max_nodes unless NULL; "suite.epd" names the file. */
static ProgramResult run_suite(const char *text, const char *max_nodes)
{
    g_autofree char *folder = g_dir_make_tmp("agentchess-test-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(folder, "suite.epd", NULL);
    ProgramResult result;

    g_assert_true(g_file_set_contents(file, text, -1, NULL));
    result = program_run_in(folder, "",
                            max_nodes == NULL
                                ? (const char *const[]){"perft", "--suite", "suite.epd", NULL}
                                : (const char *const[]){"perft", "--suite", "suite.epd",
                                                        "--max-nodes", max_nodes, NULL});
    g_unlink(file);
    g_rmdir(folder);
    return result;
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

TEST(a_suite_reports_every_position)
{
    g_auto(ProgramResult) all = run_suite("# a comment\n" START " ;D1 20 ;D2 400 ;D3 8902\n\n"
                                          "7k/P7/8/8/8/8/8/K7 w - - ;D2 19\r\n",
                                          NULL);
    g_auto(ProgramResult) some = run_suite(START " ;D1 20 ;D2 400 ;D3 8902", "400");
    g_auto(ProgramResult) loose =
        run_suite("\xef\xbb\xbf" START "; D1 20; D2\t 400;\r" START ";D1 20\r", NULL);

    g_assert_cmpint(all.status, ==, 0);
    g_assert_cmpstr(all.out, ==,
                    "suite.epd:2: right D1 20 D2 400 D3 8902\n"
                    "suite.epd:4: right D2 19\n"
                    "positions 2 right, 0 wrong, 0 unreadable; 0 depths skipped\n"
                    "nodes 9341\n");
    g_assert_cmpint(some.status, ==, 0);
    g_assert_cmpstr(some.out, ==,
                    "suite.epd:1: right D1 20 D2 400 D3 skipped\n"
                    "positions 1 right, 0 wrong, 0 unreadable; 1 depths skipped\n"
                    "nodes 420\n");
    g_assert_cmpint(loose.status, ==, 0);
    g_assert_cmpstr(loose.out, ==,
                    "suite.epd:1: right D1 20 D2 400\n"
                    "suite.epd:2: right D1 20\n"
                    "positions 2 right, 0 wrong, 0 unreadable; 0 depths skipped\n"
                    "nodes 440\n");
}

TEST(a_suite_with_a_wrong_count_fails)
{
    g_auto(ProgramResult) result = run_suite(START " ;D1 20 ;D2 401\n", NULL);

    g_assert_cmpint(result.status, ==, 1);
    g_assert_nonnull(strstr(result.out, "suite.epd:1: WRONG D1 20 D2 400 (expected 401)\n"));
}

TEST(a_suite_with_an_unreadable_line_fails_after_the_others)
{
    const char *const lines[] = {"8/8/8/8/8/8/8/8 w - - 0 1 ;D1 1",
                                 START,
                                 START " ;D1",
                                 START " ;D1 20x",
                                 START " ;Dx 20",
                                 START " ;20",
                                 "nonsense"};

    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autofree char *text = g_strdup_printf("%s\n" START " ;D1 20\n", lines[i]);
        g_auto(ProgramResult) result = run_suite(text, NULL);
        g_assert_cmpint(result.status, ==, 1);
        g_assert_true(g_str_has_prefix(result.err, "agentchess perft: suite.epd:1: "));
        g_assert_nonnull(strstr(result.out, "suite.epd:2: right D1 20\n"));
    }
}

TEST(a_suite_that_is_none_is_a_failure)
{
    g_auto(ProgramResult) missing = PROGRAM_RUN("", "perft", "--suite", "no-such-file.epd");
    g_auto(ProgramResult) empty = run_suite("\n# nothing\n", NULL);

    program_assert_refused(&missing, 1, "no-such-file.epd");
    program_assert_refused(&empty, 1, "suite.epd: there is no position in it");
}

TEST(players_lists_kinds_levels_and_readings)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "players");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_nonnull(strstr(result.out, "  random\n"));
    g_assert_nonnull(strstr(result.out, "   1  2  3  4  5  6  7  8  9 10 11 12 13\n"));
    g_assert_nonnull(strstr(
        result.out, "  defence-request               .  .  .  .  .  x  x  .  x  x  x  x  x\n"));
    g_assert_nonnull(strstr(result.out, "  even-trade=off\n"));
}

TEST(players_lists_the_weights_that_can_be_tuned)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "players", "--weights");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "\n  knight-mobility=4, 3\n      a knight: each square"));
    g_assert_nonnull(strstr(result.out, "\n  hope=4\n"));
    g_assert_nonnull(strstr(result.out, "\n  freedom=1\n"));
    g_assert_nonnull(strstr(result.out, "\n  passed-6=100, 165\n"));
}

TEST(a_game_can_be_played_through_a_pipe)
{
    g_auto(ProgramResult) first = PROGRAM_RUN("e4\nd2d4\nfen\n", "play");
    g_auto(ProgramResult) again = PROGRAM_RUN("e4\nd2d4\nfen\nquit\ne5\n", "play", "--seed", "1");

    g_assert_cmpint(first.status, ==, 0);
    g_assert_cmpstr(first.err, ==, "");
    g_assert_nonnull(strstr(first.out, "Black plays "));
    g_assert_nonnull(strstr(first.out, " w KQkq - "));
    g_assert_cmpint(again.status, ==, 0);
    g_assert_cmpstr(first.out, ==, again.out);
}

TEST(the_other_player_begins_if_it_is_its_turn)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("", "play", "--side", "black", "--player", "random");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "White plays "));
}

TEST(the_end_of_a_game_is_announced_with_its_reason)
{
    g_auto(ProgramResult) mate =
        PROGRAM_RUN("Qg7\nKg5\n", "play", "--fen", "7k/8/6QK/8/8/8/8/8 w - - 0 1");
    g_auto(ProgramResult) draw =
        PROGRAM_RUN("Kxb2\n", "play", "--fen", "7k/8/8/8/8/8/1p6/K7 w - - 0 1");
    g_auto(ProgramResult) over = PROGRAM_RUN("hint\n", "play", "--fen", STALEMATE);

    g_assert_cmpint(mate.status, ==, 0);
    g_assert_nonnull(strstr(mate.out, "White wins: checkmate\nThe game is over"));
    g_assert_nonnull(strstr(draw.out, "Draw: insufficient-material\n"));
    g_assert_nonnull(strstr(over.out, "Draw: stalemate\nThe game is over"));
}

TEST(moves_can_be_taken_back)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("e4\nd4\nundo\nundo\nfen\nundo\nnew\nfen\n", "play");
    const char *fen = strstr(result.out, START "\n");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(fen);
    g_assert_nonnull(strstr(fen, "There is no move of yours to take back.\n"));
    g_assert_nonnull(strstr(fen + 1, START "\n"));
}

TEST(the_other_player_changes_its_logics_during_a_game)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("level 2\n+defense-request\n-foundation\n-atack-request\nlevel 99\n", "play");
    g_auto(ProgramResult) none = PROGRAM_RUN("level 2\n", "play", "--player", "random");

    g_assert_nonnull(strstr(result.out, "The other player is level:2 now.\n"
                                        "The other player is level:2+defence-request now.\n"
                                        "the foundation of all logic stays on\n"));
    g_assert_nonnull(strstr(result.out, "did you mean 'attack-request'?\nlevel is '99', not 1 to"));
    g_assert_nonnull(strstr(none.out, "is no level, so it has no logics"));
}

TEST(the_agents_tell_why_they_moved)
{
    g_auto(ProgramResult) result = PROGRAM_RUN("why\ne4\nwhy\n", "play");
    const char *nothing = strstr(result.out, "no agents have moved yet");

    g_assert_nonnull(nothing);
    g_assert_nonnull(strstr(nothing, "\nReports\n"));
    g_assert_nonnull(strstr(nothing, "\nDecision\n"));
}

TEST(a_hint_is_a_legal_move_and_changes_nothing)
{
    g_auto(ProgramResult) without = PROGRAM_RUN("e4\nfen\n", "play");
    g_auto(ProgramResult) with = PROGRAM_RUN("hint\nhint\ne4\nfen\n", "play");

    g_assert_true(g_str_has_suffix(with.out, strstr(without.out, "Black plays")));
}

TEST(play_answers_nonsense_and_goes_on)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("\n  \nnonsense\ne5\nmoves\nhelp\nboard\n\xff\n e4 \r\n", "play");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_nonnull(strstr(result.out, "'nonsense' is not a move"));
    g_assert_nonnull(strstr(result.out, "'e5' is not a legal move"));
    g_assert_nonnull(strstr(result.out, " Nh3\n"));
    g_assert_nonnull(strstr(result.out, "Black plays "));
}

TEST(play_refuses_what_it_cannot_read)
{
    g_auto(ProgramResult) player = PROGRAM_RUN("", "play", "--player", "level:14");
    g_auto(ProgramResult) kind = PROGRAM_RUN("", "play", "--player", "nobody");
    g_auto(ProgramResult) side = PROGRAM_RUN("", "play", "--side", "red");
    g_auto(ProgramResult) seed = PROGRAM_RUN("", "play", "--seed", "-1");
    g_auto(ProgramResult) hex = PROGRAM_RUN("", "play", "--seed", "0x10");
    g_auto(ProgramResult) fen = PROGRAM_RUN("", "play", "--fen", "");
    g_auto(ProgramResult) words = PROGRAM_RUN("", "play", "level:7");

    program_assert_refused(&player, 2, "level:14");
    program_assert_refused(&kind, 2, "'nobody'");
    program_assert_refused(&side, 2, "'red'");
    program_assert_refused(&seed, 2, "'-1'");
    program_assert_refused(&hex, 2, "'0x10'");
    program_assert_refused(&fen, 2, "FEN");
    program_assert_refused(&words, 2, "one word too many");
}

TEST(an_engine_needs_no_quit)
{
    g_auto(ProgramResult) uci = PROGRAM_RUN("isready\r\nposition startpos\ngo\n", "uci");
    g_auto(ProgramResult) xboard = PROGRAM_RUN("xboard\nnew\nusermove e2e4\nping 1", "xboard");
    g_auto(ProgramResult) chance =
        PROGRAM_RUN("go\n", "uci", "--player", "random", "--seed", "2147483647");

    g_assert_cmpint(uci.status, ==, 0);
    g_assert_true(
        g_regex_match_simple("^readyok\ninfo .*\nbestmove [a-h1-8]{4}\n$", uci.out, 0, 0));
    g_assert_cmpint(xboard.status, ==, 0);
    g_assert_true(g_regex_match_simple("^\nmove [a-h1-8]{4}\npong 1\n$", xboard.out, 0, 0));
    g_assert_cmpint(chance.status, ==, 0);
}

TEST(an_engine_refuses_what_it_cannot_read)
{
    g_auto(ProgramResult) player = PROGRAM_RUN("", "uci", "--player", "level:14");
    g_auto(ProgramResult) seed = PROGRAM_RUN("", "xboard", "--seed", "2147483648");
    g_auto(ProgramResult) word = PROGRAM_RUN("", "xboard", "level:7");

    program_assert_refused(&player, 2, "level:14");
    program_assert_refused(&seed, 2, "2147483648");
    program_assert_refused(&word, 2, "one word too many");
}

TEST(antichess_text_answers_a_dialogue_through_a_pipe)
{
    g_autofree char *folder = g_dir_make_tmp("agentchess-test-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(folder, "a game.xml", NULL);
    static const char dialogue[] = "PrintBoard\nStartNewGame human 5000 computer 0\r\n"
                                   "ShowBoard\nMakeMove e2-e4 100\nSaveGame a game.xml\n"
                                   "StartNewGame human 0 human 0\nLoadGame a game.xml\n"
                                   "GetTime white\nGetTime black\nSaveGame no/folder.xml\n"
                                   "LoadGame nothing.xml\nQuitGame\nGetTime white\n";
    g_auto(ProgramResult) result = program_run_in(
        folder, dialogue, (const char *const[]){"antichess-text", "--player", "random", NULL});
    g_autofree char *text = NULL;

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.out, ==,
                    "Input error\nNew game started\nInput error\ne2-e4\nGame saved\n"
                    "New game started\nGame loaded\nunlimited\nunlimited\nInput error\n"
                    "Corrupt file\nExiting game\n");
    g_assert_true(g_regex_match_simple("^agentchess antichess-text: [^\n]*no/folder.xml[^\n]*\n"
                                       "agentchess antichess-text: [^\n]*nothing.xml[^\n]*\n$",
                                       result.err, 0, 0));
    g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
    g_assert_true(g_str_has_prefix(text, "<game ruleset=\"6170-spring-2007\">\n"));
    g_unlink(file);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* A game of the computer with itself, on the clock of the machine. */
TEST(antichess_text_plays_on_its_clock)
{
    g_autoptr(GString) dialogue = g_string_new("StartNewGame computer 600000 computer 600000\n");
    g_autofree char *start = NULL;

    for (int i = 0; i < 20; i++)
        g_string_append(dialogue, "GetNextMove\nMakeNextMove\n");
    g_string_append(dialogue, "GetTime white\n");
    {
        g_auto(ProgramResult) first = PROGRAM_RUN(dialogue->str, "antichess-text");
        g_auto(ProgramResult) again = PROGRAM_RUN(dialogue->str, "antichess-text", "--seed", "1");
        g_auto(ProgramResult) other = PROGRAM_RUN(dialogue->str, "antichess-text", "--seed", "2");
        g_assert_cmpint(first.status, ==, 0);
        g_assert_cmpstr(first.err, ==, "");
        g_assert_true(g_regex_match_simple(
            "^New game started\n([a-h][1-8]-[a-h][1-8]\n){20}[1-6][0-9]{5}\n$", first.out, 0, 0));
        start = g_strndup(first.out, strlen("New game started\n") + 20 * strlen("e2-e4\n"));
        g_assert_true(g_str_has_prefix(again.out, start));
        g_assert_false(g_str_has_prefix(other.out, start));
    }
}

TEST(antichess_text_shows_the_board_with_s)
{
    g_auto(ProgramResult) result =
        PROGRAM_RUN("StartNewGame human 0 human 0\nShowBoard\n", "antichess-text", "-s");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_true(g_str_has_prefix(result.out, "New game started\n  8  r n b q k b n r\n"));
    g_assert_true(g_str_has_suffix(result.out, "\n\n     a b c d e f g h\n"));
}

TEST(antichess_text_refuses_what_it_cannot_read)
{
    g_auto(ProgramResult) player = PROGRAM_RUN("", "antichess-text", "--player", "march");
    g_auto(ProgramResult) seed = PROGRAM_RUN("", "antichess-text", "--seed", "-1");
    g_auto(ProgramResult) word = PROGRAM_RUN("", "antichess-text", "StartNewGame");

    program_assert_refused(&player, 2, "'march' does not play antichess");
    program_assert_refused(&seed, 2, "'-1'");
    program_assert_refused(&word, 2, "one word too many");
}

/* Says @line to a program under way and returns what it answers. Owner: the caller. */
static char *ask(GSubprocess *process, GDataInputStream *answers, const char *line)
{
    GOutputStream *in = g_subprocess_get_stdin_pipe(process);

    g_assert_true(g_output_stream_write_all(in, line, strlen(line), NULL, NULL, NULL));
    g_assert_true(g_output_stream_flush(in, NULL, NULL));
    return g_data_input_stream_read_line(answers, NULL, NULL, NULL);
}

TEST(xboard_answers_line_by_line_and_ctrl_c_does_not_end_it)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocess) process =
        g_subprocess_new(G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                         g_getenv("AGENTCHESS_PROGRAM"), "xboard", NULL);
    g_autoptr(GDataInputStream) answers =
        g_data_input_stream_new(g_subprocess_get_stdout_pipe(process));
    g_autofree char *first = ask(process, answers, "ping 1\n");
    g_autofree char *second = NULL;

    g_assert_no_error(error);
    g_assert_cmpstr(first, ==, "pong 1");
    g_subprocess_send_signal(process, SIGINT);
    second = ask(process, answers, "ping 2\n");
    g_assert_cmpstr(second, ==, "pong 2");
    g_output_stream_close(g_subprocess_get_stdin_pipe(process), NULL, NULL);
    g_assert_true(g_subprocess_wait_check(process, NULL, &error));
    g_assert_no_error(error);
}

TEST(the_signature_is_two_words_and_always_the_same)
{
    g_auto(ProgramResult) first = PROGRAM_RUN("", "bench", "--signature");
    g_auto(ProgramResult) second = PROGRAM_RUN("", "bench", "--signature");

    g_assert_cmpint(first.status, ==, 0);
    g_assert_true(g_regex_match_simple("^[0-9]+ [0-9a-f]{8}\n$", first.out, 0, 0));
    g_assert_cmpstr(first.out, ==, second.out);
}
