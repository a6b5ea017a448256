/* glibc.c - sizes and offsets inside glibc's thread descriptor.
 *
 * The descriptor (struct pthread) begins at the FS base; the static TLS block
 * of all modules lies below it.  glibc publishes its size and the offset of the
 * cached tid for debuggers (nptl_db/structs.def: _thread_db_*), and the total
 * size for sanitizers (_dl_get_tls_static_info).
 *
 * Nothing is found by searching for a value: the descriptor is full of
 * pointers, and the upper half of most of them is 0x7fff, the pid 32767. */
#include "runtime/machine/glibc.h"

#include "runtime/machine/elf_symbol.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/switch.h"

#include <stdlib.h>
#include <sys/syscall.h>

static size_t descriptor_size;
static size_t static_tls_size; /* includes the descriptor */
static size_t tid_offset;
static size_t start_offset; /* 0: not found */
static ptrdiff_t rseq_offset;
static bool rseq_registered;

/* glibc 2.35 and later. */
static void glibc_find_rseq(void)
{
    const unsigned *size = rdl_elf_symbol_default("__rseq_size");
    const ptrdiff_t *offset = rdl_elf_symbol_default("__rseq_offset");

    if (size == NULL || offset == NULL || *size == 0)
        return;
    rseq_offset = *offset;
    rseq_registered = true;
}

/* How nptl_db describes a field (db_desc_t of thread_dbP.h). */
struct field {
    uint32_t bits, n, offset;
};

static void glibc_find_start(void)
{
    const struct field *start =
        rdl_elf_symbol_default("_thread_db_pthread_start_routine");

    if (start != NULL && start->bits == 8 * sizeof(void *) &&
        start->offset <= descriptor_size - sizeof(struct rdl_glibc_start))
        start_offset = start->offset;
}

/* Uses the offset published for debuggers, if the thread's id is really
 * there. */
static bool glibc_find_tid(void)
{
    const struct field *tid = rdl_elf_symbol_default("_thread_db_pthread_tid");

    if (tid == NULL || tid->bits != 8 * sizeof(int) ||
        tid->offset > descriptor_size - sizeof(int))
        return false;
    tid_offset = tid->offset;
    return *rdl_glibc_tid(rdl_fs_base()) == (int)rdl_raw(SYS_gettid);
}

const char *rdl_glibc_begin(void)
{
    void (*tls_info)(size_t * size, size_t * align);
    const unsigned *size = rdl_elf_symbol_default("_thread_db_sizeof_pthread");
    size_t align;

    *(void **)&tls_info = rdl_elf_symbol_default("_dl_get_tls_static_info");
    if (size == NULL)
        return "_thread_db_sizeof_pthread";
    if (tls_info == NULL)
        return "_dl_get_tls_static_info";
    glibc_find_rseq();
    descriptor_size = *size;
    glibc_find_start();
    tls_info(&static_tls_size, &align);
    return glibc_find_tid() ? NULL : "_thread_db_pthread_tid";
}

int *rdl_glibc_tid(uintptr_t fs)
{
    return (int *)(fs + tid_offset);
}

/* tcbhead_t: the first and the third word point to itself. */
const struct rdl_glibc_start *rdl_glibc_start(uintptr_t fs)
{
    const uintptr_t *head = (const uintptr_t *)fs;

    if (start_offset == 0 || head == NULL || head[0] != fs || head[2] != fs)
        return NULL;
    return (const struct rdl_glibc_start *)(fs + start_offset);
}

char *rdl_glibc_tls(uintptr_t fs)
{
    return (char *)(fs + descriptor_size - static_tls_size);
}

/* Not what lies before: the links of the C library's list of threads change
 * when other threads come and go.  Nor what the kernel writes. */
char *rdl_glibc_state(uintptr_t fs, size_t *size)
{
    const size_t start = (tid_offset + sizeof(int) + 7) & ~(size_t)7;
    const char *rseq = rdl_glibc_rseq(fs);
    const size_t rseq_at = (uintptr_t)rseq - fs;

    *size = (rseq != NULL && rseq_at - start < descriptor_size - start
                 ? rseq_at
                 : descriptor_size) -
            start;
    return (char *)fs + start;
}

char *rdl_glibc_rseq(uintptr_t fs)
{
    return rseq_registered ? (char *)fs + rseq_offset : NULL;
}

/* The dynamic thread vector: dtv[-1].n entries, from dtv[1] one per module. */
union dtv {
    size_t n;
    struct {
        void *value;   /* UNALLOCATED until first use */
        void *to_free; /* NULL: in the static block */
    } block;
};
#define UNALLOCATED ((void *)-1)

void **rdl_glibc_dtv(uintptr_t fs)
{
    return (void **)(fs + sizeof(void *));
}

void rdl_glibc_forget_dynamic_tls(uintptr_t fs)
{
    union dtv *dtv = *rdl_glibc_dtv(fs);

    for (size_t i = 1; i <= dtv[-1].n; i++) {
        if (dtv[i].block.to_free == NULL)
            continue;
        free(dtv[i].block.to_free);
        dtv[i].block.to_free = NULL;
        dtv[i].block.value = UNALLOCATED;
    }
}
