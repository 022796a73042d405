/* How openings were answered, between players of whom none is known to draw random numbers: the
 * games of a pair are determined by its opening, so a pair that is played again is no new result.
 * Until an opening is answered by different games: then chance plays, and all pairs count. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

/* A pair of games from one opening, or its first game while the second is not over. */
typedef struct {
    uint64_t opening, games; /* hashes of the position, and of the moves */
    uint64_t last;           /* number of the last game in its pairing: even if the pair is whole */
    int half_points[2];      /* of the first player, in either game */
} Answer;

typedef struct Answers Answers;

Answers *answers_new(void);
void answers_free(Answers *answers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Answers, answers_free)

typedef enum {
    ANSWER_NEW,      /* of its opening */
    ANSWER_REPEATED, /* the games are those of an earlier pair */
    ANSWER_DIFFERENT /* an opening was answered by different games, now or before */
} AnswerKind;

/* Adds game @number of a pairing; or a pair, or the first game of one, whose kind it returns.
 *
 * Shape: in the order of the games; the first game of a pair has an odd number. Answers of a later
 *        part of a run may be added after those of the earlier parts. */
AnswerKind answers_add_game(Answers *answers, uint64_t opening, uint64_t moves, uint64_t number,
                            int half_points);
AnswerKind answers_add(Answers *answers, const Answer *answer);

/* The first game of the pair that is not whole yet, or NULL. */
const Answer *answers_waiting(const Answers *answers);

bool answers_differ(const Answers *answers);

bool answers_know(const Answers *answers, uint64_t opening);

/* The whole pairs that were new, in their order, and the first that was different. */
guint answers_count(const Answers *answers);
const Answer *answers_at(const Answers *answers, guint i);
