#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "agents/agent.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "master/beyond/decision.h"
#include "players/external/outside_lines.h"
#include "players/player.h"
#include "players/team_settings.h"
#include "tests/data_path.h"
#include "tests/test.h"

#define PLIES 60

static Player *player_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    Player *player = player_new(text, NULL, &error);

    g_assert_no_error(error);
    return player;
}

static int shares_of(const char *text, const GameLine *line, Share *out_shares)
{
    g_autoptr(Player) player = player_of(text);
    const PlayerCall call = {.line = line};

    return player->kind->shares(player, &call, out_shares);
}

static void check_shares(const char *one, const char *other, const GameLine *line)
{
    Share ours[GAME_MAX_MOVES], theirs[GAME_MAX_MOVES];
    const int our_count = shares_of(one, line, ours), their_count = shares_of(other, line, theirs);

    g_assert_cmpint(our_count, >, 0);
    g_assert_cmpint(our_count, ==, their_count);
    g_assert_cmpfloat(shares_difference(ours, our_count, theirs, their_count), <, 1e-9);
}

/* Positions in which levels decide differently. */
static void check_in_all_positions(const char *one, const char *other)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    g_auto(GStrv) rows = data_lines("decisions.tsv");

    for (char **row = rows + 1; *row != NULL; row++) {
        g_auto(GStrv) field = g_strsplit(*row, "\t", -1);
        GameState state = GAME_CHESS.start();
        g_autoptr(GError) error = NULL;
        if (!g_str_equal(field[1], "1"))
            continue;
        game_read_state(&GAME_CHESS, field[0], &state, &error);
        g_assert_no_error(error);
        game_line_start(line, &state);
        check_shares(one, other, line);
    }
}

/* The moves of a game that @text plays against itself, and what is left of its random numbers. */
static char *play(const Game *game, const char *text)
{
    const DrawRules rules = {.max_plies = PLIES};
    g_autoptr(Player) player = player_of(text);
    g_autoptr(GameLine) line = game_line_new(game, &rules);
    const GameState start = game->start();
    GString *moves = g_string_new(NULL);
    Random random = random_for_job(11, 1);

    game_line_start(line, &start);
    while (game_line_outcome(line).termination == TERMINATION_NONE) {
        const PlayerCall call = {.line = line, .random = &random};
        const Choice choice = player_choose(player, &call);
        g_assert_cmpint(choice.kind, ==, CHOICE_MOVE);
        g_string_append_printf(moves, "%d ", (int)choice.move);
        game_line_play(line, choice.move);
    }
    return g_string_free(moves, FALSE);
}

static void check_same_games(const char *one, const char *other)
{
    static const Game *const games[] = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS};

    for (size_t i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autofree char *ours = play(games[i], one), *theirs = play(games[i], other);
        g_assert_cmpstr(ours, ==, theirs);
    }
}

TEST(a_team_with_nothing_but_a_level_plays_the_games_of_that_level)
{
    check_same_games("team:level=3", "level:3");
    check_same_games("team:level=7,even-trade=on", "level:7,even-trade=on");
}

/* Everything is looked at through the senses, and nothing is hidden from them. */
TEST(a_team_that_sees_and_hears_to_the_edge_of_the_board_decides_as_its_level)
{
    for (int level = 1; level <= LEVEL_OF_THESIS_COUNT; level++) {
        g_autofree char *team = g_strdup_printf("team:sight=15,hearing=15,level=%d", level);
        g_autofree char *plain = g_strdup_printf("level:%d", level);
        check_in_all_positions(team, plain);
        check_same_games(team, plain);
    }
}

/* No agent receives a message then. */
TEST(without_hearing_requests_and_consideration_are_off)
{
    static const char silent[] = "level:7-attack-request-defence-request-defence-consideration";

    check_in_all_positions("team:hearing=0,level=7", silent);
    check_in_all_positions("team:message-loss=100,level=7", silent);
    check_same_games("team:hearing=0,level=7", silent);
    check_same_games("team:message-loss=100,level=7", silent);
}

TEST(agents_that_share_what_all_see_and_hear_see_it_all)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    GameState state;

    /* Each opponent is one step away from some agent. */
    g_assert_true(
        game_read_state(&GAME_CHESS, "6k1/6P1/8/8/6q1/7R/3n4/4K3 w - - 0 1", &state, NULL));
    game_line_start(line, &state);
    check_shares("team:sight=1,share=on,level=7", "level:7", line);
}

static double share_in(const char *player, const char *fen, const char *move)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    Share shares[GAME_MAX_MOVES];
    GameState state;
    int count;

    g_assert_true(game_read_state(&GAME_CHESS, fen, &state, NULL));
    game_line_start(line, &state);
    count = shares_of(player, line, shares);
    for (int i = 0; i < count; i++) {
        char text[GAME_MOVE_TEXT_SIZE];
        GAME_CHESS.format_move_code(shares[i].move, text);
        if (g_str_equal(text, move))
            return shares[i].share;
    }
    return 0;
}

/* The knight stands seven steps away from the rook that may take it. */
TEST(a_capture_of_a_piece_that_is_not_seen_is_worth_nothing)
{
    static const char fen[] = "n3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

    g_assert_cmpfloat(share_in("team:sight=7,level=1", fen, "a1a8"), ==, 1);
    g_assert_cmpfloat(share_in("team:sight=6,level=1", fen, "a1a8"), <, 0.5);
    g_assert_cmpfloat(share_in("team:sight=6,level=1", fen, "a1a8"), >, 0);
}

/* The rook on h8 is not seen, and so the queen stands safely on h1. */
TEST(an_attacker_that_is_not_seen_threatens_nobody)
{
    static const char fen[] = "4k2r/8/8/8/8/2p5/1P6/K6Q w - - 0 1";

    g_assert_cmpfloat(share_in("team:sight=6,level=3", fen, "b2c3"), ==, 1);
    g_assert_cmpfloat(share_in("team:sight=7,level=3", fen, "b2c3"), ==, 0);
}

/* Only the king knows that the pawn defends the knight. */
TEST(a_defender_that_is_not_seen_defends_nothing)
{
    static const char fen[] = "4k3/8/8/1p6/n7/8/8/R3K3 w - - 0 1";

    g_assert_cmpfloat(share_in("team:sight=3,level=3", fen, "a1a4"), ==, 1);
    g_assert_cmpfloat(share_in("team:sight=4,level=3", fen, "a1a4"), ==, 0);
}

/* The knight takes a pawn. Then the queen that it shields from the rook is lost: she says so, and
 * is heard two steps away. */
TEST(a_vote_counts_what_others_lose)
{
    static const char fen[] = "4r1k1/8/8/2p5/4N3/8/4Q3/7K w - - 0 1";

    g_assert_cmpfloat(share_in("level:3", fen, "e4c5"), ==, 1);
    g_assert_cmpfloat(share_in("team:decision=vote,level=3", fen, "e4c5"), ==, 0);
    g_assert_cmpfloat(share_in("team:hearing=1,decision=vote,level=3", fen, "e4c5"), ==, 1);
}

/* The bishop gains a pawn; the rook escapes a pawn, which is worth more. */
TEST(an_auction_goes_to_who_gains_or_saves_most)
{
    static const char fen[] = "6k1/8/8/2p5/8/B5p1/7R/4K3 w - - 0 1";

    g_assert_cmpfloat(share_in("team:decision=auction,level=3", fen, "a3c5"), ==, 0);
    g_assert_cmpfloat(
        share_in("team:decision=auction,level=3", "6k1/8/8/2p5/8/B7/7R/4K3 w - - 0 1", "a3c5"), ==,
        1);
}

/* Three agents can move, and each is as likely. */
TEST(by_lot_any_agent_plays_its_best_action)
{
    static const char fen[] = "6k1/8/8/2p5/8/B7/7P/4K3 w - - 0 1";
    const double share = share_in("team:decision=lot,level=3", fen, "a3c5");

    g_assert_cmpfloat_with_epsilon(share, 1.0 / 3, 1e-9);
}

TEST(what_is_lost_is_drawn_once_a_decision)
{
    g_autofree char *once = play(&GAME_CHESS, "team:message-loss=50,level=7");
    g_autofree char *again = play(&GAME_CHESS, "team:message-loss=50,level=7");
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
    const GameState start = GAME_CHESS.start();
    Share shares[GAME_MAX_MOVES];

    g_assert_cmpstr(once, ==, again);
    game_line_start(line, &start);
    g_assert_cmpint(shares_of("team:message-loss=50,level=7", line, shares), ==, 0);
    g_assert_cmpint(shares_of("team:message-loss=100,level=7", line, shares), >, 0);
}

TEST(a_master_without_reports_asks_again)
{
    g_autofree char *moves = play(&GAME_CHESS, "team:report-loss=99,level=7");

    g_assert_cmpstr(moves, !=, "");
}

static void ignore(G_GNUC_UNUSED const Message *message, G_GNUC_UNUSED void *data)
{
}

TEST(a_listener_changes_no_decision_of_a_team)
{
    const Recorder listener = {ignore, NULL};

    for (char **field; (field = NEXT_ROW("a listener changes no decision of a team")) != NULL;) {
        const DrawRules rules = {.max_plies = PLIES};
        g_autoptr(Player) player = player_of(field[0]);
        g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &rules);
        const GameState start = GAME_CHESS.start();
        Random random = random_for_job(3, 1);
        game_line_start(line, &start);
        while (game_line_outcome(line).termination == TERMINATION_NONE) {
            Random same = random;
            const PlayerCall heard = {.line = line, .random = &same, .recorder = &listener};
            const PlayerCall call = {.line = line, .random = &random};
            const Move move = player_choose(player, &heard).move;
            g_assert_cmpint(player_choose(player, &call).move, ==, move);
            g_assert_cmpuint(random.word[0], ==, same.word[0]);
            game_line_play(line, move);
        }
    }
}

TEST_ROWS(what_is_wrong_in_a_team_is_said)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(player_new(field[0], NULL, &error));
    g_assert_error(error, PLAYER_ERROR, PLAYER_ERROR_TEXT);
    if (strstr(error->message, field[1]) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, field[1]);
}

TEST(a_key_that_a_group_has_twice_is_refused)
{
    g_autoptr(GError) error = NULL;

    g_assert_null(ini_parse("[team a]\nlevel=7\nsight=5\nlevel=3\n", &error));
    g_assert_cmpstr(error->message, ==,
                    "line 4: [team a] level: the key is given twice (lines 2 and 4)");
}

TEST(one_command_is_named_for_kinds_squares_and_the_master)
{
    g_autoptr(Player) player =
        player_of("team:level=3,master=./m,e2=./p -x,knight=./p -x,answer-ms=7");
    g_autofree char *described = player_describe(player);

    g_assert_cmpstr(described, ==, "team:knight=./p -x,e2=./p -x,master=./m,answer-ms=7,level=3");
    g_assert_cmpstr(player->kind->program(player), ==, "./p -x\n./m");
    g_assert_null(player_new("team:master=./m,decision=vote,level=3", NULL, NULL));
    g_assert_null(player_new("team:knight=./p,knight=./q,level=3", NULL, NULL));
}

/* The first two agents of the initial position are asked; the reason for which @answers is refused,
 * or "fault: " and the one that they declare, or NULL. Owner: the caller. */
static char *refuse_answers(const char *answers, OutsideItem items[static 2])
{
    const LogicSet logics = logic_set_of_level(3);
    const GameState state = GAME_CHESS.start();
    const OutsideItems asked = {OUTSIDE_VOTE, 3, NO_AGENT, items, 2};
    g_autofree char *text = g_strdup_printf("{\"id\":7,\"answers\":[%s]}", answers);
    g_autoptr(GError) error = NULL;
    g_autofree char *declared = NULL;
    OutsideReply reply;
    Percept percept;

    percept_take_chess(&state.chess, &logics, &percept);
    for (int i = 0; i < 2; i++)
        items[i] = (OutsideItem){.agent = i, .action = i};
    if (outside_read_items(text, 7, &GAME_CHESS, &percept, &asked, &reply, &declared, &error))
        return declared != NULL ? g_strconcat("fault: ", declared, NULL) : NULL;
    return g_strdup(error->message);
}

TEST(outside_read_items_keeps_the_number_of_an_agent_that_declares_a_fault)
{
    OutsideItem items[2];
    g_autofree char *late = refuse_answers("{\"agent\":\"rook a1\",\"fault\":\"late\"},"
                                           "{\"agent\":\"knight b1\",\"numbers\":[4]}",
                                           items);
    g_autofree char *number = NULL;

    g_assert_cmpstr(late, ==, "fault: late");
    g_assert_cmpint(items[0].number, ==, 0);
    g_assert_cmpint(items[1].number, ==, 4);
    number = refuse_answers("{\"agent\":\"rook a1\",\"fault\":7}", items);
    g_assert_nonnull(number);
}

TEST(each_agent_that_is_asked_must_answer)
{
    OutsideItem items[2];
    g_autofree char *none = refuse_answers("", items);
    g_autofree char *first = refuse_answers("{\"agent\":\"rook a1\",\"numbers\":[3]}", items);
    g_autofree char *all = refuse_answers("{\"agent\":\"knight b1\",\"numbers\":[4]},"
                                          "{\"agent\":\"rook a1\",\"numbers\":[3]}",
                                          items);
    g_autofree char *two = refuse_answers("{\"agent\":\"rook a1\",\"numbers\":[3]},"
                                          "{\"agent\":\"knight b1\",\"numbers\":[4,5]}",
                                          items);

    g_assert_cmpstr(none, ==, "returned no answer for rook a1");
    g_assert_cmpstr(first, ==, "returned no answer for knight b1");
    g_assert_cmpstr(all, ==, NULL);
    g_assert_cmpstr(
        two, ==,
        "returned no list 'numbers' with one whole number from -100000000 to 100000000 per action "
        "in the answer of knight b1");
    g_assert_cmpint(items[0].number, ==, 3);
    g_assert_cmpint(items[1].number, ==, 4);
}

TEST(brackets_in_strings_are_no_nesting)
{
    OutsideItem items[2];
    g_autofree char *quoted = refuse_answers("],\"note\":[\"\\\"[[[[[[[[[\"", items);
    g_autofree char *nested = refuse_answers("[[[[[[[[[]]]]]]]]]", items);

    g_assert_cmpstr(quoted, ==, "returned no answer for rook a1");
    g_assert_cmpstr(nested, ==, "returned a line that is not a JSON object");
}

TEST(a_file_of_a_team_is_the_team)
{
    g_autofree char *folder = g_dir_make_tmp("team-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "radio.ini", NULL);
    g_autofree char *text = g_strconcat("team:", path, NULL);
    g_autoptr(Player) player = NULL;
    g_autofree char *described = NULL;

    g_assert_true(g_file_set_contents(
        path, "[team radio]\nlevel = 7,even-trade=on\nsight = 5\nshare = on\nhearing = all\n", -1,
        NULL));
    player = player_of(text);
    described = player_describe(player);
    g_assert_cmpstr(described, ==, "team:sight=5,share=on,level=7,even-trade=on");
    g_assert_true(g_file_set_contents(path, "[team radio]\nlevel = 7\nsight = 5,4\n", -1, NULL));
    g_assert_null(player_new(text, NULL, NULL));
    g_unlink(path);
    g_rmdir(folder);
}
