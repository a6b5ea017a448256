/* finding_print.c - all of a finding, for a terminal of 80 columns.
 *
 *   deadlock: threads 1 and 2 wait for each other
 *     at bank.c:14:5 (transfer)
 *
 *     .-> thread 1
 *     |     waits for mutex accounts[1].lock     at bank.c:14:5 (transfer)
 *     ...
 *     thread 1: waits for mutex accounts[1].lock
 *       #0 bank.c:14:5 (transfer)   pthread_mutex_lock(&to->lock);
 */
#include "report/finding_text.h"

#include "detect/waits.h"
#include "report/colour.h"
#include "report/phrase.h"
#include "report/stack.h"
#include "report/stack_print.h"
#include "report/wrap.h"

#include <string.h>

struct page {
    FILE *out;
    struct rdl_symbols *symbols;
    const struct rdl_finding *f;
    size_t frames; /* most of a stack */
    bool colour;
};

static void page_line(const struct page *p, enum rdl_colour colour,
                      size_t indent, const char *text)
{
    fprintf(p->out, "%s%*s", rdl_colour(p->colour, colour), (int)indent, "");
    rdl_wrap(p->out, indent, indent + 4, text);
    fputs(rdl_colour(p->colour, RDL_PLAIN), p->out);
}

static char *place_of(const struct page *p, uintptr_t pc, char *out,
                      size_t size)
{
    struct rdl_place frames[8];
    size_t n = rdl_symbols_frames(p->symbols, pc, frames, 8), i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    return rdl_place_format(&frames[i], out, size);
}

static void print_stack(const struct page *p, const struct rdl_thread_view *v)
{
    static struct rdl_place frames[RDL_MAX_STACK];
    size_t n = rdl_stack_frames(p->symbols, p->f, v, frames, RDL_MAX_STACK);
    size_t shown = n <= p->frames + 1 ? n : p->frames;

    rdl_stack_print(p->out, frames, shown, p->colour);
    if (shown < n)
        fprintf(p->out, "        ... called from %zu more\n", n - shown);
}

/* --- The cycle -------------------------------------------------------------
 */

static size_t cycle_length(const struct rdl_finding *f)
{
    size_t most = sizeof(f->cycle) / sizeof(f->cycle[0]);

    return f->n_cycle < most ? f->n_cycle : most;
}

/* "what" and "at where", on one line if they fit. */
static void print_link(const struct page *p, const char *what, uintptr_t pc)
{
    char place[512];
    size_t width = 10 + strlen(what) + 4;

    rdl_place_fit(place_of(p, pc, place, sizeof(place)), RDL_COLUMNS - 16);
    fprintf(p->out, "  |     %s%sat %s\n", what,
            width + strlen(place) > RDL_COLUMNS ? "\n  |       " : " ", place);
}

static void print_cycle(const struct page *p)
{
    size_t n = cycle_length(p->f);
    char thread[64], awaited[192], what[256];

    if (n == 0)
        return;
    fputc('\n', p->out);
    for (size_t i = 0; i < n; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(p->f, p->f->cycle[i]);

        fprintf(p->out, "  %s %s%s%s\n", i == 0 ? ".->" : "|  ",
                rdl_colour(p->colour, RDL_BOLD),
                rdl_phrase_thread(p->f, p->f->cycle[i], thread, sizeof(thread)),
                rdl_colour(p->colour, RDL_PLAIN));
        if (v == NULL)
            continue;
        rdl_phrase_awaited(p->symbols, v, awaited, sizeof(awaited));
        snprintf(what, sizeof(what), "waits for %s", awaited);
        print_link(p, what, v->pc);
        if (v->held_pc == 0)
            continue;
        rdl_phrase_thread(p->f, v->holder, thread, sizeof(thread));
        snprintf(what, sizeof(what), "  which %s took", thread);
        print_link(p, what, v->held_pc);
    }
    fprintf(p->out, "  '-- and so back to thread %u\n", p->f->cycle[0]);
}

static bool in_cycle(const struct rdl_finding *f, rdl_tid tid)
{
    for (size_t i = 0; i < cycle_length(f); i++) {
        if (f->cycle[i] == tid)
            return true;
    }
    return false;
}

/* --- Threads ---------------------------------------------------------------
 */

static bool same_doing(const struct rdl_thread_view *a,
                       const struct rdl_thread_view *b)
{
    return a->state == b->state && a->wait == b->wait && a->timed == b->timed &&
           a->spins == b->spins && a->holder == b->holder &&
           a->wait_object == b->wait_object && a->held_pc == b->held_pc &&
           a->pc == b->pc && a->n_frames == b->n_frames &&
           memcmp(a->frames, b->frames, sizeof(a->frames)) == 0;
}

/* What the finding says of the thread whose step showed it. */
static const char *fate(const struct rdl_finding *f)
{
    static const struct {
        const char *kind, *fate;
    } fates[] = {
        { "assertion", "failed the assertion" },
        { "abort", "called abort" },
        { "fatal-signal", "got the signal" },
        { "exit-status", "ended the program" },
        { "cpp-terminate", "called terminate" },
        { "mutex-misuse", "made the wrong call" },
        { "self-deadlock", "locked again what it holds" },
        { "heap-use-after-free", "used freed memory" },
        { "heap-overflow", "reached beyond the block" },
        { "double-free", "freed the block again" },
        { "invalid-free", "freed what is no block" },
    };

    for (size_t i = 0; i < sizeof(fates) / sizeof(fates[0]); i++) {
        if (strncmp(f->kind, fates[i].kind, sizeof(f->kind)) == 0)
            return fates[i].fate;
    }
    return NULL;
}

static void print_holder(const struct page *p, const struct rdl_thread_view *v)
{
    const struct rdl_thread_view *holder = rdl_waits_view(p->f, v->holder);
    char thread[64], place[512], text[768];

    if (v->state != RDL_WAITING || v->holder == RDL_NO_TID || v->held_pc == 0 ||
        in_cycle(p->f, v->tid))
        return; /* nobody holds it, or the cycle has said it */
    snprintf(text, sizeof(text), "held by %s%s, taken at %s",
             v->holder == v->tid
                 ? "itself"
                 : rdl_phrase_thread(p->f, v->holder, thread, sizeof(thread)),
             holder != NULL && holder->state == RDL_ENDED ? " (which has ended)"
                                                          : "",
             place_of(p, v->held_pc, place, sizeof(place)));
    page_line(p, RDL_PLAIN, 4, text);
}

/* v, and with it all later threads that do the same; sets them in `shown`. */
static void print_thread(const struct page *p, size_t at, bool *shown)
{
    const struct rdl_thread_view *v = &p->f->threads[at];
    bool blamed = v->tid == p->f->tid && v->state == RDL_READY;
    const char *fated = blamed ? fate(p->f) : NULL;
    char doing[256], thread[64], line[1024], tids[768];
    rdl_tid same[RDL_MAX_VIEWS];
    size_t n = 0;

    for (size_t i = at; i < rdl_waits_views(p->f); i++) {
        const struct rdl_thread_view *w = &p->f->threads[i];

        if (i != at && (w->tid == p->f->tid || fated != NULL || shown[i] ||
                        !same_doing(v, w)))
            continue;
        shown[i] = true;
        same[n++] = w->tid;
    }
    rdl_phrase_doing(p->symbols, v, doing, sizeof(doing));
    if (n > 1)
        snprintf(line, sizeof(line), "threads %s: each %s",
                 rdl_phrase_tids(same, n, tids, sizeof(tids)), doing);
    else
        snprintf(line, sizeof(line), "%s: %s",
                 rdl_phrase_thread(p->f, v->tid, thread, sizeof(thread)),
                 fated != NULL ? fated : doing);
    fprintf(p->out, "\n");
    page_line(p, RDL_BOLD, 2, line);
    print_holder(p, v);
    print_stack(p, v);
}

/* "freed here by thread 2:" and the calls that did it. */
static void print_origin(const struct page *p, const char *what, rdl_tid tid,
                         const uintptr_t *frames, size_t n)
{
    struct rdl_place places[RDL_MAX_STACK];
    char thread[64], line[128];

    if (n == 0)
        return;
    snprintf(line, sizeof(line), "%s here %s%s:", what,
             tid == RDL_NO_TID ? "before main" : "by ",
             tid == RDL_NO_TID
                 ? ""
                 : rdl_phrase_thread(p->f, tid, thread, sizeof(thread)));
    fprintf(p->out, "\n");
    page_line(p, RDL_BOLD, 2, line);
    n = rdl_stack_places(p->symbols, frames,
                         n < RDL_BLOCK_FRAMES ? n : RDL_BLOCK_FRAMES, places,
                         RDL_MAX_STACK);
    rdl_stack_print(p->out, places, n, p->colour);
}

static void print_block(const struct page *p)
{
    const struct rdl_block_view *b = &p->f->block;

    if (b->known && b->freed)
        print_origin(p, "freed", b->freer, b->gone, b->n_gone);
    if (b->known)
        print_origin(p, "allocated", b->maker, b->made, b->n_made);
}

static void print_ended(const struct page *p, bool *shown)
{
    rdl_tid ended[RDL_MAX_VIEWS];
    char tids[768], line[1024];
    size_t n = 0;

    for (size_t i = 0; i < rdl_waits_views(p->f); i++) {
        if (p->f->threads[i].state != RDL_ENDED || shown[i])
            continue;
        shown[i] = true;
        ended[n++] = p->f->threads[i].tid;
    }
    if (n == 0)
        return;
    snprintf(line, sizeof(line), "thread%s %s: ended", n > 1 ? "s" : "",
             rdl_phrase_tids(ended, n, tids, sizeof(tids)));
    fprintf(p->out, "\n");
    page_line(p, RDL_BOLD, 2, line);
}

/* First whom it is about, then the others as they are numbered. */
static void print_threads(const struct page *p)
{
    bool shown[RDL_MAX_VIEWS] = { false };
    size_t n = rdl_waits_views(p->f);

    for (size_t i = 0; i < n; i++) {
        if (p->f->threads[i].tid == p->f->tid)
            print_thread(p, i, shown);
    }
    print_block(p);
    for (size_t k = 0; k < cycle_length(p->f); k++) {
        for (size_t i = 0; i < n; i++) {
            if (p->f->threads[i].tid == p->f->cycle[k] && !shown[i])
                print_thread(p, i, shown);
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (!shown[i] && p->f->threads[i].state != RDL_ENDED)
            print_thread(p, i, shown);
    }
    print_ended(p, shown);
    if (p->f->n_threads > n)
        fprintf(p->out, "\n  and more threads, of which nothing is kept\n");
}

void rdl_finding_print_head(FILE *out, struct rdl_symbols *symbols,
                            const struct rdl_finding *finding,
                            uint64_t execution, bool colour)
{
    const struct page p = {
        .out = out, .symbols = symbols, .f = finding, .colour = colour
    };
    char text[1024], location[512];

    page_line(&p, RDL_BAD, 0,
              rdl_finding_headline(symbols, finding, text, sizeof(text)));
    snprintf(text, sizeof(text), "at %s, step %lu of execution %lu",
             rdl_finding_location(symbols, finding, location, sizeof(location)),
             (unsigned long)finding->step, (unsigned long)execution);
    page_line(&p, RDL_PLAIN, 2, text);
}

void rdl_finding_print_threads(FILE *out, struct rdl_symbols *symbols,
                               const struct rdl_finding *finding, size_t frames,
                               bool colour)
{
    const struct page p = {
        .out = out,
        .symbols = symbols,
        .f = finding,
        .frames = frames,
        .colour = colour,
    };

    print_cycle(&p);
    print_threads(&p);
}

void rdl_finding_print(FILE *out, const struct rdl_shared *shared,
                       struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, bool colour)
{
    rdl_finding_print_head(out, symbols, finding, shared->config.execution,
                           colour);
    rdl_finding_print_threads(out, symbols, finding, RDL_MAX_STACK, colour);
}
