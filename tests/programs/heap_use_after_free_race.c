/* heap_use_after_free_race.c - one thread frees a message while another, which
 * took the pointer before, still reads it.
 * EXPECT: heap-use-after-free at 24
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

struct message {
    int length;
    int text[8];
};
static struct message *latest;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument)
{
    struct message *m;

    pthread_mutex_lock(&lock);
    m = latest;
    pthread_mutex_unlock(&lock);
    if (m != NULL)
        return (void *)(long)m->text[m->length - 1];
    return argument;
}

static void *dropper(void *argument)
{
    pthread_mutex_lock(&lock);
    free(latest);
    latest = NULL;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    latest = calloc(1, sizeof(*latest));
    latest->length = 8;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
