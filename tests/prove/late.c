/* late.c - what raddle learns late: N threads share memory, make threads and
 * fail, each only in some interleavings.  Arguments: N, then letters: m makes
 * threads, f fails, c makes threads that share nothing new: workers that meet
 * them side by side must not call them by the same name. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int counter, latest, children;
static int plain[64];
static int makes, fails, calls, n;

static void *child(void *argument)
{
    if (argument != NULL)
        plain[(long)argument]++;
    atomic_fetch_add(&children, 1);
    return argument;
}

static void *thread(void *argument)
{
    const int me = (int)(long)argument;
    const int seen = atomic_fetch_add(&counter, 1) * 3 + atomic_load(&latest);
    pthread_t made;

    atomic_store(&latest, me + 1);
    if (seen >= 2)
        plain[8 + seen]++;
    if (makes && seen % 3 == me) {
        pthread_create(&made, NULL, child, (void *)(long)(30 + seen));
        plain[30 + seen]++;
        pthread_join(made, NULL);
    }
    if (fails && atomic_load(&latest) == 1 + (me + 1) % 3 && seen == 4)
        abort();
    return argument;
}

static void call(void)
{
    pthread_t made;

    pthread_create(&made, NULL, child, NULL);
    pthread_join(made, NULL);
}

static void *caller(void *argument)
{
    const int seen = atomic_fetch_add(&counter, 1);

    atomic_load(&children);
    if (seen == 2 - (int)(long)argument)
        call();
    if (atomic_load(&counter) == 3 && atomic_load(&children) == 1)
        call();
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[3];

    if (argc != 3 || (n = atoi(argv[1])) > 3)
        return 2;
    makes = strchr(argv[2], 'm') != NULL;
    fails = strchr(argv[2], 'f') != NULL;
    calls = strchr(argv[2], 'c') != NULL;
    for (long i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, calls ? caller : thread, (void *)i);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}
