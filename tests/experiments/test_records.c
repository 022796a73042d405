/* What a run writes, and the sums it keeps. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "experiments/run/checkpoint.h"
#include "experiments/run/records.h"
#include "experiments/spec/schedule.h"
#include "experiments/tools/csv.h"
#include "experiments/tools/error.h"
#include "tests/run_support.h"
#include "tests/test.h"

#define SHORT_GAMES TWO_RANDOM_PLAYERS "[experiment]\ngames=6\n[rules]\nmax-plies=301\n"

#define GAMES_OF_AGENTS                                                  \
    "[players]\nA=level:6\nB=level:3\nC=random\n[experiment]\ngames=6\n" \
    "[record]\nevents=on\n"

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
    g_autoptr(Match) match = match_new(played.spec, NULL, NULL);

    played.count = schedule_count(played.spec);
    played.totals = totals_new_for(played.spec);
    played.records = g_new(MatchRecord *, played.count);
    for (int i = 0; i < RECORDS_FILE_COUNT; i++)
        played.texts[i] = g_string_new(NULL);
    for (uint64_t number = 1; number <= played.count; number++) {
        MatchRecord *record = match_record_new();
        match_play(match, number, record);
        totals_add(played.totals, record);
        for (int i = 0; i < RECORDS_ITERATIONS; i++) /* the others are those of a tuning */
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

TEST(a_game_is_a_row_of_games)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_auto(GStrv) rows = g_strsplit(played.texts[RECORDS_GAMES]->str, "\n", -1);

    g_assert_cmpuint(g_strv_length(rows), ==, played.count + 1);
    for (uint64_t i = 0; i < played.count; i++) {
        const MatchRecord *record = played.records[i];
        g_autofree char *row =
            g_strdup_printf("%d,1,%s,%s,0,1,%s,%s,%d,%s,%d,%d,,0,,", (int)i + 1,
                            i % 2 == 0 ? "A" : "B", i % 2 == 0 ? "B" : "A",
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

TEST(a_ply_is_a_row_of_material)
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

TEST(mean_curves_are_those_of_the_games)
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
            expected.ended_squares += last == move ? difference * difference : 0;
        }
        g_assert_cmpint(sums->running, ==, expected.running);
        g_assert_cmpint(sums->sum, ==, expected.sum);
        g_assert_cmpint(sums->squares, ==, expected.squares);
        g_assert_cmpint(sums->ended_sum, ==, expected.ended_sum);
        g_assert_cmpint(sums->ended_squares, ==, expected.ended_squares);
    }
}

/* Rows 1 to @moves are the first player's, as many after them the opponent's. */
TEST(the_mean_over_all_games_keeps_the_last_difference_of_ended_ones)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    const guint moves = played.totals->pairings[0].moves->len;
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) rows = NULL;

    records_append_table(played.spec, "material_mean.csv", played.totals, text);
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
        g_assert_cmpfloat(g_ascii_strtod(theirs[9], NULL), ==, -g_ascii_strtod(ours[10], NULL));
        g_assert_cmpfloat(g_ascii_strtod(ours[9], NULL), <=, g_ascii_strtod(ours[8], NULL));
        g_assert_cmpfloat(g_ascii_strtod(ours[10], NULL), >=, g_ascii_strtod(ours[8], NULL));
        g_assert_cmpstr(theirs[5], ==, ours[5]);
        g_assert_cmpstr(theirs[3], ==, ours[3]);
    }
}

TEST(a_single_game_has_no_spread)
{
    g_auto(Played) played = play_all(TWO_RANDOM_PLAYERS "[experiment]\ngames=1\n");
    g_autoptr(GString) text = g_string_new(NULL);

    records_append_table(played.spec, "material_mean.csv", played.totals, text);
    g_assert_nonnull(strstr(text->str, "\nA,B,1,1,0.00,,,,0.00,,\n"));
    g_assert_null(strstr(text->str, "nan"));
}

/* A finished game of one pairing, as the totals see it. */
static void add_game(Totals *totals, int first_side, int winner, Termination termination, int bare)
{
    MatchPly ply = {0};
    const MatchRecord record = {
        .job = {.game = (uint64_t)pairing_totals_games(&totals->pairings[0]) + 1,
                .first_side = first_side},
        .outcome = {termination, winner, winner == GAME_NOBODY ? GAME_NOBODY : 1 - winner},
        .bare_side = bare,
        .plies = 1,
        .ply = &ply,
    };

    totals_add(totals, &record);
}

TEST(results_are_the_first_players_whatever_the_colour)
{
    g_autoptr(Totals) totals = totals_new(&CONTEST_TWO, 1);
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(GString) text = g_string_new(NULL);

    add_game(totals, 0, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 1, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 0, GAME_NOBODY, TERMINATION_STALEMATE, 1);
    add_game(totals, 0, GAME_NOBODY, TERMINATION_FIFTY_MOVES, 1);
    add_game(totals, 1, GAME_NOBODY, TERMINATION_FIFTY_MOVES, 0);
    add_game(totals, 1, GAME_NOBODY, TERMINATION_FIFTY_MOVES, 1);
    add_game(totals, 0, GAME_NOBODY, TERMINATION_FIFTY_MOVES, MATCH_NO_SIDE);
    records_append_table(spec, "pairings.csv", totals, text);
    g_assert_cmpstr(text->str, ==,
                    "player,opponent,games,wins,losses,draws,draw_wins,draw_losses,mean_plies,"
                    "distinct_games\n"
                    "A,B,8,2,1,5,2,1,1.00,1\n"
                    "B,A,8,1,2,5,1,2,1.00,1\n");
}

TEST(results_are_counted_by_colour_pair_and_termination)
{
    static const int64_t pairs[] = {0, 0, 1, 2, 0};
    g_autoptr(Totals) totals = totals_new(&CONTEST_TWO, 1);
    const PairingTotals *pairing = &totals->pairings[0];

    add_game(totals, 0, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 0, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    add_game(totals, 0, GAME_NOBODY, TERMINATION_STALEMATE, MATCH_NO_SIDE);
    add_game(totals, 1, 1, TERMINATION_FORFEIT, MATCH_NO_SIDE);
    add_game(totals, 0, 0, TERMINATION_RESIGNATION, MATCH_NO_SIDE);
    add_game(totals, 1, GAME_NOBODY, TERMINATION_STALEMATE, MATCH_NO_SIDE);
    add_game(totals, 0, 1, TERMINATION_CHECKMATE, MATCH_NO_SIDE);
    g_assert_cmpmem(&pairing->as[TOTALS_WHITE], sizeof(StatisticsScore),
                    (&(StatisticsScore){2, 1, 1}), sizeof(StatisticsScore));
    g_assert_cmpmem(&pairing->as[TOTALS_BLACK], sizeof(StatisticsScore),
                    (&(StatisticsScore){1, 1, 1}), sizeof(StatisticsScore));
    g_assert_cmpmem(pairing->pairs.pairs, sizeof pairs, pairs, sizeof pairs);
    g_assert_cmpint(pairing->pairs.waiting[0], ==, 1);
    g_assert_cmpint(pairing->terminations[TERMINATION_CHECKMATE], ==, 3);
    g_assert_cmpint(pairing->terminations[TERMINATION_STALEMATE], ==, 2);
    g_assert_cmpint(pairing->terminations[TERMINATION_FORFEIT], ==, 1);
    g_assert_cmpint(pairing->terminations[TERMINATION_RESIGNATION], ==, 1);
    g_assert_true(pairing_totals_agree(pairing));
}

/* Adds games @first to @last. Owner: the caller. */
static Totals *totals_of_part(const Played *played, uint64_t first, uint64_t last)
{
    Totals *totals = totals_new_for(played->spec);

    for (uint64_t number = first; number <= last; number++)
        totals_add(totals, played->records[number - 1]);
    return totals;
}

static void assert_same_totals(const Totals *totals, const Totals *expected)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(totals_store(totals));
    g_autoptr(GVariant) other = g_variant_ref_sink(totals_store(expected));
    g_autoptr(Totals) loaded = totals_load(variant);

    g_assert_true(g_variant_equal(variant, other));
    g_assert_nonnull(loaded);
}

/* Wherever two cuts between pairs of games fall, and with a part that has no game. */
TEST(parts_of_a_run_add_up_to_the_whole)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);

    for (uint64_t first = 0; first <= played.count; first += 2)
        for (uint64_t second = first; second <= played.count; second += 4) {
            g_autoptr(Totals) sum = totals_of_part(&played, 1, first);
            g_autoptr(Totals) middle = totals_of_part(&played, first + 1, second);
            g_autoptr(Totals) rest = totals_of_part(&played, second + 1, played.count);
            totals_merge(sum, middle);
            totals_merge(sum, rest);
            assert_same_totals(sum, played.totals);
        }
}

/* Only what is missing on either side is: the parts themselves are stored and read as well. */
TEST(neighbours_may_be_added_up_first)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);

    for (uint64_t cut = 2; cut < played.count; cut += 2) {
        g_autoptr(Totals) first = totals_of_part(&played, 1, 2);
        g_autoptr(Totals) middle = totals_of_part(&played, 3, cut);
        g_autoptr(Totals) rest = totals_of_part(&played, cut + 1, played.count);
        g_autoptr(Totals) expected = totals_of_part(&played, 3, played.count);
        totals_merge(middle, rest);
        assert_same_totals(middle, expected);
        totals_merge(first, middle);
        assert_same_totals(first, played.totals);
    }
}

TEST(a_pgn_game_has_its_tags_and_moves)
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

TEST(a_pgn_game_from_elsewhere_says_from_where)
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

/* The cells of the row of @csv that begins with @start; NULL if there is none. Owner: the caller.
 */
static char **find_row(const char *csv, const char *start)
{
    g_autofree char *needle = g_strconcat("\n", start, NULL);
    const char *row = strstr(csv, needle);
    g_autofree char *line = row != NULL ? g_strndup(row + 1, strcspn(row + 1, "\n")) : NULL;

    return line != NULL ? csv_split(line) : NULL;
}

/* How many rows of events.csv say that @event happened to @player in the games of pairing 1. */
static int64_t count_rows(const Played *played, const char *player, const char *event)
{
    g_auto(GStrv) rows = g_strsplit(played->texts[RECORDS_EVENTS]->str, "\n", -1);
    int64_t count = 0;

    for (int i = 0; rows[i] != NULL && *rows[i] != '\0'; i++) {
        g_auto(GStrv) cells = csv_split(rows[i]);
        const uint64_t game = g_ascii_strtoull(cells[0], NULL, 10);
        count += game > 0 && schedule_job(played->spec, game).pairing == 0 &&
                 g_str_equal(cells[2], player) && g_str_equal(cells[3], event);
    }
    return count;
}

static int64_t sum_events(const Played *played, int player, EventKind kind)
{
    const GArray *moves = played->totals->pairings[0].events[player];
    int64_t sum = 0;

    for (guint i = 0; i < moves->len; i++)
        sum += g_array_index(moves, TotalsEvents, i).count[kind];
    return sum;
}

TEST(what_is_summed_up_is_what_the_events_say)
{
    static const char *const names[] = {"A", "B"};
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);

    for (int player = 0; player < TOTALS_PLAYERS; player++)
        for (int kind = 0; kind < EVENT_KIND_COUNT; kind++)
            if (EVENT_NAMES[kind] != NULL)
                g_assert_cmpint(sum_events(&played, player, (EventKind)kind), ==,
                                count_rows(&played, names[player], EVENT_NAMES[kind]));
    g_assert_cmpint(sum_events(&played, 0, EVENT_DECISION) + sum_events(&played, 1, EVENT_DECISION),
                    ==, played.totals->pairings[0].plies);
    g_assert_cmpint(sum_events(&played, 0, EVENT_DEFENCE_REQUEST), >, 0);
    g_assert_cmpint(sum_events(&played, 1, EVENT_OFFER_REJECTED), ==, 0);
}

TEST(only_players_with_agents_have_rows_of_events)
{
    static const char *const tables[] = {"requests.csv", "move_attacks.csv", "threats.csv"};
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);

    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_autoptr(GString) csv = g_string_new(NULL);
        records_append_table(played.spec, tables[i], played.totals, csv);
        g_assert_nonnull(strstr(csv->str, "\nA,B,"));
        g_assert_nonnull(strstr(csv->str, "\nB,A,"));
        g_assert_nonnull(strstr(csv->str, "\nA,C,"));
        g_assert_null(strstr(csv->str, "\nC,A,"));
        g_assert_null(strstr(csv->str, "\nC,B,"));
    }
}

TEST(move_attacks_are_summed_over_the_moves)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);
    g_autoptr(GString) csv = g_string_new(NULL);
    g_auto(GStrv) row = NULL;
    const int64_t plans = sum_events(&played, 1, EVENT_PLAN),
                  on_king = sum_events(&played, 1, EVENT_PLAN_ON_KING),
                  performed = sum_events(&played, 1, EVENT_PLAN_PERFORMED);

    records_append_table(played.spec, "move_attacks.csv", played.totals, csv);
    row = find_row(csv->str, "B,A,");
    g_assert_nonnull(row);
    g_assert_cmpstr(row[2], ==, "6");
    g_assert_cmpint(atoi(row[3]), ==, plans + on_king);
    g_assert_cmpint(atoi(row[4]), ==, on_king);
    g_assert_cmpint(atoi(row[5]), ==, performed);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(row[6], NULL),
                                   (double)performed / (double)(plans + on_king), 0.00006);
}

TEST(threats_and_requests_are_counted_by_move_number)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);
    const GArray *moves = played.totals->pairings[0].events[0];
    g_autoptr(GString) requests = g_string_new(NULL);
    g_autoptr(GString) threats = g_string_new(NULL);

    records_append_table(played.spec, "requests.csv", played.totals, requests);
    records_append_table(played.spec, "threats.csv", played.totals, threats);
    for (guint i = 0; i < moves->len; i++) {
        const uint32_t *count = g_array_index(moves, TotalsEvents, i).count;
        const uint32_t movers =
            count[EVENT_MOVER_CAPTURED] + count[EVENT_MOVER_CAPTURED_UNTHREATENED];
        const uint32_t unthreatened =
            count[EVENT_CAPTURED_UNTHREATENED] + count[EVENT_MOVER_CAPTURED_UNTHREATENED];
        g_autofree char *request = g_strdup_printf(
            "\nA,B,%u,%u,%u,%u,%u,%u,%u,%u\n", i + 1, count[EVENT_DECISION], count[EVENT_THREAT],
            count[EVENT_ATTACK_REQUEST], count[EVENT_OWN_MOVE], count[EVENT_OWN_ATTACK],
            count[EVENT_DEFENCE_REQUEST], count[EVENT_OFFER_REJECTED]);
        g_autofree char *threat =
            g_strdup_printf("\nA,B,%u,%u,%u,%u,%u,%u\n", i + 1, count[EVENT_REPLY],
                            movers + count[EVENT_CAPTURED] + count[EVENT_CAPTURED_UNTHREATENED],
                            unthreatened, movers, count[EVENT_MOVER_CAPTURED_UNTHREATENED]);
        g_assert_nonnull(strstr(requests->str, request));
        g_assert_nonnull(strstr(threats->str, threat));
    }
}

static void assert_not_stored(const Totals *totals)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(totals_store(totals));

    g_assert_null(totals_load(variant));
}

static Checkpoint *make_checkpoint(const Totals *totals)
{
    g_autoptr(GVariant) variant = g_variant_ref_sink(totals_store(totals));
    Checkpoint *checkpoint = g_new0(Checkpoint, 1);
    FileSum sum = file_sum_of("", 0);

    checkpoint->identity = g_strdup("identity");
    checkpoint->resolved = g_strdup("resolved");
    checkpoint->program = g_strdup("program");
    sum.bytes = G_MAXINT64;
    checkpoint->shard = (Shard){2, 3};
    checkpoint->point.next_job = 7;
    checkpoint->point.seconds = 1.5;
    checkpoint->files = summed_files_new();
    summed_files_add(checkpoint->files, "games.pgn", &sum, true);
    checkpoint->point.totals = totals_load(variant);
    checkpoint->point.forfeits = forfeits_new(2);
    checkpoint->point.forfeits->of[1].games.count = 3;
    checkpoint->point.forfeits->of[1].played = 4;
    checkpoint->point.forfeits->of[1].turns = 80;
    checkpoint->point.forfeits->of[1].in_a_row = 2;
    checkpoint->point.forfeits->of[1].games.first_game = 1;
    return checkpoint;
}

TEST(a_checkpoint_is_read_as_it_was_written)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);
    g_autoptr(Checkpoint) checkpoint = make_checkpoint(played.totals);
    g_autoptr(GBytes) bytes = checkpoint_store(checkpoint);
    g_autoptr(GError) error = NULL;
    g_autoptr(Checkpoint) again = checkpoint_load(bytes, &error);
    g_autoptr(GBytes) bytes_again = NULL;

    g_assert_no_error(error);
    bytes_again = checkpoint_store(again);
    g_assert_true(g_bytes_equal(bytes, bytes_again));
    g_assert_cmpuint(again->point.next_job, ==, 7);
    g_assert_cmpuint(summed_files_find(again->files, "games.pgn")->sum.bytes, ==, G_MAXINT64);
    g_assert_cmpint(pairing_totals_games(&again->point.totals->pairings[0]), ==, 6);
}

static void assert_not_loaded(const Checkpoint *checkpoint, const char *what)
{
    g_autoptr(GBytes) bytes = checkpoint_store(checkpoint);

    if (checkpoint_load(bytes, NULL) != NULL)
        g_test_fail_printf("%s is read", what);
}

/* Each is sealed with a right checksum. */
TEST(checkpoint_load_refuses_numbers_that_no_run_stores)
{
    static const Shard shards[] = {{0, 2}, {1, 0}, {3, 2}, {0, 0}, {1, SCHEDULE_MAX_SHARDS + 1}};
    static const double seconds[] = {-1, INFINITY, NAN, 1e300};
    static const char *const names[] = {"games.pgn", "x.csv", "../games.csv", "games.csv.gz", ""};
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_autoptr(Checkpoint) checkpoint = make_checkpoint(played.totals);
    const RunPoint good = checkpoint->point;

    for (size_t i = 0; i < G_N_ELEMENTS(shards); i++) {
        checkpoint->shard = shards[i];
        assert_not_loaded(checkpoint, "a shard");
    }
    checkpoint->shard = (Shard){1, 1};
    checkpoint->point.next_job = 0;
    assert_not_loaded(checkpoint, "the next job");
    checkpoint->point = good;
    for (size_t i = 0; i < G_N_ELEMENTS(seconds); i++) {
        checkpoint->point.seconds = seconds[i];
        assert_not_loaded(checkpoint, "a time");
    }
    checkpoint->point = good;
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        FileSum sum = file_sum_of("", 0);
        sum.bytes = 1;
        summed_files_add(checkpoint->files, names[i], &sum, true);
        assert_not_loaded(checkpoint, names[i]);
        g_ptr_array_set_size(checkpoint->files, 1);
    }
    ((SummedFile *)checkpoint->files->pdata[0])->grows = false;
    assert_not_loaded(checkpoint, "a file that does not grow");
    ((SummedFile *)checkpoint->files->pdata[0])->grows = true;
    ((SummedFile *)checkpoint->files->pdata[0])->sum.bytes = 0;
    assert_not_loaded(checkpoint, "an empty file");
    ((SummedFile *)checkpoint->files->pdata[0])->sum.bytes = UINT64_C(1) << 63;
    assert_not_loaded(checkpoint, "a file of 8 EiB");
}

TEST(totals_load_refuses_curves_and_events_that_no_games_have)
{
    g_auto(Played) played = play_all(GAMES_OF_AGENTS);
    PairingTotals *part = &played.totals->pairings[0];
    TotalsMove *move = &g_array_index(part->moves, TotalsMove, 0);
    int64_t *const numbers[] = {&move->running, &move->sum, &move->squares, &move->ended_sum,
                                &move->ended_squares};
    static const int64_t wrong[] = {G_MAXINT64, G_MININT64};
    uint32_t *count = g_array_index(part->events[0], TotalsEvents, 0).count;

    assert_same_totals(played.totals, played.totals);
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++)
        for (size_t j = 0; j < G_N_ELEMENTS(wrong); j++) {
            const int64_t good = *numbers[i];
            *numbers[i] = wrong[j];
            assert_not_stored(played.totals);
            *numbers[i] = good;
        }
    count[0] += 1000;
    assert_not_stored(played.totals);
    count[0] -= 1000;
    for (uint64_t game = 0; game < 10; game++)
        g_array_append_val(part->games, game);
    assert_not_stored(played.totals);
}

TEST(a_damaged_checkpoint_is_refused)
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

/* A pair of games: one won with White, the other drawn by the fifty-move rule. */
static PairingTotals two_games(void)
{
    PairingTotals totals = {
        .score = {.wins = 1, .draws = 1},
        .draw_wins = 1,
        .plies = 4,
        .as = {[TOTALS_WHITE] = {.wins = 1}, [TOTALS_BLACK] = {.draws = 1}},
        .pairs = {.pairs = {0, 0, 0, 1, 0}},
    };

    totals.terminations[TERMINATION_CHECKMATE] = 1;
    totals.terminations[TERMINATION_FIFTY_MOVES] = 1;
    return totals;
}

TEST(sums_that_contradict_themselves_are_refused)
{
    PairingTotals good = two_games();
    int64_t *const members[] = {
        &good.score.wins,
        &good.score.losses,
        &good.score.draws,
        &good.as[TOTALS_WHITE].wins,
        &good.as[TOTALS_BLACK].draws,
        &good.terminations[TERMINATION_NONE],
        &good.terminations[TERMINATION_STALEMATE],
        &good.pairs.pairs[0],
        &good.pairs.pairs[3],
        &good.pairs.waiting[1],
        &good.draw_losses, /* more draw wins and losses than such draws */
    };

    g_assert_true(pairing_totals_agree(&good));
    for (size_t i = 0; i < G_N_ELEMENTS(members); i++)
        for (int change = -1; change <= 1; change += 2) {
            *members[i] += change;
            g_assert_false(pairing_totals_agree(&good));
            *members[i] -= change;
        }
}

/* Each number is possible, their sum over all pairings is not. */
TEST(totals_agree_refuses_parts_that_cannot_be_added)
{
    g_autoptr(Totals) totals = totals_new(contest_by_name("two"), 2);

    totals->pairings[0].plies = MATCH_MOST;
    g_assert_true(totals_agree(totals));
    totals->pairings[1].plies = 1;
    g_assert_false(totals_agree(totals));
}

TEST(stored_sums_that_contradict_themselves_are_not_read)
{
    g_auto(Played) played = play_all(SHORT_GAMES);
    g_autoptr(GVariant) stored = NULL;

    played.totals->pairings[0].terminations[TERMINATION_STALEMATE]++;
    stored = g_variant_ref_sink(totals_store(played.totals));
    g_assert_null(totals_load(stored));
}

/* Games whose moves are their number. */
static int64_t count_distinct(uint64_t games, uint64_t different)
{
    g_autoptr(Spec) spec = spec_of(TWO_RANDOM_PLAYERS);
    g_autoptr(Totals) totals = totals_new_for(spec);
    MatchRecord *record = match_record_new();
    int64_t distinct;

    record->plies = 2;
    memset(record->ply, 0, 2 * sizeof *record->ply);
    for (uint64_t i = 0; i < games; i++) {
        record->job = (Job){.pairing = 0, .game = i + 1, .player = {0, 1}};
        record->ply[0].move = (Move)(i % different % 4096);
        record->ply[1].move = (Move)(i % different / 4096);
        totals_add(totals, record);
    }
    distinct = pairing_totals_distinct(&totals->pairings[0]);
    g_assert_cmpuint(totals->pairings[0].games->len, <, 2 * TOTALS_HASHES);
    match_record_free(record);
    return distinct;
}

TEST(distinct_games_are_counted_and_many_are_estimated_in_bounded_memory)
{
    g_assert_cmpint(count_distinct(60000, 3), ==, 3);
    g_assert_cmpint(count_distinct(60000, 8000), ==, 8000);
    g_assert_cmpint(count_distinct(60000, 60000), ==, 60000);
    g_assert_cmpfloat_with_epsilon((double)count_distinct(60000, 30000), 30000, 1200);
}

/* What is loaded has texts for players without forfeits, too. */
TEST(the_first_forfeit_after_loading_is_the_first)
{
    g_autoptr(Forfeits) none = forfeits_new(1), later = forfeits_new(1);
    g_autoptr(GVariant) stored = g_variant_ref_sink(forfeits_store(none));
    g_autoptr(Forfeits) loaded = forfeits_load(stored);

    later->of[0].games = (Failings){1, 7, g_strdup("has exited"), g_strdup("")};
    forfeits_merge(loaded, later);
    g_assert_cmpint(loaded->of[0].games.count, ==, 1);
    g_assert_cmpuint(loaded->of[0].games.first_game, ==, 7);
    g_assert_cmpstr(loaded->of[0].games.reason, ==, "has exited");
}
