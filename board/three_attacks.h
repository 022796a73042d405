/* Where the pieces of three-player chess can go, by tables built before main().
 *
 * Inside a section the lines of a piece are those of chess. A line that runs over a seam goes on in
 * another section and never leaves that one: so a line is one run of bits in its own section and
 * one behind the seam. The long diagonals, A1 to D4 and H1 to E4, meet the centre of the board and
 * go on in both other sections. */
#pragma once

#include "board/three_board.h"

/* The lines of a section; those that lead over a seam stand first. */
enum {
    THREE_LINE_F,
    THREE_LINE_FL,
    THREE_LINE_FR,
    THREE_LINES_OVER_SEAMS,
    THREE_LINE_B = THREE_LINES_OVER_SEAMS,
    THREE_LINE_BL,
    THREE_LINE_BR,
    THREE_LINE_L,
    THREE_LINE_R,
    THREE_LINE_COUNT
};

/* The lines from one square on an empty board. */
typedef struct {
    uint32_t near[THREE_LINE_COUNT]; /* in the section of the square */
    uint32_t next[THREE_LINES_OVER_SEAMS], previous[THREE_LINES_OVER_SEAMS]; /* in the others */
} ThreeLines;

extern ThreeLines THREE_LINES[THREE_SQUARE_COUNT];
extern ThreeSet THREE_KNIGHT_STEPS[THREE_SQUARE_COUNT];
extern ThreeSet THREE_KING_STEPS[THREE_SQUARE_COUNT];
/* For pawns: the squares on which they capture, and the square straight ahead, if there is one. */
extern ThreeSet THREE_PAWN_CAPTURES[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];
extern ThreeSet THREE_PAWN_ADVANCE[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];

/* The squares of @line, which leads towards higher bits, up to the first of @occupied. */
static inline uint32_t three_line_up(uint32_t line, uint32_t occupied)
{
    const uint32_t blockers = line & occupied;

    return line & (blockers ^ (blockers - 1));
}

/* The same for a line towards lower bits. */
static inline uint32_t three_line_down(uint32_t line, uint32_t occupied)
{
    const uint32_t blockers = (line & occupied) | 1; /* bit 0 can only be a line's end */

    return line & UINT32_MAX << (31 - __builtin_clz(blockers));
}

/* All bits if @line has nothing of @occupied, or none. */
static inline uint32_t three_line_is_open(uint32_t line, uint32_t occupied)
{
    return (line & occupied) == 0 ? UINT32_MAX : 0;
}

/* The squares that a rook on @sq attacks, the first of @occupied on each line included. */
static inline ThreeSet three_attacks_rook(ThreeSquare sq, const ThreeSet *occupied)
{
    const ThreeLines *lines = &THREE_LINES[sq];
    const ThreeColor section = (ThreeColor)three_square_section(sq);
    const ThreeColor next = three_color_next(section), previous = three_color_previous(section);
    const uint32_t near = occupied->section[section];
    const uint32_t open = three_line_is_open(lines->near[THREE_LINE_F], near);
    ThreeSet set;

    set.section[section] = three_line_up(lines->near[THREE_LINE_F], near) |
                           three_line_down(lines->near[THREE_LINE_B], near) |
                           three_line_down(lines->near[THREE_LINE_L], near) |
                           three_line_up(lines->near[THREE_LINE_R], near);
    set.section[next] = open & three_line_down(lines->next[THREE_LINE_F], occupied->section[next]);
    set.section[previous] =
        open & three_line_down(lines->previous[THREE_LINE_F], occupied->section[previous]);
    return set;
}

/* The same for a bishop. */
static inline ThreeSet three_attacks_bishop(ThreeSquare sq, const ThreeSet *occupied)
{
    const ThreeLines *lines = &THREE_LINES[sq];
    const ThreeColor section = (ThreeColor)three_square_section(sq);
    const ThreeColor next = three_color_next(section), previous = three_color_previous(section);
    const uint32_t near = occupied->section[section];
    const uint32_t left = three_line_is_open(lines->near[THREE_LINE_FL], near);
    const uint32_t right = three_line_is_open(lines->near[THREE_LINE_FR], near);
    ThreeSet set;

    set.section[section] = three_line_down(lines->near[THREE_LINE_FL], near) |
                           three_line_up(lines->near[THREE_LINE_FR], near) |
                           three_line_down(lines->near[THREE_LINE_BL], near) |
                           three_line_up(lines->near[THREE_LINE_BR], near);
    set.section[next] =
        (left & three_line_up(lines->next[THREE_LINE_FL], occupied->section[next])) |
        (right & three_line_down(lines->next[THREE_LINE_FR], occupied->section[next]));
    set.section[previous] =
        (left & three_line_up(lines->previous[THREE_LINE_FL], occupied->section[previous])) |
        (right & three_line_down(lines->previous[THREE_LINE_FR], occupied->section[previous]));
    return set;
}

/* What a piece of @type and @color on @sq attacks, the first of @occupied on each line included;
 * nothing for PIECE_NONE. Pawns aside, a piece that attacks a square would be attacked from there
 * by one of its kind. */
ThreeSet three_attacks_from(PieceType type, ThreeColor color, ThreeSquare sq,
                            const ThreeSet *occupied);
