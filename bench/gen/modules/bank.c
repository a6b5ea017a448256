/* bank.c - locks are taken in the order of the arguments.
 * KIND: deadlock.  -DMENDED: without the bug. */
#include "bank.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct bank {
    pthread_mutex_t m;
    pthread_mutex_t locks[3];
    int money[3];
};

struct bank *bank_new(void)
{
    struct bank *x = calloc(1, sizeof(*x));

    pthread_mutex_init(&x->m, NULL);
    for (int i = 0; i < 3; i++)
        pthread_mutex_init(&x->locks[i], NULL);
    return x;
}

void bank_free(struct bank *x)
{
    pthread_mutex_destroy(&x->m);
    free(x);
}

int bank_move(struct bank *x, enum bank_account from, enum bank_account to)
{
    int a = from, b = to;

    if (a < 0 || a > 2 || b < 0 || b > 2 || a == b)
        return -1;
#ifdef MENDED
    if (a > b) {
        a = to;
        b = from;
    }
#endif
    pthread_mutex_lock(&x->locks[a]);
    pthread_mutex_lock(&x->locks[b]);
    x->money[from]--;
    x->money[to]++;
    pthread_mutex_unlock(&x->locks[b]);
    pthread_mutex_unlock(&x->locks[a]);
    return 0;
}

int bank_balance(struct bank *x, enum bank_account a)
{
    int v;

    if ((int)a < 0 || a > 2)
        return -1;
    pthread_mutex_lock(&x->locks[a]);
    v = x->money[a];
    pthread_mutex_unlock(&x->locks[a]);
    return v;
}
