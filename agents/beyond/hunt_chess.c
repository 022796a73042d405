#include "agents/beyond/hunt_chess.h"

#include <glib.h>

#include "agents/beyond/logic_weights.h"
#include "agents/beyond/mates_chess.h"
#include "agents/logics.h"

/* A king that has more flights is not asked whether it is mated on each of them. */
#define HUNT_FLIGHTS 2

/* Plies without a capture or a move of a pawn after which a king is hunted also among pawns, and by
 * bishops and knights. */
#define HUNT_LATE 20

/* Worse than any hunt, with any weights. */
#define LOST (-PIECE_KING_VALUE / 10)

static Bitboard heavy_of(const Position *pos, Color side)
{
    return (pos->by_type[PIECE_ROOK] | pos->by_type[PIECE_QUEEN]) & pos->by_color[side];
}

bool hunt_is_on(const Position *pos, Color hunter)
{
    const Bitboard kings = pos->by_type[PIECE_KING];
    const Bitboard own = pos->by_color[hunter], prey = pos->by_color[color_opponent(hunter)];

    if (!(own & kings) || !prey || prey & ~kings)
        return false;
    return heavy_of(pos, hunter) || (!(own & pos->by_type[PIECE_PAWN]) &&
                                     position_material(pos, hunter) >= PIECE_VALUE[PIECE_ROOK]);
}

bool hunt_of_guarded_is_on(const Position *pos, Color hunter, bool is_late)
{
    const Bitboard prey = pos->by_color[color_opponent(hunter)];
    const Bitboard pawns = prey & pos->by_type[PIECE_PAWN];
    const Bitboard lesser = pos->by_type[PIECE_KING] | pos->by_type[PIECE_PAWN];
    const bool is_guarded = (prey & ~pos->by_type[PIECE_KING]) != 0;
    /* A side that has only pawns makes a queen first. */
    const bool is_able = (pos->by_color[hunter] & ~lesser) != 0;

    return is_guarded && is_able && (is_late || (heavy_of(pos, hunter) && !pawns)) &&
           bitboard_count(prey ^ pawns) <= 2 &&
           position_material(pos, hunter) - position_material(pos, color_opponent(hunter)) >=
               PIECE_VALUE[PIECE_QUEEN] - PIECE_VALUE[PIECE_ROOK];
}

static int steps_between(Square a, Square b)
{
    return ABS(square_file(a) - square_file(b)) + ABS(square_rank(a) - square_rank(b));
}

static int steps_to_edge(Square sq)
{
    const int file = square_file(sq), rank = square_rank(sq);

    return MIN(MIN(file, 7 - file), MIN(rank, 7 - rank));
}

/* How far the hunters' @king is from where it helps to mate in @corner: a knight's move away. */
static int steps_to_help(Square king, Square corner)
{
    const int file = square_file(corner), rank = square_rank(corner);
    const int inward = file == 0 ? 1 : -1, upward = rank == 0 ? 1 : -1;

    return MIN(steps_between(king, square_at(file + inward, rank + 2 * upward)),
               steps_between(king, square_at(file + 2 * inward, rank + upward)));
}

/* The hunting side. */
typedef struct {
    const LogicWeights *weights;
    Bitboard own, bishops;
    Bitboard guarded; /* behind the king, and a piece beside it, no square is safe */
    Square king;
} Hunters;

/* Worth of the bare king's way from @prey to the best of the corners that the bishops can guard. */
static int worth_of_corner(const Hunters *hunters, Square prey)
{
    static const Square CORNERS[] = {SQUARE_A1, SQUARE_H1, SQUARE_A8, SQUARE_H8};
    const int16_t *weight = hunters->weights->of;
    const Bitboard reach = bitboard_of(prey) | (attacks_king(prey) & ~hunters->guarded);
    int best = INT_MIN;

    for (unsigned i = 0; i < G_N_ELEMENTS(CORNERS); i++) {
        const bool is_light = bitboard_has(LIGHT_SQUARES, CORNERS[i]);
        int steps = 0;
        if (!(hunters->bishops & (is_light ? LIGHT_SQUARES : ~LIGHT_SQUARES)))
            continue;
        for (Bitboard rest = reach; rest; rest &= rest - 1)
            steps = MAX(steps, steps_between(bitboard_first(rest), CORNERS[i]));
        best = MAX(best, -weight[LOGIC_WEIGHT_HUNT_CORNER] * steps_between(prey, CORNERS[i]) -
                             weight[LOGIC_WEIGHT_HUNT_FLIGHT] * steps -
                             weight[LOGIC_WEIGHT_HUNT_CORNERING] *
                                 steps_to_help(hunters->king, CORNERS[i]));
    }
    return best;
}

/* Worth of the place of the hunters' king: near the bare king on @prey, but away from the edge,
 * where it does not help to mate. */
static int worth_of_kings(const Hunters *hunters, Square prey)
{
    const int16_t *weight = hunters->weights->of;

    return weight[LOGIC_WEIGHT_HUNT_KING_CENTRE] * square_centrality(hunters->king) -
           weight[LOGIC_WEIGHT_HUNT_KINGS] * square_distance(hunters->king, prey);
}

/* Progress of hunters without queen and rook, who are to move, with the bare king on @prey. */
static int worth_of_light_hunt(const Hunters *hunters, Square prey)
{
    const int16_t *weight = hunters->weights->of;
    const int attacked = bitboard_count(attacks_king(prey) & hunters->own & ~hunters->guarded);
    int worth = worth_of_corner(hunters, prey) + worth_of_kings(hunters, prey) -
                weight[LOGIC_WEIGHT_HUNT_EDGE] * steps_to_edge(prey) -
                weight[LOGIC_WEIGHT_HUNT_ATTACKED] * attacked;

    /* Unless the kings face each other with one square between them. */
    if (square_distance(hunters->king, prey) != 2 || steps_between(hunters->king, prey) != 2)
        worth -= weight[LOGIC_WEIGHT_HUNT_OPPOSITION];
    for (Bitboard rest = hunters->own ^ bitboard_of(hunters->king); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        worth -= weight[LOGIC_WEIGHT_HUNT_TOGETHER] * square_distance(sq, hunters->king);
        worth -= weight[LOGIC_WEIGHT_HUNT_APART] * MAX(0, 3 - square_distance(sq, prey));
    }
    return worth;
}

/* The same if the bare king is to move and flees where least is reached. */
static int worth_of_worst_flight(const Hunters *hunters, Square prey)
{
    const Bitboard flights = attacks_king(prey) & ~hunters->guarded;
    int worth = flights ? 0 : worth_of_light_hunt(hunters, prey);

    if (flights & hunters->own)
        return LOST;
    for (Bitboard rest = flights; rest; rest &= rest - 1)
        worth = MIN(worth, worth_of_light_hunt(hunters, bitboard_first(rest)));
    return worth;
}

/* Progress of hunters with a queen or a rook. */
static int worth_of_heavy_hunt(const Hunters *hunters, Square prey)
{
    const int16_t *weight = hunters->weights->of;
    int centre = 0;

    for (Bitboard rest = attacks_king(prey) & ~hunters->guarded; rest; rest &= rest - 1)
        centre = MAX(centre, square_centrality(bitboard_first(rest)));
    return worth_of_kings(hunters, prey) - weight[LOGIC_WEIGHT_HUNT_CENTRE] * centre -
           weight[LOGIC_WEIGHT_HUNT_DISTANCE] * steps_between(hunters->king, prey);
}

int hunt_worth(const Position *pos, Color hunter, const LogicWeights *weights)
{
    const Bitboard kings = pos->by_type[PIECE_KING];
    const Bitboard own = pos->by_color[hunter];
    Hunters hunters = {weights, own, pos->by_type[PIECE_BISHOP] & own,
                       position_attacks(pos, hunter, own), SQUARE_NONE};
    Square prey;

    /* Where kings are taken, one may be gone. */
    if (!(kings & own))
        return LOST;
    if (!(kings & ~own))
        return 0;
    prey = bitboard_first(kings & ~own);
    hunters.king = bitboard_first(kings & own);
    if (heavy_of(pos, hunter) || !hunters.bishops)
        return worth_of_heavy_hunt(&hunters, prey);
    return (Color)pos->turn == hunter ? worth_of_light_hunt(&hunters, prey)
                                      : worth_of_worst_flight(&hunters, prey);
}

/* Worth to the hunters of the hunt after @action. Imagined boards with a hunt are compared with
 * others without one, so the hunt of a bare king has a positive worth there; otherwise no pawn
 * would promote into a hunt that has far to go. This worth is fixed, except for mate: if progress
 * counted on imagined boards, later progress would be preferred to progress now. It is that of the
 * board after @action: a capture can bare the king, or take the last piece that hunts it. */
static int worth_of_hunt(const Percept *percept, int action, Color hunter)
{
    const Color us = (Color)percept->chess.pos.turn;
    const bool is_imagined = percept->mode.is_imagined;
    const LogicWeights *weights = logic_weights(&percept->logics);
    const int begun = weights->of[LOGIC_WEIGHT_HUNT_BEGUN];
    const Position after = position_after(&percept->chess.pos, percept->actions[action].move);

    if (hunter == us && !percept->mode.kings_are_taken && movegen_any(&after) &&
        mates_whatever(&after, HUNT_FLIGHTS, 1))
        return is_imagined ? begun : 0;
    if (is_imagined)
        return hunt_is_on(&after, hunter) ? begun * 3 / 4 : 0;
    return hunt_worth(&after, hunter, weights);
}

/* A bare king that is hunted leaves nothing else to think of, on either side; if it is guarded,
 * gains and losses still count. A guarded one is hunted only in chess: where kings are taken, or
 * captures forced, what guards it decides. What is reached counts after every action, not what the
 * last one adds. */
bool hunt_perceive(Percept *percept)
{
    const Position *pos = &percept->chess.pos;
    const Color us = (Color)pos->turn, them = color_opponent(us);
    const bool hunts = hunt_is_on(pos, us) ||
                       (percept_has(percept, LOGIC_WHOLE_THREAT) &&
                        !percept->mode.kings_are_taken && !percept->mode.captures_are_forced &&
                        hunt_of_guarded_is_on(pos, us, pos->halfmove_clock >= HUNT_LATE));

    if (!hunts && !hunt_is_on(pos, them))
        return false;
    percept->hunts = hunts && !percept->mode.kings_are_taken;
    for (int i = 0; i < percept->action_count; i++)
        percept->actions[i].place =
            hunts ? worth_of_hunt(percept, i, us) : -worth_of_hunt(percept, i, them);
    return true;
}
