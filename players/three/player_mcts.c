/* The player `mcts`: Monte Carlo tree search by UCT, with a reward for each of three sides: the
 * side to move follows the child with the highest upper bound of its own mean reward.
 *
 * From the first position that is new to the tree a playout plays as `greedy` does. It ends with
 * the game or after six plies. The side that takes a king gets 1000, the owner of the king 0 and
 * the third side 500; in a draw all get 500. Otherwise each side gets 500 plus 8 for each third of
 * a pawn by which it leads (three_search.h), from 100 to 900. The most visited move is played, at
 * random among equal ones. Repetitions and limits of plies are not foreseen. The tree is made
 * anew for each move; of a million playouts it takes some 200 megabytes.
 *
 * Sources: L. Kocsis and C. Szepesvari, Bandit based Monte-Carlo planning, ECML 2006; for more than
 * two sides N. R. Sturtevant, An analysis of UCT in multi-player games, CG 2008. */
#include <math.h>

#include "board/threechess.h"
#include "players/player_kinds.h"
#include "players/three/three_search.h"

#define MAX_PATH 256 /* no playout goes deeper into the tree */
#define FIRST_CAPACITY 4096

#define PLAYOUT_PLIES 6
#define PLAYOUTS_BETWEEN 64 /* playouts between two looks at the clock */
#define LEAD_REWARD 8

#define REWARD_MOST 1000
#define REWARD_EVEN 500
#define REWARD_OF_LEAD 400 /* the most by which a lead changes the reward */

/* The factor below the root in UCB1, 2 ln N / n times the square of the range of rewards, for a
 * logarithm by log2_of(), whose unit is ln 2 / 65536. */
#define EXPLORATION (2 * 0.69314718055994531 / 65536 * REWARD_MOST * REWARD_MOST)

static const PlayerNumber PLAYOUTS = {
    .key = "playouts",
    .least = 1,
    .most = 1000000,
    .is_required = true,
};

typedef struct {
    Move move; /* the move that leads here */
    uint16_t child_count;
    uint32_t first_child; /* its index in Mcts.nodes; 0, the root: there are no children yet */
    uint32_t visits;
    uint64_t reward; /* the sum of the rewards of the side that made the move */
} Node;

typedef struct {
    Player player;
    Node *nodes; /* kept from move to move; grows with the trees */
    uint32_t count, capacity;
} Mcts;

typedef struct {
    int side[THREE_COLOR_COUNT];
} Rewards;

static const Rewards EVEN = {{REWARD_EVEN, REWARD_EVEN, REWARD_EVEN}};

/* The logarithm of @n, from 1, to base 2, made by squaring: the same on every machine, which log()
 * does not promise. Units: 1/65536. */
static uint32_t log2_of(uint32_t n)
{
    const int whole = 31 - __builtin_clz(n);
    uint64_t rest = (uint64_t)n << (31 - whole); /* 1 to 2, in units of 1 / 2^31 */
    uint32_t result = (uint32_t)whole;

    for (int bit = 0; bit < 16; bit++) {
        rest = rest * rest >> 31;
        result = result << 1 | (uint32_t)(rest >> 32);
        rest >>= rest >> 32;
    }
    return result;
}

/* Makes room for @count more nodes and returns the first. */
static uint32_t add_nodes(Mcts *mcts, int count)
{
    const uint32_t first = mcts->count;

    mcts->count += (uint32_t)count;
    while (mcts->count > mcts->capacity) {
        mcts->capacity = MAX(2 * mcts->capacity, FIRST_CAPACITY);
        mcts->nodes = g_renew(Node, mcts->nodes, mcts->capacity);
    }
    return first;
}

/* Makes children of @node for all moves in @pos, in a random order, in which they are first
 * visited. */
static void expand_node(Mcts *mcts, uint32_t node, const ThreePosition *pos, Random *random)
{
    Move moves[THREE_MAX_MOVES];
    const int count = three_search_moves(pos, moves);
    const uint32_t first = add_nodes(mcts, count);

    for (int i = 0; i < count; i++) {
        const int drawn = i + (int)random_below(random, (uint32_t)(count - i));
        const Move move = moves[drawn];
        moves[drawn] = moves[i];
        mcts->nodes[first + (uint32_t)i] = (Node){.move = move};
    }
    mcts->nodes[node].first_child = first;
    mcts->nodes[node].child_count = (uint16_t)count;
}

/* The child of @node to visit next: one that was never visited, else the one with the highest
 * bound. Additions of products are avoided, as some machines round them once and others twice. */
static uint32_t select_child(const Mcts *mcts, uint32_t node)
{
    const uint32_t first = mcts->nodes[node].first_child;
    const uint32_t end = first + mcts->nodes[node].child_count;
    const double exploration = EXPLORATION * log2_of(mcts->nodes[node].visits);
    double best = -1;
    uint32_t selected = first;

    for (uint32_t child = first; child < end; child++) {
        const Node *at = &mcts->nodes[child];
        double bound;
        if (at->visits == 0)
            return child;
        bound = (double)at->reward / at->visits + sqrt(exploration / at->visits);
        if (bound > best) {
            best = bound;
            selected = child;
        }
    }
    return selected;
}

static Rewards rewards_of_end(const ThreePosition *pos, int winner)
{
    Rewards rewards = EVEN;

    rewards.side[winner] = REWARD_MOST;
    rewards.side[pos->king_taken[winner]] = 0;
    return rewards;
}

static Rewards rewards_of_lead(const ThreePosition *pos)
{
    const ThreeValues lead = three_search_values(pos);
    Rewards rewards = EVEN;

    for (int side = 0; side < THREE_COLOR_COUNT; side++)
        rewards.side[side] += CLAMP(LEAD_REWARD * lead.side[side], -REWARD_OF_LEAD, REWARD_OF_LEAD);
    return rewards;
}

static Rewards play_out(ThreePosition *pos, Random *random)
{
    Move moves[THREE_MAX_MOVES];

    for (int ply = 0;; ply++) {
        const int winner = three_position_winner(pos);
        int count;
        if (winner != THREE_NOBODY)
            return rewards_of_end(pos, winner);
        if (ply == PLAYOUT_PLIES)
            return rewards_of_lead(pos);
        count = three_search_greedy_moves(pos, moves);
        if (count == 0)
            return EVEN; /* a draw */
        three_position_play(pos, moves[random_below(random, (uint32_t)count)]);
    }
}

/* Walks from the root to a node that is new or ends the game, and plays out from there. */
static void visit_leaf(Mcts *mcts, const ThreePosition *root, Random *random)
{
    ThreePosition pos = *root;
    uint32_t path[MAX_PATH], node = 0;
    int length = 0;
    Rewards rewards;

    while (length < MAX_PATH && three_position_winner(&pos) == THREE_NOBODY) {
        if (mcts->nodes[node].first_child == 0) {
            if (mcts->nodes[node].visits == 0)
                break;
            expand_node(mcts, node, &pos, random);
        }
        if (mcts->nodes[node].child_count == 0)
            break;
        node = select_child(mcts, node);
        three_position_play(&pos, mcts->nodes[node].move);
        path[length++] = node;
    }
    rewards = play_out(&pos, random);
    mcts->nodes[0].visits++;
    for (int i = 0; i < length; i++) {
        mcts->nodes[path[i]].visits++;
        mcts->nodes[path[i]].reward += (uint64_t)rewards.side[(root->turn + i) % THREE_COLOR_COUNT];
    }
}

/* One of the most visited children of the root. */
static Move draw_best(const Mcts *mcts, Random *random, Grades *grades)
{
    const Node *children = &mcts->nodes[mcts->nodes[0].first_child];
    const int count = mcts->nodes[0].child_count;
    Move moves[THREE_MAX_MOVES];
    uint32_t best = 0, equals = 0;

    grades_begin(grades, (const char *const[]){"mean reward", "visits", NULL});
    for (int i = 0; i < count; i++) {
        if (children[i].visits > best) {
            best = children[i].visits;
            equals = 0;
        }
        grades_add(grades, children[i].move,
                   (int[]){(int)(children[i].reward / MAX(1, children[i].visits)),
                           (int)children[i].visits});
        if (children[i].visits == best)
            moves[equals++] = children[i].move;
    }
    return moves[random_below(random, equals)];
}

static void clear_tree(Player *player)
{
    g_free(((Mcts *)player)->nodes);
}

static Choice choose_by_visits(Player *player, const PlayerCall *call)
{
    Mcts *mcts = (Mcts *)player;
    const ThinkingDeadline deadline = player_call_deadline(call);

    mcts->count = 0;
    add_nodes(mcts, 1);
    mcts->nodes[0] = (Node){.move = MOVE_NONE, .visits = 1}; /* visited once, like all nodes with
                                                                children */
    for (int64_t i = 0; i < player->number[0]; i++) {
        visit_leaf(mcts, &call->line->state.three, call->random);
        if (i % PLAYOUTS_BETWEEN == 0 && thinking_deadline_is_over(&deadline))
            break;
    }
    return choice_of_move(draw_best(mcts, call->random, call->grades));
}

const PlayerKind PLAYER_KIND_MCTS = {
    .name = "mcts",
    .usage = "mcts:playouts=N",
    .summary = "three-player chess: Monte Carlo tree search (UCT), N playouts per move",
    .numbers = &PLAYOUTS,
    .number_count = 1,
    .size = sizeof(Mcts),
    .clear = clear_tree,
    .games = {&GAME_THREECHESS},
    .choose = choose_by_visits,
};
