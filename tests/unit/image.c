/* image.c - memory comes back byte for byte, whatever the tracker: every
 * tracker that the kernel allows is put through the same, with and without wide
 * registers. */
#include "image_setup.h"
#include "sanitized.h"

#include "runtime/rewind/image/page_write.h"
#include "runtime/rewind/image/resident.h"

#include <stdio.h>

#define ROUNDS ROUNDS_OF(200)

/* Writes to up to n places of r, each at most two pages long. */
static void write_some(struct range *r, size_t n, size_t *where)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = rdl_rng_below(&rng, r->size);
        size_t size = 1 + rdl_rng_below(&rng, 2 * PAGE);

        if (size > r->size - at)
            size = r->size - at;
        if (rdl_rng_below(&rng, 2) == 0)
            size = 1;
        fill(r->start + at, size);
        where[i] = at;
    }
}

static void every_byte_comes_back(void **state)
{
    size_t where[32];

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (!save(trackers[t]))
            continue;
        for (int round = 0; round < ROUNDS; round++) {
            size_t n = 1 + rdl_rng_below(&rng, 32);

            for (size_t i = 0; i < N_RANGES - 1; i++)
                write_some(&ranges[i], n % (i + 3), where);
            write_some(SPARSE_RANGE, n, where);
            rdl_image_restore();
            for (size_t i = 0; i < N_RANGES - 1; i++)
                check(&ranges[i], 0, ranges[i].size);
            for (size_t i = 0; i < n; i++)
                check(SPARSE_RANGE, where[i],
                      where[i] + 3 * PAGE < SPARSE ? 3 * PAGE : 1);
        }
        check_all();
    }
}

/* What lies beside the ranges is not theirs to change. */
static void neighbours_are_left_alone(void **state)
{
    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (!save(trackers[t]))
            continue;
        for (char round = 1; round < 5; round++) {
            for (size_t i = 0; i < N_RANGES; i++) {
                struct range *r = &ranges[i];

                memset(r->mapping, round, r->offset);
                r->start[0] ^= 1;
                r->start[r->size] = round;
            }
            rdl_image_restore();
            for (size_t i = 0; i < N_RANGES; i++) {
                struct range *r = &ranges[i];

                check(r, 0, r->size < MIB ? r->size : MIB);
                assert_int_equal(r->start[r->size], round);
                for (size_t k = 0; k < r->offset; k++)
                    assert_int_equal(r->mapping[k], round);
            }
        }
    }
}

/* A small range in the middle of a tracked one, and a hole that is nobody's:
 * their page is never watched. */
static void small_ranges_share_pages(void **state)
{
    enum { SMALL = 2 * PAGE + 300, HOLE = 5 * PAGE + 8, LENGTH = 16 };
    struct range *r = MEGABYTE;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        rdl_image_begin();
        rdl_image_add(r->start + HOLE + LENGTH, r->size - HOLE - LENGTH, false);
        rdl_image_add(r->start, HOLE, false);
        rdl_image_add(r->start + SMALL, LENGTH, true);
        rdl_image_add(r->start, LENGTH, true);
        rdl_image_add(r->start + HOLE - LENGTH, LENGTH, true);
        if (!save(trackers[t]))
            continue;
        assert_false(rdl_image_fault((uintptr_t)r->start + SMALL));
        assert_false(rdl_image_fault((uintptr_t)r->start));
        assert_false(rdl_image_fault((uintptr_t)r->start + HOLE));
        for (int round = 0; round < 10; round++) {
            memset(r->start + SMALL - 100, round, 200);
            memset(r->start + HOLE - 100, round, 300);
            rdl_image_restore();
            check(r, 0, HOLE);
            assert_int_equal(r->start[HOLE + LENGTH - 1], round);
            check(r, HOLE + LENGTH, r->size - HOLE - LENGTH);
        }
        memcpy(r->start + HOLE, r->original + HOLE, LENGTH);
    }
}

static void small_ranges_never_fault(void **state)
{
    uintptr_t small = (uintptr_t)SMALL_RANGE->start;

    (void)state;
    add_all();
    assert_true(save("protect"));
    for (size_t at = 0; at < SMALL_RANGE->size; at += PAGE)
        assert_false(rdl_image_fault(small + at));
    assert_true(rdl_image_fault((uintptr_t)MEGABYTE->start));
}

static void what_is_mapped_anew_is_tracked_anew(void **state)
{
    struct range *r = MEGABYTE, *s = SPARSE_RANGE;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (!save(trackers[t]))
            continue;
        for (int round = 0; round < 6; round++) {
            char *at = r->start + 10 * PAGE;
            size_t size = 20 * PAGE;

            r->start[9 * PAGE] ^= 1;
            r->start[12 * PAGE] ^= 1;
            assert_ptr_equal(mmap(at, size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                                  0),
                             at);
            at[3] = 1;
            rdl_image_remapped(at, size);
            assert_int_equal(madvise(s->start, 11 * MIB, MADV_DONTNEED), 0);
            rdl_image_remapped(s->start, 11 * MIB);
            s->start[7 * MIB] = 1;
            rdl_image_restore();
            check_all();
            at[PAGE] ^= 1;
            s->start[MIB] = 1;
            rdl_image_restore();
            check_all();
        }
    }
}

static void pages_become_hot_and_cold(void **state)
{
    struct range *r = MEGABYTE;
    size_t always, hot;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (strcmp(trackers[t], "copy") == 0 || !save(trackers[t]))
            continue;
        always = rdl_dirty_pages_hot(); /* of extents not worth being watched */
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < 8; i++)
                r->start[3 * i * PAGE] ^= 1;
            /* Another one each time: never hot. */
            SPARSE_RANGE->start[round * MIB + PAGE] = 1;
            rdl_image_restore();
            check(r, 0, MIB);
            check(SPARSE_RANGE, round * MIB, MIB);
            assert_int_equal(rdl_dirty_pages_hot() - always,
                             round == 0 ? 0 : 8);
        }
        /* Each is compared about every 8th time, and cold when found unchanged
         * four times in a row. */
        for (int round = 0; round < 3 * 8 * 4; round++)
            rdl_image_restore();
        assert_int_equal(rdl_dirty_pages_hot(), always);
        hot = 0;
        for (int round = 0; round < 4; round++) {
            r->start[3 * PAGE] ^= 1;
            rdl_image_restore();
            check(r, 0, MIB);
            hot += rdl_dirty_pages_hot() - always;
        }
        assert_int_equal(hot, 3);
    }
}

static size_t resident(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    size_t size = 0, pages = 0;

    assert_non_null(f);
    assert_int_equal(fscanf(f, "%zu %zu", &size, &pages), 2);
    fclose(f);
    return pages * PAGE;
}

static bool is_there(const char *at)
{
    struct rdl_resident presence;
    bool there;

    rdl_resident_open(&presence);
    there = rdl_resident_at(&presence, (uintptr_t)at);
    rdl_resident_close(&presence);
    return there;
}

/* Neither saving nor using it here and there fills a large table. */
static void untouched_memory_costs_none(void **state)
{
    size_t before;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        if (strcmp(trackers[t], "copy") == 0)
            continue;
        madvise(SPARSE_RANGE->start, SPARSE, MADV_DONTNEED);
        before = resident();
        assert_false(is_there(SPARSE_RANGE->start + MIB));
        rdl_image_begin();
        rdl_image_add(SPARSE_RANGE->start, SPARSE, false);
        if (!save(trackers[t]))
            continue;
        assert_false(is_there(SPARSE_RANGE->start + MIB));
        for (size_t i = 0; i < SPARSE / PAGE; i += 2) {
            SPARSE_RANGE->start[i * PAGE] = 1;
            if (i % 16 == 0)
                rdl_image_restore();
        }
        rdl_image_restore();
        assert_in_range(resident(), 0, before + 2 * MIB);
    }
    rdl_image_begin();
    for (size_t at = 0; at < SPARSE; at += 5 * MIB)
        memcpy(SPARSE_RANGE->start + at, SPARSE_RANGE->original + at, PAGE);
}

static void the_copy_is_checked_and_read_only(void **state)
{
    uint64_t sum, other;

    (void)state;
    add_all();
    assert_null(rdl_image_save("copy"));
    sum = rdl_image_checksum();
    MEGABYTE->start[5] ^= 1;
    ranges[0].start[5] ^= 1;
    assert_int_equal(rdl_image_checksum(), sum);
    rdl_image_restore();
    check_all();
    add_all();
    assert_null(rdl_image_save("copy"));
    assert_int_equal(rdl_image_checksum(), sum);
    for (int which = 0; which < 2; which++) {
        struct range *r = which == 0 ? MEGABYTE : &ranges[0];

        r->start[5] ^= 1;
        add_all();
        assert_null(rdl_image_save("copy"));
        other = rdl_image_checksum();
        assert_int_not_equal(other, sum);
        r->start[5] ^= 1;
    }
    add_all();
    assert_non_null(rdl_image_save("nonsense"));
}

/* A write of what was there is seen only while the page is cold: in the first
 * two executions, and in one after 32, 128 and 512 others. */
static void a_page_written_with_the_same_stays_hot(void **state)
{
    size_t always, cold;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        volatile char *at = MEGABYTE->start + 5 * PAGE;

        add_all();
        if (strcmp(trackers[t], "copy") == 0 || !save(trackers[t]))
            continue;
        always = rdl_dirty_pages_hot();
        cold = 0;
        for (int round = 0; round < 2000; round++) {
            cold += rdl_dirty_pages_hot() == always;
            *at = *at;
            rdl_image_restore();
        }
        assert_in_range(cold, 2, 2 + 3);
        check_all();
    }
}

/* However little there is, copying all of it takes longer. */
static void auto_watches_pages(void **state)
{
    (void)state;
    rdl_image_begin();
    rdl_image_add(ranges[1].start, ranges[1].size, false);
    rdl_image_add(ranges[5].start, ranges[5].size, true);
    assert_null(rdl_image_save("auto"));
    assert_string_equal(rdl_image_tracker(), "protect");
    add_all();
    assert_null(rdl_image_save("auto"));
    assert_string_equal(rdl_image_tracker(), "protect");
    rdl_image_touch(MEGABYTE->start, 1);
    MEGABYTE->start[0] ^= 1;
    rdl_image_restore();
    check_all();
    rdl_image_begin();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_comes_back),
        cmocka_unit_test(neighbours_are_left_alone),
        cmocka_unit_test(small_ranges_share_pages),
        cmocka_unit_test(small_ranges_never_fault),
        cmocka_unit_test(what_is_mapped_anew_is_tracked_anew),
        cmocka_unit_test(pages_become_hot_and_cold),
        cmocka_unit_test(a_page_written_with_the_same_stays_hot),
        cmocka_unit_test(untouched_memory_costs_none),
        cmocka_unit_test(the_copy_is_checked_and_read_only),
        cmocka_unit_test(auto_watches_pages),
    };
    int failed = 0;

    image_make_world();
    for (int wide = 0; wide < 2; wide++) {
        rdl_page_write_begin(wide != 0);
        failed += cmocka_run_group_tests_name("image", tests, NULL, NULL);
    }
    return failed;
}
