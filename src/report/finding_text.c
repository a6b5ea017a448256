/* finding_text.c - where a finding is, and what it is, in one line each. */
#include "report/finding_text.h"

#include "base/text.h"
#include "detect/waits.h"
#include "report/phrase.h"
#include "report/stack.h"

#include <stdlib.h>
#include <string.h>

#define FEW 8           /* threads of a cycle that are named as they wait */
#define LONGEST_TIDS 60 /* bytes of their numbers */

static bool is_kind(const struct rdl_finding *f, const char *kind)
{
    return strncmp(f->kind, kind, sizeof(f->kind)) == 0;
}

/* --- Where -----------------------------------------------------------------
 */

/* assert() names its line itself, as __FILE__ was spelled; what the pc adds is
 * the function, and the column if it agrees about the line. */
static bool asserted_place(struct rdl_symbols *symbols,
                           const struct rdl_finding *f, struct rdl_place *p)
{
    const char *known;

    if (f->file[0] == '\0' || f->line == 0 ||
        memchr(f->file, '\0', sizeof(f->file)) == NULL)
        return false;
    known = p->file != NULL ? rdl_text_base_name(p->file) : "";
    if (strcmp(rdl_text_base_name(rdl_symbols_clean(symbols, f->file)),
               known) != 0)
        p->path = f->file;
    if (p->line != f->line)
        p->column = 0;
    p->file = rdl_symbols_clean(symbols, f->file);
    p->line = f->line;
    return true;
}

bool rdl_finding_place(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, struct rdl_place *out)
{
    struct rdl_place stack[RDL_MAX_STACK];
    size_t n = rdl_stack_frames(symbols, finding,
                                rdl_waits_view(finding, finding->tid), stack,
                                RDL_MAX_STACK);

    memset(out, 0, sizeof(*out));
    if (n > 0)
        *out = stack[0];
    return asserted_place(symbols, finding, out) || out->module != NULL;
}

char *rdl_finding_location(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size)
{
    struct rdl_place place;

    if (rdl_finding_place(symbols, finding, &place))
        return rdl_place_format(&place, out, size);
    snprintf(out, size, "-");
    return out;
}

/* --- What ------------------------------------------------------------------
 */

static void headline_wait(struct rdl_symbols *s, const struct rdl_finding *f,
                          const char *before, const char *after, char *out,
                          size_t size)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, f->tid);
    char thread[64], awaited[192] = "lock";

    if (v != NULL && v->state == RDL_WAITING)
        rdl_phrase_awaited(s, v, awaited, sizeof(awaited));
    else
        rdl_phrase_object(s, "lock", f->addr, awaited, sizeof(awaited));
    snprintf(out, size, "%s: %s waits for %s, %s", before,
             rdl_phrase_thread(f, f->tid, thread, sizeof(thread)), awaited,
             after);
}

/* ": thread 3 waits for semaphore s", of one that might be who was to signal;
 * "" if all others have ended, or wait for conditions and for threads. */
static char *headline_stuck(struct rdl_symbols *s, const struct rdl_finding *f,
                            char *out, size_t size)
{
    char thread[64], doing[256];

    out[0] = '\0';
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state != RDL_WAITING || v->wait == RDL_WAIT_CONDITION ||
            v->wait == RDL_WAIT_JOIN)
            continue;
        snprintf(out, size, ": %s %s",
                 rdl_phrase_thread(f, v->tid, thread, sizeof(thread)),
                 rdl_phrase_doing(s, v, doing, sizeof(doing)));
        break;
    }
    return out;
}

static void headline_wakeup(struct rdl_symbols *s, const struct rdl_finding *f,
                            char *out, size_t size)
{
    char stuck[384], after[448];

    snprintf(after, sizeof(after), "which nobody can signal any more%s",
             headline_stuck(s, f, stuck, sizeof(stuck)));
    headline_wait(s, f, "lost wake-up", after, out, size);
}

static int headline_compare(const void *a, const void *b)
{
    return *(const rdl_tid *)a - *(const rdl_tid *)b;
}

/* Few are named in the order in which they wait, many by their numbers, and
 * some of them stand for too many. */
static void headline_cycle(const rdl_tid *cycle, size_t n, char *out,
                           size_t size)
{
    rdl_tid sorted[RDL_MAX_CYCLE];
    char tids[RDL_MAX_CYCLE * sizeof("65535, ")];

    memcpy(sorted, cycle, n * sizeof(*cycle));
    if (n > FEW)
        qsort(sorted, n, sizeof(sorted[0]), headline_compare);
    rdl_phrase_tids(sorted, n, tids, sizeof(tids));
    if (strlen(tids) <= LONGEST_TIDS)
        snprintf(out, size, "deadlock: threads %s wait for each other", tids);
    else
        snprintf(out, size,
                 "deadlock: %zu threads wait for each other, among them %s", n,
                 rdl_phrase_tids(sorted, FEW, tids, sizeof(tids)));
}

static void headline_deadlock(const struct rdl_finding *f, char *out,
                              size_t size)
{
    const size_t n = f->n_cycle < RDL_MAX_CYCLE ? f->n_cycle : RDL_MAX_CYCLE;

    if (n == 0)
        snprintf(out, size, "deadlock: no thread can ever run again");
    else
        headline_cycle(f->cycle, n, out, size);
}

/* "x == 1" of "Assertion `x == 1' failed.", as glibc words it. */
static void bare_assertion(char *text)
{
    static const char before[] = "Assertion `", after[] = "' failed.";
    size_t n = strlen(text), b = strlen(before), a = strlen(after);

    if (n < b + a || strncmp(text, before, b) != 0 ||
        strcmp(text + n - a, after) != 0)
        return;
    memmove(text, text + b, n - b - a);
    text[n - b - a] = '\0';
}

/* Kinds whose text says it all, and the word that goes before it. */
static const struct {
    const char *kind, *before;
} plain_kinds[] = {
    { "assertion", "assertion failed" },
    { "abort", "abort" },
    { "fatal-signal", "fatal signal" },
    { "exit-status", "wrong exit status" },
    { "cpp-terminate", "C++ terminate" },
    { "livelock", "livelock" },
    { "timeout", "time-out" },
    { "thread-leak", "thread leak" },
    { "thread-misuse", "thread misuse" },
    { "heap-use-after-free", "heap use after free" },
    { "heap-overflow", "heap overflow" },
    { "double-free", "double free" },
    { "invalid-free", "invalid free" },
};

/* Kinds of which the detector cannot say all: it knows no names. */
static bool names_objects(const struct rdl_finding *f)
{
    return is_kind(f, "deadlock") || is_kind(f, "self-deadlock") ||
           is_kind(f, "lost-wakeup") || is_kind(f, "mutex-misuse");
}

char *rdl_finding_says(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, char *out,
                       size_t size)
{
    char *colon;

    if (!names_objects(finding))
        return rdl_phrase_clean(out, size, finding->text,
                                sizeof(finding->text));
    rdl_finding_headline(symbols, finding, out, size);
    colon = strstr(out, ": ");
    if (colon != NULL)
        memmove(out, colon + 2, strlen(colon + 2) + 1);
    return out;
}

char *rdl_finding_headline(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size)
{
    char text[sizeof(finding->text) + 1], kind[sizeof(finding->kind) + 1];
    char object[192];

    rdl_phrase_clean(text, sizeof(text), finding->text, sizeof(finding->text));
    if (is_kind(finding, "assertion"))
        bare_assertion(text);
    if (is_kind(finding, "deadlock")) {
        headline_deadlock(finding, out, size);
        return out;
    }
    if (is_kind(finding, "self-deadlock")) {
        headline_wait(symbols, finding, "self-deadlock",
                      "which it holds itself", out, size);
        return out;
    }
    if (is_kind(finding, "lost-wakeup")) {
        headline_wakeup(symbols, finding, out, size);
        return out;
    }
    if (is_kind(finding, "mutex-misuse")) {
        if (!rdl_symbols_data(symbols, finding->addr, object, sizeof(object)))
            snprintf(object, sizeof(object), "at 0x%lx",
                     (unsigned long)finding->addr);
        snprintf(out, size, "mutex misuse: %s (%s)", text, object);
        return out;
    }
    for (size_t i = 0; i < sizeof(plain_kinds) / sizeof(plain_kinds[0]); i++) {
        if (is_kind(finding, plain_kinds[i].kind)) {
            snprintf(out, size, "%s: %s", plain_kinds[i].before, text);
            return out;
        }
    }
    snprintf(out, size, "%s: %s",
             rdl_phrase_clean(kind, sizeof(kind), finding->kind,
                              sizeof(finding->kind)),
             text);
    return out;
}
