/* unshrunk.h - words for why a schedule was not shrunk. */
#ifndef RDL_CLI_UNSHRUNK_H
#define RDL_CLI_UNSHRUNK_H

#include "schedule/unshrunk.h"

/* As in "not shrunk: it was interrupted"; NULL for RDL_NOT_UNSHRUNK. */
const char *rdl_unshrunk_text(const struct rdl_unshrunk *u);

#endif
