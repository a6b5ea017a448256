/* stacks.c - see stacks.h.  It calls back for one stack at a time: the failing
 * thread, the heap block's free and allocation, then the others.  Threads with
 * the same place and state are grouped. */
#include "report/finding/stacks.h"

#include "detect/detector.h"
#include "detect/waits.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"

#include <stdio.h>
#include <string.h>

struct walk {
    struct rdl_symbols *symbols;
    const struct rdl_finding *f;
    void (*each)(void *data, const struct rdl_finding_stack *stack);
    void *data;
    bool shown[RDL_MAX_VIEWS];
};

size_t rdl_finding_cycle(const struct rdl_finding *f)
{
    size_t most = sizeof(f->cycle) / sizeof(f->cycle[0]);

    return f->n_cycle < most ? f->n_cycle : most;
}

static bool stacks_in_cycle(const struct rdl_finding *f, rdl_tid tid)
{
    for (size_t i = 0; i < rdl_finding_cycle(f); i++) {
        if (f->cycle[i] == tid)
            return true;
    }
    return false;
}

char *rdl_finding_at(struct rdl_symbols *symbols, uintptr_t pc, char *out,
                     size_t size)
{
    struct rdl_place frames[8];
    size_t n = rdl_symbols_frames(symbols, pc, frames, 8), i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    return rdl_place_format(&frames[i], out, size);
}

static bool stacks_same_doing(const struct rdl_thread_view *a,
                              const struct rdl_thread_view *b)
{
    return a->state == b->state && a->wait == b->wait && a->timed == b->timed &&
           a->spins == b->spins && a->holder == b->holder &&
           a->wait_object == b->wait_object && a->held_pc == b->held_pc &&
           a->pc == b->pc && a->n_frames == b->n_frames &&
           memcmp(a->frames, b->frames, sizeof(a->frames)) == 0;
}

/* What the failing thread did, in the words of the detector, or NULL. */
static const char *stacks_did(const struct rdl_finding *f)
{
    char kind[sizeof(f->kind) + 1];
    const struct rdl_detector *d = rdl_detector_find(
        rdl_wording_clean(kind, sizeof(kind), f->kind, sizeof(f->kind)));

    return d != NULL ? d->did : NULL;
}

/* "" if it does not wait for a thread. */
static char *stacks_held_by(const struct walk *w,
                            const struct rdl_thread_view *v, char *out,
                            size_t size)
{
    const struct rdl_thread_view *holder = rdl_waits_view(w->f, v->holder);
    char thread[64], place[512];

    out[0] = '\0';
    if (v->state != RDL_WAITING || v->holder == RDL_NO_TID || v->held_pc == 0)
        return out;
    snprintf(out, size, "held by %s%s, taken at %s",
             v->holder == v->tid
                 ? "itself"
                 : rdl_wording_thread(w->f, v->holder, thread, sizeof(thread)),
             holder != NULL && holder->state == RDL_ENDED ? " (which has ended)"
                                                          : "",
             rdl_finding_at(w->symbols, v->held_pc, place, sizeof(place)));
    return out;
}

/* A thread together with all later ones that do the same; marks them in
 * `shown`. */
static void stacks_walk_thread(struct walk *w, size_t at)
{
    static struct rdl_place frames[RDL_MAX_STACK];
    const struct rdl_thread_view *v = &w->f->threads[at];
    bool blamed = v->tid == w->f->tid && v->state == RDL_READY;
    const char *did = blamed ? stacks_did(w->f) : NULL;
    char doing[256], who[800], title[1100], held[768], tids[768];
    rdl_tid same[RDL_MAX_VIEWS];
    size_t n = 0;

    for (size_t i = at; i < rdl_waits_views(w->f); i++) {
        const struct rdl_thread_view *other = &w->f->threads[i];

        if (i != at && (other->tid == w->f->tid || did != NULL || w->shown[i] ||
                        !stacks_same_doing(v, other)))
            continue;
        w->shown[i] = true;
        same[n++] = other->tid;
    }
    rdl_wording_doing(w->symbols, v, doing, sizeof(doing));
    rdl_wording_thread(w->f, v->tid, who, sizeof(who));
    if (n > 1)
        snprintf(who, sizeof(who), "threads %s",
                 rdl_wording_tids(same, n, tids, sizeof(tids)));
    snprintf(title, sizeof(title), "%s: %s%s", who, n > 1 ? "each " : "",
             did != NULL ? did : doing);

    const struct rdl_finding_stack stack = {
        .tid = v->tid,
        .tids = same,
        .n_tids = n,
        .who = who,
        .title = title,
        .held = stacks_held_by(w, v, held, sizeof(held)),
        .in_cycle = stacks_in_cycle(w->f, v->tid),
        .frames = frames,
        .n = rdl_stack_frames(w->symbols, w->f, v, frames, RDL_MAX_STACK),
    };

    w->each(w->data, &stack);
}

/* "freed here by thread 2:" and the calls that led there. */
static void stacks_walk_origin(const struct walk *w, const char *what,
                               rdl_tid tid, const uintptr_t *frames, size_t n)
{
    struct rdl_place places[RDL_MAX_STACK];
    char thread[64], title[128];

    if (n == 0)
        return;
    snprintf(title, sizeof(title), "%s here %s%s:", what,
             tid == RDL_NO_TID ? "before main" : "by ",
             tid == RDL_NO_TID
                 ? ""
                 : rdl_wording_thread(w->f, tid, thread, sizeof(thread)));

    const struct rdl_finding_stack stack = {
        .tid = tid,
        .who = "",
        .title = title,
        .held = "",
        .frames = places,
        .n = rdl_stack_places(w->symbols, frames,
                              n < RDL_BLOCK_FRAMES ? n : RDL_BLOCK_FRAMES,
                              places, RDL_MAX_STACK),
    };

    w->each(w->data, &stack);
}

static void stacks_walk_block(const struct walk *w)
{
    const struct rdl_block_view *b = &w->f->block;

    if (b->known && b->freed)
        stacks_walk_origin(w, "freed", b->freer, b->gone, b->n_gone);
    if (b->known)
        stacks_walk_origin(w, "allocated", b->maker, b->made, b->n_made);
}

static void stacks_walk_ended(struct walk *w)
{
    rdl_tid ended[RDL_MAX_VIEWS];
    char tids[768], title[1024];
    size_t n = 0;

    for (size_t i = 0; i < rdl_waits_views(w->f); i++) {
        if (w->f->threads[i].state == RDL_ENDED && !w->shown[i])
            ended[n++] = w->f->threads[i].tid;
    }
    if (n == 0)
        return;
    snprintf(title, sizeof(title), "thread%s %s: ended", n > 1 ? "s" : "",
             rdl_wording_tids(ended, n, tids, sizeof(tids)));

    const struct rdl_finding_stack stack = {
        .tid = ended[0],
        .tids = ended,
        .n_tids = n,
        .who = "",
        .title = title,
        .held = "",
    };

    w->each(w->data, &stack);
}

void rdl_finding_stacks(
    struct rdl_symbols *symbols, const struct rdl_finding *f,
    void (*each)(void *data, const struct rdl_finding_stack *stack), void *data)
{
    struct walk w = { .symbols = symbols, .f = f, .each = each, .data = data };
    size_t n = rdl_waits_views(f);

    for (size_t i = 0; i < n; i++) {
        if (f->threads[i].tid == f->tid)
            stacks_walk_thread(&w, i);
    }
    stacks_walk_block(&w);
    for (size_t k = 0; k < rdl_finding_cycle(f); k++) {
        for (size_t i = 0; i < n; i++) {
            if (f->threads[i].tid == f->cycle[k] && !w.shown[i])
                stacks_walk_thread(&w, i);
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (!w.shown[i] && f->threads[i].state != RDL_ENDED)
            stacks_walk_thread(&w, i);
    }
    stacks_walk_ended(&w);
}
