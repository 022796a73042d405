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
        if (kind->act != NULL)
            json_builder_add_string_value(json, ASYNC_CHESS.name);
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

static int square_count(const Game *game)
{
    return is_of_three(game) ? THREE_SQUARE_COUNT : SQUARE_COUNT;
}

/* The piece on @sq and its side, if there is one. */
static bool piece_at(const Game *game, const GameState *state, int sq, PieceType *out_type,
                     int *out_side)
{
    if (is_of_three(game)) {
        const ThreePiece piece = state->three.piece_at[sq];
        if (piece == PIECE_NONE)
            return false;
        *out_type = three_piece_type(piece);
        *out_side = three_piece_color(piece);
        return true;
    }
    *out_type = position_type_at(&state->chess, sq);
    *out_side = position_color_at(&state->chess, sq);
    return *out_type != PIECE_NONE;
}

/* Whether the piece on @from attacks @to, as agents see it: pins are ignored. */
static bool attacks(const Game *game, const GameState *state, int from, int to)
{
    const Position *pos = &state->chess;
    const ThreePiece piece = is_of_three(game) ? state->three.piece_at[from] : PIECE_NONE;
    ThreeSet occupied, attacked;

    if (!is_of_three(game))
        return bitboard_has(position_attackers(pos, to, position_occupied(pos)), from);
    occupied = three_position_occupied(&state->three);
    attacked =
        three_attacks_from(three_piece_type(piece), three_piece_color(piece), from, &occupied);
    return three_set_has(&attacked, to);
}

static void add_pieces(JsonBuilder *json, const Game *game, const GameState *state)
{
    json_begin_list(json, "pieces");
    for (int sq = 0; sq < square_count(game); sq++) {
        char text[GAME_SQUARE_TEXT_SIZE];
        PieceType type;
        int side;
        if (!piece_at(game, state, sq, &type, &side))
            continue;
        game->format_square(sq, text);
        json_builder_begin_object(json);
        json_add_text(json, "square", text);
        json_add_text(json, "type", PIECE_NAME[type]);
        json_add_number(json, "side", side);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

/* Which pieces attack those of the side to move: [[from, to]]. */
static void add_threats(JsonBuilder *json, const Game *game, const GameState *state)
{
    const int turn = game->turn(state);

    json_begin_list(json, "threats");
    for (int i = 0; i < square_count(game) * square_count(game); i++) {
        const int to = i / square_count(game), from = i % square_count(game);
        char text[GAME_SQUARE_TEXT_SIZE];
        PieceType type;
        int own, other;
        if (!piece_at(game, state, to, &type, &own) || own != turn ||
            !piece_at(game, state, from, &type, &other) || other == turn ||
            !attacks(game, state, from, to))
            continue;
        json_builder_begin_array(json);
        game->format_square(from, text);
        json_builder_add_string_value(json, text);
        game->format_square(to, text);
        json_builder_add_string_value(json, text);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_move(JsonBuilder *json, const Game *game, const GameState *state, Move move)
{
    char from[GAME_SQUARE_TEXT_SIZE], to[GAME_SQUARE_TEXT_SIZE];
    const bool three = is_of_three(game);

    game->format_square(three ? three_move_from(move) : move_from(move), from);
    game->format_square(three ? three_move_to(move) : move_to(move), to);
    json_builder_begin_object(json);
    json_add_text(json, "move", game_move_code(game, move).text);
    json_add_text(json, "san", game_move_text(game, state, move).text);
    json_add_text(json, "from", from);
    json_add_text(json, "to", to);
    json_builder_end_object(json);
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
    add_pieces(json, line->game, &line->state);
    json_begin_list(json, "moves");
    line->rules = QUESTION_NO_DRAWS; /* a draw that is only called leaves moves to explain */
    count = game_line_outcome(line).termination == TERMINATION_NONE
                ? line->game->moves(&line->state, legal)
                : 0;
    for (int i = 0; i < count; i++)
        add_move(json, line->game, &line->state, legal[i]);
    json_builder_end_array(json);
    add_threats(json, line->game, &line->state);
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
