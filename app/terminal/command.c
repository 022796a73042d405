#include "app/terminal/command.h"

#include <errno.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/terminal/data.h"
#include "app/terminal/screen.h"
#include "help.h"
#include "players/player.h"

void command_print_note(const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_strdelimit(message, "\n\r\t", ' '); /* a text quoted in the message may have line ends: the
                                           * sentence must stay on one line */
    fprintf(stderr, "%s: %s\n", g_get_prgname(), message);
}

int command_status(const GError *error)
{
    return g_error_matches(error, EXPERIMENTS_ERROR, EXPERIMENTS_ERROR_USAGE) ? STATUS_USAGE
                                                                              : STATUS_FAILURE;
}

int command_print(const char *text, const GError *error)
{
    if (text == NULL)
        return command_status(error);
    screen_print(text);
    return STATUS_OK;
}

bool command_has_terminal(int fd)
{
    const char *terminal = g_getenv("TERM");

    return isatty(fd) && terminal != NULL && !g_str_equal(terminal, "dumb");
}

bool command_begin_color(void)
{
    const char *no_color = g_getenv("NO_COLOR");
    const bool in_color =
        command_has_terminal(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0');

    if (in_color)
        screen_keep_colors();
    return in_color;
}

void command_print_help(const char *text)
{
    g_autofree char *named = data_name_pages(text);
    g_autofree char *folded = screen_fold(named, screen_width(STDOUT_FILENO), true);

    fputs(folded, stdout);
}

/* The text app/help/NAME.txt, which has an empty line before it. Owner: the caller. */
static char *help_text(const Command *command)
{
    g_autofree char *path = g_strdup_printf("/help/%s.txt", command->name);
    g_autoptr(GBytes) bytes =
        g_resource_lookup_data(help_get_resource(), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

    return bytes != NULL ? g_strdup_printf("\n%s", (const char *)g_bytes_get_data(bytes, NULL))
                         : g_strdup("");
}

static void print_help(const Command *command, const Option *options)
{
    g_autoptr(GString) help = g_string_new(NULL);
    g_autofree char *text = help_text(command);

    g_string_printf(help, "Usage:\n  %s [OPTION ...]%s%s\n\n%s\n\nOptions:\n", g_get_prgname(),
                    *command->arguments != '\0' ? " " : "", command->arguments, command->summary);
    options_append_help(options, help);
    g_string_append(help, text);
    command_print_help(help->str);
}

/* Whether @word names a player, or begins as one does. */
static bool is_player(const char *word)
{
    for (size_t i = 0; i < PLAYER_KIND_COUNT; i++) {
        const char *name = PLAYER_KINDS[i]->name;
        if (g_str_has_prefix(word, name) && strchr(":", word[strlen(name)]) != NULL)
            return true;
    }
    return false;
}

/* How @word, one too many, was probably meant: ""; or "; ...". Owner: the caller. */
static char *guess_option(const Option *options, const char *word)
{
    const bool is_number = word[strspn(word, "0123456789")] == '\0';

    for (const Option *option = options; option->name != NULL; option++) {
        const bool names_player = g_strcmp0(option->value, "PLAYER") == 0;
        if (g_str_equal(option->name, "fen") && *option->text != NULL &&
            strchr(*option->text, ' ') == NULL)
            return g_strdup("; a FEN has spaces: put it in quotation marks");
        if ((is_number && g_str_has_prefix(option->name, "game") && option->number != NULL) ||
            (names_player && is_player(word)))
            return g_strdup_printf("; did you mean '--%s %s'?", option->name, word);
    }
    return g_strdup("");
}

/* Whether there are as many @words as @command has arguments, those in brackets being optional. */
static bool check_words(const Command *command, const Option *options, char **words)
{
    g_auto(GStrv) wanted = g_strsplit(command->arguments, " ", -1);
    const guint count = g_strv_length(words), max = g_strv_length(wanted);
    guint min = 0;

    while (min < max && strchr("[.", *wanted[min]) == NULL)
        min++;
    if (count < min) {
        g_autoptr(GString) missing = g_string_new(wanted[count]);
        for (guint i = count + 1; i < max && *wanted[i] != '['; i++)
            g_string_append_printf(missing, " %s", wanted[i]);
        command_print_note("missing argument%s: %s; see '%s --help'",
                           strchr(missing->str, ' ') != NULL ? "s" : "", missing->str,
                           g_get_prgname());
    } else if (count > max && strstr(command->arguments, "...") == NULL) {
        g_autofree char *guess = guess_option(options, words[max]);
        command_print_note("unexpected argument '%s'%s%s; see '%s --help'%s", words[max],
                           max > 0 ? " after " : "", command->arguments, g_get_prgname(), guess);
        return false;
    }
    return count >= min;
}

static void append_options(GArray *all, const Option *options)
{
    for (; options != NULL && options->name != NULL; options++)
        if (options->more != NULL)
            append_options(all, options->more);
        else
            g_array_append_val(all, *options);
}

/* All @options with --help at the end. Owner: the caller. */
static Option *add_help(const Option *options, bool *help)
{
    GArray *all = g_array_new(TRUE, FALSE, sizeof(Option));
    const Option help_option = {"help", 'h', NULL, "Print this text", .on = help};

    append_options(all, options);
    g_array_append_val(all, help_option);
    return (Option *)(void *)g_array_free(all, FALSE);
}

void command_parse(const Command *command, const Option *options, int *argc, char **argv)
{
    bool help = false;
    g_autofree Option *all = add_help(options, &help);
    g_autoptr(GError) error = NULL;

    if (!options_read(all, argc, argv, &error)) {
        command_print_note("%s", error->message);
        exit(STATUS_USAGE);
    }
    if (help) {
        print_help(command, all);
        exit(command_finish(STATUS_OK));
    }
    if (!check_words(command, all, argv + 1))
        exit(STATUS_USAGE);
}

int command_finish(int status)
{
    if ((fflush(stdout) == 0 && !ferror(stdout)) || status != STATUS_OK)
        return status;
    command_print_note("cannot write to standard output: %s", g_strerror(errno));
    return STATUS_FAILURE;
}

void command_warn(const char *sentence, G_GNUC_UNUSED void *data)
{
    command_print_note("%s", sentence);
}

Memories *command_memories(void)
{
    const PositionMemoryOptions options = {.warn = command_warn};

    return memories_new(&options);
}

void command_print_memory(const MemoryTally *tally)
{
    fprintf(stderr,
            "memory: lookups %" G_GUINT64_FORMAT ", hits %" G_GUINT64_FORMAT
            ", stored %" G_GUINT64_FORMAT ", lost %" G_GUINT64_FORMAT "\n",
            tally->asked, tally->found, tally->stored, tally->lost);
}

void command_close_memories(Memories *memories)
{
    const bool is_used = memories_count(memories) > 0;
    const MemoryTally tally = memories_close(memories);

    if (is_used)
        command_print_memory(&tally);
    memories_free(memories);
}
