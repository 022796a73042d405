#include "board/game.h"

#include <glib.h>

#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"

const Game *const GAMES[] = {&GAME_CHESS, &GAME_ANTICHESS, &GAME_THREECHESS};
const size_t GAME_COUNT = G_N_ELEMENTS(GAMES);

const Game *game_by_name(const char *name)
{
    for (size_t i = 0; i < GAME_COUNT; i++)
        if (g_str_equal(GAMES[i]->name, name))
            return GAMES[i];
    return NULL;
}

char *game_list_names(const char *more)
{
    const size_t last = more != NULL ? GAME_COUNT : GAME_COUNT - 1;
    GString *list = g_string_new(NULL);

    for (size_t i = 0; i <= last; i++)
        g_string_append_printf(list, "%s%s",
                               i == 0     ? ""
                               : i < last ? ", "
                                          : " or ",
                               i < GAME_COUNT ? GAMES[i]->name : more);
    return g_string_free(list, FALSE);
}

MoveText game_move_code(const Game *game, Move move)
{
    MoveText code = {""};

    if (move != MOVE_NONE)
        game->format_move_code(move, code.text);
    return code;
}

MoveText game_move_text(const Game *game, const GameState *state, Move move)
{
    MoveText text = {""};

    if (move != MOVE_NONE)
        game->format_move(state, move, text.text);
    return text;
}

static const char *const TERMINATIONS[] = {
    [TERMINATION_NONE] = "none",
    [TERMINATION_CHECKMATE] = "checkmate",
    [TERMINATION_STALEMATE] = "stalemate",
    [TERMINATION_FIFTY_MOVES] = "fifty-moves",
    [TERMINATION_REPETITION] = "repetition",
    [TERMINATION_INSUFFICIENT_MATERIAL] = "insufficient-material",
    [TERMINATION_PLY_LIMIT] = "ply-limit",
    [TERMINATION_RESIGNATION] = "resignation",
    [TERMINATION_DRAW_CLAIM] = "draw-claim",
    [TERMINATION_FORFEIT] = "forfeit",
    [TERMINATION_PIECES_LOST] = "pieces-lost",
    [TERMINATION_KING_CAPTURE] = "king-capture",
    [TERMINATION_TIME] = "time",
    [TERMINATION_TIME_LIMIT] = "time-limit",
};

const char *termination_name(Termination termination)
{
    return TERMINATIONS[termination];
}

Termination termination_parse(const char *name)
{
    const int place = text_place(name, TERMINATIONS, TERMINATION_COUNT);

    return place > 0 ? (Termination)place : TERMINATION_NONE;
}

/* Longer than nearly every game, so that memory is taken once. */
#define INITIAL_CAPACITY 1024

bool game_read_state(const Game *game, const char *text, GameState *out_state, GError **error)
{
    const char *fault;
    GameState state;

    if (!game->read_state(text, &state, error))
        return false;
    fault = game->fault != NULL ? game->fault(&state) : NULL;
    if (fault != NULL)
        return board_fail_rules(error, "%s", fault);
    *out_state = state;
    return true;
}

GameLine *game_line_new(const Game *game, const DrawRules *rules)
{
    GameLine *line = g_new0(GameLine, 1);

    line->game = game;
    line->rules = *rules;
    line->first = line->state = game->start();
    line->capacity = INITIAL_CAPACITY;
    line->moves = g_new(Move, line->capacity);
    line->keys = g_new(uint64_t, line->capacity);
    return line;
}

void game_line_free(GameLine *line)
{
    g_free(line->moves);
    g_free(line->keys);
    g_free(line);
}

void game_line_start(GameLine *line, const GameState *state)
{
    line->first = line->state = *state;
    line->plies = 0;
}

void game_line_play(GameLine *line, Move move)
{
    if ((size_t)line->plies == line->capacity) {
        line->capacity *= 2;
        line->moves = g_renew(Move, line->moves, line->capacity);
        line->keys = g_renew(uint64_t, line->keys, line->capacity);
    }
    line->moves[line->plies] = move;
    line->keys[line->plies] = line->game->key(&line->state);
    line->plies++;
    line->game->play(&line->state, move);
}

GameLine *game_line_read(const Game *game, const DrawRules *rules, const char *position,
                         char *const *moves, GError **error)
{
    g_autoptr(GameLine) line = game_line_new(game, rules);

    if (position != NULL && !game_read_state(game, position, &line->first, error))
        return NULL;
    game_line_start(line, &line->first);
    for (int i = 0; moves != NULL && moves[i] != NULL; i++) {
        Move move;
        if (!game->parse_move(&line->state, moves[i], &move, error)) {
            g_prefix_error(error, "move %d: ", i + 1);
            return NULL;
        }
        game_line_play(line, move);
    }
    return g_steal_pointer(&line);
}

GameLine *game_line_copy(const GameLine *line)
{
    GameLine *copy = game_line_new(line->game, &line->rules);

    game_line_start(copy, &line->first);
    for (int i = 0; i < line->plies; i++)
        game_line_play(copy, line->moves[i]);
    return copy;
}

int game_line_repetitions(const GameLine *line, uint64_t key, int plies)
{
    const int first = MAX(0, line->plies - plies);
    const int step = line->game->skips_turns ? 1 : line->game->sides;
    int count = 0;

    for (int i = line->plies - step; i >= first; i -= step)
        count += line->keys[i] == key;
    return count;
}

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
        if (text_is(word, length, TEXTS[i]))
            return i;
    return -1;
}
