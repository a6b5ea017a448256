/* operators.h - what a place does, by the function that is called there. */
#ifndef RDL_REGRESS_OPERATORS_H
#define RDL_REGRESS_OPERATORS_H

enum rdl_operator {
    RDL_OPERATOR_READ,
    RDL_OPERATOR_WRITE,
    RDL_OPERATOR_ATOMIC,
    RDL_OPERATOR_LOCK,    /* waits until it has the lock, or until a deadline */
    RDL_OPERATOR_TRYLOCK, /* may come back without it */
    RDL_OPERATOR_OTHER,
};

/* `called`: "__tsan_read4", "pthread_mutex_lock", ... */
enum rdl_operator rdl_operator_of(const char *called);
/* For people: "read"; the name itself if it is another one. */
const char *rdl_operator_word(const char *called);

#endif
