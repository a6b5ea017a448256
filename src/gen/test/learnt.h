/* learnt.h - what sequences of calls in one thread have shown about the
 * functions of a module (learn.h).  Preconditions of tests, not findings. */
#ifndef RDL_GEN_TEST_LEARNT_H
#define RDL_GEN_TEST_LEARNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of one function. */
struct rdl_gen_habit {
    uint32_t called, returned; /* in how many sequences */
    uint32_t late;             /* executions whose time was over while it ran */
    bool fails;                /* whatever came before: it is left out */
    bool needs;                /* fails unless something came before */
    bool blocks;               /* waited for ever in some sequence */
    bool pure;     /* same results twice, and changes no other's results */
    char kind[32]; /* of its latest failure */
};

struct rdl_gen_learnt {
    size_t n; /* functions of the table */
    struct rdl_gen_habit *habits;
    bool *after; /* [f * n + g]: g fails after f */
    uint64_t sequences, failed;
};

void rdl_gen_learnt_make(struct rdl_gen_learnt *l, size_t n);
void rdl_gen_learnt_free(struct rdl_gen_learnt *l);

/* Does g fail if f was called before? */
static inline bool rdl_gen_fails_after(const struct rdl_gen_learnt *l,
                                       unsigned f, unsigned g)
{
    return l->after[f * l->n + g];
}

#endif
