#include "experiments/run/growth.h"

#include <glib/gstdio.h>
#include <string.h>

#include "experiments/run/integrity.h"
#include "experiments/spec/spec_part.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"
#include "experiments/tools/gzip.h"
#include "experiments/tools/text_file.h"

#define NEW_GAMES "growth" /* the folder of the run of the new games */
#define GROWN "grown"      /* that of the whole run, until it is finished */

/* Reading the games of a run one after the other */

/* A growing file of a run. */
typedef struct {
    RecordsFile file;
    bool has_pairings; /* the number of the pairing follows that of the game */
    LineReader *lines; /* NULL: the run has not written it */
    char *line;        /* the next one; NULL: there is none. Borrowed */
    uint64_t game;     /* of that line; not of PGN, where each game has one part */
} GamesFile;

/* The growing files of a run, read in the order of its games. */
typedef struct {
    GamesFile files[RECORDS_FILE_COUNT];
} GamesReader;

static void games_reader_clear(GamesReader *reader)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        g_clear_pointer(&reader->files[i].lines, line_reader_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(GamesReader, games_reader_clear)

/* Where the number of a game stands in a line that has one: behind a beginning. */
static const char *number_begin(RecordsFile file)
{
    return file == RECORDS_PGN ? "[Round \"" : file == RECORDS_PROGRAMS ? "game " : "";
}

/* Reads the next line and finds of which game it is: a line without a number goes on. */
static bool games_file_go_on(GamesFile *file, GError **error)
{
    const char *begin = number_begin(file->file);
    GError *fault = NULL;

    file->line = line_reader_next(file->lines, NULL, &fault);
    if (file->line != NULL && g_str_has_prefix(file->line, begin))
        file->game = g_ascii_strtoull(file->line + strlen(begin), NULL, 10);
    if (fault != NULL)
        g_propagate_error(error, fault);
    return fault == NULL;
}

/* Whether the next line is one of game @number, whose @lines before it were read. */
static bool goes_on(const GamesFile *file, uint64_t number, int lines)
{
    if (file->line == NULL)
        return false;
    return file->file == RECORDS_PGN ? lines == 0 || !g_str_has_prefix(file->line, "[Event \"")
                                     : file->game == number;
}

static bool games_file_open(const Spec *spec, const char *folder, GamesFile *file, GError **error)
{
    const char *name = RECORDS_FILE_NAMES[file->file];
    g_autoptr(GInputStream) stream = gzip_open(folder, name, error);
    g_autoptr(GString) head = g_string_new(NULL);

    if (stream == NULL)
        return false;
    file->lines = line_reader_new(stream, name);
    records_append_head(spec, file->file, head);
    file->has_pairings = g_str_has_prefix(head->str, "game,pairing,");
    return (head->len == 0 || line_reader_next(file->lines, NULL, error) != NULL) &&
           games_file_go_on(file, error);
}

/* @files are those that have something: a run that was stopped early may lack some. */
static bool games_reader_open(const Spec *spec, const char *folder, const GPtrArray *files,
                              GamesReader *out_reader, GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        out_reader->files[i].file = (RecordsFile)i;
        if (summed_files_find(files, RECORDS_FILE_NAMES[i]) != NULL &&
            !games_file_open(spec, folder, &out_reader->files[i], error))
            return false;
    }
    return true;
}

/* Appends @line with the numbers of @job in place of those of the game and its pairing. */
static void append_renumbered(const char *line, const GamesFile *file, const Job *job,
                              GString *text)
{
    const char *begin = number_begin(file->file), *rest = line + strlen(begin);

    if (g_str_has_prefix(line, begin) && g_ascii_isdigit(*rest)) {
        g_string_append_printf(text, "%s%" G_GUINT64_FORMAT, begin, job->number);
        rest += strspn(rest, "0123456789");
        if (file->has_pairings) {
            g_string_append_printf(text, ",%d", job->pairing + 1);
            rest += 1 + strspn(rest + 1, "0123456789");
        }
    } else {
        rest = line;
    }
    g_string_append(text, rest);
    g_string_append_c(text, '\n');
}

/* Appends all lines of game @number of @file as those of @job. */
static bool append_game(GamesFile *file, uint64_t number, const Job *job, Journal *journal,
                        GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (int lines = 0; goes_on(file, number, lines); lines++) {
        append_renumbered(file->line, file, job, text);
        if (!games_file_go_on(file, error))
            return false;
    }
    return journal_append(journal, file->file, text, error);
}

static bool append_games(GamesReader *reader, uint64_t number, const Job *job, Journal *journal,
                         GError **error)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        if (reader->files[i].lines != NULL &&
            !append_game(&reader->files[i], number, job, journal, error))
            return false;
    return true;
}

/* The earlier run */

typedef struct {
    Spec *spec;             /* its own */
    Checkpoint *checkpoint; /* behind its last game */
    GPtrArray *stages;      /* of ProvenanceStage: what it has grown from, and itself */
    SpecPart part;          /* its place in the larger experiment */
    uint64_t *games;        /* of each pairing of the larger experiment, how many it has */
} Earlier;

static void earlier_clear(Earlier *earlier)
{
    g_clear_pointer(&earlier->spec, spec_free);
    g_clear_pointer(&earlier->checkpoint, checkpoint_free);
    g_clear_pointer(&earlier->stages, g_ptr_array_unref);
    spec_part_clear(&earlier->part);
    g_clear_pointer(&earlier->games, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Earlier, earlier_clear)

static bool read_finished(const char *folder, Earlier *earlier, GError **error)
{
    g_autofree char *path = g_build_filename(folder, FOLDER_TOTALS, NULL);
    g_autoptr(Provenance) provenance = provenance_read(folder, error);

    if (provenance == NULL || !integrity_check_finished(folder, provenance, error))
        return false;
    earlier->stages = g_ptr_array_ref(provenance->stages);
    if (!g_file_test(path, G_FILE_TEST_EXISTS))
        return experiments_fail(error,
                                "the run in '%s' cannot grow: it has no file '%s', as an earlier "
                                "version of the program finished it, or the file was removed",
                                folder, FOLDER_TOTALS);
    earlier->checkpoint = checkpoint_read(folder, FOLDER_TOTALS, error);
    return earlier->checkpoint != NULL;
}

static bool read_unfinished(const char *folder, Earlier *earlier, GError **error)
{
    ProvenanceStage stage;

    earlier->checkpoint = resume_read_checkpoint(folder, error);
    if (earlier->checkpoint == NULL)
        return false;
    stage = (ProvenanceStage){
        .identity = earlier->checkpoint->identity,
        .games = totals_games(earlier->checkpoint->point.totals),
        .seconds = earlier->checkpoint->point.seconds,
    };
    earlier->stages = provenance_stages_new();
    provenance_stages_add(earlier->stages, &stage);
    if (earlier->checkpoint->shard.count > 1)
        return experiments_fail(
            error, "'%s' contains a shard, which cannot grow: merge the shards first", folder);
    return integrity_check(folder, earlier->checkpoint->files, error);
}

static bool check_program(const char *folder, const Checkpoint *checkpoint,
                          const ProvenanceProgram *program, GError **error)
{
    g_autofree char *ours =
        g_strdup_printf("agentchess %s (%s)", program->version, program->commit);

    return g_str_equal(checkpoint->program, ours) ||
           experiments_fail(error,
                            "the run in '%s' was played by %s, but this program is %s and may "
                            "decide differently: let it grow with %s",
                            folder, checkpoint->program, ours, checkpoint->program);
}

static uint64_t *count_games(const Earlier *earlier, const Spec *whole)
{
    uint64_t *games = g_new0(uint64_t, (gsize)whole->pairing_count);

    for (uint64_t number = 1; number < earlier->checkpoint->point.next_job; number++)
        games[earlier->part.pairings[schedule_job(earlier->spec, number).pairing]]++;
    return games;
}

/* Reads the run in @folder, whose state is @state, as a part of @whole. */
static bool read_earlier(const Spec *whole, const RunnerOptions *options, FolderState state,
                         Earlier *earlier, GError **error)
{
    const char *folder = options->folder;
    g_autofree char *resolved = resume_read_spec(folder, error);

    if (resolved != NULL)
        earlier->spec = spec_parse(resolved, folder, NULL, "", NULL, error);
    if (earlier->spec == NULL ||
        !spec_part_find(earlier->spec, folder, whole, &earlier->part, error) ||
        !(state == FOLDER_FINISHED ? read_finished : read_unfinished)(folder, earlier, error) ||
        !check_program(folder, earlier->checkpoint, options->program, error) ||
        !checkpoint_check(earlier->checkpoint, earlier->spec, error))
        return false;
    earlier->games = count_games(earlier, whole);
    return true;
}

/* The number of game @number of the earlier run in the larger one. */
static uint64_t number_in(const Earlier *earlier, const Spec *whole, uint64_t number)
{
    const Job job = schedule_job(earlier->spec, number);

    return schedule_number(whole, earlier->part.pairings[job.pairing], job.game);
}

/* Moves the totals of the earlier run to the places of their parts in the larger one. */
static Totals *place_totals(const Earlier *earlier, const Spec *whole)
{
    Totals *from = earlier->checkpoint->point.totals, *to = totals_new_for(whole);
    const int of_player = from->parts / earlier->spec->player_count;

    for (int i = 0; i < from->parts; i++) {
        const int place = from->count > 0
                              ? earlier->part.pairings[i]
                              : earlier->part.players[i / of_player] * of_player + i % of_player;
        const PairingTotals totals = to->pairings[place];
        to->pairings[place] = from->pairings[i];
        from->pairings[i] = totals;
    }
    totals_note_spec(to, whole);
    return to;
}

static void renumber(const Earlier *earlier, const Spec *whole, Failings *failings)
{
    if (failings->first_game > 0)
        failings->first_game = number_in(earlier, whole, failings->first_game);
}

static Forfeits *place_forfeits(const Earlier *earlier, const Spec *whole)
{
    Forfeits *from = earlier->checkpoint->point.forfeits, *to = forfeits_new(whole->player_count);

    for (int i = 0; i < from->count; i++) {
        ForfeitsOf *of = &to->of[earlier->part.players[i]];
        const ForfeitsOf none = *of;
        *of = from->of[i];
        from->of[i] = none;
        renumber(earlier, whole, &of->games);
        renumber(earlier, whole, &of->faults);
        renumber(earlier, whole, &of->ends);
    }
    return to;
}

/* Playing what is new */

static const ProvenanceStage *last_stage(const GPtrArray *stages)
{
    return stages->pdata[stages->len - 1];
}

static bool play_new_games(const Spec *spec, const RunnerOptions *options, const Earlier *earlier,
                           const char *folder, RunnerResult *out_result, GError **error)
{
    RunnerKept kept = {
        .games = earlier->games,
        .count = earlier->checkpoint->point.next_job - 1,
        .point = {.seconds = last_stage(earlier->stages)->seconds,
                  .totals = place_totals(earlier, spec),
                  .forfeits = place_forfeits(earlier, spec)},
    };
    RunnerOptions only_new = *options;
    bool good;

    only_new.folder = folder;
    only_new.kept = &kept;
    good = runner_run(spec, &only_new, out_result, error);
    run_point_clear(&kept.point);
    return good;
}

/* Joining the old games and the new ones */

static bool append_all(const Spec *spec, const Earlier *earlier, const char *old_folder,
                       const char *new_folder, const Checkpoint *all, Journal *journal,
                       GError **error)
{
    g_auto(GamesReader) old_games = {0}, new_games = {0};
    uint64_t number = 0;

    if (!games_reader_open(earlier->spec, old_folder, earlier->checkpoint->files, &old_games,
                           error) ||
        !games_reader_open(spec, new_folder, all->files, &new_games, error))
        return false;
    for (uint64_t i = 1; i <= schedule_count(spec); i++) {
        const Job job = schedule_job(spec, i);
        const bool is_old = job.game <= earlier->games[job.pairing];
        number += is_old;
        if (!append_games(is_old ? &old_games : &new_games, is_old ? number : i, &job, journal,
                          error))
            return false;
    }
    return true;
}

/* Makes the whole run in the folder GROWN of @options. */
static bool join(const Spec *spec, const RunnerOptions *options, const Earlier *earlier,
                 const char *new_folder, const RunnerResult *result, GError **error)
{
    g_autofree char *folder = g_build_filename(options->folder, GROWN, NULL);
    g_autoptr(Checkpoint) all = resume_read_checkpoint(new_folder, error);
    g_autoptr(Journal) journal = NULL;
    g_auto(RunPoint) begin = {0};
    ProvenanceRun run;

    if (all == NULL || !checkpoint_check(all, spec, error) ||
        !integrity_check(new_folder, all->files, error) ||
        !journal_open(spec, folder, JOURNAL_FORCE, JOURNAL_WHOLE, options->program, &journal,
                      &begin, error) ||
        !append_all(spec, earlier, options->folder, new_folder, all, journal, error))
        return false;
    run = (ProvenanceRun){
        .program = options->program,
        .jobs = options->jobs,
        .seconds = all->point.seconds,
        .totals = all->point.totals,
        .forfeits = all->point.forfeits,
        .memory = result->has_memory ? &result->memory : NULL,
        .history = earlier->stages,
    };
    return journal_finish(journal, &run, options->gzip, error);
}

/* Putting the whole run in the place of the earlier one */

/* Removes the folder @name with the files in it, if it holds a run or what one has left. The files
 * by which folder_inspect() knows a run go last, for this can be interrupted. */
static void remove_run(const char *folder, const char *name)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    FolderState state;
    g_autoptr(GDir) dir = NULL;
    const char *file;

    if (!folder_inspect(path, &state, NULL) || state == FOLDER_FOREIGN)
        return;
    dir = g_dir_open(path, 0, NULL);

    while (dir != NULL && (file = g_dir_read_name(dir)) != NULL)
        if (!g_str_equal(file, FOLDER_CHECKPOINT) && !g_str_equal(file, FOLDER_RUN))
            folder_remove(path, file);
    folder_remove(path, FOLDER_CHECKPOINT);
    folder_remove(path, FOLDER_RUN);
    if (dir != NULL)
        g_rmdir(path);
}

/* Removes what was being written when the run in @folder was killed. */
static void remove_new(const char *folder, const char *name)
{
    g_autofree char *new_name = g_strconcat(name, FOLDER_NEW, NULL);

    folder_remove(folder, new_name);
}

/* Moves the file @name, and removes what was compressed or not in its place. */
static bool move_file(const char *from, const char *to, const char *name, GError **error)
{
    g_autofree char *old_path = g_build_filename(from, name, NULL);
    g_autofree char *new_path = g_build_filename(to, name, NULL);
    g_autofree char *other = g_str_has_suffix(name, GZIP_END)
                                 ? g_strndup(name, strlen(name) - strlen(GZIP_END))
                                 : g_strconcat(name, GZIP_END, NULL);

    if (g_rename(old_path, new_path) != 0)
        return folder_fail("write", to, name, error);
    folder_remove(to, other);
    remove_new(to, name);
    remove_new(to, other);
    return true;
}

/* Removes what a run needs only while it grows; files that are not a run's stay. */
static void remove_growth(const char *folder, FolderState state)
{
    if (state == FOLDER_FOREIGN)
        return;
    remove_run(folder, GROWN);
    remove_run(folder, NEW_GAMES);
}

/* Ends what @folder has begun with a whole run in GROWN, if it has one: run.json comes last, so
 * that this can be interrupted. */
static bool move_in(const char *folder, GError **error)
{
    g_autofree char *grown = g_build_filename(folder, GROWN, NULL);
    g_autoptr(GDir) dir = NULL;
    const char *name;
    FolderState state;

    if (!folder_inspect(grown, &state, error))
        return false;
    if (state != FOLDER_FINISHED)
        return true;
    dir = g_dir_open(grown, 0, NULL);
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
        if (!g_str_equal(name, FOLDER_RUN) && !g_str_equal(name, FOLDER_LOCK) &&
            !move_file(grown, folder, name, error))
            return false;
    folder_remove(folder, FOLDER_CHECKPOINT_BEFORE);
    folder_remove(folder, FOLDER_CHECKPOINT);
    remove_new(folder, FOLDER_CHECKPOINT);
    if (!folder_sync_file(folder, "", error) || !move_file(grown, folder, FOLDER_RUN, error) ||
        !folder_sync_file(folder, "", error))
        return false;
    remove_growth(folder, FOLDER_FINISHED);
    return true;
}

/* Whether the run in @folder is the one into which it was to grow: only tidying up was left, of
 * which an empty folder may remain. */
static bool has_grown(const char *folder, FolderState state)
{
    g_autofree char *new_folder = g_build_filename(folder, NEW_GAMES, NULL);
    const bool is_empty = g_rmdir(new_folder) == 0;
    g_autoptr(Provenance) whole = state == FOLDER_FINISHED ? provenance_read(folder, NULL) : NULL;
    g_autoptr(Checkpoint) begun = whole != NULL ? resume_read_checkpoint(new_folder, NULL) : NULL;

    return is_empty || (begun != NULL && g_str_equal(begun->identity, whole->identity));
}

/* The whole */

/* A run that has begun to grow goes on only into @spec. */
static bool check_growth(const Spec *spec, const char *folder, const char *new_folder,
                         GError **error)
{
    g_autoptr(Checkpoint) begun = NULL;
    g_autofree char *difference = NULL;
    FolderState state;

    if (!folder_inspect(new_folder, &state, error))
        return false;
    if (state != FOLDER_UNFINISHED)
        return true;
    begun = resume_read_checkpoint(new_folder, error);
    if (begun == NULL || g_str_equal(begun->identity, spec->identity))
        return begun != NULL;
    difference =
        spec_text_difference(begun->resolved, new_folder, spec->resolved, NULL, SPEC_TEXT_ALL);
    return experiments_fail(error,
                            "the run in '%s' has begun to grow into another experiment: %s; finish "
                            "that first, or remove '%s'",
                            folder, difference != NULL ? difference : "the identities differ",
                            new_folder);
}

static bool grow(const Spec *spec, const RunnerOptions *options, FolderState state,
                 RunnerResult *out_result, GError **error)
{
    g_autofree char *new_folder = g_build_filename(options->folder, NEW_GAMES, NULL);
    g_auto(Earlier) earlier = {0};

    if (!read_earlier(spec, options, state, &earlier, error) ||
        !play_new_games(spec, options, &earlier, new_folder, out_result, error))
        return false;
    if (out_result->end != RUNNER_DONE)
        return true;
    return join(spec, options, &earlier, new_folder, out_result, error) &&
           move_in(options->folder, error);
}

/* Whether the folder, in @state, holds another run than one of @spec. What cannot be read is left
 * to the journal, which says so. */
static bool holds_another_run(const Spec *spec, const char *folder, FolderState state)
{
    g_autoptr(Checkpoint) unfinished =
        state == FOLDER_UNFINISHED ? resume_read_checkpoint(folder, NULL) : NULL;
    g_autoptr(Provenance) finished =
        state == FOLDER_FINISHED ? provenance_read(folder, NULL) : NULL;
    const char *identity = unfinished != NULL ? unfinished->identity
                           : finished != NULL ? finished->identity
                                              : spec->identity;

    return !g_str_equal(identity, spec->identity);
}

bool growth_run(const Spec *spec, const RunnerOptions *options, RunnerResult *out_result,
                GError **error)
{
    const char *folder = options->folder;
    g_autofree char *new_folder = NULL;
    FolderState state;
    bool good, grows;
    int lock;

    if (folder == NULL || options->mode == JOURNAL_BEGIN || options->shard.count > 1 ||
        !g_file_test(folder, G_FILE_TEST_IS_DIR))
        return runner_run(spec, options, out_result, error);
    lock = folder_lock(folder, error);
    if (lock < 0)
        return false;
    new_folder = g_build_filename(folder, NEW_GAMES, NULL);
    good = move_in(folder, error) && folder_inspect(folder, &state, error);
    if (good && (options->mode == JOURNAL_FORCE || has_grown(folder, state)))
        remove_growth(folder, state);
    good = good && check_growth(spec, folder, new_folder, error);
    grows = good && options->mode == JOURNAL_RESUME && holds_another_run(spec, folder, state);
    if (grows)
        good = grow(spec, options, state, out_result, error);
    folder_unlock(folder, lock);
    return good && (grows || runner_run(spec, options, out_result, error));
}
