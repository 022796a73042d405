/* What engine.c shares with the protocols, engine_uci.c, engine_cecp.c and engine_plain.c, and
 * nobody else. */
#pragma once

#include "players/engine/engine.h"
#include "players/engine/process.h"

typedef struct {
    /* What an engine is told, until it says that it is ready. False: it has failed. */
    bool (*start)(Engine *engine);

    /* What is to be known before it is asked with a running clock; NULL: start() has seen to that.
     * False: it has failed. */
    bool (*get_ready)(Engine *engine);

    /* The same for a new game from engine->state. */
    bool (*begin)(Engine *engine);

    /* Adds to engine->out that @move was played in engine->state, which is before it. */
    void (*tell_move)(Engine *engine, Move move);

    /* Adds to engine->out that the engine is to move. */
    void (*tell_to_move)(Engine *engine);

    /* Whether @line is the answer, or the failing of one; then it is in *@out_choice. */
    bool (*understand)(Engine *engine, const char *line, Choice *out_choice);
} EngineProtocol;

extern const EngineProtocol ENGINE_UCI;
extern const EngineProtocol ENGINE_CECP;
extern const EngineProtocol ENGINE_PLAIN;

struct Engine {
    const EngineSettings *settings;
    EngineLimit limit;
    const EngineProtocol *protocol;
    Process *process; /* NULL: none is running */
    GString *title;
    GString *reason;        /* of the last failure */
    char *words;            /* what the program had written to standard error by then, or NULL */
    GString *out;           /* what is to be sent next */
    Random *random;         /* the chance of the game, as long as the engine is asked */
    const int64_t *left_ms; /* what the clocks of the game show; NULL: it has none */
    uint64_t startup_ms;    /* for a program that says nothing when it starts: what its first answer
                               may take more */
    uint64_t answer_ms;     /* for the question that is asked now; 0: it is none for a move */
    bool is_ready;          /* the program has said so, or was waited for */
    bool says_no_ready;     /* it was waited for in vain: never again */
    int plies_seen;         /* of the game that it was asked about last */

    /* The game the engine knows: it is told only what is new. */
    const Game *game;
    bool knows_game;
    GameState first, state;
    GArray *moves; /* of Move: between the two */

    struct {
        GString *position;  /* "position startpos moves e2e4 ..." */
        GPtrArray *options; /* names of those it has */
    } uci;
    struct {
        bool has_ping, has_setboard, has_usermove, wants_san; /* features */
        bool is_done, is_busy;               /* with its features: done=1, done=0 */
        bool moves_itself;                   /* it answers a move without being told to */
        char last_move[GAME_MOVE_TEXT_SIZE]; /* that it was told; "" if none */
        unsigned pings;
    } cecp;
};

/* Notes that the engine has failed, why in a few words; returns false. */
bool engine_fail(Engine *engine, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* The choice that says so. */
#define ENGINE_FAILURE ((Choice){.kind = CHOICE_FAILURE})

/* The time in @ms milliseconds. */
gint64 engine_deadline(uint64_t ms);

/* Sends engine->out and empties it. False: the engine has failed. */
bool engine_send(Engine *engine, gint64 deadline);

/* Reads lines until @hear answers true for one. False: the engine has failed; a timeout is no
 * failure if @out_timeout is not NULL, but told there. */
typedef bool (*EngineHear)(Engine *engine, const char *line, void *data);
bool engine_listen(Engine *engine, gint64 deadline, EngineHear hear, void *data, bool *out_timeout);

/* Adds the lines of a text "LINE; LINE" to engine->out, each behind @before. */
void engine_tell_lines(Engine *engine, const char *before, const char *lines);

/* The move that @length bytes of @text say, or a failure. */
Choice engine_read_move(Engine *engine, const char *text, int length);
