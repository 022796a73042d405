#include <stdio.h>
#include <string.h>

#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "experiments/tools/text_file.h"

/* The first sentence of the comment that @text begins with. Owner: the caller. */
static char *first_sentence(const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    g_autoptr(GString) comment = g_string_new(NULL);
    char *end = NULL;

    for (char **line = lines; g_str_has_prefix(*line, "# "); line++)
        g_string_append_printf(comment, "%s%s", comment->len > 0 ? " " : "", *line + 2);
    for (char *c = comment->str; *c != '\0' && end == NULL; c++)
        if (strchr(".?", *c) != NULL && (c[1] == ' ' || c[1] == '\0'))
            end = c + 1;
    return g_strndup(comment->str, end != NULL ? (gsize)(end - comment->str) : comment->len);
}

/* The text of the spec @name. Owner: the caller. */
static char *read_spec(const char *name, GError **error)
{
    g_autofree char *path = data_find(DATA_SPEC, name, error);

    return path != NULL ? text_file_read(path, NULL, error) : NULL;
}

static bool append_line(GString *list, const char *name, int width, GError **error)
{
    g_autofree char *text = read_spec(name, error);
    g_autofree char *sentence = text != NULL ? first_sentence(text) : NULL;

    if (sentence != NULL)
        g_string_append_printf(list, "%-*s  %s\n", width, name, sentence);
    return sentence != NULL;
}

static int print_list(GError **error)
{
    g_auto(GStrv) names = data_names(DATA_SPEC);
    g_autoptr(GString) list = g_string_new(NULL);
    int width = 0;

    if (names[0] == NULL)
        return command_fail(error, STATUS_FAILURE, "the specs of this program are not installed");
    for (char **name = names; *name != NULL; name++)
        width = MAX(width, (int)strlen(*name));
    for (char **name = names; *name != NULL; name++)
        if (!append_line(list, *name, width, error))
            return STATUS_FAILURE;
    screen_print(list->str);
    return STATUS_OK;
}

int command_specs(const Command *command, int argc, char **argv, GError **error)
{
    g_autofree char *text = NULL;

    command_parse(command, NULL, &argc, argv);
    if (argc == 1)
        return print_list(error);
    text = read_spec(argv[1], error);
    if (text == NULL)
        return STATUS_FAILURE;
    fputs(text, stdout);
    return STATUS_OK;
}
