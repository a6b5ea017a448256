/* verdict.c - see verdict.h.  rdl_verdict_of() determines the facts from the
 * totals, the notes and the latest execution; rdl_verdict_exit() and
 * rdl_verdict_why() turn them into an exit status and a sentence. */
#include "campaign/verdict.h"

#include "campaign/claim.h"
#include "campaign/proved.h"
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
                           strsignal(WTERMSIG(c->last.status)), c->last.stage,
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
                          program, last->stage);
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
    const uint64_t handful =
        c->options.handful != 0 ? c->options.handful : HANDFUL;

    if (c->findings.n == 0 && rdl_step_limit_hopeless(&c->limit))
        return true;
    return c->totals.executions >= handful && c->totals.cut == 0 &&
           c->totals.lost == 0 && c->findings.n == 0 &&
           (verdict_alone(c) || verdict_uninstrumented(c));
}

static bool verdict_early(const struct rdl_campaign *c)
{
    return rdl_verdict_hopeless(c) &&
           c->totals.executions != c->options.executions;
}

/* More than half of the executions were cut or lost: what came after that, and
 * so most of what could have failed, raddle did not see. */
static bool verdict_mostly_cut(const struct rdl_totals *t)
{
    return t->cut + t->lost > t->executions / 2;
}

/* Do the executions verify anything? */
static enum rdl_unverified verdict_unverified(const struct rdl_campaign *c)
{
    const struct rdl_totals *t = &c->totals;

    if (c->stop == RDL_STOP_REPLACED)
        return RDL_REPLACED;
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
    if (verdict_mostly_cut(t))
        return RDL_MOSTLY_CUT;
    if (t->threads <= 1)
        return RDL_NO_THREADS;
    /* Where a sleep keeps threads apart, its end may move: a schedule each. */
    if (t->most_enabled <= 1 && c->time.timed == 0)
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

    const struct rdl_claim claim = rdl_claim_of(c);

    /* A program with one interleaving is proven by running it; but one that was
     * to have threads and made none is a mistake of the test. */
    if ((claim.complete || claim.within) &&
        (v.unverified == RDL_ONE_SCHEDULE ||
         (v.unverified == RDL_NO_THREADS && !verdict_alone(c))))
        v.unverified = RDL_VERIFIED;
    v.incomplete = claim.explores && !claim.complete && !claim.within;
    v.within = claim.within;
    v.missed = c->goal.options.until >= RDL_UNTIL_COVERAGE &&
               !c->goal.reached && c->observe.fd >= 0 &&
               (c->stop == RDL_STOP_BUDGET || c->stop == RDL_STOP_SATURATED) &&
               v.unverified == RDL_VERIFIED;
    return v;
}

/* "4 at 1000000 steps, 118 at 10000000 steps"; "" if none was. */
static char *verdict_steps(const struct rdl_campaign *c)
{
    const uint64_t cut = c->totals.cut - c->totals.late;
    const uint64_t first = rdl_step_limit_first(&c->limit, cut);
    char *now = cut == first ? rdl_strdup("")
                             : rdl_format("%llu at %llu steps",
                                          (unsigned long long)(cut - first),
                                          (unsigned long long)c->limit.steps);
    char *both;

    if (first == 0)
        return now;
    both = rdl_format("%llu at %llu steps%s%s", (unsigned long long)first,
                      (unsigned long long)c->limit.first,
                      cut == first ? "" : ", ", now);
    free(now);
    return both;
}

/* "122 of 124 executions were cut at 1000000 steps, ..." */
static char *verdict_cut(const struct rdl_campaign *c)
{
    const struct rdl_totals *t = &c->totals;
    char *lost =
        t->lost == 0
            ? rdl_strdup("")
            : rdl_format("%s%llu killed from outside (SIGKILL)",
                         t->cut > 0 ? ", " : "", (unsigned long long)t->lost);
    char *late =
        t->late == 0
            ? rdl_strdup("")
            : rdl_format("%s%llu after %.1f s", t->cut > t->late ? ", " : "",
                         (unsigned long long)t->late,
                         c->options.config.timeout_ms / 1000.0);
    char *cut = verdict_steps(c);
    char *why = rdl_format(
        "%llu of %llu executions were cut (%s%s%s)%s: this is not a clean "
        "result, "
        "because raddle did not see how they end; give the program less to "
        "do%s",
        (unsigned long long)(t->cut + t->lost),
        (unsigned long long)t->executions, cut, late, lost,
        rdl_step_limit_hopeless(&c->limit) ? ", and no more were run" : "",
        t->cut == 0        ? ""
        : t->cut > t->late ? ", or a larger --steps"
                           : ", or a larger --timeout");

    free(lost);
    free(cut);
    free(late);
    return why;
}

/* Why the executions verify nothing. */
static char *verdict_nothing(const struct rdl_campaign *c,
                             enum rdl_unverified unverified)
{
    const struct rdl_totals *t = &c->totals;

    switch (unverified) {
    case RDL_REPLACED:
        return rdl_verdict_replaced(c->options.program, c->options.worker.path,
                                    t->executions);
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
    case RDL_MOSTLY_CUT:
        return verdict_cut(c);
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

char *rdl_verdict_replaced(const char *program, const char *path,
                           uint64_t executions)
{
    const struct rdl_program_file now = rdl_program_file_at(path);

    if (now.there && !now.executable)
        return rdl_format("%s cannot be executed any more: its permissions "
                          "were changed during the campaign, which ends here "
                          "after %llu execution%s; start raddle again",
                          program, (unsigned long long)executions,
                          executions == 1 ? "" : "s");
    return rdl_format("%s was %s during the campaign, which ends here after "
                      "%llu execution%s: what comes now would be another "
                      "program; start raddle again",
                      program, now.there ? "replaced" : "removed",
                      (unsigned long long)executions,
                      executions == 1 ? "" : "s");
}

char *rdl_verdict_goal(const struct rdl_campaign *c)
{
    const struct rdl_coverage_memory *m = c->observe.memory;
    const bool changed = c->goal.options.until == RDL_UNTIL_CHANGED;
    const uint64_t covered =
        changed ? rdl_class_covered(&c->observe.coverage, RDL_CLASS_A)
                : rdl_coverage_covered(m, c->options.metrics);
    const uint64_t known = changed ? m->classes.n[RDL_CLASS_A]
                                   : rdl_proved_possible(c, c->options.metrics);
    char *reached = rdl_format(
        "--until %s=%g%% was not reached: %llu of %llu covered (%.4g%%)",
        changed ? "changed" : "coverage", 100 * c->goal.options.share,
        (unsigned long long)covered, (unsigned long long)known,
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

static char *verdict_incomplete(const struct rdl_campaign *c)
{
    char *why = rdl_claim_why(c);
    char *text = rdl_format("not complete because %s", why);

    free(why);
    return text;
}

enum rdl_exit rdl_verdict_exit(const struct rdl_verdict *v,
                               const struct rdl_campaign *c)
{
    if (c->findings.n > 0)
        return RDL_EXIT_FINDINGS;
    if (v->unable)
        return verdict_unable_exit(c);
    return v->missed || v->incomplete || v->unverified != RDL_VERIFIED
               ? RDL_EXIT_NOTHING
               : RDL_EXIT_CLEAN;
}

char *rdl_verdict_why(const struct rdl_verdict *v, const struct rdl_campaign *c)
{
    if (c->findings.n > 0)
        return NULL;
    if (v->unable)
        return verdict_unable(c);
    if (v->incomplete)
        return verdict_incomplete(c);
    return v->missed ? rdl_verdict_goal(c) : verdict_nothing(c, v->unverified);
}

const char *rdl_verdict_word(const struct rdl_verdict *v,
                             const struct rdl_campaign *c)
{
    static const char *const words[] = {
        [RDL_VERIFIED] = "clean",
        [RDL_REPLACED] = "replaced",
        [RDL_NOTHING_EXECUTED] = "nothing-executed",
        [RDL_INTERRUPTED_EARLY] = "interrupted",
        [RDL_ALL_LOST] = "all-lost",
        [RDL_ONE_UNFINISHED] = "unfinished",
        [RDL_ALL_SUPPRESSED] = "all-suppressed",
        [RDL_MOSTLY_CUT] = "mostly-cut",
        [RDL_NO_THREADS] = "no-threads",
        [RDL_ONE_SCHEDULE] = "one-schedule",
        [RDL_NO_ACCESSES] = "no-accesses",
    };

    if (c->findings.n > 0)
        return "findings";
    if (v->unable)
        return "unable";
    if (v->incomplete)
        return "incomplete";
    if (v->within && v->unverified == RDL_VERIFIED)
        return "within-bounds";
    return v->missed ? "goal-missed" : words[v->unverified];
}
