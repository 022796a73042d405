#include "app/terminal/command.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/terminal/completion.h"
#include "app/terminal/screen.h"
#include "board/nearest.h"

int command_fail_text(int status, const char *format, ...)
{
    g_autofree char *message = NULL;
    va_list args;

    va_start(args, format);
    message = g_strdup_vprintf(format, args);
    va_end(args);
    g_strdelimit(message, "\n\r\t", ' '); /* a text quoted in the message may have line ends: the
                                           * sentence must stay on one line */
    fprintf(stderr, "%s: %s\n", g_get_prgname(), message);
    return status;
}

int command_fail(int status, const GError *error)
{
    return command_fail_text(status, "%s", error->message);
}

bool command_read_number(const char *what, const char *text, uint64_t min, uint64_t max,
                         uint64_t *out_number, GError **error)
{
    guint64 number;

    if (text == NULL)
        return true;
    if (!g_ascii_string_to_unsigned(text, 10, min, max, &number, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "%s is '%s', not a number from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                    what, text, (guint64)min, (guint64)max);
        return false;
    }
    *out_number = number;
    return true;
}

bool command_read_real(const char *what, const char *text, double min, double max,
                       double *out_number, GError **error)
{
    char *end;
    double number;

    if (text == NULL)
        return true;
    number = g_ascii_strtod(text, &end);
    if (*text == '\0' || text[strspn(text, "0123456789.")] != '\0' || *end != '\0' ||
        number < min || number > max) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "%s is '%s', not a number from %g to %.0f", what, text, min, max);
        return false;
    }
    *out_number = number;
    return true;
}

bool command_has_terminal(int fd)
{
    const char *terminal = g_getenv("TERM");

    return isatty(fd) && terminal != NULL && !g_str_equal(terminal, "dumb");
}

bool command_has_color(int fd)
{
    const char *no_color = g_getenv("NO_COLOR");

    return command_has_terminal(fd) && (no_color == NULL || *no_color == '\0');
}

/* GLib's own way of printing help ends the program and spells the ellipsis in one character. */
static void print_help(GOptionContext *context)
{
    g_autofree char *glib_help = g_option_context_get_help(context, TRUE, NULL);
    g_autoptr(GString) help = g_string_new(glib_help);
    g_autofree char *folded = NULL;

    g_string_replace(help, "…", " ...", 0);
    g_string_replace(help, "Application Options:", "Options:", 0);
    while (help->len > 1 && g_str_has_suffix(help->str, "\n\n"))
        g_string_truncate(help, help->len - 1);
    folded = screen_fold_sentences(help->str, screen_width(STDOUT_FILENO));
    fputs(folded, stdout);
}

static void print_word_count_wanted(const Command *command, int words, int min_words)
{
    if (words < min_words)
        command_fail_text(STATUS_USAGE, "%s is missing; '%s --help' explains", command->arguments,
                          g_get_prgname());
    else
        command_fail_text(STATUS_USAGE, "too many words on the command line; '%s --help' explains",
                          g_get_prgname());
}

/* The question which of @entries was meant by an option that GLib does not know; GLib's message
 * ends with that option. "" if something else is wrong. Owner: the caller. */
static char *ask_for_option(const GOptionEntry *entries, const GError *error)
{
    const char *typed = strrchr(error->message, ' ');
    Nearest nearest;

    if (!g_error_matches(error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION) || typed == NULL)
        return g_strdup("");
    typed += strspn(typed, " -");
    nearest = nearest_to(typed, (int)strcspn(typed, "="));
    for (size_t i = 0; entries != NULL && entries[i].long_name != NULL; i++)
        nearest_try(&nearest, entries[i].long_name);
    nearest_try(&nearest, "help");
    return nearest.word != NULL ? g_strdup_printf("; did you mean '--%s'?", nearest.word)
                                : g_strdup("");
}

/* GLib knows "-j 2" and "--jobs=2", but not "-j2", as people type it for make: the latter becomes
 * the form with a long name. */
static void spell_out_short_options(const GOptionEntry *entries, int argc, char **argv)
{
    for (int i = 1; i < argc && !g_str_equal(argv[i], "--"); i++) {
        const char *typed = argv[i];

        if (typed[0] != '-' || typed[1] == '-' || typed[1] == '\0' || typed[2] == '\0')
            continue;
        for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
            if (entry->short_name == typed[1] && entry->arg != G_OPTION_ARG_NONE) {
                g_autofree char *spelt = g_strdup_printf("--%s=%s", entry->long_name, typed + 2);
                argv[i] = (char *)g_intern_string(spelt); /* GLib only moves the words */
                break;
            }
    }
}

bool command_parse(const Command *command, const GOptionEntry *entries, int *argc, char ***argv,
                   int min_words, int max_words, int *out_status)
{
    gboolean help = FALSE;
    const GOptionEntry help_entry[] = {
        {"help", 'h', 0, G_OPTION_ARG_NONE, &help, "Print this text", NULL},
        {NULL},
    };
    g_autofree char *details = g_strconcat(command->details, command->more, NULL);
    g_autoptr(GOptionContext) context = g_option_context_new(command->arguments);
    g_autoptr(GError) error = NULL;

    g_option_context_set_help_enabled(context, FALSE);
    g_option_context_set_summary(context, command->summary);
    g_option_context_set_description(context, details);
    if (entries != NULL) {
        g_option_context_add_main_entries(context, entries, NULL);
        spell_out_short_options(entries, *argc, *argv);
    }
    g_option_context_add_main_entries(context, help_entry, NULL);

    if (*argc == 2 && g_str_equal((*argv)[1], COMPLETION_OPTIONS)) {
        completion_print_options(entries);
        completion_print_options(help_entry);
        *out_status = STATUS_OK;
        return false;
    }
    *out_status = STATUS_USAGE;
    if (!g_option_context_parse(context, argc, argv, &error)) {
        g_autofree char *question = ask_for_option(entries, error);
        command_fail_text(STATUS_USAGE, "%s; '%s --help' explains%s", error->message,
                          g_get_prgname(), question);
        return false;
    }
    if (help) {
        print_help(context);
        *out_status = STATUS_OK;
        return false;
    }
    for (int i = 1; i < *argc; i++)
        if (g_str_equal((*argv)[i], "--")) { /* GLib leaves it in before words with a dash */
            memmove(*argv + i, *argv + i + 1, (size_t)(*argc - i) * sizeof **argv);
            (*argc)--;
            break;
        }
    if (*argc - 1 < min_words || (max_words >= 0 && *argc - 1 > max_words)) {
        print_word_count_wanted(command, *argc - 1, min_words);
        return false;
    }
    return true;
}

void command_warn(const char *sentence, G_GNUC_UNUSED void *data)
{
    command_fail_text(STATUS_OK, "%s", sentence);
}

Memories *command_memories(void)
{
    const PositionMemoryOptions options = {.spool_folder = ".", .warn = command_warn};

    return memories_new(&options);
}

void command_tell_memory(const MemoryTally *tally)
{
    fprintf(stderr,
            "memory: %" G_GUINT64_FORMAT " asked, %" G_GUINT64_FORMAT " found, %" G_GUINT64_FORMAT
            " stored, %" G_GUINT64_FORMAT " spooled, %" G_GUINT64_FORMAT " lost\n",
            tally->asked, tally->found, tally->stored, tally->spooled, tally->lost);
}

void command_close_memories(Memories *memories)
{
    const bool is_used = memories_count(memories) > 0;
    const PositionMemoryCounts counts = memories_close(memories);

    if (is_used)
        command_tell_memory(&counts.tally);
    memories_free(memories);
}
