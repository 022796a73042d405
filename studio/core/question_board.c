/* Questions about games: which there are, where one stands, what may be played. */
#include "agents/logic.h"
#include "board/async_game.h"
#include "board/three_board.h"
#include "players/player.h"
#include "studio/core/answer.h"

/* How a board of turns is laid out. */
static bool is_of_three(const Game *game)
{
    return game->sides == 3;
}

static void add_games(JsonBuilder *json)
{
    json_begin_list(json, "games");
    for (size_t i = 0; i < GAME_COUNT; i++) {
        const Game *game = GAMES[i];
        const GameState start = game->start();
        g_autofree char *position = game->write_state(&start);
        json_builder_begin_object(json);
        json_add_text(json, "name", game->name);
        json_add_text(json, "summary", game->summary);
        json_begin_list(json, "sides");
        for (int side = 0; side < game->sides; side++)
            json_builder_add_string_value(json, game->side_name[side]);
        json_builder_end_array(json);
        json_add_text(json, "start", position);
        json_add_text(json, "examples", game->move_examples);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_players(JsonBuilder *json)
{
    json_begin_list(json, "players");
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const PlayerKind *kind = PLAYER_KINDS[i];
        if (kind->command != NULL)
            continue;
        json_builder_begin_object(json);
        json_add_text(json, "name", kind->name);
        json_add_text(json, "usage", kind->usage);
        json_add_text(json, "summary", kind->summary);
        json_begin_list(json, "games");
        for (size_t j = 0; j < GAME_COUNT; j++)
            if (player_kind_plays(kind, GAMES[j]))
                json_builder_add_string_value(json, GAMES[j]->name);
        for (size_t j = 0; j < TIMED_GAME_COUNT && player_kind_acts(kind); j++)
            json_builder_add_string_value(json, TIMED_GAMES[j]->name);
        json_builder_end_array(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* {"games": [...], "players": [...]}: all that can be played here, and by whom. */
QUESTION(catalogue) const char *catalogue(void)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_object(json);
    add_games(json);
    add_players(json);
    json_builder_end_object(json);
    return answer_json(json);
}

static void add_piece(JsonBuilder *json, const char *square, PieceType type, int side)
{
    json_builder_begin_object(json);
    json_add_text(json, "square", square);
    json_add_text(json, "type", PIECE_NAME[type]);
    json_add_number(json, "side", side);
    json_builder_end_object(json);
}

static void add_pieces_of_64(JsonBuilder *json, const Position *pos)
{
    for (Bitboard rest = position_occupied(pos); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        char text[3] = "";
        square_format(sq, text);
        add_piece(json, text, position_type_at(pos, sq), position_color_at(pos, sq));
    }
}

static void add_pieces_of_96(JsonBuilder *json, const ThreePosition *pos)
{
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        const ThreePiece piece = pos->piece_at[sq];
        char text[THREE_SQUARE_TEXT_SIZE];
        if (piece == PIECE_NONE)
            continue;
        three_square_format(sq, text);
        add_piece(json, text, three_piece_type(piece), three_piece_color(piece));
    }
}

static void format_ends(const Game *game, Move move, char *out_from, char *out_to)
{
    if (is_of_three(game)) {
        three_square_format(three_move_from(move), out_from);
        three_square_format(three_move_to(move), out_to);
        return;
    }
    square_format(move_from(move), out_from);
    square_format(move_to(move), out_to);
}

static void add_move(JsonBuilder *json, const Game *game, const GameState *state, Move move)
{
    char code[GAME_MOVE_TEXT_SIZE], text[GAME_MOVE_TEXT_SIZE];
    char from[THREE_SQUARE_TEXT_SIZE] = "", to[THREE_SQUARE_TEXT_SIZE] = "";

    game->format_move_code(move, code);
    game->format_move(state, move, text);
    format_ends(game, move, from, to);
    json_builder_begin_object(json);
    json_add_text(json, "move", code);
    json_add_text(json, "san", text);
    json_add_text(json, "from", from);
    json_add_text(json, "to", to);
    json_builder_end_object(json);
}

static void add_threat(JsonBuilder *json, const char *from, const char *to)
{
    json_builder_begin_array(json);
    json_builder_add_string_value(json, from);
    json_builder_add_string_value(json, to);
    json_builder_end_array(json);
}

/* Which pieces attack those of the side to move, as agents see it: pins are ignored. */
static void add_threats_of_64(JsonBuilder *json, const Position *pos)
{
    const Color own = pos->turn;

    for (Bitboard rest = pos->by_color[own]; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        Bitboard attackers = position_attackers(pos, sq, position_occupied(pos)) &
                             pos->by_color[color_opponent(own)];
        for (; attackers; attackers &= attackers - 1) {
            char from[3] = "", to[3] = "";
            square_format(bitboard_first(attackers), from);
            square_format(sq, to);
            add_threat(json, from, to);
        }
    }
}

static ThreeSet three_attacks_of(const ThreePosition *pos, ThreeSquare sq)
{
    const ThreePiece piece = pos->piece_at[sq];
    const ThreeSet occupied = three_position_occupied(pos);

    return three_attacks_from(three_piece_type(piece), three_piece_color(piece), sq, &occupied);
}

static void add_threats_of_96(JsonBuilder *json, const ThreePosition *pos)
{
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        if (pos->piece_at[sq] == PIECE_NONE || three_piece_color(pos->piece_at[sq]) != pos->turn)
            continue;
        for (ThreeSquare other = 0; other < THREE_SQUARE_COUNT; other++) {
            char from[THREE_SQUARE_TEXT_SIZE], to[THREE_SQUARE_TEXT_SIZE];
            ThreeSet attacks;
            if (pos->piece_at[other] == PIECE_NONE ||
                three_piece_color(pos->piece_at[other]) == pos->turn)
                continue;
            attacks = three_attacks_of(pos, other);
            if (!three_set_has(&attacks, sq))
                continue;
            three_square_format(other, from);
            three_square_format(sq, to);
            add_threat(json, from, to);
        }
    }
}

/* A draw that only the rules of play call leaves moves that can be explained. */
static int list_moves(const GameLine *line, Move *out_moves)
{
    switch (game_line_outcome(line).termination) {
    case TERMINATION_NONE:
    case TERMINATION_FIFTY_MOVES:
    case TERMINATION_REPETITION:
    case TERMINATION_INSUFFICIENT_MATERIAL:
        return line->game->moves(&line->state, out_moves);
    default:
        return 0;
    }
}

/* The draws that people expect: those of FIDE, where the game has them. */
static const DrawRules RULES = {
    .fifty_moves = true, .repetition = true, .insufficient_material = INSUFFICIENT_MATERIAL_FIDE};

/* Where the line stands: {"game", "position", standing, "check": a square or "", "pieces":
 * [{square, type, side}], "moves": [{move, san, from, to}]}. */
QUESTION(position) const char *position(const char *game, const char *first, const char *moves)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) line = NULL;
    g_autofree char *text = NULL;
    GError *error = NULL;
    Move legal[GAME_MAX_MOVES];
    int count;

    line = question_read_line(game, first, moves, &RULES, &error);
    if (line == NULL)
        return answer_fail(error);
    text = line->game->write_state(&line->state);
    json_builder_begin_object(json);
    json_add_text(json, "game", line->game->name);
    json_add_text(json, "position", text);
    add_standing(json, line);
    json_begin_list(json, "pieces");
    if (is_of_three(line->game))
        add_pieces_of_96(json, &line->state.three);
    else
        add_pieces_of_64(json, &line->state.chess);
    json_builder_end_array(json);
    json_begin_list(json, "moves");
    count = list_moves(line, legal);
    for (int i = 0; i < count; i++)
        add_move(json, line->game, &line->state, legal[i]);
    json_builder_end_array(json);
    json_begin_list(json, "threats");
    if (is_of_three(line->game))
        add_threats_of_96(json, &line->state.three);
    else
        add_threats_of_64(json, &line->state.chess);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return answer_json(json);
}

/* The board of three: [{"square", "neighbours": [...]}]. */
QUESTION(three_board) const char *three_board(void)
{
    g_autoptr(JsonBuilder) json = json_builder_new();

    json_builder_begin_array(json);
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        char text[THREE_SQUARE_TEXT_SIZE];
        three_square_format(sq, text);
        json_builder_begin_object(json);
        json_add_text(json, "square", text);
        json_begin_list(json, "neighbours");
        for (int direction = 0; direction < THREE_DIRECTION_COUNT; direction++) {
            const ThreeSquare next = three_neighbour(sq, (ThreeDirection)direction);
            if (next == THREE_SQUARE_NONE)
                continue;
            three_square_format(next, text);
            json_builder_add_string_value(json, text);
        }
        json_builder_end_array(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    return answer_json(json);
}

/* How the line came about: [{"move", "san", "from", "to", standing, "captured": type or ""}], a ply
 * each; the first element is the standing before it. */
QUESTION(line) const char *line_of(const char *game, const char *first, const char *moves)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    g_autoptr(GameLine) whole = NULL;
    g_autoptr(GameLine) line = NULL;
    GError *error = NULL;

    whole = question_read_line(game, first, moves, &RULES, &error);
    if (whole == NULL)
        return answer_fail(error);
    line = game_line_new(whole->game, &RULES);
    game_line_start(line, &whole->first);
    json_builder_begin_array(json);
    for (int ply = 0; ply <= whole->plies; ply++) {
        g_autofree char *text = line->game->write_state(&line->state);
        json_builder_begin_object(json);
        json_add_text(json, "position", text);
        add_standing(json, line);
        if (ply < whole->plies) {
            json_builder_set_member_name(json, "next");
            add_move(json, line->game, &line->state, whole->moves[ply]);
            game_line_play(line, whole->moves[ply]);
        }
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    return answer_json(json);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* As `agentchess moves` prints them: one a line, sorted. */
QUESTION(moves) const char *moves_of(const char *game, const char *first, const char *moves)
{
    char texts[GAME_MAX_MOVES][GAME_MOVE_TEXT_SIZE];
    Move legal[GAME_MAX_MOVES];
    g_autoptr(GameLine) line = NULL;
    GError *error = NULL;
    const DrawRules rules = {0};
    GString *list;
    int count;

    line = question_read_line(game, first, moves, &rules, &error);
    if (line == NULL)
        return answer_fail(error);
    count = line->game->moves(&line->state, legal);
    for (int i = 0; i < count; i++)
        line->game->format_move_code(legal[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    list = g_string_new(NULL);
    for (int i = 0; i < count; i++)
        g_string_append_printf(list, "%s\n", texts[i]);
    return answer_take(g_string_free(list, FALSE));
}
