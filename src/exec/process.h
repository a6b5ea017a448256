/* process.h - reads a process's files in /proc. */
#ifndef RDL_EXEC_PROCESS_H
#define RDL_EXEC_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

/* The beginning of /proc/PID/NAME; "" if it cannot be read. */
void rdl_process_read(pid_t pid, const char *name, char *text, size_t size);

struct rdl_process_stat {
    char state;   /* the letter that ps shows; 0: it is gone */
    pid_t parent; /* -1: it is gone */
};

struct rdl_process_stat rdl_process_stat(pid_t pid);

#endif
