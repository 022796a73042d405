#include "players/engine/cecp.h"

#include <math.h>
#include <string.h>

#include "board/game.h"

#define MAX_SECONDS 86400 /* the longest time for a move */

bool cecp_parse_level(const char *rest, CecpLevel *out_level)
{
    g_auto(GStrv) words = g_strsplit_set(rest, " \t", -1);
    guint64 moves;
    double increment_s;
    char *end;

    if (g_strv_length(words) != 3 ||
        !g_ascii_string_to_unsigned(words[0], 10, 0, G_MAXINT, &moves, NULL))
        return false;
    increment_s = g_ascii_strtod(words[2], &end);
    if (end == words[2] || *end != '\0' || !(increment_s >= 0 && increment_s < 1e6))
        return false;
    *out_level = (CecpLevel){(int)moves, (int64_t)(increment_s * 1000)};
    return true;
}

bool cecp_parse_seconds(const char *rest, int64_t *out_ms)
{
    const char *colon = strchr(rest, ':');
    const char *seconds_text = colon != NULL ? colon + 1 : rest;
    g_autofree char *minutes_text = colon != NULL ? g_strndup(rest, (size_t)(colon - rest)) : NULL;
    guint64 minutes = 0;
    double seconds;
    char *end;

    if ((minutes_text != NULL &&
         !g_ascii_string_to_unsigned(minutes_text, 10, 0, 1440, &minutes, NULL)) ||
        !(g_ascii_isdigit(*seconds_text) || *seconds_text == '.'))
        return false;
    seconds = g_ascii_strtod(seconds_text, &end);
    if (end == seconds_text || *end != '\0' || !(seconds >= 0 && seconds <= MAX_SECONDS))
        return false;
    *out_ms = (int64_t)minutes * 60000 + (int64_t)ceil(seconds * 1000); /* 0 would mean no limit */
    return true;
}

static const struct {
    const char *begin; /* of the line */
    CecpAnswerKind kind;
} ANSWERS[] = {
    {"move ", CECP_ANSWER_MOVE},
    {"My move is:", CECP_ANSWER_MOVE},
    {"My move is :", CECP_ANSWER_MOVE},
    {"feature ", CECP_ANSWER_FEATURE},
    {"pong ", CECP_ANSWER_PONG},
    {"resign", CECP_ANSWER_RESIGN},
    {"tellics resign", CECP_ANSWER_RESIGN},
    {RESULT_WHITE_WINS, CECP_ANSWER_WHITE_WINS},
    {RESULT_BLACK_WINS, CECP_ANSWER_BLACK_WINS},
    {RESULT_DRAW, CECP_ANSWER_DRAW},
    {"Illegal move", CECP_ANSWER_ILLEGAL},
};

CecpAnswer cecp_parse_answer(const char *line)
{
    for (size_t i = 0; i < G_N_ELEMENTS(ANSWERS); i++)
        if (g_str_has_prefix(line, ANSWERS[i].begin)) {
            const char *text = line + strlen(ANSWERS[i].begin);
            text += strspn(text, " \t");
            return (CecpAnswer){ANSWERS[i].kind, text,
                                (int)(ANSWERS[i].kind == CECP_ANSWER_FEATURE
                                          ? strlen(text)
                                          : strcspn(text, " \t"))};
        }
    return (CecpAnswer){.kind = CECP_ANSWER_OTHER};
}

bool cecp_next_feature(const char **text, CecpFeature *out_feature)
{
    const char *name = *text + strspn(*text, " \t");
    const size_t name_length = strcspn(name, "= \t");
    const char *value = name + name_length + 1;
    size_t value_length;

    if (name_length == 0 || name[name_length] != '=')
        return false;
    if (*value == '"') {
        value++;
        value_length = strcspn(value, "\"");
        *text = value + value_length + (value[value_length] == '"');
    } else {
        value_length = strcspn(value, " \t");
        *text = value + value_length;
    }
    *out_feature = (CecpFeature){name, value, name_length, value_length};
    return true;
}
