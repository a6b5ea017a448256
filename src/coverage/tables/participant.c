/* participant.c - see participant.h. */
#include "coverage/tables/participant.h"

/* Ticks of the time stamp counter: between half a second and one and a half. */
#define PATIENCE UINT64_C(2500000000)

/* Acquire: sees what the previous owner wrote. */
static bool participant_try(struct rdl_participant *participant)
{
    uint32_t expected = 0;

    return __atomic_load_n(participant->lock, __ATOMIC_RELAXED) == 0 &&
           __atomic_compare_exchange_n(
               participant->lock, &expected, participant->owner,
               /*weak=*/false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

bool rdl_participant_lock(struct rdl_participant *participant)
{
    uint64_t begin;

    if (participant_try(participant))
        return true;
    if (participant->gave_up)
        return false;
    begin = __builtin_ia32_rdtsc();
    while (__builtin_ia32_rdtsc() - begin < PATIENCE) {
        __builtin_ia32_pause();
        if (participant_try(participant))
            return true;
    }
    participant->gave_up = true;
    return false;
}

/* Only if it is still the owner: a slow process may have been taken for dead,
 * and the lock may belong to another by now. */
void rdl_participant_unlock(struct rdl_participant *participant)
{
    uint32_t expected = participant->owner;

    __atomic_compare_exchange_n(participant->lock, &expected, 0, /*weak=*/false,
                                __ATOMIC_RELEASE, __ATOMIC_RELAXED);
}
