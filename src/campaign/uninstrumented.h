/* uninstrumented.h - parts of a program whose memory accesses raddle does not
 * see, though it sees those of other parts: for instance a library that was not
 * built with raddle cc in a test that was. (If no part was, there is the note
 * not-instrumented.) raddle does not report libraries of the system: nobody
 * rebuilds them for a test. */
#ifndef RDL_CAMPAIGN_UNINSTRUMENTED_H
#define RDL_CAMPAIGN_UNINSTRUMENTED_H

#include "campaign/notes.h"

/* Adds a note for each module in which threads made steps in the latest
 * execution, whose memory is `s`. */
void rdl_uninstrumented_note(const struct rdl_shared *s,
                             struct rdl_notes *notes);
/* Did threads make steps in a module without hooks, other than the C and C++
 * libraries?  It may synchronise in ways that raddle does not see. */
bool rdl_uninstrumented_runs(const struct rdl_shared *s);
/* Is there such a note? */
bool rdl_uninstrumented_noted(const struct rdl_notes *notes);
/* Adds a note about a library without hooks that the program is linked to,
 * unless there is one.  Whether threads use it is not known: code without hooks
 * is visible only where it calls what raddle intercepts. */
void rdl_uninstrumented_library(struct rdl_notes *notes, const char *path);

/* Adds a note about accesses in a module with hooks that have none: in
 * assembler (RDL_NOTE_ASSEMBLER), or where the compiler gives none
 * (RDL_NOTE_UNHOOKED).  They are at `place` and at `more` others. */
void rdl_uninstrumented_places(struct rdl_notes *notes, enum rdl_note_kind kind,
                               const char *place, size_t more);

/* Adds a note about functions of libraries that raddle does not see into:
 * `names`, and `more` others. */
void rdl_uninstrumented_calls(struct rdl_notes *notes, const char *names,
                              size_t more);

/* Adds a note about an instruction (`name`) whose result raddle does not
 * control: at `place` and at `more` others.  `what`: what it reads. */
void rdl_uninstrumented_instruction(struct rdl_notes *notes, const char *name,
                                    const char *what, const char *place,
                                    size_t more);

#endif
