/* Questions to a store, which wait no longer than they say. */
#include "players/memory/memory_inside.h"

/* A question on its way to the store and back. It is shared by the thread that asks and the thread
 * that answers; the last of them frees it. */
struct WaitingQuestion {
    MemoryEntry entry;
    MemoryWanted wanted;
    gint64 deadline;
    bool only_opens; /* asks only whether there is a store */
    bool done, found;
    GError *error;
};

static void question_free(void *question)
{
    g_clear_error(&((WaitingQuestion *)question)->error);
}

void waiting_question_unref(WaitingQuestion *question)
{
    g_atomic_rc_box_release_full(question, question_free);
}

/* Opening and asking share the time. */
static void answer(const PositionMemory *memory, MemoryStore **store, WaitingQuestion *question,
                   GError **error)
{
    if (memory_reach(memory, store, memory_ms_until(question->deadline), error) &&
        !question->only_opens &&
        memory_reach(memory, store, memory_ms_until(question->deadline), error))
        memory_store_find(*store, &question->entry, &question->wanted, &question->found, error);
    memory_let_go_after(*error, store);
}

/* The thread that answers questions. The thread that asked may have given up meanwhile. */
void *memory_answer_questions(void *data)
{
    PositionMemory *memory = data;
    MemoryStore *store = NULL;

    g_mutex_lock(&memory->lock);
    for (;;) {
        WaitingQuestion *question;
        GError *error = NULL;

        while (!memory->closing && memory->questions.length == 0)
            g_cond_wait(&memory->changed, &memory->lock);
        if (memory->closing)
            break;
        question = g_queue_pop_head(&memory->questions);
        memory->answering = true;
        g_mutex_unlock(&memory->lock);
        answer(memory, &store, question, &error);
        g_mutex_lock(&memory->lock);
        memory->answering = memory->late = false;
        question->error = error;
        question->done = true;
        g_cond_broadcast(&memory->changed);
        waiting_question_unref(question);
    }
    g_mutex_unlock(&memory->lock);
    g_clear_pointer(&store, memory_store_free);
    g_mutex_lock(&memory->lock);
    memory_leave(memory);
    return NULL;
}

/* Gives up @question, whose time is over. Locked. */
static void give_up(PositionMemory *memory, WaitingQuestion *question, GError **error)
{
    g_autofree char *late =
        g_strdup_printf("it has not answered within %d ms", memory->options.query_ms);
    g_autofree char *sentence = memory_say(memory, late);

    if (g_queue_remove(&memory->questions, question))
        waiting_question_unref(question);
    memory->late = memory->answering;
    g_set_error_literal(error, MEMORY_ERROR, MEMORY_ERROR_UNAVAILABLE, sentence);
}

/* Hands @question over and waits for the answer, at most until its deadline, whatever the store
 * does. Locked. */
static bool await_answer(PositionMemory *memory, WaitingQuestion *question, GError **error)
{
    g_queue_push_tail(&memory->questions, g_atomic_rc_box_acquire(question));
    g_cond_broadcast(&memory->changed);
    while (!question->done &&
           g_cond_wait_until(&memory->changed, &memory->lock, question->deadline))
        ;
    if (!question->done) {
        give_up(memory, question, error);
        return false;
    }
    if (question->error == NULL)
        return true;
    g_propagate_error(error, g_steal_pointer(&question->error));
    return false;
}

bool memory_try_store(PositionMemory *memory, GError **error)
{
    WaitingQuestion *question = g_atomic_rc_box_new0(WaitingQuestion);
    bool good;

    question->only_opens = true;
    question->deadline = memory_in_ms(memory->options.query_ms);
    g_mutex_lock(&memory->lock);
    good = await_answer(memory, question, error);
    g_mutex_unlock(&memory->lock);
    waiting_question_unref(question);
    return good;
}

bool memory_may_ask(const PositionMemory *memory)
{
    return !memory->closing && !memory->late &&
           g_get_monotonic_time() >= memory->rest_until[LANE_FIND];
}

bool memory_ask_store(PositionMemory *memory, MemoryEntry *entry, const PositionQuestion *asked)
{
    const bool is_short = asked->wait_ms > 0 && asked->wait_ms < memory->options.query_ms;
    WaitingQuestion *question = g_atomic_rc_box_new0(WaitingQuestion);
    g_autoptr(GError) error = NULL;
    bool found = false;

    question->entry = *entry;
    question->wanted = asked->wanted;
    question->deadline = memory_in_ms(is_short ? asked->wait_ms : memory->options.query_ms);
    if (await_answer(memory, question, &error)) {
        memory_note_success(memory, LANE_FIND);
        found = question->found;
        *entry = question->entry;
    } else if (question->done || !is_short) {
        memory_note_failure(memory, LANE_FIND, error->message);
    }
    waiting_question_unref(question);
    return found;
}
