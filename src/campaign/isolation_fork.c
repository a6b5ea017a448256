/* isolation_fork.c - the target is loaded once and waits at main; each
 * execution is a child that it forks. */
#include "campaign/server.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int fork_begin(struct rdl_isolate *i)
{
    rdl_memory_process(i->memory);
    return rdl_server_ask(i, RDL_ASK_RUN);
}

/* The child's pid stands in shared memory, where the target can write: it is
 * believed only if the kernel says that it is a child of the server. */
static pid_t fork_process(struct rdl_isolate *i)
{
    pid_t pid =
        (pid_t)__atomic_load_n(&i->memory->shared->child, __ATOMIC_RELAXED);
    char path[64], text[512];
    const char *name_end;
    int parent = 0, fd;
    ssize_t n;

    if (pid <= 0)
        return 0;
    snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    n = read(fd, text, sizeof(text) - 1);
    close(fd);
    text[n > 0 ? n : 0] = '\0';
    /* The name in parentheses may itself hold any character. */
    name_end = strrchr(text, ')');
    if (name_end == NULL || sscanf(name_end, ") %*c %d", &parent) != 1)
        return 0;
    return parent == i->own ? pid : 0;
}

const struct rdl_isolation rdl_isolation_fork = {
    .name = "fork",
    .summary = "the program is loaded once and forked at main",
    .rung = RDL_RUNG_FORK,
    .begin = fork_begin,
    .process = fork_process,
    .finish = rdl_server_hear,
    .stop = rdl_server_stop,
};
