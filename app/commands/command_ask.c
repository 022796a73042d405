#include <stdio.h>

#include "app/commands/commands.h"
#include "app/explain/question_line.h"
#include "app/sessions/session.h"
#include "app/terminal/screen.h"

static bool answer_line(void *memories, const char *line)
{
    g_autofree char *answer = question_line_answer(line, memories);

    puts(answer);
    fflush(stdout);
    return true;
}

int command_ask(const Command *command, int argc, char **argv, G_GNUC_UNUSED GError **error)
{
    g_autoptr(Memories) memories = command_memories();

    command_parse(command, NULL, &argc, argv);
    screen_keep_bytes(true);
    return session_converse(answer_line, memories);
}
