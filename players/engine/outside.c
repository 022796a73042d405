#include "players/engine/outside.h"

#include "players/engine/engine_protocol.h"

/* So many faults in a row, and it is not asked again in the same game: a run must go on. */
#define MOST_FAULTS 3

#define END_MS 100 /* that it has to end when its input is closed */

/* A question about actions, and its answer. */
typedef struct {
    gint64 id;
    char *question, *answer;
} Said;

struct Outside {
    Engine *engine;
    gint64 id;         /* of the last question of the game */
    bool is_at_fault;  /* in this decision */
    int plies;         /* of the game when it was asked last */
    int faults;        /* decisions in a row, in the same game */
    unsigned phases;   /* in which it wants to be asked, too */
    GString *question; /* without its id */
    GPtrArray *said;   /* of Said: all about actions that was asked in this decision */
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

    outside->engine = engine_new(settings, (EngineLimit){0});
    outside->question = g_string_new(NULL);
    outside->said = g_ptr_array_new_with_free_func(said_free);
    return outside;
}

void outside_free(Outside *outside)
{
    engine_end(outside->engine, END_MS);
    engine_free(outside->engine);
    g_string_free(outside->question, TRUE);
    g_ptr_array_unref(outside->said);
    g_free(outside);
}

const char *outside_fault(const Outside *outside)
{
    return outside->is_at_fault ? outside->engine->reason->str : NULL;
}

const char *outside_words(const Outside *outside)
{
    return outside->engine->words;
}

/* An answer that is not sound: @fault says why. */
static bool fail(Outside *outside, const GError *fault)
{
    engine_fail(outside->engine, "%s", fault->message);
    engine_give_up(outside->engine);
    outside->is_at_fault = true;
    return false;
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

static bool hear_line(G_GNUC_UNUSED Engine *engine, const char *line, void *data)
{
    *(const char **)data = line;
    return true;
}

/* The answer to the question, NULL: a fault. It is valid until the next question. */
static const char *exchange(Outside *outside)
{
    Engine *engine = outside->engine;
    const char *answer = NULL;

    outside->is_at_fault |= outside->faults >= MOST_FAULTS;
    if (outside->is_at_fault)
        return NULL;
    outside->is_at_fault = !engine_start(engine);
    g_string_printf(engine->out, "{\"id\":%" G_GINT64_FORMAT ",%s", ++outside->id,
                    outside->question->str);
    if (outside->is_at_fault || !engine_ask(engine, hear_line, &answer)) {
        engine_give_up(engine);
        outside->is_at_fault = true;
    }
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
                              fail(outside, error));
}

/* The answer to the same question in this decision, asked now if it is new; NULL: a fault. */
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
        fail(outside, error);
        return OUTSIDE_FAULT;
    }
    return reply;
}

bool outside_wants(const Outside *outside, OutsidePhase phase)
{
    return outside->phases >> phase & 1;
}
