#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/terminal/data.h"
#include "app/terminal/screen.h"

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
    char *text = NULL;

    return path != NULL && g_file_get_contents(path, &text, NULL, error) ? text : NULL;
}

static bool append_line(GString *list, const char *name, int width, GError **error)
{
    g_autofree char *text = read_spec(name, error);
    g_autofree char *sentence = text != NULL ? first_sentence(text) : NULL;

    if (sentence != NULL)
        g_string_append_printf(list, "%-*s  %s\n", width, name, sentence);
    return sentence != NULL;
}

static int print_list(void)
{
    g_auto(GStrv) names = data_names(DATA_SPEC);
    g_autoptr(GString) list = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    int width = 0;

    if (names[0] == NULL)
        return command_fail_text(STATUS_FAILURE, "no specs came with this program");
    for (char **name = names; *name != NULL; name++)
        width = MAX(width, (int)strlen(*name));
    for (char **name = names; *name != NULL; name++)
        if (!append_line(list, *name, width, &error))
            return command_fail(STATUS_FAILURE, error);
    screen_print(list->str);
    return STATUS_OK;
}

static int run(int argc, char **argv)
{
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    int status;

    if (!command_parse(&COMMAND_SPECS, NULL, &argc, &argv, 0, 1, &status))
        return status;
    if (argc == 1)
        return print_list();
    text = read_spec(argv[1], &error);
    if (text == NULL)
        return command_fail(STATUS_FAILURE, error);
    fputs(text, stdout);
    return STATUS_OK;
}

const Command COMMAND_SPECS = {
    .name = "specs",
    .arguments = "[SPEC]",
    .summary = "List the specs of the program, or print one",
    .run = run,
};
