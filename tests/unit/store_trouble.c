/* store_trouble.c - the campaign's store when the process is killed, the disk
 * is full, the program is another, or the file is none of ours. */
#include "store/build.h"
#include "store_setup.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

/* --- Death ---------------------------------------------------------------- */

/* Says each save. */
static void run_until_killed(unsigned round, int say)
{
    struct rdl_rng rng = { .state = 1000 + round };
    struct world *w = world_new();
    struct rdl_store *s = opened();
    struct rdl_store_totals totals;
    uint64_t next;

    loaded(s, w, &totals);
    modules(w);
    next = totals.next;
    for (uint64_t i = 1;; i++) {
        const struct rdl_store_progress p = { .executions = i,
                                              .next = next + 1,
                                              .seconds = (double)i * 1e-3 };

        execute(w, &rng, next++);
        saved(s, w, &p);
        if (write(say, "s", 1) != 1)
            _exit(1);
    }
}

/* Kills it some time after so many saves. */
static void kill_after(unsigned round, unsigned saves, long ns)
{
    const struct timespec wait = { .tv_nsec = ns };
    int said[2];
    pid_t child;
    char byte;

    assert_int_equal(pipe(said), 0);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        run_until_killed(round, said[1]);
        _exit(1);
    }
    close(said[1]);
    for (unsigned i = 0; i < saves; i++)
        assert_int_equal(read(said[0], &byte, 1), 1);
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    close(said[0]);
}

static void a_kill_at_any_moment_loses_no_save(void **unused)
{
    struct rdl_rng rng = { .state = 11 };
    uint64_t executions = 0, covered = 0, pairs = 0;

    (void)unused;
    for (unsigned round = 0; round < 40; round++) {
        const unsigned saves = (unsigned)rdl_rng_below(&rng, 6);
        struct rdl_store_totals totals;
        struct rdl_store *s;
        struct world *w;

        kill_after(round, saves, (long)rdl_rng_below(&rng, 3000000));
        w = world_new();
        s = opened();
        loaded(s, w, &totals);
        assert_int_equal(asked("SELECT count(*) FROM "
                               "pragma_integrity_check WHERE "
                               "integrity_check != 'ok'"),
                         0);
        assert_true(totals.executions >= executions + saves);
        assert_true(rdl_coverage_covered(w->memory, RDL_ALL_METRICS) >=
                    covered);
        assert_true(rdl_coverage_pairs(w->memory, 1) >= pairs);
        executions = totals.executions;
        covered = rdl_coverage_covered(w->memory, RDL_ALL_METRICS);
        pairs = rdl_coverage_pairs(w->memory, 1);
        ended(s, w, 0, 0);
        rdl_store_totals_free(&totals);
        world_free(w);
    }
    assert_true(asked("SELECT count(*) FROM sessions WHERE how = 'killed' AND "
                      "ended IS NULL") > 10);
    assert_int_equal(asked("SELECT count(*) FROM sessions WHERE how IS NULL"),
                     0);
}

/* The same for a store that is made, and that has not had a log yet. */
static void a_kill_of_a_new_store_loses_no_save(void **unused)
{
    struct rdl_rng rng = { .state = 13 };

    (void)unused;
    for (unsigned round = 0; round < 40; round++) {
        const unsigned saves = (unsigned)rdl_rng_below(&rng, 3);
        struct rdl_store_totals totals;
        struct world *w = world_new();
        struct rdl_store *s;

        rdl_sqlite_remove(in_dir(RDL_STORE_NAME));
        kill_after(round, saves, (long)rdl_rng_below(&rng, 3000000));
        s = opened();
        assert_false(rdl_store_replaced(s));
        loaded(s, w, &totals);
        assert_true(totals.executions >= saves);
        assert_int_equal(totals.sessions, asked("SELECT count(*) FROM sessions "
                                                "WHERE how = 'killed'"));
        ended(s, w, 0, 0);
        rdl_store_totals_free(&totals);
        world_free(w);
    }
}

static void a_second_campaign_is_told_who_runs(void **unused)
{
    int ready[2];
    char byte, pid[64];
    pid_t child;
    struct rdl_store *s;

    (void)unused;
    assert_int_equal(pipe(ready), 0);
    child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        opened();
        (void)!write(ready[1], "x", 1);
        pause();
        _exit(1);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    snprintf(pid, sizeof(pid), "process %d,", (int)child);
    refused(RDL_STORE_REFUSED, pid);
    refused(RDL_STORE_REFUSED, "another --out");
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    s = opened();
    assert_non_null(s);
    /* A campaign may be without coverage. */
    rdl_store_end(s, NULL, &(struct rdl_store_progress){ 0 }, "budget");
    rdl_store_close(s);
}

/* --- Another program ------------------------------------------------------ */

/* One session with one execution. */
static void campaign_of(char *const *arguments, const char *change)
{
    struct rdl_rng rng = { .state = 5 };
    struct rdl_store_totals totals;
    struct world *w = world_new();
    struct rdl_store *s;
    char *text;

    s = opened_with(arguments, &text);
    loaded(s, w, &totals);
    if (change == NULL) {
        if (text != NULL)
            fail_msg("it says '%s'", text);
    } else {
        if (text == NULL || strstr(text, change) == NULL ||
            strstr(text, "coverage begins anew") == NULL)
            fail_msg("'%s' does not say '%s'", text, change);
        assert_int_equal(totals.executions, 0);
        assert_int_equal(access(in_dir(RDL_STORE_OLD_NAME), F_OK), 0);
        unlink(in_dir(RDL_STORE_OLD_NAME));
    }
    modules(w);
    execute(w, &rng, totals.next);
    ended(s, w, 1, 1);
    free(text);
    rdl_store_totals_free(&totals);
    world_free(w);
}

static void another_build_begins_anew(void **unused)
{
    char *two[] = { "a", "b c", NULL }, *one[] = { "a", NULL };
    char *other[] = { "a b", "c", NULL };
    char moved[96];

    (void)unused;
    campaign_of(no_arguments, NULL);
    campaign_of(no_arguments, NULL);
    write_file(program, "second build\n");
    campaign_of(no_arguments, "./program was rebuilt since (content ");
    campaign_of(no_arguments, NULL);
    /* A build that changes nothing changes nothing. */
    write_file(program, "second build\n");
    campaign_of(no_arguments, NULL);
    campaign_of(two, "its arguments were none, now a 'b c'");
    campaign_of(two, NULL);
    campaign_of(other, "its arguments were a 'b c', now 'a b' c");
    campaign_of(one, "arguments");
    campaign_of(no_arguments, "its arguments were a, now none");
    strcpy(moved, in_dir("moved"));
    assert_int_equal(rename(program, moved), 0);
    strcpy(program, moved);
    campaign_of(no_arguments, "the campaign there was one of ");
}

static void another_build_of_a_library_begins_anew(void **unused)
{
    struct world *w = world_new();
    struct rdl_store *s = opened();
    char library[96];

    (void)unused;
    strcpy(library, in_dir("libx.so"));
    write_file(library, "x");
    modules(w);
    rdl_coverage_module(w->memory, &w->coverage.participant, library, NULL, 0);
    ended(s, w, 1, 1);
    world_free(w);
    campaign_of(no_arguments, NULL);
    write_file(library, "y");
    campaign_of(no_arguments, "libx.so was rebuilt since");
}

static void builds_are_told_apart(void **unused)
{
    const uint8_t id[] = { 0x12, 0x34, 0xab, 0xcd, 0xef };
    uint8_t back[20];
    char *build = rdl_store_build_id(id, sizeof(id)), *own, *text;

    (void)unused;
    assert_string_equal(build, "id:1234abcdef");
    assert_int_equal(rdl_store_build_bytes(build, back, sizeof(back)), 5);
    assert_memory_equal(back, id, sizeof(id));
    text = rdl_store_build_change(build, "id:5678");
    assert_string_equal(text, "build id 1234abcd.. -> 5678");
    free(text);
    free(build);
    own = rdl_store_build_of("/proc/self/exe");
    assert_true(strncmp(own, "id:", 3) == 0);
    free(own);
    own = rdl_store_build_of(program);
    assert_true(strncmp(own, "hash:12-", 8) == 0);
    assert_int_equal(rdl_store_build_bytes(own, back, sizeof(back)), 0);
    free(own);
    assert_null(rdl_store_build_of("/no/such/file"));
    assert_null(rdl_store_build_id(id, 0));
}

/* --- Files that are not ours ---------------------------------------------- */

static void a_store_of_a_newer_raddle_is_left_alone(void **unused)
{
    (void)unused;
    campaign_of(no_arguments, NULL);
    told("PRAGMA user_version = 1000");
    refused(RDL_STORE_REFUSED, "newer raddle");
    assert_int_equal(asked("SELECT executions FROM sessions"), 1);
    /* The lock was given back. */
    refused(RDL_STORE_REFUSED, "format 1000");
}

static void other_databases_are_left_alone(void **unused)
{
    (void)unused;
    write_file(in_dir(RDL_STORE_NAME), "");
    told("CREATE TABLE mine(x)");
    refused(RDL_STORE_REFUSED, "not of raddle");
    assert_int_equal(asked("SELECT count(*) FROM mine"), 0);
}

/* --- Disks ---------------------------------------------------------------- */

static void limit_files(rlim_t bytes)
{
    const struct rlimit limit = { .rlim_cur = bytes,
                                  .rlim_max = RLIM_INFINITY };

    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Files may not grow for a while, as on a full disk; the campaign goes on, it
 * is said once, and when there is room again all of it is saved. */
static void a_full_disk_is_said_once_and_survived(void **unused)
{
    struct rdl_rng rng = { .state = 9 };
    struct world *w = world_new(), *again = world_new();
    struct rdl_found found = { .id = 0xf000000000000001,
                               .kind = "deadlock",
                               .said.location = "a.c:1",
                               .times = 1 };
    struct rdl_store_totals totals;
    struct rdl_store_progress p = progress_of(0, 0);
    struct rdl_store *s = opened();
    unsigned troubles = 0;
    uint64_t next = 0;

    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    modules(w);
    saved(s, w, &p);
    assert_null(rdl_store_trouble(s));
    limit_files(1);
    for (unsigned i = 0; i < 50; i++) {
        char *trouble;

        execute(w, &rng, next++);
        p = progress_of(next, i);
        assert_false(saved(s, w, &p));
        rdl_store_found(s, &found);
        trouble = rdl_store_trouble(s);
        troubles += trouble != NULL;
        assert_true(trouble == NULL ||
                    strstr(trouble, "cannot write to ") != NULL);
        free(trouble);
    }
    limit_files(RLIM_INFINITY);
    assert_int_equal(troubles, 1);
    ended(s, w, next, 50);

    s = opened();
    loaded(s, again, &totals);
    assert_same(w, again);
    assert_int_equal(totals.executions, next);
    assert_int_equal(totals.n_findings, 1);
    assert_true(totals.findings[0].id == found.id);
    ended(s, again, 0, 0);
    rdl_store_totals_free(&totals);
    world_free(w);
    world_free(again);
    signal(SIGXFSZ, SIG_DFL);
}

static void without_room_for_a_store_nothing_is_left(void **unused)
{
    (void)unused;
    signal(SIGXFSZ, SIG_IGN);
    for (rlim_t room = 0; room < 30000; room += 3000) {
        limit_files(room);
        refused(RDL_STORE_NONE, "cannot keep the campaign in ");
        limit_files(RLIM_INFINITY);
        assert_int_not_equal(access(in_dir(RDL_STORE_NAME), F_OK), 0);
        assert_int_not_equal(access(in_dir("campaign.sqlite-wal"), F_OK), 0);
        assert_int_not_equal(access(in_dir("campaign.sqlite-shm"), F_OK), 0);
        assert_int_not_equal(access(in_dir("lock"), F_OK), 0);
    }
    signal(SIGXFSZ, SIG_DFL);
}

static void a_directory_that_cannot_be_made_is_an_error(void **unused)
{
    const struct rdl_store_opening session = session_of(no_arguments);
    struct rdl_store *s;
    char *text;

    (void)unused;
    assert_int_equal(rdl_store_open("/proc/raddle-out", &session, &s, &text),
                     RDL_STORE_NONE);
    assert_non_null(strstr(text, "/proc/raddle-out/campaign.sqlite: "));
    free(text);
    /* No store: nothing happens. */
    assert_false(rdl_store_due(NULL));
    assert_true(rdl_store_append(NULL, NULL, NULL));
    rdl_store_found(NULL, NULL);
    rdl_store_end(NULL, NULL, NULL, "budget");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_kill_at_any_moment_loses_no_save),
        TEST(a_kill_of_a_new_store_loses_no_save),
        TEST(a_second_campaign_is_told_who_runs),
        TEST(another_build_begins_anew),
        TEST(another_build_of_a_library_begins_anew),
        TEST(builds_are_told_apart),
        TEST(a_store_of_a_newer_raddle_is_left_alone),
        TEST(other_databases_are_left_alone),
        TEST(a_full_disk_is_said_once_and_survived),
        TEST(without_room_for_a_store_nothing_is_left),
        TEST(a_directory_that_cannot_be_made_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
