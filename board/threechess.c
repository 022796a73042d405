#include "board/threechess.h"

#include <string.h>

#include "board/three_position.h"

G_STATIC_ASSERT(GAME_MAX_MOVES >= THREE_MAX_MOVES);
G_STATIC_ASSERT(GAME_MOVE_TEXT_SIZE >= THREE_MOVE_TEXT_SIZE);

static GameState initial_state(void)
{
    return (GameState){.three = three_position_start()};
}

static bool read_state(const char *text, GameState *out_state, GError **error)
{
    return three_text_parse(text, &out_state->three, error);
}

static char *write_state(const GameState *state)
{
    char text[THREE_TEXT_SIZE];

    three_text_format(&state->three, text);
    return g_strdup(text);
}

static int side_to_move(const GameState *state)
{
    return state->three.turn;
}

static uint64_t state_key(const GameState *state)
{
    return state->three.key;
}

static bool king_is_taken(const ThreePosition *pos)
{
    return three_position_winner(pos) != THREE_NOBODY;
}

static int list_moves(const GameState *state, Move out_moves[static GAME_MAX_MOVES])
{
    return king_is_taken(&state->three) ? 0 : three_movegen_moves(&state->three, out_moves);
}

static void play_move(GameState *state, Move move)
{
    three_position_play(&state->three, move);
}

/* A king taken, or no move left, on the last ply that any rule allows still counts. */
static GameOutcome find_outcome(const GameLine *line)
{
    const ThreePosition *pos = &line->state.three;
    const DrawRules *rules = &line->rules;
    const int quiet_plies = (int)MIN(pos->quiet_plies, (uint32_t)line->plies);
    Termination draw = TERMINATION_NONE;

    if (king_is_taken(pos)) {
        const int winner = three_position_winner(pos);
        return (GameOutcome){TERMINATION_KING_CAPTURE, winner, pos->king_taken[winner]};
    }
    if (!three_movegen_any(pos))
        draw = TERMINATION_STALEMATE;
    else if (rules->repetition && game_line_repetitions(line, pos->key, quiet_plies) >= 2)
        draw = TERMINATION_REPETITION;
    else if (rules->max_plies > 0 && line->plies >= rules->max_plies)
        draw = TERMINATION_PLY_LIMIT;
    return (GameOutcome){draw, GAME_NOBODY, GAME_NOBODY};
}

static void count_material(const GameState *state, int out_material[static GAME_MAX_SIDES])
{
    const ThreePosition *pos = &state->three;

    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++) {
        const int kings = three_set_count(three_position_pieces(pos, color, PIECE_KING));
        out_material[color] = 100 * (pos->worth[color] - kings * THREE_WORTH[PIECE_KING]);
    }
}

static void format_square(int square, char out_text[static GAME_SQUARE_TEXT_SIZE])
{
    three_square_format((ThreeSquare)square, out_text);
}

static int parse_square(const char *text)
{
    const ThreeSquare sq = three_square_parse(text);

    return sq == THREE_SQUARE_NONE || text[3] != '\0' ? -1 : (int)sq;
}

static PieceType find_mover(const GameState *state, Move move, int *out_square)
{
    *out_square = (int)three_move_from(move);
    return three_position_type_at(&state->three, three_move_from(move));
}

static int format_move(G_GNUC_UNUSED const GameState *state, Move move,
                       char out_text[static GAME_MOVE_TEXT_SIZE])
{
    return three_text_format_move(move, out_text);
}

static bool parse_move(const GameState *state, const char *text, Move *out_move, GError **error)
{
    if (king_is_taken(&state->three))
        return board_fail_rules(error, "'%s' follows the end of the game: a king has been captured",
                                text);
    return three_text_parse_move(&state->three, text, out_move, error);
}

/* The board as it lies on the table, each square by its name, Blue's side below. Round it stand the
 * columns and rows. */
static const char PICTURE[] =
    "                       1   2   3   4   4   3   2   1\n"
    "                   A  GA1 GA2 GA3 GA4 RH4 RH3 RH2 RH1  H\n"
    "                 B  GB1                             RG1  G\n"
    "                        GB2  GB3           RG3  RG2\n"
    "               C  GC1             GB4 RG4             RF1  F\n"
    "             D  GD1    GC2                       RF2    RE1  E\n"
    "                            GC3  GC4   RF4  RF3\n"
    "           E  GE1     GD2                         RE2     RD1  D\n"
    "        F  GF1     GE2     GD3               RE3     RD2     RC1  C\n"
    "                                 GD4   RE4\n"
    "     G  GG1     GF2      GE3                   RD3      RC2     RB1  B\n"
    "  H1  GH1   GG2     GF3       GE4         RD4       RC3     RB2   RA1  A1\n"
    "     2  GH2     GG3      GF4                   RC4      RB3     RA2  2\n"
    "                                 BD4   BE4\n"
    "        3  GH3     GG4     BC4               BF4     RB4     RA3  3\n"
    "           4  GH4     BB4                         BG4     RA4  4\n"
    "                            BC3  BD3   BE3  BF3\n"
    "             4  BA4    BB3                       BG3    BH4  4\n"
    "               3  BA3             BD2 BE2             BH3  3\n"
    "                        BB2  BC2           BF2  BG2\n"
    "                 2  BA2                             BH2  2\n"
    "                   1  BA1 BB1 BC1 BD1 BE1 BF1 BG1 BH1  1\n"
    "                       A   B   C   D   E   F   G   H\n";

/* A piece is the small letter of its colour and the letter of its kind: "rK". */
static void append_square(GString *text, const ThreePosition *pos, ThreeSquare sq, bool in_color)
{
    static const char *const begin[THREE_COLOR_COUNT] = {"\033[1;34m", "\033[1;32m", "\033[1;31m"};
    const ThreePiece piece = pos->piece_at[sq];
    const ThreeColor color = three_piece_color(piece);

    if (piece == PIECE_NONE)
        g_string_append(text, "  .");
    else
        g_string_append_printf(text, " %s%c%c%s", in_color ? begin[color] : "", "bgr"[color],
                               "PNBRQK"[three_piece_type(piece)], in_color ? "\033[0m" : "");
}

static char *draw_board(const GameState *state, bool in_color)
{
    GString *text = g_string_new(NULL);
    const char *place = PICTURE;

    while (*place != '\0') {
        const ThreeSquare sq = three_square_parse(place);
        if (sq == THREE_SQUARE_NONE) {
            g_string_append_c(text, *place++);
            continue;
        }
        append_square(text, &state->three, sq, in_color);
        place += THREE_SQUARE_TEXT_SIZE - 1;
    }
    return g_string_free(text, FALSE);
}

const Game GAME_THREECHESS = {
    .name = "threechess",
    .summary = "three-player chess on 96 squares; the side that captures a king wins",
    .sides = 3,
    .side_name = {"Blue", "Green", "Red"},
    .start = initial_state,
    .read_state = read_state,
    .write_state = write_state,
    .turn = side_to_move,
    .key = state_key,
    .moves = list_moves,
    .play = play_move,
    .outcome = find_outcome,
    .material = count_material,
    .mover = find_mover,
    .format_move = format_move,
    .format_move_code = three_text_format_move,
    .format_square = format_square,
    .parse_square = parse_square,
    .parse_move = parse_move,
    .move_examples = "BD2BD4",
    .draw = draw_board,
};

/* Which of the two others wins because @color has run out of time. */
static int winner_over(const ThreePosition *pos, ThreeColor color)
{
    const ThreeColor next = three_color_next(color), previous = three_color_previous(color);
    const ThreeColor earlier = MIN(next, previous), later = MAX(next, previous);

    return (int)(three_position_score(pos, later) > three_position_score(pos, earlier) ? later
                                                                                       : earlier);
}

GameOutcome three_clock_charge(int64_t left_ms[static THREE_COLOR_COUNT], const ThreePosition *pos,
                               int64_t ms)
{
    const ThreeColor us = (ThreeColor)pos->turn;

    left_ms[us] -= ms;
    return left_ms[us] >= 0 ? game_outcome_even(TERMINATION_NONE)
                            : (GameOutcome){TERMINATION_TIME, winner_over(pos, us), (int)us};
}

/* Behind the dot stand the kinds of pieces in the order of PieceType, for each colour. */
static const char THREE_LETTERS[] = ".PNBRQKpnbrqk123456";

static bool refuse_piece(ThreeSquare sq, const char *letter, size_t rest, GError **error)
{
    const size_t bytes = (size_t)(g_utf8_next_char(letter) - letter);
    char name[THREE_SQUARE_TEXT_SIZE];

    three_square_format(sq, name);
    return board_fail_syntax(error, "'%.*s' on %s is not one of %s", (int)MIN(bytes, rest), letter,
                             name, THREE_LETTERS);
}

static bool parse_board(const char *field, size_t length, ThreePosition *pos, GError **error)
{
    for (size_t i = 0; i < MIN(length, THREE_SQUARE_COUNT); i++) {
        const char *letter = strchr(THREE_LETTERS, field[i]);
        const int piece = letter != NULL ? (int)(letter - THREE_LETTERS) - 1 : 0;
        if (letter == NULL)
            return refuse_piece((ThreeSquare)i, field + i, length - i, error);
        if (piece >= 0)
            three_position_place(pos, (ThreeColor)(piece / PIECE_TYPE_COUNT),
                                 (PieceType)(piece % PIECE_TYPE_COUNT), (ThreeSquare)i);
    }
    if (length != THREE_SQUARE_COUNT)
        return board_fail_syntax(error, "the number of squares is %zu, not %d", length,
                                 THREE_SQUARE_COUNT);
    return true;
}

static bool parse_turn(const char *field, ThreeColor *out_turn, GError **error)
{
    const char *letter = *field != '\0' ? strchr(THREE_COLOR_LETTERS, *field) : NULL;

    if (letter == NULL || field[1] != '\0')
        return board_fail_syntax(error, "side to move is '%s', not B, G or R", field);
    *out_turn = (ThreeColor)(letter - THREE_COLOR_LETTERS);
    return true;
}

bool three_text_parse(const char *text, ThreePosition *out_pos, GError **error)
{
    const size_t length = strcspn(text, " ");
    ThreePosition pos = three_position_empty(); /* *out_pos stays untouched until all is good */
    ThreeColor turn = THREE_BLUE;

    if (!parse_board(text, length, &pos, error) ||
        !parse_turn(text[length] == ' ' ? text + length + 1 : "", &turn, error))
        return false;
    three_position_set_turn(&pos, turn);
    *out_pos = pos;
    return true;
}

int three_text_format(const ThreePosition *pos, char out_text[static THREE_TEXT_SIZE])
{
    char *text = out_text;

    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        const PieceType type = three_position_type_at(pos, sq);
        const int color = (int)three_piece_color(pos->piece_at[sq]);
        *text++ = THREE_LETTERS[type != PIECE_NONE ? 1 + PIECE_TYPE_COUNT * color + (int)type : 0];
    }
    *text++ = ' ';
    *text++ = THREE_COLOR_LETTERS[pos->turn];
    *text = '\0';
    return (int)(text - out_text);
}

bool three_text_parse_move(const ThreePosition *pos, const char *text, Move *out_move,
                           GError **error)
{
    const ThreeSquare from = three_square_parse(text);
    const ThreeSquare to = from != THREE_SQUARE_NONE ? three_square_parse(text + 3) : from;

    if (to == THREE_SQUARE_NONE || text[6] != '\0')
        return board_fail_syntax(error, "'%s' is not a move such as BD2BD4", text);
    if (!three_movegen_is_legal(pos, from, to))
        return board_fail_rules(error, "'%s' is not a legal move here", text);
    *out_move = three_move_make(from, to);
    return true;
}

int three_text_format_move(Move move, char out_text[static THREE_MOVE_TEXT_SIZE])
{
    three_square_format(three_move_from(move), out_text);
    three_square_format(three_move_to(move), out_text + 3);
    return THREE_MOVE_TEXT_SIZE - 1;
}
