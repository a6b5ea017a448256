/* timerfd.h - timer descriptors.  Results are values or -errno. */
#ifndef RDL_RUNTIME_IO_TIMERFD_H
#define RDL_RUNTIME_IO_TIMERFD_H

#include <stdint.h>
#include <time.h>

long rdl_timerfd_create(clockid_t clock, int flags, uintptr_t pc);
long rdl_timerfd_settime(int fd, int flags, const struct itimerspec *new,
                         struct itimerspec *old, uintptr_t pc);
long rdl_timerfd_gettime(int fd, struct itimerspec *out, uintptr_t pc);
/* The target closes fd, which may or may not be a timer. */
void rdl_timerfd_closed(int fd);

#endif
