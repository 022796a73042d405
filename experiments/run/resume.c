#include "experiments/run/resume.h"

#include "experiments/run/integrity.h"
#include "experiments/run/run_folder.h"
#include "experiments/spec/schedule.h"
#include "experiments/spec/spec_text.h"
#include "experiments/tools/error.h"
#include "experiments/tools/text_file.h"

/* The most bytes that a checkpoint may have: a sweep of thousands of players has some millions. */
#define CHECKPOINT_MOST (1 << 30)

/* From which a run can go on; the last one is tried first. */
static const char *const CHECKPOINTS[] = {FOLDER_CHECKPOINT, FOLDER_CHECKPOINT_BEFORE};

char *resume_name_program(const ProvenanceProgram *program)
{
    return g_strdup_printf("agentchess %s (%s)", program->version, program->commit);
}

static Checkpoint *read_checkpoint(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    g_autofree char *data = NULL;
    g_autoptr(GBytes) bytes = NULL;
    Checkpoint *checkpoint;
    gsize size;

    data = text_file_read_most(file, CHECKPOINT_MOST, &size, error);
    if (data == NULL)
        return NULL;
    bytes = g_bytes_new_take(g_steal_pointer(&data), size);
    checkpoint = checkpoint_load(bytes, error);
    if (checkpoint == NULL)
        g_prefix_error(error, "%s: ", file);
    return checkpoint;
}

Checkpoint *resume_read_checkpoint(const char *path, GError **error)
{
    g_autoptr(GError) fault = NULL;
    Checkpoint *checkpoint = read_checkpoint(path, FOLDER_CHECKPOINT, &fault);

    if (checkpoint == NULL)
        checkpoint = read_checkpoint(path, FOLDER_CHECKPOINT_BEFORE, NULL);
    if (checkpoint == NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return checkpoint;
}

bool resume_check_identity(const Spec *spec, const char *path, const char *identity,
                           const char *resolved, GError **error)
{
    g_autofree char *difference = NULL;

    if (g_str_equal(spec->identity, identity))
        return true;
    difference = spec_text_difference(resolved, spec->resolved);
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "%s holds a run of another experiment: %s; choose another folder, or --force to "
                "throw that run away",
                path, difference != NULL ? difference : "its identity differs");
    return false;
}

static bool check_program(const Checkpoint *checkpoint, const char *path, const char *program,
                          GError **error)
{
    if (g_str_equal(checkpoint->program, program))
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "the run in %s was begun by %s; this is %s, which may play other games: let that "
                "program finish it, or --force to start again",
                path, checkpoint->program, program);
    return false;
}

static bool check_shard(const Checkpoint *checkpoint, Shard shard, const char *path, GError **error)
{
    const Shard there = checkpoint->shard;

    if (there.number == shard.number && there.count == shard.count)
        return true;
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED,
                "%s holds shard %" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT " of the run, not "
                "%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                path, there.number, there.count, shard.number, shard.count);
    return false;
}

/* How many of the first @jobs jobs are of pairing @pairing. */
static uint64_t games_of(const Spec *spec, int pairing, uint64_t jobs)
{
    const uint64_t before = (uint64_t)pairing * spec->games;

    return jobs > before ? MIN(jobs - before, spec->games) : 0;
}

/* The games counted must be those from the first job to the next one, pairing by pairing; in a race
 * some of them, in whole rounds. */
static bool counts_agree(const Checkpoint *checkpoint, const Spec *spec)
{
    const JobRange range = schedule_shard(spec, checkpoint->shard);
    const uint64_t games = (uint64_t)totals_games(checkpoint->totals);
    const uint64_t jobs = checkpoint->next_job - range.first;

    if (checkpoint->next_job < range.first || checkpoint->next_job > range.last + 1 ||
        !totals_fit(checkpoint->totals, spec) ||
        checkpoint->forfeits->count != spec->player_count || !(checkpoint->seconds >= 0))
        return false;
    if (spec->format == SPEC_RACE)
        return games <= jobs && jobs % (2 * (uint64_t)spec->pairing_count) == 0;
    if (games != jobs)
        return false;
    for (int i = 0; i < checkpoint->totals->count; i++)
        if (pairing_totals_games(&checkpoint->totals->pairings[i]) !=
            (int64_t)(games_of(spec, i, checkpoint->next_job - 1) -
                      games_of(spec, i, range.first - 1)))
            return false;
    return true;
}

/* Checks that the files hold what @checkpoint says; @out_good are their sums, to be gone on with.
 */
static bool read_files(const Checkpoint *checkpoint, const char *path,
                       FileSummer out_good[static RECORDS_FILE_COUNT], GError **error)
{
    const SummedFile memory = {(char *)FOLDER_MEMORY, checkpoint->memory, false};
    FileSummer summer;

    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile file = {(char *)RECORDS_FILE_NAMES[i], checkpoint->good[i], true};
        file_summer_init(&out_good[i]); /* another checkpoint may have been tried */
        if (file.sum.bytes > 0 && !integrity_read(path, &file, &out_good[i], error))
            return false;
    }
    return memory.sum.bytes == 0 || integrity_read(path, &memory, &summer, error);
}

/* A run as it is to go on. */
typedef struct {
    const Spec *spec;
    const char *path, *program;
    Shard shard;
} Resuming;

/* The checkpoint @name, if the run can go on from it. */
static Checkpoint *check_checkpoint(const Resuming *run, const char *name,
                                    FileSummer out_good[static RECORDS_FILE_COUNT], GError **error)
{
    g_autoptr(Checkpoint) checkpoint = read_checkpoint(run->path, name, error);

    if (checkpoint == NULL ||
        !resume_check_identity(run->spec, run->path, checkpoint->identity, checkpoint->resolved,
                               error) ||
        !check_program(checkpoint, run->path, run->program, error) ||
        !check_shard(checkpoint, run->shard, run->path, error))
        return NULL;
    if (!counts_agree(checkpoint, run->spec)) {
        experiments_fail(error, "%s/%s contradicts itself; --force starts again", run->path, name);
        return NULL;
    }
    return read_files(checkpoint, run->path, out_good, error) ? g_steal_pointer(&checkpoint) : NULL;
}

/* How many lines the file @name has behind its first @good bytes. */
static uint64_t count_lines_behind(const char *path, const char *name, uint64_t good)
{
    g_autoptr(GFile) file = g_file_new_build_filename(path, name, NULL);
    g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, NULL);
    char block[4096];
    uint64_t lines = 0;
    gssize size;

    if (stream == NULL ||
        !g_seekable_seek(G_SEEKABLE(stream), (goffset)good, G_SEEK_SET, NULL, NULL))
        return 0;
    while ((size = g_input_stream_read(G_INPUT_STREAM(stream), block, sizeof block, NULL, NULL)) >
           0)
        for (gssize i = 0; i < size; i++)
            lines += block[i] == '\n';
    return lines;
}

/* A sentence on the games that are given up, and why, if it is for a @fault; NULL: none are. Owner:
 * the caller. */
static char *describe_loss(const char *path, const Checkpoint *checkpoint, const GError *fault)
{
    const uint64_t good = checkpoint->good[RECORDS_GAMES].bytes;
    const uint64_t lines = count_lines_behind(path, RECORDS_FILE_NAMES[RECORDS_GAMES], good);
    const uint64_t games = good > 0 || lines == 0 ? lines : lines - 1; /* without the head */

    if (fault == NULL && games == 0)
        return NULL;
    return g_strdup_printf("%s%sthe run goes on after game %" G_GUINT64_FORMAT
                           ", and %" G_GUINT64_FORMAT " game%s written after that %s played again",
                           fault != NULL ? fault->message : "", fault != NULL ? "; " : "",
                           checkpoint->next_job - 1, games, games == 1 ? "" : "s",
                           games == 1 ? "is" : "are");
}

/* Whether @checkpoint has games to go on from: to begin again is for the user to decide. */
static bool has_games(const Checkpoint *checkpoint)
{
    return totals_games(checkpoint->totals) > 0;
}

Checkpoint *resume_find(const Spec *spec, const char *path, Shard shard, const char *program,
                        FileSummer out_good[static RECORDS_FILE_COUNT], char **out_notice,
                        GError **error)
{
    const Resuming run = {.spec = spec, .path = path, .program = program, .shard = shard};
    g_autoptr(GError) fault = NULL;

    for (size_t i = 0; i < G_N_ELEMENTS(CHECKPOINTS); i++) {
        GError *reason = NULL;
        Checkpoint *checkpoint = check_checkpoint(&run, CHECKPOINTS[i], out_good, &reason);
        /* A kill between the two renames of journal_put_point() leaves no last one: no fault. */
        const bool is_between = g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT);
        if (checkpoint != NULL && (fault == NULL || is_between || has_games(checkpoint))) {
            *out_notice = describe_loss(path, checkpoint, is_between ? NULL : fault);
            return checkpoint;
        }
        g_clear_pointer(&checkpoint, checkpoint_free);
        if (fault == NULL)
            fault = reason;
        else
            g_clear_error(&reason);
    }
    g_propagate_error(error, g_steal_pointer(&fault));
    return NULL;
}

char *resume_read_spec(const char *path, GError **error)
{
    g_autoptr(Checkpoint) checkpoint = NULL;
    g_autoptr(Provenance) provenance = NULL;
    FolderState state;

    if (!folder_inspect(path, &state, error))
        return NULL;
    if (state == FOLDER_UNFINISHED) {
        checkpoint = resume_read_checkpoint(path, error);
        return checkpoint != NULL ? g_steal_pointer(&checkpoint->resolved) : NULL;
    }
    if (state == FOLDER_FINISHED) {
        provenance = provenance_read(path, error);
        return provenance != NULL ? g_strdup(provenance->resolved) : NULL;
    }
    g_set_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED, "%s holds no run", path);
    return NULL;
}
