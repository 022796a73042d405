/* The page that sets the thesis' chapter 3 beside ours: its parts and its words. */
#include "experiments/report/reproduction.h"

#include "tests/data_path.h"
#include "tests/run_support.h"
#include "tests/test.h"

static void assert_says(const char *text, const char *words)
{
    if (strstr(text, words) == NULL)
        g_test_fail_printf("'%s' is not in:\n%s", words, text);
}

static GStrv row_of(const char *first, const char *second)
{
    return g_strdupv((char *[]){(char *)first, (char *)second, NULL});
}

TEST(a_page_escapes_texts_and_holds_its_pictures)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *picture = g_build_filename(folder, "p_q", NULL);
    g_autofree char *none = g_build_filename(folder, "none", NULL);
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    GString *page = document_new("A <title>");
    g_autofree char *html = NULL;

    write_file(folder, "p_q.svg", "<svg/>");
    g_ptr_array_add(rows, row_of("a|b", "n"));
    g_ptr_array_add(rows, row_of("50 % & more", "-1.5"));
    document_add_heading(page, "Heading #1");
    document_add_paragraph(page, "%s_x {y} <", "a");
    document_add_table(page, rows);
    document_add_lines(page, "[group]\nkey=*\n");
    document_add_picture(page, picture, "what it \"shows\"");
    document_add_picture(page, none, "a picture that is missing");
    html = document_end(page);
    assert_says(html, "<title>A &lt;title&gt;</title>");
    g_assert_true(g_str_has_suffix(
        html, "<h1>A &lt;title&gt;</h1>\n<h2>Heading #1</h2>\n<p>a_x {y} &lt;</p>\n"
              "<table>\n<tr><th class=\"words\">a|b</th><th>n</th></tr>\n"
              "<tr><td class=\"words\">50 % &amp; more</td><td>-1.5</td></tr>\n</table>\n"
              "<pre>[group]\nkey=*</pre>\n"
              "<p><img alt=\"what it &quot;shows&quot;\" "
              "src=\"data:image/svg+xml;base64,PHN2Zy8+\"></p>\n</body>\n</html>\n"));
}

/* Level 7 against level 5 as the thesis has it, with a curve. */
static ResultsRun *make_run(const char *folder)
{
    ResultsRun *run = g_new0(ResultsRun, 1);
    PairingTotals *totals;

    run->folder = g_strdup(folder);
    run->spec = spec_of("[players]\nL7=level:7\nL5=level:5\n");
    run->totals = totals_new_for(run->spec);
    totals = &run->totals->pairings[0];
    totals->wins = 22;
    totals->losses = 26;
    totals->draws = 52;
    write_file(folder, "material_mean.csv",
               "player,opponent,move,running,mean,sd,low,high,mean_all\n"
               "L7,L5,1,100,0.00,0.00,0.00,0.00,0.00\n"
               "L7,L5,40,60,250.00,10.00,150.00,350.00,200.00\n"
               "L7,L5,100,20,-300.00,10.00,-400.00,-200.00,190.00\n"
               "L7,L5,200,2,900.00,10.00,-400.00,2200.00,180.00\n"
               "L5,L7,1,100,0.00,0.00,0.00,0.00,0.00\n");
    return run;
}

TEST(what_the_thesis_sees_in_a_figure_stands_beside_ours)
{
    g_autoptr(Folder) folder = make_folder();
    g_autofree char *text = NULL;
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
    g_autoptr(GPtrArray) suites = g_ptr_array_new();
    GString *page = document_new("");
    g_autoptr(GError) error = NULL;
    const Results results = {runs, suites};

    g_ptr_array_add(runs, make_run(folder));
    g_assert_true(reproduction_add_figures(page, &results, &error));
    g_assert_no_error(error);
    text = document_end(page);
    assert_says(text, "<td class=\"words\">Level 7 against Level 5</td><td>0.0</td><td>0.0</td>"
                      "<td>+2.0</td><td>+2.0</td><td>+2.0</td><td>+1.9</td>");
    assert_says(text, "<td class=\"words\">games that last, %</td><td>0.0</td><td>0.0</td>"
                      "<td>60.0</td><td>0.0</td><td>0.0</td><td>20.0</td>");
    /* In the last row only 2 of 100 games last. */
    assert_says(text, "at move 100, in the 20.0 % of the games that last, level 7 leads by -3.0 "
                      "(-4.0 to -2.0) pawns</td><td class=\"words\">holds</td>");
    assert_says(text, "Not compared: it needs requests.csv of level 5 against level 4.");
}

TEST(a_damaged_table_is_told)
{
    g_autoptr(Folder) folder = make_folder();
    g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func((GDestroyNotify)results_run_free);
    g_autoptr(GPtrArray) suites = g_ptr_array_new();
    GString *page = document_new("");
    g_autoptr(GError) error = NULL;
    const Results results = {runs, suites};

    g_ptr_array_add(runs, make_run(folder));
    write_file(folder, "material_mean.csv",
               "player,opponent,move,running,mean,sd,low,high,mean_all\n"
               "L7,L5,1,100,much,0.00,0.00,0.00,0.00\n");
    g_assert_false(reproduction_add_figures(page, &results, &error));
    g_assert_nonnull(error);
    assert_says(error->message, "mean is 'much', not a number");
    g_string_free(page, TRUE);
}
