#include "players/engine/uci.h"

#include <string.h>

#include "board/text_lines.h"

void uci_command_clear(UciCommand *command)
{
    g_clear_pointer(&command->name, g_free);
    g_clear_pointer(&command->value, g_free);
    g_clear_pointer(&command->fen, g_free);
    g_clear_pointer(&command->moves, g_strfreev);
}

/* Whether @word is @name; a line may end before it (NULL). */
static bool is(const char *word, const char *name)
{
    return word != NULL && strcmp(word, name) == 0;
}

/* The words from @words up to the word @end (NULL: all words), joined by blanks, or NULL if there
 * are none; points @out_rest behind them. Owner: the caller. */
static char *join_until(char **words, const char *end, char ***out_rest)
{
    g_autoptr(GPtrArray) joined = g_ptr_array_new();

    for (; *words != NULL && (end == NULL || !is(*words, end)); words++)
        g_ptr_array_add(joined, *words);
    *out_rest = words;
    if (joined->len == 0)
        return NULL;
    g_ptr_array_add(joined, NULL);
    return g_strjoinv(" ", (char **)joined->pdata);
}

static void parse_option(char **words, UciCommand *out)
{
    if (is(*words, "name"))
        out->name = join_until(words + 1, "value", &words);
    if (is(*words, "value"))
        out->value = join_until(words + 1, NULL, &words);
}

static void parse_position(char **words, UciCommand *out)
{
    while (*words != NULL && !is(*words, "startpos") && !is(*words, "fen"))
        words++;
    if (*words == NULL)
        return;
    if (is(*words, "fen"))
        out->fen = join_until(words + 1, "moves", &words);
    out->is_set_up = out->fen != NULL || is(*words, "startpos");
    while (*words != NULL && !is(*words, "moves"))
        words++;
    if (*words != NULL)
        out->moves = g_strdupv(words + 1);
}

static const struct {
    const char *name;
    size_t offset;
} LIMITS[] = {
    {"wtime", offsetof(UciLimits, white_time_ms)},
    {"btime", offsetof(UciLimits, black_time_ms)},
    {"winc", offsetof(UciLimits, white_increment_ms)},
    {"binc", offsetof(UciLimits, black_increment_ms)},
    {"movestogo", offsetof(UciLimits, moves_to_go)},
    {"depth", offsetof(UciLimits, depth)},
    {"nodes", offsetof(UciLimits, nodes)},
    {"mate", offsetof(UciLimits, mate)},
    {"movetime", offsetof(UciLimits, move_time_ms)},
};

/* The field of @limits that @word names, or NULL. */
static int64_t *limit_of(UciLimits *limits, const char *word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(LIMITS); i++)
        if (is(word, LIMITS[i].name))
            return (int64_t *)((char *)limits + LIMITS[i].offset);
    return NULL;
}

static bool is_move_text(const char *word)
{
    const size_t length = strlen(word);

    return (length == 4 || length == 5) && strchr("abcdefgh", word[0]) != NULL &&
           g_ascii_isdigit(word[1]);
}

/* Reads the moves behind "searchmoves" and returns the last of them, or "searchmoves" if there is
 * none. */
static char **parse_search_moves(char **words, UciCommand *out)
{
    g_autoptr(GStrvBuilder) moves = g_strv_builder_new();

    while (words[1] != NULL && is_move_text(words[1]))
        g_strv_builder_add(moves, *++words);
    g_strfreev(out->moves);
    out->moves = g_strv_builder_end(moves);
    return words;
}

static void parse_go(char **words, UciCommand *out)
{
    for (; *words != NULL; words++) {
        int64_t *limit = limit_of(&out->limits, *words);
        if (limit != NULL && words[1] != NULL && limit_of(&out->limits, words[1]) == NULL)
            *limit = g_ascii_strtoll(*++words, NULL, 10);
        else if (is(*words, "infinite"))
            out->limits.infinite = true;
        else if (is(*words, "ponder"))
            out->limits.ponder = true;
        else if (is(*words, "searchmoves"))
            words = parse_search_moves(words, out);
    }
}

static void parse_debug(char **words, UciCommand *out)
{
    out->on = !is(*words, "off");
}

static const struct {
    const char *name;
    void (*parse)(char **words, UciCommand *out); /* what follows the name */
} COMMANDS[UCI_COMMAND_COUNT] = {
    [UCI_NOTHING] = {"", NULL},
    [UCI_UCI] = {"uci", NULL},
    [UCI_DEBUG] = {"debug", parse_debug},
    [UCI_ISREADY] = {"isready", NULL},
    [UCI_SETOPTION] = {"setoption", parse_option},
    [UCI_REGISTER] = {"register", NULL},
    [UCI_UCINEWGAME] = {"ucinewgame", NULL},
    [UCI_POSITION] = {"position", parse_position},
    [UCI_GO] = {"go", parse_go},
    [UCI_STOP] = {"stop", NULL},
    [UCI_PONDERHIT] = {"ponderhit", NULL},
    [UCI_QUIT] = {"quit", NULL},
};

UciCommand uci_parse(const char *line)
{
    g_auto(GStrv) words = text_words(line);
    UciCommand command = {.kind = UCI_NOTHING};

    for (char **word = words; *word != NULL; word++)
        for (UciCommandKind kind = UCI_NOTHING + 1; kind < UCI_COMMAND_COUNT; kind++)
            if (is(*word, COMMANDS[kind].name)) {
                command.kind = kind;
                if (COMMANDS[kind].parse != NULL)
                    COMMANDS[kind].parse(word + 1, &command);
                return command;
            }
    return command;
}

/* The rest of @text after @word and spaces, or NULL if it does not begin with that word. */
static const char *after_word(const char *text, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(text, word, length) != 0 || (text[length] != '\0' && !strchr(" \t", text[length])))
        return NULL;
    return text + length + strspn(text + length, " \t");
}

/* The name of an option may have blanks; behind it stands its type. */
static int option_name_length(const char *text)
{
    const char *end = strstr(text, " type ");

    return (int)(end != NULL ? (size_t)(end - text) : strlen(text));
}

UciAnswer uci_parse_answer(const char *line)
{
    const char *text;

    line += strspn(line, " \t");
    if ((text = after_word(line, "bestmove")) != NULL)
        return (UciAnswer){UCI_ANSWER_BESTMOVE, text, (int)strcspn(text, " \t")};
    if (after_word(line, "readyok") != NULL)
        return (UciAnswer){.kind = UCI_ANSWER_READYOK};
    if (after_word(line, "uciok") != NULL)
        return (UciAnswer){.kind = UCI_ANSWER_UCIOK};
    if ((text = after_word(line, "id")) != NULL && (text = after_word(text, "name")) != NULL)
        return (UciAnswer){UCI_ANSWER_NAME, text, (int)strlen(text)};
    if ((text = after_word(line, "option")) != NULL && (text = after_word(text, "name")) != NULL)
        return (UciAnswer){UCI_ANSWER_OPTION, text, option_name_length(text)};
    return (UciAnswer){.kind = UCI_ANSWER_OTHER};
}
