/* Where the files of a run come from: run.json, which holds the resolved spec, the program, the
 * host and the times. It is written last: a folder with a run.json of ours is a finished run. */
#pragma once

#include "experiments/tally/totals.h"
#include "players/memory/memory_store.h"

/* The program that plays, "0.2.0", "6437c54". Borrowed. */
typedef struct {
    const char *version, *commit;
} ProvenanceProgram;

/* How a run was played, and its results. Units: seconds of all sessions together. */
typedef struct {
    const ProvenanceProgram *program;
    int jobs;
    double seconds;
    const Totals *totals;
    uint64_t more_games;        /* that the totals do not count: those of a tuning */
    const char *const *titles;  /* of each player, NULL where it has none; NULL: of none */
    const char *memory_sha256;  /* of memory.csv; NULL: there is none */
    const char *package_sha256; /* of datapackage.json, which has the sums of all other files; NULL:
                                   there is none */
    const MemoryTally *memory;  /* of the last session; NULL: no memory was used */
} ProvenanceRun;

/* What run.json begins with. */
#define PROVENANCE_HEAD "{\n  \"program\" : \"agentchess\","

/* run.json as text, sealed. Owner: the caller. */
char *provenance_write(const Spec *spec, const ProvenanceRun *run);

/* @text, a run.json, with its member "hash" filled in: the SHA-256 of the text itself, with zeros
 * for the digits of that member. Owner: the caller. */
char *provenance_seal(const char *text);

/* How a test of two players ended: "none", "accept-h0" or "accept-h1". */
typedef struct {
    const char *decision;
    double log_ratio, lower, upper;
} ProvenanceSprt;

/* The machine, as uname() names it; NULL: it does not. */
typedef struct {
    const char *name, *system, *release, *machine;
    int64_t processors;
} ProvenanceHost;

/* All that run.json says; run_members.c has the names of its members. What was read is zero if
 * run.json does not say it. */
typedef struct {
    const char *program, *version, *commit, *compiler;
    const char *identity;
    uint64_t seed;
    int64_t jobs, games;
    const char *finished; /* ISO 8601, UTC */
    double seconds, games_per_second;
    bool has_sprt, has_host, has_memory;
    ProvenanceSprt sprt;
    ProvenanceHost host;
    const char *memory_sha256;
    MemoryTally memory;
    const char *package_sha256; /* of datapackage.json; NULL: there is none */
    const char *resolved;       /* the spec: a text for spec_parse() */
    const char *hash;

    /* What is written from: */
    const Spec *spec;
    const ProvenanceRun *run;

    /* What was read, and owns the texts above: */
    Totals *totals; /* without curves and events */
    struct _JsonNode *document;
    char *own_resolved;
} Provenance;

/* Reads run.json in the folder @path.
 *
 * Errors: G_FILE_ERROR; G_JSON or EXPERIMENTS_ERROR_FAILED, it is no run.json of ours, or it was
 *         changed after it was written.
 * Owner:  the caller. */
Provenance *provenance_read(const char *path, GError **error);
void provenance_free(Provenance *provenance);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Provenance, provenance_free)
