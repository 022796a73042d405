/* The patterns of reasons, in the order in which they are tried (PATTERNS at the end): each is a
 * function that writes its sentence if its condition holds. A sentence names the acting piece, what
 * it does, and the fact that decided; every number in it is a part of the worth or was sent in a
 * message. */
#include "master/beyond/reason.h"

#include <string.h>

#include "agents/logics.h"
#include "agents/teams/team.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "master/master.h"

typedef struct {
    const GPtrArray *messages;
    const Message *decision;
    const Game *game;
    const GameState *state;
    Move move;
    AgentName actor, victim; /* AGENT_ALL: nothing is captured */
    int to;
    Parts parts;         /* of the action as its agent evaluates it, */
    const Proposal *row; /* and as the master does */
    AgentName worst;     /* the most threatened agent, AGENT_ALL: none; and its loss */
    int worst_loss;
    bool is_own;                 /* it acts itself */
    bool compares_nets;          /* from level 4 on */
    bool compares_worths;        /* from level 11 on */
    bool is_check, is_checkmate; /* in chess */
    const Message *refused;      /* the first refusal; NULL: none */
    Reason *out;
} Case;

/* Writes the reason; true, so that a pattern ends with it. */
static bool write_reason(const Case *c, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool write_reason(const Case *c, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_vsnprintf(c->out->sentence, sizeof c->out->sentence, format, args);
    va_end(args);
    c->out->sentence[0] = (char)g_ascii_toupper(c->out->sentence[0]);
    return true;
}

static void write_second(const Case *c, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void write_second(const Case *c, const char *format, ...)
{
    va_list args;

    if (c->out->second[0] != '\0')
        return;
    va_start(args, format);
    g_vsnprintf(c->out->second, sizeof c->out->second, format, args);
    va_end(args);
    if (g_str_has_prefix(c->out->second, "the ")) /* else a move, such as dxc3, may begin it */
        c->out->second[0] = 'T';
}

/* Words */

typedef struct {
    char text[REASON_MAX];
} Phrase;

static Phrase phrase(const char *format, ...) G_GNUC_PRINTF(1, 2);
static Phrase phrase(const char *format, ...)
{
    Phrase written;
    va_list args;

    va_start(args, format);
    g_vsnprintf(written.text, sizeof written.text, format, args);
    va_end(args);
    return written;
}

static Phrase square(const Case *c, int sq)
{
    Phrase name;

    c->game->format_square(sq, name.text);
    return name;
}

/* "the rook on d5"; of three sides "Red's rook on RD5". */
static Phrase piece(const Case *c, AgentName name)
{
    const bool has_side =
        c->game == &GAME_THREECHESS && name.square != c->actor.square &&
        three_position_type_at(&c->state->three, (ThreeSquare)name.square) != PIECE_NONE;
    const int side = has_side ? (int)three_piece_color(c->state->three.piece_at[name.square]) : 0;

    if (has_side && side != c->game->turn(c->state))
        return phrase("%s's %s on %s", c->game->side_name[side], PIECE_NAME[name.type],
                      square(c, name.square).text);
    return phrase("the %s on %s", PIECE_NAME[name.type], square(c, name.square).text);
}

/* "300", "a king". */
static Phrase amount(int worth)
{
    return ABS(worth) > PIECE_KING_VALUE / 2 ? phrase("the king") : phrase("%d", ABS(worth));
}

static int part(const Case *c, PartKind kind)
{
    return parts_amount(&c->parts, kind);
}

static const WorthPart *find_part(const WorthPart *parts, int count, PartKind kind)
{
    for (int i = 0; i < count; i++)
        if (parts[i].kind == kind)
            return &parts[i];
    return NULL;
}

static int row_part(const Proposal *row, PartKind kind)
{
    const WorthPart *found = find_part(row->parts, row->part_count, kind);

    return found != NULL ? found->amount : 0;
}

/* The board */

static bool is_64(const Case *c)
{
    return c->game != &GAME_THREECHESS;
}

static int from_of(const Case *c, Move move)
{
    return is_64(c) ? (int)move_from(move) : (int)three_move_from(move);
}

static int to_of(const Case *c, Move move)
{
    return is_64(c) ? (int)move_to(move) : (int)three_move_to(move);
}

static AgentName piece_on(const Case *c, int sq)
{
    return (AgentName){is_64(c) ? position_type_at(&c->state->chess, (Square)sq)
                                : three_position_type_at(&c->state->three, (ThreeSquare)sq),
                       sq};
}

static bool is_capture(const Case *c)
{
    return c->victim.square != AGENT_ALL.square;
}

/* Whether a piece of the side to move in @pos may capture on @sq; @from: this one, or -1. */
static bool can_capture(const Position *pos, int from, int sq)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_captures(pos, moves);

    for (int i = 0; i < count; i++)
        if (move_is_capture(moves[i]) && (int)move_victim_square(moves[i]) == sq &&
            (from < 0 || (int)move_from(moves[i]) == from))
            return true;
    return false;
}

/* Whether @attacker, an opponent, could legally capture on @sq if it were its turn. */
static bool would_take(const Case *c, AgentName attacker, int sq)
{
    Position pos = c->state->chess;

    if (c->game != &GAME_CHESS || position_checkers(&pos) != 0)
        return false;
    pos.turn ^= 1;
    pos.en_passant = SQUARE_NONE;
    return can_capture(&pos, attacker.square, sq);
}

/* Whether @attacker, an opponent that could capture on @sq if it were its turn, could not be
 * captured there in return. */
static bool takes_for_nothing(const Case *c, AgentName attacker, int sq)
{
    Position pos = c->state->chess;
    Move moves[MOVEGEN_MAX_MOVES];
    int count;

    pos.turn ^= 1;
    pos.en_passant = SQUARE_NONE;
    count = movegen_captures(&pos, moves);
    for (int i = 0; i < count; i++)
        if ((int)move_from(moves[i]) == attacker.square && move_is_capture(moves[i]) &&
            (int)move_to(moves[i]) == sq) {
            position_play(&pos, moves[i]);
            return !can_capture(&pos, -1, sq);
        }
    return false;
}

/* Whether an opponent can capture the acting piece where it goes. */
static bool can_be_retaken(const Case *c)
{
    Position after = c->state->chess;

    if (c->game != &GAME_CHESS)
        return true;
    position_play(&after, c->move);
    return can_capture(&after, -1, c->to);
}

/* Whether the acting piece attacks @sq from where it goes. */
static bool strikes(const Case *c, int sq)
{
    Position after = c->state->chess;
    const Color us = (Color)after.turn;

    if (!is_64(c) || move_is_castling(c->move))
        return false;
    position_play(&after, c->move);
    return bitboard_has(attacks_from(position_type_at(&after, (Square)c->to), us, (Square)c->to,
                                     position_occupied(&after)),
                        (Square)sq);
}

/* Whether an own pawn is one step before @sq, a square of the last row, after the action. */
static bool is_next_to_promote(const Case *c, int sq)
{
    Position after = c->state->chess;
    const Color us = (Color)after.turn;

    if (!is_64(c))
        return false;
    position_play(&after, c->move);
    return bitboard_has(after.by_color[us] & after.by_type[PIECE_PAWN],
                        (Square)(us == COLOR_WHITE ? sq - 8 : sq + 8));
}

/* The action: "the rook on d5 takes the pawn on c5 (100)". */
static Phrase act(const Case *c)
{
    const Phrase actor = piece(c, c->actor), to = square(c, c->to);
    const bool promotes = is_64(c) ? move_is_promotion(c->move) : part(c, PART_PROMOTION) != 0;
    const int gain = ABS(part(c, PART_GAIN));
    const Phrase worth =
        gain != 0 && gain < PIECE_KING_VALUE ? phrase(" (%d)", gain) : phrase("%s", "");

    if (is_64(c) && move_is_castling(c->move))
        return phrase("%s castles to %s", actor.text, to.text);
    if (is_capture(c))
        return phrase("%s takes %s%s%s", actor.text, piece(c, c->victim).text, worth.text,
                      promotes ? " and becomes a queen" : "");
    if (promotes)
        return phrase("%s becomes a queen on %s", actor.text, to.text);
    return phrase("%s goes to %s", actor.text, to.text);
}

/* Messages */

/* The last report of @agent; NULL: it has not reported. */
static const Message *report_of(const Case *c, AgentName agent)
{
    for (guint i = c->messages->len; i-- > 0;) {
        const Message *message = c->messages->pdata[i];
        if (message->kind == MESSAGE_REPORT && message->sender.square == agent.square)
            return message;
    }
    return NULL;
}

static bool is_attacked_by(const Message *report, AgentName opponent)
{
    for (int i = 0; report != NULL && i < report->attackers; i++)
        if (report->attacked_by[i].square == opponent.square)
            return true;
    return false;
}

/* An opponent that attacks the most threatened agent, the cheapest that could capture it or else
 * the cheapest; AGENT_ALL: none is reported. */
static AgentName attacker_of_worst(const Case *c, bool *out_would_take)
{
    const Message *report = report_of(c, c->worst);
    AgentName best = AGENT_ALL;

    *out_would_take = false;
    for (int i = 0; report != NULL && i < report->attackers; i++) {
        const AgentName attacker = report->attacked_by[i];
        const bool takes = would_take(c, attacker, c->worst.square);
        if (best.square == AGENT_ALL.square || takes > *out_would_take ||
            (takes == *out_would_take && attacker.type < best.type)) {
            best = attacker;
            *out_would_take = takes;
        }
    }
    return best;
}

/* " for nothing" if the most threatened agent would be lost whole and could not be avenged. Levels
 * 1 to 3 see no defenders: to them all is lost whole. */
static const char *for_nothing(const Case *c)
{
    bool takes;
    const AgentName attacker = attacker_of_worst(c, &takes);

    return takes && c->worst_loss == PIECE_VALUE[c->worst.type] &&
                   takes_for_nothing(c, attacker, c->worst.square)
               ? " for nothing"
               : "";
}

/* "on d3, the pawn on c4 would take it for nothing (350)". */
static Phrase threat_to_worst(const Case *c)
{
    bool takes;
    const AgentName attacker = attacker_of_worst(c, &takes);
    const Phrase loss = amount(c->worst_loss), at = square(c, c->worst.square);

    if (attacker.square == AGENT_ALL.square)
        return phrase("on %s it would lose %s", at.text, loss.text);
    if (!takes)
        return phrase("on %s, %s attacks it (%s)", at.text, piece(c, attacker).text, loss.text);
    return phrase("on %s, %s would take it%s (%s)", at.text, piece(c, attacker).text,
                  for_nothing(c), loss.text);
}

static Phrase worst_piece(const Case *c)
{
    return phrase("%s (%s)", piece(c, c->worst).text, amount(c->worst_loss).text);
}

static const Decider *find_decider(const Case *c, Logic logic)
{
    for (int i = 0; i < c->decision->decider_count; i++)
        if (c->decision->deciders[i].logic == logic)
            return &c->decision->deciders[i];
    return NULL;
}

static MoveText san(const Case *c, Move move)
{
    return game_move_text(c->game, c->state, move);
}

static bool is_of_hunt(const Case *c)
{
    return c->decision->grounds.hunts || c->decision->grounds.is_hunted;
}

static bool has_plan(const Case *c)
{
    return c->decision->grounds.planned_on.square != AGENT_ALL.square;
}

/* "and can take the queen on c7 next (600)"; "and gives check". */
static Phrase plan(const Case *c)
{
    const AgentName target = c->decision->grounds.planned_on;
    const int gain = part(c, PART_PLAN);

    if (target.type == PIECE_KING && c->game == &GAME_CHESS)
        return phrase("gives check");
    if (gain > 0 && gain < PIECE_KING_VALUE / 2)
        return phrase("can take %s next (%d)", piece(c, target).text, gain);
    return phrase("can take %s next", piece(c, target).text);
}

/* Any decision */

static bool write_mate(const Case *c)
{
    if (row_part(c->row, PART_MATE) <= 0)
        return false;
    if (c->is_checkmate)
        return write_reason(c, "%s and gives mate.", act(c).text);
    return write_reason(c, "%s: mate follows, by checks alone.", act(c).text);
}

/* Where kings are taken. */
static bool write_king_taken(const Case *c)
{
    if (c->victim.type != PIECE_KING || part(c, PART_GAIN) < PIECE_KING_VALUE / 2)
        return false;
    return write_reason(c, "%s, which is worth more than all else.", act(c).text);
}

static bool write_only_move(const Case *c)
{
    Move moves[GAME_MAX_MOVES];

    if (!is_64(c) || c->game->moves(c->state, moves) != 1)
        return false;
    return write_reason(c, "%s: no other move is legal.", act(c).text);
}

/* The master finds something against every move. */
static bool write_least_objection(const Case *c)
{
    for (guint i = 0; i < c->messages->len; i++) {
        const Message *message = c->messages->pdata[i];
        if (message->kind != MESSAGE_REFUSE || message->action != c->move)
            continue;
        return write_reason(c, "%s: the master objects to every suggestion, and to this one least.",
                            act(c).text);
    }
    return false;
}

/* Teams without a master */

static bool write_vote(const Case *c)
{
    int in_favour = 0, against = 0;
    const Vote *most = NULL;

    if (c->decision->grounds.team_decision != TEAM_VOTE)
        return false;
    for (int i = 0; i < c->decision->vote_count; i++) {
        const Vote *vote = &c->decision->votes[i];
        if (vote->move != c->move)
            continue;
        in_favour += vote->score > 0;
        against += vote->score < 0;
        if (most == NULL || vote->score > most->score)
            most = vote;
    }
    if (in_favour + against == 0)
        return write_reason(c, "%s: no agent votes for or against it, and nothing has more.",
                            act(c).text);
    if (most->score > 0)
        write_second(c, "%s gives it most, %s.", piece(c, most->agent).text,
                     amount(most->score).text);
    return write_reason(c, "%s: votes of %d %s for it and %d against sum to %s.", act(c).text,
                        in_favour, in_favour == 1 ? "agent" : "agents", against,
                        worth_text(c->decision->proposal.worth).text);
}

static bool write_auction(const Case *c)
{
    const Proposal *row = &c->decision->proposal;
    const Message *report = report_of(c, c->actor);
    const bool is_offer =
        row->kind == CANDIDATE_ATTACK_REQUEST || row->kind == CANDIDATE_DEFENCE_REQUEST;
    const WorthText bid = worth_text(row->worth);

    if (c->decision->grounds.team_decision != TEAM_AUCTION)
        return false;
    if (is_offer)
        write_second(c, "It helps %s.", worst_piece(c).text);
    else if (report != NULL && report->loss > 0 && report->loss < PIECE_KING_VALUE)
        write_second(c, "The bid counts %d that it would lose on %s.", report->loss,
                     square(c, c->actor.square).text);
    return write_reason(c, "%s: no agent bids more than %s.", act(c).text, bid.text);
}

static bool write_lot(const Case *c)
{
    if (c->decision->grounds.team_decision != TEAM_LOT)
        return false;
    return write_reason(c, "%s: its agent was drawn from %d, and it sees nothing better.",
                        act(c).text, c->decision->proposal.equal_count);
}

static bool write_program(const Case *c)
{
    if (c->decision->grounds.source != FROM_BALLOT)
        return false;
    return write_reason(c, "%s: its master, an external program, gives no action more than %s.",
                        act(c).text, worth_text(c->decision->proposal.worth).text);
}

/* An agent that is a program. */
static bool write_outside(const Case *c)
{
    const Message *report = report_of(c, c->actor);

    if (report == NULL || !report->is_outside)
        return false;
    return write_reason(c, "%s: an external program decides for it; to the master it is worth %s.",
                        act(c).text, worth_text(c->row->worth).text);
}

/* Where losing wins, parts have the sign turned: what is captured is negative. */
static bool write_losing_wins(const Case *c)
{
    const int offered = part(c, PART_LOSS) + part(c, PART_THREAT), gain = part(c, PART_GAIN);

    if (!(c->decision->grounds.readings >> READING_LOSING_WINS & 1))
        return false;
    if (row_part(c->row, PART_IMAGINED) != 0 && find_decider(c, LOGIC_LOOK_AHEAD) != NULL)
        return write_reason(
            c, "%s: after the best reply, that is worth %s to a side that wants to lose.",
            act(c).text, worth_text(c->row->worth).text);
    if (offered > 0 && offered < PIECE_KING_VALUE / 2)
        return write_reason(c, "%s and offers %s: the greatest loss wins.", act(c).text,
                            amount(MAX(part(c, PART_LOSS), part(c, PART_THREAT))).text);
    if (offered > 0)
        return write_reason(c, "%s and offers the king: the greatest loss wins.", act(c).text);
    if (gain < 0)
        return write_reason(c, "%s: a capture is compulsory, and no other captures less.",
                            act(c).text);
    return write_reason(c, "%s: nothing better can be given away.", act(c).text);
}

/* Look-ahead */

/* The answer that the master expects to @move; NULL: it is not known. */
static const Message *expected_after(const Case *c, Move move)
{
    for (guint i = c->messages->len; i-- > 0;) {
        const Message *message = c->messages->pdata[i];
        if (message->kind == MESSAGE_EXPECT && message->line_count == 0 && message->action == move)
            return message;
    }
    return NULL;
}

static MoveText answer_text(const Case *c, Move move, Move answer)
{
    GameState after = *c->state;

    c->game->play(&after, move);
    return game_move_text(c->game, &after, answer);
}

static bool write_look_ahead(const Case *c)
{
    const Decider *decider = find_decider(c, LOGIC_LOOK_AHEAD);
    const Message *report = report_of(c, c->actor);
    const bool is_best =
        report != NULL && (report->attack.move == c->move || report->move.move == c->move);
    const Message *expected = expected_after(c, c->move), *otherwise;

    if (c->decision->grounds.source != FROM_IMAGINED || (decider == NULL && is_best))
        return false;
    otherwise = decider != NULL && decider->otherwise != c->move
                    ? expected_after(c, decider->otherwise)
                    : NULL;
    if (otherwise != NULL && otherwise->proposal.move != MOVE_NONE)
        write_second(c, "%s looks best at first, but after %s it is worth %s%s.",
                     san(c, decider->otherwise).text,
                     answer_text(c, decider->otherwise, otherwise->proposal.move).text,
                     worth_text(otherwise->proposal.worth).text,
                     otherwise->proposal.worth < c->row->worth ? " at most" : "");
    if (expected == NULL || expected->proposal.move == MOVE_NONE)
        return write_reason(c, "%s: looking ahead, no action is worth more than its %s.",
                            act(c).text, worth_text(c->row->worth).text);
    return write_reason(c, "%s: it is worth %s after the best reply, %s.", act(c).text,
                        worth_text(c->row->worth).text,
                        answer_text(c, c->move, expected->proposal.move).text);
}

/* The king in check */

static bool write_check(const Case *c)
{
    bool takes;
    const AgentName checker =
        c->worst.type == PIECE_KING ? attacker_of_worst(c, &takes) : AGENT_ALL;
    const Phrase name = checker.square != AGENT_ALL.square ? piece(c, checker) : phrase("%s", "");

    if (checker.square == AGENT_ALL.square || c->game != &GAME_CHESS ||
        c->worst_loss < PIECE_KING_VALUE / 2)
        return false;
    if (is_attacked_by(report_of(c, c->worst), c->victim))
        return write_reason(c, "%s, which gives check.", act(c).text);
    if (c->is_own)
        return write_reason(c, "%s: %s gives check.", act(c).text, name.text);
    if (is_capture(c))
        return write_reason(c, "%s and ends the check by %s.", act(c).text, name.text);
    return write_reason(c, "%s and blocks the check by %s.", act(c).text, name.text);
}

/* From level 11 on: one worth of each action */

/* The best other suggestion with known parts; NULL: there is none. */
static const Proposal *next_best(const Case *c)
{
    const Proposal *best = NULL;

    for (int i = 0; i < c->decision->candidate_count; i++) {
        const Proposal *row = &c->decision->candidates[i];
        if (row->move != c->move && row_part(row, PART_IMAGINED) == 0 &&
            (best == NULL || row->worth > best->worth))
            best = row;
    }
    for (guint i = 0; best == NULL && i < c->messages->len; i++) {
        const Message *message = c->messages->pdata[i];
        const Proposal *attack = &message->attack, *move = &message->move;
        if (message->kind != MESSAGE_REPORT || !message->has_actions)
            continue;
        if (attack->move != MOVE_NONE && attack->move != c->move &&
            (best == NULL || attack->worth > best->worth))
            best = attack;
        if (move->move != MOVE_NONE && move->move != c->move &&
            (best == NULL || move->worth > best->worth))
            best = move;
    }
    return best;
}

static const WorthPart *own_part(const Case *c, PartKind kind)
{
    return find_part(c->parts.part, c->parts.count, kind);
}

/* A gain and an escape at once. */
static bool write_leaving(const Case *c)
{
    const Message *report = report_of(c, c->actor);
    bool takes;
    const AgentName attacker = attacker_of_worst(c, &takes);
    const Phrase from = square(c, c->actor.square), loss = amount(c->worst_loss);

    if (is_attacked_by(report, c->victim))
        return write_reason(c, "%s, %s.", act(c).text,
                            report->attackers == 1 ? "its only attacker" : "one of its attackers");
    if (attacker.square == AGENT_ALL.square)
        return write_reason(c, "%s and leaves %s, where it can lose %s.", act(c).text, from.text,
                            loss.text);
    return write_reason(c, "%s and leaves %s, where %s %s it (%s).", act(c).text, from.text,
                        piece(c, attacker).text, takes ? "would take" : "attacks", loss.text);
}

static bool write_own_worth(const Case *c)
{
    if (!c->compares_worths || !c->is_own || -part(c, PART_THREAT) >= c->worst_loss)
        return false;
    return is_capture(c) ? write_leaving(c)
                         : write_reason(c, "%s: %s.", act(c).text, threat_to_worst(c).text);
}

static bool write_capture_worth(const Case *c)
{
    const WorthPart *threat = own_part(c, PART_THREAT);
    const bool is_retaken = threat != NULL && threat->has_square && threat->square == c->to;
    const int gain = part(c, PART_GAIN) + part(c, PART_PROMOTION);

    if (!c->compares_worths || gain <= 0 || gain + (is_retaken ? threat->amount : 0) <= 0)
        return false;
    if (is_retaken)
        return write_reason(c, "%s, more than the %s that can be lost on %s then.", act(c).text,
                            amount(threat->amount).text, square(c, c->to).text);
    if (!can_be_retaken(c))
        return write_reason(c, "%s%s", act(c).text,
                            is_capture(c) ? ", and nothing can retake."
                                          : ", and nothing can take it.");
    return write_reason(c, "%s and loses nothing there.", act(c).text);
}

static bool write_help_worth(const Case *c)
{
    const WorthPart *threat = own_part(c, PART_THREAT);
    const bool remains = threat != NULL && threat->has_square && threat->square == c->worst.square;

    if (!c->compares_worths || c->worst_loss == 0 || c->is_own || remains ||
        -part(c, PART_THREAT) >= c->worst_loss || c->worst_loss > PIECE_KING_VALUE / 2)
        return false;
    return write_reason(c, "%s, and %s does not lose %d.", act(c).text, piece(c, c->worst).text,
                        c->worst_loss);
}

/* The value of squares, of passed pawns, and of the hunt of a king; @than: an action that is worth
 * less. */
static bool write_place(const Case *c, const char *than)
{
    const int place = part(c, PART_PLACE), passed = c->decision->grounds.passed;

    if (c->decision->grounds.hunts)
        return write_reason(c, "%s: that drives the king nearer to mate than %s.", act(c).text,
                            than);
    if (c->decision->grounds.is_hunted)
        return write_reason(c, "%s: that keeps the king farther from mate than %s.", act(c).text,
                            than);
    if (2 * passed > place)
        return write_reason(c, "%s: that is worth %d in passed pawns.", act(c).text, passed);
    return write_reason(c, "%s: its new square and the lines it opens are worth %d more.",
                        act(c).text, place);
}

/* Words for the part by which an action exceeds the next best one most. */
static bool write_part_worth(const Case *c)
{
    const Proposal *next = next_best(c);
    PartKind most = PART_COUNT;
    int excess = 0;
    const WorthPart *own;

    if (!c->compares_worths)
        return false;
    for (PartKind kind = 0; next != NULL && kind < PART_COUNT; kind++)
        if (part(c, kind) - row_part(next, kind) > excess && kind != PART_IMAGINED) {
            excess = part(c, kind) - row_part(next, kind);
            most = kind;
        }
    own = most < PART_COUNT ? own_part(c, most) : NULL;
    switch (most) {
    case PART_PLACE:
        if (part(c, PART_PLACE) <= 0 && !is_of_hunt(c))
            break;
        return write_place(c, san(c, next->move).text);
    case PART_PROGRESS:
        return write_reason(c, "%s: that puts off the draw by the fifty-move rule.", act(c).text);
    case PART_THREAT:
    case PART_SECOND_THREAT:
    case PART_OVERLOAD:
    case PART_FORK:
        if (own == NULL && row_part(next, PART_THREAT) < 0 && most == PART_THREAT)
            return write_reason(c, "%s: no exchange loses anything then; after %s, %s can be lost.",
                                act(c).text, san(c, next->move).text,
                                amount(row_part(next, PART_THREAT)).text);
        return write_reason(c, "%s: less can be lost then than after %s, the next best.",
                            act(c).text, san(c, next->move).text);
    case PART_HOPE:
    case PART_SECOND_HOPE:
    case PART_CHECK:
        if (own == NULL || !own->has_square || own->amount <= 0)
            break;
        if (piece_on(c, own->square).type == PIECE_NONE)
            return write_reason(c, "%s: a pawn %s %s.", act(c).text,
                                is_next_to_promote(c, own->square)
                                    ? "can become a queen next on"
                                    : "can no longer be stopped before",
                                square(c, own->square).text);
        return write_reason(c, "%s%s with a threat to %s.", act(c).text,
                            c->is_check ? ", check," : "", piece(c, piece_on(c, own->square)).text);
        break;
    default:
        break;
    }
    if (next == NULL)
        return write_reason(c, "%s: no agent suggests anything else.", act(c).text);
    if (next->worth >= parts_sum(&c->parts) && c->decision->share_count > 1)
        return write_reason(c, "%s: one of %d actions that are worth about as much is drawn.",
                            act(c).text, c->decision->share_count);
    return write_reason(c, "%s: it is worth %s, and %s only %s.", act(c).text,
                        worth_text(parts_sum(&c->parts)).text, san(c, next->move).text,
                        worth_text(next->worth).text);
}

/* Levels 1 to 10: the most threatened agent acts itself */

/* Levels 1 to 3: a gain makes up for the greatest loss. */
static bool write_compensation(const Case *c)
{
    const int gain = part(c, PART_GAIN) + part(c, PART_PROMOTION);

    if (c->worst_loss == 0 || c->compares_nets || c->is_own ||
        c->decision->proposal.worth <= c->worst_loss)
        return false;
    if (gain > 0)
        return write_reason(c, "%s: that is more than %s can lose (%d).", act(c).text,
                            piece(c, c->worst).text, c->worst_loss);
    if (!has_plan(c))
        return false;
    return write_reason(c, "%s and %s: more than %s can lose (%d).", act(c).text, plan(c).text,
                        piece(c, c->worst).text, c->worst_loss);
}

static bool write_own_capture(const Case *c)
{
    const int loss = -part(c, PART_LOSS);

    if (!c->is_own || !is_capture(c))
        return false;
    if (loss == 0)
        return write_leaving(c);
    return write_reason(c, "%s and can lose %s there, but on %s it would lose %s%s.", act(c).text,
                        amount(loss).text, square(c, c->actor.square).text,
                        amount(c->worst_loss).text, for_nothing(c));
}

static bool write_own_move(const Case *c)
{
    const int loss = -part(c, PART_LOSS);

    if (!c->is_own || is_capture(c))
        return false;
    if (part(c, PART_PROMOTION) > 0)
        return write_leaving(c);
    if (loss == 0 && has_plan(c) && part(c, PART_PLAN) > 0)
        write_second(c, "From %s it %s.", square(c, c->to).text, plan(c).text);
    if (loss == 0)
        return write_reason(c, "%s: %s.", act(c).text, threat_to_worst(c).text);
    if (loss < c->worst_loss)
        return write_reason(c, "%s, where it can lose %s, but on %s it would lose %s.", act(c).text,
                            amount(loss).text, square(c, c->actor.square).text,
                            amount(c->worst_loss).text);
    return write_reason(c, "%s: nothing saves it (%s), wherever it goes.", act(c).text,
                        amount(c->worst_loss).text);
}

/* Levels 5 to 10: another agent helps */

static bool write_attack_request(const Case *c)
{
    const int remaining = -row_part(c->row, PART_REMAINING), loss = -part(c, PART_LOSS);

    if (c->row->kind != CANDIDATE_ATTACK_REQUEST)
        return false;
    if (remaining > 0)
        write_second(c, "%s can still lose %s.", piece(c, c->worst).text, amount(remaining).text);
    if (loss > 0)
        write_second(c, "It can lose %s there.", amount(loss).text);
    return write_reason(c, "%s, which attacks %s.", act(c).text, worst_piece(c).text);
}

/* Whether the acting piece comes between the most threatened agent and an opponent that attacks
 * it. */
static bool blocks_attacker(const Case *c, AgentName *out_attacker)
{
    const Message *report = report_of(c, c->worst);

    for (int i = 0; is_64(c) && report != NULL && i < report->attackers; i++) {
        *out_attacker = report->attacked_by[i];
        if (bitboard_has(attacks_between((Square)out_attacker->square, (Square)c->worst.square),
                         (Square)c->to) &&
            piece_is_slider(out_attacker->type))
            return true;
    }
    return false;
}

static bool write_defence_request(const Case *c)
{
    const int remaining = -row_part(c->row, PART_REMAINING), loss = -row_part(c->row, PART_LOSS);
    AgentName attacker;

    if (c->row->kind != CANDIDATE_DEFENCE_REQUEST)
        return false;
    if (loss > 0)
        write_second(c, "It can lose %s there.", amount(loss).text);
    if (blocks_attacker(c, &attacker))
        return write_reason(c, "%s, between %s and %s.", act(c).text, piece(c, attacker).text,
                            worst_piece(c).text);
    if (remaining > 0 && strikes(c, c->worst.square))
        return write_reason(c, "%s and defends %s: it can lose %s then instead of %s.", act(c).text,
                            piece(c, c->worst).text, amount(remaining).text,
                            amount(c->worst_loss).text);
    if (strikes(c, c->worst.square))
        return write_reason(c, "%s and defends %s.", act(c).text, worst_piece(c).text);
    if (remaining > 0)
        return write_reason(c, "%s and helps %s: it can lose %s then instead of %s.", act(c).text,
                            piece(c, c->worst).text, amount(remaining).text,
                            amount(c->worst_loss).text);
    return write_reason(c, "%s and so protects %s.", act(c).text, worst_piece(c).text);
}

/* Others act although an agent is threatened */

static bool write_check_first(const Case *c)
{
    if (!c->compares_nets || c->worst_loss == 0 || c->is_own || is_capture(c) || !c->is_check ||
        row_part(c->row, PART_REMAINING) != 0)
        return false;
    return write_reason(c, "%s and gives check; the threat to %s waits.", act(c).text,
                        worst_piece(c).text);
}

/* The best that the most threatened agent could do itself or be helped by; NULL: nothing. */
static const Proposal *best_of_worst(const Case *c)
{
    const Proposal *best = NULL;

    for (int i = 0; i < c->decision->candidate_count; i++) {
        const Proposal *row = &c->decision->candidates[i];
        const bool helps = row->kind == CANDIDATE_ATTACK_REQUEST ||
                           row->kind == CANDIDATE_DEFENCE_REQUEST ||
                           from_of(c, row->move) == c->worst.square;
        if (helps && (best == NULL || row->worth > best->worth))
            best = row;
    }
    return best;
}

static bool write_greater_gain(const Case *c)
{
    const Proposal *own = best_of_worst(c);
    const int net = part(c, PART_GAIN) + part(c, PART_PROMOTION) + part(c, PART_LOSS);

    if (!c->compares_nets || c->worst_loss == 0 || c->is_own || net <= 0)
        return false;
    if (-part(c, PART_LOSS) > 0)
        write_second(c, "It can lose %s there.", amount(part(c, PART_LOSS)).text);
    if (net > c->worst_loss)
        return write_reason(c, "%s: that is more than %s can lose (%s).", act(c).text,
                            piece(c, c->worst).text, amount(c->worst_loss).text);
    if (net == c->worst_loss)
        return write_reason(c, "%s: as much as %s can lose; a gain goes first.", act(c).text,
                            piece(c, c->worst).text);
    if (own == NULL)
        return write_reason(c, "%s; no suggestion saves %s.", act(c).text, worst_piece(c).text);
    return write_reason(c, "%s; %s, for which nothing better is found, waits.", act(c).text,
                        worst_piece(c).text);
}

/* The worth of @row without square values and other terms. */
static int row_net(const Proposal *row)
{
    return row_part(row, PART_GAIN) + row_part(row, PART_PROMOTION) + row_part(row, PART_LOSS) +
           row_part(row, PART_REMAINING);
}

static bool write_nothing_saves(const Case *c)
{
    const Proposal *own = best_of_worst(c);

    if (c->worst_loss == 0 || c->is_own)
        return false;
    if (has_plan(c) && part(c, PART_PLAN) > 0)
        write_second(c, "From %s it %s.", square(c, c->to).text, plan(c).text);
    if (!c->compares_nets)
        return write_reason(c, "%s; %s has no action of its own.", act(c).text,
                            worst_piece(c).text);
    if (own != NULL && row_net(own) > -c->worst_loss)
        return write_reason(c, "%s: to the agents, its square counts more than %s.", act(c).text,
                            worst_piece(c).text);
    return write_reason(c, "%s; no suggestion saves %s.", act(c).text, worst_piece(c).text);
}

/* No agent is threatened */

static bool write_capture(const Case *c)
{
    const int gain = part(c, PART_GAIN) + part(c, PART_PROMOTION), loss = -part(c, PART_LOSS);

    if (gain <= 0 || c->row->kind == CANDIDATE_PLANNED_MOVE)
        return false;
    if (loss == 0 && is_capture(c) && !can_be_retaken(c))
        return write_reason(c, "%s, which nothing defends.", act(c).text);
    if (loss == 0)
        return write_reason(c, "%s and loses nothing there.", act(c).text);
    if (gain > loss)
        return write_reason(c, "%s, more than the %s that it can lose there.", act(c).text,
                            amount(loss).text);
    if (gain == loss)
        return write_reason(c, "%s and can lose as much there: an even exchange.", act(c).text);
    return write_reason(c, "%s and can lose %s there: nothing suggested loses less.", act(c).text,
                        amount(loss).text);
}

static bool write_plan(const Case *c)
{
    if (c->row->kind != CANDIDATE_PLANNED_MOVE || !has_plan(c))
        return false;
    if (c->decision->grounds.planned_on.type == PIECE_KING && c->game == &GAME_CHESS)
        write_second(c, "To the agents, no plan is worth more than one against the king.");
    return write_reason(c, "%s and %s.", act(c).text, plan(c).text);
}

static bool write_move(const Case *c)
{
    const int loss = -part(c, PART_LOSS), place = part(c, PART_PLACE);
    const int equals = c->decision->share_count;

    if (is_of_hunt(c))
        return write_place(c, "any other suggestion");
    if (loss > 0 && place > 0)
        return write_reason(c, "%s: its new square counts %d, though it can lose %s there.",
                            act(c).text, place, amount(loss).text);
    if (loss > 0)
        return write_reason(c, "%s, where it can lose %s: nothing suggested loses less.",
                            act(c).text, amount(loss).text);
    if (place > 0)
        return write_place(c, "");
    if (c->refused != NULL)
        return write_reason(c, "%s: the master refuses what is better.", act(c).text);
    if (equals > 1)
        return write_reason(
            c, "%s: no agent is threatened or suggests a gain; one of %d moves is drawn.",
            act(c).text, equals);
    return write_reason(c, "%s: no agent is threatened or suggests a gain, and no move is better.",
                        act(c).text);
}

static bool (*const PATTERNS[])(const Case *c) = {
    write_mate,        write_king_taken,     write_only_move,
    write_vote,        write_auction,        write_lot,
    write_program,     write_outside,        write_losing_wins,
    write_look_ahead,  write_check,          write_least_objection,
    write_own_worth,   write_capture_worth,  write_help_worth,
    write_part_worth,  write_compensation,   write_own_capture,
    write_own_move,    write_attack_request, write_defence_request,
    write_check_first, write_greater_gain,   write_nothing_saves,
    write_capture,     write_plan,           write_move,
};

/* The second sentence */

static void add_blind_mate(const Case *c)
{
    if (c->is_checkmate && row_part(c->row, PART_MATE) == 0)
        write_second(c, "It is mate, which no agent sees.");
}

static void add_refusal(const Case *c)
{
    static const char *const objections[OBJECTION_COUNT] = {
        [OBJECTION_LEAD] = "would give away too much of the lead",
        [OBJECTION_STALEMATE] = "would be stalemate",
        [OBJECTION_REPETITION] = "would repeat a position, or let the opponent do so",
        [OBJECTION_MATE_BY_CHECKS] = "would allow mate by checks",
        [OBJECTION_MATE] = "would allow mate at once",
    };

    if (c->refused != NULL && c->refused->action != c->move)
        write_second(c, "%s is refused, as it %s.", san(c, c->refused->action).text,
                     objections[c->refused->objection]);
}

/* Level 7: the action that is disregarded, and the agent that would lose most by it. */
static void add_consideration(const Case *c)
{
    const Decider *decider = find_decider(c, LOGIC_DEFENCE_CONSIDERATION);
    const Message *most = NULL;

    if (decider == NULL || decider->otherwise == c->move)
        return;
    for (guint i = 0; i < c->messages->len; i++) {
        const Message *message = c->messages->pdata[i];
        if (message->kind == MESSAGE_ANSWER && message->action == decider->otherwise &&
            !message->is_lost && (most == NULL || message->loss > most->loss))
            most = message;
    }
    if (most != NULL)
        write_second(c, "It does not play %s: %s fears to lose %s then.",
                     san(c, decider->otherwise).text, piece(c, most->sender).text,
                     amount(most->loss).text);
}

/* A greater gain that was not taken, and the worst that speaks against it. */
static void add_instead(const Case *c)
{
    const Proposal *best = NULL;
    const WorthPart *worst = NULL;

    for (int i = 0; !c->compares_worths && i < c->decision->candidate_count; i++) {
        const Proposal *row = &c->decision->candidates[i];
        if (row->move != c->move && row_part(row, PART_GAIN) > MAX(0, part(c, PART_GAIN)) &&
            row_part(row, PART_GAIN) < PIECE_KING_VALUE / 2 &&
            (best == NULL || row_part(row, PART_GAIN) > row_part(best, PART_GAIN)))
            best = row;
    }
    for (int i = 0; best != NULL && i < best->part_count; i++)
        if (best->parts[i].amount < (worst != NULL ? worst->amount : 0))
            worst = &best->parts[i];
    if (worst != NULL && worst->has_square &&
        (worst->kind == PART_LOSS || worst->kind == PART_REMAINING))
        write_second(c, "%s gains %d, but %s can be lost on %s.", san(c, best->move).text,
                     row_part(best, PART_GAIN), amount(worst->amount).text,
                     square(c, worst->square).text);
}

/* What gains at once goes before a plan that would gain more. */
static void add_plan(const Case *c)
{
    if (c->row->kind != CANDIDATE_ATTACK || c->compares_nets || c->compares_worths)
        return;
    for (int i = 0; i < c->decision->candidate_count; i++) {
        const Proposal *row = &c->decision->candidates[i];
        if (row->kind == CANDIDATE_PLANNED_MOVE && row->worth > c->row->worth)
            write_second(c, "%s only plans to gain more: a gain at once goes first.",
                         san(c, row->move).text);
    }
}

static void choose_second(const Case *c)
{
    add_blind_mate(c);
    add_refusal(c);
    if (c->decision->grounds.source < FROM_WORTH) {
        add_consideration(c);
        add_instead(c);
        add_plan(c);
    }
}

static void look_at_board(Case *c)
{
    const AgentName entered = piece_on(c, c->to);

    c->actor = piece_on(c, from_of(c, c->move));
    c->victim = AGENT_ALL;
    if (is_64(c) && move_is_capture(c->move))
        c->victim = piece_on(c, (int)move_victim_square(c->move));
    else if (!is_64(c) && entered.type != PIECE_NONE)
        c->victim = entered;
    if (c->game == &GAME_CHESS) {
        const MoveText text = san(c, c->move);
        c->is_checkmate = strchr(text.text, '#') != NULL;
        c->is_check = c->is_checkmate || strchr(text.text, '+') != NULL;
    }
}

bool reason_find(const GPtrArray *messages, const Game *game, const GameState *state, Move move,
                 Reason *out_reason)
{
    const Message *decision = messages->len > 0 ? messages->pdata[messages->len - 1] : NULL;
    Case c = {.messages = messages, .game = game, .state = state, .move = move, .out = out_reason};

    if (decision == NULL || decision->kind != MESSAGE_DECISION)
        return false;
    *out_reason = (Reason){.sentence = ""};
    c.decision = decision;
    c.row = &decision->proposal;
    c.parts = decision->grounds.parts;
    c.to = to_of(&c, move);
    look_at_board(&c);
    c.worst = decision->is_threatened ? decision->worst : AGENT_ALL;
    c.worst_loss = decision->is_threatened ? decision->loss : 0;
    c.is_own = decision->is_threatened && c.worst.square == c.actor.square;
    c.compares_worths =
        decision->grounds.source == FROM_WORTH || decision->grounds.source == FROM_IMAGINED;
    c.compares_nets = decision->is_threatened && decision->logics >> LOGIC_THREAT_MOVE & 1;
    for (guint i = 0; c.refused == NULL && i < messages->len; i++)
        if (((const Message *)messages->pdata[i])->kind == MESSAGE_REFUSE)
            c.refused = messages->pdata[i];
    for (size_t i = 0; i < G_N_ELEMENTS(PATTERNS) && !PATTERNS[i](&c); i++)
        ;
    choose_second(&c);
    return true;
}

/* Searches */

/* Sum of PIECE_VALUE, without the king, of @side in chess; in antichess the number of pieces. */
static int count_material(const Game *game, const Position *pos, int side)
{
    int sum = 0;

    for (PieceType type = PIECE_PAWN; type <= PIECE_KING; type++)
        sum += bitboard_count(pos->by_color[side] & pos->by_type[type]) *
               (game == &GAME_ANTICHESS ? 1
                : type == PIECE_KING    ? 0
                                        : PIECE_VALUE[type]);
    return sum;
}

/* What the expected line comes to. */
static Phrase outcome(const Case *c, const ReasonLine *line)
{
    const int us = c->game->turn(c->state);
    const bool is_antichess = c->game == &GAME_ANTICHESS;
    GameState end = *c->state;
    int own, others;

    if (line->mate != 0)
        return phrase("%s in %d %s", is_antichess ? "the end of the game" : "mate", ABS(line->mate),
                      line->mate < 0 ? "is not avoided"
                      : is_antichess ? "is won"
                                     : "follows");
    for (int i = 0; i < line->length; i++)
        c->game->play(&end, line->move[i]);
    own = count_material(c->game, &c->state->chess, us) - count_material(c->game, &end.chess, us);
    others =
        count_material(c->game, &c->state->chess, !us) - count_material(c->game, &end.chess, !us);
    if (is_antichess && own + others == 0)
        return phrase("the expected line captures nothing");
    if (is_antichess)
        return phrase("the expected line gives away %d and takes %d", own, others);
    if (own == others)
        return phrase("the expected line keeps the balance of material");
    return phrase("the expected line %s %d", others > own ? "wins" : "loses", ABS(others - own));
}

/* The moves of @line, as many as a sentence has room for. */
static Phrase moves_of(const Case *c, const ReasonLine *line)
{
    GameState state = *c->state;
    Phrase moves = phrase("%s", "");

    for (int i = 0; i < line->length; i++) {
        const MoveText move = game_move_text(c->game, &state, line->move[i]);
        if (strlen(moves.text) + strlen(move.text) > REASON_MAX / 2)
            return phrase("%s ...", moves.text);
        moves = phrase("%s%s%s", moves.text, i > 0 ? " " : "", move.text);
        c->game->play(&state, line->move[i]);
    }
    return moves;
}

Reason reason_of_line(const ReasonLine *line, const Game *game, const GameState *state)
{
    Reason reason = {.sentence = ""};
    Case c = {.game = game, .state = state, .move = line->move[0], .out = &reason};

    c.to = to_of(&c, c.move);
    look_at_board(&c);
    if (c.is_checkmate)
        write_reason(&c, "%s and gives mate.", act(&c).text);
    else
        write_reason(&c, "%s: %s.", act(&c).text, outcome(&c, line).text);
    if (line->mate == 0)
        write_second(&c, "The line %s is worth %s to %s.", moves_of(&c, line).text, line->worth,
                     game->side_name[0]);
    else if (line->length > 1)
        write_second(&c, "The line is %s.", moves_of(&c, line).text);
    return reason;
}
