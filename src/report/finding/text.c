/* text.c - where a finding is, and what it is, in one line each. */
#include "report/finding/text.h"

#include "base/text.h"
#include "detect/waits.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"

#include <stdlib.h>
#include <string.h>

#define FEW 8           /* threads of a cycle that are named as they wait */
#define LONGEST_TIDS 60 /* bytes of their numbers */

static bool text_is_kind(const struct rdl_finding *f, const char *kind)
{
    return strncmp(f->kind, kind, sizeof(f->kind)) == 0;
}

/* --- Where -----------------------------------------------------------------
 */

/* assert() names its line itself, as __FILE__ was spelled; what the pc adds is
 * the function, and the column if it agrees about the line. */
static bool text_asserted_place(struct rdl_symbols *symbols,
                                const struct rdl_finding *f,
                                struct rdl_place *p)
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
    rdl_symbols_date(symbols, p);
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
    return text_asserted_place(symbols, finding, out) || out->module != NULL;
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

static void text_says_wait(struct rdl_symbols *s, const struct rdl_finding *f,
                           const char *after, char *out, size_t size)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, f->tid);
    char thread[64], awaited[192] = "lock";

    if (v != NULL && v->state == RDL_WAITING)
        rdl_wording_awaited(s, v, awaited, sizeof(awaited));
    else
        rdl_wording_object(s, "lock", f->addr, awaited, sizeof(awaited));
    snprintf(out, size, "%s waits for %s, %s",
             rdl_wording_thread(f, f->tid, thread, sizeof(thread)), awaited,
             after);
}

/* ": thread 3 waits for semaphore s", of one that might be who was to signal;
 * "" if all others have ended, or wait for conditions and for threads. */
static char *text_says_stuck(struct rdl_symbols *s, const struct rdl_finding *f,
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
                 rdl_wording_thread(f, v->tid, thread, sizeof(thread)),
                 rdl_wording_doing(s, v, doing, sizeof(doing)));
        break;
    }
    return out;
}

static void text_says_wakeup(struct rdl_symbols *s, const struct rdl_finding *f,
                             char *out, size_t size)
{
    char stuck[384], after[448];

    snprintf(after, sizeof(after), "which nobody can signal any more%s",
             text_says_stuck(s, f, stuck, sizeof(stuck)));
    text_says_wait(s, f, after, out, size);
}

static int text_says_compare(const void *a, const void *b)
{
    return *(const rdl_tid *)a - *(const rdl_tid *)b;
}

/* Few are named in the order in which they wait, many by their numbers, and
 * some of them stand for too many. */
static void text_says_cycle(const rdl_tid *cycle, size_t n, char *out,
                            size_t size)
{
    rdl_tid sorted[RDL_MAX_CYCLE];
    char tids[RDL_MAX_CYCLE * sizeof("65535, ")];

    memcpy(sorted, cycle, n * sizeof(*cycle));
    if (n > FEW)
        qsort(sorted, n, sizeof(sorted[0]), text_says_compare);
    rdl_wording_tids(sorted, n, tids, sizeof(tids));
    if (strlen(tids) <= LONGEST_TIDS)
        snprintf(out, size, "threads %s wait for each other", tids);
    else
        snprintf(out, size, "%zu threads wait for each other, among them %s", n,
                 rdl_wording_tids(sorted, FEW, tids, sizeof(tids)));
}

static void text_says_deadlock(const struct rdl_finding *f, char *out,
                               size_t size)
{
    const size_t n = f->n_cycle < RDL_MAX_CYCLE ? f->n_cycle : RDL_MAX_CYCLE;

    if (n == 0)
        snprintf(out, size, "no thread can ever run again");
    else
        text_says_cycle(f->cycle, n, out, size);
}

/* "x == 1" of "Assertion `x == 1' failed.", as glibc words it. */
static void text_bare_assertion(char *text)
{
    static const char before[] = "Assertion `", after[] = "' failed.";
    size_t n = strlen(text), b = strlen(before), a = strlen(after);

    if (n < b + a || strncmp(text, before, b) != 0 ||
        strcmp(text + n - a, after) != 0)
        return;
    memmove(text, text + b, n - b - a);
    text[n - b - a] = '\0';
}

static void text_says_misuse(struct rdl_symbols *s, const struct rdl_finding *f,
                             const char *text, char *out, size_t size)
{
    char object[192];

    if (!rdl_symbols_data(s, f->addr, object, sizeof(object)))
        snprintf(object, sizeof(object), "at 0x%lx", (unsigned long)f->addr);
    snprintf(out, size, "%s (%s)", text, object);
}

/* Of some kinds the detector cannot say all: it knows no names. */
char *rdl_finding_says(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, char *out,
                       size_t size)
{
    char text[sizeof(finding->text) + 1];

    rdl_wording_clean(text, sizeof(text), finding->text, sizeof(finding->text));
    if (text_is_kind(finding, "deadlock"))
        text_says_deadlock(finding, out, size);
    else if (text_is_kind(finding, "self-deadlock"))
        text_says_wait(symbols, finding, "which it holds itself", out, size);
    else if (text_is_kind(finding, "lost-wakeup"))
        text_says_wakeup(symbols, finding, out, size);
    else if (text_is_kind(finding, "mutex-misuse"))
        text_says_misuse(symbols, finding, text, out, size);
    else
        snprintf(out, size, "%s", text);
    return out;
}

/* The words for kinds that differ from their names. */
static const struct {
    const char *kind, *word;
} kind_words[] = {
    { "assertion", "assertion failed" },
    { "fatal-signal", "fatal signal" },
    { "exit-status", "wrong exit status" },
    { "cpp-terminate", "C++ terminate" },
    { "timeout", "time-out" },
    { "thread-leak", "thread leak" },
    { "thread-misuse", "thread misuse" },
    { "heap-use-after-free", "heap use after free" },
    { "heap-overflow", "heap overflow" },
    { "double-free", "double free" },
    { "invalid-free", "invalid free" },
    { "lost-wakeup", "lost wake-up" },
    { "mutex-misuse", "mutex misuse" },
};

/* The arguments are words that were kept, maybe in a file that was edited. */
char *rdl_finding_said(const char *kind, const char *says, char *out,
                       size_t size)
{
    char word[64], text[1024];

    rdl_wording_clean(word, sizeof(word), kind, strlen(kind) + 1);
    rdl_wording_clean(text, sizeof(text), says, strlen(says) + 1);
    if (strcmp(kind, "assertion") == 0)
        text_bare_assertion(text);
    for (size_t i = 0; i < sizeof(kind_words) / sizeof(kind_words[0]); i++) {
        if (strcmp(kind, kind_words[i].kind) == 0)
            strcpy(word, kind_words[i].word);
    }
    snprintf(out, size, "%s: %s", word, text);
    return out;
}

char *rdl_finding_headline(struct rdl_symbols *symbols,
                           const struct rdl_finding *finding, char *out,
                           size_t size)
{
    char says[1024], kind[sizeof(finding->kind) + 1];

    rdl_wording_clean(kind, sizeof(kind), finding->kind, sizeof(finding->kind));
    return rdl_finding_said(
        kind, rdl_finding_says(symbols, finding, says, sizeof(says)), out,
        size);
}
