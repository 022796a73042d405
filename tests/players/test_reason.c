#include "master/beyond/reason.h"

#include <stdlib.h>
#include <string.h>

#include "argued_line.h"
#include "board/antichess.h"
#include "board/chess.h"
#include "board/threechess.h"
#include "players/player_kinds.h"

#include "tests/data_path.h"
#include "tests/test.h"

/* A decision and its reason. */
typedef struct {
    GameLine *line;
    GPtrArray *messages;
    const char *player;
    Move move;
    GameState after; /* the move */
    Reason reason;
} Decided;

static void decided_clear(Decided *decided)
{
    g_clear_pointer(&decided->line, game_line_free);
    g_clear_pointer(&decided->messages, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Decided, decided_clear)

static const Message *decision_of(const Decided *decided)
{
    return decided->messages->pdata[decided->messages->len - 1];
}

/* What @text decides on where @line stands, which @out_decided owns from now on. */
static void decide(const char *text, GameLine *line, Random *random, Decided *out_decided)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Player) player = player_new(text, NULL, &error);
    Decided decided = {.line = line, .messages = messages_new(), .player = text};
    const Recorder recorder = {messages_keep, decided.messages, false};

    g_assert_no_error(error);
    decided.move =
        player_choose(player, &(PlayerCall){.line = line, .random = random, .recorder = &recorder})
            .move;
    decided.after = line->state;
    line->game->play(&decided.after, decided.move);
    if (!reason_find(decided.messages, line->game, &line->state, decided.move, &decided.reason))
        g_test_fail_printf("%s: no reason", text);
    *out_decided = decided;
}

/* Numbers */

static bool is_amount(const Proposal *proposal, int number)
{
    for (int i = 0; i < proposal->part_count; i++)
        if (abs(proposal->parts[i].amount) == number)
            return true;
    return proposal->move != MOVE_NONE && abs(proposal->worth) == number;
}

/* Whether @number is in @message. */
static bool is_in_message(const Message *message, int number)
{
    if (message->loss == number || is_amount(&message->attack, number) ||
        is_amount(&message->move, number) || is_amount(&message->proposal, number))
        return true;
    for (int i = 0; i < message->candidate_count; i++)
        if (is_amount(&message->candidates[i], number))
            return true;
    for (int i = 0; i < message->vote_count; i++)
        if (abs(message->votes[i].score) == number)
            return true;
    return false;
}

/* Whether @number counts something that the decision counts. */
static bool is_count(const Decided *decided, int number)
{
    const Message *decision = decision_of(decided);
    int for_it = 0, against = 0;

    for (int i = 0; i < decision->vote_count; i++) {
        if (decision->votes[i].move != decided->move)
            continue;
        for_it += decision->votes[i].score > 0;
        against += decision->votes[i].score < 0;
    }
    return number == decision->share_count || number == decision->proposal.equal_count ||
           (decision->vote_count > 0 && (number == for_it || number == against));
}

static bool is_known(const Decided *decided, int number)
{
    const Grounds *grounds = &decision_of(decided)->grounds;

    for (guint i = 0; i < decided->messages->len; i++)
        if (is_in_message(decided->messages->pdata[i], number))
            return true;
    for (int i = 0; i < grounds->parts.count; i++)
        if (abs(grounds->parts.part[i].amount) == number)
            return true;
    return grounds->passed == number || is_count(decided, number);
}

/* A number that is no part of the decision, in @sentence; -1: there is none. Digits of squares and
 * moves follow a letter. */
static int unknown_number(const Decided *decided, const char *sentence)
{
    for (const char *at = sentence; *at != '\0'; at++) {
        char *end;
        long number;
        if (!g_ascii_isdigit(*at) || (at > sentence && g_ascii_isalpha(at[-1])))
            continue;
        number = strtol(at, &end, 10);
        if (!is_known(decided, (int)number))
            return (int)number;
        at = end - 1;
    }
    return -1;
}

/* Pieces */

static PieceType type_on(const Game *game, const GameState *state, int sq)
{
    return game == &GAME_THREECHESS ? three_position_type_at(&state->three, (ThreeSquare)sq)
                                    : position_type_at(&state->chess, (Square)sq);
}

/* A piece that @text, "rook on d5...", names; its square, or -1: it names none. */
static int named_piece(const Game *game, const char *text, PieceType *out_type)
{
    char square[GAME_SQUARE_TEXT_SIZE];
    const size_t width = game == &GAME_THREECHESS ? 3 : 2;

    for (int type = 0; type < PIECE_TYPE_COUNT; type++) {
        const size_t length = strlen(PIECE_NAME[type]);
        if (!g_str_has_prefix(text, PIECE_NAME[type]) || !g_str_has_prefix(text + length, " on "))
            continue;
        g_strlcpy(square, text + length + 4, width + 1);
        *out_type = (PieceType)type;
        return game->parse_square(square);
    }
    return -1;
}

/* A piece that @sentence names and that does not stand there. */
static bool has_false_piece(const Decided *decided, const char *sentence)
{
    const Game *game = decided->line->game;
    const GameState *state = &decided->line->state;

    for (const char *at = sentence; *at != '\0'; at++) {
        PieceType type;
        const int sq = at == sentence || at[-1] == ' ' ? named_piece(game, at, &type) : -1;
        if (sq >= 0 && type_on(game, state, sq) != type && !g_str_has_prefix(at, "queen on "))
            return true;
    }
    return false;
}

/* The square that follows @words in @sentence, maybe with a piece between them; -1: none does. */
static int square_after(const Game *game, const char *sentence, const char *words)
{
    const char *found = strstr(sentence, words);
    char square[GAME_SQUARE_TEXT_SIZE];
    PieceType type;

    if (found == NULL)
        return -1;
    found += strlen(words);
    if (g_str_has_prefix(found, "the ") || g_str_has_prefix(found, "The "))
        return named_piece(game, found + 4, &type);
    g_strlcpy(square, found, (game == &GAME_THREECHESS ? 3 : 2) + 1);
    return game->parse_square(square);
}

/* The board of chess, asked without the code that makes sentences. */

static bool attacks(const Position *pos, int from, int to)
{
    return bitboard_has(position_attackers(pos, (Square)to, position_occupied(pos)), (Square)from);
}

/* Whether @from may capture on @to, as the pieces stand, without leaving its king attacked. */
static bool takes_legally(const Position *pos, int from, int to)
{
    const Color us = position_color_at(pos, (Square)from);
    const Bitboard occupied =
        (position_occupied(pos) & ~bitboard_of((Square)from)) | bitboard_of((Square)to);
    const bool is_king = position_type_at(pos, (Square)from) == PIECE_KING;
    const Square king = is_king ? (Square)to : position_king(pos, us);

    return attacks(pos, from, to) && !bitboard_has(pos->by_color[us], (Square)to) &&
           !(position_attackers(pos, king, occupied) & ~bitboard_of((Square)to) & occupied &
             pos->by_color[color_opponent(us)]);
}

static bool any_takes(const Position *pos, int to)
{
    for (Bitboard rest = pos->by_color[pos->turn]; rest; rest &= rest - 1)
        if (takes_legally(pos, bitboard_first(rest), to))
            return true;
    return false;
}

/* What @sentence says of the board and is not so; NULL: all is true. */
static const char *find_falsehood(const Decided *decided, const char *sentence)
{
    const Game *game = decided->line->game;
    const Position *pos = &decided->line->state.chess, *after = &decided->after.chess;
    const int to = move_to(decided->move), from = move_from(decided->move);
    const int victim = move_is_capture(decided->move) ? (int)move_victim_square(decided->move) : -1;
    const bool leaves = strstr(sentence, " and leaves ") != NULL;
    const char *lead = leaves ? " and leaves " : ": on ";
    const int lost = square_after(game, sentence, lead);
    const int attacker =
        lost >= 0 ? square_after(game, strstr(sentence, lead), leaves ? ", where " : ", ") : -1;
    const int checked = square_after(game, sentence, "the check by ");
    const int defended = square_after(game, sentence, " and defends ");
    const int planned = square_after(game, sentence, "can take ");

    if (strstr(sentence, " takes ") && square_after(game, sentence, " takes ") != victim)
        return "what is captured";
    if (strstr(sentence, " goes to ") &&
        (victim >= 0 || square_after(game, sentence, " goes to ") != to))
        return "where it goes";
    if (strstr(sentence, " would take it") && (attacker < 0 || !takes_legally(pos, attacker, lost)))
        return "would take";
    if (strstr(sentence, " attacks it") && (attacker < 0 || !attacks(pos, attacker, lost)))
        return "attacks";
    if (lost >= 0 && lost != from)
        return "where it was threatened";
    if ((strstr(sentence, "which nothing defends") || strstr(sentence, "nothing can retake")) &&
        any_takes(after, to))
        return "nothing defends";
    if (strstr(sentence, "gives check") && !strstr(sentence, "on ") && !position_checkers(after))
        return "check";
    if (strstr(sentence, "gives mate") && (!position_checkers(after) || movegen_any(after)))
        return "mate";
    if (strstr(sentence, "no other move is legal") && movegen_count(pos) != 1)
        return "only move";
    if (checked >= 0 && !bitboard_has(position_checkers(pos), (Square)checked))
        return "the check";
    if (defended >= 0 && !attacks(after, to, defended))
        return "defends";
    if (planned >= 0 && !attacks(after, to, planned))
        return "the plan";
    return NULL;
}

/* Why @sentence is wrong; NULL: nothing is found. */
static const char *find_fault(const Decided *decided, const char *sentence, bool is_first)
{
    const Game *game = decided->line->game;
    const int from = game == &GAME_THREECHESS ? (int)three_move_from(decided->move)
                                              : (int)move_from(decided->move);
    const size_t length = strlen(sentence);

    if (length == 0 || length > REASON_MAX || sentence[length - 1] != '.' ||
        strstr(sentence, "(null)") != NULL)
        return "its form";
    if (unknown_number(decided, sentence) >= 0)
        return "a number";
    if (has_false_piece(decided, sentence))
        return "a piece";
    if (is_first && square_after(game, sentence, "") != from)
        return "the acting piece";
    return game == &GAME_CHESS ? find_falsehood(decided, sentence) : NULL;
}

static void check(const Decided *decided)
{
    const char *const sentences[] = {decided->reason.sentence, decided->reason.second};

    for (int i = 0; i < 2; i++) {
        const char *fault =
            i == 0 || sentences[i][0] != '\0' ? find_fault(decided, sentences[i], i == 0) : NULL;
        g_autofree char *position = decided->line->game->write_state(&decided->line->state);
        if (fault == NULL)
            continue;
        g_test_message("%s, %s, %s: '%s': %s is false", decided->player, position,
                       game_move_code(decided->line->game, decided->move).text, sentences[i],
                       fault);
        g_test_fail();
    }
}

static int number_of(const char *name, int standard)
{
    const char *text = g_getenv(name);

    return text != NULL ? atoi(text) : standard;
}

/* Checks the reasons of @player in @count positions of @game. */
static void check_player(const Game *game, const char *player, int count)
{
    Random random = random_for_job(g_str_hash(player), 1);

    for (int i = 0; i < count; i++) {
        g_auto(Decided) decided = {0};
        decide(player, argued_line(game, &random), &random, &decided);
        check(&decided);
        if (g_getenv("REASONS") != NULL) {
            g_autofree char *position = game->write_state(&decided.line->state);
            g_printerr("%s\t%s\t%s\t%s\t%s\n", player, position,
                       game_move_text(game, &decided.line->state, decided.move).text,
                       decided.reason.sentence, decided.reason.second);
        }
    }
}

static void check_levels(const Game *game, const char *more, int count)
{
    for (int level = 1; level <= LEVEL_COUNT; level++) {
        g_autofree char *player = g_strdup_printf("level:%d%s", level, more);
        check_player(game, player, count);
    }
}

TEST(reason_is_true_of_every_decision_of_levels_in_chess)
{
    check_levels(&GAME_CHESS, "", number_of("DECISIONS", 400));
}

TEST(reason_is_true_of_decisions_in_other_games)
{
    check_levels(&GAME_ANTICHESS, ",losing-wins=on", number_of("DECISIONS", 400) / 10);
    check_levels(&GAME_ANTICHESS, "", number_of("DECISIONS", 400) / 10);
    check_levels(&GAME_THREECHESS, "", number_of("DECISIONS", 400) / 10);
}

TEST(reason_is_true_of_decisions_of_teams)
{
    static const char *const players[] = {
        "team:decision=vote,level=7",    "team:decision=vote,level=3",
        "team:decision=auction,level=7", "team:decision=auction,level=4",
        "team:decision=lot,level=3",     "team:sight=3,hearing=2,message-loss=20,level=7"};

    for (size_t i = 0; i < G_N_ELEMENTS(players); i++)
        check_player(&GAME_CHESS, players[i], number_of("DECISIONS", 400) / 4);
}

/* Whether @sentence of @decided would be found wrong. */
static bool is_noticed(const Decided *decided, const char *sentence)
{
    return find_fault(decided, sentence, true) != NULL;
}

/* Changes to a true sentence: the first number in brackets, the piece that acts, the square it goes
 * to or captures on. */
/* The last line of a search, with its mate and worth. */
typedef struct {
    GameLine *line; /* until the decision */
    Move move[GAME_MAX_MOVES];
    ReasonLine found;
} Searched;

static void keep_line(const Thought *thought, void *data)
{
    Searched *searched = data;

    if (thought->kind == THOUGHT_CONSIDERING)
        return;
    memcpy(searched->move, thought->line, (size_t)thought->line_length * sizeof(Move));
    searched->found = (ReasonLine){searched->move, thought->line_length, thought->mate, "0.12"};
}

/* The reason of @text where @searched->line stands. */
static Reason search_reason(const char *text, Random *random, Searched *searched)
{
    const ThinkingLimits limits = {.listen = keep_line, .data = searched};
    const PlayerCall call = {.line = searched->line, .random = random, .limits = &limits};
    g_autoptr(Player) player = player_new(text, NULL, NULL);

    g_assert_cmpint(player_choose(player, &call).move, ==, searched->move[0]);
    return reason_of_line(&searched->found, searched->line->game, &searched->line->state);
}

/* What the pieces captured in the line are worth: to the side to move, or [0] its own, [1] the
 * others. Promotions count as the piece that is won. */
static int captures_in(const Searched *searched, int out_count[static 2])
{
    const Game *game = searched->line->game;
    GameState state = searched->line->state;
    const int us = game->turn(&state);
    int sum = 0;

    for (int i = 0; i < searched->found.length; i++) {
        const Move move = searched->move[i];
        const bool is_own = game->turn(&state) == us;
        int worth = 0;
        if (move_is_capture(move)) {
            worth += PIECE_VALUE[position_type_at(&state.chess, move_victim_square(move))];
            out_count[is_own]++;
        }
        if (move_is_promotion(move))
            worth += PIECE_VALUE[move_promotion(move)] - PIECE_VALUE[PIECE_PAWN];
        sum += is_own ? worth : -worth;
        game->play(&state, move);
    }
    return sum;
}

static void check_search(const Game *game, const char *player)
{
    Random random = random_for_job(g_str_hash(player), 1);

    for (int i = 0; i < 60; i++) {
        g_autoptr(GameLine) line = argued_line(game, &random);
        Searched searched = {.line = line};
        const Reason reason = search_reason(player, &random, &searched);
        int count[2] = {0};
        const int sum = captures_in(&searched, count);
        g_autofree char *position = game->write_state(&line->state), *fact = NULL;
        const Square from = move_from(searched.move[0]);
        PieceType type;
        g_test_message("%s, %s: %s %s", player, position, reason.sentence, reason.second);
        g_assert_cmpint(strlen(reason.sentence), <=, REASON_MAX);
        g_assert_cmpint(strlen(reason.second), <=, REASON_MAX);
        g_assert_cmpint(named_piece(game, reason.sentence + strlen("The "), &type), ==, from);
        g_assert_cmpint(type, ==, position_type_at(&line->state.chess, from));
        if (searched.found.mate != 0)
            fact = g_strdup_printf(" in %d ", abs(searched.found.mate));
        else if (game == &GAME_ANTICHESS && count[0] + count[1] == 0)
            fact = g_strdup("captures nothing.");
        else if (game == &GAME_ANTICHESS)
            fact = g_strdup_printf("gives away %d and takes %d.", count[0], count[1]);
        else if (sum == 0)
            fact = g_strdup("keeps the balance of material.");
        else
            fact = g_strdup_printf("%s %d.", sum > 0 ? "wins" : "loses", abs(sum));
        if (!g_str_has_suffix(reason.sentence, "gives mate.") &&
            strstr(reason.sentence, fact) == NULL)
            g_test_fail_printf("not '%s': %s", fact, reason.sentence);
    }
}

TEST(reason_of_a_search_counts_what_its_line_captures)
{
    check_search(&GAME_CHESS, "search:depth=3");
    check_search(&GAME_CHESS, "homeostatic:depth=2");
    check_search(&GAME_ANTICHESS, "search:depth=3");
    check_search(&GAME_ANTICHESS, "homeostatic:depth=2");
}

static void check_found(const Game *game, const char *position, const char *sentence,
                        const char *second)
{
    const DrawRules rules = {0};
    g_autoptr(GameLine) line = game_line_new(game, &rules);
    Random random = random_for_job(1, 1);
    Searched searched = {.line = line};
    GameState state;
    Reason reason;

    g_assert_true(game->read_state(position, &state, NULL));
    game_line_start(line, &state);
    reason = search_reason("search:depth=4", &random, &searched);
    g_assert_cmpstr(reason.sentence, ==, sentence);
    g_assert_cmpstr(reason.second, ==, second);
}

TEST(reason_of_a_search_names_ends_of_games)
{
    check_found(&GAME_CHESS, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",
                "The rook on a1 goes to a8 and gives mate.", "");
    check_found(&GAME_CHESS, "7k/8/5K2/8/8/8/8/1R6 w - - 0 1",
                "The king on f6 goes to f7: mate in 2 follows.", "The line is Kf7 Kh7 Rh1#.");
    check_found(&GAME_CHESS, "k7/8/1K6/8/8/8/8/7R b - - 0 1",
                "The king on a8 goes to b8: mate in 1 is not avoided.", "The line is Kb8 Rh8#.");
}

TEST(reason_of_each_pattern_is_that_of_its_position)
{
    enum { GAME, PLAYER, POSITION, MOVE, REASON, FIELDS };
    const DrawRules rules = {0};
    g_auto(GStrv) lines = data_lines("reasons.tsv");

    for (int i = 0; lines[i] != NULL; i++) {
        g_auto(GStrv) field = g_strsplit(lines[i], "\t", -1);
        const Game *game = NULL;
        GameState state;
        bool is_found = false;
        if (lines[i][0] == '#')
            continue;
        g_assert_cmpuint(g_strv_length(field), ==, FIELDS);
        game = game_by_name(field[GAME]);
        g_assert_true(game->read_state(field[POSITION], &state, NULL));
        for (uint64_t seed = 1; seed <= 60 && !is_found; seed++) {
            g_auto(Decided) decided = {0};
            g_autofree char *text = NULL;
            Random random = random_for_job(seed, 1);
            GameLine *line = game_line_new(game, &rules);
            game_line_start(line, &state);
            decide(field[PLAYER], line, &random, &decided);
            is_found = g_str_equal(game_move_text(game, &state, decided.move).text, field[MOVE]);
            text = g_strdup_printf("%s %s", decided.reason.sentence, decided.reason.second);
            if (is_found && !g_str_equal(g_strchomp(text), field[REASON]))
                g_test_fail_printf("tests/data/reasons.tsv:%d: %s", i + 1, text);
        }
        if (!is_found)
            g_test_fail_printf("tests/data/reasons.tsv:%d: %s is not played", i + 1, field[MOVE]);
    }
}

TEST(reason_that_is_changed_is_noticed)
{
    Random random = random_for_job(11, 1);
    int changed = 0, noticed = 0;

    for (int i = 0; i < 300; i++) {
        g_auto(Decided) decided = {0};
        g_autofree char *player = g_strdup_printf("level:%d", 1 + i % LEVEL_COUNT);
        char text[2 * REASON_MAX + 8];
        char *bracket, *square;
        decide(player, argued_line(&GAME_CHESS, &random), &random, &decided);
        g_strlcpy(text, decided.reason.sentence, sizeof text);
        if ((bracket = strstr(text, "(")) != NULL && g_ascii_isdigit(bracket[1])) {
            bracket[1] = bracket[1] == '9' ? '7' : (char)(bracket[1] + 1);
            bracket[2] = '7';
            changed++;
            noticed += is_noticed(&decided, text);
        }
        g_strlcpy(text, decided.reason.sentence, sizeof text);
        square = strstr(text + strlen("The "), " on ") + strlen(" on ");
        square[0] = square[0] == 'h' ? 'a' : (char)(square[0] + 1);
        changed++;
        noticed += is_noticed(&decided, text);
        g_strlcpy(text, decided.reason.sentence, sizeof text);
        square = strstr(text, " goes to ");
        if (square != NULL) {
            square += strlen(" goes to ");
            square[1] = square[1] == '8' ? '1' : (char)(square[1] + 1);
            changed++;
            noticed += is_noticed(&decided, text);
        }
    }
    g_test_message("%d of %d changes noticed", noticed, changed);
    g_assert_cmpint(100 * noticed, >=, 97 * changed);
}
