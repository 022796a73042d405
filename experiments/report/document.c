#include "experiments/report/document.h"

#include <stdbool.h>
#include <string.h>

#include "experiments/tables/table_text.h"

typedef enum {
    PART_TITLE,
    PART_HEADING,
    PART_PARAGRAPH,
    PART_TABLE,
    PART_LINES,
    PART_PICTURE
} Kind;

typedef struct {
    Kind kind;
    char *text;      /* of a picture its caption */
    char *path;      /* of a picture */
    GPtrArray *rows; /* of a table */
} Part;

struct Document {
    GArray *parts; /* of Part */
};

static void part_clear(gpointer data)
{
    Part *part = data;

    g_free(part->text);
    g_free(part->path);
    g_clear_pointer(&part->rows, g_ptr_array_unref);
}

Document *document_new(void)
{
    Document *document = g_new(Document, 1);

    document->parts = g_array_new(FALSE, FALSE, sizeof(Part));
    g_array_set_clear_func(document->parts, part_clear);
    return document;
}

void document_free(Document *document)
{
    if (document == NULL)
        return;
    g_array_unref(document->parts);
    g_free(document);
}

static void add_text(Document *document, Kind kind, char *text)
{
    const Part part = {.kind = kind, .text = text};

    g_array_append_val(document->parts, part);
}

void document_add_title(Document *document, const char *text)
{
    add_text(document, PART_TITLE, g_strdup(text));
}

void document_add_heading(Document *document, const char *text)
{
    add_text(document, PART_HEADING, g_strdup(text));
}

void document_add_paragraph(Document *document, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    add_text(document, PART_PARAGRAPH, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

void document_add_lines(Document *document, const char *lines)
{
    add_text(document, PART_LINES, g_strchomp(g_strdup(lines)));
}

void document_add_table(Document *document, GPtrArray *rows)
{
    const Part part = {.kind = PART_TABLE, .rows = rows};

    g_array_append_val(document->parts, part);
}

void document_add_picture(Document *document, const char *path, const char *caption)
{
    const Part part = {.kind = PART_PICTURE, .text = g_strdup(caption), .path = g_strdup(path)};

    g_array_append_val(document->parts, part);
}

/* The file of a picture, named from @folder on if it is below it; NULL: there is none. Owner: the
 * caller. */
static char *find_picture(const char *path, const char *ending, const char *folder)
{
    g_autofree char *name = g_strconcat(path, ending, NULL);
    g_autoptr(GFile) file = g_file_new_for_path(name);
    g_autoptr(GFile) from = g_file_new_for_path(folder);
    char *relative = g_file_get_relative_path(from, file);

    if (!g_file_test(name, G_FILE_TEST_IS_REGULAR)) {
        g_free(relative);
        return NULL;
    }
    return relative != NULL ? relative : g_file_get_path(file);
}

/* Characters that Markdown could take for its own; in tables report_cells does that. */
static void append_markdown_text(GString *page, const char *text)
{
    for (; *text != '\0'; text++) {
        if (strchr("*_<`", *text) != NULL)
            g_string_append_c(page, '\\');
        g_string_append_c(page, *text);
    }
}

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

static void append_markdown_table(GString *page, const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        char **cells = rows->pdata[i];
        sheet_append_markdown_row(page, cells);
        if (i > 0)
            continue;
        for (guint j = 0; cells[j] != NULL; j++)
            g_string_append(page, has_words(rows, j) ? "| --- " : "| ---: ");
        g_string_append(page, "|\n");
    }
}

static void append_markdown_lines(GString *page, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (char **line = lines; *line != NULL; line++)
        g_string_append_printf(page, "%s%s\n", **line != '\0' ? "    " : "", *line);
}

static void append_markdown(GString *page, const Part *part, const char *folder)
{
    g_autofree char *file =
        part->kind == PART_PICTURE ? find_picture(part->path, ".png", folder) : NULL;

    switch (part->kind) {
    case PART_TITLE:
    case PART_HEADING:
    case PART_PARAGRAPH:
        g_string_append(page, part->kind == PART_TITLE     ? "# "
                              : part->kind == PART_HEADING ? "## "
                                                           : "");
        append_markdown_text(page, part->text);
        g_string_append_c(page, '\n');
        break;
    case PART_TABLE:
        append_markdown_table(page, part->rows);
        break;
    case PART_LINES:
        append_markdown_lines(page, part->text);
        break;
    case PART_PICTURE:
        if (file == NULL)
            return;
        g_string_append_printf(page, "![%s](%s)\n", part->text, file);
        break;
    }
    g_string_append_c(page, '\n');
}

static void append_html_element(GString *page, const char *tag, const char *attributes,
                                const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);

    g_string_append_printf(page, "<%s%s>%s</%s>", tag, attributes, escaped, tag);
}

static void append_html_table(GString *page, const GPtrArray *rows)
{
    g_string_append(page, "<table>\n");
    for (guint i = 0; i < rows->len; i++) {
        char **cells = rows->pdata[i];
        g_string_append(page, "<tr>");
        for (guint j = 0; cells[j] != NULL; j++)
            append_html_element(page, i == 0 ? "th" : "td",
                                !has_words(rows, j)                    ? ""
                                : most_letters(rows, j) > MOST_LETTERS ? " class=\"sentences\""
                                                                       : " class=\"words\"",
                                cells[j]);
        g_string_append(page, "</tr>\n");
    }
    g_string_append(page, "</table>\n");
}

static void append_html_picture(GString *page, const Part *part)
{
    g_autofree char *path = g_strconcat(part->path, ".svg", NULL);
    g_autofree char *caption = g_markup_escape_text(part->text, -1);
    g_autofree char *svg = NULL, *data = NULL;
    gsize size;

    if (!g_file_get_contents(path, &svg, &size, NULL))
        return;
    data = g_base64_encode((const guchar *)svg, size);
    g_string_append_printf(page, "<p><img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\"></p>\n",
                           caption, data);
}

static void append_html(GString *page, const Part *part)
{
    static const char *const tags[] = {
        [PART_TITLE] = "h1", [PART_HEADING] = "h2", [PART_PARAGRAPH] = "p", [PART_LINES] = "pre"};

    if (part->kind == PART_TABLE) {
        append_html_table(page, part->rows);
    } else if (part->kind == PART_PICTURE) {
        append_html_picture(page, part);
    } else {
        append_html_element(page, tags[part->kind], "", part->text);
        g_string_append_c(page, '\n');
    }
}

/* The characters that LaTeX takes for its own. */
static void append_latex_text(GString *page, const char *text)
{
    static const struct {
        char letter;
        const char *latex;
    } escapes[] = {{'\\', "\\textbackslash{}"},
                   {'~', "\\textasciitilde{}"},
                   {'^', "\\textasciicircum{}"},
                   {'<', "\\textless{}"},
                   {'>', "\\textgreater{}"},
                   {'&', "\\&"},
                   {'%', "\\%"},
                   {'$', "\\$"},
                   {'#', "\\#"},
                   {'_', "\\_"},
                   {'{', "\\{"},
                   {'}', "\\}"}};

    for (; *text != '\0'; text++) {
        const char *latex = NULL;
        for (size_t i = 0; i < G_N_ELEMENTS(escapes) && latex == NULL; i++)
            if (*text == escapes[i].letter)
                latex = escapes[i].latex;
        if (latex != NULL)
            g_string_append(page, latex);
        else
            g_string_append_c(page, *text);
    }
}

/* Sentences are broken into lines. */
static void append_latex_column(GString *page, const GPtrArray *rows, guint column)
{
    g_string_append(page, !has_words(rows, column)                    ? "r"
                          : most_letters(rows, column) > MOST_LETTERS ? "p{0.37\\linewidth}"
                                                                      : "l");
}

static void append_latex_table(GString *page, const GPtrArray *rows)
{
    const guint columns = g_strv_length(rows->pdata[0]);

    g_string_append(page, "{\\small\\setlength{\\tabcolsep}{4pt}\n\\begin{longtable}{");
    for (guint i = 0; i < columns; i++)
        append_latex_column(page, rows, i);
    g_string_append(page, "}\n\\hline\n");
    for (guint i = 0; i < rows->len; i++) {
        for (char **cell = rows->pdata[i]; *cell != NULL; cell++) {
            append_latex_text(page, *cell);
            g_string_append(page, cell[1] != NULL ? " & " : " \\\\\n");
        }
        if (i == 0)
            g_string_append(page, "\\hline\\endhead\n");
    }
    g_string_append(page, "\\hline\n\\end{longtable}}\n\n");
}

static void append_latex(GString *page, const Part *part, const char *folder)
{
    g_autofree char *file =
        part->kind == PART_PICTURE ? find_picture(part->path, ".png", folder) : NULL;

    switch (part->kind) {
    case PART_TITLE:
    case PART_HEADING:
        g_string_append(page, part->kind == PART_TITLE ? "\\section*{" : "\\subsection*{");
        append_latex_text(page, part->text);
        g_string_append(page, "}\n\n");
        break;
    case PART_PARAGRAPH:
        append_latex_text(page, part->text);
        g_string_append(page, "\n\n");
        break;
    case PART_TABLE:
        append_latex_table(page, part->rows);
        break;
    case PART_LINES:
        g_string_append_printf(page, "{\\footnotesize\n\\begin{verbatim}\n%s\n\\end{verbatim}}\n\n",
                               part->text);
        break;
    case PART_PICTURE:
        if (file == NULL)
            return;
        g_string_append_printf(page,
                               "\\begin{center}\n\\includegraphics[width=\\linewidth]"
                               "{\\detokenize{%s}}\n\\end{center}\n\n",
                               file);
        break;
    }
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
static const char LATEX_HEAD[] =
    "\\documentclass{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
    "\\usepackage{graphicx}\n\\usepackage{longtable}\n"
    "\\usepackage[a4paper,margin=2cm]{geometry}\n\\setlength{\\parindent}{0pt}\n"
    "\\setlength{\\parskip}{6pt}\n\\begin{document}\n\n";

char *document_write(const Document *document, DocumentFormat format, const char *folder)
{
    GString *page = g_string_new(format == DOCUMENT_HTML    ? HTML_HEAD
                                 : format == DOCUMENT_LATEX ? LATEX_HEAD
                                                            : "");

    if (format == DOCUMENT_HTML) {
        g_autofree char *title =
            g_markup_escape_text(g_array_index(document->parts, Part, 0).text, -1);
        g_string_append_printf(page, "%s%s", title, HTML_STYLE);
    }
    for (guint i = 0; i < document->parts->len; i++) {
        const Part *part = &g_array_index(document->parts, Part, i);
        if (format == DOCUMENT_MARKDOWN)
            append_markdown(page, part, folder);
        else if (format == DOCUMENT_HTML)
            append_html(page, part);
        else
            append_latex(page, part, folder);
    }
    if (format == DOCUMENT_MARKDOWN) /* no empty line at the end */
        g_string_truncate(page, page->len - 1);
    g_string_append(page, format == DOCUMENT_HTML    ? "</body>\n</html>\n"
                          : format == DOCUMENT_LATEX ? "\\end{document}\n"
                                                     : "");
    return g_string_free(page, FALSE);
}
