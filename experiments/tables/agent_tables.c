/* Tables of what agents do: events, and what is counted of them. */
#include "experiments/tables/run_tables.h"

static const Column REQUESTS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"move", TABLE_COUNT, "moves",
     "number m of the move, counted from the opening: plies 2m - 1 and 2m"},
    COLUMNS_OF_REQUESTS,
};

/* The events of the player of the rows, by move. */
static const GArray *events_of(const RunRow *of)
{
    return of->totals->events[of->reversed ? 1 : 0];
}

/* Whether the player has any; their sums by kind. */
static bool count_events(const RunRow *of, int64_t out_events[static EVENT_KIND_COUNT])
{
    pairing_totals_count_events(events_of(of), out_events);
    return events_of(of)->len > 0;
}

/* @count of the quantities of a game, from @first on. */
static void fill_quantities(TableRows *rows, const int64_t *events, int first, int count)
{
    for (int i = first; i < first + count; i++)
        row_count(rows, per_game_sum(&PER_GAME[i], events));
}

/* These for each move of the player. */
static void fill_moves(TableRows *rows, const RunRow *of, int first, int count)
{
    const GArray *moves = events_of(of);

    for (guint i = 0; i < moves->len; i++) {
        int64_t events[EVENT_KIND_COUNT];
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            events[kind] = g_array_index(moves, TotalsEvents, i).count[kind];
        run_row_players(rows, of);
        row_count(rows, (int64_t)i + 1);
        fill_quantities(rows, events, first, count);
    }
}

static void fill_requests(TableRows *rows, gconstpointer what)
{
    fill_moves(rows, what, PER_GAME_REQUESTS, 7);
}

const Table TABLE_REQUESTS = {
    TABLE("requests.csv",
          "a move number in the games of a pairing, from the point of view of a player with agents",
          REQUESTS_COLUMNS, fill_requests),
    .key = {"player", "opponent", "move"}, .refers_to = &TABLE_PAIRINGS};

static const Column MOVE_ATTACKS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"planned", TABLE_COUNT, "moves",
     "moves played to prepare an attack from their target square (thesis, table 3.9, planned)"},
    {"planned_on_king", TABLE_COUNT, "moves",
     "moves of `planned` whose planned victim is the king, that is, checks"},
    {"performed", TABLE_COUNT, "moves",
     "moves of `planned` whose piece captured a planned victim with the player's next move "
     "(thesis, table 3.9, performed)"},
    {"performed_share", TABLE_REAL, "0..1",
     "`performed` divided by `planned`; empty if `planned` is 0", 4},
};

static void fill_move_attacks(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    int64_t events[EVENT_KIND_COUNT];

    if (!count_events(of, events))
        return;
    run_row_players(rows, of);
    row_count(rows, pairing_totals_games(of->totals));
    fill_quantities(rows, events, PER_GAME_MOVE_ATTACKS, 3);
    row_share(rows, events[EVENT_PLAN_PERFORMED], events[EVENT_PLAN] + events[EVENT_PLAN_ON_KING]);
}

const Table TABLE_MOVE_ATTACKS = {TABLE("move_attacks.csv",
                                        "a pairing, from the point of view of a player with agents",
                                        MOVE_ATTACKS_COLUMNS, fill_move_attacks),
                                  .key = {"player", "opponent"}, .refers_to = &TABLE_PAIRINGS};

static const Column THREATS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"move", TABLE_COUNT, "moves",
     "number m of the opponent's move, counted from the opening: ply 2m - 1 or 2m"},
    COLUMNS_OF_THREATS,
};

static void fill_threats(TableRows *rows, gconstpointer what)
{
    fill_moves(rows, what, PER_GAME_THREATS, 5);
}

const Table TABLE_THREATS = {
    TABLE("threats.csv",
          "a move number in the games of a pairing, from the point of view of a player with agents",
          THREATS_COLUMNS, fill_threats),
    .key = {"player", "opponent", "move"}, .refers_to = &TABLE_PAIRINGS};

static const Column EVENTS_PER_GAME_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"what", TABLE_TEXT, "",
     "name of the quantity: a column of requests.csv, move_attacks.csv or threats.csv"},
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"count", TABLE_COUNT, "", "total over all games"},
    {"mean", TABLE_REAL, "", "mean per game", 6},
    {"sd", TABLE_REAL, "", "standard deviation over games; empty for a single game", 6},
    COLUMNS_OF_ENDS("low", "high", "",
                    "lower end of the 95 % confidence interval of the mean (Student's t); empty "
                    "for a single game and if games repeat others",
                    6),
};

static void fill_events_per_game(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    int64_t events[EVENT_KIND_COUNT];
    const bool has_events = count_events(of, events);

    for (int i = 0; i < PER_GAME_COUNT && has_events; i++) {
        const StatisticsSums sums = {
            .count = pairing_totals_games(of->totals),
            .sum = per_game_sum(&PER_GAME[i], events),
            .squares = of->totals->squares[of->reversed ? 1 : 0][i],
        };
        const StatisticsEstimate estimate = statistics_estimate(sums);
        run_row_players(rows, of);
        row_text(rows, PER_GAME[i].name);
        row_count(rows, sums.count);
        row_count(rows, sums.sum);
        run_row_mean(rows, of, &estimate);
    }
}

const Table TABLE_EVENTS_PER_GAME = {
    TABLE("events_per_game.csv",
          "a quantity of a pairing, from the point of view of a player with agents",
          EVENTS_PER_GAME_COLUMNS, fill_events_per_game),
    .key = {"player", "opponent", "what"}, .refers_to = &TABLE_PAIRINGS};

static const Column EXPECTATIONS_COLUMNS[] = {
    COLUMNS_OF_PLAYERS,
    {"games", TABLE_COUNT, "games", "games of the pairing"},
    {"replies", TABLE_COUNT, "moves",
     "the opponent's moves that follow a decision of the player's agents"},
    {"expected", TABLE_COUNT, "moves",
     "replies for which the player's agents had predicted a move (logic `look-ahead`)"},
    {"came", TABLE_COUNT, "moves", "replies that equal the predicted move"},
    {"came_share", TABLE_REAL, "0..1", "`came` divided by `expected`; empty if `expected` is 0", 4},
};

static void fill_expectations(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    int64_t events[EVENT_KIND_COUNT];

    if (!count_events(of, events))
        return;
    run_row_players(rows, of);
    row_count(rows, pairing_totals_games(of->totals));
    row_count(rows, events[EVENT_REPLY]);
    row_count(rows, events[EVENT_EXPECTED]);
    row_count(rows, events[EVENT_EXPECTED_CAME]);
    row_share(rows, events[EVENT_EXPECTED_CAME], events[EVENT_EXPECTED]);
}

const Table TABLE_EXPECTATIONS = {TABLE("expectations.csv",
                                        "a pairing, from the point of view of a player with agents",
                                        EXPECTATIONS_COLUMNS, fill_expectations),
                                  .key = {"player", "opponent"}, .refers_to = &TABLE_PAIRINGS};

static const Column EVENTS_COLUMNS[] = {
    {"game", TABLE_COUNT, "", "number of the game"},
    {"ply", TABLE_COUNT, "plies", "the ply of the event, from 1"},
    {"player", TABLE_TEXT, "", "short name of the player whose agents moved or were captured"},
    {"event", TABLE_TEXT, "",
     "at a move of the player: attack-request, defence-request, own-move, own-attack, "
     "offer-rejected, move-attack-planned, move-attack-planned-on-king or move-attack-performed; "
     "at a move of the opponent: "
     "captured, captured-unthreatened, mover-captured or mover-captured-unthreatened"},
    {"from", TABLE_TEXT, "", "origin square of the move"},
    {"to", TABLE_TEXT, "", "target square of the move"},
    {"squares", TABLE_TEXT, "",
     "move-attack-planned: squares of the planned victims, separated by spaces; "
     "move-attack-performed and events at a move of the opponent: "
     "square of the captured piece; otherwise empty"},
};

/* Their names; an empty cell if there are none. */
static void fill_squares(TableRows *rows, Bitboard squares)
{
    char text[64 * 3 + 1] = "";

    for (int i = 0; squares; squares &= squares - 1, i++) {
        if (i > 0)
            text[3 * i - 1] = ' ';
        square_format(bitboard_first(squares), &text[3 * i]);
        text[3 * i + 2] = '\0';
    }
    row_text(rows, text);
}

/* The events of one side at ply @number, from 1. */
static void fill_ply(TableRows *rows, const RunRow *of, int number, int side, EventSet events)
{
    const MatchPly *ply = &of->record->ply[number - 1];

    for (; events; events &= events - 1) {
        const EventKind event = (EventKind)__builtin_ctz(events);
        if (EVENT_NAMES[event] == NULL)
            continue;
        row_count(rows, (int64_t)of->record->job.number);
        row_count(rows, number);
        row_text(rows, run_player_name(of, side));
        row_text(rows, EVENT_NAMES[event]);
        fill_squares(rows, bitboard_of(move_from(ply->move)));
        fill_squares(rows, bitboard_of(move_to(ply->move)));
        fill_squares(rows, event_squares(event, ply));
    }
}

static void fill_events(TableRows *rows, gconstpointer what)
{
    const RunRow *of = what;
    EventsWalk walk = {0};

    for (int ply = 1; ply <= of->record->plies; ply++) {
        const EventsOfPly events = events_next(&walk, &of->record->ply[ply - 1]);
        for (int side = 0; side < of->spec->contest->sides; side++)
            fill_ply(rows, of, ply, side, events.of[side]);
    }
}

const Table TABLE_EVENTS = {TABLE("events.csv", "an event of a game", EVENTS_COLUMNS, fill_events),
                            .key = {"game", "ply", "player", "event"}, .refers_to = &TABLE_GAMES};
