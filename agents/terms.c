#include "agents/terms.h"

#include "agents/logics.h"

/* Each function answers for the action of a percept of its games: of two sides (Percept.chess), of
 * three (Percept.three), or of either. */

typedef struct {
    int (*term)(const Percept *percept, int action);
    Logic logic;
    PartKind part;
} Term;

static const Term TERMS[] = {
#define LOGIC(...)
#define TERM(member, name, levels, games, function, summary) \
    {function, LOGIC_##member, PART_##member},
#include "agents/logics.def"
    {NULL, NO_LOGIC, PART_COUNT},
};

/* Whether the agents think with @term, and their game has it. */
static bool is_on(const Percept *percept, const Term *term)
{
    const LogicGames game = percept_is_of_three(percept) ? GAMES_OF_THREE : GAMES_OF_TWO;

    return percept_has(percept, term->logic) && LOGICS[term->logic].games & game;
}

/* The worth of the squares, of passed pawns and of a hunt, and the terms of the table. */
static int add_terms(const Percept *percept, int action, Parts *parts)
{
    const int to = percept_destination(percept, action);
    int sum = 0;

    if (percept->knows_any_place)
        sum += parts_add(parts, PART_PLACE, percept->actions[action].place, to);
    for (const Term *term = TERMS; term->term != NULL; term++)
        if (is_on(percept, term))
            sum += parts_add(parts, term->part, term->term(percept, action), to);
    return sum;
}

void terms_perceive(Percept *percept)
{
    bool any = percept->knows_any_place;

    for (const Term *term = TERMS; term->term != NULL; term++)
        any = any || is_on(percept, term);
    percept->terms = any ? add_terms : NULL;
}
