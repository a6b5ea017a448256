/* print.c - all of a finding, for a terminal of 80 columns.
 *
 *   deadlock: threads 1 and 2 wait for each other
 *     at bank.c:14:5 (transfer)
 *
 *     .-> thread 1
 *     |     waits for mutex accounts[1].lock     at bank.c:14:5 (transfer)
 *     ...
 *     thread 1:
 *       #0 bank.c:14:5 (transfer)   pthread_mutex_lock(&to->lock);
 */
#include "report/finding/text.h"

#include "detect/waits.h"
#include "util/colour.h"
#include "report/finding/stacks.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"
#include "report/finding/stack_print.h"
#include "util/width.h"
#include "util/wrap.h"

#include <string.h>

struct page {
    FILE *out;
    struct rdl_symbols *symbols;
    const struct rdl_finding *f;
    size_t frames; /* limit for each stack */
    struct rdl_finding_known known;
    bool colour;
};

static void print_page_line(const struct page *p, enum rdl_colour colour,
                            size_t indent, const char *text)
{
    fprintf(p->out, "%s%*s", rdl_colour(p->colour, colour), (int)indent, "");
    rdl_wrap(p->out, indent, indent + 4, text);
    fputs(rdl_colour(p->colour, RDL_PLAIN), p->out);
}

/* "what" and "at where", on one line if they fit. */
static void print_link(const struct page *p, const char *what, uintptr_t pc)
{
    char place[512];
    size_t width = 10 + rdl_width(what) + 4;

    rdl_place_fit(rdl_finding_at(p->symbols, pc, place, sizeof(place)),
                  RDL_COLUMNS - 16);
    fprintf(p->out, "  |     %s%sat %s\n", what,
            width + rdl_width(place) > RDL_COLUMNS ? "\n  |       " : " ",
            place);
}

static void print_cycle(const struct page *p)
{
    size_t n = rdl_finding_cycle(p->f);
    char thread[64], awaited[192], what[256];

    if (n == 0 || p->known.cycle)
        return;
    fputc('\n', p->out);
    for (size_t i = 0; i < n; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(p->f, p->f->cycle[i]);

        fprintf(
            p->out, "  %s %s%s%s\n", i == 0 ? ".->" : "|  ",
            rdl_colour(p->colour, RDL_BOLD),
            rdl_wording_thread(p->f, p->f->cycle[i], thread, sizeof(thread)),
            rdl_colour(p->colour, RDL_PLAIN));
        if (v == NULL)
            continue;
        rdl_wording_awaited(p->symbols, v, awaited, sizeof(awaited));
        snprintf(what, sizeof(what), "waits for %s", awaited);
        print_link(p, what, v->pc);
        if (v->held_pc == 0)
            continue;
        rdl_wording_thread(p->f, v->holder, thread, sizeof(thread));
        snprintf(what, sizeof(what), "  which %s took", thread);
        print_link(p, what, v->held_pc);
    }
    fprintf(p->out, "  '-- and so back to thread %u\n", p->f->cycle[0]);
}

/* Has the reader seen how all of these threads end? */
static bool print_ends_known(const struct page *p,
                             const struct rdl_finding_stack *s)
{
    for (size_t i = 0; i < s->n_tids; i++) {
        if (p->known.ends == NULL || s->tids[i] >= RDL_MAX_THREADS ||
            !p->known.ends[s->tids[i]])
            return false;
    }
    return s->n_tids > 0;
}

/* Does not repeat what a thread waits for below the cycle or a table. */
static void print_stack(void *data, const struct rdl_finding_stack *s)
{
    const struct page *p = data;
    const bool known = print_ends_known(p, s),
               held = s->held[0] != '\0' && !s->in_cycle;
    size_t shown = s->n <= p->frames + 1 ? s->n : p->frames;
    char who[1024];

    if (known && s->n <= 1 && !held)
        return;
    snprintf(who, sizeof(who), "%s:", s->who);
    fputc('\n', p->out);
    print_page_line(p, RDL_BOLD, 2, known || s->in_cycle ? who : s->title);
    if (held)
        print_page_line(p, RDL_PLAIN, 4, s->held);
    rdl_stack_print(p->out, s->frames, shown, p->colour);
    if (shown < s->n)
        fprintf(p->out, "        ... called from %zu more\n", s->n - shown);
}

static void print_head(FILE *out, const char *headline, const char *location,
                       const char *when, uint64_t number, bool colour)
{
    const struct page p = { .out = out, .colour = colour };
    char text[1024];

    print_page_line(&p, RDL_BAD, 0, headline);
    snprintf(text, sizeof(text), "at %s, %s %llu", location, when,
             (unsigned long long)number);
    print_page_line(&p, RDL_PLAIN, 2, text);
}

void rdl_finding_print_head(FILE *out, struct rdl_symbols *symbols,
                            const struct rdl_finding *finding, bool colour)
{
    char headline[1024], location[512];

    print_head(
        out, rdl_finding_headline(symbols, finding, headline, sizeof(headline)),
        rdl_finding_location(symbols, finding, location, sizeof(location)),
        "step", finding->step, colour);
}

void rdl_finding_print_said(FILE *out, const char *kind, const char *says,
                            const char *location, uint64_t nth, bool colour)
{
    char headline[1024];

    print_head(out, rdl_finding_said(kind, says, headline, sizeof(headline)),
               location, "in execution", nth, colour);
}

void rdl_finding_print_threads(FILE *out, struct rdl_symbols *symbols,
                               const struct rdl_finding *finding, size_t frames,
                               const struct rdl_finding_known *known,
                               bool colour)
{
    struct page p = {
        .out = out,
        .symbols = symbols,
        .f = finding,
        .frames = frames,
        .known = known != NULL ? *known : (struct rdl_finding_known){ 0 },
        .colour = colour,
    };

    print_cycle(&p);
    rdl_finding_stacks(symbols, finding, print_stack, &p);
    if (finding->n_threads > rdl_waits_views(finding))
        fprintf(out, "\n  and more threads, of which nothing is kept\n");
}

void rdl_finding_print(FILE *out, struct rdl_symbols *symbols,
                       const struct rdl_finding *finding, bool colour)
{
    rdl_finding_print_head(out, symbols, finding, colour);
    rdl_finding_print_threads(out, symbols, finding, RDL_MAX_STACK,
                              /*known=*/NULL, colour);
}
