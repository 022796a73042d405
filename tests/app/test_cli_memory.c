/* `agentchess memory` as its users meet it. */
#include <glib/gstdio.h>

#include "tests/program.h"
#include "tests/test.h"

#define HEADER "game,position,depth,move,bound,metric_cp,nodes,found_at,player,evaluation,key\n"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
/* Stores outlive programs: the key of a position must never change. */
#define START_KEY "a3dcdbe0a61b4d8e"
#define ROW_OF(game, move, depth)     \
    game "," START "," depth "," move \
         ",exact,30,1000,2024-05-01T12:30:00Z,search:depth=4,00000000000000ab," START_KEY "\n"

/* A folder of the test's own. Owner: the caller, which removes it with remove_folder(). */
static char *make_folder(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = g_dir_make_tmp("agentchess-XXXXXX", &error);

    g_assert_no_error(error);
    return folder;
}

static void remove_folder(char *folder)
{
    static const char *const names[] = {"m.db", "m.db-wal", "m.db-shm", "n.db", "m.csv", ""};

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(folder, names[i], NULL);
        g_remove(path);
    }
    g_free(folder);
}

typedef char Folder;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Folder, remove_folder)

#define RUN_IN(folder, input, ...) \
    program_run_in(folder, input, (const char *const[]){"memory", __VA_ARGS__, NULL})

static void import(const char *folder, const char *rows, int status, const char *words)
{
    g_autofree char *csv = g_strconcat(HEADER, rows, NULL);
    g_auto(ProgramResult) result = RUN_IN(folder, csv, "import", "m.db");

    g_assert_cmpint(result.status, ==, status);
    g_assert_cmpstr(result.out, ==, "");
    if (strstr(result.err, words) == NULL)
        g_test_message("'%s' does not say '%s'", result.err, words);
    g_assert_nonnull(strstr(result.err, words));
}

static void assert_exported(const char *folder, const char *rows)
{
    g_autofree char *csv = g_strconcat(HEADER, rows, NULL);
    g_auto(ProgramResult) result = RUN_IN(folder, "", "export", "m.db");

    g_assert_cmpint(result.status, ==, 0);
    g_assert_cmpstr(result.err, ==, "");
    g_assert_cmpstr(result.out, ==, csv);
}

TEST(what_is_imported_is_exported_in_order)
{
    g_autoptr(Folder) folder = make_folder();

    import(folder, ROW_OF("chess", "e2e4", "4") ROW_OF("antichess", "e2-e3", "2"), 0,
           "2 entries read, 2 of them new to the store or deeper\n");
    assert_exported(folder, ROW_OF("antichess", "e2-e3", "2") ROW_OF("chess", "e2e4", "4"));
}

TEST(an_import_keeps_the_deeper_search)
{
    g_autoptr(Folder) folder = make_folder();

    import(folder, ROW_OF("chess", "e2e4", "4"), 0, "1 entries read, 1 of them");
    import(folder, ROW_OF("chess", "d2d4", "3") ROW_OF("antichess", "e2-e3", "2"), 0,
           "2 entries read, 1 of them");
    import(folder, ROW_OF("antichess", "d2-d3", "9"), 0, "1 entries read, 1 of them");
    assert_exported(folder, ROW_OF("antichess", "d2-d3", "9") ROW_OF("chess", "e2e4", "4"));
}

TEST(of_a_file_with_a_bad_line_nothing_is_imported)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "m.csv", NULL);
    g_auto(ProgramResult) file = {0}, missing = {0};

    import(folder, ROW_OF("antichess", "e2-e3", "2"), 0, "1 entries read");
    import(folder, ROW_OF("chess", "e2e4", "4") ROW_OF("chess", "e2e5", "5"), 1,
           "agentchess memory: standard input:3: move 'e2e5' is not a legal move");
    assert_exported(folder, ROW_OF("antichess", "e2-e3", "2"));
    g_assert_true(g_file_set_contents(path, HEADER ROW_OF("chess", "e2e4", "x"), -1, NULL));
    file = RUN_IN(folder, "", "import", "m.db", "m.csv");
    missing = RUN_IN(folder, "", "import", "m.db", "no.csv");
    program_assert_refused(&file, 1, "m.csv:2: depth is 'x'");
    program_assert_refused(&missing, 1, "no.csv: No such file");
    assert_exported(folder, ROW_OF("antichess", "e2-e3", "2"));
}

#define NO_SESSIONS "sessions 0\nasked 0\nfound 0\nstored 0\nlost 0\n"

TEST(stats_tell_games_depths_players_and_size)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) empty = {0}, text = {0}, csv = {0};

    import(folder, "", 0, "0 entries read");
    empty = RUN_IN(folder, "", "stats", "m.db");
    import(folder, ROW_OF("chess", "e2e4", "4") ROW_OF("antichess", "e2-e3", "12"), 0, "2 entries");
    text = RUN_IN(folder, "", "stats", "m.db");
    csv = RUN_IN(folder, "", "stats", "--format=csv", "m.db");
    g_assert_cmpint(text.status + csv.status + empty.status, ==, 0);
    g_assert_true(
        g_regex_match_simple("^entries 0\nbytes [1-9][0-9]+\n" NO_SESSIONS "$", empty.out, 0, 0));
    g_assert_true(g_regex_match_simple("^entries 2\nbytes [1-9][0-9]+\n" NO_SESSIONS "\n"
                                       "Entries by game\n"
                                       "game       entries\n"
                                       "antichess        1\n"
                                       "chess            1\n\n"
                                       "Entries by depth, in half moves\n"
                                       "depth  entries\n"
                                       "4            1\n"
                                       "12           1\n\n"
                                       "Entries by what the metric says of the true one\n"
                                       "bound  entries\n"
                                       "exact        2\n\n"
                                       "Entries by player\n"
                                       "player          entries\n"
                                       "search:depth=4        2\n\n"
                                       "Entries by evaluation\n"
                                       "evaluation        entries\n"
                                       "00000000000000ab        2\n$",
                                       text.out, 0, 0));
    g_assert_true(g_regex_match_simple("^quantity,of,value\nentries,,2\nbytes,,[1-9][0-9]+\n"
                                       "sessions,,0\nasked,,0\nfound,,0\nstored,,0\n"
                                       "lost,,0\n"
                                       "game,antichess,1\ngame,chess,1\ndepth,4,1\ndepth,12,1\n"
                                       "bound,exact,2\nplayer,search:depth=4,2\n"
                                       "evaluation,00000000000000ab,2\n$",
                                       csv.out, 0, 0));
}

TEST(prune_says_what_went)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) depth = {0}, age = {0}, rest = {0};

    import(folder, ROW_OF("chess", "e2e4", "4") ROW_OF("antichess", "e2-e3", "12"), 0, "2 entries");
    depth = RUN_IN(folder, "", "prune", "m.db", "--below-depth", "5", "--keep", "7");
    assert_exported(folder, ROW_OF("antichess", "e2-e3", "12"));
    age = RUN_IN(folder, "", "prune", "m.db", "--older-than", "1000000");
    rest = RUN_IN(folder, "", "prune", "m.db", "--older-than=1");
    assert_exported(folder, "");
    g_assert_cmpstr(depth.out, ==, "--below-depth 5 removed 1\n--keep 7 removed 0\nleft 1\n");
    g_assert_cmpstr(age.out, ==, "--older-than 1000000 removed 0\nleft 1\n");
    g_assert_cmpstr(rest.out, ==, "--older-than 1 removed 1\nleft 0\n");
    g_assert_cmpint(depth.status + age.status + rest.status, ==, 0);
}

#define ROOK_ENDING "8/8/8/4k3/8/8/8/R3K3 w - - 0 1"
#define EXPLAIN                                                                        \
    (const char *const[])                                                              \
    {                                                                                  \
        "explain", "--player", "homeostatic:depth=2,shuffle=off,memory=m.db", "--fen", \
            ROOK_ENDING, NULL                                                          \
    }

TEST(a_player_tells_what_it_has_from_its_memory)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) first = program_run_in(folder, "", EXPLAIN);
    g_auto(ProgramResult) second = program_run_in(folder, "", EXPLAIN);
    g_auto(ProgramResult) uci = program_run_in(
        folder, "position fen " ROOK_ENDING "\ngo depth 2\ngo depth 3\nquit\n",
        (const char *const[]){"uci", "-p", "homeostatic:shuffle=off,memory=m.db", NULL});

    g_assert_cmpint(first.status + second.status + uci.status, ==, 0);
    g_assert_null(strstr(first.out, "From the memory"));
    g_assert_nonnull(strstr(first.out, "Considering"));
    g_assert_null(strstr(second.out, "Considering"));
    g_assert_nonnull(strstr(second.out, "\n  From the memory: depth 2, "));
    g_assert_nonnull(strstr(second.out, "by homeostatic:depth=2,shuffle=off: "));
    g_assert_cmpstr(strstr(first.out, "Decision"), ==, strstr(second.out, "Decision"));
    g_assert_nonnull(strstr(uci.out, "info depth 2 score cp "));
    g_assert_nonnull(strstr(uci.out, "info string From the memory: depth 2, "));
    g_assert_nonnull(strstr(uci.out, "info depth 3 score cp "));
    g_assert_nonnull(strstr(uci.err, "memory: 2 asked, 1 found, "));
}

TEST(a_memory_that_fails_costs_a_player_one_warning)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "m.db", NULL);
    g_auto(ProgramResult) refused = {0}, played = {0}, unreachable = {0};

    /* Nobody listens at port 1. */
    unreachable = program_run_in(
        folder, "",
        (const char *const[]){"explain", "--player",
                              "search:depth=1,hash=1,memory=postgresql://me:secret@127.0.0.1:1/x",
                              NULL});
    g_assert_null(strstr(unreachable.out, "secret"));
    g_assert_null(strstr(unreachable.err, "secret"));
    if (unreachable.status == 0) { /* else there is no libpq, and it is refused */
        g_assert_nonnull(strstr(unreachable.out, "\nDecision\n"));
        g_assert_true(g_str_has_prefix(unreachable.err, "agentchess explain: memory 'postgresql:"));
        g_assert_true(strchr(unreachable.err, '\n') + 1 ==
                      unreachable.err + strlen(unreachable.err));
    }
    g_assert_true(g_file_set_contents(path, "Once upon a time", -1, NULL));
    refused = program_run_in(folder, "", EXPLAIN);
    program_assert_refused(&refused, 2, "memory 'm.db': file is not a database");
    played = program_run_in(
        folder, "quit\n",
        (const char *const[]){"play", "--player", "homeostatic:depth=1,memory=m.db", NULL});
    program_assert_refused(&played, 2, "memory 'm.db': file is not a database");
}

TEST(a_match_stores_what_it_found)
{
    static const char *const player = "homeostatic:depth=1,memory=m.db";
    g_autoptr(Folder) folder = make_folder();
    const char *const match[] = {
        "match", player, player, "--games", "2", "--set", "rules.max-plies=20", NULL};
    const char *const live[] = {"match",
                                player,
                                player,
                                "--games",
                                "2",
                                "--set",
                                "rules.max-plies=20",
                                "--set",
                                "experiment.memory=live",
                                NULL};
    g_auto(ProgramResult) frozen = program_run_in(folder, "", match);
    g_auto(ProgramResult) stats = RUN_IN(folder, "", "stats", "--format=csv", "m.db");
    g_auto(ProgramResult) asked = program_run_in(folder, "", live);
    g_auto(ProgramResult) again = RUN_IN(folder, "", "stats", "--format=csv", "m.db");

    g_assert_cmpint(frozen.status + stats.status + asked.status + again.status, ==, 0);
    g_assert_true(g_str_has_prefix(frozen.out, "player homeostatic:depth=1,memory=m.db\n"));
    g_assert_nonnull(strstr(frozen.err, " found, 40 stored, 0 lost\n"));
    g_assert_nonnull(strstr(asked.err, " asked, 40 found, 0 stored, 0 lost\n"));
    g_assert_true(
        g_regex_match_simple("\nplayer,homeostatic:depth=1,[1-9][0-9]\n", stats.out, 0, 0));
    g_assert_true(
        g_regex_match_simple("\nplayer,homeostatic:depth=1,[1-9][0-9]\n", again.out, 0, 0));
}

TEST(wrong_usage_is_refused)
{
    static const struct {
        const char *words[5];
        const char *said;
    } cases[] = {
        {{NULL}, "stats|show|import|export|prune is missing"},
        {{"look"}, "'look' is not one of stats, show, import, export and prune"},
        {{"stats"}, "STORE is missing after stats"},
        {{"stats", "a", "b"}, "too many words behind stats"},
        {{"import", "a", "b", "c"}, "too many words behind import"},
        {{"prune", "a"}, "at least one of --below-depth, --older-than, --keep"},
        {{"stats", "a", "--keep=1"}, "--keep is an option of prune, not of stats"},
        {{"export", "a", "--format=csv"},
         "--format=csv is an option of stats and show, not of export"},
        {{"prune", "a", "--keep=x"}, "--keep is 'x'"},
        {{"prune", "a", "--below-depth=1002"}, "--below-depth is '1002'"},
        {{"prune", "a", "--older-than=-1"}, "--older-than is '-1'"},
        {{"stats", ""}, "'' names no memory"},
        {{"stats", "http://me:secret@here"}, "'http://me:***@here' names no memory"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const char *const *w = cases[i].words;
        g_auto(ProgramResult) result = RUN_IN(NULL, "", w[0], w[1], w[2], w[3], w[4]);
        program_assert_refused(&result, 2, cases[i].said);
    }
}

TEST(what_is_no_memory_is_a_failure)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "n.db", NULL);
    g_auto(ProgramResult) missing = RUN_IN(folder, "", "stats", "m.db");
    g_auto(ProgramResult) other = {0};

    program_assert_refused(&missing, 1, "memory 'm.db': No such file or directory");
    g_assert_true(g_file_set_contents(path, "Once upon a time", -1, NULL));
    other = RUN_IN(folder, "", "export", "n.db");
    g_assert_cmpint(other.status, ==, 1);
    g_assert_cmpstr(other.err, ==, "agentchess memory: memory 'n.db': file is not a database\n");
}

TEST(only_a_memory_that_is_there_is_measured)
{
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) missing =
        program_run_in(folder, "", (const char *const[]){"bench", "--memory", "m.db", NULL});
    g_auto(ProgramResult) none = PROGRAM_RUN("", "bench", "--memory", "ftp://m.db");
    g_autofree char *path = g_build_filename(folder, "m.db", NULL);

    program_assert_refused(&missing, 1, "memory 'm.db': No such file or directory");
    program_assert_refused(&none, 2, "'ftp://m.db' names no memory");
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

TEST(show_prints_what_is_known_of_a_position)
{
    g_autoptr(Folder) folder = make_folder();

    import(folder, ROW_OF("chess", "e2e4", "4") ROW_OF("antichess", "e2-e3", "2"), 0, "2 entries");
    {
        g_auto(ProgramResult) known = RUN_IN(folder, "", "show", "m.db", "--fen", START " 0 1");
        g_auto(ProgramResult) csv =
            RUN_IN(folder, "", "show", "m.db", "--format=csv", "--fen", START " 0 1");
        g_auto(ProgramResult) unknown =
            RUN_IN(folder, "", "show", "m.db", "--fen", "k7/8/1K6/8/8/8/8/7R w - - 0 1");
        g_auto(ProgramResult) bad = RUN_IN(folder, "", "show", "m.db", "--fen", "k7");
        g_auto(ProgramResult) none = RUN_IN(folder, "", "show", "m.db");

        g_assert_cmpint(known.status, ==, 0);
        g_assert_nonnull(strstr(known.out, "chess, " START "\n"));
        g_assert_nonnull(strstr(known.out, "4      exact    0.30  e2e4       1000  "));
        g_assert_null(strstr(known.out, "e2-e3"));
        g_assert_cmpstr(csv.out, ==, HEADER ROW_OF("chess", "e2e4", "4"));
        g_assert_nonnull(strstr(unknown.out, "Nothing is known of it.\n"));
        g_assert_cmpint(bad.status, ==, 1);
        g_assert_cmpint(none.status, ==, 2);
    }
}

/* What is told at the end: of a match, of its games, and of a conversation. */
TEST(at_the_end_all_is_told)
{
    static const char player[] = "search:depth=3,shuffle=off,memory=m.db";
    const char *const match[] = {"match", player, player, "--games", "4", NULL};
    const char *const uci[] = {"uci", "--player", player, NULL};
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) played = program_run_in(folder, "", match);
    g_auto(ProgramResult) talked =
        program_run_in(folder, "position startpos\ngo depth 3\nquit\n", uci);
    g_auto(ProgramResult) stats = RUN_IN(folder, "", "stats", "m.db", "--format=csv");

    g_assert_nonnull(strstr(played.out, "\ndistinct-games 1\n"));
    g_assert_nonnull(strstr(played.err, "only 1 of 4 games are distinct"));
    g_assert_true(g_regex_match_simple("memory: [0-9]+ asked, [0-9]+ found, [1-9][0-9]* stored, "
                                       "0 lost\n",
                                       played.err, 0, 0));
    g_assert_nonnull(strstr(talked.err, "memory: 1 asked, 1 found, 0 stored, 0 lost\n"));
    g_assert_nonnull(strstr(stats.out, "\nsessions,,2\n"));
    g_assert_nonnull(strstr(stats.out, "\nlost,,0\n"));
}

TEST(a_store_that_cannot_be_reached_is_refused_before_the_game)
{
    static const char player[] = "search:depth=1,memory=nowhere/m.db";
    const char *const match[] = {"match", player, "random", "--set", "experiment.memory=live",
                                 NULL};
    g_autoptr(Folder) folder = make_folder();
    g_auto(ProgramResult) result = program_run_in(folder, "", match);

    g_assert_cmpint(result.status, ==, 1);
    g_assert_cmpstr(result.out, ==, "");
    g_assert_nonnull(strstr(result.err, "memory 'nowhere/m.db': "));
}
