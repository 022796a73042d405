#include "players/search/search_memory.h"

#include <stdlib.h>
#include <string.h>

#include "board/antichess.h"

/* Source: G. Fowler, L. C. Noll and K.-P. Vo, the FNV-1a hash of 64 bits, RFC 9923. */
#define FNV_OFFSET UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

#define FIFTY_MOVES 100         /* half moves */
#define NODE_WAIT_MS 50         /* for a question about a node */
#define WATCHED_WAIT_MS 1000    /* for a question about the root, while the caller may interrupt */
#define SHARE_OF_LIMIT 4        /* a quarter of a time limit may go into asking about the root */
#define SHARE_OF_TIME 4         /* no more than a quarter of the time goes into asking, ... */
#define FIRST_QUESTIONS_US 5000 /* ... beyond the first questions */

uint64_t search_memory_evaluation(const SearchSettings *settings, const Game *game,
                                  bool is_root_turn)
{
    const bool is_phased = settings->part[SEARCH_PIECE_SQUARES] && game != &GAME_ANTICHESS;
    const bool has_own_figures =
        memcmp(settings->figures, FIGURES_STANDARD, sizeof settings->figures) != 0;
    const bool has_sides = settings->quiescence == QUIESCENCE_TRUNCATED && !is_root_turn;
    g_autoptr(GString) text = g_string_new(NULL);
    uint64_t number = FNV_OFFSET;

    g_string_printf(text, "%d %s %s %d %d %d", EVALUATION_VERSION, game->name,
                    is_phased ? "phased" : "plain", (int)settings->quiescence, has_sides,
                    settings->part[SEARCH_MATE_DISTANCE]);
    for (int weight = 0; !is_phased && weight < WEIGHT_COUNT; weight++)
        g_string_append_printf(text, " %d", settings->weight[weight]);
    for (int i = 0; is_phased && has_own_figures && i < FIGURE_COUNT; i++)
        g_string_append_printf(text, " %d %d", settings->figures[i].middle,
                               settings->figures[i].end);
    for (const char *c = text->str; *c != '\0'; c++)
        number = (number ^ (uint8_t)*c) * FNV_PRIME;
    return MAX(number, 1);
}

void search_memory_begin(Search *search, const GameLine *line)
{
    search->asking_us = 0;
    search->reached_back = G_MAXINT;
    if (search->positions == NULL || search->evaluation_of == line->game)
        return;
    search->evaluation_of = line->game;
    for (int is_root_turn = 0; is_root_turn < 2; is_root_turn++)
        search->evaluation[is_root_turn] =
            search_memory_evaluation(&search->settings, line->game, is_root_turn);
}

static uint64_t evaluation_at(const Search *search, const Position *pos)
{
    return search->evaluation[(Color)pos->turn == search->root_turn];
}

/* Turns a score of the side to move into a metric of White, and back; mates are counted from the
 * position in both. */
static int score_of_white(const Position *pos, int score)
{
    return pos->turn == COLOR_WHITE ? score : -score;
}

static Bound turned_bound(const Position *pos, Bound bound)
{
    if (pos->turn == COLOR_WHITE || bound == BOUND_EXACT)
        return bound;
    return bound == BOUND_LOWER ? BOUND_UPPER : BOUND_LOWER;
}

/* Whether a search of @depth finds at the root what it would find there in any game.
 *
 * Source: R. Wagner, homeostatic chess player (2001): "disabling server memory use in duplicate
 *         positions". */
static bool is_of_any_game(const GameLine *line, int depth)
{
    const uint64_t key = line->game->key(&line->state);

    return game_line_repetitions(line, key, line->plies) == 0 &&
           line->state.chess.halfmove_clock + depth < FIFTY_MOVES;
}

/* The same for a node, whose position is the last of the keys. */
static bool is_of_any_line(const Search *search, const Position *pos, int depth)
{
    const int last = search->key_count - 1;

    if (pos->halfmove_clock + depth >= FIFTY_MOVES)
        return false;
    for (int i = last - 1; i >= MAX(last - pos->halfmove_clock, 0); i--)
        if (search->keys[i] == pos->key)
            return false;
    return true;
}

static int root_wait_ms(const Search *search)
{
    const ThinkingLimits *limits = search->deadline.limits;
    const int64_t limit = search->limit.hard_us > 0 ? MAX(search->limit.hard_us / 1000, 1) : 0;
    int64_t wait = limits != NULL && limits->is_interrupted != NULL ? WATCHED_WAIT_MS : 0;

    if (limit > 0)
        wait = wait > 0 ? MIN(wait, limit / SHARE_OF_LIMIT) : limit / SHARE_OF_LIMIT;
    return limit > 0 ? (int)CLAMP(wait, 1, G_MAXINT) : (int)wait;
}

/* At the root the memory has mates with their distance, even if the search does not count it: it is
 * taken from the line found. */
static int score_of_result(const Search *search, const SearchResult *result)
{
    if (result->mate == 0 || search->settings.part[SEARCH_MATE_DISTANCE])
        return result->score;
    return result->mate > 0 ? SEARCH_MATE + 1 - 2 * result->mate : -SEARCH_MATE - 2 * result->mate;
}

/* The score as this search counts mates. */
static int score_of_memory(const Search *search, int score)
{
    if (search->settings.part[SEARCH_MATE_DISTANCE] || abs(score) < SEARCH_MATE_BOUND)
        return score;
    return score > 0 ? SEARCH_MATE : -SEARCH_MATE;
}

static void tell_remembered(const Search *search, const MemoryEntry *finding, Move move, int score)
{
    const Thought thought = {
        .kind = THOUGHT_REMEMBERED,
        .depth = finding->depth,
        .nodes = finding->nodes,
        .line = &move,
        .line_length = 1,
        .score_cp = score,
        .mate = search_tree_mate(score, SEARCH_MATE - abs(score)),
        .player = finding->player,
    };

    if (search->deadline.limits != NULL && search->deadline.limits->listen != NULL)
        search->deadline.limits->listen(&thought, search->deadline.limits->data);
}

bool search_memory_recall(Search *search, const GameLine *line, int min_depth, int most_depth,
                          MemoryEntry *out_finding, Move *out_move, int *out_score, int *out_mate)
{
    const Position *pos = &line->state.chess;
    const PositionQuestion question = {
        .evaluation = evaluation_at(search, pos),
        .wanted = MEMORY_WANTED_EXACT(min_depth),
        .wait_ms = root_wait_ms(search),
    };

    if (!is_of_any_game(line, min_depth) ||
        !position_memory_find(search->positions, line->game, &line->state, &question, out_finding,
                              out_move) ||
        !is_of_any_game(line, MIN(out_finding->depth, most_depth)))
        return false;
    *out_score = score_of_white(pos, out_finding->metric_cp);
    if (abs(*out_score) > SEARCH_MATE)
        return false;
    tell_remembered(search, out_finding, *out_move, *out_score);
    *out_mate = search_tree_mate(*out_score, SEARCH_MATE - abs(*out_score));
    *out_score = score_of_memory(search, *out_score);
    return true;
}

static void store_entry(Search *search, const GameState *state, MemoryEntry *finding, Move move)
{
    finding->evaluation = evaluation_at(search, &state->chess);
    finding->bound = turned_bound(&state->chess, finding->bound);
    finding->metric_cp = score_of_white(&state->chess, finding->metric_cp);
    g_strlcpy(finding->player, search->player, sizeof finding->player);
    position_memory_store(search->positions, search->game, state, finding, move);
}

/* How deep @result counts as searched: at a mate that is proven the search may end early, as
 * nothing deeper changes it. */
static int depth_of(const Search *search, const SearchResult *result, int limit)
{
    const int distance = SEARCH_MATE - abs(result->score);

    return search->settings.part[SEARCH_MATE_DISTANCE] && distance <= result->depth
               ? MAX(result->depth, limit)
               : result->depth;
}

void search_memory_keep(Search *search, const GameLine *line, const SearchResult *result, int limit)
{
    MemoryEntry finding = {
        .depth = depth_of(search, result, limit),
        .bound = BOUND_EXACT,
        .metric_cp = score_of_result(search, result),
        .nodes = result->nodes,
    };

    if (result->depth > 0 && search->reached_back >= search->root_key_count - 1 &&
        is_of_any_game(line, finding.depth))
        store_entry(search, &line->state, &finding, result->move);
}

/* A frozen memory answers at once; asking a live one must not take the time that it is to save. */
static bool may_ask(const Search *search)
{
    return position_memory_is_frozen(search->positions) ||
           search->asking_us * SHARE_OF_TIME <= g_get_monotonic_time() - search->deadline.begin_us +
                                                    FIRST_QUESTIONS_US * SHARE_OF_TIME;
}

/* In an open window only an exact score is useful. */
static MemoryWanted wanted_at(const SearchNode *node)
{
    const bool is_white = node->pos->turn == COLOR_WHITE;

    if (node->is_open)
        return MEMORY_WANTED_EXACT(node->depth);
    return (MemoryWanted){
        .min_depth = node->depth,
        .at_least_cp = is_white ? node->beta : -node->alpha,
        .at_most_cp = is_white ? node->alpha : -node->beta,
    };
}

static bool ask_memory(Search *search, const SearchNode *node, MemoryEntry *out_finding,
                       Move *out_move)
{
    const GameState state = {.chess = *node->pos};
    const PositionQuestion question = {
        .evaluation = evaluation_at(search, node->pos),
        .wanted = wanted_at(node),
        .wait_ms = NODE_WAIT_MS,
    };
    const int64_t begin_us = g_get_monotonic_time();
    const bool found = position_memory_find(search->positions, search->game, &state, &question,
                                            out_finding, out_move);

    search->asking_us += g_get_monotonic_time() - begin_us;
    return found;
}

bool search_memory_answers(Search *search, const SearchNode *node, int *out_score)
{
    MemoryEntry finding;
    Bound bound;
    Move move;
    int score;

    if (node->depth < search->ask_depth || !is_of_any_line(search, node->pos, node->depth) ||
        !may_ask(search) || !ask_memory(search, node, &finding, &move))
        return false;
    bound = turned_bound(node->pos, finding.bound);
    score = score_of_white(node->pos, finding.metric_cp);
    if (abs(score) > SEARCH_MATE)
        return false;
    score = search_tree_score_from_table(search, score_of_memory(search, score), node->ply);
    if ((bound == BOUND_LOWER && score < node->beta) ||
        (bound == BOUND_UPPER && score > node->alpha))
        return false;
    search->line[node->ply] = (Variation){.move = {move}, .length = 1};
    *out_score = score;
    return true;
}

void search_memory_note(Search *search, const SearchNode *node, Move move, int score, Bound bound,
                        uint64_t nodes)
{
    const GameState state = {.chess = *node->pos};
    MemoryEntry finding = {
        .depth = node->depth,
        .bound = bound,
        .metric_cp = search_tree_score_to_table(search, score, node->ply),
        .nodes = nodes,
    };

    if (node->depth >= search->ask_depth && is_of_any_line(search, node->pos, node->depth))
        store_entry(search, &state, &finding, move);
}
