#include "board/three_attacks.h"

#include <stddef.h>

ThreeLines THREE_LINES[THREE_SQUARE_COUNT];
ThreeSet THREE_KNIGHT_STEPS[THREE_SQUARE_COUNT];
ThreeSet THREE_KING_STEPS[THREE_SQUARE_COUNT];
ThreeSet THREE_PAWN_CAPTURES[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];
ThreeSet THREE_PAWN_ADVANCE[THREE_COLOR_COUNT][THREE_SQUARE_COUNT];

static void add_step(ThreeSet *set, PieceType type, ThreeColor color, const char *word,
                     ThreeSquare sq)
{
    const ThreeSquare to = three_step(type, color, word, sq, false);

    if (to != THREE_SQUARE_NONE)
        three_set_add(set, to);
}

static ThreeSet steps(PieceType type, ThreeColor color, ThreeSquare sq)
{
    ThreeSet set = {{0}};

    for (const char *const *word = three_words(type); *word != NULL; word++)
        add_step(&set, type, color, *word, sq);
    return set;
}

static void add_ray(ThreeLines *lines, int line, const char *word, ThreeSquare sq)
{
    const ThreeColor section = (ThreeColor)three_square_section(sq);
    ThreeSquare squares[THREE_RAY_MAX];
    const int count = three_ray(PIECE_QUEEN, word, sq, squares);

    for (int i = 0; i < count; i++) {
        const ThreeColor there = (ThreeColor)three_square_section(squares[i]);
        uint32_t *bits = there == section                     ? &lines->near[line]
                         : there == three_color_next(section) ? &lines->next[line]
                                                              : &lines->previous[line];
        *bits |= UINT32_C(1) << (squares[i] & 31);
    }
}

static void build_lines(ThreeSquare sq)
{
    static const char *const words[THREE_LINE_COUNT][2] = {
        [THREE_LINE_F] = {"F"}, [THREE_LINE_FL] = {"FL", "LF"}, [THREE_LINE_FR] = {"FR", "RF"},
        [THREE_LINE_B] = {"B"}, [THREE_LINE_BL] = {"BL", "LB"}, [THREE_LINE_BR] = {"BR", "RB"},
        [THREE_LINE_L] = {"L"}, [THREE_LINE_R] = {"R"},
    };

    for (int line = 0; line < THREE_LINE_COUNT; line++)
        for (int i = 0; i < 2 && words[line][i] != NULL; i++)
            add_ray(&THREE_LINES[sq], line, words[line][i], sq);
}

__attribute__((constructor)) static void build_tables(void)
{
    for (ThreeSquare sq = 0; sq < THREE_SQUARE_COUNT; sq++) {
        build_lines(sq);
        THREE_KNIGHT_STEPS[sq] = steps(PIECE_KNIGHT, THREE_BLUE, sq);
        THREE_KING_STEPS[sq] = steps(PIECE_KING, THREE_BLUE, sq);
        for (ThreeColor color = 0; color < THREE_COLOR_COUNT; color++) {
            THREE_PAWN_CAPTURES[color][sq] = steps(PIECE_PAWN, color, sq);
            add_step(&THREE_PAWN_ADVANCE[color][sq], PIECE_PAWN, color, "F", sq);
        }
    }
}

ThreeSet three_attacks_from(PieceType type, ThreeColor color, ThreeSquare sq,
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
