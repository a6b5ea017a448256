/* gen_confirm.c - the confirmation of a finding ends in time. */
#include "gen/module/confirm.h"

#include "util/command.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <cmocka.h>

static void a_command_may_take_no_longer_than_its_limit(void **state)
{
    char *const never[] = { "sleep", "1000000", NULL };
    char *const soon[] = { "echo", "fine", NULL };
    struct rdl_command_result r = { 0 };
    struct rdl_error e = { 0 };

    (void)state;
    assert_true(rdl_command_run_within(never, 10, &r, &e));
    assert_true(r.late);
    rdl_command_free(&r);
    assert_true(rdl_command_run_within(soon, 1000000000, &r, &e));
    assert_false(r.late);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "fine\n");
    rdl_command_free(&r);
}

static void on_alarm(int signal)
{
    (void)signal;
}

/* The handler interrupts poll() at least once within the limit. */
static void a_signal_does_not_lift_the_limit(void **state)
{
    const struct itimerval often = { { 0, 10000 }, { 0, 10000 } };
    const struct itimerval off = { 0 };
    const struct sigaction handler = { .sa_handler = on_alarm };
    char *const slow[] = { "sleep", "10", NULL };
    struct rdl_command_result r = { 0 };
    struct rdl_error e = { 0 };
    struct sigaction before;

    (void)state;
    assert_int_equal(sigaction(SIGALRM, &handler, &before), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    assert_true(rdl_command_run_within(slow, 100, &r, &e));
    setitimer(ITIMER_REAL, &off, NULL);
    sigaction(SIGALRM, &before, NULL);
    assert_true(r.late);
    rdl_command_free(&r);
}

/* A script takes the place of raddle. */
static void make_raddle(char *path, const char *script)
{
    const int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, script, strlen(script)), strlen(script));
    fchmod(fd, 0700);
    close(fd);
}

/* raddle itself is a program here that does not end. */
static void a_confirmation_may_take_no_longer_than_its_limit(void **state)
{
    char path[] = "/tmp/gen_confirm.XXXXXX", kind[32], *headline = NULL;
    const struct rdl_gen_confirm c = {
        .raddle = path, .program = "p", .dir = "d", .limit_ms = 10
    };
    const char script[] = "#!/bin/sh\nexec sleep 1000000\n";
    struct rdl_error e = { 0 };

    (void)state;
    make_raddle(path, script);
    assert_null(rdl_gen_confirm(&c, kind, &headline, &e));
    unlink(path);
    assert_string_equal(e.text, "the time (-t) was over during raddle test");
}

/* Where raddle says of every program that an assertion of it fails, and every
 * replay fails, only the run with the threads apart decides. */
static void an_assertion_that_fails_without_overlap_is_wrong(void **state)
{
    char path[] = "/tmp/gen_confirm.XXXXXX", kind[32], *schedule;
    char *headline = NULL;
    struct rdl_gen_confirm c = { .raddle = path, .program = "p", .dir = "d" };
    const char script[] =
        "#!/bin/sh\n"
        "for last; do :; done\n"
        "kind=assertion\n"
        "case \"$last $*\" in\n"
        "p*--no-spurious*) exit 0;;\n"
        "waits*) kind=deadlock;;\n"
        "both*--no-spurious*--keep-going*)\n"
        "    echo '{\"findings\": [{\"kind\": \"deadlock\"}, "
        "{\"kind\": \"assertion\"}]}'\n"
        "    exit 1;;\n"
        "both*) kind=deadlock;;\n"
        "fine*) exit 0;;\n"
        "fails*--no-spurious*) ;;\n"
        "fails*) kind=none;;\n"
        "esac\n"
        "[ $1 = replay ] ||\n"
        "echo '{\"findings\": [{\"kind\": \"'$kind'\", \"schedule\": "
        "\"s\"}]}'\n"
        "exit 1\n";
    struct rdl_error e = { 0 };

    (void)state;
    make_raddle(path, script);
    for (int i = 0; i < 5; i++) {
        static const char *const aparts[] = { NULL, "fine", "waits", "fails",
                                              "both" };

        e.text[0] = '\0';

        c.apart = aparts[i];
        schedule = rdl_gen_confirm(&c, kind, &headline, &e);
        assert_int_equal(schedule != NULL, i < 3);
        if (schedule != NULL)
            assert_string_equal(kind, "assertion");
        else
            assert_non_null(strstr(e.text, "one after the other"));
        free(schedule);
    }
    unlink(path);
}

/* raddle is gone when the threads are to run apart. */
static void what_could_not_be_run_apart_is_not_confirmed(void **state)
{
    char path[] = "/tmp/gen_confirm.XXXXXX", kind[32], *headline = NULL;
    const struct rdl_gen_confirm c = {
        .raddle = path, .program = "p", .apart = "a", .dir = "d"
    };
    const char script[] =
        "#!/bin/sh\n"
        "[ $1 = replay ] && rm \"$0\"\n"
        "echo '{\"findings\": [{\"kind\": \"none\", \"schedule\": \"s\"}]}'\n"
        "exit 1\n";
    struct rdl_error e = { 0 };

    (void)state;
    make_raddle(path, script);
    assert_null(rdl_gen_confirm(&c, kind, &headline, &e));
    assert_true(e.text[0] != '\0');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assertion_that_fails_without_overlap_is_wrong),
        cmocka_unit_test(what_could_not_be_run_apart_is_not_confirmed),
        cmocka_unit_test(a_command_may_take_no_longer_than_its_limit),
        cmocka_unit_test(a_signal_does_not_lift_the_limit),
        cmocka_unit_test(a_confirmation_may_take_no_longer_than_its_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
