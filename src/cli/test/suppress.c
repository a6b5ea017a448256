/* suppress.c - see suppress.h. */
#include "cli/test/suppress.h"

#include "detect/detector.h"
#include "detect/waits.h"

#include <stdlib.h>
#include <string.h>

static bool suppress_place_matches(const struct rdl_suppressions *s,
                                   const char *kind, const struct rdl_place *p)
{
    return rdl_suppressions_match(s, kind, p->function) ||
           rdl_suppressions_match(s, kind, p->file) ||
           rdl_suppressions_match(s, kind, p->path) ||
           rdl_suppressions_match(s, kind, p->module) ||
           rdl_suppressions_match(s, kind, p->module_path);
}

static bool suppress_pc_matches(const struct rdl_suppressions *s,
                                const char *kind, struct rdl_symbols *symbols,
                                uintptr_t pc)
{
    struct rdl_place frames[16];
    size_t n = pc != 0 ? rdl_symbols_frames(symbols, pc, frames, 16) : 0;

    for (size_t i = 0; i < n; i++) {
        if (suppress_place_matches(s, kind, &frames[i]))
            return true;
    }
    return false;
}

static bool suppress_stack_matches(const struct rdl_suppressions *s,
                                   const char *kind,
                                   struct rdl_symbols *symbols,
                                   const uintptr_t *frames, size_t n,
                                   size_t most)
{
    for (size_t i = 0; i < n && i < most; i++) {
        if (suppress_pc_matches(s, kind, symbols, frames[i]))
            return true;
    }
    return false;
}

/* Does the finding concern this thread? */
static bool suppress_concerns(const struct rdl_finding *f,
                              const struct rdl_thread_view *v)
{
    size_t most = sizeof(f->cycle) / sizeof(f->cycle[0]);
    bool stuck =
        rdl_detector_about(f->kind, RDL_ABOUT_WAITS) && f->n_cycle == 0;

    if (v->tid == f->tid ||
        (f->race.proof == RDL_RACE_SEEN && v->tid == f->race.sides[0].tid) ||
        (stuck && v->state == RDL_WAITING))
        return true;
    for (size_t i = 0; i < f->n_cycle && i < most; i++) {
        if (f->cycle[i] == v->tid)
            return true;
    }
    return false;
}

/* The accesses of a pattern, whose threads have gone on. */
static bool suppress_pattern_matches(const struct rdl_suppressions *s,
                                     struct rdl_symbols *symbols,
                                     const struct rdl_finding *f)
{
    const struct rdl_pattern_view *p = &f->pattern;

    for (unsigned i = 0; p->kind != RDL_PATTERN_NOT && i < p->n; i++) {
        if (suppress_pc_matches(s, f->kind, symbols, p->sides[i].pc))
            return true;
    }
    return false;
}

bool rdl_test_suppressed(const struct rdl_suppressions *s,
                         struct rdl_symbols *symbols,
                         const struct rdl_shared *shared)
{
    const struct rdl_finding *f = &shared->finding;
    const struct rdl_block_view *b = &f->block;

    if (s->n == 0)
        return false;
    if (suppress_pc_matches(s, f->kind, symbols, f->pc) ||
        suppress_pc_matches(s, f->kind, symbols, f->race.sides[0].pc) ||
        suppress_pattern_matches(s, symbols, f) ||
        rdl_suppressions_match(s, f->kind, f->file))
        return true;
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (suppress_concerns(f, v) &&
            suppress_stack_matches(s, f->kind, symbols, v->frames, v->n_frames,
                                   RDL_MAX_FRAMES))
            return true;
    }
    return b->known && (suppress_stack_matches(s, f->kind, symbols, b->made,
                                               b->n_made, RDL_BLOCK_FRAMES) ||
                        suppress_stack_matches(s, f->kind, symbols, b->gone,
                                               b->n_gone, RDL_BLOCK_FRAMES));
}

static void suppress_known(const struct rdl_suppressions *s,
                           struct rdl_findings *list)
{
    size_t kept = 0;

    for (size_t i = 0; i < list->n; i++) {
        struct rdl_found *f = &list->all[i];

        if (f->before && rdl_suppressions_match(s, f->kind, f->said.location))
            free(f->schedule);
        else
            list->all[kept++] = *f;
    }
    list->n = kept;
}

void rdl_test_suppress_before(const struct rdl_suppressions *s,
                              struct rdl_campaign *c)
{
    suppress_known(s, &c->findings);
    suppress_known(s, &c->warnings);
}
