/* The reader of XML: a part of GLib's stand-in, as far as GMarkup is used here. It takes a whole
 * text at once; document type declarations and names are not checked.
 *
 * Source: Extensible Markup Language 1.0; GLib's documentation of GMarkupParser. */
#include <glib.h>

#define BLANKS " \t\r\n"
#define NAME_ENDS " \t\r\n/>=<"

struct StandInMarkup {
    const GMarkupParser *parser;
    gpointer data;
    const char *text, *at; /* how far it has been read */
    GPtrArray *open;       /* names of the elements that are open, the outermost first */
    gboolean has_root;
};

GMarkupParseContext *g_markup_parse_context_new(const GMarkupParser *parser,
                                                G_GNUC_UNUSED int flags, gpointer data,
                                                G_GNUC_UNUSED GDestroyNotify destroy)
{
    GMarkupParseContext *context = g_new0(GMarkupParseContext, 1);

    context->parser = parser;
    context->data = data;
    context->text = context->at = "";
    context->open = g_ptr_array_new_with_free_func(g_free);
    return context;
}

void g_markup_parse_context_free(GMarkupParseContext *context)
{
    g_ptr_array_unref(context->open);
    g_free(context);
}

void g_markup_parse_context_get_position(GMarkupParseContext *context, int *out_line,
                                         int *out_character)
{
    *out_line = *out_character = 1;
    for (const char *c = context->text; c < context->at; c++) {
        *out_line += *c == '\n';
        *out_character = *c == '\n' ? 1 : *out_character + 1;
    }
}

static gboolean fail(GMarkupParseContext *context, const char *what, GError **error)
{
    int line, character;

    g_markup_parse_context_get_position(context, &line, &character);
    g_set_error(error, G_MARKUP_ERROR, 0, "line %d: %s", line, what);
    return FALSE;
}

/* The character that a reference stands for, 0 for none. */
static gunichar character_of(const char *name)
{
    static const struct {
        const char *name;
        char character;
    } NAMES[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    const gboolean is_hexadecimal = g_str_has_prefix(name, "#x");
    char *end;
    guint64 number;

    for (size_t i = 0; i < G_N_ELEMENTS(NAMES); i++)
        if (g_str_equal(name, NAMES[i].name))
            return (gunichar)NAMES[i].character;
    if (*name != '#' || name[1] == '\0')
        return 0;
    number = g_ascii_strtoull(name + (is_hexadecimal ? 2 : 1), &end, is_hexadecimal ? 16 : 10);
    return *end == '\0' && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff)
               ? (gunichar)number
               : 0;
}

/* UTF-8. */
static void append_character(GString *text, gunichar c)
{
    static const gunichar LEAST[] = {0x80, 0x800, 0x10000, 0x110000};
    static const unsigned char FIRST[] = {0, 0xc0, 0xe0, 0xf0};
    int more = 0;

    while (c >= LEAST[more])
        more++;
    g_string_append_c(text, (char)(FIRST[more] | c >> (6 * more)));
    while (more-- > 0)
        g_string_append_c(text, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

/* @text with its references replaced; NULL with an error. Owner: the caller. */
static char *replace_references(GMarkupParseContext *context, const char *text, size_t length,
                                GError **error)
{
    GString *plain = g_string_new(NULL);

    for (const char *c = text; c < text + length; c++) {
        const char *end = *c == '&' ? memchr(c, ';', (size_t)(text + length - c)) : NULL;
        g_autofree char *name = end != NULL ? g_strndup(c + 1, end - c - 1) : NULL;
        if (*c != '&') {
            g_string_append_c(plain, *c);
        } else if (name != NULL && character_of(name) != 0) {
            append_character(plain, character_of(name));
            c = end;
        } else {
            g_string_free(plain, TRUE);
            fail(context, "'&' begins no character that is known", error);
            return NULL;
        }
    }
    return g_string_free(plain, FALSE);
}

static char *take_name(GMarkupParseContext *context)
{
    const size_t length = strcspn(context->at, NAME_ENDS);
    char *name = g_strndup(context->at, (gssize)length);

    context->at += length;
    return name;
}

static void skip_blanks(GMarkupParseContext *context)
{
    context->at += strspn(context->at, BLANKS);
}

/* NAME="VALUE", into both lists. */
static gboolean take_attribute(GMarkupParseContext *context, GPtrArray *names, GPtrArray *values,
                               GError **error)
{
    g_autofree char *name = take_name(context);
    const char *end;
    char *value;

    skip_blanks(context);
    if (*name == '\0' || *context->at != '=')
        return fail(context, "an attribute needs a name, '=' and a value", error);
    context->at++;
    skip_blanks(context);
    end =
        *context->at == '"' || *context->at == '\'' ? strchr(context->at + 1, *context->at) : NULL;
    if (end == NULL)
        return fail(context, "the value of an attribute stands between quotes", error);
    if (memchr(context->at, '<', (size_t)(end - context->at)) != NULL)
        return fail(context, "'<' stands in the value of an attribute", error);
    value = replace_references(context, context->at + 1, (size_t)(end - context->at - 1), error);
    if (value == NULL)
        return FALSE;
    context->at = end + 1;
    g_ptr_array_add(names, g_steal_pointer(&name));
    g_ptr_array_add(values, value);
    return TRUE;
}

static gboolean take_end(GMarkupParseContext *context, const char *name, GError **error)
{
    const guint depth = context->open->len;
    GError *cause = NULL;

    if (depth == 0 || !g_str_equal(context->open->pdata[depth - 1], name))
        return fail(context, "an element ends that is not the one that was begun last", error);
    context->parser->end_element(context, name, context->data, &cause);
    g_free(context->open->pdata[--context->open->len]);
    if (cause != NULL)
        g_propagate_error(error, cause);
    return cause == NULL;
}

/* Behind "<". */
static gboolean take_start(GMarkupParseContext *context, GError **error)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *name = take_name(context);
    GError *cause = NULL;
    gboolean is_empty;

    if (*name == '\0')
        return fail(context, "'<' begins no element", error);
    if (context->has_root && context->open->len == 0)
        return fail(context, "there is something behind the end of the document", error);
    for (skip_blanks(context); *context->at != '>' && *context->at != '/'; skip_blanks(context))
        if (!take_attribute(context, names, values, error))
            return FALSE;
    is_empty = *context->at == '/';
    context->at += is_empty;
    if (*context->at != '>')
        return fail(context, "an element does not end with '>'", error);
    g_ptr_array_add(names, NULL);
    g_ptr_array_add(values, NULL);
    context->has_root = TRUE;
    g_ptr_array_add(context->open, g_strdup(name));
    context->parser->start_element(context, name, (const char **)names->pdata,
                                   (const char **)values->pdata, context->data, &cause);
    if (cause != NULL) {
        g_propagate_error(error, cause);
        return FALSE;
    }
    context->at++;
    return !is_empty || take_end(context, name, error);
}

/* Behind "</". */
static gboolean take_closing(GMarkupParseContext *context, GError **error)
{
    g_autofree char *name = take_name(context);

    skip_blanks(context);
    if (*context->at != '>')
        return fail(context, "the end of an element does not end with '>'", error);
    if (!take_end(context, name, error))
        return FALSE;
    context->at++;
    return TRUE;
}

/* The text up to @end, as it stands or with its references. */
static gboolean take_text(GMarkupParseContext *context, const char *begin, const char *end,
                          gboolean is_plain, GError **error)
{
    g_autofree char *text = is_plain
                                ? g_strndup(begin, end - begin)
                                : replace_references(context, begin, (size_t)(end - begin), error);
    GError *cause = NULL;

    if (text == NULL)
        return FALSE;
    context->at = end;
    if (context->open->len == 0 && text[strspn(text, BLANKS)] != '\0')
        return fail(context, "there is text outside the document", error);
    if (context->open->len > 0 && *text != '\0')
        context->parser->text(context, text, strlen(text), context->data, &cause);
    if (cause != NULL)
        g_propagate_error(error, cause);
    return cause == NULL;
}

/* What begins with @opening and ends with @closing, if it does begin so; *@out_end: behind it. */
static gboolean find_section(GMarkupParseContext *context, const char *opening, const char *closing,
                             const char **out_end)
{
    const char *end;

    if (!g_str_has_prefix(context->at, opening))
        return FALSE;
    end = strstr(context->at + strlen(opening), closing);
    *out_end = end != NULL ? end + strlen(closing) : NULL;
    return TRUE;
}

static gboolean take_next(GMarkupParseContext *context, GError **error)
{
    static const char CDATA[] = "<![CDATA[", CDATA_END[] = "]]>";
    const char *end = NULL;

    if (*context->at != '<')
        return take_text(context, context->at, context->at + strcspn(context->at, "<"), FALSE,
                         error);
    if (find_section(context, CDATA, CDATA_END, &end)) {
        if (end == NULL)
            return fail(context, "what begins here has no end", error);
        if (!take_text(context, context->at + strlen(CDATA), end - strlen(CDATA_END), TRUE, error))
            return FALSE;
        context->at = end;
        return TRUE;
    }
    if (find_section(context, "<!--", "-->", &end) || find_section(context, "<?", "?>", &end) ||
        find_section(context, "<!", ">", &end)) {
        if (end == NULL)
            return fail(context, "what begins here has no end", error);
        context->at = end;
        return TRUE;
    }
    context->at++;
    if (*context->at == '/') {
        context->at++;
        return take_closing(context, error);
    }
    return take_start(context, error);
}

gboolean g_markup_parse_context_parse(GMarkupParseContext *context, const char *text,
                                      G_GNUC_UNUSED gssize length, GError **error)
{
    context->text = context->at = text;
    while (*context->at != '\0')
        if (!take_next(context, error))
            return FALSE;
    return TRUE;
}

gboolean g_markup_parse_context_end_parse(GMarkupParseContext *context, GError **error)
{
    if (!context->has_root)
        return fail(context, "the document is empty", error);
    if (context->open->len > 0)
        return fail(context, "the document ends within an element", error);
    return TRUE;
}
