/* descriptors.h - numbers that driver and runtime take for themselves. */
#ifndef RDL_BASE_DESCRIPTORS_H
#define RDL_BASE_DESCRIPTORS_H

/* Both move their own descriptors to here or above, so that the target gets
 * the numbers that it gets without raddle.  It may have some up here, too. */
#define RDL_OWN_DESCRIPTORS 700

#endif
