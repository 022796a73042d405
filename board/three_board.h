/* The board of three-player chess: 96 squares in three sections of 8 columns and 4 rows, one
 * section a player. Row 1 is the owner's first; row 4 lies at the seams to the two other sections.
 *
 * Source: threeChess (github.com/drtnf/threeChess), 2020. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/move.h"

/* In the order in which they move. */
typedef enum { THREE_BLUE, THREE_GREEN, THREE_RED, THREE_COLOR_COUNT } ThreeColor;

/* "BGR": their letters, in the names of squares and elsewhere. */
extern const char THREE_COLOR_LETTERS[];

/* 32 * section + 4 * column + row: 0 (BA1), 1 (BA2), 4 (BB1), ... 95 (RH4). */
typedef uint8_t ThreeSquare;

enum {
    THREE_SECTION_SIZE = 32,
    THREE_COLUMNS = 8,
    THREE_ROWS = 4,
    THREE_SQUARE_COUNT = 96,
    THREE_SQUARE_NONE = 96,
    THREE_SQUARE_TEXT_SIZE = 4 /* "BA1" and its end */
};

/* The columns that castling and seams know by name. */
enum {
    THREE_COLUMN_A = 0,
    THREE_COLUMN_C = 2,
    THREE_COLUMN_D = 3,
    THREE_COLUMN_E = 4,
    THREE_COLUMN_F = 5,
    THREE_COLUMN_G = 6,
    THREE_COLUMN_H = 7
};

/* Directions as the owner of a section sees them. */
typedef enum {
    THREE_FORWARD, /* to the next row; on row 4 over the seam, onto row 4 of another section */
    THREE_BACKWARD,
    THREE_LEFT,  /* towards column A */
    THREE_RIGHT, /* towards column H */
    THREE_DIRECTION_COUNT
} ThreeDirection;

/* A set of squares: section by section, bit 4 * column + row. */
typedef struct {
    uint32_t section[THREE_COLOR_COUNT];
} ThreeSet;

/* The squares of row @row, 0 to 3, in one section of a set. */
#define THREE_ROW(row) (UINT32_C(0x11111111) << (row))

static inline ThreeSquare three_square_at(int section, int column, int row)
{
    return (ThreeSquare)(THREE_SECTION_SIZE * section + THREE_ROWS * column + row);
}

static inline int three_square_section(ThreeSquare sq)
{
    return sq >> 5;
}

static inline int three_square_column(ThreeSquare sq)
{
    return sq >> 2 & 7;
}

static inline int three_square_row(ThreeSquare sq)
{
    return sq & 3;
}

/* Writes "BA1" .. "RH4". */
void three_square_format(ThreeSquare sq, char out_text[static THREE_SQUARE_TEXT_SIZE]);

/* The square whose name @text begins with, or THREE_SQUARE_NONE. */
ThreeSquare three_square_parse(const char *text);

static inline ThreeColor three_color_next(ThreeColor color)
{
    return color == THREE_RED ? THREE_BLUE : (ThreeColor)(color + 1);
}

static inline ThreeColor three_color_previous(ThreeColor color)
{
    return color == THREE_BLUE ? THREE_RED : (ThreeColor)(color - 1);
}

static inline bool three_set_has(const ThreeSet *set, ThreeSquare sq)
{
    return set->section[sq >> 5] >> (sq & 31) & 1;
}

static inline void three_set_add(ThreeSet *set, ThreeSquare sq)
{
    set->section[sq >> 5] |= UINT32_C(1) << (sq & 31);
}

static inline void three_set_remove(ThreeSet *set, ThreeSquare sq)
{
    set->section[sq >> 5] &= ~(UINT32_C(1) << (sq & 31));
}

static inline bool three_set_is_empty(ThreeSet set)
{
    return (set.section[0] | set.section[1] | set.section[2]) == 0;
}

static inline ThreeSet three_set_union(ThreeSet a, ThreeSet b)
{
    return (ThreeSet){
        {a.section[0] | b.section[0], a.section[1] | b.section[1], a.section[2] | b.section[2]}};
}

static inline ThreeSet three_set_common(ThreeSet a, ThreeSet b)
{
    return (ThreeSet){
        {a.section[0] & b.section[0], a.section[1] & b.section[1], a.section[2] & b.section[2]}};
}

/* The squares of @a that are not in @b. */
static inline ThreeSet three_set_without(ThreeSet a, ThreeSet b)
{
    return (ThreeSet){
        {a.section[0] & ~b.section[0], a.section[1] & ~b.section[1], a.section[2] & ~b.section[2]}};
}

static inline int three_set_count(ThreeSet set)
{
    return __builtin_popcount(set.section[0]) + __builtin_popcount(set.section[1]) +
           __builtin_popcount(set.section[2]);
}

/* The lowest square of @bits, a section of a set with at least one. A set is walked with
 * for (int s = 0; s < THREE_COLOR_COUNT; s++)
 *     for (uint32_t rest = set.section[s]; rest; rest &= rest - 1) {
 *         sq = three_square_first(s, rest); ... } */
static inline ThreeSquare three_square_first(int section, uint32_t bits)
{
    return (ThreeSquare)(THREE_SECTION_SIZE * section + __builtin_ctz(bits));
}

/* Takes the first square out of @set; false if there is none. */
static inline bool three_set_take_first(ThreeSet *set, ThreeSquare *out_square)
{
    for (int s = 0; s < THREE_COLOR_COUNT; s++)
        if (set->section[s] != 0) {
            *out_square = three_square_first(s, set->section[s]);
            set->section[s] &= set->section[s] - 1;
            return true;
        }
    return false;
}

/* Walks @set, a ThreeSet, where speed does not matter most: @sq is each of its squares. */
#define FOR_EACH_THREE_SQUARE(sq, set)                                         \
    for (ThreeSet rest_ = (set), *walk_ = &rest_; walk_ != NULL; walk_ = NULL) \
        for (ThreeSquare sq; three_set_take_first(walk_, &sq);)

/* The same in two loops instead of three, for hot code: the sections of Blue and Green as one word,
 * then that of Red. */
static inline uint64_t three_set_low(const ThreeSet *set)
{
    return set->section[THREE_BLUE] | (uint64_t)set->section[THREE_GREEN] << THREE_SECTION_SIZE;
}

static inline ThreeSquare three_square_first_low(uint64_t bits)
{
    return (ThreeSquare)__builtin_ctzll(bits);
}

/* The square next to @sq, or THREE_SQUARE_NONE at the edge of the board. */
ThreeSquare three_neighbour(ThreeSquare sq, ThreeDirection direction);

/* The steps of a kind of piece as words of directions, walked letter by letter; pieces that slide
 * repeat one of them. The words of a pawn are those with which it captures.
 *
 * Shape: words of the letters F, B, L and R, then NULL. */
const char *const *three_words(PieceType type);

/* Where a step of @word from @sq leads, or THREE_SQUARE_NONE off the board. Behind a seam, or from
 * the beginning if @mirrored, the directions are turned round, as the piece now faces the other
 * way; for a pawn they are so in every section but its own. */
ThreeSquare three_step(PieceType type, ThreeColor color, const char *word, ThreeSquare sq,
                       bool mirrored);

/* Writes the squares that a piece that slides along @word from @sq enters one after the other on an
 * empty board, and returns how many.
 *
 * Shape: 0 to 7 squares. */
#define THREE_RAY_MAX 7
int three_ray(PieceType type, const char *word, ThreeSquare sq,
              ThreeSquare out_squares[static THREE_RAY_MAX]);

/* Where the pieces of three-player chess can go, by tables built before main().
 *
 * Inside a section the lines of a piece are those of chess. A line that runs over a seam goes on in
 * another section and never leaves that one: so a line is one run of bits in its own section and
 * one behind the seam. The long diagonals, A1 to D4 and H1 to E4, meet the centre of the board and
 * go on in both other sections. */

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
    ThreeSet diagonal, straight; /* all squares of those that bishops and that rooks go along */
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

/* Attacks of a piece of @type and @color on @sq, the first of @occupied on each line included;
 * empty for PIECE_NONE. Pawns aside, a piece that attacks a square would be attacked from there by
 * one of its kind. */
static inline ThreeSet three_attacks_from(PieceType type, ThreeColor color, ThreeSquare sq,
                                          const ThreeSet *occupied)
{
    switch (type) {
    case PIECE_PAWN:
        return THREE_PAWN_CAPTURES[color][sq];
    case PIECE_KNIGHT:
        return THREE_KNIGHT_STEPS[sq];
    case PIECE_BISHOP:
        return three_attacks_bishop(sq, occupied);
    case PIECE_ROOK:
        return three_attacks_rook(sq, occupied);
    case PIECE_QUEEN:
        return three_set_union(three_attacks_bishop(sq, occupied),
                               three_attacks_rook(sq, occupied));
    case PIECE_KING:
        return THREE_KING_STEPS[sq];
    case PIECE_NONE:
        break;
    }
    return (ThreeSet){{0}};
}
