/* jumps.h - the names of setjmp, longjmp and their variants. */
#ifndef RDL_CC_UNHOOKED_JUMPS_H
#define RDL_CC_UNHOOKED_JUMPS_H

/* Elements of an array. */
#define RDL_JUMPS                                                              \
    "setjmp", "_setjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp",   \
        "__longjmp_chk"

#endif
