/* Two players on the same position, side by side. */
#pragma once

#include "app/commands/explanation.h"

/* What two players have said and done on the same position, in the order in which decisions are
 * made. */
typedef struct {
    const Explanation *explanation[2];
    GPtrArray *rows; /* of ComparisonRow */
    int first;       /* the row with the first difference; -1: there is none */
} Comparison;

typedef struct {
    char *label; /* "rook d5, best attack" */
    char *value[2];
    bool differs;     /* by more than luck among equals */
    bool is_standing; /* shown even if nothing differs */
} ComparisonRow;

/* @one and @other, made of the same position, outlive @out_comparison. */
void comparison_make(const Explanation *one, const Explanation *other, Comparison *out_comparison);
void comparison_clear(Comparison *comparison);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Comparison, comparison_clear)

/* The board, maybe in colour, the rows that differ, the candidates and the decisions in two columns
 * (one below the other on a screen of less than enough @width; 0: it is wide), and the first
 * difference. Owner: the caller. */
char *comparison_to_text(const Comparison *comparison, bool in_color, int width);

/* {"players": [both explanations], "differences": [{"what": "decision", "values": [...]}, ...]},
 * the first difference first. Owner: the caller. */
char *comparison_to_json(const Comparison *comparison, bool all_messages);
