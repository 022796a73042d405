#include "experiments/run/programs_log.h"

void programs_log_append_words(GString *log, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);

    for (char **line = lines; *line != NULL; line++)
        if (line[1] != NULL) /* each has an end */
            g_string_append_printf(log, "    %s\n", *line);
}

void programs_log_append_player(GString *log, const SpecPlayer *player)
{
    g_string_append(log, player->name);
    if (!g_str_equal(player->name, player->text))
        g_string_append_printf(log, " (%s)", player->text);
}

void programs_log_append_game(const Spec *spec, const MatchRecord *record, GString *log)
{
    const int side = match_record_forfeiter(record);

    if (side == MATCH_NO_SIDE)
        return;
    g_string_append_printf(log, "game %" G_GUINT64_FORMAT ": ", record->job.number);
    programs_log_append_player(log, &spec->players[record->job.player[side]]);
    g_string_append_printf(log, " forfeits: %s\n", record->reason);
    if (record->words != NULL)
        programs_log_append_words(log, record->words);
}
