/* unshrunk.h - why the schedule of a failure was not shrunk.  cli/unshrunk.h
 * has the words. */
#ifndef RDL_SCHEDULE_UNSHRUNK_H
#define RDL_SCHEDULE_UNSHRUNK_H

enum rdl_unshrunk_reason {
    RDL_NOT_UNSHRUNK = 0,     /* it was shrunk, or raddle did not try */
    RDL_UNSHRUNK_INPUT,       /* it depends on input from outside */
    RDL_UNSHRUNK_TIMEOUT,     /* an attempt takes as long as the time-out */
    RDL_UNSHRUNK_NO_STEP,     /* it fails before its first step */
    RDL_UNSHRUNK_SWITCHES,    /* it has too many switches */
    RDL_UNSHRUNK_PASSES,      /* its steps alone do not make it fail again */
    RDL_UNSHRUNK_NOT_STARTED, /* the program could not be started */
    RDL_UNSHRUNK_INTERRUPTED, /* by the user */
    RDL_UNSHRUNK_NOT_FRESH,   /* the result did not fail in a new process */
    RDL_UNSHRUNK_REPLAY,      /* a replay of the original did not fail */
    RDL_UNSHRUNK_REPLACED,    /* the program was replaced or removed */
    RDL_UNSHRUNK_FILE,        /* raddle could not write the file: see `error` */
};

struct rdl_unshrunk {
    enum rdl_unshrunk_reason reason;
    int error; /* errno of RDL_UNSHRUNK_FILE */
};

#endif
