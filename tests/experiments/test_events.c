/* What agents do and what befalls them, ply by ply. */
#include "agents/message.h"
#include "experiments/tally/events.h"
#include "tests/legal.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define OF(kind) (UINT32_C(1) << (kind))

static Square square_of(const char *name)
{
    return square_at(name[0] - 'a', name[1] - '1');
}

/* The squares "d4 f6". */
static Bitboard squares_of(const char *names)
{
    Bitboard squares = 0;

    for (; *names != '\0'; names += names[2] == ' ' ? 3 : 2)
        squares |= bitboard_of(square_of(names));
    return squares;
}

/* A ply without reports: "e2e4". */
static MatchPly ply_of(int side, const char *move, unsigned flag)
{
    return (MatchPly){.side = (uint8_t)side,
                      .move = move_make(square_of(move), square_of(move + 2), flag)};
}

/* A ply that agents have decided on. */
static MatchPly decided(const char *move, unsigned flag, CandidateKind kind, const char *threatened,
                        const char *planned_on)
{
    MatchPly ply = ply_of(0, move, flag);

    ply.deliberation = (Deliberation){.has_reasoned = true,
                                      .kind = (uint8_t)kind,
                                      .threatened = squares_of(threatened),
                                      .planned_on = squares_of(planned_on)};
    return ply;
}

/* The events of the last of the plies, of both sides. */
static EventsOfPly last_events(const MatchPly *plies, size_t count)
{
    EventsWalk walk = {0};
    EventsOfPly events = {{0}};

    for (size_t i = 0; i < count; i++)
        events = events_next(&walk, &plies[i]);
    return events;
}

TEST(players_without_agents_have_no_events)
{
    const MatchPly plies[] = {ply_of(0, "e2e4", MOVE_DOUBLE_PUSH),
                              ply_of(1, "d7d5", MOVE_DOUBLE_PUSH), ply_of(0, "e4d5", MOVE_CAPTURE)};
    EventsWalk walk = {0};

    for (size_t i = 0; i < G_N_ELEMENTS(plies); i++) {
        const EventsOfPly events = events_next(&walk, &plies[i]);
        g_assert_cmphex(events.of[0], ==, 0);
        g_assert_cmphex(events.of[1], ==, 0);
    }
}

TEST(how_a_threat_is_met_is_one_event)
{
    MatchPly ply = decided("a4c6", MOVE_CAPTURE, CANDIDATE_ATTACK_REQUEST, "d4", "");
    const EventSet threat = OF(EVENT_DECISION) | OF(EVENT_THREAT);

    g_assert_cmphex(last_events(&ply, 1).of[0], ==, threat | OF(EVENT_ATTACK_REQUEST));
    ply = decided("g1f3", MOVE_QUIET, CANDIDATE_DEFENCE_REQUEST, "d4", "");
    g_assert_cmphex(last_events(&ply, 1).of[0], ==, threat | OF(EVENT_DEFENCE_REQUEST));
    ply = decided("d4d5", MOVE_QUIET, CANDIDATE_MOVE, "d4", "");
    ply.deliberation.is_own = true;
    g_assert_cmphex(last_events(&ply, 1).of[0], ==, threat | OF(EVENT_OWN_MOVE));
    ply = decided("d4d8", MOVE_CAPTURE, CANDIDATE_ATTACK, "d4", "");
    ply.deliberation.is_own = ply.deliberation.rejects_offer = true;
    g_assert_cmphex(last_events(&ply, 1).of[0], ==,
                    threat | OF(EVENT_OWN_ATTACK) | OF(EVENT_OFFER_REJECTED));
    ply = decided("a2a3", MOVE_QUIET, CANDIDATE_MOVE, "", "");
    g_assert_cmphex(last_events(&ply, 1).of[0], ==, OF(EVENT_DECISION));
}

TEST(a_plan_is_performed_with_the_next_move_of_its_piece)
{
    static const struct {
        const char *next;
        unsigned flag;
        bool performed;
    } cases[] = {
        {"d5c7", MOVE_CAPTURE, true},  /* one of its victims */
        {"d5f6", MOVE_CAPTURE, true},  /* the other one */
        {"d5e7", MOVE_CAPTURE, false}, /* another piece */
        {"d5b4", MOVE_QUIET, false},   /* no piece */
        {"b8c7", MOVE_CAPTURE, false}, /* by another piece */
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const MatchPly plies[] = {
            decided("c3d5", MOVE_QUIET, CANDIDATE_PLANNED_MOVE, "", "c7 f6"),
            ply_of(1, "h7h6", MOVE_QUIET),
            decided(cases[i].next, cases[i].flag, CANDIDATE_ATTACK, "", ""),
        };
        g_assert_cmphex(last_events(plies, 1).of[0], ==, OF(EVENT_DECISION) | OF(EVENT_PLAN));
        g_assert_cmphex(last_events(plies, 3).of[0], ==,
                        OF(EVENT_DECISION) | (cases[i].performed ? OF(EVENT_PLAN_PERFORMED) : 0));
    }
}

TEST(a_plan_holds_for_one_move)
{
    const MatchPly plies[] = {
        decided("c3d5", MOVE_QUIET, CANDIDATE_PLANNED_MOVE, "", "c7"),
        ply_of(1, "h7h6", MOVE_QUIET),
        decided("a2a3", MOVE_QUIET, CANDIDATE_MOVE, "", ""),
        ply_of(1, "h6h5", MOVE_QUIET),
        decided("d5c7", MOVE_CAPTURE, CANDIDATE_ATTACK, "", ""),
    };

    g_assert_cmphex(last_events(plies, 5).of[0], ==, OF(EVENT_DECISION));
}

TEST(a_victim_that_moves_is_still_the_victim)
{
    const MatchPly plies[] = {
        decided("a1d1", MOVE_QUIET, CANDIDATE_PLANNED_MOVE, "", "d8"),
        ply_of(1, "d8d5", MOVE_QUIET),
        decided("d1d5", MOVE_CAPTURE, CANDIDATE_ATTACK, "", ""),
    };
    const MatchPly castled[] = {
        decided("f3g5", MOVE_QUIET, CANDIDATE_PLANNED_MOVE, "", "h8"),
        ply_of(1, "e8g8", MOVE_CASTLE_KING),
        decided("g5f8", MOVE_CAPTURE, CANDIDATE_ATTACK, "", ""),
    };

    g_assert_cmphex(last_events(plies, 3).of[0], ==, OF(EVENT_DECISION) | OF(EVENT_PLAN_PERFORMED));
    g_assert_cmphex(last_events(castled, 3).of[0], ==,
                    OF(EVENT_DECISION) | OF(EVENT_PLAN_PERFORMED));
}

TEST(a_plan_on_the_king_is_one_of_its_own)
{
    const MatchPly ply = decided("g7h7", MOVE_QUIET, CANDIDATE_PLANNED_MOVE, "", "");

    g_assert_cmphex(last_events(&ply, 1).of[0], ==, OF(EVENT_DECISION) | OF(EVENT_PLAN_ON_KING));
}

TEST(a_capture_asks_for_the_report_before_it)
{
    static const struct {
        const char *capture;
        unsigned flag;
        EventKind kind;
    } cases[] = {
        {"c6d4", MOVE_CAPTURE, EVENT_CAPTURED},
        {"c6b4", MOVE_CAPTURE, EVENT_CAPTURED_UNTHREATENED},
        {"d4c3", MOVE_EN_PASSANT, EVENT_MOVER_CAPTURED_UNTHREATENED}, /* the pawn on c4 */
        {"c6e5", MOVE_QUIET, EVENT_KIND_COUNT},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        const MatchPly plies[] = {
            decided("c2c4", MOVE_DOUBLE_PUSH, CANDIDATE_MOVE, "d4 h1", ""),
            ply_of(1, cases[i].capture, cases[i].flag),
        };
        const EventSet captured = cases[i].kind < EVENT_KIND_COUNT ? OF(cases[i].kind) : 0;
        g_assert_cmphex(last_events(plies, 2).of[0], ==, OF(EVENT_REPLY) | captured);
        g_assert_cmphex(last_events(plies, 2).of[1], ==, 0);
    }
}

TEST(a_piece_that_has_moved_had_reported_where_it_stood)
{
    const MatchPly plies[] = {
        decided("d4d5", MOVE_QUIET, CANDIDATE_MOVE, "d4", ""),
        ply_of(1, "c6d5", MOVE_CAPTURE),
    };
    const MatchPly castled[] = {
        decided("e1c1", MOVE_CASTLE_QUEEN, CANDIDATE_MOVE, "a1", ""),
        ply_of(1, "g4d1", MOVE_CAPTURE),
    };

    g_assert_cmphex(last_events(plies, 2).of[0], ==, OF(EVENT_REPLY) | OF(EVENT_MOVER_CAPTURED));
    g_assert_cmphex(last_events(castled, 2).of[0], ==, OF(EVENT_REPLY) | OF(EVENT_MOVER_CAPTURED));
}

/* The same by a slower observer, which gives every piece a number and follows it over the board:
 * @piece holds the piece that stands on each square, 0 for none. */
typedef struct {
    int piece[SQUARE_COUNT];
    uint64_t reported[GAME_MAX_SIDES]; /* 0: there is no report */
    uint64_t threatened[GAME_MAX_SIDES], victims[GAME_MAX_SIDES];
    uint64_t moved[GAME_MAX_SIDES];
    int planner[GAME_MAX_SIDES];
    Move expected[2];
} Observer;

static uint64_t pieces_on(const Observer *observer, Bitboard squares)
{
    uint64_t pieces = 0;

    for (; squares; squares &= squares - 1)
        pieces |= UINT64_C(1) << observer->piece[bitboard_first(squares)];
    return pieces;
}

static Observer observer_of(const Position *pos)
{
    Observer observer = {.reported = {0}};
    int number = 0;

    for (int sq = 0; sq < SQUARE_COUNT; sq++)
        if (position_type_at(pos, (Square)sq) != PIECE_NONE)
            observer.piece[sq] = ++number;
    return observer;
}

/* Plays @move; the bits of the pieces that go somewhere. */
static uint64_t observe_move(Observer *observer, Move move)
{
    static const int rooks[][2] = {{7, 5}, {0, 3}};
    const int rank = move_from(move) / 8 * 8;
    const int *rook = rooks[move_flag(move) == MOVE_CASTLE_QUEEN];
    uint64_t moved = UINT64_C(1) << observer->piece[move_from(move)];

    if (move_is_capture(move))
        observer->piece[move_victim_square(move)] = 0;
    observer->piece[move_to(move)] = observer->piece[move_from(move)];
    observer->piece[move_from(move)] = 0;
    if (move_is_castling(move)) {
        moved |= UINT64_C(1) << observer->piece[rank + rook[0]];
        observer->piece[rank + rook[1]] = observer->piece[rank + rook[0]];
        observer->piece[rank + rook[0]] = 0;
    }
    return moved;
}

/* The events of captures at @ply: those of the side that moves and those of the other one. */
static EventsOfPly observe(Observer *observer, const MatchPly *ply)
{
    const int us = ply->side, them = 1 - us;
    const int victim =
        move_is_capture(ply->move) ? observer->piece[move_victim_square(ply->move)] : 0;
    const uint64_t bit = UINT64_C(1) << victim;
    EventsOfPly events = {{0}};
    uint64_t threatened, victims;

    if (victim != 0 && observer->victims[us] & bit &&
        observer->planner[us] == observer->piece[move_from(ply->move)])
        events.of[us] |= OF(EVENT_PLAN_PERFORMED);
    if (observer->reported[them] && victim != 0)
        events.of[them] |=
            OF(observer->moved[them] & bit
                   ? (observer->threatened[them] & bit ? EVENT_MOVER_CAPTURED
                                                       : EVENT_MOVER_CAPTURED_UNTHREATENED)
                   : (observer->threatened[them] & bit ? EVENT_CAPTURED
                                                       : EVENT_CAPTURED_UNTHREATENED));
    if (observer->expected[them] != MOVE_NONE)
        events.of[them] |= OF(EVENT_EXPECTED);
    if (observer->expected[them] == ply->move)
        events.of[them] |= OF(EVENT_EXPECTED_CAME);
    observer->expected[them] = MOVE_NONE;
    observer->expected[us] = ply->deliberation.expected;
    threatened = pieces_on(observer, ply->deliberation.threatened);
    victims = pieces_on(observer, ply->deliberation.planned_on);
    observer->moved[us] = observe_move(observer, ply->move);
    observer->threatened[us] = threatened;
    observer->victims[us] = victims;
    observer->planner[us] = observer->piece[move_to(ply->move)];
    observer->reported[us] = ply->deliberation.has_reasoned;
    return events;
}

TEST(a_slower_observer_says_the_same)
{
    const EventSet observed = OF(EVENT_PLAN_PERFORMED) | OF(EVENT_CAPTURED) |
                              OF(EVENT_CAPTURED_UNTHREATENED) | OF(EVENT_MOVER_CAPTURED) |
                              OF(EVENT_MOVER_CAPTURED_UNTHREATENED) | OF(EVENT_EXPECTED) |
                              OF(EVENT_EXPECTED_CAME);
    g_autoptr(Spec) spec = spec_of("[players]\nL1=level:1\nL2=level:2\nL6=level:6\nL8=level:8\n"
                                   "L12=level:12\nchance=random\n[experiment]\ngames=4\n");
    g_autoptr(Match) match = match_new(spec, NULL, NULL);
    g_autoptr(MatchRecord) record = match_record_new();
    EventSet seen = 0;

    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        EventsWalk walk = {0};
        Observer observer;
        Position pos;
        match_play(match, number, record);
        pos = record->opening.chess;
        observer = observer_of(&pos);
        for (int i = 0; i < record->plies; i++) {
            const EventsOfPly events = events_next(&walk, &record->ply[i]);
            const EventsOfPly expected = observe(&observer, &record->ply[i]);
            position_play(&pos, record->ply[i].move);
            if (record->ply[i].deliberation.expected != MOVE_NONE)
                g_assert_true(is_legal_in_chess(&pos, record->ply[i].deliberation.expected));
            for (int side = 0; side < 2; side++) {
                g_assert_cmphex(events.of[side] & observed, ==, expected.of[side]);
                seen |= events.of[side];
            }
        }
    }
    g_assert_cmphex(seen, ==, OF(EVENT_KIND_COUNT) - 1);
}

TEST(an_expected_answer_comes_or_does_not)
{
    MatchPly plies[] = {decided("e2e4", MOVE_DOUBLE_PUSH, CANDIDATE_MOVE, "", ""),
                        ply_of(1, "e7e5", MOVE_DOUBLE_PUSH), ply_of(0, "g1f3", MOVE_QUIET),
                        ply_of(1, "b8c6", MOVE_QUIET)};

    plies[0].deliberation.expected = plies[1].move;
    g_assert_cmphex(last_events(plies, 2).of[0], ==,
                    OF(EVENT_REPLY) | OF(EVENT_EXPECTED) | OF(EVENT_EXPECTED_CAME));
    plies[0].deliberation.expected = plies[3].move;
    g_assert_cmphex(last_events(plies, 2).of[0], ==, OF(EVENT_REPLY) | OF(EVENT_EXPECTED));
    g_assert_cmphex(last_events(plies, 4).of[0], ==, 0); /* only the next move was imagined */
    plies[0].deliberation.expected = MOVE_NONE;
    g_assert_cmphex(last_events(plies, 2).of[0], ==, OF(EVENT_REPLY));
}
