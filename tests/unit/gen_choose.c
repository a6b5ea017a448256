/* gen_choose.c - CovCon's numbers: Table I, Fig. 1c and Fig. 1d of the paper;
 * and which pair comes next. */
#include "gen/search/choose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

/* Rows: R from 0 to 10; columns: C from 0 to 10. */
static const uint64_t table_1[11][11] = {
    { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },
    { 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9 },
    { 4, 2, 2, 2, 4, 6, 8, 10, 12, 14, 16 },
    { 9, 6, 3, 3, 3, 6, 9, 12, 15, 18, 21 },
    { 16, 12, 8, 4, 4, 4, 8, 12, 16, 20, 24 },
    { 25, 20, 15, 10, 5, 5, 5, 10, 15, 20, 25 },
    { 36, 30, 24, 18, 12, 6, 6, 6, 12, 18, 24 },
    { 49, 42, 35, 28, 21, 14, 7, 7, 7, 14, 21 },
    { 64, 56, 48, 40, 32, 24, 16, 8, 8, 8, 16 },
    { 81, 72, 63, 54, 45, 36, 27, 18, 9, 9, 9 },
    { 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 10 },
};

static void table_1_of_the_paper(void **unused)
{
    const struct rdl_gen_choice *covcon = rdl_gen_choice_find("covcon");

    (void)unused;
    for (uint32_t r = 0; r <= 10; r++) {
        for (uint32_t c = 0; c <= 10; c++) {
            const struct rdl_gen_pair p = { .tried = r, .covered = c };

            assert_int_equal(covcon->score(&p), table_1[r][c]);
        }
    }
}

static void the_trace_of_figure_1c(void **unused)
{
    static const uint16_t methods[] = { 1, 2, 3, 4 };
    static const struct rdl_gen_mark trace[] = {
        { 1, true, 1 }, { 1, false, 1 }, { 1, true, 3 },  { 2, true, 3 },
        { 2, true, 4 }, { 2, false, 4 }, { 2, false, 3 }, { 2, true, 1 },
        { 1, true, 4 }, { 1, false, 4 }, { 1, false, 3 }, { 2, false, 1 },
    };
    struct rdl_gen_pairs p;

    (void)unused;
    rdl_gen_pairs_make(&p, methods, 4);
    assert_int_equal(p.n, 10);
    rdl_gen_pairs_cover(&p, trace, sizeof(trace) / sizeof(trace[0]));
    for (size_t i = 0; i < p.n; i++) {
        const struct rdl_gen_pair *x = &p.all[i];
        const bool covered =
            (x->f == 3 && x->g == 3) || (x->f == 3 && x->g == 4) ||
            (x->f == 1 && x->g == 3) || (x->f == 1 && x->g == 4);

        assert_int_equal(x->covered, covered ? 1 : 0);
    }
    rdl_gen_pairs_free(&p);
}

static void the_scores_of_figure_1d(void **unused)
{
    static const struct {
        uint16_t f, g;
        uint32_t covered;
        uint64_t score;
    } rows[] = {
        { 1, 1, 0, 4 }, { 1, 2, 0, 4 }, { 1, 3, 4, 4 },  { 1, 4, 7, 10 },
        { 2, 2, 0, 4 }, { 2, 3, 2, 2 }, { 2, 4, 8, 12 }, { 3, 3, 2, 2 },
        { 3, 4, 3, 2 }, { 4, 4, 5, 6 },
    };
    static const uint16_t methods[] = { 1, 2, 3, 4 };
    const struct rdl_gen_choice *covcon = rdl_gen_choice_find("covcon");
    struct rdl_rng rng = { 7 };
    struct rdl_gen_pairs p;

    (void)unused;
    rdl_gen_pairs_make(&p, methods, 4);
    for (size_t i = 0; i < 10; i++) {
        struct rdl_gen_pair *x = rdl_gen_pairs_find(&p, rows[i].g, rows[i].f);

        x->tried = 2;
        x->covered = rows[i].covered;
        assert_int_equal(covcon->score(x), rows[i].score);
    }
    /* The three pairs with the lowest score come first, each once. */
    for (int i = 0; i < 3; i++) {
        struct rdl_gen_pair *x = rdl_gen_choose(covcon, &p, &rng);

        assert_int_equal(covcon->score(x), 2);
        x->tried = 100; /* changes nothing before the set is drained */
    }
    assert_int_equal(covcon->score(rdl_gen_choose(covcon, &p, &rng)), 4);
    rdl_gen_pairs_free(&p);
}

static void the_least_tried_comes_first_and_barred_ones_never(void **unused)
{
    static const uint16_t methods[] = { 0, 1, 2 };
    const struct rdl_gen_choice *least = rdl_gen_choice_find(NULL);
    struct rdl_rng rng = { 3 };
    struct rdl_gen_pairs p;

    (void)unused;
    assert_string_equal(least->name, "least-tried");
    rdl_gen_pairs_make(&p, methods, 3);
    rdl_gen_pairs_find(&p, 0, 2)->barred = true;
    for (int i = 0; i < 50; i++) {
        struct rdl_gen_pair *x = rdl_gen_choose(least, &p, &rng);

        assert_false(x->barred);
        x->tried++;
    }
    for (size_t i = 0; i < p.n; i++)
        assert_int_equal(p.all[i].tried, p.all[i].barred ? 0 : 10);
    for (size_t i = 0; i < p.n; i++)
        p.all[i].barred = true;
    assert_null(rdl_gen_choose(least, &p, &rng));
    rdl_gen_pairs_free(&p);
}

/* Of pairs that conflict each has eight tests when the others have one. */
static void pairs_that_conflict_come_first(void **unused)
{
    static const uint16_t methods[] = { 0, 1 };
    const struct rdl_gen_choice *conflicts = rdl_gen_choice_find("conflicts");
    struct rdl_rng rng = { 3 };
    struct rdl_gen_pairs p;

    (void)unused;
    assert_true(conflicts->conflicts);
    rdl_gen_pairs_make(&p, methods, 2);
    rdl_gen_pairs_find(&p, 0, 0)->conflicts = true;
    rdl_gen_pairs_find(&p, 0, 1)->conflicts = true;
    for (int i = 0; i < 2 * 8; i++) {
        struct rdl_gen_pair *x = rdl_gen_choose(conflicts, &p, &rng);

        assert_true(x->conflicts);
        x->tried++;
    }
    for (int i = 0; i < 3; i++)
        rdl_gen_choose(conflicts, &p, &rng)->tried++;
    for (size_t i = 0; i < p.n; i++)
        assert_int_equal(p.all[i].tried, p.all[i].conflicts ? 9 : 1);
    rdl_gen_pairs_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_that_conflict_come_first),
        cmocka_unit_test(table_1_of_the_paper),
        cmocka_unit_test(the_trace_of_figure_1c),
        cmocka_unit_test(the_scores_of_figure_1d),
        cmocka_unit_test(the_least_tried_comes_first_and_barred_ones_never),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
