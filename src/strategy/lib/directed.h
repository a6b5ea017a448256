/* directed.h - what the strategies that confirm a prediction share: they draw
 * one aim for an execution, hold threads back that stand where the aim needs
 * them, and otherwise pick at random.
 *
 * The strategies of CalFuzzer (Joshi, Naik, Park and Sen, CAV 2009) have this
 * in common.  Unlike there a held thread is not marked: pick() asks at each
 * decision which threads to hold, by their pending events.  If nothing else can
 * run, one of the held threads goes on, drawn at random ("thrashing" in those
 * papers).  One decision in 1,024 ignores what is held (guided.h). */
#ifndef RDL_STRATEGY_LIB_DIRECTED_H
#define RDL_STRATEGY_LIB_DIRECTED_H

#include "base/finding.h"
#include "strategy/lib/guided.h"

#define RDL_DIRECTED_NOTES 64

/* Something that a thread has done at a place of the aim. */
struct rdl_directed_note {
    uintptr_t pc, addr;
    uint32_t size;
    rdl_tid tid;
    bool used;
};

struct rdl_directed { /* the first member of a strategy's state */
    struct rdl_aims *aims;
    const struct rdl_aim *aim; /* NULL: none, a random walk */
    bool arrived;
    struct rdl_directed_note notes[RDL_DIRECTED_NOTES];
};

/* Draws an aim of that kind among those whose code is loaded. */
void rdl_directed_begin(struct rdl_directed *d, const struct rdl_run *run,
                        enum rdl_aim_kind kind);
/* The execution is where the aim wants it. */
void rdl_directed_arrived(struct rdl_directed *d);

/* Remembers that event; one of the same thread, place and address only once.
 * Without room it is not remembered. */
void rdl_directed_note(struct rdl_directed *d, const struct rdl_event *e);
/* Forgets what the thread has noted about that address. */
void rdl_directed_forget(struct rdl_directed *d, rdl_tid tid, uintptr_t addr);

/* Uniformly one of the enabled threads for which held() is false; of all if
 * there is none, if there is no aim, or now and then. */
rdl_tid rdl_directed_pick(const struct rdl_choice *c, void *state,
                          bool (*held)(void *state, const struct rdl_choice *c,
                                       rdl_tid t));

#endif
