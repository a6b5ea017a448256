/* accesses.c - see accesses.h. */
#include "report/finding/accesses.h"

#include "detect/waits.h"
#include "report/finding/stacks.h"
#include "report/finding/text.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"

#include <stdarg.h>
#include <string.h>

static void accesses_append(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void accesses_append(char *out, size_t size, const char *format, ...)
{
    const size_t used = strlen(out);
    va_list args;

    va_start(args, format);
    vsnprintf(out + used, size - used, format, args);
    va_end(args);
}

static void accesses_name(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size)
{
    char function[64];

    if (rdl_symbols_data(s, addr, out, size))
        return;
    /* What a library keeps has no name; one of its functions stands for it. */
    if (rdl_symbols_function(s, addr, function, sizeof(function)))
        snprintf(out, size, "the state of %s()", function);
    else
        snprintf(out, size, "memory at 0x%lx", (unsigned long)addr);
}

/* What an access does, for people. */
static const char *accesses_access(const struct rdl_race_side *side)
{
    switch ((enum rdl_op)side->op) {
    case RDL_OP_READ:
        return "read";
    case RDL_OP_WRITE:
        return "write";
    case RDL_OP_ATOMIC_READ:
        return "atomic read";
    case RDL_OP_ATOMIC_WRITE:
        return "atomic write";
    case RDL_OP_FREE:
        return (side->flags & RDL_EV_UNMAPS) != 0 ? "munmap" : "free";
    default:
        return "atomic update";
    }
}

/* The place of an access in the program: if it is in a header of a library,
 * that of the call, if the thread is still at it. */
static void accesses_place(struct rdl_symbols *s, const struct rdl_finding *f,
                           const struct rdl_race_side *side,
                           struct rdl_place *out)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, side->tid);
    struct rdl_place places[RDL_MAX_STACK];
    size_t n = rdl_symbols_frames(s, side->pc, places, RDL_MAX_STACK), i = 0;

    while (i + 1 < n && !rdl_stack_own(&places[i]))
        i++;
    *out = places[i];
    if (rdl_stack_own(out) || v == NULL || v->n_frames == 0 ||
        v->n_frames > RDL_MAX_FRAMES || v->frames[0] != side->pc)
        return;
    n = rdl_stack_places(s, v->frames, v->n_frames, places, RDL_MAX_STACK);
    if (n > 0 && rdl_stack_own(&places[0]))
        *out = places[0];
}

/* "bank.c:12 write of deposit (thread 1, holds m)" */
static void accesses_put_side(struct rdl_symbols *s,
                              const struct rdl_finding *f,
                              const struct rdl_race_side *side, char *out,
                              size_t size)
{
    char thread[64], lock[96], place[256];
    struct rdl_place at;

    accesses_place(s, f, side, &at);
    if (at.file != NULL)
        accesses_append(out, size, "%s:%u", at.file, at.line);
    else
        accesses_append(out, size, "%s",
                        rdl_finding_at(s, side->pc, place, sizeof(place)));
    accesses_append(out, size, " %s", accesses_access(side));
    if (at.file != NULL && at.function != NULL)
        accesses_append(out, size, " of %s", at.function);
    accesses_append(out, size, " (%s",
                    rdl_wording_thread(f, side->tid, thread, sizeof(thread)));
    if (f->race.proof == RDL_RACE_SEEN && side->n_locks == 0)
        accesses_append(out, size, ", holds nothing");
    for (unsigned k = 0; k < side->n_locks; k++) {
        accesses_name(s, side->locks[k], lock, sizeof(lock));
        accesses_append(out, size, "%s%s%s", k == 0 ? ", holds " : " and ",
                        lock,
                        (side->shared >> k & 1) != 0 ? " for reading" : "");
    }
    accesses_append(out, size, ")");
}

void rdl_accesses_race(struct rdl_symbols *s, const struct rdl_finding *f,
                       char *out, size_t size)
{
    const struct rdl_race_view *r = &f->race;
    char name[128];

    accesses_name(s, f->addr, name, sizeof(name));
    accesses_append(out, size, "%s: ", name);
    accesses_put_side(s, f, &r->sides[0], out, size);
    accesses_append(out, size, " and ");
    accesses_put_side(s, f, &r->sides[1], out, size);
    if (r->proof == RDL_RACE_UNORDERED)
        accesses_append(out, size, "; nothing orders the two");
    if (r->proof != RDL_RACE_ORDER)
        return;
    accesses_append(out, size,
                    "; only atomics of weak memory order are between");
    if (r->through == 0)
        return;
    accesses_name(s, r->through, name, sizeof(name));
    accesses_append(out, size, ": %s", name);
}

/* The variables of the accesses, each once: "debt and balance". */
static void accesses_objects(struct rdl_symbols *s, const struct rdl_finding *f,
                             char *out, size_t size)
{
    const struct rdl_pattern_view *p = &f->pattern;
    const size_t last = p->kind == RDL_PATTERN_PAIR ? 1 : 2;
    char one[128], two[128];

    accesses_name(s, p->sides[0].addr, one, sizeof(one));
    accesses_name(s, p->sides[last].addr, two, sizeof(two));
    accesses_append(out, size, "%s", one);
    if (strcmp(one, two) != 0)
        accesses_append(out, size, " and %s", two);
    accesses_append(out, size, ": ");
}

/* Why the two accesses are one operation. */
static void accesses_block(struct rdl_symbols *s, const struct rdl_finding *f,
                           char *out, size_t size)
{
    const struct rdl_pattern_view *p = &f->pattern;
    char name[256], thread[64];

    if (p->source == RDL_BLOCK_SPLIT) {
        accesses_name(s, p->whence, name, sizeof(name));
        accesses_append(
            out, size, "; %s gives up %s in between",
            rdl_wording_thread(f, p->sides[2].tid, thread, sizeof(thread)),
            name);
    } else if (p->source == RDL_BLOCK_TEST) {
        accesses_append(
            out, size, "; %s does not test it again",
            rdl_wording_thread(f, p->sides[2].tid, thread, sizeof(thread)));
    } else {
        accesses_append(out, size, ", in the block that begins at %s",
                        rdl_finding_at(s, p->whence, name, sizeof(name)));
    }
}

void rdl_accesses_pattern(struct rdl_symbols *s, const struct rdl_finding *f,
                          char *out, size_t size)
{
    const struct rdl_pattern_view *p = &f->pattern;

    accesses_objects(s, f, out, size);
    if (p->kind == RDL_PATTERN_PAIR) {
        accesses_put_side(s, f, &p->sides[0], out, size);
        accesses_append(out, size, " and ");
        accesses_put_side(s, f, &p->sides[1], out, size);
        return;
    }
    accesses_put_side(s, f, &p->sides[1], out, size);
    accesses_append(out, size, " comes between ");
    accesses_put_side(s, f, &p->sides[0], out, size);
    accesses_append(out, size, " and ");
    accesses_put_side(s, f, &p->sides[2], out, size);
    accesses_block(s, f, out, size);
    if (p->kind != RDL_PATTERN_PAIR_BLOCK)
        return;
    accesses_append(out, size, "; before the latter comes ");
    accesses_put_side(s, f, &p->sides[3], out, size);
}

char *rdl_finding_other_location(struct rdl_symbols *symbols,
                                 const struct rdl_finding *finding, char *out,
                                 size_t size)
{
    const struct rdl_pattern_view *p = &finding->pattern;
    const struct rdl_race_side *side =
        p->kind != RDL_PATTERN_NOT
            ? &p->sides[p->kind == RDL_PATTERN_PAIR ? 0 : 1]
            : &finding->race.sides[0];
    struct rdl_place place;

    out[0] = '\0';
    if (p->kind == RDL_PATTERN_NOT && finding->race.proof == RDL_RACE_NOT)
        return out;
    accesses_place(symbols, finding, side, &place);
    return rdl_place_format(&place, out, size);
}
