/* slots.c - whoever takes a slot looks for a free one, and marks it later: two
 * threads may get the same. KIND: atomicity.  -DMENDED: without the bug. */
#include "slots.h"

#include <pthread.h>
#include <stdlib.h>

#define SLOTS 3

struct slot {
    int taken;
};

struct slots {
    pthread_mutex_t m;
    struct slot all[SLOTS];
};

struct slots *slots_new(void)
{
    struct slots *s = calloc(1, sizeof(*s));

    pthread_mutex_init(&s->m, NULL);
    return s;
}

void slots_free(struct slots *s)
{
    pthread_mutex_destroy(&s->m);
    free(s);
}

struct slot *slots_take(struct slots *s)
{
    struct slot *one = NULL;

    pthread_mutex_lock(&s->m);
    for (int i = 0; i < SLOTS && one == NULL; i++) {
        if (!s->all[i].taken)
            one = &s->all[i];
    }
#ifndef MENDED
    pthread_mutex_unlock(&s->m);
    pthread_mutex_lock(&s->m);
#endif
    if (one != NULL)
        one->taken = 1;
    pthread_mutex_unlock(&s->m);
    return one;
}

int slots_give(struct slots *s, struct slot *one)
{
    int result;

    pthread_mutex_lock(&s->m);
    result = one->taken ? 0 : -1;
    one->taken = 0;
    pthread_mutex_unlock(&s->m);
    return result;
}
