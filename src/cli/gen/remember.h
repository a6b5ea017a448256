/* remember.h - the words of the latest session, so that `raddle gen --continue`
 * needs no header. */
#ifndef RDL_CLI_GEN_REMEMBER_H
#define RDL_CLI_GEN_REMEMBER_H

#include "gen/module/module.h"

/* Writes the words of the command line into the directory of results.  A
 * session that cannot be remembered is worth a warning only. */
void rdl_gen_remember(const char *dir, const struct rdl_gen_words *words);
/* Appends the words of the session in `dir`; NULL: in the only directory below
 * raddle-gen/ that has one.  Ends raddle with what to type if there is none, or
 * several. */
void rdl_gen_recall(const char *dir, struct rdl_gen_words *words);

#endif
