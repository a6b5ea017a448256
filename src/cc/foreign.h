/* foreign.h - code in a linked file that raddle cc neither compiled nor looked
 * at.
 *
 * `raddle prove` needs to know of it: its accesses may have no hooks.  The
 * finished program does not show it, so the link must note it. */
#ifndef RDL_CC_FOREIGN_H
#define RDL_CC_FOREIGN_H

#include "cc/cc.h"

/* Is it a file of the system?  Also "/usr/bin/../lib/crt1.o", as libtool writes
 * it. */
bool rdl_cc_foreign_of_system(const char *path);
/* Adds the places ("queue.o: compiled without raddle cc") of all inputs of a
 * link.  Libraries of the system and shared libraries are not inputs in this
 * sense: raddle looks at those when the program runs. */
void rdl_cc_foreign_find(const struct rdl_cc_line *line,
                         struct rdl_cc_places *places);
/* Makes an object with a section of these places, and adds it and what the
 * linker needs to keep it to a command. */
void rdl_cc_foreign_note(const struct rdl_cc_compiler *c,
                         const struct rdl_cc_places *places,
                         struct rdl_words *command);

#endif
