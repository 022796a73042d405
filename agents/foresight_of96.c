#include "agents/foresight_of96.h"

#include "agents/exchange_of96.h"

static ThreePosition position_after(const Percept *percept, int action)
{
    ThreePosition after = *percept->of96.pos;

    three_position_play(&after, percept->actions[action].move);
    return after;
}

/* The arrangement after @action. */
static ThreeArrangement arrange_after(const Percept *percept, int action)
{
    const ThreePosition after = position_after(percept, action);

    return three_arrangement_of(&after, (ThreeColor)percept->of96.pos->turn);
}

/* How our piece on @sq stands. */
static Exposure exposure_on(const ThreeArrangement *arrangement, ThreeSquare sq)
{
    return exposure_of_loss(PIECE_VALUE[three_arrangement_type_at(arrangement, sq)],
                            three_exchange_on(arrangement, false, sq));
}

Exposure foresight_of96_exposure_after(const Percept *percept, int agent, int action)
{
    const ThreeArrangement arrangement = arrange_after(percept, action);

    return exposure_on(&arrangement, percept_of96_square_after(percept, agent, action));
}

Exposure foresight_of96_exposure_of_plan(const Percept *percept, int action, int target)
{
    const ThreeArrangement arrangement = arrange_after(percept, action);
    const int net =
        three_exchange_begun_by(&arrangement, three_move_to(percept->actions[action].move),
                                percept->of96.square_of_target[target]);

    return exposure_of_loss(percept->agents[percept->actions[action].agent].value,
                            percept->targets[target].value - net);
}

int foresight_of96_threatened_after(const Percept *percept, int action, int bearable,
                                    Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const int count = percept_attacked_after(percept, action, bearable, out_threatened);
    const ThreeArrangement arrangement = arrange_after(percept, action);

    for (int i = 0; i < count; i++)
        out_threatened[i].exposure = exposure_on(
            &arrangement, percept_of96_square_after(percept, out_threatened[i].agent, action));
    return count;
}

/* A side that keeps a lead looks for double attacks, too. */
static bool looks_for_forks(const Percept *percept)
{
    return percept->options.looks_for_forks ||
           (percept_keeps_lead(percept) && !percept->options.weighs_outlooks);
}

void foresight_of96_outlook(const Percept *percept, int action, const OutlookInterest *interest,
                            Outlook *out_outlook)
{
    const ThreeArrangement arrangement = arrange_after(percept, action);
    const bool by_exchange = percept->options.exchanges;
    Gain hope[2] = {{PIECE_KING_VALUE, NO_SQUARE}, {PIECE_KING_VALUE, NO_SQUARE}};

    *out_outlook = (Outlook){.checks = false};
    memcpy(out_outlook->hope, hope, sizeof hope);
    if (!outlook_matters(interest, out_outlook))
        return;
    three_captures_best(&arrangement, false, by_exchange, outlook_bearable(interest, out_outlook),
                        out_outlook->threat);
    if (!outlook_matters(interest, out_outlook))
        return;
    three_captures_best(&arrangement, true, by_exchange, INT_MAX, hope);
    memcpy(out_outlook->hope, hope, sizeof hope);
    if (by_exchange && outlook_matters(interest, out_outlook))
        out_outlook->overload =
            three_captures_of_overloaded(&arrangement, false, out_outlook->threat[0].amount);
    if (looks_for_forks(percept) && outlook_matters(interest, out_outlook))
        out_outlook->fork = three_forks_gain(&arrangement);
}

bool foresight_of96_imagine(const Percept *percept, int action, Percept *out_percept)
{
    ThreePosition *after = &out_percept->of96.imagined;

    if (percept->actions[action].captured == PIECE_KING_VALUE)
        return false;
    *after = position_after(percept, action);
    return percept_take_three(after, &percept->options, out_percept);
}

uint64_t foresight_of96_key_after(const Percept *percept, int action)
{
    return position_after(percept, action).key;
}

static int material(const ThreePosition *pos, int color)
{
    int sum = 0;

    for (PieceType type = PIECE_PAWN; type < PIECE_KING; type++)
        sum += PIECE_VALUE[type] *
               three_set_count(three_set_common(pos->by_color[color], pos->by_type[type]));
    return sum;
}

int foresight_of96_balance(const Percept *percept)
{
    const ThreePosition *pos = percept->of96.pos;
    int strongest = 0;

    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        if (color != (int)pos->turn)
            strongest = MAX(strongest, material(pos, color));
    return material(pos, pos->turn) - strongest;
}

/* Worth of places on this board, in hundredths of a pawn: pieces attack as much as they can,
 * knights and bishops leave home, and the seams are the centre. The figures are ours. */
static const struct {
    int mobility, home, centre;
} KINDS[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = {0, 0, 3}, [PIECE_KNIGHT] = {4, -8, 4}, [PIECE_BISHOP] = {4, -8, 1},
    [PIECE_ROOK] = {2, 0, 0}, [PIECE_QUEEN] = {1, 0, 0},   [PIECE_KING] = {0, 0, -12},
};

static int worth_of_place(const ThreePosition *pos, PieceType type, ThreeColor color,
                          ThreeSquare sq, const ThreeSet *occupied)
{
    const ThreeSet attacks =
        three_set_without(three_attacks_from(type, color, sq, occupied), pos->by_color[color]);
    const bool is_home = three_square_row(sq) == 0 && three_square_section(sq) == (int)color;

    return KINDS[type].mobility * three_set_count(attacks) + (is_home ? KINDS[type].home : 0) +
           KINDS[type].centre * three_square_row(sq);
}

static int worth_of_pawn(ThreeColor color, ThreeSquare sq, const ThreeSet *occupied)
{
    static const int BY_STEPS[] = {0, 0, 3, 8, 20, 45, 90, 0};
    const int row = three_square_row(sq);
    const int steps = three_square_section(sq) == (int)color ? row : 7 - row;
    const ThreeSet blocked = three_set_common(THREE_PAWN_ADVANCE[color][sq], *occupied);

    return three_set_is_empty(blocked) ? BY_STEPS[steps] : BY_STEPS[steps] / 2;
}

static int place_of(const Percept *percept, const ThreePosition *pos, PieceType type,
                    ThreeColor color, ThreeSquare sq, const ThreeSet *occupied)
{
    int worth = 0;

    if (percept->options.knows_places)
        worth += worth_of_place(pos, type, color, sq, occupied);
    if (percept->options.knows_passed && type == PIECE_PAWN)
        worth += worth_of_pawn(color, sq, occupied);
    return worth;
}

void foresight_of96_perceive(Percept *percept)
{
    const PerceptOptions *options = &percept->options;
    const ThreePosition *pos = percept->of96.pos;
    const ThreeSet occupied = three_position_occupied(pos);
    const ThreeColor us = (ThreeColor)pos->turn;
    const ThreeArrangement now = three_arrangement_of(pos, us);

    for (int i = 0; options->exchanges && i < percept->agent_count; i++)
        percept->agents[i].exposure = exposure_on(&now, (ThreeSquare)percept->agents[i].square);
    for (int i = 0; i < percept->action_count; i++) {
        Action *action = &percept->actions[i];
        const Agent *self = &percept->agents[action->agent];
        const ThreeSquare to = three_move_to(action->move);
        ThreeSet lifted = occupied;
        if (options->exchanges && !options->weighs_outlooks)
            action->exposure = foresight_of96_exposure_after(percept, action->agent, i);
        three_set_remove(&lifted, self->square);
        action->place = place_of(percept, pos, action->is_promotion ? PIECE_QUEEN : self->type, us,
                                 to, &lifted) -
                        place_of(percept, pos, self->type, us, self->square, &occupied);
        if (action->captured > 0)
            action->place += place_of(percept, pos, three_position_type_at(pos, to),
                                      three_piece_color(pos->piece_at[to]), to, &occupied);
    }
}
