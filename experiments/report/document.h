/* A page for people: headings, sentences, tables, commands and pictures, written as Markdown, HTML
 * or LaTeX. */
#pragma once

#include <gio/gio.h>

typedef enum { DOCUMENT_MARKDOWN, DOCUMENT_HTML, DOCUMENT_LATEX } DocumentFormat;

typedef struct Document Document;

Document *document_new(void);
void document_free(Document *document);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Document, document_free)

/* The title comes first and once. */
void document_add_title(Document *document, const char *text);
void document_add_heading(Document *document, const char *text);
void document_add_paragraph(Document *document, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* @rows, of GStrv, the head first, are taken. */
void document_add_table(Document *document, GPtrArray *rows);

/* Lines as they are, as of commands. */
void document_add_lines(Document *document, const char *lines);

/* A picture; @path is that of its files without .png and .svg. */
void document_add_picture(Document *document, const char *path, const char *caption);

/* The page. HTML holds its pictures as SVG itself; the others name the PNG from @folder, in which
 * the page will be, on; a missing picture is left out.
 *
 * Source: GitHub Flavored Markdown 0.29; HTML, https://html.spec.whatwg.org; LaTeX 2e with the
 *         packages graphicx, geometry and longtable.
 * Owner:  the caller. */
char *document_write(const Document *document, DocumentFormat format, const char *folder);
