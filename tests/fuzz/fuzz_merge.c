/* The checkpoint of a shard, with any numbers in any places and a checksum that fits them: the
 * shard is refused with a reason, or its numbers can be added to those of another shard and
 * written. */
#include <string.h>

#include "checkpoint_head.h"
#include "experiments/run/merge.h"
#include "experiments/tools/folder.h"
#include "fuzz_folder.h"

#define SPEC                                                                                  \
    "[players]\nA=level:1\nB=random\nC=random\n[experiment]\ngames=4\n[rules]\nmax-plies=9\n" \
    "[record]\nmaterial=on\nevents=on\n"
#define SHARDS 2

static const ProvenanceProgram PROGRAM = {"1.0", "fuzz"};

/* A change of the input: where, and the number that is put there. */
typedef struct {
    uint16_t place;
    uint64_t number;
} __attribute__((packed)) Change;

static struct {
    Spec *spec;
    char *shard[SHARDS + 1]; /* folders, then NULL */
    char *merged;
    char *checkpoint; /* of the first shard: its body */
    gsize size;
} fixed;

static char *folder_of(const char *name)
{
    return g_build_filename(fuzz_folder(), name, NULL);
}

static void play(uint64_t number)
{
    g_autofree char *name = g_strdup_printf("shard-%d", (int)number);
    g_auto(RunnerResult) result = {0};
    const RunnerOptions options = {
        .shard = {number, SHARDS},
        .jobs = 1,
        .folder = fixed.shard[number - 1] = folder_of(name),
        .program = &PROGRAM,
    };

    require(runner_run(fixed.spec, &options, &result, NULL), "not played", name);
}

static void begin(void)
{
    g_autofree char *path = NULL, *before = NULL, *bytes = NULL, *foreign = NULL;
    gsize size;

    g_autoptr(GError) error = NULL;

    fixed.spec = spec_parse(SPEC, "fuzz", NULL, "fuzz", NULL, &error);
    require(fixed.spec != NULL, "no spec", error != NULL ? error->message : "");
    fixed.merged = folder_of("other");
    foreign = g_build_filename(fixed.merged, "file", NULL);
    g_mkdir(fixed.merged, 0700);
    g_file_set_contents(foreign, "", 0, NULL);
    for (uint64_t i = 1; i <= SHARDS; i++)
        play(i);
    path = g_build_filename(fixed.shard[0], FOLDER_CHECKPOINT, NULL);
    before = g_build_filename(fixed.shard[0], FOLDER_CHECKPOINT_BEFORE, NULL);
    g_unlink(before);
    require(g_file_get_contents(path, &bytes, &size, NULL), "no checkpoint", path);
    fixed.size = size - CHECKPOINT_HEAD_SIZE;
    fixed.checkpoint = g_memdup2(bytes + CHECKPOINT_HEAD_SIZE, fixed.size);
}

static void put_checkpoint(const char *body)
{
    g_autoptr(GBytes) bytes = checkpoint_with_head(body, fixed.size);
    g_autofree char *path = g_build_filename(fixed.shard[0], FOLDER_CHECKPOINT, NULL);

    g_file_set_contents_full(path, g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes),
                             G_FILE_SET_CONTENTS_NONE, 0600, NULL);
}

/* Whether the shards are accepted. The folder is that of something else, so that nothing is
 * written: that would take a hundred times as long. */
static bool merge(void)
{
    const RunnerOptions options = {.folder = fixed.merged, .program = &PROGRAM};
    RunnerResult result = {0};
    g_autoptr(Spec) spec = NULL;
    g_autoptr(GError) error = NULL;

    require(!merge_shards((const char *const *)fixed.shard, &options, &spec, &result, &error),
            "merged", fixed.merged);
    require(error != NULL, "refused without a reason", "");
    return strstr(error->message, "contains files, but no run") != NULL;
}

/* Adds what the shards have, and writes it as text. */
static void add_up(void)
{
    g_autoptr(Checkpoint) first = resume_read_checkpoint(fixed.shard[0], NULL);
    g_autoptr(Checkpoint) second = resume_read_checkpoint(fixed.shard[1], NULL);
    Totals *totals = first->point.totals;
    g_autofree char *report = NULL;

    totals_merge(totals, second->point.totals);
    forfeits_merge(first->point.forfeits, second->point.forfeits);
    if (!totals_agree(totals))
        return;
    report = forfeits_report(first->point.forfeits, fixed.spec);
    for (const RecordsEntry *entry = records_entries(fixed.spec); entry->table != NULL; entry++) {
        g_autoptr(GString) text = g_string_new(NULL);
        if (records_wants_table(fixed.spec, entry->table->file))
            records_append_table(fixed.spec, entry->table->file, totals, text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *body = NULL;

    if (fixed.spec == NULL)
        begin();
    body = g_memdup2(fixed.checkpoint, fixed.size);
    for (; size >= sizeof(Change); data += sizeof(Change), size -= sizeof(Change)) {
        Change change;
        memcpy(&change, data, sizeof change);
        if (change.place + sizeof change.number <= fixed.size)
            memcpy(body + change.place, &change.number, sizeof change.number);
    }
    put_checkpoint(body);
    if (merge())
        add_up();
    return 0;
}
