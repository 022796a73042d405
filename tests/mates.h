/* The list of mates, tests/data/mates.epd: positions in which the side to move mates by force. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "board/epd.h"
#include "tests/data_path.h"

#define MATES_LONGEST 4

typedef struct {
    EpdRecord record; /* best: the keys, every first move that mates in @moves */
    int moves;        /* of the side to move, the mating one included; no fewer mate */
} Mate;

static inline void mate_clear(void *data)
{
    Mate *mate = data;

    epd_record_clear(&mate->record);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Mate, mate_clear)

/* The mate of @text, one line of the list; 0 moves if the operation dm is missing. */
static inline Mate mate_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    Mate mate = {.record.position = position_start()};

    epd_parse(text, &mate.record, &error);
    g_assert_no_error(error);
    if (strstr(text, " dm ") != NULL)
        mate.moves = atoi(strstr(text, " dm ") + strlen(" dm "));
    return mate;
}

/* All mates of the list, Mate, the short ones first. Owner: the caller. */
static inline GArray *mates_read(void)
{
    g_auto(GStrv) lines = data_lines("mates.epd");
    GArray *mates = g_array_new(FALSE, FALSE, sizeof(Mate));

    g_array_set_clear_func(mates, mate_clear);
    for (char **line = lines; *line != NULL; line++) {
        if (**line == '\0' || **line == '#')
            continue;
        const Mate mate = mate_of(*line);
        g_array_append_val(mates, mate);
    }
    return mates;
}
