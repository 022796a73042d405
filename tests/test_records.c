/* What a run writes, and the sums it keeps. */
#include "experiments/checkpoint.h"
#include "experiments/error.h"
#include "experiments/records.h"
#include "tests/run_support.h"

#define SHORT_GAMES TWO_RANDOM_PLAYERS "[experiment]\ngames=6\n[rules]\nmax-plies=301\n"

/* The games of a spec, their sums and their texts. */
typedef struct {
    Spec *spec;
    Totals *totals;
    MatchRecord **records;
    uint64_t count;
    GString *texts[RECORDS_FILE_COUNT];
} Played;

static Played play_all(const char *text)
{
    Played played = {.spec = spec_of(text)};
    g_autoptr(Match) match = match_new(played.spec, NULL);

    played.count = schedule_count(played.spec);
    played.totals = totals_new(played.spec->pairing_count);
    played.records = g_new(MatchRecord *, played.count);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        played.texts[i] = g_string_new(NULL);
    for (uint64_t number = 1; number <= played.count; number++) {
        MatchRecord *record = match_record_new();
        match_play(match, number, record);
        totals_add(played.totals, record);
        for (int i = 0; i < RECORDS_FILE_COUNT; i++)
            records_append_game(played.spec, (RecordsFile)i, record, played.texts[i]);
        played.records[number - 1] = record;
    }
    return played;
}

static void played_clear(Played *played)
{
    for (uint64_t i = 0; i < played->count; i++)
        match_record_free(played->records[i]);
    g_free(played->records);
    totals_free(played->totals);
    spec_free(played->spec);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        g_string_free(played->texts[i], TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Played, played_clear)

static void test_a_game_is_a_row_of_games(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_auto(GStrv) rows = g_strsplit(played.texts[RECORDS_GAMES]->str, "\n", -1);

    g_assert_cmpuint(g_strv_length(rows), ==, played.count + 1);
    for (uint64_t i = 0; i < played.count; i++) {
        const MatchRecord *record = played.records[i];
        g_autofree char *row =
            g_strdup_printf("%d,1,%s,%s,0,1,%s,%s,%d,%s,%d,%d,", (int)i + 1, i % 2 == 0 ? "A" : "B",
                            i % 2 == 0 ? "B" : "A",
                            record->outcome.winner == 0   ? "1-0"
                            : record->outcome.winner == 1 ? "0-1"
                                                          : "1/2-1/2",
                            termination_name(record->outcome.termination), record->plies,
                            record->bare_side == 0   ? "white"
                            : record->bare_side == 1 ? "black"
                                                     : "",
                            match_record_material(record, 0, record->plies),
                            match_record_material(record, 1, record->plies));
        g_assert_cmpstr(rows[i], ==, row);
    }
}

static void test_a_ply_is_a_row_of_material(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_auto(GStrv) rows = g_strsplit(played.texts[RECORDS_MATERIAL]->str, "\n", -1);
    int row = 0;

    for (uint64_t i = 0; i < played.count; i++)
        for (int ply = 1; ply <= played.records[i]->plies; ply++) {
            g_autofree char *expected = g_strdup_printf(
                "%d,%d,%d,%d", (int)i + 1, ply, match_record_material(played.records[i], 0, ply),
                match_record_material(played.records[i], 1, ply));
            g_assert_cmpstr(rows[row++], ==, expected);
        }
    g_assert_cmpstr(rows[row], ==, "");
}

/* The difference of game @record after move @move from the first player's view; of an ended game
 * the last one. */
static int difference_after(const MatchRecord *record, int move)
{
    const int ply = MIN(2 * move, record->plies), side = record->job.first_side;

    return match_record_material(record, side, ply) - match_record_material(record, 1 - side, ply);
}

static void test_mean_curves_are_those_of_the_games(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    const GArray *moves = played.totals->pairings[0].moves;
    int longest = 0;

    for (uint64_t i = 0; i < played.count; i++)
        longest = MAX(longest, (played.records[i]->plies + 1) / 2);
    g_assert_cmpint((int)moves->len, ==, longest);
    for (int move = 1; move <= longest; move++) {
        const TotalsMove *sums = &g_array_index(moves, TotalsMove, move - 1);
        TotalsMove expected = {0};
        for (uint64_t i = 0; i < played.count; i++) {
            const int last = (played.records[i]->plies + 1) / 2;
            const int difference = difference_after(played.records[i], move);
            expected.running += last >= move;
            expected.sum += last >= move ? difference : 0;
            expected.squares += last >= move ? difference * difference : 0;
            expected.ended_sum += last == move ? difference : 0;
        }
        g_assert_cmpint(sums->running, ==, expected.running);
        g_assert_cmpint(sums->sum, ==, expected.sum);
        g_assert_cmpint(sums->squares, ==, expected.squares);
        g_assert_cmpint(sums->ended_sum, ==, expected.ended_sum);
    }
}

/* Rows 1 to @moves are the first player's, as many after them the opponent's. */
static void test_the_mean_over_all_games_keeps_the_last_difference_of_ended_ones(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    const guint moves = played.totals->pairings[0].moves->len;
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) rows = NULL;

    records_append_table(played.spec, RECORDS_MATERIAL_MEAN, played.totals, text);
    rows = g_strsplit(text->str, "\n", -1);
    g_assert_cmpuint(g_strv_length(rows), ==, 2 * moves + 2);
    for (guint move = 1; move <= moves; move++) {
        g_auto(GStrv) ours = g_strsplit(rows[move], ",", -1);
        g_auto(GStrv) theirs = g_strsplit(rows[moves + move], ",", -1);
        double sum = 0;
        for (uint64_t i = 0; i < played.count; i++)
            sum += difference_after(played.records[i], (int)move);
        g_assert_cmpstr(ours[0], ==, "A");
        g_assert_cmpstr(theirs[0], ==, "B");
        g_assert_cmpfloat_with_epsilon(g_ascii_strtod(ours[8], NULL), sum / (double)played.count,
                                       0.0051);
        g_assert_cmpfloat(g_ascii_strtod(theirs[8], NULL), ==, -g_ascii_strtod(ours[8], NULL));
        g_assert_cmpfloat(g_ascii_strtod(theirs[4], NULL), ==, -g_ascii_strtod(ours[4], NULL));
        g_assert_cmpfloat(g_ascii_strtod(theirs[6], NULL), ==, -g_ascii_strtod(ours[7], NULL));
        g_assert_cmpstr(theirs[5], ==, ours[5]);
        g_assert_cmpstr(theirs[3], ==, ours[3]);
    }
}

static void test_a_single_game_has_no_spread(void)
{
    g_auto(Played) played = play_all(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\n");
    g_autoptr(GString) text = g_string_new(NULL);

    records_append_table(played.spec, RECORDS_MATERIAL_MEAN, played.totals, text);
    g_assert_nonnull(strstr(text->str, "\nA,B,1,1,0.00,,,,0.00\n"));
    g_assert_null(strstr(text->str, "nan"));
}

/* A finished game of one pairing, as the totals see it. */
static void add_game(Totals *totals, int first_side, int winner, Termination termination, int bare)
{
    MatchPly ply = {0};
    const MatchRecord record = {
        .job = {.first_side = first_side},
        .outcome = {termination, winner},
        .bare_side = bare,
        .plies = 1,
        .ply = &ply,
    };

    totals_add(totals, &record);
}

static void test_results_are_the_first_players_whatever_the_colour(void)
{
    g_autoptr(Totals) totals = totals_new(1);
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(GString) text = g_string_new(NULL);

    add_game(totals, 0, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 1, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 0, GAME_NO_WINNER, TERMINATION_STALEMATE, 1);
    add_game(totals, 0, GAME_NO_WINNER, TERMINATION_FIFTY_MOVES, 1);
    add_game(totals, 1, GAME_NO_WINNER, TERMINATION_FIFTY_MOVES, 0);
    add_game(totals, 1, GAME_NO_WINNER, TERMINATION_FIFTY_MOVES, 1);
    add_game(totals, 0, GAME_NO_WINNER, TERMINATION_FIFTY_MOVES, MATCH_NO_SIDE);
    records_append_table(spec, RECORDS_PAIRINGS, totals, text);
    g_assert_cmpstr(text->str, ==,
                    "player,opponent,games,wins,losses,draws,draw_wins,draw_losses,mean_plies\n"
                    "A,B,8,2,1,5,2,1,1.00\n"
                    "B,A,8,1,2,5,1,2,1.00\n");
}

static void test_a_pgn_game_has_its_tags_and_moves(void)
{
    g_auto(Played) played = play_all(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\nname=my \"run\"\n"
                                                        "[rules]\nmax-plies=3\n");
    const char *pgn = played.texts[RECORDS_PGN]->str;

    g_assert_true(g_str_has_prefix(pgn, "[Event \"my \\\"run\\\"\"]\n[Site \"?\"]\n"
                                        "[Date \"????.??.??\"]\n[Round \"1\"]\n"
                                        "[White \"random\"]\n[Black \"random\"]\n"
                                        "[Result \"1/2-1/2\"]\n[PlyCount \"3\"]\n"
                                        "[Termination \"adjudication\"]\n\n1. "));
    g_assert_true(g_str_has_suffix(pgn, " {ply-limit} 1/2-1/2\n\n"));
    g_assert_nonnull(strstr(pgn, " 2. "));
}

static void test_a_pgn_game_from_elsewhere_says_from_where(void)
{
    g_auto(Played) played = play_all(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\n"
                                                        "[rules]\nmax-plies=2\n"
                                                        "[openings]\nrandom-plies=5\n");
    const char *pgn = played.texts[RECORDS_PGN]->str;
    const char *fen = strstr(pgn, "\n[SetUp \"1\"]\n[FEN \"");

    g_assert_nonnull(fen);
    g_assert_nonnull(strstr(pgn, "\n\n3... "));
    g_assert_nonnull(strstr(pgn, " 4. "));
}

static Checkpoint *make_checkpoint(const Totals *totals)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(totals_store(totals));
    Checkpoint *checkpoint = g_new0(Checkpoint, 1);

    checkpoint->identity = g_strdup("identity");
    checkpoint->resolved = g_strdup("resolved");
    checkpoint->program = g_strdup("program");
    checkpoint->next_job = 7;
    checkpoint->seconds = 1.5;
    checkpoint->offset[RECORDS_PGN] = G_MAXUINT64;
    checkpoint->totals = totals_load(variant);
    return checkpoint;
}

static void test_a_checkpoint_is_read_as_it_was_written(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_autoptr(Checkpoint) checkpoint = make_checkpoint(played.totals);
    g_autoptr(GBytes) bytes = checkpoint_store(checkpoint);
    g_autoptr(GError) error = NULL;
    g_autoptr(Checkpoint) again = checkpoint_load(bytes, &error);
    g_autoptr(GBytes) bytes_again = NULL;

    g_assert_no_error(error);
    bytes_again = checkpoint_store(again);
    g_assert_true(g_bytes_equal(bytes, bytes_again));
    g_assert_cmpuint(again->next_job, ==, 7);
    g_assert_cmpuint(again->offset[RECORDS_PGN], ==, G_MAXUINT64);
    g_assert_cmpint(pairing_totals_games(&again->totals->pairings[0]), ==, 6);
}

static void test_a_damaged_checkpoint_is_refused(void)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_autoptr(Checkpoint) checkpoint = make_checkpoint(played.totals);
    g_autoptr(GBytes) bytes = checkpoint_store(checkpoint);
    const gsize size = g_bytes_get_size(bytes);

    for (gsize i = 0; i < size; i += 7) {
        g_autofree char *data = g_memdup2(g_bytes_get_data(bytes, NULL), size);
        g_autoptr(GError) error = NULL;
        g_autoptr(GBytes) bent = NULL;
        g_autoptr(GBytes) cut = g_bytes_new_from_bytes(bytes, 0, i);
        data[i] ^= 4;
        bent = g_bytes_new_static(data, size);
        /* The line end behind the checksum says nothing. */
        if (g_bytes_get_size(bytes) > i && ((const char *)g_bytes_get_data(bytes, NULL))[i] != '\n')
            g_assert_null(checkpoint_load(bent, NULL));
        g_assert_null(checkpoint_load(cut, &error));
        g_assert_error(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_FAILED);
    }
}

static void test_sums_that_contradict_themselves_are_refused(void)
{
    static const gint64 cases[][10] = {
        {1, 0, 0, 0, 0, 1, 2, 0, 0, 0},  /* more games at move 1 than played */
        {-1, 1, 1, 0, 0, 1, 1, 0, 0, 0}, /* negative */
        {0, 0, 1, 1, 1, 1, 1, 0, 0, 0},  /* more draw wins and losses than draws */
        {0, 0, 1, 0, 0, 1, 1, 0, -5, 0}, /* negative squares */
        {0, 0, 2, 0, 0, 1, 2, 0, 0, 0},  /* fewer plies than games */
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        GVariant *numbers = g_variant_new_fixed_array(G_VARIANT_TYPE_INT64, cases[i],
                                                      G_N_ELEMENTS(cases[i]), sizeof(gint64));
        g_autoptr(GVariant) variant = g_variant_ref_sink(g_variant_new_array(NULL, &numbers, 1));
        g_assert_null(totals_load(variant));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_set_nonfatal_assertions();
    g_test_add_func("/records/a-game-is-a-row-of-games", test_a_game_is_a_row_of_games);
    g_test_add_func("/records/a-ply-is-a-row-of-material", test_a_ply_is_a_row_of_material);
    g_test_add_func("/records/mean-curves-are-those-of-the-games",
                    test_mean_curves_are_those_of_the_games);
    g_test_add_func("/records/the-mean-over-all-games-keeps-the-last-difference-of-ended-ones",
                    test_the_mean_over_all_games_keeps_the_last_difference_of_ended_ones);
    g_test_add_func("/records/a-single-game-has-no-spread", test_a_single_game_has_no_spread);
    g_test_add_func("/records/results-are-the-first-players-whatever-the-colour",
                    test_results_are_the_first_players_whatever_the_colour);
    g_test_add_func("/records/a-pgn-game-has-its-tags-and-moves",
                    test_a_pgn_game_has_its_tags_and_moves);
    g_test_add_func("/records/a-pgn-game-from-elsewhere-says-from-where",
                    test_a_pgn_game_from_elsewhere_says_from_where);
    g_test_add_func("/records/a-checkpoint-is-read-as-it-was-written",
                    test_a_checkpoint_is_read_as_it_was_written);
    g_test_add_func("/records/a-damaged-checkpoint-is-refused",
                    test_a_damaged_checkpoint_is_refused);
    g_test_add_func("/records/sums-that-contradict-themselves-are-refused",
                    test_sums_that_contradict_themselves_are_refused);
    return g_test_run();
}
