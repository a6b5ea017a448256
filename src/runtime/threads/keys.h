/* keys.h - thread-specific data of a thread; implemented in threads/keys.c. */
#ifndef RDL_RUNTIME_THREADS_KEYS_H
#define RDL_RUNTIME_THREADS_KEYS_H

#include "runtime/core/thread.h"

#define RDL_MAX_KEYS 1024 /* PTHREAD_KEYS_MAX */

/* pthread_key_create and delete, called at `pc`: 0 or an error number. */
int rdl_key_create(unsigned *key, void (*destructor)(void *), uintptr_t pc);
int rdl_key_delete(unsigned key, uintptr_t pc);

/* t is new: clears what the previous thread with its number left. */
void rdl_keys_new_thread(struct rdl_thread *t);
/* Runs the thread_local destructors, then the key destructors, of the calling
 * thread as it ends.  exit() does not need this: POSIX runs no key destructors
 * there, and the C library runs the thread_local ones itself. */
void rdl_keys_end_thread(struct rdl_thread *t);

#endif
