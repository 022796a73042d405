#include "players/three/three_search.h"

#include <string.h>

#define INFINITE (THREE_SEARCH_WIN + 1)

/* The values for the scores of the sides. */
static ThreeValues values_of_scores(const int score[static THREE_COLOR_COUNT])
{
    const int sum = score[THREE_BLUE] + score[THREE_GREEN] + score[THREE_RED];

    return (ThreeValues){
        {3 * score[THREE_BLUE] - sum, 3 * score[THREE_GREEN] - sum, 3 * score[THREE_RED] - sum}};
}

ThreeValues three_search_values(const ThreePosition *pos)
{
    const int score[] = {three_position_score(pos, THREE_BLUE),
                         three_position_score(pos, THREE_GREEN),
                         three_position_score(pos, THREE_RED)};

    return values_of_scores(score);
}

static inline PieceType victim_of(const ThreePosition *pos, Move move)
{
    return three_position_type_at(pos, three_move_to(move));
}

static inline int promotion_gain(const ThreePosition *pos, Move move)
{
    const ThreeSquare to = three_move_to(move);

    if (three_square_row(to) != 0 || three_square_section(to) == pos->turn ||
        three_position_type_at(pos, three_move_from(move)) != PIECE_PAWN)
        return 0;
    return THREE_WORTH[PIECE_QUEEN] - THREE_WORTH[PIECE_PAWN];
}

int three_search_gain(const ThreePosition *pos, Move move)
{
    return THREE_WORTH[victim_of(pos, move)] + promotion_gain(pos, move);
}

int three_search_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES])
{
    const int count = three_movegen_moves(pos, out_moves);
    int takers = 0;

    for (int i = 0; i < count; i++)
        if (victim_of(pos, out_moves[i]) == PIECE_KING)
            out_moves[takers++] = out_moves[i]; /* never ahead of the reading */
    return takers > 0 ? takers : count;
}

int three_search_greedy_moves(const ThreePosition *pos, Move out_moves[static THREE_MAX_MOVES])
{
    const int count = three_movegen_moves(pos, out_moves);
    int best = 0, equals = 0;

    for (int i = 0; i < count; i++) {
        const int gain = three_search_gain(pos, out_moves[i]);
        if (gain > best) {
            best = gain;
            equals = 0;
        }
        if (gain == best)
            out_moves[equals++] = out_moves[i]; /* never ahead of the reading */
    }
    return equals;
}

static ThreeValues values_of_win(ThreeColor winner, ThreeColor loser, int plies)
{
    ThreeValues values = {{0}};

    values.side[winner] = THREE_SEARCH_WIN - plies;
    values.side[loser] = -values.side[winner];
    return values;
}

/* Value of @pos after @move, the last move examined, which is number @plies from the root. */
static ThreeValues values_after(const ThreePosition *pos, Move move, int plies)
{
    const ThreeColor us = (ThreeColor)pos->turn;
    const ThreePiece victim = pos->piece_at[three_move_to(move)];
    int score[] = {three_position_score(pos, THREE_BLUE), three_position_score(pos, THREE_GREEN),
                   three_position_score(pos, THREE_RED)};

    if (three_piece_type(victim) == PIECE_KING)
        return values_of_win(us, three_piece_color(victim), plies);
    score[us] += three_search_gain(pos, move);
    if (victim != PIECE_NONE)
        score[three_piece_color(victim)] -= THREE_WORTH[three_piece_type(victim)];
    return values_of_scores(score);
}

/* Whether @move leads to a position that is not searched further. */
static inline bool is_last(const ThreePosition *pos, Move move, int depth)
{
    return depth == 1 || victim_of(pos, move) == PIECE_KING;
}

/* Counts and limits of a search. */
typedef struct {
    ThreeSearchKind kind;
    ThreeColor root;
    uint64_t nodes;
    const ThinkingDeadline *deadline; /* or NULL */
    bool is_stopped;
    ThreeLine line[THREE_SEARCH_MAX_DEPTH + 2]; /* from the n-th move on: what the side that makes
                                                   it would choose in the node under way */
} Tree;

static void note_node(Tree *tree)
{
    if (++tree->nodes % THINKING_NODES_BETWEEN == 0 && tree->deadline != NULL &&
        thinking_deadline_is_over(tree->deadline))
        tree->is_stopped = true;
}

/* @move, number @plies from the root, is the best so far. */
static void note_best(Tree *tree, Move move, int plies)
{
    const ThreeLine *rest = &tree->line[plies + 1];
    ThreeLine *line = &tree->line[plies];

    line->moves[0] = move;
    line->length = rest->length + 1;
    memcpy(line->moves + 1, rest->moves, (size_t)rest->length * sizeof(Move));
}

static void note_root_move(Tree *tree, ThreeSearch *search, Move move, const ThreeValues *worth)
{
    const int value = worth->side[tree->root];

    search->tried[search->tried_count] = move;
    search->worth[search->tried_count++] = *worth;
    if (search->count == 0 || value > search->value) {
        search->value = value;
        search->count = 0;
    }
    if (value != search->value)
        return;
    note_best(tree, move, 1);
    search->lines[search->count] = tree->line[1];
    search->moves[search->count++] = move;
}

/* What @move, number @plies from the root, comes to, searched @depth plies deep with the moves
 * after it. The max^n search needs only @alpha < @beta. */
static ThreeValues value_after(Tree *tree, const ThreePosition *pos, Move move, int depth,
                               int plies, int alpha, int beta);

/* Moves that take much come first; of equal ones those that take from the searching side. */
static int order_of(const Tree *paranoid, const ThreePosition *pos, Move move)
{
    const ThreePiece victim = pos->piece_at[three_move_to(move)];
    const bool from_root = victim != PIECE_NONE && three_piece_color(victim) == paranoid->root;

    return 2 * three_search_gain(pos, move) + from_root;
}

static void sort_moves(const Tree *paranoid, const ThreePosition *pos, Move *moves, int count)
{
    uint8_t order[THREE_MAX_MOVES];

    for (int i = 0; i < count; i++) {
        const Move move = moves[i];
        const int place = order_of(paranoid, pos, move);
        int j = i;
        for (; j > 0 && order[j - 1] < place; j--) {
            order[j] = order[j - 1];
            moves[j] = moves[j - 1];
        }
        order[j] = (uint8_t)place;
        moves[j] = move;
    }
}

/* Whether the side @us prefers @a to @b. Against the paranoid side only its own value counts. */
static bool is_better(const Tree *tree, ThreeColor us, const ThreeValues *a, const ThreeValues *b)
{
    const ThreeColor root = tree->root, next = three_color_next(us);

    if (tree->kind == THREE_SEARCH_PARANOID)
        return us == root ? a->side[root] > b->side[root] : a->side[root] < b->side[root];
    if (a->side[us] != b->side[us])
        return a->side[us] > b->side[us];
    if (a->side[root] != b->side[root])
        return a->side[root] < b->side[root];
    return a->side[next] < b->side[next];
}

/* Of the values of a paranoid search only that of the searching side is set. */
static ThreeValues values_of(Tree *tree, const ThreePosition *pos, int depth, int plies, int alpha,
                             int beta)
{
    const bool is_paranoid = tree->kind == THREE_SEARCH_PARANOID;
    const ThreeColor us = (ThreeColor)pos->turn, root = tree->root;
    Move moves[THREE_MAX_MOVES];
    const int count =
        is_paranoid ? three_movegen_moves(pos, moves) : three_search_moves(pos, moves);
    ThreeValues best = {{0}};

    if (is_paranoid && depth > 1)
        sort_moves(tree, pos, moves, count);
    for (int i = 0; i < count && alpha < beta && !tree->is_stopped; i++) {
        const ThreeValues values = value_after(tree, pos, moves[i], depth, plies, alpha, beta);
        if (i > 0 && !is_better(tree, us, &values, &best))
            continue;
        best = values;
        note_best(tree, moves[i], plies);
        if (is_paranoid && us == root)
            alpha = MAX(alpha, best.side[root]);
        else if (is_paranoid)
            beta = MIN(beta, best.side[root]);
    }
    return best;
}

static ThreeValues value_after(Tree *tree, const ThreePosition *pos, Move move, int depth,
                               int plies, int alpha, int beta)
{
    ThreePosition next;

    note_node(tree);
    tree->line[plies + 1].length = 0;
    if (is_last(pos, move, depth))
        return values_after(pos, move, plies);
    next = *pos;
    three_position_play(&next, move);
    return values_of(tree, &next, depth - 1, plies + 1, alpha, beta);
}

/* The paranoid search begins each move of the root with a bound of one less than the best, so that
 * equal moves can be told from worse ones. */
static ThreeSearch search_root(ThreeSearchKind kind, const ThreePosition *pos, int depth,
                               const ThinkingDeadline *deadline)
{
    Tree tree = {.kind = kind, .root = (ThreeColor)pos->turn, .deadline = deadline};
    Move moves[THREE_MAX_MOVES];
    const int count = three_search_moves(pos, moves);
    ThreeSearch search;

    search.count = search.tried_count = 0;
    search.value = -INFINITE;
    if (kind == THREE_SEARCH_PARANOID)
        sort_moves(&tree, pos, moves, count);
    for (int i = 0; i < count && !tree.is_stopped; i++) {
        const ThreeValues worth =
            value_after(&tree, pos, moves[i], depth, 1, search.value - 1, INFINITE);
        note_root_move(&tree, &search, moves[i], &worth);
    }
    search.nodes = tree.nodes;
    search.is_stopped = tree.is_stopped;
    return search;
}

ThreeSearch three_search(ThreeSearchKind kind, const ThreePosition *pos, int depth,
                         const ThinkingDeadline *deadline)
{
    ThreeSearch deepest;

    if (deadline == NULL || !thinking_deadline_can_end(deadline))
        return search_root(kind, pos, depth, NULL);
    deepest = search_root(kind, pos, 1, NULL);
    for (int next = 2; next <= depth && !thinking_deadline_is_over(deadline); next++) {
        const ThreeSearch deeper = search_root(kind, pos, next, deadline);
        if (deeper.is_stopped)
            break;
        deepest = deeper;
    }
    return deepest;
}
