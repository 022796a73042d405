#include "board/members.h"

#include "board/text_lines.h"

int64_t member_load(const void *value, size_t size)
{
    switch (size) {
    case 1:
        return *(const uint8_t *)value;
    case 4:
        return *(const int32_t *)value;
    default:
        g_assert(size == 8);
        return *(const int64_t *)value;
    }
}

void member_store(int64_t number, void *value, size_t size)
{
    switch (size) {
    case 1:
        *(uint8_t *)value = (uint8_t)number;
        break;
    case 4:
        *(int32_t *)value = (int32_t)number;
        break;
    default:
        g_assert(size == 8);
        *(int64_t *)value = number;
    }
}

size_t member_element_size(const Member *member)
{
    g_assert(member_is_list(member));
    return member->type == MEMBER_WORDS ? member->word->size : member->table->size;
}

/* Whether the value is not 0, NULL, empty or "". */
static bool is_any(const Member *member, const void *object)
{
    const void *value = member_at(member, object);

    if (member_is_list(member) && *member_count(member, object) == 0)
        return false;
    if (member_is_list(member) || member->type == MEMBER_STRING)
        return *(const void *const *)value != NULL;
    if (member->type == MEMBER_TEXT)
        return *(const char *)value != '\0';
    return member_load(value, member->size) != 0;
}

bool member_is_there(const Member *member, const void *object)
{
    if (member->presence == MEMBER_IF_FLAG)
        return *((const bool *)object + member->flag);
    return member->presence != MEMBER_IF_ANY || is_any(member, object);
}

/* Visits the lists of @object, those of their elements too: copies or frees each. */
static void each_list(const MemberTable *table, unsigned kind, const void *object, bool frees)
{
    for (int i = 0; i < table->count; i++) {
        const Member *member = &table->rows[i];
        if (!member_is_of(member, kind))
            continue;
        if (member->type == MEMBER_OBJECT) {
            each_list(member->table, 0, member_at(member, object), frees);
        } else if (member_is_list(member)) {
            char **list = member_at(member, object);
            const size_t count = *list != NULL ? (size_t)*member_count(member, object) : 0;
            const size_t size = member_element_size(member);
            if (!frees)
                *list = g_memdup2(*list, count * size);
            for (size_t j = 0; member->type == MEMBER_OBJECTS && j < count; j++)
                each_list(member->table, 0, *list + j * size, frees);
            if (frees)
                g_free(*list);
        }
    }
}

void members_own_lists(const MemberTable *table, unsigned kind, void *object)
{
    each_list(table, kind, object, false);
}

void members_free_lists(const MemberTable *table, unsigned kind, const void *object)
{
    each_list(table, kind, object, true);
}

char *member_values(const Member *member)
{
    GString *names;

    switch (member->type) {
    case MEMBER_FLAG:
        return g_strdup("on|off");
    case MEMBER_NUMBER:
        return g_strdup_printf("%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, member->min, member->max);
    case MEMBER_REAL:
        return g_strdup_printf("%.10g..%.10g", member->low, member->high);
    case MEMBER_NAME:
        names = g_string_new(member->names[0]);
        for (int i = 1; i < member->max; i++)
            g_string_append_printf(names, "|%s", member->names[i]);
        return g_string_free(names, FALSE);
    default:
        return g_strdup("text");
    }
}

char *member_values_in_words(const Member *member, const char *values)
{
    const char *number = member->type == MEMBER_REAL ? "a number" : "a whole number";
    g_auto(GStrv) choices = g_strsplit(values, "|", -1);
    GString *text = g_string_new(NULL);

    for (int i = 0; choices[i] != NULL; i++) {
        const char *dots = strstr(choices[i], "..");
        g_string_append(text, i == 0 ? "" : choices[i + 1] != NULL ? ", " : " or ");
        if (dots != NULL)
            g_string_append_printf(text, "%s from %.*s to %s", number, (int)(dots - choices[i]),
                                   choices[i], dots + 2);
        else
            g_string_append(text, choices[i]);
    }
    return g_string_free(text, FALSE);
}

static bool parse_real(const Member *member, const char *text, double *out_real)
{
    char *end;

    *out_real = g_ascii_strtod(text, &end);
    return *text != '\0' && *end == '\0' && *out_real >= member->low && *out_real <= member->high;
}

bool member_parse(const Member *member, const char *text, void *object)
{
    void *value = member_at(member, object);
    gint64 number;

    switch (member->type) {
    case MEMBER_FLAG:
        *(bool *)value = g_str_equal(text, "on");
        return *(bool *)value || g_str_equal(text, "off");
    case MEMBER_NUMBER:
        if (!(g_ascii_isdigit(*text) || (*text == '-' && member->min < 0)) ||
            !g_ascii_string_to_signed(text, 10, member->min, member->max, &number, NULL))
            return false;
        member_store(number, value, member->size);
        return true;
    case MEMBER_REAL:
        return parse_real(member, text, value);
    case MEMBER_NAME:
        number = text_place(text, member->names, (int)member->max);
        if (number >= 0)
            member_store(number, value, member->size);
        return number >= 0;
    case MEMBER_STRING:
        if (text_has_control(text))
            return false;
        *(char **)value = g_strdup(text);
        return true;
    default:
        g_assert_not_reached();
    }
}

char *member_format(const Member *member, const void *object)
{
    const void *value = member_at(member, object);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];

    switch (member->type) {
    case MEMBER_FLAG:
        return g_strdup(*(const bool *)value ? "on" : "off");
    case MEMBER_NUMBER:
        return g_strdup_printf("%" G_GINT64_FORMAT, member_load(value, member->size));
    case MEMBER_REAL:
        return g_strdup(g_ascii_formatd(digits, sizeof digits, "%.10g", *(const double *)value));
    case MEMBER_NAME:
        return g_strdup(member->names[member_load(value, member->size)]);
    case MEMBER_STRING:
        return g_strdup(*(const char *const *)value);
    default:
        g_assert_not_reached();
    }
}
