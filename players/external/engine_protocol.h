/* Internals of engine.c for the protocols, engine_uci.c, engine_cecp.c and engine_plain.c, and for
 * team_agents.c, which asks other questions. */
#pragma once

#include "players/external/engine.h"
#include "players/external/process.h"

typedef struct {
    /* Tells the engine what it must know and waits until it is ready. False: it has failed. */
    bool (*start)(Engine *engine);

    /* Waits until the engine can be asked with a running clock; NULL: start() has done so. False:
     * it has failed. */
    bool (*get_ready)(Engine *engine);

    /* Begins a new game from engine->state; NULL: there is nothing to tell. False: it has failed.
     */
    bool (*begin)(Engine *engine);

    /* Adds to engine->out that @move was played in engine->state, the state before the move; NULL:
     * it is told all moves when it is to move. */
    void (*tell_move)(Engine *engine, Move move);

    /* Adds to engine->out that the engine is to move. */
    void (*tell_to_move)(Engine *engine);

    /* Whether @line is the answer or shows that there will be none; *@out_choice is then the answer
     * or the failure. */
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
    bool is_interrupted;    /* which was not the engine's fault */
    bool is_late;           /* it did not answer in time */
    gint64 delay_us;        /* of the last question, see process_delay() */
    char *words;            /* what the program had written to standard error by then, or NULL */
    GString *out;           /* what is to be sent next */
    const PlayerCall *call; /* the question, as long as the engine is asked for a move */
    uint64_t startup_ms;    /* for a program that says nothing when it starts: how much longer its
                               first answer may take */
    uint64_t answer_ms;     /* for the present question; 0: it does not ask for a move */
    bool is_ready;          /* the program has said so, or was waited for long enough */
    bool says_no_ready;     /* it was waited for in vain, so it is not waited for again */
    int plies_seen;         /* plies of the game that it was asked about last */

    /* The game the engine knows: it is told only what is new. */
    const Game *game;
    bool knows_game;
    GameState first, state;
    GArray *moves; /* of Move: between the two */

    /* The same as text, kept for the protocols that send the whole game at each move. */
    char *first_text;
    GString *moves_text; /* in coordinates, with spaces between them */

    GPtrArray *uci_options; /* their names */
    struct {
        bool has_ping, has_setboard, has_usermove, wants_san; /* features */
        bool is_done, is_busy;               /* it has sent the feature done=1, done=0 */
        bool moves_itself;                   /* it answers a move without being told to */
        char last_move[GAME_MOVE_TEXT_SIZE]; /* the last move that it was told; "" if none */
        unsigned pings;
    } cecp;
};

/* Notes that the engine has failed, why in a few words; returns false. engine_interrupt(): that it
 * could not be asked, which is not its fault. */
bool engine_fail(Engine *engine, const char *format, ...) G_GNUC_PRINTF(2, 3);
#define engine_interrupt(engine, ...) \
    (engine_fail(engine, __VA_ARGS__), (engine)->is_interrupted = true, false)

/* The choice of an engine that has failed or could not be asked; the program is ended. */
Choice engine_failure(Engine *engine);

/* Starts the program unless it runs. False: the engine has failed. */
bool engine_start(Engine *engine);

/* Closes the input of the program, if it runs, and ends it after @grace_ms at the latest. */
void engine_end(Engine *engine, int grace_ms);

/* Ends the program after a failure, and keeps its last words. */
void engine_give_up(Engine *engine);

/* The choice that stands for a failure. */
#define ENGINE_FAILURE ((Choice){.kind = CHOICE_FAILURE})

/* The time @ms milliseconds from now. */
gint64 engine_deadline(uint64_t ms);

/* Sends engine->out, empties it, and reads lines until @hear returns true for one. False: the
 * engine has failed. If @out_timeout is not NULL, silence until @deadline is no failure but is
 * reported there. */
typedef bool (*EngineListener)(Engine *engine, const char *line, void *data);
bool engine_listen(Engine *engine, gint64 deadline, EngineListener hear, void *data,
                   bool *out_timeout);

/* The same within the time for an answer. */
bool engine_ask(Engine *engine, EngineListener hear, void *data);

/* Adds the lines of a text "LINE; LINE" to engine->out, each behind @before. */
void engine_send_lines(Engine *engine, const char *before, const char *lines);

/* Adds @move of engine->game in coordinates to @text, behind a space unless the text is empty. */
void engine_append_move(const Engine *engine, Move move, GString *text);

/* The move that @length bytes of @text say, or a failure. */
Choice engine_read_move(Engine *engine, const char *text, int length);
