/* The tables of a memory of positions, and its questions, in the SQL of each kind of store. */
#include "players/memory/memory_kind.h"

/* @text is the type of the texts that entries are ordered by: the rules of no language, so that all
 * machines order alike. */
#define TABLES(text, options)                                                                  \
    "CREATE TABLE agentchess_layout (version BIGINT NOT NULL);"                                \
    "INSERT INTO agentchess_layout VALUES (3);"                                                \
    "CREATE TABLE agentchess_position (key BIGINT NOT NULL, game " text                        \
    " NOT NULL, position " text                                                                \
    " NOT NULL, depth BIGINT NOT NULL, move TEXT NOT NULL, metric_cp BIGINT NOT NULL, "        \
    "nodes BIGINT NOT NULL, found_at BIGINT NOT NULL, player " text " NOT NULL, "              \
    "bound BIGINT NOT NULL, evaluation BIGINT NOT NULL, "                                      \
    "PRIMARY KEY (key, game, position, evaluation, bound))" options ";"                        \
    "CREATE TABLE agentchess_session (session TEXT NOT NULL PRIMARY KEY, sessions BIGINT NOT " \
    "NULL, asked BIGINT NOT NULL, found BIGINT NOT NULL, stored BIGINT NOT NULL, lost BIGINT " \
    "NOT NULL);"

const char *const MEMORY_TABLES[MEMORY_SQL_COUNT] = {
    [MEMORY_SQL_SQLITE] = TABLES("TEXT", " WITHOUT ROWID"),
    [MEMORY_SQL_POSTGRES] = TABLES("TEXT COLLATE \"C\"", ""),
};

/* The columns in the order of MEMORY_MEMBERS. */
#define ENTRY \
    "game, position, depth, move, bound, metric_cp, nodes, found_at, player, evaluation, key"

/* Figures are rows of the quantity, of what, and the value. */
#define COUNT_BY(column, text)                                                          \
    "SELECT '" column "', " text ", count(*) FROM agentchess_position GROUP BY " column \
    " ORDER BY agentchess_position." column
#define SUM_OF(column, quantity, place)                                                          \
    " UNION ALL SELECT '" quantity "', '', CAST(COALESCE(sum(" column "), 0) AS BIGINT), " place \
    " FROM agentchess_session"
#define TOTALS(bytes)                                                                           \
    "SELECT 'entries', '', count(*), 1 FROM agentchess_position UNION ALL SELECT 'bytes', '', " \
    "(" bytes "), 2" SUM_OF("sessions", "sessions", "3") SUM_OF("asked", "lookups", "4")        \
        SUM_OF("found", "hits", "5") SUM_OF("stored", "stored", "6")                            \
            SUM_OF("lost", "lost", "7") " ORDER BY 4"

const char *const MEMORY_QUESTIONS[MEMORY_QUESTION_COUNT][MEMORY_SQL_COUNT] = {
    [MEMORY_QUESTION_TABLES] =
        {"SELECT CASE WHEN EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'agentchess_layout') "
         "THEN 1 WHEN EXISTS (SELECT 1 FROM sqlite_master) THEN 2 ELSE 0 END",
         /* Not to_regclass(): in a transaction it would still say that there is none. */
         "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_catalog.pg_class "
         "WHERE relname = 'agentchess_layout' AND pg_catalog.pg_table_is_visible(oid)) "
         "THEN 1 ELSE 0 END"},
    [MEMORY_QUESTION_VERSION] = {"SELECT version FROM agentchess_layout"},
    [MEMORY_QUESTION_FIND] = {"SELECT " ENTRY " FROM agentchess_position WHERE key = $1 AND "
                              "game = $2 AND position = $3 AND evaluation = $4 AND "
                              "depth >= $5 AND (bound = 3 OR (bound = 2 AND metric_cp >= $6) "
                              "OR (bound = 1 AND metric_cp <= $7)) "
                              "ORDER BY bound DESC LIMIT 1"},
    [MEMORY_QUESTION_PUT] =
        {"INSERT INTO agentchess_position (" ENTRY ") "
         "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
         "ON CONFLICT (key, game, position, evaluation, bound) DO UPDATE SET depth = "
         "excluded.depth, "
         "move = excluded.move, metric_cp = excluded.metric_cp, nodes = excluded.nodes, "
         "found_at = excluded.found_at, player = excluded.player "
         "WHERE excluded.depth > agentchess_position.depth"},
    [MEMORY_QUESTION_EACH] =
        {"SELECT " ENTRY " FROM agentchess_position ORDER BY game, position, evaluation, bound"},
    [MEMORY_QUESTION_PUT_SESSION] =
        {"INSERT INTO agentchess_session (session, sessions, asked, found, stored, lost) "
         "VALUES ($1, 1, $2, $3, $4, $5) ON CONFLICT (session) DO UPDATE SET asked = "
         "excluded.asked, found = excluded.found, stored = excluded.stored, "
         "lost = excluded.lost"},
    [MEMORY_QUESTION_PRUNE] = {"DELETE FROM agentchess_position WHERE depth < $1"},
    [MEMORY_QUESTION_STATS] =
        {TOTALS("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"),
         TOTALS("pg_total_relation_size('agentchess_position')")},
    [MEMORY_QUESTION_STATS + 1] = {COUNT_BY("game", "game")},
    [MEMORY_QUESTION_STATS + 2] = {COUNT_BY("depth", "CAST(depth AS TEXT)")},
    [MEMORY_QUESTION_STATS + 3] = {COUNT_BY(
        "bound", "CASE bound WHEN 1 THEN 'upper' WHEN 2 THEN 'lower' ELSE 'exact' END")},
    [MEMORY_QUESTION_STATS + 4] = {COUNT_BY("player", "player")},
    [MEMORY_QUESTION_STATS + 5] = {COUNT_BY("evaluation", "printf('%016x', evaluation)"),
                                   COUNT_BY("evaluation", "lpad(to_hex(evaluation), 16, '0')")},
};
