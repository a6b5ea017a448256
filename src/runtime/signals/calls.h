/* calls.h - shared by the files of the signal calls:
 * signals/intercept.c, wait.c, send.c, signal_fd.c. */
#ifndef RDL_RUNTIME_SIGNALS_CALLS_H
#define RDL_RUNTIME_SIGNALS_CALLS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct rdl_syscall;

/* -errno becomes errno and -1. */
int rdl_signals_answer(long result);
uint64_t rdl_signals_bits(const sigset_t *set);

/* Before control: the mask that would apply if signals were not held back; NULL
 * if they are not. */
uint64_t *rdl_signals_held_mask(void);

/* The system calls of each file, like rdl_syscalls_signals. */
bool rdl_signals_call_waits(const struct rdl_syscall *call, long *result);
bool rdl_signals_call_sends(const struct rdl_syscall *call, long *result);

#endif
