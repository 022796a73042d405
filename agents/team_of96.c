#include "agents/percept_of96.h"
#include "agents/team_board.h"

static TargetSet targets(const Percept *percept)
{
    return ((TargetSet)1 << percept->of96.target_count) - 1;
}

/* Fills in how many steps a king needs from @from to every square of an empty board. */
static void walk(ThreeSquare from, uint8_t out_steps[static THREE_SQUARE_COUNT])
{
    const ThreeSet nothing = {{0}};
    ThreeSet reached = {{0}}, border = {{0}};

    three_set_add(&border, from);
    for (int steps = 0; !three_set_is_empty(border); steps++) {
        ThreeSet next = {{0}};
        FOR_EACH_THREE_SQUARE (sq, border) {
            out_steps[sq] = (uint8_t)steps;
            next = three_set_union(next, three_attacks_from(PIECE_KING, THREE_BLUE, sq, &nothing));
        }
        reached = three_set_union(reached, border);
        border = three_set_without(next, reached);
    }
}

static int steps(int from, int to)
{
    static _Thread_local uint8_t table[THREE_SQUARE_COUNT][THREE_SQUARE_COUNT];
    static _Thread_local bool is_walked[THREE_SQUARE_COUNT];

    if (!is_walked[from])
        walk((ThreeSquare)from, table[from]);
    is_walked[from] = true;
    return table[from][to];
}

static int destination(Move move)
{
    return three_move_to(move);
}

static TargetSet attackers_of(const Percept *percept, int square)
{
    const PerceptOf96 *of96 = &percept->of96;
    TargetSet set = 0;

    for (int i = 0; i < of96->target_count; i++)
        if (three_set_has(&of96->attacks_of[of96->square_of_target[i]], (ThreeSquare)square))
            set |= (TargetSet)1 << i;
    return set;
}

/* What each agent sees of the opponents that attack it, and whether a friend does. */
static void note_attacker(const Percept *percept, const ThreePosition *after, ThreeSquare sq,
                          const ThreeSquare *stands, Exposure *exposures)
{
    const PerceptOf96 *of96 = &percept->of96;
    const ThreeSet occupied = three_position_occupied(after);
    const PieceType type = three_position_type_at(after, sq);
    const ThreeColor color = three_piece_color(after->piece_at[sq]);
    const ThreeSet attacks = three_attacks_from(type, color, sq, &occupied);
    const int value = PIECE_VALUE[type];

    for (int i = 0; i < percept->agent_count; i++) {
        int *cheapest = &exposures[i].cheapest;
        if (!three_set_has(&attacks, stands[i]))
            continue;
        if (color == (ThreeColor)of96->pos->turn)
            exposures[i].defended = true;
        else if (percept->senses->seen[i] >> of96->target_at[sq] & 1)
            *cheapest = *cheapest == 0 ? value : MIN(*cheapest, value);
    }
}

static void stand_after(const Percept *percept, int action,
                        Exposure out_exposures[static PERCEPT_MAX_AGENTS])
{
    const PerceptOf96 *of96 = &percept->of96;
    const Move move = percept->actions[action].move;
    const int rook = percept_of96_castled_rook(of96, move);
    ThreePosition after = *of96->pos;
    ThreeSquare stands[PERCEPT_MAX_AGENTS];
    ThreeSet occupied;

    for (int i = 0; i < percept->agent_count; i++) {
        out_exposures[i] = (Exposure){0, false};
        stands[i] = (ThreeSquare)percept->agents[i].square;
    }
    stands[percept->actions[action].agent] = three_move_to(move);
    if (rook != NO_CASTLED_ROOK)
        stands[rook] = (ThreeSquare)((three_move_from(move) + three_move_to(move)) / 2);
    three_position_play(&after, move);
    occupied = three_position_occupied(&after);
    FOR_EACH_THREE_SQUARE (sq, occupied)
        note_attacker(percept, &after, sq, stands, out_exposures);
}

const TeamBoard TEAM_BOARD_OF96 = {targets, steps, destination, attackers_of, stand_after};
