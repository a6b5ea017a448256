/* explore.c - exploration against all interleavings: of programs with known
 * numbers of traces, and of random ones. */
#include "explore/image.h"
#include "explore/parts.h"
#include "explore/progress.h"
#include "explore_programs.h"
#include "sanitized.h"

#include <stdio.h>
#include <stdlib.h>

#define MEMORY_SIZE (64u << 20)

/* --- Images --------------------------------------------------------------- */

static bool through_image;
static unsigned lean_after; /* executions; 0: never */
static char image[1u << 20];
static size_t image_size;

static void image_add(void *data, const void *bytes, size_t size)
{
    (void)data;
    assert(image_size + size <= sizeof(image));
    memcpy(image + image_size, bytes, size);
    image_size += size;
}

/* As if another process went on. */
static struct rdl_explore *explore_through_image(struct rdl_explore *x,
                                                 void *memory)
{
    image_size = 0;
    assert(rdl_image_write(x, image_add, NULL));
    x = rdl_explore_open(memory, MEMORY_SIZE, RDL_BOUND_NONE, 0);
    assert(x != NULL && !rdl_image_read(x, image, image_size - 1));
    x = rdl_explore_open(memory, MEMORY_SIZE, RDL_BOUND_NONE, 0);
    assert(rdl_image_read(x, image, image_size));
    return x;
}

static struct counts explore(const struct program *p)
{
    static void *memory;
    struct counts counts = { 0 };
    struct rdl_explore *x;
    uint64_t least = 0;

    if (memory == NULL)
        memory = calloc(1, MEMORY_SIZE);
    x = rdl_explore_open(memory, MEMORY_SIZE, RDL_BOUND_NONE, 0);
    assert(x != NULL);
    model_forget();
    for (unsigned n = 1; explore_once(x, p, &counts); n++) {
        const struct rdl_explore_progress now = rdl_explore_progress(x);
        const uint64_t sure = rdl_explore_counts(x).executions + now.open;

        assert(now.open > 0 && now.share >= 0 && now.share < 1);
        least = sure > least ? sure : least;
        /* As if the trees had filled the memory. */
        if (lean_after > 0 && n >= lean_after)
            x->lean = true;
        if (through_image)
            x = explore_through_image(x, memory);
    }
    /* What was certain on the way came true; and something was. */
    assert(least <= rdl_explore_counts(x).executions);
    assert(least > 0 || rdl_explore_counts(x).executions == 1);
    assert(rdl_explore_progress(x).open == 0);
    counts.abandoned = (unsigned)rdl_explore_counts(x).abandoned;
    counts.wrong = (unsigned)rdl_explore_counts(x).wrong;
    counts.trouble = rdl_explore_trouble(x);
    return counts;
}

static void known(const char *name, struct program *p, unsigned complete,
                  unsigned deadlocks)
{
    const struct counts c = explore(p);

    if (c.n[COMPLETE] != complete || c.n[DEADLOCK] != deadlocks ||
        c.again != 0 || c.abandoned != 0 || c.wrong != 0 || c.trouble != 0) {
        fprintf(stderr,
                "%s: %u + %u traces (%u + %u expected), %u again, %u "
                "abandoned, %u wrong, trouble %u\n",
                name, c.n[COMPLETE], c.n[DEADLOCK], complete, deadlocks,
                c.again, c.abandoned, c.wrong, c.trouble);
        exit(1);
    }
}
#define KNOWN(complete, deadlocks, make, ...)                                  \
    do {                                                                       \
        static struct program program;                                         \
        make(&program, ##__VA_ARGS__);                                         \
        known(#make " " #__VA_ARGS__, &program, complete, deadlocks);          \
    } while (0)

static void test_known(void)
{
    KNOWN_PROGRAMS
}

/* --- Random programs
 * ---------------------------------------------------------- */

/* Returns how many executions were abandoned: with source sets some are. */
static unsigned test_random(uint64_t seed, int n)
{
    static struct program p;
    unsigned traces = 0, abandoned = 0;

    for (int i = 0; i < n; i++) {
        struct rdl_rng rng = { .state = rdl_mix(seed, (uint64_t)i) };
        struct counts found, all;

        plan_random(&p, &rng, false);
        all = model_all(&p);
        found = explore(&p);
        for (int k = 0; k < N_OUTCOMES; k++)
            traces += all.n[k];
        abandoned += found.abandoned;
        if (memcmp(found.n, all.n, sizeof(all.n)) != 0 || found.again != 0 ||
            (found.abandoned != 0 && lean_after == 0) || found.trouble != 0 ||
            found.wrong != 0) {
            fprintf(stderr,
                    "random program %d: %u %u %u of %u %u %u traces, %u again, "
                    "%u abandoned, %u wrong, trouble %u\n",
                    i, found.n[0], found.n[1], found.n[2], all.n[0], all.n[1],
                    all.n[2], found.again, found.abandoned, found.wrong,
                    found.trouble);
            exit(1);
        }
    }
    assert(traces > (unsigned)n);
    return abandoned;
}

/* A step has no more outcomes than its number of them can say. */
static void test_outcomes(void)
{
    const rdl_tid can[] = { 0 };
    void *memory = calloc(1, MEMORY_SIZE);
    struct rdl_explore *x =
        rdl_explore_open(memory, MEMORY_SIZE, RDL_BOUND_NONE, 0);

    rdl_explore_begin(x);
    assert(rdl_explore_pick(x, can, 1, 0) == 0);
    for (unsigned i = 1; i < UINT16_MAX; i++)
        assert(!rdl_explore_outcome(x, i));
    assert(rdl_explore_trouble(x) == RDL_EXPLORE_FINE);
    assert(!rdl_explore_outcome(x, UINT16_MAX));
    assert(rdl_explore_trouble(x) == RDL_EXPLORE_MEMORY);
    free(memory);
}

int main(void)
{
    unsigned abandoned = 0;

    test_known();
    test_outcomes();
    test_random(1, ROUNDS_OF(300));
    through_image = true;
    test_random(1, 30);
    through_image = false;
    for (lean_after = 1; lean_after <= 4; lean_after++)
        abandoned += test_random(lean_after * 1000, 50);
    assert(abandoned > 0);
}
