/* gather.h - what the locations of a coverage memory are in the source. */
#ifndef RDL_REGRESS_GATHER_H
#define RDL_REGRESS_GATHER_H

#include "coverage/collector.h"
#include "store/places.h"

/* What is compared: the singular requirement of Recurve (thesis, 5.3.2). */
#define RDL_REGRESS_METRIC "adjacent"

struct rdl_module;
struct rdl_symbols;

/* The symboliser of the memory's modules, with the table that it was made
 * from; the caller frees both. */
struct rdl_symbols *rdl_gather_symbols(const struct rdl_coverage *c,
                                       struct rdl_module **modules, size_t *n);

/* Places, functions and sources of the program's own modules.  A source that
 * cannot be read, or that is newer than the program, has no text. */
void rdl_gather(struct rdl_places *out, const struct rdl_coverage *c);

#endif
