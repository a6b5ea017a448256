/* rng.c - campaigns with other seeds make other executions. */
#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <cmocka.h>

#define SEEDS 50
#define EXECUTIONS 10000

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static void no_two_seeds_share_an_execution(void **state)
{
    uint64_t *begun = malloc(SEEDS * EXECUTIONS * sizeof(*begun));
    size_t n = 0;

    (void)state;
    assert_non_null(begun);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        for (uint64_t execution = 0; execution < EXECUTIONS; execution++)
            begun[n++] = rdl_rng_part(seed, execution);
    }
    qsort(begun, n, sizeof(*begun), compare);
    for (size_t i = 1; i < n; i++)
        assert_int_not_equal(begun[i - 1], begun[i]);
    free(begun);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_seeds_share_an_execution),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
