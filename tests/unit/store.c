/* store.c - the campaign's store: what was saved comes back, only what is new
 * is written, and others can read it meanwhile. */
#include "base/time.h"
#include "store/read.h"
#include "store_setup.h"

#include <time.h>

/* A session of many saves, begun with what was saved before it: `w`, which it
 * frees.  What there is at its end. */
static struct world *session(struct world *w, unsigned n, struct rdl_rng *rng)
{
    const uint64_t began = 100 * n;
    struct rdl_store *s = opened();
    struct world *again = world_new();
    struct rdl_store_totals totals;
    uint64_t next = began;

    loaded(s, again, &totals);
    assert_int_equal(totals.sessions, n);
    assert_int_equal(totals.next, next);
    assert_int_equal(totals.executions, next);
    assert_int_equal((int)totals.seconds, (int)(10 * n));
    if (n > 0)
        assert_same(w, again);
    else
        modules(again);
    for (unsigned i = 0; i < 20; i++) {
        struct rdl_store_progress p;

        for (unsigned j = 0; j < 5; j++)
            execute(again, rng, next++);
        p = (struct rdl_store_progress){ .executions = next - began,
                                         .next = next,
                                         .seconds = i * .5 };
        saved(s, again, &p);
    }
    ended_with(s, again,
               &(struct rdl_store_progress){
                   .executions = next - began, .next = next, .seconds = 10 });
    rdl_store_totals_free(&totals);
    world_free(w);
    return again;
}

static void what_was_saved_comes_back(void **unused)
{
    struct rdl_rng rng = { .state = 7 };
    struct world *w = world_new();

    (void)unused;
    modules(w);
    for (unsigned n = 0; n < 5; n++)
        w = session(w, n, &rng);
    assert_true(rdl_coverage_pairs(w->memory, 0) > 100);
    assert_true(rdl_coverage_pairs(w->memory, 1) > 100);
    assert_true(rdl_coverage_both(w->memory, RDL_ALL_METRICS) > 10);
    world_free(w);
    /* At rest it is one file, and the lock is gone. */
    assert_int_not_equal(access(in_dir("campaign.sqlite-wal"), F_OK), 0);
    assert_int_not_equal(access(in_dir("lock"), F_OK), 0);
    assert_int_equal(asked("SELECT count(*) FROM sessions WHERE how = 'budget' "
                           "AND ended >= began AND seed = -1 AND strategy = "
                           "'random' AND version = '1.2.3'"),
                     5);
    /* Time goes on over the sessions, as execution numbers do. */
    assert_int_equal(asked("SELECT count(*) FROM requirements WHERE execution "
                           ">= 100 AND execution < 200 AND (seconds < 10 OR "
                           "seconds > 20)"),
                     0);
    assert_int_equal(asked("SELECT count(*) FROM requirements WHERE execution "
                           "IS NULL AND (seconds IS NOT NULL OR NOT "
                           "estimated)"),
                     0);
}

/* A session's row changes with each save, and a sample may come: 2 rows and
 * some for its metrics. */
static void a_save_writes_only_what_is_new(void **unused)
{
    struct rdl_rng rng = { .state = 3 };
    struct world *w = world_new();
    struct rdl_store *s = opened();
    struct rdl_store_progress p = progress_of(0, 0);
    uint64_t key;
    int before, n;

    (void)unused;
    modules(w);
    for (unsigned i = 0; i < 300; i++)
        execute(w, &rng, i);
    n = (int)rdl_requirements_n(&w->coverage.covering);
    before = sqlite3_total_changes(sql_of(s)->db);
    saved(s, w, &p);
    assert_true(sqlite3_total_changes(sql_of(s)->db) - before > n);

    before = sqlite3_total_changes(sql_of(s)->db);
    saved(s, w, &p);
    assert_int_equal(sqlite3_total_changes(sql_of(s)->db) - before, 1);

    /* A location and a requirement; then that it was estimated. */
    rdl_coverage_begin(&w->coverage, 300);
    key = rdl_key(RDL_METRIC_blocked, RDL_LOC_NONE,
                  rdl_location_of(&w->coverage.locations, 0x9999));
    rdl_requirements_cover(&w->coverage.covering, key);
    rdl_coverage_end(&w->coverage);
    before = sqlite3_total_changes(sql_of(s)->db);
    saved(s, w, &p);
    assert_int_equal(sqlite3_total_changes(sql_of(s)->db) - before, 1 + 2);
    rdl_requirements_estimate(&w->coverage.covering, key);
    before = sqlite3_total_changes(sql_of(s)->db);
    saved(s, w, &p);
    assert_int_equal(sqlite3_total_changes(sql_of(s)->db) - before, 1 + 1);
    ended(s, w, 301, 1);
    assert_int_equal(asked("SELECT estimated + execution FROM requirements "
                           "WHERE metric = 0"),
                     301);
    world_free(w);
}

static bool has_log(void)
{
    return access(in_dir("campaign.sqlite-wal"), F_OK) == 0;
}

/* Readers can work beside a campaign that goes on; one that ends at once does
 * not pay for it. */
static void a_new_store_has_a_log_from_its_second_save(void **unused)
{
    struct world *w = world_new();
    struct rdl_store *s = opened();
    struct rdl_store_progress p = progress_of(1, 0);

    (void)unused;
    assert_false(has_log());
    saved(s, w, &p);
    assert_false(has_log());
    saved(s, w, &p);
    assert_true(has_log());
    ended(s, w, 1, 1);
    assert_false(has_log());
    s = opened();
    assert_true(has_log());
    ended(s, w, 1, 1);
    assert_false(has_log());
    world_free(w);
}

/* A process that had inserted a requirement and died before it was covered. */
static void a_requirement_that_is_neither_keeps_its_number(void **unused)
{
    struct world *w = world_new(), *again = world_new();
    struct rdl_rng rng = { .state = 5 };
    struct rdl_store_totals totals;
    struct rdl_store *s = opened();

    (void)unused;
    execute(w, &rng, 0);
    assert_int_not_equal(
        rdl_requirements_insert(&w->coverage.covering,
                                rdl_key(RDL_METRIC_pset, 4, 4)),
        0);
    execute(w, &rng, 1);
    modules(w);
    ended(s, w, 2, 1);
    s = opened();
    loaded(s, again, &totals);
    assert_same(w, again);
    ended(s, again, 0, 0);
    world_free(w);
    world_free(again);
}

/* --- Over time ------------------------------------------------------------ */

static void samples_stay_few(void **unused)
{
    struct rdl_rng rng = { .state = 2 };
    struct world *w = world_new();
    struct rdl_store *s = opened();

    (void)unused;
    execute(w, &rng, 0);
    /* More often than once a second: not each becomes a sample. */
    for (unsigned i = 0; i < 100; i++) {
        const struct rdl_store_progress p = progress_of(i, i * .1);

        saved(s, w, &p);
    }
    assert_int_equal(asked("SELECT count(*) FROM samples"), 10);
    for (unsigned i = 10; i < 9000; i++) {
        const struct rdl_store_progress p = progress_of(100 + i, i);

        saved(s, w, &p);
    }
    /* 1 s until 2,000 s, 2 s until 4,000 s, 4 s until 8,000 s, then 8 s; what
     * was there before is as far apart. */
    assert_int_equal(asked("SELECT count(*) FROM (SELECT seconds - "
                           "lag(seconds) OVER (ORDER BY seconds) AS "
                           "gap FROM samples) WHERE gap < 7.9"),
                     0);
    assert_int_equal(asked("SELECT count(*) BETWEEN 1000 AND 2000 "
                           "FROM samples"),
                     1);
    assert_int_equal(asked("SELECT min(seconds) = 0 AND max(seconds) "
                           "> 8990 FROM samples"),
                     1);
    assert_int_equal(
        asked("SELECT count(*) FROM sample_coverage WHERE sample NOT "
              "IN (SELECT number FROM samples)"),
        0);
    assert_int_equal(asked("SELECT count(*) FROM samples WHERE (SELECT "
                           "sum(covered) FROM sample_coverage WHERE sample = "
                           "number) != 12"),
                     0);
    ended(s, w, 9100, 9000);
    world_free(w);
}

/* It is never due earlier than that: not before `since` + ms. */
static void assert_waits(struct rdl_store *s, uint64_t since, uint64_t ms)
{
    if (rdl_store_due(s))
        assert_true(rdl_time_ns() - since >= ms * 1000000);
}

/* The first a moment after the store was opened: a short campaign saves once,
 * at its end. */
static void ticks_save_about_once_a_second(void **unused)
{
    struct world *w = world_new();
    uint64_t since = rdl_time_ns();
    struct rdl_store *s = opened();
    int before = sqlite3_total_changes(sql_of(s)->db);
    struct timespec pause = { .tv_nsec = 110000000 };

    (void)unused;
    for (unsigned i = 1; i < 1000; i++)
        assert_waits(s, since, 100);
    nanosleep(&pause, NULL);
    assert_true(rdl_store_due(s));
    since = rdl_time_ns();
    saved_if_due(s, w, &(struct rdl_store_progress){ .seconds = .1 });
    /* The session's row and a sample. */
    assert_int_equal(sqlite3_total_changes(sql_of(s)->db) - before, 2);
    for (unsigned i = 1; i < 1000; i++)
        assert_waits(s, since, 1000);
    pause = (struct timespec){ .tv_sec = 1, .tv_nsec = 10000000 };
    nanosleep(&pause, NULL);
    saved_if_due(s, w, &(struct rdl_store_progress){ .seconds = .5 });
    assert_int_equal(sqlite3_total_changes(sql_of(s)->db) - before, 3);
    ended(s, w, 1, 1);
    world_free(w);
}

/* --- Findings and readers ------------------------------------------------- */

struct seen {
    unsigned modules, locations, requirements, covered, estimated, findings;
};

static void seen_module(void *data, uint32_t number, const char *path,
                        const char *build)
{
    struct seen *seen = data;

    assert_int_equal(number, seen->modules++);
    if (number == 1) {
        assert_string_equal(path, "/no/such/lib.so");
        assert_true(strncmp(build, "id:010203ff", 11) == 0);
    }
}

static void seen_location(void *data, uint32_t number, uint32_t module,
                          uint64_t offset)
{
    struct seen *seen = data;

    assert_int_equal(number, RDL_LOC_FIRST + seen->locations++);
    assert_int_equal(module, 0);
    assert_true(offset >= 0x1000);
}

static void seen_requirement(void *data, const struct rdl_store_requirement *r)
{
    struct seen *seen = data;

    seen->requirements++;
    seen->covered += r->covered;
    seen->estimated += r->estimated;
    assert_true(r->l1 < LOCATIONS && r->l2 < LOCATIONS);
}

static void seen_finding(void *data, const struct rdl_found *found)
{
    struct seen *seen = data;

    seen->findings++;
    assert_string_equal(found->kind, "deadlock");
    assert_string_equal(found->schedule, "out/x.schedule");
    assert_int_equal(found->times, 3);
    assert_true(found->replayed && found->checked);
    assert_int_equal(found->execution, 33);
}

static void found_twice(struct rdl_store *s)
{
    struct rdl_found found = { .id = UINT64_MAX,
                               .kind = "deadlock",
                               .said.location = "a.c:1",
                               .said.text = "t",
                               .execution = 17,
                               .seconds = .25,
                               .times = 1 };

    rdl_store_found(s, &found);
    found.times = 3;
    found.execution = 33; /* the one whose schedule is there counts */
    found.schedule = (char *)"out/x.schedule";
    found.replayed = found.checked = true;
    rdl_store_found(s, &found);
    found.execution = 50;
    found.kept = true;
    rdl_store_found(s, &found);
}

static struct seen look(struct rdl_store_summary *summary)
{
    struct seen seen = { 0 };
    const struct rdl_store_reader reader = {
        .data = &seen,
        .module = seen_module,
        .location = seen_location,
        .requirement = seen_requirement,
        .finding = seen_finding,
    };
    char *why;

    assert_int_equal(rdl_store_read(dir, &reader, summary, &why),
                     RDL_STORE_READ);
    return seen;
}

static void a_reader_sees_what_is_saved_beside_the_campaign(void **unused)
{
    struct rdl_rng rng = { .state = 4 };
    struct rdl_store_progress p = progress_of(40, 2);
    struct rdl_store_summary summary;
    struct world *w = world_new();
    struct rdl_store *s = opened();
    struct seen seen;

    (void)unused;
    modules(w);
    for (unsigned i = 0; i < 40; i++)
        execute(w, &rng, i);
    saved(s, w, &p);
    found_twice(s);

    seen = look(&summary);
    assert_int_equal(seen.modules, 2);
    assert_int_equal(seen.requirements,
                     rdl_requirements_n(&w->coverage.covering));
    assert_int_equal(seen.covered,
                     rdl_coverage_covered(w->memory, RDL_ALL_METRICS));
    assert_int_equal(seen.estimated,
                     rdl_coverage_estimated(w->memory, RDL_ALL_METRICS));
    assert_int_equal(seen.findings, 1);
    assert_string_equal(summary.program, "./program");
    assert_null(summary.arguments[0]);
    assert_int_equal(summary.sessions, 1);
    assert_int_equal(summary.executions, 40);
    /* It has not said, and nobody holds the directory's lock here. */
    assert_string_equal(summary.how, "killed");
    for (size_t i = 0; i < RDL_N_COMBINATORIAL; i++)
        assert_int_equal(summary.pairs[i], rdl_coverage_pairs(w->memory, i));
    rdl_store_summary_free(&summary);
    ended(s, w, 40, 2);
    world_free(w);
}

static void a_reader_sees_nothing_before_it_is_saved(void **unused)
{
    struct rdl_rng rng = { .state = 4 };
    struct rdl_store_summary summary;
    struct world *w = world_new();
    struct rdl_store *s = opened();

    (void)unused;
    modules(w);
    execute(w, &rng, 0);
    saved(s, w, &(struct rdl_store_progress){ 0 });
    rdl_requirements_estimate(&w->coverage.covering,
                              rdl_key(RDL_METRIC_pset, 4, 5));
    assert_int_equal(look(&summary).requirements,
                     rdl_requirements_n(&w->coverage.covering) - 1);
    rdl_store_summary_free(&summary);
    ended(s, w, 1, 3);
    assert_int_equal(look(&summary).requirements,
                     rdl_requirements_n(&w->coverage.covering));
    assert_string_equal(summary.how, "budget");
    rdl_store_summary_free(&summary);
    world_free(w);
}

/* As a repetition does (campaign/determinism.h). */
static void what_an_execution_covers_later_has_its_time(void **unused)
{
    struct rdl_rng rng = { .state = 6 };
    struct rdl_store_progress p = progress_of(1, 2);
    struct world *w = world_new();
    struct rdl_store *s = opened();
    uint64_t covered;

    (void)unused;
    modules(w);
    execute(w, &rng, 0);
    saved(s, w, &p);
    covered = rdl_coverage_covered(w->memory, RDL_ALL_METRICS);
    execute(w, &rng, 0);
    assert_true(rdl_coverage_covered(w->memory, RDL_ALL_METRICS) > covered);
    p.seconds = 9;
    saved(s, w, &p);
    assert_int_equal(asked("SELECT count(*) FROM requirements WHERE "
                           "execution = 0 AND seconds > 2"),
                     0);
    ended(s, w, 1, 9);
    world_free(w);
}

static void a_reader_says_that_there_is_nothing(void **unused)
{
    struct rdl_store_summary summary;
    char *why;

    (void)unused;
    assert_int_equal(rdl_store_read("/no/such", &(struct rdl_store_reader){ 0 },
                                    &summary, &why),
                     RDL_STORE_UNREADABLE);
    assert_non_null(strstr(why, "no campaign in /no/such"));
    free(why);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_was_saved_comes_back),
        TEST(a_save_writes_only_what_is_new),
        TEST(a_new_store_has_a_log_from_its_second_save),
        TEST(a_requirement_that_is_neither_keeps_its_number),
        TEST(what_an_execution_covers_later_has_its_time),
        TEST(samples_stay_few),
        TEST(ticks_save_about_once_a_second),
        TEST(a_reader_sees_what_is_saved_beside_the_campaign),
        TEST(a_reader_sees_nothing_before_it_is_saved),
        TEST(a_reader_says_that_there_is_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
