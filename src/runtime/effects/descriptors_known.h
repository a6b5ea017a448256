/* descriptors_known.h - shared by descriptors.c and descriptors_calls.c: the
 * descriptors that are open at main, and what happened to them. */
#ifndef RDL_RUNTIME_EFFECTS_DESCRIPTORS_KNOWN_H
#define RDL_RUNTIME_EFFECTS_DESCRIPTORS_KNOWN_H

#include "runtime/core/runtime_descriptors.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Numbers from here on are closed without being tracked. */
#define RDL_KNOWN_LIMIT RDL_RUNTIME_DESCRIPTORS

enum rdl_known_kind {
    RDL_KNOWN_STATELESS, /* /dev/null and similar devices */
    RDL_KNOWN_FILE,      /* has an offset */
    RDL_KNOWN_OUTPUT,    /* a file that the driver captures output in */
    RDL_KNOWN_STREAM     /* a pipe, socket, event, terminal: has contents */
};

struct rdl_known {
    int fd;
    int parked; /* a duplicate; -1: not parked */
    enum rdl_known_kind kind;
    bool inherited; /* not opened by a constructor */
    bool nameless;  /* the file has no path */
    bool held;      /* a lock on it was taken before main */
    int closes;     /* F_GETFD */
    int flags;      /* F_GETFL */
    off_t offset;
    dev_t device;
    ino_t inode;
    /* In this execution: */
    bool replaced; /* closed, and perhaps reopened as something else */
    bool moved, flagged, locked, written;
};

/* NULL: not open at main. */
struct rdl_known *rdl_known_of(long fd);
struct rdl_known *rdl_known_at(size_t i);
size_t rdl_known_count(void);
/* The execution used one of them: there is something to restore. */
void rdl_known_touched(void);

/* The execution has closed what it opened at that number. */
void rdl_known_unmade(int fd);

#endif
