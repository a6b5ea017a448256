/* race.h - what the programs of tests/races share.  A program states in its
 * first comment what is expected of it, and of its twin, which -DTWIN makes and
 * which differs in one token: `seen`, `memory-order` or `none`. */
#ifndef RACE_H
#define RACE_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#define ACQ_REL memory_order_acq_rel

/* The program has the first, its twin the second. */
#ifdef TWIN
#define TWO(program, twin) twin
#else
#define TWO(program, twin) program
#endif

/* Not static: a compiler leaves out what nobody can read. */
int data, data2;
int sink, sink2; /* each is of one thread */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m2 = PTHREAD_MUTEX_INITIALIZER;

#define THREAD(name) static void *name(void *unused __attribute__((unused)))

static inline void run(void *(*a)(void *), void *(*b)(void *))
{
    pthread_t p, q;

    pthread_create(&p, NULL, a, NULL);
    pthread_create(&q, NULL, b, NULL);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    (void)data, (void)data2, (void)sink, (void)sink2, (void)m, (void)m2;
}

#define SPIN_UNTIL(condition)                                                  \
    do {                                                                       \
        while (!(condition))                                                   \
            sched_yield();                                                     \
    } while (0)

#endif
