/* Replaces memory_postgres.c in a program built without libpq: a memory in PostgreSQL can be named
 * (in a spec, in a run of another machine), but not opened. */
#include "players/memory/memory_kind.h"

static bool refuse_connection(MemoryStore *store, G_GNUC_UNUSED bool must_exist, GError **error)
{
    return memory_store_fail(
        store, MEMORY_ERROR_REFUSED, error,
        "this program was built without PostgreSQL; install libpq-dev and build it again");
}

static void do_nothing(G_GNUC_UNUSED MemoryStore *store)
{
}

const MemoryKind MEMORY_KIND_POSTGRES = {
    .sql = MEMORY_SQL_POSTGRES,
    .size = sizeof(MemoryStore),
    .connect = refuse_connection,
    .close = do_nothing,
};
