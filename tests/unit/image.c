/* image.c - memory comes back byte for byte, whatever the tracker: every
 * tracker that the kernel allows is put through the same. */
#include "runtime/rewind/changes.h"
#include "runtime/rewind/image.h"
#include "runtime/rewind/own.h"
#include "runtime/rewind/part.h"
#include "runtime/rewind/presence.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/rng.h"

#define PAGE 4096
#define MIB (1 << 20)
#define ROUNDS 200
#define SPARSE (64 * MIB)

extern const struct rdl_rewind_part rdl_rewind_part_own;

#define TRACKER(id) #id,
static const char *const trackers[] = {
#include "runtime/rewind/tracker_list.h"
};
#undef TRACKER
#define N_TRACKERS (sizeof(trackers) / sizeof(trackers[0]))

/* The world: ranges of several sizes and alignments, each in a mapping of its
 * own with a page more than it needs. */
static struct range {
    const char *name;
    size_t offset, size;
    bool small;
    bool file;
    bool filled;
    char *mapping;
    size_t mapped;
    char *start;
    char *original;
} ranges[] = {
    { .name = "variable", .offset = 200, .size = 40, .filled = true },
    { .name = "page", .size = PAGE, .filled = true },
    { .name = "page of zeros", .size = PAGE },
    { .name = "cut pages",
      .offset = 100,
      .size = 3 * PAGE + 77,
      .filled = true },
    { .name = "across a page", .offset = PAGE - 8, .size = 16 },
    { .name = "small",
      .offset = 50,
      .size = 5 * PAGE,
      .small = true,
      .filled = true },
    { .name = "megabyte", .size = MIB, .filled = true },
    { .name = "file", .size = 16 * PAGE, .file = true },
    { .name = "sparse", .size = SPARSE },
};
#define N_RANGES (sizeof(ranges) / sizeof(ranges[0]))
#define SPARSE_RANGE (&ranges[N_RANGES - 1])
#define SMALL_RANGE (&ranges[5])
#define MEGABYTE (&ranges[6])

static struct rdl_rng rng = { 1 };

static void fill(char *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (char)rdl_rng_next(&rng);
}

static void fault(int signo, siginfo_t *info, void *context)
{
    static const char text[] = "a fault that is not the tracker's\n";

    (void)context;
    if (rdl_image_fault((uintptr_t)info->si_addr))
        return;
    (void)!write(2, text, sizeof(text) - 1);
    signal(signo, SIG_DFL);
}

static char *map(size_t size, int fd)
{
    char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* A file with data, zeros and a hole. */
static int file(size_t size)
{
    int fd = memfd_create("image", 0);
    char page[PAGE];

    fill(page, sizeof(page));
    assert_int_equal(ftruncate(fd, (off_t)size), 0);
    for (off_t at = 0; at < (off_t)size / 2; at += 3 * PAGE)
        assert_int_equal(pwrite(fd, page, PAGE, at), PAGE);
    return fd;
}

static void make(struct range *r)
{
    int fd = -1;

    r->mapped = (r->offset + r->size + 2 * PAGE - 1) / PAGE * PAGE;
    if (r->file)
        fd = file(r->mapped);
    r->mapping = map(r->mapped, fd);
    if (fd >= 0)
        close(fd);
    r->start = r->mapping + r->offset;
    r->original = map(r->mapped, -1);
    if (r->filled)
        fill(r->start, r->size);
    if (r->file)
        memset(r->start, 0, PAGE); /* zero, but not in the file */
    for (size_t at = 0; r == SPARSE_RANGE && at < SPARSE; at += 5 * MIB)
        fill(r->start + at, 100);
    if (r == SPARSE_RANGE) {
        for (size_t at = 0; at < SPARSE; at += 5 * MIB)
            memcpy(r->original + at, r->start + at, PAGE);
    } else {
        memcpy(r->original, r->start, r->size);
    }
}

static void check(const struct range *r, size_t offset, size_t size)
{
    if (memcmp(r->start + offset, r->original + offset, size) == 0)
        return;
    for (size_t i = offset; i < offset + size; i++) {
        if (r->start[i] != r->original[i])
            fail_msg("%s: %s, byte %zu is %d, was %d", rdl_image_tracker(),
                     r->name, i, r->start[i], r->original[i]);
    }
}

static void check_all(void)
{
    for (size_t i = 0; i < N_RANGES; i++)
        check(&ranges[i], 0, ranges[i].size);
}

static void add_all(void)
{
    rdl_image_begin();
    for (size_t i = N_RANGES; i-- > 0;)
        rdl_image_add(ranges[i].start, ranges[i].size, ranges[i].small);
}

/* False: not on this kernel, and it says so. */
static bool save(const char *tracker)
{
    /* Here, for cmocka sets its own handler for each test. */
    const struct sigaction action = {
        .sa_sigaction = fault,
        .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER,
    };
    const char *trouble = rdl_image_save(tracker);

    sigaction(SIGSEGV, &action, NULL);
    if (trouble == NULL) {
        assert_string_equal(rdl_image_tracker(), tracker);
        return true;
    }
    print_message("%s: %s\n", tracker, trouble);
    assert_string_equal(tracker, "scan");
    return false;
}

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

static void read_into(char *at, size_t size, bool allowed)
{
    int fds[2];
    char data[PAGE];

    memset(data, 77, sizeof(data));
    assert_int_equal(pipe(fds), 0);
    assert_int_equal(write(fds[1], data, size), size);
    if (allowed) {
        assert_int_equal(read(fds[0], at, size), size);
        assert_memory_equal(at, data, size);
    } else {
        assert_int_equal(read(fds[0], at, size), -1);
        assert_int_equal(errno, EFAULT);
    }
    close(fds[0]);
    close(fds[1]);
}

static void the_kernel_writes_too(void **state)
{
    struct range *r = MEGABYTE, *s = SPARSE_RANGE;

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        uint64_t sum;
        bool closed;

        add_all();
        if (!save(trackers[t]))
            continue;
        closed = rdl_changes_closed();
        sum = rdl_image_checksum();
        for (int round = 0; round < 5; round++) {
            size_t page = rdl_rng_below(&rng, 200);
            char *at = r->start + page * PAGE + 4000;

            rdl_image_touch(at, 200);
            read_into(at, 200, true);
            rdl_image_touch(s->start + MIB, 4);
            read_into(s->start + MIB, 4, true);
            assert_int_equal(rdl_image_checksum(), sum);
            rdl_image_restore();
            assert_int_equal(rdl_image_checksum(), sum);
            check(r, 0, MIB);
            check(s, 0, 2 * MIB);
        }
        read_into(r->start + 250 * PAGE, 9, !closed);
        assert_int_equal(rdl_image_open(), closed);
        read_into(r->start + 250 * PAGE, 9, true);
        read_into(s->start + 2 * MIB, 9, true);
        assert_false(rdl_image_open());
        rdl_image_restore();
        check_all();
        /* Closed again. */
        read_into(r->start + 250 * PAGE, 9, !closed);
        rdl_image_restore();
        check(r, 0, MIB);
    }
}

static void a_call_is_known_by_its_arguments(void **state)
{
    struct range *r = MEGABYTE;
    /* Across a page each. */
    char *data = r->start + 3 * PAGE - 50, *more = r->start + 9 * PAGE - 50;
    char *events = r->start + 40 * PAGE;
    struct iovec vectors[] = { { data, 100 }, { more, 100 } };
    int fds[2];

    (void)state;
    for (size_t t = 0; t < N_TRACKERS; t++) {
        add_all();
        if (!save(trackers[t]))
            continue;
        for (int round = 0; round < 5; round++) {
            int *place = (int *)(r->start + (20 + round) * PAGE);
            const long pipe_arg[6] = { (long)place };
            long arg[6] = { 0, (long)vectors, 2 };
            const long epoll_arg[6] = { 0, (long)events, 1000 };

            rdl_image_touch_call(SYS_pipe, pipe_arg);
            assert_int_equal(pipe(place), 0);
            fds[0] = place[0];
            fds[1] = place[1];
            assert_int_equal(write(fds[1], ranges[0].original, 20), 20);
            assert_int_equal(write(fds[1], MEGABYTE->original, 180), 180);
            arg[0] = fds[0];
            rdl_image_touch_call(SYS_readv, arg);
            assert_int_equal(readv(fds[0], vectors, 2), 200);
            assert_memory_equal(more, MEGABYTE->original + 80, 100);
            close(fds[0]);
            close(fds[1]);
            rdl_image_touch_call(SYS_epoll_pwait2, epoll_arg);
            read_into(events + 999 * sizeof(struct epoll_event), 12, true);
            rdl_image_restore();
            check(r, 0, MIB);
        }
    }
}

/* What the target protects itself faults for the target. */
static void lost_pages_are_the_targets(void **state)
{
    char *at = MEGABYTE->start + 30 * PAGE;

    (void)state;
    add_all();
    assert_true(save("protect"));
    rdl_image_lost(at, PAGE);
    assert_int_equal(mprotect(at, PAGE, PROT_NONE), 0);
    assert_false(rdl_image_fault((uintptr_t)at));
    assert_true(rdl_image_fault((uintptr_t)at + PAGE));
    assert_int_equal(mprotect(at, PAGE, PROT_READ | PROT_WRITE), 0);
    at[0] ^= 1;
    rdl_image_remapped(at, PAGE);
    rdl_image_restore();
    check(MEGABYTE, 0, MIB);
    at[0] ^= 1; /* seen again */
    rdl_image_restore();
    check(MEGABYTE, 0, MIB);
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
        always = rdl_changes_hot(); /* of extents not worth being watched */
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < 8; i++)
                r->start[3 * i * PAGE] ^= 1;
            /* Another one each time: never hot. */
            SPARSE_RANGE->start[round * MIB + PAGE] = 1;
            rdl_image_restore();
            check(r, 0, MIB);
            check(SPARSE_RANGE, round * MIB, MIB);
            assert_int_equal(rdl_changes_hot() - always, round == 0 ? 0 : 8);
        }
        /* Each is compared about every 8th time, and cold when found unchanged
         * four times in a row. */
        for (int round = 0; round < 3 * 8 * 4; round++)
            rdl_image_restore();
        assert_int_equal(rdl_changes_hot(), always);
        hot = 0;
        for (int round = 0; round < 4; round++) {
            r->start[3 * PAGE] ^= 1;
            rdl_image_restore();
            check(r, 0, MIB);
            hot += rdl_changes_hot() - always;
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
    struct rdl_presence presence;
    bool there;

    rdl_presence_open(&presence);
    there = rdl_presence_at(&presence, (uintptr_t)at);
    rdl_presence_close(&presence);
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

static void auto_copies_what_is_little(void **state)
{
    (void)state;
    rdl_image_begin();
    rdl_image_add(ranges[1].start, ranges[1].size, false);
    rdl_image_add(ranges[5].start, ranges[5].size, true);
    assert_null(rdl_image_save("auto"));
    assert_string_equal(rdl_image_tracker(), "copy");
    add_all();
    assert_null(rdl_image_save("auto"));
    assert_string_not_equal(rdl_image_tracker(), "copy");
    rdl_image_touch(MEGABYTE->start, 1);
    MEGABYTE->start[0] ^= 1;
    rdl_image_restore();
    check_all();
    rdl_image_begin();
}

/* --- Own memory ------------------------------------------------------------
 */

static void own_memory_goes_with_the_execution(void **state)
{
    char *kept, *a, *b;

    (void)state;
    kept = rdl_own_map(100);
    kept[0] = 7;
    rdl_rewind_part_own.save();
    for (int round = 0; round < 8; round++) {
        /* 16 KiB is kept for the next time, 1 MiB is not. */
        size_t size = round % 4 < 2 ? 4 * PAGE : MIB;

        a = rdl_own_map(size);
        b = rdl_own_map(1);
        assert_non_null(a);
        assert_ptr_equal(b, a + size + PAGE);
        assert_true(rdl_own_holds((uintptr_t)b));
        for (size_t i = 0; i < size; i++)
            assert_int_equal(a[i], 0);
        assert_int_equal(b[0], 0);
        memset(a, 1, size);
        b[0] = 1;
        rdl_own_unmap(b, 1);
        assert_ptr_equal(rdl_own_map(2 * PAGE), b);
        assert_int_equal(b[0], 0);
        rdl_rewind_part_own.leave();
        assert_int_equal(msync(b, PAGE, MS_ASYNC), -1);
    }
    assert_int_equal(kept[0], 7);
    assert_false(rdl_own_holds((uintptr_t)&kept));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_comes_back),
        cmocka_unit_test(neighbours_are_left_alone),
        cmocka_unit_test(small_ranges_share_pages),
        cmocka_unit_test(small_ranges_never_fault),
        cmocka_unit_test(what_is_mapped_anew_is_tracked_anew),
        cmocka_unit_test(the_kernel_writes_too),
        cmocka_unit_test(a_call_is_known_by_its_arguments),
        cmocka_unit_test(lost_pages_are_the_targets),
        cmocka_unit_test(pages_become_hot_and_cold),
        cmocka_unit_test(untouched_memory_costs_none),
        cmocka_unit_test(the_copy_is_checked_and_read_only),
        cmocka_unit_test(auto_copies_what_is_little),
        cmocka_unit_test(own_memory_goes_with_the_execution),
    };
    stack_t stack = { .ss_sp = map(16 * PAGE, -1), .ss_size = 16 * PAGE };

    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < N_RANGES; i++)
        make(&ranges[i]);
    return cmocka_run_group_tests_name("image", tests, NULL, NULL);
}
