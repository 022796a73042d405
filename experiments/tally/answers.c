#include "experiments/tally/answers.h"

#include "board/splitmix.h"

struct Answers {
    GPtrArray *list;   /* of Answer */
    GHashTable *known; /* answers of the list, by their opening */
    Answer waiting;    /* last is 0: none */
    bool differ;
};

Answers *answers_new(void)
{
    Answers *answers = g_new0(Answers, 1);

    answers->list = g_ptr_array_new_with_free_func(g_free);
    answers->known = g_hash_table_new(g_int64_hash, g_int64_equal);
    return answers;
}

void answers_free(Answers *answers)
{
    g_hash_table_unref(answers->known);
    g_ptr_array_unref(answers->list);
    g_free(answers);
}

/* What @answer is while all openings have one answer. */
static AnswerKind find_kind(const Answers *answers, const Answer *answer)
{
    const Answer *known = g_hash_table_lookup(answers->known, &answer->opening);

    if (known == NULL)
        return ANSWER_NEW;
    return answer->last % 2 == 1 || known->games == answer->games ? ANSWER_REPEATED
                                                                  : ANSWER_DIFFERENT;
}

AnswerKind answers_add(Answers *answers, const Answer *answer)
{
    const AnswerKind kind = answers->differ ? ANSWER_DIFFERENT : find_kind(answers, answer);
    Answer *copy;

    answers->waiting = answer->last % 2 == 1 ? *answer : (Answer){0};
    if (answers->differ || kind == ANSWER_REPEATED || answer->last % 2 == 1)
        return kind;
    copy = g_memdup2(answer, sizeof *answer);
    g_ptr_array_add(answers->list, copy);
    if (kind == ANSWER_NEW)
        g_hash_table_insert(answers->known, &copy->opening, copy);
    answers->differ = kind == ANSWER_DIFFERENT;
    return kind;
}

AnswerKind answers_add_game(Answers *answers, uint64_t opening, uint64_t moves, uint64_t number,
                            int half_points)
{
    Answer answer = answers->waiting;

    if (number % 2 == 1 || answer.last + 1 != number)
        answer = (Answer){opening, moves, number, {half_points, 0}};
    else {
        answer.games = splitmix_mix(answer.games + SPLITMIX_STEP) ^ moves;
        answer.half_points[1] = half_points;
        answer.last = number;
    }
    return answers_add(answers, &answer);
}

const Answer *answers_waiting(const Answers *answers)
{
    return answers->waiting.last > 0 ? &answers->waiting : NULL;
}

bool answers_differ(const Answers *answers)
{
    return answers->differ;
}

bool answers_know(const Answers *answers, uint64_t opening)
{
    return g_hash_table_contains(answers->known, &opening);
}

guint answers_count(const Answers *answers)
{
    return answers->list->len;
}

const Answer *answers_at(const Answers *answers, guint i)
{
    return answers->list->pdata[i];
}
