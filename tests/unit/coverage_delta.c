/* coverage_delta.c - what one coverage memory has comes to another by deltas:
 * all of it, whatever the numbers are there, once however often it comes, in
 * any order between processes; and bytes that are not a delta change
 * nothing. */
#include "base/hash.h"
#include "coverage/delta.h"
#include "coverage_generate.h"

#include <errno.h>

enum { EXECUTIONS = 40 };

/* --- Processes that cover ------------------------------------------------- */

static const char *const paths[] = { "/bin/even", "/lib/odd" };

struct process {
    struct setup *s;
    uint32_t modules[2]; /* numbers of `paths` */
    struct rdl_rng rng;
    uint64_t next; /* execution */
};

static uint64_t process_name(void *owner, uintptr_t pc)
{
    const struct process *p = owner;

    return rdl_location_key_of(p->modules[pc % 2], pc);
}

/* `turned`: the modules have their numbers the other way round. */
static struct process *process_with(struct setup *s, uint64_t seed, bool turned)
{
    struct process *p = calloc(1, sizeof(*p));

    p->s = s;
    p->rng.state = seed;
    p->next = seed % 7;
    for (unsigned i = 0; i < 2; i++) {
        const unsigned which = turned ? 1 - i : i;

        p->modules[which] =
            rdl_coverage_module(s->memory, &s->coverage->participant,
                                paths[which], (const uint8_t *)"build", 5);
    }
    s->locations->namer =
        (struct rdl_namer){ .name = process_name, .owner = p };
    return p;
}

static struct process *process_new(uint64_t seed, bool turned)
{
    return process_with(setup(), seed, turned);
}

static void process_free(struct process *p)
{
    teardown(p->s);
    free(p);
}

static void process_run(struct process *p, unsigned executions)
{
    struct rdl_event events[MAX_EVENTS];

    for (unsigned i = 0; i < executions; i++) {
        const size_t n = generate(&p->rng, events);

        rdl_coverage_begin(p->s->coverage, p->next++);
        for (size_t k = 0; k < n; k++)
            feed(p->s, &events[k]);
        rdl_coverage_end(p->s->coverage);
        /* Some that it did not cover, too. */
        rdl_requirements_estimate(
            p->s->covering,
            rdl_key(RDL_METRIC_pset,
                    rdl_location_of(p->s->locations, PC(1 + p->next % PLACES)),
                    rdl_location_of(p->s->locations,
                                    PC(1 + p->next / 3 % PLACES))));
    }
}

/* --- Comparing ------------------------------------------------------------ */

/* The number in `b` of a location of `a`. */
static uint32_t there(const struct process *a, const struct process *b,
                      uint32_t location)
{
    const uint64_t key = rdl_location_key(a->s->locations, location);
    const unsigned which = rdl_location_key_module(key) == a->modules[1];

    if (location < RDL_LOC_FIRST)
        return location;
    return rdl_location_named(
        b->s->locations,
        rdl_location_key_of(b->modules[which], rdl_location_key_offset(key)));
}

static uint32_t requirement_there(const struct process *a,
                                  const struct process *b, uint32_t id)
{
    const uint64_t key = rdl_requirement_key(a->s->covering, id);

    return rdl_requirements_find(b->s->covering,
                                 rdl_key(rdl_key_metric(key),
                                         there(a, b, rdl_key_l1(key)),
                                         there(a, b, rdl_key_l2(key))));
}

/* All that `a` has `b` has too. */
static void assert_within(struct process *a, struct process *b, bool firsts)
{
    const struct rdl_covering *x = a->s->covering, *y = b->s->covering;

    rdl_coverage_sync(b->s->coverage);
    for (uint32_t id = 1; id <= rdl_requirements_n(x); id++) {
        const uint32_t other = requirement_there(a, b, id);

        assert_int_not_equal(other, 0);
        assert_true(!rdl_requirement_covered(x, id) ||
                    rdl_requirement_covered(y, other));
        assert_true(!rdl_requirement_estimated(x, id) ||
                    rdl_requirement_estimated(y, other));
        if (firsts)
            assert_int_equal(rdl_requirement_first(x, id),
                             rdl_requirement_first(y, other));
    }
    for (size_t k = 0; k < RDL_N_COMBINATORIAL; k++) {
        const struct rdl_pairing *p = &a->s->coverage->pairs[k];
        const struct rdl_pairing *q = &b->s->coverage->pairs[k];

        if (p->table == NULL)
            continue;
        for (uint32_t m = 1; m <= rdl_pairs_n(p); m++) {
            for (uint32_t n = 1; n <= rdl_pairs_n(p); n++) {
                const uint32_t one = rdl_pairs_requirement(p, m);
                const uint32_t two = rdl_pairs_requirement(p, n);

                if (rdl_pairs_covered(p, one, two))
                    assert_true(
                        rdl_pairs_covered(q, requirement_there(a, b, one),
                                          requirement_there(a, b, two)));
            }
        }
    }
}

static void assert_same(struct process *a, struct process *b)
{
    assert_within(a, b, true);
    assert_within(b, a, true);
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const uint32_t bit = UINT32_C(1) << i;

        assert_int_equal(rdl_coverage_covered(a->s->memory, bit),
                         rdl_coverage_covered(b->s->memory, bit));
        assert_int_equal(rdl_coverage_known(a->s->memory, bit),
                         rdl_coverage_known(b->s->memory, bit));
    }
    for (size_t k = 0; k < RDL_N_COMBINATORIAL; k++)
        assert_int_equal(rdl_coverage_pairs(a->s->memory, k),
                         rdl_coverage_pairs(b->s->memory, k));
    assert_true(rdl_coverage_memory_sound(b->s->memory, b->s->size));
}

/* --- Deltas --------------------------------------------------------------- */

static struct rdl_delta taken(struct process *p, struct rdl_delta_mark *mark)
{
    struct rdl_delta d;

    assert_int_equal(rdl_coverage_delta_take(p->s->coverage, mark, &d), 0);
    return d;
}

static void given(struct process *p, struct rdl_delta_source *from,
                  const struct rdl_delta *d)
{
    assert_int_equal(rdl_coverage_delta_apply(p->s->coverage, from, d), 0);
}

static void a_delta_of_all_gives_the_same(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct process *a = process_new(seed, false);
        struct process *b = process_new(seed, seed % 2 == 0);
        struct rdl_delta_mark mark = { .modules = 0 };
        struct rdl_delta_source source = { .modules = NULL };
        struct rdl_delta d;

        process_run(a, EXECUTIONS);
        d = taken(a, &mark);
        given(b, &source, &d);
        assert_same(a, b);
        assert_int_equal(source.renumbered, seed % 2 == 0);
        rdl_delta_free(&d);
        rdl_delta_source_free(&source);
        rdl_delta_mark_reset(&mark);
        process_free(a);
        process_free(b);
    }
}

/* After each few executions what is new; and then that is small, or nothing. */
static void deltas_one_after_the_other(void **unused)
{
    struct process *a = process_new(3, false), *b = process_new(4, true);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta_source source = { .modules = NULL };
    size_t first = 0, last = 0;

    (void)unused;
    for (unsigned i = 0; i < EXECUTIONS; i++) {
        struct rdl_delta d;

        process_run(a, 3);
        d = taken(a, &mark);
        given(b, &source, &d);
        assert_same(a, b);
        first = i == 0 ? d.size : first;
        rdl_delta_free(&d);
        d = taken(a, &mark);
        assert_true(i == 0 || d.size == last); /* nothing is new */
        last = d.size;
        given(b, &source, &d);
        rdl_delta_free(&d);
    }
    assert_true(last < first / 10);
    assert_same(a, b);
    rdl_delta_source_free(&source);
    rdl_delta_mark_reset(&mark);
    process_free(a);
    process_free(b);
}

/* The same delta again, from the same source or as if from another. */
static void twice_is_once(void **unused)
{
    struct process *a = process_new(5, false), *b = process_new(6, true);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta_source source = { .modules = NULL }, other = source;
    uint32_t n;
    struct rdl_delta d;

    (void)unused;
    process_run(a, EXECUTIONS);
    d = taken(a, &mark);
    given(b, &source, &d);
    n = rdl_requirements_n(b->s->covering);
    given(b, &source, &d);
    given(b, &other, &d);
    assert_same(a, b);
    assert_int_equal(rdl_requirements_n(b->s->covering), n);
    rdl_delta_free(&d);
    rdl_delta_source_free(&source);
    rdl_delta_source_free(&other);
    rdl_delta_mark_reset(&mark);
    process_free(a);
    process_free(b);
}

/* Two processes that cover for themselves, and two that hear of both, one of
 * them the other way round; in the end the first two hear of each other. */
static void the_order_of_processes_does_not_matter(void **unused)
{
    struct process *a = process_new(21, false), *b = process_new(22, true);
    struct process *ab = process_new(0, false), *ba = process_new(0, true);
    struct rdl_delta_mark of_a = { .modules = 0 }, of_b = of_a;
    struct rdl_delta_source none = { .modules = NULL };
    struct rdl_delta_source to[6] = { none, none, none, none, none, none };

    (void)unused;
    for (unsigned i = 0; i < 5; i++) {
        struct rdl_delta x, y;

        process_run(a, 1 + i);
        process_run(b, 5 - i);
        x = taken(a, &of_a);
        y = taken(b, &of_b);
        given(ab, &to[0], &x);
        given(ab, &to[1], &y);
        given(ba, &to[3], &y);
        given(ba, &to[2], &x);
        assert_same(ab, ba);
        assert_within(a, ab, false);
        assert_within(b, ba, false);
        if (i == 4) {
            rdl_delta_free(&x);
            rdl_delta_mark_reset(&of_a);
            x = taken(a, &of_a);
            given(b, &to[4], &x);
            rdl_delta_mark_reset(&of_b);
            rdl_delta_free(&y);
            y = taken(b, &of_b);
            given(a, &to[5], &y);
            assert_same(a, b);
            assert_same(a, ab);
        }
        rdl_delta_free(&x);
        rdl_delta_free(&y);
    }
    for (unsigned i = 0; i < 6; i++)
        rdl_delta_source_free(&to[i]);
    rdl_delta_mark_reset(&of_a);
    rdl_delta_mark_reset(&of_b);
    process_free(a);
    process_free(b);
    process_free(ab);
    process_free(ba);
}

static void a_missing_delta_is_noticed(void **unused)
{
    struct process *a = process_new(7, false), *b = process_new(8, false);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta_source source = { .modules = NULL };
    struct rdl_delta first, second;

    (void)unused;
    process_run(a, 2);
    first = taken(a, &mark);
    process_run(a, 2);
    second = taken(a, &mark);
    assert_int_equal(rdl_coverage_delta_apply(b->s->coverage, &source, &second),
                     -ESTALE);
    assert_int_equal(rdl_requirements_n(b->s->covering), 0);
    given(b, &source, &first);
    given(b, &source, &second);
    assert_same(a, b);
    rdl_delta_free(&first);
    rdl_delta_free(&second);
    rdl_delta_source_free(&source);
    rdl_delta_mark_reset(&mark);
    process_free(a);
    process_free(b);
}

/* Where there is too little room some is missing, nothing is wrong. */
static void what_does_not_fit_is_counted(void **unused)
{
    struct process *a = process_new(9, false);
    struct process *b = process_with(setup_small(64, 8, 4), 9, false);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta_source source = { .modules = NULL };
    struct rdl_delta d;

    (void)unused;
    process_run(a, EXECUTIONS);
    d = taken(a, &mark);
    given(b, &source, &d);
    assert_true(rdl_requirements_n(a->s->covering) > 8);
    assert_int_equal(rdl_requirements_n(b->s->covering), 8);
    assert_true(rdl_coverage_unrecorded(b->s->memory) > 0);
    assert_true(rdl_coverage_memory_sound(b->s->memory, b->s->size));
    assert_true(source.renumbered);
    rdl_delta_free(&d);
    rdl_delta_source_free(&source);
    rdl_delta_mark_reset(&mark);
    process_free(a);
    process_free(b);
}

/* --- Bytes that are not a delta ------------------------------------------- */

/* As the hash of the format is made: with it, wrong bytes look right. */
static void sign(struct rdl_delta *d)
{
    uint64_t hash = d->size - 8;

    for (size_t i = 0; i < d->size - 8; i += 8) {
        uint64_t word = 0;

        memcpy(&word, d->bytes + i, d->size - 8 - i < 8 ? d->size - 8 - i : 8);
        hash = rdl_mix(hash, word);
    }
    memcpy(d->bytes + d->size - 8, &hash, 8);
}

static void every_damaged_byte_is_noticed(void **unused)
{
    struct process *a = process_new(10, false), *b = process_new(10, false);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta_source source = { .modules = NULL };
    struct rdl_delta d, cut;

    (void)unused;
    process_run(a, 3);
    d = taken(a, &mark);
    for (size_t i = 0; i < d.size; i++) {
        d.bytes[i] ^= 1u << i % 8;
        assert_int_equal(rdl_coverage_delta_apply(b->s->coverage, &source, &d),
                         -EINVAL);
        d.bytes[i] ^= 1u << i % 8;
    }
    for (size_t i = 0; i < d.size; i++) {
        cut = (struct rdl_delta){ .bytes = d.bytes, .size = i };
        assert_int_equal(
            rdl_coverage_delta_apply(b->s->coverage, &source, &cut), -EINVAL);
    }
    assert_int_equal(rdl_requirements_n(b->s->covering), 0);
    given(b, &source, &d);
    assert_same(a, b);
    rdl_delta_free(&d);
    rdl_delta_source_free(&source);
    rdl_delta_mark_reset(&mark);
    process_free(a);
    process_free(b);
}

/* Somebody who knows the format makes a delta that names what is not there:
 * it may be refused or taken, but the memory stays sound. */
static void a_forged_delta_harms_nothing(void **unused)
{
    struct rdl_rng rng = { .state = 77 };
    struct process *a = process_new(11, false);
    struct rdl_delta_mark mark = { .modules = 0 };
    struct rdl_delta d, forged;
    unsigned refused = 0;

    (void)unused;
    process_run(a, 3);
    d = taken(a, &mark);
    forged.size = d.size;
    forged.bytes = malloc(d.size);
    for (unsigned i = 0; i < 3000; i++) {
        struct process *b = process_new(11, false);
        struct rdl_delta_source source = { .modules = NULL };

        memcpy(forged.bytes, d.bytes, d.size);
        for (unsigned k = 0; k < 1 + i % 4; k++)
            forged.bytes[rdl_rng_below(&rng, d.size)] =
                (unsigned char)rdl_rng_next(&rng);
        sign(&forged);
        refused +=
            rdl_coverage_delta_apply(b->s->coverage, &source, &forged) != 0;
        assert_true(rdl_coverage_memory_sound(b->s->memory, b->s->size));
        rdl_delta_source_free(&source);
        process_free(b);
    }
    assert_in_range(refused, 300, 2999);
    free(forged.bytes);
    rdl_delta_free(&d);
    rdl_delta_mark_reset(&mark);
    process_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_delta_of_all_gives_the_same),
        cmocka_unit_test(deltas_one_after_the_other),
        cmocka_unit_test(twice_is_once),
        cmocka_unit_test(the_order_of_processes_does_not_matter),
        cmocka_unit_test(a_missing_delta_is_noticed),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(every_damaged_byte_is_noticed),
        cmocka_unit_test(a_forged_delta_harms_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
