/* coverage_guide.c - what a strategy is told equals what the definitions say,
 * asked at every event of random executions. */
#include "coverage/guide.h"
#include "coverage_generate.h"

enum { EXECUTIONS = 60 };

/* Partners, straight from the definition. */
static uint32_t slow_partners(struct setup *s, struct rdl_pairing *p,
                              uint32_t location)
{
    const struct rdl_covering *t = s->covering;
    uint32_t n = 0;

    for (uint32_t id = 1; id <= rdl_requirements_n(t); id++) {
        const uint64_t key = rdl_requirement_key(t, id);

        n += (rdl_key_l1(key) == location || rdl_key_l2(key) == location) &&
             (p->kind->metrics >> rdl_key_metric(key) & 1) != 0 &&
             rdl_requirement_covered(t, id) && rdl_pairs_new(p, id) > 0;
    }
    return n;
}

static uint32_t slow_open(struct setup *s, uint32_t metrics, uint32_t location)
{
    const struct rdl_covering *t = s->covering;
    uint32_t n = 0;

    for (uint32_t id = 1; id <= rdl_requirements_n(t); id++) {
        const uint64_t key = rdl_requirement_key(t, id);

        n += (rdl_key_l1(key) == location || rdl_key_l2(key) == location) &&
             (metrics >> rdl_key_metric(key) & 1) != 0 &&
             rdl_requirement_estimated(t, id) &&
             !rdl_requirement_covered(t, id);
    }
    return n;
}

/* Some requirements to be open: all that random pairs of places make. */
static void estimate_some(struct setup *s, struct rdl_rng *rng)
{
    for (int i = 0; i < 100; i++) {
        const uint32_t l1 =
            rdl_location_of(s->locations, PC(1 + rdl_rng_below(rng, PLACES)));
        const uint32_t l2 =
            rdl_location_of(s->locations, PC(1 + rdl_rng_below(rng, PLACES)));

        rdl_requirements_estimate(
            s->covering,
            rdl_key((unsigned)rdl_rng_below(rng, RDL_N_METRICS), l1, l2));
    }
}

struct tally {
    uint32_t partners, open, new, waits, holds;
};

static void check_event(struct setup *s, const struct rdl_coverage_guide *g,
                        const struct rdl_event *e, struct tally *tally)
{
    const struct rdl_guide *guide = &g->guide;
    const uint32_t location = rdl_location_of(s->locations, e->pc);
    const uint32_t partners = slow_partners(s, g->pairs, location);
    const uint32_t open = slow_open(s, g->metrics, location);
    struct rdl_query query;
    struct rdl_guide_set set;

    /* Twice: what it remembers is right too. */
    for (int i = 0; i < 2; i++)
        assert_int_equal(guide->partners(guide, e), partners);
    assert_int_equal(guide->open(guide, e), open);
    guide->query(guide, e, &set);
    rdl_coverage_query(s->coverage, g->metrics, e, &query);
    assert_int_equal(set.n, query.n);
    for (uint32_t i = 0; i < set.n; i++) {
        assert_int_equal(set.id[i], query.at[i].id);
        assert_int_equal(guide->pairs_new(guide, set.id[i]),
                         rdl_pairs_new(g->pairs, set.id[i]));
        tally->new += guide->pairs_new(guide, set.id[i]) > 0;
    }
    tally->partners += partners > 0;
    tally->open += open > 0;
    tally->waits += guide->waits(guide, e);
    /* A wait would be covered as one. */
    rdl_coverage_query(s->coverage, RDL_METRIC_BIT(blocked), e, &query);
    if (e->op == RDL_OP_LOCK)
        assert_int_equal(guide->waits(guide, e), query.n > 0);
    else if (e->op != RDL_OP_HOLD)
        assert_false(guide->waits(guide, e));
    /* Who holds the lock covers nothing by taking it again. */
    if (guide->holds(guide, e)) {
        rdl_coverage_query(s->coverage, RDL_ALL_METRICS, e, &query);
        assert_int_equal(query.n, 0);
    }
    tally->holds += guide->holds(guide, e);
}

static void a_guide_says_what_the_definitions_say(void **state)
{
    const char *pairs = *state;
    struct setup *s = setup(), *other = setup_join(s->memory, 2);
    struct rdl_coverage_guide g;
    struct rdl_rng rng = { 21 };
    struct tally tally = { .partners = 0 };
    struct rdl_event events[MAX_EVENTS];

    rdl_coverage_guide_init(&g, s->coverage, rdl_metrics_named(pairs), pairs);
    assert_ptr_equal(g.pairs, pairs_of(s, pairs));
    estimate_some(s, &rng);
    for (uint64_t x = 0; x < EXECUTIONS; x++) {
        const size_t n = generate(&rng, events);
        uint32_t fresh = 0;

        rdl_coverage_begin(s->coverage, x);
        for (size_t i = 0; i < n; i++) {
            const uint64_t before = rdl_coverage_covered(s->memory, g.metrics);

            if (events[i].op != FREED)
                check_event(s, &g, &events[i], &tally);
            feed(s, &events[i]);
            fresh +=
                (uint32_t)(rdl_coverage_covered(s->memory, g.metrics) - before);
            assert_int_equal(g.guide.fresh(&g.guide), fresh);
            /* Meanwhile somebody else ends an execution with new pairs. */
            if (i == n / 2) {
                rdl_coverage_begin(other->coverage, 1000 + x);
                for (size_t k = n; k > 0; k--)
                    feed(other, &events[k - 1]);
                rdl_coverage_end(other->coverage);
            }
        }
        rdl_coverage_end(s->coverage);
    }
    printf("%s: partners %u, open %u, new %u, waits %u, holds %u\n", pairs,
           tally.partners, tally.open, tally.new, tally.waits, tally.holds);
    assert_true(tally.partners > 100 && tally.open > 10 && tally.new > 100 &&
                tally.waits > 20 && tally.holds > 20);
    teardown(other);
    teardown(s);
}

static void a_guide_without_pairs_has_none(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_guide g;
    struct rdl_event e;

    (void)state;
    run(s, "1Wx@1 2Rx@2");
    parse_event("1Rx@1", &e);
    rdl_coverage_guide_init(&g, s->coverage, rdl_metrics_named("def-use"),
                            NULL);
    assert_null(g.pairs);
    assert_int_equal(g.guide.pairs_new(&g.guide, 0), 0);
    assert_int_equal(g.guide.partners(&g.guide, &e), 0);
    assert_true(g.guide.covered(&g.guide, 1));
    assert_false(g.guide.covered(&g.guide, 0));
    assert_false(g.guide.estimated(&g.guide, 1));
    teardown(s);
}

/* (1,2) is a target, (1,3) is not, though both are estimated and uncovered. */
static void a_guide_with_targets_knows_no_others(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_guide g;
    struct rdl_event e;
    uint32_t target, other;

    (void)state;
    run(s, "1Wx@1 2Wy@2 2Wz@3");
    target = rdl_requirements_estimate(
        s->covering,
        rdl_key(RDL_METRIC_def_use, rdl_location_of(s->locations, PC(1)),
                rdl_location_of(s->locations, PC(2))));
    other = rdl_requirements_estimate(
        s->covering,
        rdl_key(RDL_METRIC_def_use, rdl_location_of(s->locations, PC(1)),
                rdl_location_of(s->locations, PC(3))));
    rdl_requirement_aim(s->covering, target);
    parse_event("1Wx@1", &e);
    rdl_coverage_guide_init(&g, s->coverage, rdl_metrics_named("def-use"),
                            "cc");
    assert_int_equal(g.guide.open(&g.guide, &e), 2);
    rdl_coverage_guide_aim(&g, /*targets=*/true);
    assert_int_equal(g.guide.open(&g.guide, &e), 1);
    assert_true(g.guide.estimated(&g.guide, target));
    assert_false(g.guide.estimated(&g.guide, other));
    assert_false(g.guide.covered(&g.guide, target));
    assert_true(g.guide.covered(&g.guide, other));
    assert_true(g.guide.covered(&g.guide, 0));
    assert_false(g.guide.pairs);
    run(s, "1Wx@1 2Rx@2");
    assert_int_equal(g.guide.open(&g.guide, &e), 0);
    assert_true(g.guide.covered(&g.guide, target));
    rdl_coverage_guide_aim(&g, /*targets=*/false);
    assert_int_equal(g.guide.open(&g.guide, &e), 1);
    assert_false(g.guide.covered(&g.guide, other));
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(a_guide_says_what_the_definitions_say, "cc"),
        cmocka_unit_test_prestate(a_guide_says_what_the_definitions_say,
                                  "cc-ordered"),
        cmocka_unit_test(a_guide_without_pairs_has_none),
        cmocka_unit_test(a_guide_with_targets_knows_no_others),
    };

    return cmocka_run_group_tests_name("coverage_guide", tests, NULL, NULL);
}
