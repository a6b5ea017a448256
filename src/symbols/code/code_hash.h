/* code_hash.h - the machine code of a function as a number that another build
 * can be compared with, and what a call calls. */
#ifndef RDL_SYMBOLS_CODE_CODE_HASH_H
#define RDL_SYMBOLS_CODE_CODE_HASH_H

#include "symbols/symbol.h"

/* The function that the call calls which returns to `return_address`:
 * "pthread_mutex_lock", "__tsan_write4" (also where that call is idle:
 * hooks/hooks.h).  NULL if not known. */
const char *rdl_code_called(struct rdl_symbols *s, uintptr_t return_address);

/* A hash of the function that holds the call.  Addresses enter as the names of
 * what is there, so that it is the same wherever the linker puts the function.
 * 0: not known. */
uint64_t rdl_code_hash(struct rdl_symbols *s, uintptr_t return_address);

#endif
