/* Tables for people: rows of texts as aligned columns or Markdown, with sentences below; and how
 * numbers are written in them. */
#pragma once

#include "experiments/numbers/estimate.h"
#include "experiments/tables/table.h"

typedef struct {
    GPtrArray *rows; /* of GStrv of the same length, the head first */
    GString *below;  /* lines */
} Sheet;

/* @head ends with NULL and is copied. */
Sheet sheet_new(const char *const *head);

/* The first @most of @rows, with the headings of their columns; without headings all columns by
 * their names, as in CSV. */
Sheet sheet_of(const TableRows *rows, guint most);

/* Takes the texts of @cells, @count of them with the NULL at the end, not the array. */
void sheet_add(Sheet *sheet, char *const *cells, size_t count);

void sheet_clear(Sheet *sheet);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sheet, sheet_clear)

/* Appends @sheet as a table of GitHub Flavored Markdown or as aligned columns, with an empty line
 * before it if @text is not empty. Without @title only the rows. */
void sheet_append(GString *text, const char *title, const Sheet *sheet, bool markdown);

/* Appends @rows, arrays of texts of the same length, as aligned columns or as Markdown. */
void sheet_append_aligned(GString *text, const GPtrArray *rows);
void sheet_append_markdown(GString *text, const GPtrArray *rows);

/* How a number is written. Owner: the caller. */
typedef char *(*FormatNumber)(double value);

char *format_difference(double value); /* "+12.3" */
char *format_rating(double value);     /* "12.3" */
char *format_share(double value);      /* "0.123" */
char *format_p(double p);              /* "0.012", "<0.001" */
char *format_count(int64_t count);

/* "+12.3", ">= +12.3", "?"; and "+1.2 to +3.4", or "". Owner: the caller. */
char *format_value(Estimate estimate, FormatNumber format);
char *format_interval(Estimate estimate, FormatNumber format);

/* "A - B", "A - B, 500 ms" if @ms_per_space is not 0. Owner: the caller. */
char *format_pairing(const char *player, const char *opponent, int64_t ms_per_space);

/* Whether an estimate of the kind needs a sentence to be understood; and that sentence, if so: "A -
 * B: >= +120.3, no result limits it from above". */
bool sheet_needs_sentence(EstimateKind kind);
void sheet_append_sentence(GString *text, const char *label, Estimate estimate,
                           FormatNumber format);

/* "Name: +12.3 (+1.2 to +23.4)", without the end of the line. */
void sheet_append_quantity(GString *text, const char *name, Estimate estimate, FormatNumber format);
