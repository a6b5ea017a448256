/* coverage_events.c - what coverage costs per event: nanoseconds for each
 * metric alone, for all, and for what else happens once an execution.
 *
 * The trace is that of a program with four workers on a hash map: buckets with
 * a lock each, counters under one lock, some atomics; accesses of 4 and 8
 * bytes, 1 event in 8 on a lock, 120 locations.  64 schedules of it are drawn
 * and fed in turn, as a campaign would. */
#include "base/rng.h"
#include "coverage/collector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    WORKERS = 4,
    CALLS = 40, /* of each worker in an execution */
    BUCKETS = 64,
    SCHEDULES = 64,
    MAX_EVENTS = 1 << 14,
};

/* Time that the machine gave to others does not count. */
static uint64_t cpu_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

struct schedule {
    struct rdl_event events[MAX_EVENTS];
    size_t n;
};

static struct schedule schedules[SCHEDULES];

#define CODE ((uintptr_t)0x401000)
#define MEMORY ((uintptr_t)0x7f0000000000)

static void add(struct schedule *s, unsigned tid, enum rdl_op op,
                uintptr_t offset, uint32_t size, uintptr_t place)
{
    s->events[s->n++] = (struct rdl_event){
        .tid = (rdl_tid)tid,
        .op = (uint8_t)op,
        .addr = MEMORY + offset,
        .size = size,
        .pc = CODE + 7 * place,
    };
}

/* One call of the map; the `kind` is where it comes from. */
static void call(struct schedule *s, struct rdl_rng *rng, unsigned tid,
                 unsigned kind)
{
    const uintptr_t bucket = rdl_rng_below(rng, BUCKETS) * 512;
    const uintptr_t place = kind * 20;
    const unsigned chain = 1 + (unsigned)rdl_rng_below(rng, 3);

    add(s, tid, RDL_OP_READ, bucket + 64, 8, place);
    add(s, tid, RDL_OP_LOCK, bucket, 40, place + 1);
    add(s, tid, RDL_OP_HOLD, bucket, 40, place + 1);
    for (unsigned i = 0; i < chain; i++) {
        add(s, tid, RDL_OP_READ, bucket + 128 + 64 * i, 8, place + 2);
        add(s, tid, RDL_OP_READ, bucket + 136 + 64 * i, 4, place + 3);
        add(s, tid, RDL_OP_READ, bucket + 140 + 64 * i, 4, place + 4);
        add(s, tid, RDL_OP_READ, bucket + 144 + 64 * i, 8, place + 5);
    }
    add(s, tid, RDL_OP_WRITE, bucket + 144, 8, place + 6);
    add(s, tid, RDL_OP_WRITE, bucket + 140, 4, place + 7);
    add(s, tid, RDL_OP_READ, bucket + 72, 4, place + 8);
    add(s, tid, RDL_OP_WRITE, bucket + 72, 4, place + 9);
    add(s, tid, RDL_OP_UNLOCK, bucket, 40, place + 10);
    add(s, tid, RDL_OP_RMW, 1 << 16, 8, place + 11);
    if (kind == 0) {
        add(s, tid, RDL_OP_LOCK, 1 << 17, 40, place + 12);
        add(s, tid, RDL_OP_HOLD, 1 << 17, 40, place + 12);
        add(s, tid, RDL_OP_READ, (1 << 17) + 64, 4, place + 13);
        add(s, tid, RDL_OP_WRITE, (1 << 17) + 64, 4, place + 14);
        add(s, tid, RDL_OP_UNLOCK, 1 << 17, 40, place + 15);
    }
}

static void draw_schedules(void)
{
    struct rdl_rng rng = { 1 };

    for (int i = 0; i < SCHEDULES; i++) {
        struct schedule *s = &schedules[i];

        for (unsigned t = 1; t <= WORKERS; t++)
            add(s, t, RDL_OP_START, 0, 1, 0);
        for (unsigned c = 0; c < WORKERS * CALLS; c++) {
            unsigned tid = 1 + (unsigned)rdl_rng_below(&rng, WORKERS);
            unsigned kind = (unsigned)rdl_rng_below(&rng, 6);

            call(s, &rng, tid, kind);
        }
    }
}

static void *more(void *owner, size_t size)
{
    (void)owner;
    return calloc(1, size);
}

static uint64_t name(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(0, pc - CODE);
}

static struct rdl_coverage coverage;
static struct rdl_coverage_memory *memory;

/* With the limits of a campaign, however few requirements there are. */
static void begin_campaign(uint32_t metrics)
{
    const struct rdl_coverage_limits limits = RDL_COVERAGE_LIMITS;

    free(memory);
    memory = rdl_coverage_memory_init(
        calloc(1, rdl_coverage_memory_size(&limits)), &limits);
    rdl_coverage_attach(&coverage, &(struct rdl_coverage_attach){
                                       .memory = memory,
                                       .size = memory->size,
                                       .metrics = metrics,
                                       .pairs = 3,
                                       .owner = 1,
                                       .supply = { .more = more },
                                       .namer = { .name = name },
                                   });
}

/* ns for each event, over `rounds` of all schedules. */
static double run(int rounds)
{
    uint64_t begin = cpu_ns(), n = 0;

    for (int r = 0; r < rounds * SCHEDULES; r++) {
        const struct schedule *s = &schedules[r % SCHEDULES];

        rdl_coverage_begin(&coverage, (uint64_t)r);
        for (size_t i = 0; i < s->n; i++)
            rdl_coverage_event(&coverage, &s->events[i]);
        n += s->n;
    }
    return (double)(cpu_ns() - begin) / (double)n;
}

static double measure(uint32_t metrics)
{
    double best = 1e9;

    begin_campaign(metrics);
    run(2); /* caches, tables */
    for (int i = 0; i < 30; i++) {
        double ns = run(1);

        best = ns < best ? ns : best;
    }
    return best;
}

static void measure_queries(void)
{
    const uint32_t metrics = rdl_metrics_named("cc");
    const struct schedule *s = &schedules[0];
    struct rdl_query query;
    uint64_t begin, n = 0;

    begin = cpu_ns();
    for (int r = 0; r < 50; r++) {
        for (size_t i = 0; i < s->n; i++, n++)
            rdl_coverage_query(&coverage, metrics, &s->events[i], &query);
    }
    printf("%-24s %8.1f ns\n", "cov(p), Sync-Pair+Def-Use",
           (double)(cpu_ns() - begin) / (double)n);
}

static void measure_pairs(struct rdl_pairing *p)
{
    uint64_t ns = 0, n = 0, asked = 0, ns_asked = 0, ns_partners = 0, sum = 0;
    const uint32_t places = rdl_locations_end(&coverage.locations);

    for (int r = 0; r < 4 * SCHEDULES; r++) {
        const struct schedule *s = &schedules[r % SCHEDULES];
        uint64_t begin;

        rdl_coverage_begin(&coverage, (uint64_t)r);
        for (size_t i = 0; i < s->n; i++)
            rdl_coverage_event(&coverage, &s->events[i]);
        begin = cpu_ns();
        for (uint32_t i = 0; i < 150; i++, asked++)
            sum += rdl_pairs_new(p, 1 + i * 7 % memory->requirements.ledger.n);
        ns_asked += cpu_ns() - begin;
        begin = cpu_ns();
        for (uint32_t i = 0; i < 150; i++)
            sum += rdl_pairs_partners(p, RDL_LOC_FIRST + i % places);
        ns_partners += cpu_ns() - begin;
        begin = cpu_ns();
        rdl_pairs_end(p);
        ns += cpu_ns() - begin;
        n++;
    }
    printf("%-24s %8.1f ns  (%u members)\n", "new(c)",
           (double)ns_asked / (double)asked, p->n);
    printf("%-24s %8.1f ns\n", "partners", (double)ns_partners / (double)asked);
    printf("%-10s end            %8.1f us  (%lu pairs, %lu asked)\n",
           p->kind->name, (double)ns / (double)n / 1e3,
           (unsigned long)p->table->covered, (unsigned long)sum);
}

int main(void)
{
    double all;

    draw_schedules();
    printf("%zu events an execution\n", schedules[0].n);
    printf("%-24s %8.1f ns/event\n", "none", measure(0));
    for (unsigned m = 0; m < RDL_N_METRICS; m++)
        printf("%-24s %8.1f ns/event\n", rdl_metric_at(m)->name,
               measure(UINT32_C(1) << m));
    printf("%-24s %8.1f ns/event\n", "sync-pair+def-use",
           measure(rdl_metrics_named("cc")));
    all = measure(RDL_ALL_METRICS);
    printf("%-24s %8.1f ns/event  (%u requirements, %u in an execution)\n",
           "all", all, memory->requirements.ledger.n,
           coverage.covering.n_order);
    measure_queries();
    measure_pairs(&coverage.pairs[0]);
    measure_pairs(&coverage.pairs[1]);
    return 0;
}
