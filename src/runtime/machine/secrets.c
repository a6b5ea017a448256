/* secrets.c - see secrets.h.
 *
 * The loader has set both numbers (security_init in glibc's elf/rtld.c) before
 * it relocates any object.  Once the C library has disguised an address, the
 * pointer guard must not change: constructors of other libraries may have
 * registered atexit functions before ours runs.  So an indirect function
 * changes it: the loader calls its resolver while it relocates us, and no code
 * of a library runs before all objects are relocated.  (The loader's own
 * disguises use a copy of its own.)
 *
 * The stack guard may change when no active function checks it on return.  Our
 * constructor is called by the loader, which glibc builds without it. */
#include "runtime/machine/secrets.h"

#define STACK_GUARD "0x28" /* tcbhead_t in sysdeps/x86_64/nptl/tls.h */
#define POINTER_GUARD "0x30"

static void secrets_fix_stack(void)
{
    __asm__ volatile("mov %0, %%fs:" STACK_GUARD : : "r"(RDL_STACK_GUARD));
}

/* Calls nothing: no function has an address yet. */
static __attribute__((used)) void (*secrets_fix_pointers(void))(void)
{
    __asm__ volatile("mov %0, %%fs:" POINTER_GUARD : : "r"(RDL_POINTER_GUARD));
    return secrets_fix_stack;
}

void rdl_secrets_fix(void) __attribute__((ifunc("secrets_fix_pointers")));
