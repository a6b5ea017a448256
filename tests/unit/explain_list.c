/* explain_list.c - the list of explainers keeps its contract
 * (explain/explainer.h). */
#include "detect/detector.h"
#include "explain/explainer.h"
#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

#include <string.h>

static bool is_detector(const char *name, size_t n)
{
    const struct rdl_detector *d;

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++) {
        if (strlen(d->name) == n && strncmp(d->name, name, n) == 0)
            return true;
    }
    return false;
}

static void only_detectors(const char *names)
{
    for (const char *at = names; at != NULL && *at != '\0';) {
        const size_t n = strcspn(at, " ");

        if (!is_detector(at, n))
            fail_msg("'%.*s' is not a detector", (int)n, at);
        at += n + (at[n] == ' ');
    }
}

static void explainers_are_sorted_by_rank_and_named_once(void **state)
{
    const struct rdl_explainer *e, *before = NULL, *other;

    (void)state;
    for (size_t i = 0; (e = rdl_explainer_at(i)) != NULL; i++) {
        assert_true(before == NULL || before->rank <= e->rank);
        assert_non_null(e->summary);
        assert_non_null(e->collect);
        for (size_t k = 0; k < i; k++) {
            other = rdl_explainer_at(k);
            assert_string_not_equal(other->name, e->name);
        }
        only_detectors(e->only);
        only_detectors(e->except);
        before = e;
    }
    assert_non_null(before);
}

static void an_explainer_is_for_the_kinds_it_names(void **state)
{
    const struct rdl_explainer all = { .name = "all" };
    const struct rdl_explainer only = { .only = "deadlock lost-wakeup" };
    const struct rdl_explainer self = { .only = "self-deadlock" };
    const struct rdl_explainer except = { .except = "lost-wakeup" };

    (void)state;
    assert_true(rdl_explainer_for(&all, "assertion"));
    assert_true(rdl_explainer_for(&only, "deadlock"));
    assert_true(rdl_explainer_for(&only, "lost-wakeup"));
    assert_false(rdl_explainer_for(&only, "self-deadlock"));
    assert_false(rdl_explainer_for(&only, "dead"));
    assert_false(rdl_explainer_for(&self, "deadlock"));
    assert_false(rdl_explainer_for(&except, "lost-wakeup"));
    assert_true(rdl_explainer_for(&except, "assertion"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explainers_are_sorted_by_rank_and_named_once),
        cmocka_unit_test(an_explainer_is_for_the_kinds_it_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
