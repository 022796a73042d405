#include "players/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "board/antichess.h"
#include "board/movegen.h"
#include "players/search/search_memory.h"

#define ASPIRATION_WIDTH 20 /* hundredths of a pawn, the first time */
#define ASPIRATION_MIN_DEPTH 5

static void build_reductions(Search *search)
{
    for (int depth = 1; depth < SEARCH_REDUCTION_SIZE; depth++)
        for (int moves = 1; moves < SEARCH_REDUCTION_SIZE; moves++)
            search->reduction[depth][moves] = (uint8_t)(0.2 + log(depth) * log(moves) / 3);
}

Search *search_new(const SearchSettings *settings)
{
    Search *search = g_new0(Search, 1);

    search->settings = *settings;
    search->figures = evaluation_figures_new(settings->figures);
    build_reductions(search);
    return search;
}

void search_free(Search *search)
{
    g_clear_pointer(&search->table, transposition_table_free);
    g_free(search->figures);
    g_free(search);
}

void search_use_memory(Search *search, PositionMemory *memory, const char *player)
{
    search->positions = memory;
    search->player = player;
}

/* The root of the search: its moves, best first as far as that is known. */
typedef struct {
    const Position *pos;
    ThoughtMove moves[MOVEGEN_MAX_MOVES];
    int count;
    SearchResult result; /* of the finished depths */
    bool is_untold;      /* the line of the result is newer than the last thought */
} Root;

/* Half moves to the mate that @score announces. A search that does not count the distance takes it
 * from the line that it found. */
static int plies_to_mate(const Search *search, int score, int line_length)
{
    return search->settings.part[SEARCH_MATE_DISTANCE] ? SEARCH_MATE - abs(score) : line_length;
}

static bool is_watched(const Search *search)
{
    return search->deadline.limits != NULL && search->deadline.limits->listen != NULL;
}

static Thought thought_of(const Search *search, const Root *root, ThoughtKind kind, int depth)
{
    return (Thought){
        .kind = kind,
        .depth = depth,
        .nodes = search->nodes,
        .time_ms = thinking_deadline_elapsed_us(&search->deadline) / 1000,
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

    thought.move = root->moves[i].move;
    thought.number = i + 1;
    thought.count = root->count;
    thought.replies = search_tree_legal_moves(search, next, replies);
    search->deadline.limits->listen(&thought, search->deadline.limits->data);
}

static void tell_depth(const Search *search, Root *root, int depth)
{
    Thought thought = thought_of(search, root, THOUGHT_DEPTH, depth);

    thought.moves = root->moves;
    thought.count = root->count;
    search->deadline.limits->listen(&thought, search->deadline.limits->data);
    root->is_untold = false;
}

/* The line that is told last begins with the move that is played. */
static void tell_stopped(const Search *search, const Root *root, int depth)
{
    const Thought thought = thought_of(search, root, THOUGHT_STOPPED, depth);

    if (root->is_untold)
        search->deadline.limits->listen(&thought, search->deadline.limits->data);
}

/* Takes move @i as the best so far and puts it first: the next depth begins with it. */
static void take_best(Search *search, Root *root, int i, int score)
{
    SearchResult *result = &root->result;
    const Variation *rest = &search->line[1];
    const ThoughtMove best = root->moves[i];

    memmove(&root->moves[1], &root->moves[0], (size_t)i * sizeof best);
    root->moves[0] = best;
    result->move = best.move;
    result->score = score;
    result->line[0] = best.move;
    result->line_length = MIN(rest->length + 1, SEARCH_MAX_PLY);
    result->mate = search_tree_mate(score, plies_to_mate(search, score, result->line_length));
    memcpy(result->line + 1, rest->move, (size_t)(result->line_length - 1) * sizeof(Move));
    root->is_untold = true;
}

/* Searches all moves of the root; the best so far is in its result even if the search is stopped.
 * Only the first move may be below @alpha. */
static int search_root(Search *search, Root *root, int depth, int alpha, int beta)
{
    const SearchNode node = {
        root->pos, depth, alpha, beta, 0, MOVE_NONE, position_checkers(root->pos) != 0, true, 0};
    int best = -SEARCH_INFINITE_SCORE;

    for (int i = 0; i < root->count; i++) {
        const Move move = root->moves[i].move;
        Position next;
        int score;
        search_tree_enter(search, root->pos, move, &next);
        if (is_watched(search))
            tell_considering(search, root, depth, i, &next);
        score = search_tree_move(search, &node, &next, move, i, alpha);
        search_tree_leave(search);
        if (search->is_stopped)
            return best;
        root->moves[i].score_cp = score;
        root->moves[i].is_exact = score > alpha;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha)
            take_best(search, root, i, score);
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
    int width = ASPIRATION_WIDTH, alpha = -SEARCH_INFINITE_SCORE, beta = SEARCH_INFINITE_SCORE,
        score;
    const int expected = root->result.score;

    if (search->settings.part[SEARCH_ASPIRATION] && depth >= ASPIRATION_MIN_DEPTH &&
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
            alpha = width > 1000 ? -SEARCH_INFINITE_SCORE : expected - width;
        else
            beta = width > 1000 ? SEARCH_INFINITE_SCORE : expected + width;
    }
}

/* Whether no deeper search can change the move. */
static bool is_settled(const Search *search, const Root *root, int depth)
{
    const int score = root->result.score;

    if (search->settings.part[SEARCH_MATE_DISTANCE] && abs(score) >= SEARCH_MATE_BOUND &&
        SEARCH_MATE - abs(score) <= depth)
        return true;
    return search->limit.soft_us > 0 &&
           (root->count == 1 ||
            thinking_deadline_elapsed_us(&search->deadline) >= search->limit.soft_us);
}

/* Whether the search goes depth by depth. A search of only one depth that is stopped has looked at
 * only some of the moves, so a search that a limit may stop deepens, too. */
static bool is_iterative(const Search *search)
{
    const SearchLimit *limit = &search->limit;

    return search->settings.part[SEARCH_DEEPENING] || limit->nodes > 0 || limit->soft_us > 0 ||
           limit->hard_us > 0;
}

static int most_depth(const Search *search)
{
    return search->limit.depth > 0 ? MIN(search->limit.depth, SEARCH_MAX_DEPTH) : SEARCH_MAX_DEPTH;
}

/* Begins with @first, unless there is only one depth. */
static void search_depths(Search *search, Root *root, int first)
{
    const int most = most_depth(search);

    for (int depth = is_iterative(search) ? first : most; depth <= most; depth++) {
        search->ask_depth = MAX(SEARCH_MEMORY_MIN_DEPTH, (depth + 1) / 2);
        search_depth(search, root, depth);
        if (search->is_stopped) {
            if (is_watched(search))
                tell_stopped(search, root, depth);
            return;
        }
        root->result.depth = depth;
        if (is_watched(search))
            tell_depth(search, root, depth);
        if (is_settled(search, root, depth))
            return;
    }
}

/* Chooses by what stands on the board after each move, which takes next to no time: for a search
 * that is stopped before it has finished a single move. */
static void choose_at_once(Search *search, Root *root)
{
    const Quiescence quiescence = search->settings.quiescence;

    search->settings.quiescence = QUIESCENCE_OFF;
    search->limit = (SearchLimit){.depth = 1};
    search->deadline = thinking_deadline_new(NULL, 0);
    search->is_stopped = false;
    search_root(search, root, 1, -SEARCH_INFINITE_SCORE, SEARCH_INFINITE_SCORE);
    search->settings.quiescence = quiescence;
}

static int find_move(const Root *root, Move move)
{
    for (int i = 0; i < root->count; i++)
        if (root->moves[i].move == move)
            return i;
    return -1;
}

/* Takes what the memory knows of the root as if it had been searched here; whether nothing is left
 * to search. A search that does not go depth by depth has no use for less than its own depth. */
static bool recall_root(Search *search, Root *root, const GameLine *line)
{
    const int most = most_depth(search);
    MemoryEntry finding;
    int score, mate, place;
    Move move;

    if (!search_memory_recall(search, line, is_iterative(search) ? 1 : most, most, &finding, &move,
                              &score, &mate) ||
        (place = find_move(root, move)) < 0)
        return false;
    search->line[1].length = 0;
    take_best(search, root, place, score);
    root->result.mate = mate;
    root->result.depth = finding.depth;
    root->is_untold = false;
    return finding.depth >= most || is_settled(search, root, finding.depth);
}

/* Finds the result in the memory or by searching. */
static void find_result(Search *search, Root *root, const GameLine *line)
{
    int known;

    if (search->positions != NULL && recall_root(search, root, line))
        return;
    known = root->result.depth;
    search_depths(search, root, known + 1);
    if (root->result.move == MOVE_NONE)
        choose_at_once(search, root);
    root->result.nodes = search->nodes;
    if (search->positions != NULL && root->result.depth > known)
        search_memory_keep(search, line, &root->result, search->limit.depth);
}

/* The positions of @line that the next moves may bring back, and the present one. */
static void begin_keys(Search *search, const GameLine *line, const Position *pos)
{
    const int before = MIN(MIN(line->plies, pos->halfmove_clock), SEARCH_KEYS_BEFORE);

    memcpy(search->keys, line->keys + line->plies - before, (size_t)before * sizeof(uint64_t));
    search->keys[before] = pos->key;
    search->key_count = search->root_key_count = before + 1;
}

void search_get_ready(Search *search)
{
    if (search->settings.part[SEARCH_TABLE] && search->table == NULL)
        search->table = transposition_table_new((size_t)search->settings.hash_mebibytes);
}

static void begin_table(Search *search, const GameLine *line, const SearchLimit *limit)
{
    const bool is_timed = limit->soft_us > 0 || limit->hard_us > 0;

    search_get_ready(search);
    if (search->table != NULL)
        transposition_table_begin(search->table, !is_timed || line->game != search->game);
}

static void list_moves(const Search *search, Root *root)
{
    Move moves[MOVEGEN_MAX_MOVES];

    root->count = search_tree_legal_moves(search, root->pos, moves);
    for (int i = 0; i < root->count; i++)
        root->moves[i].move = moves[i];
}

/* Keeps the moves that the limits allow; all, if they allow none of them. */
static void keep_allowed(Root *root, const ThinkingLimits *limits)
{
    int kept = 0;

    for (int i = 0; i < root->count; i++)
        for (int j = 0; j < limits->only_count; j++)
            if (root->moves[i].move == limits->only[j]) {
                root->moves[kept++] = root->moves[i];
                break;
            }
    if (kept > 0)
        root->count = kept;
}

static void shuffle_moves(ThoughtMove *moves, int count, Random *random)
{
    for (int i = count - 1; i > 0; i--) {
        const uint32_t other = random_below(random, (uint32_t)i + 1);
        const ThoughtMove move = moves[i];
        moves[i] = moves[other];
        moves[other] = move;
    }
}

SearchResult search_run(Search *search, const GameLine *line, const SearchLimit *limit,
                        Random *random, const ThinkingLimits *limits)
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
    search->deadline = thinking_deadline_new(limits, limit->hard_us);
    search->is_stopped = false;
    list_moves(search, &root);
    if (limits != NULL && limits->only_count > 0)
        keep_allowed(&root, limits);
    if (search->settings.part[SEARCH_SHUFFLE])
        shuffle_moves(root.moves, root.count, random);
    search_memory_begin(search, line);
    find_result(search, &root, line);
    return root.result;
}
