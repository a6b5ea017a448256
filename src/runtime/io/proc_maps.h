/* proc_maps.h - the text of /proc/self/maps as the program sees it: as if it
 * ran without raddle's memory, and raddle had protected no page.
 *
 * So it is the same in a campaign and in a replay, whatever they record. */
#ifndef RDL_RUNTIME_IO_PROC_MAPS_H
#define RDL_RUNTIME_IO_PROC_MAPS_H

#include <stddef.h>

/* Call it before the kernel's text is read. */
void rdl_proc_maps_prepare(void);
/* From the kernel's text, which ends with '\0', to `shown`, which has as much
 * room: how many bytes that has. */
size_t rdl_proc_maps_show(const char *text, char *shown);

#endif
