/* driver.h - what the test drivers of the subjects share: a thread for each
 * job, all started, then all joined. */
#ifndef DRIVER_H
#define DRIVER_H

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define MOST_JOBS 16

typedef void *(*job)(void *);

static inline void run_jobs(const job *jobs, size_t n)
{
    pthread_t threads[MOST_JOBS];

    assert(n <= MOST_JOBS);
    for (size_t i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, jobs[i], NULL);
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}

/* A job that is one call. */
#define JOB(name, call)                                                        \
    static void *name(void *unused)                                            \
    {                                                                          \
        call;                                                                  \
        return unused;                                                         \
    }

#endif
