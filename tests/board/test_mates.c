/* The list of mates is true: a mate is forced, no faster one is, and no key is missing or too many.
 * Every move of both sides is tried, nothing is estimated. Mates in more than AGENTCHESS_MATES
 * moves are left out: tests/meson.build runs this twice, fast and slow. */
#include "tests/mates.h"
#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "board/san.h"

#define DEFAULT_MOVES 2
#define FEWEST_OF_A_LENGTH 15
#define FEWEST_OF_A_KIND 4

static int most_moves(void)
{
    const char *text = g_getenv("AGENTCHESS_MATES");

    return text != NULL ? atoi(text) : DEFAULT_MOVES;
}

static bool attacker_mates(const Position *pos, int moves);

/* Whether the side to move is mated, or will be by at most @moves moves of the other side whatever
 * it does. Stalemate is an escape. */
static bool defender_is_lost(const Position *pos, int moves)
{
    Move replies[MOVEGEN_MAX_MOVES];
    int count;

    if (moves == 0)
        return position_checkers(pos) && !movegen_any(pos);
    count = movegen_moves(pos, replies);
    if (count == 0)
        return position_checkers(pos);
    for (int i = 0; i < count; i++) {
        const Position next = position_after(pos, replies[i]);
        if (!attacker_mates(&next, moves))
            return false;
    }
    return true;
}

/* Whether the side to move can force mate in at most @moves moves. */
static bool attacker_mates(const Position *pos, int moves)
{
    Move attacks[MOVEGEN_MAX_MOVES];
    const int count = moves > 0 ? movegen_moves(pos, attacks) : 0;

    for (int i = 0; i < count; i++) {
        const Position next = position_after(pos, attacks[i]);
        if (defender_is_lost(&next, moves - 1))
            return true;
    }
    return false;
}

static bool is_key(const Mate *mate, Move move)
{
    return mate->record.best.count > 0 && epd_record_is_solved_by(&mate->record, move);
}

/* What is wrong with @mate, NULL if nothing is. Owner: the caller. */
static char *mate_fault(const Mate *mate)
{
    const Position *pos = &mate->record.position;
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    if (mate->moves < 1 || mate->moves > MATES_LONGEST)
        return g_strdup_printf("no mate in %d", mate->moves);
    if (mate->record.best.count == 0)
        return g_strdup("no key");
    if (attacker_mates(pos, mate->moves - 1))
        return g_strdup("a faster mate");
    for (int i = 0; i < count; i++) {
        const Position next = position_after(pos, moves[i]);
        const bool mates = defender_is_lost(&next, mate->moves - 1);
        char san[SAN_TEXT_SIZE];
        san_format(pos, moves[i], san);
        if (mates && !is_key(mate, moves[i]))
            return g_strdup_printf("%s mates too", san);
        if (!mates && is_key(mate, moves[i]))
            return g_strdup_printf("%s does not mate", san);
    }
    return NULL;
}

TEST(every_mate_is_forced_by_its_keys_and_not_faster)
{
    g_autoptr(GArray) mates = mates_read();

    for (guint i = 0; i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        g_autofree char *fault = NULL;
        if (mate->moves > most_moves())
            continue;
        fault = mate_fault(mate);
        if (fault != NULL)
            g_test_fail_printf("%s: %s", mate->record.id, fault);
    }
}

/* A position with two keys in two moves: Kb6 and Kc6; Qb6 is stalemate. */
#define CORNERED "k7/8/8/2K5/8/8/1Q6/8 w - - "

TEST_ROWS(what_is_wrong_in_an_entry_is_found)
{
    g_auto(Mate) mate = mate_of(field[0]);
    g_autofree char *fault = mate_fault(&mate);
    g_assert_cmpstr(fault, ==, field[1]);
}

static bool key_castles(G_GNUC_UNUSED const Position *pos, Move key)
{
    return move_is_castling(key);
}

static bool key_is_en_passant(G_GNUC_UNUSED const Position *pos, Move key)
{
    return move_is_en_passant(key);
}

static bool key_promotes_to_queen(G_GNUC_UNUSED const Position *pos, Move key)
{
    return move_is_promotion(key) && move_promotion(key) == PIECE_QUEEN;
}

static bool key_promotes_to_less(G_GNUC_UNUSED const Position *pos, Move key)
{
    return move_is_promotion(key) && move_promotion(key) != PIECE_QUEEN;
}

/* Neither check nor capture nor promotion. */
static bool key_is_quiet(const Position *pos, Move key)
{
    const Position next = position_after(pos, key);

    return !position_checkers(&next) && !move_is_capture(key) && !move_is_promotion(key);
}

/* A piece other than the moved one gives check, and no rook that castles. */
static bool key_discovers_check(const Position *pos, Move key)
{
    const Position next = position_after(pos, key);

    return (position_checkers(&next) & ~bitboard_of(move_to(key))) && !move_is_castling(key);
}

static bool mate_has_key(const Mate *mate, bool (*is_kind)(const Position *pos, Move key))
{
    for (int i = 0; i < mate->record.best.count; i++)
        if (is_kind(&mate->record.position, mate->record.best.move[i]))
            return true;
    return false;
}

TEST(the_list_has_keys_of_all_kinds)
{
    static const struct {
        const char *name;
        bool (*is_kind)(const Position *pos, Move key);
    } kinds[] = {
        {"castling", key_castles},
        {"en passant", key_is_en_passant},
        {"promotion to a queen", key_promotes_to_queen},
        {"promotion to less", key_promotes_to_less},
        {"quiet", key_is_quiet},
        {"discovered check", key_discovers_check},
    };
    g_autoptr(GArray) mates = mates_read();

    for (size_t kind = 0; kind < G_N_ELEMENTS(kinds); kind++) {
        int found = 0;
        for (guint i = 0; i < mates->len; i++)
            found += mate_has_key(&g_array_index(mates, Mate, i), kinds[kind].is_kind);
        g_test_message("%s: %d", kinds[kind].name, found);
        g_assert_cmpint(found, >=, FEWEST_OF_A_KIND);
    }
}

TEST(both_sides_mate_in_one_to_four)
{
    g_autoptr(GArray) mates = mates_read();
    int found[MATES_LONGEST + 1][COLOR_COUNT] = {0};

    for (guint i = 0; i < mates->len; i++) {
        const Mate *mate = &g_array_index(mates, Mate, i);
        g_assert_cmpint(mate->moves, >=, 1);
        g_assert_cmpint(mate->moves, <=, MATES_LONGEST);
        found[CLAMP(mate->moves, 0, MATES_LONGEST)][mate->record.position.turn]++;
    }
    for (int moves = 1; moves <= MATES_LONGEST; moves++) {
        g_assert_cmpint(found[moves][COLOR_WHITE], >=, FEWEST_OF_A_LENGTH / 3);
        g_assert_cmpint(found[moves][COLOR_BLACK], >=, FEWEST_OF_A_LENGTH / 3);
        g_assert_cmpint(found[moves][COLOR_WHITE] + found[moves][COLOR_BLACK], >=,
                        FEWEST_OF_A_LENGTH);
    }
}

TEST(no_two_mates_have_the_same_name_or_position)
{
    g_autoptr(GArray) mates = mates_read();
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) keys = g_hash_table_new(g_int64_hash, g_int64_equal);

    for (guint i = 0; i < mates->len; i++) {
        Mate *mate = &g_array_index(mates, Mate, i);
        g_assert_nonnull(mate->record.id);
        g_assert_cmpstr(mate->record.castling_dropped, ==, "");
        if (mate->record.id == NULL)
            return;
        if (!g_hash_table_add(names, mate->record.id) ||
            !g_hash_table_add(keys, &mate->record.position.key))
            g_test_fail_printf("%s: not the first one", mate->record.id);
    }
}
