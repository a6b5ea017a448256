/* explore_upper.c - one exploration by several workers: in random order, with
 * requests of random length, with workers and drivers that die, each trace runs
 * once. */
#include "explore/upper.h"
#include "explore_programs.h"
#include "sanitized.h"

#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>

#define WORKERS 4
#define MEMORY_SIZE (16u << 20)
#define UPPER_SIZE (64u << 20)
#define MOST_BATCH 40

static struct worker {
    void *memory;
    struct rdl_explore *x; /* NULL: it has no part */
    uint32_t part;
} workers[WORKERS];
static struct rdl_upper upper;
static void *upper_memory;
static char *image;
static size_t image_size, image_room;
static unsigned lost, together;

static void image_add(void *data, const void *bytes, size_t size)
{
    (void)data;
    if (image_size + size > image_room) {
        image_room = 2 * (image_size + size);
        image = realloc(image, image_room);
    }
    memcpy(image + image_size, bytes, size);
    image_size += size;
}

/* raddle dies, and another one goes on with what was stored. */
static void driver_dies(void)
{
    image_size = 0;
    rdl_upper_write(&upper, image_add, NULL);
    assert(rdl_upper_open(&upper, upper_memory, UPPER_SIZE, EVENTS));
    assert(!rdl_upper_read(&upper, image, image_size - 1));
    assert(rdl_upper_open(&upper, upper_memory, UPPER_SIZE, EVENTS));
    assert(rdl_upper_read(&upper, image, image_size));
    for (int i = 0; i < WORKERS; i++)
        workers[i].x = NULL;
}

static unsigned busy(void)
{
    unsigned n = 0;

    for (int i = 0; i < WORKERS; i++)
        n += workers[i].x != NULL;
    return n;
}

static void worker_begins(struct worker *w, unsigned n, struct rdl_rng *rng)
{
    const unsigned idle = n - busy();

    w->part = rdl_upper_take(&upper, (unsigned)rdl_rng_below(rng, idle + 1));
    if (w->part == RDL_TREE_NONE) {
        assert(busy() > 0); /* else nobody would ever go on */
        return;
    }
    w->x = rdl_explore_open(w->memory, MEMORY_SIZE, RDL_BOUND_NONE, 0);
    assert(w->x != NULL && rdl_upper_give(&upper, w->part, w->x));
    if (busy() > 1)
        together++;
}

/* Runs up to n executions of the part, of which nothing counts if the worker
 * dies. */
static void worker_runs(struct worker *w, const struct program *p, unsigned n,
                        bool dies, struct counts *counts)
{
    static uint64_t met_before[MOST_FINGERPRINTS];
    const unsigned n_before = n_met;
    const struct counts before = *counts;
    struct rdl_explore_counts c;
    bool more = true;

    memcpy(met_before, met, sizeof(met));
    for (unsigned i = 0; i < n && more; i++)
        more = explore_once(w->x, p, counts);
    if (dies) {
        memcpy(met, met_before, sizeof(met));
        n_met = n_before;
        *counts = before;
        lost++;
        rdl_upper_release(&upper, w->part);
        w->x = NULL;
        return;
    }
    c = rdl_explore_counts(w->x);
    counts->abandoned += (unsigned)c.abandoned;
    counts->wrong += (unsigned)c.wrong;
    counts->trouble |= rdl_explore_trouble(w->x);
    assert(rdl_upper_merge(&upper, w->part, w->x, !more));
    w->x = NULL;
}

static struct counts divide(const struct program *p, unsigned n,
                            struct rdl_rng *rng, unsigned most, bool crashes)
{
    struct counts counts = { 0 };

    assert(rdl_upper_open(&upper, upper_memory, UPPER_SIZE, EVENTS));
    model_forget();
    while (!rdl_upper_done(&upper)) {
        struct worker *w = &workers[rdl_rng_below(rng, n)];

        if (w->x == NULL)
            worker_begins(w, n, rng);
        else
            worker_runs(w, p, 1 + (unsigned)rdl_rng_below(rng, most),
                        crashes && rdl_rng_below(rng, 8) == 0, &counts);
        if (crashes && rdl_rng_below(rng, 16) == 0)
            driver_dies();
    }
    assert(busy() == 0);
    assert(rdl_upper_progress(&upper).open == 0);
    return counts;
}

static void check(const char *name, uint64_t i, const struct counts *c,
                  const unsigned *wanted)
{
    if (memcmp(c->n, wanted, sizeof(c->n)) == 0 && c->again == 0 &&
        c->abandoned == 0 && c->wrong == 0 && c->trouble == 0)
        return;
    fprintf(stderr,
            "%s %llu: %u %u %u of %u %u %u traces, %u again, %u abandoned, %u "
            "wrong, trouble %u\n",
            name, (unsigned long long)i, c->n[0], c->n[1], c->n[2], wanted[0],
            wanted[1], wanted[2], c->again, c->abandoned, c->wrong, c->trouble);
    exit(1);
}

static void known(const char *name, const struct program *p, unsigned complete,
                  unsigned deadlocks, uint64_t seed)
{
    unsigned wanted[N_OUTCOMES] = { 0 };
    struct rdl_rng rng = { .state = seed };
    struct counts c;

    wanted[COMPLETE] = complete;
    wanted[DEADLOCK] = deadlocks;
    c = divide(p, 2 + (unsigned)seed % (WORKERS - 1), &rng,
               complete > 1000 ? MOST_BATCH : 3, complete < 1000);
    check(name, seed, &c, wanted);
}
#define KNOWN(complete, deadlocks, make, ...)                                  \
    do {                                                                       \
        static struct program program;                                         \
        memset(&program, 0, sizeof(program));                                  \
        make(&program, ##__VA_ARGS__);                                         \
        known(#make " " #__VA_ARGS__, &program, complete, deadlocks, seed);    \
    } while (0)

static void test_known(uint64_t seed)
{
    KNOWN_PROGRAMS
}

static void test_random(uint64_t seed, int n, int orders)
{
    static struct program p;

    for (int i = 0; i < n; i++) {
        struct rdl_rng rng = { .state = rdl_mix(seed, (uint64_t)i) };
        struct counts all, found;

        plan_random(&p, &rng, false);
        all = model_all(&p);
        for (int k = 0; k < orders; k++) {
            found = divide(&p, 2 + (unsigned)rdl_rng_below(&rng, WORKERS - 1),
                           &rng, 1 + (unsigned)rdl_rng_below(&rng, 5),
                           rdl_rng_below(&rng, 2) == 0);
            check("random program", (uint64_t)i, &found, all.n);
        }
    }
}

int main(int argc, char **argv)
{
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const int n = argc > 2 ? atoi(argv[2]) : ROUNDS_OF(150);

    upper_memory = calloc(1, UPPER_SIZE);
    for (int i = 0; i < WORKERS; i++)
        workers[i].memory = calloc(1, MEMORY_SIZE);
    for (uint64_t i = 0; i < 2; i++)
        test_known(seed + i);
    test_random(seed, n, 3);
    assert(lost > 0 && together > 0);
    free(image);
    free(upper_memory);
    for (int i = 0; i < WORKERS; i++)
        free(workers[i].memory);
}
