#include "board/antichess_outline.h"

#include <string.h>

#include "board/text_lines.h"

/* The elements that the file may have, and where. */
static const struct {
    const char *name;
    AntichessElement parent;
    bool repeats;
    const char *attributes[ANTICHESS_MAX_ATTRIBUTES];
} ELEMENTS[ANTICHESS_ELEMENT_COUNT] = {
    [ANTICHESS_ELEMENT_GAME] = {"game", ANTICHESS_ELEMENT_NONE, false, {"ruleset"}},
    [ANTICHESS_ELEMENT_TIME] = {"time",
                                ANTICHESS_ELEMENT_GAME,
                                false,
                                {"timed", "initWhite", "initBlack", "currentWhite",
                                 "currentBlack"}},
    [ANTICHESS_ELEMENT_HISTORY] = {"moveHistory", ANTICHESS_ELEMENT_GAME, false, {NULL}},
    [ANTICHESS_ELEMENT_MOVE] = {"move", ANTICHESS_ELEMENT_HISTORY, true, {"side", "value", "time"}},
    [ANTICHESS_ELEMENT_PIECES] = {"pieces", ANTICHESS_ELEMENT_GAME, false, {NULL}},
    [ANTICHESS_ELEMENT_SQUARE] = {"square",
                                  ANTICHESS_ELEMENT_PIECES,
                                  true,
                                  {"id", "side", "piece"}},
    [ANTICHESS_ELEMENT_GAME_OVER] = {"gameOver",
                                     ANTICHESS_ELEMENT_GAME,
                                     false,
                                     {"winner", "description"}},
};

static void tag_clear(void *data)
{
    AntichessTag *tag = data;

    for (int i = 0; i < ANTICHESS_MAX_ATTRIBUTES; i++)
        g_free(tag->value[i]);
}

void antichess_outline_clear(AntichessOutline *outline)
{
    for (int i = 0; i < ANTICHESS_ELEMENT_COUNT; i++)
        g_array_unref(outline->tags[i]);
}

void antichess_outline_init(AntichessOutline *outline)
{
    *outline = (AntichessOutline){.open = ANTICHESS_ELEMENT_NONE};
    for (int i = 0; i < ANTICHESS_ELEMENT_COUNT; i++) {
        outline->tags[i] = g_array_new(FALSE, FALSE, sizeof(AntichessTag));
        g_array_set_clear_func(outline->tags[i], tag_clear);
    }
}

const AntichessTag *antichess_outline_tag(const AntichessOutline *outline, AntichessElement element,
                                          guint i)
{
    return &g_array_index(outline->tags[element], AntichessTag, i);
}

static int line_of(GMarkupParseContext *context)
{
    gint line, character;

    g_markup_parse_context_get_position(context, &line, &character);
    return line;
}

static AntichessElement element_by_name(const char *name)
{
    int element = 0;

    while (element < ANTICHESS_ELEMENT_COUNT && strcmp(ELEMENTS[element].name, name) != 0)
        element++;
    return (AntichessElement)element;
}

/* The attribute of that name, ANTICHESS_MAX_ATTRIBUTES if the element knows none. */
static int attribute_by_name(AntichessElement element, const char *name)
{
    int i = 0;

    while (i < ANTICHESS_MAX_ATTRIBUTES && g_strcmp0(ELEMENTS[element].attributes[i], name) != 0)
        i++;
    return i;
}

static void read_attributes(AntichessTag *tag, const char **names, const char **values,
                            GError **error)
{
    for (; *names != NULL; names++, values++) {
        const int i = attribute_by_name(tag->element, *names);
        if (i == ANTICHESS_MAX_ATTRIBUTES)
            continue;
        if (tag->value[i] != NULL) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: '%s' has '%s' twice",
                        tag->line, ELEMENTS[tag->element].name, *names);
            return;
        }
        tag->value[i] = g_strdup(*values);
    }
}

static void on_start(GMarkupParseContext *context, const char *name, const char **names,
                     const char **values, void *data, GError **error)
{
    AntichessOutline *outline = data;
    AntichessTag tag = {.element = element_by_name(name), .line = line_of(context)};

    if (outline->skipped > 0 ||
        (tag.element == ANTICHESS_ELEMENT_NONE && outline->open != ANTICHESS_ELEMENT_NONE)) {
        outline->skipped++;
    } else if (tag.element == ANTICHESS_ELEMENT_NONE ||
               ELEMENTS[tag.element].parent != outline->open) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: '%s' stands %s '%s'",
                    tag.line, name, outline->open == ANTICHESS_ELEMENT_NONE ? "outside" : "in",
                    ELEMENTS[outline->open == ANTICHESS_ELEMENT_NONE ? ANTICHESS_ELEMENT_GAME
                                                                     : outline->open]
                        .name);
    } else if (outline->tags[tag.element]->len > 0 && !ELEMENTS[tag.element].repeats) {
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: there is a '%s' already",
                    tag.line, name);
    } else {
        outline->open = tag.element;
        read_attributes(&tag, names, values, error);
        g_array_append_val(outline->tags[tag.element], tag);
    }
}

static void on_end(G_GNUC_UNUSED GMarkupParseContext *context, G_GNUC_UNUSED const char *name,
                   void *data, G_GNUC_UNUSED GError **error)
{
    AntichessOutline *outline = data;

    if (outline->skipped > 0)
        outline->skipped--;
    else
        outline->open = ELEMENTS[outline->open].parent;
}

static void on_text(GMarkupParseContext *context, const char *text, size_t length, void *data,
                    GError **error)
{
    const AntichessOutline *outline = data;

    for (size_t i = 0; i < length && outline->skipped == 0; i++)
        if (!g_ascii_isspace(text[i])) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX,
                        "line %d: there is text between the elements", line_of(context));
            return;
        }
}

/* Turns an error of GLib into one of ours. */
static void adopt_error(GError **error, GError *from_markup)
{
    if (from_markup->domain == BOARD_ERROR)
        g_propagate_error(error, from_markup);
    else {
        g_set_error_literal(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, from_markup->message);
        g_error_free(from_markup);
    }
}

bool antichess_outline_read(AntichessOutline *outline, const char *text, GError **error)
{
    const GMarkupParser parser = {
        .start_element = on_start, .end_element = on_end, .text = on_text};
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, outline, NULL);
    GError *cause = NULL;

    if (!g_markup_parse_context_parse(context, text, -1, &cause) ||
        !g_markup_parse_context_end_parse(context, &cause)) {
        adopt_error(error, cause);
        return false;
    }
    for (int element = 0; element < ANTICHESS_ELEMENT_COUNT; element++)
        if (outline->tags[element]->len == 0 && !ELEMENTS[element].repeats &&
            element != ANTICHESS_ELEMENT_GAME_OVER) {
            g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "there is no '%s'",
                        ELEMENTS[element].name);
            return false;
        }
    return true;
}

const char *antichess_tag_require(const AntichessTag *tag, int attribute, GError **error)
{
    if (tag->value[attribute] == NULL)
        g_set_error(error, BOARD_ERROR, BOARD_ERROR_SYNTAX, "line %d: '%s' has no '%s'", tag->line,
                    ELEMENTS[tag->element].name, ELEMENTS[tag->element].attributes[attribute]);
    return tag->value[attribute];
}

bool antichess_tag_refuse(const AntichessTag *tag, int attribute, BoardError code, const char *why,
                          GError **error)
{
    g_set_error(error, BOARD_ERROR, code, "line %d: '%s' of '%s' is '%s', %s", tag->line,
                ELEMENTS[tag->element].attributes[attribute], ELEMENTS[tag->element].name,
                tag->value[attribute], why);
    return false;
}

bool antichess_tag_read_word(const AntichessTag *tag, int attribute, const char *const *words,
                             int count, int *out_word, GError **error)
{
    const char *value = antichess_tag_require(tag, attribute, error);

    for (int i = 0; value != NULL && i < count; i++)
        if (g_strcmp0(words[i], value) == 0) {
            *out_word = i;
            return true;
        }
    return value != NULL && antichess_tag_refuse(tag, attribute, BOARD_ERROR_SYNTAX,
                                                 "which is not one of its words", error);
}

bool antichess_tag_read_number(const AntichessTag *tag, int attribute, int64_t *out_number,
                               GError **error)
{
    const char *value = antichess_tag_require(tag, attribute, error);
    guint64 number;

    if (value == NULL)
        return false;
    if (!text_read_digits(value, G_MAXUINT64, &number) || number > G_MAXINT64)
        return antichess_tag_refuse(tag, attribute, BOARD_ERROR_SYNTAX,
                                    "not a number of milliseconds", error);
    *out_number = (int64_t)number;
    return true;
}
