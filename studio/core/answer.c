#include "studio/core/answer.h"

#include "board/text_lines.h"

extern const char *stand_in_death;

static char *answer;
static bool failed;

/* Room for @size bytes of an argument. Owner: the page, core_free(). */
QUESTION(core_room) void *core_room(gsize size)
{
    return g_malloc(size);
}

QUESTION(core_free) void core_free(void *room)
{
    g_free(room);
}

QUESTION(core_failed) bool core_failed(void)
{
    return failed;
}

/* Why the last question trapped, if the core itself has ended it; else "". */
QUESTION(core_death) const char *core_death(void)
{
    return stand_in_death != NULL ? stand_in_death : "";
}

const char *answer_take(char *text)
{
    g_free(answer);
    answer = text;
    failed = false;
    return answer;
}

const char *answer_json(JsonBuilder *json)
{
    return answer_take(json_finish_line(json));
}

void answer_line(const char *line, void *text)
{
    g_string_append(text, line);
    g_string_append_c(text, '\n');
}

const char *answer_refuse(const char *format, ...)
{
    va_list args;

    va_start(args, format);
    answer_take(g_strdup_vprintf(format, args));
    va_end(args);
    failed = true;
    return answer;
}

const char *answer_fail(GError *error)
{
    answer_refuse("%s", error->message);
    g_error_free(error);
    return answer;
}

bool read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                 uint64_t *out_number, GError **error)
{
    guint64 number;

    if (!g_ascii_string_to_unsigned(text, 10, min, max, &number, NULL))
        return board_fail_syntax(error,
                                 "%s is '%s', not a whole number from %" G_GUINT64_FORMAT
                                 " to %" G_GUINT64_FORMAT,
                                 what, text, (guint64)min, (guint64)max);
    *out_number = number;
    return true;
}

void add_side(JsonBuilder *json, const char *name, int side)
{
    json_builder_set_member_name(json, name);
    if (side == GAME_NOBODY)
        json_builder_add_null_value(json);
    else
        json_builder_add_int_value(json, side);
}

void add_standing(JsonBuilder *json, const GameLine *line)
{
    const GameOutcome outcome = game_line_outcome(line);
    int material[GAME_MAX_SIDES] = {0};

    json_add_number(json, "turn", game_line_turn(line));
    json_add_text(json, "termination", termination_name(outcome.termination));
    add_side(json, "winner", outcome.winner);
    add_side(json, "loser", outcome.loser);
    line->game->material(&line->state, material);
    json_begin_list(json, "material");
    for (int side = 0; side < line->game->sides; side++)
        json_builder_add_int_value(json, material[side]);
    json_builder_end_array(json);
}
