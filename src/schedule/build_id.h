/* build_id.h - is a file still the one that was recorded? */
#ifndef RDL_SCHEDULE_BUILD_ID_H
#define RDL_SCHEDULE_BUILD_ID_H

#include "schedule/schedule.h"

enum rdl_build {
    RDL_BUILD_SAME,
    RDL_BUILD_OTHER,   /* another build id */
    RDL_BUILD_MISSING, /* the file is gone, or not an ELF file */
    RDL_BUILD_UNKNOWN, /* it had no build id then, or has none now */
};

/* Compares the file at `path` with the recorded module. */
enum rdl_build rdl_build_check(const char *path,
                               const struct rdl_schedule_module *m);

#endif
