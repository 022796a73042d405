/* From specs to jobs. */
#include <glib/gstdio.h>
#include <string.h>

#include "board/fen.h"
#include "experiments/spec/schedule.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define TWO_OPENINGS                    \
    "8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\n" \
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n"

TEST(schedule_job_plays_a_pair_of_games_of_each_pairing_in_a_round)
{
    static const struct {
        int pairing;
        uint64_t game;
    } expected[] = {
        {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, /* the first round */
        {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, /* the second one */
        {0, 5}, {1, 5}, {2, 5},                         /* the games that are left */
    };
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS "C=random\n[experiment]\ngames=5\nseed=3\n");

    g_assert_cmpuint(schedule_count(spec), ==, G_N_ELEMENTS(expected));
    for (uint64_t number = 1; number <= G_N_ELEMENTS(expected); number++) {
        const Job job = schedule_job(spec, number);
        g_assert_cmpuint(job.number, ==, number);
        g_assert_cmpint(job.pairing, ==, expected[number - 1].pairing);
        g_assert_cmpuint(job.game, ==, expected[number - 1].game);
    }
}

TEST(colours_alternate)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS "C=random\n[experiment]\ngames=4\n");

    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        const Job job = schedule_job(spec, number);
        const SpecPairing *pairing = &spec->pairings[job.pairing];
        g_assert_cmpint(job.first_side, ==, number % 2 == 1 ? 0 : 1);
        g_assert_cmpint(job.player[job.first_side], ==, pairing->player);
        g_assert_cmpint(job.player[1 - job.first_side], ==, pairing->opponent);
    }
}

TEST(without_openings_games_begin_at_the_start)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(GameLine) line = game_line_new(spec->game, &spec->rules.draws);
    const Job job = schedule_job(spec, 7);
    const GameState opening = schedule_opening(spec, &job, line), start = spec->game->start();

    g_assert_cmpuint(job.opening, ==, 0);
    g_assert_cmpuint(spec->game->key(&opening), ==, spec->game->key(&start));
}

TEST(each_opening_of_a_file_is_played_with_both_colours)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "e.ini", NULL);
    g_autoptr(Spec) spec = NULL;
    g_autoptr(GameLine) line = NULL;
    const uint64_t expected[] = {1, 1, 2, 2, 1, 1, 2};

    write_file(folder, "o.epd", TWO_OPENINGS);
    write_file(folder, "e.ini",
               TWO_RANDOM_PLAYERS "C=random\n[experiment]\ngames=7\n[openings]\nfile=o.epd\n");
    spec = spec_load(path, NULL, NULL);
    line = game_line_new(spec->game, &spec->rules.draws);
    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        const Job job = schedule_job(spec, number);
        const GameState opening = schedule_opening(spec, &job, line);
        g_assert_cmpuint(job.opening, ==, expected[job.game - 1]);
        g_assert_cmpint(spec->game->turn(&opening), ==, job.opening == 1 ? 0 : 1);
    }
}

static uint64_t opening_key(const Spec *spec, uint64_t number)
{
    g_autoptr(GameLine) line = game_line_new(spec->game, &spec->rules.draws);
    const Job job = schedule_job(spec, number);
    const GameState opening = schedule_opening(spec, &job, line);

    return spec->game->key(&opening);
}

/* Of two files by turns: sets have as many games, and each opening both colours. */
TEST(sets_of_openings_take_turns)
{
    static const char three[] = "8/8/8/3k4/8/8/3P4/3K4 w - -\n8/8/8/3k4/8/8/2P5/3K4 w - -\n"
                                "8/8/8/3k4/8/8/1P6/3K4 w - -\n";
    static const char one[] = "8/8/8/3k4/8/8/6P1/3K4 w - -\n";
    static const int openings[] = {1, 1, 4, 4, 2, 2, 4, 4, 3, 3, 4, 4, 1, 1, 4, 4};
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(Spec) spec = NULL;
    g_autoptr(GError) error = NULL;

    write_file(folder, "many.epd", three);
    write_file(folder, "few.epd", one);
    spec = spec_parse(TWO_RANDOM_PLAYERS
                      "[experiment]\ngames=16\n[openings]\nsets= many.epd ;few.epd\n",
                      "test.ini", folder, "test", NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(spec->openings.positions.sets->len, ==, 2);
    for (size_t i = 0; i < G_N_ELEMENTS(openings); i++) {
        const Job job = schedule_job(spec, i + 1);
        g_assert_cmpuint(job.opening, ==, openings[i]);
        g_assert_cmpint(openings_set_of(&spec->openings.positions, job.opening), ==,
                        openings[i] == 4);
    }
    g_assert_cmpstr(g_array_index(spec->openings.positions.sets, OpeningSet, 1).name, ==, "few");
    g_assert_nonnull(strstr(spec->openings.sha256, "; "));
}

/* Four games of which two begin alike, one is short and one is over after its moves. */
TEST(games_in_pgn_are_openings)
{
    static const char games[] = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"
                                "[Event \"b\"]\n\n1. e4 e5 2. Nc3 Nc6 *\n\n"
                                "[Event \"c\"]\n\n1. d4 *\n\n"
                                "[Event \"d\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    static const struct {
        const char *plies;
        size_t count;
    } cases[] = {{"plies=2", 3}, {"plies=3", 4}, {"plies=4", 3}, {"", 3}};
    g_autoptr(Folder) folder = make_folder();

    write_file(folder, "o.PGN", games);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text =
            g_strdup_printf(TWO_RANDOM_PLAYERS "[openings]\nfile=o.PGN\n%s\n", cases[i].plies);
        g_autoptr(Spec) spec = spec_parse(text, "test.ini", folder, "test", NULL, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(spec->openings.positions.count, ==, cases[i].count);
        if (i == 0) {
            char fen[FEN_TEXT_SIZE];
            fen_format(&spec->openings.positions.states[0].chess, fen);
            g_assert_cmpstr(fen, ==,
                            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        }
    }
}

TEST(openings_read_skips_and_counts_what_cannot_be_read)
{
    static const char games[] =
        "[Event \"a\"]\n\n1. e4 -- 2. d4 *\n\n[Event \"b\"]\n\n1. e4 e5 *\n\n"
        "[Event \"c\"]\n[Result \"1-0\"]\n\n1. d4 0-1\n\n"
        "[Event \"d\"]\n[FEN \"8/8/8/3k4/8/8/3P4/3K4 w - - 0 9\r\"]\n\n*\n";
    static const char lines[] =
        "8/8/8/3k4/8/8/3P4/3K4 w - -\nnonsense\n8/8/8/3k4/8/8/2P5/3K4 w - -\n";
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) both = NULL, clean = NULL;

    write_file(folder, "o.pgn", games);
    write_file(folder, "o.epd", lines);
    write_file(folder, "clean.epd", "8/8/8/3k4/8/8/3P4/3K4 w - -\n");
    clean = spec_parse(TWO_RANDOM_PLAYERS "[openings]\nfile=clean.epd\n", "test.ini", folder,
                       "test", NULL, &error);
    g_assert_no_error(error);
    g_assert_null(clean->openings.positions.skipped);
    both = spec_parse(TWO_RANDOM_PLAYERS "[openings]\nsets=o.epd;clean.epd\n", "test.ini", folder,
                      "test", NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(both->openings.positions.count, ==, 3);
    g_assert_true(
        g_str_has_prefix(both->openings.positions.skipped, "read 3 openings, skipped 1 (first: "));
    g_assert_nonnull(strstr(both->openings.positions.skipped, "o.epd, line 2, "));
    spec_free(g_steal_pointer(&both));
    both = spec_parse(TWO_RANDOM_PLAYERS "[openings]\nfile=o.pgn\n", "test.ini", folder, "test",
                      NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(both->openings.positions.count, ==, 2);
    g_assert_cmpint(both->openings.positions.states[1].chess.fullmove_number, ==, 9);
    g_assert_cmpstr(both->openings.positions.skipped, ==,
                    "read 2 openings, skipped 2 (first: line 3, '--' is not a move)");
}

TEST(openings_read_sets_the_counters_of_hmvc_and_fmvn)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = NULL;
    const Position *pos;

    write_file(folder, "o.epd",
               "8/8/4k3/8/8/3QK3/8/8 w - - c0 \"a; fmvn 3\"; hmvc 98; fmvn 120; bm Kx9;\n");
    spec = spec_parse(TWO_RANDOM_PLAYERS "[openings]\nfile=o.epd\n", "test.ini", folder, "test",
                      NULL, &error);
    g_assert_no_error(error);
    pos = &spec->openings.positions.states[0].chess;
    g_assert_cmpint(pos->halfmove_clock, ==, 98);
    g_assert_cmpint(pos->fullmove_number, ==, 120);
}

static void assert_openings_refused(const char *folder, const char *keys, const char *words)
{
    g_autofree char *text = g_strconcat(TWO_RANDOM_PLAYERS "[openings]\n", keys, "\n", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(Spec) spec = spec_parse(text, "test.ini", folder, "test", NULL, &error);

    g_assert_null(spec);
    g_assert_nonnull(error);
    if (error != NULL && strstr(error->message, words) == NULL)
        g_test_fail_printf("'%s' does not say '%s'", error->message, words);
}

TEST(openings_that_cannot_be_are_refused)
{
    g_autoptr(Folder) folder = make_folder(), below = g_build_filename(folder, "below", NULL);

    g_mkdir(below, 0755);
    write_file(folder, "a.epd", "8/8/8/3k4/8/8/3P4/3K4 w - -\n");
    write_file(below, "a.epd", "8/8/8/3k4/8/8/3P4/3K4 w - -\n");
    write_file(folder, "mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    write_file(folder, "bad.pgn", "1. e4 e4 *\n");
    assert_openings_refused(folder, "file=a.epd\nplies=8", "plies: it requires a *.pgn file");
    assert_openings_refused(folder, "file=a.epd\nsets=a.epd", "cannot be combined");
    assert_openings_refused(folder, "sets=a.epd;below/a.epd",
                            "two sets of openings are called 'a'");
    assert_openings_refused(folder, "file=mate.pgn", "contains no position");
    assert_openings_refused(folder, "file=bad.pgn", "contains no position");
    assert_openings_refused(folder, "file=bad.pgn\nstrict=on", "bad.pgn, line 1, ");
    assert_openings_refused(folder, "sets=a.epd\nsha256=12", "the checksum of");
}

TEST(random_openings_are_the_same_for_both_colours_and_all_pairings)
{
    g_autoptr(Spec) spec = spec_of(
        TWO_RANDOM_PLAYERS "C=random\n[experiment]\ngames=40\n[openings]\nrandom-plies=8\n");
    g_autoptr(GHashTable) keys = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

    for (uint64_t number = 1; number <= 120; number += 6) { /* a round of three pairings */
        const uint64_t key = opening_key(spec, number);
        for (uint64_t other = number + 1; other < number + 6; other++)
            g_assert_cmpuint(opening_key(spec, other), ==, key);
        g_hash_table_add(keys, g_memdup2(&key, sizeof key));
    }
    g_assert_cmpuint(g_hash_table_size(keys), ==, 20);
}

TEST(random_openings_change_with_the_seed)
{
    g_autoptr(Spec) one = spec_of(TWO_RANDOM_PLAYERS "[openings]\nrandom-plies=8\n");
    g_autoptr(Spec) two =
        spec_of(TWO_RANDOM_PLAYERS "[experiment]\nseed=2\n[openings]\nrandom-plies=8\n");

    g_assert_cmpuint(opening_key(one, 1), !=, opening_key(two, 1));
}

/* A limit shorter than the random plies would end the drawing, were it counted there. */
TEST(no_random_opening_ends_the_game)
{
    g_autoptr(Spec) spec =
        spec_of(TWO_RANDOM_PLAYERS "[experiment]\ngames=400\n[rules]\nmax-plies=10\n"
                                   "insufficient-material=fide\n[openings]\nrandom-plies=100\n");
    g_autoptr(GameLine) line = game_line_new(spec->game, &spec->rules.draws);

    for (uint64_t number = 1; number <= schedule_count(spec); number += 2) {
        const Job job = schedule_job(spec, number);
        const GameState opening = schedule_opening(spec, &job, line);
        game_line_start(line, &opening);
        g_assert_cmpint(game_line_outcome(line).termination, ==, TERMINATION_NONE);
        g_assert_cmpint(line->rules.max_plies, ==, 10);
    }
}

/* The first random number of game @game between players called @first and @second. */
static uint64_t draw_of(const Spec *spec, const char *first, const char *second, uint64_t game)
{
    for (uint64_t number = 1; number <= schedule_count(spec); number++) {
        const Job job = schedule_job(spec, number);
        const SpecPairing *pairing = &spec->pairings[job.pairing];
        Random random = schedule_random(spec, &job);
        if (job.game == game && g_str_equal(spec->players[pairing->player].name, first) &&
            g_str_equal(spec->players[pairing->opponent].name, second))
            return random_next(&random);
    }
    g_assert_not_reached();
}

TEST(schedule_random_keeps_the_earlier_games_of_a_spec_that_grows)
{
    g_autoptr(Spec) few = spec_of(TWO_RANDOM_PLAYERS "[experiment]\ngames=3\nseed=77\n");
    g_autoptr(Spec) more = spec_of("[players]\nC=random\nA=random\nD=level:1\nB=random\n"
                                   "[experiment]\ngames=10\nseed=77\n");

    for (uint64_t game = 1; game <= 3; game++)
        g_assert_cmpuint(draw_of(few, "A", "B", game), ==, draw_of(more, "A", "B", game));
}

TEST(schedule_random_differs_by_seed_names_and_game)
{
    static const char players[] = "[players]\nA=random\nB=random\nAB=random\nBA=random\n"
                                  "[experiment]\ngames=50\nseed=%d\n";
    g_autoptr(GHashTable) draws = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);

    for (int seed = 0; seed < 3; seed++) {
        g_autofree char *text = g_strdup_printf(players, seed);
        g_autoptr(Spec) spec = spec_of(text);
        for (uint64_t number = 1; number <= schedule_count(spec); number++) {
            const Job job = schedule_job(spec, number);
            Random random = schedule_random(spec, &job);
            const uint64_t draw = random_next(&random);
            g_assert_true(g_hash_table_add(draws, g_memdup2(&draw, sizeof draw)));
        }
    }
}
