/* process.c - see process.h. */
#include "exec/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void rdl_process_read(pid_t pid, const char *name, char *text, size_t size)
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

struct rdl_process_stat rdl_process_stat(pid_t pid)
{
    struct rdl_process_stat s;
    const char *name_end;
    char text[512];

    rdl_process_read(pid, "stat", text, sizeof(text));
    /* The name in parentheses may contain any character. */
    name_end = strrchr(text, ')');
    if (name_end == NULL ||
        sscanf(name_end, ") %c %d", &s.state, &s.parent) != 2)
        return (struct rdl_process_stat){ .state = 0, .parent = -1 };
    return s;
}
