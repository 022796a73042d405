#include "board/async_world.h"

#include <glib.h>
#include <string.h>

#include "board/movegen.h"
#include "board/position.h"
#include "board/text_lines.h"

const AsyncRules ASYNC_RULES_DEFAULT = {
    .ms_per_space = {1000, 1000, 1000, 1000, 1000, 1000},
    .time_limit_ms = 3600000,
    .knight_spaces = 2,
};

const char *const ASYNC_ANSWER_TEXT[ASYNC_ANSWER_COUNT] = {
    [ASYNC_ACCEPTED] = "accepted",
    [ASYNC_REFUSED_GAME_OVER] = "the game is over",
    [ASYNC_REFUSED_NO_PIECE] = "no piece is there",
    [ASYNC_REFUSED_NOT_OWN] = "the piece is the opponent's",
    [ASYNC_REFUSED_UNDER_WAY] = "the piece is under way",
    [ASYNC_REFUSED_MOVEMENT] = "the piece cannot move that way",
};

const char *async_rules_fault(const AsyncRules *rules)
{
    for (int type = 0; type < PIECE_TYPE_COUNT; type++)
        if (rules->ms_per_space[type] < 1 || rules->ms_per_space[type] > ASYNC_MAX_MS)
            return "the time per space of a piece must be from 1 ms to 30 years";
    if (rules->time_limit_ms < 1 || rules->time_limit_ms > ASYNC_MAX_MS)
        return "the time limit must be from 1 ms to 30 years";
    if (rules->knight_spaces < 1 || rules->knight_spaces > ASYNC_MAX_KNIGHT_SPACES)
        return "the duration of a knight's move must be from 1 to 1000 times the time per space";
    return NULL;
}

AsyncWorld async_world_empty(void)
{
    AsyncWorld world = {.end = ASYNC_GOES_ON};

    memset(world.type_at, PIECE_NONE, sizeof world.type_at);
    memset(world.to, SQUARE_NONE, sizeof world.to);
    return world;
}

void async_world_place(AsyncWorld *world, Color color, PieceType type, Square sq)
{
    g_assert(world->type_at[sq] == PIECE_NONE);
    world->by_color[color] |= bitboard_of(sq);
    world->type_at[sq] = (uint8_t)type;
}

AsyncWorld async_world_start(void)
{
    const Position start = position_start();
    AsyncWorld world = async_world_empty();

    for (Bitboard rest = position_occupied(&start); rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        async_world_place(&world, position_color_at(&start, sq), position_type_at(&start, sq), sq);
    }
    return world;
}

void async_world_halt(AsyncWorld *world, Square sq)
{
    world->under_way &= ~bitboard_of(sq);
    world->to[sq] = SQUARE_NONE;
    world->due_ms[sq] = 0;
}

void async_world_remove(AsyncWorld *world, Square sq)
{
    g_assert(world->type_at[sq] != PIECE_NONE);
    async_world_halt(world, sq);
    world->by_color[COLOR_WHITE] &= ~bitboard_of(sq);
    world->by_color[COLOR_BLACK] &= ~bitboard_of(sq);
    world->type_at[sq] = PIECE_NONE;
}

void async_world_set_path(AsyncWorld *world, Square sq, Square to, int64_t due_ms)
{
    g_assert(!bitboard_has(world->under_way, sq));
    world->under_way |= bitboard_of(sq);
    world->to[sq] = to;
    world->due_ms[sq] = due_ms;
}

Bitboard async_world_reach(const AsyncWorld *world, Square sq)
{
    const PieceType type = async_world_type_at(world, sq);
    const Color color = async_world_color_at(world, sq);
    const Bitboard reach = attacks_from(type, color, sq, 0);
    Bitboard doubled;

    if (type != PIECE_PAWN)
        return reach;
    return reach | movegen_pushes(color, bitboard_of(sq), ~(Bitboard)0, &doubled) | doubled;
}

int64_t async_rules_space_ms(const AsyncRules *rules, PieceType type)
{
    return rules->ms_per_space[type] * (type == PIECE_KNIGHT ? rules->knight_spaces : 1);
}

int64_t async_world_space_ms(const AsyncWorld *world, const AsyncRules *rules, Square sq)
{
    return async_rules_space_ms(rules, async_world_type_at(world, sq));
}

AsyncAnswer async_world_command(AsyncWorld *world, const AsyncRules *rules, Color side, Square from,
                                Square to)
{
    if (world->end != ASYNC_GOES_ON)
        return ASYNC_REFUSED_GAME_OVER;
    if (world->type_at[from] == PIECE_NONE)
        return ASYNC_REFUSED_NO_PIECE;
    if (async_world_color_at(world, from) != side)
        return ASYNC_REFUSED_NOT_OWN;
    if (bitboard_has(world->under_way, from))
        return ASYNC_REFUSED_UNDER_WAY;
    if (!bitboard_has(async_world_reach(world, from), to))
        return ASYNC_REFUSED_MOVEMENT;
    async_world_set_path(world, from, to, world->now_ms + async_world_space_ms(world, rules, from));
    return ASYNC_ACCEPTED;
}

int async_world_material(const AsyncWorld *world, Color color)
{
    int material = 0;

    for (Bitboard rest = world->by_color[color]; rest; rest &= rest - 1) {
        const PieceType type = async_world_type_at(world, bitboard_first(rest));
        material += type != PIECE_KING ? PIECE_VALUE[type] : 0;
    }
    return material;
}

int64_t async_world_next_ms(const AsyncWorld *world)
{
    int64_t next_ms = ASYNC_NEVER;

    for (Bitboard rest = world->under_way; rest; rest &= rest - 1)
        next_ms = MIN(next_ms, world->due_ms[bitboard_first(rest)]);
    return next_ms;
}

/* The fault of the space @sq and its piece, if one stands there. */
static const char *space_fault(const AsyncWorld *world, Square sq)
{
    const bool occupied = bitboard_has(async_world_occupied(world), sq);
    const bool under_way = bitboard_has(world->under_way, sq);
    const bool at_the_edge = square_rank(sq) == 0 || square_rank(sq) == 7;

    if (world->type_at[sq] > PIECE_NONE || occupied != (world->type_at[sq] != PIECE_NONE))
        return "the lists of pieces and of occupied spaces differ";
    if (world->type_at[sq] == PIECE_PAWN && at_the_edge)
        return "a pawn is on the first or last rank";
    if (under_way && !occupied)
        return "a moving piece starts from an empty space";
    if (!under_way && (world->to[sq] != SQUARE_NONE || world->due_ms[sq] != 0))
        return "a piece that is not moving has a destination";
    if (under_way && (world->to[sq] >= SQUARE_COUNT ||
                      !bitboard_has(async_world_reach(world, sq), world->to[sq])))
        return "a piece moves to a space that it cannot reach";
    if (under_way && world->due_ms[sq] <= world->now_ms)
        return "a moving piece should already have arrived";
    return NULL;
}

const char *async_world_fault(const AsyncWorld *world)
{
    if (world->now_ms < 0)
        return "the time is before the start of the game";
    if (world->end >= ASYNC_END_COUNT)
        return "the result of the game is unknown";
    if (world->by_color[COLOR_WHITE] & world->by_color[COLOR_BLACK])
        return "two pieces share a space";
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const char *fault = space_fault(world, sq);
        if (fault != NULL)
            return fault;
    }
    return NULL;
}

AsyncWorld async_view_of(const AsyncWorld *world, const AsyncRules *rules, Color side)
{
    AsyncWorld seen = *world;
    const Bitboard opponents = world->by_color[color_opponent(side)];

    if (rules->see_paths)
        return seen;
    for (Bitboard rest = world->under_way & opponents; rest; rest &= rest - 1) {
        seen.to[bitboard_first(rest)] = SQUARE_NONE;
        seen.due_ms[bitboard_first(rest)] = 0;
    }
    return seen;
}

static const char *const END_TEXT[ASYNC_END_COUNT] = {
    [ASYNC_GOES_ON] = "-",           [ASYNC_WHITE_KING_KILLED] = "K",
    [ASYNC_BLACK_KING_KILLED] = "k", [ASYNC_BOTH_KINGS_KILLED] = "Kk",
    [ASYNC_TIME_UP] = "time",
};

static bool parse_time(const char *text, int64_t *out_ms)
{
    guint64 value;

    if ((text[0] == '0' && text[1] != '\0') || !text_read_digits(text, G_MAXUINT64, &value) ||
        value > 2000 * ASYNC_MAX_MS)
        return false;
    *out_ms = (int64_t)value;
    return true;
}

/* Reads what comes after the space of a piece. */
static bool parse_path(const char *text, AsyncWorld *world, Square from)
{
    const Square to = square_parse(text);
    int64_t due_ms;

    if (to == SQUARE_NONE || text[2] != '@' || !parse_time(text + 3, &due_ms))
        return false;
    async_world_set_path(world, from, to, due_ms);
    return true;
}

static bool refuse_piece(const char *text, GError **error)
{
    return board_fail_syntax(error, "'%s' is not a piece such as Ke1 or Ra1a8@2000", text);
}

/* Reads one piece, which must stand behind @last, the space of the piece before it; -1: it is the
 * first. */
static bool parse_piece(const char *text, AsyncWorld *world, int *last, GError **error)
{
    const char *letter = g_ascii_isalpha(text[0]) ? strchr(PIECE_LETTERS, text[0]) : NULL;
    const Square sq = letter != NULL ? square_parse(text + 1) : SQUARE_NONE;
    const int piece = letter != NULL ? (int)(letter - PIECE_LETTERS) : 0;

    if (sq == SQUARE_NONE)
        return refuse_piece(text, error);
    if (sq <= *last)
        return board_fail_syntax(
            error, "'%s' is out of order: the pieces must be listed by space, from a1 to h8", text);
    async_world_place(world, (Color)(piece / (PIECE_TYPE_COUNT + 1)),
                      (PieceType)(piece % (PIECE_TYPE_COUNT + 1)), sq);
    *last = sq;
    if (text[3] != '\0' && !parse_path(text + 3, world, sq))
        return refuse_piece(text, error);
    return true;
}

bool async_text_parse(const char *text, AsyncWorld *out_world, GError **error)
{
    AsyncWorld world = async_world_empty(); /* *out_world stays untouched until all is good */
    g_auto(GStrv) field = g_strsplit(text, " ", -1);
    const guint count = g_strv_length(field);
    const char *fault;
    int last = -1, end;

    if (count < 1 || !parse_time(field[0], &world.now_ms))
        return board_fail_syntax(error, "the time is '%s', not a whole number of milliseconds",
                                 count < 1 ? "" : field[0]);
    end = count < 2 ? -1 : text_place(field[1], END_TEXT, ASYNC_END_COUNT);
    if (end < 0)
        return board_fail_syntax(error, "the state of the game is '%s', not -, K, k, Kk or time",
                                 count < 2 ? "" : field[1]);
    world.end = (uint64_t)end;
    for (guint i = 2; i < count; i++)
        if (!parse_piece(field[i], &world, &last, error))
            return false;
    fault = async_world_fault(&world);
    if (fault != NULL)
        return board_fail_rules(error, "the position is impossible: %s", fault);
    *out_world = world;
    return true;
}

static char letter_at(const AsyncWorld *world, Square sq)
{
    return piece_letter(async_world_color_at(world, sq), async_world_type_at(world, sq));
}

static char *write_piece(const AsyncWorld *world, Square sq, char *text)
{
    *text++ = ' ';
    *text++ = letter_at(world, sq);
    text = square_format(sq, text);
    if (!bitboard_has(world->under_way, sq))
        return text;
    text = square_format(world->to[sq], text);
    return text + g_snprintf(text, 24, "@%" G_GINT64_FORMAT, world->due_ms[sq]);
}

int async_text_format(const AsyncWorld *world, char out_text[static ASYNC_TEXT_SIZE])
{
    char *text = out_text;

    text += g_snprintf(text, ASYNC_TEXT_SIZE, "%" G_GINT64_FORMAT " %s", world->now_ms,
                       END_TEXT[world->end]);
    for (Bitboard rest = async_world_occupied(world); rest; rest &= rest - 1)
        text = write_piece(world, bitboard_first(rest), text);
    *text = '\0';
    return (int)(text - out_text);
}

/* A square takes three columns, the third for the mark of a piece under way; no line ends in a
 * blank. */
static void append_square(GString *text, const AsyncWorld *world, Square sq, bool in_color)
{
    const char *blank = square_file(sq) < 7 ? " " : "";

    if (!bitboard_has(world->under_way, sq))
        g_string_append_printf(text, " %c%s", letter_at(world, sq), blank);
    else
        g_string_append_printf(text, " %s%c*%s", in_color ? "\033[1;33m" : "", letter_at(world, sq),
                               in_color ? "\033[0m" : "");
}

static void append_board(GString *text, const AsyncWorld *world, bool in_color)
{
    for (int rank = 7; rank >= 0; rank--) {
        g_string_append_printf(text, "  %d ", rank + 1);
        for (int file = 0; file < 8; file++)
            append_square(text, world, square_at(file, rank), in_color);
        g_string_append_c(text, '\n');
    }
    g_string_append(text, "\n     a  b  c  d  e  f  g  h\n\n");
}

static void append_time(GString *text, int64_t time_ms)
{
    g_string_append_printf(text, "%" G_GINT64_FORMAT ":%02d.%03d", time_ms / 60000,
                           (int)(time_ms / 1000 % 60), (int)(time_ms % 1000));
}

static void append_standing(GString *text, const AsyncWorld *world)
{
    static const char *const standing[ASYNC_END_COUNT] = {
        [ASYNC_GOES_ON] = "the game goes on",
        [ASYNC_WHITE_KING_KILLED] = "Black has won: White's king was killed",
        [ASYNC_BLACK_KING_KILLED] = "White has won: Black's king was killed",
        [ASYNC_BOTH_KINGS_KILLED] = "drawn: both kings were killed",
        [ASYNC_TIME_UP] = "drawn: the time limit was reached",
    };

    append_time(text, world->now_ms);
    g_string_append_printf(text, ", %s\n", standing[world->end]);
}

/* The piece of @rest that enters its next space first; those whose path is hidden come last. */
static Square first_traveller(const AsyncWorld *world, Bitboard rest)
{
    Square first = bitboard_first(rest);

    for (; rest; rest &= rest - 1) {
        const Square sq = bitboard_first(rest);
        if (async_view_has_path(world, sq) &&
            (!async_view_has_path(world, first) || world->due_ms[sq] < world->due_ms[first]))
            first = sq;
    }
    return first;
}

static void append_traveller(GString *text, const AsyncWorld *world, Square sq)
{
    g_string_append_printf(text, "  %c %s", letter_at(world, sq), square_text(sq).text);
    if (!async_view_has_path(world, sq)) {
        g_string_append(text, ", destination hidden\n");
        return;
    }
    g_string_append_printf(text, " -> %s, enters %s at ", square_text(world->to[sq]).text,
                           square_text(async_world_next_space(world, sq)).text);
    append_time(text, world->due_ms[sq]);
    g_string_append_c(text, '\n');
}

char *async_picture_draw(const AsyncWorld *world, bool in_color)
{
    GString *text = g_string_new(NULL);

    append_board(text, world, in_color);
    append_standing(text, world);
    if (world->under_way)
        g_string_append(text,
                        world->end == ASYNC_GOES_ON ? "Under way\n" : "Under way at the end\n");
    for (Bitboard rest = world->under_way; rest;) {
        const Square sq = first_traveller(world, rest);
        append_traveller(text, world, sq);
        rest &= ~bitboard_of(sq);
    }
    return g_string_free(text, FALSE);
}
