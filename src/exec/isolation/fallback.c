/* fallback.c - see fallback.h. */
#include "exec/isolation/fallback.h"

#include "base/text.h"
#include "exec/uncontrolled.h"

#include <stdio.h>
#include <string.h>

static struct rdl_step_down fallback_down(enum rdl_isolation_level level,
                                          const char *why, uintptr_t pc)
{
    struct rdl_step_down d = { .to = rdl_isolation_at(level), .pc = pc };

    rdl_text_copy(d.why, why, sizeof(d.why));
    return d;
}

struct rdl_step_down
rdl_isolation_fallback_begin(const struct rdl_worker_options *options,
                             const struct rdl_config *config)
{
    if (rdl_uncontrolled(config) &&
        options->isolation->level != RDL_ISOLATION_EXEC)
        return fallback_down(RDL_ISOLATION_EXEC,
                             "threads that run free cannot be rewound", 0);
    if (options->isolation->level != RDL_ISOLATION_REWIND)
        return (struct rdl_step_down){ .to = NULL };
    if (options->peer != NULL)
        return fallback_down(RDL_ISOLATION_FORK,
                             "a peer (--peer) meets each execution anew", 0);
    if (strcmp(config->engine, "fiber") != 0)
        return fallback_down(RDL_ISOLATION_FORK, "only fibers can be rewound",
                             0);
    if ((config->flags & RDL_CFG_NO_DISPATCH) != 0)
        return fallback_down(
            RDL_ISOLATION_FORK,
            "not every system call is seen without Syscall User "
            "Dispatch",
            0);
    return (struct rdl_step_down){ .to = NULL };
}

/* Did a new server reach main and then die? */
static bool fallback_stillborn(const struct rdl_worker *w,
                               const struct rdl_run_result *ran)
{
    return w->options.isolation->level == RDL_ISOLATION_REWIND && !w->aged &&
           ran->state == RDL_NOT_STARTED && w->died[0] != '\0';
}

struct rdl_step_down
rdl_isolation_fallback_look(const struct rdl_worker *w,
                            const struct rdl_run_result *ran)
{
    const struct rdl_shared *s = w->memory.shared;
    enum rdl_isolation_level now = w->options.isolation->level;
    char why[160];

    if (s->fall.level > now)
        return fallback_down((enum rdl_isolation_level)s->fall.level,
                             s->fall.why, s->fall.pc);
    if (fallback_stillborn(w, ran)) {
        snprintf(why, sizeof(why), "the worker died before main (%s)", w->died);
        return fallback_down(RDL_ISOLATION_FORK, why, 0);
    }
    return (struct rdl_step_down){ .to = NULL };
}
