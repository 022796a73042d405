/* The Universal Chess Interface as text: what a chess program says to an engine and what an engine
 * answers, in both directions. Only text: nothing is sent or done here.
 *
 * Source: UCI protocol (Meyer-Kahlen, April 2006). */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    UCI_NOTHING, /* an empty line, or a line without a command */
    UCI_UCI,
    UCI_DEBUG,
    UCI_ISREADY,
    UCI_SETOPTION,
    UCI_REGISTER,
    UCI_UCINEWGAME,
    UCI_POSITION,
    UCI_GO,
    UCI_STOP,
    UCI_PONDERHIT,
    UCI_QUIT,
    UCI_COMMAND_COUNT
} UciCommandKind;

/* The limits of a search; 0 where none was given. */
typedef struct {
    int64_t white_time_ms, black_time_ms, white_increment_ms, black_increment_ms;
    int64_t moves_to_go, depth, nodes, mate, move_time_ms;
    bool infinite, ponder;
} UciLimits;

/* One command. Only the fields of its kind count. */
typedef struct {
    UciCommandKind kind;
    bool on;          /* debug */
    char *name;       /* setoption; NULL: none was given */
    char *value;      /* setoption; NULL: none was given */
    bool is_set_up;   /* position: "startpos" or "fen" was there */
    char *fen;        /* position; NULL: the start position */
    char **moves;     /* position: the moves played; go: the moves that the search is restricted
                         to */
    UciLimits limits; /* go */
} UciCommand;

void uci_command_clear(UciCommand *command);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UciCommand, uci_command_clear)

/* Reads @line. Words before the command and words without meaning at their place are ignored, as
 * the protocol demands; a word in place of a number counts as 0.
 *
 * Owner: g_auto(UciCommand), or uci_command_clear(). */
UciCommand uci_parse(const char *line);

typedef enum {
    UCI_ANSWER_OTHER, /* thinking, garbage: nothing that matters here */
    UCI_ANSWER_NAME,  /* id name TEXT */
    UCI_ANSWER_OPTION,
    UCI_ANSWER_UCIOK,
    UCI_ANSWER_READYOK,
    UCI_ANSWER_BESTMOVE
} UciAnswerKind;

typedef struct {
    UciAnswerKind kind;
    const char *text; /* name: the name; option: its name; bestmove: the move; part of the line,
                         without a NUL at its end */
    int length;       /* of @text */
} UciAnswer;

/* Reads a line of an engine. Owner: the answer points into @line. */
UciAnswer uci_parse_answer(const char *line);
