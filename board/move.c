#include "board/move.h"

int move_format(Move move, char out_text[static MOVE_TEXT_SIZE])
{
    int length = 4;

    square_format(move_from(move), out_text);
    square_format(move_to(move), out_text + 2);
    if (move_is_promotion(move))
        out_text[length++] = "nbrq"[move_flag(move) & 3];
    out_text[length] = '\0';
    return length;
}
