/* tracker_copy.c - detects nothing, so that everything is restored.
 *
 * It needs nothing of the kernel, and is what the others are compared with. */
#include "runtime/rewind/image/tracker.h"

const struct rdl_tracker rdl_tracker_copy = {
    .name = "copy",
};
