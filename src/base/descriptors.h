/* descriptors.h - descriptor numbers that driver and runtime reserve. */
#ifndef RDL_BASE_DESCRIPTORS_H
#define RDL_BASE_DESCRIPTORS_H

/* Driver and runtime move their own descriptors to this number or above, so
 * that the target gets the same numbers as without raddle.  The target may
 * still have descriptors up here itself. */
#define RDL_OWN_DESCRIPTORS 700

#endif
