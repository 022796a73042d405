/* What a ply of an engine costs us, beside a bare loop that writes a line to the same program and
 * reads its answer: processor time of this process alone, user and system. Prints microseconds a
 * ply and their ratio, for games of usual length and for long ones: the whole game is sent at each
 * move. */
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "experiments/play/match.h"

#define PLIES 40000 /* of all games */

static double cpu_seconds(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Games of the engine against itself of @plies each, as an experiment plays them. */
static double measure_games(const char *program, int plies)
{
    g_autofree char *quoted = g_shell_quote(program);
    const int games = PLIES / plies;
    g_autofree char *text =
        g_strdup_printf("[players]\nA=engine:scripted,depth=1\nB=engine:scripted,depth=1\n"
                        "[experiment]\ngames=%d\n[rules]\nrepetition=off\nfifty-moves=off\n"
                        "max-plies=%d\n"
                        "[engine scripted]\ncommand=%s\n",
                        games, plies, quoted);
    g_autoptr(Spec) spec = spec_parse(text, "bench", NULL, "bench", NULL, NULL);
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    double start;

    match_play(match, 1, record); /* starts the programs */
    if (record->plies != plies)
        g_error("the engine %s", record->reason);
    start = cpu_seconds();
    for (int number = 1; number <= games; number++)
        match_play(match, (uint64_t)number, record);
    return (cpu_seconds() - start) / (games * plies);
}

static void talk(int to, int from, const char *line)
{
    char answer[256];

    if (write(to, line, strlen(line)) < 0 || read(from, answer, sizeof answer) <= 0)
        g_error("the scripted engine is gone");
}

static double measure_bare_loop(const char *program)
{
    const char *argv[] = {program, NULL};
    int to, from;
    double start, seconds;

    g_spawn_async_with_pipes(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &to,
                             &from, NULL, NULL);
    talk(to, from, "go depth 1\n");
    start = cpu_seconds();
    for (int i = 0; i < PLIES; i++)
        talk(to, from, "go depth 1\n");
    seconds = cpu_seconds() - start;
    close(to);
    close(from);
    return seconds / PLIES;
}

int main(int argc, char **argv)
{
    static const int lengths[] = {100, 1000};
    double bare;

    if (argc != 2)
        return 2;
    bare = measure_bare_loop(argv[1]);
    printf("bare-loop %.2f us/ply\n", 1e6 * bare);
    for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
        const double games = measure_games(argv[1], lengths[i]);
        printf("engine, games of %d plies: %.2f us/ply, ratio %.2f\n", lengths[i], 1e6 * games,
               games / bare);
    }
    return 0;
}
