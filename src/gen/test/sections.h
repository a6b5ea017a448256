/* sections.h - calls between the two functions of a pair (spec: pair, inside):
 * what a thread locks it unlocks itself, and bare functions run in between. */
#ifndef RDL_GEN_TEST_SECTIONS_H
#define RDL_GEN_TEST_SECTIONS_H

#include "gen/table/table.h"
#include "gen/test/test.h"

/* The length of the section that begins with calls[i]: up to the unlock of the
 * same object.  1 if calls[i] does not lock, 0 if nothing unlocks. */
unsigned rdl_gen_section(const struct rdl_gen_table *t,
                         const struct rdl_wire_call *calls, unsigned n,
                         unsigned i);

/* Do the prefix, each suffix and the tail keep the pairs, each for itself?
 * They do if every lock has its unlock behind it, every unlock its lock before
 * it, and every bare function is called in a section of its lock, all with the
 * same object. */
bool rdl_gen_sections_kept(const struct rdl_gen_table *t,
                           const struct rdl_gen_test *test);

#endif
