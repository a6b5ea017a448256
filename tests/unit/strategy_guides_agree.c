/* strategy_guides_agree.c - the guide over the collector (coverage/guide.c)
 * and the slow one give the same answers, at every decision of random
 * programs under the strategies that use them; and so the same schedules.
 * Recurve, which only the collector's guide serves: what it keeps from one
 * decision to the next changes none. */
#include "coverage/guide.h"
#include "coverage/tables/classes.h"
#include "strategy_guide.h"
#include "strategy_model.h"
#include "strategy_programs.h"

enum { PROGRAMS = 40, EXECUTIONS = 25, RECURVE_EXECUTIONS = 60 };

struct both {
    struct reference *slow;
    struct rdl_coverage *coverage;
    struct rdl_coverage_guide fast;
    struct rdl_coverage_memory *memory;
    void *blocks[512];
    size_t n_blocks;
    uint64_t answers; /* compared so far */
};

static void *more(void *owner, size_t size)
{
    struct both *b = owner;

    assert_true(b->n_blocks < 512);
    return b->blocks[b->n_blocks++] = calloc(1, size);
}

static uint64_t name_of(void *owner, uintptr_t pc)
{
    (void)owner;
    return rdl_location_key_of(1, pc);
}

static struct both *both_new(const struct rdl_strategy *s)
{
    const struct rdl_coverage_limits limits = { .locations = 1024,
                                                .requirements = 4096,
                                                .members = 1024 };
    const size_t size = rdl_coverage_memory_size(&limits);
    const uint32_t metrics = rdl_metrics_named(s->metrics);
    struct both *b = calloc(1, sizeof(*b));

    b->slow = reference_new(strstr(s->metrics, "def-use") != NULL
                                ? SYNC_PAIR | DEF_USE
                                : SYNC_PAIR);
    b->memory = rdl_coverage_memory_init(calloc(1, size), &limits);
    b->coverage = calloc(1, sizeof(*b->coverage));
    assert_int_equal(
        rdl_coverage_attach(b->coverage,
                            &(struct rdl_coverage_attach){
                                .memory = b->memory,
                                .size = size,
                                .metrics = metrics,
                                .pairs = 3,
                                .owner = 1,
                                .supply = { .more = more, .owner = b },
                                .namer = { .name = name_of },
                            }),
        0);
    rdl_coverage_guide_init(&b->fast, b->coverage, metrics, s->pairs);
    return b;
}

static void both_free(struct both *b)
{
    for (size_t i = 0; i < b->n_blocks; i++)
        free(b->blocks[i]);
    free(b->coverage);
    free(b->memory);
    free(b->slow);
    free(b);
}

static uintptr_t pc_of(const struct both *b, uint32_t location)
{
    return rdl_location_key_offset(
        rdl_location_key(&b->coverage->locations, location));
}

/* The slow guide's number of one of the fast guide's. */
static uint32_t translated(const struct both *b, uint32_t id)
{
    uint64_t key;

    if (id == 0)
        return 0;
    key = rdl_requirement_key(&b->coverage->covering, id);
    return need_find(b->slow,
                     rdl_key_metric(key) == RDL_METRIC_sync_pair ? SYNC_PAIR
                                                                 : DEF_USE,
                     pc_of(b, rdl_key_l1(key)), pc_of(b, rdl_key_l2(key)));
}

static void same_sets(struct both *b, const struct rdl_guide_set *fast,
                      const struct rdl_guide_set *slow, bool pairs)
{
    const struct rdl_guide *f = &b->fast.guide, *s = &b->slow->guide;

    assert_int_equal(fast->n, slow->n);
    for (uint32_t i = 0; i < fast->n; i++) {
        assert_int_equal(translated(b, fast->id[i]), slow->id[i]);
        assert_int_equal(f->covered(f, fast->id[i]),
                         s->covered(s, slow->id[i]));
        assert_int_equal(f->estimated(f, fast->id[i]),
                         s->estimated(s, slow->id[i]));
        if (pairs)
            assert_int_equal(f->pairs_new(f, fast->id[i]),
                             s->pairs_new(s, slow->id[i]));
        b->answers++;
    }
}

static void compare(void *arg, const struct rdl_choice *c)
{
    struct both *b = arg;
    const struct rdl_guide *f = &b->fast.guide, *s = &b->slow->guide;
    const bool pairs = b->fast.pairs != NULL;

    assert_int_equal(f->fresh(f), s->fresh(s));
    for (size_t i = 0; i < c->n_enabled; i++) {
        const struct rdl_event *p = &c->pending[c->enabled[i]];
        struct rdl_guide_set fast, slow;

        assert_int_equal(f->waits(f, p), s->waits(s, p));
        if (f->waits(f, p))
            continue;
        f->query(f, p, &fast);
        s->query(s, p, &slow);
        same_sets(b, &fast, &slow, pairs);
        assert_int_equal(f->open(f, p), s->open(s, p));
        if (pairs)
            assert_int_equal(f->partners(f, p), s->partners(s, p));
        for (size_t k = 0; k < c->n_enabled; k++) {
            const struct rdl_event *q = &c->pending[c->enabled[k]];

            if (q == p || f->waits(f, q))
                continue;
            assert_int_equal(f->meet(p, q), s->meet(p, q));
            f->query_after(f, p, q, &fast);
            s->query_after(s, p, q, &slow);
            same_sets(b, &fast, &slow, pairs);
        }
    }
}

static void tell_both(void *arg, const struct rdl_event *e)
{
    struct both *b = arg;

    reference_event(b->slow, e);
    rdl_coverage_event(b->coverage, e);
}

/* What the slow one has as estimated. */
static void estimate_too(struct both *b)
{
    for (size_t i = 1; i <= b->slow->n_needs; i++) {
        const struct need *x = &b->slow->needs[i];

        if (x->estimated)
            rdl_requirements_estimate(
                &b->coverage->covering,
                rdl_key(x->metric == SYNC_PAIR ? RDL_METRIC_sync_pair
                                               : RDL_METRIC_def_use,
                        rdl_location_of(&b->coverage->locations, x->l1),
                        rdl_location_of(&b->coverage->locations, x->l2)));
    }
}

/* One campaign, the strategy guided by one of the two; the hash of its steps.
 */
static uint64_t campaign(const char *name, const struct model_program *program,
                         uint64_t seed, bool by_fast)
{
    struct both *b = both_new(rdl_strategy_find(name));
    struct model *m =
        model_new(program, name, by_fast ? &b->fast.guide : &b->slow->guide);
    struct rdl_rng world = { seed };
    uint64_t hash = 0;

    m->observers[0] = (struct model_observer){ .event = tell_both,
                                               .decision = compare,
                                               .arg = b };
    m->rng.state = seed;
    m->leaves_out.state = seed + 1;
    for (int i = 0; i < EXECUTIONS; i++) {
        reference_begin(b->slow);
        rdl_coverage_begin(b->coverage, (uint64_t)i);
        model_run(m);
        reference_end(b->slow);
        rdl_coverage_end(b->coverage);
        for (uint64_t k = 0; k < m->steps; k++)
            hash = (hash ^ (m->trace[k] + 1u)) * UINT64_C(0x9e3779b97f4a7c15);
        if (i < 2) {
            programs_estimate(&world, program, b->slow);
            estimate_too(b);
        }
    }
    assert_true(b->answers > 0);
    model_free(m);
    both_free(b);
    return hash;
}

static void both_guides_give_the_same_answers(void **unused)
{
    static const char *const names[] = { "tsa", "cuve", "cuve-c" };

    (void)unused;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct rdl_rng world = { ~seed };
        struct model_program *p = programs_draw(&world);

        for (int i = 0; i < 3; i++) {
            uint64_t fast = campaign(names[i], p, seed, /*by_fast=*/true);

            assert_int_equal(fast,
                             campaign(names[i], p, seed, /*by_fast=*/false));
        }
        free(p);
    }
}

/* --- Recurve ---------------------------------------------------------------
 */

static void tell_collector(void *arg, const struct rdl_event *e)
{
    rdl_coverage_event(((struct both *)arg)->coverage, e);
}

/* Half of what was covered so far was expected and is new; the rest was
 * covered before. */
static void fill_classes(struct both *b)
{
    const uint32_t n = rdl_requirements_n(&b->coverage->covering);

    for (uint32_t id = 1; id <= n; id++)
        rdl_class_add(b->coverage, id % 2 == 0 ? RDL_CLASS_A : RDL_CLASS_B, id);
    rdl_classes_filled(b->coverage);
}

/* Each place accesses several variables, as the code of a list does: so an
 * interaction comes again elsewhere. */
static struct model_program *draw_shared_code(struct rdl_rng *world)
{
    struct model_program *p = programs_draw(world);

    for (size_t t = 0; t < p->n_threads; t++) {
        for (size_t i = 0; i < p->n_ops[t]; i++)
            p->ops[t][i].pc = PC(p->ops[t][i].op * 4u + i % 2);
    }
    return p;
}

static uint64_t recurve(const struct model_program *program, uint64_t seed,
                        bool caches, unsigned *in_ctp)
{
    struct both *b = both_new(rdl_strategy_find("recurve"));
    struct model *m = model_new(program, "recurve", &b->fast.guide);
    uint64_t hash = 0;

    rdl_coverage_guide_classes(&b->fast, /*together=*/false);
    m->observers[0] =
        (struct model_observer){ .event = tell_collector, .arg = b };
    m->count_steps = caches;
    m->rng.state = seed;
    for (int i = 0; i < RECURVE_EXECUTIONS; i++) {
        rdl_coverage_begin(b->coverage, (uint64_t)i);
        model_run(m);
        rdl_coverage_end(b->coverage);
        for (uint64_t k = 0; k < m->steps; k++)
            hash = (hash ^ (m->trace[k] + 1u)) * UINT64_C(0x9e3779b97f4a7c15);
        if (i == 2)
            fill_classes(b);
        *in_ctp += b->coverage->memory->classes.combines != 0;
    }
    model_free(m);
    both_free(b);
    return hash;
}

static void what_recurve_keeps_changes_no_decision(void **unused)
{
    unsigned in_ctp = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct rdl_rng world = { ~seed };
        struct model_program *p = draw_shared_code(&world);

        assert_int_equal(recurve(p, seed, /*caches=*/true, &in_ctp),
                         recurve(p, seed, /*caches=*/false, &in_ctp));
        free(p);
    }
    assert_in_range(in_ctp, PROGRAMS * RECURVE_EXECUTIONS / 4,
                    2 * PROGRAMS * RECURVE_EXECUTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_guides_give_the_same_answers),
        cmocka_unit_test(what_recurve_keeps_changes_no_decision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
