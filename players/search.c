#include "players/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/antichess.h"
#include "board/movegen.h"
#include "players/exchange.h"
#include "players/move_order.h"
#include "players/transposition.h"

#define INFINITE_SCORE 32000
#define KEYS_BEFORE 256     /* positions before the search that may come again in it */
#define NODES_BETWEEN 1024  /* looks at the clock */
#define REDUCTION_SIZE 64   /* moves and depths beyond it count as the last */
#define ASPIRATION_WIDTH 20 /* hundredths of a pawn, the first time */
#define ASPIRATION_MIN_DEPTH 5
#define NULL_MOVE_MIN_DEPTH 3
#define REDUCTION_MIN_DEPTH 3
#define REDUCTION_MIN_MOVES 3 /* that are searched before */
#define PRUNING_MAX_DEPTH 3
#define PRUNING_MARGIN 150 /* a half move */
#define PRUNING_MAX_EXCHANGE_DEPTH 1
#define DELTA_MARGIN 150 /* what a capture may bring beside the piece */

G_STATIC_ASSERT(SEARCH_MAX_PLY <= MOVE_ORDER_MAX_PLY);

typedef struct {
    Move move[SEARCH_MAX_PLY + 1];
    int length;
} Variation;

struct Search {
    SearchSettings settings;
    TranspositionTable *table;                         /* NULL: there is none, or not yet */
    const Game *game;                                  /* of the last search */
    uint8_t reduction[REDUCTION_SIZE][REDUCTION_SIZE]; /* by depth and moves before */

    /* Of the search under way. */
    bool losing_wins; /* it is antichess */
    Color root_turn;
    MoveMemory memory;
    Variation line[SEARCH_MAX_PLY + 2];              /* the best one found from each ply on */
    uint64_t keys[KEYS_BEFORE + SEARCH_MAX_PLY + 2]; /* of all positions up to the present one */
    int key_count, root_key_count;
    uint64_t nodes;
    SearchLimit limit;
    const ThinkingTerms *terms; /* or NULL */
    int64_t begin_us;
    bool may_stop, is_stopped;
};

static bool has(const Search *search, SearchPart part)
{
    return search_settings_has(&search->settings, part);
}

static void build_reductions(Search *search)
{
    for (int depth = 1; depth < REDUCTION_SIZE; depth++)
        for (int moves = 1; moves < REDUCTION_SIZE; moves++)
            search->reduction[depth][moves] = (uint8_t)(0.2 + log(depth) * log(moves) / 3);
}

Search *search_new(const SearchSettings *settings)
{
    Search *search = g_new0(Search, 1);

    search->settings = *settings;
    build_reductions(search);
    return search;
}

void search_free(Search *search)
{
    g_clear_pointer(&search->table, transposition_table_free);
    g_free(search);
}

static int64_t elapsed_ms(const Search *search)
{
    return (g_get_monotonic_time() - search->begin_us) / 1000;
}

static bool is_time_up(const Search *search)
{
    const ThinkingTerms *terms = search->terms;

    return (search->limit.hard_ms > 0 && elapsed_ms(search) >= search->limit.hard_ms) ||
           (terms != NULL && terms->is_interrupted != NULL && terms->is_interrupted(terms->data));
}

static void look_at_limits(Search *search)
{
    if (!search->may_stop)
        return;
    if ((search->limit.nodes > 0 && search->nodes >= search->limit.nodes) ||
        (search->nodes % NODES_BETWEEN == 0 && is_time_up(search)))
        search->is_stopped = true;
}

static int legal_moves(const Search *search, const Position *pos,
                       Move out_moves[static MOVEGEN_MAX_MOVES])
{
    return search->losing_wins ? antichess_moves(pos, out_moves) : movegen_moves(pos, out_moves);
}

/* Goes on to @out_next, the position after @move. */
static void enter(Search *search, const Position *pos, Move move, Position *out_next)
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

static void leave(Search *search)
{
    search->key_count--;
}

/* Whether the present position, the last of the keys, counts as a draw. */
static bool is_draw(const Search *search, const Position *pos)
{
    const int last = search->key_count - 1;
    int before = 0;

    if (pos->halfmove_clock >= 100)
        return true;
    for (int i = last - 1; i >= MAX(last - pos->halfmove_clock, 0); i--)
        if (search->keys[i] == pos->key && (i >= search->root_key_count - 1 || ++before == 2))
            return true;
    return false;
}

/* What it is worth to be mated, or in antichess to have lost, @ply half moves from now. */
static int lost(const Search *search, int ply)
{
    return has(search, SEARCH_MATE_DISTANCE) ? ply - SEARCH_MATE : -SEARCH_MATE;
}

/* How many moves the side that is not on turn would have. */
static int count_other_moves(const Position *pos)
{
    Position passed = *pos;

    passed.turn ^= 1;
    passed.en_passant = SQUARE_NONE;
    return movegen_count(&passed);
}

/* The evaluation of a position in which the side to move has @own_moves. */
static int evaluate(const Search *search, const Position *pos, int own_moves)
{
    if (has(search, SEARCH_PIECE_SQUARES) && !search->losing_wins)
        return evaluation_phased(pos);
    return evaluation_plain(pos, search->settings.weight, search->losing_wins, own_moves,
                            count_other_moves(pos));
}

static bool needs_move_count(const Search *search)
{
    return !has(search, SEARCH_PIECE_SQUARES) || search->losing_wins;
}

/* What a position is worth in which nothing is looked at any more. */
static int evaluate_leaf(const Search *search, const Position *pos, int ply)
{
    const bool in_check = position_checkers(pos) != 0;
    const int own_moves = in_check || needs_move_count(search) ? movegen_count(pos) : 1;

    if (own_moves == 0)
        return in_check ? lost(search, ply) : 0;
    return evaluate(search, pos, own_moves);
}

/* Whether the game is over by material in antichess; then @out_score is what that is worth. */
static bool is_piece_end(const Search *search, const Position *pos, int ply, int *out_score)
{
    int bare;

    if (!search->losing_wins || (bare = antichess_bare_side(pos)) == GAME_NOBODY)
        return false;
    if (bare != pos->turn || (position_checkers(pos) && !movegen_any(pos)))
        *out_score = lost(search, ply);
    else
        *out_score = -lost(search, ply);
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

/* Whether the capture @move cannot bring the score up to @alpha, or loses material. */
static bool is_hopeless_capture(const Search *search, const Position *pos, Move move, int standing,
                                int alpha)
{
    const PieceType victim =
        move_is_capture(move) ? position_type_at(pos, move_victim_square(move)) : PIECE_NONE;
    const int promotion = move_is_promotion(move) ? PIECE_VALUE[PIECE_QUEEN] : 0;

    return has(search, SEARCH_PRUNING) &&
           (standing + PIECE_VALUE[victim] + promotion + DELTA_MARGIN <= alpha ||
            !exchange_wins(pos, move, 0));
}

static void rank(const Search *search, MoveList *list, const Position *pos, int ply,
                 Move table_move)
{
    if (has(search, SEARCH_ORDERING))
        move_list_rank(list, pos, &search->memory, ply, table_move);
    else
        move_list_rank_none(list);
}

/* Adds the quiet moves to @list that give check from where they go, and are not lost there. */
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

/* Lists what quiescence looks at: captures and promotions to queens, behind the first horizon quiet
 * checks too, out of check everything. How many legal moves there are, or 1 if nobody asks. */
static int list_noisy(const Search *search, const Position *pos, int levels, bool evades,
                      MoveList *list)
{
    const bool counts = evades || needs_move_count(search);
    const int found =
        counts ? legal_moves(search, pos, list->move) : movegen_captures(pos, list->move);

    list->count = found;
    if (!evades) {
        list->count = 0;
        for (int i = 0; i < found; i++)
            if (!move_is_quiet(list->move[i]))
                list->move[list->count++] = list->move[i];
        if (levels == SEARCH_MAX_PLY && !search->losing_wins && has(search, SEARCH_EXTENSIONS))
            add_quiet_checks(pos, list);
    }
    return counts ? found : 1;
}

/* Searches captures, at most @levels of them one behind the other. A side that is not forced to
 * capture may also be content with how things stand. Out of check, which only full quiescence
 * looks at, all moves lead. */
static int quiesce(Search *search, const Position *pos, int levels, int alpha, int beta, int ply)
{
    const bool evades =
        search->settings.quiescence == QUIESCENCE_FULL && position_checkers(pos) != 0;
    MoveList list;
    bool is_forced;
    int best = -INFINITE_SCORE, standing = -INFINITE_SCORE, own_moves;

    search->line[ply].length = 0;
    if (search->is_stopped)
        return 0;
    if (is_piece_end(search, pos, ply, &best))
        return best;
    if (levels == 0 || ply >= SEARCH_MAX_PLY)
        return evaluate_leaf(search, pos, ply);
    own_moves = list_noisy(search, pos, levels, evades, &list);
    if (own_moves == 0)
        return position_checkers(pos) ? lost(search, ply) : 0;
    is_forced = evades || (search->losing_wins && list.count > 0 && move_is_capture(list.move[0]));
    if (!is_forced) {
        best = standing = evaluate(search, pos, own_moves);
        if (best >= beta)
            return best;
        alpha = MAX(alpha, best);
    }
    rank(search, &list, pos, MIN(ply, SEARCH_MAX_PLY - 1), MOVE_NONE);
    while (list.next < list.count && alpha < beta) {
        const Move move = move_list_take(&list);
        Position next;
        int score;
        if (!is_forced && !move_is_quiet(move) &&
            is_hopeless_capture(search, pos, move, standing, alpha))
            continue;
        enter(search, pos, move, &next);
        score = next.turn == pos->turn
                    ? quiesce(search, &next, levels - 1, alpha, beta, ply + 1)
                    : -quiesce(search, &next, levels - 1, -beta, -alpha, ply + 1);
        leave(search);
        if (search->is_stopped)
            return 0;
        if (score > alpha)
            take_line(search, ply, move);
        best = MAX(best, score);
        alpha = MAX(alpha, score);
    }
    return best;
}

/* What the position is worth that @last has led to and in which the depth is used up. */
static int search_horizon(Search *search, const Position *pos, Move last, int alpha, int beta,
                          int ply)
{
    switch (search->settings.quiescence) {
    case QUIESCENCE_FULL:
        return quiesce(search, pos, SEARCH_MAX_PLY, alpha, beta, ply);
    case QUIESCENCE_TRUNCATED:
        if (last != MOVE_NONE && move_is_capture(last))
            return quiesce(search, pos, pos->turn != search->root_turn ? 1 : 2, alpha, beta, ply);
        break;
    default:
        break;
    }
    return evaluate_leaf(search, pos, ply);
}

/* A node of the tree: where it stands and what is asked of it. */
typedef struct {
    const Position *pos;
    int depth, alpha, beta, ply;
    Move last;              /* that led here; MOVE_NONE after a pass */
    bool in_check, is_open; /* the window has room for more than yes and no */
    int standing;           /* the evaluation, if something asks for it */
} Node;

static int alpha_beta(Search *search, const Position *pos, int depth, int alpha, int beta, int ply,
                      Move last);

/* The score of @next, the position after @move, for the side to move of @node. */
static int descend(Search *search, const Node *node, const Position *next, Move move, int depth,
                   int alpha, int beta)
{
    if (next->turn == node->pos->turn)
        return alpha_beta(search, next, depth, alpha, beta, node->ply + 1, move);
    return -alpha_beta(search, next, depth, -beta, -alpha, node->ply + 1, move);
}

/* Mates count from the position in the table, from the root in the search. */
static int score_to_table(const Search *search, int score, int ply)
{
    if (!has(search, SEARCH_MATE_DISTANCE) || abs(score) < SEARCH_MATE_BOUND)
        return score;
    return score > 0 ? score + ply : score - ply;
}

static int score_from_table(const Search *search, int score, int ply)
{
    return score_to_table(search, score, -ply);
}

/* Whether what the table knows of the node answers it; @out_move is the move to look at first. */
static bool answers(const Search *search, const Node *node, Move *out_move, int *out_score)
{
    const TranspositionEntry *entry;

    *out_move = MOVE_NONE;
    if (search->table == NULL ||
        (entry = transposition_table_find(search->table, node->pos->key)) == NULL)
        return false;
    *out_move = entry->move;
    if (entry->depth < node->depth || (node->is_open && has(search, SEARCH_SCOUT)))
        return false;
    *out_score = score_from_table(search, entry->score, node->ply);
    return entry->bound == BOUND_EXACT ||
           (entry->bound == BOUND_LOWER ? *out_score >= node->beta : *out_score <= node->alpha);
}

static void note(Search *search, const Node *node, Move move, int score, Bound bound)
{
    if (search->table != NULL)
        transposition_table_note(search->table,
                                 (TranspositionEntry){
                                     .key = node->pos->key,
                                     .move = move,
                                     .score = (int16_t)score_to_table(search, score, node->ply),
                                     .depth = (int8_t)MAX(node->depth, 0),
                                     .bound = (uint8_t)bound,
                                 });
}

static bool has_pieces(const Position *pos)
{
    return pos->by_color[pos->turn] & ~(pos->by_type[PIECE_PAWN] | pos->by_type[PIECE_KING]);
}

/* Whether the side to move may pass and still reaches beta: then a move does, too. Not where all
 * moves may be bad ones, with pawns alone. */
static bool passes_well(Search *search, const Node *node)
{
    const int reduction = 2 + node->depth / 5;
    Position next;
    int score;

    if (!has(search, SEARCH_NULL_MOVE) || search->losing_wins || node->is_open || node->in_check ||
        node->last == MOVE_NONE || node->depth < NULL_MOVE_MIN_DEPTH ||
        node->standing < node->beta || !has_pieces(node->pos) ||
        abs(node->beta) >= SEARCH_MATE_BOUND)
        return false;
    next = *node->pos;
    position_pass(&next);
    search->keys[search->key_count++] = next.key;
    score = descend(search, node, &next, MOVE_NONE, node->depth - 1 - reduction, node->beta - 1,
                    node->beta);
    leave(search);
    return score >= node->beta;
}

/* How much less deep a late move is searched at first. */
static int reduction_of(const Search *search, const Node *node, const Position *next, Move move,
                        int moves_before)
{
    int reduction;

    if (!has(search, SEARCH_REDUCTIONS) || node->depth < REDUCTION_MIN_DEPTH ||
        moves_before < REDUCTION_MIN_MOVES || node->in_check || !move_is_quiet(move) ||
        position_checkers(next))
        return 0;
    reduction = search->reduction[MIN(node->depth, REDUCTION_SIZE - 1)]
                                 [MIN(moves_before, REDUCTION_SIZE - 1)];
    for (int i = 0; i < MOVE_ORDER_KILLERS; i++)
        if (search->memory.killer[node->ply][i] == move)
            reduction--;
    if (node->is_open)
        reduction--;
    return CLAMP(reduction, 0, node->depth - 2);
}

/* The score of @next, above @alpha only as far as that is certain. */
static int search_move(Search *search, const Node *node, const Position *next, Move move,
                       int moves_before, int alpha)
{
    const int depth = node->depth - 1, beta = node->beta;
    const int narrow = has(search, SEARCH_SCOUT) ? alpha + 1 : beta;
    const int reduction = reduction_of(search, node, next, move, moves_before);
    int score;

    if (moves_before == 0)
        return descend(search, node, next, move, depth, alpha, beta);
    score = descend(search, node, next, move, depth - reduction, alpha, narrow);
    if (reduction > 0 && score > alpha)
        score = descend(search, node, next, move, depth, alpha, narrow);
    if (narrow < beta && score > alpha && score < beta)
        score = descend(search, node, next, move, depth, alpha, beta);
    return score;
}

static bool may_prune(const Search *search, const Node *node)
{
    return has(search, SEARCH_PRUNING) && !search->losing_wins && !node->is_open &&
           !node->in_check && node->depth <= PRUNING_MAX_DEPTH &&
           abs(node->beta) < SEARCH_MATE_BOUND;
}

/* Whether the late move @move near the horizon is not looked at. */
static bool is_pruned(const Node *node, Move move, int moves_before)
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

/* Searches all moves of the node, which is not answered otherwise. */
static int search_moves(Search *search, const Node *node, MoveList *list)
{
    const bool prunes = may_prune(search, node);
    Move quiet[MOVEGEN_MAX_MOVES], best_move = MOVE_NONE;
    int alpha = node->alpha, best = -INFINITE_SCORE, quiets = 0, searched = 0;

    while (list->next < list->count) {
        const Move move = move_list_take(list);
        Position next;
        int score;
        if (prunes && searched > 0 && best > -SEARCH_MATE_BOUND &&
            is_pruned(node, move, searched) && !gives_check(node->pos, move))
            continue;
        if (move_is_quiet(move))
            quiet[quiets++] = move;
        enter(search, node->pos, move, &next);
        score = search_move(search, node, &next, move, searched++, alpha);
        leave(search);
        if (search->is_stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            best_move = move;
            take_line(search, node->ply, move);
            alpha = score;
        }
        if (alpha >= node->beta) {
            if (move_is_quiet(move))
                move_memory_note_cut(&search->memory, node->pos, node->ply, node->depth, quiet,
                                     quiets);
            break;
        }
    }
    note(search, node, best_move, best,
         best >= node->beta   ? BOUND_LOWER
         : best > node->alpha ? BOUND_EXACT
                              : BOUND_UPPER);
    return best;
}

static int alpha_beta(Search *search, const Position *pos, int depth, int alpha, int beta, int ply,
                      Move last)
{
    Node node = {pos, depth, alpha, beta, ply, last, position_checkers(pos) != 0, beta - alpha > 1,
                 0};
    MoveList list;
    Move table_move;
    int score;

    search->line[ply].length = 0;
    if (search->is_stopped || is_draw(search, pos))
        return 0;
    if (is_piece_end(search, pos, ply, &score))
        return score;
    if (node.in_check && has(search, SEARCH_EXTENSIONS))
        node.depth++;
    if (ply >= SEARCH_MAX_PLY - 1)
        return evaluate_leaf(search, pos, ply);
    if (node.depth <= 0)
        return search_horizon(search, pos, last, alpha, beta, ply);
    if (answers(search, &node, &table_move, &score))
        return score;
    list.count = legal_moves(search, pos, list.move);
    if (list.count == 0)
        return node.in_check ? lost(search, ply) : 0;
    if (!node.in_check && (has(search, SEARCH_PRUNING) || has(search, SEARCH_NULL_MOVE)))
        node.standing = evaluate(search, pos, list.count);
    if (may_prune(search, &node) && node.standing - PRUNING_MARGIN * node.depth >= beta)
        return node.standing;
    if (passes_well(search, &node))
        return beta;
    rank(search, &list, pos, ply, table_move);
    return search_moves(search, &node, &list);
}

/* What is done at the root: its moves, best first as far as they are known. */
typedef struct {
    const Position *pos;
    Move moves[MOVEGEN_MAX_MOVES];
    int count;
    SearchResult result; /* of the depths that are done */
} Root;

static int mate_of(const Search *search, int score)
{
    if (!has(search, SEARCH_MATE_DISTANCE) || abs(score) < SEARCH_MATE_BOUND)
        return 0;
    return score > 0 ? (SEARCH_MATE - score + 1) / 2 : -(SEARCH_MATE + score + 1) / 2;
}

static bool is_watched(const Search *search)
{
    return search->terms != NULL && search->terms->listen != NULL;
}

static Thought thought_of(const Search *search, const Root *root, ThoughtKind kind, int depth)
{
    return (Thought){
        .kind = kind,
        .depth = depth,
        .nodes = search->nodes,
        .time_ms = elapsed_ms(search),
        .line = root->result.line,
        .line_length = root->result.line_length,
        .score_cp = root->result.score,
        .mate = root->result.mate,
    };
}

static void tell_considering(const Search *search, const Root *root, int depth, int i,
                             const Position *next)
{
    Thought thought = thought_of(search, root, THOUGHT_CONSIDERING, depth);
    Move replies[MOVEGEN_MAX_MOVES];

    thought.move = root->moves[i];
    thought.number = i + 1;
    thought.count = root->count;
    thought.replies = legal_moves(search, next, replies);
    search->terms->listen(&thought, search->terms->data);
}

static void tell_depth(const Search *search, const Root *root, int depth)
{
    const Thought thought = thought_of(search, root, THOUGHT_DEPTH, depth);

    search->terms->listen(&thought, search->terms->data);
}

/* The best move so far is @i, which goes to the front: the next depth begins with it. */
static void take_best(Search *search, Root *root, int i, int score)
{
    SearchResult *result = &root->result;
    const Variation *rest = &search->line[1];
    const Move move = root->moves[i];

    memmove(&root->moves[1], &root->moves[0], (size_t)i * sizeof(Move));
    root->moves[0] = move;
    result->move = move;
    result->score = score;
    result->mate = mate_of(search, score);
    result->line[0] = move;
    result->line_length = MIN(rest->length + 1, SEARCH_MAX_PLY);
    memcpy(result->line + 1, rest->move, (size_t)(result->line_length - 1) * sizeof(Move));
}

/* Searches all moves of the root; what is best so far is in its result even if the search is
 * stopped. The first move alone may be below @alpha. */
static int search_root(Search *search, Root *root, int depth, int alpha, int beta)
{
    const Node node = {
        root->pos, depth, alpha, beta, 0, MOVE_NONE, position_checkers(root->pos) != 0, true, 0};
    int best = -INFINITE_SCORE;

    for (int i = 0; i < root->count; i++) {
        const Move move = root->moves[i];
        Position next;
        int score;
        enter(search, root->pos, move, &next);
        if (is_watched(search))
            tell_considering(search, root, depth, i, &next);
        score = search_move(search, &node, &next, move, i, alpha);
        leave(search);
        if (search->is_stopped)
            return best;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha)
            take_best(search, root, i, score);
        search->may_stop = true;
        alpha = MAX(alpha, score);
        if (alpha >= beta)
            break;
    }
    return best;
}

/* Searches @depth in a window about the score of the depth before, widened until it holds the true
 * score. */
static void search_depth(Search *search, Root *root, int depth)
{
    int width = ASPIRATION_WIDTH, alpha = -INFINITE_SCORE, beta = INFINITE_SCORE, score;
    const int expected = root->result.score;

    if (has(search, SEARCH_ASPIRATION) && depth >= ASPIRATION_MIN_DEPTH &&
        root->result.move != MOVE_NONE && abs(expected) < SEARCH_MATE_BOUND) {
        alpha = expected - width;
        beta = expected + width;
    }
    for (;;) {
        score = search_root(search, root, depth, alpha, beta);
        if (search->is_stopped || (score > alpha && score < beta))
            return;
        width *= 4;
        if (score <= alpha)
            alpha = width > 1000 ? -INFINITE_SCORE : expected - width;
        else
            beta = width > 1000 ? INFINITE_SCORE : expected + width;
    }
}

/* Whether no deeper search can change what is played. */
static bool is_settled(const Search *search, const Root *root, int depth)
{
    const int score = root->result.score;

    if (has(search, SEARCH_MATE_DISTANCE) && abs(score) >= SEARCH_MATE_BOUND &&
        SEARCH_MATE - abs(score) <= depth)
        return true;
    return search->limit.soft_ms > 0 &&
           (root->count == 1 || elapsed_ms(search) >= search->limit.soft_ms);
}

static void search_depths(Search *search, Root *root)
{
    const int most =
        search->limit.depth > 0 ? MIN(search->limit.depth, SEARCH_MAX_DEPTH) : SEARCH_MAX_DEPTH;

    for (int depth = has(search, SEARCH_DEEPENING) ? 1 : most; depth <= most; depth++) {
        search_depth(search, root, depth);
        if (search->is_stopped)
            return;
        root->result.depth = depth;
        if (is_watched(search))
            tell_depth(search, root, depth);
        if (is_settled(search, root, depth))
            return;
    }
}

/* The positions of @line that the next moves may bring back, and the present one. */
static void begin_keys(Search *search, const GameLine *line, const Position *pos)
{
    const int before = MIN(MIN(line->plies, pos->halfmove_clock), KEYS_BEFORE);

    memcpy(search->keys, line->keys + line->plies - before, (size_t)before * sizeof(uint64_t));
    search->keys[before] = pos->key;
    search->key_count = search->root_key_count = before + 1;
}

static void begin_table(Search *search, const GameLine *line, const SearchLimit *limit)
{
    const bool is_timed = limit->soft_ms > 0 || limit->hard_ms > 0;

    if (!has(search, SEARCH_TABLE))
        return;
    if (search->table == NULL)
        search->table = transposition_table_new((size_t)search->settings.hash_mebibytes);
    transposition_table_begin(search->table, !is_timed || line->game != search->game);
}

/* Keeps the moves that the terms allow; all, if they allow none of them. */
static void keep_allowed(Root *root, const ThinkingTerms *terms)
{
    int kept = 0;

    for (int i = 0; i < root->count; i++)
        for (int j = 0; j < terms->only_count; j++)
            if (root->moves[i] == terms->only[j]) {
                root->moves[kept++] = root->moves[i];
                break;
            }
    if (kept > 0)
        root->count = kept;
}

static void shuffle(Move *moves, int count, Random *random)
{
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = random_below(random, (uint32_t)i + 1);
        const Move move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
}

SearchResult search_run(Search *search, const GameLine *line, const SearchLimit *limit,
                        Random *random, const ThinkingTerms *terms)
{
    Root root = {.pos = &line->state.chess};

    begin_table(search, line, limit);
    begin_keys(search, line, root.pos);
    memset(&search->memory, 0, sizeof(search->memory));
    search->game = line->game;
    search->losing_wins = line->game == &GAME_ANTICHESS;
    search->root_turn = (Color)root.pos->turn;
    search->nodes = 0;
    search->limit = *limit;
    search->terms = terms;
    search->begin_us = g_get_monotonic_time();
    search->may_stop = search->is_stopped = false;
    root.count = legal_moves(search, root.pos, root.moves);
    if (terms != NULL && terms->only_count > 0)
        keep_allowed(&root, terms);
    if (has(search, SEARCH_SHUFFLE))
        shuffle(root.moves, root.count, random);
    search_depths(search, &root);
    root.result.nodes = search->nodes;
    return root.result;
}
