#include "experiments/run/runner.h"

#include <time.h>

#include "experiments/run/run_policy.h"
#include "experiments/run/workers.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

/* Games that may be finished ahead of the one that is to be written next, for each thread: room
 * for a long game, bounded so that memory does not grow with the games. */
#define WINDOW_PER_JOB 32

#define CHECKPOINT_MS 2000
#define CHECKPOINT_SHARE 50     /* no more than 1/50 of the time is spent on checkpoints ... */
#define CHECKPOINT_MOST_MS 8000 /* ... unless more would be lost if the machine failed */

/* Room for the texts of nearly every game, so that memory is taken once. */
#define TEXT_SIZE (32 * 1024)

/* A game that is played, waits for its turn or is written. */
typedef struct {
    MatchRecord *record;
    GString *texts[RECORDS_FILE_COUNT]; /* NULL: not wanted */
} Unit;

/* From where the games of a player are played again if it turns out to be broken. */
typedef struct {
    GBytes *checkpoint; /* before the first of its forfeits in a row; NULL: there are none */
    uint64_t next_job;  /* that one */
} RowBegin;

/* When the session began, and when its next checkpoint is due. */
typedef struct {
    gint64 started, next_checkpoint;
    double seconds_before; /* of earlier sessions */
} Clock;

typedef struct {
    const Spec *spec;
    const RunnerOptions *options;
    Shard shard;
    Journal *journal; /* NULL: nothing is written */
    RunMemory *memory;

    GMutex lock; /* of all that follows */
    GCond space; /* the window has moved, or the run is to end */
    int waiting; /* workers, for space */

    /* Games are begun in the order of their numbers, finish in any, and are taken in in the order
     * of their numbers again. No more than a window of them are on their way at once, so that
     * memory does not grow with the games. */
    JobRange range;           /* of all games; its end may come nearer */
    uint64_t next_to_play;    /* the first game that is not begun */
    uint64_t next_to_take_in; /* the first game that is not taken in */
    Unit **finished;          /* game n, which waits for its turn, in place n % window */
    uint64_t window;
    GPtrArray *free_units; /* that no game uses now */

    bool writing;  /* a worker takes results in, without the lock */
    bool stopping; /* no new games */
    RunnerProgress progress;
    char **titles;       /* what the players call themselves, NULL where none does */
    GError *error;       /* the first one */
    bool is_interrupted; /* by it, which is not the fault of players; all taken in is sound */
    RunPolicy policy;    /* changed by the worker that is writing alone */

    /* Of the worker that is writing. */
    RunPoint point;      /* its next job: the first that is not taken in */
    RowBegin *row_begin; /* of each player */
    uint64_t held_at;    /* the next job of the checkpoint that stays, as a player is broken; 0:
                            checkpoints go on */
    int broken;          /* the player that the game taken in last has broken, or none */
    bool decided;        /* a sequential test is, by the games taken in */
    Clock clock;
} Runner;

static Unit *unit_new(const Runner *runner)
{
    Unit *unit = g_new0(Unit, 1);

    unit->record = match_record_new();
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (runner->journal != NULL && records_wants_file(runner->spec, (RecordsFile)i))
            unit->texts[i] = g_string_sized_new(TEXT_SIZE);
    return unit;
}

static void unit_free(Unit *unit)
{
    match_record_free(unit->record);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (unit->texts[i] != NULL)
            g_string_free(unit->texts[i], TRUE);
    g_free(unit);
}

static double seconds_since(gint64 start)
{
    return (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
}

/* Notes @error, of which it becomes the owner, and ends the run. With the lock. */
static void stop_for(Runner *runner, GError *error)
{
    if (runner->error == NULL)
        runner->error = error;
    else
        g_error_free(error);
    runner->stopping = true;
    g_cond_broadcast(&runner->space);
}

static gint64 checkpoint_interval(const Runner *runner)
{
    const int ms = runner->options->checkpoint_ms;

    return (ms > 0 ? ms : CHECKPOINT_MS) * (G_USEC_PER_SEC / 1000);
}

static void note_seconds(Runner *runner)
{
    runner->point.seconds = runner->clock.seconds_before + seconds_since(runner->clock.started);
}

/* Findings are written first: so the store has those of all games that the run keeps, whatever
 * happens in between. */
static bool write_checkpoint(Runner *runner, GError **error)
{
    const gint64 begin = g_get_monotonic_time();
    gint64 end;
    bool good;

    note_seconds(runner);
    good = run_memory_write(runner->memory, error) &&
           (runner->journal == NULL || journal_checkpoint(runner->journal, &runner->point, error));
    end = g_get_monotonic_time();
    runner->clock.next_checkpoint =
        end + MAX(checkpoint_interval(runner), MIN(CHECKPOINT_SHARE * (end - begin),
                                                   CHECKPOINT_MOST_MS * G_TIME_SPAN_MILLISECOND));
    return good;
}

/* Before a game is taken in: if @player begins a row of forfeits with it, keeps a checkpoint. */
static bool keep_row_begin(Runner *runner, const MatchRecord *record, GError **error)
{
    const int side = match_record_forfeiter(record);
    RowBegin *begin;

    if (side == MATCH_NO_SIDE || runner->journal == NULL || runner->spec->max_forfeits == 0 ||
        runner->policy.plays != NULL || /* a race goes on from the checkpoint before */
        runner->point.forfeits->of[record->job.player[side]].in_a_row > 0)
        return true;
    begin = &runner->row_begin[record->job.player[side]];
    g_clear_pointer(&begin->checkpoint, g_bytes_unref);
    begin->next_job = runner->point.next_job;
    note_seconds(runner);
    begin->checkpoint = journal_prepare_point(runner->journal, &runner->point, error);
    return begin->checkpoint != NULL;
}

/* @player is broken: a run that is resumed when it is mended goes on before its first forfeit in a
 * row, and plays all games from there on in their order. Then its files are those of a run in which
 * nothing was forfeited or left out. */
static bool hold_checkpoint(Runner *runner, int player, GError **error)
{
    const RowBegin *begin = &runner->row_begin[player];

    if (begin->checkpoint == NULL ||
        (runner->held_at > 0 && runner->held_at <= begin->next_job)) /* that one is earlier */
        return true;
    runner->held_at = begin->next_job;
    return journal_put_point(runner->journal, begin->checkpoint, error);
}

/* Writes a checkpoint after a game was taken in, if one is due or the game has shown that a player
 * is broken; not within a round. */
static bool go_on_from_here(Runner *runner, const MatchRecord *record, GError **error)
{
    runner->broken = run_policy_find_broken(&runner->policy, runner->point.forfeits, record);
    if (runner->broken != RUN_POLICY_NOBODY && !hold_checkpoint(runner, runner->broken, error))
        return false;
    if (runner->policy.has_gaps || runner->held_at > 0 || run_policy_is_in_round(&runner->policy) ||
        (g_get_monotonic_time() < runner->clock.next_checkpoint &&
         runner->broken == RUN_POLICY_NOBODY))
        return true;
    return write_checkpoint(runner, error);
}

/* Takes in the game of @unit. Only by the worker that is writing. */
static bool take_in(Runner *runner, const Unit *unit, GError **error)
{
    if (!keep_row_begin(runner, unit->record, error))
        return false;
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (unit->texts[i] != NULL &&
            !journal_append(runner->journal, (RecordsFile)i, unit->texts[i], error))
            return false;
    run_memory_keep(runner->memory, unit->record->findings);
    totals_add(runner->point.totals, unit->record);
    forfeits_add(runner->point.forfeits, unit->record, runner->spec->contest->sides);
    runner->point.next_job = run_policy_go_on(&runner->policy, runner->point.next_job);
    runner->decided = run_policy_is_decided(&runner->policy, runner->point.totals);
    return go_on_from_here(runner, unit->record, error);
}

static void note_progress(Runner *runner, int pairing)
{
    const Totals *totals = runner->point.totals;

    runner->progress.done++;
    runner->progress.games++;
    runner->progress.pairing = pairing;
    if (totals->count > 0)
        runner->progress.score = totals->pairings[pairing].score;
}

/* Makes job @last the last one; games that are played or wait behind it are thrown away. With the
 * lock. */
static void end_with(Runner *runner, uint64_t last)
{
    runner->range.last = last;
    runner->progress.total = runner->progress.done;
    g_cond_broadcast(&runner->space);
}

/* Takes game @number out of its place; NULL: it is not finished, or comes after the last one. With
 * the lock. */
static Unit *take_finished(Runner *runner, uint64_t number)
{
    return number <= runner->range.last
               ? g_steal_pointer(&runner->finished[number % runner->window])
               : NULL;
}

/* The game of @unit, unless that is NULL, is over. With the lock. */
static void give_back(Runner *runner, Unit *unit)
{
    if (unit != NULL)
        g_ptr_array_add(runner->free_units, unit);
}

/* Between rounds of a race, begins the next one, unless there is none. With the lock. */
static void begin_round(Runner *runner)
{
    const uint64_t next = runner->point.next_job;

    runner->next_to_take_in = next;
    if (runner->policy.plays == NULL || run_policy_is_in_round(&runner->policy) ||
        next > runner->range.last)
        return;
    runner->next_to_play = next;
    runner->decided = !run_policy_begin_round(&runner->policy, runner->point.totals, next);
}

/* Passes over games that are left out, whose turn has come. The checkpoint before the first gap, or
 * an earlier one (hold_checkpoint()), stays. With the lock. */
static void pass_over(Runner *runner)
{
    begin_round(runner);
    while (!runner->decided && runner->point.next_job <= runner->range.last &&
           run_policy_leaves_out(&runner->policy, runner->point.next_job)) {
        const uint64_t number = runner->point.next_job;
        give_back(runner, take_finished(runner, number));
        runner->progress.total -= run_policy_pass(&runner->policy, number);
        runner->point.next_job = run_policy_go_on(&runner->policy, number);
        begin_round(runner);
    }
    if (runner->decided)
        end_with(runner, runner->point.next_job - 1);
}

/* Takes in all games whose turn has come, unless another worker is at it. With the lock, which is
 * free while a game is taken in; after an error games are only thrown away. */
static void drain(Runner *runner)
{
    if (runner->writing)
        return;
    runner->writing = true;
    while (runner->error == NULL) {
        Unit *unit = take_finished(runner, runner->next_to_take_in);
        GError *error = NULL;
        bool good;

        if (unit == NULL)
            break;
        g_mutex_unlock(&runner->lock);
        good = take_in(runner, unit, &error);
        g_mutex_lock(&runner->lock);
        if (good) {
            note_progress(runner, unit->record->job.pairing);
            if (runner->broken != RUN_POLICY_NOBODY)
                run_policy_break(&runner->policy, runner->broken);
            pass_over(runner);
        } else {
            stop_for(runner, error);
            runner->is_interrupted = false;
        }
        give_back(runner, unit);
        if (runner->waiting > 0)
            g_cond_broadcast(&runner->space);
    }
    runner->writing = false;
}

/* Whether all games are begun. */
static bool is_all_begun(const Runner *runner)
{
    return runner->next_to_play > runner->range.last;
}

/* Whether the next game that is not left out is to be played, but has no place yet, or belongs to a
 * round that has not begun. With the lock. */
static bool has_to_wait(Runner *runner)
{
    const uint64_t round_last = runner->policy.round_last;

    while (!is_all_begun(runner) && runner->next_to_play <= round_last &&
           run_policy_leaves_out(&runner->policy, runner->next_to_play))
        runner->next_to_play++;
    return !runner->stopping && !is_all_begun(runner) &&
           (runner->next_to_play >= runner->next_to_take_in + runner->window ||
            runner->next_to_play > round_last);
}

/* The number of the next game to be played, or 0 if there is none. With the lock. */
static uint64_t take_number(Runner *runner)
{
    while (has_to_wait(runner)) {
        runner->waiting++;
        g_cond_wait(&runner->space, &runner->lock);
        runner->waiting--;
    }
    return runner->stopping || is_all_begun(runner) ? 0 : runner->next_to_play++;
}

/* Hands in a finished game, unless @unit is NULL, and takes the number of the next one; 0 if there
 * is none. All that a worker has to say to the others it says here, once a game. */
static uint64_t hand_in(Runner *runner, Unit *unit, Unit **out_unit)
{
    GPtrArray *free_units = runner->free_units;
    uint64_t number;

    g_mutex_lock(&runner->lock);
    if (unit != NULL && unit->record->job.number < runner->next_to_take_in) {
        give_back(runner, unit); /* it was left out meanwhile */
    } else if (unit != NULL) {
        runner->finished[unit->record->job.number % runner->window] = unit;
        drain(runner);
    }
    number = take_number(runner);
    *out_unit = number > 0 && free_units->len > 0
                    ? g_ptr_array_steal_index_fast(free_units, free_units->len - 1)
                    : NULL;
    g_mutex_unlock(&runner->lock);
    if (number > 0 && *out_unit == NULL)
        *out_unit = unit_new(runner);
    return number;
}

static void write_texts(const Runner *runner, Unit *unit)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (unit->texts[i] != NULL) {
            g_string_truncate(unit->texts[i], 0);
            records_append_game(runner->spec, (RecordsFile)i, unit->record, unit->texts[i]);
        }
}

static int64_t monotonic_us(G_GNUC_UNUSED void *data)
{
    return g_get_monotonic_time();
}

static int64_t thread_us(G_GNUC_UNUSED void *data)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

/* False: a player of a game could not be asked, so the run ends before this game. */
static bool play_games(Runner *runner, Match *match, GError **error)
{
    static const MatchClock clock = {.now_us = monotonic_us, .busy_us = thread_us};
    Unit *unit = NULL;
    uint64_t number;

    match_set_clock(match, &clock);
    while ((number = hand_in(runner, unit, &unit)) > 0) {
        if (!match_play(match, number, unit->record)) {
            match_record_fail(unit->record, error);
            unit_free(unit);
            return false;
        }
        write_texts(runner, unit);
    }
    return true;
}

/* Keeps what the players at a table have called themselves. With the lock. */
static void note_titles(Runner *runner, const Match *match)
{
    for (int i = 0; i < runner->spec->player_count; i++)
        if (runner->titles[i] == NULL)
            runner->titles[i] = g_strdup(match_title(match, i));
}

static void work(void *data)
{
    Runner *runner = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = match_new(runner->spec, runner->memory, &error);
    const bool good = match != NULL && play_games(runner, match, &error);

    g_mutex_lock(&runner->lock);
    if (good) {
        note_titles(runner, match);
    } else {
        runner->is_interrupted |= runner->error == NULL;
        stop_for(runner, g_steal_pointer(&error));
    }
    g_mutex_unlock(&runner->lock);
}

static bool is_asked_to_stop(const Runner *runner)
{
    return runner->options->stop != NULL && *runner->options->stop;
}

/* Stops if that is asked for, and tells how the run stands. */
static void tick(void *data)
{
    Runner *runner = data;
    RunnerProgress progress;

    g_mutex_lock(&runner->lock);
    if (is_asked_to_stop(runner)) {
        runner->stopping = true;
        g_cond_broadcast(&runner->space);
    }
    progress = runner->progress;
    g_mutex_unlock(&runner->lock);
    progress.seconds = seconds_since(runner->clock.started);
    if (runner->options->show != NULL)
        runner->options->show(&progress, runner->options->show_data);
}

static void run_workers(Runner *runner)
{
    const Workers workers = {
        .count = runner->options->jobs, .work = work, .tick = tick, .data = runner};

    runner->stopping = is_asked_to_stop(runner);
    runner->is_interrupted |= !workers_run(&workers, &runner->error);
}

/* The findings are in the store before the run counts as finished: a kill in between has it done
 * again, which changes nothing. */
bool runner_finish(Journal *journal, RunMemory *memory, const RunPoint *point, ProvenanceRun *run,
                   bool gzip, GError **error)
{
    run->seconds = point->seconds;
    run->totals = point->totals;
    run->forfeits = point->forfeits;
    run->memory_sha256 = run_memory_sha256(memory);
    if (run->memory_sha256 != NULL && (!journal_checkpoint(journal, point, error) ||
                                       !run_memory_store(memory, journal_path(journal), error)))
        return false;
    run->memory = run_memory_finish(memory);
    return journal_finish(journal, run, gzip, error);
}

/* Whether games of the run were played in this session or earlier ones. */
static bool is_begun(const Runner *runner)
{
    return runner->point.next_job > schedule_shard(runner->spec, runner->shard).first;
}

/* Whether the games taken in so far are no point to go on from: an earlier one stays. */
static bool keeps_checkpoint(const Runner *runner)
{
    return runner->policy.has_gaps || run_policy_is_in_round(&runner->policy) ||
           (runner->held_at > 0 && runner->point.next_job <= runner->range.last);
}

void runner_note_resumable(GError **error)
{
    g_autoptr(GError) reason = g_steal_pointer(error);

    experiments_fail(error, "%s; the run stops here, and --resume continues it", reason->message);
}

/* Ends a run after an error. One that was interrupted goes on with the first game that was not
 * taken in, any other with the last checkpoint. */
static bool break_off(Runner *runner, GError **error)
{
    g_propagate_error(error, g_steal_pointer(&runner->error));
    if (runner->is_interrupted && runner->journal != NULL && is_begun(runner) &&
        !keeps_checkpoint(runner))
        write_checkpoint(runner, NULL);
    return false;
}

/* Ends what the workers have left: the files are finished, or can be resumed. */
static bool end_run(Runner *runner, GError **error)
{
    ProvenanceRun run;

    if (runner->error != NULL)
        return break_off(runner, error);
    if (!run_memory_write(runner->memory, error))
        return false;
    if (keeps_checkpoint(runner))
        return runner->journal == NULL || journal_flush(runner->journal, error);
    if (runner->journal == NULL)
        return run_memory_store(runner->memory, NULL, error);
    if (runner->point.next_job <= runner->range.last || runner->shard.count > 1 ||
        runner->options->kept != NULL)
        return write_checkpoint(runner, error);
    run = (ProvenanceRun){
        .program = runner->options->program,
        .jobs = runner->options->jobs,
        .titles = (const char *const *)runner->titles,
    };
    note_seconds(runner);
    return runner_finish(runner->journal, runner->memory, &runner->point, &run,
                         runner->options->gzip, error);
}

/* All games of a round of a race may be on their way. */
static uint64_t window_size(const Runner *runner)
{
    const uint64_t size = (uint64_t)runner->options->jobs * WINDOW_PER_JOB;

    return runner->policy.plays != NULL ? MAX(size, 2 * (uint64_t)runner->spec->pairing_count)
                                        : size;
}

static void runner_init(Runner *runner)
{
    JobRange range = schedule_shard(runner->spec, runner->shard);
    const uint64_t next = runner->point.next_job;
    const uint64_t done = (uint64_t)totals_games(runner->point.totals);

    run_policy_init(&runner->policy, runner->spec, runner->shard.count <= 1,
                    runner->options->kept != NULL ? runner->options->kept->games : NULL,
                    runner->point.forfeits);
    if (run_policy_is_decided(&runner->policy, runner->point.totals))
        range.last = next - 1;
    runner->range = range;
    runner->next_to_play = runner->next_to_take_in = next;
    runner->window = window_size(runner);
    runner->finished = g_new0(Unit *, runner->window);
    runner->free_units = g_ptr_array_new_with_free_func((GDestroyNotify)unit_free);
    runner->titles = g_new0(char *, (size_t)runner->spec->player_count);
    runner->row_begin = g_new0(RowBegin, (size_t)runner->spec->player_count);
    runner->progress = (RunnerProgress){
        .done = done,
        .done_before = done,
        .total = runner->policy.plays != NULL ? schedule_games(runner->spec)
                                              : range.last + 1 - range.first,
    };
    runner->clock.seconds_before = runner->point.seconds;
    runner->clock.started = g_get_monotonic_time();
    runner->clock.next_checkpoint = runner->clock.started + checkpoint_interval(runner);
    g_mutex_init(&runner->lock);
    g_cond_init(&runner->space);
    pass_over(runner);
}

static void runner_clear(Runner *runner)
{
    for (uint64_t i = 0; i < runner->window; i++)
        g_clear_pointer(&runner->finished[i], unit_free);
    g_free(runner->finished);
    run_policy_clear(&runner->policy);
    for (int i = 0; i < runner->spec->player_count; i++) {
        g_free(runner->titles[i]);
        g_clear_pointer(&runner->row_begin[i].checkpoint, g_bytes_unref);
    }
    g_free(runner->titles);
    g_free(runner->row_begin);
    g_ptr_array_unref(runner->free_units);
    g_clear_error(&runner->error);
    g_mutex_clear(&runner->lock);
    g_cond_clear(&runner->space);
    run_point_clear(&runner->point);
}

static RunnerEnd end_of(const Runner *runner)
{
    if (runner->point.next_job <= runner->range.last)
        return RUNNER_STOPPED;
    return runner->policy.has_gaps ? RUNNER_BROKEN : RUNNER_DONE;
}

/* *@out_is_vain: it was interrupted before its first game. */
static bool play(Runner *runner, RunnerResult *out_result, bool *out_is_vain, GError **error)
{
    const MemoryTally *tally;
    bool good;

    if (runner->options->begin != NULL && !is_begun(runner))
        runner->options->begin(runner->options->show_data);
    runner_init(runner);
    run_workers(runner);
    runner->progress.seconds = seconds_since(runner->clock.started);
    good = end_run(runner, error);
    *out_is_vain = !good && runner->is_interrupted && !is_begun(runner);
    if (!good && runner->journal != NULL && is_begun(runner))
        runner_note_resumable(error);
    if (!good)
        run_memory_forget(runner->memory);
    tally = run_memory_finish(runner->memory);
    if (good)
        *out_result = (RunnerResult){
            .end = end_of(runner),
            .progress = runner->progress,
            .has_memory = tally != NULL,
            .memory = tally != NULL ? *tally : (MemoryTally){0},
            .totals = g_steal_pointer(&runner->point.totals),
            .forfeits = g_steal_pointer(&runner->point.forfeits),
            .broken = g_steal_pointer(&runner->policy.broken),
            .missing = g_steal_pointer(&runner->policy.missing),
        };
    runner_clear(runner);
    return good;
}

/* The memory that is frozen when games begin does not change: a checkpoint refers to it. */
static bool freeze(Runner *runner, GError **error)
{
    const char *folder = runner->options->folder;
    g_autofree char *path = folder != NULL ? g_build_filename(folder, FOLDER_MEMORY, NULL) : NULL;

    if (runner->spec->frozen == NULL)
        return true;
    if (folder == NULL)
        return run_memory_freeze(runner->memory, NULL, error);
    if (is_begun(runner) || g_file_test(path, G_FILE_TEST_EXISTS))
        return run_memory_read(runner->memory, folder, error) &&
               journal_note_memory(runner->journal, error);
    return run_memory_freeze(runner->memory, folder, error) &&
           journal_note_memory(runner->journal, error) &&
           journal_checkpoint(runner->journal, &runner->point, error);
}

/* Before the first game: the results begin with those of the games that are kept. */
static bool begin_with_kept(Runner *runner, GError **error)
{
    RunnerKept *kept = runner->options->kept;

    if (kept == NULL || runner->point.kept == kept->count)
        return true;
    if (is_begun(runner))
        return experiments_fail(error,
                                "'%s' was begun with other games: use --force to repeat the run",
                                runner->options->folder);
    kept->point.next_job = runner->point.next_job;
    kept->point.kept = kept->count;
    run_point_clear(&runner->point);
    runner->point = kept->point;
    kept->point = (RunPoint){0};
    return journal_checkpoint(runner->journal, &runner->point, error);
}

bool runner_run(const Spec *spec, const RunnerOptions *options, RunnerResult *out_result,
                GError **error)
{
    const RunMemoryOptions memory_options = {
        .warn = options->warn,
        .warn_data = options->warn_data,
        .stop = options->stop,
        .patience_ms = options->patience_ms,
    };
    g_autoptr(RunMemory) memory = run_memory_new(spec, &memory_options);
    Runner runner = {
        .spec = spec,
        .options = options,
        .shard = options->shard.count == 0 ? JOURNAL_WHOLE : options->shard,
        .memory = memory,
    };
    g_autoptr(Journal) journal = NULL;
    bool good, is_vain;

    if (!match_check_programs(spec, error) ||
        !run_memory_check(memory, options->mode == JOURNAL_RESUME ? options->folder : NULL, error))
        return false;
    if (options->folder == NULL)
        runner.point = run_point_begin(spec, runner.shard);
    else if (!journal_open(spec, options->folder, options->mode, runner.shard, options->program,
                           &journal, &runner.point, error))
        return false;
    if (options->folder != NULL && journal == NULL) {
        *out_result = (RunnerResult){
            .end = RUNNER_WAS_DONE,
            .totals = runner.point.totals,
            .forfeits = runner.point.forfeits,
            .progress = {.done = schedule_count(spec), .total = schedule_count(spec)},
        };
        return true;
    }
    runner.journal = journal;
    if (journal != NULL && journal_notice(journal) != NULL && options->warn != NULL)
        options->warn(journal_notice(journal), options->warn_data);
    if (!freeze(&runner, error) || !begin_with_kept(&runner, error)) {
        run_point_clear(&runner.point);
        return false;
    }
    good = play(&runner, out_result, &is_vain, error);
    if (is_vain && journal != NULL)
        journal_discard(g_steal_pointer(&journal));
    return good;
}

void runner_result_clear(RunnerResult *result)
{
    g_clear_pointer(&result->totals, totals_free);
    g_clear_pointer(&result->forfeits, forfeits_free);
    g_clear_pointer(&result->broken, g_free);
    g_clear_pointer(&result->missing, g_free);
}
