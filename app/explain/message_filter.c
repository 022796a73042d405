#include "app/explain/message_filter.h"

#include "board/text_lines.h"

static bool parse_kind(const char *word, MessageKind *out_kind)
{
    for (MessageKind kind = 0; kind < MESSAGE_KIND_COUNT; kind++)
        if (g_str_equal(MESSAGE_KIND_NAMES[kind], word)) {
            *out_kind = kind;
            return true;
        }
    return false;
}

static bool parse_agent(const char *word, const Game *game, AgentPattern *out_agent)
{
    const int square = game->parse_square(word);

    *out_agent = (AgentPattern){0};
    if (agent_name_parse(word, game, &out_agent->name))
        return true;
    for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
        if (g_str_equal(PIECE_NAME[type], word)) {
            *out_agent = (AgentPattern){{type, 0}, true};
            return true;
        }
    out_agent->name = (AgentName){PIECE_NONE, square};
    return square >= 0;
}

static void refuse(const char *word, GError **error)
{
    Nearest nearest = nearest_to(word, -1);
    g_autofree char *question = NULL;
    g_autoptr(GString) kinds = g_string_new(NULL);

    for (MessageKind kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        nearest_try(&nearest, MESSAGE_KIND_NAMES[kind]);
        g_string_append_printf(kinds, "%s%s", kind > 0 ? ", " : "", MESSAGE_KIND_NAMES[kind]);
    }
    for (PieceType type = 0; type < PIECE_TYPE_COUNT; type++)
        nearest_try(&nearest, PIECE_NAME[type]);
    nearest_try(&nearest, "master");
    question = nearest_question(&nearest);
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "'%s' is neither a kind of message (%s) nor an agent ('rook', 'd5', 'rook d5', "
                "'master')%s",
                word, kinds->str, question);
}

bool message_filter_parse(const char *text, const Game *game, MessageFilter *out_filter,
                          GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_auto(MessageFilter) filter = {0};

    for (size_t i = 0; words[i] != NULL; i++) {
        const char *word = g_strstrip(words[i]);
        AgentPattern agent;
        MessageKind kind;
        if (parse_kind(word, &kind)) {
            filter.kinds |= 1U << kind;
        } else if (parse_agent(word, game, &agent)) {
            if (filter.agents == NULL)
                filter.agents = g_array_new(FALSE, FALSE, sizeof agent);
            g_array_append_val(filter.agents, agent);
        } else {
            refuse(word, error);
            return false;
        }
    }
    *out_filter = filter;
    filter = (MessageFilter){0};
    return true;
}

void message_filter_clear(MessageFilter *filter)
{
    g_clear_pointer(&filter->agents, g_array_unref);
}

static bool is_meant(const AgentPattern *pattern, AgentName name)
{
    const bool is_piece = name.square >= 0;

    if (pattern->is_anywhere)
        return is_piece && name.type == pattern->name.type;
    return name.square == pattern->name.square &&
           (pattern->name.type == PIECE_NONE || name.type == pattern->name.type);
}

bool message_filter_passes(const MessageFilter *filter, const Message *message)
{
    if (filter->kinds != 0 && (filter->kinds >> message->kind & 1) == 0)
        return false;
    if (filter->agents == NULL)
        return true;
    for (guint i = 0; i < filter->agents->len; i++) {
        const AgentPattern *pattern = &g_array_index(filter->agents, AgentPattern, i);
        if (is_meant(pattern, message->sender) || is_meant(pattern, message->receiver))
            return true;
    }
    return false;
}
