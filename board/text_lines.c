#include "board/text_lines.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

G_DEFINE_QUARK(board_error, board_error)

void *fail_with(GError **error, GQuark domain, int code, const char *format, ...)
{
    va_list args;
    GError *fault;

    if (error == NULL)
        return NULL;
    va_start(args, format);
    fault = g_error_new_valist(domain, code, format, args);
    va_end(args);
    if (!g_utf8_validate(fault->message, -1, NULL)) { /* a quoted text is not, or it was cut */
        char *valid = g_utf8_make_valid(fault->message, -1);
        g_free(fault->message);
        fault->message = valid;
    }
    g_propagate_error(error, fault);
    return NULL;
}

#define MARK "\xef\xbb\xbf"
#define MARK_LENGTH (sizeof(MARK) - 1)

size_t text_mark_length(const char *text, size_t length)
{
    return length >= MARK_LENGTH && memcmp(text, MARK, MARK_LENGTH) == 0 ? MARK_LENGTH : 0;
}

const char *text_skip_mark(const char *text)
{
    return text + text_mark_length(text, strnlen(text, MARK_LENGTH));
}

static char *end_of_line(char *line, char *end)
{
    while (line < end && *line != '\n' && *line != '\r')
        line++;
    return line;
}

/* @text without the blanks at its ends, the last of which are cut off. */
static const char *strip_blanks(char *text)
{
    size_t length;

    text += strspn(text, TEXT_BLANKS);
    length = strlen(text);
    while (length > 0 && strchr(TEXT_BLANKS, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

GArray *text_lines_cut(char *text, size_t length)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(TextLine));
    char *const end = text + length;
    char *at = text + text_mark_length(text, length);

    for (int number = 1; at < end; number++) {
        char *line_end = end_of_line(at, end);
        const bool is_pair = line_end + 1 < end && line_end[0] == '\r' && line_end[1] == '\n';
        TextLine line = {.number = number,
                         .has_nul = memchr(at, '\0', (size_t)(line_end - at)) != NULL};
        if (line_end < end)
            *line_end = '\0';
        line.text = strip_blanks(at);
        if (*line.text != '#' && (line.has_nul || *line.text != '\0'))
            g_array_append_val(lines, line);
        at = line_end + 1 + is_pair;
    }
    return lines;
}

bool text_has_control(const char *text)
{
    while (*text != '\0' && !g_ascii_iscntrl(*text))
        text++;
    return *text != '\0';
}

char **text_words(const char *text)
{
    char **words = g_strsplit_set(text, TEXT_BLANKS, -1);
    int count = 0;

    for (int i = 0; words[i] != NULL; i++)
        if (*words[i] != '\0')
            words[count++] = words[i];
        else
            g_free(words[i]);
    words[count] = NULL;
    return words;
}

bool text_read_digits(const char *text, guint64 most, guint64 *out_number)
{
    if (*text == '\0' || text[strspn(text, "0123456789")] != '\0')
        return false;
    *out_number = MIN(g_ascii_strtoull(text, NULL, 10), most);
    return true;
}

int text_place(const char *text, const char *const *names, int count)
{
    int place = count - 1;

    while (place >= 0 && g_strcmp0(names[place], text) != 0)
        place--;
    return place;
}

const char *text_repeated_setting(char *const *settings)
{
    g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    while (*settings != NULL &&
           g_hash_table_add(keys, g_strndup(*settings, strcspn(*settings, "="))))
        settings++;
    return *settings;
}

bool text_is(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* A part of a word that is shorter than this could be part of anything. */
#define LEAST_PART 3

Nearest nearest_to(const char *typed, int length)
{
    if (length < 0)
        length = (int)strlen(typed);
    /* One letter of two or three may be wrong, and in words of four or more two neighbours may be
     * swapped. */
    return (Nearest){typed, length, NULL,
                     (length <= LEAST_PART ? length > 1 : MAX(2, length / 3)) + 1};
}

static bool is_same(char a, char b)
{
    return g_ascii_tolower(a) == g_ascii_tolower(b);
}

/* How many letters must be typed, dropped or changed to make @word of what was typed.
 *
 * Source: V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and
 * reversals, 1966. */
static int edit_distance(const Nearest *nearest, const char *word)
{
    const size_t columns = strlen(word) + 1;
    g_autofree int *row = g_new(int, columns);

    for (size_t j = 0; j < columns; j++)
        row[j] = (int)j;
    for (int i = 0; i < nearest->length; i++) {
        int diagonal = row[0]++;
        for (size_t j = 1; j < columns; j++) {
            const int change = diagonal + !is_same(nearest->typed[i], word[j - 1]);
            diagonal = row[j];
            row[j] = MIN(change, 1 + MIN(row[j], row[j - 1]));
        }
    }
    return row[columns - 1];
}

/* Whether what was typed is @part, but for a letter of a long word. */
static bool is_like(const Nearest *nearest, const char *part)
{
    int wrong = 0;

    for (int i = 0; i < nearest->length; i++)
        wrong += !is_same(nearest->typed[i], part[i]);
    return wrong <= nearest->length / 6;
}

/* Whether what was typed is the beginning or the end of @word. */
static bool is_part(const Nearest *nearest, const char *word)
{
    const int rest = (int)strlen(word) - nearest->length;

    return nearest->length >= LEAST_PART && rest > 0 &&
           (is_like(nearest, word) || is_like(nearest, word + rest));
}

void nearest_try(Nearest *nearest, const char *word)
{
    int distance = edit_distance(nearest, word);

    if (is_part(nearest, word))
        distance = MIN(distance, nearest->length <= LEAST_PART ? 1 : 2);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->word = word;
    }
}

char *nearest_question(const Nearest *nearest)
{
    return nearest->word != NULL ? g_strdup_printf("; did you mean '%s'?", nearest->word)
                                 : g_strdup("");
}

char *nearest_question_among(const char *typed, const char *const *words)
{
    Nearest nearest = nearest_to(typed, -1);

    for (; *words != NULL; words++)
        nearest_try(&nearest, *words);
    return nearest_question(&nearest);
}
