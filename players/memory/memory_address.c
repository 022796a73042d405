#include "players/memory/memory_address.h"

#include <string.h>

/* Passwords of a URL are between the first colon of the user and the last "@", and in parameters.
 * Of a malformed URL too much is hidden rather than too little. */
#define PARAMETER "[^?&=]*password=[^&]*"

/* @where with all matches of @pattern replaced, if it is a URL. Owner: the caller. */
static char *replace(const char *where, const char *pattern, const char *by)
{
    g_autoptr(GRegex) regex = g_regex_new(pattern, G_REGEX_RAW, 0, NULL);

    return strstr(where, "://") != NULL ? g_regex_replace(regex, where, -1, 0, by, 0, NULL)
                                        : g_strdup(where);
}

char *memory_address_mask(const char *where)
{
    return replace(where, "(://[^:]*:).*(?=@)|(password=)[^&]*", "\\1\\2***");
}

char *memory_address_mask_text(const char *where, const char *text)
{
    g_autoptr(GRegex) regex = g_regex_new("://[^:]*:(.+)@|password=([^&]+)", G_REGEX_RAW, 0, NULL);
    g_autoptr(GString) masked = g_string_new(text);
    g_autoptr(GMatchInfo) match = NULL;

    g_regex_match(regex, where, 0, &match);
    for (; strstr(where, "://") != NULL && g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *password =
            g_match_info_fetch(match, g_match_info_get_match_count(match) - 1);
        g_autofree char *decoded = g_uri_unescape_string(password, NULL);
        g_string_replace(masked, password, "***", 0);
        if (decoded != NULL && *decoded != '\0')
            g_string_replace(masked, decoded, "***", 0);
    }
    return g_strdup(masked->str);
}

char *memory_address_without_password(const char *where)
{
    g_autofree char *open = replace(where, "(://[^:]*):.*(?=@)", "\\1");

    /* With its separator goes each parameter: all of them, the last ones, or one before others. */
    return replace(
        open, "\\?(?:" PARAMETER "(?:&|$))+$|(?:&" PARAMETER ")+$|(?<=[?&])" PARAMETER "&", "");
}
