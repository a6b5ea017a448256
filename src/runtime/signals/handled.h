/* handled.h - failures for which a handler of the target runs. */
#ifndef RDL_RUNTIME_SIGNALS_HANDLED_H
#define RDL_RUNTIME_SIGNALS_HANDLED_H

#include "detect/detector.h"

struct rdl_handled_failure {
    enum rdl_moment_kind kind; /* whose detectors would have reported it */
    int signo;
    uintptr_t pc, addr; /* as in rdl_finding */
    uintptr_t handler;  /* of the target: its first instruction */
    /* Text, file and line of the finding; NULL: none.  Must stay. */
    const struct rdl_finding *words;
};

/* The target's handler of a failure of the calling thread begins. */
void rdl_handled_begins(const struct rdl_handled_failure *failure);
/* It has returned to the failing operation. */
void rdl_handled_returned(void);
/* The process is about to become another program: as rdl_handled_at_exit
 * (sched/needs.h). */
void rdl_handled_at_exec(void);
/* The signal is about to end the process: the same. */
void rdl_handled_at_signal(int signo);

#endif
