#include "board/san.h"

#include <string.h>

#include "board/movegen.h"

static const char KIND_LETTERS[] = "PNBRQK";

/* The other pieces of the mover's kind and side that could legally go to the same square. */
static Bitboard find_rivals(const Position *pos, PieceType type, Square from, Square to)
{
    const Bitboard occupied = position_occupied(pos);
    Bitboard same = attacks_from(type, (Color)pos->turn, to, occupied) &
                    position_pieces(pos, (Color)pos->turn, type) & ~bitboard_of(from);

    if (same) {
        const Legality legality = movegen_legality(pos);
        for (Bitboard rest = same; rest; rest &= rest - 1)
            if (!bitboard_has(movegen_destinations(pos, &legality, bitboard_first(rest)), to))
                same ^= rest & -rest;
    }
    return same;
}

/* Writes as much of the square of departure as is needed to tell the move from those of @others:
 * nothing, the file, the rank, or both. */
static char *format_departure(Square from, Bitboard others, char *text)
{
    const bool file_is_shared = others & FILE_A << square_file(from);
    const bool rank_is_shared = others & RANK_1 << 8 * square_rank(from);

    if (!others)
        return text;
    if (!file_is_shared || rank_is_shared)
        *text++ = (char)('a' + square_file(from));
    if (file_is_shared)
        *text++ = (char)('1' + square_rank(from));
    return text;
}

static char *format_move(const Position *pos, Move move, char *text)
{
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = position_type_at(pos, from);

    if (move_is_castling(move)) {
        const char *castling = move_flag(move) == MOVE_CASTLE_KING ? "O-O" : "O-O-O";
        return g_stpcpy(text, castling);
    }
    if (type != PIECE_PAWN) {
        *text++ = KIND_LETTERS[type];
        if (type != PIECE_KING)
            text = format_departure(from, find_rivals(pos, type, from, to), text);
    } else if (move_is_capture(move)) {
        *text++ = (char)('a' + square_file(from));
    }
    if (move_is_capture(move))
        *text++ = 'x';
    text = square_format(to, text);
    if (move_is_promotion(move)) {
        *text++ = '=';
        *text++ = KIND_LETTERS[move_promotion(move)];
    }
    return text;
}

/* Whether @move gives check: by the piece that arrives, or along a line that opens. Looked up
 * rather than played, as this is asked of every move of a recorded game. */
static bool gives_check(const Position *pos, Move move)
{
    const Color us = (Color)pos->turn;
    const Square from = move_from(move), to = move_to(move);
    const Square king = position_king(pos, color_opponent(us));
    const PieceType type =
        move_is_promotion(move) ? move_promotion(move) : position_type_at(pos, from);
    const Bitboard occupied = position_occupied_after(pos, move);

    if (move_is_castling(move)) /* by the rook, which stands where the king passed */
        return bitboard_has(attacks_rook((Square)((from + to) / 2), occupied), king);
    return bitboard_has(attacks_from(type, us, to, occupied), king) ||
           (position_sliders_to(pos, king, occupied) & pos->by_color[us] & ~bitboard_of(from));
}

int san_format(const Position *pos, Move move, char out_text[static SAN_TEXT_SIZE])
{
    char *text = format_move(pos, move, out_text);

    if (gives_check(pos, move)) {
        Position next = *pos;
        position_play(&next, move);
        *text++ = movegen_any(&next) ? '+' : '#';
    }
    *text = '\0';
    return (int)(text - out_text);
}

/* The parts of a move in a text; -1 for each that it leaves open. */
typedef struct {
    PieceType type;
    int from_file, from_rank, to_file, to_rank;
    PieceType promotion; /* PIECE_NONE: none */
    int castling;        /* a MoveFlag, 0: none */
    bool coordinates;    /* the kind of piece is open too */
} MoveText;

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* "O-O" and the like; the number of characters read. */
static size_t read_castling(const char *text, MoveText *out)
{
    const bool is_long = g_str_has_prefix(text, "O-O-O") || g_str_has_prefix(text, "0-0-0");

    if (!is_long && !g_str_has_prefix(text, "O-O") && !g_str_has_prefix(text, "0-0"))
        return 0;
    out->castling = is_long ? MOVE_CASTLE_QUEEN : MOVE_CASTLE_KING;
    return strlen(is_long ? "O-O-O" : "O-O");
}

/* Files and ranks: the last pair is the square entered, what stands before it the one left. */
static const char *read_squares(const char *text, MoveText *out)
{
    if (is_file(text[0]) && (is_file(text[1]) || text[1] == 'x' || text[1] == '-' ||
                             (is_rank(text[1]) && ((is_file(text[2]) && is_rank(text[3])) ||
                                                   text[2] == 'x' || text[2] == '-'))))
        out->from_file = *text++ - 'a';
    if (is_rank(text[0]))
        out->from_rank = *text++ - '1';
    if (*text == 'x' || *text == '-')
        text++;
    if (!is_file(text[0]) || !is_rank(text[1]))
        return NULL;
    out->to_file = text[0] - 'a';
    out->to_rank = text[1] - '1';
    return text + 2;
}

/* "=Q", "Q", "(Q)", "/Q". */
static const char *read_promotion(const char *text, MoveText *out)
{
    const bool is_marked = *text != '\0' && strchr("=(/", *text) != NULL;
    const char *letter =
        text[is_marked] != '\0' ? strchr("NBRQ", g_ascii_toupper(text[is_marked])) : NULL;

    if (letter == NULL)
        return text;
    out->promotion = (PieceType)(PIECE_KNIGHT + (letter - "NBRQ"));
    return text + is_marked + 1 + (*text == '(' && text[2] == ')');
}

bool san_is_remark(const char *text)
{
    static const char *const remarks[] = {"+", "#", "!", "?", "e.p.", "ep", "mate", "ch"};
    size_t i = 0;

    while (*text != '\0' && i < G_N_ELEMENTS(remarks))
        if (g_str_has_prefix(text, remarks[i])) {
            text += strlen(remarks[i]);
            i = 0;
        } else {
            i++;
        }
    return *text == '\0';
}

static bool read_move(const char *text, MoveText *out)
{
    const char *letter = *text != '\0' ? strchr(KIND_LETTERS, *text) : NULL;
    const size_t castling = read_castling(text, out);

    if (castling > 0) {
        text += castling;
    } else {
        if (letter != NULL) {
            out->type = (PieceType)(letter - KIND_LETTERS);
            text++;
        }
        text = read_squares(text, out);
        if (text == NULL)
            return false;
        out->coordinates = letter == NULL && out->from_file >= 0 && out->from_rank >= 0;
        text = read_promotion(text, out);
    }
    return san_is_remark(text);
}

/* Whether @text says the castling @move as Fischer random chess does, "e1h1": no other move takes a
 * piece of its own side. */
static bool is_king_to_rook(Move move, const MoveText *text)
{
    const Square from = move_from(move);
    const int rook_file = move_flag(move) == MOVE_CASTLE_KING ? 7 : 0;

    return text->from_file == square_file(from) && text->from_rank == square_rank(from) &&
           text->to_file == rook_file && text->to_rank == square_rank(from) &&
           text->promotion == PIECE_NONE;
}

static bool move_fits_text(const Position *pos, Move move, const MoveText *text)
{
    const Square from = move_from(move), to = move_to(move);

    if (text->castling)
        return move_flag(move) == (unsigned)text->castling;
    if (text->coordinates && move_is_castling(move) && is_king_to_rook(move, text))
        return true;
    return (text->coordinates || position_type_at(pos, from) == text->type) &&
           square_file(to) == text->to_file && square_rank(to) == text->to_rank &&
           (text->from_file < 0 || square_file(from) == text->from_file) &&
           (text->from_rank < 0 || square_rank(from) == text->from_rank) &&
           text->promotion == (move_is_promotion(move) ? move_promotion(move) : PIECE_NONE);
}

bool san_parse(const Position *pos, const char *text, Move *out_move, GError **error)
{
    MoveText wanted = {.from_file = -1, .from_rank = -1, .promotion = PIECE_NONE};
    Move moves[MOVEGEN_MAX_MOVES];
    Move found = MOVE_NONE;
    int count, fitting = 0;

    if (!read_move(text, &wanted))
        return board_fail_syntax(error, "'%s' is not a move", text);
    count = movegen_moves(pos, moves);
    for (int i = 0; i < count; i++)
        if (move_fits_text(pos, moves[i], &wanted)) {
            found = moves[i];
            fitting++;
        }
    if (fitting != 1)
        return board_fail_rules(
            error,
            fitting == 0 ? "'%s' is not a legal move here"
                         : "'%s' is ambiguous: add the file or rank of the piece, as in Nbd2",
            text);
    *out_move = found;
    return true;
}
