/* numbers.h - the numbers of all system calls in list.h. */
#ifndef RDL_RUNTIME_SYSCALLS_NUMBERS_H
#define RDL_RUNTIME_SYSCALLS_NUMBERS_H

#include <sys/syscall.h>

/* Newer than the headers of Debian 12. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#define SYS_fchmodat2 452
#define SYS_futex_wake 454
#define SYS_futex_wait 455
#define SYS_futex_requeue 456
#define SYS_statmount 457
#define SYS_listmount 458
#endif

#endif
