/* strategy_guided_metrics.c - tsa and cuve aim at any metrics (--guide): what
 * they keep from one decision to the next changes no decision, and what they
 * aim at is covered. */
#include "coverage/guide.h"
#include "strategy_model.h"
#include "strategy_programs.h"

enum { PROGRAMS = 25, EXECUTIONS = 25 };

struct world {
    struct rdl_coverage *coverage;
    struct rdl_coverage_guide guide;
    struct rdl_coverage_memory *memory;
    void *blocks[512];
    size_t n_blocks;
};

static void *more(void *owner, size_t size)
{
    struct world *w = owner;

    assert_true(w->n_blocks < 512);
    return w->blocks[w->n_blocks++] = calloc(1, size);
}

static uint64_t name_of(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(1, pc);
}

static struct world *world_new(const struct rdl_strategy *s, uint32_t metrics)
{
    const struct rdl_coverage_limits limits = { .locations = 1024,
                                                .requirements = 8192,
                                                .members = 1024 };
    const size_t size = rdl_coverage_memory_size(&limits);
    struct world *w = calloc(1, sizeof(*w));

    w->memory = rdl_coverage_memory_init(calloc(1, size), &limits);
    w->coverage = calloc(1, sizeof(*w->coverage));
    assert_int_equal(
        rdl_coverage_attach(
            w->coverage,
            &(struct rdl_coverage_attach){
                .memory = w->memory,
                .size = size,
                .metrics = metrics | rdl_metrics_named("sync-pair+def-use"),
                .pairs = 1,
                .owner = 1,
                .supply = { .more = more, .owner = w },
                .namer = { .name = name_of },
            }),
        0);
    rdl_coverage_guide_init(&w->guide, w->coverage, metrics, s->pairs);
    return w;
}

static void world_free(struct world *w)
{
    for (size_t i = 0; i < w->n_blocks; i++)
        free(w->blocks[i]);
    free(w->coverage);
    free(w->memory);
    free(w);
}

static void tell(void *arg, const struct rdl_event *e)
{
    rdl_coverage_event(((struct world *)arg)->coverage, e);
}

/* Some requirements of each metric, half of them of operations that could
 * meet. */
static void estimate(struct rdl_rng *rng, struct world *w, uint32_t metrics,
                     const struct model_program *p)
{
    for (int i = 0; i < 60; i++) {
        const size_t t = rdl_rng_below(rng, p->n_threads);
        const size_t u = rdl_rng_below(rng, p->n_threads);
        const unsigned metric = (unsigned)rdl_rng_below(rng, RDL_N_METRICS);

        if ((metrics >> metric & 1) != 0)
            rdl_requirements_estimate(
                &w->coverage->covering,
                rdl_key(metric,
                        rdl_location_of(
                            &w->coverage->locations,
                            p->ops[t][rdl_rng_below(rng, p->n_ops[t])].pc),
                        rdl_location_of(
                            &w->coverage->locations,
                            p->ops[u][rdl_rng_below(rng, p->n_ops[u])].pc)));
    }
}

/* The hash of a campaign's steps. */
static uint64_t campaign(const char *name, const struct model_program *program,
                         uint32_t metrics, uint64_t seed, bool caches)
{
    struct world *w = world_new(rdl_strategy_find(name), metrics);
    struct model *m = model_new(program, name, &w->guide.guide);
    struct rdl_rng rng = { seed };
    uint64_t hash = 0;

    m->observers[0] = (struct model_observer){ .event = tell, .arg = w };
    m->count_steps = caches;
    m->rng.state = seed;
    m->leaves_out.state = seed + 1;
    for (int i = 0; i < EXECUTIONS; i++) {
        rdl_coverage_begin(w->coverage, (uint64_t)i);
        model_run(m);
        rdl_coverage_end(w->coverage);
        for (uint64_t k = 0; k < m->steps; k++)
            hash = (hash ^ (m->trace[k] + 1u)) * UINT64_C(0x9e3779b97f4a7c15);
        if (i < 3)
            estimate(&rng, w, metrics, program);
    }
    assert_true(rdl_coverage_covered(w->memory, RDL_ALL_METRICS) > 0);
    model_free(m);
    world_free(w);
    return hash;
}

static const char *const guides[] = {
    "sync-pair+pset", "follows+pset",      "blocked-pair+def-use",
    "lr-def",         "blocked-pair+pset", "reads-from",
    "adjacent",
};
#define GUIDES (sizeof(guides) / sizeof(guides[0]))
static const char *const names[] = { "tsa", "tsa-h", "cuve", "cuve-c" };

static void what_is_kept_changes_no_decision(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct rdl_rng world = { ~seed };
        struct model_program *p = programs_draw(&world);

        for (size_t i = 0; i < 4 * GUIDES; i++) {
            const char *name = names[i % 4];
            const uint32_t metrics = rdl_metrics_named(guides[i / 4]);
            const uint64_t with = campaign(name, p, metrics, seed, true);

            if (with != campaign(name, p, metrics, seed, false))
                fail_msg("%s, %s, program %d", name, guides[i / 4], (int)seed);
        }
        free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_kept_changes_no_decision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
