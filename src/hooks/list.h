/* list.h - every function of the __tsan_ ABI that gcc and clang emit calls to,
 * without the prefix: HOOK(name), or QUIET(name) if it only announces an
 * operation and does nothing itself.  Order is the order of the table; archive
 * and runtime agree on names, not numbers.
 *
 * gcc 12 emits no unaligned_ entries (it uses ranges) and has no _val; clang 14
 * has no ranges and uses _val for both strengths; read_write needs the option
 * -tsan-compound-read-before-write, __tsan_mem* clang 15 or later. */
#ifndef QUIET
#define QUIET(name) HOOK(name)
#endif

/* One entry a line. */
/* clang-format off */
#define ACCESS(kind) \
    QUIET(kind##1) QUIET(kind##2) QUIET(kind##4) QUIET(kind##8) QUIET(kind##16)
#define ACCESS_PC(kind) \
    QUIET(kind##1_pc) QUIET(kind##2_pc) QUIET(kind##4_pc) QUIET(kind##8_pc) \
    QUIET(kind##16_pc)
#define ATOMIC(op) \
    HOOK(atomic8_##op) HOOK(atomic16_##op) HOOK(atomic32_##op) \
    HOOK(atomic64_##op) HOOK(atomic128_##op)

ACCESS(read)
ACCESS(write)
ACCESS(unaligned_read)
ACCESS(unaligned_write)
ACCESS(volatile_read)
ACCESS(volatile_write)
ACCESS(unaligned_volatile_read)
ACCESS(unaligned_volatile_write)
ACCESS(read_write)
ACCESS(unaligned_read_write)
ACCESS_PC(read)
ACCESS_PC(write)
QUIET(read_range)
QUIET(write_range)
QUIET(read_range_pc)
QUIET(write_range_pc)
QUIET(vptr_read)
QUIET(vptr_update)
QUIET(func_entry)
QUIET(func_exit)
QUIET(ignore_thread_begin)
QUIET(ignore_thread_end)
QUIET(init)
HOOK(memcpy)
HOOK(memmove)
HOOK(memset)
ATOMIC(load)
ATOMIC(store)
ATOMIC(exchange)
ATOMIC(fetch_add)
ATOMIC(fetch_sub)
ATOMIC(fetch_and)
ATOMIC(fetch_or)
ATOMIC(fetch_xor)
ATOMIC(fetch_nand)
ATOMIC(compare_exchange_strong)
ATOMIC(compare_exchange_weak)
ATOMIC(compare_exchange_val)
HOOK(atomic_thread_fence)
HOOK(atomic_signal_fence)

#undef ACCESS
#undef ACCESS_PC
#undef ATOMIC
#undef QUIET
