/* batch.c - how a campaign is cut into requests: no execution is left out or
 * run twice, and those that are repeated stand alone. */
#include "campaign/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define MANY 5000

/* Cuts 0 .. n-1 into requests; counts them. */
static uint64_t cut(uint64_t n, bool sampling)
{
    uint64_t first = 0, requests = 0;

    while (first < n) {
        uint64_t size = rdl_batch_size(first, n - first, sampling);

        assert_in_range(size, 1, n - first);
        if (first == 0)
            assert_int_equal(size, 1);
        for (uint64_t i = first; sampling && i < first + size; i++) {
            if (rdl_batch_sampled(i))
                assert_int_equal(size, 1);
        }
        first += size;
        requests++;
    }
    assert_int_equal(first, n);
    return requests;
}

static void every_execution_once_and_samples_alone(void **unused)
{
    (void)unused;
    for (uint64_t n = 1; n < MANY; n++) {
        cut(n, true);
        cut(n, false);
    }
}

/* 2^k executions: 0, 1, 2, 4, ..., 2^(k-1) alone are k + 1 requests; between
 * and behind them 3, 5-7, 9-15, ... are k - 1. */
static void as_few_requests_as_can_be(void **unused)
{
    (void)unused;
    for (unsigned k = 2; k < 20; k++)
        assert_int_equal(cut(UINT64_C(1) << k, true), 2 * k);
    assert_int_equal(cut(UINT64_C(1) << 40, false), 2);
    assert_int_equal(cut(1, true), 1);
}

static void nothing_left_is_no_request(void **unused)
{
    (void)unused;
    assert_int_equal(rdl_batch_size(0, 0, true), 0);
    assert_int_equal(rdl_batch_size(8, 0, true), 0);
    assert_int_equal(rdl_batch_size(9, 0, true), 0);
    assert_int_equal(rdl_batch_size(9, 0, false), 0);
    assert_int_equal(rdl_batch_share(0, 1), 0);
    assert_int_equal(rdl_batch_share(0, 7), 0);
}

static void without_end_nothing_overflows(void **unused)
{
    const uint64_t high = UINT64_C(1) << 63;

    (void)unused;
    assert_int_equal(rdl_batch_size(3, UINT64_MAX - 3, true), 1);
    assert_int_equal(rdl_batch_size(high - 5, UINT64_MAX, true), 5);
    assert_int_equal(rdl_batch_size(high, high, true), 1);
    assert_int_equal(rdl_batch_size(high + 1, 77, true), 77);
}

/* Shares that are taken in turn use up everything; the last ones are small,
 * so nobody waits long for another. */
static void shares_use_up_all_and_end_small(void **unused)
{
    (void)unused;
    assert_int_equal(rdl_batch_share(1000000, 1), 1000000);
    for (uint64_t jobs = 2; jobs <= 64; jobs++) {
        uint64_t left = 100000, share = 0;

        while (left > 0) {
            share = rdl_batch_share(left, jobs);
            assert_in_range(share, 1, left);
            if (left > jobs)
                assert_true(share * jobs <= left);
            left -= share;
        }
        assert_int_equal(share, 1);
    }
    /* No bound: still a bounded request. */
    assert_in_range(rdl_batch_share(UINT64_MAX, 2), 1000, 100000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_execution_once_and_samples_alone),
        cmocka_unit_test(as_few_requests_as_can_be),
        cmocka_unit_test(nothing_left_is_no_request),
        cmocka_unit_test(without_end_nothing_overflows),
        cmocka_unit_test(shares_use_up_all_and_end_small),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
