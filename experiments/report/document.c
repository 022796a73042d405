#include "experiments/report/document.h"

#include <stdbool.h>
#include <string.h>

/* Cells of more letters are sentences. */
#define MOST_LETTERS 30

static size_t most_letters(const GPtrArray *rows, guint column)
{
    size_t letters = 0;

    for (guint i = 1; i < rows->len; i++)
        letters = MAX(letters, strlen(((char **)rows->pdata[i])[column]));
    return letters;
}

/* Whether a column has words, which begin at its left, not numbers. */
static bool has_words(const GPtrArray *rows, guint column)
{
    guint words = 0, numbers = 0;

    for (guint i = 1; i < rows->len; i++) {
        const char *cell = ((char **)rows->pdata[i])[column];
        if (g_ascii_isdigit(cell[strspn(cell, "+-<>= ")]))
            numbers++;
        else
            words += *cell != '\0';
    }
    return column == 0 || words > numbers || most_letters(rows, column) > MOST_LETTERS;
}

static const char HTML_HEAD[] =
    "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<title>";
static const char HTML_STYLE[] =
    "</title>\n<style>\n"
    "body { font-family: sans-serif; line-height: 1.4; max-width: 66em; margin: 2em auto; "
    "padding: 0 1em }\n"
    "table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block; "
    "overflow-x: auto }\n"
    "td, th { padding: 0.1em 0.6em; text-align: right; white-space: nowrap; "
    "vertical-align: top }\n"
    "td.sentences { white-space: normal; min-width: 12em }\n"
    ".words, .sentences { text-align: left }\n"
    "tr:nth-child(even) { background: #f2f2f2 }\n"
    "th { border-bottom: 1px solid #404040 }\n"
    "pre { overflow-x: auto; background: #f2f2f2; padding: 0.5em }\n"
    "img { max-width: 100% }\n"
    "</style>\n</head>\n<body>\n";

/* Appends <@tag@attributes>@text</@tag>. */
static void append_element(GString *page, const char *tag, const char *attributes, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);

    g_string_append_printf(page, "<%s%s>%s</%s>", tag, attributes, escaped, tag);
}

static void append_line(GString *page, const char *tag, const char *text)
{
    append_element(page, tag, "", text);
    g_string_append_c(page, '\n');
}

GString *document_new(const char *title)
{
    g_autofree char *escaped = g_markup_escape_text(title, -1);
    GString *page = g_string_new(NULL);

    g_string_append_printf(page, "%s%s%s", HTML_HEAD, escaped, HTML_STYLE);
    append_line(page, "h1", title);
    return page;
}

void document_add_heading(GString *page, const char *text)
{
    append_line(page, "h2", text);
}

void document_add_paragraph(GString *page, const char *format, ...)
{
    g_autofree char *text = NULL;
    va_list arguments;

    va_start(arguments, format);
    text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    append_line(page, "p", text);
}

void document_add_lines(GString *page, const char *lines)
{
    g_autofree char *text = g_strchomp(g_strdup(lines));

    append_line(page, "pre", text);
}

void document_add_table(GString *page, GPtrArray *rows)
{
    g_string_append(page, "<table>\n");
    for (guint i = 0; i < rows->len; i++) {
        char **cells = rows->pdata[i];
        g_string_append(page, "<tr>");
        for (guint j = 0; cells[j] != NULL; j++)
            append_element(page, i == 0 ? "th" : "td",
                           !has_words(rows, j)                    ? ""
                           : most_letters(rows, j) > MOST_LETTERS ? " class=\"sentences\""
                                                                  : " class=\"words\"",
                           cells[j]);
        g_string_append(page, "</tr>\n");
    }
    g_string_append(page, "</table>\n");
    g_ptr_array_unref(rows);
}

void document_add_picture(GString *page, const char *path, const char *caption)
{
    g_autofree char *file = g_strconcat(path, ".svg", NULL);
    g_autofree char *escaped = g_markup_escape_text(caption, -1);
    g_autofree char *svg = NULL, *data = NULL;
    gsize size;

    if (!g_file_get_contents(file, &svg, &size, NULL))
        return;
    data = g_base64_encode((const guchar *)svg, size);
    g_string_append_printf(page, "<p><img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"></p>\n",
                           escaped, data);
}

char *document_end(GString *page)
{
    g_string_append(page, "</body>\n</html>\n");
    return g_string_free(page, FALSE);
}
