#include "board/move.h"

const int PIECE_VALUE[PIECE_TYPE_COUNT + 1] = {
    [PIECE_PAWN] = 100, [PIECE_KNIGHT] = 300, [PIECE_BISHOP] = 350,
    [PIECE_ROOK] = 500, [PIECE_QUEEN] = 900,  [PIECE_KING] = PIECE_KING_VALUE,
};

const char *const PIECE_NAME[PIECE_TYPE_COUNT] = {
    [PIECE_PAWN] = "pawn", [PIECE_KNIGHT] = "knight", [PIECE_BISHOP] = "bishop",
    [PIECE_ROOK] = "rook", [PIECE_QUEEN] = "queen",   [PIECE_KING] = "king",
};

const char PIECE_LETTERS[] = "PNBRQK.pnbrqk.";

int move_format(Move move, char out_text[static MOVE_TEXT_SIZE])
{
    int length = 4;

    square_format(move_to(move), square_format(move_from(move), out_text));
    if (move_is_promotion(move))
        out_text[length++] = "nbrq"[move_flag(move) & 3];
    out_text[length] = '\0';
    return length;
}
