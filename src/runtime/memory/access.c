/* access.c - plain reads and writes.  The compiler announces each with a hook
 * just before it, with address and size. */
#include "runtime/memory/memory.h"

/* For threads that are not under control. */
static RDL_INLINE void read_free(const volatile void *addr, size_t size,
                                 uintptr_t pc)
{
    rdl_memory_free(RDL_OP_READ, addr, size, pc);
}

static RDL_INLINE void write_free(const volatile void *addr, size_t size,
                                  uintptr_t pc)
{
    rdl_memory_free(RDL_OP_WRITE, addr, size, pc);
}

static RDL_INLINE void read_write_free(const volatile void *addr, size_t size,
                                       uintptr_t pc)
{
    read_free(addr, size, pc);
    write_free(addr, size, pc);
}

static RDL_INLINE void read_step(const volatile void *addr, size_t size,
                                 uintptr_t pc, unsigned flags)
{
    rdl_memory_read(addr, size, pc, flags);
}

static RDL_INLINE void write_step(const volatile void *addr, size_t size,
                                  uintptr_t pc, unsigned flags)
{
    rdl_memory_write(addr, size, pc, flags);
}

static RDL_INLINE void read_write_step(const volatile void *addr, size_t size,
                                       uintptr_t pc, unsigned flags)
{
    rdl_memory_read(addr, size, pc, flags);
    rdl_memory_write(addr, size, pc, flags);
}

#define STEP(act, addr, size, pc, flags)                                       \
    do {                                                                       \
        if (likely(rdl_controlled()))                                          \
            act##_step(addr, size, pc, flags);                                 \
        else                                                                   \
            act##_free(addr, size, pc);                                        \
    } while (0)

#define ACCESS(name, act, size, flags)                                         \
    void rdl_hook_##name(const volatile void *addr);                           \
    void rdl_hook_##name(const volatile void *addr)                            \
    {                                                                          \
        STEP(act, addr, size, RDL_PC, flags);                                  \
    }

/* The variants with a given place (by compilers that inline the hooks). */
#define ACCESS_PC(name, act, size)                                             \
    void rdl_hook_##name##_pc(const volatile void *addr, void *pc);            \
    void rdl_hook_##name##_pc(const volatile void *addr, void *pc)             \
    {                                                                          \
        STEP(act, addr, size, (uintptr_t)pc, 0);                               \
    }

#define RANGE(name, act)                                                       \
    void rdl_hook_##name(const volatile void *addr, size_t size);              \
    void rdl_hook_##name(const volatile void *addr, size_t size)               \
    {                                                                          \
        if (likely(size > 0))                                                  \
            STEP(act, addr, size, RDL_PC, 0);                                  \
    }                                                                          \
    void rdl_hook_##name##_pc(const volatile void *addr, size_t size,          \
                              void *pc);                                       \
    void rdl_hook_##name##_pc(const volatile void *addr, size_t size,          \
                              void *pc)                                        \
    {                                                                          \
        if (likely(size > 0))                                                  \
            STEP(act, addr, size, (uintptr_t)pc, 0);                           \
    }

#define SIZE(size)                                                             \
    ACCESS(read##size, read, size, 0)                                          \
    ACCESS(write##size, write, size, 0)                                        \
    ACCESS(unaligned_read##size, read, size, 0)                                \
    ACCESS(unaligned_write##size, write, size, 0)                              \
    ACCESS(volatile_read##size, read, size, RDL_EV_VOLATILE)                   \
    ACCESS(volatile_write##size, write, size, RDL_EV_VOLATILE)                 \
    ACCESS(unaligned_volatile_read##size, read, size, RDL_EV_VOLATILE)         \
    ACCESS(unaligned_volatile_write##size, write, size, RDL_EV_VOLATILE)       \
    ACCESS(read_write##size, read_write, size, 0)                              \
    ACCESS(unaligned_read_write##size, read_write, size, 0)                    \
    ACCESS_PC(read##size, read, size)                                          \
    ACCESS_PC(write##size, write, size)

SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)
SIZE(16)

RANGE(read_range, read)
RANGE(write_range, write)

ACCESS(vptr_read, read, sizeof(void *), 0)

void rdl_hook_vptr_update(void **addr, void *value);
void rdl_hook_vptr_update(void **addr, void *value)
{
    (void)value;
    STEP(write, addr, sizeof(*addr), RDL_PC, 0);
}
