/* regress_sets.c - the sets of what a change did, over random requirements: the
 * targets are the thesis's, each is in one class, and with old and new
 * exchanged A and V trade places. */
#include "regress/sets.h"

#include "base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PLACES 6
#define ROUNDS 300

/* A program of PLACES statements, in lines that never change. */
static void program(struct rdl_places *p)
{
    static const char text[] = "f(){\na;\nb;\nc;\nd;\ne;\ng;\n}\n";

    *p = (struct rdl_places){ .n = 0 };
    rdl_places_source(p, "p.c", text, sizeof(text) - 1);
    rdl_places_function(p, &(struct rdl_places_function){
                               .file = "p.c", .name = "f", .line = 1 });
    for (unsigned i = 0; i < PLACES; i++)
        rdl_places_add(
            p, &(struct rdl_places_place){ .location = RDL_LOC_FIRST + i,
                                           .file = "p.c",
                                           .line = 2 + i,
                                           .column = 1,
                                           .function = "f",
                                           .op = "__tsan_read4" });
}

static size_t draw(struct rdl_rng *rng, struct rdl_sets_requirement *out,
                   bool as_estimated)
{
    size_t n = 0;

    for (uint32_t i = 0; i < PLACES; i++) {
        for (uint32_t k = 0; k < PLACES; k++) {
            const uint64_t state = rdl_rng_below(rng, 5);
            struct rdl_sets_requirement r = {
                .metric = 1,
                .l1 = RDL_LOC_FIRST + i,
                .l2 = RDL_LOC_FIRST + k,
                .estimated = state == 1 || state == 2,
                .covered = state == 2 || state == 3,
            };

            if (as_estimated)
                r.covered = r.estimated;
            if (r.estimated || r.covered)
                out[n++] = r;
        }
    }
    return n;
}

static void the_targets_are_those_of_the_thesis(void **state)
{
    struct rdl_sets_requirement was[PLACES * PLACES], is[PLACES * PLACES];
    struct rdl_rng rng = { 7 };
    struct rdl_places old, new;
    struct rdl_mapping m;

    (void)state;
    program(&old);
    program(&new);
    rdl_mapping_make(&m, &old, &new);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t n_was = draw(&rng, was, false);
        const size_t n_is = draw(&rng, is, false);
        struct rdl_sets s;

        rdl_sets_make(&s, &m, was, n_was, is, n_is);
        for (size_t i = 0; i < s.n; i++) {
            const struct rdl_changed *r = &s.all[i];
            const bool target = (r->estimated || r->was_covered) &&
                                !(r->was_estimated && !r->was_covered);

            assert_int_equal(rdl_changed_class(r) != 0, target);
            assert_int_equal(rdl_changed_class(r) == 'A',
                             r->estimated &&
                                 !(r->was_estimated || r->was_covered));
            assert_int_equal(rdl_changed_class(r) == 'C',
                             r->was_covered && !r->estimated);
            if (i > 0)
                assert_true(
                    memcmp(&r[-1], r,
                           offsetof(struct rdl_changed, was_estimated)) != 0);
        }
        rdl_sets_free(&s);
    }
    rdl_mapping_free(&m);
    rdl_places_free(&old);
    rdl_places_free(&new);
}

/* A (or V) as text. */
static void listed(const struct rdl_sets *s, bool vanished, char *out)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct rdl_changed *r = &s->all[i];

        if (vanished ? rdl_changed_vanished(r) : rdl_changed_class(r) == 'A') {
            *out++ = (char)('a' + r->l1);
            *out++ = (char)('a' + r->l2);
        }
    }
    *out = '\0';
}

static void exchanged_new_and_vanished_trade_places(void **state)
{
    struct rdl_sets_requirement was[PLACES * PLACES], is[PLACES * PLACES];
    char a[2 * PLACES * PLACES + 1], v[2 * PLACES * PLACES + 1];
    struct rdl_rng rng = { 8 };
    struct rdl_places old, new;
    struct rdl_mapping there, back;
    size_t some = 0;

    (void)state;
    program(&old);
    program(&new);
    rdl_mapping_make(&there, &old, &new);
    rdl_mapping_make(&back, &new, &old);
    for (int round = 0; round < ROUNDS; round++) {
        const size_t n_was = draw(&rng, was, true);
        const size_t n_is = draw(&rng, is, true);
        struct rdl_sets s, t;

        rdl_sets_make(&s, &there, was, n_was, is, n_is);
        rdl_sets_make(&t, &back, is, n_is, was, n_was);
        listed(&s, false, a);
        listed(&t, true, v);
        assert_string_equal(a, v);
        listed(&s, true, v);
        listed(&t, false, a);
        assert_string_equal(a, v);
        some += strlen(a);
        rdl_sets_free(&s);
        rdl_sets_free(&t);
        /* With itself: nothing is new, nothing is gone. */
        rdl_sets_make(&s, &there, was, n_was, was, n_was);
        listed(&s, false, a);
        listed(&s, true, v);
        assert_string_equal(a, "");
        assert_string_equal(v, "");
        rdl_sets_free(&s);
    }
    assert_true(some > ROUNDS);
    rdl_mapping_free(&there);
    rdl_mapping_free(&back);
    rdl_places_free(&old);
    rdl_places_free(&new);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_targets_are_those_of_the_thesis),
        cmocka_unit_test(exchanged_new_and_vanished_trade_places),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
