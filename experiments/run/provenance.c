#include "experiments/run/provenance.h"

#include <assert.h>
#include <string.h>
#include <sys/utsname.h>

#include "experiments/run/run_members.h"
#include "experiments/spec/schedule.h"
#include "experiments/tools/error.h"
#include "experiments/tools/file_sum.h"
#include "experiments/tools/folder.h"
#include "experiments/tools/json_members.h"
#include "experiments/tools/text_file.h"

#define PROGRAM "agentchess"

/* No run.json is nested deeper. */
#define DEPTH_MAX 16

#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"
static_assert(sizeof ZEROS - 1 == FILE_SUM_DIGITS, "a zero for each digit of a sum");

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* The digits of the last member "hash" in @text, or NULL. */
static char *find_digits(char *text)
{
    char *hash = g_strrstr(text, "\"hash\" : \"" FILE_SUM_PREFIX);
    char *digits = hash != NULL ? strchr(hash, ':') + strlen(": \"" FILE_SUM_PREFIX) : NULL;

    return digits != NULL && strspn(digits, "0123456789abcdef") == FILE_SUM_DIGITS ? digits : NULL;
}

char *provenance_seal(const char *text)
{
    char *sealed = g_strdup(text);
    char *digits = find_digits(sealed);
    FileSum sum;

    if (digits == NULL)
        return sealed;
    memcpy(digits, ZEROS, FILE_SUM_DIGITS);
    sum = file_sum_of(sealed, strlen(sealed));
    memcpy(digits, sum.sha256, FILE_SUM_DIGITS);
    return sealed;
}

static ProvenanceSprt sprt_of(const Spec *spec, const Totals *totals)
{
    static const char *const decisions[] = {
        [SPRT_CONTINUE] = "none",
        [SPRT_ACCEPT_H0] = "accept-h0",
        [SPRT_ACCEPT_H1] = "accept-h1",
    };
    const Scores scores = scores_of_pairs(&totals->pairings[0].pairs);
    const SprtState state = sprt_state(&spec->sprt, &scores);

    return (ProvenanceSprt){decisions[state.decision], state.log_ratio, state.lower, state.upper};
}

char *provenance_write(const Spec *spec, const ProvenanceRun *run)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_utc();
    g_autofree char *finished = g_date_time_format_iso8601(now);
    const int64_t games = totals_games(run->totals) + (int64_t)run->more_games;
    g_autofree char *text = NULL;
    g_autofree char *line = NULL;
    struct utsname host;
    Provenance provenance = {
        .program = PROGRAM,
        .version = run->program->version,
        .commit = run->program->commit,
        .compiler = COMPILER,
        .identity = spec->identity,
        .seed = spec->seed,
        .jobs = run->jobs,
        .games = games,
        .finished = finished,
        .seconds = run->seconds,
        .games_per_second = run->seconds > 0 ? (double)games / run->seconds : 0.0,
        .has_sprt = spec->format == SPEC_SPRT,
        .has_host = true,
        .host.processors = g_get_num_processors(),
        .memory_sha256 = run->memory_sha256,
        .has_memory = run->memory != NULL,
        .package_sha256 = run->package_sha256,
        .resolved = spec->resolved,
        .hash = FILE_SUM_PREFIX ZEROS,
        .spec = spec,
        .run = run,
    };

    if (provenance.has_sprt)
        provenance.sprt = sprt_of(spec, run->totals);
    if (uname(&host) == 0) {
        provenance.host.name = host.nodename;
        provenance.host.system = host.sysname;
        provenance.host.release = host.release;
        provenance.host.machine = host.machine;
    }
    if (provenance.has_memory)
        provenance.memory = *run->memory;
    text = run_members_write(&provenance);
    line = g_strconcat(text, "\n", NULL);
    return provenance_seal(line);
}

/* Whether the run.json @text of @file is as it was written. */
static bool check_seal(const char *file, char *text, GError **error)
{
    g_autofree char *sealed = provenance_seal(text);

    if (find_digits(text) == NULL)
        return experiments_fail(
            error, "%s has no hash: it was changed, or written by an earlier program", file);
    return g_str_equal(sealed, text) ||
           experiments_fail(error,
                            "%s was changed after the run had written it: bring it back from a "
                            "copy, or play the run again with --force",
                            file);
}

Provenance *provenance_read(const char *path, GError **error)
{
    g_autofree char *file = g_build_filename(path, FOLDER_RUN, NULL);
    g_autoptr(Provenance) provenance = g_new0(Provenance, 1);
    g_autoptr(JsonNode) root = NULL;
    gsize size;
    g_autofree char *text = text_file_read(file, &size, error);

    if (text == NULL)
        return NULL;
    if (strlen(text) < size) {
        experiments_fail(error, "%s has a NUL character", file);
        return NULL;
    }
    if (find_digits(text) != NULL && !check_seal(file, text, error))
        return NULL;
    if (!(root = json_line_read(text, DEPTH_MAX, error))) {
        g_prefix_error(error, "%s: ", file);
        return NULL;
    }
    if (!run_members_read(root, provenance, error)) {
        g_prefix_error(error, "%s was not written by a run: ", file);
        return NULL;
    }
    if (!g_str_equal(provenance->program, PROGRAM)) {
        experiments_fail(error, "%s was not written by a run: its program is '%s'", file,
                         provenance->program);
        return NULL;
    }
    return check_seal(file, text, error) ? g_steal_pointer(&provenance) : NULL;
}

void provenance_free(Provenance *provenance)
{
    g_free(provenance->own_resolved);
    g_clear_pointer(&provenance->document, json_node_unref);
    g_clear_pointer(&provenance->totals, totals_free);
    g_free(provenance);
}
