/* What the commands that play experiments have in common: their options, the playing itself with
 * progress and Ctrl-C, and how it ends. */
#pragma once

#include "app/commands/engine_option.h"
#include "app/terminal/command.h"
#include "experiments/run/runner.h"

typedef struct {
    char *jobs;
    char *output;
    gboolean resume, force;
    char **settings; /* --set */
    char **engines;  /* --engine */
    char *shard;
    char *progress; /* how to show it: "line", "plain" or "none"; NULL: as fits stderr */
    gboolean gzip;
    gboolean check, try_programs;
} RunOptions;

/* The entries of these options, for a table of GOptionEntry. */
#define RUN_OPTION_ENTRIES(options)                                                                 \
    {"jobs",                                                                                        \
     'j',                                                                                           \
     0,                                                                                             \
     G_OPTION_ARG_STRING,                                                                           \
     &(options)->jobs,                                                                              \
     "Games played at the same time (one a processor)",                                             \
     "N"},                                                                                          \
        {"output", 'o', 0, G_OPTION_ARG_FILENAME, &(options)->output, "Folder for the files",       \
         "DIR"},                                                                                    \
        {"resume", 'r', 0, G_OPTION_ARG_NONE, &(options)->resume, "Continue the run in the folder", \
         NULL},                                                                                     \
        {"force",                                                                                   \
         0,                                                                                         \
         0,                                                                                         \
         G_OPTION_ARG_NONE,                                                                         \
         &(options)->force,                                                                         \
         "Delete the run in the folder and start again",                                            \
         NULL},                                                                                     \
        {"set",                                                                                     \
         's',                                                                                       \
         0,                                                                                         \
         G_OPTION_ARG_STRING_ARRAY,                                                                 \
         &(options)->settings,                                                                      \
         "Give a key of the spec another value",                                                    \
         "GROUP.KEY=VALUE"},                                                                        \
        {"progress",                                                                                \
         0,                                                                                         \
         0,                                                                                         \
         G_OPTION_ARG_STRING,                                                                       \
         &(options)->progress,                                                                      \
         "line: one, always up to date (terminals); plain: one every ten seconds; none",            \
         "HOW"},                                                                                    \
        ENGINE_OPTION_ENTRY(&(options)->engines)

/* Those of commands that can also check a spec. */
#define RUN_CHECK_ENTRIES(options)                                                               \
    {"check",                                                                                    \
     'c',                                                                                        \
     0,                                                                                          \
     G_OPTION_ARG_NONE,                                                                          \
     &(options)->check,                                                                          \
     "Only check the spec, and print about how long it takes",                                   \
     NULL},                                                                                      \
    {                                                                                            \
        "try-programs", 0, 0, G_OPTION_ARG_NONE, &(options)->try_programs,                       \
            "With --check: start the external programs that the spec names, and try games", NULL \
    }

/* How a run stands: in a line that is written over, or in lines that stay. */
typedef enum {
    PROGRESS_LINE,
    PROGRESS_PLAIN, /* also for people that have the screen read to them */
    PROGRESS_NONE,
    PROGRESS_COUNT
} ProgressKind;

#define PROGRESS_PLAIN_SECONDS 10 /* between two lines that stay */

/* Reads how many games are played at the same time, how progress is shown, and how the folder is
 * opened.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool run_options_read(const RunOptions *options, int *out_jobs, ProgressKind *out_progress,
                      JournalMode *out_mode, GError **error);

/* Ctrl-C and signals like it, while they are watched: the first one asks for an end, the second one
 * ends, which costs no more than a kill would. */
typedef struct {
    bool stop;
    guint sources[2];
} RunSignals;

void run_signals_watch(RunSignals *signals);
void run_signals_unwatch(RunSignals *signals);

/* All that prevails over the spec, of --set and --engine.
 *
 * Errors: ENGINE_ERROR_SETTING.
 * Owner:  the caller. */
char **run_options_settings(const RunOptions *options, GError **error);

/* The spec that the user calls @name, as data_find() finds it, with all that prevails over it.
 * NULL: stderr says why, and *out_status is the exit status. Owner: the caller. */
Spec *run_options_open_spec(const RunOptions *options, const char *name, int *out_status);

/* The folder for the files of @spec: the option's, else results/NAME. Owner: the caller. */
char *run_options_folder(const RunOptions *options, const Spec *spec);

/* Reads --shard, "3/8"; all of the run without it.
 *
 * Errors: G_OPTION_ERROR_BAD_VALUE. */
bool run_options_read_shard(const RunOptions *options, Shard *out_shard, GError **error);

void run_options_clear(RunOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunOptions, run_options_clear)

/* Says on stderr which players have forfeited games and why, and how many games ended as draws were
 * claimed; nothing if there is nothing to say. */
void run_say_faults(const Spec *spec, const Totals *totals, const Forfeits *forfeits);

/* The exit status for @error: usage if another command line would do. */
int run_error_status(const GError *error);

/* What --check prints: @summary of @spec, and about how long it takes to play its games so many
 * @times. External programs are started only with --try-programs. Returns the exit status:
 * STATUS_FAILURE if one is missing, or has forfeited a game. */
int run_check(const Spec *spec, const RunOptions *options, const char *summary, uint64_t times);

/* Prints on stderr which external programs a run of @spec starts; nothing if it starts none. */
void run_print_programs(const Spec *spec);

/* Plays @spec with its files in @folder (NULL: none), and says on stderr how that ended. Returns
 * the exit status; *@out_result is set if games were played. */
int run_experiment(const Spec *spec, const RunOptions *options, const char *folder,
                   RunnerResult *out_result);
