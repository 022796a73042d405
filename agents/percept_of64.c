#include "agents/percept_of64.h"

#include <string.h>

#include "agents/foresight_of64.h"

static Bitboard enemies_of(const Percept *percept)
{
    return percept->of64.pos.by_color[color_opponent((Color)percept->of64.pos.turn)];
}

/* The value of the cheapest opponent that attacks @sq, 0 if none does. Without a branch: this is
 * asked of every square an agent stands on or goes to. */
static inline int cheapest_attacker(const Percept *percept, Square sq)
{
    return PIECE_VALUE[percept->of64.cheapest_at[sq]];
}

/* The value of the cheapest of @pieces, 0 if there are none. */
static int cheapest_of(const Position *pos, Bitboard pieces)
{
    if (pieces)
        for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
            if (pieces & pos->by_type[type])
                return PIECE_VALUE[type];
    return 0;
}

/* The squares that agents other than @agent attack. */
static inline Bitboard attacks_of_others(const Percept *percept, const Agent *agent)
{
    return percept->of64.own_twice |
           (percept->of64.own_once & ~percept->of64.attacks_of[agent->square]);
}

/* attacks_of_others(), with @agent lifted from the board: what friends attack through its square
 * is added. */
static Bitboard attacks_of_others_lifted(const Percept *percept, const Agent *agent)
{
    const Position *pos = &percept->of64.pos;
    const Bitboard occupied = position_occupied(pos);
    const Bitboard lifted = occupied ^ bitboard_of(agent->square);
    Bitboard attacks = attacks_of_others(percept, agent);
    Bitboard behind = 0;

    if (bitboard_has(percept->of64.own_lines, agent->square))
        behind = position_sliders_to(pos, agent->square, occupied) & pos->by_color[pos->turn];
    for (; behind; behind &= behind - 1) {
        const Square friend = bitboard_first(behind);
        attacks |= attacks_from(position_type_at(pos, friend), COLOR_WHITE, friend, lifted);
    }
    return attacks;
}

/* Fills in what the pieces of @type and @color attack, each and together. By kind, so that the
 * processor need not guess the kind of each piece. */
static inline void perceive_attacks(Percept *percept, PieceType type, Color color,
                                    Bitboard *out_attacks)
{
    const Bitboard occupied = position_occupied(&percept->of64.pos);

    *out_attacks = 0;
    for (Bitboard rest = position_pieces(&percept->of64.pos, color, type); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        percept->of64.attacks_of[sq] = attacks_from(type, color, sq, occupied);
        *out_attacks |= percept->of64.attacks_of[sq];
    }
}

static void perceive_attacks_of_side(Percept *percept, Color color,
                                     Bitboard out_by_type[static PIECE_TYPE_COUNT])
{
    perceive_attacks(percept, PIECE_PAWN, color, &out_by_type[PIECE_PAWN]);
    perceive_attacks(percept, PIECE_KNIGHT, color, &out_by_type[PIECE_KNIGHT]);
    perceive_attacks(percept, PIECE_BISHOP, color, &out_by_type[PIECE_BISHOP]);
    perceive_attacks(percept, PIECE_ROOK, color, &out_by_type[PIECE_ROOK]);
    perceive_attacks(percept, PIECE_QUEEN, color, &out_by_type[PIECE_QUEEN]);
    perceive_attacks(percept, PIECE_KING, color, &out_by_type[PIECE_KING]);
}

/* What pieces that look along lines attack. */
static Bitboard lines(const Bitboard by_type[static PIECE_TYPE_COUNT])
{
    return by_type[PIECE_BISHOP] | by_type[PIECE_ROOK] | by_type[PIECE_QUEEN];
}

/* Notes of every square which kind of opponent is the cheapest that attacks it. */
static void perceive_cheapest(Percept *percept)
{
    Bitboard seen = 0;

    memset(percept->of64.cheapest_at, PIECE_NONE, sizeof percept->of64.cheapest_at);
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++) {
        for (Bitboard rest = percept->of64.enemy_by_type[type] & ~seen; rest; rest &= rest - 1)
            percept->of64.cheapest_at[bitboard_first(rest)] = (uint8_t)type;
        seen |= percept->of64.enemy_by_type[type];
    }
    percept->of64.enemy_all = seen;
}

static void perceive_targets(Percept *percept)
{
    const Position *pos = &percept->of64.pos;
    const Color them = color_opponent((Color)pos->turn);

    perceive_attacks_of_side(percept, them, percept->of64.enemy_by_type);
    percept->of64.enemy_lines = lines(percept->of64.enemy_by_type);
    perceive_cheapest(percept);
    for (Bitboard rest = pos->by_color[them]; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Target *target = &percept->targets[sq];
        target->type = position_type_at(pos, sq);
        target->value = PIECE_VALUE[target->type];
        target->cheapest_defender = cheapest_attacker(percept, sq);
    }
    percept->king_targets = position_pieces(pos, them, PIECE_KING);
}

static void perceive_agents(Percept *percept)
{
    const Position *pos = &percept->of64.pos;
    const Color us = (Color)pos->turn;
    Bitboard by_type[PIECE_TYPE_COUNT];
    int count = 0;

    perceive_attacks_of_side(percept, us, by_type);
    percept->of64.own_lines = lines(by_type);
    percept->of64.own_once = percept->of64.own_twice = 0;
    for (Bitboard rest = pos->by_color[us]; rest; rest &= rest - 1) {
        const Bitboard attacks = percept->of64.attacks_of[bitboard_first(rest)];
        percept->of64.own_twice |= percept->of64.own_once & attacks;
        percept->of64.own_once |= attacks;
    }
    for (Bitboard rest = pos->by_color[us]; rest; rest &= rest - 1, count++) {
        const Square sq = bitboard_first(rest);
        Agent *agent = &percept->agents[count];
        agent->square = sq;
        agent->type = position_type_at(pos, sq);
        agent->value = PIECE_VALUE[agent->type];
        agent->exposure.cheapest = cheapest_attacker(percept, sq);
        agent->exposure.defended = bitboard_has(percept->of64.own_once, sq);
        percept->of64.agent_at[sq] = (uint8_t)count;
    }
    percept->agent_count = count;
}

static Bitboard king_destinations(const Percept *percept, const Freedom *freedom, Square king)
{
    const Legality *legality = &freedom->legality;

    if (freedom->kings_are_taken)
        return attacks_king(king) & legality->targets;
    /* Out of check no line passes through the king, so that the attack map, taken with the king on
     * the board, is right. */
    if (legality->checkers)
        return movegen_destinations(&percept->of64.pos, legality, king);
    return (attacks_king(king) & legality->targets & ~percept->of64.enemy_all) |
           movegen_castlings(&percept->of64.pos);
}

/* Where one agent stands, and what is needed to describe what it can do from there. */
typedef struct {
    int agent;
    int value;
    Color color;
    Square from;
    Bitboard attacks;  /* the destinations that count as attacks */
    Bitboard backup;   /* where a friend backs it up */
    Bitboard occupied; /* the board without it */
    Bitboard enemies;
    bool promotes_in_value;
} Perspective;

/* What follows is compiled once for each kind of piece, so that the processor need not guess the
 * kind at every action. */
#define FOR_EACH_KIND static inline __attribute__((always_inline))

FOR_EACH_KIND Bitboard destinations(const Percept *percept, const Freedom *freedom, Square from,
                                    PieceType type)
{
    if (!bitboard_has(freedom->able, from))
        return 0;
    if (type == PIECE_KING)
        return king_destinations(percept, freedom, from);
    if (type == PIECE_PAWN)
        return movegen_destinations(&percept->of64.pos, &freedom->legality, from);
    return legality_restrict(&freedom->legality, from, percept->of64.attacks_of[from]);
}

FOR_EACH_KIND Bitboard attacking(const Percept *percept, const PerceptOptions *options, Bitboard to,
                                 PieceType type)
{
    Bitboard attacks = to & enemies_of(percept);

    if (type == PIECE_PAWN && percept->of64.pos.en_passant != SQUARE_NONE)
        attacks |= to & bitboard_of(percept->of64.pos.en_passant);
    if (type == PIECE_PAWN && options->promotions_are_attacks)
        attacks |= to & (RANK_1 | RANK_8);
    return attacks;
}

/* Describes the special moves of pawns and kings. */
static void describe_special(const Position *pos, const Perspective *agent, Square to,
                             Action *action)
{
    action->move = movegen_move_to(pos, agent->from, to);
    if (move_is_en_passant(action->move))
        action->captured = PIECE_VALUE[PIECE_PAWN];
    if (move_is_promotion(action->move)) {
        action->is_promotion = true;
        if (agent->promotes_in_value)
            action->value = PIECE_VALUE[PIECE_QUEEN];
    }
}

FOR_EACH_KIND void describe(const Percept *percept, const Perspective *agent, Square to,
                            PieceType type, bool is_attack, Action *action)
{
    action->agent = (uint8_t)agent->agent;
    action->is_promotion = false;
    action->captured = is_attack ? PIECE_VALUE[position_type_at(&percept->of64.pos, to)] : 0;
    action->value = agent->value;
    action->exposure.cheapest = cheapest_attacker(percept, to);
    action->exposure.defended = bitboard_has(agent->backup, to);
    action->targets =
        is_attack ? 0 : attacks_from(type, agent->color, to, agent->occupied) & agent->enemies;
    if (type == PIECE_PAWN || type == PIECE_KING)
        describe_special(&percept->of64.pos, agent, to, action);
    else
        action->move = move_make(agent->from, to, is_attack ? MOVE_CAPTURE : MOVE_QUIET);
}

FOR_EACH_KIND void perceive_actions_of(Percept *percept, const Freedom *freedom, int index,
                                       const PerceptOptions *options, PieceType type)
{
    const Position *pos = &percept->of64.pos;
    Agent *self = &percept->agents[index];
    const Bitboard to = destinations(percept, freedom, self->square, type);
    const Perspective agent = {
        .agent = index,
        .value = self->value,
        .color = (Color)pos->turn,
        .from = self->square,
        .attacks = attacking(percept, options, to, type),
        .backup = !(to & percept->of64.enemy_all) ? 0
                  : options->lifts_agent          ? attacks_of_others_lifted(percept, self)
                                                  : attacks_of_others(percept, self),
        .occupied = position_occupied(pos) ^ bitboard_of(self->square),
        .enemies = enemies_of(percept),
        .promotes_in_value = options->promotions_are_attacks,
    };
    int count = percept->action_count;

    self->first_action = count;
    for (Bitboard rest = agent.attacks; rest; rest &= rest - 1)
        describe(percept, &agent, bitboard_first(rest), type, true, &percept->actions[count++]);
    self->first_move = count;
    for (Bitboard rest = to & ~agent.attacks; rest; rest &= rest - 1)
        describe(percept, &agent, bitboard_first(rest), type, false, &percept->actions[count++]);
    self->end_action = count;
    percept->action_count = count;
}

static void perceive_actions(Percept *percept, const Freedom *freedom, int index,
                             const PerceptOptions *options)
{
    switch (percept->agents[index].type) {
    case PIECE_PAWN:
        perceive_actions_of(percept, freedom, index, options, PIECE_PAWN);
        break;
    case PIECE_KNIGHT:
        perceive_actions_of(percept, freedom, index, options, PIECE_KNIGHT);
        break;
    case PIECE_BISHOP:
        perceive_actions_of(percept, freedom, index, options, PIECE_BISHOP);
        break;
    case PIECE_ROOK:
        perceive_actions_of(percept, freedom, index, options, PIECE_ROOK);
        break;
    case PIECE_QUEEN:
        perceive_actions_of(percept, freedom, index, options, PIECE_QUEEN);
        break;
    case PIECE_KING:
        perceive_actions_of(percept, freedom, index, options, PIECE_KING);
        break;
    case PIECE_NONE:
        break;
    }
}

static bool others_attack(const Percept *percept, int agent, int target)
{
    return bitboard_has(attacks_of_others(percept, &percept->agents[agent]), (Square)target);
}

static TargetSet attackers(const Percept *percept, int agent)
{
    return position_attackers(&percept->of64.pos, percept->agents[agent].square,
                              position_occupied(&percept->of64.pos)) &
           enemies_of(percept);
}

static int target_captured(const Percept *percept, int action)
{
    const Move move = percept->actions[action].move;

    return move_is_capture(move) ? move_victim_square(move) : NO_TARGET;
}

static Exposure exposure_without(const Percept *percept, int agent, TargetSet gone, int helper)
{
    const Agent *threatened = &percept->agents[agent];
    const Bitboard left = attackers(percept, agent) & ~gone;
    const Bitboard others = attacks_of_others(percept, &percept->agents[helper]);

    return (Exposure){cheapest_of(&percept->of64.pos, left),
                      bitboard_has(others, threatened->square)};
}

static Assistance assistance(const Percept *percept, int threatened, int action)
{
    const Move move = percept->actions[action].move;
    const Agent *helper = &percept->agents[percept->actions[action].agent];
    const Square sq = percept->agents[threatened].square, to = move_to(move);
    const Bitboard occupied = position_occupied(&percept->of64.pos) ^ bitboard_of(helper->square);
    const Bitboard attacks =
        attacks_from(helper->type, (Color)percept->of64.pos.turn, to, occupied);
    Assistance assistance = {.defends = bitboard_has(attacks, sq),
                             .destination = percept->actions[action].exposure};

    assistance.destination.defended = bitboard_has(attacks_of_others(percept, helper), to);
    for (TargetSet rest = attackers(percept, threatened); rest; rest &= rest - 1) {
        const Square attacker = bitboard_first(rest);
        if (piece_is_slider(position_type_at(&percept->of64.pos, attacker)) &&
            bitboard_has(attacks_between(attacker, sq), to))
            assistance.blocked |= rest & -rest;
    }
    return assistance;
}

/* The opponents that are left after @move. */
static inline Bitboard enemies_left_after(const Percept *percept, Move move)
{
    return enemies_of(percept) &
           ~(move_is_capture(move) ? bitboard_of(move_victim_square(move)) : UINT64_C(0));
}

/* The squares that they attack. */
static Bitboard enemy_attacks_after(const Percept *percept, Move move, Bitboard occupied)
{
    const Position *pos = &percept->of64.pos;
    const Color them = color_opponent((Color)pos->turn);
    const Bitboard changed = position_occupied(pos) ^ occupied;
    const Bitboard left = enemies_left_after(percept, move);
    const Bitboard queens = pos->by_type[PIECE_QUEEN];
    Bitboard attacks;

    if (left == pos->by_color[them] && !(changed & percept->of64.enemy_lines))
        return percept->of64.enemy_all;
    attacks = percept->of64.enemy_by_type[PIECE_KING] |
              attacks_pawns(them, pos->by_type[PIECE_PAWN] & left);
    for (Bitboard rest = pos->by_type[PIECE_KNIGHT] & left; rest; rest &= rest - 1)
        attacks |= attacks_knight(bitboard_first(rest));
    for (Bitboard rest = (pos->by_type[PIECE_BISHOP] | queens) & left; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        attacks |= percept->of64.attacks_of[sq] & changed ? attacks_bishop(sq, occupied)
                                                          : percept->of64.attacks_of[sq];
    }
    for (Bitboard rest = (pos->by_type[PIECE_ROOK] | queens) & left; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        attacks |= percept->of64.attacks_of[sq] & changed ? attacks_rook(sq, occupied)
                                                          : percept->of64.attacks_of[sq];
    }
    return attacks;
}

/* The agent that a castling @move moves beside the king. */
static int castling_rook(const Percept *percept, Move move)
{
    return percept->of64
        .agent_at[move_flag(move) == MOVE_CASTLE_KING ? move_to(move) + 1 : move_to(move) - 2];
}

static Exposure exposure_on(const Position *pos, Color us, Square sq)
{
    const Bitboard attackers = position_attackers(pos, sq, position_occupied(pos));

    return (Exposure){cheapest_of(pos, attackers & pos->by_color[color_opponent(us)]),
                      (attackers & pos->by_color[us]) != 0};
}

/* The agents that @move may leave worse off: those that the acting one defends now, those behind it
 * on a line that an opponent looks along, and those that a friend defends through the square it
 * enters. Castling and en passant change more lines: then all. */
static Bitboard possibly_worse_off(const Percept *percept, Move move)
{
    const Position *pos = &percept->of64.pos;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard occupied = position_occupied(pos);
    const Bitboard others = pos->by_color[pos->turn] & ~bitboard_of(from);
    Bitboard worse = percept->of64.attacks_of[from];

    if (move_is_castling(move) || move_is_en_passant(move))
        return others;
    if (bitboard_has(percept->of64.enemy_lines, from))
        worse |= attacks_queen(from, occupied);
    if (bitboard_has(percept->of64.own_lines, to) && !move_is_capture(move))
        worse |= attacks_queen(to, occupied);
    return worse & others;
}

/* Castling moves a rook, too, so that it is played. */
static int threatened_after_castling(const Percept *percept, Move move, Bitboard attacks,
                                     Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const Color us = (Color)percept->of64.pos.turn;
    const Square rook = (Square)((move_from(move) + move_to(move)) / 2);
    Position after = percept->of64.pos;
    int count = 0;

    position_play(&after, move);
    for (Bitboard rest = attacks & after.by_color[us] & percept->of64.pos.by_color[us]; rest;
         rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        out_threatened[count++] =
            (Threatened){percept->of64.agent_at[sq], exposure_on(&after, us, sq)};
    }
    if (bitboard_has(attacks, rook))
        out_threatened[count++] =
            (Threatened){castling_rook(percept, move), exposure_on(&after, us, rook)};
    return count;
}

static int threatened_after(const Percept *percept, int action,
                            Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const Position *pos = &percept->of64.pos;
    const Color us = (Color)pos->turn;
    const Move move = percept->actions[action].move;
    const Square from = move_from(move), to = move_to(move);
    const Bitboard worse = possibly_worse_off(percept, move);
    const bool opens_line = bitboard_has(percept->of64.enemy_lines, from);
    Bitboard occupied, attacks, friends, enemies, mover;
    int count = 0;

    /* Opponents attack more than before only through the square that the agent leaves, or that of a
     * pawn captured en passant. */
    if (!worse || (!opens_line && !move_is_en_passant(move) && !move_is_castling(move) &&
                   !(worse & percept->of64.enemy_all)))
        return 0;
    occupied = position_occupied_after(pos, move);
    attacks = enemy_attacks_after(percept, move, occupied);
    if (move_is_castling(move))
        return threatened_after_castling(percept, move, attacks, out_threatened);
    if (!(attacks & worse))
        return 0;
    friends = pos->by_color[us] & ~bitboard_of(from);
    enemies = enemies_left_after(percept, move);
    mover = attacks_from(move_is_promotion(move) ? PIECE_QUEEN : position_type_at(pos, from), us,
                         to, occupied);
    for (Bitboard rest = attacks & worse; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const Bitboard attackers = position_attackers(pos, sq, occupied);
        out_threatened[count++] =
            (Threatened){percept->of64.agent_at[sq],
                         {cheapest_of(pos, attackers & enemies),
                          (attackers & friends) != 0 || bitboard_has(mover, sq)}};
    }
    return count;
}

#define BOARD_OF64                                                                              \
    .has_64_squares = true, .others_attack = others_attack, .target_captured = target_captured, \
    .attackers = attackers, .exposure_without = exposure_without, .assistance = assistance,     \
    .exposure_after = foresight_exposure_after, .exposure_of_plan = foresight_exposure_of_plan, \
    .outlook = foresight_outlook, .imagine = foresight_imagine, .again = foresight_again,       \
    .mates = foresight_mates, .find_mates = foresight_find_mates,                               \
    .allows_mate = foresight_allows_mate, .stalemates = foresight_stalemates,                   \
    .key_after = foresight_key_after, .balance = foresight_balance, .side = foresight_side

static const PerceptBoard BOARD = {BOARD_OF64, .threatened_after = threatened_after};
static const PerceptBoard BOARD_OF_EXCHANGES = {BOARD_OF64,
                                                .threatened_after = foresight_threatened_after};

void percept_of64_take(const Position *pos, const Freedom *freedom, const PerceptOptions *options,
                       Percept *out_percept)
{
    Percept *percept = out_percept;

    percept->board = options->exchanges ? &BOARD_OF_EXCHANGES : &BOARD;
    percept->options = *options;
    percept->past = (Past){NULL, 0};
    percept->hunts = false;
    percept->of64.pos = *pos;
    percept->of64.kings_are_taken = freedom->kings_are_taken;
    perceive_targets(percept);
    perceive_agents(percept);
    percept->action_count = 0;
    for (int i = 0; i < percept->agent_count; i++)
        perceive_actions(percept, freedom, i, options);
    percept->knows_any_place =
        options->knows_places || options->knows_passed || options->knows_hunt;
    if (options->exchanges || options->weighs_outlooks || percept->knows_any_place)
        foresight_perceive(percept);
}
