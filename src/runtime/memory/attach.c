/* attach.c - an instrumented object registers its table: fills it with our
 * functions and activates its idle calls (hooks/hooks.h). */
#include "hooks/hooks.h"
#include "runtime/machine/raw.h"
#include "runtime/core/attached.h"
#include "runtime/memory/memory.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Each hook has a type of its own; here only addresses matter. */
#define HOOK(name) void rdl_hook_##name(void);
#include "hooks/list.h"
#undef HOOK
#define WRAP(name) void rdl_call_##name(void);
#include "hooks/wraps.h"
#undef WRAP

static const struct known {
    const char *name;
    void (*function)(void);
    bool own; /* has the compiler's name, which no one else defines */
} known[] = {
#define HOOK(name) { "__tsan_" #name, rdl_hook_##name, true },
#include "hooks/list.h"
#undef HOOK
#define WRAP(name) { #name, rdl_call_##name, false },
#include "hooks/wraps.h"
#undef WRAP
};

#define N_KNOWN (sizeof(known) / sizeof(known[0]))

static const struct known *attach_find(const char *name)
{
    /* Tables of this version list the names in this order. */
    static size_t next;

    for (size_t i = 0; i < N_KNOWN; i++, next++) {
        const struct known *k = &known[next % N_KNOWN];

        if (strcmp(k->name, name) == 0) {
            next++;
            return k;
        }
    }
    return NULL;
}

RDL_REAL(void *, memchr, const void *, int, size_t);
RDL_REAL(void, _ZNSt6thread4joinEv, pthread_t *);

static bool attach_are_together(const void *function, const void *other)
{
    struct dl_find_object one, two;

    return _dl_find_object((void *)function, &one) == 0 &&
           _dl_find_object((void *)other, &two) == 0 &&
           one.dlfo_link_map == two.dlfo_link_map;
}

/* Is this a function of libc, or of the C++ library if that is loaded as one?
 * If the target defines the function itself, the target's stays in its table:
 * the target means that one, and it is instrumented too. */
static bool attach_is_library(const void *function)
{
    return attach_are_together(function, (void *)REAL(memchr)) ||
           (real__ZNSt6thread4joinEv != NULL &&
            attach_are_together(function, (void *)real__ZNSt6thread4joinEv));
}

/* Turns the idle calls of entries in [code, end) into calls. */
static void attach_wake(unsigned char *code, const unsigned char *end,
                        const struct rdl_hooks *hooks)
{
    while (end - code >= 5) {
        uintptr_t target;
        uint32_t distance;

        code = REAL(memchr)(code, RDL_IDLE_OPCODE, (size_t)(end - code) - 4);
        if (code == NULL)
            return;
        memcpy(&distance, code + 1, sizeof(distance));
        distance -= RDL_IDLE_BIAS;
        target = (uintptr_t)(code + 5) + (uintptr_t)(int32_t)distance -
                 (uintptr_t)hooks->entries;
        if (target < hooks->n * RDL_ENTRY_SIZE &&
            target % RDL_ENTRY_SIZE == 0) {
            *code = RDL_CALL_OPCODE;
            memcpy(code + 1, &distance, sizeof(distance));
        }
        code++;
    }
}

/* The object's code, from its program headers. */
static bool attach_code(const struct rdl_hooks *hooks)
{
    struct dl_find_object found;
    const ElfW(Ehdr) * header;
    const ElfW(Phdr) * segment;

    if (_dl_find_object((void *)hooks->entries, &found) != 0)
        return false;
    header = found.dlfo_map_start;
    segment = (const void *)((const char *)header + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++, segment++) {
        uintptr_t start = found.dlfo_link_map->l_addr + segment->p_vaddr;
        uintptr_t end = start + segment->p_memsz;
        uintptr_t page = start & ~(uintptr_t)4095;
        size_t size = (end - page + 4095) & ~(size_t)4095;
        int usual = PROT_READ | PROT_EXEC |
                    ((segment->p_flags & PF_W) != 0 ? PROT_WRITE : 0);

        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0)
            continue;
        if (rdl_raw(SYS_mprotect, page, size, PROT_READ | PROT_WRITE) != 0)
            return false;
        attach_wake((unsigned char *)start, (const unsigned char *)end, hooks);
        if (rdl_raw(SYS_mprotect, page, size, usual) != 0)
            return false;
    }
    return true;
}

RDL_EXPORT void raddle_attach(const struct rdl_hooks *hooks)
{
    if (hooks->version != RDL_HOOKS_VERSION) {
        rdl_note(RDL_NOTE_HOOKS_VERSION,
                 "an object was linked by another version of raddle cc: its "
                 "memory accesses are not seen; link it again",
                 (uintptr_t)hooks->entries);
        return;
    }
    rdl_attached_add((uintptr_t)hooks->entries);
    for (size_t i = 0; i < hooks->n; i++) {
        const struct known *k = attach_find(hooks->names[i]);

        if (k != NULL && (k->own || attach_is_library(hooks->table[i])))
            hooks->table[i] = (void *)k->function;
    }
    if (hooks->idle != 0 && !attach_code(hooks))
        rdl_note(RDL_NOTE_HOOKS_IDLE,
                 "the code of an object cannot be changed in memory "
                 "(mprotect): its memory accesses are not seen",
                 (uintptr_t)hooks->entries);
}
