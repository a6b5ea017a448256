/* bits.h - sets of small numbers, 64 to a word. */
#ifndef RDL_COVERAGE_TABLES_BITS_H
#define RDL_COVERAGE_TABLES_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline size_t rdl_bits_words(size_t n)
{
    return (n + 63) / 64;
}

static inline bool rdl_bits_test(const uint64_t *set, size_t i)
{
    return (set[i / 64] >> (i % 64) & 1) != 0;
}

/* The same for a set that another process may be adding to. */
static inline bool rdl_bits_test_shared(const uint64_t *set, size_t i)
{
    return (__atomic_load_n(&set[i / 64], __ATOMIC_RELAXED) >> (i % 64) & 1) !=
           0;
}

/* Adds i, after all earlier writes; true if it is new. */
static inline bool rdl_bits_add_shared(uint64_t *set, size_t i)
{
    const uint64_t bit = UINT64_C(1) << (i % 64);

    return (__atomic_fetch_or(&set[i / 64], bit, __ATOMIC_RELEASE) & bit) == 0;
}

/* Adds i; true if it is new. */
static inline bool rdl_bits_add(uint64_t *set, size_t i)
{
    uint64_t bit = UINT64_C(1) << (i % 64);
    bool is_new = (set[i / 64] & bit) == 0;

    set[i / 64] |= bit;
    return is_new;
}

/* The number of bits in a word.  Not __builtin_popcountll: baseline x86-64 has
 * no instruction for it, and the call it becomes is slower than this. */
static inline unsigned rdl_bits_count_word(uint64_t w)
{
    const uint64_t pairs = UINT64_C(0x5555555555555555);
    const uint64_t nibbles = UINT64_C(0x3333333333333333);
    const uint64_t bytes = UINT64_C(0x0f0f0f0f0f0f0f0f);

    w -= w >> 1 & pairs;
    w = (w & nibbles) + (w >> 2 & nibbles);
    w = (w + (w >> 4)) & bytes;
    return (unsigned)(w * UINT64_C(0x0101010101010101) >> 56);
}

static inline size_t rdl_bits_count(const uint64_t *set, size_t words)
{
    size_t n = 0;

    for (size_t i = 0; i < words; i++)
        n += rdl_bits_count_word(set[i]);
    return n;
}

/* How many of `set` are not in `known`, which another process may be adding to.
 * Late in a campaign nearly every word has none. */
static inline size_t rdl_bits_count_new(const uint64_t *set,
                                        const uint64_t *known, size_t words)
{
    size_t n = 0;

    for (size_t i = 0; i < words; i++) {
        uint64_t w = set[i] & ~__atomic_load_n(&known[i], __ATOMIC_RELAXED);

        if (w != 0)
            n += rdl_bits_count_word(w);
    }
    return n;
}

/* Are there any? */
static inline bool rdl_bits_any_new(const uint64_t *set, const uint64_t *known,
                                    size_t words)
{
    for (size_t i = 0; i < words; i++) {
        if ((set[i] & ~__atomic_load_n(&known[i], __ATOMIC_RELAXED)) != 0)
            return true;
    }
    return false;
}

#endif
