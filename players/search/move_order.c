#include "players/search/move_order.h"

#include <glib.h>
#include <string.h>

#include "board/exchange.h"

#define RANK_TABLE 4000000
#define RANK_CAPTURE 2000000
#define RANK_KILLER 1000000
#define RANK_LOSING (-2000000)
#define HISTORY_LIMIT 100000

/* Dear victims first, then cheap attackers. */
static int rank_capture(const Position *pos, Move move)
{
    const PieceType attacker = position_type_at(pos, move_from(move));
    const PieceType victim =
        move_is_capture(move) ? position_type_at(pos, move_victim_square(move)) : PIECE_NONE;
    const int promotion = move_is_promotion(move) ? PIECE_VALUE[move_promotion(move)] : 0;

    return (exchange_wins(pos, move, 0) ? RANK_CAPTURE : RANK_LOSING) +
           16 * (PIECE_VALUE[victim] + promotion) - (int)attacker;
}

static int rank_move(const Position *pos, const MoveMemory *memory, int ply, Move move)
{
    if (!move_is_quiet(move))
        return rank_capture(pos, move);
    for (int i = 0; i < MOVE_ORDER_KILLERS; i++)
        if (memory->killer[ply][i] == move)
            return RANK_KILLER - i;
    return memory->history[pos->turn][pos->type_at[move_from(move)]][move_to(move)];
}

void move_list_rank(MoveList *list, const Position *pos, const MoveMemory *memory, int ply,
                    Move table_move)
{
    for (int i = 0; i < list->count; i++)
        list->rank[i] = memory == NULL                ? 0
                        : list->move[i] == table_move ? RANK_TABLE
                                                      : rank_move(pos, memory, ply, list->move[i]);
    list->next = 0;
}

Move move_list_take(MoveList *list)
{
    int best = list->next;
    const int first = list->next++;

    for (int i = first + 1; i < list->count; i++)
        if (list->rank[i] > list->rank[best])
            best = i;

    const Move move = list->move[best];
    const int rank = list->rank[best];

    /* The others move up by one, so that equal ones keep their order. */
    memmove(&list->move[first + 1], &list->move[first], (size_t)(best - first) * sizeof(Move));
    memmove(&list->rank[first + 1], &list->rank[first], (size_t)(best - first) * sizeof(int));
    list->move[first] = move;
    list->rank[first] = rank;
    return move;
}

/* The more is known of a move, the less one more fact counts. */
static void adjust_history(int *history, int by)
{
    *history += by - *history * ABS(by) / HISTORY_LIMIT;
}

void move_memory_note_cut(MoveMemory *memory, const Position *pos, int ply, int depth,
                          const Move *tried, int count)
{
    const int bonus = MIN(depth * depth, 400) * 32;
    Move *killer = memory->killer[ply];

    if (killer[0] != tried[count - 1]) {
        killer[1] = killer[0];
        killer[0] = tried[count - 1];
    }
    for (int i = 0; i < count; i++)
        adjust_history(
            &memory->history[pos->turn][pos->type_at[move_from(tried[i])]][move_to(tried[i])],
            i == count - 1 ? bonus : -bonus);
}
