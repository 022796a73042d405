/* Games of antichess for tests, from tests/data/antichess.games, and damage done to saved ones. */
#pragma once

#include <string.h>

#include "board/antichess.h"
#include "tests/data_path.h"

typedef struct {
    char *name, *end, *winner; /* winner "-": no side */
    char **moves;
} AntichessLine;

static inline void antichess_line_clear(void *data)
{
    AntichessLine *line = data;

    g_free(line->name);
    g_free(line->end);
    g_free(line->winner);
    g_strfreev(line->moves);
}

/* All games of the file, AntichessLine. Owner: the caller. */
static inline GArray *antichess_lines(void)
{
    g_auto(GStrv) texts = data_lines("antichess.games");
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(AntichessLine));

    g_array_set_clear_func(lines, antichess_line_clear);
    for (char **text = texts; *text != NULL; text++) {
        g_auto(GStrv) words = g_strsplit(*text, " ", -1);
        AntichessLine line;
        if (**text == '#')
            continue;
        g_assert_cmpuint(g_strv_length(words), >, 3);
        line.name = g_strdup(words[0]);
        line.end = g_strdup(words[1]);
        line.winner = g_strdup(words[2]);
        line.moves = g_strdupv(words + 3);
        g_array_append_val(lines, line);
    }
    return lines;
}

/* The first @plies moves of the game @name (-1: all), each of which takes 1000 ms. Owner: the
 * caller. */
static inline AntichessGame *antichess_line_play(const char *name, int plies, int64_t clock_ms)
{
    g_autoptr(GArray) lines = antichess_lines();
    AntichessGame *game = antichess_game_new(clock_ms, clock_ms);

    for (guint i = 0; i < lines->len; i++) {
        const AntichessLine *line = &g_array_index(lines, AntichessLine, i);
        if (!g_str_equal(line->name, name))
            continue;
        for (int ply = 0; line->moves[ply] != NULL && ply != plies; ply++) {
            const Move move = antichess_find_move(&game->line->state, line->moves[ply]);
            if (move == MOVE_NONE)
                g_error("%s: '%s' is not legal", name, line->moves[ply]);
            antichess_game_spend(game, 1000);
            antichess_game_play(game, move);
        }
    }
    return game;
}

typedef void (*AntichessDamaged)(const char *text, size_t length, void *data);

static inline void antichess_damage_ends(const char *text, AntichessDamaged check, void *data)
{
    for (size_t length = 0; length + 1 < strlen(text); length++)
        check(text, length, data);
}

static inline void antichess_damage_bytes(const char *text, AntichessDamaged check, void *data)
{
    static const char others[] = {'#', '\0', '\xff', '<', '"'};
    const size_t length = strlen(text);
    g_autofree char *damaged = g_strdup(text);

    for (size_t i = 0; i + 1 < length; i++) {
        for (size_t j = 0; j < sizeof(others); j++) {
            damaged[i] = others[j];
            if (text[i] != others[j])
                check(damaged, length, data);
        }
        damaged[i] = text[i];
    }
}

/* Every line left out, and every line twice. */
static inline void antichess_damage_lines(const char *text, AntichessDamaged check, void *data)
{
    for (const char *line = text; *line != '\0';) {
        const char *next = strchr(line, '\n') + 1;
        g_autofree char *begin = g_strndup(text, (size_t)(line - text));
        g_autofree char *this = g_strndup(line, (size_t)(next - line));
        g_autofree char *without = g_strconcat(begin, next, NULL);
        g_autofree char *twice = g_strconcat(begin, this, line, NULL);
        check(without, strlen(without), data);
        check(twice, strlen(twice), data);
        line = next;
    }
}

/* Every attribute left out, twice, empty, of another name and of another value. */
static inline void antichess_damage_attributes(const char *text, AntichessDamaged check, void *data)
{
    g_autoptr(GRegex) attribute = g_regex_new(" (\\w+)=\"([^\"]*)\"", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;

    for (g_regex_match(attribute, text, 0, &match); g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        static const char *const others[] = {"",
                                             " \\1=\"\\2\" \\1=\"\\2\"",
                                             " \\1=\"\"",
                                             " x=\"\\2\"",
                                             " \\1=\"x\"",
                                             " \\1=\" \\2\"",
                                             " \\1=\"-\\2\""};
        gint from, to;
        g_match_info_fetch_pos(match, 0, &from, &to);
        for (size_t i = 0; i < G_N_ELEMENTS(others); i++) {
            g_autofree char *begin = g_strndup(text, (size_t)from);
            g_autofree char *other = g_match_info_expand_references(match, others[i], NULL);
            g_autofree char *damaged = g_strconcat(begin, other, text + to, NULL);
            check(damaged, strlen(damaged), data);
        }
    }
}

/* Gives @check many damaged copies of @text, a saved game that is over and timed, none of which is
 * one. */
static inline void antichess_damage(const char *text, AntichessDamaged check, void *data)
{
    antichess_damage_ends(text, check, data);
    antichess_damage_bytes(text, check, data);
    antichess_damage_lines(text, check, data);
    antichess_damage_attributes(text, check, data);
}
