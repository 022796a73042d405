#include "board/nearest.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

/* A part of a word that is shorter than this could be part of anything. */
#define LEAST_PART 3

Nearest nearest_to(const char *typed, int length)
{
    if (length < 0)
        length = (int)strlen(typed);
    /* One letter of three may be wrong, and in words of four or more two neighbours may be
     * swapped. */
    return (Nearest){typed, length, NULL, (length <= LEAST_PART ? 1 : MAX(2, length / 3)) + 1};
}

static bool is_same(char a, char b)
{
    return g_ascii_tolower(a) == g_ascii_tolower(b);
}

/* How many letters must be typed, dropped or changed to make @word of what was typed.
 *
 * Source: V. I. Levenshtein, Binary codes capable of correcting deletions, insertions, and
 * reversals, 1966. */
static int edit_distance(const Nearest *nearest, const char *word)
{
    const size_t columns = strlen(word) + 1;
    g_autofree int *row = g_new(int, columns);

    for (size_t j = 0; j < columns; j++)
        row[j] = (int)j;
    for (int i = 0; i < nearest->length; i++) {
        int diagonal = row[0]++;
        for (size_t j = 1; j < columns; j++) {
            const int change = diagonal + !is_same(nearest->typed[i], word[j - 1]);
            diagonal = row[j];
            row[j] = MIN(change, 1 + MIN(row[j], row[j - 1]));
        }
    }
    return row[columns - 1];
}

/* Whether what was typed is @part, but for a letter of a long word. */
static bool is_like(const Nearest *nearest, const char *part)
{
    int wrong = 0;

    for (int i = 0; i < nearest->length; i++)
        wrong += !is_same(nearest->typed[i], part[i]);
    return wrong <= nearest->length / 6;
}

/* Whether what was typed is the beginning or the end of @word. */
static bool is_part(const Nearest *nearest, const char *word)
{
    const int rest = (int)strlen(word) - nearest->length;

    return nearest->length >= LEAST_PART && rest > 0 &&
           (is_like(nearest, word) || is_like(nearest, word + rest));
}

void nearest_try(Nearest *nearest, const char *word)
{
    int distance = edit_distance(nearest, word);

    if (is_part(nearest, word))
        distance = MIN(distance, nearest->length <= LEAST_PART ? 1 : 2);
    if (distance < nearest->distance) {
        nearest->distance = distance;
        nearest->word = word;
    }
}

char *nearest_question(const Nearest *nearest)
{
    return nearest->word != NULL ? g_strdup_printf("; did you mean '%s'?", nearest->word)
                                 : g_strdup("");
}

char *nearest_question_among(const char *typed, const char *const *words)
{
    Nearest nearest = nearest_to(typed, -1);

    for (; *words != NULL; words++)
        nearest_try(&nearest, *words);
    return nearest_question(&nearest);
}
