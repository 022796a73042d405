#include "players/engine/uci.h"

#include <string.h>

/* The rest of @text after @word and spaces, or NULL if it does not begin with that word. */
static const char *after_word(const char *text, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(text, word, length) != 0 || (text[length] != '\0' && !strchr(" \t", text[length])))
        return NULL;
    return text + length + strspn(text + length, " \t");
}

/* The name of an option may have blanks; behind it stands its type. */
static int option_name_length(const char *text)
{
    const char *end = strstr(text, " type ");

    return (int)(end != NULL ? (size_t)(end - text) : strlen(text));
}

UciAnswer uci_parse_answer(const char *line)
{
    const char *text;

    line += strspn(line, " \t");
    if ((text = after_word(line, "bestmove")) != NULL)
        return (UciAnswer){UCI_ANSWER_BESTMOVE, text, (int)strcspn(text, " \t")};
    if (after_word(line, "readyok") != NULL)
        return (UciAnswer){.kind = UCI_ANSWER_READYOK};
    if (after_word(line, "uciok") != NULL)
        return (UciAnswer){.kind = UCI_ANSWER_UCIOK};
    if ((text = after_word(line, "id")) != NULL && (text = after_word(text, "name")) != NULL)
        return (UciAnswer){UCI_ANSWER_NAME, text, (int)strlen(text)};
    if ((text = after_word(line, "option")) != NULL && (text = after_word(text, "name")) != NULL)
        return (UciAnswer){UCI_ANSWER_OPTION, text, option_name_length(text)};
    return (UciAnswer){.kind = UCI_ANSWER_OTHER};
}
