/* Three-player chess against what the original program did: games, games with clocks, positions.
 * The files are shared test material; what they say is written down with them. */
#include <string.h>

#include "board/threechess.h"
#include "tests/test.h"
#include "tests/three_consistent.h"
#include "tests/three_oracle.h"
#include "tests/three_support.h"

#define FOLDER "threechess/threechess-oracle-"

/* FNV-1a, 64 bits.
 *
 * Source: G. Fowler, L. C. Noll and K.-P. Vo. */
static uint64_t hash_byte(uint64_t hash, unsigned byte)
{
    return (hash ^ (byte & 0xff)) * UINT64_C(0x100000001b3);
}

#define HASH_START UINT64_C(0xcbf29ce484222325)

static uint64_t hash_moves(const Move *moves, int count)
{
    uint64_t hash = HASH_START;

    for (int i = 0; i < count; i++)
        hash = hash_byte(hash_byte(hash, three_move_from(moves[i])), three_move_to(moves[i]));
    return hash;
}

static uint64_t hash_board(const ThreePosition *pos)
{
    static const char codes[] = ".PNBRQKpnbrqk123456";
    char text[THREE_TEXT_SIZE];
    uint64_t hash = HASH_START;

    three_text_format(pos, text);
    for (int i = 0; i < THREE_SQUARE_COUNT; i++)
        hash = hash_byte(hash, (unsigned)(strchr(codes, text[i]) - codes));
    return hash_byte(hash, pos->turn);
}

/* The hash of the boards that @moves lead to. */
static uint64_t hash_successors(const ThreePosition *pos, const Move *moves, int count)
{
    uint64_t hash = HASH_START;

    for (int i = 0; i < count; i++) {
        const bool takes_king = three_position_type_at(pos, three_move_to(moves[i])) == PIECE_KING;
        ThreePosition next = *pos;
        uint64_t board;
        three_position_play(&next, moves[i]);
        board = hash_board(&next);
        for (int shift = 56; shift >= 0; shift -= 8)
            hash = hash_byte(hash, (unsigned)(board >> shift));
        hash = hash_byte(hash, takes_king);
    }
    return hash;
}

static char *hex(uint64_t hash)
{
    return g_strdup_printf("%016" G_GINT64_MODIFIER "x", hash);
}

/* What the object says. */

static void assert_text(JsonObject *object, const char *name, const char *found)
{
    g_assert_true(json_object_has_member(object, name));
    g_assert_cmpstr(json_object_get_string_member_with_default(object, name, NULL), ==, found);
}

static void assert_hash(JsonObject *object, const char *name, uint64_t found)
{
    g_autofree char *text = hex(found);

    assert_text(object, name, text);
}

static void assert_number(JsonObject *object, const char *name, int64_t found)
{
    g_assert_true(json_object_has_member(object, name));
    g_assert_cmpint(json_object_get_int_member_with_default(object, name, INT64_MIN), ==, found);
}

static void assert_numbers(JsonObject *object, const char *name, const int64_t found[3])
{
    JsonArray *array = json_object_get_array_member(object, name);

    g_assert_cmpuint(json_array_get_length(array), ==, 3);
    for (guint i = 0; i < 3; i++)
        g_assert_cmpint(json_array_get_int_element(array, i), ==, found[i]);
}

static void assert_side(JsonObject *object, const char *name, int found)
{
    const char letter[] = {found == THREE_NOBODY ? '\0' : THREE_COLOR_LETTERS[found], '\0'};

    assert_text(object, name, found == THREE_NOBODY ? NULL : letter);
}

static void assert_turn(JsonObject *object, const ThreePosition *pos)
{
    assert_side(object, "turn", pos->turn);
}

static void assert_worth(JsonObject *object, const ThreePosition *pos)
{
    int64_t worth[3], score[3];

    for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++) {
        worth[color] = pos->worth[color];
        score[color] = three_position_score(pos, color);
    }
    assert_numbers(object, "mat", worth);
    assert_numbers(object, "score", score);
}

static char *list_moves(const Move *moves, int count)
{
    GString *text = g_string_new(NULL);

    for (int i = 0; i < count; i++) {
        char move[THREE_MOVE_TEXT_SIZE];
        three_text_format_move(moves[i], move);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", move);
    }
    return g_string_free(text, FALSE);
}

static void assert_moves(JsonObject *object, const Move *moves, int count)
{
    g_autofree char *text = list_moves(moves, count);

    assert_number(object, "n", count);
    assert_hash(object, "lh", hash_moves(moves, count));
    if (json_object_has_member(object, "legal"))
        assert_text(object, "legal", text);
}

/* Positions. */

static void check_position(JsonObject *object, G_GNUC_UNUSED void *data)
{
    g_autofree char *text = g_strdup_printf("%s %s", json_object_get_string_member(object, "board"),
                                            json_object_get_string_member(object, "turn"));
    g_autoptr(GError) error = NULL;
    ThreePosition pos = three_position_empty();
    Move moves[THREE_MAX_MOVES];
    int count;

    three_text_parse(text, &pos, &error);
    g_assert_no_error(error);
    count = three_sorted_moves(&pos, moves);
    assert_hash(object, "bh", hash_board(&pos));
    assert_moves(object, moves, count);
    assert_hash(object, "succ", hash_successors(&pos, moves, count));
}

TEST(positions_have_the_moves_and_successors_of_the_original)
{
    const int count = three_oracle_lines(FOLDER "positions-public.jsonl", check_position, NULL);

    if (count >= 0)
        g_assert_cmpint(count, ==, 1500);
}

/* Games. */

typedef struct {
    ThreePosition pos;
    int64_t left_ms[THREE_COLOR_COUNT];
    GameOutcome timed_out;
    GString *captured[THREE_COLOR_COUNT]; /* by each side, in order */
    uint64_t random;                      /* what the generator of the games has come to */
    bool timed;
    int plies, moves;
} OracleGame;

static uint64_t next_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Of the side to move: "BP"; "" for nothing there. */
static void format_piece(const ThreePosition *pos, ThreeSquare sq, char out_text[static 3])
{
    const ThreePiece piece = pos->piece_at[sq];
    const char text[] = {THREE_COLOR_LETTERS[three_piece_color(piece)],
                         "PNBRQK\0"[three_piece_type(piece)], '\0'};

    g_strlcpy(out_text, piece != PIECE_NONE ? text : "", 3);
}

static void begin_game(OracleGame *game, JsonObject *object)
{
    char text[THREE_TEXT_SIZE];

    game->pos = three_position_start();
    game->timed = g_str_equal(json_object_get_string_member(object, "mode"), "timed");
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        game->left_ms[color] = json_object_get_int_member(object, "budget_ms");
    game->timed_out = game_outcome_even(TERMINATION_NONE);
    game->random = (uint64_t)json_object_get_int_member(object, "g");
    game->plies = game->moves = 0;
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        g_string_truncate(game->captured[color], 0);
    three_text_format(&game->pos, text);
    text[THREE_SQUARE_COUNT] = '\0';
    assert_text(object, "board", text);
    assert_hash(object, "bh", hash_board(&game->pos));
}

/* How long the generator lets the side to move think: now and then all that it has left. */
static int draw_time(OracleGame *game)
{
    const int64_t left_ms = game->left_ms[game->pos.turn];
    const int ms = (int)(next_number(&game->random) % 50);
    const bool all = next_number(&game->random) % 4 == 0;

    return left_ms < 60 && all ? (int)left_ms : ms;
}

/* What the letters of a move say of it: castled, promoted, and so on. Owner: the caller. */
static char *describe(const ThreePosition *pos, Move move)
{
    const ThreeSquare from = three_move_from(move), to = three_move_to(move);
    const PieceType type = three_position_type_at(pos, from);
    const bool crosses = three_square_section(from) != three_square_section(to);
    const int columns = three_square_column(to) - three_square_column(from);
    const int rows = three_square_row(to) - three_square_row(from);
    GString *text = g_string_new(NULL);

    if (type == PIECE_KING && !crosses && columns == 2)
        g_string_append_c(text, 'k');
    if (type == PIECE_KING && !crosses && columns == -2)
        g_string_append_c(text, 'q');
    if (type == PIECE_PAWN && three_square_row(to) == 0)
        g_string_append_c(text, 'p');
    if (type == PIECE_PAWN && !crosses && rows == 2)
        g_string_append_c(text, 'd');
    if (crosses)
        g_string_append_c(text, 'x');
    return g_string_free(text, FALSE);
}

static void play(OracleGame *game, JsonObject *object, Move move)
{
    const ThreeColor us = (ThreeColor)game->pos.turn;
    const ThreePosition before = game->pos;
    g_autofree char *flags = describe(&before, move);
    const int ms = game->timed ? draw_time(game) : 0;
    char piece[3], victim[3];

    format_piece(&before, three_move_from(move), piece);
    format_piece(&before, three_move_to(move), victim);
    assert_text(object, "pc", piece);
    if (game->timed)
        assert_number(object, "t", ms);
    game->timed_out = three_clock_charge(game->left_ms, &game->pos, ms);
    if (game->timed_out.termination == TERMINATION_TIME) {
        assert_text(object, "fl", "T");
        assert_text(object, "cap", NULL);
        return;
    }
    three_position_play(&game->pos, move);
    assert_text(object, "fl", flags);
    assert_text(object, "cap", *victim != '\0' ? victim : NULL);
    g_string_append(game->captured[us], victim);
    game->moves++;
}

/* The games chose from the moves in ascending order. */
static void check_ply(OracleGame *game, JsonObject *object)
{
    Move moves[THREE_MAX_MOVES];
    const int count = three_sorted_moves(&game->pos, moves);
    char text[THREE_MOVE_TEXT_SIZE];
    Move move;

    assert_number(object, "i", game->plies++);
    assert_turn(object, &game->pos);
    assert_moves(object, moves, count);
    g_assert_cmpint(count, >, 0);
    move = moves[next_number(&game->random) % (uint64_t)MAX(count, 1)];
    three_text_format_move(move, text);
    assert_text(object, "mv", text);
    play(game, object, move);
    assert_worth(object, &game->pos);
    assert_hash(object, "bh", hash_board(&game->pos));
    if (game->timed)
        assert_numbers(object, "left", game->left_ms);
    g_assert_true(three_is_consistent(&game->pos));
}

static void check_result(const OracleGame *game, JsonObject *object)
{
    const int taker = three_position_winner(&game->pos);
    const GameOutcome result =
        taker == THREE_NOBODY
            ? game->timed_out
            : (GameOutcome){TERMINATION_KING_CAPTURE, taker, game->pos.king_taken[taker]};
    int64_t points[3] = {0};

    g_assert_true(json_object_get_boolean_member(object, "over") ==
                  (result.termination != TERMINATION_NONE));
    assert_side(object, "winner", result.winner);
    assert_side(object, "loser", result.loser);
    if (result.winner != THREE_NOBODY)
        points[result.winner] = 1;
    if (result.loser != THREE_NOBODY)
        points[result.loser] = -1;
    assert_numbers(object, "points", points);
}

static void check_end(const OracleGame *game, JsonObject *object)
{
    JsonArray *captured = json_object_get_array_member(object, "captured");
    char text[THREE_TEXT_SIZE];
    Move moves[THREE_MAX_MOVES];
    const int count = three_sorted_moves(&game->pos, moves);

    assert_number(object, "plies", game->plies);
    assert_number(object, "moves", game->moves);
    check_result(game, object);
    assert_turn(object, &game->pos);
    assert_numbers(object, "left", game->left_ms);
    assert_worth(object, &game->pos);
    for (guint color = 0; color < THREE_COLOR_COUNT; color++)
        g_assert_cmpstr(json_array_get_string_element(captured, color), ==,
                        game->captured[color]->str);
    three_text_format(&game->pos, text);
    text[THREE_SQUARE_COUNT] = '\0';
    assert_text(object, "board", text);
    assert_hash(object, "bh", hash_board(&game->pos));
    assert_number(object, "n_after", count);
    assert_hash(object, "lh_after", hash_moves(moves, count));
}

static void check_line(JsonObject *object, void *data)
{
    const char *kind = json_object_get_string_member(object, "k");

    if (g_str_equal(kind, "game"))
        begin_game(data, object);
    else if (g_str_equal(kind, "ply"))
        check_ply(data, object);
    else
        check_end(data, object);
}

static void check_games(const char *name, int lines)
{
    OracleGame game = {.plies = 0};
    int count;

    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        game.captured[color] = g_string_new(NULL);
    count = three_oracle_lines(name, check_line, &game);
    if (count >= 0)
        g_assert_cmpint(count, ==, lines);
    for (int color = 0; color < THREE_COLOR_COUNT; color++)
        g_string_free(game.captured[color], TRUE);
}

TEST(games_go_as_in_the_original)
{
    check_games(FOLDER "public.jsonl", 3770 + 2 * 20);
}

TEST(games_with_clocks_go_as_in_the_original)
{
    check_games(FOLDER "timed-public.jsonl", 4155 + 2 * 64);
}
