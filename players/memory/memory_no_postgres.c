/* Stands in for memory_postgres.c in a program built without libpq. */
#include "players/memory/memory_address.h"
#include "players/memory/memory_kind.h"

static bool fits(const char *where)
{
    return g_str_has_prefix(where, "postgresql://") || g_str_has_prefix(where, "postgres://");
}

static MemoryStore *connect_store(const char *where,
                                  G_GNUC_UNUSED const MemoryStoreOptions *options, GError **error)
{
    g_autofree char *masked = memory_address_mask(where);

    g_set_error(
        error, MEMORY_ERROR, MEMORY_ERROR_REFUSED,
        "memory '%s': this program was built without libpq, which PostgreSQL needs (Debian's "
        "package libpq-dev)",
        masked);
    return NULL;
}

const MemoryKind MEMORY_KIND_POSTGRES = {
    .name = "postgresql",
    .summary = "postgresql://USER@MACHINE/DATABASE",
    .sql = MEMORY_SQL_POSTGRES,
    .fits = fits,
    .connect = connect_store,
};
