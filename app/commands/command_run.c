#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/commands/run_experiment.h"
#include "app/terminal/screen.h"
#include "experiments/report/report.h"
#include "experiments/run/conversation.h"
#include "experiments/spec/schedule.h"
#include "experiments/tools/number_list.h"

/* The conversations that are to be written beside the run. */
typedef struct {
    const char *path;    /* NULL: none */
    const char *numbers; /* NULL: of all games */
} MessagesOptions;

/* Whether the file for messages can be written in @place, a folder; NULL, or why it cannot. The
 * folder of the run will be made. */
static const char *find_fault(const char *place, const char *folder)
{
    g_autofree char *there = g_canonicalize_filename(place, NULL);
    g_autofree char *run = g_canonicalize_filename(folder, NULL);

    if (!g_file_test(place, G_FILE_TEST_IS_DIR))
        return g_str_equal(there, run) ? NULL : "the folder does not exist";
    return g_access(place, W_OK) != 0 ? "the folder is not writable" : NULL;
}

/* Checks that need no game. */
static bool check_messages(const Spec *spec, const MessagesOptions *messages,
                           const RunOptions *options, const char *folder, GError **error)
{
    g_autofree char *place = NULL;
    const char *fault;

    if (messages->path == NULL)
        return messages->numbers == NULL ||
               experiments_fail_usage(error, "--messages-games requires --messages-file");
    place = g_path_get_dirname(messages->path);
    if (options->shard != NULL)
        fault = "messages are written only for whole runs, not for shards";
    else if (spec->contest->no_messages != NULL)
        fault = spec->contest->no_messages;
    else if (g_file_test(messages->path, G_FILE_TEST_IS_DIR))
        fault = "it is a folder, not a file";
    else if (g_file_test(messages->path, G_FILE_TEST_EXISTS) && !options->resume && !options->force)
        fault = "the file exists already; --resume or --force replaces it";
    else if (!conversation_can_replace(messages->path))
        fault = CONVERSATION_FOREIGN;
    else
        fault = find_fault(place, folder);
    return fault == NULL ||
           experiments_fail_usage(error, "--messages-file %s: %s", messages->path, fault);
}

/* The numbers of the games wanted. Owner: the caller. */
static GArray *choose_games(const Spec *spec, const MessagesOptions *messages, GError **error)
{
    g_autofree char *all = g_strdup_printf("1-%" G_GUINT64_FORMAT, schedule_count(spec));
    GArray *games = number_list_parse(messages->numbers != NULL ? messages->numbers : all,
                                      schedule_count(spec), error);

    if (games == NULL)
        g_prefix_error(error, "--messages-games %s: ", messages->numbers);
    return games;
}

static int write_messages(const Spec *spec, const MessagesOptions *messages, const GArray *games,
                          const char *folder, GError **error)
{
    RunSignals signals = {0};
    const ConversationOptions options = {spec, games, folder, messages->path, &signals.stop};
    bool good, stopped;

    run_signals_watch(&signals);
    good = conversation_write(&options, &stopped, error);
    run_signals_unwatch(&signals);
    if (!good)
        return STATUS_FAILURE;
    if (stopped)
        fprintf(stderr,
                "stopped before '%s' was written; repeat the command with --resume to write it\n",
                messages->path);
    else
        fprintf(stderr, "messages of %" G_GUINT64_FORMAT " game%s in %s\n",
                number_list_count(games), plural_ending(number_list_count(games)), messages->path);
    return stopped ? STATUS_INTERRUPTED : STATUS_OK;
}

static int run_spec(const Spec *spec, const RunOptions *options, const char *folder,
                    const MessagesOptions *messages, const GArray *games, GError **error)
{
    g_auto(RunnerResult) result = {0};
    g_autofree char *table = NULL, *repeated = NULL;
    g_autofree char *decision = NULL;
    int status;

    run_print_programs(spec);
    status = run_experiment(spec, options, folder, &result, error);
    if (options->shard != NULL || result.totals == NULL || totals_games(result.totals) == 0)
        return status;
    table = report_cross_table(spec, result.totals);
    screen_print(table);
    run_print_failures(spec, result.forfeits);
    repeated = report_repeated_games(spec, result.totals);
    fputs(repeated, stderr);
    decision = report_decision(spec, result.totals);
    if (decision != NULL && result.end == RUNNER_DONE)
        fputs(decision, stdout);
    return messages->path != NULL && status == STATUS_OK
               ? write_messages(spec, messages, games, folder, error)
               : status;
}

int command_run(const Command *command, int argc, char **argv, GError **error)
{
    g_auto(RunOptions) options = run_options_standard();
    Option shared[RUN_OPTION_COUNT];
    MessagesOptions messages = {0};
    const Option entries[] = {
        {"",
         .more = run_options_list(&options, "Games per pairing (experiment.games)", true, shared)},
        {"shard", 0, "I/N",
         "Play shard I of N; its folder is DIR/shard-I-of-N, and 'agentchess merge' combines the "
         "shards",
         .text = &options.shard},
        {"gzip", 'z', NULL, "Compress the large files at the end", .on = &options.gzip},
        {"messages-file", 0, "FILE",
         "Also write all messages of the agents, one JSON object per line", .file = &messages.path},
        {"messages-games", 0, "LIST", "Games whose messages are written, such as 1,5,10-12 (all)",
         .text = &messages.numbers},
        {NULL},
    };
    g_autoptr(Spec) spec = NULL;
    g_autoptr(GArray) games = NULL;
    g_autofree char *folder = NULL, *summary = NULL;

    command_parse(command, entries, &argc, argv);
    spec = run_options_open_spec(&options, argv[1], error);
    if (spec == NULL)
        return command_status(*error);
    if (spec->format == SPEC_TUNE)
        return command_fail(error, STATUS_USAGE,
                            "'%s' has format = tune: run it with 'agentchess tune'", argv[1]);
    if (spec->format == SPEC_RACE && (options.shard != NULL || messages.path != NULL))
        return command_fail(error, STATUS_USAGE,
                            "%s cannot be combined with format = race, because each game depends "
                            "on earlier results",
                            options.shard != NULL ? "--shard" : "--messages-file");
    folder = run_options_folder(&options, spec);
    games = choose_games(spec, &messages, error);
    if (games == NULL || !check_messages(spec, &messages, &options, folder, error))
        return STATUS_USAGE;
    summary =
        g_strdup_printf("%d players, %d pairing%s, %" G_GUINT64_FORMAT " game%s",
                        spec->player_count, spec->pairing_count, plural_ending(spec->pairing_count),
                        schedule_games(spec), plural_ending(schedule_games(spec)));
    return options.check ? run_check(spec, &options, summary, 1, error)
                         : run_spec(spec, &options, folder, &messages, games, error);
}
