/* What the parts of a memory of positions share. Only players/memory/ uses it.
 *
 * Functions marked "locked" are called with the memory's lock held. */
#pragma once

#include "players/memory/memory_snapshot.h"
#include "players/memory/memory_spool.h"
#include "players/memory/position_memory.h"

/* Two threads, each with its own connection, so that questions do not wait for writing. */
typedef enum { LANE_FIND, LANE_STORE, LANE_COUNT } MemoryLane;

typedef struct WaitingQuestion WaitingQuestion;

struct PositionMemory {
    char *where;
    PositionMemoryOptions options; /* with defaults filled in */

    GMutex lock;   /* of all below */
    GCond changed; /* signals every change that a thread may wait for */
    GQueue questions, findings;
    GPtrArray *batch; /* the findings that are being written; the thread reads them unlocked */
    PositionMemoryCounts counts;
    unsigned failing; /* a bit for each lane that has failed and not worked since */
    bool has_lost;    /* it has been said that findings are lost */
    gint64 rest_until[LANE_COUNT];
    bool answering;       /* the thread works on a question that is waited for ... */
    bool late;            /* ... or that was given up */
    bool closing, closed; /* closed: nothing more is said to anybody */
    gint64 close_by;
    int threads; /* that are running */

    MemorySnapshot *snapshot; /* if frozen, perhaps shared; else NULL */
    GArray *fresh;            /* what was collected */
    MemorySpool *spool;       /* used by the thread that writes; NULL: there is none */
    bool spooling;            /* the spool is in use */
    uint64_t left;     /* findings in files that were left for the store and are still there */
    uint64_t returned; /* findings of this session that were spooled and are stored now */
    bool is_writing;   /* there is a thread that writes ... */
    bool has_written;  /* ... and it has ended */
};

void memory_unref(PositionMemory *memory);

static inline gint64 memory_in_ms(int ms)
{
    return g_get_monotonic_time() + (gint64)ms * G_TIME_SPAN_MILLISECOND;
}

static inline int memory_ms_until(gint64 deadline)
{
    const gint64 left_us = deadline - g_get_monotonic_time();

    return (int)CLAMP((left_us + G_TIME_SPAN_MILLISECOND - 1) / G_TIME_SPAN_MILLISECOND, 1,
                      G_MAXINT);
}

/* memory_lanes.c: what both threads do */

/* Warns, unless the memory is closed. Locked. */
void memory_tell(PositionMemory *memory, const char *sentence);

/* @sentence with the memory's name in front. Owner: the caller. */
char *memory_say(const PositionMemory *memory, const char *sentence);

/* Says what is wrong with the store, unless that was said since it last worked. Locked. */
void memory_note_failure(PositionMemory *memory, MemoryLane lane, const char *sentence);
void memory_note_success(PositionMemory *memory, MemoryLane lane);

/* Says, the first time, that findings are lost, whatever else has been said: they never come back.
 * Locked. */
void memory_note_lost(PositionMemory *memory, uint64_t count, const char *reason);

MemoryStore *memory_open_store(const PositionMemory *memory, int timeout_ms, GError **error);

/* Opens the store unless it is open, and sets its time to answer. */
bool memory_reach(const PositionMemory *memory, MemoryStore **store, int timeout_ms,
                  GError **error);

/* Closes a store that has failed, so that it is opened again the next time. */
void memory_let_go_after(const GError *error, MemoryStore **store);

void memory_start_thread(PositionMemory *memory, const char *name, GThreadFunc work);

/* Ends a thread. Locked; afterwards the lock is free. */
void memory_leave(PositionMemory *memory);

/* memory_asking.c: questions to the store */

/* The thread that answers questions. */
void *memory_answer_questions(void *memory);

/* Whether the store can be opened. */
bool memory_try_store(PositionMemory *memory, GError **error);

/* Whether the store can be asked now. Locked. */
bool memory_may_ask(const PositionMemory *memory);

/* Asks the store for @entry, which is filled in if it is found. Locked. */
bool memory_ask_store(PositionMemory *memory, MemoryEntry *entry, const PositionQuestion *asked);
void waiting_question_unref(WaitingQuestion *question);

/* memory_writing.c: findings on their way into the store */

/* The thread that writes findings. */
void *memory_write_findings(void *memory);

/* Locked. */
void memory_queue_finding(PositionMemory *memory, const MemoryEntry *entry);

/* For when the thread that writes hangs in the store: what it should have written goes into the
 * spool or is lost. The entries are not freed, as the thread may still read them. Locked. */
void memory_rescue_findings(PositionMemory *memory);
