/* image_setup.h - what the tests of an image share: a world of ranges that are
 * saved, written and compared, and every tracker that the kernel allows. */
#ifndef IMAGE_SETUP_H
#define IMAGE_SETUP_H

#include "base/rng.h"
#include "runtime/rewind/image/dirty_pages.h"
#include "runtime/rewind/image/image.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#define PAGE 4096
#define MIB (1 << 20)
#define SPARSE (64 * MIB)

#define TRACKER(id) #id,
static const char *const trackers[] = {
#include "runtime/rewind/image/tracker_list.h"
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

static inline void fill(char *at, size_t size)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (char)rdl_rng_next(&rng);
}

static inline void fault(int signo, siginfo_t *info, void *context)
{
    static const char text[] = "a fault that is not the tracker's\n";

    (void)context;
    if (rdl_image_fault((uintptr_t)info->si_addr))
        return;
    (void)!write(2, text, sizeof(text) - 1);
    signal(signo, SIG_DFL);
}

static inline char *map(size_t size, int fd)
{
    char *at = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

/* A file with data, zeros and a hole. */
static inline int file(size_t size)
{
    int fd = memfd_create("image", 0);
    char page[PAGE];

    fill(page, sizeof(page));
    assert_int_equal(ftruncate(fd, (off_t)size), 0);
    for (off_t at = 0; at < (off_t)size / 2; at += 3 * PAGE)
        assert_int_equal(pwrite(fd, page, PAGE, at), PAGE);
    return fd;
}

static inline void make(struct range *r)
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

static inline void check(const struct range *r, size_t offset, size_t size)
{
    if (memcmp(r->start + offset, r->original + offset, size) == 0)
        return;
    for (size_t i = offset; i < offset + size; i++) {
        if (r->start[i] != r->original[i])
            fail_msg("%s: %s, byte %zu is %d, was %d", rdl_image_tracker(),
                     r->name, i, r->start[i], r->original[i]);
    }
}

static inline void check_all(void)
{
    for (size_t i = 0; i < N_RANGES; i++)
        check(&ranges[i], 0, ranges[i].size);
}

static inline void add_all(void)
{
    rdl_image_begin();
    for (size_t i = N_RANGES; i-- > 0;)
        rdl_image_add(ranges[i].start, ranges[i].size, ranges[i].small);
}

/* False: not on this kernel, and it says so. */
static inline bool save(const char *tracker)
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

static inline void image_make_world(void)
{
    stack_t stack = { .ss_sp = map(16 * PAGE, -1), .ss_size = 16 * PAGE };

    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < N_RANGES; i++)
        make(&ranges[i]);
}

#endif
