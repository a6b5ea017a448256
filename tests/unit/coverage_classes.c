/* coverage_classes.c - classes of what a change made possible: what is a target
 * when, and how a campaign goes from phase to phase and from class to class. */
#include "coverage/guide.h"
#include "coverage_setup.h"

#define IN_A_ROW 10

static uint32_t requirement(struct setup *s, const char *text)
{
    uint64_t key;

    assert_int_equal(parse_keys(s, text, &key, 1), 1);
    return rdl_requirements_estimate(s->covering, key);
}

static void execute(struct setup *s, const struct rdl_guide *g, uint64_t number,
                    const char *text)
{
    rdl_coverage_begin(s->coverage, number);
    run(s, text);
    rdl_coverage_end(s->coverage);
    g->advance(g);
}

static struct rdl_event at(unsigned location)
{
    return (struct rdl_event){
        .op = RDL_OP_READ, .pc = PC(location), .addr = OBJECT('x'), .size = 8
    };
}

/* Two calls around the operation; the outer one is in changed code. */
static uintptr_t two_frames(rdl_tid t, size_t i)
{
    return t != 1 || i > 1 ? 0 : PC(20 + i);
}

static void calls_in_changed_code(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_guide guide;
    const struct rdl_guide *g = &guide.guide;
    const struct rdl_namer *namer = &s->coverage->locations.namer;
    struct rdl_event one = at(2), two = at(2);
    uint64_t n = 0;

    (void)state;
    one.tid = 1;
    two.tid = 2;
    rdl_coverage_guide_init(&guide, s->coverage, rdl_metrics_named("adjacent"),
                            NULL);
    assert_false(g->changed_below(g, &one));
    guide.frame = two_frames;
    assert_false(g->changed_below(g, &one));
    assert_true(
        rdl_class_changed_call(s->coverage, namer->name(namer->owner, PC(30))));
    assert_false(g->changed_below(g, &one));
    assert_true(
        rdl_class_changed_call(s->coverage, namer->name(namer->owner, PC(21))));
    assert_true(g->changed_below(g, &one));
    assert_false(g->changed_below(g, &two));
    /* It fills up, and says so; what is there stays, once. */
    while (rdl_class_changed_call(s->coverage, UINT64_C(7) << 50 | ++n))
        assert_true(n < RDL_CHANGED_CALLS);
    assert_int_equal(s->memory->classes.calls, RDL_CHANGED_CALLS / 4 * 3);
    assert_true(rdl_class_changed_call(s->coverage, UINT64_C(7) << 50 | 1));
    assert_true(rdl_class_call_changed(s->coverage, UINT64_C(7) << 50 | 1));
    assert_false(rdl_class_call_changed(s->coverage, UINT64_C(7) << 50 | n));
    assert_true(g->changed_below(g, &one));
    teardown(s);
}

static void classes_come_in_turn(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_guide guide;
    const struct rdl_guide *g = &guide.guide;
    const struct rdl_classes *at_work = &s->memory->classes;
    const struct rdl_event here = at(2);
    uint32_t a, c;
    uint64_t n = 0;

    (void)state;
    rdl_coverage_guide_init(&guide, s->coverage, rdl_metrics_named("adjacent"),
                            "cc-ordered");
    rdl_coverage_guide_classes(&guide, /*together=*/false);
    a = requirement(s, "adjacent 1,2");
    c = requirement(s, "adjacent 3,4");
    rdl_class_add(s->coverage, RDL_CLASS_A, a);
    rdl_class_add(s->coverage, RDL_CLASS_A, a);
    rdl_class_add(s->coverage, RDL_CLASS_C, c);
    /* Nothing moves before the classes are filled. */
    execute(s, g, n++, "1Wy@3 1Ry@4");
    assert_int_equal(at_work->dry, 0);
    rdl_classes_filled(s->coverage);
    assert_int_equal(at_work->n[RDL_CLASS_A], 1);
    assert_int_equal(at_work->at, RDL_CLASS_A);

    /* A target until it is covered, in the execution already; class C waits,
     * and is covered as others are. */
    rdl_coverage_begin(s->coverage, n++);
    assert_false(g->covered(g, a));
    assert_true(g->covered(g, c));
    assert_int_equal(g->open(g, &here), 1);
    run(s, "1Wx@1 1Rx@2");
    assert_true(g->covered(g, a));
    assert_int_equal(g->open(g, &here), 0);
    rdl_coverage_end(s->coverage);
    g->advance(g);
    assert_int_equal(rdl_class_covered(s->coverage, RDL_CLASS_A), 1);

    /* Ten executions without a new requirement end STP; ten that add no pairs
     * end the class; B is empty; C begins with STP, and its covered member is a
     * target again. */
    for (int i = 0; i < IN_A_ROW - 1; i++)
        execute(s, g, n++, "1Wx@1 1Rx@2");
    assert_false(g->combines(g));
    execute(s, g, n++, "1Wx@1 1Rx@2");
    assert_true(g->combines(g));
    for (int i = 0; i < IN_A_ROW; i++)
        execute(s, g, n++, "1Wx@1 1Rx@2");
    assert_int_equal(at_work->at, RDL_CLASS_C);
    assert_false(g->combines(g));
    rdl_coverage_begin(s->coverage, n++);
    assert_false(g->covered(g, c));
    assert_true(g->covered(g, a));
    rdl_coverage_end(s->coverage);
    g->advance(g);

    /* After C: all at once, in CTP. */
    for (int i = 0; i < 2 * IN_A_ROW; i++)
        execute(s, g, n++, "1Wx@1 1Rx@2");
    assert_int_equal(at_work->at, RDL_N_CLASSES);
    assert_true(g->combines(g));
    assert_true(rdl_class_has(s->coverage, a, false));
    assert_true(rdl_class_has(s->coverage, c, false));
    teardown(s);
}

/* Rule 3 of CTP counts the covered targets that would make a new pair with a
 * target of this execution, and no others. */
static void partners_are_targets(void **state)
{
    struct setup *s = setup();
    struct rdl_coverage_guide guide;
    const struct rdl_guide *g = &guide.guide;
    const struct rdl_event four = at(4), six = at(6);

    (void)state;
    rdl_coverage_guide_init(&guide, s->coverage, rdl_metrics_named("adjacent"),
                            "cc-ordered");
    rdl_coverage_guide_classes(&guide, /*together=*/true);
    rdl_class_add(s->coverage, RDL_CLASS_A, requirement(s, "adjacent 1,2"));
    rdl_class_add(s->coverage, RDL_CLASS_B, requirement(s, "adjacent 3,4"));
    rdl_classes_filled(s->coverage);
    execute(s, g, 0, "1Wy@3 1Ry@4");
    execute(s, g, 1, "1Wz@5 1Rz@6");
    rdl_coverage_begin(s->coverage, 2);
    assert_int_equal(g->partners(g, &four), 0);
    run(s, "1Wx@1 1Rx@2");
    assert_int_equal(g->partners(g, &four), 1);
    assert_int_equal(g->partners(g, &six), 0);
    rdl_coverage_end(s->coverage);
    teardown(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_in_changed_code),
        cmocka_unit_test(classes_come_in_turn),
        cmocka_unit_test(partners_are_targets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
