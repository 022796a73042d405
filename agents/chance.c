#include "agents/chance.h"

__extension__ typedef unsigned __int128 Product;

uint64_t chance_place(uint64_t number, uint64_t count)
{
    return (uint64_t)((Product)number * count >> 64);
}

/* A number drawn from all 64 bits is used up draw by draw: all that is left of it is equally
 * likely, too. */
static int throw_die(Chance *chance, int n)
{
    const Product product = (Product)chance->number * (unsigned)n;

    chance->number = (uint64_t)product;
    return (int)(product >> 64);
}

int pick(Chance *chance, int n)
{
    if (n <= 1)
        return 0;
    if (chance->is_thrown)
        return throw_die(chance, n);
    if (chance->depth == chance->count) {
        g_assert(chance->count < CHANCE_MAX_DRAWS);
        chance->fell[chance->count] = 0;
        chance->sides[chance->count++] = n;
    }
    return chance->fell[chance->depth++];
}

bool chance_next_way(Chance *chance)
{
    chance->depth = 0;
    while (chance->count > 0 &&
           ++chance->fell[chance->count - 1] == chance->sides[chance->count - 1])
        chance->count--;
    return chance->count > 0;
}

double chance_of_way(const Chance *chance)
{
    double share = 1;

    for (int i = 0; i < chance->count; i++)
        share /= chance->sides[i];
    return share;
}

static int agents_in(const Equals *equals, const Percept *percept)
{
    int count = 0;

    for (int i = 0; i < percept->agent_count; i++)
        count += equals->of[i] != 0;
    return count;
}

int equals_count(const Equals *equals, const Percept *percept)
{
    int count = 0;

    for (int i = 0; i < percept->agent_count; i++)
        count += bitboard_count(equals->of[i]);
    return count;
}

int equals_first(const Equals *equals, const Percept *percept)
{
    for (int i = 0; i < percept->agent_count; i++)
        if (equals->of[i])
            return percept->agents[i].first_action + __builtin_ctzll(equals->of[i]);
    return NO_ACTION;
}

static int nth(const Percept *percept, int agent, ActionSet actions, int n)
{
    for (; n > 0; n--)
        actions &= actions - 1;
    return percept->agents[agent].first_action + __builtin_ctzll(actions);
}

int equals_draw(const Equals *equals, const Percept *percept, Chance *chance)
{
    int place = pick(chance, equals->is_one_draw ? equals_count(equals, percept)
                                                 : agents_in(equals, percept));

    for (int i = 0; i < percept->agent_count; i++) {
        const int count = bitboard_count(equals->of[i]);
        const int places = equals->is_one_draw ? count : count > 0;
        if (place < places)
            return nth(percept, i, equals->of[i],
                       equals->is_one_draw ? place : pick(chance, count));
        place -= places;
    }
    return NO_ACTION;
}

double equals_share(const Equals *equals, const Percept *percept, int action)
{
    const int own = bitboard_count(equals->of[percept->actions[action].agent]);

    if (!equals_have(equals, percept, action))
        return 0;
    return equals->is_one_draw ? 1.0 / equals_count(equals, percept)
                               : 1.0 / agents_in(equals, percept) / own;
}
