/* A percept of a position that a test writes down, and its parts by their text. */
#pragma once

#include "agents/beyond/captures_chess.h"
#include "agents/beyond/minds.h"
#include "agents/random.h"
#include "positions.h"

typedef struct {
    Position pos;
    Percept percept;
    Order order;
} Scene;

/* What the agents of @fen perceive, thinking with @logics. Fills @scene, which must stay where it
 * is. */
static inline void scene_set(Scene *scene, const char *fen, const char *logics)
{
    const LogicSet set = logics_of(logics);

    scene->pos = position_of(fen);
    percept_take_chess(&scene->pos, &set, &scene->percept);
    order_begin(&scene->order, &scene->percept, NULL, mind_of(&scene->percept));
}

/* The loss of a piece of @value with @exposure to agents with @logics. */
static inline int loss_at(const LogicSet *logics, int value, Exposure exposure)
{
    Percept percept;

    percept_begin(&percept, COLOR_WHITE, (PerceptMode){0}, logics);
    return loss_of(&percept, value, exposure);
}

static inline Square square_of(const char *square)
{
    return square_at(square[0] - 'a', square[1] - '1');
}

static inline Arrangement arrangement_in(const char *fen, bool kings_are_taken)
{
    Arrangement arrangement = {.pos = position_of(fen), .pins.kings_are_taken = kings_are_taken};

    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        arrangement_find_pins(&arrangement, color);
    return arrangement;
}

/* The agent on a square, "e4". */
static inline int agent_on(const Percept *percept, const char *square)
{
    return percept->chess.agent_at[square_of(square)];
}

/* The action of that text, "e2e4". */
static inline int action_of(const Percept *percept, const char *text)
{
    for (int i = 0; i < percept->action_count; i++) {
        char move[MOVE_TEXT_SIZE];
        move_format(percept->actions[i].move, move);
        if (g_str_equal(move, text))
            return i;
    }
    g_error("the position has no action %s", text);
}
