/* coverage_damage.c - coverage memory that the target has written over: it is
 * seen, and nobody falls. */
#include "base/rng.h"
#include "coverage_setup.h"

#include <errno.h>

static void damage_is_noticed(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_memory *m = s->memory, *copy = malloc(s->size);
    const struct rdl_requirements_arrays *r = &s->covering->shared;
    struct rdl_coverage_parts parts;
    uint32_t *const hit[] = {
        (uint32_t *)&m->magic,
        (uint32_t *)&m->size,
        &m->limits.locations,
        &m->limits.requirements,
        &m->limits.members,
        &m->n_modules,
        &m->locations.n,
        &m->requirements.ledger.n,
        &m->requirements.n_log,
        &m->requirements.covered[RDL_METRIC_def_use],
        &m->requirements.estimated[RDL_METRIC_def_use],
        &m->requirements.both[RDL_METRIC_def_use],
        &m->pairs[0].members.n,
        &m->pairs[1].members.n,
        (uint32_t *)&r->keys[1],
        (uint32_t *)&r->records[2].next[0],
        (uint32_t *)&r->records[2].next[1],
        (uint32_t *)&r->covered_set[0],
        (uint32_t *)&r->estimated_set[0],
        &r->log[1],
        &r->heads[RDL_LOC_FIRST],
        (uint32_t *)&s->coverage->pairs[0].shared.keys[1],
    };

    (void)state;
    run(s, "1Hm@7 1Um@7 2Hm@8 1Wx@1 2Rx@2 1Wx@3 2Wx@1 2Wx@1");
    rdl_coverage_end(s->coverage);
    assert_int_equal(
        rdl_coverage_module(m, &s->coverage->participant, "/bin/x", NULL, 0),
        0);
    assert_true(rdl_coverage_memory_sound(m, s->size));
    assert_false(rdl_coverage_memory_sound(m, s->size - 1));
    assert_false(rdl_coverage_memory_sound(m, 8));
    memcpy(copy, m, s->size);
    for (size_t i = 0; i < sizeof(hit) / sizeof(hit[0]); i++) {
        *hit[i] ^= 0x7f7f7f7f;
        if (rdl_coverage_memory_sound(m, s->size))
            fail_msg("damage %zu", i);
        memcpy(m, copy, s->size);
    }
    memset(m->modules[0].path, 'x', sizeof(m->modules[0].path));
    assert_false(rdl_coverage_memory_sound(m, s->size));
    memcpy(m, copy, s->size);
    /* Limits that could be, but of a memory of another size. */
    for (int i = 0; i < 3; i++) {
        (&m->limits.locations)[i] += 100;
        assert_false(rdl_coverage_memory_sound(m, s->size));
        assert_int_equal(setup_attach(s, RDL_ALL_METRICS, 1), -EINVAL);
        memcpy(m, copy, s->size);
    }
    m->magic ^= 1;
    assert_false(rdl_coverage_parts(m, s->size, &parts));
    assert_int_equal(setup_attach(s, RDL_ALL_METRICS, 1), -EINVAL);
    assert_int_equal(rdl_coverage_release(m, s->size, 1), -EINVAL);
    free(copy);
    teardown(s);
}

/* Who covers into a memory that was written over anywhere does not fall: all
 * numbers in it are anything. */
static void a_scribbled_memory_leads_nowhere(void **state)
{
    struct rdl_rng rng = { 9 };

    (void)state;
    for (int round = 0; round < 200; round++) {
        struct setup *s = setup();

        run(s, "1Hm@7 1Um@7 2Hm@8 1Wx@1 2Rx@2 1Wx@3 2Wx@1 2Wx@1");
        rdl_coverage_end(s->coverage);
        for (size_t i = sizeof(struct rdl_coverage_limits); i < s->size / 8;
             i++) {
            if (rdl_rng_below(&rng, 4) == 0)
                ((uint64_t *)s->memory)[i] =
                    rdl_rng_next(&rng) >> rdl_rng_below(&rng, 64);
        }
        s->memory->lock = 0;
        for (uint64_t x = 1; x < 4; x++) {
            rdl_coverage_begin(s->coverage, x);
            run(s, "1Hm@7 1Um@7 2Hm@8 1Wx@1 2Rx@2 1Wx@3 2Wx@1 2Wx@9");
            for (uint32_t l = 0; l < 300; l++) {
                for (uint32_t id = rdl_requirements_with(s->covering, l);
                     id != 0;
                     id = rdl_requirements_with_next(s->covering, l, id))
                    assert_true(id <= REQUIREMENTS);
                rdl_pairs_partners(&s->coverage->pairs[x % 2], l);
            }
            rdl_coverage_end(s->coverage);
        }
        teardown(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(a_scribbled_memory_leads_nowhere),
    };

    return cmocka_run_group_tests_name("coverage_damage", tests, NULL, NULL);
}
