/* verdict.c - see verdict.h.  rdl_verdict_of() determines the facts from the
 * totals, the notes and the latest execution; rdl_verdict_exit() and
 * rdl_verdict_why() turn them into an exit status and a sentence. */
#include "campaign/verdict.h"

#include "campaign/uninstrumented.h"
#include "exec/stack_limit.h"
#include "util/alloc.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define HANDFUL 10 /* executions that show what the program does */

/* Killed by a signal of its own, for instance due to a stack that is too small.
 */
static char *verdict_killed(const struct rdl_campaign *c)
{
    char *limited = rdl_stack_limit_text();
    char *why = rdl_format("%s was killed by %s before main, %s; %s",
                           c->options.program,
                           strsignal(WTERMSIG(c->last.status)), c->last.stands,
                           limited != NULL ? limited : "run it without raddle");

    free(limited);
    return why;
}

/* raddle never got control. */
static char *verdict_not_started(const struct rdl_campaign *c)
{
    const char *program = c->options.program;
    const struct rdl_run_result *last = &c->last;

    if (last->timed_out || last->status == -1)
        return rdl_format("%s did not reach main within --timeout: it timed "
                          "out %s; its output, if any, is above",
                          program, last->stands);
    if (WIFSIGNALED(last->status) && WTERMSIG(last->status) == SIGKILL)
        return rdl_format("%s was killed before main (SIGKILL), by another "
                          "process or by the kernel's OOM killer",
                          program);
    if (WIFSIGNALED(last->status))
        return verdict_killed(c);
    if (WEXITSTATUS(last->status) == 127)
        return rdl_format("%s could not be loaded (exit status 127): run it "
                          "without raddle, or see raddle doctor",
                          program);
    return rdl_format("%s ended with status %d before raddle had control of "
                      "main: its loader did not load the runtime (see raddle "
                      "doctor), or a constructor called exit",
                      program, WEXITSTATUS(last->status));
}

static const struct rdl_note *verdict_last_note(const struct rdl_campaign *c)
{
    return c->notes.n > 0 ? &c->notes.all[c->notes.n - 1].note : NULL;
}

static enum rdl_exit verdict_unable_exit(const struct rdl_campaign *c)
{
    const struct rdl_note *note = verdict_last_note(c);

    if (c->last.error != 0)
        return RDL_EXIT_USAGE;
    return c->last.state != RDL_NOT_STARTED && note != NULL &&
                   note->kind == RDL_NOTE_INTERNAL_ERROR
               ? RDL_EXIT_INTERNAL
               : RDL_EXIT_NOTHING;
}

static char *verdict_unable(const struct rdl_campaign *c)
{
    const struct rdl_note *note = verdict_last_note(c);

    if (c->last.error != 0)
        return rdl_format("cannot execute %s: %s", c->options.program,
                          c->last.error == ENOENT
                              ? "its loader or interpreter does not exist"
                              : strerror(c->last.error));
    if (c->last.state == RDL_NOT_STARTED)
        return verdict_not_started(c);
    return rdl_format("the program cannot be controlled: %s",
                      note != NULL ? note->text : "the runtime gave up");
}

/* Hooks of another version, or hooks that something replaced, count as none. */
static bool verdict_hooks_fail(const struct rdl_campaign *c)
{
    return rdl_notes_have(&c->notes, RDL_NOTE_HOOKS_VERSION) ||
           rdl_notes_have(&c->notes, RDL_NOTE_HOOKS_IDLE);
}

/* The user requires accesses, and raddle sees none at all, or none of a part in
 * which threads run.  A program with hooks may share nothing but its locks. */
static bool verdict_uninstrumented(const struct rdl_campaign *c)
{
    if (!c->options.need_accesses)
        return false;
    return rdl_uninstrumented_noted(&c->notes) ||
           (c->totals.accesses == 0 &&
            (!c->options.hooked || verdict_hooks_fail(c)));
}

/* If threads are the only choices, a program without threads has no choices.
 * Allocations that fail and a peer are choices without threads. */
static bool verdict_alone(const struct rdl_campaign *c)
{
    return c->totals.threads <= 1 && c->options.worker.peer == NULL &&
           (c->options.config.flags & RDL_CFG_FAIL_MALLOC) == 0;
}

bool rdl_verdict_hopeless(const struct rdl_campaign *c)
{
    return c->totals.executions >= HANDFUL && c->totals.cut == 0 &&
           c->totals.lost == 0 && c->findings.n == 0 &&
           (verdict_alone(c) || verdict_uninstrumented(c));
}

static bool verdict_early(const struct rdl_campaign *c)
{
    return rdl_verdict_hopeless(c) &&
           c->totals.executions != c->options.executions;
}

/* Do the executions verify anything? */
static enum rdl_unverified verdict_unverified(const struct rdl_campaign *c)
{
    const struct rdl_totals *t = &c->totals;

    if (t->executions == 0)
        return RDL_NOTHING_EXECUTED;
    if (c->stop == RDL_STOP_INTERRUPTED)
        return RDL_INTERRUPTED_EARLY;
    if (t->lost == t->executions)
        return RDL_ALL_LOST;
    if (t->unfinished_ns > 0 && t->unfinished_ns >= c->options.time_ns / 2)
        return RDL_ONE_UNFINISHED;
    if (t->suppressed >= t->executions)
        return RDL_ALL_SUPPRESSED;
    if (t->cut == t->executions)
        return RDL_ALL_CUT;
    if (t->threads <= 1)
        return RDL_NO_THREADS;
    if (t->most_enabled <= 1)
        return RDL_ONE_SCHEDULE;
    if (verdict_uninstrumented(c))
        return RDL_NO_ACCESSES;
    return RDL_VERIFIED;
}

struct rdl_verdict rdl_verdict_of(const struct rdl_campaign *c)
{
    struct rdl_verdict v = {
        .unable = c->stop == RDL_STOP_UNABLE,
        .unverified = verdict_unverified(c),
    };

    v.missed = c->goal.options.until == RDL_UNTIL_COVERAGE &&
               !c->goal.reached && c->observe.fd >= 0 &&
               (c->stop == RDL_STOP_BUDGET || c->stop == RDL_STOP_SATURATED) &&
               v.unverified == RDL_VERIFIED;
    return v;
}

/* Why the executions verify nothing. */
static char *verdict_nothing(const struct rdl_campaign *c,
                             enum rdl_unverified unverified)
{
    const struct rdl_totals *t = &c->totals;

    switch (unverified) {
    case RDL_NOTHING_EXECUTED:
        return rdl_strdup(c->stop == RDL_STOP_INTERRUPTED
                              ? "interrupted in the first execution"
                          : c->options.time_ns != 0
                              ? "no execution ended within --time"
                              : "nothing was executed");
    case RDL_INTERRUPTED_EARLY:
        return rdl_strdup("interrupted before the budget was spent; nothing "
                          "found so far");
    case RDL_ALL_LOST:
        return rdl_strdup("every execution was killed from outside "
                          "(SIGKILL, possibly the kernel's OOM killer), so "
                          "nothing was verified");
    case RDL_ONE_UNFINISHED:
        return rdl_format("one execution ran for %.1f s of --time and did "
                          "not end, so it neither passed nor failed",
                          (double)t->unfinished_ns / 1e9);
    case RDL_ALL_SUPPRESSED:
        return rdl_strdup("every execution ended in a suppressed finding, so "
                          "nothing else was verified");
    case RDL_ALL_CUT:
        return rdl_format("every execution was cut at %llu steps: give it "
                          "less to do, or a larger --steps",
                          (unsigned long long)c->options.config.max_steps);
    case RDL_NO_THREADS:
        return rdl_format("the program made no thread in %llu execution%s, so "
                          "there was nothing to schedule%s: give it arguments "
                          "or input with which it uses threads",
                          (unsigned long long)t->executions,
                          t->executions == 1 ? "" : "s",
                          verdict_early(c) ? ", and no more were run" : "");
    case RDL_ONE_SCHEDULE:
        return rdl_strdup("no two threads could ever run at the same time, "
                          "so there was only one schedule: give it more "
                          "concurrent work");
    case RDL_NO_ACCESSES:
        return rdl_format(
            "nothing verified: memory accesses are not seen%s, "
            "and --require-accesses asks for them%s: build the "
            "program with raddle cc (raddle-cc, raddle-c++)",
            rdl_uninstrumented_noted(&c->notes) ? " in a part of the program "
                                                  "(see the note)"
                                                : "",
            verdict_early(c) ? "; no more executions were run" : "");
    case RDL_VERIFIED:
        break;
    }
    return NULL;
}

char *rdl_verdict_goal(const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const uint64_t covered = rdl_coverage_covered(m, c->options.metrics);
    const uint64_t known = rdl_coverage_known(m, c->options.metrics);
    char *reached = rdl_format(
        "--until coverage=%g%% was not reached: %llu of %llu covered (%.4g%%)",
        100 * c->goal.options.share, (unsigned long long)covered,
        (unsigned long long)known,
        known > 0 ? 100.0 * (double)covered / (double)known : 0.0);
    char *text;

    if (c->goal.missed)
        text = rdl_format(
            "%s, and coverage no longer grows: the rest may be impossible",
            reached);
    else if (c->goal.share)
        text = rdl_format(
            "%s, but the number of known interactions still grew: it must stay "
            "the same for half of the executions, at least %d",
            reached, RDL_GOAL_STILL);
    else
        text = rdl_strdup(reached);
    free(reached);
    return text;
}

enum rdl_exit rdl_verdict_exit(const struct rdl_verdict *v,
                               const struct rdl_campaign *c)
{
    if (c->findings.n > 0)
        return RDL_EXIT_FINDINGS;
    if (v->unable)
        return verdict_unable_exit(c);
    return v->missed || v->unverified != RDL_VERIFIED ? RDL_EXIT_NOTHING
                                                      : RDL_EXIT_CLEAN;
}

char *rdl_verdict_why(const struct rdl_verdict *v, const struct rdl_campaign *c)
{
    if (c->findings.n > 0)
        return NULL;
    if (v->unable)
        return verdict_unable(c);
    return v->missed ? rdl_verdict_goal(c) : verdict_nothing(c, v->unverified);
}
