/* Any text as PGN: the reader comes to its end, with moves and without, gives a reason for every
 * game it refuses, and the moves of the others are legal and can be written and read again. */
#include <glib.h>
#include <stddef.h>
#include <string.h>

#include "board/fen.h"
#include "board/pgn.h"
#include "board/san.h"
#include "require.h"
#include "tests/legal.h"

/* The game as our own writer writes it. Owner: the caller. */
static char *write_game(const PgnGame *game)
{
    GString *pgn = g_string_new(NULL);
    Position pos = game->start;
    char fen[FEN_TEXT_SIZE];
    PgnMoves moves;

    fen_format(&pos, fen);
    pgn_append_tag(pgn, "FEN", fen);
    moves = pgn_moves_begin(pgn);
    for (guint i = 0; i < game->moves->len; i++) {
        const Move move = g_array_index(game->moves, Move, i);
        char san[SAN_TEXT_SIZE];
        require(is_legal_in_chess(&pos, move), "an illegal move is read", pgn->str);
        pgn_moves_append_number(&moves, pos.fullmove_number, pos.turn == COLOR_BLACK, i == 0);
        pgn_moves_append(&moves, san, (size_t)san_format(&pos, move, san));
        position_play(&pos, move);
    }
    pgn_moves_end(&moves, game->result);
    return g_string_free(pgn, FALSE);
}

/* An array of no moves has no data to compare. */
static bool same_moves(const GArray *a, const GArray *b)
{
    return a->len == b->len &&
           (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(Move)) == 0);
}

static void check_game(const PgnGame *game)
{
    g_autofree char *text = write_game(game);
    PgnReader reader = pgn_reader_begin(text);
    g_autoptr(PgnGame) again = pgn_reader_next(&reader, NULL);

    require(again != NULL, "not read as it was written", text);
    require(same_moves(again->moves, game->moves), "other moves are read", text);
    require(strcmp(again->result, game->result) == 0, "another result is read", text);
}

static void check_text(const char *text, bool with_moves)
{
    PgnReader reader = pgn_reader_begin(text);

    for (;;) {
        g_autoptr(GError) error = NULL;
        const char *before = reader.text;
        g_autoptr(PgnGame) game =
            with_moves ? pgn_reader_next(&reader, &error) : pgn_reader_next_tags(&reader, &error);
        require(game == NULL || error == NULL, "read and refused", text);
        if (game == NULL && error == NULL)
            break;
        require(reader.text > before, "the reader stands still", text);
        if (game != NULL && with_moves)
            check_game(game);
    }
    require(*reader.text == '\0', "the reader stops before the end", text);
}

FUZZ_TEXT(text)
{
    check_text(text, true);
    check_text(text, false);
}
