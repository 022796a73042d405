#include "board/movegen.h"

#include <string.h>

#include "board/fen.h"
#include "tests/data_path.h"
#include "tests/test.h"

#define GAMES 20
#define MAX_PLIES 120

/* Chess once more, slow and simple: a board of letters, moves that are made and tested. It shares
 * nothing with the code under test but the FEN text it begins with. */
typedef struct {
    char board[64]; /* a1, b1, ... h8; '.' is empty */
    bool white_to_move;
    char castling[5];
    int en_passant; /* the square just passed over, whether or not a capture is legal; or -1 */
    int halfmove_clock, fullmove_number;
} SlowPosition;

typedef struct {
    int from, to;
    char promotion; /* a small letter, '\0': none */
} SlowMove;

#define SLOW_MAX_MOVES 512

static SlowPosition slow_read(const char *fen)
{
    SlowPosition pos = {0};
    g_auto(GStrv) field = g_strsplit(fen, " ", -1);
    int sq = 56;

    for (const char *c = field[0]; *c != '\0'; c++)
        if (*c == '/') {
            sq -= 16;
        } else if (g_ascii_isdigit(*c)) {
            memset(pos.board + sq, '.', (size_t)(*c - '0'));
            sq += *c - '0';
        } else {
            pos.board[sq++] = *c;
        }
    pos.white_to_move = field[1][0] == 'w';
    g_strlcpy(pos.castling, field[2], sizeof pos.castling);
    pos.en_passant = field[3][0] == '-' ? -1 : field[3][0] - 'a' + 8 * (field[3][1] - '1');
    pos.halfmove_clock = atoi(field[4]);
    pos.fullmove_number = atoi(field[5]);
    return pos;
}

static bool slow_is_own(const SlowPosition *pos, int sq)
{
    return g_ascii_isalpha(pos->board[sq]) &&
           (bool)g_ascii_isupper(pos->board[sq]) == pos->white_to_move;
}

static bool slow_is_opponent(const SlowPosition *pos, int sq)
{
    return g_ascii_isalpha(pos->board[sq]) && !slow_is_own(pos, sq);
}

/* The square that is so many files and ranks away, or -1. */
static int slow_step(int sq, int files, int ranks)
{
    const int file = sq % 8 + files, rank = sq / 8 + ranks;

    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

static bool slow_is_hit(const SlowPosition *pos, int sq, int files, int ranks, bool by_white,
                        const char *sliders, char leaper)
{
    int at = slow_step(sq, files, ranks);

    for (int n = 1; at >= 0; n++, at = slow_step(at, files, ranks)) {
        const char piece = pos->board[at];
        if (piece == '.')
            continue;
        return (bool)g_ascii_isupper(piece) == by_white &&
               (strchr(sliders, g_ascii_tolower(piece)) != NULL ||
                (n == 1 && g_ascii_tolower(piece) == leaper));
    }
    return false;
}

static bool slow_is_attacked(const SlowPosition *pos, int sq, bool by_white)
{
    const int behind = by_white ? -1 : 1;

    for (int i = -1; i <= 1; i += 2) {
        const int pawn = slow_step(sq, i, behind);
        if (pawn >= 0 && pos->board[pawn] == (by_white ? 'P' : 'p'))
            return true;
    }
    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            const int knight = slow_step(sq, files, ranks);
            if (ABS(files * ranks) == 2 && knight >= 0 &&
                pos->board[knight] == (by_white ? 'N' : 'n'))
                return true;
            if (ABS(files) > 1 || ABS(ranks) > 1 || (files == 0 && ranks == 0))
                continue;
            if (slow_is_hit(pos, sq, files, ranks, by_white, files * ranks != 0 ? "bq" : "rq", 'k'))
                return true;
        }
    return false;
}

static bool slow_king_is_attacked(const SlowPosition *pos, bool white)
{
    const char *king = memchr(pos->board, white ? 'K' : 'k', 64);

    return slow_is_attacked(pos, (int)(king - pos->board), !white);
}

static void slow_lose_right(SlowPosition *pos, char right)
{
    char *at = strchr(pos->castling, right);

    if (at == NULL)
        return;
    memmove(at, at + 1, strlen(at));
    if (pos->castling[0] == '\0')
        strcpy(pos->castling, "-");
}

static void slow_lose_rights(SlowPosition *pos, int sq)
{
    if (sq == 4 || sq == 7)
        slow_lose_right(pos, 'K');
    if (sq == 4 || sq == 0)
        slow_lose_right(pos, 'Q');
    if (sq == 60 || sq == 63)
        slow_lose_right(pos, 'k');
    if (sq == 60 || sq == 56)
        slow_lose_right(pos, 'q');
}

static void slow_play(SlowPosition *pos, SlowMove move)
{
    const char piece = pos->board[move.from];
    const bool is_pawn = g_ascii_tolower(piece) == 'p';
    const bool is_king = g_ascii_tolower(piece) == 'k';

    pos->halfmove_clock = is_pawn || pos->board[move.to] != '.' ? 0 : pos->halfmove_clock + 1;
    if (is_pawn && move.to == pos->en_passant)
        pos->board[move.to + (pos->white_to_move ? -8 : 8)] = '.';
    pos->board[move.to] = piece;
    if (move.promotion != '\0')
        pos->board[move.to] = pos->white_to_move ? g_ascii_toupper(move.promotion) : move.promotion;
    pos->board[move.from] = '.';
    if (is_king && ABS(move.to - move.from) == 2) {
        const int rook = move.to > move.from ? move.from + 3 : move.from - 4;
        pos->board[(move.from + move.to) / 2] = pos->board[rook];
        pos->board[rook] = '.';
    }
    slow_lose_rights(pos, move.from);
    slow_lose_rights(pos, move.to);
    pos->en_passant = is_pawn && ABS(move.to - move.from) == 16 ? (move.from + move.to) / 2 : -1;
    pos->fullmove_number += pos->white_to_move ? 0 : 1;
    pos->white_to_move = !pos->white_to_move;
}

/* Adds the move if it leaves the own king safe; a pawn that reaches the end in all four ways. */
static int slow_try(const SlowPosition *pos, int from, int to, SlowMove *moves, int count)
{
    const bool promotes = g_ascii_tolower(pos->board[from]) == 'p' && (to / 8 == 0 || to / 8 == 7);
    SlowPosition next = *pos;

    slow_play(&next, (SlowMove){from, to, '\0'});
    if (slow_king_is_attacked(&next, pos->white_to_move))
        return count;
    if (!promotes)
        moves[count++] = (SlowMove){from, to, '\0'};
    for (int i = 0; promotes && i < 4; i++)
        moves[count++] = (SlowMove){from, to, "qrbn"[i]};
    return count;
}

static int slow_pawn_moves(const SlowPosition *pos, int from, SlowMove *moves, int count)
{
    const int forward = pos->white_to_move ? 1 : -1;
    const int one = slow_step(from, 0, forward), two = slow_step(from, 0, 2 * forward);

    if (pos->board[one] == '.') {
        count = slow_try(pos, from, one, moves, count);
        if (from / 8 == (pos->white_to_move ? 1 : 6) && pos->board[two] == '.')
            count = slow_try(pos, from, two, moves, count);
    }
    for (int i = -1; i <= 1; i += 2) {
        const int to = slow_step(from, i, forward);
        if (to >= 0 && (slow_is_opponent(pos, to) || to == pos->en_passant))
            count = slow_try(pos, from, to, moves, count);
    }
    return count;
}

static int slow_piece_moves(const SlowPosition *pos, int from, SlowMove *moves, int count)
{
    const char piece = g_ascii_tolower(pos->board[from]);

    for (int files = -2; files <= 2; files++)
        for (int ranks = -2; ranks <= 2; ranks++) {
            const bool leap = ABS(files * ranks) == 2;
            const bool step = MAX(ABS(files), ABS(ranks)) == 1;
            const bool diagonal = files * ranks != 0;
            if (piece == 'n' ? !leap : !step)
                continue;
            if ((piece == 'b' && !diagonal) || (piece == 'r' && diagonal))
                continue;
            for (int to = slow_step(from, files, ranks); to >= 0 && !slow_is_own(pos, to);
                 to = slow_step(to, files, ranks)) {
                count = slow_try(pos, from, to, moves, count);
                if (piece == 'n' || piece == 'k' || slow_is_opponent(pos, to))
                    break;
            }
        }
    return count;
}

static int slow_castling(const SlowPosition *pos, char right, SlowMove *moves, int count)
{
    const int king = pos->white_to_move ? 4 : 60;
    const int step = g_ascii_tolower(right) == 'k' ? 1 : -1;
    const int rook = step == 1 ? king + 3 : king - 4;

    if ((bool)g_ascii_isupper(right) != pos->white_to_move || strchr(pos->castling, right) == NULL)
        return count;
    for (int sq = king + step; sq != rook; sq += step)
        if (pos->board[sq] != '.')
            return count;
    for (int i = 0; i <= 2; i++)
        if (slow_is_attacked(pos, king + i * step, !pos->white_to_move))
            return count;
    return slow_try(pos, king, king + 2 * step, moves, count);
}

static int slow_moves(const SlowPosition *pos, SlowMove moves[SLOW_MAX_MOVES])
{
    int count = 0;

    for (int from = 0; from < 64; from++)
        if (slow_is_own(pos, from))
            count = g_ascii_tolower(pos->board[from]) == 'p'
                        ? slow_pawn_moves(pos, from, moves, count)
                        : slow_piece_moves(pos, from, moves, count);
    for (int i = 0; i < 4; i++)
        count = slow_castling(pos, "KQkq"[i], moves, count);
    return count;
}

/* The FEN, with the en-passant square only if there is a legal capture. */
static char *slow_write(const SlowPosition *pos)
{
    GString *fen = g_string_new(NULL);
    SlowMove moves[SLOW_MAX_MOVES];
    const int count = slow_moves(pos, moves);
    bool captures = false;

    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0, empty = 0; file < 8; file++) {
            const char piece = pos->board[rank * 8 + file];
            const bool ends = file == 7 || pos->board[rank * 8 + file + 1] != '.';
            empty = piece == '.' ? empty + 1 : 0;
            if (piece != '.')
                g_string_append_c(fen, piece);
            else if (ends)
                g_string_append_printf(fen, "%d", empty);
        }
        g_string_append_c(fen, rank > 0 ? '/' : ' ');
    }
    for (int i = 0; i < count; i++)
        captures |=
            moves[i].to == pos->en_passant && g_ascii_tolower(pos->board[moves[i].from]) == 'p';
    g_string_append_printf(fen, "%c %s ", pos->white_to_move ? 'w' : 'b', pos->castling);
    if (captures)
        g_string_append_printf(fen, "%c%c", 'a' + pos->en_passant % 8, '1' + pos->en_passant / 8);
    else
        g_string_append_c(fen, '-');
    g_string_append_printf(fen, " %d %d", pos->halfmove_clock, pos->fullmove_number);
    return g_string_free(fen, FALSE);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Moves as sorted text in one line. */
static char *texts_join(char (*texts)[MOVE_TEXT_SIZE], int count)
{
    GString *line = g_string_new(NULL);

    qsort(texts, (size_t)count, MOVE_TEXT_SIZE, compare_texts);
    for (int i = 0; i < count; i++)
        g_string_append_printf(line, "%s ", texts[i]);
    return g_string_free(line, FALSE);
}

static char *slow_moves_text(const SlowPosition *pos)
{
    SlowMove moves[SLOW_MAX_MOVES];
    char texts[SLOW_MAX_MOVES][MOVE_TEXT_SIZE];
    const int count = slow_moves(pos, moves);

    for (int i = 0; i < count; i++)
        g_snprintf(texts[i], MOVE_TEXT_SIZE, "%c%c%c%c%c", 'a' + moves[i].from % 8,
                   '1' + moves[i].from / 8, 'a' + moves[i].to % 8, '1' + moves[i].to / 8,
                   moves[i].promotion);
    return texts_join(texts, count);
}

static char *moves_text(const Move *moves, int count)
{
    char texts[MOVEGEN_MAX_MOVES][MOVE_TEXT_SIZE];

    for (int i = 0; i < count; i++)
        move_format(moves[i], texts[i]);
    return texts_join(texts, count);
}

static SlowPosition slow_copy(const Position *pos)
{
    char fen[FEN_TEXT_SIZE];

    fen_format(pos, fen);
    return slow_read(fen);
}

/* What each flag promises: a capture takes a piece, a promotion a pawn to the end, and so on. */
static void assert_flag(const Position *pos, Move move)
{
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);
    const int step = ABS((int)to - (int)from);
    const bool pawn = type == PIECE_PAWN;
    const bool enters_piece = position_type_at(pos, to) != PIECE_NONE;
    const bool ends = square_rank(to) == 0 || square_rank(to) == 7;
    const bool en_passant = pawn && !enters_piece && square_file(from) != square_file(to);

    g_assert_true(move != MOVE_NONE);
    g_assert_true(move_is_promotion(move) == (pawn && ends));
    g_assert_true(move_is_en_passant(move) == en_passant);
    g_assert_true(move_is_capture(move) == (enters_piece || en_passant));
    g_assert_true(move_is_castling(move) == (type == PIECE_KING && step == 2));
    g_assert_true((move_flag(move) == MOVE_DOUBLE_PUSH) == (pawn && step == 16));
    if (move_is_capture(move))
        g_assert_true(bitboard_has(pos->by_color[color_opponent((Color)pos->turn)],
                                   move_victim_square(move)));
}

/* Goes along random games from the start and from every position of tests/data and calls @check at
 * each ply. */
static void walk_random_games(void (*check)(const Position *pos, const Move *moves, int count))
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    g_auto(GStrv) lines = data_lines("chess.perft");
    g_autoptr(GPtrArray) starts = g_ptr_array_new();

    for (char **line = lines; *line != NULL; line++)
        if (g_str_has_prefix(*line, "epd "))
            g_ptr_array_add(starts, *line + 4);
    g_assert_cmpuint(starts->len, >, 40);
    for (guint game = 0; game < GAMES + starts->len; game++) {
        Position pos = position_start();
        if (game < starts->len)
            g_assert_true(fen_parse(starts->pdata[game], &pos, NULL));
        for (int ply = 0; ply < MAX_PLIES; ply++) {
            Move moves[MOVEGEN_MAX_MOVES];
            const int count = movegen_moves(&pos, moves);
            check(&pos, moves, count);
            if (count == 0)
                break;
            position_play(&pos, moves[g_rand_int_range(rand, 0, count)]);
        }
    }
}

static void check_against_slow_chess(const Position *pos, const Move *moves, int count)
{
    const SlowPosition slow = slow_copy(pos);
    g_autofree char *expected = slow_moves_text(&slow);
    g_autofree char *found = moves_text(moves, count);

    g_assert_cmpstr(found, ==, expected);
}

TEST(moves_are_those_of_a_generator_that_makes_and_tests_them)
{
    walk_random_games(check_against_slow_chess);
}

static void check_result_against_slow_chess(const Position *pos, const Move *moves, int count)
{
    for (int i = 0; i < count; i += 3) {
        const Move move = moves[i];
        SlowPosition slow = slow_copy(pos);
        Position next = *pos;
        char found[FEN_TEXT_SIZE];
        g_autofree char *expected = NULL;
        slow_play(&slow,
                  (SlowMove){move_from(move), move_to(move),
                             move_is_promotion(move) ? "pnbrqk"[move_promotion(move)] : '\0'});
        expected = slow_write(&slow);
        position_play(&next, move);
        fen_format(&next, found);
        g_assert_cmpstr(found, ==, expected);
    }
}

TEST(played_moves_lead_where_slow_chess_leads)
{
    walk_random_games(check_result_against_slow_chess);
}

static void check_flags(const Position *pos, const Move *moves, int count)
{
    for (int i = 0; i < count; i++)
        assert_flag(pos, moves[i]);
}

TEST(flags_say_what_kind_of_move_it_is)
{
    walk_random_games(check_flags);
}

static void check_counts(const Position *pos, G_GNUC_UNUSED const Move *moves, int count)
{
    g_assert_cmpint(movegen_count(pos), ==, count);
    g_assert_true(movegen_any(pos) == (count > 0));
    g_assert_cmpuint(movegen_perft(pos, 0), ==, 1);
    g_assert_cmpuint(movegen_perft(pos, 1), ==, (uint64_t)count);
}

TEST(counting_finds_as_many_moves_as_listing)
{
    walk_random_games(check_counts);
}

static void check_captures(const Position *pos, const Move *moves, int count)
{
    Move captures[MOVEGEN_MAX_MOVES];
    const int found = movegen_captures(pos, captures);
    int next = 0;

    for (int i = 0; i < count; i++)
        if (move_is_capture(moves[i]) || move_is_promotion(moves[i]))
            g_assert_cmphex(next < found ? captures[next++] : MOVE_NONE, ==, moves[i]);
    g_assert_cmpint(next, ==, found);
}

TEST(captures_are_the_listed_ones_in_their_order)
{
    walk_random_games(check_captures);
}

static void check_destinations(const Position *pos, const Move *moves, int count)
{
    const Legality legality = movegen_legality(pos);
    Bitboard destinations[SQUARE_COUNT] = {0}, castlings = 0;

    for (int i = 0; i < count; i++) {
        const Square from = move_from(moves[i]), to = move_to(moves[i]);
        destinations[from] |= bitboard_of(to);
        if (move_is_castling(moves[i]))
            castlings |= bitboard_of(to);
        if (!move_is_promotion(moves[i]) || move_promotion(moves[i]) == PIECE_QUEEN)
            g_assert_cmphex(movegen_move_to(pos, from, to), ==, moves[i]);
    }
    for (Bitboard rest = pos->by_color[pos->turn]; rest; rest &= rest - 1) {
        const Square from = bitboard_first(rest);
        g_assert_cmphex(movegen_destinations(pos, &legality, from), ==, destinations[from]);
    }
    if (!legality.checkers)
        g_assert_cmphex(movegen_castlings(pos), ==, castlings);
}

TEST(destinations_are_the_listed_moves_square_by_square)
{
    walk_random_games(check_destinations);
}

static void check_legality(const Position *pos, G_GNUC_UNUSED const Move *moves,
                           G_GNUC_UNUSED int count)
{
    const SlowPosition slow = slow_copy(pos);
    const Legality legality = movegen_legality(pos);
    Bitboard pinned = 0;

    g_assert_cmpuint(legality.king, ==, position_king(pos, (Color)pos->turn));
    g_assert_cmphex(legality.checkers, ==, position_checkers(pos));
    for (int sq = 0; sq < 64;
         sq++) { /* lifted from the board, it lets a further opponent give check */
        SlowPosition without = slow;
        Position lifted = *pos;
        if (!slow_is_own(&slow, sq) || sq == legality.king)
            continue;
        without.board[sq] = '.';
        lifted.by_color[pos->turn] &= ~bitboard_of((Square)sq);
        lifted.by_type[pos->type_at[sq]] &= ~bitboard_of((Square)sq);
        if (slow_king_is_attacked(&without, pos->turn == COLOR_WHITE) &&
            position_checkers(&lifted) != legality.checkers)
            pinned |= bitboard_of((Square)sq);
    }
    g_assert_cmphex(legality.pinned, ==, pinned);
}

TEST(checkers_and_pinned_pieces_are_found)
{
    walk_random_games(check_legality);
}

TEST(the_order_of_the_moves_is_fixed)
{
    const Position pos = position_start();
    Move first[MOVEGEN_MAX_MOVES], second[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(&pos, first);

    g_assert_cmpint(count, ==, 20);
    g_assert_cmpint(movegen_moves(&pos, second), ==, 20);
    g_assert_cmpmem(first, 20 * sizeof(Move), second, 20 * sizeof(Move));
}
