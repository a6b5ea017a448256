/* memory_atomic_sizes.c - atomic operations of every size and order do what
 * they say, whatever the schedule.
 * EXPECT: clean
 * EXECUTIONS: 60
 * LIBS: -latomic
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define THREADS 2

/* Each thread adds 3 and takes 1 away, sets and clears a bit of its own, and
 * exchanges a token: all of it is still there in the end. */
#define SIZE(name, type)                                                       \
    static type sum_##name, bits_##name, token_##name;                         \
    static void use_##name(int self)                                           \
    {                                                                          \
        type bit = (type)((type)1 << self), mine = bit, old;                   \
                                                                               \
        __atomic_fetch_add(&sum_##name, (type)3, __ATOMIC_RELAXED);            \
        __atomic_fetch_sub(&sum_##name, (type)1, __ATOMIC_RELEASE);            \
        old = __atomic_fetch_or(&bits_##name, bit, __ATOMIC_ACQ_REL);          \
        assert((old & bit) == 0);                                              \
        old = __atomic_fetch_and(&bits_##name, (type)~bit, __ATOMIC_ACQUIRE);  \
        assert((old & bit) != 0);                                              \
        __atomic_fetch_xor(&bits_##name, bit, __ATOMIC_SEQ_CST);               \
        mine = __atomic_exchange_n(&token_##name, mine, __ATOMIC_SEQ_CST);     \
        __atomic_fetch_add(&sum_##name, mine, __ATOMIC_SEQ_CST);               \
    }                                                                          \
    static void check_##name(void)                                             \
    {                                                                          \
        type all = (type)((1 << THREADS) - 1);                                 \
                                                                               \
        assert(__atomic_load_n(&sum_##name, __ATOMIC_ACQUIRE) +                \
                   __atomic_load_n(&token_##name, __ATOMIC_RELAXED) ==         \
               2 * THREADS + all);                                             \
        assert(__atomic_load_n(&bits_##name, __ATOMIC_SEQ_CST) == all);        \
        __atomic_fetch_nand(&bits_##name, all, __ATOMIC_SEQ_CST);              \
        assert(bits_##name == (type)~all);                                     \
        __atomic_store_n(&bits_##name, (type)1, __ATOMIC_RELEASE);             \
        assert(bits_##name == 1);                                              \
    }

SIZE(byte, unsigned char)
SIZE(two, unsigned short)
SIZE(four, unsigned int)
SIZE(eight, unsigned long)
SIZE(sixteen, unsigned __int128)

static void *use(void *self)
{
    use_byte((int)(long)self);
    use_two((int)(long)self);
    use_four((int)(long)self);
    use_eight((int)(long)self);
    use_sixteen((int)(long)self);
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, use, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    check_byte();
    check_two();
    check_four();
    check_eight();
    check_sixteen();
    return 0;
}
