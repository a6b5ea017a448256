/* stage.c - see stage.h. */
#include "campaign/stage.h"

#include "base/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Libraries come before the runtime, in the order of the loader. */
static const char *const stages[] = {
    [RDL_STAGE_NONE] = "while it was loaded or a library's constructor ran",
    [RDL_STAGE_LOADED] = "while a constructor of its own ran",
    [RDL_STAGE_MAIN] = "while raddle got ready at main (please report it)",
};
#define N_STAGES (sizeof(stages) / sizeof(stages[0]))

static void stage_read(pid_t pid, const char *name, char *text, size_t size)
{
    char path[64];
    ssize_t n = 0;
    int fd;

    snprintf(path, sizeof(path), "/proc/%d/%s", (int)pid, name);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        n = read(fd, text, size - 1);
        close(fd);
    }
    text[n > 0 ? n : 0] = '\0';
}

/* The letter that ps shows; 0: it is gone. */
static char stage_state(pid_t pid)
{
    char text[512], state = 0;
    const char *name_end;

    stage_read(pid, "stat", text, sizeof(text));
    /* The name in parentheses may itself hold any character. */
    name_end = strrchr(text, ')');
    if (name_end == NULL || sscanf(name_end, ") %c", &state) != 1)
        return 0;
    return state;
}

void rdl_stage_look(const struct rdl_shared *shared, pid_t pid,
                    char stands[RDL_STANDS])
{
    uint32_t stage = shared->stage;
    char state = pid > 0 ? stage_state(pid) : 0, where[48];
    size_t n;

    rdl_text_copy(stands, stages[stage < N_STAGES ? stage : RDL_STAGE_NONE],
                  RDL_STANDS);
    n = strlen(stands);
    if (state == 'R') {
        snprintf(stands + n, RDL_STANDS - n, " (running)");
    } else if (state == 'S' || state == 'D') {
        /* The kernel says "0" to those that it does not tell. */
        stage_read(pid, "wchan", where, sizeof(where));
        snprintf(stands + n, RDL_STANDS - n, " (asleep%s%s)",
                 where[0] > '9' ? " in " : "", where[0] > '9' ? where : "");
    } else if (state == 'T' || state == 't') {
        snprintf(stands + n, RDL_STANDS - n, " (stopped)");
    }
}
