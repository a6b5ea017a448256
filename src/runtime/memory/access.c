/* access.c - plain reads and writes as the compilers announce them: just
 * before each, with its address and size. */
#include "runtime/memory/memory.h"

#define ACCESS(name, act, size, flags)                                         \
    void rdl_hook_##name(const volatile void *addr);                           \
    void rdl_hook_##name(const volatile void *addr)                            \
    {                                                                          \
        if (likely(rdl_controlled()))                                          \
            act(addr, size, RDL_PC, flags);                                    \
    }

/* The variants with a given place (by compilers that inline the hooks). */
#define ACCESS_PC(name, act, size)                                             \
    void rdl_hook_##name##_pc(const volatile void *addr, void *pc);            \
    void rdl_hook_##name##_pc(const volatile void *addr, void *pc)             \
    {                                                                          \
        if (likely(rdl_controlled()))                                          \
            act(addr, size, (uintptr_t)pc, 0);                                 \
    }

#define RANGE(name, act)                                                       \
    void rdl_hook_##name(const volatile void *addr, size_t size);              \
    void rdl_hook_##name(const volatile void *addr, size_t size)               \
    {                                                                          \
        if (likely(rdl_controlled()) && size > 0)                              \
            act(addr, size, RDL_PC, 0);                                        \
    }                                                                          \
    void rdl_hook_##name##_pc(const volatile void *addr, size_t size,          \
                              void *pc);                                       \
    void rdl_hook_##name##_pc(const volatile void *addr, size_t size,          \
                              void *pc)                                        \
    {                                                                          \
        if (likely(rdl_controlled()) && size > 0)                              \
            act(addr, size, (uintptr_t)pc, 0);                                 \
    }

static inline void read_write(const volatile void *addr, size_t size,
                              uintptr_t pc, unsigned flags)
{
    rdl_memory_read(addr, size, pc, flags);
    rdl_memory_write(addr, size, pc, flags);
}

#define SIZE(size)                                                             \
    ACCESS(read##size, rdl_memory_read, size, 0)                               \
    ACCESS(write##size, rdl_memory_write, size, 0)                             \
    ACCESS(unaligned_read##size, rdl_memory_read, size, 0)                     \
    ACCESS(unaligned_write##size, rdl_memory_write, size, 0)                   \
    ACCESS(volatile_read##size, rdl_memory_read, size, RDL_EV_VOLATILE)        \
    ACCESS(volatile_write##size, rdl_memory_write, size, RDL_EV_VOLATILE)      \
    ACCESS(unaligned_volatile_read##size, rdl_memory_read, size,               \
           RDL_EV_VOLATILE)                                                    \
    ACCESS(unaligned_volatile_write##size, rdl_memory_write, size,             \
           RDL_EV_VOLATILE)                                                    \
    ACCESS(read_write##size, read_write, size, 0)                              \
    ACCESS(unaligned_read_write##size, read_write, size, 0)                    \
    ACCESS_PC(read##size, rdl_memory_read, size)                               \
    ACCESS_PC(write##size, rdl_memory_write, size)

SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)
SIZE(16)

RANGE(read_range, rdl_memory_read)
RANGE(write_range, rdl_memory_write)

ACCESS(vptr_read, rdl_memory_read, sizeof(void *), 0)

void rdl_hook_vptr_update(void **addr, void *value);
void rdl_hook_vptr_update(void **addr, void *value)
{
    (void)value;
    if (likely(rdl_controlled()))
        rdl_memory_write(addr, sizeof(*addr), RDL_PC, 0);
}
