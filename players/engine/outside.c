#include "players/engine/outside.h"

#include <string.h>

#include "players/engine/process.h"
#include "players/player.h"

/* So many faults in a row, and it is not asked again in the same game: a run must go on. */
#define MOST_FAULTS 3

/* A question about actions, and its answer. */
typedef struct {
    gint64 id;
    char *question, *answer;
} Said;

struct Outside {
    const EngineSettings *settings;
    Process *process;  /* NULL: not running */
    gint64 id;         /* of the last question of the game */
    bool has_answered; /* since its start */
    bool is_at_fault;  /* in this decision */
    int plies;         /* of the game when it was asked last */
    int faults;        /* decisions in a row, in the same game */
    unsigned phases;   /* in which it wants to be asked, too */
    GString *question; /* without its id */
    GPtrArray *said;   /* of Said: all about actions that was asked in this decision */
    char *fault, *words;
};

static void said_free(gpointer data)
{
    Said *said = data;

    g_free(said->question);
    g_free(said->answer);
    g_free(said);
}

Outside *outside_new(const EngineSettings *settings)
{
    Outside *outside = g_new0(Outside, 1);

    outside->settings = settings;
    outside->question = g_string_new(NULL);
    outside->said = g_ptr_array_new_with_free_func(said_free);
    return outside;
}

static void end(Outside *outside)
{
    if (outside->process != NULL)
        process_end(outside->process, 100);
    outside->process = NULL;
}

void outside_free(Outside *outside)
{
    end(outside);
    g_string_free(outside->question, TRUE);
    g_ptr_array_unref(outside->said);
    g_free(outside->fault);
    g_free(outside->words);
    g_free(outside);
}

const char *outside_fault(const Outside *outside)
{
    return outside->is_at_fault ? outside->fault : NULL;
}

const char *outside_words(const Outside *outside)
{
    return outside->words;
}

/* Takes @sentence. */
static bool fail(Outside *outside, char *sentence)
{
    g_free(outside->fault);
    g_free(outside->words);
    outside->fault = sentence;
    outside->words = outside->process != NULL ? process_last_words(outside->process) : NULL;
    outside->is_at_fault = true;
    end(outside);
    return false;
}

/* The program */

static bool start(Outside *outside)
{
    const EngineSettings *settings = outside->settings;
    const ProcessPlace place = {*settings->dir != '\0' ? settings->dir : NULL, false};
    g_auto(GStrv) argv = NULL;
    g_autoptr(GError) error = NULL;

    if (outside->process != NULL)
        return true;
    outside->has_answered = false;
    if (g_shell_parse_argv(settings->command, NULL, &argv, &error))
        outside->process = process_start((const char *const *)argv, &place, &error);
    return outside->process != NULL ||
           fail(outside, g_strdup_printf("cannot be started: %s", error->message));
}

static bool fail_talk(Outside *outside, ProcessResult result)
{
    g_autofree char *ended = NULL;

    if (result == PROCESS_TIMEOUT)
        return fail(outside, g_strdup_printf("has not answered in %" G_GUINT64_FORMAT " ms",
                                             outside->settings->answer_ms));
    ended = process_describe_end(outside->process);
    return fail(outside, g_strdup(ended));
}

void outside_begin(Outside *outside, const GameLine *line)
{
    if (line->plies <= outside->plies) /* a new game */
        outside->id = outside->faults = 0;
    else
        outside->faults = outside->is_at_fault ? outside->faults + 1 : 0;
    outside->plies = line->plies;
    outside->is_at_fault = false;
    outside->phases = 0;
    g_ptr_array_set_size(outside->said, 0);
}

/* The answer to the question, NULL: a fault. It is valid until the next question. */
static const char *exchange(Outside *outside)
{
    g_autofree char *head = NULL;
    ProcessResult result;
    const char *answer;
    gint64 deadline;

    outside->is_at_fault |= outside->faults >= MOST_FAULTS;
    if (outside->is_at_fault || !start(outside))
        return NULL;
    head = g_strdup_printf("{\"id\":%" G_GINT64_FORMAT ",", ++outside->id);
    deadline = g_get_monotonic_time() +
               1000 * (gint64)(outside->settings->answer_ms +
                               (outside->has_answered ? 0 : outside->settings->start_ms));
    result = process_write(outside->process, head, strlen(head), deadline);
    if (result == PROCESS_OK)
        result = process_write(outside->process, outside->question->str, outside->question->len,
                               deadline);
    if (result == PROCESS_OK)
        result = process_read_line(outside->process, deadline, &answer);
    if (result != PROCESS_OK) {
        fail_talk(outside, result);
        return NULL;
    }
    outside->has_answered = true;
    return answer;
}

bool outside_ask_reports(Outside *outside, const GameLine *line, const Percept *percept,
                         AgentSet agents, OutsideReports *out_reports)
{
    g_autoptr(GError) error = NULL;
    const char *answer;

    outside_write_reports(outside->question, line, percept, agents);
    answer = exchange(outside);
    return answer != NULL && (outside_read_reports(answer, outside->id, line->game, percept, agents,
                                                   out_reports, &outside->phases, &error) ||
                              fail(outside, g_strdup(error->message)));
}

/* What was said to the same question in this decision, or is said now; NULL: a fault. */
static const Said *ask_once(Outside *outside)
{
    const char *answer;
    Said *said;

    for (guint i = 0; i < outside->said->len; i++) {
        said = g_ptr_array_index(outside->said, i);
        if (g_str_equal(said->question, outside->question->str))
            return said;
    }
    answer = exchange(outside);
    if (answer == NULL)
        return NULL;
    said = g_new(Said, 1);
    *said = (Said){outside->id, g_strdup(outside->question->str), g_strdup(answer)};
    g_ptr_array_add(outside->said, said);
    return said;
}

OutsideReply outside_ask_items(Outside *outside, const Game *game, const Percept *percept,
                               const OutsideItems *asked)
{
    OutsideReply reply = OUTSIDE_FAULT;
    g_autoptr(GError) error = NULL;
    const Said *said;

    outside_write_items(outside->question, game, percept, asked);
    said = ask_once(outside);
    if (said != NULL &&
        !outside_read_items(said->answer, said->id, game, percept, asked, &reply, &error)) {
        fail(outside, g_strdup(error->message));
        return OUTSIDE_FAULT;
    }
    return reply;
}

bool outside_wants(const Outside *outside, OutsidePhase phase)
{
    return outside->phases >> phase & 1;
}
