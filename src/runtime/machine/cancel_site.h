/* cancel_site.h - is a system call inside the C library a cancellation point?
 *
 * Around each system call that is a cancellation point, glibc makes the
 * thread's cancellation asynchronous for a moment.  A trapped call can see
 * that. */
#ifndef RDL_RUNTIME_MACHINE_CANCEL_SITE_H
#define RDL_RUNTIME_MACHINE_CANCEL_SITE_H

#include <stdbool.h>
#include <stdint.h>

/* Also resets that mark, which the C library would do when the call returns: it
 * may not return. */
bool rdl_cancel_site(uintptr_t fs);

#endif
