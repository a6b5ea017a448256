/* late.c - what raddle learns late: N threads share memory, make threads and
 * fail, each only in some interleavings.  Arguments: N, then letters: m makes
 * threads, f fails. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int counter, latest, children;
static int plain[64];
static int makes, fails, n;

static void *child(void *argument)
{
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

int main(int argc, char **argv)
{
    pthread_t threads[3];

    if (argc != 3 || (n = atoi(argv[1])) > 3)
        return 2;
    makes = strchr(argv[2], 'm') != NULL;
    fails = strchr(argv[2], 'f') != NULL;
    for (long i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, thread, (void *)i);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
}
