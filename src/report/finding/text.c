/* text.c - where a finding is, and what it is, in one line each. */
#include "report/finding/text.h"

#include "base/text.h"
#include "detect/detector.h"
#include "detect/waits.h"
#include "report/finding/accesses.h"
#include "report/finding/stacks.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"

#include <stdlib.h>
#include <string.h>

#define FEW 8 /* longer cycles are not named in the order of waiting */
#define LONGEST_TIDS 60 /* bytes of their numbers */

/* --- Where -----------------------------------------------------------------
 */

/* assert() names its line itself, with the spelling of __FILE__.  The pc adds
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

/* A framework named the line.  The thread was there when the framework ended
 * the program at once; later, no frame tells the function. */
static struct rdl_place text_expected_place(struct rdl_symbols *symbols,
                                            const struct rdl_finding *f,
                                            const struct rdl_place *stack,
                                            size_t n)
{
    const char *file = rdl_text_base_name(rdl_symbols_clean(symbols, f->file));

    for (size_t i = 0; i < n; i++) {
        if (stack[i].line == f->line && stack[i].file != NULL &&
            strcmp(rdl_text_base_name(stack[i].file), file) == 0)
            return stack[i];
    }
    return (struct rdl_place){ .module = NULL };
}

bool rdl_finding_place(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, struct rdl_place *out)
{
    struct rdl_place stack[RDL_MAX_STACK];
    const struct rdl_thread_view *v = rdl_waits_view(finding, finding->tid);
    size_t n;

    if (v != NULL && rdl_stack_is_elsewhere(finding, v))
        v = NULL;
    n = rdl_stack_frames(symbols, finding, v, stack, RDL_MAX_STACK);
    memset(out, 0, sizeof(*out));
    if (finding->line != 0 &&
        rdl_detector_comes(finding->kind, RDL_AT_EXPECTATION))
        *out = text_expected_place(symbols, finding, stack, n);
    else if (n > 0)
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

/* Appends one piece of a sentence to `out`, which is "" before. */
typedef void text_piece(struct rdl_symbols *s, const struct rdl_finding *f,
                        char *out, size_t size);

static void text_put_text(struct rdl_symbols *s, const struct rdl_finding *f,
                          char *out, size_t size)
{
    (void)s;
    rdl_wording_clean(out, size, f->text, sizeof(f->text));
}

static void text_put_thread(struct rdl_symbols *s, const struct rdl_finding *f,
                            char *out, size_t size)
{
    (void)s;
    rdl_wording_thread(f, f->tid, out, size);
}

static void text_put_awaited(struct rdl_symbols *s, const struct rdl_finding *f,
                             char *out, size_t size)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, f->tid);

    if (v != NULL && v->state == RDL_WAITING)
        rdl_wording_awaited(s, v, out, size);
    else
        rdl_wording_object(s, "lock", f->addr, out, size);
}

static void text_put_object(struct rdl_symbols *s, const struct rdl_finding *f,
                            char *out, size_t size)
{
    if (!rdl_symbols_data(s, f->addr, out, size))
        snprintf(out, size, "at 0x%lx", (unsigned long)f->addr);
}

static void text_put_what(struct rdl_symbols *s, const struct rdl_finding *f,
                          char *out, size_t size)
{
    char what[sizeof(f->what) + 1];

    rdl_wording_clean(what, sizeof(what), f->what, sizeof(f->what));
    rdl_wording_object(s, what[0] != '\0' ? what : "object", f->addr, out,
                       size);
}

/* Threads that wait for conditions or for other threads; nobody signals them.
 */
static void text_put_stuck(struct rdl_symbols *s, const struct rdl_finding *f,
                           char *out, size_t size)
{
    char thread[64], doing[256];

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state != RDL_WAITING || v->wait == RDL_WAIT_CONDITION ||
            v->wait == RDL_WAIT_JOIN)
            continue;
        snprintf(out, size, ": %s %s",
                 rdl_wording_thread(f, v->tid, thread, sizeof(thread)),
                 rdl_wording_doing(s, v, doing, sizeof(doing)));
        return;
    }
}

static int text_compare_tids(const void *a, const void *b)
{
    return *(const rdl_tid *)a - *(const rdl_tid *)b;
}

/* A few threads are in the order in which they wait, many by number; of too
 * many only some are named. */
static void text_put_cycle(struct rdl_symbols *s, const struct rdl_finding *f,
                           char *out, size_t size)
{
    const size_t n = f->n_cycle < RDL_MAX_CYCLE ? f->n_cycle : RDL_MAX_CYCLE;
    rdl_tid sorted[RDL_MAX_CYCLE];
    char tids[RDL_MAX_CYCLE * sizeof("65535, ")];

    if (n == 0) {
        text_put_text(s, f, out, size);
        return;
    }
    memcpy(sorted, f->cycle, n * sizeof(*sorted));
    if (n > FEW)
        qsort(sorted, n, sizeof(sorted[0]), text_compare_tids);
    rdl_wording_tids(sorted, n, tids, sizeof(tids));
    if (strlen(tids) <= LONGEST_TIDS)
        snprintf(out, size, "threads %s wait for each other", tids);
    else
        snprintf(out, size, "%zu threads wait for each other, among them %s", n,
                 rdl_wording_tids(sorted, FEW, tids, sizeof(tids)));
}

/* The pieces that a sentence may contain: see detector.h. */
static const struct {
    const char *name;
    text_piece *put;
} pieces[] = {
    { "{text}", text_put_text },           { "{thread}", text_put_thread },
    { "{awaited}", text_put_awaited },     { "{object}", text_put_object },
    { "{cycle}", text_put_cycle },         { "{stuck}", text_put_stuck },
    { "{what}", text_put_what },           { "{race}", rdl_accesses_race },
    { "{pattern}", rdl_accesses_pattern },
};

/* " (handled by bye() at f.c:8, which ended the program with status 0)" */
static void text_put_handled(struct rdl_symbols *s, const struct rdl_finding *f,
                             char *out, size_t size)
{
    const struct rdl_handled *h = &f->handled;
    struct rdl_place place;
    char where[256], end[32];

    if (h->how == RDL_HANDLED_NOT)
        return;
    /* Places are return addresses. */
    if (rdl_symbols_frames(s, h->handler + 1, &place, 1) == 0 ||
        place.function == NULL)
        snprintf(where, sizeof(where), "a handler of the program");
    else if (place.file == NULL)
        snprintf(where, sizeof(where), "%s()", place.function);
    else
        snprintf(where, sizeof(where), "%s() at %s:%u", place.function,
                 place.file, place.line);
    if (h->signo != 0 && sigabbrev_np(h->signo) != NULL)
        snprintf(end, sizeof(end), "by SIG%s", sigabbrev_np(h->signo));
    else if (h->signo != 0)
        snprintf(end, sizeof(end), "by signal %u", h->signo);
    else
        snprintf(end, sizeof(end), "with status %d", h->status);
    if (h->replaced)
        snprintf(out, size, " (handled by %s, which %s)", where,
                 h->how == RDL_HANDLED_ENDED
                     ? "replaced the program by another"
                     : "did not return; the program replaced itself by "
                       "another");
    else
        snprintf(out, size, " (handled by %s, which %s %s)", where,
                 h->how == RDL_HANDLED_ENDED
                     ? "ended the program"
                     : "did not return; the program ended",
                 end);
}

/* Puts the piece that `template` begins with into words; returns the length of
 * its name, 0 if it begins with none. */
static size_t text_put_piece(struct rdl_symbols *s, const struct rdl_finding *f,
                             const char *template, char *out, size_t size)
{
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        const size_t n = strlen(pieces[i].name);

        if (strncmp(template, pieces[i].name, n) != 0)
            continue;
        out[0] = '\0';
        pieces[i].put(s, f, out, size);
        return n;
    }
    return 0;
}

char *rdl_finding_says(struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, char *out,
                       size_t size)
{
    char kind[sizeof(finding->kind) + 1], piece[704];
    const struct rdl_detector *d = rdl_detector_find(rdl_wording_clean(
        kind, sizeof(kind), finding->kind, sizeof(finding->kind)));
    const char *at = d != NULL && d->says != NULL ? d->says : "{text}";
    size_t used = 0;

    out[0] = '\0';
    while (*at != '\0' && used + 1 < size) {
        size_t n = text_put_piece(symbols, finding, at, piece, sizeof(piece));

        if (n == 0) {
            n = 1;
            piece[0] = *at;
            piece[1] = '\0';
        }
        at += n;
        rdl_text_copy(out + used, piece, size - used);
        used += strlen(out + used);
    }
    text_put_handled(symbols, finding, out + used, size - used);
    return out;
}

/* "x == 1" of "Assertion `x == 1' failed.", as glibc words it; what raddle adds
 * in brackets stays. */
static void text_bare(char *text, const char *const around[2])
{
    const size_t b = strlen(around[0]), a = strlen(around[1]);
    char *end =
        strncmp(text, around[0], b) == 0 ? text + b : text + strlen(text);

    do
        end = strstr(end, around[1]);
    while (end != NULL && end[a] != '\0' && strncmp(end + a, " (", 2) != 0 &&
           *++end != '\0');
    if (end == NULL || *end == '\0')
        return;
    memmove(end, end + a, strlen(end + a) + 1);
    memmove(text, text + b, strlen(text + b) + 1);
}

/* The arguments are stored words, perhaps from an edited file. */
char *rdl_finding_said(const char *kind, const char *says, char *out,
                       size_t size)
{
    const struct rdl_detector *d = rdl_detector_find(kind);
    char word[64], text[1024];

    rdl_wording_clean(word, sizeof(word), kind, strlen(kind) + 1);
    rdl_wording_clean(text, sizeof(text), says, strlen(says) + 1);
    if (d != NULL && d->around[0] != NULL)
        text_bare(text, d->around);
    if (d != NULL && d->says != NULL &&
        strncmp(d->says, d->title, strlen(d->title)) == 0)
        rdl_text_copy(out, text, size);
    else
        snprintf(out, size, "%s: %s", d != NULL ? d->title : word, text);
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
