/* woken.h - how a wait ended, as an RDL_EXTRA_WAKE has it (base/extra.h). */
#ifndef RDL_BASE_WOKEN_H
#define RDL_BASE_WOKEN_H

enum rdl_woken {
    RDL_WOKEN_BY_THREAD, /* the one that took the step woke `tid` */
    /* The step is the own one of `tid`, which nobody woke: */
    RDL_WOKEN_BY_TIME,
    RDL_WOKEN_BY_CANCEL,
    RDL_WOKEN_BY_NOBODY, /* the strategy chose so */
};

#endif
