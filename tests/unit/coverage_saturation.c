/* coverage_saturation.c - the window, the fit and the rate, exactly. */
#include "base/rng.h"
#include "coverage/saturation.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define TINY 1e-12

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= TINY))
        fail_msg("%.15g is not %.15g", a, b);
}

/* Least squares over the last n samples, from the textbook. */
static double slow_r2(const double *x, const double *y, size_t n)
{
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;

    for (size_t i = 0; i < n; i++) {
        mx += x[i] / (double)n;
        my += y[i] / (double)n;
    }
    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
        yy += (y[i] - my) * (y[i] - my);
    }
    return yy == 0 ? 0 : xy * xy / (xx * yy);
}

/* k samples of 0, then n-k of `height`. */
static double jump(uint64_t n, uint64_t k, uint64_t height)
{
    struct rdl_saturation *s = malloc(sizeof(*s));
    double r2;

    rdl_saturation_init(s, n);
    for (uint64_t i = 0; i < n; i++) {
        assert_false(rdl_saturation_full(s));
        rdl_saturation_add(s, 1000 + i, i < k ? 5 : 5 + height);
    }
    assert_true(rdl_saturation_full(s));
    r2 = rdl_saturation_r2(s);
    free(s);
    return r2;
}

/* r^2 = 3k(n-k)/(n^2-1), whatever the height; 3f(1-f) for large n. */
static void a_single_jump_has_a_known_fit(void **state)
{
    (void)state;
    for (uint64_t k = 1; k < 100; k++) {
        double expected = 3.0 * (double)k * (double)(100 - k) / (100 * 100 - 1);

        assert_near(jump(100, k, 1), expected);
        assert_near(jump(100, k, 1000000), expected);
    }
    for (int percent = 1; percent < 100; percent++) {
        double f = percent / 100.0;

        /* 3f(1-f) n^2/(n^2-1): off by less than 1/n^2. */
        assert_true(fabs(jump(100000, (uint64_t)percent * 1000, 3) -
                         3 * f * (1 - f)) < 1e-9);
    }
}

static void a_straight_line_fits_wholly(void **state)
{
    struct rdl_saturation *s = malloc(sizeof(*s));

    (void)state;
    rdl_saturation_init(s, 50);
    for (uint64_t i = 0; i < 500; i++) {
        rdl_saturation_add(s, i, 3 * i);
        if (i > 0)
            assert_near(rdl_saturation_r2(s), 1);
    }
    assert_near(rdl_saturation_rate(s), 3000);
    assert_false(rdl_saturation_reached(s));
    free(s);
}

static void nothing_added_is_saturation_but_not_before_a_window(void **state)
{
    struct rdl_saturation *s = malloc(sizeof(*s));

    (void)state;
    rdl_saturation_init(s, 10);
    for (uint64_t i = 0; i < 9; i++) {
        rdl_saturation_add(s, i, 4);
        assert_false(rdl_saturation_reached(s));
    }
    rdl_saturation_add(s, 9, 4);
    assert_true(rdl_saturation_reached(s));
    assert_near(rdl_saturation_rate(s), 0);
    free(s);
}

/* A jump entered last, n-1 of n: 3(n-1)/(n^2-1) = 3/(n+1) < 0.1 for n >= 30;
 * it grows as the jump moves in, and the window is full of it or empty.  It is
 * saturated only when the jump has left, however small r^2 is. */
static void a_jump_moves_through_the_window(void **state)
{
    enum { N = 40 };
    struct rdl_saturation *s = malloc(sizeof(*s));

    (void)state;
    rdl_saturation_init(s, N);
    for (uint64_t i = 0; i < N; i++)
        rdl_saturation_add(s, i, 0);
    for (uint64_t i = 1; i <= N; i++) { /* samples behind the jump */
        rdl_saturation_add(s, N + i - 1, 9);
        assert_near(rdl_saturation_r2(s),
                    3.0 * (double)i * (double)(N - i) / (N * N - 1));
        assert_near(rdl_saturation_rate(s), i < N ? 9000.0 / (N - 1) : 0);
        assert_int_equal(rdl_saturation_added(s), i < N ? 9 : 0);
        assert_int_equal(rdl_saturation_reached(s), i == N);
    }
    free(s);
}

/* Random growth, long after the first sample: the sliding sums equal the
 * textbook, and do not overflow. */
static void the_window_slides_exactly(void **state)
{
    enum { N = 3000, WINDOW = 200 };
    struct rdl_saturation *s = malloc(sizeof(*s));
    double *x = calloc(N, sizeof(*x)), *y = calloc(N, sizeof(*y));
    struct rdl_rng rng = { 5 };
    uint64_t covered = 1000000;

    (void)state;
    rdl_saturation_init(s, WINDOW);
    rdl_saturation_add(s, 0, 0);
    for (uint64_t i = 0; i < N; i++) {
        uint64_t first = i < WINDOW ? 0 : i - WINDOW + 1;

        if (rdl_rng_below(&rng, 1 + i / 20) == 0)
            covered += rdl_rng_below(&rng, 50);
        rdl_saturation_add(s, (UINT64_C(1) << 56) + i, covered);
        x[i] = (double)i;
        y[i] = (double)(covered - 1000000);
        if (i > 0)
            assert_true(fabs(rdl_saturation_r2(s) -
                             slow_r2(x + first, y + first, i - first + 1)) <
                        1e-9);
    }
    free(x);
    free(y);
    free(s);
}

/* In time: samples come irregularly, with pauses longer than a window.  Parts
 * of the window leave as a whole: the samples of the last n_parts - 1, which
 * are a window, and of the current one are in it. */
static void a_window_of_time_keeps_what_is_recent(void **state)
{
    enum { N = 4000 };
    const uint64_t window = UINT64_C(120000000000),
                   part = (window - 1 + 1022) / 1023;
    const uint64_t n_parts = (window - 1 + part - 1) / part + 1;
    struct rdl_saturation *s = malloc(sizeof(*s));
    uint64_t *t = calloc(N, sizeof(*t));
    double *x = calloc(N, sizeof(*x)), *y = calloc(N, sizeof(*y));
    struct rdl_rng rng = { 6 };
    uint64_t now = UINT64_C(5000000000000), covered = 0, first = 0;

    (void)state;
    rdl_saturation_init(s, window);
    for (uint64_t i = 0; i < N; i++) {
        now += rdl_rng_below(&rng, 1000) == 0 ? 2 * window
                                              : rdl_rng_below(&rng, 200000000);
        covered += rdl_rng_below(&rng, 10) == 0;
        rdl_saturation_add(s, now, covered);
        t[i] = (now - UINT64_C(5000000000000));
        y[i] = (double)covered;
        x[i] = (double)t[i];
        while ((t[first] - t[0]) / part + n_parts <= (t[i] - t[0]) / part)
            first++;
        if (i > first)
            assert_true(fabs(rdl_saturation_r2(s) -
                             slow_r2(x + first, y + first, i - first + 1)) <
                        1e-6);
        assert_int_equal(rdl_saturation_full(s), t[i] - t[0] + 1 >= window);
    }
    free(t);
    free(x);
    free(y);
    free(s);
}

/* Whatever its length, and however it is divided: a window is not shorter than
 * it is to be, and longer by less than two parts. */
static void a_window_is_never_too_short(void **state)
{
    struct rdl_saturation *s = malloc(sizeof(*s));
    struct rdl_rng rng = { 7 };

    (void)state;
    for (int i = 0; i < 200; i++) {
        const uint64_t window = 2 + rdl_rng_below(&rng, 10000);
        const uint64_t jump = window + rdl_rng_below(&rng, 3000);
        uint64_t x = 0;

        rdl_saturation_init(s, window);
        for (; x <= jump; x++)
            rdl_saturation_add(s, x, x < jump ? 5 : 6);
        for (; !rdl_saturation_reached(s); x++)
            rdl_saturation_add(s, x, 6);
        assert_true(x - jump >= window);
        assert_true(x - jump < window + 2 * s->part);
    }
    free(s);
}

/* What was added in a pause longer than the window ended just now. */
static void what_ends_a_pause_is_new(void **state)
{
    struct rdl_saturation *s = malloc(sizeof(*s));

    (void)state;
    for (uint64_t pause = 1; pause < 400; pause += 7) {
        rdl_saturation_init(s, 100);
        rdl_saturation_add(s, 0, 0);
        rdl_saturation_add(s, 110, 3);
        rdl_saturation_add(s, 110 + pause, 4);
        assert_int_equal(rdl_saturation_added(s), pause < 99 ? 4 : 1);
        assert_false(rdl_saturation_reached(s));
        rdl_saturation_add(s, 110 + pause + 99, 4);
        assert_true(rdl_saturation_reached(s));
    }
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_jump_has_a_known_fit),
        cmocka_unit_test(a_straight_line_fits_wholly),
        cmocka_unit_test(nothing_added_is_saturation_but_not_before_a_window),
        cmocka_unit_test(a_jump_moves_through_the_window),
        cmocka_unit_test(the_window_slides_exactly),
        cmocka_unit_test(a_window_of_time_keeps_what_is_recent),
        cmocka_unit_test(a_window_is_never_too_short),
        cmocka_unit_test(what_ends_a_pause_is_new),
    };

    return cmocka_run_group_tests_name("coverage_saturation", tests, NULL,
                                       NULL);
}
