#include "agents/beyond/captures_chess.h"
#include "agents/beyond/hunt_chess.h"
#include "agents/beyond/mates_chess.h"
#include "agents/beyond/places_chess.h"
#include "agents/beyond/whole_threat.h"
#include "agents/boards/percept_chess.h"
#include "agents/logics.h"
#include "agents/terms.h"

/* A side that keeps a lead wants to know the pawns that become queens. */
static bool knows_passed(const Percept *percept)
{
    return percept_has(percept, LOGIC_PROMOTION) || percept->chess.keeps_lead;
}

/* Finds the pins of @after once more, of each colour for which they may have changed. */
static void find_pins_after(const Percept *percept, Arrangement *after)
{
    const PerceptChess *chess = &percept->chess;
    const Bitboard *now = chess->pos.by_color, *then = after->pos.by_color;
    const Bitboard changed =
        (now[COLOR_WHITE] ^ then[COLOR_WHITE]) | (now[COLOR_BLACK] ^ then[COLOR_BLACK]);
    const Bitboard sliders = after->pos.by_type[PIECE_BISHOP] | after->pos.by_type[PIECE_ROOK] |
                             after->pos.by_type[PIECE_QUEEN];

    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        if (changed & chess->pin_lines[color] ||
            (color != (Color)chess->pos.turn && changed & chess->king_lines & sliders))
            arrangement_find_pins(after, color);
}

static Arrangement arrange_after(const Percept *percept, int action)
{
    Arrangement after = percept->chess.arrangement;

    position_move_pieces(&after.pos, percept->actions[action].move);
    find_pins_after(percept, &after);
    return after;
}

/* Squares that the opponents attack after an action that leads to @after. */
static Bitboard their_attacks_after(const Percept *percept, const Arrangement *after)
{
    const PerceptChess *chess = &percept->chess;
    const Color them = color_opponent((Color)chess->pos.turn);
    const bool is_same = chess->pos.by_color[them] == after->pos.by_color[them] &&
                         !((position_occupied(&chess->pos) ^ position_occupied(&after->pos)) &
                           chess->opponent_lines);

    return is_same ? chess->opponent_all
                   : position_attacks(&after->pos, them, position_occupied(&after->pos));
}

/* How the own piece on @sq stands. */
static Exposure exposure_on(const Arrangement *arrangement, Color us, Square sq)
{
    return exposure_of_loss(PIECE_VALUE[position_type_at(&arrangement->pos, sq)],
                            exchange_on(arrangement, color_opponent(us), sq));
}

static Square square_after(const Percept *percept, int agent, int action)
{
    return move_square_after(percept->actions[action].move, percept->agents[agent].square);
}

static Exposure exposure_after(const Percept *percept, int agent, int action)
{
    const Arrangement arrangement = arrange_after(percept, action);

    return exposure_on(&arrangement, (Color)percept->chess.pos.turn,
                       square_after(percept, agent, action));
}

static Exposure exposed_in_plan(const Percept *percept, int action, int target)
{
    const Arrangement arrangement = arrange_after(percept, action);
    const Square from = move_to(percept->actions[action].move);

    return percept_exposed_in_exchange(percept, action, target,
                                       exchange_begun_by(&arrangement, from, (Square)target));
}

static AgentSet threatened_after(const Percept *percept, int action,
                                 Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const PerceptChess *chess = &percept->chess;
    const Color us = (Color)chess->pos.turn;
    const Move move = percept->actions[action].move;
    const Arrangement arrangement = arrange_after(percept, action);
    /* The rook of castling is attacked elsewhere than where it stands now. */
    const Bitboard attacks =
        move_is_castling(move) ? ~UINT64_C(0) : their_attacks_after(percept, &arrangement);
    AgentSet threatened = 0;

    for (Bitboard rest = chess->pos.by_color[us] & ~bitboard_of(move_from(move)) & attacks; rest;
         rest &= rest - 1) {
        const int agent = chess->agent_at[bitboard_first(rest)];
        threatened |= (AgentSet)1 << agent;
        out_exposures[agent] =
            exposure_on(&arrangement, us, move_square_after(move, bitboard_first(rest)));
    }
    return threatened;
}

/* Gain of a promotion that is still to be made. On an imagined board it is compared with one made
 * already, which has lost the worth of the pawn's place: less than PROMOTION_TO_COME. */
#define PROMOTION_TO_COME 200

static int gain_of_promotion_to_come(const Percept *percept)
{
    return GAIN_OF_PROMOTION - (percept->mode.is_imagined ? PROMOTION_TO_COME : 0);
}

/* The best captures of the side of @reach. Where exchanges are thought to their end, a pawn that
 * nothing stops before the last rank counts among them. */
static void find_captures(const Percept *percept, const Arrangement *arrangement,
                          const Reach *reach, int limit, Gain out_best[static 2])
{
    captures_best(arrangement, reach, limit, out_best);
    if (reach->by_exchange && !percept_reads(percept, READING_LOSING_WINS))
        captures_add_promotions(arrangement, reach, gain_of_promotion_to_come(percept), out_best);
}

/* A pawn that no piece can stop counts as what it will become. */
static void add_unstoppable(const Percept *percept, const Position *after, CapturesAfter *captures)
{
    const Color us = (Color)percept->chess.pos.turn, them = color_opponent(us);
    const int gain = gain_of_promotion_to_come(percept);
    Square sq;

    if (captures->threat[0].amount < gain &&
        (sq = places_unstoppable(after, them, them)) != SQUARE_NONE)
        gain_keep_best(captures->threat, gain, sq);
    if ((sq = places_unstoppable(after, us, them)) != SQUARE_NONE)
        gain_keep_best(captures->own_threat, gain, sq);
}

/* Upper bound of what the own side could capture next: the dearest two pieces that it attacks, or
 * anything if a pawn may become a queen. */
static void bound_own_threats(const Percept *percept, const Arrangement *arrangement,
                              const Reach *own, Gain out_most[static 2])
{
    const Position *pos = &arrangement->pos;
    const bool may_promote = percept->chess.may_be_unstoppable ||
                             position_pieces(pos, own->side, PIECE_PAWN) &
                                 (own->side == COLOR_WHITE ? RANK_8 >> 8 : RANK_1 << 8);

    out_most[0] = out_most[1] = (Gain){may_promote ? PIECE_KING_VALUE : 0, NO_SQUARE};
    for (Bitboard rest = may_promote ? 0 : captures_possible(arrangement, own); rest;
         rest &= rest - 1)
        gain_keep_best(out_most, PIECE_VALUE[position_type_at(pos, bitboard_first(rest))],
                       NO_SQUARE);
}

/* In check only a lone checker may be captured, or anything by the king. */
static void restrict_to_answers(const Arrangement *arrangement, Square king, Reach *reach)
{
    const Bitboard checkers =
        position_attackers(&arrangement->pos, king, position_occupied(&arrangement->pos)) &
        ~arrangement->pos.by_color[reach->side];

    reach->anyone = bitboard_has_several(checkers) ? 0 : checkers;
    reach->king = attacks_king(king);
}

static void captures_after(const Percept *percept, int action, int alpha,
                           CapturesAfter *out_captures)
{
    const Color us = (Color)percept->chess.pos.turn, them = color_opponent(us);
    const bool by_exchange = percept_has(percept, LOGIC_EXCHANGE);
    Arrangement arrangement = percept->chess.arrangement;
    const Bitboard king = arrangement.pos.by_type[PIECE_KING] & arrangement.pos.by_color[them];
    Reach threat = {.side = them, .by_exchange = by_exchange, .anyone = ~UINT64_C(0)};
    Reach own = {.side = us, .by_exchange = by_exchange, .anyone = ~UINT64_C(0)};
    int margin;

    position_move_pieces(&arrangement.pos, percept->actions[action].move);
    own.own_attacks = threat.other_attacks =
        position_attacks(&arrangement.pos, us, position_occupied(&arrangement.pos));
    *out_captures = (CapturesAfter){.checks = !arrangement.pins.kings_are_taken &&
                                              (own.own_attacks & king) != 0};
    if (alpha != INT_MIN)
        bound_own_threats(percept, &arrangement, &own, out_captures->own_threat);
    margin = captures_margin(percept, out_captures, alpha);
    if (margin < 0)
        return;
    threat.own_attacks = own.other_attacks = their_attacks_after(percept, &arrangement);
    find_pins_after(percept, &arrangement);
    if (out_captures->checks)
        restrict_to_answers(&arrangement, bitboard_first(king), &threat);
    find_captures(percept, &arrangement, &threat, margin, out_captures->threat);
    if (captures_margin(percept, out_captures, alpha) < 0)
        return;
    find_captures(percept, &arrangement, &own, INT_MAX, out_captures->own_threat);
    if (percept->chess.may_be_unstoppable)
        add_unstoppable(percept, &arrangement.pos, out_captures);
    if (out_captures->checks)
        return;
    /* Gains of the opponents that are less sure than an exchange. */
    if (by_exchange && captures_margin(percept, out_captures, alpha) >= 0)
        out_captures->overload =
            captures_of_overloaded(&arrangement, &threat, out_captures->threat[0].amount);
    if (percept_looks_for_forks(percept) && captures_margin(percept, out_captures, alpha) >= 0)
        out_captures->fork = forks_gain(&arrangement, them, threat.other_attacks);
}

static bool imagine(const Percept *percept, int action, Percept *out_percept)
{
    const PerceptChess *chess = &percept->chess;
    PerceptMode mode = percept->mode;
    const Position after = position_after(&chess->pos, percept->actions[action].move);

    if (percept->mode.kings_are_taken && percept->actions[action].captured == PIECE_KING_VALUE)
        return false;
    mode.is_imagined = true;
    percept_take_64_squares(&after, after.by_color[after.turn], mode, &percept->logics,
                            out_percept);
    return true;
}

static void again(const Percept *percept, const LogicSet *logics, Percept *out_percept)
{
    const PerceptChess *chess = &percept->chess;

    percept_take_64_squares(&chess->pos, chess->able, percept->mode, logics, out_percept);
}

static bool leaves_no_move(const Percept *percept, int action)
{
    const Position after = position_after(&percept->chess.pos, percept->actions[action].move);

    return !movegen_any(&after);
}

static bool allows_mate(const Percept *percept, int action, int moves)
{
    const Position after = position_after(&percept->chess.pos, percept->actions[action].move);

    return mates_within(&after, moves);
}

static uint64_t key_after(const Percept *percept, int action)
{
    return position_after(&percept->chess.pos, percept->actions[action].move).key;
}

static int balance(const Percept *percept)
{
    const Position *pos = &percept->chess.pos;

    return position_material(pos, (Color)pos->turn) -
           position_material(pos, color_opponent((Color)pos->turn));
}

/* The exposures of the agents where they stand, and of their actions where they go. */
static void perceive_exchanges(Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn;
    const Arrangement *now = &percept->chess.arrangement;

    for (int i = 0; i < percept->agent_count; i++) {
        Agent *agent = &percept->agents[i];
        if (agent->exposure.cheapest > 0 && agent->type != PIECE_KING)
            agent->exposure = exposure_on(now, us, agent->square);
    }
    for (int i = 0; !percept_has(percept, LOGIC_WHOLE_THREAT) && i < percept->action_count; i++) {
        Action *action = &percept->actions[i];
        const Square to = move_to(action->move);
        const Bitboard lifted = position_occupied(pos) ^ bitboard_of(move_from(action->move));
        if (action->exposure.cheapest == 0 &&
            !(attacks_line(move_from(action->move), to) &&
              position_sliders_to(pos, to, lifted) & ~pos->by_color[us]))
            continue;
        if (percept->agents[action->agent].type == PIECE_KING && !percept->mode.kings_are_taken)
            action->exposure = (Exposure){0, false};
        else
            action->exposure = exposure_after(percept, action->agent, i);
    }
}

/* Change by @action in the places of all pieces. */
static int place_after(const Percept *percept, Places *places, int action, int here)
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Action *done = &percept->actions[action];
    const Agent *self = &percept->agents[done->agent];
    const Square to = move_to(done->move);
    const PieceType type = done->is_promotion ? PIECE_QUEEN : self->type;
    const Bitboard lifted = position_occupied(pos) ^ bitboard_of(self->square);
    int place = places_worth(places, pos, us, type, to, attacks_from(type, us, to, lifted)) - here +
                places_gain_of_others(places, pos, done->move);

    if (move_is_capture(done->move)) {
        const Square victim = move_victim_square(done->move);
        place += places_worth(places, pos, them, position_type_at(pos, victim), victim,
                              percept->chess.attacks_of[victim]);
    }
    return place;
}

/* Sets Action.place of the actions from @first to before @end, all of one agent. */
static void perceive_places_of(Percept *percept, int first, int end)
{
    const Position *pos = &percept->chess.pos;
    Places *places = &percept->chess.places;
    const Agent *self = &percept->agents[percept->actions[first].agent];
    const int here = percept_has(percept, LOGIC_POSITION)
                         ? places_worth(places, pos, (Color)pos->turn, self->type, self->square,
                                        percept->chess.attacks_of[self->square])
                         : 0;

    for (int i = first; i < end; i++) {
        Action *action = &percept->actions[i];
        int passed;
        action->place =
            percept_has(percept, LOGIC_POSITION) ? place_after(percept, places, i, here) : 0;
        if (!knows_passed(percept))
            continue;
        passed = places_promotion_gain(places, pos, action->move);
        /* Passed pawns are a burden where to lose pieces is to win. */
        action->place += percept_reads(percept, READING_LOSING_WINS) ? -passed : passed;
    }
}

static void find_place(Percept *percept, int action)
{
    perceive_places_of(percept, action, action + 1);
}

static void perceive_places(Percept *percept)
{
    places_take(&percept->chess.pos, percept->chess.attacks_of, logic_weights(&percept->logics),
                &percept->chess.places);
    percept->finds_places = percept->mode.is_imagined;
    for (int i = 0; i < percept->agent_count && !percept->finds_places; i++) {
        const Agent *agent = &percept->agents[i];
        if (agent->first_action < agent->end_action)
            perceive_places_of(percept, agent->first_action, agent->end_action);
    }
}

/* Plies without a capture or a move of a pawn that cost nothing yet; at the hundredth the lead is
 * at stake. On imagined boards half of that: what can be done now is not put off. */
#define FIFTY_FREE 40

static int find_urgency(const Percept *percept)
{
    const int late = MIN(100, percept->chess.pos.halfmove_clock) - FIFTY_FREE;

    if (late <= 0 || !percept->chess.keeps_lead || !percept_has(percept, LOGIC_WHOLE_THREAT))
        return 0;
    return percept->board->beyond->balance(percept) * late * late /
           ((100 - FIFTY_FREE) * (100 - FIFTY_FREE)) / (percept->mode.is_imagined ? 2 : 1);
}

/* Whether pawns that no piece can stop are looked for: one of the sides must have nothing but king
 * and pawns left when the action is done. */
static bool may_be_unstoppable(const Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const Bitboard pawns = pos->by_type[PIECE_PAWN];
    const Bitboard light = pos->by_type[PIECE_KING] | pawns;

    return knows_passed(percept) && !percept_reads(percept, READING_LOSING_WINS) && pawns &&
           (!(pos->by_color[us] & ~light) || bitboard_count(pos->by_color[them] & ~light) <= 1);
}

static void foresight_perceive(Percept *percept)
{
    const Color us = (Color)percept->chess.pos.turn;
    PerceptChess *chess = &percept->chess;

    chess->arrangement =
        (Arrangement){.pos = chess->pos, .pins.kings_are_taken = percept->mode.kings_are_taken};
    for (Color color = COLOR_WHITE; color < COLOR_COUNT; color++)
        chess->pin_lines[color] = arrangement_find_pins(&chess->arrangement, color);
    chess->king_lines = percept->mode.kings_are_taken
                            ? 0
                            : attacks_queen(chess->arrangement.pins.king[color_opponent(us)], 0);
    chess->keeps_lead = percept_keeps_lead(percept);
    chess->may_be_unstoppable = may_be_unstoppable(percept);
    percept->urgency = find_urgency(percept);
    /* With whole-threat, imagined actions are evaluated by the captures after them. */
    if (percept_has(percept, LOGIC_EXCHANGE) &&
        !(percept->mode.is_imagined && percept_has(percept, LOGIC_WHOLE_THREAT)))
        perceive_exchanges(percept);
    if (percept_knows_hunt(percept) && hunt_perceive(percept))
        return;
    if (percept_has(percept, LOGIC_POSITION) || knows_passed(percept))
        perceive_places(percept);
    else
        percept->knows_any_place = false;
}

/* Where an action of @self may end a defence along @lines, or open lines by emptying two squares.
 */
static Bitboard entangled(const Percept *percept, const Agent *self, Bitboard lines)
{
    const PerceptChess *chess = &percept->chess;

    if (self->type == PIECE_KING) /* it castles to where it does not attack */
        return lines | ~chess->attacks_of[self->square];
    if (self->type == PIECE_PAWN && chess->pos.en_passant != SQUARE_NONE)
        return lines | bitboard_of(chess->pos.en_passant);
    return lines;
}

/* Where something must stand otherwise if the captures on a square are to go otherwise: on the
 * lines that lead to it, as far as pieces that may take part in them let see; and where knights
 * jump. */
static Bitboard bearing_on(const Position *pos, Square sq)
{
    const Bitboard occupied = position_occupied(pos), queens = pos->by_type[PIECE_QUEEN];
    const Bitboard pawns = pos->by_type[PIECE_PAWN] & attacks_king(sq);

    return bitboard_of(sq) | (attacks_knight(sq) & pos->by_type[PIECE_KNIGHT]) |
           attacks_bishop(sq, occupied & ~(pos->by_type[PIECE_BISHOP] | queens | pawns)) |
           attacks_rook(sq, occupied & ~(pos->by_type[PIECE_ROOK] | queens));
}

static bool may_help(const Percept *percept, int agent, int action)
{
    const PerceptChess *chess = &percept->chess;
    const Agent *self = &percept->agents[percept->actions[action].agent];
    const Bitboard squares = bearing_on(&chess->pos, percept->agents[agent].square) |
                             chess->pin_lines[COLOR_WHITE] | chess->pin_lines[COLOR_BLACK];
    Bitboard to = entangled(percept, self, squares);

    if (percept->agents[agent].type == PIECE_KING || self->type == PIECE_KNIGHT ||
        bitboard_has(squares, self->square))
        return true;
    if (piece_is_slider(self->type))
        to |= chess->king_lines;
    if (self->type == PIECE_PAWN)
        to |= chess->king_lines & (RANK_1 | RANK_8);
    return bitboard_has(to, move_to(percept->actions[action].move));
}

/* The tables of answers */

static const PerceptBeyond BEYOND = {
    .exposure_after = exposure_after,
    .may_help = may_help,
    .captures_after = captures_after,
    .find_place = find_place,
    .imagine = imagine,
    .again = again,
    .leaves_no_move = leaves_no_move,
    .find_mates = mates_find,
    .allows_mate = allows_mate,
    .key_after = key_after,
    .balance = balance,
};

#define BOARD_OF_CHESS                                                            \
    .has_64_squares = true, .backed = percept_chess_backed,                       \
    .attackers_of = percept_chess_attackers_of, .strikes = percept_chess_strikes, \
    .steps = percept_chess_steps, .stand_after = bystanders_stand_after, .beyond = &BEYOND

static const PerceptBoard BOARD = {BOARD_OF_CHESS, .exposed_in_plan = percept_exposed_in_plan,
                                   .threatened_after = bystanders_threatened_after};
static const PerceptBoard BOARD_OF_EXCHANGES = {BOARD_OF_CHESS, .exposed_in_plan = exposed_in_plan,
                                                .threatened_after = threatened_after};

void percept_take_64_squares(const Position *pos, Bitboard able, PerceptMode mode,
                             const LogicSet *logics, Percept *out_percept)
{
    Percept *percept = out_percept;

    percept_chess_perceive(pos, able, mode, logics, percept);
    percept->board = percept_has(percept, LOGIC_EXCHANGE) ? &BOARD_OF_EXCHANGES : &BOARD;
    percept->knows_any_place = percept_has(percept, LOGIC_POSITION) ||
                               percept_has(percept, LOGIC_PROMOTION) || percept_knows_hunt(percept);
    percept->foresees = percept_has(percept, LOGIC_EXCHANGE) ||
                        percept_has(percept, LOGIC_WHOLE_THREAT) || percept->knows_any_place;
    if (percept->foresees)
        foresight_perceive(percept);
    if (percept->knows_any_place)
        terms_perceive(percept);
    if (percept->hunts)
        percept->spared_targets = percept->king_targets;
    if (mode.captures_are_forced)
        percept_keep_captures(percept);
}

void percept_take_chess(const Position *pos, const LogicSet *logics, Percept *out_percept)
{
    percept_take_64_squares(pos, pos->by_color[pos->turn], (PerceptMode){0}, logics, out_percept);
}

void percept_take_antichess(const Position *pos, const LogicSet *logics, Percept *out_percept)
{
    percept_take_64_squares(pos, pos->by_color[pos->turn],
                            (PerceptMode){.captures_are_forced = true}, logics, out_percept);
}
