#include "agents/percept.h"

static Bitboard enemies_of(const Percept *percept)
{
    return percept->pos->by_color[color_opponent((Color)percept->pos->turn)];
}

/* The value of the cheapest opponent that attacks @sq, 0 if none does. */
static inline int cheapest_attacker(const Percept *percept, Square sq)
{
    if (!bitboard_has(percept->enemy_all, sq))
        return 0;
    for (PieceType type = PIECE_PAWN; type < PIECE_KING; type++)
        if (bitboard_has(percept->enemy_by_type[type], sq))
            return PIECE_VALUE[type];
    return PIECE_KING_VALUE;
}

/* The squares that agents other than @agent attack. */
static inline Bitboard attacks_of_others(const Percept *percept, const Agent *agent)
{
    return percept->own_twice | (percept->own_once & ~agent->attacks);
}

static bool is_slider(PieceType type)
{
    return type == PIECE_BISHOP || type == PIECE_ROOK || type == PIECE_QUEEN;
}

/* attacks_of_others(), with @agent lifted from the board: what friends attack through its square
 * is added. */
static Bitboard attacks_of_others_lifted(const Percept *percept, const Agent *agent)
{
    const Bitboard occupied = position_occupied(percept->pos) ^ bitboard_of(agent->square);
    Bitboard attacks = attacks_of_others(percept, agent);

    if (!bitboard_has(attacks, agent->square))
        return attacks;
    for (int i = 0; i < percept->agent_count; i++) {
        const Agent *friend = &percept->agents[i];
        if (is_slider(friend->type) && bitboard_has(friend->attacks, agent->square))
            attacks |= attacks_from(friend->type, COLOR_WHITE, friend->square, occupied);
    }
    return attacks;
}

static void perceive_targets(Percept *percept)
{
    const Position *pos = percept->pos;
    const Color them = color_opponent((Color)pos->turn);
    const Bitboard occupied = position_occupied(pos);
    int count = 0;

    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        percept->enemy_by_type[type] = 0;
    for (Bitboard rest = pos->by_color[them]; rest; rest &= rest - 1, count++) {
        const Square sq = bitboard_first(rest);
        const PieceType type = position_type_at(pos, sq);
        const Bitboard attacks = attacks_from(type, them, sq, occupied);
        percept->targets[count] = (Target){sq, type, PIECE_VALUE[type], 0};
        percept->target_at[sq] = (uint8_t)count;
        percept->target_attacks[count] = attacks;
        percept->enemy_by_type[type] |= attacks;
        if (type == PIECE_KING)
            percept->king_target = 1U << count;
    }
    percept->target_count = count;
    percept->enemy_all = 0;
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        percept->enemy_all |= percept->enemy_by_type[type];
    for (int i = 0; i < count; i++)
        percept->targets[i].cheapest_defender =
            cheapest_attacker(percept, percept->targets[i].square);
}

static void perceive_agents(Percept *percept)
{
    const Position *pos = percept->pos;
    const Color us = (Color)pos->turn;
    const Bitboard occupied = position_occupied(pos);
    int count = 0;

    percept->own_once = percept->own_twice = 0;
    for (Bitboard rest = pos->by_color[us]; rest; rest &= rest - 1, count++) {
        Agent *agent = &percept->agents[count];
        agent->square = bitboard_first(rest);
        agent->type = position_type_at(pos, agent->square);
        agent->value = PIECE_VALUE[agent->type];
        agent->attacks = attacks_from(agent->type, us, agent->square, occupied);
        percept->own_twice |= percept->own_once & agent->attacks;
        percept->own_once |= agent->attacks;
    }
    percept->agent_count = count;
    for (int i = 0; i < count; i++) {
        Agent *agent = &percept->agents[i];
        agent->exposure.cheapest = cheapest_attacker(percept, agent->square);
        agent->exposure.defended = bitboard_has(percept->own_once, agent->square);
    }
}

/* The targets on @squares. */
static TargetSet targets_on(const Percept *percept, Bitboard squares)
{
    TargetSet set = 0;

    for (Bitboard rest = squares & enemies_of(percept); rest; rest &= rest - 1)
        set |= 1U << percept->target_at[bitboard_first(rest)];
    return set;
}

static Bitboard king_destinations(const Percept *percept, const Legality *legality, Square king)
{
    /* Out of check no line passes through the king, so that the attack map, taken with the king on
     * the board, is right; and without castling rights there is nothing more to it. */
    if (!legality->checkers && !percept->pos->castling)
        return attacks_king(king) & legality->targets & ~percept->enemy_all;
    return movegen_destinations(percept->pos, legality, king);
}

static Bitboard destinations(const Percept *percept, const Legality *legality, const Agent *agent)
{
    if (agent->type == PIECE_KING)
        return king_destinations(percept, legality, agent->square);
    if (agent->type == PIECE_PAWN)
        return movegen_destinations(percept->pos, legality, agent->square);
    return legality_restrict(legality, agent->square, agent->attacks);
}

/* Where an agent's actions lead and what it must know to describe them. */
typedef struct {
    int agent;
    Bitboard backup; /* the squares where a friend backs it up */
    bool promotes_in_attack;
} Perspective;

static void perceive_action(Percept *percept, const Perspective *perspective, Square to)
{
    const Position *pos = percept->pos;
    const Agent *agent = &percept->agents[perspective->agent];
    const Move move = movegen_move_to(pos, agent->square, to);
    Action *action = &percept->actions[percept->action_count++];

    action->move = move;
    action->agent = (uint8_t)perspective->agent;
    action->is_promotion = move_is_promotion(move);
    action->captured =
        move_is_capture(move) ? PIECE_VALUE[position_type_at(pos, move_victim_square(move))] : 0;
    action->value = action->is_promotion && perspective->promotes_in_attack
                        ? PIECE_VALUE[PIECE_QUEEN]
                        : agent->value;
    action->exposure.cheapest = cheapest_attacker(percept, to);
    action->exposure.defended = bitboard_has(perspective->backup, to);
    action->targets = 0;
}

static void perceive_move_targets(Percept *percept, const Agent *agent)
{
    const Position *pos = percept->pos;
    const Bitboard occupied = position_occupied(pos) ^ bitboard_of(agent->square);

    for (int i = agent->first_move; i < agent->end_action; i++) {
        Action *action = &percept->actions[i];
        const Bitboard attacks =
            attacks_from(agent->type, (Color)pos->turn, move_to(action->move), occupied);
        action->targets = targets_on(percept, attacks);
    }
}

static void perceive_actions(Percept *percept, const Legality *legality, int index,
                             const PerceptOptions *options)
{
    const Position *pos = percept->pos;
    Agent *agent = &percept->agents[index];
    const Bitboard to = destinations(percept, legality, agent);
    const bool is_pawn = agent->type == PIECE_PAWN;
    Bitboard attacks = to & enemies_of(percept);
    Perspective perspective = {index, 0, options->promotions_are_attacks};

    if (is_pawn && pos->en_passant != SQUARE_NONE)
        attacks |= to & bitboard_of(pos->en_passant);
    if (is_pawn && options->promotions_are_attacks)
        attacks |= to & (RANK_1 | RANK_8);
    if (to & percept->enemy_all)
        perspective.backup = options->lifts_agent ? attacks_of_others_lifted(percept, agent)
                                                  : attacks_of_others(percept, agent);

    agent->first_action = percept->action_count;
    for (Bitboard rest = attacks; rest; rest &= rest - 1)
        perceive_action(percept, &perspective, bitboard_first(rest));
    agent->first_move = percept->action_count;
    for (Bitboard rest = to & ~attacks; rest; rest &= rest - 1)
        perceive_action(percept, &perspective, bitboard_first(rest));
    agent->end_action = percept->action_count;
    agent->shared_targets = targets_on(percept, attacks_of_others(percept, agent));
    perceive_move_targets(percept, agent);
}

void percept_take(const Position *pos, const PerceptOptions *options, Percept *out_percept)
{
    Percept *percept = out_percept;
    const Legality legality = movegen_legality(pos);

    percept->pos = pos;
    perceive_targets(percept);
    perceive_agents(percept);
    percept->action_count = 0;
    for (int i = 0; i < percept->agent_count; i++)
        perceive_actions(percept, &legality, i, options);
}

TargetSet percept_attackers(const Percept *percept, int agent)
{
    const Square sq = percept->agents[agent].square;
    TargetSet attackers = 0;

    for (int i = 0; i < percept->target_count; i++)
        if (bitboard_has(percept->target_attacks[i], sq))
            attackers |= 1U << i;
    return attackers;
}

Exposure percept_exposure_without(const Percept *percept, int agent, TargetSet gone, int helper)
{
    const Agent *threatened = &percept->agents[agent];
    Exposure exposure = {
        0, bitboard_has(attacks_of_others(percept, &percept->agents[helper]), threatened->square)};

    for (TargetSet rest = percept_attackers(percept, agent) & ~gone; rest; rest &= rest - 1) {
        const int value = percept->targets[__builtin_ctz(rest)].value;
        if (exposure.cheapest == 0 || value < exposure.cheapest)
            exposure.cheapest = value;
    }
    return exposure;
}

Assistance percept_assistance(const Percept *percept, int threatened, int action)
{
    const Move move = percept->actions[action].move;
    const Agent *helper = &percept->agents[percept->actions[action].agent];
    const Square sq = percept->agents[threatened].square, to = move_to(move);
    const Bitboard occupied = position_occupied(percept->pos) ^ bitboard_of(helper->square);
    const Bitboard attacks = attacks_from(helper->type, (Color)percept->pos->turn, to, occupied);
    Assistance assistance = {.defends = bitboard_has(attacks, sq),
                             .destination = percept->actions[action].exposure};

    assistance.destination.defended = bitboard_has(attacks_of_others(percept, helper), to);
    for (TargetSet rest = percept_attackers(percept, threatened); rest; rest &= rest - 1) {
        const Target *attacker = &percept->targets[__builtin_ctz(rest)];
        if (is_slider(attacker->type) && bitboard_has(attacks_between(attacker->square, sq), to))
            assistance.blocked |= rest & -rest;
    }
    return assistance;
}

/* The squares that the opponents left after @move attack then. */
static Bitboard enemy_attacks_after(const Percept *percept, Move move, Bitboard occupied)
{
    const Position *pos = percept->pos;
    const Square victim = move_is_capture(move) ? move_victim_square(move) : SQUARE_NONE;
    const Bitboard changed = position_occupied(pos) ^ occupied;
    Bitboard attacks = 0;

    for (int i = 0; i < percept->target_count; i++) {
        const Target *target = &percept->targets[i];
        if (target->square == victim)
            continue;
        attacks |= is_slider(target->type) && percept->target_attacks[i] & changed
                       ? attacks_from(target->type, COLOR_WHITE, target->square, occupied)
                       : percept->target_attacks[i];
    }
    return attacks;
}

/* The squares that change hands or empty by @move are not those of bystanders, castling apart. */
static Bitboard occupied_after(const Position *pos, Move move)
{
    Bitboard occupied =
        (position_occupied(pos) ^ bitboard_of(move_from(move))) | bitboard_of(move_to(move));

    if (move_is_en_passant(move))
        occupied ^= bitboard_of(move_victim_square(move));
    if (move_flag(move) == MOVE_CASTLE_KING)
        occupied ^=
            bitboard_of((Square)(move_to(move) + 1)) | bitboard_of((Square)(move_to(move) - 1));
    if (move_flag(move) == MOVE_CASTLE_QUEEN)
        occupied ^=
            bitboard_of((Square)(move_to(move) - 2)) | bitboard_of((Square)(move_to(move) + 1));
    return occupied;
}

static Exposure exposure_on(const Position *pos, Color us, Square sq)
{
    const Bitboard attackers = position_attackers(pos, sq, position_occupied(pos));
    const Bitboard enemies = attackers & pos->by_color[color_opponent(us)];
    Exposure exposure = {0, (attackers & pos->by_color[us]) != 0};

    if (enemies)
        for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT && !exposure.cheapest; type++)
            if (enemies & pos->by_type[type])
                exposure.cheapest = PIECE_VALUE[type];
    return exposure;
}

int percept_threatened_after(const Percept *percept, int action,
                             Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const Color us = (Color)percept->pos->turn;
    const Move move = percept->actions[action].move;
    const Bitboard occupied = occupied_after(percept->pos, move);
    const Bitboard attacks = enemy_attacks_after(percept, move, occupied);
    int count = 0;
    Position after;

    /* A castling rook is found where it stands then. */
    if (!(attacks & percept->pos->by_color[us] & ~bitboard_of(move_from(move))) &&
        !move_is_castling(move))
        return 0;
    after = *percept->pos;
    position_play(&after, move);
    for (int i = 0; i < percept->agent_count; i++) {
        Square sq = percept->agents[i].square;
        if (i == percept->actions[action].agent)
            continue;
        if (!bitboard_has(after.by_color[us], sq)) /* the castling rook */
            sq = (Square)((move_from(move) + move_to(move)) / 2);
        if (bitboard_has(attacks, sq))
            out_threatened[count++] = (Threatened){i, exposure_on(&after, us, sq)};
    }
    return count;
}
