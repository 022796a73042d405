#include <string.h>

#include "agents/beyond/captures_three.h"
#include "agents/beyond/whole_threat.h"
#include "agents/logics.h"
#include "agents/terms.h"

/* The targets on those squares of @set where opponents stand. */
static TargetSet targets_on(const PerceptThree *three, ThreeSet set)
{
    TargetSet targets = 0;

    FOR_EACH_THREE_SQUARE (sq, three_set_common(set, three->opponents))
        targets |= (TargetSet)1 << three->target_at[sq];
    return targets;
}

static TargetSet attackers_of(const Percept *percept, int square, int shield)
{
    const PerceptThree *three = &percept->three;
    ThreeSet occupied = three->occupied;

    if (shield != NO_SQUARE)
        three_set_add(&occupied, (ThreeSquare)shield);
    return targets_on(three, three_position_attackers(three->pos, (ThreeSquare)square, &occupied));
}

/* The value of the cheapest opponent that attacks @sq, 0 if none does. */
static int cheapest_attacker(const Percept *percept, ThreeSquare sq)
{
    return percept_cheapest_of(percept, attackers_of(percept, sq, NO_SQUARE));
}

/* The pieces without the one on @sq. */
static ThreeSet pieces_without(const Percept *percept, ThreeSquare sq)
{
    ThreeSet pieces = percept->three.occupied;

    three_set_remove(&pieces, sq);
    return pieces;
}

/* Whether an agent other than the one on @from attacks @sq if @occupied are all the pieces. */
static bool is_backed(const Percept *percept, ThreeSquare from, ThreeSquare sq,
                      const ThreeSet *occupied)
{
    ThreeSet friends = three_set_common(three_position_attackers(percept->three.pos, sq, occupied),
                                        percept->three.own);

    three_set_remove(&friends, from);
    return !three_set_is_empty(friends);
}

static bool backed(const Percept *percept, int agent, int square)
{
    return is_backed(percept, percept->agents[agent].square, (ThreeSquare)square,
                     &percept->three.occupied);
}

static void perceive_targets(Percept *percept)
{
    PerceptThree *three = &percept->three;
    int count = 0;

    percept->king_targets = 0;
    FOR_EACH_THREE_SQUARE (sq, three->opponents) {
        const PieceType type = three_position_type_at(three->pos, sq);
        three->target_at[sq] = (uint8_t)count;
        three->square_of_target[count] = sq;
        if (type == PIECE_KING)
            percept->king_targets |= (TargetSet)1 << count;
        percept->targets[count++] = (Target){.type = type, .value = PIECE_VALUE[type]};
    }
    for (int i = 0; i < count; i++)
        percept->targets[i].cheapest_defender =
            cheapest_attacker(percept, three->square_of_target[i]);
    percept->all_targets = ((TargetSet)1 << count) - 1;
}

static void perceive_agents(Percept *percept)
{
    int count = 0;

    FOR_EACH_THREE_SQUARE (sq, percept->three.own) {
        Agent *agent = &percept->agents[count];
        agent->square = (Square)sq;
        agent->type = three_position_type_at(percept->three.pos, sq);
        agent->value = PIECE_VALUE[agent->type];
        agent->exposure = (Exposure){cheapest_attacker(percept, sq), backed(percept, count, sq)};
        count++;
    }
    percept->agent_count = count;
}

/* What the agent of @action attacks from where it goes. */
static ThreeSet attacks_from_end(const Percept *percept, const Action *action)
{
    const Agent *self = &percept->agents[action->agent];
    const ThreeSet occupied = pieces_without(percept, self->square);

    return three_attacks_from(self->type, (ThreeColor)percept->side, three_move_to(action->move),
                              &occupied);
}

static bool strikes(const Percept *percept, int action, int square)
{
    const ThreeSet attacks = attacks_from_end(percept, &percept->actions[action]);

    return three_set_has(&attacks, (ThreeSquare)square);
}

/* Where pawns become queens; they never enter the first row of their own section. */
static const ThreeSet FIRST_ROWS = {{THREE_ROW(0), THREE_ROW(0), THREE_ROW(0)}};

/* The action of agent @index to @to. */
static Action describe(const Percept *percept, int index, ThreeSquare to, bool is_attack)
{
    const PerceptThree *three = &percept->three;
    const Agent *self = &percept->agents[index];
    const ThreeSet occupied = percept_reads(percept, READING_BATTERY_BACKUP)
                                  ? pieces_without(percept, self->square)
                                  : three->occupied;
    Action action = {
        .move = three_move_make(self->square, to),
        .agent = (uint8_t)index,
        .is_promotion = self->type == PIECE_PAWN && three_set_has(&FIRST_ROWS, to),
        .captured = PIECE_VALUE[three_position_type_at(three->pos, to)],
        .value = self->value,
        .exposure = {cheapest_attacker(percept, to),
                     is_backed(percept, self->square, to, &occupied)},
    };

    if (action.is_promotion && percept_reads(percept, READING_PROMOTION_AS_ATTACK))
        action.value = PIECE_VALUE[PIECE_QUEEN];
    if (!is_attack)
        action.targets = targets_on(three, attacks_from_end(percept, &action));
    return action;
}

static void perceive_actions_of(Percept *percept, int index)
{
    Agent *self = &percept->agents[index];
    const ThreeSet to = three_movegen_destinations(percept->three.pos, self->square);
    ThreeSet attacking = percept->three.opponents;
    int count = percept->action_count;

    if (self->type == PIECE_PAWN && percept_reads(percept, READING_PROMOTION_AS_ATTACK))
        attacking = three_set_union(attacking, FIRST_ROWS);
    self->first_action = count;
    FOR_EACH_THREE_SQUARE (sq, three_set_common(to, attacking))
        percept->actions[count++] = describe(percept, index, sq, true);
    self->first_move = count;
    FOR_EACH_THREE_SQUARE (sq, three_set_without(to, attacking))
        percept->actions[count++] = describe(percept, index, sq, false);
    self->end_action = percept->action_count = count;
}

/* Teams ask for the steps between all squares: what was found is kept, 0 if nothing was. */
static int steps(int from, int to)
{
    static _Thread_local uint8_t table[THREE_SQUARE_COUNT][THREE_SQUARE_COUNT];
    ThreeSet reached = {{0}};

    if (table[from][to] == 0) {
        three_set_add(&reached, (ThreeSquare)from);
        for (; !three_set_has(&reached, (ThreeSquare)to); table[from][to]++)
            FOR_EACH_THREE_SQUARE (sq, reached)
                reached = three_set_union(reached, THREE_KING_STEPS[sq]);
    }
    return table[from][to];
}

static ThreeSquare square_after(const Percept *percept, int agent, int action)
{
    return three_position_square_after(percept->three.pos, percept->actions[action].move,
                                       percept->agents[agent].square);
}

/* The board after @action, still to our move; its key is that of the next side to move. */
static ThreePosition board_after(const Percept *percept, int action)
{
    ThreePosition after = *percept->three.pos;

    three_position_play(&after, percept->actions[action].move);
    after.turn = (uint8_t)percept->side;
    return after;
}

/* How our piece on @sq stands. */
static Exposure exposure_on(const ThreePosition *pos, ThreeSquare sq)
{
    return exposure_of_loss(PIECE_VALUE[three_position_type_at(pos, sq)],
                            three_exchange_on(pos, false, sq));
}

static Exposure exposure_after(const Percept *percept, int agent, int action)
{
    const ThreePosition after = board_after(percept, action);

    return exposure_on(&after, square_after(percept, agent, action));
}

static Exposure exposed_in_plan(const Percept *percept, int action, int target)
{
    const ThreePosition after = board_after(percept, action);
    const ThreeSquare from = three_move_to(percept->actions[action].move);

    return percept_exposed_in_exchange(
        percept, action, target,
        three_exchange_begun_by(&after, from, percept->three.square_of_target[target]));
}

static AgentSet stand_after(const Percept *percept, int action,
                            Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const ThreePosition after = board_after(percept, action);
    const ThreeSet occupied = three_position_occupied(&after), own = after.by_color[after.turn];
    AgentSet attacked = 0;

    for (int i = 0; i < percept->agent_count; i++) {
        const ThreeSquare sq = square_after(percept, i, action);
        const ThreeSet attackers = three_position_attackers(&after, sq, &occupied);
        const TargetSet opponents = targets_on(&percept->three, three_set_without(attackers, own)) &
                                    percept_seen(percept, i);
        out_exposures[i] = percept_has(percept, LOGIC_EXCHANGE) && opponents
                               ? exposure_on(&after, sq)
                               : (Exposure){percept_cheapest_of(percept, opponents),
                                            !three_set_is_empty(three_set_common(attackers, own))};
        attacked |= (AgentSet)(opponents != 0) << i;
    }
    return attacked & percept_others(percept, percept->actions[action].agent);
}

static void captures_after(const Percept *percept, int action, int alpha,
                           CapturesAfter *out_captures)
{
    const ThreePosition after = board_after(percept, action);
    const bool by_exchange = percept_has(percept, LOGIC_EXCHANGE);
    int margin;
    Gain own_threat[2]; /* under sanitizers GCC 12 takes out_captures->own_threat for one of four
                           bytes */

    *out_captures = (CapturesAfter){
        .own_threat = {{PIECE_KING_VALUE, NO_SQUARE}, {PIECE_KING_VALUE, NO_SQUARE}}};
    margin = captures_margin(percept, out_captures, alpha);
    if (margin < 0)
        return;
    three_captures_best(&after, false, by_exchange, margin, out_captures->threat);
    if (captures_margin(percept, out_captures, alpha) < 0)
        return;
    three_captures_best(&after, true, by_exchange, INT_MAX, own_threat);
    memcpy(out_captures->own_threat, own_threat, sizeof own_threat);
    if (by_exchange && captures_margin(percept, out_captures, alpha) >= 0)
        out_captures->overload =
            three_captures_of_overloaded(&after, out_captures->threat[0].amount);
    if (percept_looks_for_forks(percept) && captures_margin(percept, out_captures, alpha) >= 0)
        out_captures->fork = three_forks_gain(&after);
}

static bool imagine(const Percept *percept, int action, Percept *out_percept)
{
    ThreePosition *after = &out_percept->three.imagined;

    if (percept->actions[action].captured == PIECE_KING_VALUE)
        return false;
    *after = *percept->three.pos;
    three_position_play(after, percept->actions[action].move);
    if (!percept_take_three(after, &percept->logics, out_percept))
        return false;
    out_percept->mode.is_imagined = true;
    return true;
}

static uint64_t key_after(const Percept *percept, int action)
{
    return board_after(percept, action).key;
}

static int balance(const Percept *percept)
{
    const ThreePosition *pos = percept->three.pos;
    const ThreeColor us = (ThreeColor)pos->turn;
    int material[THREE_COLOR_COUNT] = {0};

    FOR_EACH_THREE_SQUARE (sq, three_set_without(percept->three.occupied, pos->by_type[PIECE_KING]))
        material[three_piece_color(pos->piece_at[sq])] +=
            PIECE_VALUE[three_position_type_at(pos, sq)];
    return material[us] - MAX(material[three_color_next(us)], material[three_color_previous(us)]);
}

/* Worth of places on this board, in hundredths of a pawn: pieces attack as much as they can,
 * knights and bishops leave home, and the seams are the centre. The values are ours. */
static const struct {
    int mobility, home, centre;
} KINDS[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = {0, 0, 3}, [PIECE_KNIGHT] = {4, -8, 4}, [PIECE_BISHOP] = {4, -8, 1},
    [PIECE_ROOK] = {2, 0, 0}, [PIECE_QUEEN] = {1, 0, 0},   [PIECE_KING] = {0, 0, -12},
};

/* Worth of a pawn by the rows that it has come; half of it if the next square is occupied. */
static const int PAWN_BY_STEPS[] = {0, 0, 3, 8, 20, 45, 90, 0};

/* Worth of the place @sq to a piece, as far as the agents think of places. */
static int place_of(const Percept *percept, PieceType type, ThreeColor color, ThreeSquare sq,
                    const ThreeSet *occupied)
{
    const int row = three_square_row(sq);
    const int steps = three_square_section(sq) == (int)color ? row : 7 - row;
    int worth = 0;

    if (percept_has(percept, LOGIC_POSITION)) {
        const ThreeSet attacks = three_set_without(three_attacks_from(type, color, sq, occupied),
                                                   percept->three.pos->by_color[color]);
        worth += KINDS[type].mobility * three_set_count(attacks) + KINDS[type].centre * row +
                 (steps == 0 ? KINDS[type].home : 0);
    }
    if (percept_has(percept, LOGIC_PROMOTION) && type == PIECE_PAWN) {
        const ThreeSet blocked = three_set_common(THREE_PAWN_ADVANCE[color][sq], *occupied);
        worth += three_set_is_empty(blocked) ? PAWN_BY_STEPS[steps] : PAWN_BY_STEPS[steps] / 2;
    }
    return worth;
}

static void perceive_foresight(Percept *percept)
{
    const ThreePosition *pos = percept->three.pos;
    const ThreeColor us = (ThreeColor)pos->turn;
    const ThreeSet *occupied = &percept->three.occupied;

    for (int i = 0; percept_has(percept, LOGIC_EXCHANGE) && i < percept->agent_count; i++)
        percept->agents[i].exposure = exposure_on(pos, (ThreeSquare)percept->agents[i].square);
    for (int i = 0; i < percept->action_count; i++) {
        Action *action = &percept->actions[i];
        const Agent *self = &percept->agents[action->agent];
        const ThreeSquare to = three_move_to(action->move);
        const ThreeSet lifted = pieces_without(percept, self->square);
        if (percept_has(percept, LOGIC_EXCHANGE) && !percept_has(percept, LOGIC_WHOLE_THREAT))
            action->exposure = exposure_after(percept, action->agent, i);
        action->place =
            place_of(percept, action->is_promotion ? PIECE_QUEEN : self->type, us, to, &lifted) -
            place_of(percept, self->type, us, self->square, occupied);
        if (action->captured > 0)
            action->place += place_of(percept, three_position_type_at(pos, to),
                                      three_piece_color(pos->piece_at[to]), to, occupied);
    }
}

static void again(const Percept *percept, const LogicSet *logics, Percept *out_percept)
{
    percept_take_three(percept->three.pos, logics, out_percept);
}

static const PerceptBeyond BEYOND = {
    .exposure_after = exposure_after,
    .captures_after = captures_after,
    .imagine = imagine,
    .again = again,
    .key_after = key_after,
    .balance = balance,
};

#define BOARD_OF_THREE                                                                  \
    .backed = backed, .attackers_of = attackers_of, .strikes = strikes, .steps = steps, \
    .stand_after = stand_after, .threatened_after = stand_after, .beyond = &BEYOND

static const PerceptBoard BOARD = {BOARD_OF_THREE, .exposed_in_plan = percept_exposed_in_plan};
static const PerceptBoard BOARD_OF_EXCHANGES = {BOARD_OF_THREE, .exposed_in_plan = exposed_in_plan};

bool percept_take_three(const ThreePosition *pos, const LogicSet *logics, Percept *out_percept)
{
    Percept *percept = out_percept;
    PerceptThree *three = &percept->three;

    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        if (three_set_count(pos->by_color[color]) > PERCEPT_MAX_AGENTS)
            return false;
    percept_begin(percept, pos->turn, (PerceptMode){.kings_are_taken = true}, logics);
    percept->board = percept_has(percept, LOGIC_EXCHANGE) ? &BOARD_OF_EXCHANGES : &BOARD;
    three->pos = pos;
    three->own = pos->by_color[pos->turn];
    three->occupied = three_position_occupied(pos);
    three->opponents = three_set_without(three->occupied, three->own);
    perceive_targets(percept);
    perceive_agents(percept);
    for (int i = 0; i < percept->agent_count; i++)
        perceive_actions_of(percept, i);
    percept->knows_any_place =
        percept_has(percept, LOGIC_POSITION) || percept_has(percept, LOGIC_PROMOTION);
    if (percept_has(percept, LOGIC_EXCHANGE) || percept->knows_any_place)
        perceive_foresight(percept);
    terms_perceive(percept);
    return true;
}
