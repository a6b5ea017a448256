/* own_memory.c - what an execution maps of the runtime's own memory goes with
 * it; what was there before stays. */
#include "runtime/core/runtime_memory.h"
#include "runtime/core/restorer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <cmocka.h>

#define PAGE 4096
#define MIB (1 << 20)

extern const struct rdl_restorer rdl_restorer_own;

static void own_memory_goes_with_the_execution(void **state)
{
    char *kept, *a, *b;

    (void)state;
    kept = rdl_runtime_memory_map(100);
    kept[0] = 7;
    rdl_restorer_own.save();
    for (int round = 0; round < 8; round++) {
        /* 16 KiB is kept for the next time, 1 MiB is not. */
        size_t size = round % 4 < 2 ? 4 * PAGE : MIB;

        a = rdl_runtime_memory_map(size);
        b = rdl_runtime_memory_map(1);
        assert_non_null(a);
        assert_ptr_equal(b, a + size + PAGE);
        assert_true(rdl_runtime_memory_holds((uintptr_t)b));
        for (size_t i = 0; i < size; i++)
            assert_int_equal(a[i], 0);
        assert_int_equal(b[0], 0);
        memset(a, 1, size);
        b[0] = 1;
        rdl_runtime_memory_unmap(b, 1);
        assert_ptr_equal(rdl_runtime_memory_map(2 * PAGE), b);
        assert_int_equal(b[0], 0);
        rdl_restorer_own.leave();
        assert_int_equal(msync(b, PAGE, MS_ASYNC), -1);
    }
    assert_int_equal(kept[0], 7);
    assert_false(rdl_runtime_memory_holds((uintptr_t)&kept));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_memory_goes_with_the_execution),
    };

    return cmocka_run_group_tests_name("own_memory", tests, NULL, NULL);
}
