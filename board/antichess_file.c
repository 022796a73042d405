
#include <string.h>

#include "board/antichess.h"
#include "board/antichess_outline.h"
#include "board/text_lines.h"

#define RULESET "6170-spring-2007"

static const char *const SIDES[COLOR_COUNT] = {"white", "black"};

static const char *const DESCRIPTIONS[ANTICHESS_END_COUNT] = {
    [ANTICHESS_PIECES_LOST] = "piecesLost",
    [ANTICHESS_CHECKMATE] = "checkmate",
    [ANTICHESS_STALEMATE] = "stalemate",
    [ANTICHESS_TIME_EXPIRED] = "timeExpired",
};

static void append_time(GString *xml, const AntichessGame *game, bool is_timed)
{
    if (is_timed)
        g_string_append_printf(
            xml,
            "  <time timed=\"true\" initWhite=\"%" G_GINT64_FORMAT
            "\" initBlack=\"%" G_GINT64_FORMAT "\" currentWhite=\"%" G_GINT64_FORMAT
            "\" currentBlack=\"%" G_GINT64_FORMAT "\"/>\n",
            (gint64)game->initial_ms[COLOR_WHITE], (gint64)game->initial_ms[COLOR_BLACK],
            (gint64)game->left_ms[COLOR_WHITE], (gint64)game->left_ms[COLOR_BLACK]);
    else
        g_string_append(xml, "  <time timed=\"false\"/>\n");
}

static void append_history(GString *xml, const AntichessGame *game, bool is_timed)
{
    GameState state = game->line->first;

    g_string_append(xml, "  <moveHistory>\n");
    for (int i = 0; i < game->line->plies; i++) {
        const Move move = game->line->moves[i];
        char value[ANTICHESS_MOVE_TEXT_SIZE];
        antichess_format_move(move, value);
        g_string_append_printf(xml, "    <move side=\"%s\" value=\"%s\"",
                               SIDES[GAME_ANTICHESS.turn(&state)], value);
        if (is_timed)
            g_string_append_printf(xml, " time=\"%" G_GINT64_FORMAT "\"",
                                   (gint64)g_array_index(game->left_after_ms, int64_t, i));
        g_string_append(xml, "/>\n");
        GAME_ANTICHESS.play(&state, move);
    }
    g_string_append(xml, "  </moveHistory>\n");
}

/* From a8 to h1, as a board is read. */
static void append_pieces(GString *xml, const Position *pos)
{
    g_string_append(xml, "  <pieces>\n");
    for (int i = 0; i < SQUARE_COUNT; i++) {
        const Square sq = (Square)(i ^ 56);
        char id[3] = "";
        if (position_type_at(pos, sq) == PIECE_NONE)
            continue;
        square_format(sq, id);
        g_string_append_printf(xml, "    <square id=\"%s\" side=\"%s\" piece=\"%s\"/>\n", id,
                               SIDES[position_color_at(pos, sq)],
                               PIECE_NAME[position_type_at(pos, sq)]);
    }
    g_string_append(xml, "  </pieces>\n");
}

static void append_end(GString *xml, const AntichessOutcome *outcome)
{
    if (outcome->end == ANTICHESS_GOES_ON)
        return;
    g_string_append(xml, "  <gameOver");
    if (outcome->winner != GAME_NOBODY)
        g_string_append_printf(xml, " winner=\"%s\"", SIDES[outcome->winner]);
    g_string_append_printf(xml, " description=\"%s\"/>\n", DESCRIPTIONS[outcome->end]);
}

char *antichess_file_format(const AntichessGame *game)
{
    const bool is_timed =
        antichess_game_has_clock(game, COLOR_WHITE) && antichess_game_has_clock(game, COLOR_BLACK);
    const AntichessOutcome outcome = antichess_game_outcome(game);
    GString *xml = g_string_new("<game ruleset=\"" RULESET "\">\n");

    append_time(xml, game, is_timed);
    append_history(xml, game, is_timed);
    append_pieces(xml, &game->line->state.chess);
    append_end(xml, &outcome);
    g_string_append(xml, "</game>\n");
    return g_string_free(xml, FALSE);
}

static bool check_ruleset(const AntichessOutline *outline, GError **error)
{
    static const char *const rulesets[] = {RULESET};
    int ruleset;

    return antichess_tag_read_word(antichess_outline_tag(outline, ANTICHESS_ELEMENT_GAME, 0),
                                   ANTICHESS_GAME_RULESET, rulesets, 1, &ruleset, error);
}

static bool is_timed(const AntichessGame *game)
{
    return antichess_game_has_clock(game, COLOR_WHITE);
}

/* A new game with the clocks of the file. Owner: the caller. */
static AntichessGame *read_clocks(const AntichessOutline *outline, GError **error)
{
    static const char *const words[] = {"false", "true"};
    const AntichessTag *tag = antichess_outline_tag(outline, ANTICHESS_ELEMENT_TIME, 0);
    int64_t initial_ms[COLOR_COUNT] = {0};
    int timed;

    if (!antichess_tag_read_word(tag, ANTICHESS_TIME_TIMED, words, G_N_ELEMENTS(words), &timed,
                                 error))
        return NULL;
    for (int side = COLOR_WHITE; timed && side <= COLOR_BLACK; side++) {
        if (!antichess_tag_read_number(tag, ANTICHESS_TIME_INITIAL + side, &initial_ms[side],
                                       error))
            return NULL;
        if (initial_ms[side] == 0) {
            antichess_tag_refuse(tag, ANTICHESS_TIME_INITIAL + side, BOARD_ERROR_RULES,
                                 "but a clock cannot begin with that", error);
            return NULL;
        }
    }
    return antichess_game_new(initial_ms[COLOR_WHITE], initial_ms[COLOR_BLACK]);
}

/* Lets the side to move think until its clock shows what @attribute says. */
static bool run_clock(AntichessGame *game, const AntichessTag *tag, int attribute, GError **error)
{
    const int64_t shown_ms = game->left_ms[game_line_turn(game->line)];
    int64_t left_ms;

    if (!antichess_tag_read_number(tag, attribute, &left_ms, error))
        return false;
    if (left_ms > shown_ms)
        return antichess_tag_refuse(tag, attribute, BOARD_ERROR_RULES, "more than was left", error);
    antichess_game_spend(game, shown_ms - left_ms);
    return true;
}

static bool read_move(AntichessGame *game, const AntichessTag *tag, GError **error)
{
    const char *value = antichess_tag_require(tag, ANTICHESS_MOVE_VALUE, error);
    Move move;
    int side;

    if (value == NULL ||
        !antichess_tag_read_word(tag, ANTICHESS_MOVE_SIDE, SIDES, COLOR_COUNT, &side, error))
        return false;
    if (antichess_game_outcome(game).end != ANTICHESS_GOES_ON) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES,
                    "line %d: the game is over before the move '%s'", tag->line, value);
        return false;
    }
    if (side != game_line_turn(game->line))
        return antichess_tag_refuse(tag, ANTICHESS_MOVE_SIDE, BOARD_ERROR_RULES,
                                    "which is not to move", error);
    move = antichess_find_move(&game->line->state, value);
    if (move == MOVE_NONE)
        return antichess_tag_refuse(tag, ANTICHESS_MOVE_VALUE, BOARD_ERROR_RULES,
                                    "which is not legal", error);
    if (is_timed(game) && !run_clock(game, tag, ANTICHESS_MOVE_TIME, error))
        return false;
    antichess_game_play(game, move);
    return true;
}

static bool read_history(AntichessGame *game, const AntichessOutline *outline, GError **error)
{
    for (guint i = 0; i < outline->tags[ANTICHESS_ELEMENT_MOVE]->len; i++)
        if (!read_move(game, antichess_outline_tag(outline, ANTICHESS_ELEMENT_MOVE, i), error))
            return false;
    return true;
}

/* Reads what is left now. Only the clock of the side to move can have run since the last move. */
static bool read_current(AntichessGame *game, const AntichessOutline *outline, GError **error)
{
    const AntichessTag *tag = antichess_outline_tag(outline, ANTICHESS_ELEMENT_TIME, 0);
    const bool runs = antichess_game_outcome(game).end == ANTICHESS_GOES_ON;
    const int turn = game_line_turn(game->line);

    for (int side = COLOR_WHITE; is_timed(game) && side <= COLOR_BLACK; side++) {
        int64_t left_ms;
        if (runs && side == turn) {
            if (!run_clock(game, tag, ANTICHESS_TIME_CURRENT + side, error))
                return false;
        } else if (!antichess_tag_read_number(tag, ANTICHESS_TIME_CURRENT + side, &left_ms,
                                              error)) {
            return false;
        } else if (left_ms != game->left_ms[side]) {
            return antichess_tag_refuse(tag, ANTICHESS_TIME_CURRENT + side, BOARD_ERROR_RULES,
                                        "not what the last move left", error);
        }
    }
    return true;
}

static bool read_square(const AntichessTag *tag, Square *out_sq, GError **error)
{
    const char *id = antichess_tag_require(tag, ANTICHESS_SQUARE_ID, error);

    if (id == NULL)
        return false;
    *out_sq = strlen(id) == 2 ? square_parse(id) : SQUARE_NONE;
    return *out_sq != SQUARE_NONE ||
           antichess_tag_refuse(tag, ANTICHESS_SQUARE_ID, BOARD_ERROR_SYNTAX,
                                "which is not a square", error);
}

/* Checks that the piece stands on @pos and takes its square from @missing. */
static bool check_piece(const Position *pos, const AntichessTag *tag, Bitboard *missing,
                        GError **error)
{
    int side, piece;
    Square sq;

    if (!read_square(tag, &sq, error) ||
        !antichess_tag_read_word(tag, ANTICHESS_SQUARE_SIDE, SIDES, COLOR_COUNT, &side, error) ||
        !antichess_tag_read_word(tag, ANTICHESS_SQUARE_PIECE, PIECE_NAME, PIECE_TYPE_COUNT, &piece,
                                 error))
        return false;
    if (!bitboard_has(*missing, sq) || (int)position_color_at(pos, sq) != side ||
        (int)position_type_at(pos, sq) != piece) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES,
                    "line %d: the moves leave no %s %s on %s, or it is there already", tag->line,
                    SIDES[side], PIECE_NAME[piece], tag->value[ANTICHESS_SQUARE_ID]);
        return false;
    }
    *missing ^= bitboard_of(sq);
    return true;
}

static bool check_pieces(const AntichessGame *game, const AntichessOutline *outline, GError **error)
{
    const Position *pos = &game->line->state.chess;
    Bitboard missing = position_occupied(pos);
    char id[3] = "";

    for (guint i = 0; i < outline->tags[ANTICHESS_ELEMENT_SQUARE]->len; i++)
        if (!check_piece(pos, antichess_outline_tag(outline, ANTICHESS_ELEMENT_SQUARE, i), &missing,
                         error))
            return false;
    if (missing == 0)
        return true;
    square_format(bitboard_first(missing), id);
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "line %d: the piece on %s is missing",
                antichess_outline_tag(outline, ANTICHESS_ELEMENT_PIECES, 0)->line, id);
    return false;
}

/* Whether the file says the same of the end as clocks and board. */
static bool check_end(const AntichessGame *game, const AntichessOutline *outline, GError **error)
{
    const AntichessOutcome outcome = antichess_game_outcome(game);
    const bool is_over = outline->tags[ANTICHESS_ELEMENT_GAME_OVER]->len > 0;
    const char *winner = outcome.winner != GAME_NOBODY ? SIDES[outcome.winner] : NULL;
    const AntichessTag *tag;

    if (is_over != (outcome.end != ANTICHESS_GOES_ON)) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "the game is %s",
                    is_over ? "not over, and there is 'gameOver'" : "over without 'gameOver'");
        return false;
    }
    if (!is_over)
        return true;
    tag = antichess_outline_tag(outline, ANTICHESS_ELEMENT_GAME_OVER, 0);
    if (antichess_tag_require(tag, ANTICHESS_OVER_DESCRIPTION, error) == NULL ||
        (winner != NULL && antichess_tag_require(tag, ANTICHESS_OVER_WINNER, error) == NULL))
        return false;
    if (strcmp(tag->value[ANTICHESS_OVER_DESCRIPTION], DESCRIPTIONS[outcome.end]) != 0)
        return antichess_tag_refuse(tag, ANTICHESS_OVER_DESCRIPTION, BOARD_ERROR_RULES,
                                    "not how the game ended", error);
    return g_strcmp0(tag->value[ANTICHESS_OVER_WINNER], winner) == 0 ||
           antichess_tag_refuse(tag, ANTICHESS_OVER_WINNER, BOARD_ERROR_RULES,
                                "but that side has not won", error);
}

AntichessGame *antichess_file_parse(const char *text, size_t length, GError **error)
{
    g_auto(AntichessOutline) outline;
    g_autoptr(AntichessGame) game = NULL;

    g_autofree char *copy = g_strndup(text, length);

    antichess_outline_init(&outline);
    if (memchr(text, '\0', length) != NULL) {
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "it has a NUL character");
        return NULL;
    }
    if (!antichess_outline_read(&outline, text_skip_mark(copy), error) ||
        !check_ruleset(&outline, error))
        return NULL;
    game = read_clocks(&outline, error);
    if (game == NULL || !read_history(game, &outline, error) ||
        !read_current(game, &outline, error) || !check_pieces(game, &outline, error) ||
        !check_end(game, &outline, error))
        return NULL;
    return g_steal_pointer(&game);
}
