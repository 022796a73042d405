#include "board/text_lines.h"

#include <string.h>

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
static const char *strip(char *text)
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
        line.text = strip(at);
        if (*line.text != '#' && (line.has_nul || *line.text != '\0'))
            g_array_append_val(lines, line);
        at = line_end + 1 + is_pair;
    }
    return lines;
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
