/* Which of the words that a program knows a mistyped one was meant to be. */
#pragma once

#include <stddef.h>

/* A search among words, begun with nearest_to(). */
typedef struct {
    const char *typed;
    int length;
    const char *word; /* the nearest so far; NULL: none is near */
    int distance;     /* how far it is */
} Nearest;

/* Begins the search for what @length bytes of @typed, -1: all of it, may have meant. */
Nearest nearest_to(const char *typed, int length);

/* Takes @word, which must outlive the search, for one of the words that are known. Letters that
 * are small or capital count as the same; what only begins or ends @word is near to it. */
void nearest_try(Nearest *nearest, const char *word);

/* "; did you mean 'WORD'?", to end a message with, or "" if no word is near. Owner: the caller. */
char *nearest_question(const Nearest *nearest);
