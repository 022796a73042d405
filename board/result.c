#include "board/result.h"

#include <glib.h>
#include <string.h>

#include "board/game.h"

static const char *const TEXTS[] = {RESULT_BLACK_WINS, RESULT_DRAW, RESULT_WHITE_WINS};

int result_half_points(int winner)
{
    return winner == GAME_NOBODY ? 1 : winner == COLOR_WHITE ? 2 : 0;
}

const char *result_text(int half_points)
{
    return TEXTS[half_points];
}

int result_parse(const char *word, size_t length)
{
    for (int i = 0; i < (int)G_N_ELEMENTS(TEXTS); i++)
        if (strlen(TEXTS[i]) == length && memcmp(TEXTS[i], word, length) == 0)
            return i;
    return -1;
}
