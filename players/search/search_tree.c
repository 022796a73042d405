#include "players/search/search_memory.h"

#include <stdlib.h>
#include <string.h>

#include "board/antichess.h"
#include "board/exchange.h"
#include "board/movegen.h"
#include "players/search/move_order.h"

#define NULL_MOVE_MIN_DEPTH 3
#define REDUCTION_MIN_DEPTH 3
#define REDUCTION_MIN_MOVES 3 /* moves that are searched first */
#define PRUNING_MAX_DEPTH 3
#define PRUNING_MARGIN 150 /* for each half move */
#define PRUNING_MAX_EXCHANGE_DEPTH 1
#define DELTA_MARGIN 150 /* what a capture may gain besides the piece */

G_STATIC_ASSERT(SEARCH_MAX_PLY <= MOVE_ORDER_MAX_PLY);

static void look_at_limits(Search *search)
{
    if ((search->limit.nodes > 0 && search->nodes >= search->limit.nodes) ||
        (search->nodes % THINKING_NODES_BETWEEN == 0 &&
         thinking_deadline_is_over(&search->deadline)))
        search->is_stopped = true;
}

int search_tree_legal_moves(const Search *search, const Position *pos,
                            Move out_moves[static MOVEGEN_MAX_MOVES])
{
    return search->losing_wins ? antichess_moves(pos, out_moves) : movegen_moves(pos, out_moves);
}

void search_tree_enter(Search *search, const Position *pos, Move move, Position *out_next)
{
    *out_next = *pos;
    if (search->losing_wins)
        antichess_play(out_next, move);
    else
        position_play(out_next, move);
    search->keys[search->key_count++] = out_next->key;
    search->nodes++;
    if (search->table != NULL)
        transposition_table_prefetch(search->table, out_next->key);
    look_at_limits(search);
}

void search_tree_leave(Search *search)
{
    search->key_count--;
}

/* Whether the present position, the last of the keys, counts as a draw; notes how far back that
 * reaches. */
static bool is_draw(Search *search, const Position *pos)
{
    const int last = search->key_count - 1;
    Move moves[MOVEGEN_MAX_MOVES];
    int before = 0;

    /* A mate by the last of the fifty moves counts. */
    if (pos->halfmove_clock >= 100 && search_tree_legal_moves(search, pos, moves) > 0) {
        search->reached_back = -1;
        return true;
    }
    for (int i = last - 1; i >= MAX(last - pos->halfmove_clock, 0); i--)
        if (search->keys[i] == pos->key && (i >= search->root_key_count - 1 || ++before == 2)) {
            search->reached_back = MIN(search->reached_back, i);
            return true;
        }
    return false;
}

/* Value of being mated, or in antichess of having lost, in @ply plies. */
static int score_of_loss(const Search *search, int ply)
{
    return search->settings.part[SEARCH_MATE_DISTANCE] ? ply - SEARCH_MATE : -SEARCH_MATE;
}

/* How many moves the side that is not to move would have. */
static int count_other_moves(const Position *pos)
{
    Position passed = *pos;

    passed.turn ^= 1;
    passed.en_passant = SQUARE_NONE;
    return movegen_count(&passed);
}

/* The evaluation of a position in which the side to move has @own_moves. */
static int evaluate_position(const Search *search, const Position *pos, int own_moves)
{
    if (search->settings.part[SEARCH_PIECE_SQUARES] && !search->losing_wins)
        return evaluation_phased(pos, search->figures);
    return evaluation_plain(pos, search->settings.weight, search->losing_wins, own_moves,
                            count_other_moves(pos));
}

static bool needs_move_count(const Search *search)
{
    return !search->settings.part[SEARCH_PIECE_SQUARES] || search->losing_wins;
}

/* Value of a position that is not searched further. */
static int evaluate_leaf(const Search *search, const Position *pos, int ply)
{
    const bool in_check = position_checkers(pos) != 0;
    const int own_moves = in_check || needs_move_count(search) ? movegen_count(pos) : 1;

    if (own_moves == 0)
        return in_check ? score_of_loss(search, ply) : 0;
    return evaluate_position(search, pos, own_moves);
}

/* Whether the game is over by material in antichess; then @out_score is what that is worth. */
static bool is_piece_end(const Search *search, const Position *pos, int ply, int *out_score)
{
    int bare;

    if (!search->losing_wins || (bare = antichess_bare_side(pos)) == GAME_NOBODY)
        return false;
    if (bare != pos->turn || (position_checkers(pos) && !movegen_any(pos)))
        *out_score = score_of_loss(search, ply);
    else
        *out_score = -score_of_loss(search, ply);
    return true;
}

/* The line from @ply on is now @move and the line from the next ply on. */
static void take_line(Search *search, int ply, Move move)
{
    Variation *line = &search->line[ply];
    const Variation *rest = &search->line[ply + 1];

    line->move[0] = move;
    memcpy(line->move + 1, rest->move, (size_t)rest->length * sizeof(Move));
    line->length = rest->length + 1;
}

/* Takes the line of @move, which is worth @score, if that is above @alpha. For a search without
 * mate distance all defences against a mate are equal: it takes the longest line, so that its
 * length is the distance of the mate. */
static void note_line(Search *search, int ply, Move move, int score, int alpha)
{
    const int length = search->line[ply + 1].length + 1;

    if (score > alpha || (!search->settings.part[SEARCH_MATE_DISTANCE] && score == -SEARCH_MATE &&
                          length > search->line[ply].length))
        take_line(search, ply, move);
}

/* Whether the capture @move cannot bring the score up to @alpha, or loses material. */
static bool is_hopeless_capture(const Search *search, const Position *pos, Move move, int standing,
                                int alpha)
{
    const PieceType victim =
        move_is_capture(move) ? position_type_at(pos, move_victim_square(move)) : PIECE_NONE;
    const int promotion = move_is_promotion(move) ? PIECE_VALUE[PIECE_QUEEN] : 0;

    return search->settings.part[SEARCH_PRUNING] &&
           (standing + PIECE_VALUE[victim] + promotion + DELTA_MARGIN <= alpha ||
            !exchange_wins(pos, move, 0));
}

/* What moves are ranked by; NULL: they are not. */
static const MoveMemory *order_of(const Search *search)
{
    return search->settings.part[SEARCH_ORDERING] ? &search->memory : NULL;
}

/* Adds to @list the quiet moves that give check from their new square and are not lost there. */
static void add_quiet_checks(const Position *pos, MoveList *list)
{
    const Square king = position_king(pos, color_opponent((Color)pos->turn));
    const Bitboard occupied = position_occupied(pos);
    const Bitboard diagonal = attacks_bishop(king, occupied),
                   straight = attacks_rook(king, occupied);
    const Bitboard checks[PIECE_TYPE_COUNT] = {
        [PIECE_PAWN] = attacks_pawn(color_opponent((Color)pos->turn), king),
        [PIECE_KNIGHT] = attacks_knight(king),
        [PIECE_BISHOP] = diagonal,
        [PIECE_ROOK] = straight,
        [PIECE_QUEEN] = diagonal | straight,
    };
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    for (int i = 0; i < count; i++)
        if (move_flag(moves[i]) <= MOVE_DOUBLE_PUSH &&
            bitboard_has(checks[pos->type_at[move_from(moves[i])]], move_to(moves[i])) &&
            exchange_wins(pos, moves[i], 0))
            list->move[list->count++] = moves[i];
}

/* Lists what quiescence looks at: captures and promotions to queens, at its first level also quiet
 * checks, and in check all moves. Returns how many legal moves there are, or 1 if that is not
 * needed. */
static int list_noisy(const Search *search, const Position *pos, int levels, bool evades,
                      MoveList *list)
{
    const bool counts = evades || needs_move_count(search);
    const int found = counts ? search_tree_legal_moves(search, pos, list->move)
                             : movegen_captures(pos, list->move);

    list->count = found;
    if (!evades) {
        list->count = 0;
        for (int i = 0; i < found; i++)
            if (!move_is_quiet(list->move[i]))
                list->move[list->count++] = list->move[i];
        if (levels == SEARCH_MAX_PLY && !search->losing_wins &&
            search->settings.part[SEARCH_EXTENSIONS])
            add_quiet_checks(pos, list);
    }
    return counts ? found : 1;
}

/* Searches captures, at most @levels of them one behind the other. A side that is not forced to
 * capture may also keep the score as it stands. In check, which only full quiescence looks at, all
 * moves are searched. */
static int search_captures(Search *search, const Position *pos, int levels, int alpha, int beta,
                           int ply)
{
    const bool evades =
        search->settings.quiescence == QUIESCENCE_FULL && position_checkers(pos) != 0;
    MoveList list;
    bool is_forced;
    int best = -SEARCH_INFINITE_SCORE, standing = -SEARCH_INFINITE_SCORE, own_moves;

    search->line[ply].length = 0;
    if (search->is_stopped)
        return 0;
    if (is_piece_end(search, pos, ply, &best))
        return best;
    if (levels == 0 || ply >= SEARCH_MAX_PLY)
        return evaluate_leaf(search, pos, ply);
    own_moves = list_noisy(search, pos, levels, evades, &list);
    if (own_moves == 0)
        return position_checkers(pos) ? score_of_loss(search, ply) : 0;
    is_forced = evades || (search->losing_wins && list.count > 0 && move_is_capture(list.move[0]));
    if (!is_forced) {
        best = standing = evaluate_position(search, pos, own_moves);
        if (best >= beta)
            return best;
        alpha = MAX(alpha, best);
    }
    move_list_rank(&list, pos, order_of(search), MIN(ply, SEARCH_MAX_PLY - 1), MOVE_NONE);
    while (list.next < list.count && alpha < beta) {
        const Move move = move_list_take(&list);
        Position next;
        int score;
        if (!is_forced && !move_is_quiet(move) &&
            is_hopeless_capture(search, pos, move, standing, alpha))
            continue;
        search_tree_enter(search, pos, move, &next);
        score = next.turn == pos->turn
                    ? search_captures(search, &next, levels - 1, alpha, beta, ply + 1)
                    : -search_captures(search, &next, levels - 1, -beta, -alpha, ply + 1);
        search_tree_leave(search);
        if (search->is_stopped)
            return 0;
        note_line(search, ply, move, score, alpha);
        best = MAX(best, score);
        alpha = MAX(alpha, score);
    }
    return best;
}

/* Value of the position after @last when no depth is left. */
static int search_horizon(Search *search, const Position *pos, Move last, int alpha, int beta,
                          int ply)
{
    switch (search->settings.quiescence) {
    case QUIESCENCE_FULL:
        return search_captures(search, pos, SEARCH_MAX_PLY, alpha, beta, ply);
    case QUIESCENCE_TRUNCATED:
        if (last != MOVE_NONE && move_is_capture(last))
            return search_captures(search, pos, pos->turn != search->root_turn ? 1 : 2, alpha, beta,
                                   ply);
        break;
    default:
        break;
    }
    return evaluate_leaf(search, pos, ply);
}

static int alpha_beta(Search *search, const Position *pos, int depth, int alpha, int beta, int ply,
                      Move last);

/* The score of @next, the position after @move, for the side to move of @node. */
static int search_child(Search *search, const SearchNode *node, const Position *next, Move move,
                        int depth, int alpha, int beta)
{
    if (next->turn == node->pos->turn)
        return alpha_beta(search, next, depth, alpha, beta, node->ply + 1, move);
    return -alpha_beta(search, next, depth, -beta, -alpha, node->ply + 1, move);
}

int search_tree_score_to_table(const Search *search, int score, int ply)
{
    if (!search->settings.part[SEARCH_MATE_DISTANCE] || abs(score) < SEARCH_MATE_BOUND)
        return score;
    return score > 0 ? score + ply : score - ply;
}

int search_tree_score_from_table(const Search *search, int score, int ply)
{
    return search_tree_score_to_table(search, score, -ply);
}

/* Whether the table's entry answers the node; @out_move is the move to look at first. */
static bool table_answers(const Search *search, const SearchNode *node, Move *out_move,
                          int *out_score)
{
    const TranspositionEntry *entry;

    *out_move = MOVE_NONE;
    if (search->table == NULL ||
        (entry = transposition_table_find(search->table, node->pos->key)) == NULL)
        return false;
    *out_move = entry->move;
    if (entry->depth < node->depth || (node->is_open && search->settings.part[SEARCH_SCOUT]))
        return false;
    *out_score = search_tree_score_from_table(search, entry->score, node->ply);
    return entry->bound == BOUND_EXACT ||
           (entry->bound == BOUND_LOWER ? *out_score >= node->beta : *out_score <= node->alpha);
}

static void note_result(Search *search, const SearchNode *node, Move move, int score, Bound bound)
{
    if (search->table != NULL)
        transposition_table_note(search->table, (TranspositionEntry){
                                                    .key = node->pos->key,
                                                    .move = move,
                                                    .score = (int16_t)search_tree_score_to_table(
                                                        search, score, node->ply),
                                                    .depth = (int8_t)MAX(node->depth, 0),
                                                    .bound = (uint8_t)bound,
                                                });
}

static bool has_pieces(const Position *pos)
{
    return pos->by_color[pos->turn] & ~(pos->by_type[PIECE_PAWN] | pos->by_type[PIECE_KING]);
}

/* Whether the side to move could pass and still reach beta: then a move does, too. Not tried with
 * pawns alone, where all moves may be bad. */
static bool passes_well(Search *search, const SearchNode *node)
{
    const int reduction = 2 + node->depth / 5;
    Position next;
    int score;

    if (!search->settings.part[SEARCH_NULL_MOVE] || search->losing_wins || node->is_open ||
        node->in_check || node->last == MOVE_NONE || node->depth < NULL_MOVE_MIN_DEPTH ||
        node->standing < node->beta || !has_pieces(node->pos) ||
        abs(node->beta) >= SEARCH_MATE_BOUND)
        return false;
    next = *node->pos;
    position_pass(&next);
    search->keys[search->key_count++] = next.key;
    score = search_child(search, node, &next, MOVE_NONE, node->depth - 1 - reduction,
                         node->beta - 1, node->beta);
    search_tree_leave(search);
    return score >= node->beta;
}

/* How much less deep a late move is searched at first. */
static int reduction_of(const Search *search, const SearchNode *node, const Position *next,
                        Move move, int moves_before)
{
    int reduction;

    if (!search->settings.part[SEARCH_REDUCTIONS] || node->depth < REDUCTION_MIN_DEPTH ||
        moves_before < REDUCTION_MIN_MOVES || node->in_check || !move_is_quiet(move) ||
        position_checkers(next))
        return 0;
    reduction = search->reduction[MIN(node->depth, SEARCH_REDUCTION_SIZE - 1)]
                                 [MIN(moves_before, SEARCH_REDUCTION_SIZE - 1)];
    for (int i = 0; i < MOVE_ORDER_KILLERS; i++)
        if (search->memory.killer[node->ply][i] == move)
            reduction--;
    if (node->is_open)
        reduction--;
    return CLAMP(reduction, 0, node->depth - 2);
}

int search_tree_move(Search *search, const SearchNode *node, const Position *next, Move move,
                     int moves_before, int alpha)
{
    const int depth = node->depth - 1, beta = node->beta;
    const int narrow = search->settings.part[SEARCH_SCOUT] ? alpha + 1 : beta;
    const int reduction = reduction_of(search, node, next, move, moves_before);
    int score;

    if (moves_before == 0)
        return search_child(search, node, next, move, depth, alpha, beta);
    score = search_child(search, node, next, move, depth - reduction, alpha, narrow);
    if (reduction > 0 && score > alpha)
        score = search_child(search, node, next, move, depth, alpha, narrow);
    if (narrow < beta && score > alpha && score < beta)
        score = search_child(search, node, next, move, depth, alpha, beta);
    return score;
}

static bool may_prune(const Search *search, const SearchNode *node)
{
    return search->settings.part[SEARCH_PRUNING] && !search->losing_wins && !node->is_open &&
           !node->in_check && node->depth <= PRUNING_MAX_DEPTH &&
           abs(node->beta) < SEARCH_MATE_BOUND;
}

/* Whether the late move @move, near the horizon, is skipped. */
static bool is_pruned(const SearchNode *node, Move move, int moves_before)
{
    const int depth = node->depth;

    if (!move_is_quiet(move))
        return depth <= PRUNING_MAX_EXCHANGE_DEPTH &&
               !exchange_wins(node->pos, move, -PIECE_VALUE[PIECE_PAWN] * depth);
    return moves_before > 3 + depth * depth ||
           node->standing + PRUNING_MARGIN * (depth + 1) <= node->alpha;
}

static bool gives_check(const Position *pos, Move move)
{
    Position next = *pos;

    position_play(&next, move);
    return position_checkers(&next) != 0;
}

/* Searches all moves of a node that is not answered otherwise. */
static int search_moves(Search *search, const SearchNode *node, MoveList *list)
{
    const bool prunes = may_prune(search, node);
    const uint64_t nodes_before = search->nodes;
    const int reached_back = search->reached_back;
    Move top = MOVE_NONE; /* the best move, even if it does not reach alpha */
    Bound bound;
    Move quiet[MOVEGEN_MAX_MOVES], best_move = MOVE_NONE;
    int alpha = node->alpha, best = -SEARCH_INFINITE_SCORE, quiets = 0, searched = 0;

    search->reached_back = G_MAXINT;
    while (list->next < list->count) {
        const Move move = move_list_take(list);
        Position next;
        int score;
        if (prunes && searched > 0 && best > -SEARCH_MATE_BOUND &&
            is_pruned(node, move, searched) && !gives_check(node->pos, move))
            continue;
        if (move_is_quiet(move))
            quiet[quiets++] = move;
        search_tree_enter(search, node->pos, move, &next);
        score = search_tree_move(search, node, &next, move, searched++, alpha);
        search_tree_leave(search);
        if (search->is_stopped)
            return 0;
        note_line(search, node->ply, move, score, alpha);
        if (score <= best)
            continue;
        best = score;
        top = move;
        if (score > alpha) {
            best_move = move;
            alpha = score;
        }
        if (alpha >= node->beta) {
            if (move_is_quiet(move))
                move_memory_note_cut(&search->memory, node->pos, node->ply, node->depth, quiet,
                                     quiets);
            break;
        }
    }
    bound = best >= node->beta ? BOUND_LOWER : best > node->alpha ? BOUND_EXACT : BOUND_UPPER;
    /* A score that rests on positions above the node is not true of the node in another line.
     * Without a memory the table keeps it all the same, for this search. With one it does not, as
     * what the table gives may go into the memory. */
    if (search->positions == NULL) {
        note_result(search, node, best_move, best, bound);
    } else if (search->reached_back >= search->key_count - 1) {
        note_result(search, node, best_move, best, bound);
        search_memory_note(search, node, top, best, bound, search->nodes - nodes_before);
    }
    search->reached_back = MIN(search->reached_back, reached_back);
    return best;
}

static int alpha_beta(Search *search, const Position *pos, int depth, int alpha, int beta, int ply,
                      Move last)
{
    SearchNode node = {
        pos, depth, alpha, beta, ply, last, position_checkers(pos) != 0, beta - alpha > 1, 0};
    MoveList list;
    Move table_move;
    int score;

    search->line[ply].length = 0;
    if (search->is_stopped || is_draw(search, pos))
        return 0;
    if (is_piece_end(search, pos, ply, &score))
        return score;
    if (node.in_check && search->settings.part[SEARCH_EXTENSIONS])
        node.depth++;
    if (ply >= SEARCH_MAX_PLY - 1)
        return evaluate_leaf(search, pos, ply);
    if (node.depth <= 0)
        return search_horizon(search, pos, last, alpha, beta, ply);
    if (table_answers(search, &node, &table_move, &score))
        return score;
    if (search->positions != NULL && search_memory_answers(search, &node, &score))
        return score;
    list.count = search_tree_legal_moves(search, pos, list.move);
    if (list.count == 0)
        return node.in_check ? score_of_loss(search, ply) : 0;
    if (!node.in_check &&
        (search->settings.part[SEARCH_PRUNING] || search->settings.part[SEARCH_NULL_MOVE]))
        node.standing = evaluate_position(search, pos, list.count);
    if (may_prune(search, &node) && node.standing - PRUNING_MARGIN * node.depth >= beta)
        return node.standing;
    if (passes_well(search, &node))
        return beta;
    move_list_rank(&list, pos, order_of(search), ply, table_move);
    return search_moves(search, &node, &list);
}
