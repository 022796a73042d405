/* The tables of a memory of positions, and its questions, in the SQL of each kind of store. */
#include "players/memory/memory_kind.h"

#define TALLY "sessions, asked, found, stored, lost" /* what was spooled is from version 0.2 */
#define TALLY_TABLE                                                                            \
    "CREATE TABLE agentchess_tally (sessions BIGINT NOT NULL, asked BIGINT NOT NULL, found "   \
    "BIGINT NOT NULL, stored BIGINT NOT NULL, spooled BIGINT NOT NULL, lost BIGINT NOT NULL);" \
    "INSERT INTO agentchess_tally VALUES (0, 0, 0, 0, 0, 0)"

/* The sorting column uses no language's rules, so that all machines sort alike. */
const MemoryMigration MEMORY_MIGRATIONS[] = {
    {.script = {[MEMORY_SQL_SQLITE] =
                    "CREATE TABLE agentchess_layout (version BIGINT NOT NULL);"
                    "INSERT INTO agentchess_layout VALUES (0);"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL, player TEXT NOT NULL,"
                    "PRIMARY KEY (key, game, position)) WITHOUT ROWID",
                [MEMORY_SQL_POSTGRES] =
                    "CREATE TABLE agentchess_layout (version BIGINT NOT NULL);"
                    "INSERT INTO agentchess_layout VALUES (0);"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT COLLATE \"C\" NOT NULL,"
                    "position TEXT COLLATE \"C\" NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL,"
                    "player TEXT COLLATE \"C\" NOT NULL,"
                    "PRIMARY KEY (key, game, position))"}},
    /* The evaluation of older entries is not known. */
    {.script = {[MEMORY_SQL_SQLITE] =
                    "ALTER TABLE agentchess_position RENAME TO agentchess_former;"
                    "CREATE TABLE agentchess_position ("
                    "key BIGINT NOT NULL, game TEXT NOT NULL, position TEXT NOT NULL,"
                    "depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL,"
                    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL, player TEXT NOT NULL,"
                    "bound BIGINT NOT NULL, evaluation BIGINT NOT NULL,"
                    "PRIMARY KEY (key, game, position, evaluation, bound)) WITHOUT ROWID;"
                    "INSERT INTO agentchess_position SELECT key, game, position, depth, move, "
                    "metric_cp, nodes, found_at, player, 3, 0 FROM agentchess_former;"
                    "DROP TABLE agentchess_former;" TALLY_TABLE,
                [MEMORY_SQL_POSTGRES] =
                    "ALTER TABLE agentchess_position "
                    "ADD COLUMN bound BIGINT NOT NULL DEFAULT 3,"
                    "ADD COLUMN evaluation BIGINT NOT NULL DEFAULT 0,"
                    "DROP CONSTRAINT agentchess_position_pkey,"
                    "ADD PRIMARY KEY (key, game, position, evaluation, bound);" TALLY_TABLE}},
};
const size_t MEMORY_MIGRATION_COUNT = G_N_ELEMENTS(MEMORY_MIGRATIONS);

#define SAME(text) \
    {              \
        text, text \
    }
#define FOUND "depth, move, metric_cp, nodes, found_at, player, bound, evaluation"
#define COUNT_BY(column) \
    SAME("SELECT " column ", count(*) FROM agentchess_position GROUP BY 1 ORDER BY 1")

const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT] = {
    [MEMORY_QUESTION_TABLES] =
        {"SELECT CASE WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'agentchess_layout') "
         "THEN 1 WHEN EXISTS (SELECT 1 FROM sqlite_master) THEN 2 ELSE 0 END",
         /* Not to_regclass(): in a transaction it would still say that there is none. */
         "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class "
         "WHERE relname = 'agentchess_layout' AND pg_catalog.pg_table_is_visible(oid)) "
         "THEN 1 ELSE 0 END"},
    [MEMORY_QUESTION_VERSION] = SAME("SELECT version FROM agentchess_layout"),
    [MEMORY_QUESTION_SET_VERSION] = SAME("UPDATE agentchess_layout SET version = $1"),
    [MEMORY_QUESTION_FIND] = SAME("SELECT " FOUND " FROM agentchess_position WHERE key = $1 AND "
                                  "game = $2 AND position = $3 AND evaluation = $4 AND "
                                  "depth >= $5 AND (bound = 3 OR (bound = 2 AND metric_cp >= $6) "
                                  "OR (bound = 1 AND metric_cp <= $7)) "
                                  "ORDER BY bound DESC LIMIT 1"),
    [MEMORY_QUESTION_PUT] =
        SAME("INSERT INTO agentchess_position (key, game, position, " FOUND ") "
             "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
             "ON CONFLICT (key, game, position, evaluation, bound) DO UPDATE SET depth = "
             "excluded.depth, "
             "move = excluded.move, metric_cp = excluded.metric_cp, nodes = excluded.nodes, "
             "found_at = excluded.found_at, player = excluded.player "
             "WHERE excluded.depth > agentchess_position.depth"),
    [MEMORY_QUESTION_OF_POSITION] =
        SAME("SELECT key, game, position, " FOUND " FROM agentchess_position WHERE key = $1 AND "
             "game = $2 AND position = $3 ORDER BY evaluation, bound DESC"),
    [MEMORY_QUESTION_EACH] =
        SAME("SELECT key, game, position, " FOUND
             " FROM agentchess_position ORDER BY game, position, evaluation, bound"),
    [MEMORY_QUESTION_TALLY] = SAME("SELECT " TALLY " FROM agentchess_tally"),
    [MEMORY_QUESTION_ADD_TALLY] =
        SAME("UPDATE agentchess_tally SET sessions = sessions + $1, asked = asked + $2, "
             "found = found + $3, stored = stored + $4, lost = lost + $5"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BELOW_DEPTH] =
        SAME("DELETE FROM agentchess_position WHERE depth < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEFORE] =
        SAME("DELETE FROM agentchess_position WHERE found_at < $1"),
    [MEMORY_QUESTION_PRUNE + MEMORY_PRUNE_BEYOND] =
        SAME("DELETE FROM agentchess_position WHERE (key, game, position, evaluation, bound) IN "
             "(SELECT key, game, position, evaluation, bound FROM "
             "(SELECT key, game, position, evaluation, bound, row_number() OVER "
             "(ORDER BY depth DESC, found_at DESC, game, position, evaluation, bound) AS place "
             "FROM agentchess_position) AS ranked WHERE place > $1)"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_GAME] = COUNT_BY("game"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_DEPTH] = COUNT_BY("depth"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_BOUND] =
        COUNT_BY("CASE bound WHEN 1 THEN 'upper' WHEN 2 THEN 'lower' ELSE 'exact' END"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_PLAYER] = COUNT_BY("player"),
    [MEMORY_QUESTION_COUNT_BY + MEMORY_BY_EVALUATION] = COUNT_BY("evaluation"),
    [MEMORY_QUESTION_SIZE] =
        {"SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
         "SELECT pg_total_relation_size('agentchess_position')"},
};
