/* strategy_picks.c - nanoseconds that a decision costs, by strategy.
 *
 * Small programs of the model machine (tests/unit/strategy_model.h), with the
 * real collector and its guide; only pick() is timed, by the processor's
 * counter, less what reading that costs. */
#include "coverage/guide.h"
#include "strategy/strategy.h"
#include "../tests/unit/strategy_model.h"

#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

enum { EXECUTIONS = 3000, WARM = 300 };

/* Ticks: somebody else ran meanwhile. */
#define INTERRUPTED 30000

#define PC(location) ((uintptr_t)0x400000 + (uintptr_t)(location))
#define OBJECT(letter) ((uintptr_t)0x10000 + 64 * (uintptr_t)(letter))

static void *more(void *owner, size_t size)
{
    (void)owner;
    return calloc(1, size);
}

static uint64_t name_of(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(1, pc);
}

static void tell(void *arg, const struct rdl_event *e)
{
    rdl_coverage_event(arg, e);
}

/* --- The timed strategy ----------------------------------------------------
 */

static const struct rdl_strategy *timed;
static uint64_t ticks, picks;

static void timed_begin(void *state, const struct rdl_run *run)
{
    timed->begin(state, run);
}

static rdl_tid timed_pick(void *state, const struct rdl_choice *c)
{
    uint64_t start = __rdtsc(), took;
    rdl_tid t = timed->pick(state, c);

    took = __rdtsc() - start;
    if (took < INTERRUPTED) {
        ticks += took;
        picks++;
    }
    return t;
}

static void timed_end(void *state, const struct rdl_run *run,
                      const struct rdl_ended *ended)
{
    if (timed->end != NULL)
        timed->end(state, run, ended);
}

static double tick_ns(void)
{
    struct timespec a, b;
    uint64_t start;

    clock_gettime(CLOCK_MONOTONIC, &a);
    start = __rdtsc();
    do
        clock_gettime(CLOCK_MONOTONIC, &b);
    while ((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec <
           20000000);
    return 20000000.0 / (double)(__rdtsc() - start);
}

static uint64_t empty_ticks(void)
{
    uint64_t least = UINT64_MAX;

    for (int i = 0; i < 10000; i++) {
        uint64_t start = __rdtsc(), all = __rdtsc() - start;

        least = all < least ? all : least;
    }
    return least;
}

/* --- Programs --------------------------------------------------------------
 */

static void add(struct model_program *p, size_t t, uint8_t op, uintptr_t addr,
                int pc)
{
    p->ops[t][p->n_ops[t]++] =
        (struct model_op){ .op = op, .addr = addr, .size = 8, .pc = PC(pc) };
}

/* Threads that count under one lock; `same`: all run the same code. */
static void counters(struct model_program *p, size_t n, int rounds, bool same)
{
    p->n_threads = n;
    for (size_t t = 0; t < n; t++) {
        int base = same ? 0 : 100 * (int)t;

        for (int i = 0; i < rounds; i++) {
            add(p, t, RDL_OP_LOCK, OBJECT('m'), base + 1);
            add(p, t, RDL_OP_READ, OBJECT('x'), base + 2);
            add(p, t, RDL_OP_WRITE, OBJECT('x'), base + 3);
            add(p, t, RDL_OP_UNLOCK, OBJECT('m'), base + 4);
        }
    }
}

/* Threads that read and write three variables without locks. */
static void races(struct model_program *p, size_t n, int rounds)
{
    p->n_threads = n;
    for (size_t t = 0; t < n; t++) {
        for (int i = 0; i < rounds; i++)
            add(p, t, (i + (int)t) % 3 == 0 ? RDL_OP_WRITE : RDL_OP_READ,
                OBJECT('x') + 64 * (uintptr_t)((i * 7 + (int)t) % 3),
                100 * (int)t + i % 8);
    }
}

static void measure(const char *title, const struct model_program *program,
                    const char *name, double ns, uint64_t empty)
{
    const struct rdl_coverage_limits limits = RDL_COVERAGE_LIMITS;
    const size_t size = rdl_coverage_memory_size(&limits);
    struct rdl_coverage *c = calloc(1, sizeof(*c));
    void *memory = calloc(1, size);
    const struct rdl_strategy timing = { .name = "timing",
                                         .begin = timed_begin,
                                         .pick = timed_pick,
                                         .end = timed_end };
    struct rdl_coverage_guide guide;
    struct model *m;
    uint32_t metrics;
    double first = 0;

    timed = rdl_strategy_find(name);
    metrics = timed->metrics != NULL ? rdl_metrics_named(timed->metrics) : 0;
    rdl_coverage_memory_init(memory, &limits);
    if (rdl_coverage_attach(c, &(struct rdl_coverage_attach){
                                   .memory = memory,
                                   .size = size,
                                   .metrics = metrics,
                                   .pairs = timed->pairs != NULL ? 3 : 0,
                                   .owner = 1,
                                   .supply = { .more = more },
                                   .namer = { .name = name_of } }) != 0)
        exit(1);
    rdl_coverage_guide_init(&guide, c, metrics, timed->pairs);
    m = model_new(program, name, metrics != 0 ? &guide.guide : NULL);
    m->strategy = &timing;
    m->observers[0] = (struct model_observer){ .event = tell, .arg = c };
    ticks = picks = 0;
    for (int i = 0; i < EXECUTIONS; i++) {
        if (i == WARM) {
            first = ((double)ticks / (double)picks - (double)empty) * ns;
            ticks = picks = 0;
        }
        rdl_coverage_begin(c, (uint64_t)i);
        model_run(m);
        rdl_coverage_end(c);
    }
    printf("%-28s %-8s %7.1f %7.1f   %5.1f decisions\n", title, name, first,
           ((double)ticks / (double)picks - (double)empty) * ns,
           (double)picks / (EXECUTIONS - WARM));
    model_free(m);
    free(c);
    free(memory);
}

int main(void)
{
    static const char *const names[] = {
        "random", "pos-weighted", "site-priority", "rff", "site-handoff",
        "tsa",    "tsa-h",        "cuve-c",        "cuve"
    };
    static struct model_program programs[5];
    static const char *const titles[] = {
        "2 threads, a lock", "4 threads, a lock, same code",
        "4 threads, a lock", "2 threads, races", "4 threads, races"
    };
    const double ns = tick_ns();
    const uint64_t empty = empty_ticks();

    counters(&programs[0], 2, 10, false);
    counters(&programs[1], 4, 10, true);
    counters(&programs[2], 4, 10, false);
    races(&programs[3], 2, 40);
    races(&programs[4], 4, 40);
    printf("ns a decision: executions 0 to %d, then to %d\n", WARM, EXECUTIONS);
    for (int p = 0; p < 5; p++) {
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
            measure(titles[p], &programs[p], names[i], ns, empty);
    }
}
