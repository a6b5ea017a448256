/* secrets.h - the two random numbers that glibc keeps in each thread's
 * descriptor: with one it disguises code addresses that it stores (jmp_buf,
 * the list of atexit), the other is the stack protector's.  Both get into the
 * target's memory, so the runtime makes them the same in every process. */
#ifndef RDL_RUNTIME_MACHINE_SECRETS_H
#define RDL_RUNTIME_MACHINE_SECRETS_H

#include <stdbool.h>
#include <stdint.h>

/* Arbitrary, but the upper 17 bits are: a pointer's are 0 there. */
#define RDL_POINTER_GUARD UINT64_C(0xd2b5a4961e0f87c3)
/* The first byte is 0, as in glibc: it ends a string. */
#define RDL_STACK_GUARD UINT64_C(0x9c3a5be1674d2800)

/* Does it look like a disguised address?  PTR_MANGLE of glibc's
 * sysdeps/unix/sysv/linux/x86_64/pointer_guard.h. */
#define RDL_DISGUISE_BITS 17
static inline bool rdl_secrets_disguised(uint64_t value)
{
    const uint64_t mask = (UINT64_C(1) << RDL_DISGUISE_BITS) - 1;

    return (value & mask) == RDL_POINTER_GUARD >> (64 - RDL_DISGUISE_BITS);
}

/* Call it before the first thread is made, from a function without a stack
 * protector. */
void rdl_secrets_fix(void);

#endif
