#include "agents/terms.h"

#include "agents/logics.h"

/* Each function answers for the action of a percept of 64 squares (Percept.of64); other boards have
 * no terms yet. */

typedef struct {
    int (*term)(const Percept *percept, int action);
    Logic logic;
    PartKind part;
} Term;

static const Term TERMS[] = {
#define LOGIC(...)
#define TERM(member, name, levels, function, summary) {function, LOGIC_##member, PART_##member},
#include "agents/logics.def"
    {NULL, NO_LOGIC, PART_COUNT},
};

/* The worth of the squares, of passed pawns and of a hunt, and the terms of the table. */
static int add_terms(const Percept *percept, int action, Parts *parts)
{
    const int to = percept_destination(percept, action);
    int sum = 0;

    if (percept->knows_any_place)
        sum += parts_add(parts, PART_PLACE, percept->actions[action].place, to);
    for (const Term *term = TERMS; term->term != NULL; term++)
        if (percept_has(percept, term->logic))
            sum += parts_add(parts, term->part, term->term(percept, action), to);
    return sum;
}

void terms_perceive(Percept *percept)
{
    bool any = percept->knows_any_place;

    for (const Term *term = TERMS; term->term != NULL && percept->board->has_64_squares; term++)
        any = any || percept_has(percept, term->logic);
    percept->terms = any ? add_terms : NULL;
}
