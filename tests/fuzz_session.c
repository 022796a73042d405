/* Any lines as what another program says to us as its engine: the sessions of both protocols live
 * through them and can still decide. */
#include <string.h>

#include "app/session_uci.h"
#include "app/session_xboard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void note_line(const char *line, void *data)
{
    if (strpbrk(line, "\r\n") != NULL)
        g_error("more than one line: %s", line);
    g_free(*(char **)data);
    *(char **)data = g_strdup(line);
}

static void require_answer(char *const *answer, const char *expected)
{
    if (*answer == NULL || !g_str_has_prefix(*answer, expected))
        g_error("'%s' instead of '%s'", *answer, expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, MIN(size, 1000));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autofree char *answer = NULL;
    const SessionOutput output = {note_line, &answer};
    g_autoptr(UciSession) uci = uci_session_new("fuzz", "level:7", 1, &output, NULL);
    g_autoptr(XboardSession) xboard = xboard_session_new("fuzz", "level:7", 1, &output, NULL);

    for (char **line = lines; *line != NULL; line++) {
        uci_session_feed(uci, *line);
        xboard_session_feed(xboard, *line);
    }
    uci_session_feed(uci, "go");
    require_answer(&answer, "bestmove ");
    xboard_session_feed(xboard, "ping 1");
    require_answer(&answer, "pong 1");
    return 0;
}
