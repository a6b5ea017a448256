/* warnings.c - findings that do not end their execution: the table that the
 * runtime fills (detect/warnings.h), and how the driver takes it over. */
#include "campaign/results.h"
#include "detect/detector.h"
#include "detect/warnings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_finding finding_of(const char *kind, uintptr_t pc)
{
    struct rdl_finding f = { .tid = 2, .pc = pc, .step = pc + 1 };

    strcpy(f.kind, kind);
    strcpy(f.text, "two threads meet");
    f.n_threads = 2;
    f.threads[1].tid = 2;
    f.threads[1].n_frames = RDL_MAX_FRAMES;
    for (size_t i = 0; i < RDL_MAX_FRAMES; i++)
        f.threads[1].frames[i] = pc + i;
    return f;
}

static void add(struct rdl_warnings *w, const char *kind, uintptr_t pc)
{
    static struct rdl_finding f; /* too large for a stack */

    f = finding_of(kind, pc);
    rdl_warnings_add(w, &f);
}

static void each_kind_is_entered_once_at_each_place(void **unused)
{
    static struct rdl_warnings w;

    (void)unused;
    add(&w, "race", 0x1000);
    add(&w, "race", 0x1000);
    add(&w, "race", 0x2000);
    add(&w, "order", 0x1000);
    add(&w, "race", 0x1000);
    assert_int_equal(w.n, 3);
    assert_int_equal(w.all[0].times, 3);
    assert_int_equal(w.all[0].step, 0x1001);
    assert_int_equal(w.all[1].times, 1);
    assert_string_equal(w.all[2].kind, "order");
    assert_int_equal(w.lost, 0);
}

static void what_does_not_fit_is_counted(void **unused)
{
    static struct rdl_warnings w;

    (void)unused;
    for (uintptr_t i = 0; i < RDL_MAX_WARNINGS + 5; i++)
        add(&w, "race", 0x1000 + i);
    add(&w, "race", 0x1000); /* is in it */
    assert_int_equal(w.n, RDL_MAX_WARNINGS);
    assert_int_equal(w.lost, 5);
    assert_int_equal(w.all[0].times, 2);
}

static void a_warning_is_a_finding_with_one_view(void **unused)
{
    static struct rdl_warnings w;
    static struct rdl_finding f;

    (void)unused;
    add(&w, "race", 0x1000);
    memset(&f, 0xff, sizeof(f));
    rdl_warning_finding(&w.all[0], &f);
    assert_string_equal(f.kind, "race");
    assert_string_equal(f.text, "two threads meet");
    assert_int_equal(f.pc, 0x1000);
    assert_int_equal(f.step, 0x1001);
    assert_int_equal(f.n_cycle, 0);
    assert_int_equal(f.n_threads, 1);
    assert_int_equal(f.threads[0].tid, 2);
    assert_int_equal(f.threads[0].n_frames, RDL_WARNING_FRAMES);
    assert_int_equal(f.threads[0].frames[3], 0x1003);
}

/* Where a detector gives keys, places do not matter. */
static void a_key_tells_warnings_apart(void **unused)
{
    static struct rdl_warnings w;
    static struct rdl_finding f;

    (void)unused;
    for (uint64_t i = 0; i < 6; i++) {
        f = finding_of("race", 0x1000 + i);
        f.key = 7 + i % 2;
        rdl_warnings_add(&w, &f);
    }
    assert_int_equal(w.n, 2);
    assert_int_equal(w.all[0].times, 3);
    assert_int_equal(rdl_warnings_with(&w, 8, 0), 2);
    assert_int_equal(rdl_warnings_with(&w, 9, 0), 0);
}

/* A race of memory order that is then seen: the driver must hear of both, and
 * an execution that is to end at one of them does not end at the other. */
static void a_code_tells_warnings_of_one_key_apart(void **unused)
{
    static struct rdl_warnings w;
    static struct rdl_finding f;
    struct rdl_config config = { .ends_key = 7, .ends_code = RDL_RACE_SEEN };

    (void)unused;
    f = finding_of("race", 0x1000);
    f.key = 7;
    f.code = RDL_RACE_ORDER;
    rdl_warnings_add(&w, &f);
    assert_false(rdl_warning_ends(&config, &f));
    f.code = RDL_RACE_SEEN;
    rdl_warnings_add(&w, &f);
    assert_true(rdl_warning_ends(&config, &f));
    assert_int_equal(w.n, 2);
    assert_int_equal(rdl_warnings_with(&w, 7, RDL_RACE_SEEN), 2);
    config.ends_key = 0;
    f.code = RDL_RACE_ORDER;
    assert_true(rdl_warning_ends(&config, &f));
}

static void a_race_has_both_stacks(void **unused)
{
    static struct rdl_warnings w;
    static struct rdl_finding f, out;

    (void)unused;
    f = finding_of("race", 0x1000);
    f.race = (struct rdl_race_view){
        .proof = RDL_RACE_SEEN,
        .sides = { { .tid = 5, .pc = 0x2000 }, { .tid = 2, .pc = 0x1000 } },
    };
    f.threads[0] = (struct rdl_thread_view){ .tid = 5,
                                             .n_frames = 2,
                                             .frames = { 0x2000, 0x2100 } };
    rdl_warnings_add(&w, &f);
    rdl_warning_finding(&w.all[0], &out);
    assert_int_equal(out.n_threads, 2);
    assert_int_equal(out.threads[1].tid, 5);
    assert_int_equal(out.threads[1].pc, 0x2000);
    assert_int_equal(out.threads[1].n_frames, 2);
    assert_int_equal(out.threads[1].frames[1], 0x2100);
    assert_int_equal(out.race.proof, RDL_RACE_SEEN);
}

/* --- The driver's half ---------------------------------------------------- */

static struct rdl_shared *shared;
static struct rdl_campaign campaign;
static struct rdl_worker worker;
static unsigned told;

static bool suppressed(void *data, const struct rdl_campaign *c)
{
    (void)data;
    return c->workers.latest->memory.shared->finding.pc == 0x7000;
}

static void warned(void *data, struct rdl_campaign *c,
                   const struct rdl_found *found)
{
    (void)data;
    (void)c;
    assert_string_equal(found->kind, shared->finding.kind);
    told++;
}

static int begin(void **unused)
{
    (void)unused;
    told = 0;
    shared = calloc(1, sizeof(*shared));
    shared->n_modules = 1;
    shared->modules[0] = (struct rdl_module){ .end = 0x100000, .path = "p" };
    worker = (struct rdl_worker){ .memory.shared = shared };
    campaign = (struct rdl_campaign){
        .owner = { .suppressed = suppressed, .warning = warned },
        .workers.latest = &worker,
    };
    rdl_budget_begin(&campaign.budget);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    rdl_findings_free(&campaign.findings);
    rdl_findings_free(&campaign.warnings);
    rdl_notes_free(&campaign.notes);
    free(shared);
    return 0;
}

/* The driver takes them over after that execution. */
static void take(struct rdl_campaign *c, uint64_t execution)
{
    /* Threads that run free leave no schedule: no process is needed. */
    const struct rdl_config config = { .execution = execution,
                                       .strategy = "noise-sleep" };

    rdl_results_warnings(c, &config);
}

static void the_driver_tells_each_once_and_counts(void **unused)
{
    (void)unused;
    add(&shared->warnings, "data-race", 0x1000);
    add(&shared->warnings, "data-race", 0x1000);
    add(&shared->warnings, "data-race", 0x7000);
    take(&campaign, 4);
    take(&campaign, 5); /* of a request without one */
    add(&shared->warnings, "data-race", 0x1000);
    add(&shared->warnings, "data-race", 0x2000);
    take(&campaign, 9);
    assert_int_equal(told, 2);
    assert_int_equal(campaign.warnings.n, 2);
    assert_int_equal(campaign.warnings.all[0].times, 3);
    assert_int_equal(campaign.warnings.all[0].execution, 4);
    assert_int_equal(campaign.warnings.all[1].execution, 9);
    assert_int_not_equal(campaign.warnings.all[0].id,
                         campaign.warnings.all[1].id);
}

/* Neither the exit status nor the execution's own finding knows of them. */
static void warnings_leave_findings_alone(void **unused)
{
    (void)unused;
    shared->finding = finding_of("assertion", 0x3000);
    add(&shared->warnings, "data-race", 0x1000);
    take(&campaign, 0);
    assert_int_equal(campaign.findings.n, 0);
    assert_int_equal(campaign.totals.met, 0);
    assert_string_equal(shared->finding.kind, "assertion");
    assert_int_equal(shared->finding.n_threads, 2);
}

/* --races=fail: the same finding is an error, and the campaign may end. */
static void what_the_user_lets_fail_is_a_finding(void **unused)
{
    const struct rdl_detector *d = rdl_detector_find("data-race");

    (void)unused;
    campaign.options.failing = UINT64_C(1) << rdl_detector_index(d);
    add(&shared->warnings, "data-race", 0x1000);
    take(&campaign, 0);
    assert_int_equal(campaign.findings.n, 1);
    assert_int_equal(campaign.warnings.n, 0);
    assert_int_equal(campaign.totals.met, 1);
    assert_int_equal(told, 0);
}

static void a_full_table_is_noted(void **unused)
{
    (void)unused;
    for (uintptr_t i = 0; i < RDL_MAX_WARNINGS + 1; i++)
        add(&shared->warnings, "data-race", 0x1000 + i);
    take(&campaign, 0);
    take(&campaign, 1);
    assert_int_equal(campaign.warnings.n, RDL_MAX_WARNINGS);
    assert_int_equal(campaign.notes.n, 1);
    assert_int_equal(campaign.notes.all[0].note.kind, RDL_NOTE_MORE_WARNINGS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_entered_once_at_each_place),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(a_warning_is_a_finding_with_one_view),
        cmocka_unit_test(a_key_tells_warnings_apart),
        cmocka_unit_test(a_code_tells_warnings_of_one_key_apart),
        cmocka_unit_test(a_race_has_both_stacks),
        cmocka_unit_test_setup_teardown(the_driver_tells_each_once_and_counts,
                                        begin, end),
        cmocka_unit_test_setup_teardown(warnings_leave_findings_alone, begin,
                                        end),
        cmocka_unit_test_setup_teardown(what_the_user_lets_fail_is_a_finding,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_full_table_is_noted, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
