/* heap_guard.c - what the heap lets a program touch: every byte of a block in
 * use and no other; what it says about the rest; how long a freed block waits;
 * the stacks of those who made and freed it. */
#include "heap_linked.h"

static bool allowed(const char *p, size_t size)
{
    return rdl_heap_allows((uintptr_t)p, size);
}

static void exactly_the_bytes_of_a_block_are_allowed(void **state)
{
    static const size_t sizes[] = { 1,     8,     15,     16,     17,    100,
                                    1008,  1009,  1024,   5000,   32752, 32753,
                                    32768, 40960, 100000, 1 << 20 };

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        const size_t n = sizes[i];
        char *before = get(n, 16), *p = get(n, 16), *behind = get(n, 16);

        assert_true(allowed(p, n));
        assert_true(allowed(p + n - 1, 1));
        assert_false(allowed(p, n + 1));
        assert_false(allowed(p + n - 1, 2));
        assert_false(allowed(p, SIZE_MAX));
        for (size_t at = 0; at < RDL_HEAP_REDZONE; at++) {
            assert_false(allowed(p + n + at, 1));
            assert_false(allowed(p - 1 - at, 1));
        }
        give(before);
        give(behind);
        give(p);
        assert_false(allowed(p, 1));
        assert_false(allowed(p + n - 1, 1));
    }
}

static void aligned_blocks_have_a_redzone_too(void **state)
{
    (void)state;
    for (size_t align = 32; align <= 1 << 16; align *= 2) {
        for (size_t n = align - 16; n <= align + 16; n += 16) {
            char *p = get(n, align), *q = get(n, align);

            assert_true(allowed(p, n) && allowed(q, n));
            for (size_t at = 0; at < RDL_HEAP_REDZONE; at++) {
                assert_false(allowed(p + n + at, 1));
                assert_false(allowed(q + n + at, 1));
                assert_false(allowed(q - 1 - at, 1));
            }
            give(p);
            give(q);
        }
    }
}

static void a_block_of_nothing_allows_nothing(void **state)
{
    char *p = get(0, 16), *q = get(0, 16);

    (void)state;
    assert_ptr_not_equal(p, q);
    assert_false(allowed(p, 1));
    assert_int_equal(rdl_heap_state(p), RDL_BLOCK_USED);
    give(p);
    give(q);
}

static void memory_that_was_never_a_block_is_not_allowed(void **state)
{
    char *p = get(500, 16);

    (void)state;
    /* The block behind it, which nobody asked for; far away; the last byte. */
    assert_false(allowed(p + 1024, 4));
    assert_false(allowed((char *)rdl_heap_start + (UINT64_C(1) << 39), 4));
    assert_false(allowed((char *)rdl_heap_start + RDL_HEAP_BLOCKS - 1, 1));
    give(p);
}

/* --- Explanations --------------------------------------------------------- */

struct claim {
    ptrdiff_t at; /* from the block's start */
    size_t size;
    enum rdl_misuse misuse;
    int64_t offset;
};

static void check_claims(char *p, size_t n, const struct claim *claims,
                         size_t n_claims)
{
    for (size_t i = 0; i < n_claims; i++) {
        const struct claim *c = &claims[i];
        struct rdl_block_view view;

        assert_int_equal(
            rdl_heap_explain((uintptr_t)(p + c->at), c->size, &view),
            c->misuse);
        assert_true(view.known);
        assert_int_equal(view.access, c->size);
        assert_int_equal(view.size, n);
        assert_int_equal(view.offset, c->offset);
        assert_int_equal(view.freed, c->misuse == RDL_HEAP_FREED);
    }
}

#define CHECK_CLAIMS(p, n, ...)                                                \
    do {                                                                       \
        const struct claim list[] = { __VA_ARGS__ };                           \
                                                                               \
        check_claims(p, n, list, sizeof(list) / sizeof(list[0]));              \
    } while (0)

static void an_access_is_explained_by_the_nearest_block(void **state)
{
    /* Of a class that no other test uses: neighbours. */
    char *first = get(700, 16), *p = get(700, 16), *last = get(700, 16);
    char *large = get(3 * PAGE, 16);

    (void)state;
    assert_ptr_equal(p, first + 720);
    CHECK_CLAIMS(p, 700, { 700, 4, RDL_HEAP_BEYOND, 700 },
                 { 698, 4, RDL_HEAP_BEYOND, 698 },
                 { 705, 1, RDL_HEAP_BEYOND, 705 },
                 { -4, 4, RDL_HEAP_BEYOND, -4 });
    CHECK_CLAIMS(last, 700, { 740, 4, RDL_HEAP_BEYOND, 740 });
    CHECK_CLAIMS(large, 3 * PAGE, { 3 * PAGE, 8, RDL_HEAP_BEYOND, 3 * PAGE },
                 { 4 * PAGE - 8, 8, RDL_HEAP_BEYOND, 4 * PAGE - 8 });
    give(p);
    CHECK_CLAIMS(p, 700, { 0, 4, RDL_HEAP_FREED, 0 },
                 { 699, 4, RDL_HEAP_FREED, 699 });
    give(large);
    CHECK_CLAIMS(large, 3 * PAGE,
                 { 3 * PAGE - 1, 1, RDL_HEAP_FREED, 3 * PAGE - 1 });
    give(first);
    give(last);
}

static void what_is_in_no_block_is_so_called(void **state)
{
    struct arena *a = rdl_arenas[RDL_HEAP_TARGET];
    char *large, *end;
    struct rdl_block_view view;

    (void)state;
    /* The last block of all. */
    large = get(64 << 20, 16);
    end = a->start + (a->n_taken << PAGE_SHIFT);
    assert_ptr_equal(large + (64 << 20) + PAGE, end);
    assert_int_equal(rdl_heap_explain((uintptr_t)end + PAGE, 8, &view),
                     RDL_HEAP_BEYOND);
    assert_true(view.known);
    assert_int_equal(view.offset, (64 << 20) + 2 * PAGE);
    assert_int_equal(rdl_heap_explain((uintptr_t)end + (1 << 30), 8, &view),
                     RDL_HEAP_BEYOND);
    assert_false(view.known);
    give_at_once(large);
    assert_int_equal(rdl_heap_explain((uintptr_t)large + PAGE, 8, &view),
                     RDL_HEAP_FREED);
    assert_false(view.known);
}

static void a_wrong_free_is_explained(void **state)
{
    struct rdl_block_view view;
    char *p = get(600, 16);
    int local;

    (void)state;
    assert_int_equal(rdl_heap_explain_free((uintptr_t)p + 8, &view),
                     RDL_FREE_INVALID);
    assert_true(view.known);
    assert_int_equal(view.offset, 8);
    assert_int_equal(view.size, 600);
    assert_int_equal(rdl_heap_explain_free((uintptr_t)&local, &view),
                     RDL_FREE_INVALID);
    assert_false(view.known);
    give(p);
    assert_int_equal(rdl_heap_explain_free((uintptr_t)p, &view),
                     RDL_FREE_TWICE);
    assert_int_equal(rdl_heap_explain_free((uintptr_t)p + 1, &view),
                     RDL_FREE_INVALID);
    assert_true(view.freed);
}

/* --- Quarantine ----------------------------------------------------------- */

static void a_small_block_is_handed_out_after_it_has_waited(void **state)
{
    static const size_t sizes[] = { 24, 200, 3000, 20000 };

    (void)state;
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        /* In use it keeps the pages of the others from going back. */
        char *stays = get(sizes[i], 16), *p = get(sizes[i], 16), *q;
        size_t others = 0;

        give(p);
        while ((q = get(sizes[i], 16)) != p) {
            give(q);
            others += sizes[i];
            assert_true(others < 2 * QUARANTINE_BYTES);
        }
        assert_in_range(others, QUARANTINE_BYTES / 2 - sizes[i],
                        QUARANTINE_BYTES);
        give(p);
        give(stays);
    }
}

static void a_large_block_is_unknown_after_it_has_waited(void **state)
{
    char *p = get(50000, 16);
    size_t others = 0;

    (void)state;
    give(p);
    while (rdl_heap_state(p) == RDL_BLOCK_FREED) {
        give(get(50000, 16));
        others += 50000;
        assert_true(others < 2 * QUARANTINE_BYTES);
    }
    assert_in_range(others, QUARANTINE_BYTES / 2, QUARANTINE_BYTES);
}

static void a_huge_block_waits_and_lets_others_wait(void **state)
{
    char *small = get(100, 16), *huge = get(QUARANTINE_BYTES * 40, 16);
    int others = 0;

    (void)state;
    memset(huge, 1, QUARANTINE_BYTES * 40);
    give(small);
    give(huge);
    assert_int_equal(huge[QUARANTINE_BYTES], 0); /* without its memory */
    while (rdl_heap_state(huge) == RDL_BLOCK_FREED) {
        assert_int_equal(rdl_heap_state(small), RDL_BLOCK_FREED);
        give(get(QUARANTINE_BYTES * 40, 16));
        others++;
    }
    assert_int_equal(others, QUARANTINE_BYTES / QUARANTINE_MOST);
}

static void many_tiny_blocks_wait_no_longer_than_there_is_room(void **state)
{
    void *before = NULL;

    (void)state;
    for (int i = 0; i < 3 * QUARANTINE_SLOTS; i++) {
        void *p = get(0, 16);

        assert_ptr_not_equal(p, before);
        give(p);
        before = p;
    }
    assert_true(rdl_arenas[RDL_HEAP_TARGET]->quarantine.bytes <=
                QUARANTINE_BYTES);
}

static void a_small_block_moves_when_it_is_resized(void **state)
{
    char *p = get(40, 16), *q;

    (void)state;
    memset(p, 'x', 40);
    q = resized(p, 41);
    assert_ptr_not_equal(p, q);
    assert_memory_equal(p, q, 40);
    assert_int_equal(rdl_heap_state(p), RDL_BLOCK_FREED);
    p = resized(q, 10);
    assert_ptr_not_equal(p, q);
    assert_false(allowed(p + 10, 1));
    give(p);
}

/* --- Origins -------------------------------------------------------------- */

static const struct rdl_frame no_frames[1];

static void equal_stacks_are_kept_once(void **state)
{
    struct rdl_frame frames[20];
    uintptr_t out[RDL_BLOCK_FRAMES];
    uint32_t a, b, c;

    (void)state;
    for (size_t i = 0; i < 20; i++)
        frames[i] = (struct rdl_frame){ .pc = 100 + i };
    a = rdl_alloc_stacks_of(1, 2, frames, 3);
    assert_int_not_equal(a, 0);
    assert_int_equal(rdl_alloc_stacks_frames(a, out), 5);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[1], 2);
    assert_int_equal(out[2], 102);
    assert_int_equal(out[4], 100);
    b = rdl_alloc_stacks_of(1, 0, frames, 3);
    assert_int_equal(rdl_alloc_stacks_frames(b, out), 5);
    assert_int_equal(out[1], 0);
    assert_int_equal(out[2], 102);
    c = rdl_alloc_stacks_of(1, 2, frames, 20);
    assert_int_equal(rdl_alloc_stacks_frames(c, out), RDL_BLOCK_FRAMES);
    assert_int_equal(out[2], 119);
    assert_true(a != b && b != c && a != c);
    assert_int_equal(rdl_alloc_stacks_of(1, 2, frames, 3), a);
    assert_int_equal(rdl_alloc_stacks_of(1, 0, frames, 3), b);
    frames[0].pc++;
    assert_int_not_equal(rdl_alloc_stacks_of(1, 2, frames, 3), a);
    assert_int_equal(rdl_alloc_stacks_frames(0, out), 0);
    assert_int_equal(rdl_alloc_stacks_frames(UINT32_MAX, out), 0);
}

static void a_block_knows_who_made_and_freed_it(void **state)
{
    struct rdl_heap_call make = { .allocation = 5,
                                  .origin =
                                      rdl_alloc_stacks_of(11, 0, no_frames, 0),
                                  .tid = 3 };
    struct rdl_heap_call end = { .origin =
                                     rdl_alloc_stacks_of(12, 0, no_frames, 0),
                                 .tid = 4 };
    char *p = rdl_heap_alloc(RDL_HEAP_TARGET, 50, 16, false, &make);
    struct rdl_block_view view;

    (void)state;
    rdl_heap_explain((uintptr_t)p + 50, 1, &view);
    assert_int_equal(view.maker, 3);
    assert_int_equal(view.n_made, 2);
    assert_int_equal(view.made[0], 11);
    assert_int_equal(view.n_gone, 0);
    rdl_heap_free(p, &end);
    rdl_heap_explain((uintptr_t)p, 1, &view);
    assert_int_equal(view.freer, 4);
    assert_int_equal(view.n_gone, 2);
    assert_int_equal(view.gone[0], 12);
    assert_int_equal(view.made[0], 11);
}

static void too_many_stacks_are_not_kept(void **state)
{
    uint32_t last = 1;

    (void)state;
    for (uintptr_t i = 0; i < 2 * MOST; i++)
        last = rdl_alloc_stacks_of(1000 + i, 0, no_frames, 0);
    assert_int_equal(last, 0);
    assert_int_not_equal(rdl_alloc_stacks_of(1000, 0, no_frames, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exactly_the_bytes_of_a_block_are_allowed),
        cmocka_unit_test(aligned_blocks_have_a_redzone_too),
        cmocka_unit_test(a_block_of_nothing_allows_nothing),
        cmocka_unit_test(memory_that_was_never_a_block_is_not_allowed),
        cmocka_unit_test(an_access_is_explained_by_the_nearest_block),
        cmocka_unit_test(what_is_in_no_block_is_so_called),
        cmocka_unit_test(a_wrong_free_is_explained),
        cmocka_unit_test(a_small_block_is_handed_out_after_it_has_waited),
        cmocka_unit_test(a_large_block_is_unknown_after_it_has_waited),
        cmocka_unit_test(a_huge_block_waits_and_lets_others_wait),
        cmocka_unit_test(many_tiny_blocks_wait_no_longer_than_there_is_room),
        cmocka_unit_test(a_small_block_moves_when_it_is_resized),
        cmocka_unit_test(equal_stacks_are_kept_once),
        cmocka_unit_test(a_block_knows_who_made_and_freed_it),
        cmocka_unit_test(too_many_stacks_are_not_kept),
    };

    return cmocka_run_group_tests_name("heap guard", tests, NULL, NULL);
}
