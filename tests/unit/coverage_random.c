/* coverage_random.c - 1,000 random executions: every metric, every query and
 * both kinds of pairs equal their slow reference. */
#include "coverage_generate.h"
#include "coverage_reference.h"

enum { EXECUTIONS = 1000 };

/* The next one; the one before is gone. */
static struct observed *draw_execution(struct rdl_rng *rng)
{
    static struct observed o;

    o.n = generate(rng, o.e);
    observe(&o);
    return &o;
}

static void show_execution(const struct observed *o)
{
    const struct rdl_event *e = o->e;

    for (size_t i = 0; i < o->n; i++)
        printf("%zu: thread %u %s %lx+%u @%lx flags %u\n", i, e[i].tid,
               e[i].op == FREED ? "free" : rdl_op_name((enum rdl_op)e[i].op),
               (unsigned long)e[i].addr, e[i].size,
               (unsigned long)(e[i].pc - PC(0)), e[i].flags);
}

/* `keys` are exactly the requirements in `needs` with at >= `from`. */
static bool equal(struct setup *s, const uint64_t *keys, size_t n,
                  const struct needs *needs)
{
    bool result = true;

    for (size_t i = 0; i < n; i++) {
        struct need r = need_of_key(s, keys[i]);

        if (!has_need(needs, &r)) {
            printf("too much:");
            show_key(s, keys[i]);
            printf("\n");
            result = false;
        }
    }
    for (size_t i = 0; i < needs->n; i++) {
        uint64_t key = key_of_need(s, &needs->at[i]);
        bool found = false;

        for (size_t k = 0; k < n; k++)
            found |= keys[k] == key;
        if (!found) {
            printf("missing:");
            show_key(s, key);
            printf("\n");
            result = false;
        }
    }
    return result;
}

static size_t covered_keys(const struct setup *s, uint64_t *keys)
{
    const struct rdl_covering *t = s->covering;

    for (uint32_t i = 0; i < t->n_order; i++)
        keys[i] = rdl_requirement_key(t, t->order[i]);
    return t->n_order;
}

/* One table for all executions: what an execution covers must not depend on
 * those before it. */
static void every_metric_equals_its_reference(void **state)
{
    struct rdl_rng rng = { 1 };
    struct setup *s = setup();
    uint64_t keys[REQUIREMENTS];
    uint64_t total = 0;

    (void)state;
    for (int x = 0; x < EXECUTIONS; x++) {
        struct observed *o = draw_execution(&rng);
        struct needs *needs = all_needs(o, o->n);

        rdl_coverage_begin(s->coverage, (uint64_t)x);
        for (size_t i = 0; i < o->n; i++)
            feed(s, &o->e[i]);
        if (!equal(s, keys, covered_keys(s, keys), needs)) {
            show_execution(o);
            fail_msg("execution %d", x);
        }
        total += s->covering->n_order;
        free(needs);
    }
    printf("%d executions, %.1f requirements each\n", EXECUTIONS,
           (double)total / EXECUTIONS);
    assert_int_equal(rdl_coverage_lost(s->coverage), 0);
    teardown(s);
}

static void compare_query(struct setup *s, const struct rdl_query *query,
                          const struct needs *needs, const char *what)
{
    uint64_t keys[RDL_QUERY_MAX];

    assert_false(query->more);
    for (uint32_t i = 0; i < query->n; i++) {
        keys[i] = query->at[i].key;
        assert_int_equal(query->at[i].id,
                         rdl_requirements_find(s->covering, keys[i]));
    }
    if (!equal(s, keys, query->n, needs))
        fail_msg("%s", what);
}

/* Before each event: cov() equals what the event then covers; with a
 * lock-acquire that succeeds at once comes its lock-hold. */
static void a_query_foretells_what_the_event_covers(void **state)
{
    struct rdl_rng rng = { 2 };
    struct setup *s = setup();
    static struct needs needs;

    (void)state;
    for (uintptr_t place = 1; place <= PLACES; place++)
        rdl_location_of(s->locations, PC(place));
    for (int x = 0; x < EXECUTIONS; x++) {
        const struct observed *o = draw_execution(&rng);
        const struct rdl_event *e = o->e;

        rdl_coverage_begin(s->coverage, (uint64_t)x);
        for (size_t i = 0; i < o->n; i++) {
            struct rdl_query query;

            needs.n = 0;
            event_needs(o, i, &needs);
            if (e[i].op == RDL_OP_LOCK && needs.n == 0 && i + 1 < o->n &&
                e[i + 1].op == RDL_OP_HOLD && e[i + 1].tid == e[i].tid)
                event_needs(o, i + 1, &needs);
            if (e[i].op != FREED) {
                rdl_coverage_query(s->coverage, RDL_ALL_METRICS, &e[i], &query);
                compare_query(s, &query, &needs, "cov(p)");
            }
            feed(s, &e[i]);
        }
    }
    teardown(s);
}

/* cov(p,q) equals what q covers in an execution that goes on with p and q; of
 * locks, q is attempted while p holds the lock, and succeeds after its
 * unlock. */
static void a_query_foretells_what_comes_after_another_event(void **state)
{
    struct rdl_rng rng = { 3 };
    struct setup *s = setup();
    static struct needs needs;
    int met = 0;

    (void)state;
    for (uintptr_t place = 1; place <= PLACES; place++)
        rdl_location_of(s->locations, PC(place));
    for (int x = 0; x < EXECUTIONS; x++) {
        struct observed *o = draw_execution(&rng);
        struct world w = { .rng = &rng, .events = o->e, .n = o->n };
        struct rdl_event *e = o->e, p, q;
        struct rdl_query query;
        size_t n = o->n;

        rdl_coverage_begin(s->coverage, (uint64_t)x);
        for (size_t i = 0; i < n; i++)
            feed(s, &e[i]);
        if (x % 4 == 0) { /* locks that nobody holds */
            emit(&w, 0, RDL_OP_LOCK, OBJECT('a'), 8);
            emit(&w, 1, RDL_OP_LOCK, OBJECT('a') + 8 * draw(&w, 2), 8);
        } else {
            access_step(&w, 0);
            access_step(&w, 1);
        }
        p = e[n];
        q = e[n + 1];
        rdl_coverage_query_after(s->coverage, RDL_ALL_METRICS, &p, &q, &query);
        o->n = n + 2;
        if (p.op == RDL_OP_LOCK) {
            e[n].op = RDL_OP_HOLD;
            e[n + 2] = p;
            e[n + 2].op = RDL_OP_UNLOCK;
            e[n + 3] = q;
            e[n + 3].op = RDL_OP_HOLD;
            o->n = n + 4;
        }
        observe(o);
        needs.n = 0;
        event_needs(o, n + 1, &needs);
        if (o->n > n + 2)
            event_needs(o, n + 3, &needs);
        compare_query(s, &query, &needs, "cov(p,q)");
        met += rdl_coverage_meet(&p, &q);
    }
    assert_in_range(met, EXECUTIONS / 8, EXECUTIONS);
    teardown(s);
}

/* --- Pairs ---------------------------------------------------------------- */

/* Which pairs of an execution are covered, straight from the definition. */
static bool pair_in(const struct needs *needs, const struct need *a,
                    const struct need *b, bool ordered)
{
    for (size_t i = 0; i < needs->n; i++) {
        if (!same_need(&needs->at[i], a))
            continue;
        for (size_t j = 0; j < needs->n; j++) {
            if (same_need(&needs->at[j], b) &&
                (!ordered || needs->at[i].at < needs->at[j].at))
                return true;
        }
    }
    return false;
}

/* Few executions in a campaign: after many all pairs are covered. */
enum { FEW = 5, CAMPAIGNS = 20 };

struct campaign {
    struct setup *s;
    struct rdl_pairing *pairs;
    bool ordered;
    struct needs *needs[FEW];
    size_t n;
};

static bool pair_covered(const struct campaign *c, const struct need *a,
                         const struct need *b)
{
    for (size_t i = 0; i < c->n; i++) {
        if (pair_in(c->needs[i], a, b, c->ordered))
            return true;
    }
    return false;
}

/* |{r in curr, r != c, the pair not covered so far}|, this execution's own
 * pairs included in what is covered. */
static uint32_t new_pairs(const struct campaign *c, const struct needs *so_far,
                          const struct need *candidate)
{
    uint32_t n = 0;

    for (size_t i = 0; i < so_far->n; i++) {
        const struct need *r = &so_far->at[i];
        bool seen = same_need(r, candidate);

        for (size_t k = 0; k < i; k++)
            seen |= same_need(&so_far->at[k], r);
        n += !seen && !pair_covered(c, r, candidate) &&
             !pair_in(so_far, r, candidate, c->ordered);
    }
    return n;
}

static void keep_metrics(struct needs *needs, uint32_t metrics)
{
    size_t n = 0;

    for (size_t i = 0; i < needs->n; i++) {
        if ((metrics >> needs->at[i].metric & 1) != 0)
            needs->at[n++] = needs->at[i];
    }
    needs->n = n;
}

/* At some moments of an execution, new(c) for all that is known. */
static void check_new(struct campaign *c, const struct observed *o, size_t n)
{
    const struct rdl_covering *t = c->s->covering;
    struct needs *so_far = all_needs(o, n);

    keep_metrics(so_far, c->pairs->kind->metrics);
    for (uint32_t id = 1; id <= rdl_requirements_n(t); id++) {
        struct need r = need_of_key(c->s, rdl_requirement_key(t, id));

        if ((c->pairs->kind->metrics >> r.metric & 1) != 0)
            assert_int_equal(rdl_pairs_new(c->pairs, id),
                             new_pairs(c, so_far, &r));
    }
    assert_int_equal(
        rdl_pairs_new(c->pairs, 0),
        new_pairs(c, so_far, &(struct need){ .metric = RDL_MAX_METRICS }));
    free(so_far);
}

static uint64_t count_pairs(struct campaign *c)
{
    const struct rdl_covering *t = c->s->covering;
    uint64_t n = 0;

    for (uint32_t a = 1; a <= rdl_requirements_n(t); a++) {
        for (uint32_t b = c->ordered ? 1 : a + 1; b <= rdl_requirements_n(t);
             b++) {
            struct need ra = need_of_key(c->s, rdl_requirement_key(t, a));
            struct need rb = need_of_key(c->s, rdl_requirement_key(t, b));
            bool member = (c->pairs->kind->metrics >> ra.metric & 1) != 0 &&
                          (c->pairs->kind->metrics >> rb.metric & 1) != 0;
            bool expected = member && a != b && pair_covered(c, &ra, &rb);

            assert_int_equal(rdl_pairs_covered(c->pairs, a, b), expected);
            n += expected;
        }
    }
    return n;
}

static uint64_t run_campaign(const struct rdl_combinatorial *kind,
                             struct rdl_rng *rng)
{
    struct campaign c = { .s = setup(), .ordered = kind->ordered };
    uint64_t added = 0, expected;

    c.pairs = pairs_of(c.s, kind->name);
    for (int x = 0; x < FEW; x++) {
        const struct observed *o = draw_execution(rng);

        rdl_coverage_begin(c.s->coverage, (uint64_t)x);
        for (size_t i = 0; i < o->n; i++) {
            feed(c.s, &o->e[i]);
            if (x % 2 == 1 && i % 16 == 15)
                check_new(&c, o, i + 1);
        }
        added += rdl_pairs_end(c.pairs);
        assert_int_equal(rdl_pairs_end(c.pairs), 0);
        c.needs[c.n] = all_needs(o, o->n);
        keep_metrics(c.needs[c.n++], kind->metrics);
    }
    expected = count_pairs(&c);
    assert_int_equal(c.pairs->table->covered, expected);
    assert_int_equal(added, expected);
    assert_int_equal(c.pairs->table->members.lost, 0);
    assert_true(rdl_coverage_memory_sound(c.s->memory, c.s->size));
    rdl_coverage_recount(c.s->memory, c.s->size);
    assert_int_equal(c.pairs->table->covered, expected);
    for (size_t i = 0; i < c.n; i++)
        free(c.needs[i]);
    teardown(c.s);
    return expected;
}

static void pairs_equal_their_reference(void **state)
{
    const struct rdl_combinatorial *kind = *state;
    struct rdl_rng rng = { 4 };
    uint64_t n = 0;

    for (int i = 0; i < CAMPAIGNS; i++)
        n += run_campaign(kind, &rng);
    printf("%s: %.1f pairs in %d executions\n", kind->name,
           (double)n / CAMPAIGNS, FEW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_metric_equals_its_reference),
        cmocka_unit_test(a_query_foretells_what_the_event_covers),
        cmocka_unit_test(a_query_foretells_what_comes_after_another_event),
        cmocka_unit_test_prestate(pairs_equal_their_reference,
                                  (void *)rdl_combinatorial_at(0)),
        cmocka_unit_test_prestate(pairs_equal_their_reference,
                                  (void *)rdl_combinatorial_at(1)),
    };

    return cmocka_run_group_tests_name("coverage_random", tests, NULL, NULL);
}
