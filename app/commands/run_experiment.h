/* The common part of the commands that play experiments: their options, the playing itself with
 * progress and Ctrl-C, and how it ends. */
#pragma once

#include "app/commands/shared_options.h"
#include "app/terminal/command.h"
#include "experiments/run/runner.h"

/* This program. */
extern const ProvenanceProgram PROGRAM;

/* How the progress of a run is shown. */
typedef enum {
    PROGRESS_LINE,  /* a line that is replaced */
    PROGRESS_PLAIN, /* lines that stay, also for people that have the screen read to them */
    PROGRESS_NONE,
    PROGRESS_COUNT
} ProgressKind;

typedef struct {
    uint64_t jobs;
    const char *output;
    bool resume, force, gzip, check, try_programs, strict;
    char **settings; /* --set */
    char **engines;  /* --engine */
    uint64_t games;  /* 0: as the spec says */
    uint64_t seed;   /* RUN_SEED_OF_SPEC */
    const char *shard;
    int progress; /* a ProgressKind */
} RunOptions;

#define RUN_SEED_OF_SPEC UINT64_MAX

/* The options before any is read: one game per processor at a time, progress as stderr shows it. */
RunOptions run_options_standard(void);

/* Room for the options that set @options, and their table; @games explains --games. With @has_spec
 * the command reads a spec, which it can also only check. */
#define RUN_OPTION_COUNT 13
const Option *run_options_list(RunOptions *options, const char *games, bool has_spec,
                               Option out_list[static RUN_OPTION_COUNT]);

#define RUN_MAX_JOBS 1024

#define PROGRESS_PLAIN_SECONDS 10 /* between two lines that stay */

/* How far something has come, on stderr. */
typedef struct {
    ProgressKind kind;
    double said_at; /* seconds */
} ProgressLine;

/* Shows @text, so many @seconds after the beginning, if it is time for it. */
void progress_line_show(ProgressLine *line, double seconds, const char *text);
void progress_line_clear(const ProgressLine *line);

/* How the folder is opened.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE. */
bool run_options_read_mode(const RunOptions *options, JournalMode *out_mode, GError **error);

/* SIGINT (Ctrl-C), SIGTERM and SIGHUP, while they are watched: the first one asks for an end, the
 * second one ends, which costs no more than a kill would. */
#define RUN_SIGNALS_COUNT 3
typedef struct {
    bool stop;
    const char *sentence; /* printed at the first one; NULL: none */
    guint sources[RUN_SIGNALS_COUNT];
} RunSignals;

void run_signals_watch(RunSignals *signals);
void run_signals_unwatch(RunSignals *signals);

/* All that prevails over the spec, of --set, --games, --seed and --engine.
 *
 * Errors: EXPERIMENTS_ERROR_USAGE.
 * Owner:  the caller. */
char **run_options_settings(const RunOptions *options, GError **error);

/* The spec that the user calls @name, as data_find() finds it, with all that prevails over it.
 *
 * Errors: of command_status().
 * Owner:  the caller. */
Spec *run_options_open_spec(const RunOptions *options, const char *name, GError **error);

/* The folder for the files of @spec: the option's, else results/NAME. Owner: the caller. */
char *run_options_folder(const RunOptions *options, const Spec *spec);

void run_options_clear(RunOptions *options);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(RunOptions, run_options_clear)

/* Says on stderr which players have forfeited games and why, and how many games ended as draws were
 * claimed; nothing if there is nothing to say. Returns STATUS_FAILURE if the score of a
 * player says nothing about it. */
int run_print_faults(const Spec *spec, const Totals *totals, const Forfeits *forfeits);

/* Prints which players have failed, beside the scores on stdout. */
void run_print_failures(const Spec *spec, const Forfeits *forfeits);

/* Prints what --check shows: @summary of @spec, and about how long its games take, played so many
 * @times. External programs are started only with --try-programs. Returns the exit status:
 * STATUS_FAILURE if one is missing, or has forfeited a game. */
int run_check(const Spec *spec, const RunOptions *options, const char *summary, uint64_t times,
              GError **error);

/* Prints on stderr which external programs a run of @spec starts; nothing if it starts none. */
void run_print_programs(const Spec *spec);

/* Plays @spec with its files in @folder (NULL: none), and says on stderr how that ended. Returns
 * the exit status; *@out_result is set if games were played. */
int run_experiment(const Spec *spec, const RunOptions *options, const char *folder,
                   RunnerResult *out_result, GError **error);
