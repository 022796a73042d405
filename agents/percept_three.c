#include "agents/percept.h"

/* Takes the first square out of @set; false if there is none. */
static inline bool take_first(ThreeSet *set, ThreeSquare *out_square)
{
    for (int s = 0; s < THREE_COLOR_COUNT; s++)
        if (set->section[s] != 0) {
            *out_square = three_square_first(s, set->section[s]);
            set->section[s] &= set->section[s] - 1;
            return true;
        }
    return false;
}

/* Walks @set, a ThreeSet: @sq is each of its squares. */
#define FOR_EACH_SQUARE(sq, set)                                               \
    for (ThreeSet rest_ = (set), *walk_ = &rest_; walk_ != NULL; walk_ = NULL) \
        for (ThreeSquare sq; take_first(walk_, &sq);)

static const ThreePosition *position_of(const Percept *percept)
{
    return percept->of96.pos;
}

static ThreeSet own_pieces(const ThreePosition *pos)
{
    return pos->by_color[pos->turn];
}

/* What the piece on @sq would attack if @occupied were all the pieces. */
static ThreeSet attacks_of_kind(PieceType type, ThreeColor color, ThreeSquare sq,
                                const ThreeSet *occupied)
{
    switch (type) {
    case PIECE_PAWN:
        return THREE_PAWN_CAPTURES[color][sq];
    case PIECE_KNIGHT:
        return THREE_KNIGHT_STEPS[sq];
    case PIECE_BISHOP:
        return three_attacks_bishop(sq, occupied);
    case PIECE_ROOK:
        return three_attacks_rook(sq, occupied);
    case PIECE_QUEEN:
        return three_set_union(three_attacks_bishop(sq, occupied),
                               three_attacks_rook(sq, occupied));
    case PIECE_KING:
        return THREE_KING_STEPS[sq];
    case PIECE_NONE:
        break;
    }
    return (ThreeSet){{0}};
}

static ThreeSet attacks_of_piece(const ThreePosition *pos, ThreeSquare sq, const ThreeSet *occupied)
{
    return attacks_of_kind(three_position_type_at(pos, sq), three_piece_color(pos->piece_at[sq]),
                           sq, occupied);
}

/* The value of the cheapest opponent that attacks @sq, 0 if none does. */
static int cheapest_attacker(const PerceptOf96 *of96, ThreeSquare sq)
{
    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        if (three_set_has(&of96->enemy_by_type[type], sq))
            return PIECE_VALUE[type];
    return 0;
}

/* The squares that agents other than the one on @sq attack. */
static ThreeSet attacks_of_others(const PerceptOf96 *of96, ThreeSquare sq)
{
    return three_set_union(of96->own_twice,
                           three_set_without(of96->own_once, of96->attacks_of[sq]));
}

/* The same with the agent on @sq lifted from the board: what friends attack through its square is
 * added. */
static ThreeSet attacks_of_others_lifted(const PerceptOf96 *of96, ThreeSquare sq)
{
    const ThreePosition *pos = of96->pos;
    const ThreeSet own = own_pieces(pos);
    ThreeSet occupied = three_position_occupied(pos);
    ThreeSet attacks = attacks_of_others(of96, sq);

    three_set_remove(&occupied, sq);
    FOR_EACH_SQUARE (friend, own)
        if (three_slides(three_position_type_at(pos, (ThreeSquare) friend)) &&
            three_set_has(&of96->attacks_of[friend], sq))
            attacks =
                three_set_union(attacks, attacks_of_piece(pos, (ThreeSquare) friend, &occupied));
    return attacks;
}

/* Fills in what both opponents attack, and the targets. */
static void perceive_targets(Percept *percept)
{
    PerceptOf96 *of96 = &percept->of96;
    const ThreePosition *pos = of96->pos;
    const ThreeSet occupied = three_position_occupied(pos);
    const ThreeSet enemies = three_set_without(occupied, own_pieces(pos));
    int count = 0;

    for (PieceType type = PIECE_PAWN; type < PIECE_TYPE_COUNT; type++)
        of96->enemy_by_type[type] = (ThreeSet){{0}};
    FOR_EACH_SQUARE (sq, enemies) {
        const PieceType type = three_position_type_at(pos, sq);
        of96->attacks_of[sq] = attacks_of_piece(pos, sq, &occupied);
        of96->enemy_by_type[type] =
            three_set_union(of96->enemy_by_type[type], of96->attacks_of[sq]);
    }
    percept->king_targets = 0;
    FOR_EACH_SQUARE (sq, enemies) {
        const PieceType type = three_position_type_at(pos, sq);
        of96->target_at[sq] = (uint8_t)count;
        of96->square_of_target[count] = sq;
        if (type == PIECE_KING)
            percept->king_targets |= (TargetSet)1 << count;
        percept->targets[count++] = (Target){type, PIECE_VALUE[type], cheapest_attacker(of96, sq)};
    }
    of96->target_count = count;
}

static void perceive_agents(Percept *percept)
{
    PerceptOf96 *of96 = &percept->of96;
    const ThreePosition *pos = of96->pos;
    const ThreeSet occupied = three_position_occupied(pos), own = own_pieces(pos);
    int count = 0;

    of96->own_once = of96->own_twice = (ThreeSet){{0}};
    FOR_EACH_SQUARE (sq, own) {
        const ThreeSet attacks = attacks_of_piece(pos, sq, &occupied);
        of96->attacks_of[sq] = attacks;
        of96->own_twice =
            three_set_union(of96->own_twice, three_set_common(of96->own_once, attacks));
        of96->own_once = three_set_union(of96->own_once, attacks);
    }
    FOR_EACH_SQUARE (sq, own) {
        Agent *agent = &percept->agents[count];
        agent->square = (Square)sq;
        agent->type = three_position_type_at(pos, sq);
        agent->value = PIECE_VALUE[agent->type];
        agent->exposure.cheapest = cheapest_attacker(of96, sq);
        agent->exposure.defended = three_set_has(&of96->own_once, sq);
        of96->agent_at[sq] = (uint8_t)count++;
    }
    percept->agent_count = count;
}

/* The targets on the squares of @set. */
static TargetSet targets_on(const PerceptOf96 *of96, ThreeSet set)
{
    TargetSet targets = 0;

    FOR_EACH_SQUARE (sq, set)
        targets |= (TargetSet)1 << of96->target_at[sq];
    return targets;
}

/* Where one agent stands, and what is needed to describe what it can do from there. */
typedef struct {
    int agent;
    PieceType type;
    ThreeSquare from;
    ThreeSet enemies;
    ThreeSet backup;   /* where a friend backs it up */
    ThreeSet occupied; /* the board without it */
    bool promotes_in_value;
} Perspective;

/* A pawn that enters the first row of another section becomes a queen. */
static bool promotes(const ThreePosition *pos, PieceType type, ThreeSquare to)
{
    return type == PIECE_PAWN && three_square_row(to) == 0 &&
           three_square_section(to) != (int)pos->turn;
}

static Action describe(const Percept *percept, const Perspective *agent, ThreeSquare to,
                       bool is_attack)
{
    const PerceptOf96 *of96 = &percept->of96;
    const ThreePosition *pos = of96->pos;
    Action action = {
        .move = three_move_make(agent->from, to),
        .agent = (uint8_t)agent->agent,
        .is_promotion = promotes(pos, agent->type, to),
        .captured = PIECE_VALUE[three_position_type_at(pos, to)],
        .value = PIECE_VALUE[agent->type],
        .exposure = {cheapest_attacker(of96, to), three_set_has(&agent->backup, to)},
    };

    if (action.is_promotion && agent->promotes_in_value)
        action.value = PIECE_VALUE[PIECE_QUEEN];
    if (!is_attack)
        action.targets =
            targets_on(of96, three_set_common(attacks_of_kind(agent->type, (ThreeColor)pos->turn,
                                                              to, &agent->occupied),
                                              agent->enemies));
    return action;
}

/* The destinations in @to that count as attacks. */
static ThreeSet attacking(const ThreePosition *pos, const PerceptOptions *options, PieceType type,
                          ThreeSet to, ThreeSet enemies)
{
    ThreeSet attacks = three_set_common(to, enemies);

    if (options->promotions_are_attacks)
        FOR_EACH_SQUARE (sq, to)
            if (promotes(pos, type, sq))
                three_set_add(&attacks, sq);
    return attacks;
}

static void perceive_actions_of(Percept *percept, int index, const PerceptOptions *options)
{
    const ThreePosition *pos = position_of(percept);
    const ThreeSet occupied = three_position_occupied(pos);
    Agent *self = &percept->agents[index];
    const ThreeSet to = three_movegen_destinations(pos, self->square);
    Perspective agent = {
        .agent = index,
        .type = self->type,
        .from = self->square,
        .enemies = three_set_without(occupied, own_pieces(pos)),
        .backup = options->lifts_agent ? attacks_of_others_lifted(&percept->of96, self->square)
                                       : attacks_of_others(&percept->of96, self->square),
        .occupied = occupied,
        .promotes_in_value = options->promotions_are_attacks,
    };
    const ThreeSet attacks = attacking(pos, options, self->type, to, agent.enemies);
    const ThreeSet moves = three_set_without(to, attacks);
    int count = percept->action_count;

    three_set_remove(&agent.occupied, self->square);
    self->first_action = count;
    FOR_EACH_SQUARE (sq, attacks)
        percept->actions[count++] = describe(percept, &agent, sq, true);
    self->first_move = count;
    self->alike = 0;
    FOR_EACH_SQUARE (sq, moves)
        percept->actions[count++] = describe(percept, &agent, sq, false);
    self->end_action = count;
    percept->action_count = count;
}

static TargetSet others_attack(const Percept *percept, int agent, TargetSet targets)
{
    const PerceptOf96 *of96 = &percept->of96;
    const ThreeSet attacks = attacks_of_others(of96, percept->agents[agent].square);
    TargetSet attacked = 0;

    for (TargetSet rest = targets; rest; rest &= rest - 1)
        if (three_set_has(&attacks, of96->square_of_target[target_set_first(rest)]))
            attacked |= rest & -rest;
    return attacked;
}

static int target_captured(const Percept *percept, int action)
{
    const Action *attack = &percept->actions[action];

    return attack->captured > 0 ? percept->of96.target_at[three_move_to(attack->move)] : NO_TARGET;
}

static TargetSet attackers(const Percept *percept, int agent)
{
    const PerceptOf96 *of96 = &percept->of96;
    TargetSet set = 0;

    for (int i = 0; i < of96->target_count; i++)
        if (three_set_has(&of96->attacks_of[of96->square_of_target[i]],
                          percept->agents[agent].square))
            set |= (TargetSet)1 << i;
    return set;
}

/* The value of the cheapest of @set, 0 if it is empty. */
static int cheapest_of(const Percept *percept, TargetSet set)
{
    int cheapest = 0;

    for (; set; set &= set - 1) {
        const int value = percept->targets[target_set_first(set)].value;
        cheapest = cheapest == 0 ? value : MIN(cheapest, value);
    }
    return cheapest;
}

static Exposure exposure_without(const Percept *percept, int agent, TargetSet gone, int helper)
{
    const ThreeSet others = attacks_of_others(&percept->of96, percept->agents[helper].square);

    return (Exposure){cheapest_of(percept, attackers(percept, agent) & ~gone),
                      three_set_has(&others, percept->agents[agent].square)};
}

/* The attackers of the agent on @sq that no longer reach it if @to is occupied. */
static TargetSet blocked_by(const Percept *percept, int agent, ThreeSquare to)
{
    const PerceptOf96 *of96 = &percept->of96;
    ThreeSet occupied = three_position_occupied(of96->pos);
    TargetSet blocked = 0;

    three_set_add(&occupied, to);
    for (TargetSet rest = attackers(percept, agent); rest; rest &= rest - 1) {
        const ThreeSquare sq = of96->square_of_target[target_set_first(rest)];
        const ThreeSet attacks = attacks_of_piece(of96->pos, sq, &occupied);
        if (sq != to && !three_set_has(&attacks, percept->agents[agent].square))
            blocked |= rest & -rest;
    }
    return blocked;
}

static Assistance assistance(const Percept *percept, int threatened, int action)
{
    const PerceptOf96 *of96 = &percept->of96;
    const Action *move = &percept->actions[action];
    const Agent *helper = &percept->agents[move->agent];
    const ThreeSquare to = three_move_to(move->move);
    const ThreeSet others = attacks_of_others(of96, helper->square);
    ThreeSet occupied = three_position_occupied(of96->pos);
    ThreeSet attacks;
    Assistance assistance = {.blocked = blocked_by(percept, threatened, to),
                             .destination = move->exposure};

    three_set_remove(&occupied, helper->square);
    attacks = attacks_of_kind(helper->type, (ThreeColor)of96->pos->turn, to, &occupied);
    assistance.defends = three_set_has(&attacks, percept->agents[threatened].square);
    assistance.destination.defended = three_set_has(&others, to);
    return assistance;
}

/* How the piece on @sq stands in @pos, where another side is to move. */
static Exposure exposure_on(const ThreePosition *pos, ThreeColor us, ThreeSquare sq)
{
    const ThreeSet occupied = three_position_occupied(pos);
    Exposure exposure = {0, false};

    FOR_EACH_SQUARE (other, occupied) {
        const ThreeSet attacks = attacks_of_piece(pos, other, &occupied);
        const int value = PIECE_VALUE[three_position_type_at(pos, other)];
        if (!three_set_has(&attacks, sq))
            continue;
        if (three_piece_color(pos->piece_at[other]) == us)
            exposure.defended = true;
        else
            exposure.cheapest = exposure.cheapest == 0 ? value : MIN(exposure.cheapest, value);
    }
    return exposure;
}

/* All that opponents attack in @pos. */
static ThreeSet attacked_by_enemies(const ThreePosition *pos, ThreeColor us)
{
    const ThreeSet occupied = three_position_occupied(pos);
    const ThreeSet enemies = three_set_without(occupied, pos->by_color[us]);
    ThreeSet attacks = {{0}};

    FOR_EACH_SQUARE (sq, enemies)
        attacks = three_set_union(attacks, attacks_of_piece(pos, sq, &occupied));
    return attacks;
}

/* The agent that stands on @sq after @move: the rook that castling has moved stood elsewhere. */
static int agent_after(const PerceptOf96 *of96, Move move, ThreeSquare sq)
{
    const ThreeSquare from = three_move_from(move), to = three_move_to(move);

    if (three_position_type_at(of96->pos, from) != PIECE_KING || sq != (from + to) / 2 ||
        (to != from + 2 * THREE_ROWS && to != from - 2 * THREE_ROWS))
        return of96->agent_at[sq];
    return of96->agent_at[to > from ? three_square_at((int)of96->pos->turn, THREE_COLUMN_H, 0)
                                    : three_square_at((int)of96->pos->turn, THREE_COLUMN_A, 0)];
}

static int threatened_after(const Percept *percept, int action, G_GNUC_UNUSED int bearable,
                            Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const PerceptOf96 *of96 = &percept->of96;
    const ThreeColor us = (ThreeColor)of96->pos->turn;
    const Move move = percept->actions[action].move;
    ThreePosition after = *of96->pos;
    ThreeSet attacked;
    int count = 0;

    three_position_play(&after, move);
    attacked = three_set_common(attacked_by_enemies(&after, us), after.by_color[us]);
    FOR_EACH_SQUARE (sq, attacked)
        if (sq != three_move_to(move))
            out_threatened[count++] =
                (Threatened){agent_after(of96, move, sq), exposure_on(&after, us, sq)};
    return count;
}

/* Captures on one square as they go on; both opponents are one side. */
typedef struct {
    const ThreePosition *pos;
    ThreeColor us;
    ThreeSquare sq;
    ThreeSet occupied;
} Exchange;

/* The cheapest piece of ours, or of the opponents, that attacks the square; PIECE_NONE if there is
 * none. */
static PieceType find_cheapest(const Exchange *exchange, bool ours, ThreeSquare *out_from)
{
    const ThreeSet own = exchange->pos->by_color[exchange->us];
    const ThreeSet side = ours ? three_set_common(exchange->occupied, own)
                               : three_set_without(exchange->occupied, own);
    PieceType cheapest = PIECE_NONE;

    FOR_EACH_SQUARE (from, side) {
        const PieceType type = three_position_type_at(exchange->pos, from);
        const ThreeSet attacks = attacks_of_piece(exchange->pos, from, &exchange->occupied);
        if (type < cheapest && three_set_has(&attacks, exchange->sq)) {
            cheapest = type;
            *out_from = from;
        }
    }
    return cheapest;
}

/* What our side, if @ours, or the opponents gain if they capture what is worth @standing. */
static int exchange_gain(Exchange exchange, bool ours, int standing)
{
    ThreeSquare from = THREE_SQUARE_NONE;
    const PieceType type = find_cheapest(&exchange, ours, &from);
    int gain;

    if (type == PIECE_NONE)
        return 0;
    three_set_remove(&exchange.occupied, from);
    gain = standing - exchange_gain(exchange, !ours, PIECE_VALUE[type]);
    return MAX(0, gain);
}

static int gain_on(const ThreePosition *pos, ThreeColor us, bool ours, ThreeSquare sq)
{
    const Exchange exchange = {pos, us, sq, three_position_occupied(pos)};

    return exchange_gain(exchange, ours, PIECE_VALUE[three_position_type_at(pos, sq)]);
}

static Exposure exposure_of_loss(int value, int loss)
{
    return loss > 0 ? (Exposure){loss < value ? value - loss : 1, loss < value}
                    : (Exposure){0, false};
}

static Exposure exchange_exposure(const ThreePosition *pos, ThreeColor us, ThreeSquare sq)
{
    return exposure_of_loss(PIECE_VALUE[three_position_type_at(pos, sq)],
                            gain_on(pos, us, false, sq));
}

static ThreePosition position_after(const Percept *percept, int action)
{
    ThreePosition after = *percept->of96.pos;

    three_position_play(&after, percept->actions[action].move);
    return after;
}

/* Where @agent stands after @action. */
static ThreeSquare square_after(const Percept *percept, const ThreePosition *after, int agent,
                                int action)
{
    const Move move = percept->actions[action].move;

    if (agent == percept->actions[action].agent)
        return three_move_to(move);
    FOR_EACH_SQUARE (sq, after->by_color[percept->of96.pos->turn])
        if (sq != three_move_to(move) && agent_after(&percept->of96, move, sq) == agent)
            return sq;
    g_assert_not_reached();
}

static Exposure exposure_after(const Percept *percept, int agent, int action)
{
    const ThreePosition after = position_after(percept, action);

    return exchange_exposure(&after, (ThreeColor)percept->of96.pos->turn,
                             square_after(percept, &after, agent, action));
}

static Exposure exposure_of_plan(const Percept *percept, int action, int target)
{
    const ThreeColor us = (ThreeColor)percept->of96.pos->turn;
    const ThreePosition after = position_after(percept, action);
    const int value = percept->agents[percept->actions[action].agent].value;
    Exchange exchange = {&after, us, percept->of96.square_of_target[target],
                         three_position_occupied(&after)};

    three_set_remove(&exchange.occupied, three_move_to(percept->actions[action].move));
    return exposure_of_loss(value, exchange_gain(exchange, false, value));
}

static int threatened_by_exchange(const Percept *percept, int action, int bearable,
                                  Threatened out_threatened[static PERCEPT_MAX_AGENTS])
{
    const int count = threatened_after(percept, action, bearable, out_threatened);
    const ThreePosition after = position_after(percept, action);

    for (int i = 0; i < count; i++)
        out_threatened[i].exposure =
            exchange_exposure(&after, (ThreeColor)percept->of96.pos->turn,
                              square_after(percept, &after, out_threatened[i].agent, action));
    return count;
}

/* What our side, if @ours, or the opponents gain on @sq, with or without exchanges as the options
 * say. */
static int gain_as_perceived(const Percept *percept, const ThreePosition *after, bool ours,
                             ThreeSquare sq)
{
    const ThreeColor us = (ThreeColor)percept->of96.pos->turn;
    const int value = PIECE_VALUE[three_position_type_at(after, sq)];
    const Exchange exchange = {after, us, sq, three_position_occupied(after)};
    ThreeSquare from = THREE_SQUARE_NONE;
    PieceType cheapest;

    if (percept->options.exchanges)
        return gain_on(after, us, ours, sq);
    cheapest = find_cheapest(&exchange, ours, &from);
    if (cheapest == PIECE_NONE)
        return 0;
    return find_cheapest(&exchange, !ours, &from) == PIECE_NONE
               ? value
               : MAX(0, value - PIECE_VALUE[cheapest]);
}

static void outlook(const Percept *percept, int action,
                    G_GNUC_UNUSED const OutlookInterest *interest, Outlook *out_outlook)
{
    const ThreeColor us = (ThreeColor)percept->of96.pos->turn;
    const ThreePosition after = position_after(percept, action);
    const ThreeSet occupied = three_position_occupied(&after);

    *out_outlook = (Outlook){.checks = false};
    FOR_EACH_SQUARE (sq, occupied) {
        const bool is_ours = three_set_has(&after.by_color[us], sq);
        int *best = is_ours ? out_outlook->threat : out_outlook->hope;
        if (PIECE_VALUE[three_position_type_at(&after, sq)] > best[1])
            outlook_keep_best(best, gain_as_perceived(percept, &after, !is_ours, sq));
    }
}

static bool imagine(const Percept *percept, int action, Percept *out_percept)
{
    ThreePosition *after = &out_percept->of96.imagined;

    if (percept->actions[action].captured == PIECE_KING_VALUE)
        return false;
    *after = position_after(percept, action);
    return percept_take_three(after, &percept->options, out_percept);
}

static void again(const Percept *percept, const PerceptOptions *options, Percept *out_percept)
{
    percept_take_three(percept->of96.pos, options, out_percept);
}

static bool never(G_GNUC_UNUSED const Percept *percept, G_GNUC_UNUSED int action)
{
    return false;
}

static int find_none(G_GNUC_UNUSED const Percept *percept, G_GNUC_UNUSED int most,
                     G_GNUC_UNUSED int *out_actions)
{
    return 0;
}

static uint64_t key_after(const Percept *percept, int action)
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

static int balance(const Percept *percept)
{
    const ThreePosition *pos = percept->of96.pos;
    int strongest = 0;

    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        if (color != (int)pos->turn)
            strongest = MAX(strongest, material(pos, color));
    return material(pos, pos->turn) - strongest;
}

static int side(const Percept *percept)
{
    return percept->of96.pos->turn;
}

/* What the agents know of places here, in hundredths of a pawn: pieces attack as much as they can,
 * knights and bishops leave home, and the seams are the centre. The figures are ours. */
static const struct {
    int mobility, home, centre;
} KINDS[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = {0, 0, 3}, [PIECE_KNIGHT] = {4, -8, 4}, [PIECE_BISHOP] = {4, -8, 1},
    [PIECE_ROOK] = {2, 0, 0}, [PIECE_QUEEN] = {1, 0, 0},   [PIECE_KING] = {0, 0, -12},
};

static int place_worth(const ThreePosition *pos, PieceType type, ThreeColor color, ThreeSquare sq,
                       const ThreeSet *occupied)
{
    const ThreeSet attacks =
        three_set_without(attacks_of_kind(type, color, sq, occupied), pos->by_color[color]);
    const bool is_home = three_square_row(sq) == 0 && three_square_section(sq) == (int)color;

    return KINDS[type].mobility * three_set_count(attacks) + (is_home ? KINDS[type].home : 0) +
           KINDS[type].centre * three_square_row(sq);
}

/* What a pawn is worth by the steps it has come towards the far end, half if its way is blocked.
 * Whether it is passed does not count: two opponents may still come to stop it. */
static int pawn_worth(ThreeColor color, ThreeSquare sq, const ThreeSet *occupied)
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
        worth += place_worth(pos, type, color, sq, occupied);
    if (percept->options.knows_passed && type == PIECE_PAWN)
        worth += pawn_worth(color, sq, occupied);
    return worth;
}

static void perceive_beyond(Percept *percept)
{
    const PerceptOptions *options = &percept->options;
    const ThreePosition *pos = percept->of96.pos;
    const ThreeSet occupied = three_position_occupied(pos);
    const ThreeColor us = (ThreeColor)pos->turn;

    for (int i = 0; options->exchanges && i < percept->agent_count; i++)
        percept->agents[i].exposure = exchange_exposure(pos, us, percept->agents[i].square);
    for (int i = 0; i < percept->action_count; i++) {
        Action *action = &percept->actions[i];
        const Agent *self = &percept->agents[action->agent];
        const ThreeSquare to = three_move_to(action->move);
        ThreeSet lifted = occupied;
        if (options->exchanges && !options->weighs_outlooks)
            action->exposure = exposure_after(percept, action->agent, i);
        three_set_remove(&lifted, self->square);
        action->place = place_of(percept, pos, action->is_promotion ? PIECE_QUEEN : self->type, us,
                                 to, &lifted) -
                        place_of(percept, pos, self->type, us, self->square, &occupied);
        if (action->captured > 0)
            action->place += place_of(percept, pos, three_position_type_at(pos, to),
                                      three_piece_color(pos->piece_at[to]), to, &occupied);
    }
}

#define BOARD_OF96                                                                              \
    .exposure_after = exposure_after, .exposure_of_plan = exposure_of_plan, .outlook = outlook, \
    .imagine = imagine, .again = again, .mates = never, .find_mates = find_none,                \
    .allows_mate = never, .stalemates = never, .key_after = key_after, .balance = balance,      \
    .side = side, .others_attack = others_attack, .target_captured = target_captured,           \
    .attackers = attackers, .exposure_without = exposure_without, .assistance = assistance

static const PerceptBoard BOARD = {BOARD_OF96, .threatened_after = threatened_after};
static const PerceptBoard BOARD_OF_EXCHANGES = {BOARD_OF96,
                                                .threatened_after = threatened_by_exchange};

bool percept_take_three(const ThreePosition *pos, const PerceptOptions *options,
                        Percept *out_percept)
{
    Percept *percept = out_percept;

    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        if (three_set_count(pos->by_color[color]) > PERCEPT_MAX_AGENTS)
            return false;
    percept->board = options->exchanges ? &BOARD_OF_EXCHANGES : &BOARD;
    percept->options = *options;
    percept->past = (Past){NULL, 0};
    percept->hunts = percept->finds_places = false;
    percept->of96.pos = pos;
    perceive_targets(percept);
    perceive_agents(percept);
    percept->action_count = 0;
    for (int i = 0; i < percept->agent_count; i++)
        perceive_actions_of(percept, i, options);
    percept->knows_any_place = options->knows_places || options->knows_passed;
    if (options->exchanges || percept->knows_any_place)
        perceive_beyond(percept);
    return true;
}
