/* cancel_site.c - see cancel_site.h.  The offset of the cancellation type in
 * glibc's descriptor is found by changing the type (2.36: a byte of its own;
 * earlier a bit among others). */
#include "runtime/machine/cancel_site.h"

#include "runtime/machine/elf_symbol.h"
#include "runtime/machine/glibc.h"
#include "runtime/machine/switch.h"

#include <pthread.h>
#include <string.h>

#define LARGEST_DESCRIPTOR 8192

static size_t offset; /* 0: not found */
static unsigned char mark;

/* The kernel may write here at any time, when it moves the thread to another
 * CPU. */
static bool cancel_site_is_kernels(const unsigned char *byte)
{
    const unsigned char *rseq =
        (const unsigned char *)rdl_glibc_rseq(rdl_fs_base());

    return rseq != NULL && byte >= rseq && byte < rseq + RDL_RSEQ_SIZE;
}

/* Runs after the constructor of start/start.c, which examines the C library
 * first. */
__attribute__((constructor(105))) static void find_type(void)
{
    unsigned char before[LARGEST_DESCRIPTOR];
    int (*set_type)(int, int *) =
        rdl_elf_symbol_next("pthread_setcanceltype", NULL);
    const unsigned *size = rdl_elf_symbol_default("_thread_db_sizeof_pthread");
    const unsigned char *self = (const unsigned char *)rdl_fs_base();
    size_t found = 0, n = 0;

    if (set_type == NULL || size == NULL || *size > sizeof(before))
        return;
    memcpy(before, self, *size);
    set_type(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    for (size_t i = 0; i < *size; i++) {
        if (self[i] != before[i] && !cancel_site_is_kernels(&self[i])) {
            found = i;
            mark = self[i] ^ before[i];
            n++;
        }
    }
    set_type(PTHREAD_CANCEL_DEFERRED, NULL);
    if (n == 1 && self[found] == before[found])
        offset = found;
}

bool rdl_cancel_site(uintptr_t fs)
{
    unsigned char *type = (unsigned char *)fs + offset;

    if (offset == 0 || (*type & mark) == 0)
        return false;
    *type &= (unsigned char)~mark;
    return true;
}
