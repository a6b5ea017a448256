/* startup.c - see startup.h. */
#include "exec/startup.h"

#include "base/text.h"
#include "exec/process.h"

#include <stdio.h>
#include <string.h>

/* The loader runs the constructors of libraries before the runtime's. */
static const char *const stages[] = {
    [RDL_STAGE_NONE] = "while it was loaded or a library's constructor ran",
    [RDL_STAGE_LOADED] = "while a constructor of its own ran",
    [RDL_STAGE_MAIN] = "while raddle got ready at main (please report it)",
};
#define N_STAGES (sizeof(stages) / sizeof(stages[0]))

void rdl_startup_look(const struct rdl_shared *shared, pid_t pid,
                      char out[RDL_STARTUP_STAGE])
{
    uint32_t stage = shared->stage;
    char state = pid > 0 ? rdl_process_stat(pid).state : 0, where[48];
    size_t n;

    rdl_text_copy(out, stages[stage < N_STAGES ? stage : RDL_STAGE_NONE],
                  RDL_STARTUP_STAGE);
    n = strlen(out);
    if (state == 'R') {
        snprintf(out + n, RDL_STARTUP_STAGE - n, " (running)");
    } else if (state == 'S' || state == 'D') {
        /* The kernel writes "0" if the reader has no permission. */
        rdl_process_read(pid, "wchan", where, sizeof(where));
        snprintf(out + n, RDL_STARTUP_STAGE - n, " (asleep%s%s)",
                 where[0] > '9' ? " in " : "", where[0] > '9' ? where : "");
    } else if (state == 'T' || state == 't') {
        snprintf(out + n, RDL_STARTUP_STAGE - n, " (stopped)");
    }
}
