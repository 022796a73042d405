#include "experiments/run/runner.h"

#include <errno.h>
#include <stdio.h>

#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"

/* Games that may be finished ahead of the one that is to be written next, for each thread: room
 * for a long game, bounded so that memory does not grow with the games. */
#define WINDOW_PER_JOB 32

#define CHECKPOINT_MS 1000
#define CHECKPOINT_SHARE 20 /* no more than 1/20 of the time is spent on checkpoints */

#define TICK_MS 100

/* Room for the texts of nearly every game, so that memory is taken once. */
#define TEXT_SIZE (32 * 1024)

typedef struct Worker Worker;

/* A game that is played, waits for its turn or is written. */
typedef struct {
    Worker *owner; /* keeps it in its cache */
    MatchRecord *record;
    GString *texts[RECORDS_FILE_COUNT];
} Unit;

typedef struct {
    const Spec *spec;
    const RunnerOptions *options;
    Journal *journal; /* NULL: nothing is written */
    RunMemory *memory;
    FILE *findings; /* what findings.csv would hold if there is no journal; NULL: not wanted */

    GMutex lock; /* of all that follows */
    GCond space; /* the window has moved, or the run is to end */
    int waiting; /* workers, for space */
    JobRange range;
    uint64_t next_to_play, next_to_take_in;
    Unit **window; /* finished, waiting for their turn: job n in slot n % window_size */
    uint64_t window_size;
    bool writing;  /* a worker takes results in, without the lock */
    bool stopping; /* no new games */
    int workers_left;
    RunnerProgress progress;
    char **titles; /* what the players call themselves, NULL where none does */
    GError *error; /* the first one */

    /* Of the worker that is writing. */
    JournalPoint point; /* its next job: the first that is not taken in */
    bool decided;       /* a sequential test is, by the games taken in */
    bool *broken;       /* of every player: its games are left out from now on; under the lock */
    uint64_t *missing;  /* of every pairing: games left out */
    bool is_broken;     /* some player is */
    bool has_gaps;      /* games were left out: the checkpoint before the first one stays */
    gint64 next_checkpoint, started;
    double seconds_before;
} Runner;

struct Worker {
    Runner *runner;
    GPtrArray *free_units; /* under the runner's lock */
};

/* All jobs, unless a part was asked for. */
static Shard shard_of(const RunnerOptions *options)
{
    return options->shard.count == 0 ? JOURNAL_WHOLE : options->shard;
}

/* Whether what games add to @file is wanted. */
static bool wants(const Runner *runner, RecordsFile file)
{
    return runner->journal != NULL ? journal_wants(runner->journal, file)
                                   : file == RECORDS_FINDINGS && runner->findings != NULL;
}

static Unit *unit_new(Worker *owner)
{
    Unit *unit = g_new(Unit, 1);

    unit->owner = owner;
    unit->record = match_record_new();
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        unit->texts[i] = g_string_sized_new(wants(owner->runner, (RecordsFile)i) ? TEXT_SIZE : 0);
    return unit;
}

static void unit_free(Unit *unit)
{
    match_record_free(unit->record);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
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

static bool write_checkpoint(Runner *runner, GError **error)
{
    const gint64 begin = g_get_monotonic_time();
    gint64 end;
    bool good;

    runner->point.seconds = runner->seconds_before + seconds_since(runner->started);
    good = journal_checkpoint(runner->journal, &runner->point, error);
    end = g_get_monotonic_time();
    runner->next_checkpoint =
        end + MAX(checkpoint_interval(runner), CHECKPOINT_SHARE * (end - begin));
    return good;
}

/* Whether somebody sits in the game who does nothing but forfeit. By the games before it alone, so
 * that any number of threads leaves out the same. With the lock. */
static bool is_left_out(const Runner *runner, const Job *job)
{
    for (int side = 0; side < runner->spec->contest->sides; side++)
        if (runner->broken[job->player[side]])
            return true;
    return false;
}

/* Whether the game after those taken in is left out, also as @player, unless it is -1, is so now.
 */
static bool leaves_out_next(const Runner *runner, int player)
{
    Job job;

    if (runner->point.next_job > runner->range.last || (player < 0 && !runner->is_broken))
        return false;
    job = schedule_job(runner->spec, runner->point.next_job);
    for (int side = 0; side < runner->spec->contest->sides; side++)
        if (job.player[side] == player)
            return true;
    return is_left_out(runner, &job);
}

/* The player of a game just taken in that has now forfeited too many in a row, or -1. */
static int find_broken(const Runner *runner, const MatchRecord *record)
{
    const Spec *spec = runner->spec;
    const int forfeiter = match_record_forfeiter(record);
    const int player = forfeiter != MATCH_NO_SIDE ? record->job.player[forfeiter] : -1;

    return player >= 0 && spec->max_forfeits > 0 &&
                   (uint64_t)runner->point.forfeits->of[player].in_a_row >= spec->max_forfeits
               ? player
               : -1;
}

/* Whether the games taken in decide a sequential test. */
static bool is_decided(const Runner *runner)
{
    const Spec *spec = runner->spec;
    Scores scores;

    if (spec->format != SPEC_SPRT || shard_of(runner->options).count > 1)
        return false; /* a shard does not know what was played before */
    scores = scores_of_pairs(&runner->point.totals->pairings[0].pairs);
    return sprt_state(&spec->sprt, &scores).decision != SPRT_CONTINUE;
}

static bool append(Runner *runner, RecordsFile file, const GString *text, GError **error)
{
    if (runner->journal != NULL)
        return journal_append(runner->journal, file, text, error);
    if (fwrite(text->str, 1, text->len, runner->findings) == text->len)
        return true;
    return experiments_fail(error, "cannot keep what was found: %s", g_strerror(errno));
}

/* Takes in the game of @unit. Only by the worker that is writing. */
static bool take_in(Runner *runner, const Unit *unit, GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (unit->texts[i]->len > 0 && !append(runner, (RecordsFile)i, unit->texts[i], error))
            return false;
    totals_add(runner->point.totals, unit->record);
    forfeits_add(runner->point.forfeits, unit->record, runner->spec->contest->sides);
    runner->point.next_job++;
    runner->decided = is_decided(runner);
    if (runner->journal != NULL && !runner->has_gaps &&
        (g_get_monotonic_time() >= runner->next_checkpoint ||
         leaves_out_next(runner, find_broken(runner, unit->record))))
        return write_checkpoint(runner, error);
    return true;
}

static void note_progress(Runner *runner, int pairing)
{
    const Totals *totals = runner->point.totals;

    runner->next_to_take_in = runner->point.next_job;
    runner->progress.done++;
    runner->progress.pairing = pairing;
    if (totals->count > 0) {
        runner->progress.wins = totals->pairings[pairing].wins;
        runner->progress.losses = totals->pairings[pairing].losses;
        runner->progress.draws = totals->pairings[pairing].draws;
    }
}

/* Makes job @last the last one; games that are played or wait behind it are thrown away. With the
 * lock. */
static void end_with(Runner *runner, uint64_t last)
{
    runner->range.last = last;
    runner->progress.total = runner->progress.done;
    g_cond_broadcast(&runner->space);
}

static Unit **slot_of(const Runner *runner, uint64_t number)
{
    return &runner->window[number % runner->window_size];
}

/* The games of @player end here; with the lock. The checkpoint before the first gap stays, so that
 * a run that is resumed when the player is mended plays all games from there on in their order:
 * then its files are those of a run in which nothing was left out. */
static void leave_out(Runner *runner, int player)
{
    runner->broken[player] = true;
    runner->is_broken = true;
}

/* Passes over games that are left out, whose turn has come. With the lock. */
static void pass_over(Runner *runner)
{
    while (runner->is_broken && runner->next_to_take_in <= runner->range.last) {
        const Job job = schedule_job(runner->spec, runner->next_to_take_in);
        Unit **slot = slot_of(runner, job.number);
        if (!is_left_out(runner, &job))
            return;
        if (*slot != NULL) {
            g_ptr_array_add((*slot)->owner->free_units, *slot);
            *slot = NULL;
        }
        runner->missing[job.pairing]++;
        runner->has_gaps = true;
        runner->progress.total--;
        runner->point.next_job = ++runner->next_to_take_in;
    }
}

/* Takes in all games whose turn has come, unless another worker is at it. With the lock, which is
 * free while a game is taken in; after an error games are only thrown away. */
static void drain(Runner *runner)
{
    if (runner->writing)
        return;
    runner->writing = true;
    while (runner->error == NULL && runner->next_to_take_in <= runner->range.last) {
        Unit *unit = g_steal_pointer(slot_of(runner, runner->next_to_take_in));
        GError *error = NULL;
        bool good;

        if (unit == NULL)
            break;
        g_mutex_unlock(&runner->lock);
        good = take_in(runner, unit, &error);
        g_mutex_lock(&runner->lock);
        if (!good)
            stop_for(runner, error);
        else
            note_progress(runner, unit->record->job.pairing);
        if (good && find_broken(runner, unit->record) >= 0)
            leave_out(runner, find_broken(runner, unit->record));
        pass_over(runner);
        if (runner->decided)
            end_with(runner, runner->point.next_job - 1);
        g_ptr_array_add(unit->owner->free_units, unit);
        if (runner->waiting > 0)
            g_cond_broadcast(&runner->space);
    }
    runner->writing = false;
}

/* Whether the next game is to be played, but has no place yet. With the lock. */
static bool is_full(Runner *runner)
{
    while (runner->is_broken && runner->next_to_play <= runner->range.last) {
        const Job job = schedule_job(runner->spec, runner->next_to_play);
        if (!is_left_out(runner, &job))
            break;
        runner->next_to_play++;
    }
    return !runner->stopping && runner->next_to_play <= runner->range.last &&
           runner->next_to_play >= runner->next_to_take_in + runner->window_size;
}

/* The number of the next game to be played, or 0 if there is none. With the lock. */
static uint64_t take_number(Runner *runner)
{
    while (is_full(runner)) {
        runner->waiting++;
        g_cond_wait(&runner->space, &runner->lock);
        runner->waiting--;
    }
    return runner->stopping || runner->next_to_play > runner->range.last ? 0
                                                                         : runner->next_to_play++;
}

/* Hands in a finished game, unless @unit is NULL, and takes the number of the next one; 0 if there
 * is none. All that a worker has to say to the others it says here, once a game. */
static uint64_t exchange(Worker *worker, Unit *unit, Unit **out_unit)
{
    Runner *runner = worker->runner;
    uint64_t number;

    g_mutex_lock(&runner->lock);
    if (unit != NULL && unit->record->job.number < runner->next_to_take_in) {
        g_ptr_array_add(worker->free_units, unit); /* it was left out meanwhile */
    } else if (unit != NULL) {
        *slot_of(runner, unit->record->job.number) = unit;
        drain(runner);
    }
    number = take_number(runner);
    *out_unit = number > 0 && worker->free_units->len > 0
                    ? g_ptr_array_steal_index_fast(worker->free_units, worker->free_units->len - 1)
                    : NULL;
    g_mutex_unlock(&runner->lock);
    if (number > 0 && *out_unit == NULL)
        *out_unit = unit_new(worker);
    return number;
}

static void write_texts(const Runner *runner, Unit *unit)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        g_string_truncate(unit->texts[i], 0);
        if (wants(runner, (RecordsFile)i))
            records_append_game(runner->spec, (RecordsFile)i, unit->record, unit->texts[i]);
    }
}

static void play_games(Worker *worker, Match *match)
{
    Unit *unit = NULL;
    uint64_t number;

    while ((number = exchange(worker, unit, &unit)) > 0) {
        match_play(match, number, unit->record);
        write_texts(worker->runner, unit);
    }
}

/* Keeps what the players at a table have called themselves. With the lock. */
static void note_titles(Runner *runner, const Match *match)
{
    for (int i = 0; i < runner->spec->player_count; i++)
        if (runner->titles[i] == NULL)
            runner->titles[i] = g_strdup(match_title(match, i));
}

static gpointer work(gpointer data)
{
    Worker *worker = data;
    Runner *runner = worker->runner;
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = match_new(runner->spec, runner->memory, &error);

    if (match != NULL)
        play_games(worker, match);
    g_mutex_lock(&runner->lock);
    if (match == NULL)
        stop_for(runner, g_steal_pointer(&error));
    else
        note_titles(runner, match);
    runner->workers_left--;
    g_mutex_unlock(&runner->lock);
    g_main_context_wakeup(NULL);
    return NULL;
}

static gboolean tick(G_GNUC_UNUSED gpointer data)
{
    return G_SOURCE_CONTINUE; /* all that is wanted is a turn of the main context */
}

static bool is_asked_to_stop(const Runner *runner)
{
    return runner->options->stop != NULL && *runner->options->stop;
}

/* Sees to signals and progress until the workers have ended. */
static void look_after(Runner *runner)
{
    const guint source = g_timeout_add(TICK_MS, tick, NULL);
    bool at_work = true;

    while (at_work) {
        RunnerProgress progress;

        g_main_context_iteration(NULL, TRUE);
        g_mutex_lock(&runner->lock);
        if (is_asked_to_stop(runner)) {
            runner->stopping = true;
            g_cond_broadcast(&runner->space);
        }
        at_work = runner->workers_left > 0;
        progress = runner->progress;
        g_mutex_unlock(&runner->lock);
        progress.seconds = seconds_since(runner->started);
        if (runner->options->show != NULL)
            runner->options->show(&progress, runner->options->show_data);
    }
    g_source_remove(source);
}

static void run_workers(Runner *runner)
{
    const int jobs = runner->options->jobs;
    g_autofree Worker **workers = g_new(Worker *, (size_t)jobs);
    g_autofree GThread **threads = g_new(GThread *, (size_t)jobs);

    runner->workers_left = jobs;
    runner->stopping = is_asked_to_stop(runner);
    for (int i = 0; i < jobs; i++) {
        workers[i] = g_new(Worker, 1);
        workers[i]->runner = runner;
        workers[i]->free_units = g_ptr_array_new_with_free_func((GDestroyNotify)unit_free);
        threads[i] = g_thread_new("games", work, workers[i]);
    }
    look_after(runner);
    for (int i = 0; i < jobs; i++)
        g_thread_join(threads[i]);
    for (int i = 0; i < jobs; i++) {
        g_ptr_array_free(workers[i]->free_units, TRUE);
        g_free(workers[i]);
    }
}

/* Hands what the games have found to the store, before the run counts as finished: a kill in
 * between has it done again, which changes nothing. */
static bool store_findings(Runner *runner, GError **error)
{
    if (runner->spec->frozen == NULL)
        return true;
    if (runner->journal == NULL) {
        rewind(runner->findings);
        run_memory_store_file(runner->memory, runner->findings);
        return true;
    }
    return write_checkpoint(runner, error) &&
           run_memory_store(runner->memory, journal_path(runner->journal), error);
}

/* Ends what the workers have left: the files are finished, or can be resumed. */
static bool end_run(Runner *runner, GError **error)
{
    ProvenanceRun run;

    if (runner->error != NULL) {
        g_propagate_error(error, g_steal_pointer(&runner->error));
        return false;
    }
    if (runner->has_gaps)
        return runner->journal == NULL || journal_flush(runner->journal, error);
    if (runner->journal == NULL)
        return store_findings(runner, error);
    if (runner->point.next_job <= runner->range.last || shard_of(runner->options).count > 1)
        return write_checkpoint(runner, error);
    if (!store_findings(runner, error))
        return false;
    run = (ProvenanceRun){
        .program = runner->options->program,
        .jobs = runner->options->jobs,
        .seconds = runner->seconds_before + seconds_since(runner->started),
        .totals = runner->point.totals,
        .titles = (const char *const *)runner->titles,
        .memory_sha256 = run_memory_sha256(runner->memory),
        .memory = run_memory_finish(runner->memory),
    };
    return journal_finish(runner->journal, &run, runner->options->gzip, error);
}

static void runner_init(Runner *runner)
{
    uint64_t done;

    runner->range = schedule_shard(runner->spec, shard_of(runner->options));
    if (is_decided(runner))
        runner->range.last = runner->point.next_job - 1;
    runner->next_to_play = runner->next_to_take_in = runner->point.next_job;
    done = runner->point.next_job - runner->range.first;
    runner->window_size = (uint64_t)runner->options->jobs * WINDOW_PER_JOB;
    runner->window = g_new0(Unit *, runner->window_size);
    for (int i = 0; i < runner->spec->player_count; i++) /* who was broken has been mended */
        if (runner->spec->max_forfeits > 0 &&
            (uint64_t)runner->point.forfeits->of[i].in_a_row >= runner->spec->max_forfeits)
            runner->point.forfeits->of[i].in_a_row = 0;
    runner->broken = g_new0(bool, (size_t)runner->spec->player_count);
    runner->missing = g_new0(uint64_t, (size_t)runner->spec->pairing_count);
    runner->titles = g_new0(char *, (size_t)runner->spec->player_count);
    runner->progress = (RunnerProgress){
        .done = done,
        .done_before = done,
        .total = runner->range.last + 1 - runner->range.first,
    };
    runner->stopping = runner->options->stop != NULL && *runner->options->stop;
    runner->seconds_before = runner->point.seconds;
    runner->started = g_get_monotonic_time();
    runner->next_checkpoint = runner->started + checkpoint_interval(runner);
    g_mutex_init(&runner->lock);
    g_cond_init(&runner->space);
}

static void runner_clear(Runner *runner)
{
    for (uint64_t i = 0; i < runner->window_size; i++)
        g_clear_pointer(&runner->window[i], unit_free);
    g_free(runner->window);
    g_free(runner->broken);
    g_free(runner->missing);
    for (int i = 0; i < runner->spec->player_count; i++)
        g_free(runner->titles[i]);
    g_free(runner->titles);
    g_clear_error(&runner->error);
    g_mutex_clear(&runner->lock);
    g_cond_clear(&runner->space);
    journal_point_clear(&runner->point);
}

static RunnerEnd end_of(const Runner *runner)
{
    if (runner->point.next_job <= runner->range.last)
        return RUNNER_STOPPED;
    return runner->has_gaps ? RUNNER_BROKEN : RUNNER_DONE;
}

/* Whether games of the run were played in earlier sessions. */
static bool is_begun(const Runner *runner)
{
    return runner->point.next_job > schedule_shard(runner->spec, shard_of(runner->options)).first;
}

static bool play(Runner *runner, RunnerResult *out_result, GError **error)
{
    const MemoryTally *tally;
    double seconds;
    bool good;

    if (runner->options->begin != NULL && !is_begun(runner))
        runner->options->begin(runner->options->begin_data);
    runner_init(runner);
    run_workers(runner);
    seconds = seconds_since(runner->started);
    good = end_run(runner, error);
    tally = run_memory_finish(runner->memory);
    if (good)
        *out_result = (RunnerResult){
            .end = end_of(runner),
            .done = runner->progress.done,
            .total = runner->progress.total,
            .played = runner->progress.done - runner->progress.done_before,
            .seconds = seconds,
            .has_memory = tally != NULL,
            .memory = tally != NULL ? *tally : (MemoryTally){0},
            .totals = g_steal_pointer(&runner->point.totals),
            .forfeits = g_steal_pointer(&runner->point.forfeits),
            .broken = g_steal_pointer(&runner->broken),
            .missing = g_steal_pointer(&runner->missing),
        };
    runner_clear(runner);
    return good;
}

/* Without a folder. */
static bool play_unrecorded(Runner *runner, RunnerResult *out_result, GError **error)
{
    bool good;

    if (!run_memory_freeze(runner->memory, NULL, error))
        return false;
    if (runner->spec->frozen != NULL) {
        g_autoptr(GString) head = g_string_new(NULL);
        runner->findings = tmpfile();
        if (runner->findings == NULL)
            return experiments_fail(error, "cannot keep what is found: %s", g_strerror(errno));
        records_append_head(runner->spec, RECORDS_FINDINGS, head);
        fputs(head->str, runner->findings);
    }
    runner->point = (JournalPoint){
        .next_job = schedule_shard(runner->spec, shard_of(runner->options)).first,
        .totals = totals_new_for(runner->spec),
        .forfeits = forfeits_new(runner->spec->player_count),
    };
    good = play(runner, out_result, error);
    g_clear_pointer(&runner->findings, fclose);
    return good;
}

/* What is frozen of the memory when games begin stays so: a checkpoint says that it is there. */
static bool freeze(Runner *runner, GError **error)
{
    const char *folder = journal_path(runner->journal);
    g_autofree char *path = g_build_filename(folder, FOLDER_MEMORY, NULL);
    if (runner->spec->frozen == NULL)
        return true;
    if (is_begun(runner) || g_file_test(path, G_FILE_TEST_EXISTS))
        return run_memory_read(runner->memory, folder, error) &&
               journal_note_memory(runner->journal, error);
    return run_memory_freeze(runner->memory, folder, error) &&
           journal_note_memory(runner->journal, error) &&
           journal_checkpoint(runner->journal, &runner->point, error);
}

bool runner_run(const Spec *spec, const RunnerOptions *options, RunnerResult *out_result,
                GError **error)
{
    g_autoptr(RunMemory) memory =
        run_memory_new(spec, options->folder, options->warn, options->warn_data);
    Runner runner = {.spec = spec, .options = options, .memory = memory};
    g_autoptr(Journal) journal = NULL;

    if (!run_memory_check(memory, options->mode == JOURNAL_RESUME ? options->folder : NULL, error))
        return false;
    if (options->folder == NULL)
        return play_unrecorded(&runner, out_result, error);
    if (!journal_open(spec, options->folder, options->mode, shard_of(options), options->program,
                      &journal, &runner.point, error))
        return false;
    if (journal == NULL) {
        *out_result = (RunnerResult){
            .end = RUNNER_WAS_DONE,
            .totals = runner.point.totals,
            .forfeits = runner.point.forfeits,
            .done = schedule_count(spec),
            .total = schedule_count(spec),
        };
        return true;
    }
    runner.journal = journal;
    if (!freeze(&runner, error)) {
        journal_point_clear(&runner.point);
        return false;
    }
    return play(&runner, out_result, error);
}

void runner_result_clear(RunnerResult *result)
{
    g_clear_pointer(&result->totals, totals_free);
    g_clear_pointer(&result->forfeits, forfeits_free);
    g_clear_pointer(&result->broken, g_free);
    g_clear_pointer(&result->missing, g_free);
}
