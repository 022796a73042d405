/* Any text as an EPD record: what is read holds together, what is refused says why. */
#include <stddef.h>
#include <string.h>

#include "board/epd.h"
#include "board/fen.h"
#include "require.h"
#include "tests/position_damage.h"

static void check_moves(const EpdRecord *record, const EpdMoves *moves, const char *text)
{
    Move legal[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(&record->position, legal);

    require(moves->count <= count, "a move is there twice", text);
    for (int i = 0; i < moves->count; i++) {
        bool found = false;
        for (int j = 0; j < count; j++)
            found |= legal[j] == moves->move[i];
        require(found, "a move is not legal", text);
    }
}

FUZZ_TEXT(text)
{
    g_autoptr(GError) error = NULL;
    g_auto(EpdRecord) record = {0};

    if (!epd_parse(text, &record, &error)) {
        require(error != NULL && record.id == NULL, "refused without a reason", text);
        return;
    }
    require(error == NULL, "read with an error", text);
    require(position_damage(&record.position) == NULL, "a position with a fault is read", text);
    check_moves(&record, &record.best, text);
    check_moves(&record, &record.avoid, text);
}
