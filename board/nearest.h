/* Finds the known word that a mistyped one was probably meant to be. */
#pragma once

#include <stddef.h>

/* A search among words, begun with nearest_to(). */
typedef struct {
    const char *typed;
    int length;
    const char *word; /* the nearest so far; NULL: none is near */
    int distance;     /* how far it is */
} Nearest;

/* Begins the search for the word that @length bytes of @typed (-1: all of it) were meant to be. */
Nearest nearest_to(const char *typed, int length);

/* Tries @word, a known word, which must outlive the search. Small and capital letters count as the
 * same; a beginning or an end of @word is near to it. */
void nearest_try(Nearest *nearest, const char *word);

/* "; did you mean 'WORD'?", to end a message with, or "" if no word is near. Owner: the caller. */
char *nearest_question(const Nearest *nearest);

/* The same question about all of @typed, of which @words, NULL-terminated, are known. Owner: the
 * caller. */
char *nearest_question_among(const char *typed, const char *const *words);
