/* assert.c - checks for which the C library ends the program: assert, the stack
 * protector, _FORTIFY_SOURCE.
 *
 * The usual message goes to standard error first, as without us, in one
 * write. */

#include "base/text.h"
#include "runtime/core/interceptor.h"
#include "runtime/effects/descriptors.h"
#include "runtime/signals/abort.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

RDL_REAL(void, __assert_fail, const char *, const char *, unsigned,
         const char *);
RDL_REAL(void, __assert_perror_fail, int, const char *, unsigned, const char *);
RDL_REAL(void, __stack_chk_fail, void);
RDL_REAL(void, __chk_fail, void);

void __assert(const char *assertion, const char *file, int line);
void raddle_rt_assert_failed(const char *assertion, const char *file,
                             unsigned line, const char *function);
void __stack_chk_fail(void);
void __chk_fail(void);
void __fortify_fail(const char *message);

struct message {
    char text[1024];
    size_t length;
};

static void assert_add(struct message *m, const char *text)
{
    rdl_text_copy(m->text + m->length, text, sizeof(m->text) - m->length);
    m->length += strlen(m->text + m->length);
}

static void assert_add_number(struct message *m, unsigned number)
{
    char digits[12];
    size_t at = sizeof(digits);

    digits[--at] = '\0';
    do
        digits[--at] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    assert_add(m, digits + at);
}

static void assert_print(const struct message *m)
{
    rdl_descriptor_error(m->text, m->length);
}

/* "prog: file:line: function: " and the rest. */
static _Noreturn void assertion_fails(const char *before, const char *what,
                                      const char *after, const char *file,
                                      unsigned line, const char *function,
                                      uintptr_t pc)
{
    struct message m = { .length = 0 }, reason = { .length = 0 };

    assert_add(&reason, before);
    assert_add(&reason, what);
    assert_add(&reason, after);
    assert_add(&m, program_invocation_short_name);
    assert_add(&m, program_invocation_short_name[0] != '\0' ? ": " : "");
    assert_add(&m, file);
    assert_add(&m, ":");
    assert_add_number(&m, line);
    assert_add(&m, ": ");
    assert_add(&m, function);
    assert_add(&m, function != NULL ? ": " : "");
    assert_add(&m, reason.text);
    assert_add(&m, "\n");
    assert_print(&m);
    rdl_abort(RDL_AT_ASSERT, reason.text, file, line, pc);
}

RDL_EXPORT void __assert_fail(const char *assertion, const char *file,
                              unsigned line, const char *function)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__assert_fail)(assertion, file, line, function);
    assertion_fails("Assertion `", assertion, "' failed.", file, line, function,
                    RDL_PC);
}

RDL_EXPORT void __assert(const char *assertion, const char *file, int line)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__assert_fail)(assertion, file, (unsigned)line, NULL);
    assertion_fails("Assertion `", assertion, "' failed.", file, (unsigned)line,
                    NULL, RDL_PC);
}

/* raddle_assert of include/raddle.h: does nothing where nothing is tested. */
RDL_EXPORT void raddle_rt_assert_failed(const char *assertion, const char *file,
                                        unsigned line, const char *function)
{
    if (rdl_controlled() || unlikely(rdl_runs_free))
        assertion_fails("Assertion `", assertion, "' failed.", file, line,
                        function, RDL_PC);
}

RDL_EXPORT void __assert_perror_fail(int error, const char *file, unsigned line,
                                     const char *function)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__assert_perror_fail)(error, file, line, function);
    assertion_fails("Unexpected error: ", strerrordesc_np(error), ".", file,
                    line, function, RDL_PC);
}

static _Noreturn void assert_check_fails(const char *what, uintptr_t pc)
{
    struct message m = { .length = 0 };

    assert_add(&m, "*** ");
    assert_add(&m, what);
    assert_add(&m, " ***: terminated\n");
    assert_print(&m);
    rdl_abort(RDL_AT_ABORT, what, NULL, 0, pc);
}

RDL_EXPORT void __stack_chk_fail(void)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__stack_chk_fail)();
    assert_check_fails("stack smashing detected", RDL_PC);
}

RDL_EXPORT void __chk_fail(void)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__chk_fail)();
    assert_check_fails("buffer overflow detected", RDL_PC);
}

RDL_EXPORT void __fortify_fail(const char *message)
{
    if (!rdl_controlled() && likely(!rdl_runs_free))
        REAL(__chk_fail)();
    assert_check_fails(message, RDL_PC);
}
