/* extra.h - side effects of a step of a recorded execution (RDL_CFG_TRACE).
 *
 * The runtime's recorder writes these records into RDL_TRACE_EXTRAS, in the
 * order in which they happen.  Only trace/ reads them. */
#ifndef RDL_BASE_EXTRA_H
#define RDL_BASE_EXTRA_H

#include "base/event.h"
#include "base/finding.h"
#include "base/woken.h"

#include <stdbool.h>

enum rdl_extra_kind {
    RDL_EXTRA_NONE,      /* not a record */
    RDL_EXTRA_CALL,      /* `tid` runs a function called at `call` */
    RDL_EXTRA_AROUND,    /* follows the first CALL of a context: the call around
                            that, at `call` */
    RDL_EXTRA_CALLER,    /* a library without hooks takes the step; a word on
                            the stack that may be a return address: `word` */
    RDL_EXTRA_HOLD,      /* `tid` has taken `lock` */
    RDL_EXTRA_UNLOCK,    /* `tid` has released `lock` */
    RDL_EXTRA_CREATE,    /* `tid` has created a thread: `created` */
    RDL_EXTRA_MADE,      /* `tid` has allocated `block` */
    RDL_EXTRA_MADE_FOR,  /* follows MADE: an outer call, at block.pc */
    RDL_EXTRA_FREE,      /* `tid` has freed `block` */
    RDL_EXTRA_NO_MEMORY, /* an allocation of `block` by `tid` failed */
    RDL_EXTRA_FRAME,     /* the step accessed `frame`, a stack frame of `tid` */
    RDL_EXTRA_WAIT,      /* `tid` begins to wait: `wait` */
    RDL_EXTRA_WAKE,      /* the wait of `tid` ends: `wait` */
    RDL_EXTRA_PASSED,    /* `tid` yields or spins, so others go first */
    RDL_EXTRA_LEFT,      /* value `left` in memory after a read-modify-write */
    RDL_N_EXTRAS
};

#define RDL_MOST_CALLERS 32 /* RDL_EXTRA_CALLER of one step */

/* As large as an event: there may be many (exec/shared_map.c). */
struct rdl_extra {
    uint32_t step; /* the step that caused it; 0: perhaps before any */
    rdl_tid tid;
    uint8_t kind; /* enum rdl_extra_kind */
    union {
        struct {
            uintptr_t pc;
            uint64_t context; /* CALL: hash of the calls around it */
        } call;
        struct {
            uintptr_t pc, slot; /* the word, and where it is */
            uintptr_t top;      /* upper end of the frame of the innermost
                                   function with hooks */
        } word;
        struct {
            uintptr_t addr;
            /* HOLD: not 0: as a reader.  Not a bool: a target may scribble
             * here, and C has only two of those. */
            uint8_t shared;
        } lock;
        struct {
            uintptr_t handle;
            rdl_tid tid;
        } created;
        struct {
            uintptr_t addr; /* NO_MEMORY: 0 */
            uint64_t size;
            uintptr_t pc; /* of the allocating or freeing call */
        } block;
        struct {
            uintptr_t top; /* address just above the frame */
            uint64_t size;
            uintptr_t pc; /* some address in the frame's function */
        } frame;
        struct {
            uintptr_t addr; /* of the object that it waits for */
            uint16_t kind;  /* enum rdl_wait_kind */
            uint16_t how;   /* WAKE: enum rdl_woken */
            /* WAKE by time: how long the wait was to last; and the thread that
             * could run while that time passed, + 1; 0: none could. */
            uint16_t delayed;
            uint64_t ns;
        } wait;
        struct {
            uintptr_t addr;
            uint64_t size, value;
        } left;
    };
};
_Static_assert(sizeof(struct rdl_extra) == sizeof(struct rdl_event),
               "room is counted by it");

#endif
