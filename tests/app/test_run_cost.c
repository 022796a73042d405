/* What a run costs in memory: neither games nor plies take any. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/program.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define MEGABYTE 1024 /* in the unit of ru_maxrss */

/* The most memory "agentchess match random random ..." ever had, in KB. */
static long peak_of_match(const char *games, const char *output)
{
    const char *program = g_getenv("AGENTCHESS_PROGRAM");
    struct rusage usage;
    int status;
    const pid_t child = fork();

    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        g_setenv("ASAN_OPTIONS", "quarantine_size_mb=1", TRUE); /* it keeps what is freed */
        g_unsetenv("MALLOC_PERTURB_"); /* it touches what is taken and never used */
        execl(program, program, "match", "random", "random", "--jobs", "2", "--set",
              "rules.max-plies=40", "--games", games, "--output", output, (char *)NULL);
        _exit(127);
    }
    g_assert_cmpint(wait4(child, &status, 0, &usage), ==, child);
    g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return usage.ru_maxrss;
}

TEST(memory_does_not_grow_with_the_games)
{
    g_autoptr(Folder) place = make_folder();
    g_autofree char *few = g_build_filename(place, "few", NULL);
    g_autofree char *many = g_build_filename(place, "many", NULL);
    const long small = peak_of_match("2000", few), large = peak_of_match("100000", many);

    g_test_message("%ld KB for 2,000 games, %ld KB for 100,000", small, large);
    /* Finished games wait for an earlier one: few or many, but never more than a window full. */
    g_assert_cmpint(large, <, small + 16 * MEGABYTE);
}

/* How many blocks valgrind sees taken in ten games of @plies plies; none
 * if valgrind cannot run it. */
static long blocks_of_match(const char *plies)
{
    g_autofree char *limit = g_strdup_printf("rules.max-plies=%s", plies);
    const char *const argv[] = {"valgrind",   g_getenv("AGENTCHESS_PROGRAM"),
                                "match",      "level:7",
                                "random",     "--jobs=1",
                                "--games=10", "--set",
                                limit,        "--set=rules.fifty-moves=off",
                                "--set",      "rules.repetition=off",
                                "--set",      "rules.insufficient-material=off",
                                NULL};
    g_autofree char *errors = NULL;
    const char *total;
    long blocks = 0;

    if (!g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                      NULL, NULL, NULL, &errors, NULL, NULL))
        return 0;
    total = strstr(errors, "total heap usage: ");
    if (total == NULL)
        return 0;
    for (total += strlen("total heap usage: "); *total != ' '; total++)
        if (g_ascii_isdigit(*total))
            blocks = 10 * blocks + (*total - '0');
    return blocks;
}

TEST(nothing_is_allocated_for_a_ply)
{
    const long few = blocks_of_match("10"), many = blocks_of_match("200");

    if (few <= 0 || many <= 0) {
        g_test_skip("valgrind cannot run the program here");
        return;
    }
    g_test_message("%ld blocks for 10 plies a game, %ld for 200", few, many);
    /* One block a ply would be 1,900 more. What remains is the main loop's, ten turns a second. */
    g_assert_cmpint(labs(many - few), <, 50);
}
