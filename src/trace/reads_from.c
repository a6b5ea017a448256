/* reads_from.c - see reads_from.h.
 *
 * Memory is divided into words of eight bytes.  Each word has a list of the
 * writes that a read may still see, the latest first.  A write replaces an
 * older one whose bytes in the word it covers, so a list has at most eight. */
#include "trace/reads_from.h"

#include "base/hash.h"
#include "trace/conflict.h"
#include "trace/index.h"
#include "util/alloc.h"

#include <stdlib.h>

#define WORD 8
#define MOST_WORDS 64 /* of one access; longer ones are cut */
#define END UINT32_MAX

struct rdl_trace_reads {
    size_t *from; /* of each step */
};

struct write {
    size_t step;
    uint8_t bytes; /* of the word, a bit for each */
    uint32_t next; /* older; END */
};

struct words {
    size_t n, room; /* of slots, a power of two */
    struct {
        uintptr_t word; /* + 1; 0: free */
        uint32_t first; /* number of its latest write */
    } * slots;
    size_t n_writes, room_writes;
    struct write *writes;
};

static size_t reads_slot(const struct words *w, uintptr_t word)
{
    size_t i = (size_t)rdl_mix(0, word) & (w->room - 1);

    while (w->slots[i].word != 0 && w->slots[i].word != word + 1)
        i = (i + 1) & (w->room - 1);
    return i;
}

static void reads_grow(struct words *w)
{
    struct words old = *w;

    w->room = old.room > 0 ? 2 * old.room : 1024;
    w->slots = rdl_alloc(w->room * sizeof(*w->slots));
    for (size_t i = 0; i < old.room; i++) {
        if (old.slots[i].word != 0)
            w->slots[reads_slot(w, old.slots[i].word - 1)] = old.slots[i];
    }
    free(old.slots);
}

/* The bytes of the word that the event accesses. */
static uint8_t reads_bytes(const struct rdl_event *e, uintptr_t word)
{
    const uintptr_t start = word * WORD;
    uint8_t bytes = 0;

    for (unsigned i = 0; i < WORD; i++) {
        if (start + i - e->addr < e->size)
            bytes |= (uint8_t)(1 << i);
    }
    return bytes;
}

static void reads_write(struct words *w, uintptr_t word, size_t step,
                        uint8_t bytes)
{
    uint32_t *link;
    size_t i;

    if (2 * w->n >= w->room)
        reads_grow(w);
    i = reads_slot(w, word);
    if (w->slots[i].word == 0) {
        w->slots[i].word = word + 1;
        w->slots[i].first = END;
        w->n++;
    }
    /* Drops writes that no read can see any more. */
    for (link = &w->slots[i].first; *link != END;) {
        struct write *old = &w->writes[*link];

        old->bytes &= (uint8_t)~bytes;
        if (old->bytes == 0)
            *link = old->next;
        else
            link = &old->next;
    }
    if (w->n_writes == w->room_writes) {
        w->room_writes = 2 * w->room_writes + 64;
        w->writes = rdl_grow(w->writes, w->room_writes * sizeof(*w->writes));
    }
    w->writes[w->n_writes] = (struct write){
        .step = step,
        .bytes = bytes,
        .next = w->slots[i].first,
    };
    w->slots[i].first = (uint32_t)w->n_writes++;
}

static size_t reads_seen(const struct words *w, uintptr_t word, uint8_t bytes)
{
    uint32_t at;
    size_t i;

    if (w->room == 0)
        return RDL_NO_STEP;
    i = reads_slot(w, word);
    at = w->slots[i].word != 0 ? w->slots[i].first : END;
    while (at != END && (w->writes[at].bytes & bytes) == 0)
        at = w->writes[at].next;
    return at != END ? w->writes[at].step : RDL_NO_STEP;
}

static void reads_step(struct words *w, const struct rdl_trace *t, size_t step,
                       size_t *from)
{
    const struct rdl_event *e = &t->steps[step];
    uintptr_t word = e->addr / WORD, last;

    *from = RDL_NO_STEP;
    if (!rdl_op_accesses((enum rdl_op)e->op) || e->size == 0)
        return;
    last = (e->addr + e->size - 1) / WORD;
    for (size_t n = 0; word <= last && n < MOST_WORDS; word++, n++) {
        const uint8_t bytes = reads_bytes(e, word);
        const size_t seen = reads_seen(w, word, bytes);

        if (seen != RDL_NO_STEP && (*from == RDL_NO_STEP || seen > *from))
            *from = seen;
        if (rdl_trace_changes(e))
            reads_write(w, word, step, bytes);
    }
}

static const struct rdl_trace_reads *reads_of(const struct rdl_trace *t)
{
    struct rdl_trace_reads *r = t->index->reads;
    struct words w = { .n = 0 };

    if (r != NULL)
        return r;
    r = t->index->reads = rdl_alloc(sizeof(*r));
    r->from = rdl_alloc((t->n_steps + 1) * sizeof(*r->from));
    for (size_t i = 0; i < t->n_steps; i++)
        reads_step(&w, t, i, &r->from[i]);
    free(w.slots);
    free(w.writes);
    return r;
}

size_t rdl_trace_write_before(const struct rdl_trace *t, size_t step)
{
    return reads_of(t)->from[step];
}

void rdl_trace_reads_free(struct rdl_trace_reads *r)
{
    if (r == NULL)
        return;
    free(r->from);
    free(r);
}
