/* A player that misbehaves on request: toy_engine uci|xboard|plain [FAULT[=N]]. By the first two it
 * is a chess engine, by the third, the protocol of the player `process`, it plays any game.
 *
 * Its move is a hash of the position, so that it plays the same game again. A fault that is no
 * habit comes with its answer number N of a game, from 1; without a number with the third. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "board/fen.h"
#include "board/game.h"
#include "board/movegen.h"
#include "board/san.h"

#define LINE_SIZE (1 << 20)
#define STANDARD_ANSWER 3

typedef struct {
    bool cecp, plain;
    const char *fault; /* "": none */
    int fault_answer;
    Position pos;
    bool forced;
    int answers;          /* of this game */
    bool learns, resigns; /* what "crafty" restores when a game begins */
    char last_move[SAN_TEXT_SIZE];
} Toy;

static bool has_habit(const Toy *toy, const char *fault)
{
    return strcmp(toy->fault, fault) == 0;
}

static bool fails_now(const Toy *toy, const char *fault)
{
    return has_habit(toy, fault) && toy->answers == toy->fault_answer;
}

static void say(const char *line)
{
    puts(line);
    fflush(stdout);
}

static void say_garbage(void)
{
    fputs("\x01\xff\xfe tellusererror {\"'}\r\n\n12 34 56 e2e4 e7e5\nmov e2e4\nbestmov\n", stdout);
    for (int i = 0; i < 200000; i++)
        putchar('x');
    putchar('\n');
}

static void flood(void)
{
    signal(SIGPIPE, SIG_DFL);
    for (;;)
        puts("info depth 1 and no end of it");
}

static Move best_move(const Position *pos)
{
    Move moves[MOVEGEN_MAX_MOVES];
    const int count = movegen_moves(pos, moves);

    return count > 0 ? moves[(pos->key >> 17) % (uint64_t)count] : MOVE_NONE;
}

static void say_move(Toy *toy, Move move)
{
    char text[SAN_TEXT_SIZE] = "(none)";

    if (move != MOVE_NONE && has_habit(toy, "san"))
        san_format(&toy->pos, move, text);
    else if (move != MOVE_NONE)
        text[move_format(move, text)] = '\0';
    printf("%s %s\n", toy->cecp ? "move" : "bestmove", text);
    fflush(stdout);
    if (move != MOVE_NONE)
        position_play(&toy->pos, move);
}

/* Writes down what it has learnt, where it stands. */
static void learn(void)
{
    FILE *file = fopen("position.lrn", "a");

    if (file != NULL) {
        fputs("a position\n", file);
        fclose(file);
    }
}

/* Tells the world its troubles: where it stands, and two lines that a terminal must not see. */
static void cry(void)
{
    g_autofree char *place = g_get_current_dir();

    fprintf(stderr, "standing in %s\n\033[1mred\n\xff\n", place);
    _exit(3); /* a report of leaks would have the last word */
}

/* What it does instead of a move; false: nothing. */
static bool misbehave(Toy *toy)
{
    const bool white = toy->pos.turn == COLOR_WHITE;
    const struct {
        const char *fault, *line;
    } lines[] = {
        {"illegal", toy->plain  ? "a1a1"
                    : toy->cecp ? "move a1a1"
                                : "bestmove a1a1"},
        {"empty", ""},
        {"none", "bestmove (none)"},
        {"draw", "1/2-1/2 {Draw by agreement with myself}"},
        {"resign", "resign"},
        {"loss", white ? "0-1 {White resigns}" : "1-0 {Black resigns}"},
        {"win", white ? "1-0 {White mates}" : "0-1 {Black mates}"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
        if (fails_now(toy, lines[i].fault)) {
            say(lines[i].line);
            return true;
        }
    if (has_habit(toy, "fifty") && toy->pos.halfmove_clock >= 100) {
        say("1/2-1/2 {Draw by fifty moves}");
        return true;
    }
    if (toy->learns)
        learn();
    if (toy->resigns && toy->answers == STANDARD_ANSWER) {
        say("resign");
        return true;
    }
    if (has_habit(toy, "repetition") && toy->pos.halfmove_clock >= toy->fault_answer) {
        say("1/2-1/2 {Draw by repetition}");
        return true;
    }
    if (fails_now(toy, "cry"))
        cry();
    if (fails_now(toy, "die"))
        exit(3);
    if (fails_now(toy, "kill"))
        raise(SIGKILL);
    if (fails_now(toy, "close"))
        fclose(stdout);
    if (fails_now(toy, "flood"))
        flood();
    return fails_now(toy, "silent") || fails_now(toy, "close");
}

static void answer(Toy *toy)
{
    toy->answers++;
    if (has_habit(toy, "garbage"))
        say_garbage();
    if (fails_now(toy, "complain")) {
        printf("Illegal move: %s\n", toy->last_move);
        fflush(stdout);
    } else if (!misbehave(toy)) {
        say_move(toy, best_move(&toy->pos));
    }
}

static void begin_game(Toy *toy)
{
    if (has_habit(toy, "stale"))
        say(toy->cecp ? "move a2a3\n1-0 {White mates}" : "bestmove a2a3");
    toy->pos = position_start();
    toy->answers = 0;
    toy->learns = toy->resigns = has_habit(toy, "crafty");
    toy->last_move[0] = '\0';
}

static void play_text(Toy *toy, const char *text)
{
    Move move;

    g_strlcpy(toy->last_move, text, sizeof toy->last_move);
    if (san_parse(&toy->pos, text, &move, NULL))
        position_play(&toy->pos, move);
    else
        printf("Illegal move: %s\n", text);
    fflush(stdout);
}

static void set_position(Toy *toy, const char *fen)
{
    if (!fen_parse(fen, &toy->pos, NULL))
        say("Error (bad position)");
}

/* xboard */

static void say_features(const Toy *toy)
{
    if (has_habit(toy, "mute"))
        return;
    if (has_habit(toy, "slow-start"))
        g_usleep(300 * 1000);
    if (has_habit(toy, "busy")) {
        say("feature done=0");
        sleep(3);
    }
    say("feature myname=\"Toy 1\" ping=1 setboard=1 usermove=1 colors=0");
    if (!has_habit(toy, "no-done"))
        say("feature reuse=1 done=1");
}

static void hear_cecp(Toy *toy, const char *line)
{
    int number;

    if (strcmp(line, "protover 2") == 0) {
        say_features(toy);
    } else if (strcmp(line, "new") == 0) {
        begin_game(toy);
        toy->forced = false;
    } else if (strcmp(line, "force") == 0) {
        toy->forced = true;
    } else if (strcmp(line, "go") == 0) {
        toy->forced = false;
        answer(toy);
    } else if (strcmp(line, "learn 0") == 0) {
        toy->learns = false;
    } else if (strcmp(line, "resign 0") == 0) {
        toy->resigns = false;
    } else if (sscanf(line, "ping %d", &number) == 1) {
        printf("pong %d\n", number);
        fflush(stdout);
    } else if (strncmp(line, "setboard ", 9) == 0) {
        set_position(toy, line + 9);
    } else if (strncmp(line, "usermove ", 9) == 0 || g_ascii_isdigit(line[1])) {
        play_text(toy, strncmp(line, "usermove ", 9) == 0 ? line + 9 : line);
        if (!toy->forced)
            answer(toy);
    } else if (has_habit(toy, "mute")) {
        printf("Illegal move: %s\n", line);
        fflush(stdout);
    }
}

/* UCI */

static void hear_position(Toy *toy, const char *line)
{
    g_auto(GStrv) halves = g_strsplit(line, " moves ", 2);

    if (strncmp(halves[0], "position fen ", 13) == 0)
        set_position(toy, halves[0] + 13);
    else
        toy->pos = position_start();
    if (halves[1] != NULL) {
        g_auto(GStrv) moves = g_strsplit(halves[1], " ", -1);
        for (char **move = moves; *move != NULL; move++)
            play_text(toy, *move);
    }
}

static void hear_uci(Toy *toy, const char *line)
{
    if (strcmp(line, "uci") == 0) {
        if (has_habit(toy, "slow-start"))
            g_usleep(300 * 1000);
        say("id name Toy 1\noption name Own Book type check default true\nuciok");
    } else if (strcmp(line, "isready") == 0) {
        say("readyok");
    } else if (strcmp(line, "ucinewgame") == 0) {
        begin_game(toy);
    } else if (strncmp(line, "position ", 9) == 0) {
        hear_position(toy, line);
    } else if (strncmp(line, "go ", 3) == 0) {
        answer(toy);
    }
}

/* plain: everything that a line says is compared with what follows from the rest of it */

enum {
    FIELD_MOVE,
    FIELD_GAME,
    FIELD_SIDE,
    FIELD_ANSWER_MS,
    FIELD_CHANCE,
    FIELD_FIRST,
    FIELD_MOVES,
    FIELD_POSITION,
    FIELD_LEGAL,
    FIELD_COUNT
};

static void require(bool is_true, const char *what)
{
    if (!is_true) {
        printf("wrong %s\n", what);
        exit(4);
    }
}

/* The state after the moves of the line; how many they are. */
static int replay(const Game *game, char **field, GameState *out_state)
{
    g_auto(GStrv) moves = g_strsplit(field[FIELD_MOVES], " ", -1);
    int count = 0;

    require(game_read_state(game, field[FIELD_FIRST], out_state, NULL), "first position");
    for (; moves[count] != NULL && *moves[count] != '\0'; count++) {
        Move move = MOVE_NONE;
        require(game->parse_move(out_state, moves[count], &move, NULL), "moves");
        game->play(out_state, move);
    }
    return count;
}

static char *write_moves(const Game *game, const GameState *state)
{
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(state, moves);
    GString *text = g_string_new(NULL);

    for (int i = 0; i < count; i++) {
        char word[GAME_MOVE_TEXT_SIZE];
        game->format_move_code(moves[i], word);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", word);
    }
    return g_string_free(text, FALSE);
}

static void hear_plain(Toy *toy, const char *line)
{
    g_auto(GStrv) field = g_strsplit(line, "\t", -1);
    const Game *game;
    GameState state;
    g_autofree char *position = NULL, *legal = NULL;
    g_auto(GStrv) move = NULL;

    if (strcmp(line, "ready?") == 0) {
        if (has_habit(toy, "ready"))
            say("ready");
        return;
    }
    require(g_strv_length(field) - FIELD_COUNT <= 1,
            "number of fields"); /* with or without clocks */
    require(strcmp(field[FIELD_MOVE], "move") == 0, "word");
    game = game_by_name(field[FIELD_GAME]);
    require(game != NULL, "game");
    if (replay(game, field, &state) < game->sides)
        begin_game(toy);
    position = game->write_state(&state);
    legal = write_moves(game, &state);
    require(strcmp(field[FIELD_SIDE], game->side_name[game->turn(&state)]) == 0, "side");
    require(atoi(field[FIELD_ANSWER_MS]) > 0, "time");
    require(g_ascii_string_to_unsigned(field[FIELD_CHANCE], 10, 0, G_MAXINT32, NULL, NULL),
            "chance");
    require(strcmp(field[FIELD_POSITION], position) == 0, "position");
    require(strcmp(field[FIELD_LEGAL], legal) == 0, "legal moves");
    toy->answers++;
    move = g_strsplit(legal, " ", -1);
    if (!misbehave(toy))
        say(move[(game->key(&state) >> 17) % g_strv_length(move)]);
}

int main(int argc, char **argv)
{
    static char line[LINE_SIZE];
    Toy toy = {.fault = "", .fault_answer = STANDARD_ANSWER};
    char *equals;

    toy.cecp = argc > 1 && strcmp(argv[1], "xboard") == 0;
    toy.plain = argc > 1 && strcmp(argv[1], "plain") == 0;
    if (argc > 2) {
        toy.fault = argv[2];
        equals = strchr(argv[2], '=');
        if (equals != NULL) {
            *equals = '\0';
            toy.fault_answer = atoi(equals + 1);
        }
    }
    begin_game(&toy);
    if (has_habit(&toy, "ready"))
        sleep(1);
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (toy.plain)
            hear_plain(&toy, line);
        else if (toy.cecp)
            hear_cecp(&toy, line);
        else
            hear_uci(&toy, line);
    }
    while (has_habit(&toy, "linger"))
        pause();
    return 0;
}
