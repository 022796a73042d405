/* Which chess programs can be played against, and how each is spoken to: a table of known programs,
 * and what a user adds to it or changes in it. */
#pragma once

#include "board/members.h"

/* Keys of groups that describe something, an engine or a team: a table that documents them, too.
 * Of some only the name of the member counts. */
typedef struct {
    Member member;
    const char *values, *standard, *meaning;
} SettingKey;

/* The index of the key @name in @keys; @count: there is none. */
size_t setting_keys_find(const SettingKey *keys, size_t count, const char *name);

/* Sets PLAYER_ERROR_TEXT for a key @name that is not in @keys; returns false. */
bool setting_keys_refuse(const SettingKey *keys, size_t count, const char *name, GError **error);

typedef enum {
    ENGINE_PROTOCOL_UCI,
    ENGINE_PROTOCOL_CECP,
    ENGINE_PROTOCOL_PLAIN /* that of the player `process`, a line for each move; no engine has it */
} EngineProtocolKind;

/* "uci", "xboard". */
extern const char *const ENGINE_PROTOCOL_NAMES[ENGINE_PROTOCOL_PLAIN];

#define ENGINE_START_MS 10000  /* unless set */
#define ENGINE_ANSWER_MS 30000 /* the same */
#define ENGINE_MAX_MS 86400000 /* a day */

/* The limits of an engine's search. */
typedef enum {
    ENGINE_LIMIT_DEPTH,    /* plies, as the engine counts them */
    ENGINE_LIMIT_NODES,    /* positions searched */
    ENGINE_LIMIT_MOVETIME, /* milliseconds of the clock on the wall */
    ENGINE_LIMIT_COUNT
} EngineLimitKind;

/* Then NULL. */
extern const char *const ENGINE_LIMIT_NAMES[ENGINE_LIMIT_COUNT + 1];

/* One engine. No text is NULL. */
typedef struct {
    const char *name;
    const char *command; /* program and arguments, as a shell would split them */
    EngineProtocolKind protocol;
    const char *options;       /* "OwnBook=false; Hash=16": set after the start */
    const char *init;          /* "log off": lines that it is sent after the start */
    const char *each_game;     /* "book off": lines that it is sent after each "new" or
                                  "ucinewgame" */
    const char *dir;           /* the directory it runs in; "": an empty directory of its own */
    const char *depth_command; /* CECP: the word that limits the depth, "sd" */
    uint64_t start_ms;         /* how long it may take to start */
    uint64_t answer_ms;        /* how long it may take for an answer, in addition to a movetime */
    bool refuses[ENGINE_LIMIT_COUNT]; /* limits that it is known to ignore */
    bool writes_at_home;              /* it keeps what it has learnt in $HOME */
} EngineSettings;

/* The keys of an engine, which a group [engine NAME] of a spec has. */
extern const SettingKey ENGINE_KEYS[];
extern const size_t ENGINE_KEY_COUNT;

/* The known engines. */
extern const EngineSettings ENGINE_PRESETS[];
extern const size_t ENGINE_PRESET_COUNT;

/* The settings of a program that is no chess engine: the defaults, but for its command, which must
 * live as long as they, and @answer_ms, unless that is 0. */
EngineSettings engine_settings_plain(const char *command, uint64_t answer_ms);

/* Whether @command can be split as a shell would, and printed.
 *
 * Errors: PLAYER_ERROR_TEXT. */
bool engine_command_check(const char *command, GError **error);

/* The engines of a user, some of them known ones with changed settings. */
typedef struct Engines Engines;

/* No engines yet. Owner: the caller. */
Engines *engines_new(void);
void engines_free(Engines *engines);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Engines, engines_free)

/* Sets @key of the engine @name. What is not set stays as with the known engine of that name, or as
 * ENGINE_KEYS says.
 *
 * Errors: PLAYER_ERROR_TEXT, there is no such key, or it cannot have @value. */
bool engines_set(Engines *engines, const char *name, const char *key, const char *value,
                 GError **error);

/* The engine @name, the user's own or a known one, or NULL. @engines may be NULL. Owner: @engines.
 */
const EngineSettings *engines_find(const Engines *engines, const char *name);

/* The user's engine number @index, or NULL. */
const EngineSettings *engines_at(const Engines *engines, size_t index);
