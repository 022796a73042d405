#include "app/sessions/session_engine.h"

#include <string.h>

#include "board/chess.h"
#include "board/text_lines.h"

Session *session_begin(const SessionProtocol *protocol, const char *name, const char *player,
                       uint64_t seed, const SessionOutput *output, const SessionListener *listener,
                       GError **error)
{
    Seat *seat = seat_new(player, NULL, game_line_new(&GAME_CHESS, &protocol->rules), seed, error);
    Session *session;

    if (seat == NULL)
        return NULL;
    session = g_new0(Session, 1);
    *session = (Session){.protocol = protocol,
                         .name = g_strdup(name),
                         .seat = seat,
                         .output = *output,
                         .listener = listener != NULL ? *listener : (SessionListener){0}};
    return session;
}

void session_end(void *data)
{
    Session *session = data;

    g_free(session->name);
    seat_free(session->seat);
    g_free(session);
}

/* Reads the command in @line, which is cut up for it, and returns its row; NULL: it has none. */
static const SessionRow *read_command(const SessionProtocol *protocol, char *line,
                                      SessionCommand *out_command)
{
    const SessionRow *row;
    char *word, *rest = g_strchomp(line);

    do {
        word = rest + strspn(rest, TEXT_BLANKS);
        rest = word + strcspn(word, TEXT_BLANKS);
        if (*rest != '\0')
            *rest++ = '\0';
        rest += strspn(rest, TEXT_BLANKS);
        row = protocol->rows;
        while (row->word != NULL && !g_str_equal(row->word, word))
            row++;
    } while (row->word == NULL && protocol->skips_words && *rest != '\0');
    *out_command = (SessionCommand){.word = word, .rest = rest, .argument = row->argument};
    return row->word != NULL ? row : NULL;
}

SessionCall session_call(const SessionProtocol *protocol, const char *line)
{
    g_autofree char *text = g_strdup(line);
    SessionCommand command;
    const SessionRow *row = read_command(protocol, text, &command);

    return row != NULL ? row->call : SESSION_CALL_NONE;
}

bool session_feed(void *data, const char *line)
{
    Session *session = data;
    g_autofree char *text = g_strdup(line);
    SessionCommand command;
    const SessionRow *row = read_command(session->protocol, text, &command);
    SessionObey *obey = row != NULL ? row->obey : session->protocol->other;
    g_auto(GStrv) words = text_words(command.rest);

    command.words = words;
    if (obey != NULL && *command.word != '\0')
        obey(session, &command);
    if (session->protocol->after != NULL)
        session->protocol->after(session);
    return row == NULL || row->call != SESSION_CALL_LEAVE;
}
