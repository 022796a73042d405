#define _GNU_SOURCE /* fopencookie() */
#include "app/terminal/screen.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The streams */

/* A standard stream: all that is printed goes through print_filtered(). */
typedef struct {
    int fd;
    bool is_data;  /* keeps its bytes */
    bool in_color; /* keeps COLORS */
    char rest[8];  /* the beginning of a character or colour whose end was not printed yet */
    gsize rest_length;
} Screen;

static Screen output = {.fd = STDOUT_FILENO}, errors = {.fd = STDERR_FILENO};

/* In place of what must not be printed: U+FFFD. */
#define REPLACEMENT "\357\277\275"

/* The colours of boards. */
static const char *const COLORS[] = {"\033[0m", "\033[1;31m", "\033[1;32m", "\033[1;33m",
                                     "\033[1;34m"};

/* Whether a terminal obeys @character, or shows the characters after it in another order or on
 * another line.
 *
 * Source: Unicode Standard Annex 9, table 4 and section 2 (directional formatting characters). */
static bool is_control(gunichar character)
{
    return (character < 0x20 && character != '\n' && character != '\t') ||
           (character >= 0x7f && character < 0xa0) || character == 0x061c || character == 0x200e ||
           character == 0x200f || (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069);
}

/* Sets the length of the colour with which @text begins, 0: without one. False: @text ends within
 * it. */
static bool find_color(const char *text, gsize length, gsize *out_length)
{
    *out_length = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(COLORS); i++) {
        const gsize whole = strlen(COLORS[i]);
        if (memcmp(text, COLORS[i], MIN(whole, length)) == 0) {
            *out_length = whole;
            return length >= whole;
        }
    }
    return true;
}

static bool write_all(int fd, const char *bytes, gsize length)
{
    while (length > 0) {
        const gssize count = write(fd, bytes, length);
        if (count < 0 && errno != EINTR)
            return false;
        bytes += MAX(count, 0);
        length -= (gsize)MAX(count, 0);
    }
    return true;
}

/* Appends the character with which @text begins, if it may be printed. Returns its length; 0: its
 * end is still to come. */
static gsize append_character(const Screen *screen, GString *printed, const char *text,
                              gsize length)
{
    const gunichar character = g_utf8_get_char_validated(text, (gssize)length);
    gsize bytes = 1, color;

    if (screen->in_color) {
        if (!find_color(text, length, &color))
            return 0;
        g_string_append_len(printed, text, (gssize)color);
        if (color > 0)
            return color;
    }
    if (character == (gunichar)-2) /* incomplete */
        return 0;
    if (character < 0x110000) /* else it is no character */
        bytes = (gsize)g_unichar_to_utf8(character, NULL);
    if (character >= 0x110000 || is_control(character))
        g_string_append(printed, REPLACEMENT);
    else
        g_string_append_len(printed, text, (gssize)bytes);
    return bytes;
}

/* The writer of the streams: a cookie_write_function_t. */
static gssize print_filtered(void *data, const char *bytes, size_t length)
{
    Screen *screen = data;
    g_autoptr(GString) text = g_string_new_len(screen->rest, (gssize)screen->rest_length);
    g_autoptr(GString) printed = g_string_sized_new(length);
    gsize at = 0, next = 1;

    if (screen->is_data && !isatty(screen->fd))
        return write_all(screen->fd, bytes, length) ? (gssize)length : 0;
    g_string_append_len(text, bytes, (gssize)length);
    for (; at < text->len && next > 0; at += next)
        next = append_character(screen, printed, text->str + at, text->len - at);
    screen->rest_length = text->len - at;
    memcpy(screen->rest, text->str + at, screen->rest_length);
    return write_all(screen->fd, printed->str, printed->len) ? (gssize)length : 0;
}

static FILE *open_screen(Screen *screen, int buffering)
{
    FILE *stream = fopencookie(screen, "w", (cookie_io_functions_t){.write = print_filtered});

    if (stream != NULL)
        setvbuf(stream, NULL, buffering, BUFSIZ);
    return stream;
}

void screen_begin(void)
{
    FILE *out = open_screen(&output, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    FILE *err = open_screen(&errors, _IONBF);

    stdout = out != NULL ? out : stdout;
    stderr = err != NULL ? err : stderr;
}

void screen_keep_bytes(bool is_data)
{
    output.is_data = is_data;
}

void screen_keep_colors(void)
{
    output.in_color = true;
}

void screen_erase_line(void)
{
    fflush(stderr);
    write_all(STDERR_FILENO, "\r\033[K", strlen("\r\033[K"));
}

/* Folding */

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

static void append_folded(GString *text, const char *line, size_t length, int indent, int width)
{
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

/* An example, which breaks if its line does. */
static bool is_command(const char *line)
{
    return g_str_has_prefix(line + strspn(line, " "), "agentchess ");
}

/* Whether @line is part of a sentence that begins or goes on at the edge of the screen: without
 * columns. */
static bool is_prose(const char *line)
{
    return *line != '\0' && *line != ' ' && strstr(line, "  ") == NULL && !is_command(line);
}

/* Whether @line is a row of a board, which stays whole: it is in colour, or its words have at most
 * two letters. */
static bool is_of_board(const char *line)
{
    if (strchr(line, '\033') != NULL)
        return true;
    while (*(line += strspn(line, " ")) != '\0') {
        const size_t length = strcspn(line, " ");
        if (length > 2)
            return false;
        line += length;
    }
    return true;
}

static bool is_too_long(const char *line, int width)
{
    return columns_of(line, strlen(line)) > width && !is_of_board(line);
}

/* The lines of prose that @lines begin with, broken anew if one is too long; how many. */
static int append_prose(GString *text, char *const *lines, int width)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    bool fits = true;
    int count = 0;

    for (; lines[count] != NULL && is_prose(lines[count]); count++) {
        fits = fits && !is_too_long(lines[count], width);
        g_string_append_printf(joined, "%s%s", count > 0 ? " " : "", lines[count]);
    }
    for (int i = 0; fits && i < count; i++)
        g_string_append_printf(text, "%s\n", lines[i]);
    if (!fits) {
        append_folded(text, joined->str, joined->len, 0, width);
        g_string_append_c(text, '\n');
    }
    return count;
}

static void append_line(GString *text, const char *line, int width)
{
    if (is_too_long(line, width) && !is_command(line))
        append_folded(text, line, strlen(line), hanging_indent(line, strlen(line), width), width);
    else
        g_string_append(text, line);
    g_string_append_c(text, '\n');
}

char *screen_fold(const char *text, int width, bool is_written_on)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *folded = g_string_new(NULL);
    char **line = lines;

    if (width == 0) {
        g_string_append(folded, text);
        return g_string_free(folded, FALSE);
    }
    while (*line != NULL) {
        int done = is_written_on ? append_prose(folded, line, width) : 0;
        if (done == 0)
            append_line(folded, line[done++], width);
        line += done;
    }
    if (folded->len > 0) /* the last line has an end only if it had one */
        g_string_truncate(folded, folded->len - 1);
    return g_string_free(folded, FALSE);
}

void screen_print(const char *text)
{
    g_autofree char *folded = screen_fold(text, screen_width(STDOUT_FILENO), false);

    fputs(folded, stdout);
}
