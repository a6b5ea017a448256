/* detector_contract.c - what detector.h promises of every detector in list.h,
 * and which kind each hand-made situation is. */
#include "detector_situations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kebab.h"

/* As the engine would hand it over; pcs and objects tell the threads apart. */
static void fill(const struct situation *s, struct rdl_finding *f)
{
    memset(f, 0, sizeof(*f));
    f->code = s->code;
    f->pc = 0x1000;
    f->addr = 0xadd0;
    f->step = s->moment.steps;
    f->n_threads = s->n;
    f->block = s->block;
    f->race = s->race;
    f->pattern = s->pattern;
    if (s->said != NULL)
        strcpy(f->text, s->said);
    for (size_t i = 0; i < s->n; i++) {
        const struct who *w = &s->who[i];

        f->threads[i] = (struct rdl_thread_view){
            .tid = i,
            .holder = w->holder,
            .state = w->state,
            .wait = w->wait,
            .timed = w->timed,
            .spins = w->spins,
            .wait_object = w->wait == RDL_WAIT_NONE ? 0 : 0x2000 + 64 * i,
            .pc = 0x4000 + i,
            .missed_pc = s->missed && i == 1 ? 0x5000 : 0,
        };
    }
}

/* --- The contract -------------------------------------------------------- */

static void every_detector_is_named_and_listed_once(void **state)
{
    static const char *const ids[] = {
#define DETECTOR(id) #id,
#include "detect/list.h"
#undef DETECTOR
    };
    const struct rdl_detector *d;

    (void)state;
    assert_non_null(rdl_detector_at(0));
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        assert_non_null(d->name);
        assert_non_null(d->title);
        assert_non_null(d->summary);
        assert_true(d->about < RDL_N_EVIDENCES);
        assert_true((d->around[0] == NULL) == (d->around[1] == NULL));
        assert_ptr_equal(rdl_detector_find(d->name), d);
        assert_true(rdl_detector_about(d->name, d->about));
        assert_non_null(d->check);
        assert_int_not_equal(d->moments, 0);
        assert_int_equal(d->moments >> RDL_N_MOMENTS, 0);
        assert_in_range(strlen(d->name), 1,
                        sizeof(((struct rdl_finding *)0)->kind) - 1);
        check_kebab(d->name, ids[i]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(d->name, rdl_detector_at(k)->name);
    }
}

static void every_moment_has_a_detector(void **state)
{
    unsigned seen = 0;

    (void)state;
    for (size_t i = 0; rdl_detector_at(i) != NULL; i++)
        seen |= rdl_detector_at(i)->moments;
    assert_int_equal(seen, (1u << RDL_N_MOMENTS) - 1);
}

static void kinds_come_at_their_moments(void **state)
{
    (void)state;
    assert_true(rdl_detector_comes("timeout", RDL_AT_TIMEOUT));
    assert_true(rdl_detector_comes("livelock", RDL_AT_STEPS));
    assert_false(rdl_detector_comes("livelock", RDL_AT_TIMEOUT));
    assert_false(rdl_detector_comes("time", RDL_AT_TIMEOUT));
    assert_false(rdl_detector_comes("", RDL_AT_TIMEOUT));
    assert_null(rdl_detector_find("time"));
    assert_false(rdl_detector_about("time", RDL_ABOUT_STEP));
}

/* From situation *k on the first at whose moment the detector is asked; *k is
 * behind it then.  NULL: there is none. */
static const struct situation *next_asked(const struct rdl_detector *d,
                                          size_t *k)
{
    while (*k < N_SITUATIONS) {
        const struct situation *s = &situations[(*k)++];

        if ((d->moments & 1u << s->moment.kind) != 0)
            return s;
    }
    return NULL;
}

static void who_says_no_changes_nothing(void **state)
{
    static struct rdl_finding f, before;
    const struct rdl_detector *d;
    const struct situation *s;

    (void)state;
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        for (size_t k = 0; (s = next_asked(d, &k)) != NULL;) {
            fill(s, &f);
            before = f;
            if (!d->check(&s->moment, &f) &&
                memcmp(&f, &before, sizeof(f)) != 0)
                fail_msg("%s changes \"%s\"", d->name, s->name);
        }
    }
}

static void equal_situations_give_equal_findings(void **state)
{
    static struct rdl_finding a, b;
    const struct rdl_detector *d;
    const struct situation *s;

    (void)state;
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        for (size_t k = 0; (s = next_asked(d, &k)) != NULL;) {
            fill(s, &a);
            fill(s, &b);
            assert_int_equal(d->check(&s->moment, &a),
                             d->check(&s->moment, &b));
            assert_memory_equal(&a, &b, sizeof(a));
        }
    }
}

/* Views are many and their numbers come from the target's memory. */
static void damaged_views_hurt_nobody(void **state)
{
    static struct rdl_finding f;
    struct rdl_moment m = { .kind = RDL_AT_STUCK };

    (void)state;
    memset(&f, 0, sizeof(f));
    f.n_threads = UINT16_MAX;
    for (size_t i = 0; i < RDL_MAX_VIEWS; i++) {
        f.threads[i] = (struct rdl_thread_view){
            .tid = i,
            .state = RDL_WAITING,
            .wait = RDL_WAIT_LOCK,
            .holder = (i + 1) % RDL_MAX_VIEWS,
        };
    }
    assert_true(rdl_detect(&m, RDL_ERROR, &f));
    assert_string_equal(f.kind, "deadlock");
    assert_int_equal(f.n_cycle, RDL_MAX_VIEWS);
    assert_int_equal(f.cycle[RDL_MAX_VIEWS - 1], RDL_MAX_VIEWS - 1);
}

/* Nothing but a call that did not have to end the program, or its end. */
static void only_a_call_or_the_end_continues(void **state)
{
    const unsigned moments = 1u << RDL_AT_MISUSE | 1u << RDL_AT_EXIT;
    const struct rdl_detector *d;

    (void)state;
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        assert_int_equal(rdl_detector_index(d), i);
        if (d->continues && (d->moments & ~moments) != 0)
            fail_msg("%s cannot be continued after", d->name);
    }
}

static void too_long_a_text_is_cut(void **state)
{
    static struct rdl_finding f;
    struct rdl_moment m = { .kind = RDL_AT_ASSERT };

    (void)state;
    memset(&f, 0, sizeof(f));
    memset(f.text, 'x', sizeof(f.text)); /* not terminated */
    assert_true(rdl_detect(&m, RDL_ERROR, &f));
    assert_string_equal(f.kind, "assertion");
    assert_int_equal(f.text[sizeof(f.text) - 1], '\0');
}

static bool says(const char *text, const struct situation *s)
{
    const char *at = strstr(text, s->text);

    return at != NULL && (!s->no_more || strcmp(at, s->text) == 0);
}

static void each_situation_is_its_kind(void **state)
{
    static struct rdl_finding f;

    (void)state;
    for (size_t k = 0; k < N_SITUATIONS; k++) {
        const struct situation *s = &situations[k];
        bool yes;

        fill(s, &f);
        yes = rdl_detect(
            &s->moment,
            s->kind != NULL ? rdl_detector_severity(s->kind) : RDL_ERROR, &f);
        if (yes != (s->kind != NULL) || (yes && strcmp(f.kind, s->kind) != 0))
            fail_msg("\"%s\" is \"%s\", not \"%s\"", s->name,
                     yes ? f.kind : "nothing", s->kind ? s->kind : "nothing");
        if (!yes)
            continue;
        assert_true(rdl_detector_comes(f.kind, s->moment.kind));
        if (f.tid != s->tid)
            fail_msg("\"%s\" blames thread %u, not %u", s->name, f.tid, s->tid);
        if (f.text[0] == '\0' || (s->text != NULL && !says(f.text, s)))
            fail_msg("\"%s\" says \"%s\", not \"%s\"", s->name, f.text,
                     s->text ? s->text : "anything");
        if (f.n_cycle != s->n_cycle ||
            memcmp(f.cycle, s->cycle, s->n_cycle * sizeof(rdl_tid)) != 0)
            fail_msg("\"%s\": a cycle of %u from %u", s->name, f.n_cycle,
                     f.cycle[0]);
        if (s->moment.kind == RDL_AT_STUCK)
            assert_int_equal(f.pc, s->missed ? 0x5000 : 0x4000 + f.tid);
    }
}

static void every_detector_has_a_situation(void **state)
{
    const struct rdl_detector *d;

    (void)state;
    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        size_t k = 0;

        while (k < N_SITUATIONS && (situations[k].kind == NULL ||
                                    strcmp(situations[k].kind, d->name) != 0))
            k++;
        if (k == N_SITUATIONS)
            fail_msg("detector_situations.h has nothing for %s", d->name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_detector_is_named_and_listed_once),
        cmocka_unit_test(every_moment_has_a_detector),
        cmocka_unit_test(kinds_come_at_their_moments),
        cmocka_unit_test(who_says_no_changes_nothing),
        cmocka_unit_test(equal_situations_give_equal_findings),
        cmocka_unit_test(damaged_views_hurt_nobody),
        cmocka_unit_test(too_long_a_text_is_cut),
        cmocka_unit_test(only_a_call_or_the_end_continues),
        cmocka_unit_test(each_situation_is_its_kind),
        cmocka_unit_test(every_detector_has_a_situation),
    };

    return cmocka_run_group_tests_name("detector contract", tests, NULL, NULL);
}
