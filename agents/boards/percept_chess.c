#include "agents/boards/percept_chess.h"

#include <string.h>

#include "agents/logics.h"
#include "agents/terms.h"

/* The value of the cheapest opponent that attacks @sq, 0 if none does. Without a branch: this is
 * asked of every square an agent stands on or goes to. */
static int cheapest_attacker(const Percept *percept, Square sq)
{
    return PIECE_VALUE[percept->chess.cheapest_at[sq]];
}

/* percept_chess_attacks_of_others(), with @agent lifted from the board: what friends attack through
 * its square is added. */
static Bitboard attacks_of_others_lifted(const Percept *percept, const Agent *agent)
{
    const Position *pos = &percept->chess.pos;
    const Bitboard occupied = position_occupied(pos);
    const Bitboard lifted = occupied ^ bitboard_of(agent->square);
    Bitboard attacks = percept_chess_attacks_of_others(percept, agent);
    Bitboard behind = 0;

    if (bitboard_has(percept->chess.own_lines, agent->square))
        behind = position_sliders_to(pos, agent->square, occupied) & pos->by_color[pos->turn];
    for (; behind; behind &= behind - 1) {
        const Square friend = bitboard_first(behind);
        attacks |= attacks_from(position_type_at(pos, friend), COLOR_WHITE, friend, lifted);
    }
    return attacks;
}

/* Fills in what the pieces of @color attack, each and those of a kind together. */
static void perceive_attacks(Percept *percept, Color color,
                             Bitboard out_by_type[static PIECE_TYPE_COUNT])
{
    const Position *pos = &percept->chess.pos;
    const Bitboard occupied = position_occupied(pos);

    memset(out_by_type, 0, PIECE_TYPE_COUNT * sizeof *out_by_type);
    for (Bitboard rest = pos->by_color[color]; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        const PieceType type = position_type_at(pos, sq);
        percept->chess.attacks_of[sq] = attacks_from(type, color, sq, occupied);
        out_by_type[type] |= percept->chess.attacks_of[sq];
    }
}

/* Attacks of pieces that look along lines. */
static Bitboard lines(const Bitboard by_type[static PIECE_TYPE_COUNT])
{
    return by_type[PIECE_BISHOP] | by_type[PIECE_ROOK] | by_type[PIECE_QUEEN];
}

/* Notes of every square which kind of opponent is the cheapest that attacks it. */
static void perceive_cheapest(Percept *percept)
{
    Bitboard seen = 0;

    memset(percept->chess.cheapest_at, PIECE_NONE, sizeof percept->chess.cheapest_at);
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++) {
        for (Bitboard rest = percept->chess.opponent_by_type[type] & ~seen; rest; rest &= rest - 1)
            percept->chess.cheapest_at[bitboard_first(rest)] = (uint8_t)type;
        seen |= percept->chess.opponent_by_type[type];
    }
    percept->chess.opponent_all = seen;
}

/* From where the own pieces of each kind would attack an opponent: where an opponent would attack
 * as a piece of that kind. */
static void perceive_striking(Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color them = color_opponent((Color)pos->turn);
    const Bitboard opponents = pos->by_color[them], occupied = position_occupied(pos);
    Bitboard *striking = percept->chess.striking;

    striking[PIECE_PAWN] = attacks_pawns(them, opponents);
    striking[PIECE_KNIGHT] = attacks_knights(opponents);
    striking[PIECE_BISHOP] = attacks_bishops(opponents, occupied);
    striking[PIECE_ROOK] = attacks_rooks(opponents, occupied);
    striking[PIECE_QUEEN] = striking[PIECE_BISHOP] | striking[PIECE_ROOK];
    striking[PIECE_KING] = attacks_kings(opponents);
}

static void perceive_targets(Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color them = color_opponent((Color)pos->turn);

    perceive_attacks(percept, them, percept->chess.opponent_by_type);
    percept->chess.opponent_lines = lines(percept->chess.opponent_by_type);
    perceive_cheapest(percept);
    for (Bitboard rest = pos->by_color[them]; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Target *target = &percept->targets[sq];
        target->type = position_type_at(pos, sq);
        target->value = PIECE_VALUE[target->type];
        target->cheapest_defender = cheapest_attacker(percept, sq);
    }
    percept->all_targets = pos->by_color[them];
    percept->king_targets = position_pieces(pos, them, PIECE_KING);
    perceive_striking(percept);
}

static void perceive_agents(Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn;
    Bitboard by_type[PIECE_TYPE_COUNT];
    int count = 0;

    perceive_attacks(percept, us, by_type);
    percept->chess.own_lines = lines(by_type);
    percept->chess.own_once = percept->chess.own_twice = 0;
    for (Bitboard rest = pos->by_color[us]; rest; rest &= rest - 1) {
        const Bitboard attacks = percept->chess.attacks_of[bitboard_first(rest)];
        percept->chess.own_twice |= percept->chess.own_once & attacks;
        percept->chess.own_once |= attacks;
    }
    for (Bitboard rest = pos->by_color[us]; rest; rest &= rest - 1, count++) {
        const Square sq = bitboard_first(rest);
        Agent *agent = &percept->agents[count];
        agent->square = sq;
        agent->type = position_type_at(pos, sq);
        agent->value = PIECE_VALUE[agent->type];
        agent->exposure.cheapest = cheapest_attacker(percept, sq);
        agent->exposure.defended = bitboard_has(percept->chess.own_once, sq);
        percept->chess.agent_at[sq] = (uint8_t)count;
    }
    percept->agent_count = count;
}

static Bitboard king_destinations(const Percept *percept, const Legality *legality, Square king)
{
    if (percept->mode.kings_are_taken)
        return attacks_king(king) & legality->targets;
    /* Out of check no line passes through the king, so that the attack map, taken with the king on
     * the board, is right. */
    if (legality->checkers)
        return movegen_destinations(&percept->chess.pos, legality, king);
    return (attacks_king(king) & legality->targets & ~percept->chess.opponent_all) |
           movegen_castlings(&percept->chess.pos);
}

static Bitboard destinations(const Percept *percept, const Legality *legality, Square from,
                             PieceType type)
{
    const Position *pos = &percept->chess.pos;

    if (!bitboard_has(percept->chess.able, from))
        return 0;
    if (type == PIECE_KING)
        return king_destinations(percept, legality, from);
    if (type == PIECE_PAWN && pos->en_passant != SQUARE_NONE)
        return movegen_destinations(pos, legality, from);
    if (type == PIECE_PAWN)
        return legality_restrict(legality, from, movegen_pawn_reach(pos, (Color)pos->turn, from));
    return legality_restrict(legality, from, percept->chess.attacks_of[from]);
}

static Bitboard attacking(const Percept *percept, Bitboard to, PieceType type)
{
    Bitboard attacks = to & percept_chess_opponents(percept);

    if (type == PIECE_PAWN && percept->chess.pos.en_passant != SQUARE_NONE)
        attacks |= to & bitboard_of(percept->chess.pos.en_passant);
    if (type == PIECE_PAWN && percept_reads(percept, READING_PROMOTION_AS_ATTACK))
        attacks |= to & (RANK_1 | RANK_8);
    return attacks;
}

/* From where a piece of @type would attack an opponent. */
static Bitboard striking(const Percept *percept, const Agent *self, PieceType type)
{
    const Position *pos = &percept->chess.pos;
    const Color them = color_opponent((Color)pos->turn);
    Bitboard striking = percept->chess.striking[type];

    /* A piece that goes straight away from its target still sees it, through where it stood. */
    if (piece_is_slider(type))
        for (Bitboard rest = percept->chess.attacks_of[self->square] & pos->by_color[them]; rest;
             rest &= rest - 1)
            striking |= attacks_line(self->square, bitboard_first(rest));
    return striking;
}

/* Describes the action of @self, which is of @type, to @to so far that it meets no piece. */
static void describe(const Percept *percept, int index, Square to, PieceType type, bool is_attack,
                     Action *action)
{
    const Position *pos = &percept->chess.pos;
    const Agent *self = &percept->agents[index];

    *action = (Action){
        .move = type == PIECE_PAWN || type == PIECE_KING
                    ? movegen_move_of(pos, type, self->square, to)
                    : move_make(self->square, to, is_attack ? MOVE_CAPTURE : MOVE_QUIET),
        .agent = (uint8_t)index,
        .captured = is_attack ? PIECE_VALUE[position_type_at(pos, to)] : 0,
        .value = self->value,
    };
    if (type != PIECE_PAWN)
        return;
    if (is_attack && move_is_en_passant(action->move))
        action->captured = PIECE_VALUE[PIECE_PAWN];
    if (move_is_promotion(action->move)) {
        action->is_promotion = true;
        if (percept_reads(percept, READING_PROMOTION_AS_ATTACK))
            action->value = PIECE_VALUE[PIECE_QUEEN];
    }
}

static Exposure exposure_at(const Percept *percept, Square to, Bitboard backup)
{
    return (Exposure){cheapest_attacker(percept, to), bitboard_has(backup, to)};
}

static void perceive_actions(Percept *percept, const Legality *legality, int index)
{
    const Position *pos = &percept->chess.pos;
    Agent *self = &percept->agents[index];
    const PieceType type = self->type;
    const Square from = self->square;
    const Bitboard to = destinations(percept, legality, from, type);
    const Bitboard attacks = attacking(percept, to, type);
    const Bitboard meeting =
        to & ~attacks & (percept->chess.opponent_all | striking(percept, self, type));
    const Bitboard occupied = position_occupied(pos) ^ bitboard_of(from);
    const Bitboard backup = !(to & percept->chess.opponent_all) ? 0
                            : percept_reads(percept, READING_BATTERY_BACKUP)
                                ? attacks_of_others_lifted(percept, self)
                                : percept_chess_attacks_of_others(percept, self);
    Action *next = &percept->actions[percept->action_count], *moves;

    self->first_action = percept->action_count;
    for (Bitboard rest = attacks; rest; rest &= rest - 1, next++) {
        const Square sq = bitboard_first(rest);
        describe(percept, index, sq, type, true, next);
        next->exposure = exposure_at(percept, sq, backup);
    }
    moves = next;
    for (Bitboard rest = to & ~attacks; rest; rest &= rest - 1, next++) {
        const Square sq = bitboard_first(rest);
        describe(percept, index, sq, type, false, next);
        if (!bitboard_has(meeting, sq))
            continue;
        next->exposure = exposure_at(percept, sq, backup);
        next->targets =
            attacks_from(type, (Color)pos->turn, sq, occupied) & percept_chess_opponents(percept);
    }
    self->first_move = (int)(moves - percept->actions);
    self->end_action = percept->action_count = (int)(next - percept->actions);
}

bool percept_chess_backed(const Percept *percept, int agent, int square)
{
    return bitboard_has(percept_chess_attacks_of_others(percept, &percept->agents[agent]),
                        (Square)square);
}

TargetSet percept_chess_attackers_of(const Percept *percept, int square, int shield)
{
    const Position *pos = &percept->chess.pos;
    const Bitboard shields = shield == NO_SQUARE ? 0 : bitboard_of((Square)shield);

    return position_attackers(pos, (Square)square, position_occupied(pos) | shields) &
           percept_chess_opponents(percept);
}

bool percept_chess_strikes(const Percept *percept, int action, int square)
{
    const Action *move = &percept->actions[action];
    const Agent *self = &percept->agents[move->agent];
    const Position *pos = &percept->chess.pos;

    return bitboard_has(attacks_from(self->type, (Color)pos->turn, move_to(move->move),
                                     position_occupied(pos) ^ bitboard_of(self->square)),
                        (Square)square);
}

int percept_chess_steps(int from, int to)
{
    return square_distance((Square)from, (Square)to);
}

const PerceptBoard PERCEPT_CHESS_BOARD = {
    .has_64_squares = true,
    .backed = percept_chess_backed,
    .attackers_of = percept_chess_attackers_of,
    .strikes = percept_chess_strikes,
    .steps = percept_chess_steps,
    .stand_after = bystanders_stand_after,
    .exposed_in_plan = percept_exposed_in_plan,
    .threatened_after = bystanders_threatened_after,
};

void percept_chess_perceive(const Position *pos, Bitboard able, PerceptMode mode,
                            const LogicSet *logics, Percept *out_percept)
{
    const Legality legality = mode.kings_are_taken
                                  ? (Legality){.targets = ~pos->by_color[pos->turn]}
                                  : movegen_legality(pos);
    Percept *percept = out_percept;

    percept_begin(percept, pos->turn, mode, logics);
    percept->board = &PERCEPT_CHESS_BOARD;
    percept->knows_any_place = percept->foresees = false;
    percept->chess.pos = *pos;
    percept->chess.able = able;
    perceive_targets(percept);
    perceive_agents(percept);
    for (int i = 0; i < percept->agent_count; i++)
        perceive_actions(percept, &legality, i);
    terms_perceive(percept);
}
