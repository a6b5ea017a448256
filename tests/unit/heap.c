/* heap.c - the target's heap: alignment, blocks that never overlap, reuse,
 * finding, honest refusal. */
#include "heap_linked.h"

#include <sys/resource.h>

static void every_size_is_aligned_and_usable(void **state)
{
    (void)state;
    for (size_t size = 0; size < 70000; size += size < 3000 ? 1 : 997) {
        char *p = get(size, 16);

        assert_non_null(p);
        assert_int_equal((uintptr_t)p % 16, 0);
        assert_int_equal(rdl_heap_size(p), size);
        memset(p, 0x5a, size);
        give(p);
    }
}

static void every_alignment_is_kept(void **state)
{
    static const size_t sizes[] = { 1, 48, 100, 1000, 5000, 40000 };

    (void)state;
    for (size_t align = 16; align <= 1 << 22; align *= 2) {
        void *held[2 * sizeof(sizes) / sizeof(sizes[0])];
        size_t n = 0;

        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            for (int twice = 0; twice < 2; twice++) {
                void *p = get(sizes[i], align);

                assert_non_null(p);
                assert_int_equal((uintptr_t)p & (align - 1), 0);
                assert_int_equal(rdl_heap_size(p), sizes[i]);
                held[n++] = p;
            }
        }
        while (n > 0)
            give(held[--n]);
    }
}

/* A random walk over blocks filled with a pattern of their own: any overlap,
 * lost byte of a resize or wrong zero shows as a wrong pattern. */
#define BLOCKS 500
#define WALK 60000

struct held {
    unsigned char *p;
    size_t size;
    uint64_t allocation;
    unsigned char fill;
};

static void check_fill(const struct held *h)
{
    size_t i = 0;

    while (i < h->size && h->p[i] == h->fill)
        i++;
    assert_int_equal(i, h->size); /* where it differs first */
}

static size_t draw_size(unsigned r)
{
    switch (r % 16) {
    case 0:
        return r / 16 % 300000;
    case 1:
    case 2:
        return r / 16 % 40000;
    default:
        return r / 16 % 600;
    }
}

static void check_find(const struct held *h)
{
    uint64_t allocation = 0;
    size_t offset = 0, at = h->size / 2;

    assert_true(rdl_heap_find((uintptr_t)h->p + at, &allocation, &offset));
    assert_int_equal(allocation, h->allocation);
    assert_int_equal(offset, at);
}

static void step_of_walk(struct held *h, unsigned r)
{
    size_t size = draw_size(r >> 3);

    if (h->p == NULL || r % 8 < 4) {
        bool zero = r % 8 == 1;

        if (h->p != NULL)
            give(h->p);
        h->p = zero ? get_zeroed(size) : get(size, 16);
        h->size = size;
        h->fill = 0;
        if (zero)
            check_fill(h);
    } else {
        struct held before = *h;

        h->p = resized(h->p, size);
        h->size = size < before.size ? size : before.size;
        check_fill(h);
        h->size = size;
    }
    assert_non_null(h->p);
    h->allocation = n_allocations;
    h->fill = (unsigned char)r;
    memset(h->p, h->fill, h->size);
    check_find(h);
}

static void blocks_never_overlap(void **state)
{
    static struct held held[BLOCKS];
    unsigned r = 12345;

    (void)state;
    for (int i = 0; i < WALK; i++) {
        struct held *h;

        r = r * 1664525 + 1013904223;
        h = &held[(r >> 8) % BLOCKS];
        if (h->p != NULL)
            check_fill(h);
        step_of_walk(h, r >> 4);
    }
    for (int i = 0; i < BLOCKS; i++) {
        if (held[i].p == NULL)
            continue;
        check_find(&held[i]);
        check_fill(&held[i]);
        give(held[i].p);
    }
    assert_int_equal(rdl_heap_totals().blocks, 0);
    assert_int_equal(rdl_heap_totals().used, 0);
}

static void the_block_released_last_is_next(void **state)
{
    static const size_t sizes[] = { 24, 900, 3000, 100000 };

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        char *keep = get(sizes[i], 16), *p = get(sizes[i], 16);

        give_at_once(p);
        assert_ptr_equal(get(sizes[i], 16), p);
        give_at_once(p);
        give_at_once(keep);
    }
}

static void freed_memory_is_used_again(void **state)
{
    size_t mapped = 0;

    (void)state;
    for (int round = 0; round < 50; round++) {
        static void *p[1000];

        for (int i = 0; i < 1000; i++)
            p[i] = get((size_t)(i % 50) * 300 + (size_t)round * 16, 16);
        for (int i = 0; i < 1000; i++)
            give(p[i]);
        if (round == 5)
            mapped = rdl_heap_totals().mapped;
    }
    assert_true(rdl_heap_totals().mapped <= mapped + mapped / 2);
}

static void find_knows_only_blocks_in_use(void **state)
{
    uint64_t allocation;
    size_t offset;
    char *p = get(100, 16), *large = get(100000, 16);
    int local;

    (void)state;
    assert_true(rdl_heap_find((uintptr_t)p + 99, &allocation, &offset));
    assert_int_equal(offset, 99);
    assert_true(rdl_heap_find((uintptr_t)large + 99999, &allocation, &offset));
    assert_int_equal(offset, 99999);
    assert_int_equal(allocation, n_allocations);
    give(p);
    give(large);
    assert_false(rdl_heap_find((uintptr_t)p + 99, &allocation, &offset));
    assert_false(rdl_heap_find((uintptr_t)large + 50000, &allocation, &offset));
    assert_false(rdl_heap_find((uintptr_t)&local, &allocation, &offset));
    assert_false(rdl_heap_find(0, &allocation, &offset));
    assert_false(rdl_heap_find(UINTPTR_MAX, &allocation, &offset));
}

/* What stands behind a block that shrank belongs to nobody. */
static void a_shrunk_block_ends_where_it_ends(void **state)
{
    uint64_t allocation;
    size_t offset;
    char *p = get(800000, 16);

    (void)state;
    assert_ptr_equal(resized(p, 400000), p);
    assert_ptr_equal(resized(p, 100000), p);
    for (size_t at = 106496; at < 800000; at += 4096)
        assert_false(rdl_heap_find((uintptr_t)p + at, &allocation, &offset));
    assert_ptr_equal(resized(p, 700000), p);
    assert_true(rdl_heap_find((uintptr_t)p + 699999, &allocation, &offset));
    assert_int_equal(allocation, n_allocations);
    give(p);
}

static void wrong_pointers_are_refused(void **state)
{
    char *p = get(64, 16), *large = get(200000, 16);
    int local;

    (void)state;
    assert_false(freed(p + 16));
    assert_false(freed(large + 4096));
    assert_false(freed(&local));
    assert_int_equal(rdl_heap_size(p + 8), 0);
    assert_int_equal(rdl_heap_state(p), RDL_BLOCK_USED);
    assert_int_equal(rdl_heap_state(p + 16), RDL_BLOCK_NONE);
    assert_int_equal(rdl_heap_state(&local), RDL_BLOCK_NONE);
    give(p);
    give(large);
    assert_false(freed(p));
    assert_false(freed(large));
    assert_int_equal(rdl_heap_state(p), RDL_BLOCK_FREED);
    assert_int_equal(rdl_heap_state(large), RDL_BLOCK_FREED);
    assert_int_equal(rdl_heap_size(p), 0);
}

/* A stray write into freed memory must not reach the allocator's state. */
static void freed_memory_may_be_overwritten(void **state)
{
    static char *p[200];

    (void)state;
    for (int i = 0; i < 200; i++)
        p[i] = get(48, 16);
    for (int i = 0; i < 200; i++) {
        give(p[i]);
        memset(p[i], 0xff, 48);
    }
    for (int i = 0; i < 200; i++) {
        char *again = get(48, 16);

        assert_non_null(again);
        assert_true(freed(again));
    }
}

static void zeroed_memory_is_zero(void **state)
{
    (void)state;
    for (size_t size = 1; size < 3000000; size = size * 3 + 1) {
        for (int round = 0; round < 3; round++) {
            unsigned char *p = get_zeroed(size);
            size_t i = 0;

            assert_non_null(p);
            while (i < size && p[i] == 0)
                i++;
            assert_int_equal(i, size);
            memset(p, 0xee, size);
            give_at_once(p);
        }
    }
}

static void too_much_is_refused(void **state)
{
    struct rlimit before, tight;
    void *p;

    (void)state;
    assert_null(get((size_t)1 << 60, 16));
    assert_null(get(SIZE_MAX, 16));
    assert_null(get(SIZE_MAX - 4096, 16));
    assert_null(get(16, (size_t)1 << 60));
    p = get(16, 16);
    assert_null(resized(p, (size_t)1 << 60));
    give(p);
    getrlimit(RLIMIT_AS, &before);
    tight = before;
    tight.rlim_cur = (rlim_t)256 << 20;
    setrlimit(RLIMIT_AS, &tight);
    p = get((size_t)512 << 20, 16);
    setrlimit(RLIMIT_AS, &before);
    assert_null(p);
    p = get((size_t)512 << 20, 16);
    assert_non_null(p);
    give(p);
}

static void arenas_do_not_mix(void **state)
{
    struct rdl_heap_call c = call();
    void *early = rdl_heap_alloc(RDL_HEAP_EARLY, 32, 16, false, &c);
    void *target = get(32, 16), *next;

    (void)state;
    assert_true((uintptr_t)target - (uintptr_t)early > (uintptr_t)1 << 39);
    give_at_once(target);
    next = rdl_heap_alloc(RDL_HEAP_EARLY, 32, 16, false, &c);
    assert_ptr_not_equal(next, target);
    give(early);
    give(next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_aligned_and_usable),
        cmocka_unit_test(every_alignment_is_kept),
        cmocka_unit_test(blocks_never_overlap),
        cmocka_unit_test(the_block_released_last_is_next),
        cmocka_unit_test(freed_memory_is_used_again),
        cmocka_unit_test(find_knows_only_blocks_in_use),
        cmocka_unit_test(a_shrunk_block_ends_where_it_ends),
        cmocka_unit_test(wrong_pointers_are_refused),
        cmocka_unit_test(freed_memory_may_be_overwritten),
        cmocka_unit_test(zeroed_memory_is_zero),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(arenas_do_not_mix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
