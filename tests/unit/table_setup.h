/* table_setup.h - executions as they are recorded for a table, and what it
 * says about them. */
#ifndef TESTS_TABLE_SETUP_H
#define TESTS_TABLE_SETUP_H

#include "report/table/table.h"

#include "util/width.h"
#include "modules.h"
#include "trace_setup.h"

#include <stdio.h>

struct list {
    long length;
    struct list *head;
};

/* What the events are about; never touched. */
static volatile int balance = 100, mine[1024];
static volatile long lock, other_lock, condition;
static struct list *volatile list;
static struct rdl_module modules[RDL_MAX_MODULES];
static struct rdl_symbols *symbols;
static struct rdl_finding finding;
static char *text;
static struct rdl_trace trace; /* of the latest table */

static __attribute__((noinline)) void note(void)
{
    noted = (uintptr_t)__builtin_return_address(0);
}
static __attribute__((noinline)) void deposit(void)
{
    note();     /* a line to quote */
    noted += 0; /* no tail call */
}

static bool shrunk; /* the execution that is printed */

/* Of a group of tests: those of the test itself. */
static inline int open_symbols(void **state)
{
    (void)state;
    deposit();
    symbols = rdl_symbols_new(modules, test_modules_read(modules));
    return 0;
}

static inline int close_symbols(void **state)
{
    (void)state;
    rdl_symbols_free(symbols);
    return 0;
}

/* --- Making executions ----------------------------------------------------
 */

static inline int setup(void **state)
{
    (void)state;
    n_steps = n_extras = 0;
    shrunk = false;
    memset(&finding, 0, sizeof(finding));
    finding.tid = RDL_NO_TID;
    text = NULL;
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    free(text);
    rdl_trace_free(&trace);
    return 0;
}

static inline void start(rdl_tid tid)
{
    step(tid, RDL_OP_START, (void *)HANDLE(tid));
    steps[n_steps - 1].pc = (uintptr_t)deposit + 1;
}

static inline void wait_for(rdl_tid tid, enum rdl_op op,
                            const volatile void *object,
                            enum rdl_wait_kind kind)
{
    step(tid, op, object);
    waits(tid, object, kind);
}

static inline void two_threads(void)
{
    create(0, 1);
    create(0, 2);
    start(1);
    start(2);
}

/* --- Looking at tables ----------------------------------------------------
 */

static inline struct rdl_table *table(void)
{
    rdl_trace_free(&trace);
    rdl_trace_make(&trace, steps, n_steps, extras, n_extras);
    *trace.finding = finding;
    rdl_symbols_set_trace(symbols, &trace);
    return rdl_table_new(&trace, symbols);
}

static inline void fits(size_t width)
{
    for (const char *line = text; *line != '\0';) {
        size_t n = strcspn(line, "\n");

        if (rdl_width_of(line, n) > width)
            fail_msg("%zu columns, not %zu: %.*s", rdl_width_of(line, n), width,
                     (int)n, line);
        if (n > 0 && line[n - 1] == ' ')
            fail_msg("a space at the end: %.*s", (int)n, line);
        line += n + 1;
    }
}

static inline void print_view(const struct rdl_table_view *view)
{
    struct rdl_table *t = table();
    size_t size;
    FILE *out;

    rdl_table_about(t, &(struct rdl_table_about){ .shrunk = shrunk });
    free(text);
    out = open_memstream(&text, &size);
    rdl_table_print(out, t, view, /*ends=*/NULL);
    fclose(out);
    rdl_table_free(t);
    fits(view->width);
}

static inline void print(size_t width, bool full)
{
    print_view(&(struct rdl_table_view){ .width = width, .full = full });
}

static inline void says(const char *what)
{
    if (strstr(text, what) == NULL)
        fail_msg("does not say '%s':\n%s", what, text);
}

static inline void says_not(const char *what)
{
    if (strstr(text, what) != NULL)
        fail_msg("says '%s':\n%s", what, text);
}

/* Both, in this order. */
static inline void says_then(const char *first, const char *second)
{
    const char *at = strstr(text, first);

    if (at == NULL || strstr(at, second) == NULL)
        fail_msg("does not say '%s', then '%s':\n%s", first, second, text);
}

#endif
