#include "board/chess.h"

#include "board/fen.h"
#include "board/movegen.h"
#include "board/san.h"

GameState chess_start(void)
{
    return (GameState){.chess = position_start()};
}

bool chess_read_state(const char *text, GameState *out_state, GError **error)
{
    return fen_parse_board(text, &out_state->chess, error);
}

const char *chess_fault(const GameState *state)
{
    return position_fault(&state->chess);
}

char *chess_write_state(const GameState *state)
{
    char fen[FEN_TEXT_SIZE];

    fen_format(&state->chess, fen);
    return g_strdup(fen);
}

int chess_turn(const GameState *state)
{
    return state->chess.turn;
}

uint64_t chess_key(const GameState *state)
{
    return state->chess.key;
}

static int list_moves(const GameState *state, Move out_moves[static GAME_MAX_MOVES])
{
    return movegen_moves(&state->chess, out_moves);
}

static void play_move(GameState *state, Move move)
{
    position_play(&state->chess, move);
}

static bool no_mate_is_possible(const Position *pos)
{
    const Bitboard bishops = pos->by_type[PIECE_BISHOP];
    const Bitboard others = position_occupied(pos) ^ pos->by_type[PIECE_KING] ^ bishops;

    if (others)
        return !bishops && others == pos->by_type[PIECE_KNIGHT] && !bitboard_has_several(others);
    return !(bishops & LIGHT_SQUARES) || !(bishops & ~LIGHT_SQUARES);
}

static bool material_is_insufficient(const Position *pos, InsufficientMaterial rule)
{
    switch (rule) {
    case INSUFFICIENT_MATERIAL_OFF:
        break;
    case INSUFFICIENT_MATERIAL_BARE_KINGS:
        return position_occupied(pos) == pos->by_type[PIECE_KING];
    case INSUFFICIENT_MATERIAL_FIDE:
        return no_mate_is_possible(pos);
    }
    return false;
}

Termination chess_called_draw(const GameLine *line)
{
    const Position *pos = &line->state.chess;
    const DrawRules *rules = &line->rules;

    if (rules->fifty_moves && pos->halfmove_clock >= (rules->fifty_counts_half_moves ? 50 : 100))
        return TERMINATION_FIFTY_MOVES;
    if (rules->repetition && game_line_repetitions(line, pos->key, pos->halfmove_clock) >= 2)
        return TERMINATION_REPETITION;
    return rules->max_plies > 0 && line->plies >= rules->max_plies ? TERMINATION_PLY_LIMIT
                                                                   : TERMINATION_NONE;
}

/* A mate on the last ply that any rule allows still counts. */
static GameOutcome find_outcome(const GameLine *line)
{
    const Position *pos = &line->state.chess;
    Termination draw;

    if (!movegen_any(pos)) {
        if (position_checkers(pos))
            return game_outcome_win(TERMINATION_CHECKMATE, (int)color_opponent((Color)pos->turn));
        draw = TERMINATION_STALEMATE;
    } else if (material_is_insufficient(pos, line->rules.insufficient_material)) {
        draw = TERMINATION_INSUFFICIENT_MATERIAL;
    } else {
        draw = chess_called_draw(line);
    }
    return game_outcome_even(draw);
}

/* How often the state with @key, which stands @plies plies after the beginning of @line, stood on
 * the board before. @plies may be one more than the line has. */
static int times_before(const GameLine *line, uint64_t key, int plies)
{
    int count = 0;

    for (int i = plies - 2; i >= 0; i -= 2)
        count += line->keys[i] == key;
    return count;
}

static bool a_move_makes_a_draw(const GameLine *line)
{
    const Position *pos = &line->state.chess;
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    for (int i = 0; i < count; i++) {
        Position after = *pos;
        position_play(&after, moves[i]);
        if (after.halfmove_clock >= 100 || times_before(line, after.key, line->plies + 1) >= 2)
            return true;
    }
    return false;
}

bool chess_may_claim_draw(const GameLine *line)
{
    const Position *pos = &line->state.chess;
    const int plies = line->plies;

    return pos->halfmove_clock >= 100 || no_mate_is_possible(pos) ||
           times_before(line, pos->key, plies) >= 2 ||
           (plies > 0 && times_before(line, line->keys[plies - 1], plies - 1) >= 2) ||
           a_move_makes_a_draw(line);
}

void chess_material(const GameState *state, int out_material[static GAME_MAX_SIDES])
{
    out_material[COLOR_WHITE] = position_material(&state->chess, COLOR_WHITE);
    out_material[COLOR_BLACK] = position_material(&state->chess, COLOR_BLACK);
}

PieceType chess_mover(const GameState *state, Move move, int *out_square)
{
    *out_square = (int)move_from(move);
    return position_type_at(&state->chess, move_from(move));
}

int chess_format_move(const GameState *state, Move move, char out_text[static GAME_MOVE_TEXT_SIZE])
{
    return san_format(&state->chess, move, out_text);
}

void chess_format_square(int square, char out_text[static GAME_SQUARE_TEXT_SIZE])
{
    out_text[2] = '\0';
    square_format((Square)square, out_text);
}

int chess_parse_square(const char *text)
{
    const Square sq = square_parse(text);

    return sq == SQUARE_NONE || text[2] != '\0' ? -1 : sq;
}

static bool parse_move(const GameState *state, const char *text, Move *out_move, GError **error)
{
    return san_parse(&state->chess, text, out_move, error);
}

/* Capitals and small letters tell the two sides apart without colours. */
char *chess_draw(const GameState *state, G_GNUC_UNUSED bool in_color)
{
    GString *text = g_string_new(NULL);

    for (int rank = 7; rank >= 0; rank--) {
        g_string_append_printf(text, "  %d ", rank + 1);
        for (int file = 0; file < 8; file++) {
            const Square sq = square_at(file, rank);
            const PieceType type = position_type_at(&state->chess, sq);
            g_string_append_printf(text, " %c",
                                   piece_letter(position_color_at(&state->chess, sq), type));
        }
        g_string_append_c(text, '\n');
    }
    g_string_append(text, "\n     a b c d e f g h\n");
    return g_string_free(text, FALSE);
}

const Game GAME_CHESS = {
    .name = "chess",
    .summary = "chess by the FIDE laws; the experiment selects the draw rules",
    CHESS_BOARD,
    .read_state = chess_read_state,
    .fault = chess_fault,
    .moves = list_moves,
    .play = play_move,
    .outcome = find_outcome,
    .format_move = chess_format_move,
    .format_move_code = move_format,
    .parse_move = parse_move,
    .move_examples = "e4, Nf3, e2e4",
};
