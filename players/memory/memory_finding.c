#include "players/memory/memory_finding.h"

/* Copies @player as every store can keep it: UTF-8 that is not too long, without control
 * characters. */
static void copy_player(const char *player, char out_text[static MEMORY_PLAYER_SIZE])
{
    g_autofree char *valid = g_utf8_make_valid(player, -1);
    const char *end;

    for (char *c = valid; *c != '\0'; c++)
        if (g_ascii_iscntrl(*c))
            *c = ' ';
    g_strlcpy(out_text, *valid != '\0' ? valid : "unknown", MEMORY_PLAYER_SIZE);
    if (!g_utf8_validate(out_text, -1, &end)) /* cut off within a letter */
        out_text[end - out_text] = '\0';
}

bool memory_finding_of_entry(const MemoryEntry *entry, const Game *game, const GameState *state,
                             PositionFinding *out_finding)
{
    Move move;

    if (!memory_entry_read_move(entry, game, state, &move))
        return false;
    *out_finding = (PositionFinding){
        .depth = entry->depth,
        .move = move,
        .bound = entry->bound,
        .evaluation = entry->evaluation,
        .metric_cp = CLAMP(entry->metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC),
        .nodes = entry->nodes,
        .found_at = entry->found_at,
    };
    copy_player(entry->player, out_finding->player); /* others may have written anything there */
    return true;
}

void memory_finding_to_entry(const PositionFinding *finding, const Game *game, MemoryEntry *entry)
{
    entry->depth = CLAMP(finding->depth, 0, MEMORY_MAX_DEPTH);
    game->format_move_code(finding->move, entry->move);
    entry->bound = finding->bound;
    entry->evaluation = finding->evaluation;
    entry->metric_cp = CLAMP(finding->metric_cp, -MEMORY_MAX_METRIC, MEMORY_MAX_METRIC);
    entry->nodes = MIN(finding->nodes, G_MAXINT64);
    entry->found_at = finding->found_at != 0 ? CLAMP(finding->found_at, 0, MEMORY_MAX_TIME)
                                             : g_get_real_time() / G_USEC_PER_SEC;
    copy_player(finding->player, entry->player);
}
