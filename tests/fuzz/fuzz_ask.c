/* Any line as a question to a player: the answer is one line of JSON, in UTF-8, with what was asked
 * or an error. */
#include <string.h>

#include "app/explain/question_line.h"
#include "players/json_text.h"
#include "require.h"

#define DEPTH_MAX 64

/* Words of questions that start programs, open files, or take long. */
static bool is_left_out(const char *text)
{
    static const char *const words[] = {"process", "memory", "engine", "team", "draws", "search"};

    for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return strchr(text, '\\') != NULL; /* which can spell these words */
}

FUZZ_TEXT(text)
{
    g_autofree char *answer = NULL;
    g_autoptr(JsonNode) read = NULL;

    if (is_left_out(text))
        return;
    answer = question_line_answer(text, NULL);
    require(strchr(answer, '\n') == NULL, "more than one line", answer);
    read = json_text_read(answer, DEPTH_MAX, NULL);
    require(read != NULL, "not JSON", answer);
}
