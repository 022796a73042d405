#include "players/memory/memory_address.h"

#include <stdbool.h>
#include <string.h>

/* The passwords of a URL stand between the colon behind the user and the "@", and in parameters. Of
 * a malformed URL too much is hidden rather than too little. */
static const char *find_user_password(const char *where, size_t *out_length)
{
    const char *scheme_end = strstr(where, "://");
    const char *user = scheme_end != NULL ? scheme_end + strlen("://") : NULL;
    const char *at = user != NULL ? strrchr(user, '@') : NULL;
    const char *colon = at != NULL ? memchr(user, ':', (size_t)(at - user)) : NULL;

    if (colon == NULL)
        return NULL;
    *out_length = (size_t)(at - colon - 1);
    return colon + 1;
}

/* The next value of a parameter "...password=" at or behind @text. */
static const char *find_parameter_password(const char *text, size_t *out_length)
{
    const char *name = strstr(text, "password=");

    if (name == NULL)
        return NULL;
    name += strlen("password=");
    *out_length = strcspn(name, "&");
    return name;
}

/* The passwords in @where, as they are written there. */
static GPtrArray *list_passwords(const char *where)
{
    GPtrArray *passwords = g_ptr_array_new_with_free_func(g_free);
    size_t length = 0;
    const char *password = find_user_password(where, &length);

    if (password != NULL && length > 0)
        g_ptr_array_add(passwords, g_strndup(password, length));
    if (strstr(where, "://") == NULL)
        return passwords;
    for (password = where; (password = find_parameter_password(password, &length)) != NULL;
         password += length)
        if (length > 0)
            g_ptr_array_add(passwords, g_strndup(password, length));
    return passwords;
}

char *memory_address_mask_text(const char *where, const char *text)
{
    g_autoptr(GPtrArray) passwords = list_passwords(where);
    g_autoptr(GString) masked = g_string_new(text);

    for (guint i = 0; i < passwords->len; i++) {
        g_autofree char *decoded = g_uri_unescape_string(passwords->pdata[i], NULL);
        g_string_replace(masked, passwords->pdata[i], "***", 0);
        if (decoded != NULL && *decoded != '\0' && !g_str_equal(decoded, passwords->pdata[i]))
            g_string_replace(masked, decoded, "***", 0);
    }
    return g_strdup(masked->str);
}

static void mask_part(GString *text, const char *part, size_t length, const char *whole)
{
    g_string_erase(text, part - whole, (gssize)length);
    g_string_insert(text, part - whole, "***");
}

char *memory_address_mask(const char *where)
{
    g_autoptr(GString) masked = g_string_new(where);
    size_t length = 0;
    const char *password = find_user_password(where, &length);
    size_t from = 0;

    if (password != NULL)
        mask_part(masked, password, length, where);
    while (strstr(where, "://") != NULL &&
           (password = find_parameter_password(masked->str + from, &length)) != NULL) {
        from = (size_t)(password - masked->str) + strlen("***");
        mask_part(masked, password, length, masked->str);
    }
    return g_strdup(masked->str);
}

/* Removes one password with its separators; false: there is none. */
static bool remove_password(GString *where)
{
    const char *text = where->str;
    size_t length, from;
    const char *password = find_user_password(text, &length);

    if (password != NULL) {
        g_string_erase(where, password - 1 - text, (gssize)length + 1); /* and the colon */
        return true;
    }
    password = strstr(text, "://") != NULL ? find_parameter_password(text, &length) : NULL;
    if (password == NULL)
        return false;
    length += (size_t)(password - text);
    from = (size_t)(password - text) - strlen("password=");
    while (from > 0 && text[from - 1] != '?' && text[from - 1] != '&' && text[from - 1] != '/')
        from--; /* "sslpassword=" */
    if (text[length] == '&')
        length++; /* the separator behind it goes as well */
    else if (from > 0 && text[from - 1] != '/')
        from--;
    g_string_erase(where, (gssize)from, (gssize)(length - from));
    return true;
}

char *memory_address_without_password(const char *where)
{
    g_autoptr(GString) text = g_string_new(where);

    while (remove_password(text))
        ;
    return g_strdup(text->str);
}
