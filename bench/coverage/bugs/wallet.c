/* wallet.c - amount and currency belong together, but each is written in a
 * critical section of its own; who looks between the two sees another sum.
 *
 * CLASS: atomicity, two variables
 * FAILS: assertion
 * CAUSE: wallet.c:37 `set(&amount, amount_in(next));` half of the conversion
 * CAUSE: wallet.c:38 `set(&currency, next);` the other half, too late
 */
#include <assert.h>
#include <pthread.h>

#define CURRENCIES 3
#define CONVERSIONS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int amount = 60, currency;
static int checks;

/* One unit of currency c is worth c + 1 of the smallest. */
static int amount_in(int c)
{
    return 60 / (c + 1);
}

static void set(int *field, int value)
{
    pthread_mutex_lock(&lock);
    *field = value;
    pthread_mutex_unlock(&lock);
}

static void *converter(void *unused)
{
    for (int i = 1; i <= CONVERSIONS; i++) {
        int next = i % CURRENCIES;

        set(&amount, amount_in(next));
        set(&currency, next);
    }
    return unused;
}

/* Looks once, and only after it has waited its turn. */
static void *auditor(void *turns)
{
    for (long i = 0; i < (long)turns; i++) {
        pthread_mutex_lock(&lock);
        checks++;
        pthread_mutex_unlock(&lock);
    }
    pthread_mutex_lock(&lock);
    int worth = amount * (currency + 1);
    pthread_mutex_unlock(&lock);
    assert(worth == 60);
    return NULL;
}

int main(void)
{
    pthread_t c, a;

    pthread_create(&c, NULL, converter, NULL);
    pthread_create(&a, NULL, auditor, (void *)20L);
    pthread_join(c, NULL);
    pthread_join(a, NULL);
    return 0;
}
