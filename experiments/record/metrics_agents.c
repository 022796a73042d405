/* The columns of the tables of what agents do: events, and what is counted of them. */
#include "experiments/record/metrics.h"
#include "experiments/record/metrics_cells.h"
#include "experiments/tools/csv.h"

#define COLUMNS(array) .columns = (array), .column_count = G_N_ELEMENTS(array)

static void write_decisions(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_DECISION]);
}

static void write_threatened(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_THREAT]);
}

static void write_attack_requests(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_ATTACK_REQUEST]);
}

static void write_own_moves(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_OWN_MOVE]);
}

static void write_own_attacks(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_OWN_ATTACK]);
}

static void write_defence_requests(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_DEFENCE_REQUEST]);
}

static void write_offers_rejected(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_OFFER_REJECTED]);
}

static const MetricsColumn REQUESTS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"move", METRICS_INTEGER, "moves",
     "number m of the move counted from the opening: plies 2m - 1 and 2m", cell_move},
    {"decisions", METRICS_INTEGER, "decisions", "decisions of the player's agents",
     write_decisions},
    {"threatened", METRICS_INTEGER, "decisions",
     "of them, those in which an agent was the worst threatened", write_threatened},
    {"attack_requests", METRICS_INTEGER, "decisions",
     "attack requests performed: another agent captured an attacker of the worst threatened one, "
     "as "
     "it had asked for (thesis, figure 3.3, the lines at the top)",
     write_attack_requests},
    {"own_moves", METRICS_INTEGER, "decisions",
     "the worst threatened agent moved itself, without a capture (thesis, figure 3.3, the lines at "
     "the bottom)",
     write_own_moves},
    {"own_attacks", METRICS_INTEGER, "decisions",
     "the worst threatened agent captured something itself", write_own_attacks},
    {"defence_requests", METRICS_INTEGER, "decisions",
     "defence requests performed: another agent moved to defend or shield the worst threatened "
     "one, "
     "as it had asked for (thesis, table 3.8, is their sum over all moves)",
     write_defence_requests},
    {"offers_rejected", METRICS_INTEGER, "decisions",
     "the worst threatened agent was offered help, and something else than the best offer was done",
     write_offers_rejected},
};

const MetricsTable METRICS_REQUESTS = {
    .file = "requests.csv",
    .row = "a move number of a pairing, seen from one of its players that has agents",
    .key = {"player", "opponent", "move"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(REQUESTS_COLUMNS),
};

static int64_t count_planned(const MetricsRow *row)
{
    return row->curve.events[EVENT_PLAN] + row->curve.events[EVENT_PLAN_ON_KING];
}

static void write_planned(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, count_planned(row));
}

static void write_planned_on_king(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_PLAN_ON_KING]);
}

static void write_performed(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_PLAN_PERFORMED]);
}

static void write_performed_share(GString *csv, const MetricsRow *row)
{
    cell_append_share(csv, row->curve.events[EVENT_PLAN_PERFORMED], count_planned(row));
}

static const MetricsColumn MOVE_ATTACKS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"planned", METRICS_INTEGER, "moves",
     "moves played with an attack planned from where they go (thesis, table 3.9, planned)",
     write_planned},
    {"planned_on_king", METRICS_INTEGER, "moves",
     "of them, those planned on the king, that is checks, which nobody can perform",
     write_planned_on_king},
    {"performed", METRICS_INTEGER, "moves",
     "of those planned, those whose piece captured one of its planned victims with the player's "
     "next "
     "move (thesis, table 3.9, performed)",
     write_performed},
    {"performed_share", METRICS_NUMBER, "0..1", "performed over planned; empty if none was planned",
     write_performed_share},
};

const MetricsTable METRICS_MOVE_ATTACKS = {
    .file = "move_attacks.csv",
    .row = "a pairing, seen from one of its players that has agents",
    .key = {"player", "opponent"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(MOVE_ATTACKS_COLUMNS),
};

static void write_replies(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_REPLY]);
}

static int64_t count_movers_captured(const MetricsRow *row)
{
    return row->curve.events[EVENT_MOVER_CAPTURED] +
           row->curve.events[EVENT_MOVER_CAPTURED_UNTHREATENED];
}

static void write_captured(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_CAPTURED] +
                               row->curve.events[EVENT_CAPTURED_UNTHREATENED] +
                               count_movers_captured(row));
}

static void write_unthreatened(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_CAPTURED_UNTHREATENED] +
                               row->curve.events[EVENT_MOVER_CAPTURED_UNTHREATENED]);
}

static void write_movers_captured(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, count_movers_captured(row));
}

static void write_movers_unthreatened(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_MOVER_CAPTURED_UNTHREATENED]);
}

static const MetricsColumn THREATS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"move", METRICS_INTEGER, "moves",
     "number m of the move counted from the opening, plies 2m - 1 and 2m, in which the opponent "
     "captures",
     cell_move},
    {"replies", METRICS_INTEGER, "moves",
     "the opponent's moves that follow a decision of the player's agents", write_replies},
    {"captured", METRICS_INTEGER, "pieces", "the player's pieces captured by them", write_captured},
    {"unthreatened", METRICS_INTEGER, "pieces",
     "of them, those that had reported no loss in that decision (thesis, figure 3.5); one that "
     "moved "
     "with it had reported where it stood before",
     write_unthreatened},
    {"movers", METRICS_INTEGER, "pieces", "of those captured, those that had just moved",
     write_movers_captured},
    {"movers_unthreatened", METRICS_INTEGER, "pieces",
     "of those that had just moved, those that had reported no loss where they stood before",
     write_movers_unthreatened},
};

const MetricsTable METRICS_THREATS = {
    .file = "threats.csv",
    .row = "a move number of a pairing, seen from one of its players that has agents",
    .key = {"player", "opponent", "move"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(THREATS_COLUMNS),
};

static void write_quantity(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, PER_GAME[row->curve.quantity].name);
}

static void write_count(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, per_game_sum(&PER_GAME[row->curve.quantity], row->curve.events));
}

#define PER_GAME_DECIMALS 6

static void write_mean(GString *csv, const MetricsRow *row)
{
    csv_append_fixed(csv, row->curve.estimate.mean, PER_GAME_DECIMALS);
}

/* Empty for a single game. */
static void append_spread(GString *csv, const MetricsRow *row, double value)
{
    if (row->curve.estimate.count > 1)
        csv_append_fixed(csv, value, PER_GAME_DECIMALS);
}

static void write_sd(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.sd);
}

static void write_low(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.low);
}

static void write_high(GString *csv, const MetricsRow *row)
{
    append_spread(csv, row, row->curve.estimate.high);
}

static const MetricsColumn EVENTS_PER_GAME_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"what", METRICS_STRING, "",
     "what is counted, as the column of requests.csv, move_attacks.csv or threats.csv is called",
     write_quantity},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"count", METRICS_INTEGER, "", "how many there were in all games", write_count},
    {"mean", METRICS_NUMBER, "", "how many there were in a game on average", write_mean},
    {"sd", METRICS_NUMBER, "", "their standard deviation over games; empty for a single game",
     write_sd},
    {"low", METRICS_NUMBER, "",
     "lower end of the 95 % confidence interval of the mean (Student's t)", write_low},
    {"high", METRICS_NUMBER, "", "upper end of that interval", write_high},
};

const MetricsTable METRICS_EVENTS_PER_GAME = {
    .file = "events_per_game.csv",
    .row = "a quantity of a pairing, seen from one of its players that has agents",
    .key = {"player", "opponent", "what"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(EVENTS_PER_GAME_COLUMNS),
};

static void write_expected(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_EXPECTED]);
}

static void write_came(GString *csv, const MetricsRow *row)
{
    csv_append_signed(csv, row->curve.events[EVENT_EXPECTED_CAME]);
}

static void write_came_share(GString *csv, const MetricsRow *row)
{
    cell_append_share(csv, row->curve.events[EVENT_EXPECTED_CAME],
                      row->curve.events[EVENT_EXPECTED]);
}

static const MetricsColumn EXPECTATIONS_COLUMNS[] = {
    {"player", METRICS_STRING, "", "short name of a player", cell_player},
    {"opponent", METRICS_STRING, "", "short name of the opponent", cell_opponent},
    {"games", METRICS_INTEGER, "games", "games they played", cell_games},
    {"replies", METRICS_INTEGER, "moves",
     "the opponent's moves that follow a decision of the player's agents", write_replies},
    {"expected", METRICS_INTEGER, "moves",
     "of them, those before which the player's agents had imagined an answer (logic look-ahead)",
     write_expected},
    {"came", METRICS_INTEGER, "moves", "of those, the moves that were the answer imagined",
     write_came},
    {"came_share", METRICS_NUMBER, "0..1", "came over expected; empty if nothing was expected",
     write_came_share},
};

const MetricsTable METRICS_EXPECTATIONS = {
    .file = "expectations.csv",
    .row = "a pairing, seen from one of its players that has agents",
    .key = {"player", "opponent"},
    .refers_to = &METRICS_PAIRINGS,
    COLUMNS(EXPECTATIONS_COLUMNS),
};

static const MatchPly *ply_of(const MetricsRow *row)
{
    return &row->record->ply[row->ply - 1];
}

static void write_event_player(GString *csv, const MetricsRow *row)
{
    cell_append_side_name(csv, row, row->event.side);
}

static void write_event(GString *csv, const MetricsRow *row)
{
    g_string_append(csv, EVENT_NAMES[row->event.kind]);
}

static void append_square(GString *csv, Square sq)
{
    char text[2];

    square_format(sq, text);
    g_string_append_len(csv, text, sizeof text);
}

static void write_from(GString *csv, const MetricsRow *row)
{
    append_square(csv, move_from(ply_of(row)->move));
}

static void write_to(GString *csv, const MetricsRow *row)
{
    append_square(csv, move_to(ply_of(row)->move));
}

static void write_event_squares(GString *csv, const MetricsRow *row)
{
    const Bitboard squares = event_squares(row->event.kind, ply_of(row));

    for (Bitboard rest = squares; rest; rest &= rest - 1) {
        if (rest != squares)
            g_string_append_c(csv, ' ');
        append_square(csv, bitboard_first(rest));
    }
}

static const MetricsColumn EVENTS_COLUMNS[] = {
    {"game", METRICS_INTEGER, "", "number of the game", cell_game},
    {"ply", METRICS_INTEGER, "plies", "the ply at which it happens, from 1", cell_ply},
    {"player", METRICS_STRING, "", "short name of the player to whom it happens",
     write_event_player},
    {"event", METRICS_STRING, "",
     "attack-request, defence-request, own-move, own-attack, offer-rejected, move-attack-planned, "
     "move-attack-planned-on-king or move-attack-performed by the player's own move; captured, "
     "captured-unthreatened, mover-captured or mover-captured-unthreatened by the opponent's",
     write_event},
    {"from", METRICS_STRING, "", "square the move of that ply leaves", write_from},
    {"to", METRICS_STRING, "", "square it enters", write_to},
    {"squares", METRICS_STRING, "",
     "squares of those a move-attack is planned on, with a blank between them, or that of the "
     "piece "
     "captured; else empty",
     write_event_squares},
};

const MetricsTable METRICS_EVENTS = {
    .file = "events.csv",
    .row = "an event of a game",
    .key = {"game", "ply", "player", "event"},
    .refers_to = &METRICS_GAMES,
    COLUMNS(EVENTS_COLUMNS),
};
