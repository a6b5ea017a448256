/* statics.c - see statics.h.
 *
 * The runtime's .data and .bss form one range.  The variables of RDL_PERSISTENT
 * and RDL_KEEP_USED are cut out of it; the rest goes to the image as small
 * ranges.  A table is zero after its used part, so restoring it means: copy
 * what was in use at main, clear the rest. */
#include "runtime/rewind/statics.h"

#include "runtime/core/address_space.h"
#include "runtime/core/interceptor.h"
#include "runtime/core/persistent.h"
#include "runtime/rewind/image/image.h"
#include "runtime/core/runtime_memory.h"

#include "base/hash.h"

#include <elf.h>
#include <string.h>

#define MAX_KEEPS 192

extern const struct rdl_persistent __start_rdl_persistents[],
    __stop_rdl_persistents[];
/* Tables of constants, writable only because they contain addresses. */
extern const char __start_rdl_reals[], __stop_rdl_reals[];
extern const char __start_rdl_real_slots[], __stop_rdl_real_slots[];
extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

RDL_KEPT_ENDS(rdl_kept_begin, rdl_kept_end);

static struct rdl_persistent constants[] = {
    { .name = "rdl_persistents", .start = (void *)__start_rdl_persistents },
    { .name = "rdl_reals", .start = (void *)__start_rdl_reals },
    { .name = "rdl_real_slots", .start = (void *)__start_rdl_real_slots },
};
#define N_CONSTANTS (sizeof(constants) / sizeof(constants[0]))

/* Sorted by address. */
static struct kept {
    const struct rdl_persistent *keep;
    char *copy;        /* of the elements in use at main */
    size_t used_bytes; /* at main */
} kept[MAX_KEEPS];
static size_t n_kept;
/* Those of which a rewind restores a part (RDL_KEEP_USED). */
static struct kept *tables[MAX_KEEPS];
static size_t n_tables;
static size_t now_bytes[MAX_KEEPS]; /* in use at the end of the execution */
static char *copies;                /* of all tables */
static size_t copies_size;
static char *start, *end; /* of .data and .bss */

RDL_PERSISTENT(kept);
RDL_PERSISTENT_HERE(constants);
RDL_PERSISTENT(n_kept);
RDL_PERSISTENT(tables);
RDL_PERSISTENT(n_tables);
RDL_PERSISTENT(now_bytes);
RDL_PERSISTENT(copies);
RDL_PERSISTENT(copies_size);
RDL_PERSISTENT(start);
RDL_PERSISTENT(end);

static void statics_find_range(void)
{
    char *base = (char *)&__ehdr_start;
    const Elf64_Phdr *h = (const void *)(base + __ehdr_start.e_phoff);
    const Elf64_Phdr *relro = NULL;

    for (int i = 0; i < __ehdr_start.e_phnum; i++) {
        if (h[i].p_type == PT_LOAD && (h[i].p_flags & PF_W) != 0) {
            start = base + h[i].p_vaddr;
            end = start + h[i].p_memsz;
        } else if (h[i].p_type == PT_GNU_RELRO) {
            relro = &h[i];
        }
    }
    ASSERT(start != NULL);
    /* The loader has made the first part read-only (RELRO). */
    if (relro != NULL && base + relro->p_vaddr == start)
        start += relro->p_memsz;
}

static size_t statics_used_bytes(const struct rdl_persistent *k)
{
    size_t n = 0;

    if (k->used == NULL)
        return 0;
    /* As the compiler inlines it: it is a number. */
    if (k->used_size == sizeof(n))
        n = *(const size_t *)k->used;
    else
        memcpy(&n, k->used, k->used_size);
    n *= k->element;
    return n < k->size ? n : k->size;
}

static void statics_sort_in(const struct rdl_persistent *k)
{
    size_t i = n_kept++;

    ASSERT(n_kept <= MAX_KEEPS);
    for (; i > 0 && kept[i - 1].keep->start > k->start; i--)
        kept[i] = kept[i - 1];
    kept[i] = (struct kept){ .keep = k };
}

static void statics_gather(void)
{
    statics_find_range();
    for (const struct rdl_persistent *k = __start_rdl_persistents;
         k < __stop_rdl_persistents; k++)
        statics_sort_in(k);
    constants[0].size = (size_t)((char *)__stop_rdl_persistents -
                                 (char *)__start_rdl_persistents);
    constants[1].size = (size_t)(__stop_rdl_reals - __start_rdl_reals);
    constants[2].size =
        (size_t)(__stop_rdl_real_slots - __start_rdl_real_slots);
    for (size_t i = 0; i < N_CONSTANTS; i++)
        statics_sort_in(&constants[i]);
    for (size_t i = 0; i < n_kept; i++) {
        if (kept[i].keep->used != NULL)
            tables[n_tables++] = &kept[i];
    }
}

void rdl_statics_range(uintptr_t *from, uintptr_t *to)
{
    if (n_kept == 0)
        statics_gather();
    *from = (uintptr_t)start;
    *to = (uintptr_t)end;
}

static void statics_copy_tables(void)
{
    size_t at = 0;

    if (copies != NULL)
        rdl_runtime_memory_unmap(copies, copies_size + 1);
    copies_size = 0;
    for (size_t i = 0; i < n_kept; i++) {
        kept[i].used_bytes = statics_used_bytes(kept[i].keep);
        copies_size += kept[i].used_bytes;
    }
    copies = rdl_address_space_map(copies_size + 1); /* may be empty */
    for (size_t i = 0; i < n_kept; i++) {
        struct kept *k = &kept[i];

        k->copy = copies + at;
        memcpy(k->copy, k->keep->start, k->used_bytes);
        at += k->used_bytes;
    }
    rdl_runtime_memory_seal(copies, copies_size + 1);
}

/* What lies between two variables that outlive an execution, where there are
 * no others: the linker's padding. */
static bool statics_is_padding(const char *from, const char *to)
{
    return RDL_KEPT_TOGETHER && from > &rdl_kept_begin && to <= &rdl_kept_end;
}

void rdl_statics_save(void)
{
    char *at;

    if (n_kept == 0)
        statics_gather();
    at = start;
    for (size_t i = 0; i < n_kept; i++) {
        const struct rdl_persistent *k = kept[i].keep;

        if ((char *)k->start > at && !statics_is_padding(at, k->start))
            rdl_image_add(at, (size_t)((char *)k->start - at), true);
        at = (char *)k->start + k->size;
    }
    if (end > at)
        rdl_image_add(at, (size_t)(end - at), true);
    statics_copy_tables();
}

static uint64_t statics_sum(uint64_t sum, const uint64_t *words, size_t size)
{
    for (size_t i = 0; i < size / sizeof(*words); i++)
        sum = rdl_mix(sum, words[i]);
    return sum;
}

uint64_t rdl_statics_checksum(uint64_t sum)
{
    sum = rdl_mix(rdl_mix(sum, (uintptr_t)copies), n_kept);
    for (size_t i = 0; i < n_kept; i++) {
        sum = rdl_mix(sum, (uintptr_t)kept[i].keep);
        sum = rdl_mix(sum, (uintptr_t)kept[i].copy);
        sum = rdl_mix(sum, kept[i].used_bytes);
    }
    for (size_t i = 0; i < n_tables; i++)
        sum = rdl_mix(sum, (uintptr_t)tables[i]);
    for (size_t i = 0; i < N_CONSTANTS; i++)
        sum = statics_sum(sum, constants[i].start, constants[i].size);
    return sum;
}

void rdl_statics_leave(void)
{
    for (size_t i = 0; i < n_tables; i++)
        now_bytes[i] = statics_used_bytes(tables[i]->keep);
}

void rdl_statics_arrive(void)
{
    for (size_t i = 0; i < n_tables; i++) {
        const struct kept *k = tables[i];

        if (k->used_bytes > 0)
            memcpy(k->keep->start, k->copy, k->used_bytes);
        if (now_bytes[i] > k->used_bytes)
            memset((char *)k->keep->start + k->used_bytes, 0,
                   now_bytes[i] - k->used_bytes);
    }
}
