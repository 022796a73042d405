/* Stands in for memory_postgres.c in a program built without libpq. */
#include "players/memory/memory_kind.h"

static bool connect_store(MemoryStore *store, G_GNUC_UNUSED bool must_exist, GError **error)
{
    return memory_store_fail(store, MEMORY_ERROR_REFUSED, error,
                             "this program was built without libpq, which PostgreSQL needs "
                             "(Debian's package libpq-dev)");
}

static void close_store(G_GNUC_UNUSED MemoryStore *store)
{
}

const MemoryKind MEMORY_KIND_POSTGRES = {
    .sql = MEMORY_SQL_POSTGRES,
    .size = sizeof(MemoryStore),
    .connect = connect_store,
    .close = close_store,
};
