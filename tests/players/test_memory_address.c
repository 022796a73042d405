
#include "players/memory/memory_store.h"
#include "tests/test.h"

TEST_ROWS(passwords_are_masked)
{
    g_autofree char *masked = memory_address_mask(field[0]);

    g_assert_cmpstr(masked, ==, field[1]);
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

TEST_ROWS(an_address_without_passwords_can_be_opened_again)
{
    g_autofree char *open = memory_address_without_password(field[0]);

    g_assert_cmpstr(open, ==, field[1]);
}
