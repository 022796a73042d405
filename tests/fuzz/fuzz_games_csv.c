/* Any text as games.csv: every cell can be asked for, as a text and as a number of each kind. */
#include "experiments/tools/csv_table.h"
#include "fuzz_folder.h"

static void ask_cell(const CsvTable *table, int row, const char *column)
{
    g_autoptr(GError) number_error = NULL, real_error = NULL, share_error = NULL;
    int64_t number = 0;
    double real = 0, share = 0;

    csv_table_find(table, (const char *[]){column, csv_table_text(table, row, column), NULL});
    require(csv_table_number(table, row, column, -5, 5, &number, &number_error) ==
                (number_error == NULL),
            "refused without a reason", column);
    require(number >= -5 && number <= 5, "out of range", column);
    require(csv_table_real(table, row, column, 9, "a time", &real, &real_error) ==
                (real_error == NULL),
            "refused without a reason", column);
    require(real >= 0 && real <= 9, "out of range", column);
    csv_table_real(table, row, column, 1, "a share from 0 to 1", &share, &share_error);
    require(share >= 0 && share <= 1, "out of range", column);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CsvTable) table = NULL;
    char *const *names;

    fuzz_write("games.csv", data, size);
    table = csv_table_read(fuzz_folder(), "games.csv", &error);
    require((table == NULL) == (error != NULL), "refused without a reason", "");
    if (table == NULL)
        return 0;
    names = table->rows->pdata[0];
    for (int row = 0; row <= MIN(csv_table_last(table), 20); row++)
        for (int i = 0; names[i] != NULL && i < 20; i++)
            ask_cell(table, row, names[i]);
    return 0;
}
