/* Two players on the same position, side by side. */
#pragma once

#include "app/explain/explanation.h"

/* What two players have said and done on the same position, in the order in which decisions are
 * made. */
typedef struct {
    const Explanation *explanation[2];
    GPtrArray *rows; /* of SideBySideRow */
    int first;       /* the row with the first difference; -1: there is none */
} SideBySide;

typedef struct {
    char *label; /* "rook d5, best attack" */
    char *value[2];
    bool differs;     /* by more than luck among equals */
    bool is_standing; /* shown even if nothing differs */
} SideBySideRow;

/* @one and @other, made of the same position, outlive @out_comparison. */
void side_by_side_make(const Explanation *one, const Explanation *other,
                       SideBySide *out_comparison);
void side_by_side_clear(SideBySide *comparison);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SideBySide, side_by_side_clear)

/* The board, maybe in colour, the rows that differ, the candidates and the decisions in two columns
 * (one below the other on a screen of less than enough @width; 0: it is wide), and the first
 * difference. Owner: the caller. */
char *side_by_side_to_text(const SideBySide *comparison, bool in_color, int width);

/* Adds "players": [both explanations], "differences": [{"what": "decision", "values": [...]}, ...],
 * the first difference first, to the object that @json is building. */
void side_by_side_add_json(const SideBySide *comparison, bool all_messages, JsonBuilder *json);
