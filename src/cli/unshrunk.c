/* unshrunk.c - see unshrunk.h. */
#include "cli/unshrunk.h"

#include <stddef.h>
#include <string.h>

const char *rdl_unshrunk_text(const struct rdl_unshrunk *u)
{
    static const char *const texts[] = {
        [RDL_UNSHRUNK_INPUT] = "it depends on input from outside",
        [RDL_UNSHRUNK_TIMEOUT] =
            "each attempt would take as long as the time-out",
        [RDL_UNSHRUNK_NO_STEP] = "it fails before its first step",
        [RDL_UNSHRUNK_SWITCHES] = "it has too many switches",
        [RDL_UNSHRUNK_PASSES] = "its steps alone do not make it fail again",
        [RDL_UNSHRUNK_NOT_STARTED] = "the program could not be started",
        [RDL_UNSHRUNK_INTERRUPTED] = "it was interrupted",
        [RDL_UNSHRUNK_NOT_FRESH] =
            "the shrunk schedule did not fail in a new process",
        [RDL_UNSHRUNK_REPLAY] = "a replay did not fail",
        [RDL_UNSHRUNK_REPLACED] =
            "the program was replaced or removed meanwhile",
        [RDL_UNSHRUNK_FILE] = NULL,
    };

    if (u->reason == RDL_UNSHRUNK_FILE)
        return strerror(u->error);
    return texts[u->reason];
}
