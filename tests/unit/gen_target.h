/* gen_target.h - unit tests whose target is the test program itself, as the
 * program that raddle gen would make of a module: the test defines what
 * driver.c would (gen/driver/wire.h). */
#ifndef RDL_TESTS_UNIT_GEN_TARGET_H
#define RDL_TESTS_UNIT_GEN_TARGET_H

#include "exec/reaper.h"
#include "gen/run/runner.h"

int interpreter_main(void);
#define main interpreter_main
#include "gen/driver/interpreter.c"
#undef main

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <unistd.h>
#include <cmocka.h>

/* An entry of rdl_gen_calls for a function that returns an int. */
#define ENTRY(name, expression)                                                \
    static void name(struct rdl_gen_frame *f)                                  \
    {                                                                          \
        int r;                                                                 \
                                                                               \
        rdl_gen_begin(f);                                                      \
        r = expression;                                                        \
        rdl_gen_end(f);                                                        \
        rdl_gen_signed(f, r);                                                  \
    }

static char self[PATH_MAX], library[PATH_MAX + 32];

static bool make_runner_until(struct rdl_gen_runner *r, uint64_t deadline_ns)
{
    const struct rdl_gen_runner_options options = {
        .program = self,
        .runtime = library,
        .seed = 1,
        .deadline_ns = deadline_ns,
    };
    struct rdl_error e = { 0 };

    return rdl_gen_runner_make(r, &options, &e);
}

static __attribute__((unused)) bool make_runner(struct rdl_gen_runner *r)
{
    return make_runner_until(r, 0);
}

/* Is this process the target? */
static bool is_target(void)
{
    FIND(raddle_rt_payload);
    return runtime_raddle_rt_payload != NULL;
}

/* Finds the runtime, beside the folder of the unit tests.  False: this build
 * cannot be a target (the sanitizers' runtime is in the way). */
static bool can_run(void)
{
    const ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

    if (n < 0)
        return false;
    strcpy(library, self);
    for (unsigned i = 0; i < 2; i++)
        *strrchr(library, '/') = '\0';
    strcat(library, "/libraddle.so");
    rdl_reaper_adopt();
#ifdef __SANITIZE_ADDRESS__
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return false;
#endif
#endif
    return access(library, R_OK) == 0;
}

#endif
