/* heap_rewind.c - after a rewind the heap is as it was: same addresses, same
 * contents, nothing of the execution before to be seen, nothing that grows. */
#include "heap_linked.h"

#include <sys/mman.h>

/* What the image does, in small. */
#define MOST_RANGES 4096
static struct {
    void *start, *copy;
    size_t size;
} ranges[MOST_RANGES];
static size_t n_ranges;

static void add(void *start, size_t size)
{
    assert_true(n_ranges < MOST_RANGES);
    ranges[n_ranges].start = start;
    ranges[n_ranges].size = size;
    ranges[n_ranges].copy = malloc(size);
    memcpy(ranges[n_ranges].copy, start, size);
    n_ranges++;
}

static void snapshot(void)
{
    while (n_ranges > 0)
        free(ranges[--n_ranges].copy);
    rdl_heap_save();
    rdl_heap_ranges(add);
}

static void rewinds(void)
{
    rdl_heap_forget();
    for (size_t i = 0; i < n_ranges; i++)
        memcpy(ranges[i].start, ranges[i].copy, ranges[i].size);
}

static uint64_t mix(uint64_t h, uint64_t v)
{
    return (h ^ v) * UINT64_C(0x9e3779b97f4a7c15) + (h >> 29);
}

static uint64_t content(uint64_t h, const unsigned char *p, size_t size)
{
    for (size_t i = 0; i < size; i += 1 + size / 64)
        h = mix(h, p[i]);
    return h;
}

static size_t draw_size(unsigned r)
{
    if (r % 64 == 0)
        return r / 64 % 3000000;
    if (r % 8 == 0)
        return r / 64 % 60000;
    return r / 64 % 700;
}

/* An execution: a random walk whose every address and every byte that it finds
 * goes into the result.  Every block is left full of `fill`. */
#define HELD 200
static uint64_t execution(enum rdl_heap_arena arena, unsigned seed,
                          unsigned char fill, int steps)
{
    static unsigned char *p[HELD];
    static size_t size[HELD];
    uint64_t h = 0;
    unsigned r = seed;

    memset(p, 0, sizeof(p));
    for (int step = 0; step < steps; step++) {
        struct rdl_heap_call c = call();
        size_t i, n;

        r = r * 1664525 + 1013904223;
        i = (r >> 8) % HELD;
        n = draw_size(r >> 4);
        if (p[i] == NULL) {
            p[i] = rdl_heap_alloc(arena, n, 16, r % 3 == 0, &c);
        } else if (r % 4 == 0) {
            void *room = rdl_heap_room(arena, p[i], n += n == 0, &c);

            assert_non_null(room);
            rdl_heap_move(p[i], room, n, &c);
            p[i] = room;
        } else {
            assert_true(rdl_heap_free(p[i], &c));
            p[i] = NULL;
            continue;
        }
        assert_non_null(p[i]);
        h = mix(content(h, p[i], n), (uintptr_t)p[i]);
        /* Left as it is at times: a block may come with this in it. */
        memset(p[i], fill, n);
        size[i] = n;
    }
    for (size_t i = 0; i < HELD; i++) {
        if (p[i] != NULL)
            h = content(h, p[i], size[i]);
    }
    return h;
}

/* Fills differ from one execution to the next: were anything of them to be
 * seen in the next, so would the results.  Within one they are equal, so every
 * second is compared. */
static void check_executions(enum rdl_heap_arena arena)
{
    uint64_t result[2];

    snapshot();
    for (int i = 0; i < 12; i++) {
        bool odd = i % 2;
        /* The one between takes other ways and leaves other things. */
        uint64_t h = odd ? execution(arena, 99 + i, 0xe0 + i, 500 + 300 * i)
                         : execution(arena, 7, 0x55, 3000);

        if (i == 0)
            result[0] = h;
        else if (!odd)
            assert_int_equal(h, result[0]);
        rewinds();
    }
}

static void an_empty_arena_is_as_new(void **state)
{
    (void)state;
    give_at_once(get(1, 16)); /* maps it */
    check_executions(RDL_HEAP_TARGET);
}

static void blocks_of_constructors_come_back(void **state)
{
    char *kept[50];
    struct rdl_heap_call early = { .allocation = 1, .tid = RDL_NO_TID };

    (void)state;
    for (int i = 0; i < 50; i++) {
        size_t n = 10 + (size_t)i * i * 40;
        void *gone = rdl_heap_alloc(RDL_HEAP_EARLY, n, 16, false, &early);

        kept[i] = rdl_heap_alloc(RDL_HEAP_EARLY, n, 16, false, &early);
        memset(gone, 'g', n);
        memset(kept[i], 'a' + i % 26, n);
        assert_true(rdl_heap_free(gone, &early));
    }
    snapshot();
    for (int round = 0; round < 3; round++) {
        struct rdl_heap_call c = { .allocation = 2, .tid = 1 };

        for (int i = 0; i < 50; i++) {
            size_t n = 10 + (size_t)i * i * 40;

            assert_int_equal(rdl_heap_size(kept[i]), n);
            assert_int_equal(kept[i][0], 'a' + i % 26);
            assert_int_equal(kept[i][n - 1], 'a' + i % 26);
            memset(kept[i], 'x', n);
            if (i % 2 == round % 2)
                assert_true(rdl_heap_free(kept[i], &c));
        }
        execution(RDL_HEAP_EARLY, 5 + round, 0x77, 2000);
        rewinds();
    }
    check_executions(RDL_HEAP_EARLY);
    check_executions(RDL_HEAP_TARGET);
}

static bool all_zero(const unsigned char *p, size_t size)
{
    size_t i = 0;

    while (i < size && p[i] == 0)
        i++;
    return i == size;
}

static void a_block_grows_into_zeros(void **state)
{
    unsigned char *p;

    (void)state;
    snapshot();
    memset(get(900000, 16), 0xff, 900000);
    rewinds();
    p = get(100000, 16);
    assert_true(all_zero(p, 100000));
    assert_ptr_equal(resized(p, 900000), p);
    assert_true(all_zero(p, 900000));
    rewinds();
}

static void a_forgotten_block_is_unknown(void **state)
{
    uint64_t allocation;
    size_t offset;
    struct rdl_heap_call c = { .allocation = 1, .tid = RDL_NO_TID };
    char *p;

    (void)state;
    rdl_heap_alloc(RDL_HEAP_EARLY, 1, 16, false, &c); /* makes the arenas */
    snapshot();
    p = get(900000, 16);
    rewinds();
    give(get(5, 16)); /* the arena has pages again */
    assert_false(rdl_heap_find((uintptr_t)p + 400000, &allocation, &offset));
    assert_false(rdl_heap_allows((uintptr_t)p + 400000, 1));
    rewinds();
}

/* Unused descriptors, of both kinds, are state too. */
static void unused_descriptors_come_back(void **state)
{
    void *large[20], *small[2000], *again[2000];

    (void)state;
    for (int i = 0; i < 20; i++)
        large[i] = get(50000, 16);
    for (int i = 0; i < 2000; i++)
        small[i] = get(100, 16);
    for (int i = 0; i < 20; i++)
        give_at_once(large[i]);
    for (int i = 0; i < 2000; i++)
        give_at_once(small[i]);
    assert_non_null(rdl_arenas[RDL_HEAP_TARGET]->descriptors->next);
    assert_non_null(rdl_arenas[RDL_HEAP_TARGET]->spare[class_of(116)]->next);
    check_executions(RDL_HEAP_TARGET);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 2000; i++)
            again[i] = get(100, 16);
        if (round == 0)
            memcpy(small, again, sizeof(small));
        assert_memory_equal(small, again, sizeof(small));
        /* They were used again, and no new ones made. */
        assert_ptr_equal(rdl_arenas[RDL_HEAP_TARGET]->pool,
                         saved[RDL_HEAP_TARGET].pool);
        rewinds();
    }
}

/* A tracker of changed pages does not see them go. */
static void pages_of_the_image_are_not_given_back(void **state)
{
    const size_t size = 4 << 20;
    static unsigned char in_core[1024];
    char *p = get(size, 16), *q;

    (void)state;
    memset(p, 1, size);
    snapshot();
    give_at_once(p);
    q = get(size, 16);
    assert_ptr_equal(p, q);
    assert_int_equal(mincore(q, size, in_core), 0);
    for (size_t i = 0; i < size / 4096; i++)
        assert_true(in_core[i] & 1);
    assert_true(all_zero((unsigned char *)q, size));
    rewinds();
    assert_int_equal(p[size - 1], 1);
    give_at_once(p);
}

static size_t resident(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    size_t all = 0, pages = 0;

    assert_non_null(f);
    assert_int_equal(fscanf(f, "%zu %zu", &all, &pages), 2);
    fclose(f);
    return pages;
}

static void nothing_grows(void **state)
{
    size_t before = 0;

    (void)state;
    snapshot();
    for (int i = 0; i < 3000; i++) {
        if (i == 100)
            before = resident();
        execution(RDL_HEAP_TARGET, 7, 1, 60);
        rewinds();
    }
    assert_in_range(resident(), 0, before + before / 50 + 16);
}

/* Pages in use are counted by the kernel, whether they are mapped or not. */
static void a_large_heap_is_given_back(void **state)
{
    size_t before;

    (void)state;
    snapshot();
    before = resident();
    for (int i = 0; i < 8; i++) {
        void *p = get((size_t)32 << 20, 16);

        assert_non_null(p);
        memset(p, 1, (size_t)32 << 20);
    }
    assert_true(resident() > before + 60000);
    rewinds();
    assert_in_range(resident(), 0, before + KEEP_PAGES + 256);
}

static void trimmed_memory_is_mapped_again(void **state)
{
    struct reserve *r = rdl_arenas[RDL_HEAP_TARGET]->reserve;
    unsigned char *p;

    (void)state;
    snapshot();
    memset(get(3 << 20, 16), 1, 3 << 20);
    rewinds();
    assert_true(r->n_pages >= 768);
    rdl_heap_trim();
    assert_int_equal(r->n_pages, rdl_arenas[RDL_HEAP_TARGET]->n_pages);
    p = get(3 << 20, 16);
    assert_non_null(p);
    for (size_t i = 0; i < 3 << 20; i += 1000)
        assert_int_equal(p[i], 0);
    give(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_forgotten_block_is_unknown), /* of an empty arena */
        cmocka_unit_test(an_empty_arena_is_as_new),
        cmocka_unit_test(blocks_of_constructors_come_back),
        cmocka_unit_test(a_block_grows_into_zeros),
        cmocka_unit_test(unused_descriptors_come_back),
        cmocka_unit_test(pages_of_the_image_are_not_given_back),
        cmocka_unit_test(nothing_grows),
        cmocka_unit_test(a_large_heap_is_given_back),
        cmocka_unit_test(trimmed_memory_is_mapped_again),
    };

    return cmocka_run_group_tests_name("heap rewind", tests, NULL, NULL);
}
