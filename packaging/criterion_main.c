/* criterion_main.c - runs one test case of a Criterion suite, in this process.
 *
 * Criterion runs every test in a process of its own, which is out of raddle's
 * control.  Compiled into the suite, this file takes the place of Criterion's
 * main and of the calls that talk to that process:
 *
 *   raddle-cc suite.c $PREFIX/share/raddle/criterion_main.c -lcriterion -o one
 *   raddle test ./one counting/racy
 *
 * A failed assertion is one of assert(), at the same place.  Not done here:
 * parameterised tests and theories, expected signals and exit codes, time
 * limits (raddle has --timeout). */
#include <criterion/criterion.h>
#include <criterion/event.h>

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_SKIPPED 0 /* raddle then says that it saw no thread */
#define STATUS_USAGE 2

/* The linker's: where Criterion's macros put tests and suites. */
extern struct criterion_test *__start_cr_tst[], *__stop_cr_tst[];
extern struct criterion_suite *__start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *__stop_cr_sts[] __attribute__((weak));

static const struct criterion_test *running;
static struct criterion_assert_stats failed; /* the latest */
static char message[512];
static int failures;

static const struct criterion_test_extra_data *suite_of(const char *name)
{
    for (struct criterion_suite **s = __start_cr_sts; s < __stop_cr_sts; s++) {
        if (*s != NULL && strcmp((*s)->name, name) == 0)
            return (*s)->data;
    }
    return NULL;
}

/* --- What tests call ------------------------------------------------------ */

void criterion_send_assert(struct criterion_assert_stats *stats)
{
    if (stats->passed)
        return;
    failures++;
    failed = *stats;
    snprintf(message, sizeof(message), "%s", stats->message);
    fprintf(stderr, "[----] %s:%u: Assertion Failed\n[----]   %s\n",
            stats->file, stats->line, message);
}

void cri_asserts_passed_incr(void)
{
}

void criterion_abort_test(void)
{
    __assert_fail(message, failed.file, failed.line, running->name);
}

void criterion_continue_test(void)
{
}

void criterion_skip_test(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    exit(STATUS_SKIPPED);
}

void criterion_test_die(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    abort();
}

void criterion_internal_test_setup(void)
{
    const struct criterion_test_extra_data *suite = suite_of(running->category);

    if (suite != NULL && suite->init != NULL)
        suite->init();
    if (running->data->init != NULL)
        running->data->init();
}

void criterion_internal_test_main(void (*test)(void))
{
    test();
}

void criterion_internal_test_teardown(void)
{
    const struct criterion_test_extra_data *suite = suite_of(running->category);

    if (running->data->fini != NULL)
        running->data->fini();
    if (suite != NULL && suite->fini != NULL)
        suite->fini();
}

/* --- Choosing one --------------------------------------------------------- */

static int list(FILE *out)
{
    fputs("which test case?\n", out);
    for (struct criterion_test **t = __start_cr_tst; t < __stop_cr_tst; t++) {
        if (*t != NULL)
            fprintf(out, "  %s/%s\n", (*t)->category, (*t)->name);
    }
    return STATUS_USAGE;
}

static const struct criterion_test *find(const char *name)
{
    char full[512];

    for (struct criterion_test **t = __start_cr_tst; t < __stop_cr_tst; t++) {
        if (*t == NULL)
            continue;
        snprintf(full, sizeof(full), "%s/%s", (*t)->category, (*t)->name);
        if (strcmp(full, name) == 0)
            return *t;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    running = argc == 2 ? find(argv[1]) : NULL;
    if (running == NULL)
        return list(argc == 1 ? stdout : stderr);
    if (running->data->kind_ != CR_TEST_NORMAL) {
        fputs("parameterised tests cannot be run one at a time\n", stderr);
        return STATUS_USAGE;
    }
    if (running->data->disabled)
        return STATUS_SKIPPED;
    running->test();
    return failures > 0;
}
