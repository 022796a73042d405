
#include "players/memory/memory_store.h"
#include "tests/test.h"

TEST(passwords_are_masked)
{
    static const struct {
        const char *where, *masked;
    } cases[] = {
        {"memory.db", "memory.db"},
        {"a:b@c.db", "a:b@c.db"},
        {"postgresql://host/chess", "postgresql://host/chess"},
        {"postgresql://you@host:5432/chess", "postgresql://you@host:5432/chess"},
        {"postgresql://you:secret@host:5432/chess", "postgresql://you:***@host:5432/chess"},
        {"postgresql://you:se:cr@et@host/chess", "postgresql://you:***@host/chess"},
        {"postgres://host/chess?user=you&password=secret&sslmode=off",
         "postgres://host/chess?user=you&password=***&sslmode=off"},
        {"postgresql://you:one@host/chess?sslpassword=two&password=three",
         "postgresql://you:***@host/chess?sslpassword=***&password=***"},
        {"postgresql://you:se?cret@host", "postgresql://you:***@host"},
        {"postgresql://you:se/cret@host", "postgresql://you:***@host"},
        {"a:b@c://d", "a:b@c://d"}, /* the user stands behind the scheme */
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *masked = memory_address_mask(cases[i].where);
        g_assert_cmpstr(masked, ==, cases[i].masked);
    }
}

TEST(messages_lose_passwords_in_any_spelling)
{
    g_autofree char *masked = memory_address_mask_text(
        "postgresql://you:p%40ss@host/x?sslpassword=k3y",
        "invalid URI \"postgresql://you:p%40ss@host/x\", password p@ss, key k3y, host host");

    g_assert_cmpstr(
        masked, ==,
        "invalid URI \"postgresql://you:***@host/x\", password ***, key ***, host host");
}

TEST(an_address_without_passwords_can_be_opened_again)
{
    static const struct {
        const char *where, *open;
    } cases[] = {
        {"memory.db", "memory.db"},
        {"postgresql://you:secret@host:5432/chess", "postgresql://you@host:5432/chess"},
        {"postgres://host/chess?user=you&password=secret&sslmode=off",
         "postgres://host/chess?user=you&sslmode=off"},
        {"postgresql://you:one@host/chess?sslpassword=two&password=three",
         "postgresql://you@host/chess"},
    };

    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *open = memory_address_without_password(cases[i].where);
        g_assert_cmpstr(open, ==, cases[i].open);
    }
}
