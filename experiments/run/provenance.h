/* Where the files of a run come from: run.json, which holds the resolved spec, the program, the
 * host and the times; results/README.md explains its members. It is written last: a folder with a
 * run.json of ours is a finished run. */
#pragma once

#include "experiments/run/forfeits.h"
#include "players/memory/memory_store.h"

/* The program that plays, "0.2.0", "6437c54". Borrowed. */
typedef struct {
    const char *version, *commit;
} ProvenanceProgram;

/* A run that has grown, before it did. Units: seconds of all sessions together. */
typedef struct {
    char *identity;
    int64_t games;
    double seconds;
    char *finished; /* the time, "2026-01-31T12:00:00Z"; NULL: it was unfinished */
} ProvenanceStage;

/* A list of ProvenanceStage, which it owns, and another one, whose texts are copied. */
GPtrArray *provenance_stages_new(void);
void provenance_stages_add(GPtrArray *stages, const ProvenanceStage *stage);

/* How a run was played, and its results. Units: seconds of all sessions together. */
typedef struct {
    const ProvenanceProgram *program;
    int jobs;
    double seconds;
    const Totals *totals;
    const Forfeits *forfeits;
    const char *const *titles;  /* of each player, NULL where it has none; NULL: of none */
    const char *memory_sha256;  /* of memory.csv; NULL: there is none */
    const char *package_sha256; /* of datapackage.json, which has the sums of all other files; NULL:
                                   there is none */
    const MemoryTally *memory;  /* of the last session; NULL: no memory was used */
    const GPtrArray *history;   /* of ProvenanceStage, from which it has grown; NULL: it has not */
} ProvenanceRun;

/* The beginning of run.json. */
#define PROVENANCE_HEAD "{\n  \"program\" : \"agentchess\","

/* run.json as text, sealed. Owner: the caller. */
char *provenance_write(const Spec *spec, const ProvenanceRun *run);

/* @text, a run.json, with its member "hash" filled in: the SHA-256 of the text itself, with zeros
 * for the digits of that member. Owner: the caller. */
char *provenance_seal(const char *text);

/* The members of run.json that are read. */
typedef struct {
    char *identity;
    char *package_sha256; /* of datapackage.json; NULL: there is none */
    char *resolved;       /* the spec: a text for spec_parse() */
    Totals *totals;       /* without curves and events */
    Forfeits *forfeits;   /* NULL: no player has failed */
    GPtrArray *stages;    /* of ProvenanceStage: what it has grown from, then the run itself */
} Provenance;

/* Sets @error: the file @path of a run "is missing", or another @fault; and what to do. Always
 * false. */
bool provenance_fail(const char *path, const char *fault, GError **error);
#define PROVENANCE_CHANGED "was changed after the run wrote it"

/* Reads run.json in the folder @path.
 *
 * Errors: G_FILE_ERROR; G_JSON or EXPERIMENTS_ERROR_FAILED, it is no run.json of ours, or it was
 *         changed after it was written.
 * Owner:  the caller. */
Provenance *provenance_read(const char *path, GError **error);
void provenance_free(Provenance *provenance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Provenance, provenance_free)
