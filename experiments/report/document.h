/* A page of HTML for people: headings, sentences, tables, commands and pictures, appended in their
 * order. Texts are plain; they are escaped here.
 *
 * Source: HTML, https://html.spec.whatwg.org */
#pragma once

#include <gio/gio.h>

/* A page with its title. Owner: the caller; document_end() takes it. */
GString *document_new(const char *title);

void document_add_heading(GString *page, const char *text);
void document_add_paragraph(GString *page, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* @rows, of GStrv, the head first, are taken. */
void document_add_table(GString *page, GPtrArray *rows);

/* Lines as they are, as of commands. */
void document_add_lines(GString *page, const char *lines);

/* The page holds the picture @path.svg itself; a missing one is left out. */
void document_add_picture(GString *page, const char *path, const char *caption);

/* The text of @page, which is taken. Owner: the caller. */
char *document_end(GString *page);
