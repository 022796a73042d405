#include "players/search/search.h"

#include <string.h>

#include "board/antichess.h"
#include "board/chess.h"
#include "board/movegen.h"
#include "tests/legal.h"
#include "tests/mates.h"
#include "tests/positions.h"
#include "tests/test.h"

static const DrawRules NO_RULES;

static GameLine *line_at(const Game *game, const char *fen)
{
    GameLine *line = game_line_new(game, &NO_RULES);
    const GameState state = {.chess = position_of(fen)};

    game_line_start(line, &state);
    return line;
}

static SearchSettings settings_of(const char *text, const SearchSettings *defaults)
{
    g_autoptr(GError) error = NULL;
    SearchSettings settings = *defaults;

    search_settings_parse(text, defaults, &settings, NULL, &error);
    g_assert_no_error(error);
    return settings;
}

/* Searches as @text says of a search that has no parts but those it names. */
static SearchResult run(const char *text, const GameLine *line, const ThinkingLimits *limits)
{
    const SearchSettings settings = settings_of(text, &SEARCH_SETTINGS_HOMEOSTATIC);
    const SearchLimit limit = {.depth = settings.depth, .nodes = settings.nodes};
    g_autoptr(Search) search = search_new(&settings);
    Random random = random_for_job(1, 1);

    return search_run(search, line, &limit, &random, limits);
}

/* The same with all parts but those that are named. */
static SearchResult run_all(const char *text, const GameLine *line)
{
    const SearchSettings settings = settings_of(text, &SEARCH_SETTINGS_SEARCH);
    const SearchLimit limit = {.depth = settings.depth, .nodes = settings.nodes};
    g_autoptr(Search) search = search_new(&settings);
    Random random = random_for_job(1, 1);

    return search_run(search, line, &limit, &random, NULL);
}

/* What every position is worth that @depth half moves lead to, without cutting anything off: the
 * rules are asked of the game, the evaluation is the plain one. */
static int minimax(GameLine *line, int depth)
{
    const Game *game = line->game;
    const GameOutcome outcome = game_line_outcome(line);
    const Position *pos = &line->state.chess;
    const bool losing_wins = game == &GAME_ANTICHESS;
    Move moves[GAME_MAX_MOVES];
    Position passed = *pos;
    int best = -SEARCH_MATE, count;

    if (outcome.winner != GAME_NOBODY)
        return outcome.winner == pos->turn ? SEARCH_MATE : -SEARCH_MATE;
    if (outcome.termination != TERMINATION_NONE)
        return 0;
    if (depth == 0) {
        passed.turn ^= 1;
        passed.en_passant = SQUARE_NONE;
        return evaluation_plain(pos, SEARCH_SETTINGS_HOMEOSTATIC.weight, losing_wins,
                                movegen_count(pos), movegen_count(&passed));
    }
    count = game->moves(&line->state, moves);
    for (int i = 0; i < count; i++) {
        g_autoptr(GameLine) next = game_line_new(game, &line->rules);
        int score;
        game_line_start(next, &line->state);
        game_line_play(next, moves[i]);
        score = minimax(next, depth - 1);
        best = MAX(best, next->state.chess.turn == pos->turn ? score : -score);
    }
    return best;
}

/* Calls @check with a line of one position, every few plies of random games. */
static void in_random_positions(const Game *game, int games, int plies_between,
                                void (*check)(GameLine *line))
{
    for (int number = 0; number < games; number++) {
        g_autoptr(GameLine) line = game_line_new(game, &NO_RULES);
        Random random = random_for_job(7, (uint64_t)number);
        const GameState start = game->start();
        game_line_start(line, &start);
        for (int ply = 1; ply < 120 && game_line_outcome(line).termination == TERMINATION_NONE;
             ply++) {
            Move moves[GAME_MAX_MOVES];
            const int count = game->moves(&line->state, moves);
            if (ply % plies_between == 0) {
                g_autoptr(GameLine) here = game_line_new(game, &NO_RULES);
                game_line_start(here, &line->state);
                check(here);
            }
            game_line_play(line, moves[random_below(&random, (uint32_t)count)]);
        }
    }
}

static void assert_minimax(GameLine *line)
{
    for (int depth = 1; depth <= 2; depth++) {
        g_autofree char *text = g_strdup_printf("depth=%d,quiescence=off,ordering=%s", depth,
                                                depth == 1 ? "on" : "off");
        g_assert_cmpint(run(text, line, NULL).score, ==, minimax(line, depth));
    }
}

TEST(it_finds_what_a_search_without_cuts_finds)
{
    in_random_positions(&GAME_CHESS, 8, 13, assert_minimax);
    in_random_positions(&GAME_ANTICHESS, 12, 7, assert_minimax);
}

/* Parts that only save work must not change what is found. */
static void assert_same_score(GameLine *line)
{
    static const char *const savers[] = {
        "ordering=on",
        "deepening=on",
        "deepening=on,scout=on,ordering=on",
        "deepening=on,aspiration=on",
        "deepening=on,aspiration=on,scout=on,ordering=on",
        "shuffle=off",
    };
    static const char *const rests[] = {"depth=3,quiescence=truncated",
                                        "depth=1,quiescence=full,ordering=on"};

    for (size_t rest = 0; rest < G_N_ELEMENTS(rests); rest++) {
        const int score = run(rests[rest], line, NULL).score;
        for (size_t i = 0; i < G_N_ELEMENTS(savers); i++) {
            g_autofree char *text = g_strdup_printf("%s,%s", rests[rest], savers[i]);
            if (run(text, line, NULL).score != score)
                g_test_fail_printf("%s finds something else", text);
        }
    }
}

TEST(parts_that_only_save_work_find_the_same)
{
    in_random_positions(&GAME_CHESS, 3, 31, assert_same_score);
    in_random_positions(&GAME_ANTICHESS, 3, 17, assert_same_score);
}

/* The moves of the last depth, as they were told. */
typedef struct {
    ThoughtMove moves[MOVEGEN_MAX_MOVES];
    int count;
} RootMoves;

static void keep_moves(const Thought *thought, void *data)
{
    RootMoves *root = data;

    if (thought->kind != THOUGHT_DEPTH)
        return;
    root->count = thought->count;
    memcpy(root->moves, thought->moves, (size_t)root->count * sizeof root->moves[0]);
}

/* The value of @move, of all that may be found: by a search without cuts, or by one of nothing but
 * @move, whose window is open. */
static int value_alone(GameLine *line, Move move, const char *text, int depth)
{
    g_autoptr(GameLine) next = game_line_new(line->game, &NO_RULES);
    int score;

    if (depth > 2)
        return run(text, line, &(ThinkingLimits){.only = &move, .only_count = 1}).score;
    game_line_start(next, &line->state);
    game_line_play(next, move);
    score = minimax(next, depth - 1);
    return next->state.chess.turn == line->state.chess.turn ? score : -score;
}

static void assert_root_moves(GameLine *line, int depth)
{
    static const char *const savers[] = {
        "shuffle=off",
        "deepening=on,scout=on,ordering=on",
        "deepening=on,aspiration=on,scout=on,ordering=on",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(savers); i++) {
        g_autofree char *text = g_strdup_printf("depth=%d,quiescence=off,%s", depth, savers[i]);
        RootMoves root = {0};
        const SearchResult result =
            run(text, line, &(ThinkingLimits){.listen = keep_moves, .data = &root});
        g_assert_cmpint(root.moves[0].move, ==, result.move);
        g_assert_true(root.moves[0].is_exact);
        for (int j = 0; j < root.count; j++) {
            const ThoughtMove *move = &root.moves[j];
            const int value = value_alone(line, move->move, text, depth);
            g_assert_cmpint(value, <=, move->score_cp);
            g_assert_cmpint(move->score_cp, <=, result.score);
            if (move->is_exact)
                g_assert_cmpint(value, ==, move->score_cp);
        }
    }
}

static void assert_shallow_root(GameLine *line)
{
    assert_root_moves(line, 2);
}

static void assert_deep_root(GameLine *line)
{
    assert_root_moves(line, 5);
}

TEST(each_move_of_the_root_has_its_value_or_a_bound)
{
    in_random_positions(&GAME_CHESS, 4, 19, assert_shallow_root);
    in_random_positions(&GAME_ANTICHESS, 6, 11, assert_shallow_root);
    in_random_positions(&GAME_CHESS, 1, 61, assert_deep_root);
}

TEST(ordering_saves_work)
{
    g_autoptr(GameLine) line = line_at(
        &GAME_CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");

    g_assert_cmpuint(2 * run("depth=3,ordering=on", line, NULL).nodes, <,
                     run("depth=3", line, NULL).nodes);
}

static void assert_best(const char *fen, const char *text, const char *expected)
{
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, fen);
    const SearchResult result = run(text, line, NULL);
    char move[GAME_MOVE_TEXT_SIZE];

    GAME_CHESS.format_move(&line->state, result.move, move);
    if (!g_str_equal(move, expected))
        g_test_fail_printf("%s in %s: %s instead of %s", text, fen, move, expected);
}

TEST(truncated_quiescence_lets_the_opponent_take_last)
{
    const char *guarded = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1";

    assert_best(guarded, "depth=1,quiescence=off,freedom=0", "Qxd5");
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, guarded);
    g_assert_cmpint(run("depth=1,quiescence=truncated", line, NULL).score, >=, 600);
    /* After an even depth the opponent has taken: the knight the pawn. Taking it back with the rook
     * would cost the rook, which only the second capture shows. */
    g_autoptr(GameLine) chain = line_at(&GAME_CHESS, "7k/6b1/8/1n1p4/3P4/8/8/3R3K w - - 0 1");
    g_assert_cmpint(
        run("depth=2,quiescence=truncated,freedom=0,unmoved=0,advance=0", chain, NULL).score, ==,
        -200);
}

TEST(a_draw_is_sought_when_nothing_better_is_left)
{
    /* Checks for ever on e8 and h5, or lost. */
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "6k1/6p1/8/7Q/8/8/qr4PP/7K w - - 0 1");

    g_assert_cmpint(run("depth=5,quiescence=full,deepening=on,ordering=on", line, NULL).score, ==,
                    0);
}

TEST(repetitions_and_fifty_moves_are_draws)
{
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    g_autoptr(GameLine) late = line_at(&GAME_CHESS, "7k/8/8/8/8/8/8/R3K3 w - - 99 90");
    Move move;

    for (char **field; (field = NEXT_ROW("repetitions and fifty moves are draws")) != NULL;) {
        g_assert_true(GAME_CHESS.parse_move(&line->state, field[0], &move, NULL));
        game_line_play(line, move);
    }
    /* Ra1 would bring the third repetition: anything else is better for the side with a rook
     * more. */
    g_assert_cmpint(run("depth=2", line, NULL).score, >, 300);
    g_assert_true(GAME_CHESS.parse_move(&line->state, "Ra1", &move, NULL));
    g_assert_cmpuint(run("depth=2", line, NULL).move, !=, move);
    g_assert_cmpint(run("depth=2", late, NULL).score, ==, 0);
}

TEST(a_mate_by_the_last_of_fifty_moves_counts)
{
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 80");

    g_assert_cmpint(run_all("depth=2", line).mate, ==, 1);
}

TEST(mates_are_told_by_their_distance)
{
    g_autoptr(GameLine) two = line_at(&GAME_CHESS, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    g_autoptr(GameLine) against = line_at(&GAME_CHESS, "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1");
    const SearchResult far = run_all("depth=6", two), mated = run_all("depth=6", against);

    g_assert_cmpint(far.mate, ==, 2);
    g_assert_cmpint(far.depth, ==, 3); /* deeper searches could not change it */
    g_assert_cmpint(far.score, ==, SEARCH_MATE - 3);
    g_assert_cmpint(far.line_length, ==, 3);
    g_assert_cmpint(mated.mate, ==, -1);
    g_assert_cmpint(run("depth=3", two, NULL).score, ==, SEARCH_MATE);
    g_assert_cmpint(run("depth=2", against, NULL).score, ==, -SEARCH_MATE);
}

/* To a search without mate distance all mates are equal, and still it tells how far the one is that
 * it has chosen: against the longest defence. */
TEST(the_distance_of_a_mate_is_that_of_the_line)
{
    g_autoptr(GameLine) two = line_at(&GAME_CHESS, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
    g_autoptr(GameLine) against = line_at(&GAME_CHESS, "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1");
    g_autoptr(GArray) mates = mates_read();
    int found = 0;

    g_assert_cmpint(run("depth=3", two, NULL).mate, ==, 2);
    g_assert_cmpint(run("depth=2", against, NULL).mate, ==, -1);
    for (guint i = 0; mates != NULL && i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        const GameState state = {.chess = mate->record.position};
        g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
        SearchResult result;
        if (mate->moves != 2)
            continue;
        game_line_start(line, &state);
        result = run("depth=3,ordering=on", line, NULL);
        if (result.score != SEARCH_MATE)
            continue;
        g_assert_cmpint(result.mate, ==, 2);
        g_assert_cmpint(result.line_length, ==, 3);
        found++;
    }
    g_assert_true(mates == NULL || found > 0);
}

/* Mates of the list that a search so set finds at the depth they need, 2 N - 1 half moves, and
 * @more. */
static int count_solved(const GArray *mates, const char *parts, int more)
{
    int solved = 0;

    for (guint i = 0; i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        const GameState state = {.chess = mate->record.position};
        g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
        g_autofree char *text = g_strdup_printf("depth=%d%s", 2 * mate->moves - 1 + more, parts);
        SearchResult result;
        game_line_start(line, &state);
        result = run_all(text, line);
        if (epd_record_is_solved_by(&mate->record, result.move) && result.mate == mate->moves)
            solved++;
        else
            g_test_message("%s: mate in %d instead of %d", text, result.mate, mate->moves);
    }
    return solved;
}

/* Longer ones take their time: they are asked for in the slow suite. */
static int longest_mate(void)
{
    const char *text = g_getenv("AGENTCHESS_MATES");

    return text != NULL ? atoi(text) : 2;
}

TEST(mates_are_found_at_the_depth_they_need)
{
    g_autoptr(GArray) mates = mates_read();
    guint count = 0;

    while (count < mates->len && g_array_index(mates, Mate, count).moves <= longest_mate())
        count++;
    g_assert_cmpuint(count, >=, 30);
    g_array_set_size(mates, count);
    /* What is let go may hold the mate, and a check that is extended finds it early. */
    g_assert_cmpint(
        count_solved(mates, ",null-move=off,reductions=off,pruning=off,extensions=off", 0), ==,
        (int)count);
    /* With all that, nine in ten are found four half moves later. */
    g_assert_cmpint(10 * count_solved(mates, "", 4), >=, 9 * (int)count);
}

TEST(antichess_is_won_by_losing)
{
    /* Black must take what White offers last. */
    g_autoptr(GameLine) line = line_at(&GAME_ANTICHESS, "7k/8/2p5/8/8/1R6/8/K7 w - - 0 1");
    const SearchResult result = run("depth=2,mate-distance=on", line, NULL);
    char move[GAME_MOVE_TEXT_SIZE];

    GAME_ANTICHESS.format_move(&line->state, result.move, move);
    g_assert_cmpint(result.score, >=, SEARCH_MATE_BOUND);
    g_assert_true(g_str_equal(move, "Rb5"));
}

TEST(a_number_of_nodes_is_kept)
{
    g_autoptr(GameLine) line = line_at(
        &GAME_CHESS, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");

    for (uint64_t nodes = 1; nodes < 100000; nodes *= 7) {
        g_autofree char *text = g_strdup_printf("nodes=%" G_GUINT64_FORMAT, (guint64)nodes);
        const SearchResult first = run_all(text, line), again = run_all(text, line);
        g_assert_cmpuint(first.move, !=, MOVE_NONE);
        g_assert_cmpuint(first.nodes, <=, MAX(nodes, 400)); /* the first move is searched out */
        g_assert_cmpmem(&first, sizeof first, &again, sizeof again);
    }
}

TEST(searching_before_changes_nothing_without_a_clock)
{
    const SearchSettings settings = settings_of("depth=5", &SEARCH_SETTINGS_SEARCH);
    const SearchLimit limit = {.depth = 5};
    g_autoptr(Search) search = search_new(&settings);
    g_autoptr(GameLine) start = game_line_new(&GAME_CHESS, &NO_RULES);
    g_autoptr(GameLine) other = line_at(&GAME_CHESS, "4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1");
    Random random = random_for_job(1, 1), same = random;
    SearchResult first, again;
    const GameState state = GAME_CHESS.start();

    game_line_start(start, &state);
    first = search_run(search, start, &limit, &random, NULL);
    search_run(search, other, &limit, &random, NULL);
    again = search_run(search, start, &limit, &same, NULL);
    g_assert_cmpmem(&first, sizeof first, &again, sizeof again);
}

TEST(equal_moves_are_chosen_from_by_lot)
{
    const SearchSettings settings =
        settings_of("depth=1,freedom=0,unmoved=0,advance=0", &SEARCH_SETTINGS_HOMEOSTATIC);
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "7k/8/8/8/8/8/8/K7 w - - 0 1");
    g_autoptr(Search) search = search_new(&settings);
    const SearchLimit limit = {.depth = 1};
    const Square equal[] = {1, 8, 9}; /* b1, a2, b2 */
    int seen[SQUARE_COUNT] = {0};

    for (uint64_t i = 0; i < 300; i++) {
        Random random = random_for_job(1, i);
        seen[move_to(search_run(search, line, &limit, &random, NULL).move)]++;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(equal); i++)
        g_assert_cmpint(seen[equal[i]], >, 60);
}

typedef struct {
    int considering, depths, last_number, polls;
    GString *first;
    const GameLine *line;
} Watch;

static void watch(const Thought *thought, void *data)
{
    Watch *watch = data;

    if (thought->kind == THOUGHT_DEPTH) {
        watch->depths++;
        g_assert_cmpint(thought->line_length, >, 0);
        return;
    }
    watch->considering++;
    g_assert_cmpint(thought->number, ==, watch->last_number + 1);
    watch->last_number = thought->number % thought->count;
    g_assert_cmpint(thought->count, ==, 20);
    if (watch->considering <= 2) {
        g_autofree char *text = thought_format(thought, watch->line->game, &watch->line->state);
        g_string_append_printf(watch->first, "%s\n", text);
    }
}

TEST(what_is_considered_is_told)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
    const GameState state = GAME_CHESS.start();
    Watch seen = {.first = g_string_new(NULL), .line = line};
    const ThinkingLimits limits = {.listen = watch, .data = &seen};
    SearchResult watched, alone;

    game_line_start(line, &state);
    watched = run("depth=2,shuffle=off", line, &limits);
    alone = run("depth=2,shuffle=off", line, NULL);
    g_assert_cmpint(seen.considering, ==, 20);
    g_assert_cmpint(seen.depths, ==, 1);
    g_assert_cmpmem(&watched, sizeof watched, &alone, sizeof alone);
    g_assert_true(g_str_has_prefix(seen.first->str, "Considering "));
    g_assert_nonnull(strstr(seen.first->str, "(move 1 of 20), replies: 20, positions: 1\n"));
    g_assert_nonnull(strstr(seen.first->str, "(move 2 of 20), replies: 20, "));
    g_string_free(seen.first, TRUE);
}

static bool interrupt(void *data)
{
    return ++((Watch *)data)->polls == 3;
}

TEST(an_interrupted_search_answers_with_what_it_has)
{
    g_autoptr(GameLine) line = game_line_new(&GAME_CHESS, &NO_RULES);
    const GameState state = GAME_CHESS.start();
    Watch seen = {0};
    const ThinkingLimits limits = {.is_interrupted = interrupt, .data = &seen};
    SearchResult result;

    game_line_start(line, &state);
    result = run("depth=60,deepening=on", line, &limits);
    g_assert_cmpint(seen.polls, ==, 3);
    g_assert_cmpuint(result.move, !=, MOVE_NONE);
}

static bool interrupt_at_once(G_GNUC_UNUSED void *data)
{
    return true;
}

/* Not even the first move is searched to its end, be it for the depth, or for captures without end
 * behind the horizon. */
TEST(a_search_can_be_stopped_at_any_instant)
{
    static const char *const texts[] = {
        "depth=60",
        "depth=60,quiescence=full",
        "depth=60,deepening=on,quiescence=full",
        "depth=60,quiescence=full,ordering=on,extensions=on,table=on",
    };
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - - 0 1",
    };
    const ThinkingLimits limits = {.is_interrupted = interrupt_at_once};

    for (size_t i = 0; i < G_N_ELEMENTS(texts) * G_N_ELEMENTS(fens); i++) {
        const char *text = texts[i / G_N_ELEMENTS(fens)];
        const Game *game = i % 3 == 2 ? &GAME_ANTICHESS : &GAME_CHESS;
        g_autoptr(GameLine) line = line_at(game, fens[i % G_N_ELEMENTS(fens)]);
        const SearchResult result = run(text, line, &limits);
        g_assert_true(is_legal(line->game, &line->state, result.move));
        g_assert_cmpuint(result.nodes, <=, THINKING_NODES_BETWEEN + MOVEGEN_MAX_MOVES * 4);
    }
}

TEST(who_sees_a_forced_mate_resigns)
{
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "7k/R7/8/8/8/8/8/1R2K3 b - - 0 1");
    g_autoptr(GError) error = NULL;
    Random random = random_for_job(1, 1);

    for (int resigns = 0; resigns <= 1; resigns++) {
        g_autoptr(Player) player = player_new(
            resigns ? "homeostatic:depth=3" : "homeostatic:depth=3,resign=off", NULL, &error);
        g_assert_no_error(error);
        g_assert_cmpint(player_choose(player, &(PlayerCall){.line = line, .random = &random}).kind,
                        ==, resigns ? CHOICE_RESIGNATION : CHOICE_MOVE);
    }
}

TEST(a_paced_player_keeps_its_pace)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new("homeostatic:pace=2ms..10ms", NULL, &error);
    /* So few pieces that the depth with which it begins takes no second. */
    g_autoptr(GameLine) line = line_at(&GAME_CHESS, "8/5pk1/6p1/8/8/1P4P1/5PK1/8 w - - 0 1");
    Random random = random_for_job(1, 1);

    g_assert_no_error(error);
    g_assert_true(player->depends_on_machine);
    for (int ply = 0; ply < 8; ply++) {
        const Choice choice = player_choose(player, &(PlayerCall){.line = line, .random = &random});
        g_assert_cmpint(choice.kind, ==, CHOICE_MOVE);
        game_line_play(line, choice.move);
    }
}
