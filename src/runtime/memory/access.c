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

/* A hook is defined by what it does under control, aside, and by what it does
 * otherwise. */
#define BODIES(name, act, size, flags)                                         \
    RDL_ASIDE void name##_step(const volatile void *addr, uintptr_t pc)        \
    {                                                                          \
        act##_step(addr, size, pc, flags);                                     \
    }                                                                          \
    RDL_ASIDE void name##_free(const volatile void *addr, uintptr_t pc)        \
    {                                                                          \
        act##_free(addr, size, pc);                                            \
    }

#define ACCESS(name, act, size, flags)                                         \
    BODIES(name, act, size, flags)                                             \
    RDL_ASIDE_HOOK(rdl_hook_##name, rsi, name##_step, name##_free);

/* The variants with a given place (by compilers that inline the hooks). */
#define ACCESS_PC(name)                                                        \
    RDL_ASIDE_HOOK_AT(rdl_hook_##name##_pc, name##_step, name##_free);

#define RANGE(name, act)                                                       \
    RDL_ASIDE void name##_step(const volatile void *addr, size_t size,         \
                               uintptr_t pc)                                   \
    {                                                                          \
        if (likely(size > 0))                                                  \
            act##_step(addr, size, pc, 0);                                     \
    }                                                                          \
    RDL_ASIDE void name##_free(const volatile void *addr, size_t size,         \
                               uintptr_t pc)                                   \
    {                                                                          \
        if (likely(size > 0))                                                  \
            act##_free(addr, size, pc);                                        \
    }                                                                          \
    RDL_ASIDE_HOOK(rdl_hook_##name, rdx, name##_step, name##_free);            \
    RDL_ASIDE_HOOK_AT(rdl_hook_##name##_pc, name##_step, name##_free);

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
    ACCESS_PC(read##size)                                                      \
    ACCESS_PC(write##size)

SIZE(1)
SIZE(2)
SIZE(4)
SIZE(8)
SIZE(16)

RANGE(read_range, read)
RANGE(write_range, write)

ACCESS(vptr_read, read, sizeof(void *), 0)

/* Its second argument, the new pointer, does not matter. */
ACCESS(vptr_update, write, sizeof(void *), 0)
