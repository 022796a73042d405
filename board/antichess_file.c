#include "board/antichess_file.h"

#include "board/text_lines.h"

#define RULESET "6170-spring-2007"

static const char *const SIDES[COLOR_COUNT] = {"white", "black"};

/* Attributes of "time". */
static const char *const CURRENT[COLOR_COUNT] = {"currentWhite", "currentBlack"};

static const char *const DESCRIPTIONS[TERMINATION_COUNT] = {
    [TERMINATION_PIECES_LOST] = "piecesLost",
    [TERMINATION_CHECKMATE] = "checkmate",
    [TERMINATION_STALEMATE] = "stalemate",
    [TERMINATION_TIME] = "timeExpired",
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
        if (position_type_at(pos, sq) == PIECE_NONE)
            continue;
        g_string_append_printf(xml, "    <square id=\"%s\" side=\"%s\" piece=\"%s\"/>\n",
                               square_text(sq).text, SIDES[position_color_at(pos, sq)],
                               PIECE_NAME[position_type_at(pos, sq)]);
    }
    g_string_append(xml, "  </pieces>\n");
}

static void append_end(GString *xml, const GameOutcome *outcome)
{
    if (outcome->termination == TERMINATION_NONE)
        return;
    g_string_append(xml, "  <gameOver");
    if (outcome->winner != GAME_NOBODY)
        g_string_append_printf(xml, " winner=\"%s\"", SIDES[outcome->winner]);
    g_string_append_printf(xml, " description=\"%s\"/>\n", DESCRIPTIONS[outcome->termination]);
}

char *antichess_file_format(const AntichessGame *game)
{
    const bool is_timed =
        antichess_game_has_clock(game, COLOR_WHITE) && antichess_game_has_clock(game, COLOR_BLACK);
    const GameOutcome outcome = antichess_game_outcome(game);
    GString *xml = g_string_new("<game ruleset=\"" RULESET "\">\n");

    append_time(xml, game, is_timed);
    append_history(xml, game, is_timed);
    append_pieces(xml, &game->line->state.chess);
    append_end(xml, &outcome);
    g_string_append(xml, "</game>\n");
    return g_string_free(xml, FALSE);
}

/* The elements of a saved game, in the order of their parents. */
typedef enum {
    ELEMENT_GAME,
    ELEMENT_TIME,
    ELEMENT_HISTORY,
    ELEMENT_MOVE,
    ELEMENT_PIECES,
    ELEMENT_SQUARE,
    ELEMENT_GAME_OVER,
    ELEMENT_COUNT,
    ELEMENT_NONE = ELEMENT_COUNT
} Element;

static const struct {
    const char *name;
    Element parent;
    bool repeats;
} ELEMENTS[ELEMENT_COUNT] = {
    [ELEMENT_GAME] = {"game", ELEMENT_NONE, false},
    [ELEMENT_TIME] = {"time", ELEMENT_GAME, false},
    [ELEMENT_HISTORY] = {"moveHistory", ELEMENT_GAME, false},
    [ELEMENT_MOVE] = {"move", ELEMENT_HISTORY, true},
    [ELEMENT_PIECES] = {"pieces", ELEMENT_GAME, false},
    [ELEMENT_SQUARE] = {"square", ELEMENT_PIECES, true},
    [ELEMENT_GAME_OVER] = {"gameOver", ELEMENT_GAME, false},
};

/* An element of the text with its attributes. */
typedef struct {
    Element element;
    int line; /* on which its start ends */
    char **names, **values;
} Tag;

/* The known elements of a text. All of them are read before any is interpreted, as they may come in
 * any order. */
typedef struct {
    GArray *tags[ELEMENT_COUNT]; /* Tag, in the order of the text */
    Element open;                /* the innermost known element that is open */
    int skipped;                 /* elements open within it, the outermost of which is unknown */
} Outline;

static void tag_clear(void *data)
{
    g_strfreev(((Tag *)data)->names);
    g_strfreev(((Tag *)data)->values);
}

static void outline_init(Outline *outline)
{
    *outline = (Outline){.open = ELEMENT_NONE};
    for (int i = 0; i < ELEMENT_COUNT; i++) {
        outline->tags[i] = g_array_new(FALSE, FALSE, sizeof(Tag));
        g_array_set_clear_func(outline->tags[i], tag_clear);
    }
}

static void outline_clear(Outline *outline)
{
    for (int i = 0; i < ELEMENT_COUNT; i++)
        g_array_unref(outline->tags[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Outline, outline_clear)

/* The element number @i of its kind, from 0. */
static const Tag *tag_of(const Outline *outline, Element element, guint i)
{
    return &g_array_index(outline->tags[element], Tag, i);
}

/* The value of an attribute, or NULL. */
static const char *tag_value(const Tag *tag, const char *attribute)
{
    for (int i = 0; tag->names[i] != NULL; i++)
        if (g_str_equal(tag->names[i], attribute))
            return tag->values[i];
    return NULL;
}

/* The line of the last character read. GMarkup has gone on to the one behind it, which may be a
 * line end; a line end counts as character 1 of the next line. */
static int line_of(GMarkupParseContext *context)
{
    gint line, character;

    g_markup_parse_context_get_position(context, &line, &character);
    return line - (character == 1);
}

static void on_start(GMarkupParseContext *context, const char *name, const char **names,
                     const char **values, void *data, GError **error)
{
    Outline *outline = data;
    const bool is_outside = outline->open == ELEMENT_NONE;
    const int line = line_of(context);
    Element element = 0;

    while (element < ELEMENT_COUNT && !g_str_equal(ELEMENTS[element].name, name))
        element++;
    if (outline->skipped > 0 || (element == ELEMENT_NONE && !is_outside)) {
        outline->skipped++;
    } else if (element == ELEMENT_NONE || ELEMENTS[element].parent != outline->open) {
        board_fail_syntax(error, "the element '%s' is not allowed %s '%s'", name,
                          is_outside ? "outside" : "in",
                          ELEMENTS[is_outside ? ELEMENT_GAME : outline->open].name);
    } else if (outline->tags[element]->len > 0 && !ELEMENTS[element].repeats) {
        board_fail_syntax(error, "the element '%s' is repeated", name);
    } else {
        const Tag tag = {element, line, g_strdupv((char **)names), g_strdupv((char **)values)};
        outline->open = element;
        g_array_append_val(outline->tags[element], tag);
        for (; *names != NULL && *error == NULL; names++)
            if (g_strv_contains(names + 1, *names))
                board_fail_syntax(error, "the element '%s' repeats the attribute '%s'", name,
                                  *names);
    }
    g_prefix_error(error, "line %d: ", line);
}

static void on_end(G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name,
                   void *data, G_GNUC_UNUSED GError **error)
{
    Outline *outline = data;

    if (outline->skipped > 0)
        outline->skipped--;
    else
        outline->open = ELEMENTS[outline->open].parent;
}

static void on_text(GMarkupParseContext *context, const char *text, size_t length, void *data,
                    GError **error)
{
    const Outline *outline = data;

    for (size_t i = 0; i < length && outline->skipped == 0 && *error == NULL; i++)
        if (!g_ascii_isspace(text[i]))
            board_fail_syntax(error, "line %d: there is text between the elements",
                              line_of(context));
}

/* Reads @text into the empty @outline: each known element is where and as often as it may be, and
 * those that every game needs are there. */
static bool outline_read(Outline *outline, const char *text, GError **error)
{
    const GMarkupParser parser = {
        .start_element = on_start, .end_element = on_end, .text = on_text};
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, outline, NULL);
    g_autoptr(GError) cause = NULL;

    if (!g_markup_parse_context_parse(context, text, -1, &cause) ||
        !g_markup_parse_context_end_parse(context, &cause))
        return board_fail_syntax(error, "%s", cause->message);
    for (int element = 0; element < ELEMENT_COUNT; element++)
        if (outline->tags[element]->len == 0 && !ELEMENTS[element].repeats &&
            element != ELEMENT_GAME_OVER)
            return board_fail_syntax(error, "the element '%s' is missing", ELEMENTS[element].name);
    return true;
}

G_GNUC_PRINTF(5, 6)
static bool tag_refuse(const Tag *tag, const char *attribute, BoardError code, GError **error,
                       const char *format, ...)
{
    const char *value = tag_value(tag, attribute);
    g_autofree char *why = NULL;
    va_list args;

    va_start(args, format);
    why = g_strdup_vprintf(format, args);
    va_end(args);
    return fail_with(error, BOARD_ERROR, code,
                     "line %d: attribute '%s' of element '%s' is %s%s%s: %s", tag->line, attribute,
                     ELEMENTS[tag->element].name, value != NULL ? "'" : "",
                     value != NULL ? value : "missing", value != NULL ? "'" : "", why);
}

static bool read_ms(const Tag *tag, const char *attribute, int64_t *out_ms, GError **error)
{
    const char *value = tag_value(tag, attribute);
    guint64 number;

    if (value == NULL || !text_read_digits(value, G_MAXUINT64, &number) || number > G_MAXINT64)
        return tag_refuse(tag, attribute, BOARD_ERROR_SYNTAX, error,
                          "it must be a number of milliseconds");
    *out_ms = (int64_t)number;
    return true;
}

/* A new game with the clocks of the file. Owner: the caller. */
static AntichessGame *read_clocks(const Outline *outline, GError **error)
{
    const Tag *tag = tag_of(outline, ELEMENT_TIME, 0);
    const bool is_timed = g_strcmp0(tag_value(tag, "timed"), "true") == 0;
    int64_t white_ms = 0, black_ms = 0;

    if (!is_timed && g_strcmp0(tag_value(tag, "timed"), "false") != 0) {
        tag_refuse(tag, "timed", BOARD_ERROR_RULES, error, "it must be 'true' or 'false'");
        return NULL;
    }
    if (is_timed && (!read_ms(tag, "initWhite", &white_ms, error) ||
                     !read_ms(tag, "initBlack", &black_ms, error)))
        return NULL;
    return antichess_game_new(white_ms, black_ms);
}

/* Lets the side to move think until its clock, if it has one, shows what @attribute says. */
static bool run_clock(AntichessGame *game, const Tag *tag, const char *attribute, GError **error)
{
    const int side = game_line_turn(game->line);
    const int64_t shown_ms = game->left_ms[side];
    int64_t left_ms = 0;

    if (!antichess_game_has_clock(game, side))
        return true;
    if (!read_ms(tag, attribute, &left_ms, error))
        return false;
    if (left_ms > shown_ms)
        return tag_refuse(tag, attribute, BOARD_ERROR_RULES, error,
                          "the player had less time left");
    antichess_game_spend(game, shown_ms - left_ms);
    return true;
}

static bool goes_on(const AntichessGame *game)
{
    return antichess_game_outcome(game).termination == TERMINATION_NONE;
}

static bool read_move(AntichessGame *game, const Tag *tag, GError **error)
{
    const char *value = tag_value(tag, "value");
    const Move move = value != NULL ? antichess_find_move(&game->line->state, value) : MOVE_NONE;

    if (!goes_on(game))
        return tag_refuse(tag, "value", BOARD_ERROR_RULES, error, "the game had already ended");
    if (move == MOVE_NONE)
        return tag_refuse(tag, "value", BOARD_ERROR_RULES, error, "the move is not legal");
    if (!run_clock(game, tag, "time", error))
        return false;
    antichess_game_play(game, move);
    return true;
}

/* Reads what cannot be deduced: the moves and the clocks. */
static AntichessGame *read_game(const Outline *outline, GError **error)
{
    g_autoptr(AntichessGame) game = read_clocks(outline, error);

    for (guint i = 0; game != NULL && i < outline->tags[ELEMENT_MOVE]->len; i++)
        if (!read_move(game, tag_of(outline, ELEMENT_MOVE, i), error))
            return NULL;
    if (game == NULL || (goes_on(game) && !run_clock(game, tag_of(outline, ELEMENT_TIME, 0),
                                                     CURRENT[game_line_turn(game->line)], error)))
        return NULL;
    return g_steal_pointer(&game);
}

/* The element of @outline that says the same as @wanted, number @i of its kind: squares come in any
 * order. NULL: there is none. */
static const Tag *find_twin(const Outline *outline, const Tag *wanted, guint i)
{
    if (wanted->element != ELEMENT_SQUARE)
        return tag_of(outline, wanted->element, i);
    for (i = 0; i < outline->tags[ELEMENT_SQUARE]->len; i++) {
        const Tag *tag = tag_of(outline, ELEMENT_SQUARE, i);
        if (g_strcmp0(tag_value(tag, "id"), tag_value(wanted, "id")) == 0)
            return tag;
    }
    return NULL;
}

/* Whether @tag has the attributes of @wanted; only a draw must not have another, a winner. */
static bool check_tag(const Tag *tag, const Tag *wanted, GError **error)
{
    for (int i = 0; wanted->names[i] != NULL; i++)
        if (g_strcmp0(tag_value(tag, wanted->names[i]), wanted->values[i]) != 0)
            return tag_refuse(tag, wanted->names[i], BOARD_ERROR_RULES, error, "it must be '%s'",
                              wanted->values[i]);
    return tag->element != ELEMENT_GAME_OVER || tag_value(wanted, "winner") != NULL ||
           tag_value(tag, "winner") == NULL ||
           tag_refuse(tag, "winner", BOARD_ERROR_RULES, error, "no player has won");
}

/* Whether @outline says all that is written of @game. */
static bool check_outline(const Outline *outline, const AntichessGame *game, GError **error)
{
    g_autofree char *text = antichess_file_format(game);
    g_auto(Outline) written;

    outline_init(&written);
    outline_read(&written, text, NULL);
    for (Element element = 0; element < ELEMENT_COUNT; element++) {
        const guint count = written.tags[element]->len;
        if (outline->tags[element]->len != count)
            return board_fail_rules(error,
                                    "the moves of the file require %u '%s' elements, "
                                    "but the file contains %u",
                                    count, ELEMENTS[element].name, outline->tags[element]->len);
        for (guint i = 0; i < count; i++) {
            const Tag *wanted = tag_of(&written, element, i);
            const Tag *tag = find_twin(outline, wanted, i);
            if (tag == NULL)
                return board_fail_rules(error, "the piece on %s is missing",
                                        tag_value(wanted, "id"));
            if (!check_tag(tag, wanted, error))
                return false;
        }
    }
    return true;
}

AntichessGame *antichess_file_parse(const char *text, size_t length, GError **error)
{
    g_autofree char *copy = g_strndup(text, length);
    g_auto(Outline) outline;
    g_autoptr(AntichessGame) game = NULL;

    outline_init(&outline);
    if (!g_utf8_validate(text, (gssize)length, NULL)) { /* a NUL character neither */
        board_fail_syntax(error, "the text is not UTF-8");
        return NULL;
    }
    if (!outline_read(&outline, text_skip_mark(copy), error) ||
        (game = read_game(&outline, error)) == NULL || !check_outline(&outline, game, error))
        return NULL;
    return g_steal_pointer(&game);
}
