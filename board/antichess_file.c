#include "board/antichess.h"

#include <string.h>

#include "board/text_lines.h"

#define RULESET "6170-spring-2007"

static const char *const SIDES[COLOR_COUNT] = {"white", "black"};

/* Attributes of "time". */
static const char *const CURRENT[COLOR_COUNT] = {"currentWhite", "currentBlack"};

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
    int line;              /* on which its start begins */
    GPtrArray *attributes; /* name, value, name, value, ... */
} Tag;

/* The known elements of a text. All of them are read before any is interpreted, as they may come in
 * any order. */
typedef struct {
    GArray *tags[ELEMENT_COUNT]; /* Tag, in the order of the text */
    Element open;                /* the innermost known element that is open */
    int skipped;                 /* elements open within it, the outermost of which is unknown */
    const char *at;              /* how far the text has been read, */
    int line;                    /* and the line there, from 1 */
} Outline;

static void tag_clear(void *data)
{
    g_ptr_array_unref(((Tag *)data)->attributes);
}

static void outline_init(Outline *outline, const char *text)
{
    *outline = (Outline){.open = ELEMENT_NONE, .at = text, .line = 1};
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
    for (guint i = 0; i < tag->attributes->len; i += 2)
        if (g_str_equal(tag->attributes->pdata[i], attribute))
            return tag->attributes->pdata[i + 1];
    return NULL;
}

/* Reading XML, as far as saved games and what extends them need it: elements, attributes, and what
 * is skipped. Values are taken as they are: no value of a saved game contains a reference.
 *
 * Source: Extensible Markup Language 1.0. */

#define SPACES " \t\r\n"

static bool fail(const Outline *outline, GError **error, const char *what)
{
    g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: %s", outline->line, what);
    return false;
}

static void read_to(Outline *outline, const char *end)
{
    for (; outline->at < end; outline->at++)
        outline->line += *outline->at == '\n';
}

static void skip_spaces(Outline *outline)
{
    read_to(outline, outline->at + strspn(outline->at, SPACES));
}

static char *take_name(Outline *outline)
{
    const char *name = outline->at;

    outline->at += strcspn(name, SPACES "/>=<\"'");
    return g_strndup(name, (gsize)(outline->at - name));
}

/* NAME="VALUE" */
static bool take_attribute(Outline *outline, const Tag *tag, GError **error)
{
    g_autofree char *name = take_name(outline);
    const char *end = NULL;

    skip_spaces(outline);
    if (*name == '\0' || *outline->at != '=')
        return fail(outline, error, "an attribute needs a name, '=' and a value");
    read_to(outline, outline->at + 1);
    skip_spaces(outline);
    if (*outline->at == '"' || *outline->at == '\'')
        end = strchr(outline->at + 1, *outline->at);
    if (end == NULL)
        return fail(outline, error, "the value of an attribute is not between quotes");
    if (tag->element != ELEMENT_NONE && tag_value(tag, name) != NULL) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: '%s' has '%s' twice",
                    tag->line, ELEMENTS[tag->element].name, name);
        return false;
    }
    g_ptr_array_add(tag->attributes, g_steal_pointer(&name));
    g_ptr_array_add(tag->attributes, g_strndup(outline->at + 1, (gsize)(end - outline->at) - 1));
    read_to(outline, end + 1);
    return true;
}

/* Whether @tag, called @name, may begin here; then it is open. Becomes the owner of @tag. */
static bool open_tag(Outline *outline, Tag *tag, const char *name, GError **error)
{
    const bool is_outside = outline->open == ELEMENT_NONE;

    if (outline->skipped > 0 || (tag->element == ELEMENT_NONE && !is_outside)) {
        outline->skipped++;
        tag_clear(tag);
        return true;
    }
    if (tag->element != ELEMENT_NONE && ELEMENTS[tag->element].parent == outline->open &&
        (ELEMENTS[tag->element].repeats || outline->tags[tag->element]->len == 0)) {
        outline->open = tag->element;
        g_array_append_val(outline->tags[tag->element], *tag);
        return true;
    }
    if (tag->element != ELEMENT_NONE && ELEMENTS[tag->element].parent == outline->open)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: there is a '%s' already",
                    tag->line, name);
    else
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: '%s' is %s '%s'", tag->line,
                    name, is_outside ? "outside" : "in",
                    ELEMENTS[is_outside ? ELEMENT_GAME : outline->open].name);
    tag_clear(tag);
    return false;
}

static void close_tag(Outline *outline)
{
    if (outline->skipped > 0)
        outline->skipped--;
    else
        outline->open = ELEMENTS[outline->open].parent;
}

/* What begins with '<'. */
static bool take_start(Outline *outline, GError **error)
{
    Tag tag = {.line = outline->line, .attributes = g_ptr_array_new_with_free_func(g_free)};
    g_autofree char *name = NULL;
    bool is_good, is_empty;

    outline->at++;
    name = take_name(outline);
    is_good = *name != '\0' || fail(outline, error, "'<' begins no element");
    while (tag.element < ELEMENT_COUNT && !g_str_equal(ELEMENTS[tag.element].name, name))
        tag.element++;
    for (skip_spaces(outline); is_good && *outline->at != '>' && *outline->at != '/';
         skip_spaces(outline))
        is_good = take_attribute(outline, &tag, error);
    is_empty = is_good && *outline->at == '/';
    outline->at += is_empty;
    if (is_good && *outline->at != '>')
        is_good = fail(outline, error, "an element does not end with '>'");
    if (!is_good) {
        tag_clear(&tag);
        return false;
    }
    outline->at++;
    if (!open_tag(outline, &tag, name, error))
        return false;
    if (is_empty)
        close_tag(outline);
    return true;
}

/* What begins with '</'. */
static bool take_end(Outline *outline, GError **error)
{
    g_autofree char *name = NULL;

    outline->at += strlen("</");
    name = take_name(outline);
    skip_spaces(outline);
    if (*outline->at != '>' ||
        (outline->skipped == 0 &&
         (outline->open == ELEMENT_NONE || !g_str_equal(ELEMENTS[outline->open].name, name))))
        return fail(outline, error, "an element ends that is not the one that was begun last");
    outline->at++;
    close_tag(outline);
    return true;
}

/* What is between elements, up to @end. */
static bool take_text(Outline *outline, const char *end, GError **error)
{
    if (outline->skipped == 0)
        skip_spaces(outline);
    if (outline->skipped == 0 && outline->at < end)
        return fail(outline, error, "there is text between the elements");
    read_to(outline, end);
    return true;
}

static bool take_next(Outline *outline, GError **error)
{
    static const struct {
        const char *begin, *end;
    } skipped[] = {{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};

    if (*outline->at != '<')
        return take_text(outline, outline->at + strcspn(outline->at, "<"), error);
    if (outline->at[1] == '/')
        return take_end(outline, error);
    for (size_t i = 0; i < G_N_ELEMENTS(skipped); i++) {
        const char *end;
        if (!g_str_has_prefix(outline->at, skipped[i].begin))
            continue;
        end = strstr(outline->at + strlen(skipped[i].begin), skipped[i].end);
        if (end == NULL)
            return fail(outline, error, "what begins here has no end");
        if (outline->skipped == 0 && g_str_has_prefix(outline->at, "<![CDATA["))
            return take_text(outline, end, error);
        read_to(outline, end + strlen(skipped[i].end));
        return true;
    }
    return take_start(outline, error);
}

/* Reads the text of @outline: each known element is where and as often as it may be, and those that
 * every game needs are there. */
static bool outline_read(Outline *outline, GError **error)
{
    while (*outline->at != '\0')
        if (!take_next(outline, error))
            return false;
    if (outline->open != ELEMENT_NONE)
        return fail(outline, error, "the file ends within an element");
    for (int element = 0; element < ELEMENT_COUNT; element++)
        if (outline->tags[element]->len == 0 && !ELEMENTS[element].repeats &&
            element != ELEMENT_GAME_OVER) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "there is no '%s'",
                        ELEMENTS[element].name);
            return false;
        }
    return true;
}

static bool tag_refuse(const Tag *tag, const char *attribute, BoardError code, GError **error,
                       const char *format, ...) G_GNUC_PRINTF(5, 6);

static bool tag_refuse(const Tag *tag, const char *attribute, BoardError code, GError **error,
                       const char *format, ...)
{
    const char *value = tag_value(tag, attribute);
    g_autofree char *why = NULL;
    va_list args;

    va_start(args, format);
    why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, BOARD_ERROR, code, "line %d: '%s' of '%s' is %s%s%s, %s", tag->line,
                attribute, ELEMENTS[tag->element].name, value != NULL ? "'" : "",
                value != NULL ? value : "missing", value != NULL ? "'" : "", why);
    return false;
}

static bool read_ms(const Tag *tag, const char *attribute, int64_t *out_ms, GError **error)
{
    const char *value = tag_value(tag, attribute);
    guint64 number;

    if (value == NULL || !text_read_digits(value, G_MAXUINT64, &number) || number > G_MAXINT64)
        return tag_refuse(tag, attribute, BOARD_ERROR_SYNTAX, error,
                          "not a number of milliseconds");
    *out_ms = (int64_t)number;
    return true;
}

/* A new game with the clocks of the file. Owner: the caller. */
static AntichessGame *read_clocks(const Outline *outline, GError **error)
{
    const Tag *tag = tag_of(outline, ELEMENT_TIME, 0);
    int64_t white_ms = 0, black_ms = 0;

    if (g_strcmp0(tag_value(tag, "timed"), "true") == 0 &&
        (!read_ms(tag, "initWhite", &white_ms, error) ||
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
        return tag_refuse(tag, attribute, BOARD_ERROR_RULES, error, "more than was left");
    antichess_game_spend(game, shown_ms - left_ms);
    return true;
}

static bool goes_on(const AntichessGame *game)
{
    return antichess_game_outcome(game).end == ANTICHESS_GOES_ON;
}

static bool read_move(AntichessGame *game, const Tag *tag, GError **error)
{
    const char *value = tag_value(tag, "value");
    const Move move = value != NULL ? antichess_find_move(&game->line->state, value) : MOVE_NONE;

    if (!goes_on(game))
        return tag_refuse(tag, "value", BOARD_ERROR_RULES, error, "but the game has ended before");
    if (move == MOVE_NONE)
        return tag_refuse(tag, "value", BOARD_ERROR_RULES, error, "which is not legal");
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
    for (guint i = 0; i < wanted->attributes->len; i += 2) {
        const char *name = wanted->attributes->pdata[i], *value = wanted->attributes->pdata[i + 1];
        if (g_strcmp0(tag_value(tag, name), value) != 0)
            return tag_refuse(tag, name, BOARD_ERROR_RULES, error, "not '%s'", value);
    }
    return tag->element != ELEMENT_GAME_OVER || tag_value(wanted, "winner") != NULL ||
           tag_value(tag, "winner") == NULL ||
           tag_refuse(tag, "winner", BOARD_ERROR_RULES, error, "but nobody has won");
}

/* Whether @outline says all that is written of @game. */
static bool check(const Outline *outline, const AntichessGame *game, GError **error)
{
    g_autofree char *text = antichess_file_format(game);
    g_auto(Outline) written;

    outline_init(&written, text);
    outline_read(&written, NULL);
    for (Element element = 0; element < ELEMENT_COUNT; element++) {
        const guint count = written.tags[element]->len;
        if (outline->tags[element]->len != count) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES,
                        "after its moves the game has %u '%s'", count, ELEMENTS[element].name);
            return false;
        }
        for (guint i = 0; i < count; i++) {
            const Tag *wanted = tag_of(&written, element, i);
            const Tag *tag = find_twin(outline, wanted, i);
            if (tag == NULL) {
                g_set_error(error, BOARD_ERROR, BOARD_ERROR_RULES, "the piece on %s is missing",
                            tag_value(wanted, "id"));
                return false;
            }
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

    outline_init(&outline, text_skip_mark(copy));
    if (!g_utf8_validate(text, (gssize)length, NULL)) { /* a NUL character neither */
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "it is no text in UTF-8");
        return NULL;
    }
    if (!outline_read(&outline, error) || (game = read_game(&outline, error)) == NULL ||
        !check(&outline, game, error))
        return NULL;
    return g_steal_pointer(&game);
}
