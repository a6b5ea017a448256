/* uninstrumented.h - parts of a program whose memory accesses are not seen,
 * though those of others are: a library that was not built with raddle cc
 * beside a test that was.  (If nothing was, the note not-instrumented says so.)
 *
 * Libraries of the system are not told: nobody builds them anew for a test. */
#ifndef RDL_CAMPAIGN_UNINSTRUMENTED_H
#define RDL_CAMPAIGN_UNINSTRUMENTED_H

#include "campaign/notes.h"

/* Tells of modules in which threads have stepped in the latest execution, of
 * which `s` is the memory. */
void rdl_uninstrumented_tell(const struct rdl_shared *s,
                             struct rdl_notes *notes);
/* Was any told? */
bool rdl_uninstrumented_told(const struct rdl_notes *notes);
/* Tells of a library without hooks that the program is linked to, unless it is
 * told already.  Whether threads use it is not known: code without hooks shows
 * only where it calls what is intercepted. */
void rdl_uninstrumented_library(struct rdl_notes *notes, const char *path);

#endif
