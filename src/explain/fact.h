/* fact.h - how explainers make facts of acts. */
#ifndef RDL_EXPLAIN_FACT_H
#define RDL_EXPLAIN_FACT_H

#include "explain/search.h"

/* A new fact of that kind, behind those that explainers have made; NULL if
 * there is no room. */
struct rdl_fact *rdl_fact_new(struct clues *out, enum rdl_fact_kind kind,
                              enum rdl_how how);
/* Gives the act that role.  NULL if it has no place (pc 0), or if the fact is
 * full. */
struct rdl_fact_step *rdl_fact_put(struct rdl_fact *f, enum rdl_role role,
                                   const struct rdl_history_act *a);
/* Names a thread without an operation. */
void rdl_fact_put_thread(struct rdl_fact *f, enum rdl_role role, rdl_tid tid);

#endif
