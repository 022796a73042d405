#include "app/commands/screen.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Narrower ones are taken for these: words have to go somewhere. */
#define LEAST_WIDTH 20

int screen_width(int fd)
{
    const char *columns = g_getenv("COLUMNS");
    guint64 width;
    struct winsize size;

    if (!isatty(fd))
        return 0;
    if (columns != NULL && g_ascii_string_to_unsigned(columns, 10, 1, G_MAXINT, &width, NULL))
        return MAX((int)width, LEAST_WIDTH);
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return 0;
    return MAX(size.ws_col, LEAST_WIDTH);
}

/* The columns of the first @bytes of @line. */
static int columns_of(const char *line, size_t bytes)
{
    return (int)g_utf8_strlen(line, (gssize)bytes);
}

/* Where what is broken off @line begins: below its last column that leaves room enough. */
static int hanging_indent(const char *line, size_t length, int width)
{
    const size_t first = strspn(line, " ");
    int indent = (int)first + 4;

    for (size_t i = first + 2; i < length; i++)
        if (line[i] != ' ' && line[i - 1] == ' ' && line[i - 2] == ' ' &&
            columns_of(line, i) <= width / 2)
            indent = columns_of(line, i);
    return MIN(indent, width / 2);
}

/* How many bytes of @text, which begin in column @column, stand on this line: at least a word. */
static size_t bytes_that_fit(const char *text, size_t length, int column, int width)
{
    size_t fit = 0;

    while (fit < length) {
        const size_t word = fit + strspn(text + fit, " ");
        const size_t end = word + strcspn(text + word, " \n");
        if (fit > 0 && column + columns_of(text, end) > width)
            break;
        fit = end;
    }
    return fit;
}

static void append_folded(GString *text, const char *line, size_t length, int width)
{
    const int indent = hanging_indent(line, length, width);
    int column = 0;

    while (length > 0) {
        const size_t fit = bytes_that_fit(line, length, column, width);
        const size_t next = fit + strspn(line + fit, " ");
        g_string_append_len(text, line, (gssize)fit);
        line += next;
        length -= next;
        if (length > 0)
            g_string_append_printf(text, "\n%*s", indent, "");
        column = indent;
    }
}

char *screen_fold(const char *text, int width)
{
    GString *folded = g_string_new(NULL);

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        if (width > 0 && columns_of(text, length) > width)
            append_folded(folded, text, length, width);
        else
            g_string_append_len(folded, text, (gssize)length);
        text += length;
        if (*text == '\n')
            g_string_append_c(folded, *text++);
    }
    return g_string_free(folded, FALSE);
}

void screen_print(const char *text)
{
    g_autofree char *folded = screen_fold(text, screen_width(STDOUT_FILENO));

    fputs(folded, stdout);
}
