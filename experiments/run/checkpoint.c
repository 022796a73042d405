#include "experiments/run/checkpoint.h"

#include <string.h>

#include "experiments/run/integrity.h"
#include "experiments/tools/error.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/text_file.h"

#define DIGITS 64 /* of a SHA-256 */
#define HEAD_SIZE (sizeof CHECKPOINT_MAGIC - 1 + DIGITS + 1)

/* Name, bytes and SHA-256 of each file, and whether it grows. */
#define SUMS_TYPE "a(stsb)"

/* Byte order mark, identity, resolved, program, shard, next job, kept games, seconds, sums, totals,
 * forfeits. */
#define VARIANT_TYPE "(usss(tt)ttd" SUMS_TYPE TOTALS_VARIANT_TYPE FORFEITS_VARIANT_TYPE ")"
#define VARIANT_PARTS "(usss(tt)ttd" SUMS_TYPE "@" TOTALS_VARIANT_TYPE "@" FORFEITS_VARIANT_TYPE ")"
#define BYTE_ORDER_MARK 0x01020304U

RunPoint run_point_begin(const Spec *spec, Shard shard)
{
    return (RunPoint){
        .next_job = schedule_shard(spec, shard).first,
        .totals = totals_new_for(spec),
        .forfeits = forfeits_new(spec->player_count),
    };
}

void run_point_clear(RunPoint *point)
{
    g_clear_pointer(&point->totals, totals_free);
    g_clear_pointer(&point->forfeits, forfeits_free);
}

void checkpoint_free(Checkpoint *checkpoint)
{
    g_free(checkpoint->path);
    g_free(checkpoint->identity);
    g_free(checkpoint->resolved);
    g_free(checkpoint->program);
    run_point_clear(&checkpoint->point);
    g_clear_pointer(&checkpoint->files, g_ptr_array_unref);
    g_free(checkpoint);
}

static GVariant *to_variant(const Checkpoint *checkpoint)
{
    g_auto(GVariantBuilder) sums = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE(SUMS_TYPE));

    for (guint i = 0; i < checkpoint->files->len; i++) {
        const SummedFile *file = checkpoint->files->pdata[i];
        g_variant_builder_add(&sums, "(stsb)", file->name, file->sum.bytes, file->sum.sha256,
                              file->grows);
    }
    return g_variant_new(VARIANT_PARTS, BYTE_ORDER_MARK, checkpoint->identity, checkpoint->resolved,
                         checkpoint->program, checkpoint->shard.number, checkpoint->shard.count,
                         checkpoint->point.next_job, checkpoint->point.kept,
                         checkpoint->point.seconds, &sums, totals_store(checkpoint->point.totals),
                         forfeits_store(checkpoint->point.forfeits));
}

/* The checkpoint of a long run has some megabytes: they are not copied more
 * than they must be. */
GBytes *checkpoint_store(const Checkpoint *checkpoint)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(to_variant(checkpoint));
    const gsize size = g_variant_get_size(variant);
    char *bytes = g_malloc(HEAD_SIZE + size);
    FileSum sum;

    memcpy(bytes + HEAD_SIZE, g_variant_get_data(variant), size);
    sum = file_sum_of(bytes + HEAD_SIZE, size);
    memcpy(bytes, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1);
    memcpy(bytes + sizeof CHECKPOINT_MAGIC - 1, sum.sha256, DIGITS);
    bytes[HEAD_SIZE - 1] = '\n';
    return g_bytes_new_take(bytes, HEAD_SIZE + size);
}

/* The body of a checkpoint whose head is right, or NULL. */
static GBytes *check_head(GBytes *bytes)
{
    gsize size;
    const char *data = g_bytes_get_data(bytes, &size);
    g_autoptr(GBytes) body = NULL;
    FileSum sum;

    if (size < HEAD_SIZE || memcmp(data, CHECKPOINT_MAGIC, sizeof CHECKPOINT_MAGIC - 1) != 0)
        return NULL;
    body = g_bytes_new_from_bytes(bytes, HEAD_SIZE, size - HEAD_SIZE);
    sum = file_sum_of(data + HEAD_SIZE, size - HEAD_SIZE);
    return memcmp(data + sizeof CHECKPOINT_MAGIC - 1, sum.sha256, DIGITS) == 0
               ? g_steal_pointer(&body)
               : NULL;
}

/* Whether a run has such a file, and it is not yet among @files. */
static bool is_file(const char *name, const FileSum *sum, const char *sha256, bool grows,
                    const GPtrArray *files)
{
    return (g_str_equal(name, FOLDER_MEMORY) || records_file_grows(name)) &&
           grows == records_file_grows(name) && summed_files_find(files, name) == NULL &&
           sum->bytes > 0 && sum->bytes <= G_MAXINT64 && strlen(sha256) == FILE_SUM_DIGITS &&
           sha256[strspn(sha256, "0123456789abcdef")] == '\0';
}

static bool read_sums(GVariantIter *sums, GPtrArray *files)
{
    const char *name, *sha256;
    FileSum sum;
    gboolean grows;

    while (g_variant_iter_next(sums, "(&st&sb)", &name, &sum.bytes, &sha256, &grows)) {
        if (!is_file(name, &sum, sha256, grows, files))
            return false;
        g_strlcpy(sum.sha256, sha256, sizeof sum.sha256);
        summed_files_add(files, name, &sum, grows);
    }
    return true;
}

/* Longer than any run. Units: seconds. */
#define SECONDS_MOST 1e12

/* Whether the numbers that need no spec are possible. */
static bool are_possible(const Checkpoint *checkpoint)
{
    const Shard shard = checkpoint->shard;
    const double seconds = checkpoint->point.seconds;

    return shard.number >= 1 && shard.number <= shard.count && shard.count <= SCHEDULE_MAX_SHARDS &&
           checkpoint->point.next_job >= 1 && seconds >= 0 && seconds <= SECONDS_MOST;
}

static Checkpoint *from_variant(GVariant *variant)
{
    g_autoptr(Checkpoint) checkpoint = g_new0(Checkpoint, 1);
    g_autoptr(GVariantIter) sums = NULL;
    g_autoptr(GVariant) totals = NULL;
    g_autoptr(GVariant) forfeits = NULL;
    guint32 mark;
    guint64 next_job, kept, shard, shards;

    g_variant_get(variant, VARIANT_PARTS, &mark, &checkpoint->identity, &checkpoint->resolved,
                  &checkpoint->program, &shard, &shards, &next_job, &kept,
                  &checkpoint->point.seconds, &sums, &totals, &forfeits);
    checkpoint->files = summed_files_new();
    if (mark != BYTE_ORDER_MARK || !read_sums(sums, checkpoint->files))
        return NULL;
    checkpoint->shard = (Shard){shard, shards};
    checkpoint->point.next_job = next_job;
    checkpoint->point.kept = kept;
    checkpoint->point.totals = totals_load(totals);
    checkpoint->point.forfeits = forfeits_load(forfeits);
    return are_possible(checkpoint) && checkpoint->point.totals != NULL &&
                   checkpoint->point.forfeits != NULL
               ? g_steal_pointer(&checkpoint)
               : NULL;
}

Checkpoint *checkpoint_load(GBytes *bytes, GError **error)
{
    g_autoptr(GBytes) body = check_head(bytes);
    g_autoptr(GVariant) variant = NULL;
    Checkpoint *checkpoint = NULL;

    if (body != NULL) {
        variant =
            g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(VARIANT_TYPE), body, FALSE));
        if (g_variant_is_normal_form(variant))
            checkpoint = from_variant(variant);
    }
    if (checkpoint == NULL)
        experiments_fail(error, "it is damaged, or is not a checkpoint of this program");
    return checkpoint;
}

/* The most bytes that a checkpoint may have: a sweep of thousands of players has some millions. */
#define CHECKPOINT_MOST (1 << 30)

Checkpoint *checkpoint_read(const char *path, const char *name, GError **error)
{
    g_autofree char *file = g_build_filename(path, name, NULL);
    gsize size;
    char *data = text_file_read_most(file, CHECKPOINT_MOST, &size, error);
    g_autoptr(GBytes) bytes = NULL;
    Checkpoint *checkpoint;

    if (data == NULL)
        return NULL;
    bytes = g_bytes_new_take(data, size);
    checkpoint = checkpoint_load(bytes, error);
    if (checkpoint == NULL)
        g_prefix_error(error, "%s: ", file);
    else
        checkpoint->path = g_strdup(path);
    return checkpoint;
}

/* The jobs from which @checkpoint continues; those of a tuning are iterations. */
static JobRange range_of(const Spec *spec, const Checkpoint *checkpoint)
{
    return spec->format == SPEC_TUNE ? (JobRange){1, spec->tuning.iterations}
                                     : schedule_shard(spec, checkpoint->shard);
}

/* Whether the totals are of @jobs jobs, some of which may be among @kept games. A race leaves games
 * out. */
static bool check_games(const Spec *spec, const Totals *totals, uint64_t jobs, uint64_t kept)
{
    const uint64_t games = spec->format == SPEC_TUNE ? jobs * schedule_count(spec) : jobs;
    const uint64_t sides = totals->contest->tally->by_pairing ? 1 : (uint64_t)spec->contest->sides;
    uint64_t counted = 0;

    for (int i = 0; i < totals->parts; i++)
        counted += (uint64_t)pairing_totals_games(&totals->pairings[i]);
    if (kept > 0)
        return counted >= kept * sides && counted - kept * sides <= games * sides;
    return spec->format == SPEC_RACE ? counted <= games : counted == games * sides;
}

static bool check_forfeits(const Spec *spec, const RunPoint *point, uint64_t jobs)
{
    const bool is_tuning = spec->format == SPEC_TUNE;
    const uint64_t games = is_tuning ? jobs * schedule_count(spec) : jobs + point->kept;
    const Forfeits *forfeits = point->forfeits;
    /* The games of each iteration have numbers of their own. */
    const uint64_t last = is_tuning || point->kept > 0 ? schedule_count(spec) : point->next_job - 1;

    if (forfeits->count != spec->player_count)
        return false;
    for (int i = 0; i < forfeits->count; i++)
        if ((uint64_t)forfeits->of[i].played > games || forfeits->of[i].games.first_game > last ||
            forfeits->of[i].faults.first_game > last || forfeits->of[i].ends.first_game > last)
            return false;
    return true;
}

/* Whether each file has at least its beginning. */
static bool check_heads(const Spec *spec, const Checkpoint *checkpoint)
{
    for (int i = 0; i < RECORDS_FILE_COUNT; i++) {
        const SummedFile *file = summed_files_find(checkpoint->files, RECORDS_FILE_NAMES[i]);
        g_autoptr(GString) head = g_string_new(NULL);
        records_append_head(spec, (RecordsFile)i, head);
        if (file != NULL &&
            (!records_wants_file(spec, (RecordsFile)i) || file->sum.bytes < head->len))
            return false;
    }
    return true;
}

bool checkpoint_check(const Checkpoint *checkpoint, const Spec *spec, GError **error)
{
    const JobRange range = range_of(spec, checkpoint);
    const uint64_t next = checkpoint->point.next_job, jobs = next - range.first;
    const char *fault = NULL;

    if (!g_str_equal(checkpoint->identity, spec->identity))
        return experiments_fail(error,
                                "the identity in the checkpoint of '%s' is not that of its spec",
                                checkpoint->path);
    if (next < range.first || next > range.last + 1)
        fault = "the games played";
    else if (!totals_fit(checkpoint->point.totals, spec) ||
             !check_games(spec, checkpoint->point.totals, jobs, checkpoint->point.kept))
        fault = "the results";
    else if (!check_forfeits(spec, &checkpoint->point, jobs))
        fault = "the forfeits";
    else if (!check_heads(spec, checkpoint))
        fault = "the files";
    return fault == NULL ||
           experiments_fail(error, "%s in the checkpoint of '%s' do not match the spec", fault,
                            checkpoint->path);
}

Checkpoint *resume_read_checkpoint(const char *path, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(Checkpoint) last = checkpoint_read(path, FOLDER_CHECKPOINT, &fault);

    if (last == NULL && (last = checkpoint_read(path, FOLDER_CHECKPOINT_BEFORE, NULL)) == NULL)
        g_propagate_error(error, g_steal_pointer(&fault));
    return g_steal_pointer(&last);
}

char *resume_read_spec(const char *path, GError **error)
{
    g_autoptr(Checkpoint) checkpoint = NULL;
    g_autoptr(Provenance) provenance = NULL;
    FolderState state;

    if (!folder_check(path, error) || !folder_inspect(path, &state, error))
        return NULL;
    if (state == FOLDER_UNFINISHED) {
        checkpoint = resume_read_checkpoint(path, error);
        return checkpoint != NULL ? g_steal_pointer(&checkpoint->resolved) : NULL;
    }
    if (state == FOLDER_FINISHED) {
        provenance = provenance_read(path, error);
        return provenance != NULL ? g_strdup(provenance->resolved) : NULL;
    }
    return experiments_fail(error, "'%s' contains no run", path);
}
