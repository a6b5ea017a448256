/* prefix.h - the beginning of an execution that a race variant asks for, and
 * whether an execution has it.  Steps that are private to a thread in one
 * execution may be events in another one; so a prefix names steps. */
#ifndef RDL_SYN_PREFIX_H
#define RDL_SYN_PREFIX_H

#include "syn/syn.h"

struct rdl_syn_prefix { /* owns its array */
    size_t n;
    struct rdl_syn_prefix_step {
        rdl_tid tid;
        uint8_t op;
        uint32_t own; /* as of the event */
        uintptr_t pc;
    } * steps;
};

void rdl_syn_prefix_make(struct rdl_syn_prefix *p, const struct rdl_syn *s,
                         const struct rdl_trace *t,
                         const struct rdl_syn_variant *v);
/* Did these steps come, in this order, before threads did more than that?  What
 * a thread does before its next step of the prefix may come between them. */
bool rdl_syn_prefix_came(const struct rdl_syn_prefix *p,
                         const struct rdl_trace *t);
void rdl_syn_prefix_free(struct rdl_syn_prefix *p);

#endif
