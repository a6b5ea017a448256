/* woken.h - how a wait ended, for RDL_EXTRA_WAKE (base/extra.h). */
#ifndef RDL_BASE_WOKEN_H
#define RDL_BASE_WOKEN_H

enum rdl_woken {
    RDL_WOKEN_BY_THREAD, /* the thread that took the step woke `tid` */
    /* `tid` took the step itself, and no thread woke it: */
    RDL_WOKEN_BY_TIME,
    RDL_WOKEN_BY_CANCEL,
    RDL_WOKEN_BY_NOBODY, /* spurious, by a choice of the strategy */
};

#endif
