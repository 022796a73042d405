/* Mates are found by looking only where check may be given. Here every legal move is tried,
 * in positions of games that random moves have made, and on boards strewn so that mates come about
 * that such games do not have. */
#include <string.h>

#include "agents/beyond/mates_chess.h"
#include "agents/random.h"
#include "board/movegen.h"
#include "mates.h"
#include "positions.h"

#include "tests/test.h"

#define GAMES 400
#define PLIES 160
#define BOARDS 60000

static bool gives_mate(const Position *pos, Move move)
{
    Position after = *pos;
    Move replies[MOVEGEN_MAX_MOVES];

    position_play(&after, move);
    return position_checkers(&after) && movegen_moves(&after, replies) == 0;
}

static bool gives_check(const Position *pos, Move move)
{
    Position after = *pos;

    position_play(&after, move);
    return position_checkers(&after) != 0;
}

/* Compares the moves of mates_find() with those that begin a mate in @moves, as @begins says, in a
 * position without a shorter mate; promotions to other pieces than queens are no actions. */
static void assert_begun(const Position *pos, int moves,
                         bool (*begins)(const Position *pos, Move move, const void *data),
                         const void *data)
{
    const LogicSet logics = logic_set_of_level(1);
    Percept percept;
    int actions[PERCEPT_MAX_ACTIONS], count, found = 0;

    percept_take_chess(pos, &logics, &percept);
    count = mates_find(&percept, moves, actions);
    for (int i = 0; i < percept.action_count; i++)
        if (begins(pos, percept.actions[i].move, data)) {
            g_assert_cmpint(found, <, count);
            g_assert_cmpint(actions[found++], ==, i);
        }
    g_assert_cmpint(found, ==, count);
}

static bool mates_at_once(const Position *pos, Move move, G_GNUC_UNUSED const void *data)
{
    return gives_mate(pos, move);
}

/* Compares what is found in @pos with what all legal moves do; true if one of them mates. */
static bool assert_found(const Position *pos)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);
    bool mates = false;

    for (int i = 0; i < count; i++)
        mates |= gives_mate(pos, moves[i]);
    g_assert_true(mates_within(pos, 1) == mates);
    assert_begun(pos, 1, mates_at_once, NULL);
    return mates;
}

TEST(no_check_and_no_mate_of_a_game_is_missed)
{
    int positions = 0, mates = 0;

    for (uint64_t game = 1; game <= GAMES; game++) {
        Random random = random_for_job(7, game);
        Position pos = position_start();
        Move moves[MOVEGEN_MAX_MOVES];
        int count;

        for (int ply = 0; ply < PLIES && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            mates += assert_found(&pos);
            positions++;
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    g_test_message("%d positions, a mate at once in %d", positions, mates);
    g_assert_cmpint(mates, >, 100);
}

TEST(mates_of_the_list_are_found)
{
    g_autoptr(GArray) mates = mates_read();

    for (guint i = 0; i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        g_assert_true(assert_found(&mate->record.position) == (mate->moves == 1));
    }
}

/* What mates_within() says of itself, by playing every legal move. */
static bool mates_plainly(const Position *pos, int moves)
{
    Move checks[MOVEGEN_MAX_MOVES], answers[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, checks);

    for (int i = 0; i < count; i++) {
        Position after = *pos;
        bool mates = true;
        int answer_count;
        if (gives_mate(pos, checks[i]))
            return true;
        if (moves == 1 || !gives_check(pos, checks[i]) ||
            (move_is_promotion(checks[i]) && move_promotion(checks[i]) != PIECE_QUEEN))
            continue;
        position_play(&after, checks[i]);
        answer_count = movegen_moves(&after, answers);
        if (moves > 2 && answer_count > 2)
            continue;
        for (int j = 0; j < answer_count && mates; j++) {
            Position next = after;
            position_play(&next, answers[j]);
            mates = mates_plainly(&next, moves - 1);
        }
        if (mates)
            return true;
    }
    return false;
}

/* In the positions of the list, and as they go on at random. */
TEST(no_mate_by_checks_is_missed)
{
    g_autoptr(GArray) mates = mates_read();
    int found = 0, positions = 0;

    for (guint i = 0; i < mates->len; i++) {
        Random random = random_for_job(11, i);
        Position pos = g_array_index(mates, Mate, i).record.position;
        Move moves[MOVEGEN_MAX_MOVES];
        int count;
        for (int ply = 0; ply < 6 && (count = movegen_moves(&pos, moves)) > 0; ply++) {
            for (int within = 1; within <= 3; within++) {
                const bool mates_so = mates_plainly(&pos, within);
                g_assert_true(mates_within(&pos, within) == mates_so);
                found += mates_so;
            }
            positions++;
            position_play(&pos, moves[random_below(&random, (uint32_t)count)]);
        }
    }
    g_test_message("%d positions, mates %d", positions, found);
    g_assert_cmpint(found, >, 0);
}

/* Whether @move solves the problem @data with a check. */
static bool solves_with_check(const Position *pos, Move move, const void *data)
{
    return gives_check(pos, move) && epd_record_is_solved_by(data, move);
}

/* Of the mates in two, those that begin with a check are found and no others; of longer ones some
 * are. */
TEST(mates_by_checks_are_found)
{
    g_autoptr(GArray) mates = mates_read();
    int longer = 0;

    for (guint i = 0; i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        const Position *pos = &mate->record.position;
        if (mate->moves == 2)
            assert_begun(pos, 2, solves_with_check, &mate->record);
        for (int within = 1; within <= 3; within++)
            g_assert_true(!mates_within(pos, within) || mate->moves <= within);
        longer += mate->moves == 3 && mates_within(pos, 3);
    }
    g_test_message("%d mates in three are found", longer);
    g_assert_cmpint(longer, >, 0);
}

/* Puts @count pieces, drawn from @letters, on empty squares that pawns may stand on. */
static void strew(char board[static SQUARE_COUNT], const char *letters, int count, Random *random)
{
    for (int i = 0; i < count; i++) {
        const uint32_t square = 8 + random_below(random, SQUARE_COUNT - 16);
        if (board[square] == '.')
            board[square] = letters[random_below(random, (uint32_t)strlen(letters))];
    }
}

static void append_empty(GString *fen, int *empty)
{
    if (*empty > 0)
        g_string_append_printf(fen, "%d", *empty);
    *empty = 0;
}

/* A board of White's to move, with a right to castle, a pawn to take in passing or pawns about to
 * promote, and much around Black's king. Owner: the caller. */
static char *strewn_fen(Random *random)
{
    char board[SQUARE_COUNT];
    GString *fen = g_string_new(NULL);
    const int file = 1 + (int)random_below(random, 6);
    const bool passes = random_below(random, 2) == 0;

    memset(board, '.', sizeof board);
    board[square_at(4, 0)] = 'K';
    board[square_at(0, 0)] = 'R';
    board[square_at(7, 0)] = 'R';
    board[square_at((int)random_below(random, 8), (int)(2 + random_below(random, 6)))] = 'k';
    if (passes) {
        for (int rank = 4; rank < 7; rank++)
            board[square_at(file, rank)] = board[square_at(file, rank)] == 'k' ? 'k' : '-';
        board[square_at(file, 4)] = board[square_at(file, 4)] == 'k' ? 'k' : 'p';
        board[square_at(file - 1, 4)] = 'P';
    }
    strew(board, "QRRBBNNPPP", 6, random);
    for (int i = 0; i < 3; i++)
        if (board[square_at((int)random_below(random, 8), 6)] == '.')
            board[square_at((int)random_below(random, 8), 6)] = 'P';
    strew(board, "pppnbr", 9, random);
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int column = 0; column < 8; column++) {
            const char letter = board[square_at(column, rank)];
            if (letter == '.' || letter == '-') {
                empty++;
                continue;
            }
            append_empty(fen, &empty);
            g_string_append_c(fen, letter);
        }
        append_empty(fen, &empty);
        g_string_append_c(fen, rank > 0 ? '/' : ' ');
    }
    g_string_append(fen, "w KQ ");
    if (passes)
        g_string_append_printf(fen, "%c6 0 1", 'a' + file);
    else
        g_string_append(fen, "- 0 1");
    return g_string_free(fen, FALSE);
}

TEST(rare_kinds_of_mate_are_found)
{
    Random random = random_for_job(11, 1);
    int castling = 0, passing = 0, knights = 0;

    for (int i = 0; i < BOARDS; i++) {
        g_autofree char *fen = strewn_fen(&random);
        Position pos;
        Move moves[MOVEGEN_MAX_MOVES];
        int count;

        if (!fen_parse(fen, &pos, NULL))
            continue; /* one of the kings is missing, or Black is in check */
        if (!assert_found(&pos))
            continue;
        count = movegen_moves(&pos, moves);
        for (int j = 0; j < count; j++)
            if (gives_mate(&pos, moves[j])) {
                castling += move_is_castling(moves[j]);
                passing += move_is_en_passant(moves[j]);
                knights += move_is_promotion(moves[j]) && move_promotion(moves[j]) == PIECE_KNIGHT;
            }
    }
    g_test_message("mates by castling %d, by capture in passing %d, by a new knight %d", castling,
                   passing, knights);
    g_assert_cmpint(castling, >, 0);
    g_assert_cmpint(passing, >, 0);
    g_assert_cmpint(knights, >, 0);
}
