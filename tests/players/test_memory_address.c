
#include "players/memory/memory_store.h"
#include "tests/test.h"

TEST_ROWS(passwords_are_masked)
{
    g_autofree char *masked = memory_address_mask(field[0]);

    g_assert_cmpstr(masked, ==, field[1]);
}

TEST_ROWS(an_address_without_passwords_can_be_opened_again)
{
    g_autofree char *open = memory_address_without_password(field[0]);

    g_assert_cmpstr(open, ==, field[1]);
}
