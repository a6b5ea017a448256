/* deadline.c - --time holds for what follows a finding and for repetitions: the
 * campaign's clock is one of this test, which passes when it is looked at, so
 * that attempts are counted and not seconds. */
#include "campaign/notes.h"
#include "exec/reaper.h"
#include "own_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

/* The campaign's time: how often it was looked at since it runs. */
static struct {
    uint64_t now;
    bool runs;
} clock_of_test;

static uint64_t look(void)
{
    clock_of_test.now += clock_of_test.runs;
    return clock_of_test.now;
}

static void found(void *data, struct rdl_campaign *c, const struct rdl_found *f)
{
    (void)data;
    (void)c;
    (void)f;
    clock_of_test.runs = true;
}

static void run(struct rdl_campaign *c, uint64_t time, uint64_t repeats)
{
    struct rdl_campaign_options options = own_options(1);
    const struct rdl_campaign_owner owner = { .found = found };
    struct rdl_error error = { .code = RDL_EXIT_CLEAN };
    struct rdl_stdin input;

#ifdef SANITIZED
    skip(); /* raddle does not control a target with a sanitizer */
#endif
    options.clock = look;
    options.time_ns = time;
    options.shrink = true;
    options.keep_going = false;
    options.repeats = repeats;
    clock_of_test.now = 1;
    clock_of_test.runs = repeats > 0;
    if (!rdl_stdin_give(&input, "", 0, &error) ||
        !rdl_campaign_make(c, &options, &owner, &input, &error) ||
        !rdl_campaign_run(c, &error))
        fail_msg("%s", error.text);
}

static void with_time_it_is_shrunk(void **unused)
{
    struct rdl_campaign c;

    (void)unused;
    run(&c, UINT64_MAX, 0);
    assert_int_equal(c.findings.n, 1);
    assert_true(c.findings.all[0].shrunk);
    assert_false(c.findings.all[0].untried);
    assert_false(rdl_notes_have(&c.notes, RDL_NOTE_FINDING_CUT_SHORT));
    /* Each attempt has looked. */
    assert_true(clock_of_test.now > 20);
    rdl_campaign_free(&c);
}

static void without_it_stays_and_raddle_says_so(void **unused)
{
    struct rdl_campaign c;

    (void)unused;
    run(&c, 2, 0);
    assert_int_equal(c.findings.n, 1);
    assert_false(c.findings.all[0].shrunk);
    assert_non_null(c.findings.all[0].schedule);
    assert_true(rdl_notes_have(&c.notes, RDL_NOTE_FINDING_CUT_SHORT));
    rdl_campaign_free(&c);
}

static void in_the_middle_it_stops(void **unused)
{
    struct rdl_campaign c;
    uint64_t all;

    (void)unused;
    run(&c, UINT64_MAX, 0);
    all = clock_of_test.now;
    rdl_campaign_free(&c);
    for (uint64_t time = 4; time < all - 4; time += all / 8) {
        run(&c, time, 0);
        assert_int_equal(c.findings.n, 1);
        /* A few looks of the loop follow, not more attempts. */
        if (clock_of_test.now > time + 20)
            fail_msg("%lu looks though %lu were allowed, of %lu",
                     (unsigned long)clock_of_test.now, (unsigned long)time,
                     (unsigned long)all);
        assert_true(rdl_notes_have(&c.notes, RDL_NOTE_FINDING_CUT_SHORT));
        rdl_campaign_free(&c);
    }
}

static void repetitions_end_with_it(void **unused)
{
    struct rdl_campaign c;

    (void)unused;
    run(&c, 300, UINT64_MAX);
    assert_true(c.totals.compared > 0);
    assert_true(c.totals.compared < 300);
    rdl_campaign_free(&c);
}

int main(int argc, char **argv)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(with_time_it_is_shrunk),
        TEST(without_it_stays_and_raddle_says_so),
        TEST(in_the_middle_it_stops),
        TEST(repetitions_end_with_it),
    };

    if (argc > 1 && strcmp(argv[1], "target") == 0)
        return target();
    if (!find_runtime()) {
        fprintf(stderr, "%s: no runtime beside it\n", argv[0]);
        return 1;
    }
    rdl_reaper_adopt();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
