/* shrink_sites.c - preemptions are found again by the code that they come
 * after, in executions in which threads take other numbers of steps. */
#include "minimize/sites.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 32 };

struct execution {
    struct rdl_script_segment segments[MOST];
    struct rdl_script_choice choices[1];
    uint64_t steps[MOST];
    struct rdl_plan plan;
    size_t n_steps;
};

/* "0ab!1cc.0d": the steps of turns, each begun by its thread, a letter for what
 * was done; a turn ends with ! if its thread is preempted there. */
static void execution_of(struct execution *e, const char *text)
{
    uint32_t taken[10] = { 0 };
    struct rdl_script_segment *s = e->segments;

    *e = (struct execution){ .n_steps = 0 };
    for (; *text != '\0'; text++) {
        if (*text >= '0' && *text <= '9') {
            if (e->plan.n_segments > 0)
                s->to = (uint16_t)(*text - '0');
            s = &e->segments[e->plan.n_segments++];
            *s = (struct rdl_script_segment){
                .tid = (uint16_t)(*text - '0'),
                .to = RDL_NO_TID,
                .until = taken[*text - '0'],
                .end = RDL_SCRIPT_IF_MUST,
            };
        } else if (*text == '!') {
            s->end = RDL_SCRIPT_SWITCH;
        } else {
            e->steps[e->n_steps++] = (uint64_t)*text;
            s->until = ++taken[s->tid];
        }
    }
    s->end = RDL_SCRIPT_GO_ON;
    e->plan.segments = e->segments;
    e->plan.choices = e->choices;
}

static struct rdl_sites_in in(const struct execution *e, size_t from)
{
    return (struct rdl_sites_in){
        .plan = &e->plan,
        .steps = e->steps,
        .n_steps = e->n_steps,
        .from = from,
    };
}

static struct rdl_sites elements_of(struct execution *e)
{
    struct rdl_sites s = { .n_steps = e->n_steps, .steps = e->steps };

    rdl_sites_elements(&s, &e->plan);
    return s;
}

#define assert_place(place, segment_, own_, step_)                             \
    do {                                                                       \
        assert_int_equal((place).segment, segment_);                           \
        assert_int_equal((place).own, own_);                                   \
        assert_int_equal((place).step, step_);                                 \
    } while (0)

static void elements_are_named_by_their_code(void **unused)
{
    struct execution e;
    struct rdl_sites s;

    (void)unused;
    execution_of(&e, "0ab1xyxy!0c!1yx0d");
    e.plan.n_choices = 1;
    e.choices[0] = (struct rdl_script_choice){ .tid = 1, .taken = 5 };
    s = elements_of(&e);
    assert_int_equal(s.n_elements, 3);
    assert_int_equal(s.elements[0].after, 'y');
    assert_int_equal(s.elements[0].tid, 1);
    assert_int_equal(s.elements[0].to, 0);
    assert_int_equal(s.elements[0].nth, 1); /* it had come there before */
    assert_place(s.elements[0].place, 1, 4, 6);
    assert_int_equal(s.elements[1].after, 'c');
    assert_int_equal(s.elements[1].nth, 0);
    assert_place(s.elements[1].place, 2, 3, 7);
    assert_true(s.elements[2].is_choice);
    assert_int_equal(s.elements[2].after, 'y');
    assert_int_equal(s.elements[2].nth, 0);
    assert_place(s.elements[2].place, 3, 5, 8);
    free(s.elements);
}

static void an_element_is_found_in_a_longer_loop(void **unused)
{
    struct execution e, other;
    struct rdl_sites_in where;
    struct rdl_spot place;
    struct rdl_sites s;

    (void)unused;
    execution_of(&e, "0ab!1xyz!0c");
    s = elements_of(&e);
    execution_of(&other, "1xxxyzw0aaabc");
    where = in(&other, 0);
    assert_true(rdl_sites_nth(&where, &s.elements[0], &place));
    assert_place(place, 1, 4, 10);
    assert_true(rdl_sites_nth(&where, &s.elements[1], &place));
    assert_place(place, 0, 5, 5);
    /* Not behind what is to come before it. */
    where.from = 5;
    assert_false(rdl_sites_nth(&where, &s.elements[1], &place));
    /* Nor if it is of another thread. */
    execution_of(&other, "0xyzw");
    where = in(&other, 0);
    assert_false(rdl_sites_nth(&where, &s.elements[1], &place));
    free(s.elements);
}

static void who_does_not_go_on_is_not_preempted(void **unused)
{
    const struct rdl_element e = { .after = 'b' };
    const struct rdl_element choice = { .after = 'b', .is_choice = true };
    struct rdl_rng rng = { 1 };
    struct execution other;
    struct rdl_sites_in where;
    struct rdl_spot place;

    (void)unused;
    execution_of(&other, "0ab1cd");
    where = in(&other, 0);
    assert_false(rdl_sites_nth(&where, &e, &place));
    assert_false(rdl_sites_after(&where, &e, /*same=*/false, &rng, &place));
    /* But it may wake for no reason, say. */
    assert_true(rdl_sites_nth(&where, &choice, &place));
    assert_place(place, 0, 2, 2);
}

/* Each of three rounds comes in 200 draws: missing one has (11/12)^200. */
static void any_round_is_drawn(void **unused)
{
    const struct rdl_element e = { .after = 'x', .tid = 1 };
    struct rdl_rng rng = { 1 };
    struct execution other;
    struct rdl_sites_in where;
    bool seen[MOST] = { false };

    (void)unused;
    execution_of(&other, "0xa1xaxaxa");
    where = in(&other, 0);
    for (int i = 0; i < 200; i++) {
        struct rdl_spot place;

        assert_true(rdl_sites_after(&where, &e, /*same=*/true, &rng, &place));
        assert_int_equal(place.segment, 1);
        seen[place.step] = true;
    }
    for (size_t i = 0; i < other.n_steps; i++)
        assert_int_equal(seen[i], i == 3 || i == 5 || i == 7);
    /* And that of the other thread, which does the same: (15/16)^200. */
    for (int i = 0; i < 200; i++) {
        struct rdl_spot place;

        assert_true(rdl_sites_after(&where, &e, /*same=*/false, &rng, &place));
        seen[place.step] = true;
    }
    assert_true(seen[1]);
}

static void a_meeting_is_before_its_step(void **unused)
{
    uint64_t meets[] = { 'm' };
    const struct rdl_sites s = { .n_meets = 1, .meets = meets };
    struct rdl_rng rng = { 1 };
    struct execution other;
    struct rdl_sites_in where;
    struct rdl_spot place;

    (void)unused;
    execution_of(&other, "0am1mb0cmd");
    where = in(&other, 2);
    /* At the second one its thread has just got the turn. */
    for (int i = 0; i < 50; i++) {
        assert_true(rdl_sites_meet(&where, &s, &rng, &place));
        assert_place(place, 2, 3, 5);
    }
    where.from = 6;
    assert_false(rdl_sites_meet(&where, &s, &rng, &place));
}

static void a_turn_is_one_that_had_to_end(void **unused)
{
    struct rdl_rng rng = { 1 };
    struct execution other;
    struct rdl_sites_in where;
    struct rdl_spot place;

    (void)unused;
    execution_of(&other, "0ab!1cd2e0fg1h2i");
    where = in(&other, 0);
    assert_true(rdl_sites_turn(&where, 0, &rng, &place));
    assert_place(place, 3, 4, 7);
    assert_true(rdl_sites_turn(&where, 1, &rng, &place));
    assert_place(place, 1, 2, 4);
    where.from = 5;
    assert_true(rdl_sites_turn(&where, 1, &rng, &place));
    assert_place(place, 4, 3, 8);
    where.from = 8;
    assert_false(rdl_sites_turn(&where, 2, &rng, &place));
    for (int i = 0; i < 50; i++) {
        assert_true(rdl_sites_turn(&where, RDL_NO_TID, &rng, &place));
        assert_place(place, 4, 3, 8);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_named_by_their_code),
        cmocka_unit_test(an_element_is_found_in_a_longer_loop),
        cmocka_unit_test(who_does_not_go_on_is_not_preempted),
        cmocka_unit_test(any_round_is_drawn),
        cmocka_unit_test(a_meeting_is_before_its_step),
        cmocka_unit_test(a_turn_is_one_that_had_to_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
