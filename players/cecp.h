/* The Chess Engine Communication Protocol, which XBoard and WinBoard speak, as text: what they say
 * to an engine, and the lines with which an engine offers its options. Pure; a session that acts on
 * it is the app's.
 *
 * Source: T. Mann and H. G. Muller, Chess Engine Communication Protocol, version 2,
 * http://www.gnu.org/software/xboard/engine-intf.html */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
    CECP_NOTHING, /* an empty line */
    CECP_UNKNOWN, /* no command: a move, perhaps */
    CECP_IGNORED, /* a command that asks nothing of an engine that decides at once */
    CECP_XBOARD,
    CECP_PROTOVER,
    CECP_NEW,
    CECP_VARIANT,
    CECP_QUIT,
    CECP_FORCE,
    CECP_GO,
    CECP_PLAYOTHER,
    CECP_WHITE,
    CECP_BLACK,
    CECP_USERMOVE,
    CECP_PING,
    CECP_RESULT,
    CECP_SETBOARD,
    CECP_HINT,
    CECP_BOOK,
    CECP_UNDO,
    CECP_REMOVE,
    CECP_POST,
    CECP_NOPOST,
    CECP_ANALYZE,
    CECP_EXIT,
    CECP_STATUS,
    CECP_OPTION
} CecpCommandKind;

typedef struct {
    CecpCommandKind kind;
    char *word;  /* the first word of the line, "" if it is empty */
    char *rest;  /* what follows it, without blanks around; option: the name */
    char *value; /* option: what stands behind "=", else "" */
} CecpCommand;

void cecp_command_clear(CecpCommand *command);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CecpCommand, cecp_command_clear)

/* What @line says. Owner: g_auto(CecpCommand), or cecp_command_clear(). */
CecpCommand cecp_parse(const char *line);

/* feature option="NAME -check 1". Owner: the caller. */
char *cecp_format_check(const char *name, bool value);

/* feature option="NAME -spin VALUE MIN MAX". Owner: the caller. */
char *cecp_format_spin(const char *name, int64_t value, int64_t min, int64_t max);
