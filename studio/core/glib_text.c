/* Texts: a part of GLib's stand-in. */
#include <errno.h>
#include <glib.h>

char *g_ascii_strdown(const char *text, gssize length)
{
    char *lower = g_strndup(text, length < 0 ? (gssize)strlen(text) : length);

    for (char *c = lower; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    return lower;
}

static gboolean refuse_number(const char *text, GError **error)
{
    g_set_error(error, STAND_IN_OTHER, 0, "'%s' is not a number within the bounds", text);
    return FALSE;
}

gboolean g_ascii_string_to_unsigned(const char *text, guint base, guint64 min, guint64 max,
                                    guint64 *out_number, GError **error)
{
    char *end;
    guint64 number;

    errno = 0;
    number = strtoull(text, &end, (int)base);
    if (!isxdigit(*text) || *end != '\0' || errno != 0 || number < min || number > max)
        return refuse_number(text, error);
    if (out_number != NULL)
        *out_number = number;
    return TRUE;
}

gboolean g_ascii_string_to_signed(const char *text, guint base, gint64 min, gint64 max,
                                  gint64 *out_number, GError **error)
{
    char *end;
    gint64 number;

    errno = 0;
    number = strtoll(text, &end, (int)base);
    if (g_ascii_isspace(*text) || end == text || *end != '\0' || errno != 0 || number < min ||
        number > max)
        return refuse_number(text, error);
    if (out_number != NULL)
        *out_number = number;
    return TRUE;
}

char *g_strdup(const char *text)
{
    return text != NULL ? g_memdup2(text, strlen(text) + 1) : NULL;
}

char *g_strndup(const char *text, gsize length)
{
    const gsize copied = strnlen(text, length);
    char *copy = g_malloc(length + 1);

    memcpy(copy, text, copied);
    memset(copy + copied, 0, length + 1 - copied);
    return copy;
}

char *g_strdup_vprintf(const char *format, va_list args)
{
    char *text;

    if (vasprintf(&text, format, args) < 0)
        stand_in_die("the page is out of memory");
    return text;
}

char *g_strdup_printf(const char *format, ...)
{
    char *text;
    va_list args;

    va_start(args, format);
    text = g_strdup_vprintf(format, args);
    va_end(args);
    return text;
}

char *g_strconcat(const char *first, ...)
{
    GString *string = g_string_new(NULL);
    va_list args;

    va_start(args, first);
    for (const char *text = first; text != NULL; text = va_arg(args, const char *))
        g_string_append(string, text);
    va_end(args);
    return g_string_free(string, FALSE);
}

char *g_strchug(char *text)
{
    char *start = text;

    while (g_ascii_isspace(*start))
        start++;
    memmove(text, start, strlen(start) + 1);
    return text;
}

char *g_strchomp(char *text)
{
    gsize length = strlen(text);

    while (length > 0 && g_ascii_isspace(text[length - 1]))
        text[--length] = '\0';
    return text;
}

char *g_strdelimit(char *text, const char *delimiters, char replacement)
{
    for (char *c = text; *c != '\0'; c++)
        if (strchr(delimiters != NULL ? delimiters : "_-|> <.", *c) != NULL)
            *c = replacement;
    return text;
}

int g_strcmp0(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

gboolean g_str_equal(gconstpointer a, gconstpointer b)
{
    return strcmp(a, b) == 0;
}

guint g_str_hash(gconstpointer text)
{
    guint hash = 5381;

    for (const char *c = text; *c != '\0'; c++)
        hash = hash * 33 + (unsigned char)*c;
    return hash;
}

gboolean g_str_has_prefix(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

gboolean g_str_has_suffix(const char *text, const char *suffix)
{
    const gsize length = strlen(text), end = strlen(suffix);

    return length >= end && strcmp(text + length - end, suffix) == 0;
}

/* Parts @text where @delimiter, or a character of @set if that is not NULL, stands. */
static GStrv split(const char *text, const char *delimiter, const char *set, int max)
{
    GPtrArray *parts = g_ptr_array_new();
    const char *rest = text;

    while (*text != '\0') {
        const char *at = set != NULL ? rest + strcspn(rest, set) : strstr(rest, delimiter);
        if (at == NULL || *at == '\0' || (max > 0 && parts->len + 1 == (guint)max))
            break;
        g_ptr_array_add(parts, g_strndup(rest, (gsize)(at - rest)));
        rest = at + (set != NULL ? 1 : strlen(delimiter));
    }
    if (*text != '\0')
        g_ptr_array_add(parts, g_strdup(rest));
    g_ptr_array_add(parts, NULL);
    return (GStrv)g_ptr_array_free(parts, FALSE);
}

GStrv g_strsplit(const char *text, const char *delimiter, int max)
{
    return split(text, delimiter, NULL, max);
}

GStrv g_strsplit_set(const char *text, const char *delimiters, int max)
{
    return split(text, NULL, delimiters, max);
}

char *g_strjoinv(const char *separator, GStrv texts)
{
    GString *string = g_string_new(NULL);

    for (guint i = 0; texts[i] != NULL; i++) {
        if (i > 0 && separator != NULL)
            g_string_append(string, separator);
        g_string_append(string, texts[i]);
    }
    return g_string_free(string, FALSE);
}

guint g_strv_length(GStrv texts)
{
    guint count = 0;

    while (texts[count] != NULL)
        count++;
    return count;
}

void g_strfreev(GStrv texts)
{
    for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
        free(texts[i]);
    free(texts);
}

/* How many bytes the character at @text has, of @left; 0 if it is none.
 *
 * Source: RFC 3629. */
static gsize utf8_length(const unsigned char *text, gsize left)
{
    const unsigned char first = *text;
    const gsize length = first < 0x80   ? 1
                         : first < 0xc2 ? 0
                         : first < 0xe0 ? 2
                         : first < 0xf0 ? 3
                         : first < 0xf5 ? 4
                                        : 0;

    if (length == 0 || length > left)
        return 0;
    for (gsize i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((first == 0xe0 && text[1] < 0xa0) || (first == 0xed && text[1] > 0x9f) ||
        (first == 0xf0 && text[1] < 0x90) || (first == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

gboolean g_utf8_validate(const char *text, gssize length, const char **out_end)
{
    gsize left = length < 0 ? strlen(text) : (gsize)length;

    while (left > 0 && *text != '\0') {
        const gsize bytes = utf8_length((const unsigned char *)text, left);
        if (bytes == 0)
            break;
        text += bytes;
        left -= bytes;
    }
    if (out_end != NULL)
        *out_end = text;
    return left == 0;
}

char *g_utf8_make_valid(const char *text, gssize length)
{
    GString *valid = g_string_new(NULL);
    gsize left = length < 0 ? strlen(text) : (gsize)length;

    while (left > 0) {
        const gsize bytes = utf8_length((const unsigned char *)text, left);
        if (bytes > 0)
            g_string_append_len(valid, text, (gssize)bytes);
        else
            g_string_append(valid, "\xef\xbf\xbd"); /* U+FFFD */
        text += MAX(bytes, 1);
        left -= MAX(bytes, 1);
    }
    return g_string_free(valid, FALSE);
}

char *g_utf8_next_char(const char *text)
{
    return (char *)text + MAX(utf8_length((const unsigned char *)text, 4), 1);
}

glong g_utf8_strlen(const char *text, G_GNUC_UNUSED gssize length)
{
    glong count = 0;

    for (; *text != '\0'; text = g_utf8_next_char(text))
        count++;
    return count;
}

/* Only ASCII is told apart: the page reads no name this way. */
gunichar g_utf8_get_char(const char *text)
{
    return (unsigned char)*text;
}

gboolean g_unichar_isprint(gunichar character)
{
    return character >= ' ' && character != 0x7f;
}

char *g_build_filename(const char *first, ...)
{
    GString *path = g_string_new(first);
    const char *part;
    va_list parts;

    va_start(parts, first);
    while ((part = va_arg(parts, const char *)) != NULL)
        g_string_append_printf(path, "/%s", part);
    va_end(parts);
    return g_string_free(path, FALSE);
}

GStrv g_strdupv(GStrv texts)
{
    GStrv copies = g_new0(char *, g_strv_length(texts) + 1);

    for (guint i = 0; texts[i] != NULL; i++)
        copies[i] = g_strdup(texts[i]);
    return copies;
}

/* Strings that grow. */

/* Every function that adds to a string makes room here. */
GString *g_string_set_size(GString *string, gsize length)
{
    if (length >= string->allocated_len) {
        string->allocated_len = MAX(2 * string->allocated_len, length + 32);
        string->str = g_realloc(string->str, string->allocated_len);
    }
    string->len = length;
    string->str[length] = '\0';
    return string;
}

GString *g_string_new(const char *text)
{
    return g_string_assign(g_new0(GString, 1), text != NULL ? text : "");
}

char *g_string_free(GString *string, gboolean free_text)
{
    char *text = string->str;

    free(string);
    if (!free_text)
        return text;
    free(text);
    return NULL;
}

GString *g_string_append_len(GString *string, const char *text, gssize length)
{
    const gsize before = string->len, added = length < 0 ? strlen(text) : (gsize)length;

    memcpy(g_string_set_size(string, before + added)->str + before, text, added);
    return string;
}

GString *g_string_assign(GString *string, const char *text)
{
    return g_string_append(g_string_set_size(string, 0), text);
}

void g_string_append_vprintf(GString *string, const char *format, va_list args)
{
    g_autofree char *text = g_strdup_vprintf(format, args);

    g_string_append(string, text);
}

void g_string_append_printf(GString *string, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_string_append_vprintf(string, format, args);
    va_end(args);
}
